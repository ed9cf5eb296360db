//! The explorer: what was played in the position shown.

use rules::Kind;

use crate::harness::{Page, browse};

async fn open_explorer(page: &Page, path: &str) {
    page.open(path).await;
    page.press_button("Game explorer").await;
    page.wait_for(".explorer > ol > li").await;
}

#[test]
fn the_explorer_shows_what_was_played_and_a_click_plays_it() {
    browse(async |page| {
        page.open("/study/morpion").await;
        page.wait_for(".explorer [role=switch][aria-checked=false]").await;
        open_explorer(page, "/study/morpion").await;
        page.wait_for_text(".explorer h2", "20,000 engine games").await;
        // Three first moves, since the corners are symmetric, and so are the edges.
        let rows = "return document.querySelectorAll('.explorer > ol > li').length";
        assert_eq!(page.run::<usize>(rows).await, 3);
        assert_eq!(page.text(".explorer li .value").await, "draw");
        let columns = page.text(".explorer .columns").await.replace(['\n', ' '], "");
        assert_eq!(columns, "movegames/draw/chances");
        page.click(".explorer > ol > li:first-child button").await;
        page.wait_for(".notation .here .mv").await;
        let is_next = "return document.querySelectorAll('.explorer > ol > li').length !== 3";
        page.wait_until(is_next, "the list is still that of the start").await;
        assert_eq!(page.axe().await, [""; 0]);
        page.click(".language").await;
        page.wait_for_text(".explorer h2", "parties du moteur").await;
        assert_eq!(page.english_words().await, [""; 0]);
        page.click(".language").await;
        page.press_button("Game explorer").await;
        page.wait_until_gone(".explorer h2").await;
    });
}

#[test]
fn every_game_has_an_explorer_and_mirrored_positions_have_the_same_games() {
    browse(async |page| {
        for kind in Kind::ALL {
            page.open(&format!("/study/{kind}")).await;
            page.press_button("Game explorer").await;
            page.wait_for_text(".explorer h2", "engine games").await;
        }
        let games = "return [...document.querySelectorAll('.explorer > ol > li .games')].map((games) => games.innerText)";
        open_explorer(page, "/study/super#record=%5BGame%20%22super%22%5D%0A%0A1.%205.1%20*").await;
        let one: Vec<String> = page.run(games).await;
        open_explorer(page, "/study/super#record=%5BGame%20%22super%22%5D%0A%0A1.%205.9%20*").await;
        assert_eq!(page.run::<Vec<String>>(games).await, one);
    });
}

#[test]
fn a_position_without_games_and_a_finished_game_say_so() {
    browse(async |page| {
        page.open("/study/doh").await;
        page.press_button("Game explorer").await;
        page.wait_for_text(".explorer .by-people", "No game has reached this position yet.").await;
        for (path, words) in [
            (
                "/study/morpion#record=1.%201%202.%204%203.%202%204.%205%205.%203",
                "The game is over: there are no moves left.",
            ),
            (
                "/study/doh#record=%5BGame%20%22doh%22%5D%0A%5BOptions%20%22players%3D3%22%5D%0A%0A*",
                "The engine only played with the usual rules: there are no games with these options.",
            ),
        ] {
            page.open(path).await;
            page.press_button("Game explorer").await;
            page.wait_for_text(".explorer .empty", words).await;
        }
    });
}

#[test]
fn cards_are_shown_as_cards_and_named_to_screen_readers() {
    browse(async |page| {
        open_explorer(page, "/study/cards").await;
        let texts: Vec<String> = page
            .run("return [...document.querySelectorAll('.explorer > ol > li')].map((row) => row.innerText)")
            .await;
        assert!(texts.iter().all(|text| !text.contains('@')), "{texts:?}");
        page.wait_for(".explorer > ol > li b .mini").await;
    });
}

#[test]
fn games_of_people_are_counted_beside_those_of_the_engine() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        let record = anne.play_for_the_archive(&luc).await;
        let begun = std::time::Instant::now();
        // The server counts a game shortly after its end.
        loop {
            open_explorer(anne, "/study/morpion").await;
            anne.wait_for(".by-people h2").await;
            if anne.run::<bool>("return document.querySelector('.by-people li') !== null").await {
                break;
            }
            assert!(begun.elapsed().as_secs() < 30, "the game is not counted");
        }
        anne.wait_for_text(".by-people h2", "Games on this server").await;
        assert_eq!(anne.text(".by-people li .games").await, "1");
        // Of symmetric first moves the list shows one.
        anne.click(".by-people li button").await;
        anne.wait_for(".notation .here .mv").await;
        anne.wait_for(".by-people li").await;
        assert_eq!(anne.text(".by-people li .games").await, "1");
        assert!(record.steps().len() > 1);
        luc.close_without_errors().await;
    });
}

#[test]
fn the_explorer_works_offline() {
    browse(async |page| {
        page.open("/study/super").await;
        page.wait_until_cached().await;
        page.reload().await;
        page.set_offline(true).await;
        page.press_button("Game explorer").await;
        page.wait_for(".explorer > ol > li").await;
        page.set_offline(false).await;
        page.expect_only_network_errors().await;
    });
}

#[test]
#[ignore = "makes pictures; run it by name"]
fn pictures_of_the_explorer() {
    browse(async |page| {
        for (width, height) in [(320, 640), (768, 1024), (1440, 900)] {
            page.resize(width, height).await;
            for kind in Kind::ALL {
                open_explorer(page, &format!("/study/{kind}")).await;
                let () = page.run("document.querySelector('.explorer').scrollIntoView()").await;
                page.screenshot(&format!("explorer-{kind}-{width}")).await;
            }
        }
    });
}
