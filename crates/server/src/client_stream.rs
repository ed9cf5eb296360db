//! The stream of a client, with limits on how slowly it may read and on how much a WebSocket may send.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use table::LONGEST_LINE;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::rate_limit::{Rate, TokenBucket};

/// The minimum rate at which a client must read, in bytes per second, averaged over a long time.
const MIN_READ_RATE: f32 = 1024.0;

/// How many bytes a line has on average, at most: a move has about 30.
const BYTES_PER_LINE: f32 = 256.0;

/// How many bytes may come at once for each line per second. It is more than a burst of the longest lines, so that the
/// limit on lines applies first: a client that sends too many lines is told so before this limit stops reading from it.
const BURST_PER_LINE: f32 = 8.0 * LONGEST_LINE as f32;

/// The stream of a client.
pub(crate) struct ClientStream<S> {
    stream: S,
    writes: WritePatience,
    reads: SocketReadLimit,
}

impl<S> ClientStream<S> {
    /// Waits for at most `timeout` for the client to read, and limits a WebSocket to about this many lines per second.
    pub(crate) fn new(stream: S, timeout: Duration, lines_per_second: u32) -> ClientStream<S> {
        ClientStream {
            stream,
            writes: WritePatience::new(timeout, MIN_READ_RATE),
            reads: SocketReadLimit::new(lines_per_second),
        }
    }

    /// Set once the connection is a WebSocket.
    pub(crate) fn is_socket(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.reads.is_socket)
    }
}

/// How long writes may still wait for the client. Waiting uses it up, and every byte that the client takes earns some of it
/// back: a client that reads a byte now and then loses its connection like one that does not read.
struct WritePatience {
    /// The maximum of `left`.
    limit: Duration,
    /// The rate in bytes per second at which `left` never runs out.
    min_rate: f32,
    left: Duration,
    /// When the current wait began and when it ends; `None` unless a write waits.
    wait: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl WritePatience {
    fn new(limit: Duration, min_rate: f32) -> WritePatience {
        WritePatience { limit, min_rate, left: limit, wait: None }
    }

    /// Accounts for a write: `bytes` were written if it is ready. Fails if writes have waited for too long.
    fn account<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
        bytes: impl FnOnce(&T) -> usize,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(result) = &written {
            if let Some((since, _)) = self.wait.take() {
                self.left = self.left.saturating_sub(since.elapsed());
            }
            let bytes = result.as_ref().map_or(0, bytes) as f32;
            self.left = (self.left + Duration::from_secs_f32(bytes / self.min_rate)).min(self.limit);
            return written;
        }
        let left = self.left;
        let (_, end) = self.wait.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        end.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

/// Limits the bytes that a WebSocket sends. `FrameLimit` counts whole messages, so it does not see the parts of a
/// message that never ends.
struct SocketReadLimit {
    rate: Rate,
    bucket: TokenBucket,
    is_socket: Arc<AtomicBool>,
}

impl SocketReadLimit {
    fn new(lines_per_second: u32) -> SocketReadLimit {
        let lines = lines_per_second.max(1) as f32;
        let rate = Rate { per_second: lines * BYTES_PER_LINE, capacity: lines * BURST_PER_LINE };
        SocketReadLimit { rate, bucket: TokenBucket::new(rate, Instant::now()), is_socket: Arc::default() }
    }

    /// Fails with [`QuotaExceeded`](io::ErrorKind::QuotaExceeded) if a WebSocket has sent too much.
    fn account(&mut self, bytes: usize) -> io::Result<()> {
        let is_limited = self.is_socket.load(Ordering::Relaxed);
        if is_limited && !self.bucket.take(self.rate, Instant::now(), bytes as f32) {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        Ok(())
    }
}

/// Whether an error is that of a WebSocket that has sent too much.
pub(crate) fn is_over_quota(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    causes.any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::QuotaExceeded)
    })
}

