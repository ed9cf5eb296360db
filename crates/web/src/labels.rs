//! The names of players, levels and games.

use std::fmt;

use boards::{BoardTheme, Names, PieceTheme};
use engine::Level;
use rules::{Kind, Lang, Seat, SeatMark, Words};

use crate::panel::PlayerColumn;

/// A level, named and described.
pub fn level(level: Level) -> (Words, Words) {
    let (name, about) = match level.number() {
        1 => (
            ("Premiers pas", "First steps"),
            (
                "Joue presque au hasard\u{a0}: connaître les règles suffit pour gagner.",
                "Plays almost at random: knowing the rules is enough to win.",
            ),
        ),
        2 => (
            ("Enfant", "Child"),
            ("Voit le coup gagnant quand il saute aux yeux.", "Spots a winning move when it is obvious."),
        ),
        3 => (
            ("Débutant", "Beginner"),
            (
                "Voit un coup à l’avance, mais oublie souvent votre réponse.",
                "Thinks one move ahead, but often forgets your reply.",
            ),
        ),
        4 => {
            (("Joueur du dimanche", "Casual player"), ("Pare les menaces simples.", "Blocks simple threats."))
        }
        5 => (
            ("Habitué", "Regular"),
            ("Calcule quelques coups, se trompe parfois.", "Thinks a few moves ahead, sometimes slips up."),
        ),
        6 => (("Solide", "Solid"), ("Ne laisse plus passer grand-chose.", "Does not miss much.")),
        7 => (("Joueur de club", "Club player"), ("Prépare ses coups à l’avance.", "Plans ahead.")),
        8 => {
            (("Fort", "Strong"), ("Voit loin et punit les erreurs.", "Sees far ahead and punishes mistakes."))
        }
        9 => (("Maître", "Master"), ("Très peu de faiblesses.", "Very few weaknesses.")),
        _ => (
            ("Pleine puissance", "Full strength"),
            ("Le meilleur du moteur, sans aucune retenue.", "The engine at its best, nothing held back."),
        ),
    };
    (Words::new(name.0, name.1), Words::new(about.0, about.1))
}

/// The name of a board material.
pub fn board_theme(theme: BoardTheme) -> Words {
    match theme {
        BoardTheme::Paper => Words::new("Papier", "Paper"),
        BoardTheme::Wood => Words::new("Bois", "Wood"),
        BoardTheme::Slate => Words::new("Ardoise", "Slate"),
    }
}

/// The name of a piece material.
pub fn piece_theme(theme: PieceTheme) -> Words {
    match theme {
        PieceTheme::Painted => Words::new("Bois peint", "Painted wood"),
        PieceTheme::Ink => Words::new("À l’encre", "Pen and ink"),
        PieceTheme::Bright => Words::new("Couleurs vives", "Bright colours"),
    }
}

/// A player in a list: "You (cross)". A small phone shows only who it is, since the mark beside it shows the seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerLabel {
    /// Who it is.
    pub who: String,
    /// The name of the seat, if `who` does not say it.
    pub seat: Option<String>,
}

impl fmt::Display for PlayerLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.who)?;
        self.seat.as_ref().map_or(Ok(()), |seat| write!(f, " ({seat})"))
    }
}

impl From<String> for PlayerLabel {
    fn from(who: String) -> PlayerLabel {
        PlayerLabel { who, seat: None }
    }
}

/// A player with the seat they have: "You (cross)".
pub fn in_seat(who: &str, kind: Kind, seat: Seat, lang: Lang) -> PlayerLabel {
    PlayerLabel { who: who.to_owned(), seat: Some(kind.seat(seat).name.get(lang).to_owned()) }
}

/// The classes of the mark of a seat, which has the colour that the game gives it.
pub fn seat_class(kind: Kind, seat: Seat) -> String {
    let number = seat.number();
    match kind.seat(seat).mark {
        SeatMark::Cross => "seat seat-1 seat-cross".to_owned(),
        SeatMark::Nought => "seat seat-ring".to_owned(),
        SeatMark::Red => "seat seat-red".to_owned(),
        SeatMark::Blue => "seat seat-blue".to_owned(),
        SeatMark::Colour => format!("seat seat-{number}"),
        // Shared pieces have no player's colour.
        SeatMark::Shared => format!("seat seat-none seat-{number}"),
    }
}

/// The class that fills a part of a picture with the colour of a seat.
pub fn seat_fill(kind: Kind, seat: Seat) -> String {
    match kind.seat(seat).mark {
        SeatMark::Red => "f-red".to_owned(),
        SeatMark::Blue => "f-blue".to_owned(),
        SeatMark::Cross | SeatMark::Nought | SeatMark::Colour | SeatMark::Shared => {
            format!("f-seat{}", seat.number())
        }
    }
}

/// The name of a game in a sentence, without its other names: "Super Morpion".
pub fn short_name(kind: Kind, lang: Lang) -> String {
    let name = kind.name();
    let name = name.get(lang);
    name.split_once(" (").map_or(name, |(short, _)| short).to_owned()
}

/// The columns of the list of moves.
pub fn columns(kind: Kind, names: &Names, seats: u8, lang: Lang) -> Vec<PlayerColumn> {
    let column = |seat| PlayerColumn { class: seat_class(kind, seat), name: names.heading(seat, lang) };
    (0..seats).map(Seat::from_index).map(column).collect()
}

/// "12 moves".
pub fn moves(count: usize, lang: Lang) -> String {
    match (count, lang) {
        (0 | 1, Lang::Fr) => format!("{count} coup"),
        (_, Lang::Fr) => format!("{count} coups"),
        (1, Lang::En) => "1 move".to_owned(),
        (_, Lang::En) => format!("{count} moves"),
    }
}

/// A game and its authors, for pages that are about more than the game: "Tic Tac Doh! · by Brian Schultze, …".
pub fn credit(kind: Kind, lang: Lang) -> String {
    format!("{} · {}", short_name(kind, lang), kind.info().byline.get(lang))
}

/// The facts about a game, in one line.
pub fn facts(kind: Kind, lang: Lang) -> String {
    let facts =
        kind.info().facts(lang).join("\u{a0}· ").replace(" min", "\u{a0}min").replace(" ans", "\u{a0}ans");
    // A range does not break at its dash.
    facts.replace('–', "\u{2060}–\u{2060}")
}
