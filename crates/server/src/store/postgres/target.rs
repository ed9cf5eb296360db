//! Where the database is and how it is reached: its hosts in order, and TLS.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::config::{self, Host, TargetSessionAttrs};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::address::{self, SslMode};
use super::connection::{RESPONSE_TIMEOUT, START_TIMEOUT, no_reply, unavailable};
use super::tls;
use crate::store::StoreError;

/// A connection to the database, encrypted or not.
pub(super) type DriverConnection =
    tokio_postgres::Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>;

/// How to connect to a database.
#[derive(Clone)]
pub(super) struct Target {
    /// One for each host, in the order of the address.
    hosts: Vec<Config>,
    /// The host that was connected to last, which is tried first.
    last: Arc<AtomicUsize>,
    mode: SslMode,
    tls: MakeRustlsConnect,
}

impl Target {
    /// Reads the address of a database.
    pub(super) fn parse(text: &str) -> Result<Target, StoreError> {
        let environment = |name: &str| std::env::var(name).ok();
        let (config, ssl) = address::parse(text, environment).map_err(StoreError::Unavailable)?;
        let is_system = ssl.root.as_deref() == Some("system");
        let mode = ssl.mode.unwrap_or(if is_system { SslMode::VerifyFull } else { SslMode::Prefer });
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let tls = tls::connector(mode, &ssl, home.as_deref()).map_err(StoreError::Unavailable)?;
        let mut target = Target { hosts: hosts(&config, &ssl.passwords), last: Arc::default(), mode, tls };
        target.set_driver_mode();
        Ok(target)
    }

    /// Changes the settings of the connections to all hosts.
    pub(super) fn configure(&mut self, change: impl Fn(&mut Config)) {
        self.hosts.iter_mut().for_each(change);
    }

    /// This target with these options added.
    pub(super) fn with_options(&self, options: &str) -> Target {
        let mut target = self.clone();
        target.configure(|config| {
            let all =
                config.get_options().map_or_else(|| options.to_owned(), |known| format!("{known} {options}"));
            config.options(all);
        });
        target
    }

    /// Connects to the first host that answers and, where there are several, can be written to.
    pub(super) async fn connect(&self) -> Result<(Client, DriverConnection), StoreError> {
        self.connect_within(RESPONSE_TIMEOUT).await
    }

    async fn connect_within(&self, limit: Duration) -> Result<(Client, DriverConnection), StoreError> {
        let (count, first) = (self.hosts.len(), self.last.load(Ordering::Relaxed));
        let mut result = Err(StoreError::Unavailable("the address of the database names no host".to_owned()));
        for index in (0..count).map(|next| (first + next) % count) {
            result = self.connect_to(&self.hosts[index], limit).await;
            if result.is_ok() {
                self.last.store(index, Ordering::Relaxed);
                break;
            }
        }
        result
    }

    /// Connects to one host. If `sslmode=allow` and the database refuses the unencrypted connection, tries an encrypted one.
    async fn connect_to(
        &self,
        host: &Config,
        limit: Duration,
    ) -> Result<(Client, DriverConnection), StoreError> {
        let refused = match timeout(limit, host.connect(self.tls.clone())).await {
            Ok(Err(error)) if error.as_db_error().is_some() => unavailable(&error),
            Ok(connected) => return connected.map_err(|error| unavailable(&error)),
            Err(_) => return Err(no_reply()),
        };
        if self.mode != SslMode::Allow || !is_tcp(host) {
            return Err(refused);
        }
        let mut encrypted = host.clone();
        encrypted.ssl_mode(config::SslMode::Require);
        let why = match timeout(limit, encrypted.connect(self.tls.clone())).await {
            Ok(Ok(connected)) => return Ok(connected),
            Ok(Err(error)) => unavailable(&error),
            Err(_) => no_reply(),
        };
        Err(StoreError::Unavailable(format!("{refused}; and with TLS: {why}")))
    }

