//! The requests of one client that the server has not answered yet. They are numbered here, and repeated with the
//! same numbers after a lost connection.

use crate::request::{Request, RequestKind};
use crate::time::Time;

#[derive(Clone, Debug, Default)]
pub(crate) struct Outbox {
    /// The highest number used so far, by this client or, according to the server, by the same guest on another
    /// connection.
    last: u64,
    unanswered: Vec<Request>,
}

impl Outbox {
    /// Numbers a request and keeps it until it is answered. The number is the time in milliseconds, so that two
    /// windows of one player rarely choose the same, or one more than the last number if that is higher.
    pub(crate) fn push(&mut self, kind: RequestKind, now: Time) -> &Request {
        self.last = now.0.max(self.last.saturating_add(1));
        self.unanswered.push(Request { number: self.last, kind });
        &self.unanswered[self.unanswered.len() - 1]
    }

    /// Later requests get numbers above this one.
    pub(crate) fn skip_to(&mut self, number: u64) {
        self.last = self.last.max(number);
    }

    /// The requests to repeat, in order.
    pub(crate) fn unanswered(&self) -> &[Request] {
        &self.unanswered
    }

    /// Takes the request with this number out, if it has not been answered before.
    pub(crate) fn take(&mut self, number: u64) -> Option<Request> {
        let index = self.unanswered.iter().position(|request| request.number == number)?;
        Some(self.unanswered.remove(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Offer, Phrase};

    #[test]
    fn numbers_grow_even_when_the_clock_stands_still_or_goes_back() {
        let mut outbox = Outbox::default();
        let mut number = |now| outbox.push(RequestKind::Resign, Time(now)).number;
        assert_eq!([number(1000), number(1000), number(900), number(2000)], [1000, 1001, 1002, 2000]);
    }

    #[test]
    fn numbers_continue_after_the_last_one_that_the_server_knows() {
        let mut outbox = Outbox::default();
        outbox.skip_to(5000);
        assert_eq!(outbox.push(RequestKind::Leave, Time(1000)).number, 5001);
    }

    #[test]
    fn unanswered_requests_keep_their_order_and_numbers_and_are_taken_once() {
        let mut outbox = Outbox::default();
        let kinds = [RequestKind::Offer(Offer::Draw), RequestKind::Say(Phrase::Hello), RequestKind::Resign];
        let pushed = kinds.map(|kind| outbox.push(kind, Time(1)).clone());
        assert_eq!(outbox.unanswered(), pushed);
        assert_eq!(outbox.take(pushed[1].number).as_ref(), Some(&pushed[1]));
        assert_eq!(outbox.take(pushed[1].number), None);
        assert_eq!(outbox.unanswered(), [pushed[0].clone(), pushed[2].clone()]);
    }
}
