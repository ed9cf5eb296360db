//! The bytes choose a game, its options and all its moves; the laws must hold.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::{AnyGame, Kind, Seat, Viewer};

fuzz_target!(|data: &[u8]| {
    let [kind, options @ .., _] = data else { return };
    let kind = Kind::ALL[usize::from(*kind) % Kind::ALL.len()];
    let mut choices = options.iter().copied();
    let chosen: Vec<String> = kind
        .options()
        .iter()
        .map(|spec| {
            let value = spec.values[usize::from(choices.next().unwrap_or(0)) % spec.values.len()];
            format!("{}={value}", spec.key)
        })
        .collect();
    let mut game = AnyGame::new(kind, &chosen.join(",")).expect("the options are the game's own");
    for choice in choices {
        let moves = game.moves();
        assert_eq!(moves.is_empty(), game.turn().is_over(), "{game}");
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(choice) % moves.len()];
        let viewers = [Viewer::Public, Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO)];
        let mut views = viewers.map(|viewer| game.view(viewer));
        let seen = viewers.map(|viewer| game.redact_move(mv, viewer));
        game.play(mv).expect("a listed move is legal");
        for ((view, seen), viewer) in views.iter_mut().zip(seen).zip(viewers) {
            view.observe(seen, game.turn());
            assert_eq!(*view, game.view(viewer), "{game}: {mv} as seen by {viewer:?}");
        }
        assert_eq!(AnyGame::parse(kind, &game.to_string()).as_ref(), Ok(&game));
    }
});
