//! Golden pictures of the card game (`UPDATE_EXPECT=1 cargo test -p trois-boards` rewrites them).

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use boards::{DrawContext, MoveEvaluation, Spot, Theme};
use expect_test::expect_file;
use rules::cards::Card;
use rules::{AnyGame, AnyIllegal, AnyMove, Kind, Lang, Viewer};

/// The viewer in the first seat.
const RED: Viewer = Viewer::Seat(rules::Seat::ONE);

type AnyContext = DrawContext<AnyMove, AnyIllegal>;

const START: &str = "...../...../...../...../..... R1R5R5B9Y ?5 ?34 - 0-0 1 numbers=9,target=5";
const FLOATING: &str = "...../...../..R3B7./..R5../..... R1R3B5B8Y ?5 ?31 - 0-0 1 numbers=9,target=5";
const PINNED: &str =
    "...../.B1_R4./.R3b1R7B5r1./.R2B8_./..... R4R5B5B6YG ?5 ?16 R1R8B8B9YYYY 3-2 1 numbers=9,target=5";

/// The position after these moves, and the last of them.
fn after(position: &str, moves: &str) -> (AnyGame, Option<AnyMove>) {
    let mut game = AnyGame::parse(Kind::Cards, position).unwrap();
    let mut last = None;
    for text in moves.split_whitespace() {
        let mv = game.parse_move(text).unwrap();
        game.play(mv).unwrap();
        last = Some(mv);
    }
    (game, last)
}

fn check(name: &str, position: &str, moves: &str, change: impl Fn(&AnyGame, &mut AnyContext)) {
    check_in(Theme::Light, name, position, moves, change);
}

fn check_in(
    theme: Theme,
    name: &str,
    position: &str,
    moves: &str,
    change: impl Fn(&AnyGame, &mut AnyContext),
) {
    let (game, last) = after(position, moves);
    let viewer = game.turn().seat().map_or(Viewer::Public, Viewer::Seat);
    let mut look = DrawContext { viewer, last_move: last, interactive: true, ..DrawContext::plain(Lang::En) };
    change(&game, &mut look);
    let scene = boards::draw(&game, &look);
    let title = format!("cards: {position} {moves}");
    let file = |name: &str| format!("{}/tests/pictures/cards-{name}.svg", env!("CARGO_MANIFEST_DIR"));
    expect_file![file(name)].assert_eq(&scene.svg(theme, &title));
}

/// The spot of a card.
fn piece(card: &str) -> Spot {
    Spot::Piece(card.parse::<Card>().unwrap().index() as u8)
}

fn place(square: &str) -> Spot {
    Spot::Place(square.parse::<rules::frame::Square>().unwrap().index() as u8)
}

fn refused(text: &'static str) -> impl Fn(&AnyGame, &mut AnyContext) {
    move |game, look| look.refused = game.check(game.parse_move(text).unwrap()).err()
}

#[test]
fn the_start_the_floating_grid_and_the_pinned_one() {
    check("start", START, "", |_, _| {});
    let dealing = START.replace("R1R5R5B9Y ?5 ?34 - 0-0 1", "R1R5 ?2 ?40 - 0-0 deal+1");
    check("dealing", &dealing, "+B9", |_, look| look.viewer = RED);
    check("floating", FLOATING, "", |_, look| look.coordinates = true);
    check("pinned", PINNED, "", |_, _| {});
}

#[test]
fn a_card_under_the_pointer_is_seen_on_its_place() {
    check("ghost", PINNED, "", |_, look| {
        look.picked = vec![piece("R4")];
        look.hover = Some(place("c4"));
    });
    check("ghost-green", PINNED, "", |_, look| {
        look.picked = vec![piece("G"), place("b3")];
        look.hover = Some(place("d3"));
    });
}

#[test]
fn refusals_are_shown_on_the_frame() {
    check("refused-outside", FLOATING, "", refused("R1@a2"));
    check("refused-number", FLOATING, "", refused("R1@d3"));
    check("refused-line", PINNED, "", refused("G@b4-d4"));
    check("refused-centre", START, "", refused("R1@b4"));
    check("refused-nothing", FLOATING, "", refused("Y@c4"));
}

#[test]
fn lines_are_celebrated_and_cleared_places_marked() {
    let line =
        "...../.B1_R4./.R3b1R7B5r1./.R2B8_./..... R5B5B6YG ?5 ?17 R1R8B8B9YYYY 3-2 1 numbers=9,target=5";
    check("line", line, "R5@d3", |_, look| look.viewer = RED);
    check_in(Theme::Dark, "line-dark", line, "R5@d3", |_, look| look.viewer = RED);
    check("cleared", PINNED, "G@b3-d3", |_, look| look.viewer = RED);
    let won = line.replace("3-2", "4-2");
    check("won", &won, "R5@d3", |_, look| look.viewer = RED);
}

#[test]
fn large_hands_known_cards_and_open_hands_fit() {
    let many = "...../.R1B1R1./.B2R2B1./.B3B3R3./..... R4*R4*R5R5R6R7R8R9*B4B5B7B8B9!12 R2*B2*?10 ?10 - 3-1 blocked1+2 numbers=9,target=5";
    check("many", many, "+?", |_, look| look.viewer = RED);
    let mut rng = rules::Rng::new(8);
    let mut open = AnyGame::new(Kind::Cards, "").unwrap();
    for _ in 0..41 {
        let mv = open.random_move(&mut rng).unwrap();
        open.play(mv).unwrap();
    }
    check("open", &open.to_string(), "", |_, look| look.viewer = Viewer::Public);
    check("open-wide", &open.to_string(), "", |_, look| look.wide = true);
    let public = PINNED.replace("R4R5B5B6YG ?5", "?6 ?5");
    check("public", &public, "", |_, look| look.viewer = Viewer::Public);
}

#[test]
fn the_wide_layout_and_the_rotated_board() {
    let tall = "...../...../.B1r2b9R1B1r1./.R1b1.../..... R1R1R1B1Y ?5 ?17 - 7-5 1 numbers=1,target=12";
    check("tall", tall, "", |_, _| {});
    let far = "...../...../..R18B11./...../..... R1R10R12B17B18 ?5 ?32 - 0-0 1 numbers=18,target=5";
    check("far-numbers", far, "", |_, look| look.picked = vec![place("c4")]);
    check("wide", PINNED, "", |_, look| look.wide = true);
    check("turned", PINNED, "", |_, look| {
        look.flipped = true;
        look.coordinates = true;
    });
}

#[test]
fn evaluation_badges_leave_cards_readable() {
    check("verdicts", START, "", |game, look| {
        let verdict = |text: &str, best| MoveEvaluation { text: text.to_owned(), share: 0.5, best };
        let moves = game.moves();
        let thought = [verdict("51", true), verdict("100", false)];
        let of_two_cards = [moves.first(), moves.last()].into_iter().flatten().copied();
        look.evaluations = of_two_cards.zip(thought).collect();
    });
}
