//! `trois load`, against a real `trois serve`.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use super::{finish, folder, refusal};

/// A server that ends with the test.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(test: &str) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_trois"))
            .args(["serve", "--no-limits", "--listen", "127.0.0.1:0", "--log", "off", "--data"])
            .arg(folder(test).join("data"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        Server { process, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn only_servers_of_this_machine_are_loaded_up_to_a_limit() {
    assert!(refusal(&["load", "192.0.2.1:80"]).contains("not on this machine"));
    assert!(refusal(&["load", "http://192.0.2.1:80/"]).contains("not on this machine"));
    assert!(refusal(&["load", "nonsense"]).contains("127.0.0.1:8333"));
    let many = ["load", "127.0.0.1:1", "--games", "9000", "--idle", "3000"];
    assert!(refusal(&many).contains("at most 20000"));
    for wrong in
        [["--games", "0"], ["--seconds", "3601"], ["--rate", "0"], ["--idle", "20001"], ["--game", "go"]]
    {
        assert!(refusal(&[&["load", "127.0.0.1:1"][..], &wrong].concat()).contains(wrong[1]));
    }
    // No program listens on the port of tcpmux.
    assert!(refusal(&["load", "127.0.0.1:1"]).contains("trois serve"));
}

#[test]
fn a_load_counts_its_moves_replaces_games_that_are_over_and_writes_a_report() {
    let server = Server::start("load-server");
    let report = folder("load-report").join("made");
    let mut command = super::command(&["load", &server.address, "--json", "--game", "mixed", "--report"]);
    command.arg(&report);
    command.args(["--games", "10", "--idle", "12", "--rate", "100", "--seconds", "4"]);
    let run = finish(command, b"");
    assert_eq!(run.status, Some(0), "{}", run.err);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    let moves = found["moves"].as_u64().unwrap();
    assert!(moves > 0 && found["heard_ms"]["p99"].as_f64().unwrap() > 0.0, "{found}");
    assert_eq!((&found["games"], &found["idle"]), (&Value::from(10), &Value::from(12)));
    // A game of Morpion has at most nine moves, and each pair makes up to 40.
    assert!(found["games_finished"].as_u64().unwrap() > 0, "{found}");
    assert_eq!(found["refused"], Value::Object(serde_json::Map::new()));
    assert_eq!(found["errors"], Value::Object(serde_json::Map::new()));
    // Every move is in one of the bars.
    let bars = found["histogram"].as_array().unwrap();
    assert_eq!(bars.iter().map(|bar| bar["moves"].as_u64().unwrap()).sum::<u64>(), moves);
    let kept: Value =
        serde_json::from_str(&std::fs::read_to_string(report.join("load.json")).unwrap()).unwrap();
    assert_eq!(kept, found);
    for name in ["latency.svg", "histogram.svg", "moves.svg"] {
        let text = std::fs::read_to_string(report.join(name)).unwrap();
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"), "{name}");
    }
    // No program can make twenty thousand moves a second in one game: that goal is missed, which matters only with
    // --check.
    let hard = ["load", &server.address, "--games", "1", "--idle", "0", "--rate", "20000", "--seconds", "1"];
    let run = super::run_with(&hard, b"");
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert!(run.out.contains("  no"), "{}", run.out);
    let run = super::run_with(&[&hard[..], &["--check"]].concat(), b"");
    assert_eq!(run.status, Some(1), "{}", run.err);
    assert!(run.err.contains("Goals that were missed: at least 19 600 moves a second"), "{}", run.err);
}
