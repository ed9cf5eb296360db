//! Verifies the shuffles of a record: the secret matches the commitment, every draw and the seating follow from the secret
//! and the players' contributions, and the signatures are for this commitment, this table and its setup.
//!
//! The server writes the record, so the record alone cannot show when the commitment was published, or whose keys these
//! are. For that, a player needs a [`Receipt`](crate::Receipt), or the key from an earlier game.

use std::fmt;
use std::str::FromStr;

use rules::record::RecordedPlayer;
use rules::{AnyGame, Lang, Record, Say, Seat, TextError};

use crate::contribution::{Contribution, PlayerKey, SignatureCheck};
use crate::event::TableId;
use crate::fair::{Commitment, Secret, ShuffleKey, ShuffleVersion};
use crate::line_codec;
use crate::record::{
    COMMITMENT_TAG, SEATING_TAG, SECRET_TAG, SETUP_TAG, TABLE_TAG, contribution_tag, seating_word,
};
use crate::setup::{SeatSetup, Seating, Setup};

/// The result of a successful verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of draws.
    pub draws: u64,
    /// Whether the seating was random, and therefore verified too.
    pub seating: bool,
    /// How the shuffles follow from the contributions. In the former version the server could choose, once it had seen all
    /// contributions, which of them counts for which seat, and whether the seating was random.
    pub shuffle: ShuffleVersion,
    /// The check of each contribution, in the order of the seats before the start.
    pub players: Vec<PlayerCheck>,
}

