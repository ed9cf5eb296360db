//! Limits how many frames a client may send on a socket.

use std::time::Instant;

use axum::extract::ws::Message;
use table::LONGEST_LINE;

use crate::rate_limit::{Rate, TokenBucket};

/// How many frames beyond the rate limit close the connection, and how many of them are forgiven per second.
const EXCESS: Rate = Rate { per_second: 1.0, capacity: 200.0 };

/// Counts the messages and control frames of a connection.
pub(crate) struct FrameLimit {
    rate: Rate,
    bucket: TokenBucket,
    /// What may still be sent beyond the rate.
    excess: TokenBucket,
    is_exceeded: bool,
}

impl FrameLimit {
    pub(crate) fn new(lines_per_second: u32, now: Instant) -> FrameLimit {
        let per_second = lines_per_second.max(1) as f32;
        let rate = Rate { per_second, capacity: per_second * 3.0 };
        FrameLimit {
            rate,
            bucket: TokenBucket::new(rate, now),
            excess: TokenBucket::new(EXCESS, now),
            is_exceeded: false,
        }
    }

    /// Counts a frame, a long one several times; `false` if it is beyond the rate.
    pub(crate) fn allows(&mut self, message: &Message, now: Instant) -> bool {
        let length = match message {
            Message::Text(text) => text.len(),
            Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
            Message::Close(_) => 0,
        };
        let cost = 1.0 + (length / LONGEST_LINE) as f32;
        let is_allowed = self.bucket.take(self.rate, now, cost);
        self.is_exceeded |= !is_allowed && !self.excess.take(EXCESS, now, 1.0);
        is_allowed
    }

    /// Whether the client has exceeded the rate by so many frames that the connection must be closed.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn frames_beyond_the_rate_are_forgiven_after_a_while() {
        let start = Instant::now();
        let mut frames = FrameLimit::new(20, start);
        let mut send = |count: usize, seconds: u64| {
            let now = start + Duration::from_secs(seconds);
            let allowed = (0..count).filter(|_| frames.allows(&Message::Ping("".into()), now)).count();
            (allowed, frames.is_exceeded())
        };
        assert_eq!(send(260, 0), (60, false));
        assert_eq!(send(260, 600), (60, false), "ten minutes later the client starts afresh");
        assert_eq!(send(1, 600), (0, true), "too much at a time");
    }
}
