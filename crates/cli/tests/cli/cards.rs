//! The card game: decks, draws, hidden hands.

use crate::{answer, answer_to, json, refusal, refusal_of, run_with};

/// The deck in the order of the rules.
const DECK: &str = "R1 B1 R1 B1 R2 B2 R2 B2 R3 B3 R3 B3 R4 B4 R4 B4 R5 B5 R5 B5 R6 B6 R6 B6 R7 B7 R7 B7 \
                    R8 B8 R8 B8 R9 B9 R9 B9 Y Y Y Y Y Y G G";

const DEAL: &str = "+R1 +B1 +R1 +B1 +R2 +B2 +R2 +B2 +R3 +B3";

/// Twenty-seven moves from [`DECK`] after which all of it is drawn.
const LONG: &str = "R1@c3 B1@c2 R1@b2 B2@c1 R2@c1 B2@d3 R2@d2 B4@b1 R3@d1 B1@b2 R5@b3 B5@b3 R3@d1 B4@b1 R5@b3 \
                    B5@b3 R4@b1 B3@d1 R4@b1 B3@d1 Y@c3 Y@c1 Y@d3 B9@c3 Y@c2 Y@b1 R9@d3";

#[test]
fn chance_is_a_turn_of_its_own() {
    let out = answer(&["moves", "cards"]);
    assert!(out.starts_with("+B1 +B2 +B3 "), "{out}");
    assert!(out.ends_with(" +Y\nturn chance\n"), "{out}");
    assert_eq!(json(&["moves", "cards", "--json"])["turn"], "chance");
    assert_eq!(answer(&["moves", "cards", "--moves", DEAL]), "R1@c3 R2@c3 R3@c3\nturn 1\n");
}

#[test]
fn perft_takes_its_cards_from_the_deck() {
    assert_eq!(answer(&["perft", "cards", "3", "--deck", DECK]), "1 3\n2 219\n3 8427\n");
    let other = DECK.replace("R1 B1 R1 B1 ", "R1 B1 B1 R1 ");
    assert_ne!(answer(&["perft", "cards", "3", "--deck", &other]), "1 3\n2 219\n3 8427\n");
}

#[test]
fn perft_prints_the_deck_that_it_uses_by_default() {
    let run = run_with(&["perft", "cards", "3"], b"");
    assert_eq!((run.status, run.out.as_str()), (Some(0), "1 3\n2 219\n3 8427\n"));
    assert_eq!(
        run.err,
        "note: without --deck, the cards come in the order of the rules: R1 B1 R1 B1 R2 B2 …\n"
    );
    let run = run_with(&["perft", "cards", "1", "--options", "numbers=6"], b"");
    assert!(run.err.contains("R1 B1 R1 B1 R1 B1 …"), "{}", run.err);
}

#[test]
fn draws_may_be_written_if_they_agree_with_the_deck() {
    let plain = answer(&["perft", "cards", "2", "--deck", DECK, "--moves", "R1@c3 B1@c3"]);
    let draws = format!("{DEAL} R1@c3 +R3 B1@c3 +B3");
    assert_eq!(answer(&["perft", "cards", "2", "--deck", DECK, "--moves", &draws]), plain);
    let some = format!("{DEAL} R1@c3 B1@c3 +B3");
    assert_eq!(answer(&["perft", "cards", "2", "--deck", DECK, "--moves", &some]), plain);
    assert_eq!(
        refusal(&["perft", "cards", "2", "--deck", DECK, "--moves", "+R1 +R1"]),
        "Move 2, +R1, does not agree with the deck, in which B1 comes next."
    );
    assert!(
        refusal(&["perft", "cards", "2", "--moves", "+B1"]).ends_with("Give the deck you mean with --deck.")
    );
}

#[test]
fn a_deck_that_is_not_the_cards_of_the_game_is_refused() {
    let refused = |deck: &str| refusal(&["perft", "cards", "1", "--deck", deck]);
    assert_eq!(refused(&format!("{DECK} R1")), "The deck is not the 44 cards of the game: 1 R1 too many.");
    assert_eq!(
        refused(&DECK.replace("Y Y ", "Y ").replace("R9 B9", "R9 R9")),
        "The deck is not the 44 cards of the game: 2 R9 too many, 2 B9 missing, 3 Y missing."
    );
    assert!(
        refused(&DECK.replacen("R1", "R10", 1))
            .starts_with("Card 1 of the deck, “R10”, is not a card of this game.")
    );
    for odd in ["?", "+R1", "r1", "R1@c3", "é"] {
        assert!(refused(&DECK.replacen("R1", odd, 1)).starts_with("Card 1 of the deck, "), "{odd}");
    }
    assert!(refused("").starts_with("The deck is not the 44 cards of the game: 2 R1 missing, "));
    let options = refusal(&["perft", "cards", "1", "--options", "numbers=6", "--deck", DECK]);
    assert!(options.starts_with("Card 25 of the deck, “R7”"), "{options}");
}

