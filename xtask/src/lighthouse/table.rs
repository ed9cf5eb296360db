//! The table of results in `docs/performance.md`: a row for each page. A new audit of a page replaces its row.

use std::collections::BTreeMap;
use std::fs;

use crate::step::{Failed, root};

/// The lines of `docs/performance.md` between which the table is written.
const MARKS: [&str; 2] = ["<!-- cargo xtask lighthouse -->\n", "<!-- end -->\n"];

const HEAD: &str = "\
| page | performance | first paint | largest paint | blocking | shift | accessibility | best practices | SEO | commit |
|---|---|---|---|---|---|---|---|---|---|
";

/// The rows of the table, each with the line end, by page.
pub(super) struct Table(BTreeMap<String, String>);

impl Table {
    /// The table that is in the documentation.
    pub(super) fn read() -> Result<Table, Failed> {
        let text = documentation()?;
        let [begin, end] = find(&text)?;
        Ok(Table::parse(&text[begin..end]))
    }

    fn parse(text: &str) -> Table {
        let row = |line: &str| Some((line.split('`').nth(1)?.to_owned(), format!("{line}\n")));
        Table(text.lines().filter_map(row).collect())
    }

    /// Leaves out the rows of pages that no longer exist.
    pub(super) fn retain(&mut self, pages: &[String]) {
        self.0.retain(|page, _| pages.contains(page));
    }

    /// Sets the row of a page.
    pub(super) fn put(&mut self, page: &str, row: String) {
        self.0.insert(page.to_owned(), row);
    }

    /// Writes the table into the documentation.
    pub(super) fn write(&self) -> Result<(), Failed> {
        let text = documentation()?;
        let [begin, end] = find(&text)?;
        let text = format!("{}{}{}", &text[..begin], self.text(), &text[end..]);
        let path = root().join("docs/performance.md");
        fs::write(&path, text).map_err(|error| Failed(format!("{}: {error}", path.display())))
    }

    fn text(&self) -> String {
        let rows: String = self.0.values().map(String::as_str).collect();
        format!("{HEAD}{rows}")
    }
}

/// The row of a page whose audits all failed.
pub(super) fn row_of_failure(page: &str, commit: &str) -> String {
    format!("| `{page}` | failed | | | | | | | | {commit} |\n")
}

fn documentation() -> Result<String, Failed> {
    let path = root().join("docs/performance.md");
    fs::read_to_string(&path).map_err(|error| Failed(format!("{}: {error}", path.display())))
}

/// Where the table begins and ends in the documentation.
fn find(text: &str) -> Result<[usize; 2], Failed> {
    let [begin, end] = MARKS;
    let from = text.find(begin).map(|at| at + begin.len());
    let to = from.and_then(|from| Some(from + text[from..].find(end)?));
    match (from, to) {
        (Some(from), Some(to)) => Ok([from, to]),
        _ => Err(Failed(format!("docs/performance.md has no place for the table: {MARKS:?}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_audit_of_a_page_replaces_its_row_and_the_others_stay() {
        let row = |page: &str, performance: u8| format!("| `{page}` | {performance} |\n");
        let mut table = Table::parse(&format!("{HEAD}{}{}", row("/", 90), row("/b", 91)));
        table.put("/b", row("/b", 99));
        table.put("/a", row("/a", 98));
        assert_eq!(table.text(), format!("{HEAD}{}{}{}", row("/", 90), row("/a", 98), row("/b", 99)));
        table.retain(&["/a".to_owned()]);
        assert_eq!(table.text(), format!("{HEAD}{}", row("/a", 98)));
    }

    #[test]
    fn the_table_is_found_between_its_marks() {
        let [begin, end] = MARKS;
        let text = format!("a\n{begin}table\n{end}b\n");
        let found = find(&text).map(|[from, to]| text[from..to].to_owned());
        assert!(matches!(found, Ok(table) if table == "table\n"));
        assert!(find("nothing").is_err());
    }
}
