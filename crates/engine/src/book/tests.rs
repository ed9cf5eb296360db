//! Books are parsed, written and looked up; a damaged text is refused with a reason.

use rules::{Game, SuperMorpion};

use super::*;

const TEXT: &str =
    "trois-book 1 super\n0 - 5.5 512 27\n1 5.5 5.1 480 26\n2 5.1 1.5 510 26\n1 1.2 2.9 470 25\nend 4\n";

fn read(text: &str) -> Result<Book<SuperMorpion>, BookError> {
    Book::read(text)
}

fn error(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn a_book_is_written_as_it_was_read() {
    let book = read(TEXT).unwrap();
    assert_eq!(book.to_string(), TEXT);
    let with_comments = TEXT.replace("\n1 5.5", "\r\n# a comment\n\n1 5.5");
    assert_eq!(read(&with_comments).unwrap().to_string(), TEXT);
}

#[test]
fn a_position_is_found_in_each_of_its_symmetric_forms() {
    let book = read(TEXT).unwrap();
    let mut found = 0;
    for mv in SuperMorpion::new(Default::default()).moves() {
        let mut game = SuperMorpion::new(Default::default());
        game.play(mv).unwrap();
        let Some((_, best)) = book.look_up(&game) else { continue };
        assert_eq!(game.check(best), Ok(()));
        found += 1;
    }
    // The centre of the centre board is symmetric only to itself; 1.2 has seven symmetric moves.
    assert_eq!(found, 9);
    let game: SuperMorpion = position_after(&["9.8".parse().unwrap()]).unwrap();
    assert_eq!(book.look_up(&game).unwrap().1.to_string(), "8.1");
    assert_eq!(book.look_up(&position_after(&["1.1".parse().unwrap()]).unwrap()), None);
}

#[test]
fn a_line_follows_the_book_to_its_end() {
    let line = read(TEXT).unwrap().line(&SuperMorpion::new(Default::default())).unwrap();
    let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["5.5", "5.1", "1.5"]);
    assert_eq!((line.share, line.depth), (0.512, 27));
}

#[test]
fn a_game_with_other_options_is_not_in_the_book() {
    let options = "tiebreak=draw".parse().unwrap();
    assert_eq!(read(TEXT).unwrap().look_up(&SuperMorpion::new(options)), None);
}

#[test]
fn an_illegal_move_cannot_be_loaded() {
    let best = error(&TEXT.replace("5.1 480", "4.1 480"));
    assert!(best.starts_with("line 3 of the opening book: 4.1 is illegal: "), "{best}");
    let last = error(&TEXT.replace("2 5.1", "2 6.1"));
    assert!(last.starts_with("line 4 of the opening book: 6.1 is illegal: "), "{last}");
}

#[test]
fn a_book_that_is_truncated_damaged_or_of_another_kind_is_refused() {
    for end in 0..TEXT.len() - 2 {
        assert!(read(&TEXT[..end]).is_err(), "{end} bytes");
    }
    assert_eq!(read(""), Err(BookError::Heading));
    assert_eq!(read("TROISNET"), Err(BookError::Heading));
    assert_eq!(read(&TEXT.replace("book 1", "book 2")), Err(BookError::Version("2".to_owned())));
    assert_eq!(read(&TEXT.replace("super", "doh")), Err(BookError::Game("doh".to_owned(), "super")));
    assert_eq!(read(&TEXT.replace("end 4", "")), Err(BookError::Truncated));
    assert_eq!(read(&TEXT.replace("end 4", "end 5")), Err(BookError::Count(5, 4)));
    for (wrong, said) in [
        ("1 5.5 5.1 480", "is not a count, two moves, a value and a depth"),
        ("2 5.5 5.1 480 26", "is not above"),
        ("1 5.5 5.1 1001 26", "a number from 0 to 1000 is needed"),
        ("1 5.5 5.1 480 0", "a number from 1 to 1000 is needed"),
        ("-1 5.5 5.1 480 26", "a number from 0 to 64 is needed"),
        ("1 5.5 51 480 26", "“51” is not a move of this game"),
        ("0 5.5 5.1 480 26", "no move leads to the start"),
        ("0 - 5.1 480 26", "the book has this position already"),
    ] {
        let said_here = error(&TEXT.replace("1 5.5 5.1 480 26", wrong));
        assert!(said_here.starts_with("line 3 of the opening book: "), "{wrong}: {said_here}");
        assert!(said_here.contains(said), "{wrong}: {said_here}");
    }
}
