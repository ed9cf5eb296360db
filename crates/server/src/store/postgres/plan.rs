//! How PostgreSQL finds the rows of a statement, for tests.

use cluster::Cluster;

use super::Postgres;

/// Many old rows of each kind, and a few new ones.
const FILL: &str = "
    INSERT INTO tables (id, version, kind, stage, is_listed, setup, listing, names, outcome, opener, opened_at, at,
        ended_at, opened_from)
    SELECT 't' || n, 1, 'doh', 2, n % 2 = 0, 'setup', repeat('listing ', 30), 'anne', 'draw', n, n, n + 900, n + 900, n % 100
    FROM generate_series(1, 20000) AS n;
    INSERT INTO guests (id, name, at) SELECT n, 'Anne', n + 900 FROM generate_series(1, 20000) AS n;
    ANALYZE";

/// The plan of a statement without parameters, in a database with many rows.
pub(super) async fn plan(sql: &str) -> String {
    plan_with(sql, "").await
}

/// The same with the rows that `more` adds.
pub(super) async fn plan_with(sql: &str, more: &str) -> String {
    let cluster = Cluster::shared();
    let url = cluster.database();
    drop(Postgres::open(&url).await.expect("a database"));
    cluster.sql(&url, FILL);
    cluster.sql(&url, more);
    cluster.sql(&url, &format!("EXPLAIN {sql}"))
}

/// The plan that a connection with these options (`-c name=value …`) makes once for all parameters of a statement: in a new
/// database, or in one with many rows and those that `more` adds.
pub(super) async fn plan_once(sql: &str, options: &str, more: Option<&str>) -> String {
    let cluster = Cluster::shared();
    let url = cluster.database();
    drop(Postgres::open(&url).await.expect("a database"));
    if let Some(more) = more {
        cluster.sql(&url, FILL);
        cluster.sql(&url, more);
    }
    let set: String = options.split("-c ").skip(1).map(|option| format!("SET {option};")).collect();
    let count = (1..).take_while(|number| sql.contains(&format!("${number}:"))).count();
    let values = vec!["NULL"; count].join(", ");
    cluster.sql(&url, &format!("{set} PREPARE statement AS {sql}; EXPLAIN EXECUTE statement ({values})"))
}
