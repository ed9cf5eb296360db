//! `trois serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

#[test]
#[cfg(unix)]
fn serve_says_where_it_is_makes_its_folder_and_ends_politely() {
    let data = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve/data");
    let mut trois = Command::new(env!("CARGO_BIN_EXE_trois"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(&data)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(trois.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.ends_with("\r\n\r\nok"), "{answer}");
    assert!(data.is_dir());
    assert!(Command::new("kill").args(["-INT", &trois.id().to_string()]).status().unwrap().success());
    assert!(trois.wait().unwrap().success());
}
