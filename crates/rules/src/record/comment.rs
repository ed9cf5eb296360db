//! Commands in comments, as in PGN: `{Well played. [%eval 0.531 0.469]}` has the command `eval` with the content
//! `0.531 0.469`.

/// What every command begins with, before its name.
const BEGIN: &str = "[%";

/// A comment without the first command of this name, and the content of the command.
pub fn take_command(comment: &str, name: &str) -> (String, Option<String>) {
    let Some((before, rest)) = comment.split_once(&format!("{BEGIN}{name} ")) else {
        return (comment.to_owned(), None);
    };
    let (content, after) = rest.split_once(']').unwrap_or((rest, ""));
    let text = format!("{} {}", before.trim_end(), after.trim_start());
    (text.trim().to_owned(), Some(content.to_owned()))
}

/// A comment with a command at its end. The content must not have a `]`, which ends it.
pub fn add_command(comment: &str, name: &str, content: &str) -> String {
    format!("{comment} {BEGIN}{name} {content}]").trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_comes_back_from_a_comment_and_leaves_its_text() {
        for text in ["", "Look here.", "[%other 1]"] {
            let written = add_command(text, "eval", "0.5 0.5");
            assert_eq!(take_command(&written, "eval"), (text.to_owned(), Some("0.5 0.5".to_owned())));
            assert_eq!(take_command(&written, "arrows"), (written, None));
        }
    }

    #[test]
    fn text_around_a_command_stays_and_a_command_without_an_end_goes_to_the_end() {
        assert_eq!(take_command("a [%eval 1] b", "eval"), ("a b".to_owned(), Some("1".to_owned())));
        assert_eq!(take_command("a [%eval 1", "eval"), ("a".to_owned(), Some("1".to_owned())));
        assert_eq!(take_command("a [%eval", "eval"), ("a [%eval".to_owned(), None));
    }
}
