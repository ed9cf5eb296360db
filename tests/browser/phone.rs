//! The smallest phone: players above and below the board, tools on the screen and not covered, courses without hidden
//! scrolling.

use rules::{AnyGame, Kind, Lang, Record};

use crate::harness::{Page, browse, short_game};

/// The tools that are not fully on the screen, or that something covers.
const OUT_OF_REACH: &str = "
    return [...document.querySelectorAll('.side .tool')].filter((tool) => {
        const { top, bottom, left, right } = tool.getBoundingClientRect();
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return scrollY > 0 || top < 0 || bottom > innerHeight || left < 0 || right > innerWidth || !tool.contains(there);
    }).map((tool) => {
        const { top, bottom } = tool.getBoundingClientRect();
        return `${tool.textContent} ${top.toFixed()}–${bottom.toFixed()}`;
    });";

/// Whether the players are directly above and below the board, without clipping their clocks.
const AROUND: &str = "
    const edges = (css) => document.querySelector(css).getBoundingClientRect();
    const [above, board, below] = ['.above', '.board', '.below'].map(edges);
    return above.top >= 0 && above.bottom <= board.top + 1 && board.bottom <= below.top + 1
        && [...document.querySelectorAll('.player')].every((one) => one.scrollWidth <= one.clientWidth);";

async fn fits(page: &Page, name: &str) {
    let tools: usize = page.run("return document.querySelectorAll('.side .tool').length").await;
    assert!(tools >= 5, "{name}: only {tools} tools");
    assert_eq!(page.run::<Vec<String>>(OUT_OF_REACH).await, [""; 0], "{name}");
}

#[test]
fn the_tools_fit_on_a_screen_of_320_by_640() {
    browse(async |page| {
        page.resize(320, 640).await;
        for kind in Kind::ALL {
            page.open(&format!("/play/{kind}")).await;
            page.wait_for(".board .place").await;
            for lang in Lang::ALL {
                page.set_language(lang).await;
                fits(page, &format!("play {kind} in {lang}")).await;
                assert!(
                    page.run::<bool>(AROUND).await,
                    "{kind}: the players are not around the board in {lang}"
                );
            }
            page.open(&format!("/study/{kind}")).await;
            page.wait_for(".board .place").await;
            for lang in Lang::ALL {
                page.set_language(lang).await;
                fits(page, &format!("study {kind} in {lang}")).await;
            }
        }
    });
}

#[test]
fn at_a_table_the_tools_are_on_the_screen_even_while_an_offer_stands() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        anne.resize(320, 640).await;
        for &kind in Kind::ALL {
            let path = anne.open_table(kind, &[], "Maximilienne d’Aubigné").await;
            luc.sit_down(&path, "Luc").await;
            anne.wait_for(".tools").await;
            for lang in [Lang::Fr, Lang::En] {
                anne.set_language(lang).await;
                fits(anne, &format!("table {kind} in {lang}")).await;
                assert!(
                    anne.run::<bool>(AROUND).await,
                    "{kind}: the players are not around the board in {lang}"
                );
            }
            assert!(anne.text(".below").await.contains("You"), "one’s own seat is not below the board");
            let first = Record::new(AnyGame::new(kind, "").unwrap());
            if !kind.hides() {
                anne.touch_move(&first, short_game(kind, "")[0]).await;
                luc.wait_for_moves(1).await;
            }
            luc.press_button("Draw").await;
            luc.press_button("Offer a draw").await;
            anne.wait_for(".offers .ask").await;
            for lang in [Lang::Fr, Lang::En] {
                anne.set_language(lang).await;
                fits(anne, &format!("table {kind} with an offer in {lang}")).await;
            }
        }
        luc.close_without_errors().await;
    });
}

#[test]
fn every_step_and_puzzle_of_a_course_is_on_the_screen_without_scrolling_sideways() {
    browse(async |page| {
        page.resize(320, 640).await;
        for kind in Kind::ALL {
            page.open(&format!("/learn/{kind}")).await;
            page.wait_for(".steps button").await;
            for lang in Lang::ALL {
                page.set_language(lang).await;
                let hidden: Vec<String> = page
                    .run(
                        "return [...document.querySelectorAll('.steps button')].filter((button) => {
                        const { left, right, bottom, width, height } = button.getBoundingClientRect();
                        return left < 0 || right > 320 || bottom > 640 || width < 24 || height < 24;
                    }).map((button) => button.ariaLabel)",
                    )
                    .await;
                assert_eq!(hidden, [""; 0], "{kind} in {lang}");
            }
        }
    });
}

#[test]
fn the_names_of_the_pages_fit_beside_each_other_on_tablets_in_both_languages() {
    browse(async |page| {
        page.open("/games").await;
        for _ in Lang::ALL {
            for width in [641, 768, 899, 901, 1024] {
                page.resize(width, 900).await;
                // Wrapped names would have two lines; names that do not fit would be cut.
                let fits = "return document.documentElement.scrollWidth <= innerWidth
                    && [...document.querySelectorAll('.bar nav span')].every((one) => one.offsetHeight < 30)";
                assert!(page.run::<bool>(fits).await, "at {width} pixels");
            }
            page.click(".language").await;
        }
    });
}
