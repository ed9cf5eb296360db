//! Super Morpion: nine small boards. Legal cells are lit; a marker replaces the pieces of a won board.

use rules::super_morpion::{Illegal, Move, board_name};
use rules::{Game, Lang, Outcome, Seat, SuperMorpion};

use crate::draw::{Drawable, TouchPath};
use crate::draw_context::DrawContext;
use crate::look::Look;
use crate::marks::{CENTRE, content, mark, through, where_played};
use crate::material;
use crate::names::{Names, PLAYS};
use crate::paint::Paint;
use crate::scene::{Item, MIN_TEXT_SIZE, Scene, Shape, Spot, Style, TouchTarget, Vec2};
use crate::svg::Num;
use crate::touch;

const CELL: f32 = 36.0;
const GAP: f32 = 6.0;
const MARGIN: f32 = 5.4;
const BOARD: f32 = 3.0 * CELL;
const SIDE: f32 = 3.0 * BOARD + 2.0 * GAP + 2.0 * MARGIN;

fn board_middle(board: usize) -> Vec2 {
    let along = |index: usize| MARGIN + (BOARD + GAP) * index as f32 + BOARD / 2.0;
    Vec2::new(along(board % 3), along(board / 3))
}

fn middle(mv: Move) -> Vec2 {
    let Vec2 { x, y } = board_middle(mv.board());
    Vec2::new(x + CELL * ((mv.cell() % 3) as f32 - 1.0), y + CELL * ((mv.cell() / 3) as f32 - 1.0))
}

fn spot(mv: Move) -> Spot {
    Spot::Place((mv.board() * 9 + mv.cell()) as u8)
}

fn at_spot(spot: Spot) -> Option<Move> {
    match spot {
        Spot::Place(index) => Move::new(index / 9, index % 9),
        Spot::Piece(_) => None,
    }
}

fn cells_of(board: u8) -> impl Iterator<Item = Move> {
    (0..9).filter_map(move |cell| Move::new(board, cell))
}

fn winner(game: &SuperMorpion, board: usize) -> Option<Seat> {
    [Seat::ONE, Seat::TWO].into_iter().find(|&seat| game.won(seat) >> board & 1 != 0)
}

impl Drawable for SuperMorpion {
    fn draw(&self, context: &DrawContext<Move, Illegal>) -> Scene {
        let mut scene = Scene::new(SIDE, SIDE);
        let centre = Vec2::new(SIDE / 2.0, SIDE / 2.0);
        let sheet = Shape::Rect(centre, (SIDE, SIDE), 10.0, Style::fill(Paint::Ground));
        scene.add(Item::new("board", "sheet", Vec2::default()).with(sheet));
        for board in 0..9u8 {
            scene.add(self.small_board(board, context.look));
            self.add_cells(board, context, &mut scene);
            if let Some(seat) = winner(self, usize::from(board)) {
                scene.add(plate(board, seat));
            }
        }
        if let Some(line) = through(self.winning_boards(), board_middle) {
            scene.add(won(self.winning_boards(), line));
        }
        for board in 0..9u8 {
            if let Some(seat) = winner(self, usize::from(board)) {
                let key = format!("marker-{board}");
                scene.add(Item::new("marker", key, board_middle(usize::from(board))).with_all(mark(
                    seat,
                    38.0,
                    1.0,
                    context.look.pieces,
                )));
            }
        }
        if let (Some(mv), Some(seat)) = (touch::preview(self, context), self.to_move()) {
            scene.add(Item::new("ghost", "ghost", middle(mv)).with_all(mark(
                seat,
                12.0,
                0.4,
                context.look.pieces,
            )));
            if let Some(arrow) = sending(mv, "ghost-send") {
                scene.add(arrow);
            }
        }
        // No arrow points to a closed board, nor anywhere once the game is over.
        let sends = context.last_move.filter(|mv| self.sent() == Some(mv.cell()));
        if let Some(arrow) = sends.and_then(|mv| sending(mv, &format!("send-{mv}"))) {
            scene.add(arrow);
        }
        // The marker of a board that was just won covers the cell just played, so the whole board is framed, inside the
        // frame of a line that won the game.
        if let Some(mv) = context.last_move.filter(|mv| winner(self, mv.board()).is_some()) {
            let outside = if self.winning_boards() >> mv.board() & 1 != 0 { -4.5 } else { -1.5 };
            let frame = framed(outside, Style::stroke(Paint::Last, 3.0));
            scene.add(Item::new("last", "last-board", board_middle(mv.board())).with(frame));
        }
        // The board to which the player is sent glows as a place to play; a closed board glows as refused.
        let glowing = match context.refused {
            Some(Illegal::SentTo(board)) => Some((board, Paint::Legal)),
            Some(Illegal::Won(board, _) | Illegal::Drawn(board)) => Some((board, Paint::Refused)),
            _ => None,
        };
        if let Some((board, paint)) = glowing {
            let frame = framed(2.0, Style::stroke(paint, 5.0));
            let at = board_middle(usize::from(board));
            scene.add(Item::new("glow", format!("glow-{board}"), at).with(frame));
        }
        if context.coordinates {
            scene.items.extend((0..9).map(number));
        }
        scene
    }

