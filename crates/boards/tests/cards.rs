//! The card game: touches that are no moves, where cards come from, what stays hidden, and its texts.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use boards::{DrawContext, Item, Scene, Spot, TouchOutcome, TouchRefusal};
use rules::cards::{Card, Illegal};
use rules::{AnyGame, AnyIllegal, Kind, Lang, Seat, Viewer};

const FLOATING: &str = "...../...../..R3B7./..R5../..... R1R3B5B8Y ?5 ?31 - 0-0 1 numbers=9,target=5";
const PINNED: &str =
    "...../.B1_R4./.R3b1R7B5r1./.R2B8_./..... R4R5B5B6YG ?5 ?16 R1R8B8B9YYYY 3-2 1 numbers=9,target=5";

fn game(position: &str) -> AnyGame {
    AnyGame::parse(Kind::Cards, position).unwrap()
}

/// The spots of a text: cards as they are written, squares by their names.
fn spots(text: &str) -> Vec<Spot> {
    let spot = |word: &str| match word.parse::<Card>() {
        Ok(card) => Spot::Piece(card.index() as u8),
        Err(_) => Spot::Place(word.parse::<rules::frame::Square>().unwrap().index() as u8),
    };
    text.split_whitespace().map(spot).collect()
}

fn touch(position: &str, text: &str) -> TouchOutcome<rules::AnyMove, AnyIllegal> {
    let spots = spots(text);
    let (last, picked) = spots.split_last().unwrap();
    boards::touch(&game(position), picked, *last)
}

fn reason(position: &str, text: &str) -> Illegal {
    match touch(position, text) {
        TouchOutcome::Refused(TouchRefusal::Rule(AnyIllegal::Cards(why))) => why,
        other => panic!("{text}: {other:?}"),
    }
}

/// The scene after a move, as red sees it.
fn scene_after(position: &str, mv: &str) -> Scene {
    let mut game = game(position);
    let mv = game.parse_move(mv).unwrap();
    game.play(mv).unwrap();
    let viewer = Viewer::Seat(Seat::ONE);
    boards::draw(&game, &DrawContext { viewer, last_move: Some(mv), ..DrawContext::plain(Lang::En) })
}

fn item<'s>(scene: &'s Scene, key: &str) -> &'s Item {
    scene.items.iter().find(|item| item.key == key).unwrap_or_else(|| panic!("no {key}"))
}

#[test]
fn any_two_squares_of_a_complete_line_identify_it_for_a_green_card() {
    for way in ["G b3 d3", "G d3 b3", "G b3 c3", "c3 G d3", "d3 G b3"] {
        let TouchOutcome::Played(mv) = touch(PINNED, way) else { panic!("{way}") };
        assert_eq!(mv.to_string(), "G@b3-d3");
    }
    assert!(
        matches!(reason(PINNED, "G b4 d4"), Illegal::Incomplete { empty, .. } if empty.count_ones() == 1)
    );
    assert!(matches!(reason(PINNED, "G d2"), Illegal::Incomplete { .. }));
}

#[test]
fn wrong_places_are_refused_with_the_reason_of_the_rules() {
    assert!(matches!(reason(FLOATING, "R1 d3"), Illegal::OtherNumber { .. }));
    assert!(matches!(reason(FLOATING, "R1 a3"), Illegal::OutsideGrid { .. }));
    assert!(matches!(reason(FLOATING, "a3"), Illegal::OutsideGrid { .. }));
    assert!(matches!(reason(FLOATING, "Y c4"), Illegal::NothingThere(_)));
}

#[test]
fn a_card_that_fits_nowhere_says_why() {
    let full = "...../.R1B1R1./.B2R2B1./.B3B3R3./..... R4B4Y ?5 ?27 - 0-0 1 numbers=9,target=5";
    let spot = spots("R4")[0];
    let said = boards::say_refusal(&game(full), &TouchRefusal::NoMove(spot), Lang::En);
    assert!(matches!(touch(full, "R4"), TouchOutcome::Refused(TouchRefusal::NoMove(_))));
    assert_eq!(said, "No space is free, and no pile has this number.");
}

#[test]
fn a_closed_hand_shows_card_backs_and_has_no_touch_target() {
    let public = FLOATING.replace("R1R3B5B8Y ?5", "?5 ?5");
    let scene = boards::draw(&game(&public), &DrawContext::plain(Lang::En));
    assert!(scene.items.iter().all(|item| !item.key.starts_with("hand-")));
    assert_eq!(scene.items.iter().filter(|item| item.key.starts_with("back-")).count(), 10);
    assert!(scene.targets.iter().all(|place| matches!(place.spot, Spot::Place(_))));
}

