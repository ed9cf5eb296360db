//! The pages in `docs/games` are parsed completely: no markup is left over, and nothing that is meant for programs.

use lessons::rulebook::{Block, Span, TextStyle};
use lessons::{course, rulebook};
use rules::{Kind, Lang};

/// Every span of a rulebook.
fn spans(blocks: &[Block]) -> Vec<&Span> {
    let mut spans = Vec::new();
    for block in blocks {
        match block {
            Block::Heading(line) | Block::Paragraph(line) => spans.extend(line),
            Block::List(items) => spans.extend(items.iter().flatten()),
            Block::Table(rows) => spans.extend(rows.iter().flatten().flatten()),
            Block::Diagram(_) => {}
        }
    }
    spans
}

fn each() -> impl Iterator<Item = (Kind, Lang, Vec<Block>)> {
    Kind::ALL.iter().flat_map(|&kind| Lang::ALL.map(|lang| (kind, lang, rulebook(kind, lang))))
}

#[test]
fn no_mark_of_the_page_is_left_in_the_words() {
    for (kind, lang, blocks) in each() {
        for span in spans(&blocks) {
            assert!(!span.text.is_empty(), "{kind} {lang}");
            for mark in ["*", "`", "|", "#", "](", "[", "\n", "---"] {
                assert!(!span.text.contains(mark), "{kind} {lang}: {mark} in {:?}", span.text);
            }
        }
    }
}

#[test]
fn options_are_described_in_words_and_not_by_their_keys() {
    for (kind, lang, blocks) in each() {
        for span in spans(&blocks) {
            assert!(!span.text.contains('='), "{kind} {lang}: {:?}", span.text);
            // In English, the names of most options are ordinary words.
            for option in kind.options().iter().filter(|option| lang == Lang::Fr || option.key == "tiebreak")
            {
                let mut words = span.text.split(|letter: char| !letter.is_alphanumeric());
                assert!(words.all(|word| word != option.key), "{kind} {lang}: {:?}", span.text);
            }
        }
    }
}

#[test]
fn every_rulebook_has_rules_and_rulings_in_its_language_only() {
    for (kind, lang, blocks) in each() {
        let (ours, theirs) = match lang {
            Lang::Fr => ("Nos décisions, et pourquoi", "Our rulings, and why"),
            Lang::En => ("Our rulings, and why", "Nos décisions, et pourquoi"),
        };
        let has = |words: &str| spans(&blocks).iter().any(|span| span.text == words);
        assert!(has(ours) && !has(theirs), "{kind} {lang}");
        let heading = blocks.iter().position(|block| matches!(block, Block::Heading(_)));
        assert!(heading.is_some_and(|at| at > 2), "{kind} {lang}: rules come before rulings");
        let rulings = heading.and_then(|at| blocks.get(at + 1));
        let Some(Block::List(rulings)) = rulings else { panic!("{kind} {lang}: rulings are a list") };
        for ruling in rulings {
            assert!(
                matches!(ruling[0].style, TextStyle::Strong | TextStyle::Emphasis),
                "{kind} {lang}: {ruling:?}"
            );
        }
    }
}

#[test]
fn both_languages_have_the_same_shape() {
    let shape = |blocks: Vec<Block>| -> Vec<(u8, usize)> {
        let of = |block: &Block| match block {
            Block::Heading(_) => (0, 1),
            Block::Paragraph(_) => (1, 1),
            Block::List(items) => (2, items.len()),
            Block::Table(rows) => (3, rows.len()),
            Block::Diagram(text) => (4, text.lines().count()),
        };
        blocks.iter().map(of).collect()
    };
    for &kind in Kind::ALL {
        assert_eq!(shape(rulebook(kind, Lang::Fr)), shape(rulebook(kind, Lang::En)), "{kind}");
        assert_eq!(course(kind).kind, kind);
    }
}

#[test]
fn tables_and_diagrams_of_a_rulebook_are_distinguished() {
    let doh = rulebook(Kind::Doh, Lang::En);
    let table = doh.iter().find_map(|block| match block {
        Block::Table(rows) => Some(rows),
        _ => None,
    });
    let rows = table.expect("the piles of Tic Tac Doh! are a table");
    assert_eq!((rows.len(), rows[0].len()), (3, 4));
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    assert_eq!(rows[1][0][0].text, "tree");
    let fives = rulebook(Kind::Fives, Lang::Fr);
    assert!(matches!(&fives[0], Block::Diagram(text) if text.lines().count() == 6), "{:?}", fives[0]);
}

#[test]
fn inline_marks_become_styles_and_french_spaces_hold() {
    let cards = rulebook(Kind::Cards, Lang::Fr);
    let all = spans(&cards);
    assert!(all.iter().any(|span| span.style == TextStyle::Strong && span.text == "Le but."));
    assert!(all.iter().any(|span| span.text.contains("\u{202f}; d’habitude\u{a0}9")));
    for &kind in Kind::ALL {
        for span in spans(&rulebook(kind, Lang::Fr)) {
            let is_loose = [" :", " ;", " !", " ?", " »", "« "].iter().any(|sign| span.text.contains(sign));
            assert!(!is_loose && !span.text.contains('\''), "{kind}: {:?}", span.text);
        }
    }
}
