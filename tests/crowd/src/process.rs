//! A real `trois serve` in its own process, which can be killed at any time.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// An address with a free port.
///
/// # Panics
///
/// If there is none.
pub fn free_port() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// A server process.
#[derive(Debug)]
pub struct ServerProcess {
    child: Child,
    /// The time from its start until its health check passed.
    pub started_in: Duration,
}

impl ServerProcess {
    /// Starts a server at this address, with additional arguments for `trois serve`, and waits until it is healthy.
    ///
    /// # Panics
    ///
    /// If it is not healthy within half a minute.
    pub fn start(program: &Path, address: SocketAddr, arguments: &[&str]) -> ServerProcess {
        ServerProcess::start_by(Command::new(program), address, arguments)
    }

    /// Starts a server with a command that ends in the program's path.
    ///
    /// # Panics
    ///
    /// If it is not healthy within half a minute.
    pub fn start_by(mut command: Command, address: SocketAddr, arguments: &[&str]) -> ServerProcess {
        let began = Instant::now();
        command.args(["serve", "--log", "off", "--no-limits", "--listen"]);
        command.arg(address.to_string()).args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
        let mut child = command.spawn().unwrap();
        while !is_healthy(address) {
            assert_eq!(child.try_wait().unwrap(), None, "the server has ended");
            assert!(began.elapsed() < Duration::from_secs(30), "the server does not answer");
            std::thread::sleep(Duration::from_millis(5));
        }
        ServerProcess { child, started_in: began.elapsed() }
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills the process without a shutdown, as a power failure would.
    pub fn kill(mut self) {
        self.end();
    }

    /// Sends the process a signal: `STOP`, `CONT`, …
    ///
    /// # Panics
    ///
    /// If `kill` fails.
    pub fn signal(&self, name: &str) {
        let status = Command::new("kill").arg(format!("-{name}")).arg(self.child.id().to_string()).status();
        assert!(status.unwrap().success());
    }

    fn end(&mut self) {
        // The process may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.end();
    }
}

/// Whether the health check passes: the server can write to its store.
fn is_healthy(address: SocketAddr) -> bool {
    let check = || {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        std::io::Result::Ok(answer.ends_with("\r\n\r\nok"))
    };
    check().unwrap_or(false)
}
