//! Reading what people bring: a game with or without variations, a list of moves, a position, or a link.

use rules::record::{Problem, RecordError};
use rules::{AnyGame, Kind, Lang, Say, Words};

use super::text::{self, Read, Why};
use super::tree::Tree;
use crate::export;
use crate::language::in_both_languages;

/// What was brought.
#[derive(Debug)]
pub struct Brought {
    /// The game, up to what is wrong with it.
    pub tree: Tree,
    /// What is wrong with it, if something is.
    pub trouble: Option<Words>,
}

/// Reads a game as far as it goes, or else a position of the game being studied or of any other. If nothing fits,
/// says what was wrong with it as what it most likely was.
pub fn read(text: &str, kind: Kind) -> Result<Brought, Words> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Words::new("Collez ici une partie ou une position.", "Paste a game or a position here."));
    }
    if let Some(start) = text.find(export::FRAGMENT)
        && let Some((text, is_whole)) = export::text_in_fragment(&text[start..])
    {
        return read_link(&text, !is_whole, kind);
    }
    let read = text::read(text, kind);
    if text.starts_with('{') && read.as_ref().is_ok_and(|read| !read.tree.is_played()) {
        return Err(Words::new(
            "Il n’y a pas de coup ici. Collez une partie en texte, un lien ou une position\u{a0}; le JSON est fait pour les programmes.",
            "There is no move here. Paste a game as text, a link or a position; JSON is made for programs.",
        ));
    }
    if let Ok(Read { stop: None, tree, .. }) = read {
        return Ok(Brought { tree, trouble: None });
    }
    let kinds = std::iter::once(kind).chain(Kind::ALL.iter().copied().filter(|&other| other != kind));
    if let Some(game) = kinds.filter_map(|kind| AnyGame::parse(kind, text).ok()).next() {
        return Ok(Brought { tree: Tree::new(game), trouble: None });
    }
    // A text of one line with slashes and no tags was meant as a position.
    let is_position = !text.contains('[') && !text.contains('\n') && text.contains('/');
    match (read, AnyGame::parse(kind, text)) {
        (Ok(Read { tree, stop: Some(stop), .. }), _) if tree.number(tree.at()) > 0 => {
            Ok(Brought { tree, trouble: Some(in_both_languages(|lang| stop.say(true, lang))) })
        }
        (_, Err(problem)) if is_position => Err(in_both_languages(|lang| problem.say(lang))),
        (Ok(Read { stop: Some(stop), .. }), _) => Err(in_both_languages(|lang| stop.say(false, lang))),
        (Err(wrong), _) => Err(in_both_languages(|lang| in_header(&wrong, lang))),
        (Ok(Read { tree, stop: None, .. }), _) => Ok(Brought { tree, trouble: None }),
    }
}

/// Reads the game of a link as far as it goes; `is_cut` if its text was already seen to be damaged.
pub fn read_link(text: &str, is_cut: bool, kind: Kind) -> Result<Brought, Words> {
    let text = text.trim();
    let read = match text::read(text, kind) {
        _ if text.is_empty() => return Err(damaged(false)),
        Err(RecordError { problem: Problem::OpenTag | Problem::OpenComment, .. }) => {
            return Err(damaged(false));
        }
        Err(_) if is_cut => return Err(damaged(false)),
        Err(wrong) => {
            let (fr, en) = (in_header(&wrong, Lang::Fr), in_header(&wrong, Lang::En));
            return Err(rules::words!(
                fr: "La partie de ce lien ne se lit pas. {fr}",
                en: "The game in this link cannot be read. {en}"
            ));
        }
        Ok(read) => read,
    };
    let Read { tree, stop, is_finished } = read;
    // Whatever this app writes has tags and ends with a result.
    let is_cut = is_cut || text.starts_with('[') && !is_finished;
    let stop = stop.filter(|stop| {
        !is_cut || !matches!(stop.why, Why::Unreadable(_) | Why::NotClosed | Why::Other(Problem::OpenComment))
    });
    let trouble = match stop {
        Some(stop) => Some(in_both_languages(|lang| stop.say(true, lang))),
        None => is_cut.then(|| damaged(tree.number(tree.at()) > 0)),
    };
    Ok(Brought { tree, trouble })
}

fn damaged(is_loaded: bool) -> Words {
    if is_loaded {
        Words::new(
            "Ce lien est abîmé, il a sans doute été coupé\u{a0}; les coups qu’il contient encore sont sur le plateau.",
            "This link is damaged, it was probably cut off; the moves that it still holds are on the board.",
        )
    } else {
        Words::new(
            "Ce lien est abîmé\u{a0}: il a sans doute été coupé. Demandez-le de nouveau, ou collez la partie ci-dessous.",
            "This link is damaged: it was probably cut off. Ask for it again, or paste the game below.",
        )
    }
}