#[test]
fn a_deck_that_runs_out_is_reported() {
    let run_out = "The deck runs out: once it is drawn, the discard pile is shuffled, and no deck says in which order. \
                   Count less deep, or from an earlier position.";
    assert_eq!(refusal(&["perft", "cards", "1", "--deck", DECK, "--moves", LONG]), run_out);
    let (earlier, _) = LONG.rsplit_once(' ').unwrap();
    assert_eq!(answer(&["perft", "cards", "1", "--deck", DECK, "--moves", earlier]), "1 17\n");
    assert_eq!(refusal(&["perft", "cards", "2", "--deck", DECK, "--moves", earlier, "--json"]), run_out);
    // Draws from the pot can be given explicitly.
    assert!(
        answer(&["moves", "cards", "--deck", DECK, "--moves", &format!("{LONG} +B1")])
            .ends_with("\nturn 2\n")
    );
    assert_eq!(
        refusal(&["moves", "cards", "--deck", DECK, "--moves", &format!("{LONG} B1@c3")]),
        "Before move 28, B1@c3, a card is drawn, and the deck has run out. Write which one, as in +R5."
    );
}

#[test]
fn a_missing_draw_is_reported() {
    assert_eq!(
        refusal(&["moves", "cards", "--moves", "+R1 +B1 R1@c3"]),
        "Before move 3, R1@c3, a card is drawn, and no deck is given. Write which one, as in +R5."
    );
}

#[test]
fn a_position_has_no_deck() {
    let shown = answer(&["show", "cards", "--moves", DEAL]);
    let position = shown.lines().rev().nth(1).unwrap();
    assert_eq!(answer(&["perft", "cards", "1", "--position", position]), "1 3\n");
    assert!(
        refusal(&["perft", "cards", "2", "--position", position, "--json"])
            .contains("--moves and --deck instead")
    );
    assert!(
        refusal(&["perft", "cards", "1", "--position", position, "--deck", DECK])
            .contains("cannot be used with")
    );
}

#[test]
fn each_viewer_sees_their_own_hand() {
    let show = |view: &[&str]| answer(&[&["show", "cards", "--moves", DEAL], view].concat());
    let (all, one, public) = (show(&[]), show(&["--view", "1"]), show(&["--view", "public"]));
    assert!(all.contains("R1 R1 R2 R2 R3") && all.contains("B1 B1 B2 B2 B3"), "{all}");
    assert!(one.contains("R1 R1 R2 R2 R3") && !one.contains("B1"), "{one}");
    assert!(!public.contains("R1") && !public.contains("B1"), "{public}");
}

#[test]
fn at_the_terminal_everyone_sees_their_own_draws() {
    let seats = ["play", "cards", "--seats", "human,random", "--seed", "5"];
    let out = answer_to(&seats, "?\n");
    let drawn = out.lines().find(|line| line.starts_with("Cards drawn: ")).unwrap();
    assert_eq!(drawn.matches("+?").count(), 5, "{out}");
    let first = out.lines().find(|line| line.contains("@c3")).unwrap().split_whitespace().next().unwrap();
    let out = answer_to(&seats, &format!("{first}\nundo\n"));
    assert!(out.contains("A card has been drawn since: that move can no longer be taken back."), "{out}");
    assert!(out.contains("Player 2: "), "{out}");
}

#[test]
fn the_screen_is_cleared_between_two_people_at_one_terminal() {
    let seats = ["play", "cards", "--seats", "human,human", "--seed", "3"];
    let out = answer_to(&seats, "\n?\n");
    let first = out.lines().find(|line| line.contains("@c3")).unwrap().split_whitespace().next().unwrap();
    let out = answer_to(&seats, &format!("\n{first}\n\n"));
    let (before, after) = out.split_once("Pass the device to player 2, who presses Enter.").unwrap();
    assert!(before.contains("Pass the device to player 1, who presses Enter."), "{out}");
    assert!(before.contains("Player 1 >") && after.contains("Player 2 >"), "{out}");
    assert!(after.contains(&format!("Player 1: {first}\n")), "{out}");
    // Nothing of a hand is printed before its curtain is lifted.
    assert!(!before.split("who presses Enter.").next().unwrap().contains("Cards drawn"), "{out}");
    let french = answer_to(&[&seats[..], &["--lang", "fr"]].concat(), "");
    assert!(french.contains("Passez l’appareil au joueur 1, qui appuie sur Entrée."), "{french}");
}

#[test]
fn a_record_of_cards_replays_with_its_draws() {
    let record = format!("[Game \"cards\"]\n\n{DEAL} 1. R1@c3 +R3 2. B1@c3 +B3 *");
    let out = answer_to(&["replay", "-"], &record);
    assert!(out.contains("\n+R1 +B1 +R1 +B1 +R2 +B2 +R2 +B2 +R3 +B3 1. R1@c3 +R3 2. B1@c3 +B3\n"), "{out}");
    let wrong = record.replace("2. B1@c3", "2. B9@c3");
    assert!(refusal_of(&["replay", "-"], wrong.as_bytes()).contains("Move 2, B9@c3: "));
}
