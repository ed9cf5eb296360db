use super::*;
use std::time::Duration;

fn level(number: u8) -> engine::Level {
    engine::Level::new(number).expect("a level")
}

const A_MINUTE: TimeControl = TimeControl::Game { base: 60, increment: 2 };

fn play(game: &mut LocalGame, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.game().parse_move(text).expect("a move");
        game.play(mv).expect("a legal move");
    }
}

fn moves(game: &LocalGame) -> String {
    let texts: Vec<String> = game.record().steps().iter().map(|step| step.mv().to_string()).collect();
    texts.join(" ")
}

#[test]
fn a_game_comes_back_from_its_text_with_its_players_and_its_clock() {
    let players = [PlayerKind::Person, PlayerKind::Engine(level(3))];
    let mut game = LocalGame::new(Kind::Super, "tiebreak=draw", &players, A_MINUTE).expect("options");
    play(&mut game, "1.5 5.7");
    assert!(!game.clock_mut().expect("a clock").spend(Seat::TWO, Duration::from_secs(10)));
    let again = LocalGame::parse(&game.to_string()).expect("its own text");
    assert_eq!(again.to_string(), game.to_string());
    assert_eq!(again.players(), players);
    assert_eq!(again.clock().expect("a clock").left(Seat::ONE), Duration::from_secs(62));
    assert_eq!(
        again.clock().expect("a clock").left(Seat::TWO),
        Duration::from_secs(50),
        "engines earn nothing"
    );
    assert_eq!(again.next(), NextActor::Person(Seat::ONE));
}

#[test]
fn the_players_are_tags_of_their_seats() {
    let players = [PlayerKind::Person, PlayerKind::Engine(level(3))];
    let game = LocalGame::new(Kind::Morpion, "", &players, TimeControl::Untimed).expect("options");
    assert_eq!(
        game.to_string(),
        "[Game \"morpion\"]\n[Seat1 \"human\"]\n[Seat2 \"engine level 3\"]\n[Result \"*\"]\n\n*\n"
    );
}

#[test]
fn games_of_older_versions_list_their_players_in_one_tag() {
    let text = "[Game \"doh\"]\n[Options \"players=3\"]\n[Players \"3,person,10\"]\n\n1. Lc3 *\n";
    let game = LocalGame::parse(text).expect("a game");
    let players = [PlayerKind::Engine(level(3)), PlayerKind::Person, PlayerKind::Engine(level(10))];
    assert_eq!(game.players(), players);
    let written = game.to_string();
    assert!(!written.contains("Players"), "{written}");
    assert_eq!(LocalGame::parse(&written).expect("its own text").players(), players);
}

#[test]
fn a_game_that_continues_another_keeps_the_names_of_its_people() {
    let text = "[Game \"doh\"]\n[Options \"players=3\"]\n[Seat1 \"Anne\"]\n[Seat2 \"Luc\"]\n[Seat3 \"random\"]\n\nLc3 *";
    let record = Record::parse(text, None).expect("a record");
    let game = LocalGame::from_record(record, &PlayerKind::list("person,5,person"), TimeControl::Untimed);
    let written = game.to_string();
    for tag in ["[Seat1 \"Anne\"]", "[Seat2 \"engine level 5\"]", "[Seat3 \"human\"]"] {
        assert!(written.contains(tag), "{written}");
    }
}

#[test]
fn the_tag_of_a_clock_has_milliseconds() {
    let text =
        "[Game \"morpion\"]\n[Players \"person,person\"]\n[Clock \"60000+2000 58250,62000\"]\n\n1. 5 *\n";
    let game = LocalGame::parse(text).expect("a game");
    let clock = game.clock().expect("a clock");
    assert_eq!((clock.time_control(), clock.left(Seat::ONE)), (A_MINUTE, Duration::from_millis(58_250)));
    assert!(game.to_string().contains("[Clock \"60000+2000 58250,62000\"]"), "{game}");
}

#[test]
fn undo_takes_back_to_the_last_decision_of_a_person_and_redo_plays_it_again() {
    let mut game = LocalGame::new(
        Kind::Morpion,
        "",
        &[PlayerKind::Person, PlayerKind::Engine(level(1))],
        TimeControl::Untimed,
    )
    .expect("options");
    assert!(!game.can_undo());
    play(&mut game, "5 1 9 2");
    game.undo();
    assert_eq!(moves(&game), "5 1");
    game.undo();
    assert_eq!(moves(&game), "");
    game.redo();
    assert_eq!(moves(&game), "5 1");
    play(&mut game, "9");
    assert!(game.can_redo(), "the same move goes along what was taken back");
    game.undo();
    play(&mut game, "8");
    assert!(!game.can_redo(), "another move forgets it");
}

#[test]
fn undo_keeps_the_comments_and_marks_of_the_moves_that_stay() {
    let text = "[Game \"morpion\"]\n[Players \"person,person\"]\n\n{For Anne.} 5! {The centre.} 1 9 *\n";
    let mut game = LocalGame::parse(text).expect("a game");
    game.undo();
    assert_eq!(moves(&game), "5 1");
    let written = game.to_string();
    assert!(written.contains("{For Anne.}") && written.contains("5 $1 {The centre.}"), "{written}");
}

