//! What the atlas tells besides the map: how many positions there are of each kind, the longest forced wins, and
//! curiosities, each with the command that proves it.

use std::sync::Arc;

use engine::solve::AtlasMap;
use engine::winner_moves;
use leptos::prelude::*;
use rules::{AnyGame, Lang, Record, Words, number_text};

use super::doh_words::percent;
use super::picture::PositionPicture;
use crate::export;
use crate::language::{lang, tr};
use crate::router::AddressLink;

/// A player by their place in the order in which they move from a position on: 0 is the player to move.
fn player(place: usize) -> Words {
    match place {
        0 => Words::new("celui qui joue", "the player to move"),
        1 => Words::new("le suivant", "the next player"),
        2 => Words::new("le troisième", "the third player"),
        _ => Words::new("le quatrième", "the fourth player"),
    }
}

/// A command of the program that proves the fact above it.
#[component]
pub fn Proof(
    /// The command.
    command: String,
) -> impl IntoView {
    view! { <p class="proof"><code>{command}</code></p> }
}

/// The command that prints what the atlas shows: the map, the counts and the longest forced wins.
pub const ATLAS_COMMAND: &str = "trois solve doh --atlas";

/// The command that prints how many positions there are of each kind.
fn solve_command(players: u8) -> String {
    match players {
        2 => "trois solve doh --all".to_owned(),
        _ => format!("trois solve doh --options players={players}"),
    }
}

/// How many positions let each player force something.
#[component]
pub fn Kinds(
    /// The solved game.
    map: Arc<AtlasMap>,
) -> impl IntoView {
    let AtlasMap { players, positions, wins, draws, .. } = Arc::unwrap_or_clone(map);
    let all = move || match lang() {
        Lang::Fr => format!(
            "Il y a {} positions où la partie n’est pas finie\u{a0}; celles qui ne diffèrent que par une rotation, une symétrie ou leur place sur la table comptent pour une. Dans combien d’entre elles chacun peut-il, seul contre tous, forcer un résultat\u{a0}?",
            number_text::count(positions, Lang::Fr)
        ),
        Lang::En => format!(
            "There are {} positions in which the game is not over; positions that differ only by a rotation, a reflection or their place on the table count as one. In how many of them can each player, alone against all the others, force a result?",
            number_text::count(positions, Lang::En)
        ),
    };
    let rows = wins.into_iter().zip(draws).enumerate().map(|(place, (wins, draws))| {
        let name =
            if place < usize::from(players) { player(place) } else { Words::new("personne", "nobody") };
        let cell = move |count: u64| {
            view! {
                <td>{move || number_text::count(count, lang())}</td>
                <td class="part">{move || percent(count, positions, lang())}</td>
            }
        };
        view! { <tr><th scope="row">{tr(name)}</th>{cell(wins)}{cell(draws)}</tr> }
    });
    view! {
        <section class="atlas-part">
            <h2>{tr(Words::new("Toutes les positions", "Every position"))}</h2>
            <p>{all}</p>
            <div class="scrolls" tabindex="0" role="region" aria-label=tr(Words::new("Toutes les positions", "Every position"))>
            <table class="kinds">
                <thead><tr>
                    <th scope="col">{tr(Words::new("joueur", "player"))}</th>
                    <th scope="col" colspan="2">{tr(Words::new("peut gagner", "can win"))}</th>
                    <th scope="col" colspan="2">{tr(Words::new("peut au moins faire nulle", "can at least draw"))}</th>
                </tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
            </div>
            <Proof command=solve_command(players)/>
        </section>
    }
}

/// A position for each player in which their win takes longest.
#[component]
pub fn LongestWins(
    /// The solved game.
    map: Arc<AtlasMap>,
) -> impl IntoView {
    let AtlasMap { players, longest, .. } = Arc::unwrap_or_clone(map);
    let cards = longest.into_iter().map(|(place, plies, game)| {
        let count = winner_moves(plies, players);
        let game = AnyGame::from(game);
        let study = export::study_path(&Record::new(game.clone()));
        let title = move || {
            let who = player(place - 1);
            match lang() {
                Lang::Fr => format!("Victoire en {count} coups pour {}", who.get(Lang::Fr)),
                Lang::En => format!("Win in {count} moves for {}", who.get(Lang::En)),
            }
        };
        view! {
            <li>
                <div class="squared frame"><PositionPicture game last=None label=Signal::derive(title)/></div>
                <b>{title}</b>
                <AddressLink to=study>{tr(Words::new("Étudier", "Study"))}</AddressLink>
            </li>
        }
    });
    view! {
        <section class="atlas-part">
            <h2>{tr(Words::new("Les plus longues victoires forcées", "The longest forced wins"))}</h2>
            <p>{tr(Words::new(
                "Aucune victoire forcée n’est plus longue.",
                "No forced win takes longer.",
            ))}</p>
            <ul class="longest">{cards.collect_view()}</ul>
            <Proof command=ATLAS_COMMAND.to_owned()/>
        </section>
    }
}

