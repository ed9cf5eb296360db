//! The address of a database as libpq reads it: `postgresql://…` or `host=… user=…`, with the parameters that the
//! driver does not support: `sslmode`, certificates and password files, from the address or from the environment.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use tokio_postgres::Config;
use tokio_postgres::config::Host;

/// Parameters that the driver does not know, each with the environment variable that holds its default.
const UNSUPPORTED_BY_DRIVER: [(&str, &str); 5] = [
    ("sslmode", "PGSSLMODE"),
    ("sslrootcert", "PGSSLROOTCERT"),
    ("sslcert", "PGSSLCERT"),
    ("sslkey", "PGSSLKEY"),
    ("passfile", "PGPASSFILE"),
];

/// Parameters that the driver knows and this server decides itself.
const DECIDED_HERE: [&str; 6] = [
    "load_balance_hosts",
    "keepalives",
    "keepalives_idle",
    "keepalives_interval",
    "keepalives_retries",
    "tcp_user_timeout",
];

/// How a connection is encrypted, and what is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SslMode {
    /// Never encrypted.
    Disable,
    /// Encrypted only if the database insists.
    Allow,
    /// Encrypted if the database can.
    Prefer,
    /// Encrypted. The certificate is checked only if there is a root certificate.
    Require,
    /// Encrypted, with a certificate of a known authority.
    VerifyCa,
    /// Encrypted, with a certificate of a known authority for this host.
    VerifyFull,
}

/// The parameters of an address that the driver does not read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SslParameters {
    pub(super) mode: Option<SslMode>,
    /// A file with root certificates, or `system`.
    pub(super) root: Option<String>,
    /// The files with the certificate and the key of this client.
    pub(super) certificate: Option<PathBuf>,
    pub(super) key: Option<PathBuf>,
    /// The passwords that a password file has for the hosts, in their order.
    pub(super) passwords: Vec<Option<String>>,
}

/// Reads an address. `environment` looks a variable up.
pub(super) fn parse(
    text: &str,
    environment: impl Fn(&str) -> Option<String>,
) -> Result<(Config, SslParameters), String> {
    let (rest, mut unsupported) = take_unsupported(text)?;
    let environment = |name: &str| environment(name).filter(|value| !value.is_empty());
    for (name, variable) in UNSUPPORTED_BY_DRIVER {
        if let Some(value) = environment(variable) {
            unsupported.entry(name).or_insert(value);
        }
    }
    let mut config: Config = rest.parse().map_err(|error: tokio_postgres::Error| {
        let cause = std::error::Error::source(&error).map_or_else(String::new, |cause| format!(": {cause}"));
        format!("that is not the address of a PostgreSQL database: {error}{cause}")
    })?;
    check_counts(&config)?;
    if config.get_user().is_none()
        && let Some(user) = environment("PGUSER").or_else(|| whoami::username().ok())
    {
        config.user(user);
    }
    if config.get_dbname().is_none()
        && let Some(name) = environment("PGDATABASE")
    {
        config.dbname(name);
    }
    let mode = unsupported.get("sslmode").map(|mode| ssl_mode(mode)).transpose()?;
    let mut passwords = Vec::new();
    if config.get_password().is_none() {
        let home = environment("HOME").map(PathBuf::from);
        let named = unsupported.get("passfile").map(PathBuf::from);
        if let Some(password) = environment("PGPASSWORD") {
            config.password(password);
        } else if let Some(file) = named.or_else(|| home.map(|home| home.join(".pgpass"))) {
            passwords = passwords_from(&file, &config, unsupported.contains_key("passfile"))?;
        }
    }
    let path = |name| unsupported.get(name).map(PathBuf::from);
    let parameters = SslParameters {
        mode,
        root: unsupported.get("sslrootcert").cloned(),
        certificate: path("sslcert"),
        key: path("sslkey"),
        passwords,
    };
    Ok((config, parameters))
}

