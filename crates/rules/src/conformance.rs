//! The laws that every game obeys, checked on random play. Tests and fuzz targets call these.

use std::collections::BTreeSet;
use std::fmt::Debug;

use crate::game::Game;
use crate::rng::Rng;
use crate::seat::{Seat, Turn, Viewer};
use crate::text::{Lang, Say, Text};
use crate::view::View;

/// Maximum length of a random game: some games without the repetition rule never end.
const MAX_PLIES: u32 = 400;

/// Plays random games until `positions` positions have been checked against every law.
///
/// The game's [`INFO`](Game::INFO) says whether it hides something and has chance. Without it, the laws could not
/// distinguish a game that hides nothing from one that does not redact what it hides.
///
/// # Panics
/// If a law is broken.
pub fn check_laws<G: Game>(options: G::Options, seed: u64, positions: u32) {
    let start = G::new(options);
    let seats = start.seats();
    assert!((G::INFO.players.min..=G::INFO.players.max).contains(&seats), "{start}: {seats} can play");
    text_round_trips(&options);
    let mut rng = Rng::new(seed);
    let mut seen = Seen { positions: 0, chance: false, wrong_worlds: vec![false; usize::from(seats)] };
    while seen.positions < positions {
        check_game(&start, &mut rng, &mut seen);
    }
    assert_eq!(seen.chance, G::INFO.has_chance, "{start}: chance has turns just if INFO says so");
    assert!(seen.chance || G::ordered_deck(options).is_empty(), "{start}: no deck without chance");
    for (seat, &imagined) in seen.wrong_worlds.iter().enumerate() {
        assert_eq!(
            imagined,
            G::INFO.hides,
            "{start}: seat {} imagines a wrong world just if INFO says that something is hidden",
            seat + 1
        );
    }
}

/// What the games played so far have covered.
struct Seen {
    positions: u32,
    chance: bool,
    /// For each seat, whether a world imagined from its view differed from the true one.
    wrong_worlds: Vec<bool>,
}

fn check_game<G: Game>(start: &G, rng: &mut Rng, seen: &mut Seen) {
    let mut game = start.clone();
    let mut views: Vec<View<G>> = viewers(&game).map(|viewer| View::new(&game, viewer)).collect();
    let mut known_moves = BTreeSet::new();
    let mut buffer = Vec::new();
    for _ in 0..MAX_PLIES {
        seen.positions += 1;
        seen.chance |= game.turn() == Turn::Chance;
        check_position(&game, &mut known_moves, rng);
        check_views(&game, rng, &mut seen.wrong_worlds);
        let Some(mv) = game.random_move(rng, &mut buffer) else { break };
        let before = game.clone();
        game.play(mv).unwrap_or_else(|reason| panic!("{before}: random move {mv} refused: {reason:?}"));
        for view in &mut views {
            view.observe(before.redact_move(mv, view.viewer()), game.turn());
            let viewer = view.viewer();
            assert_eq!(
                *view,
                View::new(&game, viewer),
                "{before}: redaction commutes with {mv} for {viewer:?}"
            );
        }
    }
}

/// Checks the laws of a whole, unredacted position.
fn check_position<G: Game>(game: &G, known_moves: &mut BTreeSet<G::Move>, rng: &mut Rng) {
    text_round_trips(game);
    assert!(!format!("{game:#}").trim().is_empty(), "{game}: there is a diagram");
    let moves = game.moves();
    let legal: BTreeSet<G::Move> = moves.iter().copied().collect();
    assert_eq!(legal.len(), moves.len(), "{game}: moves are distinct");
    assert_eq!(game.turn().is_over(), moves.is_empty(), "{game}: over exactly when no move is left");
    assert_eq!(game.count_moves(&mut Vec::new()), moves.len(), "{game}: moves are counted right");
    for &mv in &moves {
        text_round_trips(&mv);
        assert!(game.weight(mv) > 0, "{game}: the outcome {mv} can come up");
    }
    known_moves.extend(moves);
    for &mv in known_moves.iter() {
        let verdict = game.check(mv);
        assert_eq!(
            verdict.is_ok(),
            legal.contains(&mv),
            "{game}: {mv} is legal just if it is listed: {verdict:?}"
        );
        if let Err(reason) = verdict {
            for lang in Lang::ALL {
                let sentence = reason.say(lang);
                assert!(
                    sentence.len() > 10 && sentence.ends_with('.'),
                    "{game}: {mv} is refused in words: {sentence:?}"
                );
            }
            assert_eq!(game.clone().play(mv), Err(reason), "{game}: {mv} is refused by play too");
        }
    }
    let random = game.random_move(rng, &mut Vec::new());
    assert!(random.is_none_or(|mv| legal.contains(&mv)), "{game}: a random move is legal");
}

/// Checks the laws of each viewer's view.
fn check_views<G: Game>(game: &G, rng: &mut Rng, wrong_worlds: &mut [bool]) {
    for viewer in viewers(game) {
        let view = View::new(game, viewer);
        text_round_trips(view.position());
        assert_eq!(
            View::new(view.position(), viewer),
            view,
            "{game}: redaction for {viewer:?} is idempotent"
        );
        assert_eq!(view.position().turn(), game.turn(), "{game}: everyone sees whose turn it is");
        let world = view.imagine(rng);
        assert_eq!(View::new(&world, viewer), view, "{game}: an imagined world looks the same to {viewer:?}");
        assert_eq!(
            world.turn().is_over(),
            world.moves().is_empty(),
            "{world}: over exactly when no move is left"
        );
        text_round_trips(&world);
        if let Viewer::Seat(seat) = viewer {
            wrong_worlds[seat.index()] |= world != *game;
            if game.turn() == Turn::Seat(seat) {
                assert_eq!(sorted(view.position()), sorted(game), "{game}: a player sees what to play");
            }
        }
    }
}

fn sorted<G: Game>(game: &G) -> BTreeSet<G::Move> {
    game.moves().into_iter().collect()
}

fn viewers<G: Game>(game: &G) -> impl Iterator<Item = Viewer> + use<G> {
    (0..game.seats()).map(|seat| Viewer::Seat(Seat::from_index(seat))).chain([Viewer::Public])
}

fn text_round_trips<T: Text + Debug>(value: &T) {
    let text = value.to_string();
    assert_eq!(text.parse().as_ref(), Ok(value), "{text:?} reads as it is written");
}
