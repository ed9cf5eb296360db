//! Games with variations as text, written, read and read wrongly.

use super::*;
use rules::{AnyGame, Rng};

/// A tree grown at random: again and again some moves from somewhere.
fn grown(kind: Kind, options: &str, rng: &mut Rng) -> Tree {
    let mut tree = Tree::new(AnyGame::new(kind, options).expect("options"));
    let mut count = 1;
    for _ in 0..12 {
        tree.go(rng.below(count) as usize);
        for _ in 0..rng.below(12) {
            let moves = tree.here().game.moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len() as u32) as usize];
            tree.play(mv).expect("a legal move");
            count = count.max(tree.at() as u32 + 1);
        }
    }
    tree
}

fn stopped(text: &str) -> (String, Stop) {
    let read = read(text, Kind::Morpion).expect("a header");
    (read.tree.text(), read.stop.expect("something wrong"))
}

#[test]
fn any_tree_of_any_game_is_read_back_as_it_was_written() {
    let mut rng = Rng::new(4);
    let games = Kind::ALL.iter().map(|&kind| (kind, "")).chain([(Kind::Doh, "players=3")]);
    let mut variations = 0;
    for (kind, options) in games {
        for _ in 0..40 {
            let tree = grown(kind, options, &mut rng);
            let text = tree.text();
            // Another kind is given, so that the text must say which game it is.
            let other = if kind == Kind::Super { Kind::Doh } else { Kind::Super };
            let back = read(&text, other).expect("a tree");
            assert_eq!(back.stop, None, "{text}");
            assert!(back.is_finished);
            assert_eq!(back.tree.text(), text);
            assert!(back.tree.holds(&tree).is_some() && tree.holds(&back.tree).is_some(), "{text}");
            variations += usize::from(tree.has_variations());
        }
    }
    assert!(variations > 100, "only {variations} trees have variations");
}

#[test]
fn variations_are_written_as_in_chess() {
    let read = read("5 1 (2 3 (4)) 9", Kind::Morpion).expect("a tree");
    assert_eq!(read.stop, None);
    assert_eq!(read.tree.record().steps().len(), 3, "one stands on the main line");
    assert!(read.tree.text().ends_with("\n\n1. 5 2. 1 (2. 2 3. 3 (3. 4)) 3. 9 *\n"), "{}", read.tree.text());
}

#[test]
fn comments_numbers_results_and_parentheses_without_spaces_are_read() {
    let text = "[Seat1 \"Anne (1)\"] {before (} 1. 5{good}2. 1(2... 2 3. 3 win1)(2. 4)3. 9 *";
    let read = read(text, Kind::Morpion).expect("a tree");
    assert_eq!(read.stop, None);
    assert_eq!(read.tree.name(rules::Seat::ONE), Some("Anne (1)"));
    assert!(read.tree.text().contains("1. 5 2. 1 (2. 2 3. 3) (2. 4) 3. 9 *"), "{}", read.tree.text());
}

#[test]
fn what_comes_before_an_illegal_move_is_read() {
    let (text, stop) = stopped("5 1 5 9");
    assert!(text.contains("1. 5 2. 1 *"), "{text}");
    assert_eq!((stop.number, stop.text.as_str()), (3, "5"));
    assert!(matches!(stop.why, Why::Illegal(_)));
    let (text, stop) = stopped("5 1 (2 2) 9");
    assert!(text.contains("1. 5 2. 1 (2. 2) *"), "{text}");
    assert_eq!(stop.number, 3);
    let (_, stop) = stopped("[Result \"win1\"]\n\n5 1 zz win1");
    assert!(matches!(stop.why, Why::Unreadable(_)));
    let (text, _) = stopped("[Result \"win1\"]\n\n5 1 zz win1");
    assert!(text.contains("[Result \"*\"]"), "a game that was not read to its end did not end so: {text}");
}

#[test]
fn wrong_parentheses_are_named_in_both_languages() {
    for (text, why) in [
        ("5 1 (2 3", Why::NotClosed),
        ("5 1 (2 (3) 4 9", Why::NotClosed),
        ("5 1 (2 3)) 9", Why::NotOpened),
        (") 5 1", Why::NotOpened),
        ("(5) 1", Why::NothingToReplace),
        ("5 1 ((2) 3) 9", Why::NothingToReplace),
        ("5 1 () 9", Why::Empty),
    ] {
        let (_, stop) = stopped(text);
        assert_eq!(stop.why, why, "{text}");
        let said = Lang::ALL.map(|lang| stop.say(true, lang));
        assert_ne!(said[0], said[1]);
        for said in said {
            assert!(said.contains("parenth") && said.contains(&stop.number.to_string()), "{said}");
        }
    }
}

#[test]
fn a_result_that_contradicts_the_rules_and_what_follows_a_result_are_told() {
    for text in ["5 1 4 2 6 win2", "[Result \"draw\"]\n\n5 1 4 2 6", "5 1 * 9", "5 1 win3"] {
        let (_, stop) = stopped(text);
        assert!(matches!(stop.why, Why::Other(_) | Why::Unreadable(_)), "{text}: {stop:?}");
        assert!(Lang::ALL.iter().all(|&lang| stop.say(true, lang).contains("board") == (lang == Lang::En)));
    }
}

#[test]
fn no_sentence_about_a_wrong_move_has_two_colons() {
    for (kind, text) in [
        (Kind::Morpion, "5 5"),
        (Kind::Super, "5.1 5.2"),
        (Kind::Doh, "Mc3 Mc3"),
        (Kind::Fives, "Mb4 Mb4"),
        (Kind::Morpion, "5 zz"),
        (Kind::Cards, "+R1 R1@c3"),
    ] {
        let stop = read(text, kind).expect("a header").stop.expect("something wrong");
        for said in Lang::ALL.map(|lang| stop.say(true, lang)) {
            for sentence in said.split_inclusive(['.', '!', '?']) {
                assert!(sentence.matches(':').count() < 2, "{said}");
            }
        }
    }
}