    fn touch_paths(&self, mv: Move) -> Vec<TouchPath> {
        vec![vec![spot(mv)]]
    }

    fn intended_move(&self, touched: &[Spot]) -> Option<Move> {
        match touched {
            [touched] => at_spot(*touched),
            _ => None,
        }
    }

    fn refusal_spots(&self, why: Illegal) -> Vec<Spot> {
        match why {
            Illegal::Taken(mv, _) => vec![spot(mv)],
            // The whole board glows instead.
            Illegal::SentTo(_) | Illegal::Won(..) | Illegal::Drawn(_) | Illegal::Over => Vec::new(),
        }
    }

    fn say_no_move(&self, _spot: Spot, lang: Lang) -> String {
        match lang {
            Lang::Fr => "Touchez une case vide d’une plaquette éclairée.".to_owned(),
            Lang::En => "Tap an empty cell on a highlighted board.".to_owned(),
        }
    }

    fn spot_name(&self, spot: Spot, lang: Lang) -> String {
        let Some(mv) = at_spot(spot) else { return String::new() };
        let (board, cell) = (mv.board() + 1, mv.cell() + 1);
        let what = match (winner(self, mv.board()), lang) {
            (Some(seat), Lang::Fr) => {
                format!("plaquette gagnée par {}", SuperMorpion::KIND.seat(seat).side.fr)
            }
            (Some(seat), Lang::En) => format!("board won by {}", SuperMorpion::KIND.seat(seat).side.en),
            (None, _) => content::<SuperMorpion>(self.at(mv), lang).to_owned(),
        };
        match lang {
            Lang::Fr => format!("Plaquette {board}, case {cell}\u{a0}: {what}"),
            Lang::En => format!("Board {board}, cell {cell}: {what}"),
        }
    }

    fn say_move(&self, mv: Move, names: &Names, lang: Lang) -> String {
        let Some(seat) = self.to_move() else { return String::new() };
        let (plays, board) = (names.does(seat, &PLAYS, lang), board_name(mv.board(), lang));
        let cell = where_played(mv.cell(), lang);
        let mut sentence = match (lang, mv.cell()) {
            (Lang::Fr, _) => format!("{plays} {cell} de {board}."),
            (Lang::En, CENTRE) => format!("{plays} {cell} of {board}."),
            (Lang::En, _) => format!("{plays} {cell} on {board}."),
        };
        let mut after = *self;
        if after.play(mv).is_ok() && winner(&after, mv.board()).is_some() {
            sentence += match lang {
                Lang::Fr => " Plaquette gagnée\u{202f}!",
                Lang::En => " That wins the board!",
            };
        }
        sentence
    }

    fn say_turn(&self, names: &Names, lang: Lang) -> String {
        let Some(seat) = self.to_move() else { return String::new() };
        let turn = names.turn(seat, lang);
        match (self.sent(), lang) {
            (Some(board), Lang::Fr) => format!("{turn}, sur {}.", board_name(board, lang)),
            (Some(board), Lang::En) => format!("{turn}, on {}.", board_name(board, lang)),
            (None, Lang::Fr) => format!("{turn}, sur n’importe quelle plaquette ouverte."),
            (None, Lang::En) => format!("{turn}, on any open board."),
        }
    }

    fn say_end_reason(&self, lang: Lang) -> Option<String> {
        let outcome = self.turn().outcome()?;
        let count = |seat: Seat| self.won(seat).count_ones();
        let (more, less) = match outcome {
            Outcome::Win(Seat::ONE) => (count(Seat::ONE), count(Seat::TWO)),
            _ => (count(Seat::TWO), count(Seat::ONE)),
        };
        let has_line = self.winning_boards() != 0;
        Some(match (outcome, lang) {
            (_, Lang::Fr) if has_line => "Trois plaquettes alignées.".to_owned(),
            (_, Lang::En) if has_line => "Three boards in a row.".to_owned(),
            (Outcome::Draw, Lang::Fr) if more == less => {
                format!("Aucune ligne, et autant de plaquettes de chaque côté\u{a0}: {more} à {less}.")
            }
            (Outcome::Draw, Lang::En) if more == less => {
                format!("No line, and the same number of boards on each side: {more} to {less}.")
            }
            // Without the majority rule the number of boards does not matter.
            (Outcome::Draw, Lang::Fr) => "Personne n’a aligné trois plaquettes.".to_owned(),
            (Outcome::Draw, Lang::En) => "Nobody has three boards in a row.".to_owned(),
            (Outcome::Win(_), Lang::Fr) => {
                format!("Pas de ligne, mais plus de plaquettes\u{a0}: {more} à {less}.")
            }
            (Outcome::Win(_), Lang::En) => format!("No line, but more boards: {more} to {less}."),
        })
    }
}

