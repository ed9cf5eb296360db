//! Arrows in the comments of a game, as in PGN: `{A comment. [%arrows p4-p8,p2]}`. So they are part of its text.

use boards::Arrow;
use rules::record::comment::{add_command, take_command};

/// The name of the command.
const ARROWS: &str = "arrows";

/// A comment without its arrows, and the arrows.
pub fn split(comment: &str) -> (String, Vec<Arrow>) {
    let (text, list) = take_command(comment, ARROWS);
    (text, list.iter().flat_map(|list| list.split(',')).filter_map(|text| text.parse().ok()).collect())
}

/// A comment with arrows.
pub fn join(text: &str, arrows: &[Arrow]) -> String {
    if arrows.is_empty() {
        return text.to_owned();
    }
    let list = arrows.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    add_command(text, ARROWS, &list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_come_back_from_a_comment_and_leave_its_text() {
        let arrows: Vec<Arrow> = ["p4-p8", "h2"].iter().map(|text| text.parse().expect("an arrow")).collect();
        for text in ["", "Look here."] {
            assert_eq!(split(&join(text, &arrows)), (text.to_owned(), arrows.clone()));
            assert_eq!(join(text, &[]), text);
        }
        assert_eq!(split("a [%arrows p4-p8,nonsense] b"), ("a b".to_owned(), arrows[..1].to_vec()));
        assert_eq!(split("[%arrows p4-p8"), (String::new(), arrows[..1].to_vec()));
    }
}
