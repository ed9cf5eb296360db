//! Searches in the archive.

use table::TableId;
use tokio_postgres::types::ToSql;

use super::connection::Connection;
use crate::store::encoding::from_time;
use crate::store::{ArchiveSearch, INDEXED_LENGTH, SEARCHED_AT_MOST, SEARCHED_FIRST, StoreError};

/// The games that meet all conditions but the name. Plans are made for each search, so that a condition without a value
/// costs nothing.
macro_rules! games {
    ($columns:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM tables WHERE stage = 2 AND is_listed AND ended_at <= $1
                AND (ended_at < $1 OR key < (SELECT last.key FROM tables AS last WHERE last.id = $5))
                AND ($2::text IS NULL OR outcome = $2) AND ($3::text IS NULL OR kind = $3)"
        )
    };
}

/// The conditions on the length and the opening, which are in the listing. The opening is its last field, so that a
/// comma or nothing follows the moves that are searched for.
macro_rules! length_and_opening {
    () => {
        " AND ($6::bigint IS NULL OR substring(listing FROM ' ply=([0-9]+)')::bigint >= $6)
            AND ($7::bigint IS NULL OR substring(listing FROM ' ply=([0-9]+)')::bigint <= $7)
            AND ($8::text IS NULL OR strpos(listing || ',', ' opening=' || $8 || ',') > 0)"
    };
}

/// The latest games that meet the conditions on length and opening, among a number of newest games.
const BY_LENGTH_AND_OPENING: &str = concat!(
    "SELECT listing FROM (",
    games!("listing, ended_at, key"),
    " ORDER BY ended_at DESC, key DESC LIMIT $9) AS newest WHERE true",
    length_and_opening!(),
    " ORDER BY ended_at DESC, key DESC LIMIT $4"
);

/// The latest games.
const ALL: &str = concat!(games!("listing"), " ORDER BY ended_at DESC, key DESC LIMIT $4");

/// The latest games with a name, among a number of newest games.
const RECENT: &str = concat!(
    "SELECT listing FROM (",
    games!("listing, names, ended_at, key"),
    " ORDER BY ended_at DESC, key DESC LIMIT $9) AS newest WHERE strpos(names, $10) > 0",
    length_and_opening!(),
    " ORDER BY ended_at DESC, key DESC LIMIT $4"
);

/// The latest games with a name, by the index of names. Length and opening are compared for a number of newest games that
/// have the name.
const INDEXED: &str = concat!(
    "WITH found AS MATERIALIZED (",
    games!("ended_at, key"),
    " AND names LIKE $9), newest AS MATERIALIZED (
            SELECT ended_at AS at_end, key AS chosen FROM found ORDER BY ended_at DESC, key DESC LIMIT $10
        )
        SELECT listing FROM newest JOIN tables ON key = chosen WHERE true",
    length_and_opening!(),
    " ORDER BY at_end DESC, chosen DESC LIMIT $4"
);

/// The listings of the games that match, the latest first.
pub(super) async fn archive(
    connection: &Connection,
    search: &ArchiveSearch,
) -> Result<Vec<String>, StoreError> {
    let before = search.before.map_or(i64::MAX, from_time);
    let after = search.after.as_ref().map(TableId::as_str);
    let limit = i64::from(search.limit);
    let (min, max) = (search.min_moves.map(i64::from), search.max_moves.map(i64::from));
    let values: [&(dyn ToSql + Sync); 8] =
        [&before, &search.outcome, &search.kind, &limit, &after, &min, &max, &search.opening];
    let ask = async |sql, more: &[&(dyn ToSql + Sync)]| {
        let known = if sql == ALL { &values[..5] } else { &values[..] };
        let rows = connection.query(sql, &[known, more].concat()).await?;
        Ok::<Vec<String>, StoreError>(rows.iter().map(|row| row.get(0)).collect())
    };
    let Some(name) = search.name.as_deref().filter(|name| !name.is_empty()) else {
        return match search.has_length_or_opening() {
            true => ask(BY_LENGTH_AND_OPENING, &[&SEARCHED_AT_MOST]).await,
            false => ask(ALL, &[]).await,
        };
    };
    let is_indexed = name.chars().count() >= INDEXED_LENGTH;
    let searched = if is_indexed { SEARCHED_FIRST } else { SEARCHED_AT_MOST };
    let found = ask(RECENT, &[&searched, &name]).await?;
    if !is_indexed || found.len() >= search.limit as usize {
        return Ok(found);
    }
    let escaped = name.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    ask(INDEXED, &[&format!("%{escaped}%"), &SEARCHED_AT_MOST]).await
}
