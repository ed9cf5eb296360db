//! The notation of cards, moves and positions: what is read, what is refused, and that nothing panics.

use super::*;

#[test]
fn cards_and_moves_round_trip() {
    for text in ["R1", "R18", "B9", "Y", "G"] {
        assert_eq!(text.parse::<Card>().unwrap().to_string(), text);
    }
    for text in ["R1@c3", "B18@e5", "Y@a1", "G@b2-d4", "+R5", "+Y", "+?"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    for wrong in ["", "R", "R0", "R19", "R05", "R1x", "r1", "Y1", "G5", "X1", "é", "B-1", "R100"] {
        assert!(wrong.parse::<Card>().is_err(), "{wrong}");
        assert!(format!("+{wrong}").parse::<Move>().is_err(), "+{wrong}");
        assert!(format!("{wrong}@c3").parse::<Move>().is_err(), "{wrong}@c3");
    }
    for wrong in
        ["R5", "R5@", "R5@c6", "R5@C3", "R5@c3 ", "@c3", "G@", "G@b2", "+", "+?@c3", "+ R5", "R5@@c3"]
    {
        assert!(wrong.parse::<Move>().is_err(), "{wrong}");
    }
}

/// The example from the notation page.
#[test]
fn the_text_of_a_position_has_eight_fields() {
    let text = "...../..B7../..R5b1_./...../..... R2*R2YG B1*?3 ?31 B9Y 3-2 1 numbers=9,target=5";
    let game: Cards = text.parse().unwrap();
    assert_eq!(game.to_string(), text);
    let pile = game.pile(square("c3")).unwrap();
    assert_eq!((pile.top().to_string().as_str(), pile.cards(Seat::ONE), pile.cards(Seat::TWO)), ("R5", 1, 1));
    assert_eq!((game.used(), game.occupied()), (squares("c3 d3 c4"), squares("c3 c4")));
    assert_eq!((hand(&game, Seat::ONE).as_str(), hand(&game, Seat::TWO).as_str()), ("R2R2YG", "B1"));
    let exposed = |seat| game.exposed(seat).map(|card| card.to_string()).collect::<String>();
    assert_eq!((exposed(Seat::ONE).as_str(), exposed(Seat::TWO).as_str()), ("R2", "B1"));
    assert_eq!((game.hand_size(Seat::TWO), game.hidden(Seat::TWO), game.draw_pile_size()), (4, 3, 31));
    assert!(game.is_closed(Seat::TWO) && !game.is_closed(Seat::ONE));
    assert_eq!((pot(&game).as_str(), tokens(&game), game.tokens_left()), ("B9Y", [3, 2], 19));
    assert_eq!((game.stage(), game.options()), (Stage::Play(Seat::ONE), Options::default()));
}

/// Each case is a position and what is wrong with it.
#[test]
fn impossible_positions_are_refused_with_what_would_be_right() {
    let deck: Options = Options::default();
    let grid = "...../...../.R1R2../...../.....";
    let pile = others(deck, &[grid, "R5", "B1"]);
    let right = format!("{grid} R5 B1 {pile} - 0-0 1 {deck}");
    assert!(right.parse::<Cards>().is_ok());
    let seen = format!("{grid} R5 ?1 ?40 - 0-0 2 {deck}");
    assert!(seen.parse::<Cards>().is_ok());
    let whole = |from: &str, to: &str| {
        assert!(right.contains(from), "{from}");
        right.replacen(from, to, 1)
    };
    let view = |from: &str, to: &str| {
        assert!(seen.contains(from), "{from}");
        seen.replacen(from, to, 1)
    };
    let table = [
        (String::new(), "the grid, the two hands"),
        (whole(" - ", " "), "the grid, the two hands"),
        (whole(" 1 ", " 1 1 "), "the grid, the two hands"),
        (whole("...../", "..../"), "five ranks"),
        (whole("...../", "....../"), "five ranks"),
        (whole("...../", ""), "five ranks"),
        (whole("R2../", "Y../"), "five ranks"),
        (whole("R2../", "R2r0../"), "five ranks"),
        (whole("R2../", "R2r../"), "five ranks"),
        (whole("R2../", "R19../"), "five ranks"),
        (whole("R2../", "é../"), "five ranks"),
        (whole("R2../", "R2r2../"), "no more than 2 of the same card"),
        (whole("R2../", "R12../"), "which has no red 12"),
        (whole("...../", "_____/"), "three-by-three"),
        (whole(".R1R2../", "R1R2.../"), "first card was on c3"),
        (whole(".R1R2../", "._.../"), "first card was on c3"),
        (whole(" R5 ", " R5? "), "a hand"),
        (whole(" R5 ", " R5+ "), "a hand"),
        (whole(" R5 ", " R5!0 "), "a hand"),
        (whole(" R5 ", " R5!2 "), "a hand"),
        (whole(" R5 ", " R5R5R5 "), "no more than 2 of the same card"),
        (whole(" R5 ", " R6 "), "no more than 2 of the same card"),
        (whole(&pile, "?40"), "cards such as"),
        (whole(&pile, ""), "cards such as"),
        (whole(&pile, "-"), "44 cards in all, draw pile included (40 missing)"),
        (whole(" - 0-0", " ? 0-0"), "cards such as"),
        (whole("0-0", "0"), "the tokens"),
        (whole("0-0", "00-0"), "the tokens"),
        (whole("0-0", "13-12"), "at most 24 tokens"),
        (whole("0-0", "-1-0"), "the tokens"),
        (whole("0-0", "5-3"), "the turn win1"),
        (whole("0-0", "12-12"), "the turn draw"),
        (whole(" 1 ", " 3 "), "a turn ("),
        (whole(" 1 ", " win3 "), "a turn ("),
        (whole(" 1 ", " + "), "a turn ("),
        (whole(" 1 ", " blocked3+1 "), "a turn ("),
        (whole(" 1 ", " blocked+1 "), "a turn ("),
        (whole(" 1 ", " win1 "), "a turn that fits the hands"),
        (whole(" 1 ", " deal+1 "), "a turn that fits the hands"),
        (whole(" 1 ", " blocked1+1 "), "a turn that fits the hands"),
        (whole(" R5 ", " R5!1 "), "the player whose turn it is can play"),
        (whole("numbers=9", "numbers=4"), "numbers= and one of"),
        (whole("target=5", "target"), "target= and one of"),
        (view("?40", "?39"), "44 cards in all, hidden draw pile included (?40)"),
        (view("?40", "40"), "44 cards in all, hidden draw pile included (?40)"),
        (view(" ?1 ", " ?44 "), "44 cards in all"),
        (view(" ?1 ", " B1?0 "), "all marked *"),
        (view(" ?1 ", " ?0 "), "44 cards in all, hidden draw pile included (?41)"),
        (view(" R5 ?1", " ?1 B1*?0"), "at least one open hand"),
        (view("?40", &pile), "44 cards in all"),
    ];
    for (text, expected) in table {
        let error = text.parse::<Cards>().expect_err(&text);
        assert!(error.say(Lang::En).contains(expected), "{text}: {}", error.say(Lang::En));
        assert!(error.say(Lang::Fr).ends_with('.') && text.is_char_boundary(error.at().min(text.len())));
    }
}

/// On a full grid, the hands must explain the turn.
#[test]
fn a_turn_that_the_hands_do_not_explain_is_refused() {
    let options = Options::default();
    let text = |one: &str, two: &str, turn: &str| {
        let pile = others(options, &[FULL, one, two]);
        format!("{FULL} {one} {two} {pile} - 0-0 {turn} {options}").parse::<Cards>()
    };
    assert!(text("R6", "Y", "2").is_ok());
    assert!(text("R6", "Y", "1").is_err(), "seat 1 has nothing to play");
    assert!(text("R6!1", "Y", "blocked1+1").is_ok());
    assert!(text("R6", "Y", "blocked1+1").is_err(), "a blocked seat is known to be");
    assert!(text("Y!1", "Y", "blocked1+1").is_err(), "a yellow card can be played");
    assert!(text("R6R7!1", "Y", "blocked1+2").is_ok());
    assert!(text("R6R7!2", "Y", "blocked1+2").is_err(), "the card just drawn is not known");
    assert!(text("R6!1", "Y", "draw").is_err(), "there are cards to draw");
    assert!(text("R6!1", "Y", "+1").is_err(), "nobody is known to be blocked after a card is played");
    // Seat 2 is to play from a hidden hand, but no unseen card is playable.
    let unplayable = |two: &str, turn: &str| {
        let rest = others(options, &[FULL, "R6R7B8"]);
        format!("{FULL} {rest} {two} - 0-0 {turn} {options}").parse::<Cards>()
    };
    assert!(unplayable("?3 ?0", "1").is_ok());
    assert!(unplayable("?3 ?0", "2").is_err());
    assert!(unplayable("?2!2 ?1", "blocked2+2").is_ok());
    assert!(unplayable("?2!1 ?1", "blocked2+2").is_err());
}

#[test]
fn the_diagram_shows_the_grid_the_hands_and_the_turn() {
    let game = set_up(
        "numbers=9,target=5",
        "...../..B7../..R5r1b2_./...../.....",
        ["R2*R2YY", "B1B2"],
        "B9G",
        "3-2 1",
    );
    let mut view = game;
    view.redact(Viewer::Seat(Seat::ONE));
    expect_test::expect![[r#"
        5           ·      ·      ·      ·
        4           ·     B7      ·      ·
        3           ·    R5×4     _      ·
        2           ·      ·      ·      ·
        1
             a      b      c      d      e
        1 R ●●● R2* R2 Y Y
        2 B ●● B1 B2
        +31  pot B9 G  [1]

        5           ·      ·      ·      ·
        4           ·     B7      ·      ·
        3           ·    R5×4     _      ·
        2           ·      ·      ·      ·
        1
             a      b      c      d      e
        1 R ●●● R2* R2 Y Y
        2 B ●● ? ?
        +31  pot B9 G  [1]
    "#]]
    .assert_eq(&format!("{game:#}\n{view:#}"));
}

/// Playing illegal moves unchecked leaves meaningless positions but never panics.
#[test]
fn playing_unchecked_nonsense_never_panics() {
    let mut rng = Rng::new(8);
    let mut all: Vec<Move> = vec![Move::HIDDEN_DRAW];
    for card in (0..Card::KINDS).filter_map(Card::from_index) {
        all.push(Move::draw(card));
        all.extend(Square::all().filter_map(|square| Move::at(card, square)));
    }
    all.extend(rules::frame::LINES.into_iter().filter_map(Move::clear_line));
    let turns = [Turn::Seat(Seat::ONE), Turn::Seat(Seat::TWO), Turn::Chance, Turn::Over(Outcome::Draw)];
    for round in 0..600 {
        let options = Options::new([1, 2, 3, 6, 9, 18][round % 6], 12).unwrap();
        let mut game = Cards::new(options);
        for step in 0..120 {
            if rng.below(300) == 0 {
                game.redact(
                    [Viewer::Public, Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::from_index(200))][round % 3],
                );
            }
            if step < 10 || rng.below(2) == 0 {
                let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) else { break };
                game.play_unchecked(mv);
            } else {
                let mv = all[rng.below(all.len() as u32) as usize];
                if rng.below(3) == 0 {
                    game.observe(mv, turns[rng.below(4) as usize]);
                } else {
                    game.play_unchecked(mv);
                }
            }
            let _ = (game.moves(), game.to_string(), game.count_moves(&mut Vec::new()));
            game.clone().determinize(&mut rng);
        }
    }
}

/// Texts that are almost right are refused, or give a position that can be played on.
#[test]
fn garbled_texts_are_refused_or_can_be_played_on() {
    let mut rng = Rng::new(9);
    let symbols: Vec<char> = "RBYG0123456789._/-+?*! rb,=deal".chars().chain(['é', '\u{a0}']).collect();
    let (mut read, mut refused) = (0, 0);
    for round in 0..400 {
        let mut game = Cards::new(Options::new([1, 2, 3, 6, 9, 18][round % 6], 12).unwrap());
        for _ in 0..rng.below(150) {
            let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) else { break };
            game.play_unchecked(mv);
        }
        match rng.below(4) {
            0 => game.redact(Viewer::Public),
            1 => game.redact(Viewer::Seat(Seat::TWO)),
            _ => {}
        }
        let text: Vec<char> = game.to_string().chars().collect();
        for _ in 0..60 {
            let mut garbled = text.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(garbled.len() as u32) as usize;
                let symbol = symbols[rng.below(symbols.len() as u32) as usize];
                match rng.below(4) {
                    0 => drop(garbled.remove(at)),
                    1 => garbled.insert(at, symbol),
                    2 => garbled[at] = symbol,
                    _ => {
                        let other = rng.below(garbled.len() as u32) as usize;
                        garbled.swap(at, other);
                    }
                }
            }
            let garbled: String = garbled.into_iter().collect();
            let Ok(mut game) = garbled.parse::<Cards>() else {
                refused += 1;
                continue;
            };
            read += 1;
            assert_eq!(game.to_string().parse(), Ok(game), "{garbled}");
            assert_eq!(game.turn().is_over(), game.moves().is_empty(), "{garbled}");
            game.determinize(&mut rng);
            assert_eq!(game.to_string().parse(), Ok(game), "{garbled}");
            for _ in 0..40 {
                assert_eq!(game.turn().is_over(), game.moves().is_empty(), "{garbled}: {game}");
                let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) else { break };
                game.play(mv).unwrap();
            }
            assert_eq!(game.to_string().parse(), Ok(game), "{garbled}");
        }
    }
    assert!(read > 200 && refused > 200, "{read} read, {refused} refused");
}
