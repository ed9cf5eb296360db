//! TLS to PostgreSQL, passwords from files, and a second host to fail over to, on real clusters with real certificates.

use std::fs;
use std::sync::LazyLock;
use std::time::Duration;

use cluster::TlsCluster;
use server::store::{Postgres, Store, StoreError};
use tokio::time::{sleep, timeout};

use crate::make::{Folder, append_until_refused, id, next, open, summary};

/// A test that waits this long has failed: nothing takes nearly as long.
const TEST_TIMEOUT: Duration = Duration::from_secs(60);

/// The cluster that the tests of this file share, one after the other.
static SHARED: LazyLock<TlsCluster> = LazyLock::new(TlsCluster::start);

/// Whether all connections of servers to this cluster are encrypted.
fn all_encrypted(cluster: &TlsCluster) -> bool {
    let sql = "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'trois'";
    cluster.sql(sql) == "t"
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sslmode_does_what_libpq_says_and_none_falls_back_to_an_unencrypted_connection() {
    let cluster = &*SHARED;
    let (known, other) = (cluster.authority(), cluster.other_authority());
    let with = |mode: &str, file: &std::path::Path| format!("sslmode={mode}&sslrootcert={}", file.display());
    let accepted = [
        ("localhost", "sslmode=prefer".to_owned()),
        ("localhost", "sslmode=allow".to_owned()),
        ("127.0.0.1", "sslmode=require".to_owned()),
        ("127.0.0.1", with("verify-ca", &known)),
        ("localhost", with("verify-full", &known)),
        ("localhost", String::new()),
    ];
    for (host, parameters) in accepted {
        let store = Postgres::open(&cluster.url(host, &parameters)).await;
        let store = Store::Postgres(store.unwrap_or_else(|error| panic!("{host} {parameters}: {error}")));
        store.playing_count().await.unwrap();
        assert!(all_encrypted(cluster), "{host} {parameters}");
    }
    // Without a host, the address of the machine is its name.
    let (port, password) = (cluster.port(), cluster.password().replace('\\', "\\\\"));
    let address = format!(
        "hostaddr=127.0.0.1 port={port} user=trois password='{password}' dbname=postgres sslmode=require"
    );
    let store = Postgres::open(&address).await.unwrap_or_else(|error| panic!("{address}: {error}"));
    Store::Postgres(store).playing_count().await.unwrap();
    let refused = [
        // The cluster accepts no unencrypted connection, and says so.
        ("localhost", "sslmode=disable".to_owned(), "no encryption"),
        ("127.0.0.1", with("verify-full", &known), "not valid for name"),
        ("localhost", with("verify-full", &other), "certificate"),
        ("localhost", with("verify-ca", &other), "certificate"),
        ("localhost", with("require", &other), "certificate"),
        ("localhost", "sslmode=verify-full".to_owned(), "need a root certificate"),
        ("localhost", "sslmode=verify-full&sslrootcert=/nowhere".to_owned(), "cannot be read"),
        ("localhost", "sslmode=require&sslrootcert=system".to_owned(), "needs sslmode=verify-full"),
        ("localhost", "sslrootcert=system".to_owned(), "certificate"),
    ];
    for (host, parameters, why) in refused {
        let Err(StoreError::Unavailable(error)) = Postgres::open(&cluster.url(host, &parameters)).await
        else {
            panic!("{host} {parameters} was accepted")
        };
        assert!(error.contains(why), "{host} {parameters}: {error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_was_encrypted_once_is_never_reopened_unencrypted() {
    let mut cluster = TlsCluster::start();
    let store = Store::Postgres(Postgres::open(&cluster.url("localhost", "sslmode=prefer")).await.unwrap());
    open(&store, [("t", summary(1))]).await;
    cluster.turn_tls_off();
    let refused = async {
        loop {
            match store.events(&id("t"), 0).await {
                Err(StoreError::Unavailable(why)) if why.contains("does not support TLS") => return,
                Ok(events) => panic!("read in clear: {events:?}"),
                Err(_) => sleep(Duration::from_millis(50)).await,
            }
        }
    };
    timeout(TEST_TIMEOUT, refused).await.unwrap();
    for mode in ["require", "verify-full"] {
        let root = cluster.authority();
        let url = cluster.url("localhost", &format!("sslmode={mode}&sslrootcert={}", root.display()));
        let refused = Postgres::open(&url).await;
        assert!(refused.is_err_and(|error| error.to_string().contains("does not support TLS")), "{mode}");
    }
    // If the address leaves it open and the database has no TLS, the connection is unencrypted, with a warning in the
    // log.
    Postgres::open(&cluster.url("localhost", "")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_password_comes_from_a_private_file() {
    use std::os::unix::fs::PermissionsExt;
    let cluster = &*SHARED;
    let folder = Folder::new();
    fs::create_dir_all(folder.path()).unwrap();
    let file = folder.path().join("passwords");
    let password = cluster.password().replace('\\', "\\\\").replace(':', "\\:");
    fs::write(&file, format!("localhost:{}:*:trois:{password}\n", cluster.port())).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    let url = format!("postgresql://trois@localhost:{}/postgres?sslmode=require", cluster.port());
    let without = Postgres::open(&url).await;
    assert!(without.is_err_and(|error| error.to_string().contains("password")));
    let store = Postgres::open(&format!("{url}&passfile={}", file.display())).await.unwrap();
    Store::Postgres(store).playing_count().await.unwrap();
    let wrong = Postgres::open(&url.replace("trois@", "trois:wrong@")).await;
    assert!(wrong.is_err_and(|error| error.to_string().contains("password authentication failed")));
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_primary_is_lost_the_promoted_standby_is_used_and_nothing_confirmed_is_missing() {
    let primary = TlsCluster::start();
    let standby = primary.standby();
    let authority = primary.authority();
    let (first, second) = (standby.port(), primary.port());
    let password = "a%20pass%3Aword%5C";
    // The standby comes first: it cannot be written to, so it is passed over until it is the primary.
    let url = format!(
        "postgresql://trois:{password}@localhost:{first},localhost:{second}/postgres?sslmode=verify-full&sslrootcert={}",
        authority.display()
    );
    let store = Store::Postgres(Postgres::open(&url).await.unwrap());
    open(&store, [("t", summary(1))]).await;
    let writer = append_until_refused(&store, "t");
    let some_are_written = async {
        while store.events(&id("t"), 0).await.unwrap().len() < 5 {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(TEST_TIMEOUT, some_are_written).await.unwrap();
    primary.cluster.stop();
    let confirmed = timeout(TEST_TIMEOUT, writer).await.unwrap().unwrap();
    standby.promote();
    let back = async {
        loop {
            if let Ok(events) = store.events(&id("t"), 0).await
                && store.append(next("t", events.len(), summary(3))).await.is_ok()
            {
                return events.len();
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    let found = timeout(TEST_TIMEOUT, back).await.expect("the standby is used");
    assert!(
        found == confirmed || found == confirmed + 1,
        "{found} events of {confirmed} that were confirmed"
    );
    assert!(all_encrypted(&standby));
}

#[tokio::test(flavor = "multi_thread")]
async fn with_sslmode_allow_each_connection_is_encrypted_where_its_host_insists() {
    let mut primary = TlsCluster::start();
    drop(Postgres::open(&primary.url("localhost", "sslmode=require")).await.unwrap());
    // The standby insists on TLS, and the primary, which comes first, has none by now.
    let standby = primary.standby();
    primary.sql("ALTER SYSTEM RESET synchronous_standby_names");
    primary.turn_tls_off();
    let (first, second) = (primary.port(), standby.port());
    let hosts = format!("localhost:{first},localhost:{second}");
    let url = primary.url("localhost", "sslmode=allow").replace(&format!("localhost:{first}"), &hosts);
    let store = timeout(TEST_TIMEOUT, Postgres::open(&url)).await.expect("the primary answers").unwrap();
    let store = Store::Postgres(store);
    store.playing_count().await.unwrap();
    primary.cluster.stop();
    standby.promote();
    let found = async {
        while store.playing_count().await.is_err() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TEST_TIMEOUT, found).await.expect("the standby is used");
    assert!(all_encrypted(&standby));
}
