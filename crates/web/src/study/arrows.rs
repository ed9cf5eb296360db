//! Arrows in the comments of a game, as in PGN: `{A comment. [%arrows p4-p8,p2]}`. So they are part of its text.

use boards::Arrow;

const BEGIN: &str = "[%arrows ";

/// A comment without its arrows, and the arrows.
pub fn split(comment: &str) -> (String, Vec<Arrow>) {
    let Some((before, rest)) = comment.split_once(BEGIN) else { return (comment.to_owned(), Vec::new()) };
    let (list, after) = rest.split_once(']').unwrap_or((rest, ""));
    let text = format!("{} {}", before.trim_end(), after.trim_start());
    (text.trim().to_owned(), list.split(',').filter_map(|text| text.parse().ok()).collect())
}

/// A comment with arrows.
pub fn join(text: &str, arrows: &[Arrow]) -> String {
    if arrows.is_empty() {
        return text.to_owned();
    }
    let list = arrows.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    format!("{text} {BEGIN}{list}]").trim_start().to_owned()
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
