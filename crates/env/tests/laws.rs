//! Laws that the numbers of every game obey, with every combination of options, on random play.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use env::{Arrays, Batch, BatchSettings, Encode, NO_ACTION, Space};
use rules::{AnyGame, Kind, Rng, Seat, Turn, Viewer, with_game};

fn check<G: Encode + Into<AnyGame>>(options: G::Options, games: u32) {
    let space = Space::of::<G>(options);
    assert_eq!(space.fields.iter().map(|field| field.size).sum::<usize>(), space.size(), "{options}");
    let mut rng = Rng::new(1);
    let mut buffer = Vec::new();
    for _ in 0..games {
        let mut game = G::new(options);
        for ply in 0..300 {
            check_position(&game, &space, &mut rng);
            let Some(mv) = game.random_move(&mut rng, &mut buffer) else {
                assert!(space.longest.is_none_or(|longest| ply <= longest), "{game}");
                break;
            };
            game.play_unchecked(mv);
        }
    }
}

fn check_position<G: Encode + Into<AnyGame>>(game: &G, space: &Space, rng: &mut Rng) {
    let moves = game.moves();
    if game.turn() == Turn::Chance {
        for mv in moves {
            let chance = game.chance_of(mv);
            assert!(chance < space.chances && game.outcome_of(chance) == Some(mv), "{game}: {mv}");
        }
        return;
    }
    let mut expected = vec![0; space.actions];
    for &mv in &moves {
        let action = game.action_of(mv);
        assert_eq!(game.move_of(action), Some(mv), "{game}: {mv} has a number of its own");
        expected[action] = 1;
    }
    let mut mask = vec![7; space.actions];
    env::mask(&game.clone().into(), &mut mask);
    assert_eq!(mask, expected, "{game}: the mask shows the legal moves");
    assert!(game.move_of(space.actions).is_none(), "{game}: there is no further action");
    for observer in (0..game.seats()).map(Seat::from_index) {
        let mut seen = vec![-1; space.size()];
        game.observe_into(observer, &mut seen);
        let mut entries = seen.iter();
        for field in &space.fields {
            for &entry in entries.by_ref().take(field.size) {
                assert!((0..=field.high).contains(&entry), "{game}: {entry} in “{}”", field.about);
            }
        }
        let view = rules::View::new(game, Viewer::Seat(observer));
        let mut in_other_world = vec![-1; space.size()];
        view.imagine(rng).observe_into(observer, &mut in_other_world);
        assert_eq!(seen, in_other_world, "{game}: what is hidden changes nothing for {observer}");
    }
}

#[test]
fn every_move_has_a_number_and_every_observation_its_space() {
    for &kind in Kind::ALL {
        for options in kind.all_options() {
            with_game!(kind, G => check::<G>(options.parse().unwrap(), 2));
        }
    }
}

/// The arrays of a batch.
struct Buffers {
    observations: Vec<i8>,
    masks: Vec<i8>,
    players: Vec<i8>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
}

impl Buffers {
    fn new(batch: &Batch) -> Buffers {
        let (len, space) = (batch.len(), batch.space());
        Buffers {
            observations: vec![0; len * space.size()],
            masks: vec![0; len * space.actions],
            players: vec![0; len],
            rewards: vec![0.0; len * space.seats],
            terminated: vec![false; len],
            truncated: vec![false; len],
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observations: &mut self.observations,
            masks: &mut self.masks,
            players: &mut self.players,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
        }
    }
}

fn settings(len: usize, threads: usize) -> BatchSettings {
    BatchSettings { len, seed: 5, auto_reset: true, max_moves: None, threads }
}

/// Steps a batch at random: all positions, masks and rewards that came about, as text.
fn run(kind: Kind, options: &str, threads: usize) -> Vec<String> {
    let mut batch = Batch::new(kind, options, settings(200, threads)).unwrap();
    let mut buffers = Buffers::new(&batch);
    let mut actions = vec![0; batch.len()];
    let mut log = Vec::new();
    for _ in 0..30 {
        batch.sample(&mut actions);
        batch.step(&actions, buffers.arrays()).unwrap();
        let ended = buffers.terminated.iter().filter(|ended| **ended).count();
        log.push(format!("{actions:?} {:?} {ended} {}", buffers.rewards, batch.game(7).unwrap()));
    }
    log
}

#[test]
fn threads_do_not_change_the_games() {
    for &kind in Kind::ALL {
        for options in kind.options_by_players() {
            assert_eq!(run(kind, &options, 1), run(kind, &options, 3), "{kind} {options}");
        }
    }
}

