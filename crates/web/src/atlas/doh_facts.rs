//! What the atlas tells besides the map: how many positions there are of each kind, the longest forced wins, and
//! curiosities, each with the command that proves it.

use std::sync::Arc;

use engine::solve::AtlasMap;
use leptos::prelude::*;
use rules::{AnyGame, Lang, Record, Words};

use super::doh_map::PositionPicture;
use super::doh_words::{grouped, percent};
use crate::export;
use crate::language::{lang, tr};
use crate::router::AddressLink;

/// A player by their place in the order in which they move from a position on: 0 is the player to move.
fn player(place: usize) -> Words {
    match place {
        0 => Words::new("celui qui joue", "the player to move"),
        1 => Words::new("le suivant", "the next one"),
        2 => Words::new("le troisième", "the third"),
        _ => Words::new("le quatrième", "the fourth"),
    }
}

/// A command of the program that proves what stands above it.
#[component]
fn Proof(command: String) -> impl IntoView {
    view! { <p class="proof"><code>{command}</code></p> }
}

fn solve_command(players: u8) -> String {
    match players {
        2 => "trois solve doh --all".to_owned(),
        _ => format!("trois solve doh --options players={players}"),
    }
}

/// How many positions let each player force something.
#[component]
pub fn Kinds(
    /// What is known of the game.
    map: Arc<AtlasMap>,
) -> impl IntoView {
    let AtlasMap { players, positions, wins, draws, .. } = Arc::unwrap_or_clone(map);
    let all = move || match lang() {
        Lang::Fr => format!(
            "Il y a {} positions où quelqu’un doit jouer\u{a0}; celles qui ne diffèrent que par une rotation, un reflet ou leur place sur la table comptent pour une. Dans combien d’entre elles chacun peut-il, seul contre tous, forcer quelque chose\u{a0}?",
            grouped(positions, Lang::Fr)
        ),
        Lang::En => format!(
            "There are {} positions in which someone is to move; those that are the same turned, mirrored or elsewhere on the table count once. In how many of them can each player, alone against all others, force something?",
            grouped(positions, Lang::En)
        ),
    };
    let rows = wins.into_iter().zip(draws).enumerate().map(|(place, (wins, draws))| {
        let name =
            if place < usize::from(players) { player(place) } else { Words::new("personne", "nobody") };
        let cell = move |count: u64| {
            view! {
                <td>{move || grouped(count, lang())}</td>
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
                    <th scope="col">{tr(Words::new("qui", "who"))}</th>
                    <th scope="col" colspan="2">{tr(Words::new("peut gagner", "can win"))}</th>
                    <th scope="col" colspan="2">{tr(Words::new("peut au moins annuler", "can at least draw"))}</th>
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
    /// What is known of the game.
    map: Arc<AtlasMap>,
) -> impl IntoView {
    let AtlasMap { players, longest, .. } = Arc::unwrap_or_clone(map);
    let cards = longest.into_iter().map(|(place, plies, game)| {
        let game = AnyGame::from(game);
        let study = export::study_path(&Record::new(game.clone()));
        let title = move || {
            let who = player(place - 1);
            match lang() {
                Lang::Fr => format!("{plies} coups pour que {} gagne", who.get(Lang::Fr)),
                Lang::En => format!("{plies} moves until {} wins", who.get(Lang::En)),
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
            <h2>{tr(Words::new("Les plus longs gains forcés", "The longest forced wins"))}</h2>
            <p>{tr(Words::new(
                "Aucune autre position ne demande plus de coups à celui qui peut forcer le gain.",
                "No other position takes more moves for the player who can force a win.",
            ))}</p>
            <ul class="longest">{cards.collect_view()}</ul>
            <Proof command=solve_command(players)/>
        </section>
    }
}

/// Facts that are proven, in the order in which they are told, each with its command.
fn curiosities() -> Vec<(Words, &'static str)> {
    vec![
        (
            Words::new(
                "À deux, commencer par la pièce moyenne est la seule faute possible au premier coup\u{a0}: la partie est perdue après six coups en tout.",
                "Between two, the medium piece is the only mistake that can be made with the first move: it loses, after six moves in all.",
            ),
            "trois solve doh",
        ),
        (
            Words::new(
                "À trois et à quatre, personne ne peut rien forcer depuis le début, pas même une partie nulle\u{a0}: les autres ensemble peuvent toujours faire perdre n’importe qui.",
                "Among three and four, nobody can force anything from the start, not even a draw: the others together can make anyone lose.",
            ),
            "trois solve doh --options players=4",
        ),
        (
            Words::new(
                "Dans 2\u{202f}869 positions, aucune pièce de la réserve ne trouve plus de place\u{a0}: qui a joué en dernier gagne sans avoir aligné quoi que ce soit.",
                "In 2,869 positions no piece of the stash fits anywhere: whoever moved last wins without having lined up anything.",
            ),
            "trois solve doh --all",
        ),
        (
            Words::new(
                "Le morpion ordinaire est nul, quel que soit le premier coup.",
                "Plain noughts and crosses is a draw, whatever the first move.",
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
                "Chaque affirmation se vérifie avec le programme trois, par la commande qui la suit.",
                "Every statement can be checked with the program trois, by the command below it.",
            ))}</small></p>
        </section>
    }
}
