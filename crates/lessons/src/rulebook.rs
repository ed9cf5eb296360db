//! The rulebook of a game, parsed from its page in `docs/games`: the section of a language, without the credits above
//! it and the part for programs below it. Only the Markdown that those sections use is supported.

use rules::{Kind, Lang};

use crate::typeset::french;

/// A block of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading inside the rules, such as that of the rulings.
    Heading(Vec<Span>),
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// A list of entries.
    List(Vec<Vec<Span>>),
    /// A table: its header row, then its rows, all of the same length.
    Table(Vec<Vec<Vec<Span>>>),
    /// A diagram, to be set in a monospaced font.
    Diagram(String),
}

/// A run of text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The style.
    pub style: TextStyle,
    /// The text.
    pub text: String,
}

/// The style of a run of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum TextStyle {
    Plain,
    Strong,
    Emphasis,
}

macro_rules! pages {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        /// The page of a game in `docs/games`, in both languages.
        const fn page(kind: Kind) -> &'static str {
            match kind {
                $(Kind::$kind => include_str!(concat!("../../../docs/games/", $id, ".md")),)*
            }
        }
    };
}
rules::for_each_game!([pages]);

/// The rules and rulings of a game, in a language.
pub fn rulebook(kind: Kind, lang: Lang) -> Vec<Block> {
    read(page(kind), lang)
}

/// Parses a page: the section of the language, and the diagrams before the first language section.
fn read(page: &str, lang: Lang) -> Vec<Block> {
    let heading = match lang {
        Lang::Fr => "## Français",
        Lang::En => "## English",
    };
    let mut blocks = Vec::new();
    // Which part of the page is being read: the head that all languages share, this language's section, or another's.
    let (mut is_head, mut is_ours) = (true, false);
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("## ") {
            (is_head, is_ours) = (false, line == heading);
        } else if line.starts_with("```") {
            let diagram: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            if is_head || is_ours {
                blocks.push(Block::Diagram(diagram.join("\n")));
            }
        } else if is_ours && !line.is_empty() {
            let mut rest = Vec::new();
            while let Some(more) = lines.next_if(|next| continues_block(line, next)) {
                rest.push(more);
            }
            blocks.push(block(line, &rest, lang));
        }
    }
    blocks
}

/// Whether a line continues the block that `first` begins.
fn continues_block(first: &str, line: &str) -> bool {
    let is_item = line.starts_with("- ");
    match first.get(..2) {
        _ if line.is_empty() || line.starts_with('#') || line.starts_with("```") => false,
        Some("##") => false,
        Some("- ") => is_item || line.starts_with("  "),
        _ if first.starts_with('|') => line.starts_with('|'),
        _ => !is_item && !line.starts_with('|'),
    }
}

fn block(first: &str, rest: &[&str], lang: Lang) -> Block {
    let all = || std::iter::once(first).chain(rest.iter().copied());
    if let Some(heading) = first.strip_prefix("### ") {
        Block::Heading(spans(heading, lang))
    } else if first.starts_with("- ") {
        let mut items: Vec<String> = Vec::new();
        for line in all() {
            match (line.strip_prefix("- "), items.last_mut()) {
                (None, Some(item)) => *item = format!("{item} {}", line.trim()),
                (item, _) => items.push(item.unwrap_or(line).to_owned()),
            }
        }
        Block::List(items.iter().map(|item| spans(item, lang)).collect())
    } else if first.starts_with('|') {
        let is_rule = |line: &&str| line.chars().all(|letter| "|-: ".contains(letter));
        let cells = |line: &str| {
            line.trim_matches('|').split('|').map(|cell| spans(cell.trim(), lang)).collect::<Vec<_>>()
        };
        Block::Table(all().filter(|line| !is_rule(line)).map(cells).collect())
    } else {
        Block::Paragraph(spans(&all().collect::<Vec<_>>().join(" "), lang))
    }
}

/// The marks around styled text, longer ones first.
const MARKS: [(&str, TextStyle); 2] = [("**", TextStyle::Strong), ("*", TextStyle::Emphasis)];

/// Splits a text into spans. Links keep only their text.
fn spans(text: &str, lang: Lang) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut add = |style: TextStyle, text: &str| {
        let text = if lang == Lang::Fr { french(text) } else { text.to_owned() };
        match spans.last_mut() {
            Some(last) if last.style == style => last.text += &text,
            _ if text.is_empty() => {}
            _ => spans.push(Span { style, text }),
        }
    };
    let mut rest = text;
    while !rest.is_empty() {
        if let Some((style, inside, after)) = marked(rest) {
            add(style, inside);
            rest = after;
        } else if let Some((inside, after)) = link(rest) {
            add(TextStyle::Plain, inside);
            rest = after;
        } else {
            // Other characters are plain text, up to the next character that may open a span.
            let first = rest.chars().next().map_or(1, char::len_utf8);
            let next = rest[first..].find(['*', '[']).map_or(rest.len(), |at| first + at);
            add(TextStyle::Plain, &rest[..next]);
            rest = &rest[next..];
        }
    }
    spans
}

/// The text between two marks at the start of `text`, its style, and the rest.
fn marked(text: &str) -> Option<(TextStyle, &str, &str)> {
    MARKS.iter().find_map(|&(mark, style)| {
        let (inside, after) = text.strip_prefix(mark)?.split_once(mark)?;
        (!inside.is_empty()).then_some((style, inside, after))
    })
}

/// The text of a link at the start of `text`, and the rest.
fn link(text: &str) -> Option<(&str, &str)> {
    let (inside, after) = text.strip_prefix('[')?.split_once("](")?;
    Some((inside, after.split_once(')')?.1))
}
