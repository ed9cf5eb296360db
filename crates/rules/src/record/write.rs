//! Writes records and game trees as text: tags, then moves on lines of at most 80 columns where words allow.

use std::fmt;

use super::nag::Nag;
use super::tree::{GameTree, TreeEvent};
use super::{Record, result_text};
use crate::any::AnyGame;

/// The column at which move text is wrapped.
const WIDTH: usize = 80;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = result_text(self.result());
        write_tags(f, self.start(), self.tags(), &result)?;
        let mut words = WordWriter::new(f);
        words.comment(self.opening_comment())?;
        let mut number = 0;
        for step in self.steps() {
            number += usize::from(!step.is_chance());
            words.mv((!step.is_chance()).then_some(number), &step.mv().to_string(), step.nags())?;
            words.comment(step.comment())?;
        }
        words.word(&result)?;
        words.finish()
    }
}

impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = result_text(self.result());
        write_tags(f, self.start(), self.tags(), &result)?;
        let mut words = WordWriter::new(f);
        words.comment(self.node(GameTree::ROOT).comment())?;
        for event in self.events() {
            match event {
                TreeEvent::BeginVariation => words.open(),
                TreeEvent::EndVariation => words.close(),
                TreeEvent::Move(id) => {
                    let node = self.node(id);
                    let mv = node.mv().map_or_else(String::new, |mv| mv.to_string());
                    words.mv((!node.is_chance()).then_some(node.number()), &mv, node.nags())?;
                    words.comment(node.comment())?;
                }
            }
        }
        words.word(&result)?;
        words.finish()
    }
}

fn write_tags(
    f: &mut fmt::Formatter<'_>,
    start: &AnyGame,
    tags: &[(String, String)],
    result: &str,
) -> fmt::Result {
    write_tag(f, "Game", start.kind().id())?;
    let options = start.options();
    if !options.is_empty() {
        write_tag(f, "Options", &options)?;
    }
    if AnyGame::new(start.kind(), &options).as_ref() != Ok(start) {
        write_tag(f, "Position", &start.to_string())?;
    }
    for (name, value) in tags {
        write_tag(f, name, value)?;
    }
    write_tag(f, "Result", result)?;
    writeln!(f)
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    writeln!(f, "[{name} \"{escaped}\"]")
}

/// Writes words separated by spaces. The last word is held back, so that a parenthesis can be added to it.
struct WordWriter<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    column: usize,
    held: String,
    /// Parentheses to be put before the next word.
    opened: String,
}

impl<'a, 'f> WordWriter<'a, 'f> {
    fn new(f: &'a mut fmt::Formatter<'f>) -> WordWriter<'a, 'f> {
        WordWriter { f, column: 0, held: String::new(), opened: String::new() }
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        self.write_held()?;
        self.held = std::mem::take(&mut self.opened) + word;
        Ok(())
    }

    fn mv(&mut self, number: Option<usize>, mv: &str, nags: &[Nag]) -> fmt::Result {
        if let Some(number) = number {
            self.word(&format!("{number}."))?;
        }
        self.word(mv)?;
        nags.iter().try_for_each(|nag| self.word(&nag.to_string()))
    }

    fn comment(&mut self, comment: &str) -> fmt::Result {
        if comment.is_empty() {
            return Ok(());
        }
        format!("{{{comment}}}").split(' ').try_for_each(|word| self.word(word))
    }

    fn open(&mut self) {
        self.opened.push('(');
    }

    fn close(&mut self) {
        self.held.push(')');
    }

    fn write_held(&mut self) -> fmt::Result {
        let word = std::mem::take(&mut self.held);
        if word.is_empty() {
            return Ok(());
        }
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            writeln!(self.f)?;
            self.column = 0;
        } else if self.column > 0 {
            self.f.write_str(" ")?;
            self.column += 1;
        }
        self.column += length;
        self.f.write_str(&word)
    }

    fn finish(&mut self) -> fmt::Result {
        self.write_held()?;
        writeln!(self.f)
    }
}
