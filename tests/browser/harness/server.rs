//! The real server, on a port of its own, with a store of its own, until it is stopped.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use server::{CookieKey, Database, Hub, Settings};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

/// A server that runs beside the test.
pub(crate) struct Server {
    runtime: Option<Runtime>,
    folder: PathBuf,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts it on a free port.
    pub(crate) fn start() -> Server {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("trois-browser-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let key = CookieKey::from_file(&folder.join("cookie.key")).unwrap();
        let settings = Settings::new(Database::Folder(folder.clone()), key);
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let hub = runtime.block_on(Hub::start(settings)).unwrap();
        let service = server::app(hub).into_make_service_with_connect_info::<SocketAddr>();
        runtime.spawn(async { axum::serve(listener, service).await });
        Server { runtime: Some(runtime), folder, address }
    }

    /// Stops it at once, with all its connections, as if the machine had gone.
    pub(crate) fn stop(self) {
        drop(self);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
