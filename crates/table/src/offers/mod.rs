//! Offers: what stands open between the players (`state`), and what follows when they answer (`decide`).

mod decide;
mod state;

pub use state::{Offer, StandingOffer};

pub(crate) use state::Offers;
