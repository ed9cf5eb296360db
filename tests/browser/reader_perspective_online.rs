//! Online, the app addresses players by name, shows spectators no dead buttons, and asks before it makes an offer.

use rules::{AnyGame, Kind, Record};

use crate::harness::{Page, browse};

/// Anne opens a table of Morpion and begins; Luc joins by the link.
async fn at_a_table(anne: &Page) -> (Page, String) {
    let luc = anne.fresh_browser().await;
    let path = anne.open_table(Kind::Morpion, &[], "Anne").await;
    luc.sit_down(&path, "Luc").await;
    anne.wait_for(".tools").await;
    luc.wait_for(".tools").await;
    (luc, path)
}

/// Plays these moves by clicks, each by the player to move.
async fn play(players: [&Page; 2], moves: &str) {
    play_from(players, "", moves).await;
}

/// The same, after moves that were played before.
async fn play_from(players: [&Page; 2], before: &str, moves: &str) {
    let mut record = Record::new(AnyGame::new(Kind::Morpion, "").unwrap());
    for word in before.split_whitespace() {
        record.push(record.end().parse_move(word).unwrap()).unwrap();
    }
    for word in moves.split_whitespace() {
        let (ply, mv) = (record.steps().len(), record.end().parse_move(word).unwrap());
        players[ply % 2].touch_move(&record, mv).await;
        record.push(mv).unwrap();
        for page in players {
            page.wait_for_moves(ply + 1).await;
        }
    }
}

#[test]
fn an_invitation_says_who_invites_to_which_game_and_why_the_game_cannot_start_yet() {
    browse(async |anne| {
        let path = anne.open_table(Kind::Super, &[], "Anne").await;
        let luc = anne.fresh_browser().await;
        luc.open(&path).await;
        luc.wait_for_text(".invites", "Anne invites you to play Super Morpion.").await;
        luc.wait_for_text(".invites ~ .first-time", "Learn it in a minute").await;
        luc.wait_for(".name-field[aria-busy=false]").await;
        let made_up = luc.value(".name-field input").await;
        assert!(made_up.starts_with("Guest "), "{made_up:?}");
        luc.pick_name(&"x".repeat(25)).await;
        luc.wait_for_text(".refusal[role=alert]", "This name has 25 characters; the limit is 24.").await;
        luc.wait_for_text(".invites ~ .row [role=status]", "the limit is 24").await;
        luc.wait_for(".invites ~ .row button:disabled").await;
        luc.pick_name("Luc").await;
        luc.click(".invites ~ .row button:enabled").await;
        luc.wait_for_text(".table", "You (nought)").await;
        luc.wait_for_text(".table", "Anne (cross)").await;
        luc.close_without_errors().await;
    });
}

#[test]
fn each_player_is_addressed_and_the_winner_is_named_to_spectators() {
    browse(async |anne| {
        let (luc, path) = at_a_table(anne).await;
        let eve = anne.fresh_browser().await;
        eve.open(&path).await;
        anne.wait_for_text(".status .turn", "Your turn.").await;
        luc.wait_for_text(".status .turn", "Anne’s turn.").await;
        eve.wait_for_text(".status .turn", "Anne’s turn.").await;
        // Spectators see only the buttons that they can use.
        let buttons: Vec<String> = eve
            .run("return [...document.querySelectorAll('.tools .tool')].map((one) => one.innerText)")
            .await;
        assert_eq!(buttons, ["Flip", "Share…"]);
        anne.touch("p0".parse().unwrap()).await;
        eve.wait_for_moves(1).await;
        // A game that goes on is shared as a link, a picture and a film, without the text of the moves.
        eve.press_button("Share…").await;
        let link = eve.value("dialog[open] input.link").await;
        assert_eq!(link, format!("{}{path}", eve.origin()));
        eve.click(".more-files summary").await;
        eve.press_button("SVG image").await;
        assert!(eve.downloaded("svg").await.starts_with(b"<svg"));
        eve.press_button("Animated GIF").await;
        assert!(eve.downloaded("gif").await.starts_with(b"GIF89a"));
        assert!(!eve.text("dialog[open]").await.contains("JSON"));
        eve.press("\u{e00c}").await;
        eve.wait_until_gone("dialog[open]").await;
        play_from([anne, &luc], "1", "5 2 9 3").await;
        anne.wait_for_text(".result.is-won .turn", "You won!").await;
        luc.wait_for_text(".result.is-over .turn", "You lost.").await;
        eve.wait_for_text(".result.is-over .turn", "Anne won.").await;
        for page in [anne, &luc, &eve] {
            page.wait_for_text(".reason", "Three crosses in a row.").await;
        }
        anne.wait_for_text(".news", "You play top right.").await;
        luc.wait_for_text(".news", "Anne plays top right.").await;
        let actions: String = eve.text(".result-actions").await;
        assert!(!actions.contains("Rematch"), "a spectator is offered a rematch");
        luc.click(".result-actions button.strong").await;
        luc.wait_for_text(".offers", "You have offered a rematch.").await;
        anne.wait_for_text(".offers", "Luc offers you a rematch.").await;
        luc.close_without_errors().await;
        eve.close_without_errors().await;
    });
}

