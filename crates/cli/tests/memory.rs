//! A real `trois serve` gives the memory of closed sockets back to the system. `cargo xtask attack` is the long version.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use client::ApiClient;
use crowd::{ServerProcess, free_port, length, report_attack};

/// How many times the test opens and closes all sockets.
const WAVES: usize = 3;

/// How much more memory the last wave of sockets may need than the first: an allocator does not use every byte again.
const SLACK: u64 = 8 << 20;

/// How long the server may take to release the memory.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(60);

/// The resident memory of a process, in bytes.
fn resident_bytes(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() * 1024
}

/// Waits until the server has closed the sockets: it then has few files open.
async fn wait_until_closed(process: u32) {
    let began = Instant::now();
    while std::fs::read_dir(format!("/proc/{process}/fd")).unwrap().count() > 100 {
        assert!(began.elapsed() < Duration::from_secs(60), "sockets are still open");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Opens a WebSocket and sends it a line. Blocking sockets need no memory of this process.
fn open_socket(address: SocketAddr, path: &str, line: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 101");
    // A text frame that is masked with zeros.
    let mut frame = vec![0x81, 0x80 | u8::try_from(line.len()).unwrap(), 0, 0, 0, 0];
    frame.extend_from_slice(line.as_bytes());
    stream.write_all(&frame).unwrap();
    stream
}

/// Opens sockets, half of them in the lobby and half at a table.
fn open_sockets(address: SocketAddr, table: &str, count: usize) -> Vec<TcpStream> {
    let at_table = format!("/api/tables/{table}/socket");
    let open = |number: usize| {
        let path = if number.is_multiple_of(2) { "/api/lobby/socket" } else { &at_table };
        open_socket(address, path, "hello version=5 seat=- seen=0")
    };
    (0..count).map(open).collect()
}

#[tokio::test]
async fn the_memory_of_closed_sockets_goes_back_to_the_system() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).unwrap();
    let count = length("MEMORY_SOCKETS", 2000_usize);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("memory-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let (program, address) = (Path::new(env!("CARGO_BIN_EXE_trois")), free_port());
    // As in docs/trois.service: by default the allocator keeps free memory until more is freed.
    let mut command = Command::new(program);
    command.env("MIMALLOC_PURGE_DELAY", "0");
    let server = ServerProcess::start_by(command, address, &["--data", folder.to_str().unwrap()]);
    let api = ApiClient::new(address).await.unwrap();
    let table = api.create_table("morpion - open,open untimed first").await.unwrap().to_string();
    let before = resident_bytes(server.id());
    let mut with_sockets = Vec::new();
    for _ in 0..WAVES {
        let open = open_sockets(address, &table, count);
        with_sockets.push(resident_bytes(server.id()));
        drop(open);
        wait_until_closed(server.id()).await;
    }
    let taken = with_sockets[0].saturating_sub(before);
    let began = Instant::now();
    while resident_bytes(server.id()) > before + taken / 3 && began.elapsed() < RELEASE_TIMEOUT {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let after = resident_bytes(server.id());
    let megabytes = |bytes: &u64| format!("{:.1} MB", *bytes as f64 / 1e6);
    let waves: Vec<String> = with_sockets.iter().map(megabytes).collect();
    report_attack(
        &format!("{count} sockets that come and leave, {WAVES} times: memory of the server"),
        &format!(
            "{} before them, {} with them, {} after them",
            megabytes(&before),
            waves.join(", "),
            megabytes(&after)
        ),
    );
    let (first, last) = (with_sockets[0], with_sockets[WAVES - 1]);
    assert!(last <= first + SLACK, "{before} {with_sockets:?} {after}");
    assert!(after <= before + taken / 3, "{before} {with_sockets:?} {after}: the memory was not given back");
    drop(server);
    let _ = std::fs::remove_dir_all(&folder);
}
