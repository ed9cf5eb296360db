//! Verifies the shuffles of a record: the secret matches the commitment, every draw and the seating follow from the secret
//! and the players' contributions, and the signatures are for this commitment.
//!
//! A record is written by the server, so it cannot show by itself when the commitment was published, or whose keys these
//! are. That takes what a player kept: a [`Receipt`](crate::Receipt), or the key from an earlier game.

use std::fmt;
use std::str::FromStr;

use rules::{AnyGame, Lang, Record, Say, Seat, TextError};

use crate::contribution::{Contribution, PlayerKey};
use crate::fair::{Commitment, Secret, ShuffleKey};
use crate::line_codec;

/// What was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of draws.
    pub draws: u64,
    /// Whether the seating was random, and therefore verified too.
    pub seating: bool,
    /// What is known of each contribution, in the order of the seats before the start.
    pub players: Vec<PlayerCheck>,
}

/// What a record shows of one seat's contribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerCheck {
    /// The owner of this key signed the contribution for the commitment of the record.
    Signed(PlayerKey),
    /// The player contributed without a signature.
    Unsigned,
    /// An engine, which contributes nothing.
    Engine,
}

/// Why a record cannot be verified, or is not fair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifyError {
    /// A required tag is missing.
    Missing(String),
    /// A tag has no valid value.
    Unreadable {
        /// The name of the tag.
        tag: String,
        /// What is wrong with its value.
        error: TextError,
    },
    /// The record does not begin with the first position of the game.
    NotTheStart,
    /// The secret does not match the commitment.
    OtherSecret,
    /// A contribution was signed for another commitment.
    Signature {
        /// The seat before the start, from 1.
        place: u8,
    },
    /// The seating is not the one that follows from the secret and the contributions.
    Seating {
        /// The seating that follows.
        fair: String,
    },
    /// A draw is not the one that follows from the secret and the contributions.
    Draw {
        /// The number of the draw, from 1.
        number: u64,
        /// What was drawn.
        drawn: String,
        /// What should have been drawn.
        fair: String,
    },
}

/// Verifies the shuffles of a record. It needs the tags `Commitment`, `Secret`, `Contribution1`… and, with random
/// seating, `Seating`.
pub fn verify(record: &Record) -> Result<Verified, VerifyError> {
    let start = record.start();
    if AnyGame::new(start.kind(), &start.options()).as_ref() != Ok(start) {
        return Err(VerifyError::NotTheStart);
    }
    let commitment: Commitment = tag(record, "Commitment")?;
    let secret: Secret = tag(record, "Secret")?;
    if secret.commitment() != commitment {
        return Err(VerifyError::OtherSecret);
    }
    let contributions: Vec<Option<Contribution>> = (1..=start.seats())
        .map(|place| {
            let name = format!("Contribution{place}");
            if record.tag(&name) == Some("-") { Ok(None) } else { tag(record, &name).map(Some) }
        })
        .collect::<Result<_, _>>()?;
    let players =
        (1..).zip(&contributions).map(|(place, contribution)| check_player(place, contribution, &commitment));
    let players = players.collect::<Result<_, _>>()?;
    let key = ShuffleKey::new(&secret, &contributions);
    let seating = check_seating(record, &key)?;

    let mut draws = 0;
    for (position, step) in record.positions().zip(record.steps()).filter(|(_, step)| step.is_chance()) {
        let fair = key.draw(&position, draws).map_or_else(String::new, |fair| fair.to_string());
        draws += 1;
        let drawn = step.mv().to_string();
        if drawn != fair {
            return Err(VerifyError::Draw { number: draws, drawn, fair });
        }
    }
    Ok(Verified { draws, seating, players })
}

fn check_player(
    place: u8,
    contribution: &Option<Contribution>,
    commitment: &Commitment,
) -> Result<PlayerCheck, VerifyError> {
    let Some(contribution) = contribution else { return Ok(PlayerCheck::Engine) };
    if !contribution.is_signed_for(commitment) {
        return Err(VerifyError::Signature { place });
    }
    Ok(contribution.key().map_or(PlayerCheck::Unsigned, PlayerCheck::Signed))
}

