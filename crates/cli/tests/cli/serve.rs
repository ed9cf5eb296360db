//! `trois serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::{answer, refusal};

/// A server of a test. Its log can be read when it has ended.
pub(crate) struct Serving {
    trois: Child,
    pub(crate) address: String,
    /// Where its metrics are; empty without `--metrics`.
    metrics: String,
}

impl Serving {
    pub(crate) fn start(data: &Path, more: &[&str]) -> Serving {
        let mut trois = Command::new(env!("CARGO_BIN_EXE_trois"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(more)
            .env_remove("TROIS_LOG")
            .env_remove("TROIS_LOG_FORMAT")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(trois.stdout.as_mut().unwrap());
        let mut address = || {
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned()
        };
        let own = address();
        let metrics = if more.contains(&"--metrics") { address() } else { String::new() };
        Serving { trois, address: own, metrics }
    }

    /// Ends it with a signal and returns the log.
    pub(crate) fn end(self, signal: &str) -> String {
        assert!(
            Command::new("kill").args([signal, &self.trois.id().to_string()]).status().unwrap().success()
        );
        let output = self.trois.wait_with_output().unwrap();
        assert_eq!(output.status.success(), signal == "-INT");
        String::from_utf8(output.stderr).unwrap()
    }
}

/// A data folder that does not exist yet.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// The reason for which `trois serve` refuses these arguments. It must not have created the data folder.
#[track_caller]
fn serve_refusal(args: &[&str]) -> String {
    let data = folder("refused");
    let reason = refusal(&[&["serve", "--data", data.to_str().unwrap()], args].concat());
    assert!(!data.exists(), "{args:?} created {}", data.display());
    reason
}

#[test]
fn invalid_arguments_are_refused_before_anything_is_created() {
    for (args, reason) in [
        (&["--log-level", "loud=very"][..], "loud=very"),
        (&["--listen", "0.0.0.0:0", "--no-limits"], "--no-limits"),
        (&["--no-limits", "--behind-proxy"], "a server that others reach"),
        (&["--no-limits", "--public-url", "https://trois.example"], "a server that others reach"),
        (&["--public-url", "trois.example"], "trois.example"),
        (&["--metrics", "0.0.0.0:0"], "--metrics-token-file"),
        (&["--metrics-token-file", "no-such-file"], "no-such-file"),
    ] {
        let refused = serve_refusal(args);
        assert!(refused.contains(reason), "{args:?}: {refused}");
    }
}

#[test]
#[cfg(unix)]
fn serve_prints_its_address_creates_its_folder_and_shuts_down_cleanly() {
    let data = folder("data");
    let serving = Serving::start(&data, &[]);
    let mut stream = TcpStream::connect(&serving.address).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.ends_with("\r\n\r\nok"), "{answer}");
    assert!(data.is_dir());
    serving.end("-INT");
}

#[test]
#[cfg(unix)]
fn the_log_reports_starts_stops_and_outages() {
    let data = folder("log");
    let first = Serving::start(&data, &[]);
    let address = first.address.clone();
    let log = first.end("-INT");
    let lines: Vec<&str> = log.lines().collect();
    assert!(lines[0].contains("INFO the server has started"), "{log}");
    assert!(lines[0].contains(&address) && lines[0].contains(&data.display().to_string()), "{log}");
    assert!(lines.last().unwrap().contains("INFO the server has stopped"), "{log}");
    assert!(!log.contains("no server was running") && !log.contains('\u{1b}'), "{log}");
    Serving::start(&data, &[]).end("-KILL");
    let log = Serving::start(&data, &["--log", "json"]).end("-INT");
    let outage = log.lines().find(|line| line.contains("no server was running for a while")).unwrap();
    assert!(
        outage.starts_with('{')
            && outage.contains("\"level\":\"WARN\"")
            && outage.contains("\"milliseconds\":")
    );
    assert_eq!(Serving::start(&data, &["--log", "off"]).end("-INT"), "");
}

#[test]
#[cfg(unix)]
fn the_log_level_is_a_setting_like_any_other() {
    let help = answer(&["serve", "--help"]);
    assert!(help.contains("--log-level <LEVEL>") && help.contains("[env: TROIS_LOG="), "{help}");
    assert_eq!(Serving::start(&folder("level"), &["--log-level", "error"]).end("-INT"), "");
}

/// The path of the sample unit for systemd in docs/.
fn unit_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/trois.service")
}

#[test]
fn the_sample_unit_uses_settings_that_exist() {
    let unit = std::fs::read_to_string(unit_file()).unwrap();
    let help = answer(&["serve", "--help"]);
    let command =
        unit.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/local/bin/trois serve ")).unwrap();
    for option in command.split(' ').filter(|word| word.starts_with("--")) {
        assert!(help.contains(option), "{option}");
    }
    let environment = unit.lines().find_map(|line| line.strip_prefix("Environment=")).unwrap();
    for setting in environment.split(' ') {
        let name = setting.split('=').next().unwrap();
        assert!(help.contains(&format!("[env: {name}=")), "{name}");
    }
}