/// The parts of the picture of one small board.
trait SmallBoard {
    fn small_board(&self, board: u8, look: Look) -> Item;
    fn add_cells(&self, board: u8, context: &DrawContext<Move, Illegal>, scene: &mut Scene);
}

impl SmallBoard for SuperMorpion {
    fn small_board(&self, board: u8, look: Look) -> Item {
        let open_to_play = self.playable() >> board & 1 != 0;
        let lit = if open_to_play { Paint::Board } else { Paint::Cell };
        let (near, half) = (CELL / 2.0, BOARD / 2.0 - 3.0);
        let lines = format!(
            "M-{near} -{half}V{half}M{near} -{half}V{half}M-{half} -{near}H{half}M-{half} {near}H{half}"
        );
        let frame = if open_to_play {
            Style::fill(lit).outlined(Paint::Legal, 2.0)
        } else {
            Style::fill(lit).outlined(Paint::Line, 0.8)
        };
        let item = Item::new("board", format!("board-{board}"), board_middle(usize::from(board)))
            .with(Shape::Rect(Vec2::default(), (BOARD, BOARD), 5.0, frame))
            .with_all(material::grain(look, Vec2::default(), (BOARD, BOARD)));
        if winner(self, usize::from(board)).is_some() {
            return item;
        }
        item.with(Shape::Path(lines, Style::stroke(Paint::Line, 1.2)))
    }

    fn add_cells(&self, board: u8, context: &DrawContext<Move, Illegal>, scene: &mut Scene) {
        let faded = if self.drawn() >> board & 1 != 0 { 0.45 } else { 1.0 };
        for mv in cells_of(board) {
            if let Some(seat) = self.at(mv) {
                let item = Item::new("piece", format!("mark-{mv}"), middle(mv));
                scene.add(item.with_all(mark(seat, 12.0, faded, context.look.pieces)));
            }
            scene.targets.push(TouchTarget {
                spot: spot(mv),
                at: middle(mv),
                size: (CELL, CELL),
                name: self.spot_name(spot(mv), context.lang),
                legal: false,
                picked: false,
            });
        }
    }
}

/// A frame around a small board, `outside` units beyond its edge.
fn framed(outside: f32, style: Style) -> Shape {
    let side = BOARD + 2.0 * outside;
    Shape::Rect(Vec2::default(), (side, side), 6.0, style)
}

/// The number of a board, on the gap before its corner, so that it hides no part of a mark in the first cell. A wider gap
/// would leave cells of less than 32 pixels on a small phone.
fn number(board: u8) -> Item {
    let Vec2 { x, y } = board_middle(usize::from(board));
    let corner = Vec2::new(x - BOARD / 2.0 + 0.2, y - BOARD / 2.0 + 0.4);
    let plate = Style::fill(Paint::Board).outlined(Paint::Line, 0.8);
    Item::new("number", format!("number-{board}"), corner)
        .with(Shape::Circle(Vec2::default(), 5.6, plate))
        .with(Shape::Text(Vec2::default(), MIN_TEXT_SIZE, (board + 1).to_string(), Style::fill(Paint::Ink)))
}

/// The surface under the marker of a won board, in place of its pieces.
fn plate(board: u8, seat: Seat) -> Item {
    let style = Style::fill(Paint::soft(seat.index()));
    Item::new("marker", format!("plate-{board}"), board_middle(usize::from(board))).with(framed(-2.0, style))
}

/// Frames around the boards that won, and the line through them, behind their markers.
fn won(boards: u16, line: String) -> Item {
    let frames = (0..9).filter(|board| boards >> board & 1 != 0).map(|board| {
        let side = (BOARD - 1.0, BOARD - 1.0);
        Shape::Rect(board_middle(board), side, 6.0, Style::stroke(Paint::Win, 4.0))
    });
    Item::new("win", "win", Vec2::default())
        .with(Shape::Path(line, Style::stroke(Paint::Win, 24.0).faded(0.5)))
        .with_all(frames)
}

/// The arrow from a cell to the board to which it sends the next player.
fn sending(mv: Move, key: &str) -> Option<Item> {
    let (from, to) = (middle(mv), board_middle(mv.cell()));
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy);
    // A cell that sends to its own board needs no arrow.
    if length < CELL {
        return None;
    }
    let (ux, uy) = (dx / length, dy / length);
    let (sx, sy, ex, ey) = (ux * 12.0, uy * 12.0, dx - ux * 8.0, dy - uy * 8.0);
    let wing = |side: f32| (ex - ux * 10.0 - uy * 6.0 * side, ey - uy * 10.0 + ux * 6.0 * side);
    let ((ax, ay), (bx, by)) = (wing(1.0), wing(-1.0));
    let d = format!(
        "M{} {}L{} {}M{} {}L{} {}L{} {}",
        Num(sx),
        Num(sy),
        Num(ex),
        Num(ey),
        Num(ax),
        Num(ay),
        Num(ex),
        Num(ey),
        Num(bx),
        Num(by)
    );
    Some(Item::new("send", key, from).with(Shape::Path(d, Style::stroke(Paint::Legal, 3.0).faded(0.8))))
}