#[test]
fn a_batch_agrees_with_its_games() {
    for &kind in Kind::ALL {
        let mut batch = Batch::new(kind, "", settings(50, 1)).unwrap();
        let mut buffers = Buffers::new(&batch);
        let (size, count) = (batch.space().size(), batch.space().actions);
        let mut actions = vec![0; batch.len()];
        batch.observe(buffers.arrays());
        for _ in 0..40 {
            for index in 0..batch.len() {
                let game = batch.game(index).unwrap();
                let seat = game.turn().seat().unwrap();
                assert_eq!(buffers.players[index] as usize, seat.index());
                let mut expected = vec![0; size];
                env::observe(&game, seat, &mut expected);
                assert_eq!(buffers.observations[index * size..][..size], expected, "{game}");
                let mut expected = vec![0; count];
                env::mask(&game, &mut expected);
                assert_eq!(buffers.masks[index * count..][..count], expected, "{game}");
            }
            batch.sample(&mut actions);
            batch.step(&actions, buffers.arrays()).unwrap();
        }
    }
}

#[test]
fn a_refused_action_changes_no_game() {
    for &kind in Kind::ALL {
        let mut batch = Batch::new(kind, "", settings(100, 2)).unwrap();
        let mut buffers = Buffers::new(&batch);
        let mut actions = vec![0; 100];
        batch.sample(&mut actions);
        let before: Vec<_> = (0..100).map(|index| batch.game(index)).collect();
        for wrong in [batch.space().actions as i64, -2, i64::MAX, i64::MIN] {
            actions[99] = wrong;
            let refused = batch.step(&actions, buffers.arrays()).unwrap_err().to_string();
            assert!(refused.starts_with(&format!("Game 99: there is no action {wrong}.")), "{refused}");
            let after: Vec<_> = (0..100).map(|index| batch.game(index)).collect();
            assert_eq!(before, after, "{kind}");
        }
        // Both threads find a wrong action: the error of the first game is returned.
        actions[3] = -7;
        let refused = batch.step(&actions, buffers.arrays()).unwrap_err().to_string();
        assert!(refused.starts_with("Game 3: there is no action -7."), "{refused}");
        assert!(batch.step(&actions[1..], buffers.arrays()).is_err());
        actions.fill(NO_ACTION);
        batch.step(&actions, buffers.arrays()).unwrap();
        let after: Vec<_> = (0..100).map(|index| batch.game(index)).collect();
        assert_eq!(before, after, "{kind}: no action leaves every game as it is");
    }
}

#[test]
fn an_illegal_action_is_refused_in_a_sentence() {
    let kind = Kind::Morpion;
    let mut batch = Batch::new(kind, "", settings(2, 1)).unwrap();
    let mut buffers = Buffers::new(&batch);
    batch.step(&[4, 3], buffers.arrays()).unwrap();
    let refused = batch.step(&[0, 3], buffers.arrays()).unwrap_err().to_string();
    assert_eq!(
        refused,
        "Game 1: action 3, 4, is illegal. There is already a cross in that cell: choose an empty one."
    );
}

#[test]
fn games_are_cut_off_and_ended_games_stay_without_auto_reset() {
    for &kind in Kind::ALL {
        let settings = BatchSettings { auto_reset: false, max_moves: Some(2), ..settings(10, 1) };
        let mut batch = Batch::new(kind, "", settings).unwrap();
        let mut buffers = Buffers::new(&batch);
        let mut actions = vec![0; 10];
        for step in 1..=2 {
            batch.sample(&mut actions);
            batch.step(&actions, buffers.arrays()).unwrap();
            assert_eq!(buffers.truncated, vec![step == 2; 10], "{kind}");
        }
    }
    let mut batch =
        Batch::new(Kind::Morpion, "", BatchSettings { auto_reset: false, ..settings(1, 1) }).unwrap();
    let mut buffers = Buffers::new(&batch);
    for action in [0, 3, 1, 4, 2] {
        batch.step(&[action], buffers.arrays()).unwrap();
    }
    assert_eq!((buffers.terminated[0], &buffers.rewards[..]), (true, &[1.0, -1.0][..]));
    let over = batch.game(0);
    batch.step(&[8], buffers.arrays()).unwrap();
    assert_eq!((batch.game(0), buffers.players[0], buffers.rewards[0]), (over, -1, 0.0));
    assert!(buffers.masks.iter().all(|&flag| flag == 0));
    batch.restart(|_| true);
    batch.observe(buffers.arrays());
    assert_eq!((buffers.players[0], buffers.masks.iter().filter(|&&flag| flag == 1).count()), (0, 9));
}
