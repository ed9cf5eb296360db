//! Checks that every game has all its files, and that no other code names a game: see `docs/adding-a-game.md`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use rules::{Kind, Lang};

/// The only file that lists the games.
const REGISTRY: &str = "crates/rules/src/registry.rs";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Whether a folder has a file whose name begins with `beginning`.
fn has_file(folder: &str, beginning: &str) -> bool {
    let names = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().file_name());
    names.into_iter().any(|name| name.to_str().is_some_and(|name| name.starts_with(beginning)))
}

#[test]
fn every_game_has_its_tests_of_the_rules() {
    let rulebook = read("crates/rules/tests/rulebook/main.rs");
    for &kind in Kind::ALL {
        let module = kind.module();
        assert!(rulebook.contains(&format!("mod {module};")), "{kind}: tests/rulebook/{module}.rs");
        for file in
            [format!("naive/{module}.rs"), format!("perft/{kind}.perft"), format!("playthroughs/{kind}.txt")]
        {
            assert!(!read(&format!("crates/rules/tests/{file}")).is_empty(), "{kind}: {file}");
        }
    }
}

#[test]
fn every_game_is_drawn_in_golden_pictures() {
    for &kind in Kind::ALL {
        assert!(has_file("crates/boards/tests/pictures", &format!("{kind}-")), "{kind}");
    }
}

/// `lessons/tests/puzzles.rs` proves the puzzles of games without hidden cards; other games need their own proof.
#[test]
fn every_game_that_cannot_be_searched_whole_proves_its_puzzles() {
    for &kind in Kind::ALL.iter().filter(|kind| kind.hides() || kind.has_chance()) {
        assert!(has_file("crates/lessons/tests", &format!("{}.rs", kind.module())), "{kind}");
    }
}

#[test]
fn every_game_is_documented() {
    let (notation, readme) = (read("docs/notation.md"), read("README.md"));
    let tables = ["explorer", "puzzles", "strength"].map(|page| (page, read(&format!("docs/{page}.md"))));
    for &kind in Kind::ALL {
        let page = read(&format!("docs/games/{kind}.md"));
        let (french, english) = page.split_once("## English").unwrap_or_else(|| panic!("{kind} in English"));
        assert!(french.contains("## Français"), "{kind}");
        for (text, lang) in [(french, Lang::Fr), (english, Lang::En)] {
            let first_player = kind.info().first_player.get(lang).replace(['\u{a0}', '\u{202f}'], " ");
            assert!(text.contains(&first_player), "{kind}: docs/games/{kind}.md says: {first_player}");
        }
        assert!(
            notation.contains(&format!("\n## {kind}\n")),
            "{kind}: docs/notation.md has its moves and positions"
        );
        for (page, text) in &tables {
            assert!(
                tables_that_name(text, kind) >= 2,
                "{kind}: two tables of docs/{page}.md have a row for it"
            );
        }
        let row = readme
            .lines()
            .find(|line| line.starts_with('|') && line.contains(&format!("(docs/games/{kind}.md)")));
        let row = row.unwrap_or_else(|| panic!("{kind}: README.md has a row for it"));
        let info = kind.info();
        assert!(row.contains(&format!("| {} |", info.players)), "{kind}: {row}");
        assert!(row.contains(&format!("| {} |", info.duration(Lang::En))), "{kind}: {row}");
        assert!(info.ages.is_none_or(|ages| row.contains(&format!("ages {ages}"))), "{kind}: {row}");
        assert!(row.to_lowercase().contains(&info.byline.get(Lang::En).to_lowercase()), "{kind}: {row}");
    }
}

/// How many tables of a page name a game by its id, as code.
fn tables_that_name(page: &str, kind: Kind) -> usize {
    let mut lines = page.lines().map(|line| line.strip_prefix('|')).peekable();
    let mut tables = 0;
    while lines.peek().is_some() {
        let table: Vec<&str> = lines.by_ref().map_while(|line| line).collect();
        tables += usize::from(table.iter().any(|row| row.contains(&format!("`{kind}`"))));
    }
    tables
}

#[test]
fn every_game_has_measured_levels() {
    for &kind in Kind::ALL {
        assert!(has_file("docs/strength", &format!("levels-{kind}.json")), "{kind}");
    }
}

#[test]
fn a_game_is_found_under_each_of_its_names() {
    let doh = Kind::ALL.iter().copied().find(|kind| kind.module() == "doh").unwrap();
    for line in ["Kind::Doh => 1,", "use AnyGame::{Cards, Doh};", "doh::KIND", "Doh::KIND", "f(\"doh\")"] {
        assert!(names(line, doh), "{line}");
    }
    for line in ["Kind::Dohs", "mod doh;", "use rules::Doh;", "doh::ATLAS", "// the dohs"] {
        assert!(!names(line, doh), "{line}");
    }
    let super_morpion = Kind::default();
    let morpion = Kind::ALL.iter().copied().find(|kind| kind.module() == "morpion").unwrap();
    for line in ["SuperMorpion::KIND", "super_morpion::KIND"] {
        assert!(names(line, super_morpion) && !names(line, morpion), "{line}");
    }
}

