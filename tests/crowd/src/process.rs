//! A real `trois serve` in a process of its own, that can be killed at any moment.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A port that is free now.
///
/// # Panics
///
/// If there is none.
pub fn free_port() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// A server.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// How long it took from its start until it answered that all is well.
    pub started_in: Duration,
}

impl Process {
    /// Starts one at this address, with more arguments of `trois serve`, and waits until it serves.
    ///
    /// # Panics
    ///
    /// If it does not within half a minute.
    pub fn start(program: &Path, address: SocketAddr, arguments: &[&str]) -> Process {
        Process::start_by(Command::new(program), address, arguments)
    }

    /// Starts one by a command that ends in the program.
    ///
    /// # Panics
    ///
    /// If it does not serve within half a minute.
    pub fn start_by(mut command: Command, address: SocketAddr, arguments: &[&str]) -> Process {
        let began = Instant::now();
        command.args(["serve", "--log", "off", "--posts-per-minute", "100000", "--listen"]);
        command.arg(address.to_string()).args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
        let mut child = command.spawn().unwrap();
        while !is_well(address) {
            assert_eq!(child.try_wait().unwrap(), None, "the server has ended");
            assert!(began.elapsed() < Duration::from_secs(30), "the server does not answer");
            std::thread::sleep(Duration::from_millis(5));
        }
        Process { child, started_in: began.elapsed() }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it as a failure of the power does.
    pub fn kill(mut self) {
        self.end();
    }

    /// Sends it a signal: `STOP`, `CONT`, …
    ///
    /// # Panics
    ///
    /// If that is not possible.
    pub fn signal(&self, name: &str) {
        let status = Command::new("kill").arg(format!("-{name}")).arg(self.child.id().to_string()).status();
        assert!(status.unwrap().success());
    }

    fn end(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Whether the server says that it can write.
fn is_well(address: SocketAddr) -> bool {
    let ask = || {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        std::io::Result::Ok(answer.ends_with("\r\n\r\nok"))
    };
    ask().unwrap_or(false)
}
