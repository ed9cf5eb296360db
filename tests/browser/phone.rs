//! The smallest phone: players above and below the board, tools on the screen and not covered, refusals and results in
//! view, courses without hidden scrolling.

use rules::{AnyGame, Kind, Lang, Record};

use crate::harness::{Page, almost_over, browse, short_game};

/// The tools that are not fully on the screen, that something covers, or whose name is not in them. Those in a closed
/// menu do not count.
const OUT_OF_REACH: &str = "
    const tools = [...document.querySelectorAll('.side .tool')].filter((tool) => tool.checkVisibility());
    return tools.filter((tool) => {
        const { top, bottom, left, right } = tool.getBoundingClientRect();
        const name = tool.querySelector('.name').getBoundingClientRect();
        if (name.width < 5 || name.left < left || name.right > right || name.bottom > bottom) return true;
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return scrollY > 0 || top < 0 || bottom > innerHeight || left < 0 || right > innerWidth || !tool.contains(there);
    }).map((tool) => {
        const { top, bottom } = tool.getBoundingClientRect();
        return `${tool.textContent} ${top.toFixed()}–${bottom.toFixed()}`;
    });";

/// Whether the players are directly above and below the board, and neither their names nor their clocks are cut.
const AROUND: &str = "
    const edges = (css) => document.querySelector(css).getBoundingClientRect();
    const [above, board, below] = ['.above', '.board', '.below'].map(edges);
    return above.top >= 0 && above.bottom <= board.top + 1 && board.bottom <= below.top + 1
        && [...document.querySelectorAll('.player, .player .name')].every((one) => one.scrollWidth <= one.clientWidth);";

/// What an offer covers of the board and the players, and its buttons that are not on the screen.
const COVERED_BY_AN_OFFER: &str = "
    const offer = document.querySelector('.offers .ask').getBoundingClientRect();
    const covered = ['.board', '.above', '.below'].filter((css) => {
        const { top, bottom } = document.querySelector(css).getBoundingClientRect();
        return offer.top < bottom - 1 && top + 1 < offer.bottom;
    });
    const hidden = [...document.querySelectorAll('.offers .ask button')].filter((button) => {
        const { top, bottom } = button.getBoundingClientRect();
        return top < 0 || bottom > innerHeight;
    });
    return [...covered, ...hidden.map((button) => button.innerText)];";

/// Whether an element is fully on the screen.
const IS_IN_VIEW: &str = "
    const { top, bottom, left, right } = document.querySelector(CSS).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;";

async fn fits(page: &Page, name: &str) {
    let tools = "return [...document.querySelectorAll('.tools > .tool')].filter((tool) => tool.checkVisibility()).length";
    assert_eq!(page.run::<usize>(tools).await, 5, "{name}");
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
fn the_tools_for_which_a_small_phone_has_no_room_are_in_a_menu() {
    const IS_OPEN: &str = "return document.querySelector('.more-tools').matches(':popover-open')";
    const STATE: &str = "return document.querySelector('.tool.more').getAttribute('aria-expanded')";
    const FOCUS: &str = "return document.activeElement.innerText";
    browse(async |page| {
        page.resize(320, 640).await;
        page.open("/play/super").await;
        page.set_language(Lang::Fr).await;
        assert_eq!(page.run::<String>(STATE).await, "false");
        page.click(".tool.more").await;
        page.wait_until(IS_OPEN, "the menu does not open").await;
        page.wait_for(".tool.more[aria-expanded=true]").await;
        fits(page, "the open menu").await;
        let names = "return [...document.querySelectorAll('.more-tools .name')].map((one) => one.innerText)";
        assert_eq!(page.run::<Vec<String>>(names).await, ["Abandonner", "Revanche", "Partager…"]);
        assert_eq!(page.axe().await, [""; 0]);
        page.screenshot("phone-more-tools").await;
        // With the keyboard: the menu follows its button, and Escape returns there.
        page.press("\u{e004}").await;
        assert_eq!(page.run::<String>(FOCUS).await, "Abandonner");
        page.press("\u{e00c}").await;
        page.wait_for(".tool.more[aria-expanded=false]").await;
        assert_eq!(page.run::<String>(FOCUS).await, "Plus…");
        page.press("\u{e007}").await;
        page.wait_until(IS_OPEN, "the menu does not open again").await;
        page.press_button("Partager…").await;
        page.wait_for("dialog[open] input.link").await;
        assert!(!page.run::<bool>(IS_OPEN).await, "the menu is open behind the dialog");
        // Where there is room, there is no menu.
        page.press("\u{e00c}").await;
        page.resize(390, 844).await;
        let shown = "return [...document.querySelectorAll('.tools .tool')].filter((one) => one.checkVisibility()).length";
        assert_eq!(page.run::<usize>(shown).await, 7);
    });
}

#[test]
fn a_refusal_and_the_end_of_a_game_are_in_view() {
    let is_in_view = |css: &str| IS_IN_VIEW.replace("CSS", &format!("{css:?}"));
    browse(async |page| {
        page.resize(320, 640).await;
        page.open("/").await;
        page.set_language(Lang::Fr).await;
        for &kind in Kind::ALL {
            let (record, mv) = almost_over(kind);
            let kept = format!("1700000000000\n{record}");
            let () = page.run(&format!("localStorage.setItem('trois.game.last', {kept:?})")).await;
            page.open(&format!("/play/{kind}#last")).await;
            page.wait_for(".place.legal").await;
            page.click_refused().await;
            page.wait_for(".refusal").await;
            assert!(page.run::<bool>(&is_in_view(".refusal")).await, "{kind}: the refusal is out of view");
            page.screenshot(&format!("phone-refusal-{kind}")).await;
            page.press("\u{e00c}").await;
            page.touch_move(&record, mv).await;
            page.wait_for(".result.is-over .result-actions").await;
            page.wait_until(&is_in_view(".result.is-over"), &format!("{kind}: the result is out of view"))
                .await;
            page.screenshot(&format!("phone-over-{kind}")).await;
        }
    });
}

#[test]
fn at_a_table_the_tools_are_on_the_screen_even_while_an_offer_stands() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        anne.resize(320, 640).await;
        luc.resize(320, 640).await;
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
            assert!(luc.text(".above").await.contains("Maximilienne d’Aubigné"), "{kind}: a name is cut");
            assert!(luc.run::<bool>(AROUND).await, "{kind}: a name is cut");
            let first = Record::new(AnyGame::new(kind, "").unwrap());
            if !kind.hides() {
                anne.touch_move(&first, short_game(kind, "")[0]).await;
                luc.wait_for_moves(1).await;
            }
            luc.press_button("Draw").await;
            luc.click_path("//dialog[@open]//button[normalize-space(.) = 'Offer a draw']").await;
            anne.wait_for(".offers .ask").await;
            for lang in [Lang::Fr, Lang::En] {
                anne.set_language(lang).await;
                fits(anne, &format!("table {kind} with an offer in {lang}")).await;
                assert_eq!(anne.run::<Vec<String>>(COVERED_BY_AN_OFFER).await, [""; 0], "{kind} in {lang}");
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
                page.wait_for(".which[aria-expanded=false]").await;
                page.click(".which").await;
                page.wait_for(".steps.is-open").await;
                let hidden: Vec<String> = page
                    .run(
                        "return [...document.querySelectorAll('.steps button')].filter((button) => {
                        const { left, right, bottom, width, height } = button.getBoundingClientRect();
                        return left < 0 || right > 320 || bottom > 640 || width < 24 || height < 24;
                    }).map((button) => button.ariaLabel)",
                    )
                    .await;
                assert_eq!(hidden, [""; 0], "{kind} in {lang}");
                page.click(".which").await;
            }
        }
    });
}

