//! `trois replay`: checks the games of a file and shows them. A file of any number of games is read in constant memory.

use std::io::Write;

use rules::record::{GameParser, GameTree, Node, ParsedGame, RecordError, TextChunks, TreeEvent};
use rules::{Lang, Say, Turn};
use serde_json::{Map, Value, json};

use crate::args::ReplayArgs;
use crate::commands::show::diagram;
use crate::errors::Failure;
use crate::input;
use crate::language::say;
use crate::output::{FAINT, HEADING, result_json, turn_json, turn_sentence, wrap, write_json};

/// How many errors of one game are listed.
const MAX_LISTED_ERRORS: usize = 100;

pub(crate) fn run(args: &ReplayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let (source, name) = input::open(&args.file)?;
    let mut chunks = TextChunks::new(source);
    let mut parser = GameParser::new(args.game);
    let mut replay = Replay { args, lang: args.language.get(), out, first: None, count: 0, wrong: 0 };
    while let Some(text) = chunks.next().map_err(|error| input::unreadable(&name, &error))? {
        for game in parser.feed(text) {
            replay.add_game(game)?;
        }
    }
    if let Some(game) = parser.finish() {
        replay.add_game(game)?;
    }
    replay.finish()
}

/// The replay of a file.
struct Replay<'a> {
    args: &'a ReplayArgs,
    lang: Lang,
    out: &'a mut dyn Write,
    /// The first game, held back until it is known whether it is the only one.
    first: Option<ParsedGame>,
    count: usize,
    /// How many games have errors.
    wrong: usize,
}

impl Replay<'_> {
    /// Takes the next game.
    fn add_game(&mut self, game: ParsedGame) -> Result<(), Failure> {
        self.count += 1;
        match (self.count, self.first.take()) {
            (1, _) => self.first = Some(game),
            (_, Some(first)) => {
                self.show_one_of_many(1, first)?;
                self.show_one_of_many(2, game)?;
            }
            (count, None) => self.show_one_of_many(count, game)?,
        }
        Ok(())
    }

    /// Ends the file. A file without a game is an empty game, or an error if its kind is not known.
    fn finish(mut self) -> Result<(), Failure> {
        if self.count > 1 {
            let (count, wrong) = (self.count, self.wrong);
            if wrong > 0 {
                let what = say!(self.lang, fr: "{wrong} parties sur {count} ont des erreurs.", en: "{wrong} of {count} games have errors.");
                return Err(Failure::input(what));
            }
            if !self.args.json.json {
                writeln!(self.out, "{}", say!(self.lang, fr: "{count} parties.", en: "{count} games."))?;
            }
            return Ok(());
        }
        let game = self.first.take().unwrap_or_else(|| GameTree::parse("", self.args.game));
        match (game.tree, error_lines(game.errors, self.lang)) {
            (Some(tree), errors) if errors.is_empty() => self.show(&tree),
            (_, errors) => Err(Failure::input(errors.join("\n"))),
        }
    }

    /// Shows one game of many, or reports its errors at once.
    fn show_one_of_many(&mut self, number: usize, game: ParsedGame) -> Result<(), Failure> {
        let line = game.begins.line;
        match (game.tree, error_lines(game.errors, self.lang)) {
            (Some(tree), errors) if errors.is_empty() => {
                if !self.args.json.json {
                    let heading = say!(self.lang, fr: "Partie {number}, ligne {line}", en: "Game {number}, line {line}");
                    writeln!(self.out, "{HEADING}{heading}{HEADING:#}")?;
                }
                self.show(&tree)?;
                if !self.args.json.json {
                    writeln!(self.out)?;
                }
            }
            (_, errors) => {
                self.wrong += 1;
                for error in errors {
                    // `finish` sets the exit status.
                    let _ = Failure::input(error).report();
                }
            }
        }
        Ok(())
    }

    /// Shows a game that has no errors.
    fn show(&mut self, tree: &GameTree) -> Result<(), Failure> {
        if self.args.json.json {
            return write_json(self.out, &game_json(tree, self.args.step));
        }
        let (lang, start) = (self.lang, tree.start());
        writeln!(self.out, "{HEADING}{}{HEADING:#}", start.kind().name().say(lang))?;
        if !start.options().is_empty() {
            let options = start.options();
            writeln!(self.out, "{}", say!(lang, fr: "Options\u{a0}: {options}", en: "Options: {options}"))?;
        }
        for (name, value) in tree.tags() {
            writeln!(self.out, "{name}: {value}")?;
        }
        writeln!(self.out)?;
        let end = tree.position(tree.end());
        if self.args.step {
            self.write_steps(tree)?;
        } else {
            let words = words(tree);
            if !words.is_empty() {
                writeln!(self.out, "{}\n", wrap(words.iter().map(String::as_str), 0))?;
            }
            writeln!(self.out, "{}\n", diagram(&end))?;
        }
        match (end.turn(), tree.result()) {
            (Turn::Over(_), _) | (_, None) => writeln!(self.out, "{}", turn_sentence(end.turn(), lang))?,
            (_, Some(declared)) => {
                let declared = declared.say(lang);
                let by = say!(lang, fr: "Résultat déclaré\u{a0}:", en: "Declared result:");
                writeln!(self.out, "{by} {declared}")?;
            }
        }
        Ok(())
    }

    /// Writes every move of every line with the position after it.
    fn write_steps(&mut self, tree: &GameTree) -> Result<(), Failure> {
        let mut game = tree.start().clone();
        let mut before = game.clone();
        // The positions to return to after each variation.
        let mut outer = Vec::new();
        writeln!(self.out, "{}\n", diagram(&game))?;
        self.write_comment(tree.node(GameTree::ROOT))?;
        for event in tree.events() {
            match event {
                TreeEvent::BeginVariation => {
                    outer.push(std::mem::replace(&mut game, before.clone()));
                    let heading = say!(self.lang, fr: "Variante", en: "Variation");
                    writeln!(self.out, "{FAINT}( {heading}{FAINT:#}\n")?;
                }
                TreeEvent::EndVariation => {
                    game = outer.pop().unwrap_or(game);
                    writeln!(self.out, "{FAINT}){FAINT:#}\n")?;
                }
                TreeEvent::Move(id) => {
                    let node = tree.node(id);
                    before = game.clone();
                    // Every move in the tree is legal in its position.
                    let _ = node.mv().map(|mv| game.play(mv));
                    writeln!(self.out, "{HEADING}{}{HEADING:#}", numbered(node))?;
                    writeln!(self.out, "{}\n", diagram(&game))?;
                    self.write_comment(node)?;
                }
            }
        }
        Ok(())
    }

    fn write_comment(&mut self, node: &Node) -> Result<(), Failure> {
        if !node.comment().is_empty() {
            writeln!(self.out, "{FAINT}{}{FAINT:#}\n", wrap(node.comment().split(' '), 2))?;
        }
        Ok(())
    }
}