#[test]
fn a_resignation_ends_a_game_for_two_and_hands_a_seat_of_three_to_the_engine() {
    let mut two = LocalGame::new(Kind::Doh, "", &[], TimeControl::Untimed).expect("options");
    two.resign(Seat::ONE);
    assert_eq!(two.next(), NextActor::Over(Outcome::Win(Seat::TWO)));
    let again = LocalGame::parse(&two.to_string()).expect("its own text");
    assert_eq!(
        (again.outcome(), again.declared_reason()),
        (Some(Outcome::Win(Seat::TWO)), Some(EndReason::Resignation))
    );

    let mut three = LocalGame::new(Kind::Doh, "players=3", &[], TimeControl::Untimed).expect("options");
    three.resign(Seat::ONE);
    assert_eq!(three.next(), NextActor::Engine(Seat::ONE, level(5)));
}

#[test]
fn the_tags_of_saved_games_say_how_they_ended() {
    for (word, result, why) in [
        ("resignation", "win2", Some(EndReason::Resignation)),
        ("agreement", "draw", Some(EndReason::Agreement)),
        ("time", "win1", Some(EndReason::Time)),
        ("boredom", "win1", None),
    ] {
        let text = format!("[Game \"morpion\"]\n[Termination \"{word}\"]\n\n1. 5 {result}\n");
        let game = LocalGame::parse(&text).expect("a game");
        assert_eq!(game.declared_reason(), why, "{word}");
        assert!(game.to_string().contains(&format!("[Termination \"{word}\"]")), "{game}");
    }
    let over = "[Game \"morpion\"]\n[Termination \"time\"]\n\n1. 1 4 2 5 3 win1\n";
    assert_eq!(LocalGame::parse(over).expect("a game").declared_reason(), None, "the rules ended it");
    let mut game = LocalGame::new(Kind::Morpion, "", &[], TimeControl::Untimed).expect("options");
    game.resign(Seat::ONE);
    assert!(game.to_string().contains("[Termination \"resignation\"]"), "{game}");
}

#[test]
fn an_agreed_draw_and_a_fallen_flag_are_kept() {
    let mut game = LocalGame::new(Kind::Fives, "", &[], TimeControl::Untimed).expect("options");
    game.agree_draw();
    assert_eq!(
        LocalGame::parse(&game.to_string()).expect("text").declared_reason(),
        Some(EndReason::Agreement)
    );
    play(&mut game, "");
    game.undo();
    assert_eq!(
        (game.outcome(), game.declared_reason()),
        (None, None),
        "a draw that was agreed on can be taken back"
    );
    let mut game = LocalGame::new(Kind::Fives, "", &[], A_MINUTE).expect("options");
    assert!(game.clock_mut().expect("a clock").spend(Seat::ONE, Duration::from_secs(60)));
    game.flag(Seat::ONE);
    assert_eq!(game.outcome(), Some(Outcome::Win(Seat::TWO)));
    let again = LocalGame::parse(&game.to_string()).expect("its own text");
    assert_eq!(
        (again.outcome(), again.declared_reason()),
        (Some(Outcome::Win(Seat::TWO)), Some(EndReason::Time))
    );
    assert_eq!(again.clock().expect("a clock").left(Seat::ONE), Duration::ZERO);
}

#[test]
fn the_engine_takes_over_for_one_of_three_whose_flag_falls() {
    let mut game = LocalGame::new(Kind::Doh, "players=3", &[], A_MINUTE).expect("options");
    play(&mut game, "Lc3");
    assert!(game.clock_mut().expect("a clock").spend(Seat::TWO, Duration::from_secs(62)));
    game.flag(Seat::TWO);
    let again = LocalGame::parse(&game.to_string()).expect("its own text");
    for game in [&game, &again] {
        assert_eq!((game.outcome(), game.declared_reason()), (None, None), "the other two play on");
        assert_eq!(game.next(), NextActor::Engine(Seat::TWO, STAND_IN_LEVEL));
        assert_eq!(game.clock().expect("a clock").left(Seat::TWO), Duration::ZERO);
    }
    let mv = game.game().moves()[0];
    game.play(mv).expect("a legal move");
    assert_eq!(game.clock().expect("a clock").left(Seat::TWO), Duration::ZERO, "an engine has no clock");
    assert_eq!(game.next(), NextActor::Person(Seat::from_index(2)));
}

/// The moves that do not end the game.
fn quiet_moves(game: &LocalGame) -> Vec<AnyMove> {
    let goes_on = |mv: &AnyMove| {
        let mut next = game.game().clone();
        next.play(*mv).is_ok() && !next.turn().is_over()
    };
    game.game().moves().into_iter().filter(goes_on).collect()
}

