//! The players of the game that is studied, if its record names them.

use boards::{Names, PlayerName};
use leptos::prelude::*;
use rules::record::RecordedPlayer;
use rules::{Lang, Seat};

use super::analysis_board::AnalysisBoard;
use super::tree::StudyTree;
use crate::labels::{self, PlayerLabel};
use crate::language::lang;
use crate::panel::{PlayerRow, PlayersAround};

/// What lists call a player: the name in the record with the seat, "Engine 3 (nought)", or the name of the seat.
pub fn label(tree: &StudyTree, seat: Seat, lang: Lang) -> PlayerLabel {
    let kind = tree.node(0).game.kind();
    match tree.player(seat) {
        Some(RecordedPlayer::Named(name)) => labels::in_seat(&name, kind, seat, lang),
        player => match player.and_then(|player| player.label(lang)) {
            Some(player) => labels::in_seat(&rules::capitalized(&player), kind, seat, lang),
            None => kind.seat(seat).title(lang).into(),
        },
    }
}

/// What sentences call the players: "you", "the engine" if there is only one, the name in the record, else the side.
pub fn names(tree: &StudyTree, you: Option<Seat>) -> Names {
    let seats = || (0..tree.node(0).game.seats()).map(Seat::from_index);
    let is_engine = |seat: Seat| matches!(tree.player(seat), Some(RecordedPlayer::Engine(_)));
    let engines = seats().filter(|&seat| is_engine(seat)).count();
    let name = |seat: Seat| match tree.player(seat) {
        _ if you == Some(seat) => PlayerName::You,
        Some(RecordedPlayer::Engine(_)) if engines == 1 => PlayerName::Engine,
        Some(RecordedPlayer::Named(name)) => PlayerName::Named(name),
        _ => PlayerName::Side,
    };
    Names::new(tree.node(0).game.kind(), seats().map(name).collect())
}

/// The board, with the players around it if the record names them.
#[component]
pub fn Players(
    /// The analysis board.
    analysis: AnalysisBoard,
    /// The board.
    children: Children,
) -> impl IntoView {
    let players = Memo::new(move |_| {
        let lang = lang();
        analysis.tree.with(|tree| {
            let (game, end) = (tree.current().game, tree.end());
            let player = |seat: Seat| PlayerRow {
                class: labels::seat_class(game.kind(), seat),
                label: analysis.player_label(seat, lang),
                is_turn: game.turn().seat() == Some(seat) && end.is_none(),
                left: None,
                note: None,
            };
            let seats = || (0..game.seats()).map(Seat::from_index);
            let is_known =
                seats().any(|seat| tree.player(seat).is_some_and(|player| player.label(lang).is_some()));
            if is_known { seats().map(player).collect() } else { Vec::<PlayerRow>::new() }
        })
    });
    let below = Memo::new(move |_| {
        usize::from(analysis.flipped.get() && analysis.tree.with(|tree| tree.current().game.seats() == 2))
    });
    view! { <PlayersAround players below>{children()}</PlayersAround> }
}

#[cfg(test)]
mod tests {
    use rules::Record;

    use super::*;

    #[test]
    fn players_of_the_record_are_named_beside_their_seats() {
        let text = "[Game \"morpion\"]\n[Seat1 \"Anne\"]\n[Seat2 \"engine level 3\"]\n\n1. 5 *";
        let tree = StudyTree::from_record(&Record::parse(text, None).expect("a record"));
        let names = |lang| [Seat::ONE, Seat::TWO].map(|seat| label(&tree, seat, lang).to_string());
        assert_eq!(names(Lang::Fr), ["Anne (croix)", "Moteur 3 (rond)"]);
        assert_eq!(names(Lang::En), ["Anne (cross)", "Engine 3 (nought)"]);
    }

    #[test]
    fn games_of_every_origin_name_their_players_alike() {
        let kind = rules::Kind::Morpion;
        let one = kind.seat(Seat::ONE).title(Lang::En);
        for (origin, tags) in [
            ("a table, or this app", "[Seat1 \"human\"]\n[Seat2 \"engine level 3\"]"),
            ("an older `trois play`", "[Seat1 \"human\"]\n[Seat2 \"level:3\"]"),
            ("an older version of this app", "[Players \"person,3\"]"),
            ("an older version that continued a game", "[Seat2 \"Luc\"]\n[Players \"person,3\"]"),
        ] {
            let text = format!("[Game \"{kind}\"]\n{tags}\n\n1. 5 *");
            let tree = StudyTree::from_record(&Record::parse(&text, None).expect("a record"));
            let label = |seat| label(&tree, seat, Lang::En).to_string();
            assert_eq!([Seat::ONE, Seat::TWO].map(label), [&*one, "Engine 3 (nought)"], "{origin}");
            let names = names(&tree, None);
            let nouns = [Seat::ONE, Seat::TWO].map(|seat| names.noun(seat, Lang::En));
            assert_eq!(nouns, ["crosses", "the engine"], "{origin}");
        }
    }

    #[test]
    fn sentences_speak_to_the_reader_and_name_the_others() {
        let text = "[Game \"morpion\"]\n[Seat1 \"Anne\"]\n[Seat2 \"engine level 3\"]\n\n1. 5 *";
        let tree = StudyTree::from_record(&Record::parse(text, None).expect("a record"));
        let nouns = |tree: &StudyTree, you| {
            let names = names(tree, you);
            [Seat::ONE, Seat::TWO].map(|seat| names.noun(seat, Lang::En))
        };
        assert_eq!(nouns(&tree, None), ["Anne", "the engine"]);
        assert_eq!(nouns(&tree, Some(Seat::ONE)), ["you", "the engine"]);
        let bare =
            StudyTree::from_record(&Record::parse("5 *", Some(rules::Kind::Morpion)).expect("a record"));
        assert_eq!(nouns(&bare, None), ["crosses", "noughts"]);
    }
}
