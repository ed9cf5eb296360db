//! The map of Tic Tac Doh!: readers step from the start through the first moves and the replies, each with its verdict.

use std::sync::Arc;

use engine::solve::{AtlasEntry, AtlasMap};
use leptos::prelude::*;
use rules::doh::{Move, Options};
use rules::{AnyGame, AnyMove, Doh, Game, Lang, Record, Seat, Words, number_text};

use super::breadcrumbs::Breadcrumbs;
use super::doh_words::{caption, said_seats, sentence};
use super::picture::PositionPicture;
use crate::export;
use crate::labels;
use crate::language::{lang, tr};
use crate::router::AddressLink;
use crate::start_queue::Deferred;

/// The position after some moves. Moves that cannot be played are left out.
fn position(players: u8, moves: &[Move]) -> AnyGame {
    let mut game = Doh::new(Options::new(players).unwrap_or_default());
    for &mv in moves {
        let _ = game.play(mv);
    }
    AnyGame::from(game)
}

/// The link to the analysis board with these moves played.
fn study_address(players: u8, moves: &[Move]) -> String {
    let mut record = Record::new(position(players, &[]));
    for &mv in moves {
        let _ = record.push(AnyMove::Doh(mv));
    }
    export::study_path(&record)
}

/// The map: the current position, and the positions that can follow.
#[component]
pub fn MapExplorer(
    /// The solved game.
    map: Arc<AtlasMap>,
) -> impl IntoView {
    let moves = RwSignal::new(Vec::<Move>::new());
    let players = map.players;
    let here = map.clone();
    let tiles = move || {
        let moves_here = moves.get();
        let entries: Vec<AtlasEntry> = map.after(&moves_here).cloned().collect();
        (!entries.is_empty()).then(|| {
            let heading = match moves_here.len() {
                0 => Words::new("Premiers coups", "First moves"),
                1 => Words::new("Réponses", "Replies"),
                _ => Words::new("Troisièmes coups", "Third moves"),
            };
            let tiles = entries
                .into_iter()
                .map(|entry| view! { <li><Deferred><Tile entry players moves/></Deferred></li> });
            view! { <h3>{tr(heading)}</h3> <ul class="tiles">{tiles.collect_view()}</ul> }
        })
    };
    view! {
        <section class="atlas-map">
            <h2>{tr(Words::new("La carte", "The map"))}</h2>
            <Breadcrumbs moves/>
            {move || {
                let moves = moves.get();
                here.entry(&moves).cloned().map(|entry| view! { <CurrentEntry entry players/> })
            }}
            {tiles}
        </section>
    }
}

/// The current position and its verdict.
#[component]
fn CurrentEntry(entry: AtlasEntry, players: u8) -> impl IntoView {
    let game = position(players, &entry.moves);
    let last = entry.moves.last().map(|&mv| AnyMove::Doh(mv));
    let study = study_address(players, &entry.moves);
    let (uniform, delaying) = (entry.uniform.clone(), entry.delaying.clone());
    let entry = entry.clone();
    let label = Signal::derive({
        let entry = entry.clone();
        move || caption(&entry, players, lang())
    });
    let shares = (players > 2 && entry.wins.is_none()).then(|| {
        view! {
            <p class="meaning">{tr(Words::new(
                "Les chances de chacun si tous jouent au mieux.",
                "Each player’s chances if everyone plays their best.",
            ))}</p>
            <Shares shares=uniform title=Words::new(
                "Si un joueur sans espoir joue au hasard",
                "If a player with no hope left plays at random",
            )/>
            <Shares shares=delaying title=Words::new(
                "Si un joueur sans espoir fait durer la partie",
                "If a player with no hope left plays for time",
            )/>
        }
    });
    view! {
        <div class="atlas-here">
            <div class="squared frame"><PositionPicture game last label/></div>
            <div>
                <p class="verdict" role="status">{move || sentence(&entry, players, lang())}</p>
                {shares}
                <AddressLink to=study class="button">{tr(Words::new("Étudier cette position", "Study this position"))}</AddressLink>
            </div>
        </div>
    }
}

/// The mark of a player, as beside the boards.
fn seat_mark(seat: usize) -> impl IntoView {
    let seat = Seat::from_index(seat.saturating_sub(1) as u8);
    view! { <i class=labels::seat_class(Doh::KIND, seat) aria-hidden="true"></i> " " }
}

/// The shares of the seats as a bar with its numbers. The pieces are shared, so no player has a colour.
#[component]
fn Shares(title: Words, shares: Vec<u32>) -> impl IntoView {
    let total = shares.iter().sum::<u32>().max(1);
    let mut x = 0.0;
    let parts: Vec<(usize, f64, f64)> = (1..)
        .zip(&shares)
        .map(|(seat, &share)| {
            let width = 300.0 * f64::from(share) / f64::from(total);
            x += width;
            (seat, x - width, width)
        })
        .collect();
    let bar = parts.into_iter().map(|(seat, x, width)| {
        view! { <rect class=format!("share-{seat}") x=format!("{x:.1}") y="0" width=format!("{width:.1}") height="14"></rect> }
    });
    let last = shares.len();
    let number = move |(seat, share): (usize, u32)| {
        let text = move || {
            let percent = number_text::percent(format!("{:.0}", f64::from(share) / 10.0), lang());
            let dot = if seat == last { "" } else { "\u{a0}·" };
            match lang() {
                Lang::Fr => format!("joueur {seat}\u{a0}:\u{a0}{percent}{dot}"),
                Lang::En => format!("player {seat}:\u{a0}{percent}{dot}"),
            }
        };
        view! { <span class="share">{seat_mark(seat)} {text}</span> " " }
    };
    let numbers = (1..).zip(shares).map(number).collect_view();
    view! {
        <figure class="shares-bar">
            <figcaption>{tr(title)}</figcaption>
            <svg viewBox="0 0 300 14" preserveAspectRatio="none" aria-hidden="true">{bar.collect_view()}</svg>
            <p>{numbers}</p>
        </figure>
    }
}

/// A position that can follow, as a small picture with its verdict. A click goes there.
#[component]
fn Tile(entry: AtlasEntry, players: u8, moves: RwSignal<Vec<Move>>) -> impl IntoView {
    let last = entry.moves.last().copied();
    let game = position(players, &entry.moves);
    let class = match (entry.wins, entry.draws.len()) {
        (Some((seat, _)), _) => format!("tile won-{seat}"),
        (None, all) if all == usize::from(players) => "tile even".to_owned(),
        _ => "tile".to_owned(),
    };
    let ways = entry.ways;
    let target = entry.moves.clone();
    let name = last.map(|mv| mv.to_string()).unwrap_or_default();
    let verdict = {
        let entry = entry.clone();
        move || caption(&entry, players, lang())
    };
    let marks =
        said_seats(&entry, players).into_iter().map(|seat| seat_mark(seat.index() + 1)).collect_view();
    let ways_text = (ways > 1).then(|| format!("× {ways}"));
    view! {
        <button class=class on:click=move |_| moves.set(target.clone())>
            <span class="squared frame" aria-hidden="true">
                <PositionPicture game last=last.map(AnyMove::Doh) label=""/>
            </span>
            <b>{name}</b> <small>{ways_text}</small>
            <span class="said">{marks} {verdict}</span>
        </button>
    }
}
