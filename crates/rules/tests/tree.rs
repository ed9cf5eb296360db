//! Game trees: they round-trip, whole or in chunks, and every error is reported with its location.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use expect_test::{Expect, expect};
use rules::record::{
    EventParser, GameParser, GameTree, Location, Nag, NodeId, ParsedGame, Problem, RecordEvent,
};
use rules::{AnyGame, Kind, Lang, Outcome, Record, Rng, Say, Turn};

/// A random tree: adds moves, comments and marks from random nodes.
fn grown(kind: Kind, options: &str, rng: &mut Rng) -> GameTree {
    let mut tree = GameTree::new(AnyGame::new(kind, options).unwrap());
    tree.set_tag("Seat1", r#"Anne "la tour" \ (1) {"#);
    if rng.below(2) == 0 {
        tree.comment(GameTree::ROOT, "before ( [the] first $1 move!");
    }
    for _ in 0..12 {
        let mut at = rng.below(tree.node_count() as u32) as NodeId;
        let mut game = tree.position(at);
        for _ in 0..rng.below(12) {
            let moves = game.moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len() as u32) as usize];
            at = tree.play(at, mv).unwrap();
            game.play(mv).unwrap();
            if rng.below(5) == 0 {
                tree.comment(at, "said  of\nit {here} at some length) so that the line has to be broken (");
            }
            if rng.below(5) == 0 {
                tree.mark(at, Nag(rng.below(256) as u8));
            }
        }
    }
    if rng.below(2) == 0 {
        tree.declare(Some(Outcome::Draw));
    }
    tree
}

/// Every variant of every game.
fn games() -> Vec<(Kind, &'static str)> {
    let variants = |&kind: &Kind| kind.info().variants.iter().map(move |&options| (kind, options));
    Kind::ALL.iter().flat_map(variants).collect()
}

fn read(text: &str) -> GameTree {
    let ParsedGame { tree, errors, .. } = GameTree::parse(text, None);
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    tree.unwrap()
}

/// The movetext of a tree.
fn moves(tree: &GameTree) -> String {
    tree.to_string().split_once("\n\n").unwrap().1.trim_end().replace('\n', " ")
}

/// Parses a game of Morpion; compares its moves and errors with `expect`.
fn check(text: &str, expect: &Expect) {
    let ParsedGame { tree, errors, .. } = GameTree::parse(text, Some(Kind::Morpion));
    let mut out = tree.map_or_else(|| "no game".to_owned(), |tree| moves(&tree));
    for error in errors {
        assert!(Lang::ALL.iter().all(|&lang| !error.say(lang).is_empty()));
        out += &format!("\n{error}");
    }
    expect.assert_eq(&out);
}

#[test]
fn random_trees_of_every_game_round_trip() {
    let mut rng = Rng::new(4);
    let mut variations = 0;
    for (kind, options) in games() {
        for _ in 0..30 {
            let tree = grown(kind, options, &mut rng);
            let text = tree.to_string();
            let back = read(&text);
            assert_eq!(back, tree, "{text}");
            assert_eq!(back.to_string(), text);
            assert!(text.lines().skip_while(|line| !line.is_empty()).all(|line| line.chars().count() <= 80));
            variations += usize::from(tree.has_variations());
        }
    }
    assert!(variations > 100, "only {variations} trees have variations");
}

#[test]
fn a_tree_differs_from_one_with_another_comment_mark_tag_result_or_order() {
    let tree = read("[Game \"morpion\"] 5 1 (2 3) 9");
    for other in [
        "[Game \"morpion\"] 5 1 (2 3) 9 {so}",
        "[Game \"morpion\"] 5 1 (2? 3) 9",
        "[Game \"morpion\"] [Round \"1\"] 5 1 (2 3) 9",
        "[Game \"morpion\"] 5 1 (2 3) 9 draw",
        "[Game \"morpion\"] 5 2 (1 9) 3",
        "[Game \"morpion\"] 5 1 (2) 9",
        "[Game \"morpion\"] {so} 5 1 (2 3) 9",
    ] {
        assert_ne!(read(other), tree, "{other}");
    }
    assert_eq!(read("[Game \"morpion\"] 1. 5 2. 1(2. 2 3. 3)3. 9 *"), tree);
}

