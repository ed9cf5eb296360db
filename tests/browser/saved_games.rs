//! The games that wait for the reader: the links to them on the home page, and the list in which they are deleted.

use crate::harness::browse;

const GAME: &str = "1\n[Game \"super\"]\n[Players \"person,3\"]\n\n1. 5.5 2. 5.1 *\n";

#[test]
fn a_saved_game_is_found_from_home_deleted_and_restored() {
    browse(async |page| {
        page.open("/settings").await;
        let () = page.run(&format!("localStorage.setItem('trois.game.it', {GAME:?})")).await;
        page.open("/").await;
        assert!(page.text(".game-card:has(.waits) .title").await.starts_with("Super Morpion"));
        page.follow("A game in progress").await;
        page.wait_for(".move.here[data-number='2']").await;
        assert_eq!(page.path().await, "/play/super");

        page.open("/games").await;
        let rows = "return document.querySelectorAll('.kept li').length";
        let stored = "return localStorage.getItem('trois.game.it')";
        assert_eq!(page.run::<usize>(rows).await, 1);
        for is_restored in [true, false] {
            page.click("button[aria-label='Delete this game']").await;
            page.wait_for_text("main [role=status]", "Game deleted.").await;
            page.wait_until(&format!("{rows} === 0"), "the game is still listed").await;
            page.wait_for_text("main", "Every game you start is kept here for you.").await;
            assert_eq!(page.run::<Option<String>>(stored).await, None, "the game is still stored");
            if is_restored {
                page.press_button("Undo").await;
                page.wait_until(&format!("{rows} === 1"), "the game does not come back").await;
                page.reload().await;
                page.wait_for_text(".kept li", "In progress, 2 moves").await;
            }
        }
        page.open("/").await;
        page.wait_for(".games .cover").await;
        assert!(!page.text(".games").await.contains("A game in progress"), "a deleted game waits");
    });
}

#[test]
fn online_games_are_among_my_games_and_home_says_that_one_waits() {
    browse(async |page| {
        page.open("/").await;
        page.wait_for(".games .cover").await;
        assert!(!page.text("main").await.contains("waiting for you"), "a game waits for a stranger");
        page.open("/online").await;
        page.wait_for(".name-field[aria-busy=false]").await;
        page.pick_name("Anne").await;
        page.post("/api/me", "Anne").await;
        page.reload().await;
        page.wait_for(".name-field[aria-busy=false]").await;
        let mut paths = Vec::new();
        for _ in 0..2 {
            let id = page.post("/api/tables", "morpion - open,engine:1 1d first").await;
            paths.push(format!("/t/{}", id.trim()));
            page.open(&format!("/t/{}?sit=1", id.trim())).await;
            page.wait_for(".tools").await;
        }
        page.open("/").await;
        page.wait_for_text(".online-waits", "2 online games are waiting for you.").await;
        // A game that a player resigned no longer waits for the reader.
        page.open(&paths[1]).await;
        page.press_button("Resign").await;
        page.press_button("Yes, resign").await;
        page.wait_for(".result.is-over").await;
        page.open("/").await;
        page.wait_for_text(".online-waits", "An online game is waiting for you.").await;
        page.follow("An online game is waiting for you.").await;
        page.wait_for(".tables .waits-for-you").await;
        assert_eq!(page.path().await, "/online");

        page.open("/games").await;
        page.wait_for_text(".tables .waits-for-you", "Against engine 1").await;
        page.wait_for_text(".tables li:not(.waits-for-you) .badge.lost", "Lost").await;
        page.click(".tables .waits-for-you a").await;
        page.wait_for(".tools").await;
        assert_eq!(page.path().await, paths[0]);
    });
}
