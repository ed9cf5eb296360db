//! How an event changes a table. Everything that is true of a table comes about here and nowhere else.

use rules::{AnyMove, Seat, Turn, Viewer};

use crate::event::{Event, What};
use crate::offers::Offer;
use crate::state::{Chair, Done, Human, State};
use crate::time::Time;

/// An event that cannot have happened at this table: the log is damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit(pub(crate) &'static str);

impl std::fmt::Display for Unfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Unfit {}

impl State {
    /// Lets an event happen. If it cannot have happened, the state means nothing any more.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), Unfit> {
        let at = event.at.max(self.last);
        if let Some(cause) = event.cause {
            match self.asked.iter_mut().find(|(guest, _)| *guest == cause.guest) {
                Some((_, number)) => *number = cause.number.max(*number),
                None => self.asked.push((cause.guest, cause.number)),
            }
        }
        self.count_act(event);
        match &event.what {
            What::Created { .. } => return Err(Unfit("a table is created once")),
            What::Joined { seat, guest, name, contribution } => {
                self.filling()?;
                let chair = self.chair_mut(*seat)?;
                chair.human = Some(Human { guest: *guest, name: name.clone() });
                chair.gone = None;
                self.contributions[seat.index()] = Some(*contribution);
            }
            What::Left { seat } => {
                self.filling()?;
                let place = self.chair_mut(*seat)?.place;
                *self.chair_mut(*seat)? = Chair::new(place);
                self.contributions[seat.index()] = None;
            }
            What::Started { order } => self.start(order, at)?,
            What::Moved { seat, mv } => {
                if self.game.turn() != Turn::Seat(*seat) {
                    return Err(Unfit("somebody moved out of turn"));
                }
                self.step(mv, Some(*seat))?;
                self.offers.moved(*seat);
                self.chair_mut(*seat)?.premove = None;
                self.clocks.moved(self.setup.clock(), *seat, at);
                self.run_clock(at);
            }
            What::Drawn { mv } => {
                if self.game.turn() != Turn::Chance {
                    return Err(Unfit("a card was drawn out of turn"));
                }
                self.step(mv, None)?;
                self.run_clock(at);
            }
            What::Premoved { seat, ply, mv } => {
                self.playing()?;
                self.chair_mut(*seat)?.premove = Some((*ply, mv.clone()));
            }
            What::Unpremoved { seat } => self.chair_mut(*seat)?.premove = None,
            What::Offered { seat, offer } => {
                let ply = self.ply();
                let chair = self.chair_mut(*seat)?;
                chair.offered.retain(|(known, _)| known != offer);
                chair.offered.push((*offer, ply));
                self.offers.make(*offer, *seat);
            }
            What::Accepted { seat, offer } => {
                self.chair_mut(*seat)?;
                self.offers.accept(*offer, *seat);
            }
            What::Declined { offer, .. } | What::Withdrawn { offer, .. } => self.offers.drop(*offer),
            What::TookBack { ply } => self.go_back(*ply, at)?,
            What::StoodIn { seat, level, why } => {
                self.playing()?;
                let chair = self.chair_mut(*seat)?;
                chair.stand_in = Some((*level, *why));
                chair.premove = None;
                self.offers.left(*seat);
                self.run_clock(at);
            }
            What::Returned { seat } => {
                self.playing()?;
                self.chair_mut(*seat)?.stand_in = None;
                self.run_clock(at);
            }
            What::Handed { seat, guest } => {
                let human = self.chair_mut(*seat)?.human.as_mut().ok_or(Unfit("nobody sits there"))?;
                human.guest = *guest;
            }
            What::Gone { seat } => self.chair_mut(*seat)?.gone = Some(at),
            What::Back { seat } => self.chair_mut(*seat)?.gone = None,
            What::Resumed { down_for } => {
                self.clocks.credit(*down_for, at);
                // Nobody is connected to a server that has just started.
                for chair in self.chairs.iter_mut().filter(|chair| chair.human.is_some()) {
                    chair.gone = Some(resumed(chair.gone, *down_for, at));
                }
            }
            What::Said { seat, .. } => {
                self.chair_mut(*seat)?;
            }
            What::Ended { outcome, why } => {
                if self.is_over() {
                    return Err(Unfit("a game ends once"));
                }
                self.end = Some((*outcome, *why));
                self.ended_at = Some(at);
                self.clocks.run(self.setup.clock(), None, at);
                self.offers.ended();
                self.chairs.iter_mut().for_each(|chair| chair.premove = None);
            }
            What::Rematched { table } => {
                self.rematch = Some(table.clone());
                self.offers.drop(Offer::Rematch);
            }
        }
        self.last = at;
        Ok(())
    }

    fn count_act(&mut self, event: &Event) {
        match (&event.what, event.cause) {
            (What::Moved { .. }, _) => self.chairs.iter_mut().for_each(|chair| chair.acts = 0),
            (_, Some(cause)) => {
                if let Some(seat) = self.seat_of(cause.guest) {
                    let acts = &mut self.chairs[seat.index()].acts;
                    *acts = acts.saturating_add(1);
                }
            }
            (_, None) => {}
        }
    }

    fn filling(&self) -> Result<(), Unfit> {
        if self.is_started() || self.is_over() { Err(Unfit("the game has begun")) } else { Ok(()) }
    }

    fn playing(&self) -> Result<(), Unfit> {
        if self.is_playing() { Ok(()) } else { Err(Unfit("nobody is playing")) }
    }

    fn chair_mut(&mut self, seat: Seat) -> Result<&mut Chair, Unfit> {
        self.chairs.get_mut(seat.index()).ok_or(Unfit("there is no such seat"))
    }

    fn start(&mut self, order: &[Seat], at: Time) -> Result<(), Unfit> {
        self.filling()?;
        let mut places = order.to_vec();
        places.sort_unstable();
        if !places.iter().copied().eq(self.seats()) {
            return Err(Unfit("this is no way to sit down"));
        }
        self.chairs = order.iter().map(|place| self.chairs[place.index()].clone()).collect();
        self.order = order.to_vec();
        self.run_clock(at);
        Ok(())
    }

    /// Plays a move, of a player or of chance.
    fn step(&mut self, text: &str, by: Option<Seat>) -> Result<(), Unfit> {
        self.playing()?;
        let mv = self.game.parse_move(text).map_err(|_| Unfit("a move cannot be read"))?;
        let viewers = self.seats().map(Viewer::Seat).chain([Viewer::Public]);
        let mut seen: Vec<AnyMove> = viewers.map(|viewer| self.game.redact_move(mv, viewer)).collect();
        if seen.iter().all(|seen| *seen == mv) {
            seen = Vec::new();
        }
        self.game.play(mv).map_err(|_| Unfit("a move is illegal"))?;
        self.steps.push(Done { mv, by, turn: self.game.turn(), seen });
        Ok(())
    }

    fn go_back(&mut self, ply: u32, at: Time) -> Result<(), Unfit> {
        self.playing()?;
        let length = self.steps_at(ply).ok_or(Unfit("there is nothing to take back"))?;
        if self.steps[length..].iter().any(|step| step.by.is_none()) {
            return Err(Unfit("cards that were seen cannot be taken back"));
        }
        self.steps.truncate(length);
        self.game = self.setup.game().clone();
        for step in &self.steps {
            self.game.play(step.mv).map_err(|_| Unfit("a move is illegal"))?;
        }
        self.offers.drop(Offer::TakeBack);
        self.offers.drop(Offer::Draw);
        for chair in &mut self.chairs {
            chair.premove = None;
            chair.offered.clear();
        }
        self.run_clock(at);
        Ok(())
    }

    /// Lets the clock of whoever is to move run, if that is a human.
    fn run_clock(&mut self, at: Time) {
        let seat = self.to_move().filter(|&seat| self.is_human(seat));
        if self.clocks.running() != seat {
            self.clocks.run(self.setup.clock(), seat, at);
        }
    }
}

/// Since when somebody counts as gone once the server is up again.
pub(crate) fn resumed(gone: Option<Time>, down_for: u64, at: Time) -> Time {
    gone.map_or(at, |gone| gone.plus(down_for).min(at))
}