/// Refuses an address whose lists of hosts, of their addresses and of ports do not fit together.
fn check_counts(config: &Config) -> Result<(), String> {
    let (hosts, addresses) = (config.get_hosts().len(), config.get_hostaddrs().len());
    let (ports, count) = (config.get_ports().len(), hosts.max(addresses));
    if hosts > 0 && addresses > 0 && hosts != addresses {
        return Err(format!("the address of the database has {hosts} hosts and {addresses} of hostaddr"));
    }
    if ports > 1 && ports != count {
        return Err(format!("the address of the database has {count} hosts and {ports} ports"));
    }
    Ok(())
}

fn ssl_mode(text: &str) -> Result<SslMode, String> {
    Ok(match text {
        "disable" => SslMode::Disable,
        "allow" => SslMode::Allow,
        "prefer" => SslMode::Prefer,
        "require" => SslMode::Require,
        "verify-ca" => SslMode::VerifyCa,
        "verify-full" => SslMode::VerifyFull,
        other => {
            return Err(format!(
                "sslmode={other} is unknown: it is disable, allow, prefer, require, verify-ca or verify-full"
            ));
        }
    })
}

/// Takes the parameters out of an address that the driver does not know.
fn take_unsupported(text: &str) -> Result<(String, HashMap<&'static str, String>), String> {
    let refused = |key: &str| match DECIDED_HERE.into_iter().find(|name| *name == key) {
        Some(name) => Err(format!("the address of the database may not set {name}: Trois decides it itself")),
        None => Ok(()),
    };
    let known = |key: &str| UNSUPPORTED_BY_DRIVER.iter().map(|(name, _)| *name).find(|name| *name == key);
    let mut unsupported = HashMap::new();
    if text.starts_with("postgresql://") || text.starts_with("postgres://") {
        let Some((base, query)) = text.split_once('?') else { return Ok((text.to_owned(), unsupported)) };
        let mut rest = Vec::new();
        for parameter in query.split('&') {
            refused(parameter.split('=').next().unwrap_or_default())?;
            match parameter.split_once('=').and_then(|(key, value)| Some((known(key)?, value))) {
                Some((name, value)) => drop(unsupported.insert(name, percent_decoded(value)?)),
                None => rest.push(parameter),
            }
        }
        let query = if rest.is_empty() { String::new() } else { format!("?{}", rest.join("&")) };
        return Ok((format!("{base}{query}"), unsupported));
    }
    let mut rest = Vec::new();
    for word in words(text) {
        refused(word.split('=').next().unwrap_or_default().trim())?;
        match word.split_once('=').and_then(|(key, value)| Some((known(key.trim())?, value))) {
            Some((name, value)) => drop(unsupported.insert(name, unquoted(value))),
            None => rest.push(word),
        }
    }
    Ok((rest.join(" "), unsupported))
}

/// The `key=value` words of an address, which white space separates outside of single quotes.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let (mut is_quoted, mut is_escaped) = (false, false);
    for c in text.chars() {
        if c.is_whitespace() && !is_quoted && !is_escaped {
            words.push(String::new());
            continue;
        }
        is_quoted ^= c == '\'' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A value without its quotes and backslashes.
fn unquoted(value: &str) -> String {
    let mut plain = String::new();
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\'' => {}
            '\\' => plain.extend(chars.next()),
            c => plain.push(c),
        }
    }
    plain
}

fn percent_decoded(text: &str) -> Result<String, String> {
    let bad = || format!("“{text}” in the address of the database is not written as in a URL");
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, more)) = rest.split_first() {
        if first == b'%' {
            let digits = more.get(..2).and_then(|digits| std::str::from_utf8(digits).ok()).ok_or_else(bad)?;
            bytes.push(u8::from_str_radix(digits, 16).map_err(|_| bad())?);
            rest = &more[2..];
        } else {
            bytes.push(first);
            rest = more;
        }
    }
    String::from_utf8(bytes).map_err(|_| bad())
}

