//! Searches in the archive.

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use crate::store::encoding::from_time;
use crate::store::{ArchiveSearch, INDEXED_LENGTH, SEARCHED_AT_MOST, SEARCHED_FIRST};

/// A statement that is being composed, with its values.
#[derive(Default)]
struct SqlQuery {
    sql: String,
    values: Vec<Value>,
}

impl SqlQuery {
    fn add(&mut self, sql: &str, value: impl Into<Value>) {
        self.sql += sql;
        self.values.push(value.into());
    }

    fn listings(self, connection: &Connection) -> rusqlite::Result<Vec<String>> {
        let mut select = connection.prepare_cached(&self.sql)?;
        select.query_map(params_from_iter(self.values), |row| row.get(0))?.collect()
    }
}

/// The listings of the games that match, the latest first.
pub(super) fn archive(connection: &Connection, search: &ArchiveSearch) -> rusqlite::Result<Vec<String>> {
    let Some(name) = search.name.as_deref().filter(|name| !name.is_empty()) else {
        if !search.has_length_or_opening() {
            return games(search, "listing", None).listings(connection);
        }
        let mut recent = select_from(games(search, "key, ended_at, listing", Some(SEARCHED_AT_MOST)));
        add_length_and_opening(&mut recent, search);
        recent.add(" ORDER BY ended_at DESC, key DESC LIMIT ?", search.limit);
        return recent.listings(connection);
    };
    let is_indexed = name.chars().count() >= INDEXED_LENGTH;
    let searched = if is_indexed { SEARCHED_FIRST } else { SEARCHED_AT_MOST };
    let mut recent = select_from(games(search, "key, ended_at, names, listing", Some(searched)));
    recent.add(" AND instr(names, ?) > 0", name.to_owned());
    add_length_and_opening(&mut recent, search);
    recent.add(" ORDER BY ended_at DESC, key DESC LIMIT ?", search.limit);
    let found = recent.listings(connection)?;
    if !is_indexed || found.len() >= search.limit as usize {
        return Ok(found);
    }
    // A phrase of trigrams; the index does not hold the names themselves, so they are compared as well.
    let mut indexed = SqlQuery::default();
    let phrase = format!("\"{}\"", name.replace('"', "\"\""));
    // Rows of the index come in the order of the games; the newest of those that match are enough.
    indexed.add(
        "SELECT listing FROM (SELECT rowid AS found FROM archive_names WHERE archive_names MATCH ?",
        phrase,
    );
    indexed.add(" ORDER BY rowid DESC LIMIT ?) JOIN tables ON key = found", SEARCHED_AT_MOST);
    indexed.add(" WHERE instr(names, ?) > 0", name.to_owned());
    conditions(&mut indexed, search);
    add_length_and_opening(&mut indexed, search);
    indexed.add(" ORDER BY ended_at DESC, key DESC LIMIT ?", search.limit);
    indexed.listings(connection)
}

/// Selects from some games; conditions follow.
fn select_from(games: SqlQuery) -> SqlQuery {
    SqlQuery { sql: format!("SELECT listing FROM ({}) WHERE true", games.sql), values: games.values }
}

/// Adds the conditions on the length and the opening, which are in the listing.
fn add_length_and_opening(query: &mut SqlQuery, search: &ArchiveSearch) {
    const MOVES: &str = "CAST(substr(listing, instr(listing, ' ply=') + 5) AS INTEGER)";
    if let Some(min) = search.min_moves {
        query.add(&format!(" AND {MOVES} >= ?"), min);
    }
    if let Some(max) = search.max_moves {
        query.add(&format!(" AND {MOVES} <= ?"), max);
    }
    if let Some(opening) = &search.opening {
        // The opening ends the listing: a comma or nothing follows the moves that are searched for.
        query.add(" AND instr(listing || ',', ' opening=' || ? || ',') > 0", opening.clone());
    }
}

/// The columns of games that meet all conditions but the name, the latest first.
fn games(search: &ArchiveSearch, columns: &str, limit: Option<i64>) -> SqlQuery {
    let mut query = SqlQuery { sql: format!("SELECT {columns} FROM tables WHERE true"), values: Vec::new() };
    conditions(&mut query, search);
    query.add(" ORDER BY ended_at DESC, key DESC LIMIT ?", limit.unwrap_or_else(|| search.limit.into()));
    query
}

/// Adds the conditions that all games of the archive meet, and those of the search without the name.
fn conditions(query: &mut SqlQuery, search: &ArchiveSearch) {
    query.sql += " AND stage = 2 AND is_listed = 1";
    if let Some(kind) = &search.kind {
        query.add(" AND kind = ?", kind.clone());
    }
    if let Some(outcome) = &search.outcome {
        query.add(" AND outcome = ?", outcome.clone());
    }
    if let Some(before) = search.before {
        query.add(" AND ended_at <= ?", from_time(before));
        query.add(" AND (ended_at < ?", from_time(before));
        let after = search.after.as_ref().map(|id| id.as_str().to_owned());
        query.add(" OR key < (SELECT last.key FROM tables AS last WHERE last.id = ?))", after);
    }
}