/// Needs systemd's own tool, and is skipped without it.
#[test]
#[cfg(target_os = "linux")]
fn systemd_rates_the_sample_unit_as_little_exposed() {
    // The exposure is from 0 to 10, and the threshold is ten times that.
    let analysis = Command::new("systemd-analyze")
        .args(["security", "--offline=true", "--threshold=30", "--no-pager"])
        .arg(unit_file())
        .output();
    match analysis {
        Ok(analysis) => {
            let text = String::from_utf8_lossy(&analysis.stdout);
            assert!(analysis.status.success() && text.contains("Overall exposure level"), "{text}");
        }
        Err(missing) => assert_eq!(missing.kind(), std::io::ErrorKind::NotFound),
    }
}

#[test]
#[cfg(unix)]
fn the_data_folder_is_private_from_the_first_moment() {
    use std::os::unix::fs::PermissionsExt;
    let data = folder("private");
    let serving = Serving::start(&data, &[]);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    for entry in std::fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    serving.end("-INT");
}

/// The response to a GET request.
pub(crate) fn get(address: &str, path: &str, headers: &str) -> String {
    response(address, &format!("GET {path}"), headers, "")
}

/// The response to a POST request.
pub(crate) fn post(address: &str, path: &str, headers: &str, body: &str) -> String {
    response(address, &format!("POST {path}"), &format!("{headers}x-trois: 1\r\n"), body)
}

fn response(address: &str, what: &str, headers: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let request = format!(
        "{what} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
#[cfg(unix)]
fn metrics_are_private_and_have_their_own_address() {
    let serving = Serving::start(&folder("metrics"), &["--metrics", "127.0.0.1:0"]);
    let metrics = serving.metrics.clone();
    assert!(get(&serving.address, "/metrics", "").starts_with("HTTP/1.1 404"), "not where people are");
    assert!(get(&serving.address, "/api/tables/nothing", "").starts_with("HTTP/1.1 404"));
    let text = get(&metrics, "/metrics", "");
    for figure in [
        "trois_up 1",
        "trois_build_info{version=\"",
        "trois_http_responses_total{status=\"4xx\"} 2",
        "trois_refused_total{code=\"no-such-table\"} 1",
        "trois_store_append_seconds_bucket{le=\"+Inf\"} ",
        "process_cpu_seconds_total ",
        "process_open_fds ",
        "process_max_fds ",
        "process_resident_memory_bytes ",
    ] {
        assert!(text.lines().any(|line| line.starts_with(figure)), "{figure}: {text}");
    }
    assert!(get(&metrics, "/", "").starts_with("HTTP/1.1 404"), "nothing else is served there");
    serving.end("-INT");
}

#[test]
#[cfg(unix)]
fn metrics_for_other_machines_need_a_token() {
    let tokens = folder("token");
    std::fs::create_dir_all(&tokens).unwrap();
    let token = tokens.join("token");
    std::fs::write(&token, "short").unwrap();
    let token_file = token.to_str().unwrap();
    let args = ["--metrics", "0.0.0.0:0", "--metrics-token-file", token_file];
    let refused = || serve_refusal(&args);
    let set_mode = |mode| {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&token, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    set_mode(0o644);
    assert!(refused().contains(&format!("run: chmod 600 {token_file}")), "{}", refused());
    set_mode(0o600);
    assert!(refused().contains("at least 16 characters"), "{}", refused());
    std::fs::write(&token, "0123456789abcdef\n").unwrap();
    let serving = Serving::start(&folder("token-data"), &args);
    let metrics = serving.metrics.replace("0.0.0.0", "127.0.0.1");
    assert!(get(&metrics, "/metrics", "").starts_with("HTTP/1.1 401"));
    assert!(
        get(&metrics, "/metrics", "authorization: Bearer 0123456789abcdee\r\n").starts_with("HTTP/1.1 401")
    );
    assert!(
        get(&metrics, "/metrics", "authorization: Bearer 0123456789abcdef\r\n").starts_with("HTTP/1.1 200")
    );
    serving.end("-INT");
}

#[test]
#[cfg(unix)]
fn the_access_log_is_off_by_default_and_says_no_more_than_needed() {
    let ask = |serving: &Serving| {
        get(&serving.address, "/api/archive?name=Anne", "cookie: trois=secret\r\nuser-agent: Firefox\r\n");
        get(&serving.address, "/api/tables/abcdefgh", "");
    };
    let quiet = Serving::start(&folder("no-access-log"), &[]);
    ask(&quiet);
    assert!(!quiet.end("-INT").contains("/api/"));
    let serving = Serving::start(&folder("access-log"), &["--access-log", "--log", "json"]);
    ask(&serving);
    let log = serving.end("-INT");
    let line = |route: &str| {
        log.lines().find(|line| line.contains(route)).unwrap_or_else(|| panic!("{route}: {log}"))
    };
    assert!(
        line("/api/archive").contains("\"status\":200")
            && line("/api/archive").contains("\"method\":\"GET\"")
    );
    assert!(line("/api/tables/{id}").contains("\"status\":404"));
    for private in ["Anne", "secret", "Firefox", "abcdefgh"] {
        assert!(!log.contains(private), "{private}: {log}");
    }
    let about_requests: Vec<&str> =
        log.lines().filter(|line| line.contains("\"message\":\"request\"")).collect();
    assert!(
        about_requests.len() == 2 && about_requests.iter().all(|line| !line.contains("127.0.0.1")),
        "{log}"
    );
}