#[test]
fn a_draw_is_offered_and_a_move_taken_back_only_after_a_question() {
    browse(async |anne| {
        let (luc, _) = at_a_table(anne).await;
        play([anne, &luc], "5 1").await;
        anne.press_button("Draw").await;
        anne.wait_for_text("dialog[open]", "Luc can accept or decline.").await;
        anne.press_button("No, keep playing").await;
        anne.wait_until_gone("dialog[open]").await;
        assert_eq!(luc.run::<usize>("return document.querySelectorAll('.offers .ask').length").await, 0);
        anne.press_button("Take back").await;
        anne.wait_for_text("dialog[open] .taken-back", "You play in the centre.").await;
        anne.wait_for_text("dialog[open] .taken-back", "Luc plays top left.").await;
        anne.click_path("//dialog[@open]//button[normalize-space(.) = 'Ask']").await;
        luc.wait_for_text(".offers .taken-back", "Anne plays in the centre.").await;
        luc.wait_for_text(".offers .taken-back", "You play top left.").await;
        luc.press_button("Accept").await;
        anne.wait_for_moves(0).await;
        anne.press_button("Draw").await;
        anne.click_path("//dialog[@open]//button[normalize-space(.) = 'Offer a draw']").await;
        luc.wait_for_text(".offers", "Anne offers you a draw.").await;
        luc.press_button("Accept").await;
        for page in [anne, &luc] {
            page.wait_for_text(".result.is-over .turn", "It’s a draw.").await;
            page.wait_for_text(".ended-mark", "Draw agreed").await;
        }
        luc.close_without_errors().await;
    });
}

#[test]
fn after_a_game_against_an_engine_the_next_level_is_a_button() {
    browse(async |anne| {
        anne.open("/online/new?game=morpion").await;
        anne.pick_name("Anne").await;
        anne.choose(".seats label:nth-of-type(2) select", "3").await;
        anne.press_button("Open the table").await;
        anne.wait_for(".tools").await;
        anne.press_button("Resign").await;
        anne.press_button("Yes, resign").await;
        anne.wait_for_text(".result.is-over .turn", "You lost.").await;
        let before = anne.path().await;
        anne.press_button("Try level 2").await;
        anne.wait_until_gone(".result.is-over").await;
        anne.wait_for(".tools").await;
        assert_ne!(anne.path().await, before);
        anne.wait_for_text(".table", "Engine 2").await;
    });
}

#[test]
fn a_player_who_has_accepted_an_offer_reads_so_while_another_thinks_about_it() {
    browse(async |anne| {
        let (luc, eve) = (anne.fresh_browser().await, anne.fresh_browser().await);
        let path = anne.open_table(Kind::Doh, &[("Players", "3")], "Anne").await;
        luc.sit_down(&path, "Luc").await;
        eve.sit_down(&path, "Ève").await;
        anne.wait_for(".tools").await;
        anne.press_button("Draw").await;
        anne.click_path("//dialog[@open]//button[normalize-space(.) = 'Offer a draw']").await;
        for page in [&luc, &eve] {
            page.wait_for_text(".offers", "Anne offers you a draw.").await;
        }
        luc.press_button("Accept").await;
        luc.wait_for_text(".offers", "You have accepted Anne’s draw offer. Waiting for the other players.")
            .await;
        assert!(!luc.text(".offers").await.contains("Anne offers"), "the offer is made once more");
        eve.wait_for_text(".offers", "Accept").await;
        eve.press_button("Accept").await;
        luc.wait_for_text(".result.is-over .turn", "It’s a draw.").await;
        luc.close_without_errors().await;
        eve.close_without_errors().await;
    });
}

#[test]
fn a_stranger_at_a_table_without_a_free_seat_is_not_invited_to_play() {
    browse(async |anne| {
        let (luc, path) = at_a_table(anne).await;
        anne.press_button("Resign").await;
        anne.press_button("Yes, resign").await;
        luc.click(".result-actions button.strong").await;
        anne.wait_for_text(".offers", "Luc offers you a rematch.").await;
        // Luc looks at another page while Anne accepts, so only Anne sits down.
        luc.open("/settings").await;
        anne.press_button("Accept").await;
        anne.wait_for_text(".waiting", "Anne (you)").await;
        let next = anne.path().await;
        assert_ne!(next, path);
        let eve = anne.fresh_browser().await;
        eve.open(&next).await;
        eve.wait_for_text("main", "All seats are taken. Stay here to watch the game.").await;
        let is_invited = "return document.querySelector('.invites, .name-field, .waiting button') !== null";
        assert!(!eve.run::<bool>(is_invited).await, "an invitation that cannot be accepted");
        // Luc finds the way to the reserved seat.
        luc.open(&path).await;
        luc.follow("Next game").await;
        luc.wait_for(".tools").await;
        eve.wait_for_text("main", "You are watching this game.").await;
        luc.close_without_errors().await;
        eve.close_without_errors().await;
    });
}