#[test]
fn every_fuzz_corpus_has_every_game() {
    for &kind in Kind::ALL {
        for target in ["play", "record", "table", "texts"] {
            assert!(has_file(&format!("fuzz/corpus/{target}"), kind.id()), "{kind}: fuzz/corpus/{target}");
        }
    }
}

/// Code outside a game's files gets what it needs from the registry, so that a new game needs no change there.
#[test]
fn no_code_names_a_game_but_its_own_files_and_the_registry() {
    let mut named = Vec::new();
    for (shown, text) in sources(is_not_a_test) {
        // Tests may name a game, and so may the docstrings of Python.
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for (number, line) in code_lines(&shown, code) {
            for &kind in
                Kind::ALL.iter().filter(|kind| !belongs_to_game(&shown, **kind) && names(line, **kind))
            {
                named.push(format!("{shown}:{number} names {kind}: {}", line.trim()));
            }
        }
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
}

/// How many lines may lie between two games in a list of games.
const LIST_GAP: usize = 3;

/// Tests may name a game, but a list of all of them would not have the next one: tests go over the registry, too.
#[test]
fn no_list_of_all_games_is_written_by_hand() {
    let mut lists = Vec::new();
    for (shown, text) in sources(|_| true) {
        if shown == REGISTRY {
            continue;
        }
        let (mut named, mut last) = (Vec::new(), 0);
        for (number, line) in code_lines(&shown, &text) {
            if !line.contains([':', '"']) {
                continue;
            }
            let here: Vec<Kind> = Kind::ALL.iter().copied().filter(|&kind| names(line, kind)).collect();
            if here.is_empty() {
                continue;
            }
            if number - last > LIST_GAP + 1 {
                named.clear();
            }
            last = number;
            named.extend(here);
            if Kind::ALL.iter().all(|kind| named.contains(kind)) {
                lists.push(format!("{shown}:{number} ends a list of all games"));
                named.clear();
            }
        }
    }
    assert!(lists.is_empty(), "{}", lists.join("\n"));
}

/// The path and the text of all source files whose names and whose folders' names pass.
fn sources(passes: fn(&str) -> bool) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for folder in ["benches", "crates", "python", "tests", "fuzz/fuzz_targets", "xtask"] {
        collect(&root().join(folder), passes, &mut files);
    }
    assert!(files.len() > 200, "only {} files were found", files.len());
    let shown = |path: &Path| path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
    files.iter().map(|path| (shown(path), fs::read_to_string(path).unwrap())).collect()
}

/// The numbered lines of a source file without comments and without the docstrings of Python.
fn code_lines<'a>(path: &str, text: &'a str) -> Vec<(usize, &'a str)> {
    let is_python = path.ends_with(".py");
    let (mut lines, mut is_docstring) = (Vec::new(), false);
    for (number, line) in (1..).zip(text.lines()) {
        let has_mark = is_python && line.contains("\"\"\"");
        let is_comment = line.trim_start().starts_with(if is_python { "#" } else { "//" });
        if !is_docstring && !has_mark && !is_comment {
            lines.push((number, line));
        }
        if is_python && line.matches("\"\"\"").count() % 2 == 1 {
            is_docstring = !is_docstring;
        }
    }
    lines
}

fn is_not_a_test(name: &str) -> bool {
    !matches!(name, "tests" | "tests.rs" | "browser" | "examples")
}

/// All source files below a folder whose names pass, without build outputs.
fn collect(folder: &Path, passes: fn(&str) -> bool, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_source = passes(name) && name != "target";
        if path.is_dir() && is_source {
            collect(&path, passes, files);
        } else if (name.ends_with(".rs") || name.ends_with(".py")) && is_source {
            files.push(path);
        }
    }
}

/// Whether a file belongs to the game, or is the registry.
fn belongs_to_game(path: &str, kind: Kind) -> bool {
    let is_own = path
        .split(['/', '.'])
        .any(|part| part == kind.module() || part.starts_with(&format!("{}_", kind.module())));
    is_own || path == REGISTRY
}

/// The name of the type of a game: its module in camel case.
fn type_name(kind: Kind) -> String {
    let capitalised = |word: &str| word[..1].to_uppercase() + &word[1..];
    kind.module().split('_').map(capitalised).collect()
}

/// Whether a line names the game as a value: `Kind::Doh`, `AnyGame::Doh`, `Doh::KIND`, `"doh"`, or by a constant of one
/// of its modules: `doh::KIND`.
fn names(line: &str, kind: Kind) -> bool {
    let variant = format!("{kind:?}");
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let has_path = |path: &String| {
        line.match_indices(path.as_str()).any(|(at, _)| {
            !line[..at].ends_with(is_letter) && !line[at + path.len()..].starts_with(is_letter)
        })
    };
    let enums = ["Kind", "AnyGame", "AnyMove", "AnyIllegal", "AnyView"];
    let paths = enums.map(|name| format!("{name}::{variant}"));
    // `use AnyIllegal::{Cards, Doh};` names games too.
    let is_listed = |name: &str| {
        let list = line.split_once(&format!("{name}::{{")).map_or("", |(_, list)| list);
        list.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == variant)
    };
    let aliases = [kind.module(), &type_name(kind)].map(|owner| format!("{owner}::KIND"));
    paths.iter().chain(&aliases).any(has_path)
        || enums.into_iter().any(is_listed)
        || line.contains(&format!("\"{kind}\""))
}
