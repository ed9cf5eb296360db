//! A record as JSON, for programs that do not parse records.

use super::Record;

impl Record {
    /// The record as one JSON object on one line.
    pub fn to_json(&self) -> String {
        let moves: Vec<String> = self.steps().iter().map(|step| quote(&step.mv().to_string())).collect();
        let tags: Vec<String> =
            self.tags().iter().map(|(name, value)| format!("{}:{}", quote(name), quote(value))).collect();
        let result = self.result().map_or_else(|| "null".to_owned(), |outcome| quote(&outcome.to_string()));
        let annotations = match self.annotations() {
            all if all.is_empty() => String::new(),
            all => format!(",\"annotations\":[{}]", all.join(",")),
        };
        let start = self.start();
        format!(
            "{{\"game\":{},\"options\":{},\"start\":{},\"moves\":[{}],\"result\":{result},\"end\":{},\"tags\":{{{}}}{annotations}}}\n",
            quote(start.kind().id()),
            quote(&start.options()),
            quote(&start.to_string()),
            moves.join(","),
            quote(&self.end().to_string()),
            tags.join(","),
        )
    }

    /// The moves that have a comment or marks, and the start if it has a comment. `ply` counts moves and draws, 0 is
    /// the start; `line` is 0, the main line, since a record has no variations.
    fn annotations(&self) -> Vec<String> {
        let moves = self.steps().iter().map(|step| (step.comment(), step.nags()));
        let all = std::iter::once((self.opening_comment(), &[][..])).chain(moves).enumerate();
        all.filter(|(_, (comment, nags))| !comment.is_empty() || !nags.is_empty())
            .map(|(ply, (comment, nags))| {
                let nags: Vec<String> = nags.iter().map(|nag| nag.0.to_string()).collect();
                let (comment, nags) = (quote(comment), nags.join(","));
                format!("{{\"line\":0,\"ply\":{ply},\"comment\":{comment},\"nags\":[{nags}]}}")
            })
            .collect()
    }
}

fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_moves_comments_and_marks_are_exported() {
        let text = "[Game \"morpion\"]\n[Seat1 \"A \\\"B\"]\n\n{Before.} 5! 1 {So.} 9 $14 $2 *";
        let record = Record::parse(text, None).expect("a record");
        assert_eq!(
            record.to_json(),
            concat!(
                r#"{"game":"morpion","options":"","start":".../.../... 1","moves":["5","1","9"],"result":null,"#,
                r#""end":"o../.x./..x 2","tags":{"Seat1":"A \"B"},"annotations":["#,
                r#"{"line":0,"ply":0,"comment":"Before.","nags":[]},{"line":0,"ply":1,"comment":"","nags":[1]},"#,
                r#"{"line":0,"ply":2,"comment":"So.","nags":[]},{"line":0,"ply":3,"comment":"","nags":[14,2]}]}"#,
                "\n"
            )
        );
    }
}
