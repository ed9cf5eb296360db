//! What players, levels and games are called.

use boards::{BoardTheme, PieceTheme};
use engine::Level;
use rules::{Kind, Lang, Outcome, Seat, SeatMark, Words};

use crate::local::PlayerKind;

/// A level, named and described.
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

/// What a board is made of.
pub fn board_theme(theme: BoardTheme) -> Words {
    match theme {
        BoardTheme::Paper => Words::new("Papier", "Paper"),
        BoardTheme::Wood => Words::new("Bois", "Wood"),
        BoardTheme::Slate => Words::new("Ardoise", "Slate"),
    }
}

/// How pieces are made.
pub fn piece_theme(theme: PieceTheme) -> Words {
    match theme {
        PieceTheme::Painted => Words::new("Bois peint", "Painted wood"),
        PieceTheme::Ink => Words::new("À l’encre", "Pen and ink"),
        PieceTheme::Bright => Words::new("Couleurs vives", "Bright colours"),
    }
}

/// What the player in a seat is called: by the game, and as engine where it is one.
pub fn player(kind: Kind, seat: Seat, players: &[PlayerKind], lang: Lang) -> String {
    let name = kind.seat(seat).title(lang);
    match players.get(seat.index()) {
        Some(PlayerKind::Engine(strength)) => match lang {
            Lang::Fr => format!("{name} · moteur {strength}"),
            Lang::En => format!("{name} · engine {strength}"),
        },
        _ => name,
    }
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
        // Pieces that belong to nobody have no player's colour.
        SeatMark::Shared => format!("seat seat-none seat-{number}"),
    }
}

/// How a game ended, with the names that the game gives its seats.
pub fn result(kind: Kind, outcome: Outcome, lang: Lang) -> String {
    match (outcome, lang) {
        (Outcome::Draw, Lang::Fr) => "Partie nulle.".to_owned(),
        (Outcome::Draw, Lang::En) => "The game is a draw.".to_owned(),
        (Outcome::Win(seat), Lang::Fr) => format!("{} gagne\u{a0}!", player(kind, seat, &[], lang)),
        (Outcome::Win(seat), Lang::En) => format!("{} wins!", player(kind, seat, &[], lang)),
    }
}

/// How many play, for how long, from what age, and who made the game, in one line.
pub fn facts(kind: Kind, lang: Lang) -> String {
    let info = kind.info();
    let (players, minutes) = (info.players, info.minutes);
    let mut parts = vec![
        match lang {
            Lang::Fr => format!("{players} joueurs"),
            Lang::En => format!("{players} players"),
        },
        format!("{minutes}\u{a0}min"),
    ];
    parts.extend(info.ages.map(|ages| match lang {
        Lang::Fr => format!("{ages} ans"),
        Lang::En => format!("ages {ages}"),
    }));
    parts.push(info.byline.get(lang).to_owned());
    parts.join(" · ")
}
