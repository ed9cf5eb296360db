//! `trois serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::{answer, refusal};

/// A server of a test; what it writes comes when it has ended.
struct Serving {
    trois: Child,
    address: String,
}

impl Serving {
    fn start(data: &Path, more: &[&str]) -> Serving {
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
        let mut line = String::new();
        BufReader::new(trois.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        Serving { trois, address }
    }

    /// Ends it by a signal: the log.
    fn end(self, signal: &str) -> String {
        assert!(
            Command::new("kill").args([signal, &self.trois.id().to_string()]).status().unwrap().success()
        );
        let output = self.trois.wait_with_output().unwrap();
        assert_eq!(output.status.success(), signal == "-INT");
        String::from_utf8(output.stderr).unwrap()
    }
}

/// A folder for data that is not there yet.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
#[cfg(unix)]
fn serve_says_where_it_is_makes_its_folder_and_ends_politely() {
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
fn how_much_is_logged_is_a_setting_like_any_other() {
    let help = answer(&["serve", "--help"]);
    assert!(help.contains("--log-level <LEVEL>") && help.contains("[env: TROIS_LOG="), "{help}");
    assert_eq!(Serving::start(&folder("level"), &["--log-level", "error"]).end("-INT"), "");
    assert!(refusal(&["serve", "--log-level", "loud=very"]).contains("loud=very"));
}