/// The password of this user for each host in a password file: lines `host:port:database:user:password`, where `*` matches
/// anything. A file that was named must be readable, and none may be readable by others.
fn passwords_from(file: &Path, config: &Config, is_named: bool) -> Result<Vec<Option<String>>, String> {
    let shown = file.display();
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(_) if !is_named => return Ok(Vec::new()),
        Err(error) => return Err(format!("the password file {shown} cannot be read: {error}")),
    };
    #[cfg(unix)]
    if let Ok(metadata) = std::fs::metadata(file)
        && std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o077 != 0
    {
        return Err(format!("others can read the password file {shown}: chmod 600 {shown}"));
    }
    let addresses = config.get_hostaddrs();
    let host = |index: usize| match config.get_hosts().get(index) {
        Some(Host::Tcp(name)) => name.clone(),
        #[cfg(unix)]
        Some(Host::Unix(_)) => "localhost".to_owned(),
        None => addresses.get(index).map(ToString::to_string).unwrap_or_default(),
    };
    let ports = config.get_ports();
    let user = config.get_user().unwrap_or_default();
    let database = config.get_dbname().unwrap_or(user);
    let password = |index: usize| {
        let port = ports.get(index).or(ports.first()).copied().unwrap_or(5432).to_string();
        let host = host(index);
        let wanted = [host.as_str(), &port, database, user];
        text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
            let fields = fields(line);
            let [given @ .., password] = &fields[..] else { return None };
            let matches = given.len() == 4
                && given.iter().zip(wanted).all(|(given, wanted)| given == "*" || given == wanted);
            matches.then(|| password.clone())
        })
    };
    Ok((0..config.get_hosts().len().max(addresses.len())).map(password).collect())
}

