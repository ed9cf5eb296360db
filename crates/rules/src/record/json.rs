//! A record as JSON, for programs that do not parse records.

use super::Record;

impl Record {
    /// The record as one JSON object on one line.
    pub fn to_json(&self) -> String {
        let moves: Vec<String> = self.steps().iter().map(|step| quote(&step.mv().to_string())).collect();
        let tags: Vec<String> =
            self.tags().iter().map(|(name, value)| format!("{}:{}", quote(name), quote(value))).collect();
        let result = self.result().map_or_else(|| "null".to_owned(), |outcome| quote(&outcome.to_string()));
        let start = self.start();
        format!(
            "{{\"game\":{},\"options\":{},\"start\":{},\"moves\":[{}],\"result\":{result},\"end\":{},\"tags\":{{{}}}}}\n",
            quote(start.kind().id()),
            quote(&start.options()),
            quote(&start.to_string()),
            moves.join(","),
            quote(&self.end().to_string()),
            tags.join(","),
        )
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
