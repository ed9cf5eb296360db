//! The atlas: stepping through the map, links to the analysis board, and all of it offline.

use crate::harness::browse;

#[test]
fn the_map_is_walked_from_move_to_move_and_back_and_on_into_study() {
    browse(async |page| {
        page.open("/").await;
        page.follow("Atlas").await;
        page.wait_for_text("h1", "Tic Tac Doh!").await;
        page.wait_for_text(".verdict", "A draw with best play").await;
        page.click_path("//button[contains(@class, 'tile')][contains(., 'Mc3')]").await;
        page.wait_for_text(".verdict", "Player 2 wins in 3 moves at most").await;
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
fn the_map_for_three_players_works_offline_in_french() {
    browse(async |page| {
        page.inject("try { localStorage.setItem('trois.settings', 'lang=fr\\n') } catch {}").await;
        page.open("/").await;
        page.wait_until_cached().await;
        page.stop_server();
        page.open("/atlas").await;
        page.wait_for_text(".verdict", "nulle").await;
        page.click_path("//fieldset//button[. = '3']").await;
        page.wait_for_text(".verdict", "personne ne peut rien forcer").await;
        page.wait_for_text(".shares-bar", "joueur 3").await;
        page.wait_for_text(".longest", "Victoire en un coup").await;
        // Commands are for people who open what is closed; what is closed has no text here.
        for lang in rules::Lang::ALL {
            page.set_language(lang).await;
            let text = page.text("main").await;
            assert!(!text.contains("trois solve"), "{text}");
            assert!(!text.contains(" 1 coups") && !text.contains(" 1 moves"), "{text}");
        }
        page.wait_for(".atlas-part ~ .proof").await;
        // Each curiosity has the command that proves it, and so has what stands above.
        let (facts, commands): (usize, usize) = page
            .run(
                "const facts = [...document.querySelectorAll('.curiosities > li')];
                return [facts.length, facts.filter((fact) => fact.querySelector('details code')).length]",
            )
            .await;
        assert_eq!((facts, commands), (6, 6));
        page.click(".curiosities > li:nth-child(2) summary").await;
        page.wait_for_text(".curiosities > li:nth-child(2)", "trois analyse doh --moves \"Sc3\"").await;
        page.click(".atlas-part ~ .proof summary").await;
        page.wait_for_text(".atlas-part ~ .proof", "trois solve doh --atlas").await;
    });
}

#[test]
fn the_opening_book_is_walked_on_the_board_and_in_the_list_and_on_into_study() {
    browse(async |page| {
        page.open("/").await;
        page.follow("Openings").await;
        page.wait_for_text("h1", "Super Morpion").await;
        page.wait_for_text("p.verdict", "Crosses to play").await;
        let values: usize =
            page.run("return document.querySelectorAll('.atlas-book .board .evaluation').length").await;
        assert_eq!(values, 81, "every first move has a value");
        page.click_path("//ul[contains(@class, 'book-moves')]//button[contains(., '5.5')]").await;
        page.wait_for_text("p.verdict", "Noughts to play").await;
        page.wait_for_text(".path", "5.5").await;
        let known: String = page
            .run("return document.querySelector('.book-moves button:not(:disabled) b').textContent")
            .await;
        page.click_path(&format!("//ul[contains(@class, 'book-moves')]//button[contains(., '{known}')]"))
            .await;
        page.wait_for_text(".path", &known).await;
        page.follow("Study this position").await;
        page.wait_for(".table .board").await;
        assert!(page.path().await.starts_with("/study/super"), "{}", page.path().await);
        page.wait_for_text(".table", &known).await;
    });
}

#[test]
fn a_touch_on_the_board_follows_the_book_offline_in_french() {
    browse(async |page| {
        page.inject("try { localStorage.setItem('trois.settings', 'lang=fr\\n') } catch {}").await;
        page.open("/").await;
        page.wait_until_cached().await;
        page.stop_server();
        page.open("/atlas/super").await;
        page.wait_for_text("p.verdict", "Aux croix de jouer").await;
        page.click(".atlas-book .place[data-spot='p40']").await;
        page.wait_for_text("p.verdict", "Aux ronds de jouer").await;
        page.wait_for_text(".path", "5.5").await;
        // A cell outside the board to which the player is sent.
        page.click(".atlas-book .place[data-spot='p0']").await;
        page.wait_for_text(".refusal", "plaquette").await;
        page.click_path("//ol[contains(@class, 'path')]//button[. = 'Début']").await;
        page.wait_for_text("p.verdict", "Aux croix de jouer").await;
    });
}
