//! The real server with its own port and store, until it is stopped.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use server::{AppState, CookieKey, Database, ServerSettings, WallClock};
use table::Time;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::{mpsc, oneshot};

/// The user agent of a test's browser; the number of the browser follows.
pub(super) const USER_AGENT: &str = "Trois test browser ";

/// A server that runs in a thread of the test's process.
pub(crate) struct Server {
    folder: PathBuf,
    pub(crate) address: SocketAddr,
    is_new: Arc<AtomicBool>,
    /// Where to ask the server to let time pass. Without it, the server stops.
    waits: Option<mpsc::UnboundedSender<Wait>>,
    thread: Option<JoinHandle<()>>,
}

/// A time that is to pass on the server, and whom to tell when it has.
type Wait = (Duration, oneshot::Sender<()>);

impl Server {
    /// Starts it on a free port.
    pub(crate) fn start() -> Server {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("trois-browser-{}-{count}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let key = CookieKey::from_file(&folder.join("cookie.key")).unwrap();
        let ahead = Arc::new(AtomicU64::new(0));
        // A test does in seconds what takes people minutes.
        let settings = ServerSettings {
            is_unlimited: true,
            is_behind_proxy: true,
            clock: clock_ahead(Arc::clone(&ahead)),
            ..ServerSettings::new(Database::Folder(folder.clone()), key)
        };
        let is_new = Arc::new(AtomicBool::new(false));
        let (waits, waiting) = mpsc::unbounded_channel();
        let (tell, told) = std::sync::mpsc::channel();
        let asked = Arc::clone(&is_new);
        let thread = std::thread::spawn(move || {
            // Only a runtime with one thread can let time pass.
            let runtime = Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                tell.send(serve(settings, asked).await).unwrap();
                pass_time(waiting, &ahead).await;
            });
            runtime.shutdown_background();
        });
        let address = told.recv().expect("the server starts");
        Server { folder, address, is_new, waits: Some(waits), thread: Some(thread) }
    }

    /// Lets time pass on the server at once: its clock and its timers, but not the clocks of the browsers.
    pub(crate) async fn let_time_pass(&self, time: Duration) {
        let (done, is_done) = oneshot::channel();
        self.waits.as_ref().expect("the server runs").send((time, done)).unwrap();
        is_done.await.unwrap();
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
        self.waits = None;
        if let Some(thread) = self.thread.take() {
            // A server that has failed has failed the test already.
            let _ = thread.join();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Starts to serve the app on a free port.
async fn serve(settings: ServerSettings, is_new: Arc<AtomicBool>) -> SocketAddr {
    let other_version = middleware::from_fn(move |request: Request, next: Next| {
        let is_other = is_new.load(Ordering::Relaxed) && request.uri().path() == "/sw.js";
        async move {
            if is_other {
                ([(header::CONTENT_TYPE, "text/javascript")], other_service_worker()).into_response()
            } else {
                next.run(request).await
            }
        }
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let state = AppState::start(settings).await.unwrap();
    let app = server::app(state).layer(other_version).layer(middleware::from_fn(forwarded));
    let service = app.into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async { axum::serve(listener, service).await });
    address
}

/// The clock of the operating system, ahead by some milliseconds.
fn clock_ahead(ahead: Arc<AtomicU64>) -> WallClock {
    let system = WallClock::system();
    WallClock::new(move || Time(system.now().0 + ahead.load(Ordering::Relaxed)))
}

/// Moves the clock of the server on at each request, until all senders of requests are dropped.
async fn pass_time(mut waiting: mpsc::UnboundedReceiver<Wait>, ahead: &AtomicU64) {
    // Short enough for a heartbeat in each step: a server without heartbeats counts as one that was down.
    const STEP: Duration = Duration::from_secs(1);
    while let Some((mut left, done)) = waiting.recv().await {
        while !left.is_zero() {
            let step = left.min(STEP);
            left -= step;
            ahead.fetch_add(step.as_millis() as u64, Ordering::Relaxed);
            tokio::time::pause();
            tokio::time::advance(step).await;
            tokio::time::resume();
            // Whatever was due is done, and written to the store.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let _ = done.send(());
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
