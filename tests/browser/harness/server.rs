//! The real server, on a port of its own, until it is stopped.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::Request;
use axum::http::header;
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

/// A server that runs beside the test.
pub(crate) struct Server {
    runtime: Runtime,
    pub(crate) address: SocketAddr,
    is_new: Arc<AtomicBool>,
}

impl Server {
    /// Starts it on a free port.
    pub(crate) fn start() -> Server {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let is_new = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&is_new);
        let other_version = middleware::from_fn(move |request: Request, next: Next| {
            let is_other = asked.load(Ordering::Relaxed) && request.uri().path() == "/sw.js";
            async move {
                if is_other {
                    ([(header::CONTENT_TYPE, "text/javascript")], other_service_worker()).into_response()
                } else {
                    next.run(request).await
                }
            }
        });
        let app = server::app().layer(other_version);
        runtime.spawn(async { axum::serve(listener, app).await });
        Server { runtime, address, is_new }
    }

    /// From now on there is another version of the app: the same files, but the service worker is another.
    pub(crate) fn renew(&self) {
        self.is_new.store(true, Ordering::Relaxed);
    }

    /// Stops it at once, with all its connections, as if the machine had gone.
    pub(crate) fn stop(self) {
        self.runtime.shutdown_background();
    }
}

/// The service worker of another version, which keeps the same files under another name.
fn other_service_worker() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist/sw.js");
    fs::read_to_string(path).unwrap().replacen("trois-", "trois-next-", 1)
}
