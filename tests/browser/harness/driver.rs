//! Starts a chromedriver for one test.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A chromedriver process that ends with the test.
pub(crate) struct Driver {
    process: Child,
    pub(crate) port: u16,
}

impl Driver {
    /// Starts it on a free port.
    pub(crate) fn start() -> Driver {
        let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        let mut process = Command::new(&program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| {
                panic!(
                    "{program} cannot be started ({error}); on Debian: apt-get install chromium chromium-driver"
                )
            });
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                line.split_once("started successfully on port ")?.1.trim_end_matches('.').parse().ok()
            })
            .expect("chromedriver says on which port it listens");
        // Discards further output, so that the process never blocks on a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Driver { process, port }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
