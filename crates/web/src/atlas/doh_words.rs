//! What the atlas says of a position of Tic Tac Doh!.

use engine::solve::AtlasEntry;
use engine::winner_moves;
use rules::{Lang, Seat, number_text};

/// The numbers of some seats as a list: `1`, `1 et 3`, `1, 2 et 4`.
fn listed(seats: &[Seat], lang: Lang) -> String {
    let and = if lang == Lang::Fr { " et " } else { " and " };
    match seats {
        [] => String::new(),
        [one] => one.to_string(),
        [others @ .., last] => {
            let others: Vec<String> = others.iter().map(ToString::to_string).collect();
            format!("{}{and}{last}", others.join(", "))
        }
    }
}

/// The moves that a forced win takes: "in one move", "in 3 moves at most".
fn within(plies: u32, players: u8, lang: Lang) -> String {
    match (winner_moves(plies, players), lang) {
        (1, Lang::Fr) => "en un coup".to_owned(),
        (1, Lang::En) => "in one move".to_owned(),
        (count, Lang::Fr) => format!("en {count} coups au plus"),
        (count, Lang::En) => format!("in {count} moves at most"),
    }
}

/// What is proven of a position, as a sentence.
pub(super) fn sentence(entry: &AtlasEntry, players: u8, lang: Lang) -> String {
    let draws = listed(&entry.draws, lang);
    match (entry.wins, entry.draws.as_slice(), lang) {
        (Some((seat, 0)), _, Lang::Fr) => format!("La partie est finie\u{a0}: le joueur {seat} a gagné."),
        (Some((seat, 0)), _, Lang::En) => format!("The game is over: player {seat} has won."),
        (Some((seat, plies)), _, Lang::Fr) => {
            let within = within(plies, players, lang);
            let others = match players {
                2 => "quoi que fasse son adversaire",
                _ => "même si tous les autres s’allient contre lui",
            };
            format!("Le joueur {seat} gagne {within}, {others}.")
        }
        (Some((seat, plies)), _, Lang::En) => {
            let within = within(plies, players, lang);
            let others = match players {
                2 => "whatever the opponent does",
                _ => "even if all the others team up",
            };
            format!("Player {seat} wins {within}, {others}.")
        }
        (None, seats, Lang::Fr) if seats.len() == usize::from(players) => {
            "Partie nulle si chacun joue au mieux.".to_owned()
        }
        (None, seats, Lang::En) if seats.len() == usize::from(players) => "A draw with best play.".to_owned(),
        (None, [], Lang::Fr) => {
            "Seul contre tous, personne ne peut rien forcer, pas même une partie nulle.".to_owned()
        }
        (None, [], Lang::En) => {
            "Alone against all the others, nobody can force anything, not even a draw.".to_owned()
        }
        (None, [_], Lang::Fr) => {
            format!("Seul contre tous, le joueur {draws} peut forcer au moins une partie nulle.")
        }
        (None, [_], Lang::En) => {
            format!("Alone against all the others, player {draws} can force at least a draw.")
        }
        (None, _, Lang::Fr) => {
            format!("Seuls contre tous, les joueurs {draws} peuvent chacun forcer au moins une partie nulle.")
        }
        (None, _, Lang::En) => {
            format!("Alone against all the others, players {draws} can each force at least a draw.")
        }
    }
}

/// The players whom the words below a small picture name.
pub(super) fn said_seats(entry: &AtlasEntry, players: u8) -> Vec<Seat> {
    match entry.wins {
        Some((seat, _)) => vec![seat],
        None if entry.draws.len() == usize::from(players) => Vec::new(),
        None => entry.draws.clone(),
    }
}

/// The same in a few words, for a small picture.
pub(super) fn caption(entry: &AtlasEntry, players: u8, lang: Lang) -> String {
    let draws = listed(&entry.draws, lang);
    match (entry.wins, entry.draws.len(), lang) {
        (Some((seat, 0)), _, Lang::Fr) => format!("le joueur {seat} a gagné"),
        (Some((seat, 0)), _, Lang::En) => format!("player {seat} has won"),
        (Some((seat, plies)), _, Lang::Fr) => {
            format!("le joueur {seat} gagne en {}", winner_moves(plies, players))
        }
        (Some((seat, plies)), _, Lang::En) => {
            format!("player {seat} wins in {}", winner_moves(plies, players))
        }
        (None, all, Lang::Fr) if all == usize::from(players) => "nulle".to_owned(),
        (None, all, Lang::En) if all == usize::from(players) => "draw".to_owned(),
        (None, 0, Lang::Fr) => "rien de forcé".to_owned(),
        (None, 0, Lang::En) => "nothing forced".to_owned(),
        (None, 1, Lang::Fr) => format!("le joueur {draws} tient la nulle"),
        (None, _, Lang::Fr) => format!("les joueurs {draws} tiennent la nulle"),
        (None, 1, Lang::En) => format!("player {draws} can hold a draw"),
        (None, _, Lang::En) => format!("players {draws} can hold a draw"),
    }
}

/// A part of a whole in percent.
pub(super) fn percent(part: u64, whole: u64, lang: Lang) -> String {
    let tenths = (1000.0 * part as f64 / whole.max(1) as f64).round() as u64;
    let text = match (part, tenths) {
        (1.., 0) => "<0.1".to_owned(),
        _ => format!("{}.{}", tenths / 10, tenths % 10),
    };
    number_text::percent(text, lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_said_in_both_languages() {
        let entry = |forced: &str| {
            format!("Sc3 1 {forced} 0,0,1000 0,0,1000")
                .parse::<AtlasEntry>()
                .unwrap_or_else(|()| panic!("{forced}"))
        };
        assert_eq!(sentence(&entry("d12"), 2, Lang::En), "A draw with best play.");
        assert_eq!(caption(&entry("w2:6"), 2, Lang::Fr), "le joueur 2 gagne en 3");
        assert_eq!(
            sentence(&entry("w2:6"), 3, Lang::En),
            "Player 2 wins in 2 moves at most, even if all the others team up."
        );
        assert_eq!(
            sentence(&entry("w2:2"), 2, Lang::En),
            "Player 2 wins in one move, whatever the opponent does."
        );
        assert_eq!(
            sentence(&entry("w1:1"), 2, Lang::Fr),
            "Le joueur 1 gagne en un coup, quoi que fasse son adversaire."
        );
        assert_eq!(sentence(&entry("w1:0"), 2, Lang::En), "The game is over: player 1 has won.");
        assert_eq!(caption(&entry("w1:0"), 2, Lang::En), "player 1 has won");
        assert_eq!(caption(&entry("d13"), 3, Lang::Fr), "les joueurs 1 et 3 tiennent la nulle");
        assert!(sentence(&entry("d124"), 4, Lang::En).contains("players 1, 2 and 4 can each"));
        assert!(sentence(&entry("d13"), 3, Lang::Fr).contains("les joueurs 1 et 3 peuvent"));
        assert!(sentence(&entry("-"), 3, Lang::En).contains("nobody can force anything"));
    }

    #[test]
    fn shares_are_rounded() {
        assert_eq!(percent(7_430_033, 8_537_627, Lang::En), "87.0%");
        assert_eq!(percent(1, 8_537_627, Lang::Fr), "<\u{a0}0,1\u{a0}%");
        assert_eq!(percent(0, 8_537_627, Lang::En), "0.0%");
    }
}
