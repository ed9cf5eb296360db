//! The app addresses the person: whose turn it is, how the game ended, what to do next; and it asks for confirmation
//! before it does something that cannot be undone.

use rules::{AnyGame, Kind, Record};

use crate::harness::{almost_over, browse, players};

/// A script that stores a finished or running game on this device, under the id `stored`.
fn store_game(players: &str, moves: &str, result: &str) -> String {
    let mut record = Record::new(AnyGame::new(Kind::Morpion, "").unwrap());
    record.set_tag("Players", players);
    for word in moves.split_whitespace() {
        let mv = record.end().parse_move(word).unwrap();
        record.push(mv).unwrap();
    }
    assert_eq!(record.result().map(|outcome| outcome.to_string()).unwrap_or_default(), result);
    let text = format!("1700000000000\n{record}");
    format!("localStorage.setItem('trois.game.stored', {text:?})")
}

#[test]
fn the_winner_is_congratulated_and_offered_what_comes_next() {
    browse(async |page| {
        page.open("/").await;
        // One move before the win of the person, who has the noughts.
        let () = page.run(&store_game("4,person", "1 5 2 3 9", "")).await;
        page.open("/play/morpion#stored").await;
        page.wait_for_text(".status .turn", "Your turn.").await;
        page.wait_for_text(".table", "You (nought)").await;
        page.wait_for_text(".table", "Engine 4 (cross)").await;
        page.wait_for_text(".moves thead", "Engine You").await;
        page.touch("p6".parse().unwrap()).await;
        page.wait_for_text(".result.is-won .turn", "You won!").await;
        page.wait_for_text(".reason", "Three noughts in a row.").await;
        page.wait_for_text(".news", "You play bottom left.").await;
        page.wait_for(".confetti").await;
        page.wait_for(".item.win").await;
        page.wait_for(".result-actions a[href*='#record=']").await;
        page.press_button("Try level 5").await;
        page.wait_until_gone(".result.is-over").await;
        page.click(".place.legal").await;
        let record = page.wait_for_step(0).await;
        assert_eq!(players(&record), ["human", "engine level 5"], "the next game is not at the next level");
    });
}

#[test]
fn the_loser_sees_the_result_and_is_offered_an_easier_game_in_their_language() {
    browse(async |page| {
        page.open("/").await;
        let () = page.run(&store_game("person,4", "1 5 2 3 9 7", "win2")).await;
        let () = page.run("localStorage.setItem('trois.settings', 'lang=fr\\n')").await;
        page.open("/play/morpion#stored").await;
        page.wait_for_text(".result.is-over .turn", "Vous avez perdu.").await;
        page.wait_for_text(".reason", "Trois ronds alignés.").await;
        page.wait_for_text(".result-actions", "Essayer le niveau 3").await;
        page.wait_for_text(".result-actions", "Faire le bilan").await;
        let confetti: usize = page.run("return document.querySelectorAll('.confetti').length").await;
        assert_eq!(confetti, 0, "a defeat is celebrated");
        assert_eq!(page.english_words().await, [""; 0]);
    });
}

#[test]
fn a_win_is_not_celebrated_where_motion_is_reduced_nor_again_after_a_reload() {
    browse(async |page| {
        page.open("/").await;
        let () = page.run(&store_game("4,person", "1 5 2 3 9", "")).await;
        let () = page.run("localStorage.setItem('trois.settings', 'motion=off\\n')").await;
        page.open("/play/morpion#stored").await;
        page.touch("p6".parse().unwrap()).await;
        page.wait_for_text(".result.is-won .turn", "You won!").await;
        let () = page.run("localStorage.setItem('trois.settings', 'motion=system\\n')").await;
        page.open("/play/morpion#stored").await;
        page.wait_for_text(".result.is-won .turn", "You won!").await;
        let confetti: usize = page.run("return document.querySelectorAll('.confetti').length").await;
        assert_eq!(confetti, 0);
    });
}

#[test]
fn a_resigned_game_is_marked_as_over() {
    browse(async |page| {
        page.open("/play/super").await;
        page.play_first_legal_place_and_wait(1).await;
        page.press_button("Resign").await;
        page.wait_for_text("dialog[open]", "The engine wins the game.").await;
        page.press_button("Yes, resign").await;
        page.wait_for_text(".result.is-over .turn", "You lost.").await;
        page.wait_for_text(".reason", "You resigned.").await;
        page.wait_for_text(".surface.is-ended .ended-mark", "Resigned").await;
        let opacity: String =
            page.run("return getComputedStyle(document.querySelector('.surface .board')).opacity").await;
        assert!(opacity.parse::<f64>().unwrap() < 0.8, "the board is as bright as before: {opacity}");
        page.press_button("Undo").await;
        page.wait_until_gone(".surface.is-ended").await;
    });
}

#[test]
fn what_won_is_marked_on_the_board_in_every_game() {
    browse(async |page| {
        page.open("/").await;
        for &kind in Kind::ALL {
            let (mut record, mv) = almost_over(kind);
            record.push(mv).unwrap();
            let text = format!("1700000000000\n{record}");
            let () = page.run(&format!("localStorage.setItem('trois.game.won', {text:?})")).await;
            page.open(&format!("/play/{kind}#won")).await;
            page.wait_for_text(".result.is-won .turn", "You won!").await;
            assert!(page.run::<bool>("return document.querySelector('.item.win') !== null").await, "{kind}");
        }
    });
}

#[test]
fn a_first_time_player_is_offered_the_course() {
    browse(async |page| {
        page.open("/play/fives").await;
        page.wait_for_text(".first-time", "Learn it in a minute").await;
        let record = Record::new(AnyGame::new(Kind::Fives, "").unwrap());
        page.play_against(&record, record.end().parse_move("Mb4").unwrap()).await;
        page.wait_until_gone(".first-time").await;
        page.reload().await;
        page.wait_for(".status .turn").await;
        page.press_button("New game…").await;
        page.press_button("Start").await;
        page.wait_until_gone("dialog[open]").await;
        page.wait_until_gone(".first-time").await;
        page.open("/play/doh").await;
        page.follow("Learn it in a minute").await;
        page.wait_for_text("h1", "Learn").await;
    });
}

#[test]
fn every_game_on_the_home_page_has_a_button_to_play_and_one_to_learn() {
    browse(async |page| {
        page.open("/").await;
        page.wait_for(".game-card").await;
        let links: Vec<String> = page
            .run("return [...document.querySelectorAll('.game-card .button')].map((one) => one.getAttribute('href'))")
            .await;
        let expected: Vec<String> =
            Kind::ALL.iter().flat_map(|kind| [format!("/play/{kind}"), format!("/learn/{kind}")]).collect();
        assert_eq!(links, expected);
        // On a phone the navigation has words, not only icons.
        page.resize(320, 640).await;
        let words: Vec<String> =
            page.run("return [...document.querySelectorAll('.bar nav a')].map((one) => one.innerText)").await;
        assert_eq!(words, ["Online", "My games", "Study", "Puzzles", "Settings"]);
        assert_eq!(page.run::<u32>("return document.documentElement.scrollWidth").await, 320);
    });
}
