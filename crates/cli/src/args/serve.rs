//! The command line of `trois serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

/// Serve the app, for a browser.
#[derive(Debug, Args)]
#[command(after_help = "\
Everything the browser needs is in this program, and once loaded the app works without it too. Only this machine \
can reach the server unless --listen says otherwise.

Examples:
  trois serve --open
  trois serve --listen 127.0.0.1:0            any free port
  trois serve --listen 0.0.0.0:8333 --data /var/lib/trois")]
pub(crate) struct ServeArgs {
    /// The address to listen on; port 0 is any that is free
    #[arg(long, default_value = "127.0.0.1:8333", value_name = "ADDRESS:PORT")]
    pub(crate) listen: SocketAddr,
    /// The folder for what is kept; made if missing. So far nothing is: games are kept by the browser
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// Open the browser, where there is a desktop
    #[arg(long)]
    pub(crate) open: bool,
}
