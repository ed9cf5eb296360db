//! Saves studies on this device: for each game the current one and the one before it, with all variations. The address
//! holds only the line shown.

use rules::record::TreeEvent;
use rules::{Kind, Words};

use super::import;
use super::tree::{Id, StudyTree};
use crate::storage::{self, SaveError};

/// Which study of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The current one.
    Current,
    /// The one before it.
    Previous,
}

fn storage_key(kind: Kind, slot: Slot) -> String {
    match slot {
        Slot::Current => format!("study.{kind}"),
        Slot::Previous => format!("study.{kind}.before"),
    }
}

/// The saved study, if there is one and it can be read.
pub fn load(kind: Kind, slot: Slot) -> Option<StudyTree> {
    parse(&storage::load(&storage_key(kind, slot))?, kind)
}

/// Saves a study that has at least one move.
pub fn save(kind: Kind, slot: Slot, tree: Option<&StudyTree>) -> Result<(), SaveError> {
    match tree.filter(|tree| tree.has_moves()) {
        Some(tree) => storage::save(&storage_key(kind, slot), &write(tree)),
        None => {
            storage::remove(&storage_key(kind, slot));
            Ok(())
        }
    }
}

/// Writes a study: the number of moves up to the current node, then the game.
fn write(tree: &StudyTree) -> String {
    let place = moves(tree).position(|id| id == tree.current_id()).map_or(0, |index| index + 1);
    format!("{place}\n{}", tree.text())
}

fn parse(saved: &str, kind: Kind) -> Option<StudyTree> {
    let (place, text) = saved.split_once('\n')?;
    let read = import::read_game(text, kind).ok()?;
    let mut tree = read.tree;
    if !read.errors.is_empty() || tree.current().game.kind() != kind {
        return None;
    }
    let place = place.parse::<usize>().ok()?;
    let at = place.checked_sub(1).and_then(|index| moves(&tree).nth(index)).unwrap_or(0);
    tree.go(at);
    Some(tree)
}

/// The positions in the order in which their moves are written.
fn moves(tree: &StudyTree) -> impl Iterator<Item = Id> + use<> {
    tree.moves().events().into_iter().filter_map(|event| match event {
        TreeEvent::Move(id) => Some(id),
        TreeEvent::BeginVariation | TreeEvent::EndVariation => None,
    })
}

/// Decides which study is opened and which one becomes the previous one, for a reader who comes with `imported`, or with
/// nothing and begins with `new`. A saved study that contains everything that was imported is continued; otherwise it
/// becomes the previous one.
pub fn open(
    imported: Option<StudyTree>,
    current: Option<StudyTree>,
    previous: Option<StudyTree>,
    new: StudyTree,
) -> (StudyTree, Option<StudyTree>) {
    let locate = |saved: &Option<StudyTree>| saved.as_ref()?.locate(imported.as_ref().unwrap_or(&new));
    // A reader who starts over brings an empty study; the saved one is not restored.
    let in_previous = locate(&previous).filter(|_| imported.is_some());
    let (found, mut continued, other) = match (locate(&current), in_previous) {
        (Some(found), _) => (found, current, previous),
        (None, Some(found)) => (found, previous, current),
        (None, None) => return (imported.unwrap_or(new), choose_previous(current, previous)),
    };
    if let Some(tree) = continued.as_mut().filter(|_| imported.is_some()) {
        // The current node stays if its line leads to the end of what was imported; otherwise that end is shown.
        if tree.line().last() != Some(&found) {
            tree.go(found);
        }
    }
    (continued.unwrap_or(new), other)
}

/// Chooses which of two studies is kept as the previous one: the later one, unless only the earlier one has variations,
/// which are saved nowhere else.
pub fn choose_previous(later: Option<StudyTree>, earlier: Option<StudyTree>) -> Option<StudyTree> {
    match (later, earlier) {
        (Some(later), Some(earlier)) if !later.has_variations() && earlier.has_variations() => Some(earlier),
        (later, earlier) => later.or(earlier),
    }
}