/// What is wrong with what stands before the moves, and where.
fn in_header(wrong: &RecordError, lang: Lang) -> String {
    let RecordError { line, column, problem } = wrong;
    let problem = problem.say(lang);
    match lang {
        Lang::Fr => format!("{problem} (Ligne {line}, colonne {column}.)"),
        Lang::En => format!("{problem} (Line {line}, column {column}.)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_a_list_of_moves_and_a_position_are_read() {
        let record =
            read("[Game \"super\"]\n\n1. 1.5 2. 5.7 *", Kind::Morpion).expect("a record").tree.record();
        assert_eq!((record.start().kind(), record.steps().len()), (Kind::Super, 2));
        assert_eq!(read("5 1 9", Kind::Morpion).expect("moves").tree.record().steps().len(), 3);
        let position = read("xo./.../... 1", Kind::Morpion).expect("a position").tree;
        assert_eq!(position.here().game.to_string(), "xo./.../... 1");
    }

    #[test]
    fn a_text_without_moves_does_not_clear_the_board() {
        for text in ["{a comment}", "{\"game\":\"doh\"}", "{\"moves\":[\"5\"]}"] {
            assert!(read(text, Kind::Morpion).expect_err(text).en.starts_with("There is no move here."));
        }
    }

    #[test]
    fn of_a_long_word_that_is_no_move_only_the_beginning_is_repeated() {
        let said = read(&"é".repeat(15_000), Kind::Super).expect_err("no move").fr;
        assert!(said.contains(&format!("{}…", "é".repeat(30))) && said.len() < 300, "{said}");
    }

    #[test]
    fn a_position_of_another_game_is_taken_as_that_game() {
        for &kind in Kind::ALL {
            let start = AnyGame::new(kind, "").expect("options").to_string();
            let other = if kind == Kind::Super { Kind::Doh } else { Kind::Super };
            let brought = read(&start, other).expect("a position");
            assert_eq!((brought.tree.here().game.to_string(), brought.trouble), (start, None));
        }
    }

    #[test]
    fn what_comes_before_an_illegal_move_is_on_the_board_and_the_move_is_named_with_the_reason() {
        let brought = read("1.5 6.1", Kind::Super).expect("the legal part");
        assert_eq!(brought.tree.record().steps().len(), 1);
        let said = brought.trouble.expect("an illegal move");
        assert!(
            said.fr.starts_with("Le coup 2, 6.1, ne peut pas être joué, et tout ce qui précède"),
            "{said:?}"
        );
        assert!(said.en.starts_with("Move 2, 6.1, cannot be played, and everything before it"), "{said:?}");
        assert!(Lang::ALL.iter().all(|&lang| said.get(lang).contains('5')), "{said:?}");
    }

    #[test]
    fn what_is_no_game_at_all_brings_nothing() {
        for text in ["", "nonsense", "[Game \"chess\"]\n\n1. e4", "[Game \"super\"", "(5)"] {
            assert!(read(text, Kind::Super).is_err(), "{text}");
        }
        assert!(read("xx/xx 9", Kind::Morpion).is_err());
    }

    #[test]
    fn a_link_that_was_cut_says_so_and_brings_what_is_left() {
        let whole = read("5 1 (2 3) 9", Kind::Morpion).expect("a game").tree.text();
        assert!(read_link(&whole, false, Kind::Morpion).expect("a game").trouble.is_none());
        for length in 0..whole.trim_end().len() {
            let said = match read_link(&whole[..length], false, Kind::Morpion) {
                Ok(brought) => brought.trouble.unwrap_or_else(|| panic!("{length}: nothing is said")),
                Err(said) => said,
            };
            assert!(said.en.starts_with("This link is damaged"), "{length}: {said:?}");
        }
        let cut = read_link("5 1", true, Kind::Morpion).expect("what is left");
        assert_eq!(cut.tree.record().steps().len(), 2);
        assert!(cut.trouble.is_some());
    }

    #[test]
    fn a_link_with_an_illegal_move_brings_what_comes_before_it() {
        let brought = read_link("[Game \"super\"]\n\n1. 5.1 2. 5.2 *", false, Kind::Super).expect("a part");
        assert_eq!(brought.tree.record().steps().len(), 1);
        assert!(brought.trouble.expect("a reason").en.contains("5.2"));
    }
}
