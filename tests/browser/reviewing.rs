//! Reviewing a game: the story, retrying one's own mistakes, and where the review is saved.

use rules::{AnyGame, Kind, Record, Rng};

use crate::harness::{Page, browse, record_fragment};

/// A game of Morpion against the engine in which the person, who has the noughts, loses by the first move.
const LOST: &str = "[Game \"morpion\"]\n[Players \"3,person\"]\n[Result \"win1\"]\n\n5 2 1 9 7 3 4 win1\n";

async fn touch(page: &Page, spot: &str) {
    page.touch(spot.parse().unwrap()).await;
}

#[test]
fn a_finished_game_is_reviewed_and_its_mistake_is_tried_again() {
    browse(async |page| {
        page.open("/").await;
        let kept = format!("1700000000000\n{LOST}");
        let () = page.run(&format!("localStorage.setItem('trois.game.lost', {kept:?})")).await;
        page.open("/play/morpion#lost").await;
        page.follow("Review this game").await;
        page.wait_for_text(".accuracy", "You (nought)").await;
        page.wait_for_text(".status .turn", "You lost.").await;
        page.wait_for_text(".accuracy", "1 blunder").await;
        page.wait_for_text(".decided", "The game was decided at move 2").await;
        page.wait_for_text(".turns", "Move 2: ").await;
        page.wait_for_text(".mistakes", "2. 2??").await;
        assert_eq!(page.axe().await, [""; 0]);
        // A touch on a turning point of the curve shows its position.
        page.click(".plot .turning").await;
        page.wait_for_text(".notation .here .mv", "2").await;

        page.press_button("Retry your mistakes (1)").await;
        page.wait_for_text(".retry", "Move 2 (2): you could draw; now you lose in 3 moves.").await;
        assert_eq!(page.axe().await, [""; 0]);
        touch(page, "p3").await;
        page.wait_for_text(".retry .verdict", "4 is not enough").await;
        page.press_button("Why was it a mistake?").await;
        page.press_button("Step forward").await;
        page.wait_for_text(".retry .verdict", "The reply:").await;
        page.press_button("Try again").await;
        page.press_button("Hint").await;
        page.click(".language").await;
        page.wait_for_text(".retry", "Trouvez mieux").await;
        page.click(".language").await;
        touch(page, "p8").await;
        page.wait_for_text(".retry .verdict", "Yes").await;
        page.press_button("Next").await;
        page.wait_for_text(".retry .verdict", "Done: 0 of 1 found without help.").await;
        page.press_button("Back to the review").await;
        page.wait_for(".accuracy").await;

        // The address holds the review, and so does the shared link; only the player's own browser says "you".
        page.reload().await;
        page.wait_for_text(".accuracy", "1 blunder").await;
        page.wait_for_text(".accuracy", "You (nought)").await;
        let address: String = page.run("return location.pathname + location.search + location.hash").await;
        page.click(".review .share summary").await;
        let link = page.value(".review input.link").await;
        let stranger = page.fresh_browser().await;
        for address in [link.strip_prefix(page.origin()).unwrap(), &address] {
            stranger.open(address).await;
            stranger.wait_for_text(".accuracy", "1 blunder").await;
            stranger.press_button("End").await;
            stranger.wait_for_text(".status .turn", "The engine won.").await;
            stranger.wait_for_text(".review", "Retry mistakes: Nought (1)").await;
            assert!(!stranger.text(".review").await.contains("You"));
        }
        stranger.close().await;
        // The device saves it for the game without comments, too.
        page.open(&format!("/study/morpion{}", record_fragment(LOST))).await;
        page.wait_for_text(".accuracy", "1 blunder").await;
    });
}

#[test]
fn a_long_game_is_reviewed_with_progress_and_can_be_stopped() {
    browse(async |page| {
        page.open(&format!("/study/super?review{}", long_game())).await;
        page.wait_for(".review progress").await;
        page.press_button("Stop").await;
        page.wait_until_gone(".review progress").await;
        page.press_button("Review this game").await;
        page.wait_for(".accuracy").await;
        page.wait_for(".mistakes li").await;
        page.wait_for(".plot .curve").await;
        page.click(".language").await;
        page.wait_for_text(".review", "Précision").await;
    });
}

/// A random game, long enough for its review to take seconds.
fn long_game() -> String {
    let (mut rng, mut record) = (Rng::new(3), Record::new(AnyGame::new(Kind::Super, "").unwrap()));
    while let Some(mv) = record.end().random_move(&mut rng) {
        record.push(mv).unwrap();
    }
    record_fragment(&record.to_string())
}

