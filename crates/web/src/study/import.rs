//! Reads what people paste or open: a game with or without variations, a list of moves, a position, or a link.

use rules::record::{GameTree, ParsedGame, Problem, RecordError};
use rules::{AnyGame, Kind, Lang, Say, Words};

use super::tree::StudyTree;
use crate::export;
use crate::language::in_both_languages;

/// An imported game or position.
#[derive(Debug)]
pub struct Imported {
    /// The game, up to the first error.
    pub tree: StudyTree,
    /// The error, if there is one.
    pub error: Option<Words>,
}

/// A game that was parsed as far as possible.
pub struct ReadGame {
    /// The game. The current node is the end of the main line, or the node at which the first error was found.
    pub tree: StudyTree,
    /// All errors.
    pub errors: Vec<RecordError>,
    /// Whether the text has a result, or says that the game is unfinished. Everything that this app writes does.
    pub has_result: bool,
}

/// Reads a game with or without variations; `kind` is the game if the text does not say. Fails if the part before the
/// moves cannot be read.
pub fn read_game(text: &str, kind: Kind) -> Result<ReadGame, RecordError> {
    let ParsedGame { tree, mut errors, stop, has_result, .. } = GameTree::parse(text, Some(kind));
    let is_empty = tree.as_ref().is_none_or(|tree| tree.node_count() == 1);
    let is_open = |error: &RecordError| matches!(error.problem, Problem::OpenTag | Problem::OpenComment);
    match tree {
        Some(tree) if !is_empty || !errors.first().is_some_and(is_open) => {
            let mut tree = StudyTree::from_moves(tree);
            tree.go(stop);
            Ok(ReadGame { tree, errors, has_result })
        }
        _ => Err(errors.swap_remove(0)),
    }
}

/// Reads a game as far as possible, or else a position of this game or of any other. If nothing fits, the error is
/// about what the text most likely was.
pub fn read(text: &str, kind: Kind) -> Result<Imported, Words> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Words::new("Collez ici une partie ou une position.", "Paste a game or a position here."));
    }
    if let Some(start) = text.find(export::FRAGMENT)
        && let Some((text, is_whole)) = export::text_in_fragment(&text[start..])
    {
        return read_link(&text, !is_whole, kind);
    }
    let read = read_game(text, kind);
    if text.starts_with('{') && read.as_ref().is_ok_and(|read| !read.tree.has_moves()) {
        return Err(Words::new(
            "Aucun coup trouvé. Collez une partie en texte, un lien ou une position, mais pas de JSON\u{a0}: il est réservé aux programmes.",
            "No moves found. Paste a game as text, a link or a position, but not JSON: that is for programs.",
        ));
    }
    let read = match read {
        Ok(ReadGame { tree, errors, .. }) if errors.is_empty() => return Ok(Imported { tree, error: None }),
        Ok(mut read) => Ok((read.tree, read.errors.swap_remove(0))),
        Err(wrong) => Err(wrong),
    };
    let kinds = std::iter::once(kind).chain(Kind::ALL.iter().copied().filter(|&other| other != kind));
    if let Some(game) = kinds.filter_map(|kind| AnyGame::parse(kind, text).ok()).next() {
        return Ok(Imported { tree: StudyTree::new(game), error: None });
    }
    // A text of one line with slashes and no tags was meant as a position.
    let is_position = !text.contains('[') && !text.contains('\n') && text.contains('/');
    match (read, AnyGame::parse(kind, text)) {
        (Ok((tree, error)), _) if tree.move_number(tree.current_id()) > 0 => {
            Ok(Imported { tree, error: Some(in_both_languages(|lang| say(&error, true, lang))) })
        }
        (_, Err(problem)) if is_position => Err(in_both_languages(|lang| problem.say(lang))),
        (Ok((_, error)), _) => Err(in_both_languages(|lang| say(&error, false, lang))),
        (Err(wrong), _) => Err(in_both_languages(|lang| in_header(&wrong, lang))),
    }
}

