//! Reading what people bring: a record, or a position.

use rules::{AnyGame, Kind, Lang, Record, Say};

/// Reads a record, or else a position of the game being studied or of any other. If nothing fits, says what was
/// wrong with it as what it most likely was.
pub fn read(text: &str, kind: Kind, lang: Lang) -> Result<Record, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(match lang {
            Lang::Fr => "Collez ici une partie ou une position.".to_owned(),
            Lang::En => "Paste a game or a position here.".to_owned(),
        });
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
        Err(problem) if is_position => Err(problem.say(lang)),
        _ => Err(wrong.say(lang)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_a_list_of_moves_and_a_position_are_read() {
        let record = read("[Game \"super\"]\n\n1. 1.5 2. 5.7 *", Kind::Morpion, Lang::En).expect("a record");
        assert_eq!((record.start().kind(), record.steps().len()), (Kind::Super, 2));
        assert_eq!(read("5 1 9", Kind::Morpion, Lang::En).expect("moves").steps().len(), 3);
        let position = read("xo./.../... 1", Kind::Morpion, Lang::En).expect("a position");
        assert_eq!(position.start().to_string(), "xo./.../... 1");
    }

    #[test]
    fn a_position_of_another_game_is_taken_as_that_game() {
        let start = AnyGame::new(Kind::Doh, "players=3").expect("options").to_string();
        assert_eq!(read(&start, Kind::Super, Lang::En).expect("a position").start().kind(), Kind::Doh);
    }

    #[test]
    fn an_illegal_move_is_named_with_its_place_and_the_reason_in_both_languages() {
        for lang in Lang::ALL {
            let said = read("1.5 6.1", Kind::Super, lang).expect_err("an illegal move");
            assert!(said.contains('5'), "{said}");
        }
        assert!(read("", Kind::Super, Lang::Fr).is_err());
        assert!(read("nonsense", Kind::Super, Lang::Fr).is_err());
        assert!(read("xx/xx 9", Kind::Morpion, Lang::En).is_err());
    }
}
