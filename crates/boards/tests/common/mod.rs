//! Shared by the golden pictures of all games.

use boards::{DrawContext, Theme};
use expect_test::expect_file;
use rules::{AnyGame, AnyIllegal, AnyMove, Kind, Lang, Viewer};

/// The picture of a game after these moves, from the side of the player to move, in a draw context that the test
/// adjusts.
pub(crate) fn picture(
    kind: Kind,
    options: &str,
    moves: &str,
    change: impl Fn(&mut DrawContext<AnyMove, AnyIllegal>),
) -> String {
    let game = AnyGame::new(kind, options).unwrap();
    picture_from(game, moves, &format!("{kind}: {moves}"), |_, look| change(look))
}

/// The picture of a position after these moves, with a title, from the side of the player to move.
pub(crate) fn picture_from(
    mut game: AnyGame,
    moves: &str,
    title: &str,
    change: impl Fn(&AnyGame, &mut DrawContext<AnyMove, AnyIllegal>),
) -> String {
    let mut last = None;
    for text in moves.split_whitespace() {
        let mv = game.parse_move(text).unwrap();
        game.play(mv).unwrap();
        last = Some(mv);
    }
    let viewer = game.turn().seat().map_or(Viewer::Public, Viewer::Seat);
    let mut look = DrawContext { viewer, last_move: last, interactive: true, ..DrawContext::plain(Lang::En) };
    change(&game, &mut look);
    boards::draw(&game.view(viewer).position(), &look).svg(Theme::Light, title)
}

/// Compares a picture with the golden file.
pub(crate) fn check(name: &str, svg: &str) {
    expect_file![format!("{}/tests/pictures/{name}.svg", env!("CARGO_MANIFEST_DIR"))].assert_eq(svg);
}
