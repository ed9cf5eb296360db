//! Parses any text as a move, options or a position of any game: accepted text round-trips, and an accepted position
//! can be played on.
//!
//! The first byte chooses the game; the rest is the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::{Game, Kind, Rng, Seat, Text, View, Viewer, with_game};

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let kind = Kind::ALL[usize::from(first) % Kind::ALL.len()];
    with_game!(kind, G => {
        round_trips::<<G as Game>::Move>(text);
        round_trips::<<G as Game>::Options>(text);
        if let Some(game) = round_trips::<G>(text) {
            play_on(game);
        }
    });
});

fn round_trips<T: Text>(text: &str) -> Option<T> {
    match text.parse::<T>() {
        Ok(value) => {
            assert_eq!(value.to_string().parse().as_ref(), Ok(&value), "{text:?}");
            Some(value)
        }
        Err(error) => {
            assert!(error.at() <= text.len(), "{text:?}: {error:?}");
            None
        }
    }
}

fn play_on<G: Game>(mut game: G) {
    let mut rng = Rng::new(1);
    for _ in 0..40 {
        let moves = game.moves();
        assert_eq!(moves.is_empty(), game.turn().is_over(), "{game}");
        let _ = format!("{game:#}");
        let view = View::new(&game, Viewer::Seat(Seat::ONE));
        let _ = view.imagine(&mut rng);
        let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) else { break };
        assert!(moves.contains(&mv), "{game}: {mv}");
        game.play_unchecked(mv);
    }
}
