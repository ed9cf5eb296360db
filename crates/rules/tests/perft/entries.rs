//! Reads perft files: blocks of `options`, `moves`, `deck` and `depth count` lines; `#` begins a comment.

use std::path::Path;

use rules::Kind;

/// One position of a perft file, with its counts.
#[derive(Default)]
pub(crate) struct Entry {
    pub(crate) line: usize,
    pub(crate) options: String,
    pub(crate) moves: String,
    pub(crate) deck: String,
    pub(crate) counts: Vec<(u32, u64)>,
}

/// The entries of a game's perft file.
pub(crate) fn entries(kind: Kind) -> Vec<Entry> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/perft/{kind}.perft"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut entries: Vec<Entry> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        if word == "options" {
            entries.push(Entry { line: i + 1, options: rest.to_owned(), ..Entry::default() });
            continue;
        }
        let Some(entry) = entries.last_mut() else { continue };
        match word {
            "moves" => rest.clone_into(&mut entry.moves),
            "deck" => rest.clone_into(&mut entry.deck),
            "" | "#" => {}
            depth => entry.counts.push((depth.parse().unwrap(), rest.parse().unwrap())),
        }
    }
    entries
}