#[test]
fn a_record_of_one_line_becomes_a_tree_and_back_without_loss() {
    let mut rng = Rng::new(9);
    for (kind, options) in games() {
        let tree = grown(kind, options, &mut rng);
        let record = tree.record_of(&tree.main_line());
        assert_eq!(Record::parse(&record.to_string(), None).as_ref(), Ok(&record));
        let line = GameTree::from_record(&record);
        assert_eq!(line.record_of(&line.main_line()), record);
        assert_eq!(line.to_string(), record.to_string());
    }
}

#[test]
fn text_in_chunks_of_any_size_gives_the_same_events_as_the_whole_text() {
    fn owned(events: &mut Vec<(Location, String)>) -> impl FnMut(Location, RecordEvent<'_>) {
        |at, event| events.push((at, format!("{event:?}")))
    }
    let mut rng = Rng::new(7);
    for (kind, options) in games() {
        let mut text = grown(kind, options, &mut rng).to_string();
        text += &grown(kind, options, &mut rng).to_string();
        text += "{é ) 1... $300 ((zz win9 [Bad tag] é\n [No \"end\n {open";
        let mut whole = Vec::new();
        let mut parser = EventParser::new();
        parser.feed(&text, &mut owned(&mut whole));
        parser.finish(&mut owned(&mut whole));
        for _ in 0..10 {
            let mut pieces = Vec::new();
            let mut parser = EventParser::new();
            let mut rest = text.as_str();
            while !rest.is_empty() {
                let mut cut = (rng.below(9) as usize).min(rest.len());
                while !rest.is_char_boundary(cut) {
                    cut += 1;
                }
                let (piece, after) = rest.split_at(cut);
                parser.feed(piece, &mut owned(&mut pieces));
                rest = after;
            }
            parser.finish(&mut owned(&mut pieces));
            assert_eq!(pieces, whole);
        }
    }
}

#[test]
fn a_stream_of_many_games_gives_each_with_its_errors_and_their_lines() {
    let mut parser = GameParser::new(None);
    let text = "[Game \"morpion\"]\n5 1 (2 2) 9 win1\n[Game \"super\"]\n1.5 5.7\n\n[Game \"chess\"]\ne4 *\n";
    let mut games = parser.feed(text);
    games.extend(parser.finish());
    let found: Vec<String> = games
        .iter()
        .map(|game| {
            let moves = game.tree.as_ref().map_or_else(|| "no game".to_owned(), moves);
            let errors: Vec<_> = game.errors.iter().map(|error| (error.line, error.column)).collect();
            format!("line {}: {moves} {errors:?}", game.begins.line)
        })
        .collect();
    assert_eq!(
        found,
        [
            "line 1: 1. 5 2. 1 (2. 2) 3. 9 win1 [(2, 8)]",
            "line 3: 1. 1.5 2. 5.7 * []",
            "line 6: no game [(6, 8)]"
        ]
    );
    assert!(parser.finish().is_none());
}

#[test]
fn a_stream_keeps_no_more_of_a_token_than_the_limit() {
    let mut problems = Vec::new();
    let mut on_event = |_: Location, event: RecordEvent<'_>| {
        if let RecordEvent::Error(problem) = event {
            problems.push(problem);
        }
    };
    let mut parser = EventParser::with_token_limit(10);
    parser.feed("5 {a long comment} 1 {short} 123456789012345 9", &mut on_event);
    parser.finish(&mut on_event);
    assert_eq!(problems, [Problem::TooLong, Problem::TooLong]);
}

/// The events of a text in chunks, of a parser with a limit, which is checked to keep no more than that.
fn limited_events(text: &str, limit: usize) -> Vec<(Location, String)> {
    let mut events = Vec::new();
    let mut parser = EventParser::with_token_limit(limit);
    let mut on_event = |at: Location, event: RecordEvent<'_>| {
        let longest = match event {
            RecordEvent::Tag { name, value, .. } => name.len().max(value.len()),
            RecordEvent::Move(text) | RecordEvent::Comment(text) => text.len(),
            _ => 0,
        };
        assert!(longest <= limit, "{event:?} with a limit of {limit}");
        events.push((at, format!("{event:?}")));
    };
    for chunk in text.split_inclusive(' ') {
        parser.feed(chunk, &mut on_event);
        assert!(parser.buffered() <= 2 * limit, "{} bytes with a limit of {limit}", parser.buffered());
    }
    parser.finish(&mut on_event);
    events
}

