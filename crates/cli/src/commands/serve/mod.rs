//! `trois serve`: the app in a browser, and the tables at which people play, served from this program.

mod setting;

use std::future::IntoFuture;
use std::io::Write;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::time::Duration;

use axum::serve::ListenerExt;

use crate::args::ServeArgs;
use crate::errors::Failure;

/// How long an answer that is being sent may take when the server is stopped.
const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &ServeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    setting::log(args.log);
    let _ = crate::sockets::allow();
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::Internal(format!("The server could not be started: {error}.")))?;
    runtime.block_on(serve(args, out))
}

async fn serve(args: &ServeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let settings = setting::settings(args)?;
    let listener = tokio::net::TcpListener::bind(args.listen)
        .await
        .map_err(|error| Failure::input(format!("{} cannot be listened on: {error}.", args.listen)))?;
    let hub = server::Hub::start(settings)
        .await
        .map_err(|fault| Failure::input(format!("The games cannot be kept: {fault}.")))?;
    let address = format!("http://{}/", listener.local_addr()?);
    writeln!(out, "Trois is at {address}  (Ctrl-C ends it)")?;
    out.flush()?;
    if args.open {
        open(&address);
    }
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let service = server::app(hub.clone()).into_make_service_with_connect_info::<SocketAddr>();
    // Lines are short and somebody waits for each: none is held back until there are more.
    let listener = listener.tap_io(|socket| {
        let _ = socket.set_nodelay(true);
    });
    let server = axum::serve(listener, service).with_graceful_shutdown(async {
        // If the one who would say stop is gone, it is time to stop too.
        let _ = stopped.await;
    });
    let mut server = std::pin::pin!(server.into_future());
    tokio::select! {
        ended = &mut server => return Ok(ended?),
        _ = interrupted() => {}
    }
    hub.stop();
    drop(stop);
    // Browsers keep connections open for minutes: nobody waits for those.
    let _ = tokio::time::timeout(PATIENCE, server).await;
    writeln!(out, "Goodbye.")?;
    Ok(())
}

/// Waits for Ctrl-C, or for a polite request to end.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    // Without a signal to wait for, only killing ends the program.
    let _ = tokio::signal::ctrl_c().await;
}

/// Shows the address in the browser where there is a desktop. The address is printed, so nothing is lost if not.
fn open(address: &str) {
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
