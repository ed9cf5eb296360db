//! The real server, on a port of its own, until it is stopped.

use std::net::SocketAddr;

use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

/// A server that runs beside the test.
pub(crate) struct Server {
    runtime: Runtime,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts it on a free port.
    pub(crate) fn start() -> Server {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        runtime.spawn(async { axum::serve(listener, server::app()).await });
        Server { runtime, address }
    }

    /// Stops it at once, with all its connections, as if the machine had gone.
    pub(crate) fn stop(self) {
        self.runtime.shutdown_background();
    }
}
