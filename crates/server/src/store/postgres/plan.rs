//! How PostgreSQL finds the rows of a statement, for tests.

use cluster::Cluster;

use super::Postgres;

/// Many old rows of each kind, and a few new ones.
const FILL: &str = "
    INSERT INTO tables (id, version, kind, stage, is_listed, setup, listing, names, outcome, opener, opened_at, at,
        opened_from)
    SELECT 't' || n, 1, 'doh', 2, n % 2 = 0, 'setup', repeat('listing ', 30), 'anne', 'draw', n, n, n + 900, n % 100
    FROM generate_series(1, 20000) AS n;
    INSERT INTO guests (id, name, at) SELECT n, 'Anne', n + 900 FROM generate_series(1, 20000) AS n;
    ANALYZE";

/// The plan of a statement without parameters, in a database with many rows.
pub(super) async fn plan(sql: &str) -> String {
    let cluster = Cluster::shared();
    let url = cluster.database();
    drop(Postgres::open(&url).await.expect("a database"));
    cluster.sql(&url, FILL);
    cluster.sql(&url, &format!("EXPLAIN {sql}"))
}
