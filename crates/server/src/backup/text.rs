//! The text of a backup.

use std::io::{BufRead, Write};

use sha2::{Digest, Sha256};

use super::{BackupError, CopiedCounts, TABLES};

/// The first line, before the version of the schema.
const HEADER: &str = "trois backup 1 schema ";

/// How a missing value is written.
pub(super) const NULL: &str = "\\N";

/// Writes a backup.
#[derive(Debug)]
pub struct BackupWriter<W> {
    out: W,
    hash: Sha256,
    copied: CopiedCounts,
    /// The rows of the current table.
    rows: u64,
    is_tables_table: bool,
}

impl<W: Write> BackupWriter<W> {
    pub(super) fn new(out: W) -> Result<BackupWriter<W>, BackupError> {
        let hash = Sha256::new();
        let mut writer =
            BackupWriter { out, hash, copied: CopiedCounts::default(), rows: 0, is_tables_table: false };
        writer.line(&format!("{HEADER}{}", crate::store::SCHEMA_VERSION))?;
        Ok(writer)
    }

    fn line(&mut self, text: &str) -> Result<(), BackupError> {
        self.hash.update(text.as_bytes());
        self.hash.update(b"\n");
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(b"\n")?;
        Ok(())
    }

    pub(super) fn begin_table(&mut self, name: &str, columns: &[String]) -> Result<(), BackupError> {
        (self.rows, self.is_tables_table) = (0, name == TABLES[0]);
        self.line(&format!("table {name} {}", columns.join(" ")))
    }

    /// Writes a row whose values are escaped and separated by tabs.
    pub(super) fn row(&mut self, row: &str) -> Result<(), BackupError> {
        self.rows += 1;
        self.line(row)
    }

    pub(super) fn end_table(&mut self) -> Result<(), BackupError> {
        self.copied.rows += self.rows;
        self.copied.tables += if self.is_tables_table { self.rows } else { 0 };
        self.line(&format!("end {}", self.rows))
    }

    pub(super) fn finish(mut self) -> Result<CopiedCounts, BackupError> {
        let digest = digits(self.hash.clone());
        self.line(&format!("sha256 {digest}"))?;
        self.out.flush()?;
        Ok(self.copied)
    }
}

fn digits(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads a backup.
#[derive(Debug)]
pub struct BackupReader<R> {
    input: R,
    hash: Sha256,
    /// The number of the last line that was read.
    number: u64,
}

/// What comes next in a backup.
pub(super) enum BackupPart {
    /// A table of the database, and its columns.
    Table(String, Vec<String>),
    /// The end, with a checksum that is right.
    End,
}

impl<R: BufRead> BackupReader<R> {
    pub(super) fn new(input: R) -> Result<BackupReader<R>, BackupError> {
        let mut reader = BackupReader { input, hash: Sha256::new(), number: 0 };
        let head = reader.line()?;
        let known = crate::store::SCHEMA_VERSION.to_string();
        match head.strip_prefix(HEADER) {
            Some(version) if version == known => Ok(reader),
            Some(version) => Err(BackupError::Damaged(format!(
                "its schema is {version}, and this program knows {known}: use the program that made it"
            ))),
            None => Err(BackupError::Damaged("it is not a backup of Trois".to_owned())),
        }
    }

    fn line(&mut self) -> Result<String, BackupError> {
        let mut line = String::new();
        self.input.read_line(&mut line)?;
        self.number += 1;
        let Some(text) = line.strip_suffix('\n') else {
            return Err(BackupError::Damaged(format!("it breaks off at line {}", self.number)));
        };
        if !text.starts_with("sha256 ") {
            self.hash.update(line.as_bytes());
        }
        Ok(text.to_owned())
    }

    pub(super) fn damaged(&self, why: &str) -> BackupError {
        BackupError::Damaged(format!("line {}: {why}", self.number))
    }

    /// The next table, or the end.
    pub(super) fn next_part(&mut self) -> Result<BackupPart, BackupError> {
        let line = self.line()?;
        if let Some(digest) = line.strip_prefix("sha256 ") {
            let is_right = digest == digits(self.hash.clone());
            return if is_right {
                Ok(BackupPart::End)
            } else {
                Err(self.damaged("the checksum is not right"))
            };
        }
        let mut words = line.strip_prefix("table ").into_iter().flat_map(|rest| rest.split(' '));
        let (name, columns) = (words.next(), words.map(ToOwned::to_owned).collect::<Vec<_>>());
        let is_name =
            |text: &str| !text.is_empty() && text.bytes().all(|c| c == b'_' || c.is_ascii_lowercase());
        match name.filter(|name| TABLES.contains(name)) {
            Some(name) if !columns.is_empty() && columns.iter().all(|column| is_name(column)) => {
                Ok(BackupPart::Table(name.to_owned(), columns))
            }
            _ => Err(self.damaged("no table is called that")),
        }
    }

    /// The next row of the current table; `None` after the last one.
    pub(super) fn next_row(&mut self, rows: u64) -> Result<Option<String>, BackupError> {
        let line = self.line()?;
        match line.strip_prefix("end ") {
            Some(count) if count == rows.to_string() => Ok(None),
            Some(_) => Err(self.damaged("rows are missing")),
            None => Ok(Some(line)),
        }
    }
}

/// Escapes a value.
pub(super) fn escape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '\\' => text.push_str("\\\\"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            c => text.push(c),
        }
    }
    text
}

/// Reverses [`escape`]; `None` if the text has an invalid escape.
pub(super) fn unescape(text: &str) -> Option<String> {
    let mut value = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        value.push(match c {
            '\\' => match chars.next()? {
                '\\' => '\\',
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                // PostgreSQL writes these escapes too.
                'b' => '\u{8}',
                'f' => '\u{c}',
                'v' => '\u{b}',
                _ => return None,
            },
            c => c,
        });
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_round_trip() {
        for value in ["", "a", "\\N", "a\tb\nc\rd\\e", "é 🙂", "end 3", "sha256 x"] {
            assert_eq!(unescape(&escape(value)).as_deref(), Some(value));
            assert!(!escape(value).contains(['\t', '\n', '\r']));
            assert_ne!(escape(value), NULL);
        }
        assert_eq!(unescape("\\N"), None);
        assert_eq!(unescape("\\"), None);
    }
}