    /// Connects for the first time.
    pub(super) async fn connect_first(&self) -> Result<(Client, DriverConnection), StoreError> {
        self.connect_within(START_TIMEOUT).await
    }

    /// Notes whether the first connection is encrypted, and warns if it is not although it leaves this machine. If the
    /// address leaves open whether connections are encrypted and this one is, all later ones are.
    pub(super) async fn record_encryption(&mut self, client: &Client) -> Result<(), StoreError> {
        const IS_ENCRYPTED: &str =
            "SELECT coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)";
        let row = client.query_one(IS_ENCRYPTED, &[]).await.map_err(|error| unavailable(&error))?;
        let is_encrypted = row.get(0);
        if is_encrypted && matches!(self.mode, SslMode::Prefer | SslMode::Allow) {
            self.mode = SslMode::Require;
            self.set_driver_mode();
        }
        if !is_encrypted && self.hosts.iter().any(leaves_this_machine) {
            tracing::warn!(
                "the connection to the database is not encrypted: sslmode=verify-full in its address would require it"
            );
        }
        Ok(())
    }

    fn set_driver_mode(&mut self) {
        let mode = match self.mode {
            SslMode::Disable | SslMode::Allow => config::SslMode::Disable,
            SslMode::Prefer => config::SslMode::Prefer,
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => config::SslMode::Require,
        };
        // PostgreSQL has no TLS over sockets of the file system, and libpq ignores sslmode there.
        self.configure(|config| {
            config.ssl_mode(if is_tcp(config) { mode } else { config::SslMode::Disable });
        });
    }
}

/// The settings for each host. Where there are several, one of them is the primary, which can be written to.
fn hosts(config: &Config, passwords: &[Option<String>]) -> Vec<Config> {
    let addresses = config.get_hostaddrs();
    let count = config.get_hosts().len().max(addresses.len());
    let ports = config.get_ports();
    let of = |index: usize| {
        let mut one = Config::new();
        if let Some(user) = config.get_user() {
            one.user(user);
        }
        if let Some(password) = config.get_password() {
            one.password(password);
        } else if let Some(Some(password)) = passwords.get(index) {
            one.password(password);
        }
        if let Some(name) = config.get_dbname() {
            one.dbname(name);
        }
        if let Some(options) = config.get_options() {
            one.options(options);
        }
        match config.get_hosts().get(index) {
            Some(Host::Tcp(name)) => {
                one.host(name);
            }
            #[cfg(unix)]
            Some(Host::Unix(path)) => {
                one.host_path(path);
            }
            None => {}
        }
        if let Some(address) = addresses.get(index) {
            one.hostaddr(*address);
            if config.get_hosts().is_empty() {
                // TLS wants a name.
                one.host(address.to_string());
            }
        }
        if let Some(port) = ports.get(index).or(ports.first()) {
            one.port(*port);
        }
        if let Some(limit) = config.get_connect_timeout() {
            one.connect_timeout(*limit);
        }
        one.channel_binding(config.get_channel_binding());
        one.ssl_negotiation(config.get_ssl_negotiation());
        let wanted = config.get_target_session_attrs();
        let is_open = count > 1 && wanted == TargetSessionAttrs::Any;
        one.target_session_attrs(if is_open { TargetSessionAttrs::ReadWrite } else { wanted });
        one
    };
    (0..count).map(of).collect()
}

fn is_tcp(config: &Config) -> bool {
    !config.get_hostaddrs().is_empty() || config.get_hosts().iter().any(|host| matches!(host, Host::Tcp(_)))
}

fn leaves_this_machine(config: &Config) -> bool {
    let is_local = |host: &Host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    let addresses = config.get_hostaddrs();
    let is_local_only = if addresses.is_empty() {
        config.get_hosts().iter().all(is_local)
    } else {
        addresses.iter().all(IpAddr::is_loopback)
    };
    !is_local_only
}
