//! A bad network: a proxy for WebSocket frames that loses, delays, repeats and reorders them in both directions, cuts
//! connections, and can go down.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use rules::Rng;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::{Error, Message};

/// The rates of faults, each as a number of frames per 1000.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    /// Frames that are lost.
    pub lost: u32,
    /// Frames that are delivered twice.
    pub duplicated: u32,
    /// Frames that are delayed, and so arrive after later ones.
    pub delayed: u32,
    /// The longest delay.
    pub max_delay: Duration,
    /// Frames after which the connection is cut.
    pub cut: u32,
}

/// A proxy between clients and a server.
#[derive(Debug)]
pub struct BadNetwork {
    /// The address that clients connect to.
    pub address: SocketAddr,
    is_up: watch::Sender<bool>,
    frames: Arc<AtomicU64>,
    faults: Arc<AtomicU64>,
}

/// The state that all connections share.
#[derive(Clone)]
struct Forwarder {
    server: SocketAddr,
    faults: Faults,
    rng: Arc<Mutex<Rng>>,
    is_up: watch::Receiver<bool>,
    frame_count: Arc<AtomicU64>,
    fault_count: Arc<AtomicU64>,
}

impl BadNetwork {
    /// Starts a proxy in front of a server.
    ///
    /// # Panics
    ///
    /// If there is no free port.
    pub async fn start(server: SocketAddr, faults: Faults, seed: u64) -> BadNetwork {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (is_up, up) = watch::channel(true);
        let network = BadNetwork { address, is_up, frames: Arc::default(), faults: Arc::default() };
        let forwarder = Forwarder {
            server,
            faults,
            rng: Arc::new(Mutex::new(Rng::new(seed))),
            is_up: up,
            frame_count: Arc::clone(&network.frames),
            fault_count: Arc::clone(&network.faults),
        };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                if *forwarder.is_up.borrow() {
                    tokio::spawn(forward_connection(forwarder.clone(), stream));
                }
            }
        });
        network
    }

    /// Cuts every connection and accepts none until [`come_back`](BadNetwork::come_back).
    pub fn go_down(&self) {
        self.is_up.send_replace(false);
    }

    /// Accepts connections again.
    pub fn come_back(&self) {
        self.is_up.send_replace(true);
    }

    /// The number of frames, and the number of faults: frames that were lost, late or doubled, and cuts.
    pub fn frames(&self) -> (u64, u64) {
        (self.frames.load(Ordering::Relaxed), self.faults.load(Ordering::Relaxed))
    }
}

/// Forwards one connection until it ends.
async fn forward_connection(forwarder: Forwarder, stream: TcpStream) {
    let _ = stream.set_nodelay(true);
    let (mut path, mut cookie) = (String::new(), None);
    #[allow(clippy::result_large_err, reason = "that is how the library has it")]
    let read = |request: &Request, response: Response| -> Result<Response, ErrorResponse> {
        path = request.uri().to_string();
        cookie = request.headers().get("cookie").cloned();
        Ok(response)
    };
    let Ok(near) = tokio_tungstenite::accept_hdr_async(stream, read).await else { return };
    let Ok(stream) = TcpStream::connect(forwarder.server).await else { return };
    let _ = stream.set_nodelay(true);
    let mut request = format!("ws://{}{path}", forwarder.server).into_client_request().unwrap();
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", cookie);
    }
    let Ok((far, _)) = tokio_tungstenite::client_async(request, stream).await else { return };
    let (near_out, near_in) = near.split();
    let (far_out, far_in) = far.split();
    let mut is_up = forwarder.is_up.clone();
    tokio::select! {
        () = forward_frames(&forwarder, near_in, far_out) => {}
        () = forward_frames(&forwarder, far_in, near_out) => {}
        _ = is_up.wait_for(|is_up| !is_up) => {}
    }
}

/// Forwards frames in one direction, with faults, until a connection ends.
async fn forward_frames(
    forwarder: &Forwarder,
    mut from: impl Stream<Item = Result<Message, Error>> + Unpin,
    mut to: impl Sink<Message, Error = Error> + Unpin,
) {
    let (sender, mut frames) = mpsc::unbounded_channel::<Message>();
    let reading = async {
        while let Some(Ok(frame)) = from.next().await {
            if !frame.is_text() {
                if frame.is_close() {
                    return;
                }
                continue;
            }
            forwarder.frame_count.fetch_add(1, Ordering::Relaxed);
            let (dice, late, wait) = {
                let mut rng = forwarder.rng.lock().unwrap_or_else(PoisonError::into_inner);
                (
                    rng.below(1000),
                    rng.below(1000),
                    forwarder.faults.max_delay.mul_f64(f64::from(rng.below(1000)) / 1000.0),
                )
            };
            let Faults { lost, duplicated, cut, .. } = forwarder.faults;
            let is_late = late < forwarder.faults.delayed;
            let copies = if dice < lost { 0 } else { 1 + usize::from(dice < lost + duplicated) };
            if is_late || copies != 1 {
                forwarder.fault_count.fetch_add(1, Ordering::Relaxed);
            }
            for copy in 0..copies {
                // The second copy comes later.
                if is_late || copy > 0 {
                    let (sender, frame) = (sender.clone(), frame.clone());
                    tokio::spawn(async move {
                        tokio::time::sleep(wait).await;
                        // The connection may be gone by then.
                        let _ = sender.send(frame);
                    });
                } else {
                    let _ = sender.send(frame.clone());
                }
            }
            if (1000 - cut..1000).contains(&dice) {
                forwarder.fault_count.fetch_add(1, Ordering::Relaxed);
                return;
            }
        }
    };
    let writing = async {
        while let Some(frame) = frames.recv().await {
            if to.send(frame).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = reading => {}
        () = writing => {}
    }
}