/// The errors of a game, in the order of the text.
fn error_lines(mut errors: Vec<RecordError>, lang: Lang) -> Vec<String> {
    errors.sort_by_key(|error| (error.line, error.column));
    let more = errors.len().saturating_sub(MAX_LISTED_ERRORS);
    let mut lines: Vec<String> = errors.iter().take(MAX_LISTED_ERRORS).map(|error| error.say(lang)).collect();
    if more > 0 {
        lines.push(say!(lang, fr: "Et {more} autres erreurs.", en: "And {more} more errors."));
    }
    lines
}

/// A move with its number, if a player made it, and its marks.
fn numbered(node: &Node) -> String {
    let mut text = if node.is_chance() { String::new() } else { format!("{}. ", node.number()) };
    text += &node.mv().map_or_else(String::new, |mv| mv.to_string());
    for nag in node.nags() {
        text += &nag.suffix().map_or_else(|| format!(" {nag}"), str::to_owned);
    }
    text
}

/// The moves with their numbers, variations in parentheses.
fn words(tree: &GameTree) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut opened = "";
    for event in tree.events() {
        match event {
            TreeEvent::BeginVariation => opened = "(",
            TreeEvent::EndVariation => {
                if let Some(word) = words.last_mut() {
                    word.push(')');
                }
            }
            TreeEvent::Move(id) => {
                words.push(format!("{}{}", std::mem::take(&mut opened), numbered(tree.node(id))));
            }
        }
    }
    words
}

fn game_json(tree: &GameTree, with_positions: bool) -> Value {
    let tags: Map<String, Value> =
        tree.tags().iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let line = tree.main_line();
    let record = tree.record_of(&line);
    let moves: Vec<String> = record.steps().iter().map(|step| step.mv().to_string()).collect();
    let end = record.end();
    let mut object = json!({
        "game": end.kind().id(),
        "options": end.options(),
        "tags": tags,
        "moves": moves,
        "position": end.to_string(),
        "turn": turn_json(end.turn()),
        "result": result_json(tree.result()),
    });
    if with_positions {
        object["positions"] = record.positions().map(|position| json!(position.to_string())).collect();
    }
    let (variations, annotations) = lines_json(tree);
    if annotations.as_array().is_some_and(|all| !all.is_empty()) {
        object["annotations"] = annotations;
    }
    if tree.has_variations() {
        object["variations"] = variations;
    }
    object
}

/// The variations in the order of the text, and the annotated moves. In a variation, `line` is the line that it leaves
/// (0 is the main line, 1 the first variation), and `ply` is how many moves and draws come before its first move. In an
/// annotation, `line` is the line of the move, and `ply` counts moves and draws: 0 is the start.
fn lines_json(tree: &GameTree) -> (Value, Value) {
    let mut variations: Vec<Value> = Vec::new();
    let mut annotations: Vec<Value> = Vec::new();
    let mut annotate = |line: usize, ply: usize, node: &Node| {
        if !node.comment().is_empty() || !node.nags().is_empty() {
            let nags: Vec<u8> = node.nags().iter().map(|nag| nag.0).collect();
            annotations.push(json!({ "line": line, "ply": ply, "comment": node.comment(), "nags": nags }));
        }
    };
    annotate(0, 0, tree.node(GameTree::ROOT));
    // The moves of each variation, and the lines that are open: their number, and the number of moves and draws before
    // their next one.
    let mut moves: Vec<Vec<String>> = Vec::new();
    let mut open = vec![(0, 0)];
    for event in tree.events() {
        let Some((line, ply)) = open.last_mut() else { break };
        match event {
            TreeEvent::Move(id) => {
                *ply += 1;
                annotate(*line, *ply, tree.node(id));
                if let (Some(mv), true) = (tree.node(id).mv(), *line > 0) {
                    moves[*line - 1].push(mv.to_string());
                }
            }
            TreeEvent::BeginVariation => {
                let (line, ply) = (*line, *ply - 1);
                variations.push(json!({ "line": line, "ply": ply }));
                moves.push(Vec::new());
                open.push((variations.len(), ply));
            }
            TreeEvent::EndVariation => {
                open.pop();
            }
        }
    }
    for (variation, moves) in variations.iter_mut().zip(moves) {
        variation["moves"] = json!(moves);
    }
    (variations.into(), annotations.into())
}