#[test]
fn a_limit_changes_nothing_but_the_tokens_that_are_longer() {
    let mut rng = Rng::new(23);
    let too_long = format!("{:?}", RecordEvent::Error(Problem::TooLong));
    for (kind, options) in games() {
        let text = grown(kind, options, &mut rng).to_string();
        let all = limited_events(&text, text.len());
        for limit in [0, 1, 2, 5, 10, 20, 40, 80] {
            let events = limited_events(&text, limit);
            let is_cut = events.iter().any(|(_, event)| *event == too_long);
            assert!(is_cut || events == all, "{limit}: {text}");
            assert!(limit >= 5 || is_cut, "every game has a longer token than {limit}: {text}");
            assert_eq!(events.last(), all.last(), "the game is read to its end");
        }
    }
}

/// A stream of games, as large as a collection may be, takes no more memory than its longest game.
#[test]
fn a_hundred_thousand_games_are_read_in_constant_memory() {
    const GAMES: usize = 100_000;
    const CHUNK: usize = 1 << 12;
    let mut rng = Rng::new(24);
    // One game in twenty is long, with variations and comments.
    let long: Vec<String> = games()
        .into_iter()
        .flat_map(|(kind, options)| [(); 4].map(|()| (kind, options)))
        .map(|(kind, options)| grown(kind, options, &mut rng).to_string())
        .collect();
    let longest = long.iter().map(String::len).max().unwrap();
    let short =
        |number: usize| format!("[Game \"morpion\"]\n[Round \"{number}\"]\n\n1. 5 {{Centre.}} 2. 1 *\n\n");
    let mut parser = GameParser::new(None);
    let (mut text, mut read, mut most_games, mut most_buffered) = (String::new(), 0, 0, 0);
    for number in 0..GAMES {
        match number % 20 {
            0 => text += &long[number / 20 % long.len()],
            _ => text += &short(number),
        }
        while text.len() > CHUNK {
            let at = (CHUNK..).find(|&at| text.is_char_boundary(at)).unwrap();
            let rest = text.split_off(at);
            let games = parser.feed(&text);
            assert!(games.iter().all(|game| game.errors.is_empty()));
            read += games.len();
            most_games = most_games.max(games.len());
            most_buffered = most_buffered.max(parser.buffered());
            text = rest;
        }
    }
    read += parser.feed(&text).len() + usize::from(parser.finish().is_some());
    assert_eq!(read, GAMES);
    assert!(most_games <= CHUNK / short(0).len() + 1, "{most_games} games in one chunk");
    assert!(most_buffered > 0 && most_buffered <= longest, "{most_buffered} of {longest}");
    assert_eq!(parser.buffered(), 0, "nothing is left");
}

