//! The notation of positions and moves of Tic Tac Doh!, and the texts that are refused.

use super::{STUCK, TIE, mv, play, play_with, square};
use rules::doh::{Move, Pile, Size};
use rules::{Doh, Game, Rng, TextError};

#[test]
fn a_move_is_a_size_and_a_square() {
    assert_eq!(mv("Lc3"), Move::new(Size::Large, square("c3")));
    assert_eq!((mv("Md4").size(), mv("Md4").square()), (Size::Medium, square("d4")));
    for wrong in ["", "L", "c3", "lc3", "Xc3", "Lf3", "Lc6", "Lc33", " Lc3", "éc3", "L é"] {
        let error = wrong.parse::<Move>().unwrap_err();
        assert!(error.expected().en.contains("as in Lc3"), "{wrong}: {error}");
    }
}

#[test]
fn a_size_is_a_letter() {
    assert_eq!(Size::ALL.map(|size| size.to_string()), ["S", "M", "L"]);
    assert!(Size::ALL.into_iter().all(|size| size.to_string().parse() == Ok(size)));
    for wrong in ["", "s", "SM", "X"] {
        assert!(wrong.parse::<Size>().is_err(), "{wrong}");
    }
}

#[test]
fn piles_are_written_from_the_bottom_to_the_top() {
    let texts = Pile::ALL.map(|pile| pile.to_string());
    assert_eq!(texts, [".", "S", "M", "L", "(MS)", "(LM)", "(LMS)", "(SM)", "(ML)", "(SML)"]);
    assert!(Pile::ALL.into_iter().all(|pile| pile.to_string().parse() == Ok(pile)));
}

#[test]
fn a_position_is_its_ranks_from_the_top_its_turn_and_its_options() {
    let check = |game: Doh, text: &str| {
        assert_eq!(game.to_string(), text);
        assert_eq!(text.parse(), Ok(game));
    };
    check(play(""), "...../...../...../...../..... 1 players=2");
    check(play("Lc3 Md4 Mc3 Sb4 Ld4"), "...../.S.(ML)./..(LM)../...../..... 2 players=2");
    check(play_with(4, "Sc3 Mb2 Mc3"), "...../...../..(SM)../.M.../..... 4 players=4");
    check(play("Sc3 Sd3 Sb3"), "...../...../.SSS./...../..... win1 players=2");
    check(play(TIE), "...../...../(MS)L(MS)../L(SML)(MS)../L(MS)L.. draw players=2");
    check(play_with(3, STUCK), ".L(SM)L./.L(MS)(SM)./.S(ML)(ML)./...../..... win2 players=3");
}

#[test]
fn a_diagram_shows_in_capitals_what_counts() {
    expect_test::expect![[r#"
        5       +   +   +
        4       S   +  mL
        3       +  LM   +
        2       +   +   +
        1
            a   b   c   d   e
          [SSSS MMM LLL]
    "#]]
    .assert_eq(&format!("{:#}", play("Lc3 Md4 Mc3 Sb4 Ld4")));
}

#[test]
fn the_error_for_a_wrong_text_says_what_was_expected_and_where() {
    let cases = [
        ("", 0, "five ranks separated by /, a turn and the options"),
        ("...../...../..S../...../..... 2", 31, "five ranks separated by /, a turn and the options"),
        ("...../...../..S../..... 2 players=2", 23, "five ranks separated by /, a turn and the options"),
        ("...../...../..S../...../...../..... 2 players=2", 30, "five ranks separated by /"),
        ("...../...../..S./...../..... 2 players=2", 16, "five squares in each rank"),
        ("...../...../..S.../...../..... 2 players=2", 17, "five squares in each rank"),
        ("...../...../..s../...../..... 2 players=2", 14, "S, M, L, a tree (MS)"),
        ("...../...../..(SL)../...../..... 1 players=2", 14, "piles whose pieces get one size smaller"),
        ("...../...../..(SM../...../..... 1 players=2", 14, "S, M, L, a tree (MS)"),
        ("...../...../..é../...../..... 2 players=2", 14, "S, M, L, a tree (MS)"),
        ("...../...../..S../...../..... 1 players=2", 30, "the turn 2"),
        ("...../...../..S../...../..... x players=2", 30, "the turn 2"),
        ("...../...../..S../...../..... 3 players=3", 30, "the turn 2"),
        ("...../...../.SSS./...../..... 2 players=2", 30, "the turn win1"),
        ("...../...../.SSS./...../..... win2 players=2", 30, "the turn win1"),
        ("...../...../..S../...../..... win1 players=2", 30, "the turn 2"),
        ("...../...../..S../...../..... 2 players=5", 32, "players= and one of 2, 3, 4"),
        ("...../...../..S../...../..... 2 tiebreak=draw", 32, "an option of this game (players)"),
        (
            "...../..SS./..S.S/..SS./..... 1 players=2",
            0,
            "at most 5 pyramids of each size (here 6 small ones)",
        ),
        ("...../...S./...../...../..... 2 players=2", 0, "a piece on c3"),
        ("...../...../.LMSL/...../..... 1 players=2", 0, "fit in a three-by-three grid"),
        ("....S/...../..S../...../..... 1 players=2", 0, "touch one another"),
        ("...../.LLL./.SSS./...../..... 1 players=2", 0, "lines that one last piece can have completed"),
        ("...../.MSM./..M../.MSM./..... win1 players=2", 0, "lines that one last piece can have completed"),
        (
            ".M.M./..MM./.SS(SM)./...../..... win2 players=2",
            0,
            "lines that one last piece can have completed",
        ),
    ];
    for (text, at, expected) in cases {
        let error: TextError = text.parse::<Doh>().expect_err(text);
        assert!(error.expected().en.contains(expected), "{text}: {error}");
        assert_eq!(error.at(), at, "{text}: {error}");
    }
    let crossed = "..M.M/..SMS/..MSM/...../..... win2 players=2";
    assert!(crossed.parse::<Doh>().is_ok(), "the piece on d4 can have come last, the first one cannot");
}

#[test]
fn garbled_texts_are_read_or_refused_and_never_panic() {
    let mut rng = Rng::new(5);
    let letters: Vec<char> = ".SML()/ 1234windraplyes=,é\u{a0}".chars().collect();
    let mut read = 0;
    for _ in 0..20_000 {
        let mut game = play_with(2 + rng.below(3) as u8, "");
        for _ in 0..rng.below(16) {
            let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) else { break };
            game.play_unchecked(mv);
        }
        let mut text: Vec<char> = game.to_string().chars().collect();
        for _ in 0..=rng.below(3) {
            let at = rng.below(text.len() as u32) as usize;
            let letter = letters[rng.below(letters.len() as u32) as usize];
            match rng.below(3) {
                0 => text[at] = letter,
                1 => text.insert(at, letter),
                _ => drop(text.remove(at)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(game) = text.parse::<Doh>() {
            assert_eq!(game.to_string(), text);
            assert_eq!(game.turn().is_over(), game.moves().is_empty(), "{text}");
            read += 1;
        }
    }
    assert!(read > 0, "some are still right");
}