/// What of an exercise is not on the screen: its text, or the answer, the board with all pieces, and the buttons, none
/// of which covers another.
const OUT_OF_VIEW: &str = "
    const problems = [];
    const edges = (css) => document.querySelector(css).getBoundingClientRect();
    const [text, board, nav] = ['.lesson', '.learn .board', '.lesson-nav'].map(edges);
    if (text.bottom > board.top + 1) problems.push('the board is behind the text');
    if (board.bottom > nav.top + 1) problems.push(`the board ends at ${board.bottom}, the buttons begin at ${nav.top}`);
    if (nav.bottom > innerHeight + 1) problems.push('the buttons are below the screen');
    const praise = document.querySelector('.praise');
    if (praise) {
        const { top, bottom } = praise.getBoundingClientRect();
        if (top < 0 || bottom > board.top + 1) problems.push(`the answer is at ${top}–${bottom}, the board at ${board.top}`);
    }
    const names = [...document.querySelectorAll('.lesson-nav > *')].filter((one) => one.scrollWidth > one.clientWidth);
    return [...problems, ...names.map((one) => `${one.innerText} does not fit`)];";

#[test]
fn an_exercise_its_board_and_its_answer_are_on_the_screen_of_a_small_phone() {
    browse(async |page| {
        page.resize(320, 640).await;
        let mut problems = Vec::new();
        for &kind in Kind::ALL {
            let course = lessons::course(kind);
            page.open(&format!("/learn/{kind}")).await;
            page.wait_for(".learn .place").await;
            for lang in Lang::ALL {
                page.set_language(lang).await;
                for index in 0..course.steps.len() + course.puzzles.len() {
                    let () = page
                        .run(&format!("document.querySelectorAll('.steps button')[{index}].click()"))
                        .await;
                    page.wait_for(&format!(".steps li:nth-child({}) button[aria-current=step]", index + 1))
                        .await;
                    page.wait_for(".learn .board").await;
                    let found: Vec<String> = page.run(OUT_OF_VIEW).await;
                    let number = index + 1;
                    let found = found.into_iter().map(|one| format!("{kind} {number} in {lang}: {one}"));
                    problems.extend(found);
                }
            }
            let () = page.run("document.querySelector('.steps button').click()").await;
            page.wait_for(".learn .place").await;
            while page.run("return document.querySelector('.praise:not(.so-far)') === null").await {
                page.click(".show-me").await;
            }
            let found: Vec<String> = page.run(OUT_OF_VIEW).await;
            problems.extend(found.into_iter().map(|one| format!("{kind} when the exercise is done: {one}")));
        }
        assert_eq!(problems, [""; 0]);
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