impl<S: AsyncRead + Unpin> AsyncRead for ClientStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        Poll::Ready(self.reads.account(buffer.filled().len() - before))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ClientStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.writes.account(context, written, |bytes| *bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.writes.account(context, written, |bytes| *bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.writes.account(context, flushed, |()| 0)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let ended = Pin::new(&mut self.stream).poll_shutdown(context);
        self.writes.account(context, ended, |()| 0)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    const LONG: Duration = Duration::from_secs(600);

    #[tokio::test]
    async fn a_write_times_out_only_if_the_client_stops_reading() {
        let (mut reader, stream) = duplex(8);
        let mut writer = ClientStream::new(stream, LONG, 20);
        let reading = async {
            let mut bytes = [0; 8];
            for _ in 0..20 {
                tokio::task::yield_now().await;
                reader.read_exact(&mut bytes).await.unwrap();
            }
        };
        let (written, ()) = tokio::join!(writer.write_all(&[0; 8 * 20]), reading);
        written.unwrap();
        assert!(writer.writes.wait.is_none(), "each write that succeeds ends the wait");
        writer.writes = WritePatience::new(Duration::from_millis(20), MIN_READ_RATE);
        let error = writer.write_all(&[0; 100]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_client_that_reads_a_byte_now_and_then_is_disconnected() {
        let (mut reader, stream) = duplex(8);
        let mut writer = ClientStream::new(stream, LONG, 20);
        // The client reads far below the required rate. Without the limit, this loop would never end.
        writer.writes = WritePatience::new(Duration::from_millis(100), 1e9);
        let reading = async {
            loop {
                sleep(Duration::from_millis(1)).await;
                let _ = reader.read_u8().await;
            }
        };
        let writing = async { while writer.write_all(&[0; 100]).await.is_ok() {} };
        tokio::select! {
            () = writing => {}
            () = reading => {}
            () = sleep(LONG) => panic!("the client is still connected"),
        }
    }

    #[tokio::test]
    async fn bytes_that_a_client_takes_earn_patience_up_to_its_limit() {
        let mut patience = WritePatience::new(Duration::from_secs(15), MIN_READ_RATE);
        let mut context = Context::from_waker(std::task::Waker::noop());
        patience.left = Duration::from_secs(1);
        let written = |bytes| Poll::Ready(Ok(bytes));
        assert!(patience.account(&mut context, written(2048), |bytes| *bytes).is_ready());
        assert_eq!(patience.left, Duration::from_secs(3));
        assert!(patience.account(&mut context, written(1 << 20), |bytes| *bytes).is_ready());
        assert_eq!(patience.left, Duration::from_secs(15));
    }

    /// Reads until the stream fails, and returns how many bytes came.
    async fn read_all(mut sender: DuplexStream, stream: &mut ClientStream<DuplexStream>) -> (usize, bool) {
        let sending = tokio::spawn(async move { while sender.write_all(&[0; 6]).await.is_ok() {} });
        let (mut bytes, mut count) = ([0; 2048], 0);
        let ended = loop {
            match stream.read(&mut bytes).await {
                Ok(read) if count < 1 << 20 => count += read,
                Ok(_) => break false,
                Err(error) => break is_over_quota(&error),
            }
        };
        sending.abort();
        (count, ended)
    }

    #[tokio::test]
    async fn a_websocket_may_send_a_limited_number_of_bytes_and_a_request_any_number() {
        let (sender, stream) = duplex(4096);
        let mut request = ClientStream::new(stream, LONG, 20);
        assert!(!read_all(sender, &mut request).await.1);
        let (sender, stream) = duplex(4096);
        let mut socket = ClientStream::new(stream, LONG, 20);
        socket.is_socket().store(true, Ordering::Relaxed);
        let (count, is_over_quota) = read_all(sender, &mut socket).await;
        assert!(is_over_quota && count >= 160 * LONGEST_LINE, "{count}");
    }
}