/// Reads the game of a link as far as possible; `is_cut` if its text is known to be damaged.
pub fn read_link(text: &str, is_cut: bool, kind: Kind) -> Result<Imported, Words> {
    let text = text.trim();
    let read = match read_game(text, kind) {
        _ if text.is_empty() => return Err(damaged(false)),
        Err(RecordError { problem: Problem::OpenTag | Problem::OpenComment, .. }) => {
            return Err(damaged(false));
        }
        Err(_) if is_cut => return Err(damaged(false)),
        Err(wrong) => {
            let (fr, en) = (in_header(&wrong, Lang::Fr), in_header(&wrong, Lang::En));
            return Err(rules::words!(
                fr: "La partie de ce lien est illisible. {fr}",
                en: "The game in this link cannot be read. {en}"
            ));
        }
        Ok(read) => read,
    };
    let ReadGame { tree, errors, has_result } = read;
    // Everything that this app writes has tags and ends with a result.
    let is_cut = is_cut || text.starts_with('[') && !has_result;
    let is_by_cut = |error: &RecordError| {
        is_cut
            && matches!(
                error.problem,
                Problem::BadMove { .. }
                    | Problem::Text(_)
                    | Problem::VariationNotClosed
                    | Problem::EmptyVariation
                    | Problem::OpenComment
            )
    };
    let error = match errors.iter().find(|error| !is_by_cut(error)) {
        Some(error) => Some(in_both_languages(|lang| say(error, true, lang))),
        None => is_cut.then(|| damaged(tree.move_number(tree.current_id()) > 0)),
    };
    Ok(Imported { tree, error })
}

fn damaged(is_loaded: bool) -> Words {
    if is_loaded {
        Words::new(
            "Ce lien est incomplet\u{a0}: il a sans doute été coupé. Les coups qu’il contient encore sont sur le plateau.",
            "This link is incomplete: it was probably cut off. The moves that are left are on the board.",
        )
    } else {
        Words::new(
            "Ce lien est incomplet\u{a0}: il a sans doute été coupé. Demandez-le de nouveau, ou collez la partie ci-dessous.",
            "This link is incomplete: it was probably cut off. Ask for it again, or paste the game below.",
        )
    }
}

/// Describes an error in the part before the moves.
fn in_header(wrong: &RecordError, lang: Lang) -> String {
    let RecordError { line, column, problem, .. } = wrong;
    let problem = problem.say(lang);
    match lang {
        Lang::Fr => format!("{problem} (Ligne {line}, colonne {column}.)"),
        Lang::En => format!("{problem} (Line {line}, column {column}.)"),
    }
}

