//! What the atlas tells besides the map: how many positions there are of each kind, the longest forced wins, curiosities,
//! and the commands that prove all of it.

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

/// How many positions let each player force something.
#[component]
pub fn Kinds(
    /// The solved game.
    map: Arc<AtlasMap>,
) -> impl IntoView {
    let AtlasMap { players, positions, wins, draws, .. } = Arc::unwrap_or_clone(map);
    let all = move || match lang() {
        Lang::Fr => format!(
            "Il y a {} positions où la partie n’est pas finie\u{202f}; celles qui ne diffèrent que par une rotation, une symétrie ou leur place sur la table comptent pour une. Dans combien d’entre elles chacun peut-il, seul contre tous, forcer un résultat\u{202f}?",
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
        </section>
    }
}

/// The title of a longest win.
fn longest_win(count: u32, who: &Words, lang: Lang) -> String {
    let who = who.get(lang);
    match (count, lang) {
        (1, Lang::Fr) => format!("Victoire en un coup pour {who}"),
        (1, Lang::En) => format!("Win in one move for {who}"),
        (_, Lang::Fr) => format!("Victoire en {count} coups pour {who}"),
        (_, Lang::En) => format!("Win in {count} moves for {who}"),
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
            longest_win(count, &who, lang())
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
        </section>
    }
}

/// A proven fact, and the commands that prove it again.
struct Curiosity {
    fact: Words,
    commands: &'static [&'static str],
}

/// The curiosities in reading order.
fn curiosities() -> [Curiosity; 6] {
    let curiosity = |fact, commands: &'static [&'static str]| Curiosity { fact, commands };
    [
        curiosity(
            Words::new(
                "À deux, la pièce moyenne est la seule faute possible au premier coup\u{a0}: s’il joue parfaitement, votre adversaire gagne en trois coups.",
                "With two players, the medium piece is the only mistake you can make on the first move: with perfect play, your opponent wins in three moves.",
            ),
            &["trois solve doh"],
        ),
        curiosity(
            Words::new(
                "À deux, après la petite pièce, une seule réponse tient la nulle\u{a0}: une pièce moyenne sur une case qui touche la sienne par un côté. Toutes les autres perdent.",
                "With two players, only one reply to the small piece holds the draw: a medium piece on a square that shares a side with it. Every other reply loses.",
            ),
            &["trois analyse doh --moves \"Sc3\" --lines 40"],
        ),
        curiosity(
            Words::new(
                "À deux, après Sc3 Sc2, on gagne tout de suite en alignant une troisième petite pièce. Mc2, Lc1 et leurs symétriques gagnent aussi, mais en six coups de plus\u{202f}; tous les autres coups perdent aussitôt.",
                "With two players, after Sc3 Sc2 a third small piece in line wins at once. Mc2, Lc1 and their mirror images also win, but take six more moves; all other moves lose at once.",
            ),
            &["trois analyse doh --moves \"Sc3 Sc2\" --lines 40"],
        ),
        curiosity(
            Words::new(
                "À trois ou à quatre, personne ne peut rien forcer au départ, pas même une partie nulle\u{a0}: en s’alliant, les autres peuvent faire perdre n’importe qui.",
                "With three or four players, nobody can force anything from the start, not even a draw: together, the others can make anyone lose.",
            ),
            &["trois solve doh --options players=3", "trois solve doh --options players=4"],
        ),
        curiosity(
            Words::new(
                "Dans 2\u{202f}869 positions, aucune pièce de la réserve ne trouve plus de place\u{a0}: le dernier à avoir joué gagne sans avoir rien aligné.",
                "In 2,869 positions, no piece left in the stash fits anywhere: the last player to move wins without having lined anything up.",
            ),
            &["trois solve doh --all"],
        ),
        curiosity(
            Words::new(
                "Au morpion ordinaire, la partie est nulle si chacun joue au mieux, quel que soit le premier coup.",
                "With best play, plain tic-tac-toe is a draw, whatever the first move.",
            ),
            &["trois solve morpion"],
        ),
    ]
}

/// The curiosities.
#[component]
pub fn Curiosities() -> impl IntoView {
    let facts = curiosities().map(|Curiosity { fact, commands }| {
        let commands: Vec<_> =
            commands.iter().map(|command| view! { <p><code>{*command}</code></p> }).collect();
        view! {
            <li>
                <p>{tr(fact)}</p>
                <details class="proof">
                    <summary>{tr(Words::new("Comment le vérifier", "How to check this"))}</summary>
                    {commands}
                </details>
            </li>
        }
    });
    view! {
        <section class="atlas-part">
            <h2>{tr(Words::new("Curiosités", "Curiosities"))}</h2>
            <ul class="curiosities">{facts.into_iter().collect_view()}</ul>
        </section>
    }
}

/// The commands that print what the atlas shows, and what each of them proves.
fn proofs() -> [(Words, &'static str); 6] {
    [
        (
            Words::new("La partie à deux, et chaque premier coup", "The game for two, and each first move"),
            "trois solve doh",
        ),
        (
            Words::new("Toutes les positions à deux", "Every position with two players"),
            "trois solve doh --all",
        ),
        (
            Words::new("Toutes les positions à trois", "Every position with three players"),
            "trois solve doh --options players=3",
        ),
        (
            Words::new("Toutes les positions à quatre", "Every position with four players"),
            "trois solve doh --options players=4",
        ),
        (
            Words::new("La carte et les plus longues victoires", "The map and the longest wins"),
            "trois solve doh --atlas",
        ),
        (Words::new("Le morpion ordinaire", "Plain tic-tac-toe"), "trois solve morpion"),
    ]
}

/// How readers check the atlas themselves.
#[component]
pub fn Proofs() -> impl IntoView {
    let rows = proofs().map(|(what, command)| {
        view! { <li>{tr(what)} <code>{command}</code></li> }
    });
    view! {
        <details class="proof">
            <summary>{tr(Words::new("Comment le vérifier", "How to check this"))}</summary>
            <p>{tr(Words::new(
                "Le programme trois recalcule tout cela sur votre ordinateur\u{a0}:",
                "The trois program works all of this out on your own computer:",
            ))}</p>
            <ul>{rows.into_iter().collect_view()}</ul>
        </details>
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
    fn a_win_in_one_move_is_said_in_the_singular() {
        let who = player(2);
        assert_eq!(longest_win(1, &who, Lang::Fr), "Victoire en un coup pour le troisième");
        assert_eq!(longest_win(1, &who, Lang::En), "Win in one move for the third player");
        assert_eq!(longest_win(2, &who, Lang::En), "Win in 2 moves for the third player");
    }

    #[test]
    fn every_command_of_the_atlas_is_among_the_proofs_of_the_documentation() {
        let document = include_str!("../../../../docs/solved.md");
        let curiosities = curiosities();
        let of_curiosities = curiosities.iter().flat_map(|curiosity| curiosity.commands).copied();
        for command in of_curiosities.chain(proofs().map(|(_, command)| command)) {
            assert!(document.contains(&format!("`{command}`")), "docs/solved.md does not say {command}");
        }
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
