//! Names and descriptions of players, levels and games.

use engine::Level;
use rules::{Kind, Lang, Outcome, Seat, Words};

use crate::local::PlayerKind;

/// The name and the description of a level.
pub fn level(level: Level) -> (Words, Words) {
    let (name, about) = match level.number() {
        1 => (
            ("Premier pas", "First steps"),
            (
                "Joue au hasard ou presque. On gagne en connaissant les règles.",
                "Plays almost at random. Knowing the rules is enough to win.",
            ),
        ),
        2 => (
            ("Enfant", "Child"),
            (
                "Voit un coup gagnant quand il saute aux yeux.",
                "Sees a winning move that stares one in the face.",
            ),
        ),
        3 => (
            ("Débutant", "Beginner"),
            (
                "Regarde un coup d’avance, oublie souvent le vôtre.",
                "Looks one move ahead, and often forgets yours.",
            ),
        ),
        4 => (
            ("Joueur du dimanche", "Sunday player"),
            ("Pare les menaces simples.", "Parries simple threats."),
        ),
        5 => (
            ("Habitué", "Regular"),
            ("Compte quelques coups, se trompe parfois.", "Counts a few moves, errs at times."),
        ),
        6 => (("Solide", "Steady"), ("Ne laisse plus passer grand-chose.", "Does not let much slip by.")),
        7 => (("Joueur de club", "Club player"), ("Prépare ses coups.", "Prepares its moves.")),
        8 => (("Fort", "Strong"), ("Voit loin et punit les fautes.", "Sees far and punishes mistakes.")),
        9 => (("Maître", "Master"), ("Très peu de faiblesses.", "Very few weaknesses.")),
        _ => (
            ("Tout ce que nous avons", "All we have"),
            ("Le moteur entier, sans rien retenir.", "The whole engine, nothing held back."),
        ),
    };
    (Words::new(name.0, name.1), Words::new(about.0, about.1))
}

/// The name of the player in a seat: the game's name for the seat, and the level if an engine plays it.
pub fn player(kind: Kind, seat: Seat, players: &[PlayerKind], lang: Lang) -> String {
    let name = boards::seat_name(kind, seat, lang);
    let mut letters = name.chars();
    let name: String =
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    match players.get(seat.index()) {
        Some(PlayerKind::Engine(strength)) => match lang {
            Lang::Fr => format!("{name} · moteur {strength}"),
            Lang::En => format!("{name} · engine {strength}"),
        },
        _ => name,
    }
}

/// The CSS classes of a seat's mark, in the colour that the game gives the seat.
pub fn seat_class(kind: Kind, seat: Seat) -> String {
    match (kind, seat) {
        (Kind::Cards, Seat::ONE) => "seat seat-red".to_owned(),
        (Kind::Cards, _) => "seat seat-blue".to_owned(),
        // The pieces of Tic Tac Doh! belong to no player, so the seats have no colour.
        (Kind::Doh, _) => format!("seat seat-none seat-{}", seat.number()),
        (Kind::Morpion | Kind::Super, Seat::ONE) => "seat seat-1 seat-cross".to_owned(),
        (Kind::Morpion | Kind::Super, _) => "seat seat-ring".to_owned(),
        (Kind::Fives, _) => format!("seat seat-{}", seat.number()),
    }
}

/// The result of a game in words, with the game's names for the seats.
pub fn result(kind: Kind, outcome: Outcome, lang: Lang) -> String {
    match (outcome, lang) {
        (Outcome::Draw, Lang::Fr) => "Partie nulle.".to_owned(),
        (Outcome::Draw, Lang::En) => "The game is a draw.".to_owned(),
        (Outcome::Win(seat), Lang::Fr) => format!("{} gagne\u{a0}!", player(kind, seat, &[], lang)),
        (Outcome::Win(seat), Lang::En) => format!("{} wins!", player(kind, seat, &[], lang)),
    }
}

/// A game in one sentence.
pub fn about(kind: Kind) -> Words {
    match kind {
        Kind::Morpion => Words::new(
            "Trois croix ou trois ronds en ligne\u{a0}: le premier jeu de tout le monde.",
            "Three crosses or three noughts in line: everybody’s first game.",
        ),
        Kind::Super => Words::new(
            "Neuf morpions en un\u{a0}: la case que vous jouez dit à l’autre où aller.",
            "Nine boards in one: the cell you play says where the other must go.",
        ),
        Kind::Doh => Words::new(
            "Des pyramides qui s’empilent et s’emboîtent sur une grille qui n’existe pas encore.",
            "Pyramids that stack and nest, on a grid that is not there yet.",
        ),
        Kind::Cards => Words::new(
            "Une main cachée, une pioche, des cartes qu’on recouvre et des jetons à gagner.",
            "A hidden hand, a draw pile, cards to cover and tokens to win.",
        ),
        Kind::Fives => Words::new(
            "Formez trois fois un groupe de cinq, en posant, glissant et échangeant des pyramides.",
            "Make a group of five three times, by dropping, sliding and swapping pyramids.",
        ),
    }
}

/// The duration of a game in minutes.
pub fn minutes(kind: Kind) -> &'static str {
    match kind {
        Kind::Morpion => "1",
        Kind::Super => "10–20",
        Kind::Doh => "5",
        Kind::Cards => "15",
        Kind::Fives => "20",
    }
}

/// The number of players.
pub fn players(kind: Kind) -> String {
    match kind.players() {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least}–{most}"),
    }
}