/// What the record shows about one seat's contribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerCheck {
    /// The owner of this key signed the contribution for the table, its setup and the commitment of the record.
    Signed(PlayerKey),
    /// The owner of this key signed the contribution for the table and the commitment of the record, but not for a setup:
    /// version 2.
    SignedForTable(PlayerKey),
    /// The owner of this key signed the contribution for the commitment of the record, but not for a table: version 1.
    SignedForCommitment(PlayerKey),
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
    /// The record does not match the setup of the table in its tag `Setup`.
    Setup,
    /// A contribution was signed for another commitment, another table or another setup.
    Signature {
        /// The seat before the start, from 1.
        seat: u8,
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
/// seating, `Seating`; and `Table` and `Setup` for signatures that name them. A record with `Setup` is of the current
/// version.
pub fn verify(record: &Record) -> Result<Verified, VerifyError> {
    let start = record.start();
    if AnyGame::new(start.kind(), &start.options()).as_ref() != Ok(start) {
        return Err(VerifyError::NotTheStart);
    }
    let commitment: Commitment = tag(record, COMMITMENT_TAG)?;
    let secret: Secret = tag(record, SECRET_TAG)?;
    if secret.commitment() != commitment {
        return Err(VerifyError::OtherSecret);
    }
    let contributions: Vec<Option<Contribution>> = (1..=start.seats())
        .map(|seat| {
            let name = contribution_tag(seat);
            if record.tag(&name) == Some("-") { Ok(None) } else { tag(record, &name).map(Some) }
        })
        .collect::<Result<_, _>>()?;
    let table: Option<TableId> = optional_tag(record, TABLE_TAG)?;
    let setup: Option<Setup> = optional_tag(record, SETUP_TAG)?;
    let check = |contribution: &Contribution| {
        contribution.check_signature(&commitment, table.as_ref(), setup.as_ref())
    };
    let players = (1..).zip(&contributions).map(|(seat, contribution)| match contribution {
        Some(contribution) => check_player(seat, contribution, check(contribution)),
        None => Ok(PlayerCheck::Engine),
    });
    let players = players.collect::<Result<_, _>>()?;
    let shuffle = if setup.is_some() { ShuffleVersion::ByContribution } else { ShuffleVersion::BySeat };
    let key = ShuffleKey::new(shuffle, &secret, &contributions);
    let seating = check_seating(record, &key)?;
    if let Some(setup) = &setup {
        check_setup(record, setup, &contributions)?;
    }

    let mut draws = 0;
    for (position, step) in record.positions().zip(record.steps()).filter(|(_, step)| step.is_chance()) {
        let fair = key.draw(&position, draws).map_or_else(String::new, |fair| fair.to_string());
        draws += 1;
        let drawn = step.mv().to_string();
        if drawn != fair {
            return Err(VerifyError::Draw { number: draws, drawn, fair });
        }
    }
    Ok(Verified { draws, seating, shuffle, players })
}

fn check_player(
    seat: u8,
    contribution: &Contribution,
    signed: SignatureCheck,
) -> Result<PlayerCheck, VerifyError> {
    let Some(key) = contribution.key() else { return Ok(PlayerCheck::Unsigned) };
    match signed {
        SignatureCheck::Setup => Ok(PlayerCheck::Signed(key)),
        SignatureCheck::Table => Ok(PlayerCheck::SignedForTable(key)),
        SignatureCheck::Commitment => Ok(PlayerCheck::SignedForCommitment(key)),
        SignatureCheck::Missing | SignatureCheck::Other => Err(VerifyError::Signature { seat }),
    }
}

/// Checks that a record is of a game with this setup: the game and its options, how the players were seated, and in which
/// seats engines played.
fn check_setup(
    record: &Record,
    setup: &Setup,
    contributions: &[Option<Contribution>],
) -> Result<(), VerifyError> {
    let seating = record.tag(SEATING_TAG).ok_or_else(|| VerifyError::Missing(SEATING_TAG.to_owned()))?;
    let (how, order) = seating.split_once(' ').unwrap_or((seating, ""));
    let order: Vec<Seat> = line_codec::list(order)
        .map_err(|error| VerifyError::Unreadable { tag: SEATING_TAG.to_owned(), error })?;
    let seats = (0..record.start().seats()).map(Seat::from_index);
    let is_in_order = || order.iter().copied().eq(seats.clone());
    // Random seating was compared with the draw.
    let is_seated_so = how == seating_word(setup.seating())
        && order.len() == setup.seats().len()
        && (setup.seating() == Seating::Random || is_in_order());
    let is_same_player = |(seat, before): (Seat, &Seat)| {
        let player = record.player(seat);
        let has_contributed = contributions.get(before.index()).is_some_and(Option::is_some);
        match setup.seats().get(before.index()) {
            Some(SeatSetup::Engine(level)) => {
                player == Some(RecordedPlayer::Engine(*level)) && !has_contributed
            }
            Some(_) => !matches!(player, Some(RecordedPlayer::Engine(_))) && has_contributed,
            None => false,
        }
    };
    let is_same = setup.game() == record.start()
        && *setup == setup.public()
        && is_seated_so
        && seats.clone().zip(&order).all(is_same_player);
    if is_same { Ok(()) } else { Err(VerifyError::Setup) }
}

/// Verifies random seating; `false` if the players chose their seats.
fn check_seating(record: &Record, key: &ShuffleKey) -> Result<bool, VerifyError> {
    let Some(order) = record.tag(SEATING_TAG).and_then(|seating| seating.strip_prefix("random ")) else {
        return Ok(false);
    };
    let given: Vec<Seat> = line_codec::list(order)
        .map_err(|error| VerifyError::Unreadable { tag: SEATING_TAG.to_owned(), error })?;
    let fair: Vec<Seat> = key.seating().into_iter().map(Seat::from_index).collect();
    if given != fair {
        return Err(VerifyError::Seating { fair: line_codec::List(&fair).to_string() });
    }
    Ok(true)
}

fn optional_tag<T: FromStr<Err = TextError>>(record: &Record, name: &str) -> Result<Option<T>, VerifyError> {
    record.tag(name).map(|_| tag(record, name)).transpose()
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
            VerifyError::Setup => "setup",
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
                format!("Il manque l’étiquette {tag}\u{a0}: sans elle, on ne peut rien vérifier.")
            }
            (VerifyError::Missing(tag), Lang::En) => {
                format!("The tag {tag} is missing: without it nothing can be checked.")
            }
            (VerifyError::Unreadable { tag, error }, Lang::Fr) => {
                format!("Étiquette {tag}\u{a0}: {}", error.say(lang))
            }
            (VerifyError::Unreadable { tag, error }, Lang::En) => format!("Tag {tag}: {}", error.say(lang)),
            (VerifyError::NotTheStart, Lang::Fr) => {
                "Le début de la partie manque\u{a0}: ce qui s’y est passé ne peut pas être vérifié."
                    .to_owned()
            }
            (VerifyError::NotTheStart, Lang::En) => {
                "The record does not begin at the start of the game: what came before cannot be checked."
                    .to_owned()
            }
            (VerifyError::OtherSecret, Lang::Fr) => {
                "Le secret ne correspond pas à l’engagement écrit dans la partie.".to_owned()
            }
            (VerifyError::OtherSecret, Lang::En) => {
                "The secret does not match the commitment in the record.".to_owned()
            }
            (VerifyError::Setup, Lang::Fr) => {
                "La partie ne correspond pas aux réglages de la table (étiquette Setup)\u{a0}: le jeu, les joueurs ou la façon de les placer ont été changés."
                    .to_owned()
            }
            (VerifyError::Setup, Lang::En) => {
                "The record does not match the setup of the table (the tag Setup): the game, the players or the way of seating them was replaced."
                    .to_owned()
            }
            (VerifyError::Signature { seat }, Lang::Fr) => {
                format!(
                    "À la place {seat}, la part de hasard n’est pas signée pour l’engagement et la table de la partie\u{a0}: le secret, la table, ses réglages ou la signature ont été changés."
                )
            }
            (VerifyError::Signature { seat }, Lang::En) => {
                format!(
                    "The player in seat {seat} did not sign the contribution for the commitment and the table in the record: the secret, the table, its setup or the signature was replaced."
                )
            }
            (VerifyError::Seating { fair }, Lang::Fr) => {
                format!("Le tirage aurait dû placer les joueurs ainsi\u{a0}: {fair}.")
            }
            (VerifyError::Seating { fair }, Lang::En) => {
                format!("The players should have been seated like this: {fair}.")
            }
            (VerifyError::Draw { number, drawn, fair }, Lang::Fr) => {
                format!("Tirage {number}\u{a0}: {drawn} a été tiré, au lieu de {fair}.")
            }
            (VerifyError::Draw { number, drawn, fair }, Lang::En) => {
                format!("Draw {number}: {drawn} was drawn instead of {fair}.")
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
