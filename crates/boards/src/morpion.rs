//! Morpion: a 3×3 grid with crosses and noughts.

use rules::grid::place_name;
use rules::morpion::{Illegal, Move};
use rules::{Game, Lang, Morpion, Outcome, Seat};

use crate::draw::{Drawable, TouchPath};
use crate::draw_context::DrawContext;
use crate::look::Look;
use crate::marks::{content, mark, through, where_played};
use crate::material;
use crate::names::{Names, PLAYS};
use crate::paint::Paint;
use crate::scene::{Item, Scene, Shape, Spot, Style, TouchTarget, Vec2};
use crate::touch;

const CELL: f32 = 100.0;
const MARGIN: f32 = 10.0;
const SIDE: f32 = 3.0 * CELL + 2.0 * MARGIN;

fn middle(cell: usize) -> Vec2 {
    Vec2::new(MARGIN + CELL * (cell % 3) as f32 + CELL / 2.0, MARGIN + CELL * (cell / 3) as f32 + CELL / 2.0)
}

fn cells() -> impl Iterator<Item = Move> {
    (0..9).filter_map(Move::from_index)
}

impl Drawable for Morpion {
    fn draw(&self, context: &DrawContext<Move, Illegal>) -> Scene {
        let mut scene = Scene::new(SIDE, SIDE);
        scene.add(sheet(context.look));
        if context.coordinates {
            scene.add(numbers());
        }
        // The band is behind the marks, since in front it would hide a stroke of a cross in the same direction.
        if let Some(line) = through(self.winning_cells(), middle) {
            scene.add(won(&line));
        }
        for cell in cells() {
            if let Some(seat) = self.at(cell) {
                let key = format!("mark-{}", cell.index());
                scene.add(Item::new("piece", key, middle(cell.index())).with_all(mark(
                    seat,
                    32.0,
                    1.0,
                    context.look.pieces,
                )));
            }
            scene.targets.push(TouchTarget {
                spot: Spot::Place(cell.index() as u8),
                at: middle(cell.index()),
                size: (CELL - 4.0, CELL - 4.0),
                name: self.spot_name(Spot::Place(cell.index() as u8), context.lang),
                legal: false,
                picked: false,
            });
        }
        if let (Some(mv), Some(seat)) = (touch::preview(self, context), self.to_move()) {
            scene.add(Item::new("ghost", "ghost", middle(mv.index())).with_all(mark(
                seat,
                32.0,
                0.35,
                context.look.pieces,
            )));
        }
        scene
    }

    fn touch_paths(&self, mv: Move) -> Vec<TouchPath> {
        vec![vec![Spot::Place(mv.index() as u8)]]
    }

    fn intended_move(&self, touched: &[Spot]) -> Option<Move> {
        match touched {
            [Spot::Place(cell)] => Move::from_index(*cell),
            _ => None,
        }
    }

    fn refusal_spots(&self, why: Illegal) -> Vec<Spot> {
        match why {
            Illegal::Taken(cell, _) => vec![Spot::Place(cell.index() as u8)],
            Illegal::Over => Vec::new(),
        }
    }

    fn say_no_move(&self, _spot: Spot, lang: Lang) -> String {
        match lang {
            Lang::Fr => "Touchez une case vide.".to_owned(),
            Lang::En => "Tap an empty cell.".to_owned(),
        }
    }

    fn spot_name(&self, spot: Spot, lang: Lang) -> String {
        let (Spot::Place(index) | Spot::Piece(index)) = spot;
        let content = content::<Morpion>(Move::from_index(index).and_then(|cell| self.at(cell)), lang);
        let place = place_name(usize::from(index), lang);
        match lang {
            Lang::Fr => format!("Case {}, {place}\u{a0}: {content}", index + 1),
            Lang::En => format!("Cell {}, {place}: {content}", index + 1),
        }
    }

    fn say_move(&self, mv: Move, names: &Names, lang: Lang) -> String {
        let Some(seat) = self.to_move() else { return String::new() };
        format!("{} {}.", names.does(seat, &PLAYS, lang), where_played(mv.index(), lang))
    }

    fn say_turn(&self, names: &Names, lang: Lang) -> String {
        self.to_move().map_or_else(String::new, |seat| format!("{}.", names.turn(seat, lang)))
    }

    fn say_end_reason(&self, lang: Lang) -> Option<String> {
        let reason = match (self.turn().outcome()?, lang) {
            (Outcome::Win(Seat::ONE), Lang::Fr) => "Trois croix alignées.",
            (Outcome::Win(Seat::ONE), Lang::En) => "Three crosses in a row.",
            (Outcome::Win(_), Lang::Fr) => "Trois ronds alignés.",
            (Outcome::Win(_), Lang::En) => "Three noughts in a row.",
            (Outcome::Draw, Lang::Fr) => "La grille est pleine, et personne n’a aligné trois symboles.",
            (Outcome::Draw, Lang::En) => "The grid is full, and nobody has three in a row.",
        };
        Some(reason.to_owned())
    }
}

/// The band around the marks that won.
fn won(line: &str) -> Item {
    let band = |style| Shape::Path(line.to_owned(), style);
    Item::new("win", "win", Vec2::default())
        .with(band(Style::stroke(Paint::Ink, CELL - 12.0)))
        .with(band(Style::stroke(Paint::Board, CELL - 17.0)))
        .with(band(Style::stroke(Paint::Win, CELL - 17.0).faded(0.4)))
}

fn sheet(look: Look) -> Item {
    let (near, far, end) = (MARGIN + CELL, MARGIN + 2.0 * CELL, SIDE - MARGIN);
    let lines =
        format!("M{near} {MARGIN}V{end}M{far} {MARGIN}V{end}M{MARGIN} {near}H{end}M{MARGIN} {far}H{end}");
    let centre = Vec2::new(SIDE / 2.0, SIDE / 2.0);
    Item::new("board", "board", Vec2::default())
        .with(Shape::Rect(centre, (SIDE, SIDE), 14.0, Style::fill(Paint::Board)))
        .with_all(material::grain(look, centre, (SIDE, SIDE)))
        .with(Shape::Path(lines, Style::stroke(Paint::Line, 4.0)))
}

fn numbers() -> Item {
    let style = Style::fill(Paint::Muted);
    let corner = |cell: usize| Vec2::new(middle(cell).x - 38.0, middle(cell).y - 38.0);
    let texts = (0..9).map(|cell| Shape::Text(corner(cell), 14.0, (cell + 1).to_string(), style));
    Item::new("coordinates", "coordinates", Vec2::default()).with_all(texts)
}