#[test]
fn every_error_is_found_and_every_other_line_is_read() {
    check("5 1 (2 3 (4)) 9", &expect!["1. 5 2. 1 (2. 2 3. 3 (3. 4)) 3. 9 *"]);
    check(
        "5 1 (2 zz 3 (4) {x}) (3 3)\n9 (9 7) 9 2 win1",
        &expect![[r#"
            1. 5 2. 1 (2. 2) (2. 3) 3. 9 4. 7 *
            Line 1, column 8: “zz” does not belong here: it should be a cell from 1 to 9.
            Line 1, column 25: Move 3, 3: There is already a nought in that cell: choose an empty one.
            Line 2, column 9: Move 4, 9: There is already a cross in that cell: choose an empty one."#]],
    );
    check(
        "(5) 5 $1 1 () $7 ($2 2 $300 {n}) ) 9 ((7) 2",
        &expect![[r#"
        1. 5 $1 2. 1 $7 (2. 2 {n}) 3. 9 (3. 2) *
        Line 1, column 1: This parenthesis opens too early: there is no move to replace yet.
        Line 1, column 13: This variation has no move.
        Line 1, column 19: This mark comes too early: there is no move yet for it to apply to.
        Line 1, column 24: “$300” does not belong here: it should be a mark from $0 to $255.
        Line 1, column 34: This parenthesis closes but was never opened.
        Line 1, column 39: This parenthesis opens too early: there is no move to replace yet.
        Line 1, column 38: This parenthesis is never closed."#]],
    );
    check(
        "5 1 * 9 7 (2 win3) {late} $1",
        &expect![[r#"
        1. 5 2. 1 $1 {late} (2. 2) *
        Line 1, column 7: “9” comes after the result; nothing may follow it.
        Line 1, column 14: “win3” does not belong here: it should be a winner from 1 to 2."#]],
    );
    check(
        "5 1 4 2 6 win2",
        &expect![[r#"
        1. 5 2. 1 3. 4 4. 2 5. 6 win1
        Line 1, column 11: The result is given as win2, but the game ended with win1."#]],
    );
    check(
        "[Result \"maybe\"] [Bad] 5\n[Seat1 \"A\" x\n1 [Late \"x\"] 9 zz",
        &expect![[r#"
        1. 1 *
        Line 1, column 18: This tag is not complete: it is written [Name "value"].
        Line 2, column 1: This tag is not complete: it is written [Name "value"].
        Line 3, column 3: “[Late” does not belong here: it should be a move or a result (tags come before them).
        Line 1, column 10: “maybe” does not belong here: it should be win1, win2…, draw or *."#]],
    );
    check(
        "[Game \"chess\"] 5 (1",
        &expect![[r#"
        no game
        Line 1, column 8: “chess” does not belong here: it should be a game (morpion, super, doh, cards, fives)."#]],
    );
    check(
        "5 {never closed 1",
        &expect![[r#"
        1. 5 *
        Line 1, column 3: This comment is never closed: a brace } is missing."#]],
    );
}

#[test]
fn comments_and_marks_stay_with_their_moves() {
    check(
        "{before} 5! {a} $14 {b} 1 {c} ({d} 2?? {e} 3) {f} ({g}) 9!? *",
        &expect![[r#"
        {before} 1. 5 $1 $14 {a b} 2. 1 {c f g} (2. 2 $4 {d e} 3. 3) 3. 9 $5 *
        Line 1, column 55: This variation has no move."#]],
    );
}

#[test]
fn a_variation_that_repeats_the_line_leaves_the_main_line_as_it_is() {
    check("5 1 (1 3 (3 4)) 9 2", &expect!["1. 5 2. 1 3. 9 (3. 3 4. 4) 4. 2 *"]);
    check("5 1 (2 3) (2 3 4) 9", &expect!["1. 5 2. 1 (2. 2 3. 3 4. 4) 3. 9 *"]);
}

#[test]
fn the_strict_reader_accepts_what_the_lenient_one_reads_without_errors_in_one_line() {
    let mut rng = Rng::new(3);
    for (kind, options) in games() {
        for _ in 0..10 {
            let tree = grown(kind, options, &mut rng);
            let strict = Record::parse(&tree.to_string(), None);
            match strict {
                Ok(record) => assert_eq!(GameTree::from_record(&record), tree),
                Err(error) => assert!(tree.has_variations() && error.problem == Problem::VariationInRecord),
            }
        }
    }
    let marked = Record::parse("[Game \"morpion\"] 5! 1 {x} $2 9", None).unwrap();
    assert_eq!(marked.steps()[0].nags(), [Nag::GOOD]);
    assert!(marked.to_string().ends_with("1. 5 $1 2. 1 $2 {x} 3. 9 *\n"), "{marked}");
}

#[test]
fn a_line_can_be_promoted_or_removed_and_a_declared_result_belongs_to_its_line() {
    let mut tree = read("[Game \"morpion\"] [Seat1 \"Anne\"] [Termination \"time\"] 5 1 (2 3) 9 win1");
    let variation = tree.child(1, tree.position(1).parse_move("2").unwrap()).unwrap();
    assert_eq!(tree.result(), Some(Outcome::Win(rules::Seat::ONE)));
    let other = tree.record_of(&tree.line_through(variation));
    assert_eq!((other.tag("Seat1"), other.tag("Termination"), other.result()), (Some("Anne"), None, None));
    tree.promote(variation);
    assert_eq!((moves(&tree).as_str(), tree.result()), ("1. 5 2. 2 (2. 1 3. 9) 3. 3 *", None));
    tree.remove(variation);
    assert_eq!(moves(&tree), "1. 5 2. 1 3. 9 win1");
    tree.remove(GameTree::ROOT);
    assert_eq!(tree.position(tree.end()).turn(), Turn::Seat(rules::Seat::TWO));
}
