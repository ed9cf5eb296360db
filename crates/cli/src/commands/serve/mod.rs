//! `trois serve`: serves the app and the tables at which people play.

pub(crate) mod settings;

use std::io::Write;
use std::net::SocketAddr;
use std::num::NonZero;
use std::process::{Command, Stdio};

use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::args::ServeArgs;
use crate::errors::Failure;

pub(crate) fn run(args: &ServeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    settings::init_logging(args)?;
    let _ = crate::file_limit::raise();
    let runtime =
        runtime().map_err(|error| Failure::Internal(format!("The server could not be started: {error}.")))?;
    runtime.block_on(serve(args, out))
}

/// The threads that serve requests: as many as `TOKIO_WORKER_THREADS` says, or one for each core but one. The last core is for
/// the thread that writes, the engines, the database and whatever else runs on the machine. On two cores a second thread
/// would cost a tenth more processor time for every move, to hand work over between the threads.
fn runtime() -> std::io::Result<Runtime> {
    let mut builder = Builder::new_multi_thread();
    builder.enable_all();
    if std::env::var_os("TOKIO_WORKER_THREADS").is_none() {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        builder.worker_threads(cores.saturating_sub(1).max(1));
    }
    builder.build()
}

async fn serve(args: &ServeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let settings = settings::from_args(args)?;
    let listener = bind(args.listen).await?;
    let metrics = match args.metrics {
        Some(address) => Some(bind(address).await?),
        None => None,
    };
    let state = server::AppState::start(settings)
        .await
        .map_err(|fault| Failure::input(format!("The store cannot be opened: {fault}.")))?;
    let address = format!("http://{}/", listener.local_addr()?);
    // Before the address is printed, since from then on Ctrl-C must shut the server down properly.
    let shutdown = shutdown_signal();
    writeln!(out, "Trois is at {address}  (Ctrl-C ends it)")?;
    if let Some(metrics) = metrics {
        writeln!(out, "Metrics are at http://{}/metrics", metrics.local_addr()?)?;
        tokio::spawn(server::serve_metrics(metrics, std::sync::Arc::clone(&state)));
    }
    out.flush()?;
    if args.open {
        open_browser(&address);
    }
    server::serve(listener, state, shutdown).await;
    writeln!(out, "Goodbye.")?;
    Ok(())
}

async fn bind(address: SocketAddr) -> Result<TcpListener, Failure> {
    let listening = TcpListener::bind(address).await;
    listening.map_err(|error| Failure::input(format!("Cannot listen on {address}: {error}.")))
}

/// Starts to listen for Ctrl-C and SIGTERM at once, and returns a future that waits for one of them.
fn shutdown_signal() -> impl Future<Output = ()> + Send + 'static {
    #[cfg(unix)]
    let signals = {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::interrupt())
            .and_then(|interrupt| Ok((interrupt, signal(SignalKind::terminate())?)))
    };
    async move {
        #[cfg(unix)]
        if let Ok((mut interrupt, mut terminate)) = signals {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
        // If signals cannot be received, only SIGKILL ends the program.
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Opens the address in the browser if there is a desktop. The address is printed, so a failure does not matter.
fn open_browser(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start"])
    } else {
        let has_desktop = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
        if !has_desktop {
            return;
        }
        ("xdg-open", &[])
    };
    let _ = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}