#[test]
fn a_retry_ends_a_review_that_is_running() {
    browse(async |page| {
        page.open(&format!("/study/super?review{}", long_game())).await;
        page.wait_for(".mistakes li").await;
        page.press_button("Review again").await;
        page.wait_for(".review progress").await;
        page.click(".review .row button.strong").await;
        page.wait_for(".retry").await;
        page.press_button("Exit").await;
        page.wait_for(".mistakes li").await;
        page.wait_until_gone(".review progress").await;
    });
}

#[test]
fn another_study_ends_a_review_that_is_running() {
    browse(async |page| {
        page.open(&format!("/study/super?review{}", long_game())).await;
        page.wait_for(".mistakes li").await;
        page.press_button("Review again").await;
        page.wait_for(".review progress").await;
        page.press_button("Start over").await;
        page.wait_for_text(".status .turn", "Crosses to play").await;
        touch(page, "p40").await;
        // Nothing is saved for the new game when the review ends.
        page.wait_for_text(".review", "Review this game").await;
        let saved =
            "return Object.keys(localStorage).filter((key) => key.startsWith('trois.review.')).length";
        assert_eq!(page.run::<u32>(saved).await, 1);
    });
}

#[test]
fn a_game_without_moves_and_one_that_is_over_at_once_say_why_they_have_no_review() {
    browse(async |page| {
        page.open(&format!("/study/morpion?review{}", record_fragment("[Game \"morpion\"]\n\n*"))).await;
        page.wait_for_text(".review .refusal", "There are no moves to review yet.").await;
        let over = "[Game \"morpion\"]\n[Position \"xxx/oo./... win1\"]\n\nwin1";
        page.open(&format!("/study/morpion?review{}", record_fragment(over))).await;
        page.wait_for_text(".review .refusal", "This game was over before the first move").await;
    });
}

#[test]
fn a_study_addresses_the_player_of_its_game() {
    browse(async |page| {
        page.open("/").await;
        let kept = format!("1700000000000\n{LOST}");
        let () = page.run(&format!("localStorage.setItem('trois.game.lost', {kept:?})")).await;
        page.open("/play/morpion#lost").await;
        page.follow("Study this game").await;
        page.wait_for_text(".status .turn", "You lost.").await;
        // The reader has no seat in a new study.
        page.press_button("Start over").await;
        page.wait_for_text(".status .turn", "Crosses to play").await;
    });
}

#[test]
fn a_resigned_game_does_not_look_alive_at_the_end_of_its_main_line() {
    browse(async |page| {
        page.open("/").await;
        let game = "[Game \"morpion\"]\n[Players \"3,person\"]\n[Termination \"resignation\"]\n\n5 2 win1\n";
        let kept = format!("1700000000000\n{game}");
        let () = page.run(&format!("localStorage.setItem('trois.game.lost', {kept:?})")).await;
        page.open("/play/morpion#lost").await;
        page.follow("Study this game").await;
        page.wait_for_text(".status .turn", "You lost.").await;
        page.wait_for_text(".status .reason", "You resigned.").await;
        page.wait_for_text(".surface.is-ended .ended-mark", "Resigned").await;
        // Before the end, and in a line that goes on, the game is alive.
        page.press_button("Back").await;
        page.wait_until_gone(".is-ended").await;
        page.wait_for_text(".status .turn", "Your turn").await;
        page.press_button("End").await;
        page.wait_for(".surface.is-ended").await;
        touch(page, "p0").await;
        page.wait_until_gone(".is-ended").await;
        page.wait_for_text(".status .turn", "Your turn").await;
        // To those who did not play, the review names the players.
        let agreed =
            "[Game \"morpion\"]\n[Seat1 \"Anne\"]\n[Seat2 \"Luc\"]\n[Termination \"time\"]\n\n5 2 win1\n";
        page.open(&format!("/study/morpion{}", record_fragment(agreed))).await;
        page.wait_for_text(".status .turn", "Anne won.").await;
        page.wait_for_text(".status .reason", "Luc ran out of time.").await;
        page.wait_for_text(".ended-mark", "Out of time").await;
    });
}

#[test]
fn a_study_calls_players_by_their_names() {
    browse(async |page| {
        let game = "[Game \"morpion\"]\n[Seat1 \"Anne\"]\n[Seat2 \"Basile\"]\n\n5 2 1 9 7 3 4 win1\n";
        page.open(&format!("/study/morpion{}", record_fragment(game))).await;
        page.wait_for_text(".status .turn", "Anne won.").await;
        page.wait_for_text(".players.below", "Anne (cross)").await;
        page.open(&format!("/study/morpion?you=1{}", record_fragment(game))).await;
        page.wait_for_text(".status .turn", "You won!").await;
        page.wait_for_text(".players.below", "You (cross)").await;
        page.press_button("Back").await;
        page.wait_for_text(".status .turn", "Your turn").await;
    });
}
