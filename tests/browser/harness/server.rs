//! The real server with its own port and store, until it is stopped.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use server::{AppState, CookieKey, Database, ServerSettings};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

/// The user agent of a test's browser; the number of the browser follows.
pub(super) const USER_AGENT: &str = "Trois test browser ";

/// A server that runs in the test's process.
pub(crate) struct Server {
    runtime: Option<Runtime>,
    folder: PathBuf,
    pub(crate) address: SocketAddr,
    is_new: Arc<AtomicBool>,
}

impl Server {
    /// Starts it on a free port.
    pub(crate) fn start() -> Server {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("trois-browser-{}-{count}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let key = CookieKey::from_file(&folder.join("cookie.key")).unwrap();
        // A test does in seconds what takes people minutes.
        let settings = ServerSettings {
            is_unlimited: true,
            is_behind_proxy: true,
            ..ServerSettings::new(Database::Folder(folder.clone()), key)
        };
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
        let state = runtime.block_on(AppState::start(settings)).unwrap();
        let app = server::app(state).layer(other_version).layer(middleware::from_fn(forwarded));
        let service = app.into_make_service_with_connect_info::<SocketAddr>();
        runtime.spawn(async { axum::serve(listener, service).await });
        Server { runtime: Some(runtime), folder, address, is_new }
    }

    /// From now on serves another version of the app: the same files with a different service worker.
    pub(crate) fn serve_new_version(&self) {
        self.is_new.store(true, Ordering::Relaxed);
    }

    /// Stops the server and all its connections at once, as if the machine had crashed.
    pub(crate) fn stop(self) {
        drop(self);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Acts as a proxy: every browser of a test has its own address, which its user agent names.
async fn forwarded(mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    let address = headers.get(header::USER_AGENT).and_then(|agent| {
        let number: u8 = agent.to_str().ok()?.rsplit_once(USER_AGENT)?.1.parse().ok()?;
        HeaderValue::from_str(&format!("192.0.2.{number}")).ok()
    });
    if let Some(address) = address {
        headers.insert("x-forwarded-for", address);
    }
    next.run(request).await
}

/// The service worker of another version: it caches the same files under another name.
fn other_service_worker() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist/sw.js");
    fs::read_to_string(path).unwrap().replacen("trois-", "trois-next-", 1)
}
