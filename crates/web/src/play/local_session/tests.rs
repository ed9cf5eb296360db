use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rules::{Kind, Lang, Outcome, Seat};
use table::TimeControl;

use super::*;
use crate::settings::Settings;

/// Runs a test with a session of two people at Morpion with one minute each, in English.
fn with_session(test: impl FnOnce(LocalSession)) {
    Owner::new().with(|| {
        SettingsStore::provide_with(Settings { lang: Some(Lang::En), ..Settings::default() });
        let control = TimeControl::Game { base: 60, increment: 0 };
        let game = LocalGame::new(Kind::Morpion, "", &[], control).expect("options");
        test(LocalSession::new("game".to_owned(), game, Signal::from(false)));
    });
}

fn play(session: LocalSession, text: &str) {
    let mv = session.game.with_untracked(|game| game.game().parse_move(text).expect("a move"));
    session.play(mv);
}

#[test]
fn a_ticking_clock_does_not_recompute_the_scene() {
    with_session(|session| {
        let count = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&count);
        let scene = Memo::new(move |_| {
            counter.fetch_add(1, Ordering::Relaxed);
            session.scene()
        });
        let shown = Memo::new(move |_| session.game.with(|game| session.clock.left(game, Seat::ONE)));
        let drawn = || {
            let _ = scene.get_untracked();
            count.load(Ordering::Relaxed)
        };
        assert_eq!(drawn(), 1);
        for _ in 0..50 {
            session.tick(Duration::from_millis(200));
            assert_eq!(drawn(), 1, "a tick recomputes the scene");
        }
        assert_eq!(shown.get_untracked(), Some(Duration::from_secs(50)));
        for (moves, text) in (1..).zip(["5", "1", "9"]) {
            play(session, text);
            assert_eq!(drawn(), 1 + moves);
            session.tick(Duration::from_millis(200));
            assert_eq!(drawn(), 1 + moves, "a tick recomputes the scene");
        }
        assert_eq!(shown.get_untracked(), Some(Duration::from_millis(49_800)));
    });
}

#[test]
fn the_flag_of_the_player_to_move_falls_on_this_device() {
    with_session(|session| {
        play(session, "5");
        session.tick(Duration::from_secs(59));
        assert_eq!(session.game.with_untracked(LocalGame::outcome), None);
        session.tick(Duration::from_secs(1));
        assert_eq!(session.game.with_untracked(LocalGame::outcome), Some(Outcome::Win(Seat::ONE)));
        session.game.with_untracked(|game| {
            assert_eq!(game.clock().expect("a clock").left(Seat::TWO), Duration::ZERO);
        });
    });
}
