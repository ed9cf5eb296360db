//! A load balancer that forwards each connection to one of the servers that are up.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::net::{TcpListener, TcpStream};

/// A load balancer.
#[derive(Debug)]
pub struct Balancer {
    /// The address that clients connect to.
    pub address: SocketAddr,
}

impl Balancer {
    /// Starts a balancer in front of these servers.
    ///
    /// # Panics
    ///
    /// If there is no free port.
    pub async fn start(servers: Vec<SocketAddr>) -> Balancer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let turn = Arc::new(AtomicUsize::new(0));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let first = turn.fetch_add(1, Ordering::Relaxed);
                let servers: Vec<SocketAddr> =
                    (0..servers.len()).map(|next| servers[(first + next) % servers.len()]).collect();
                tokio::spawn(forward(stream, servers));
            }
        });
        Balancer { address }
    }
}

/// Forwards a connection to the first server that accepts it.
async fn forward(mut near: TcpStream, servers: Vec<SocketAddr>) {
    let _ = near.set_nodelay(true);
    for server in servers {
        if let Ok(mut far) = TcpStream::connect(server).await {
            let _ = far.set_nodelay(true);
            // Ends when either side closes the connection.
            let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
            return;
        }
    }
}
