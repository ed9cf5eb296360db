//! How SQLite finds the rows of a statement, for tests.

use rusqlite::Connection;

use super::connect::MIGRATIONS;

/// The plan of a statement in an empty database: SQLite plans by the schema alone.
pub(super) fn plan(sql: &str) -> String {
    let connection = Connection::open_in_memory().expect("a database in memory");
    MIGRATIONS.iter().for_each(|migration| connection.execute_batch(migration).expect("a valid migration"));
    let mut explain = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).expect("a valid statement");
    let values = vec![1; explain.parameter_count()];
    let steps = explain.query_map(rusqlite::params_from_iter(values), |row| row.get::<_, String>(3));
    steps.expect("a plan").map(|step| step.expect("a step")).collect::<Vec<_>>().join("\n")
}