/// The message when variations cannot be saved.
pub fn save_failure(why: SaveError) -> Words {
    match why {
        SaveError::Forbidden => Words::new(
            "Ce navigateur ne permet pas d’enregistrer vos variantes. L’adresse de la page garde la ligne affichée\u{202f}; pour garder le reste, copiez la partie avec ses variantes, plus bas.",
            "This browser does not allow variations to be saved. The address of the page keeps the line shown; to keep the rest, copy the game with its variations below.",
        ),
        SaveError::Full => Words::new(
            "Il n’y a plus de place pour enregistrer vos variantes. L’adresse de la page garde la ligne affichée\u{202f}; pour garder le reste, copiez la partie avec ses variantes, plus bas.",
            "There is no space left to save your variations. The address of the page keeps the line shown; to keep the rest, copy the game with its variations below.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::AnyGame;

    fn tree(text: &str) -> StudyTree {
        import::read_game(text, Kind::Morpion).expect("a game").tree
    }

    fn new() -> StudyTree {
        StudyTree::new(AnyGame::new(Kind::Morpion, "").expect("options"))
    }

    #[test]
    fn a_saved_study_keeps_its_current_move() {
        let mut study = tree("5 1 (2 3 (4)) 9");
        for id in [0, 1, 3, 4, 5] {
            study.go(id);
            let back = parse(&write(&study), Kind::Morpion).expect("a study");
            assert_eq!(back.text(), study.text());
            assert_eq!(back.record(), study.record());
            assert_eq!(back.current().game, study.current().game);
        }
        assert!(parse("0\n1. 5 2. 5 *", Kind::Morpion).is_none());
        assert!(parse("nonsense", Kind::Morpion).is_none());
    }

    #[test]
    fn an_imported_line_of_the_saved_study_opens_that_study() {
        let mut kept = tree("5 1 (2 3) 9");
        kept.go(1);
        let (study, _) = open(Some(tree("5 1 9")), Some(kept.clone()), None, new());
        assert!(study.has_variations());
        assert_eq!(study.current_id(), 1, "one stands elsewhere");
        let (study, _) = open(Some(tree("5 2")), Some(kept.clone()), None, new());
        assert_eq!(study.record().steps().len(), 3);
        assert_eq!(study.current().mv.map(|mv| mv.to_string()).as_deref(), Some("2"));
        let (study, _) = open(None, Some(kept.clone()), None, new());
        assert!(study.has_variations());
        let (study, previous) = open(None, None, Some(kept), new());
        assert!(!study.has_moves(), "somebody had started over");
        assert!(previous.is_some());
    }

    #[test]
    fn a_study_is_kept_while_another_game_is_studied_and_reopened_by_its_line() {
        let kept = tree("5 1 (2 3) 9");
        let (study, previous) = open(Some(tree("1 2")), Some(kept.clone()), None, new());
        assert_eq!(study.text(), tree("1 2").text());
        assert_eq!(previous.as_ref().map(StudyTree::text), Some(kept.text()));
        let (study, previous) = open(Some(tree("5 2 3")), Some(study), previous, new());
        assert_eq!((study.text(), previous.map(|tree| tree.text())), (kept.text(), Some(tree("1 2").text())));
    }

    #[test]
    fn a_study_with_variations_stays_the_previous_one_before_a_game_without_any() {
        let (plain, rich) = (tree("1 2"), tree("5 1 (2 3) 9"));
        let stays = |later: &StudyTree, earlier: &StudyTree| {
            choose_previous(Some(later.clone()), Some(earlier.clone())).map(|tree| tree.text())
        };
        assert_eq!(stays(&plain, &rich), Some(rich.text()));
        assert_eq!(stays(&rich, &plain), Some(rich.text()));
        assert_eq!(stays(&plain, &tree("3 4")), Some(plain.text()));
    }
}
