//! Parses any text as records: the lenient reader never panics, its errors point into the text, it accepts everything
//! that the strict reader accepts and round-trips, it reads a stream in chunks like the whole text, it keeps no more of a
//! token than its limit, and commands can be taken out of any comment.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::record::comment::{add_command, take_command};
use rules::record::{RecordEvent, EventParser, GameParser, GameTree, Location, ParsedGame, Problem};
use rules::{Lang, Record, Say};

fuzz_target!(|text: &str| {
    check_commands(text);
    let ParsedGame { tree, errors, stop, .. } = GameTree::parse(text, None);
    for error in &errors {
        assert!(error.line >= 1 && error.line <= text.matches('\n').count() + 1, "{error:?}");
        assert!(error.column >= 1 && Lang::ALL.iter().all(|&lang| !error.say(lang).is_empty()));
    }
    assert!(tree.is_some() || !errors.is_empty());
    if let Some(tree) = &tree {
        assert!(stop < tree.node_count());
        let written = tree.to_string();
        let back = GameTree::parse(&written, None);
        assert_eq!((back.tree.as_ref(), &back.errors[..]), (Some(tree), &[][..]), "{written}");
    }
    match Record::parse(text, None) {
        Ok(record) => {
            let written = record.to_string();
            assert_eq!(Record::parse(&written, None).as_ref(), Ok(&record), "{written}");
            assert!(errors.is_empty(), "{errors:?}");
            assert_eq!(tree, Some(GameTree::from_record(&record)));
        }
        Err(error) if error.problem == Problem::VariationInRecord => {}
        Err(error) => assert_eq!(errors.first(), Some(&error)),
    }
    let whole = events([text]);
    assert_eq!(events(text.split_inclusive(|c: char| !c.is_ascii_digit())), whole);
    // The first byte chooses the limit.
    check_limit(text, usize::from(text.bytes().next().unwrap_or_default()), &whole);
    // The parser of games and the parser of events agree on the number of games.
    let mut parser = GameParser::new(None);
    let games = parser.feed(text).into_iter().chain(parser.finish()).count();
    assert_eq!(games, whole.iter().filter(|(_, event)| event == "EndGame").count());
});

/// Reads a text with a limit for its tokens: no longer one is kept, and without longer ones nothing changes.
fn check_limit(text: &str, limit: usize, whole: &[(Location, String)]) {
    let (mut events, mut is_cut) = (Vec::new(), false);
    let mut on_event = |at: Location, event: RecordEvent<'_>| {
        is_cut |= event == RecordEvent::Error(Problem::TooLong);
        if let RecordEvent::Move(text) | RecordEvent::Comment(text) | RecordEvent::Tag { value: text, .. } = event {
            assert!(text.len() <= limit, "{event:?} with a limit of {limit}");
        }
        events.push((at, format!("{event:?}")));
    };
    let mut parser = EventParser::with_token_limit(limit);
    for chunk in text.split_inclusive(' ') {
        parser.feed(chunk, &mut on_event);
        assert!(parser.buffered() <= 2 * limit);
    }
    parser.finish(&mut on_event);
    assert!(is_cut || events == whole, "a limit of {limit} bytes");
}

/// Takes a command out of a text and puts it back.
fn check_commands(text: &str) {
    const NAME: &str = "eval";
    let (rest, content) = take_command(text, NAME);
    let Some(content) = content else { return assert_eq!(rest, text) };
    assert!(rest.len() < text.len() && !content.contains(']'), "{rest} {content}");
    if !rest.contains("[%") {
        let again = add_command(&rest, NAME, &content);
        assert_eq!(take_command(&again, NAME), (rest, Some(content)));
    }
}

/// The events of a text that arrives in chunks.
fn events<'t>(chunks: impl IntoIterator<Item = &'t str>) -> Vec<(Location, String)> {
    let mut events = Vec::new();
    let mut on_event = |at: Location, event: RecordEvent<'_>| events.push((at, format!("{event:?}")));
    let mut parser = EventParser::new();
    for chunk in chunks {
        parser.feed(chunk, &mut on_event);
    }
    parser.finish(&mut on_event);
    events
}