/// Verifies random seating; `false` if the players chose their seats.
fn check_seating(record: &Record, key: &ShuffleKey) -> Result<bool, VerifyError> {
    let Some(order) = record.tag("Seating").and_then(|seating| seating.strip_prefix("random ")) else {
        return Ok(false);
    };
    let given: Vec<Seat> = line_codec::list(order)
        .map_err(|error| VerifyError::Unreadable { tag: "Seating".to_owned(), error })?;
    let fair: Vec<Seat> = key.seating(record.start().seats()).into_iter().map(Seat::from_index).collect();
    if given != fair {
        return Err(VerifyError::Seating { fair: line_codec::List(&fair).to_string() });
    }
    Ok(true)
}

fn tag<T: FromStr<Err = TextError>>(record: &Record, name: &str) -> Result<T, VerifyError> {
    let text = record.tag(name).ok_or_else(|| VerifyError::Missing(name.to_owned()))?;
    text.parse().map_err(|error| VerifyError::Unreadable { tag: name.to_owned(), error })
}

impl VerifyError {
    /// A stable identifier for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            VerifyError::Missing(_) => "missing",
            VerifyError::Unreadable { .. } => "unreadable",
            VerifyError::NotTheStart => "not-the-start",
            VerifyError::OtherSecret => "other-secret",
            VerifyError::Signature { .. } => "signature",
            VerifyError::Seating { .. } => "seating",
            VerifyError::Draw { .. } => "draw",
        }
    }
}

impl Say for VerifyError {
    fn say(&self, lang: Lang) -> String {
        match (self, lang) {
            (VerifyError::Missing(tag), Lang::Fr) => {
                format!("Il manque l’étiquette {tag}\u{a0}: sans elle, rien ne peut être vérifié.")
            }
            (VerifyError::Missing(tag), Lang::En) => {
                format!("The tag {tag} is missing: without it nothing can be checked.")
            }
            (VerifyError::Unreadable { tag, error }, Lang::Fr) => {
                format!("Étiquette {tag}\u{a0}: {}", error.say(lang))
            }
            (VerifyError::Unreadable { tag, error }, Lang::En) => format!("Tag {tag}: {}", error.say(lang)),
            (VerifyError::NotTheStart, Lang::Fr) => {
                "La partie ne commence pas au début\u{a0}: ce qui vient avant ne peut pas être vérifié."
                    .to_owned()
            }
            (VerifyError::NotTheStart, Lang::En) => {
                "The game does not begin at the start: what came before cannot be checked.".to_owned()
            }
            (VerifyError::OtherSecret, Lang::Fr) => {
                "Le secret n’est pas celui de l’engagement écrit dans la partie.".to_owned()
            }
            (VerifyError::OtherSecret, Lang::En) => {
                "The secret is not the one of the commitment in the record.".to_owned()
            }
            (VerifyError::Signature { place }, Lang::Fr) => {
                format!(
                    "Le joueur de la place {place} a signé son hasard pour un autre engagement que celui de la partie\u{a0}: le secret a été changé, ou la signature."
                )
            }
            (VerifyError::Signature { place }, Lang::En) => {
                format!(
                    "The player in seat {place} signed the contribution for another commitment than the one in the record: the secret was replaced, or the signature."
                )
            }
            (VerifyError::Seating { fair }, Lang::Fr) => {
                format!("Le hasard devait placer les joueurs ainsi\u{a0}: {fair}.")
            }
            (VerifyError::Seating { fair }, Lang::En) => {
                format!("Chance had to seat the players like this: {fair}.")
            }
            (VerifyError::Draw { number, drawn, fair }, Lang::Fr) => {
                format!("Tirage {number}\u{a0}: {drawn} a été tiré, mais {fair} devait l’être.")
            }
            (VerifyError::Draw { number, drawn, fair }, Lang::En) => {
                format!("Draw {number}: {drawn} was drawn, but it had to be {fair}.")
            }
        }
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for VerifyError {}
