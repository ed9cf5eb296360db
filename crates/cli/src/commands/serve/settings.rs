//! Builds the settings of a server from the command line.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use server::{CookieKey, Database, Retention, ServerSettings};

use crate::args::{LogFormat, RetentionArgs, ServeArgs, StoreArgs};
use crate::errors::Failure;

/// The settings of a server. When all arguments are valid, creates the data folder and the cookie key if they are
/// missing.
pub(super) fn from_args(args: &ServeArgs) -> Result<ServerSettings, Failure> {
    if args.no_limits && !args.listen.ip().is_loopback() {
        return Err(Failure::input(format!(
            "--no-limits is only for this machine, and {} can be reached from others: listen on 127.0.0.1.",
            args.listen
        )));
    }
    // A proxy in front of it makes a server of this machine a public one.
    if args.no_limits && (args.behind_proxy || args.public_url.is_some()) {
        return Err(Failure::input(
            "--no-limits is only for measurements on this machine: a server that others reach, with --behind-proxy or \
             --public-url, keeps its limits."
                .to_owned(),
        ));
    }
    let public_url = args.public_url.as_deref().map(public_url).transpose()?;
    let metrics_token = metrics_token(args)?;
    let (database, cookie_key) = open_data(args)?;
    let mut settings = ServerSettings::new(database, cookie_key);
    settings.public_url = public_url;
    settings.is_behind_proxy = args.behind_proxy;
    settings.engines = args.engines.unwrap_or(settings.engines);
    settings.sockets = args.sockets;
    settings.sockets_per_address = args.sockets_per_address;
    settings.connections_per_address = args.connections_per_address;
    settings.games_per_guest = args.games_per_guest;
    settings.waiting_tables_per_address = args.waiting_tables_per_address;
    settings.unfinished_tables_per_address = args.unfinished_tables_per_address;
    settings.lines_per_second = args.lines_per_second;
    settings.writes_per_minute = args.writes_per_minute;
    settings.reads_per_minute = args.reads_per_minute;
    settings.requests_per_minute = args.requests_per_minute;
    settings.is_unlimited = args.no_limits;
    settings.access_log = args.access_log;
    settings.retention = retention(&args.retention);
    settings.metrics_token = metrics_token;
    Ok(settings)
}

/// The database and the cookie key. Creates the data folder and the key if they are needed and missing.
fn open_data(args: &ServeArgs) -> Result<(Database, CookieKey), Failure> {
    let database = match &args.database {
        Some(url) => Database::Postgres(url.clone()),
        None => Database::Folder(data_folder(args)?),
    };
    let key_file = match &args.cookie_key_file {
        Some(file) => file.clone(),
        None => data_folder(args)?.join("cookie.key"),
    };
    let cookie_key = CookieKey::from_file(&key_file).map_err(|error| {
        Failure::input(format!("The cookie key {} cannot be used: {error}.", key_file.display()))
    })?;
    Ok((database, cookie_key))
}

fn retention(args: &RetentionArgs) -> Retention {
    let days = |days: u32| Duration::from_secs(u64::from(days) * 24 * 3600);
    Retention {
        waiting: days(args.close_waiting_after),
        idle: days(args.end_idle_after),
        games: args.keep_games.map(days),
        unplayed: days(args.keep_unplayed),
        names: Some(days(args.keep_names)),
    }
}

/// The token for metrics. Without one, only this machine may read them.
fn metrics_token(args: &ServeArgs) -> Result<Option<String>, Failure> {
    let Some(file) = &args.metrics_token_file else {
        return match args.metrics {
            Some(address) if !address.ip().is_loopback() => Err(Failure::input(format!(
                "{address} can be reached from other machines: give --metrics an address of this machine such as \
                 127.0.0.1:9333, or a token with --metrics-token-file."
            ))),
            _ => Ok(None),
        };
    };
    let token = server::read_secret(file)
        .map_err(|error| Failure::input(format!("The token {} cannot be used: {error}.", file.display())))?;
    let token = token.trim();
    if token.len() < 16 || token.contains(char::is_whitespace) {
        let file = file.display();
        return Err(Failure::input(format!(
            "The token in {file} must be one word of at least 16 characters."
        )));
    }
    Ok(Some(token.to_owned()))
}

fn public_url(url: &str) -> Result<String, Failure> {
    let url = url.trim_end_matches('/');
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    if host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#', ' '])) {
        return Ok(url.to_owned());
    }
    Err(Failure::input(format!("“{url}” is not an address like https://trois.example.")))
}

/// The data folder, which is created if it is missing. Only its owner can read it.
fn data_folder(args: &ServeArgs) -> Result<PathBuf, Failure> {
    let folder = existing_data_folder(args.data.as_ref())?;
    server::prepare_folder(&folder).map_err(|error| {
        Failure::input(format!("The folder {} cannot be used: {error}.", folder.display()))
    })?;
    Ok(folder)
}

/// The data folder that was named, or the default one.
fn existing_data_folder(named: Option<&PathBuf>) -> Result<PathBuf, Failure> {
    named.cloned().or_else(default_data_folder).ok_or_else(|| {
        Failure::input("This machine has no default data folder: name one with --data.".to_owned())
    })
}

/// The database of a server, for commands that do not start one.
pub(crate) fn database(args: &StoreArgs) -> Result<Database, Failure> {
    Ok(match &args.database {
        Some(url) => Database::Postgres(url.clone()),
        None => Database::Folder(existing_data_folder(args.data.as_ref())?),
    })
}

/// The default data folder of the user, by the conventions of the operating system.
fn default_data_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        set("APPDATA")?
    } else if cfg!(target_os = "macos") {
        set("HOME")?.join("Library/Application Support")
    } else {
        set("XDG_DATA_HOME").or_else(|| Some(set("HOME")?.join(".local/share")))?
    };
    Some(base.join("trois"))
}

/// Writes warnings to the standard error stream, for commands that have no log.
pub(crate) fn log_warnings() {
    use tracing_subscriber::filter::LevelFilter;
    let log = tracing_subscriber::fmt().with_max_level(LevelFilter::WARN).with_writer(std::io::stderr);
    // If a subscriber is installed already, it stays.
    let _ = log.without_time().with_target(false).with_ansi(std::io::stderr().is_terminal()).try_init();
}

/// Starts logging to the standard error stream.
pub(super) fn init_logging(args: &ServeArgs) -> Result<(), Failure> {
    use tracing_subscriber::filter::{EnvFilter, LevelFilter};
    let level = &args.log_level;
    let filter = EnvFilter::builder()
        .with_default_directive(LevelFilter::INFO.into())
        .parse(level)
        .map_err(|error| Failure::input(format!("“{level}” is not a log level: {error}.")))?;
    let has_colour = std::io::stderr().is_terminal();
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(has_colour);
    // If a subscriber is installed already, it stays.
    let _ = match args.log {
        LogFormat::Text => log.with_target(false).try_init(),
        LogFormat::Json => log.json().flatten_event(true).try_init(),
        LogFormat::Off => Ok(()),
    };
    Ok(())
}