/// The five fields of a line, which colons separate. A backslash takes the next character literally.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        let Some(last) = fields.last_mut() else { break };
        match c {
            '\\' => last.extend(chars.next()),
            ':' => fields.push(String::new()),
            c => last.push(c),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none(_: &str) -> Option<String> {
        None
    }

    #[test]
    fn the_driver_gets_the_parameters_it_knows_and_this_module_reads_the_rest() {
        for text in [
            "postgresql://anne@db.example:5433/games?sslmode=verify-full&connect_timeout=3&sslrootcert=/a%20b/ca.crt",
            "host=db.example port=5433 user=anne dbname=games sslmode=verify-full connect_timeout=3 sslrootcert='/a b/ca.crt'",
        ] {
            let (config, ssl) = parse(text, none).unwrap();
            assert_eq!(config.get_hosts(), [Host::Tcp("db.example".to_owned())], "{text}");
            assert_eq!((config.get_ports(), config.get_dbname()), (&[5433][..], Some("games")));
            assert_eq!(config.get_connect_timeout().unwrap().as_secs(), 3);
            assert_eq!((ssl.mode, ssl.root.as_deref()), (Some(SslMode::VerifyFull), Some("/a b/ca.crt")));
        }
    }

    #[test]
    fn the_environment_supplies_missing_parameters() {
        let environment = |name: &str| match name {
            "PGSSLMODE" => Some("require".to_owned()),
            "PGPASSWORD" => Some("secret".to_owned()),
            _ => None,
        };
        let (config, ssl) = parse("postgresql://anne@db.example/games", environment).unwrap();
        assert_eq!((ssl.mode, config.get_password()), (Some(SslMode::Require), Some(&b"secret"[..])));
        let (config, ssl) =
            parse("postgresql://anne:own@db.example/games?sslmode=disable", environment).unwrap();
        assert_eq!((ssl.mode, config.get_password()), (Some(SslMode::Disable), Some(&b"own"[..])));
    }

    #[test]
    fn unknown_parameters_are_refused_with_the_known_ones() {
        for (text, why) in [
            ("postgresql://db.example/games?sslmode=encrypt", "it is disable, allow, prefer"),
            ("postgresql://db.example/games?sslrootcert=%zz", "not written as in a URL"),
            ("postgresql://db.example/games?sslcrl=a", "unknown option `sslcrl`"),
            ("postgresql://db.example/games?passfile=/nowhere/at/all", "cannot be read"),
            ("postgresql://db.example/games?keepalives_idle=9", "may not set keepalives_idle"),
            ("host=db.example load_balance_hosts=random", "may not set load_balance_hosts"),
            ("host=a,b hostaddr=192.0.2.1", "2 hosts and 1 of hostaddr"),
            ("host=a,b,c port=1,2", "3 hosts and 2 ports"),
            ("nonsense", "that is not the address of a PostgreSQL database"),
        ] {
            let error = parse(text, none).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_password_file_is_read_as_libpq_reads_it_and_must_be_private() {
        use std::os::unix::fs::PermissionsExt;
        let file = std::env::temp_dir().join(format!("trois-passfile-{}", std::process::id()));
        std::fs::write(&file, "# comment\nother:*:*:*:no\n*:5432:games:luc:no\n*:*:games:anne:a\\:b\\\\c\n")
            .unwrap();
        let text =
            format!("postgresql://anne@first.example,second.example/games?passfile={}", file.display());
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(parse(&text, none).unwrap_err().contains("chmod 600"));
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
        let passwords = |text: &str| parse(text, none).unwrap().1.passwords;
        assert_eq!(passwords(&text), [(); 2].map(|()| Some("a:b\\c".to_owned())));
        let luc = text.replace("anne@", "luc@").replace("/games", "/other");
        assert_eq!(passwords(&luc), [None, None]);
        std::fs::remove_file(&file).unwrap();
    }

    /// A password file that only its owner can read, with these lines.
    #[cfg(unix)]
    fn password_file(name: &str, lines: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let file = std::env::temp_dir().join(format!("trois-{name}-{}", std::process::id()));
        std::fs::write(&file, lines).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
        file
    }

    #[cfg(unix)]
    #[test]
    fn each_host_has_its_own_password_in_the_file() {
        let lines = "first.example:5433:*:*:one\n192.0.2.7:*:*:*:two\n*:5434:*:*:three\n";
        let file = password_file("passwords-of-hosts", lines);
        let passwords = |hosts: &str| {
            let text = format!("{hosts} user=anne passfile={}", file.display());
            let passwords = parse(&text, none).unwrap().1.passwords;
            passwords.into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>()
        };
        assert_eq!(passwords("host=first.example,second.example port=5433,5434"), ["one", "three"]);
        assert_eq!(passwords("host=first.example,second.example port=5433"), ["one", ""]);
        // Without a name, the address is the name.
        assert_eq!(passwords("hostaddr=192.0.2.7,192.0.2.8"), ["two", ""]);
        assert_eq!(passwords("host=first.example hostaddr=192.0.2.7 port=5433"), ["one"]);
        std::fs::remove_file(&file).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn without_a_user_in_the_address_it_is_that_of_the_environment_or_of_the_system() {
        let system = whoami::username().unwrap();
        let file =
            password_file("passwords-of-users", &format!("*:*:games:anne:hers\n*:*:*:{system}:mine\n"));
        let read = |variables: &'static [(&str, &str)]| {
            let environment = move |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            let text = format!("postgresql://db.example?passfile={}", file.display());
            let (config, ssl) = parse(&text, environment).unwrap();
            (config.get_user().map(str::to_owned), ssl.passwords)
        };
        let mine = (Some(system.clone()), vec![Some("mine".to_owned())]);
        assert_eq!(read(&[]), mine);
        let hers = (Some("anne".to_owned()), vec![Some("hers".to_owned())]);
        assert_eq!(read(&[("PGUSER", "anne"), ("PGDATABASE", "games")]), hers);
        std::fs::remove_file(&file).unwrap();
    }
}
