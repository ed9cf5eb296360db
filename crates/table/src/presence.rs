//! Connections that come and go, claims against players who are gone, engines that stand in, and clocks that run out.

use rules::{Level, Outcome, Seat};

use crate::decide::TableDraft;
use crate::event::{EndReason, EventKind, StandInReason};
use crate::refusal::Refusal;
use crate::request::Claim;
use crate::setup::{GuestId, STAND_IN_LEVEL};
use crate::state::State;
use crate::table::Table;
use crate::time::Time;

impl State {
    /// Whether a seat has made a move.
    fn has_moved(&self, seat: Seat) -> bool {
        self.moves.iter().any(|played| played.by == Some(seat))
    }

    /// How many milliseconds the others have waited for the first move of a human who is gone, or whose clock is running.
    fn first_move_wait(&self, seat: Seat, now: Time) -> Option<u64> {
        let gone = self.seat(seat)?.gone;
        let since = self.clocks.running_since(seat).into_iter().chain(gone).min()?;
        (!self.has_moved(seat)).then(|| now.since(since))
    }
}

impl Table {
    /// The guests who have not made a first move in time, so that another player may now [abort](Claim::Abort) the game.
    pub fn late_for_first_move(&self, now: Time) -> Vec<GuestId> {
        let state = self.state();
        let Some(wait) = state.setup.clock().abort_delay() else { return Vec::new() };
        let is_late = |seat: &Seat| {
            state.is_human(*seat) && state.first_move_wait(*seat, now).is_some_and(|waited| waited >= wait)
        };
        state.all_seats().filter(is_late).filter_map(|seat| self.guest(seat)).collect()
    }

    /// The engine to move (its seat, its level and the ply), if a player is waiting for it: one who is connected or,
    /// with days for each move, any other human, who will return later.
    pub fn awaited_engine(&self) -> Option<(Seat, Level, u32)> {
        let state = self.state();
        let is_connected = state.seats.iter().any(|seat| seat.human.is_some() && seat.gone.is_none());
        let is_awaited = || {
            let players = state.seats.iter().filter(|seat| seat.is_human()).count();
            state.setup.clock().claim_delay().is_none() && players > 1
        };
        self.engine_to_move().filter(|_| is_connected || is_awaited())
    }
}

impl TableDraft {
    /// Records that a player connected or disconnected, unless the log says so already.
    pub(crate) fn presence(&mut self, seat: Seat, is_connected: bool) -> Result<(), Refusal> {
        let is_gone = self.state.seat(seat).is_some_and(|state| state.gone.is_some());
        match (is_connected, is_gone) {
            (true, true) => self.push(EventKind::Back { seat }),
            (false, false) => self.push(EventKind::Gone { seat }),
            _ => Ok(()),
        }
    }

    /// Lets an engine play in a human's seat.
    pub(crate) fn stand_in(&mut self, seat: Seat, why: StandInReason) -> Result<(), Refusal> {
        self.push(EventKind::StoodIn { seat, level: STAND_IN_LEVEL, why })?;
        self.withdraw_hopeless_draw()?;
        self.conclude()
    }

    pub(crate) fn take_seat_back(&mut self, seat: Seat) -> Result<(), Refusal> {
        if self.state.is_over() {
            return Err(Refusal::Over);
        }
        match self.state.seat(seat).and_then(|state| state.stand_in) {
            None => Err(Refusal::NotStoodIn),
            Some((_, StandInReason::Time)) => Err(Refusal::LostOnTime),
            Some(_) => self.push(EventKind::Returned { seat }),
        }
    }

    pub(crate) fn claim(&mut self, seat: Seat, claim: Claim) -> Result<(), Refusal> {
        if claim == Claim::Abort {
            return self.abort(seat);
        }
        let is_for_two = self.state.seats.len() == 2;
        if is_for_two == (claim == Claim::Engine) {
            return Err(Refusal::CannotClaim(claim));
        }
        let wait = self.state.setup.clock().claim_delay().ok_or(Refusal::DaysPerMove)?;
        let gone: Vec<(Seat, u64)> = self
            .state
            .other_humans(seat)
            .into_iter()
            .filter_map(|other| {
                let since = self.state.seat(other)?.gone?;
                Some((other, wait.saturating_sub(self.now.since(since))))
            })
            .collect();
        let least = gone.iter().map(|(_, left)| *left).min().ok_or(Refusal::NobodyGone)?;
        if least > 0 {
            return Err(Refusal::TooSoon { wait: least });
        }
        let outcome = match claim {
            Claim::Win => Outcome::Win(seat),
            Claim::Draw => Outcome::Draw,
            Claim::Abort => return Err(Refusal::Fault),
            Claim::Engine => {
                for (other, _) in gone.into_iter().filter(|(_, left)| *left == 0) {
                    if self.state.is_playing() {
                        self.stand_in(other, StandInReason::Gone)?;
                    }
                }
                return Ok(());
            }
        };
        self.push(EventKind::Ended { outcome: Some(outcome), why: EndReason::Claim })
    }

    /// Ends a game without a result in which another human has not made a first move in time.
    fn abort(&mut self, seat: Seat) -> Result<(), Refusal> {
        let wait = self.state.setup.clock().abort_delay().ok_or(Refusal::DaysPerMove)?;
        let others = self.state.other_humans(seat);
        if !others.iter().any(|&other| !self.state.has_moved(other)) {
            return Err(Refusal::HasMoved);
        }
        let waits = others.iter().filter_map(|&other| self.state.first_move_wait(other, self.now));
        let longest = waits.max().ok_or(Refusal::NobodyGone)?;
        if longest < wait {
            return Err(Refusal::TooSoon { wait: wait - longest });
        }
        self.push(EventKind::Ended { outcome: None, why: EndReason::Aborted })
    }

    /// Handles a clock that has run out: in a game of two the player loses; with more players an engine stands in.
    pub(crate) fn tick(&mut self) -> Result<(), Refusal> {
        let clocks = &self.state.clocks;
        let (Some(seat), Some(end)) = (clocks.running(), clocks.flag_at()) else { return Ok(()) };
        if end > self.now {
            return Ok(());
        }
        if self.state.seats.len() > 2 {
            return self.stand_in(seat, StandInReason::Time);
        }
        self.push(EventKind::Ended { outcome: Some(Outcome::Win(seat.other())), why: EndReason::Time })
    }
}
