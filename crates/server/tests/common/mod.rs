//! The real server on a real port, with its own store in a folder that is deleted at the end.

#![allow(dead_code, reason = "each test uses some of it")]

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use server::{AppState, CookieKey, Database, ServerSettings};
use tokio::task::JoinHandle;

/// A folder that is deleted when this is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        use std::sync::atomic::{AtomicU32, Ordering};
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("trois-server-{}-{count}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A running server.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) state: Arc<AppState>,
    serving: JoinHandle<()>,
    folder: Option<Folder>,
}

/// The settings of a server with its store and its cookie key in a folder. There are no limits per guest and per
/// address, since all clients of a test come from one: the tests of limits turn them on.
pub(crate) fn settings(folder: &Path) -> ServerSettings {
    let key = CookieKey::from_file(&folder.join("cookie.key")).unwrap();
    ServerSettings { is_unlimited: true, ..ServerSettings::new(Database::Folder(folder.to_owned()), key) }
}

impl Running {
    /// Starts a server in its own folder.
    pub(crate) async fn start() -> Running {
        Running::start_with(|_| {}).await
    }

    /// Starts a server in its own folder, with changed settings.
    pub(crate) async fn start_with(change: impl FnOnce(&mut ServerSettings)) -> Running {
        let folder = Folder::new();
        let mut settings = settings(folder.path());
        change(&mut settings);
        let mut running = Running::with(settings).await;
        running.folder = Some(folder);
        running
    }

    /// Starts a server with these settings.
    pub(crate) async fn with(settings: ServerSettings) -> Running {
        Running::serve(AppState::start(settings).await.unwrap()).await
    }

    async fn serve(state: Arc<AppState>) -> Running {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(server::serve(listener, Arc::clone(&state), std::future::pending()));
        Running { address, state, serving, folder: None }
    }

    /// Starts a server in the folder of one that was stopped, as soon as that one has released it.
    pub(crate) async fn restart(folder: &Folder, change: impl FnOnce(&mut ServerSettings)) -> Running {
        let mut settings = settings(folder.path());
        change(&mut settings);
        let released = async {
            loop {
                match AppState::start(settings.clone()).await {
                    Ok(state) => return Running::serve(state).await,
                    Err(_) => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
                }
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(30), released)
            .await
            .expect("the folder is released")
    }

    /// Deletes the folder when the server is dropped.
    pub(crate) fn keeping(mut self, folder: Folder) -> Running {
        self.folder = Some(folder);
        self
    }

    /// The folder of the server.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.as_ref().unwrap().path()
    }

    /// Shuts the server down, as SIGTERM does.
    pub(crate) async fn stop(self) -> Option<Folder> {
        self.state.stop();
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        self.serving.abort();
        self.folder
    }
}