/// Proven facts in reading order, each with its command.
fn curiosities() -> Vec<(Words, &'static str)> {
    vec![
        (
            Words::new(
                "À deux, la pièce moyenne est la seule faute possible au premier coup\u{a0}: face à un jeu parfait, l’adversaire gagne en trois coups.",
                "With two players, the medium piece is the only mistake you can make on the first move: with perfect play, the opponent wins in three moves.",
            ),
            "trois solve doh",
        ),
        (
            Words::new(
                "À deux, après la petite pièce, une seule réponse tient la nulle\u{a0}: une pièce moyenne sur une case qui touche la sienne par un côté. Toutes les autres perdent.",
                "With two players, only one reply to the small piece holds the draw: a medium piece on a square that shares a side with it. Every other reply loses.",
            ),
            ATLAS_COMMAND,
        ),
        (
            Words::new(
                "À deux, après Sc3 Sc2, on gagne tout de suite en alignant une troisième petite pièce. Seuls Mc2 et Lc1, et leurs symétriques, gagnent aussi, mais en six coups de plus\u{a0}; tous les autres coups perdent aussitôt.",
                "With two players, after Sc3 Sc2 a third small piece in line wins at once. Only Mc2 and Lc1, and the moves symmetric to them, win as well, but take six moves more; all other moves lose at once.",
            ),
            ATLAS_COMMAND,
        ),
        (
            Words::new(
                "À trois ou à quatre, personne ne peut rien forcer au départ, pas même une partie nulle\u{a0}: en s’alliant, les autres peuvent faire perdre n’importe qui.",
                "With three or four players, nobody can force anything from the start, not even a draw: together, the others can make anyone lose.",
            ),
            "trois solve doh --options players=4",
        ),
        (
            Words::new(
                "Dans 2\u{202f}869 positions, aucune pièce de la réserve ne trouve plus de place\u{a0}: le dernier à avoir joué gagne sans avoir rien aligné.",
                "In 2,869 positions, no piece left in the stash fits anywhere: the last player to move wins without having lined anything up.",
            ),
            "trois solve doh --all",
        ),
        (
            Words::new(
                "Au morpion ordinaire, la partie est nulle si chacun joue au mieux, quel que soit le premier coup.",
                "With best play, plain tic-tac-toe is a draw, whatever the first move.",
            ),
            "trois solve morpion",
        ),
    ]
}

/// The curiosities.
#[component]
pub fn Curiosities() -> impl IntoView {
    let facts = curiosities().into_iter().map(|(fact, command)| {
        view! { <li><p>{tr(fact)}</p><Proof command=command.to_owned()/></li> }
    });
    view! {
        <section class="atlas-part">
            <h2>{tr(Words::new("Curiosités", "Curiosities"))}</h2>
            <ul class="curiosities">{facts.collect_view()}</ul>
            <p><small>{tr(Words::new(
                "Chacun de ces faits se vérifie avec le programme trois, par la commande indiquée.",
                "You can check each of these facts with the trois program: run the command below it.",
            ))}</small></p>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use engine::solve::Atlas;
    use rules::Seat;
    use rules::doh::Move;

    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ').map(|word| word.parse().unwrap_or_else(|_| panic!("{word} is not a move"))).collect()
    }

    /// The last moves of the positions after these moves, with the seat that wins and in how many moves.
    fn after(map: &AtlasMap, text: &str) -> Vec<(String, Option<(Seat, u32)>)> {
        let last = |moves: &[Move]| moves.last().map(ToString::to_string).unwrap_or_default();
        map.after(&moves(text)).map(|entry| (last(&entry.moves), entry.wins)).collect()
    }

    #[test]
    fn what_the_curiosities_tell_of_single_moves_is_in_the_atlas() {
        let atlas: Atlas = include_str!("../../assets/atlas.txt").parse().expect("the atlas");
        let map = atlas.maps.iter().find(|map| map.players == 2).expect("the game for two");
        let (winning, holding): (Vec<_>, Vec<_>) =
            after(map, "Sc3").into_iter().partition(|(_, wins)| wins.is_some());
        assert_eq!(holding, [("Mc2".to_owned(), None)]);
        assert!(winning.iter().all(|(_, wins)| wins.is_some_and(|(seat, _)| seat == Seat::ONE)));
        for (mv, wins) in after(map, "Sc3 Sc2") {
            let expected = match mv.as_str() {
                "Sc1" => (Seat::ONE, 0),
                "Mc2" | "Lc1" => (Seat::ONE, 12),
                _ => (Seat::TWO, 1),
            };
            assert_eq!(wins, Some(expected), "{mv}");
        }
        assert_eq!(winner_moves(12, 2), 6);
    }
}