/// Plays this many moves that do not end the game.
fn play_any(game: &mut LocalGame, count: usize) {
    for _ in 0..count {
        let mv = quiet_moves(game)[0];
        game.play(mv).expect("a legal move");
    }
}

#[test]
fn a_move_that_the_engine_makes_in_a_players_place_counts_as_its_own_after_a_takeback_too() {
    let mut game = LocalGame::new(Kind::Doh, "players=3", &[], TimeControl::Untimed).expect("options");
    let stand_in = |game: &LocalGame| game.record().tag("StandIn2").map(str::to_owned);
    play_any(&mut game, 4);
    game.resign(Seat::TWO);
    play_any(&mut game, 1);
    assert_eq!(stand_in(&game).as_deref(), Some("5"));
    while game.can_undo() {
        game.undo();
    }
    while game.can_redo() {
        game.redo();
    }
    assert_eq!(game.record().steps().len(), 5);
    assert_eq!(stand_in(&game).as_deref(), Some("5"), "the player made move 2");
    while game.can_undo() {
        game.undo();
    }
    let other = quiet_moves(&game)[1];
    game.play(other).expect("a legal move");
    assert_eq!(game.next(), NextActor::Engine(Seat::TWO, STAND_IN_LEVEL));
    play_any(&mut game, 1);
    assert_eq!(stand_in(&game).as_deref(), Some("2"), "the engine made move 2");
    let again = LocalGame::parse(&game.to_string()).expect("its own text");
    assert_eq!(stand_in(&again).as_deref(), Some("2"));
}

#[test]
fn a_move_that_is_played_again_earns_its_increment_once() {
    let mut game = LocalGame::new(Kind::Morpion, "", &[], A_MINUTE).expect("options");
    play(&mut game, "5 1");
    let clock = game.clock().cloned();
    game.undo();
    game.redo();
    assert_eq!(game.clock().cloned(), clock, "by redo");
    game.undo();
    play(&mut game, "1");
    assert_eq!(game.clock().cloned(), clock, "by hand");
}

#[test]
fn a_rematch_swaps_the_seats_and_keeps_the_options() {
    let players = [PlayerKind::Person, PlayerKind::Engine(level(4)), PlayerKind::Engine(level(5))];
    let game = LocalGame::new(Kind::Fives, "players=3,repetition=0", &players, TimeControl::Untimed)
        .expect("options");
    let again = game.rematch(None);
    assert_eq!(
        again.players(),
        [PlayerKind::Engine(level(4)), PlayerKind::Engine(level(5)), PlayerKind::Person]
    );
    assert_eq!(again.game().options(), "players=3,repetition=0");
}

#[test]
fn cards_are_drawn_and_the_other_hand_is_never_in_what_a_player_sees() {
    let mut rng = Rng::new(1);
    let mut game = LocalGame::new(Kind::Cards, "", &[], TimeControl::Untimed).expect("options");
    assert_eq!(game.next(), NextActor::Chance);
    assert!(game.draw(&mut rng));
    assert_eq!(game.next(), NextActor::Person(Seat::ONE));
    assert!(game.needs_curtain());
    let AnyGame::Cards(seen) = game.seen_by(Viewer::Seat(Seat::ONE)) else { panic!("cards") };
    assert!(seen.is_closed(Seat::TWO) && seen.hand(Seat::TWO).count() == 0);
    assert_eq!(seen.hand(Seat::ONE).count(), 5);
}

#[test]
fn an_invalid_record_is_refused_with_the_location_of_the_error() {
    let error = LocalGame::parse("[Game \"super\"]\n\n1. 1.5 2. 6.1").expect_err("an illegal move");
    assert_eq!((error.line, error.column), (3, 11));
}

#[test]
fn after_a_game_against_the_engine_the_next_level_up_or_down_is_offered() {
    let next = |players: &str, moves: &str| {
        let mut game = LocalGame::new(Kind::Morpion, "", &PlayerKind::list(players), TimeControl::Untimed)
            .expect("options");
        play(&mut game, moves);
        game.next_levels().iter().map(|level| level.number()).collect::<Vec<u8>>()
    };
    let (cross_wins, draw) = ("1 4 2 5 3", "5 1 9 3 2 8 4 6 7");
    assert_eq!(next("person,5", cross_wins), [6]);
    assert_eq!(next("5,person", cross_wins), [4]);
    assert_eq!(next("person,5", draw), [4, 6]);
    assert_eq!(next("person,10", cross_wins), [0; 0], "there is nothing above the highest level");
    assert_eq!(next("1,person", cross_wins), [0; 0]);
    assert_eq!(next("person,person", cross_wins), [0; 0]);
    assert_eq!(next("person,5", "1 4"), [0; 0], "the game is not over");
    let mut game = LocalGame::new(Kind::Morpion, "", &PlayerKind::list("person,5"), TimeControl::Untimed)
        .expect("options");
    play(&mut game, cross_wins);
    assert_eq!(game.rematch(Some(level(6))).players(), PlayerKind::list("6,person"));
}
