//! Offers: draws, take-backs and rematches. `state` holds the offers that stand open, `decide` the rules for making
//! and answering them.

mod decide;
mod state;

pub use state::{Offer, StandingOffer};

pub(crate) use state::Offers;
