//! How a game ended and why, told to the reader.

use boards::Names;
use rules::{AnyGame, Lang, Outcome, Say, Seat, Words};
use table::{End, EndReason};

/// How the game ended: "You won!"
pub fn result(end: End, names: &Names, lang: Lang) -> String {
    match end.outcome {
        Some(outcome) => names.result(outcome, lang),
        None if end.why == EndReason::Abandoned => {
            Words::new("Partie interrompue, sans résultat.", "Game abandoned, no result.").say(lang)
        }
        None if end.why == EndReason::Aborted => {
            Words::new("Partie annulée, sans résultat.", "Game aborted, no result.").say(lang)
        }
        None => Words::new(
            "La table a été fermée avant le début de la partie.",
            "The table was closed before the game began.",
        )
        .say(lang),
    }
}

/// What decided the game: "Three crosses in a row.", "Anne resigned."
pub fn reason(end: End, game: &AnyGame, names: &Names, lang: Lang) -> Option<String> {
    let loser = match end.outcome {
        Some(Outcome::Win(winner)) if game.seats() == 2 => Some(winner.other()),
        _ => None,
    };
    let told = |tell: fn(&Names, Seat, Lang) -> String| loser.map(|seat| tell(names, seat, lang));
    match end.why {
        EndReason::Rules => boards::say_end_reason(game, lang),
        EndReason::Closed => None,
        EndReason::Abandoned => {
            Some(Words::new("Plus personne ne jouait.", "Nobody was playing any more.").say(lang))
        }
        EndReason::Aborted => Some(
            Words::new("Un joueur n’a pas joué son premier coup.", "One of the players never made a move.")
                .say(lang),
        ),
        EndReason::Resignation => told(Names::resigned),
        EndReason::Time => told(Names::ran_out_of_time),
        EndReason::Agreement => Some(Words::new("D’un commun accord.", "By agreement.").say(lang)),
        EndReason::Claim => told(Names::left).or_else(|| {
            Some(Words::new("Un joueur a quitté la partie.", "A player left the game.").say(lang))
        }),
    }
}

/// A short label for a board that would still look alive, because the rules have not ended the game.
pub fn mark(end: End) -> Option<Words> {
    Some(match end.why {
        EndReason::Rules | EndReason::Closed => return None,
        EndReason::Resignation => Words::new("Abandon", "Resigned"),
        EndReason::Agreement => Words::new("Partie nulle", "Draw agreed"),
        EndReason::Time => Words::new("Temps écoulé", "Out of time"),
        EndReason::Aborted => Words::new("Partie annulée", "Game aborted"),
        EndReason::Abandoned => Words::new("Partie interrompue", "Game abandoned"),
        EndReason::Claim => Words::new("Joueur parti", "Player left"),
    })
}

#[cfg(test)]
mod tests {
    use boards::PlayerName;
    use rules::Kind;

    use super::*;

    #[test]
    fn an_end_says_who_resigned_left_or_ran_out_of_time() {
        let game = AnyGame::new(Kind::default(), "").expect("options");
        let names = Names::new(game.kind(), vec![PlayerName::Named("Anne".to_owned()), PlayerName::You]);
        let sentence = |text: &str, lang| {
            let end: End = text.parse().expect("an end");
            let why = reason(end, &game, &names, lang).unwrap_or_default();
            format!("{} {why}", result(end, &names, lang))
        };
        assert_eq!(sentence("win1:resignation", Lang::En), "You lost. You resigned.");
        assert_eq!(sentence("win2:resignation", Lang::Fr), "Vous avez gagné\u{202f}! Anne a abandonné.");
        assert_eq!(sentence("win2:time", Lang::Fr), "Vous avez gagné\u{202f}! Anne a épuisé son temps.");
        assert_eq!(sentence("win2:claim", Lang::En), "You won! Anne left the game.");
        assert_eq!(sentence("draw:agreement", Lang::Fr), "Partie nulle. D’un commun accord.");
        assert_eq!(
            sentence("-:abandoned", Lang::En),
            "Game abandoned, no result. Nobody was playing any more."
        );
        assert_eq!(
            sentence("-:aborted", Lang::Fr),
            "Partie annulée, sans résultat. Un joueur n’a pas joué son premier coup."
        );
        assert_eq!(sentence("draw:claim", Lang::En), "It’s a draw. A player left the game.");
    }

    #[test]
    fn a_game_that_was_claimed_has_a_result_and_another_mark_than_one_without() {
        let marked = |text: &str| {
            let end: End = text.parse().expect("an end");
            mark(end).map(|mark| Lang::ALL.map(|lang| mark.say(lang)).join(" | "))
        };
        assert_eq!(marked("win2:claim").as_deref(), Some("Joueur parti | Player left"));
        assert_eq!(marked("draw:claim").as_deref(), Some("Joueur parti | Player left"));
        assert_eq!(marked("-:abandoned").as_deref(), Some("Partie interrompue | Game abandoned"));
        assert_eq!(marked("win1:rules"), None);
    }
}
