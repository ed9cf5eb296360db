//! Reading what people bring: a record, or a position.

use rules::{AnyGame, Kind, Record, Say, Words};

use crate::hand::in_both;

/// Reads a record, or else a position of the game being studied or of any other. If nothing fits, says what was
/// wrong with it as what it most likely was.
pub fn read(text: &str, kind: Kind) -> Result<Record, Words> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Words::new("Collez ici une partie ou une position.", "Paste a game or a position here."));
    }
    let wrong = match Record::parse(text, Some(kind)) {
        Ok(record) => return Ok(record),
        Err(wrong) => wrong,
    };
    let kinds = std::iter::once(kind).chain(Kind::ALL.iter().copied().filter(|&other| other != kind));
    if let Some(game) = kinds.filter_map(|kind| AnyGame::parse(kind, text).ok()).next() {
        return Ok(Record::new(game));
    }
    // A text of one line with slashes and no tags was meant as a position.
    let is_position = !text.contains('[') && !text.contains('\n') && text.contains('/');
    match AnyGame::parse(kind, text) {
        Err(problem) if is_position => Err(in_both(|lang| problem.say(lang))),
        _ => Err(in_both(|lang| wrong.say(lang))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_a_list_of_moves_and_a_position_are_read() {
        let record = read("[Game \"super\"]\n\n1. 1.5 2. 5.7 *", Kind::Morpion).expect("a record");
        assert_eq!((record.start().kind(), record.steps().len()), (Kind::Super, 2));
        assert_eq!(read("5 1 9", Kind::Morpion).expect("moves").steps().len(), 3);
        let position = read("xo./.../... 1", Kind::Morpion).expect("a position");
        assert_eq!(position.start().to_string(), "xo./.../... 1");
    }

    #[test]
    fn a_position_of_another_game_is_taken_as_that_game() {
        let start = AnyGame::new(Kind::Doh, "players=3").expect("options").to_string();
        assert_eq!(read(&start, Kind::Super).expect("a position").start().kind(), Kind::Doh);
    }

    #[test]
    fn an_illegal_move_is_named_with_its_place_and_the_reason_in_both_languages() {
        let said = read("1.5 6.1", Kind::Super).expect_err("an illegal move");
        for said in rules::Lang::ALL.map(|lang| said.get(lang).to_owned()) {
            assert!(said.contains('5'), "{said}");
        }
        assert!(read("", Kind::Super).is_err());
        assert!(read("nonsense", Kind::Super).is_err());
        assert!(read("xx/xx 9", Kind::Morpion).is_err());
    }
}
