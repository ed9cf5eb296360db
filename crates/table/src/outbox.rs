//! What was asked of a table and is not answered yet: it is numbered, and repeated after a lost connection.

use crate::request::{Request, RequestKind};

/// The requests that wait for an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outbox {
    /// The highest number given so far.
    last: u64,
    waiting: Vec<Request>,
}

impl Outbox {
    /// Numbers a request. The number is the time in milliseconds, so that several windows of one player do not take
    /// the same, or one more than the last.
    pub fn ask(&mut self, kind: RequestKind, now: u64) -> Request {
        self.last = now.max(self.last + 1);
        let request = Request { number: self.last, kind };
        self.waiting.push(request.clone());
        request
    }

    /// The server knows of requests up to this number.
    pub fn known(&mut self, asked: u64) {
        self.last = self.last.max(asked);
    }

    /// What is to be said again, in order.
    pub fn unanswered(&self) -> &[Request] {
        &self.waiting
    }

    /// An answer came: the request that it answers, unless it was answered before.
    pub fn answered(&mut self, number: u64) -> Option<Request> {
        let index = self.waiting.iter().position(|request| request.number == number)?;
        Some(self.waiting.remove(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Offer, Phrase};

    #[test]
    fn numbers_grow_even_when_the_clock_stands_still_or_goes_back() {
        let mut outbox = Outbox::default();
        let mut number = |now| outbox.ask(RequestKind::Resign, now).number;
        assert_eq!([number(1000), number(1000), number(900), number(2000)], [1000, 1001, 1002, 2000]);
    }

    #[test]
    fn numbers_go_on_after_those_that_the_server_knows() {
        let mut outbox = Outbox::default();
        outbox.known(5000);
        assert_eq!(outbox.ask(RequestKind::Leave, 1000).number, 5001);
    }

    #[test]
    fn what_is_not_answered_is_repeated_in_order_with_the_same_numbers() {
        let mut outbox = Outbox::default();
        let asks = [RequestKind::Offer(Offer::Draw), RequestKind::Say(Phrase::Hello), RequestKind::Resign];
        let asked = asks.map(|ask| outbox.ask(ask, 1));
        assert_eq!(outbox.unanswered(), asked);
        assert_eq!(outbox.answered(asked[1].number).as_ref(), Some(&asked[1]));
        assert_eq!(outbox.answered(asked[1].number), None);
        assert_eq!(outbox.unanswered(), [asked[0].clone(), asked[2].clone()]);
    }
}