/// The beginning of a word, long enough to find it again.
fn shortened(word: &str) -> String {
    const ENOUGH: usize = 30;
    match word.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

/// Describes an error in the moves; `is_loaded` if the game up to it is on the board.
fn say(error: &RecordError, is_loaded: bool, lang: Lang) -> String {
    let RecordError { number, problem, .. } = error;
    let before = match (is_loaded, lang) {
        (false, _) => "",
        (true, Lang::Fr) => "\u{202f}; tout ce qui précède est sur le plateau",
        (true, Lang::En) => "; everything before it is on the board",
    };
    let loaded = match (is_loaded, lang) {
        (false, _) => "",
        (true, Lang::Fr) => " Tout ce qui précède est sur le plateau.",
        (true, Lang::En) => " Everything before it is on the board.",
    };
    match (problem, lang) {
        (Problem::Illegal { mv, reason, .. }, Lang::Fr) => {
            format!("Le coup {number} ({mv}) ne peut pas être joué{before}. {}", reason.say(lang))
        }
        (Problem::Illegal { mv, reason, .. }, Lang::En) => {
            format!("Move {number} ({mv}) cannot be played{before}. {}", reason.say(lang))
        }
        (Problem::BadMove { found, error }, Lang::Fr) => {
            let text = shortened(found);
            let expected = &error.expected().fr;
            format!(
                "Le coup {number}, «\u{a0}{text}\u{a0}», est illisible\u{a0}: il faut {expected}.{loaded}"
            )
        }
        (Problem::BadMove { found, error }, Lang::En) => {
            let text = shortened(found);
            let expected = &error.expected().en;
            format!("Move {number}, “{text}”, cannot be read: it should be {expected}.{loaded}")
        }
        (Problem::NothingToReplace, Lang::Fr) => {
            format!("La parenthèse ouverte au coup {number} ne remplace aucun coup{before}.")
        }
        (Problem::NothingToReplace, Lang::En) => {
            format!("The parenthesis at move {number} has no move to replace{before}.")
        }
        (Problem::EmptyVariation, Lang::Fr) => {
            format!("Au coup {number}, les parenthèses sont vides{before}.")
        }
        (Problem::EmptyVariation, Lang::En) => format!("At move {number} the parentheses are empty{before}."),
        (Problem::VariationNotOpened, Lang::Fr) => {
            format!("Avant le coup {number}, une parenthèse se ferme sans avoir été ouverte{before}.")
        }
        (Problem::VariationNotOpened, Lang::En) => {
            format!("Before move {number} a parenthesis closes that was never opened{before}.")
        }
        (Problem::VariationNotClosed, Lang::Fr) => {
            let all = if is_loaded { "\u{202f}; tous les coups sont sur le plateau" } else { "" };
            format!("La parenthèse ouverte au coup {number} n’est jamais fermée{all}.")
        }
        (Problem::VariationNotClosed, Lang::En) => {
            let all = if is_loaded { "; all moves are on the board" } else { "" };
            format!("The parenthesis that opens at move {number} is never closed{all}.")
        }
        (problem, _) => {
            let before = match (is_loaded, lang) {
                (false, _) => "",
                (true, Lang::Fr) => " Tout ce qui précède est sur le plateau.",
                (true, Lang::En) => " Everything before it is on the board.",
            };
            format!("{}{before}", problem.say(lang))
        }
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
        assert_eq!(position.current().game.to_string(), "xo./.../... 1");
    }

    #[test]
    fn a_text_without_moves_does_not_clear_the_board() {
        for text in ["{a comment}", "{\"game\":\"doh\"}", "{\"moves\":[\"5\"]}"] {
            assert!(read(text, Kind::Morpion).expect_err(text).en.starts_with("No moves found."));
        }
    }

    #[test]
    fn a_long_word_that_is_not_a_move_is_quoted_in_part() {
        let said = read(&"é".repeat(15_000), Kind::Super).expect_err("no move").fr;
        assert!(said.contains(&format!("{}…", "é".repeat(30))) && said.len() < 300, "{said}");
    }

    #[test]
    fn a_position_of_another_game_is_taken_as_that_game() {
        for &kind in Kind::ALL {
            let start = AnyGame::new(kind, "").expect("options").to_string();
            let other = if kind == Kind::Super { Kind::Doh } else { Kind::Super };
            let imported = read(&start, other).expect("a position");
            assert_eq!((imported.tree.current().game.to_string(), imported.error), (start, None));
        }
    }

    #[test]
    fn moves_before_an_illegal_one_are_loaded_and_the_illegal_one_is_reported() {
        let imported = read("1.5 6.1", Kind::Super).expect("the legal part");
        assert_eq!(imported.tree.record().steps().len(), 1);
        let said = imported.error.expect("an illegal move");
        assert!(
            said.fr.starts_with("Le coup 2 (6.1) ne peut pas être joué\u{202f}; tout ce qui précède"),
            "{said:?}"
        );
        assert!(said.en.starts_with("Move 2 (6.1) cannot be played; everything before it"), "{said:?}");
        assert!(Lang::ALL.iter().all(|&lang| said.get(lang).contains("centre")), "{said:?}");
    }

    #[test]
    fn text_that_is_not_a_game_is_refused() {
        for text in ["", "nonsense", "[Game \"chess\"]\n\n1. e4", "[Game \"super\"", "(5)"] {
            assert!(read(text, Kind::Super).is_err(), "{text}");
        }
        assert!(read("xx/xx 9", Kind::Morpion).is_err());
    }

    #[test]
    fn a_truncated_link_says_so_and_loads_the_moves_that_are_left() {
        let whole = read("5 1 (2 3) 9", Kind::Morpion).expect("a game").tree.text();
        assert!(read_link(&whole, false, Kind::Morpion).expect("a game").error.is_none());
        for length in 0..whole.trim_end().len() {
            let said = match read_link(&whole[..length], false, Kind::Morpion) {
                Ok(imported) => imported.error.unwrap_or_else(|| panic!("{length}: nothing is said")),
                Err(said) => said,
            };
            assert!(said.en.starts_with("This link is incomplete"), "{length}: {said:?}");
        }
        let cut = read_link("5 1", true, Kind::Morpion).expect("what is left");
        assert_eq!(cut.tree.record().steps().len(), 2);
        assert!(cut.error.is_some());
    }

    #[test]
    fn a_link_with_an_illegal_move_loads_the_moves_before_it() {
        let imported = read_link("[Game \"super\"]\n\n1. 5.1 2. 5.2 *", false, Kind::Super).expect("a part");
        assert_eq!(imported.tree.record().steps().len(), 1);
        assert!(imported.error.expect("a reason").en.contains("5.2"));
    }

    /// What is read of a game of Morpion, and the first error.
    fn stopped(text: &str) -> (String, RecordError) {
        let mut read = read_game(text, Kind::Morpion).expect("a header");
        (read.tree.text(), read.errors.swap_remove(0))
    }

    #[test]
    fn comments_marks_and_variations_survive_import_and_export() {
        let text = "{start} 5! {good} 1 ({or} 2 $6 3 (4)) 9 *";
        let imported = read(text, Kind::Morpion).expect("a game");
        assert_eq!(imported.error, None);
        let written = imported.tree.text();
        assert!(
            written.ends_with("\n\n{start} 1. 5 $1 {good} 2. 1 (2. 2 $6 {or} 3. 3 (3. 4)) 3. 9 *\n"),
            "{written}"
        );
        assert_eq!(read(&written, Kind::Super).expect("a game").tree.text(), written);
        assert!(imported.tree.record().to_string().contains("{start} 1. 5 $1 {good} 2. 1 3. 9 *"));
    }

    #[test]
    fn comments_numbers_results_and_parentheses_without_spaces_are_read() {
        let text = "[Seat1 \"Anne (1)\"] {before (} 1. 5{good}2. 1(2... 2 3. 3 win1)(2. 4)3. 9 *";
        let tree = read(text, Kind::Morpion).expect("a game").tree;
        assert_eq!(tree.player(rules::Seat::ONE), Some("Anne (1)".into()));
        assert!(
            tree.text().contains("{before (} 1. 5 {good} 2. 1 (2. 2 3. 3) (2. 4) 3. 9 *"),
            "{}",
            tree.text()
        );
    }

    #[test]
    fn moves_before_an_error_and_other_lines_are_read() {
        let (text, error) = stopped("5 1 5 9");
        assert!(text.contains("1. 5 2. 1 *"), "{text}");
        assert!(matches!(error.problem, Problem::Illegal { .. }) && error.number == 3);
        let (text, error) = stopped("5 1 (2 2) 9");
        assert!(text.contains("1. 5 2. 1 (2. 2) 3. 9 *"), "{text}");
        assert_eq!(error.number, 3);
        let (text, error) = stopped("[Result \"win1\"]\n\n5 1 zz win1");
        assert!(matches!(error.problem, Problem::BadMove { .. }));
        assert!(
            text.contains("[Result \"*\"]"),
            "a game that was not read to its end did not end so: {text}"
        );
    }

    #[test]
    fn wrong_parentheses_are_named_in_both_languages() {
        for (text, problem) in [
            ("5 1 (2 3", Problem::VariationNotClosed),
            ("5 1 (2 (3) 4 9", Problem::VariationNotClosed),
            ("5 1 (2 3)) 9", Problem::VariationNotOpened),
            (") 5 1", Problem::VariationNotOpened),
            ("(5) 1", Problem::NothingToReplace),
            ("5 1 ((2) 3) 9", Problem::NothingToReplace),
            ("5 1 () 9", Problem::EmptyVariation),
        ] {
            let read = read_game(text, Kind::Morpion).expect("a header");
            let error = read.errors.into_iter().find(|error| error.problem == problem).expect(text);
            let said = Lang::ALL.map(|lang| say(&error, true, lang));
            assert_ne!(said[0], said[1]);
            for said in said {
                assert!(said.contains("parenth") && said.contains(&error.number.to_string()), "{said}");
            }
        }
    }

    #[test]
    fn a_result_against_the_rules_and_moves_after_a_result_are_reported() {
        for text in ["5 1 4 2 6 win2", "[Result \"draw\"]\n\n5 1 4 2 6", "5 1 * 9", "5 1 win3"] {
            let (_, error) = stopped(text);
            let is_english = |lang| lang == Lang::En;
            assert!(
                Lang::ALL.iter().all(|&lang| say(&error, true, lang).contains("board") == is_english(lang)),
                "{text}: {error}"
            );
        }
    }

    #[test]
    fn no_sentence_about_a_wrong_move_has_two_colons() {
        // A move that is played twice, a move before all cards are dealt, and a word that is no move.
        let cases = Kind::ALL.iter().flat_map(|&kind| {
            let sample = kind.info().sample;
            let first = sample.split(' ').next().unwrap_or_default();
            let mv = sample.split(' ').find(|word| !word.starts_with('+')).unwrap_or_default();
            [(kind, format!("{first} {mv}")), (kind, format!("{first} zz"))]
        });
        for (kind, text) in cases {
            let error = read_game(&text, kind).expect("a header").errors.swap_remove(0);
            for said in Lang::ALL.map(|lang| say(&error, true, lang)) {
                for sentence in said.split_inclusive(['.', '!', '?']) {
                    assert!(sentence.matches(':').count() < 2, "{said}");
                }
            }
        }
    }
}
