//! The atlas: the map is walked through, links lead into study, and all of it works offline.

use crate::harness::browse;

#[test]
fn the_map_is_walked_from_move_to_move_and_back_and_on_into_study() {
    browse(async |page| {
        page.open("/").await;
        page.follow("Atlas").await;
        page.wait_for_text("h1", "Tic Tac Doh!").await;
        page.wait_for_text(".verdict", "A draw with best play").await;
        page.click_path("//button[contains(@class, 'tile')][contains(., 'Mc3')]").await;
        page.wait_for_text(".verdict", "Player 2 wins in 5 moves").await;
        page.click(".tile.won-2").await;
        page.wait_for_text(".verdict", "Player 2 wins").await;
        let steps: Vec<String> = page
            .run("return [...document.querySelectorAll('.path li')].map((step) => step.textContent)")
            .await;
        assert_eq!((steps.len(), steps[0].as_str(), steps[1].as_str()), (3, "Start", "Mc3"));
        page.click_path("//ol[contains(@class, 'path')]//button[. = 'Start']").await;
        page.wait_for_text(".verdict", "A draw with best play").await;
        page.click_path("//button[contains(@class, 'tile')][contains(., 'Lc3')]").await;
        page.wait_for_text(".path", "Lc3").await;
        page.follow("Study this position").await;
        page.wait_for(".table .board").await;
        assert!(page.path().await.starts_with("/study/doh"), "{}", page.path().await);
        page.wait_for_text(".table", "Lc3").await;
    });
}

#[test]
fn the_map_for_three_is_there_offline_in_french() {
    browse(async |page| {
        page.inject("try { localStorage.setItem('trois.settings', 'lang=fr\\n') } catch {}").await;
        page.open("/").await;
        page.wait_until_kept().await;
        page.stop_server();
        page.open("/atlas").await;
        page.wait_for_text(".verdict", "nulle").await;
        page.click_path("//fieldset//button[. = '3']").await;
        page.wait_for_text(".verdict", "personne ne peut rien forcer").await;
        page.wait_for_text(".shares-bar", "joueur 3").await;
        page.wait_for_text(".longest", "coups pour que").await;
    });
}