#[test]
fn a_card_enters_from_its_former_position() {
    let drawing = FLOATING.replace("0-0 1", "0-0 +1").replace("R1R3B5B8Y ?5 ?31", "R1R3B5Y ?5 ?32");
    let scene = scene_after(&drawing, "+B5");
    let pile = item(&scene, "pile").at;
    assert_eq!(item(&scene, "hand-1-B5-1").from, Some(pile));
    assert_eq!(item(&scene, "hand-1-B5-0").from, None);
    let hidden = scene_after(&drawing.replace("0-0 +1", "0-0 +2"), "+?");
    assert_eq!(item(&hidden, "back-2-5").from, Some(pile));

    let scene = scene_after(PINNED, "R5@d3");
    let card = item(&scene, "card-d3-2");
    assert!(card.from.unwrap().y > card.at.y, "from red's hand at the bottom");
    let middle = scene.target(spots("c3")[0]).unwrap().at;
    assert_eq!(item(&scene, "token-1-3").from, Some(middle));
    assert_eq!(item(&scene, "token-1-2").from, None);
}

#[test]
fn the_line_that_wins_the_game_stays_on_the_board() {
    let classes = |tokens: &str| {
        let scene = scene_after(&PINNED.replace("3-2", tokens), "R5@d3");
        ["ribbon-", "earned-"].map(|key| {
            scene.items.iter().find(|item| item.key.starts_with(key)).map_or("", |item| item.class)
        })
    };
    // The style sheet fades `celebrate` out.
    assert_eq!(classes("3-2"), ["celebrate"; 2]);
    assert_eq!(classes("4-2"), ["win"; 2]);
}

/// A move in words, in both languages.
fn say(position: &str, mv: &str) -> String {
    let game = game(position);
    let mv = game.parse_move(mv).unwrap();
    Lang::ALL.map(|lang| boards::say_move(&game, mv, &boards::Names::sides(game.kind()), lang)).join(" | ")
}

#[test]
fn lines_are_counted_apart_from_the_tokens_that_are_left() {
    let two_lines =
        PINNED.replace("B8_.", "B8R8.").replace(" R1R8B8", " R1B8").replace("target=5", "target=13");
    let with_tokens =
        |tokens: &str| say(&two_lines.replace("3-2", tokens), "R5@d3").replace(['\u{a0}', '\u{202f}'], "~");
    let told = [with_tokens("3-2"), with_tokens("12-11")];
    expect_test::expect![[r#"
        Les rouges couvrent le 5 bleu en d3 avec le 5 rouge. 2 lignes~: 2 jetons pour les rouges~! | Red covers the blue 5 on d3 with the red 5. 2 lines: 2 tokens for red!
        Les rouges couvrent le 5 bleu en d3 avec le 5 rouge. 2 lignes~: le dernier jeton pour les rouges~! | Red covers the blue 5 on d3 with the red 5. 2 lines: the last token for red!"#]].assert_eq(&told.join("\n"));
}

#[test]
fn moves_are_described_with_their_consequences() {
    let told = [
        say(FLOATING, "B8@c4"),
        say(FLOATING, "Y@c3"),
        say(PINNED, "R5@d3"),
        say(&PINNED.replace("3-2", "4-2"), "R5@d3"),
        say(PINNED, "Y@d3"),
        say(PINNED, "G@b3-d3"),
        say(&FLOATING.replace("0-0 1", "0-0 +2"), "+?"),
        say(&FLOATING.replace("0-0 1", "0-0 +1"), "+Y"),
    ];
    expect_test::expect![[r#"
        Les rouges jouent le 8 bleu en c4. | Red plays the blue 8 on c4.
        Les rouges jouent une carte jaune : la carte en c3 est retirée. | Red plays a yellow card: the card on c3 is removed.
        Les rouges couvrent le 5 bleu en d3 avec le 5 rouge. Une ligne : un jeton pour les rouges ! | Red covers the blue 5 on d3 with the red 5. A line: a token for red!
        Les rouges couvrent le 5 bleu en d3 avec le 5 rouge. Une ligne : un jeton pour les rouges ! | Red covers the blue 5 on d3 with the red 5. A line: a token for red!
        Les rouges jouent une carte jaune : la pile de 2 cartes en d3 est retirée. | Red plays a yellow card: the pile of 2 cards on d3 is removed.
        Les rouges jouent une carte verte : la ligne b3–d3 est retirée. | Red plays a green card: line b3–d3 is removed.
        Les bleus piochent une carte. | Blue draws a card.
        Les rouges piochent une carte jaune. | Red draws a yellow card."#]].assert_eq(&told.join("\n"));
}
