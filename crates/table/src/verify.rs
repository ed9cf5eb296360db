//! Checking a record's shuffles: that the secret is the one that was committed to, and that every draw follows from
//! it and from what the players contributed. Anybody can do it, with nothing but the record.

use std::fmt;
use std::str::FromStr;

use rules::{AnyGame, Lang, Record, Say, Seat, TextError};

use crate::fair::{Commitment, Contribution, Mix, Secret};
use crate::line_codec;

/// What was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many draws.
    pub draws: u64,
    /// Whether chance seated the players, and that was checked too.
    pub seating: bool,
}

/// Where a check fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifyError {
    /// A tag that is needed is not there.
    Missing(String),
    /// A tag cannot be read.
    Unreadable {
        /// Which.
        tag: String,
        /// What is wrong with it.
        error: TextError,
    },
    /// The game did not begin at the start.
    NotTheStart,
    /// The secret is not the one that was committed to.
    OtherSecret,
    /// The players do not sit where chance put them.
    Seating {
        /// Where chance put them.
        fair: String,
    },
    /// A draw is not the one that follows.
    Draw {
        /// Which draw, counted from 1.
        number: u64,
        /// What was drawn.
        drawn: String,
        /// What had to be drawn.
        fair: String,
    },
}

/// Checks the shuffles of a record that has the tags `Commitment`, `Secret`, `Contribution1`… and, if chance
/// seated the players, `Seating`.
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
    let mix = Mix::new(&secret, &contributions);
    let seating = check_seating(record, &mix)?;

    let mut draws = 0;
    for (position, step) in record.positions().zip(record.steps()).filter(|(_, step)| step.is_chance()) {
        let fair = mix.draw(&position, draws).map_or_else(String::new, |fair| fair.to_string());
        draws += 1;
        let drawn = step.mv().to_string();
        if drawn != fair {
            return Err(VerifyError::Draw { number: draws, drawn, fair });
        }
    }
    Ok(Verified { draws, seating })
}

/// Whether chance seated the players, in the way that follows from the mix.
fn check_seating(record: &Record, mix: &Mix) -> Result<bool, VerifyError> {
    let Some(order) = record.tag("Seating").and_then(|seating| seating.strip_prefix("random ")) else {
        return Ok(false);
    };
    let given: Vec<Seat> = line_codec::list(order)
        .map_err(|error| VerifyError::Unreadable { tag: "Seating".to_owned(), error })?;
    let fair: Vec<Seat> = mix.seating(record.start().seats()).into_iter().map(Seat::from_index).collect();
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
    /// A short name that does not change.
    pub const fn code(&self) -> &'static str {
        match self {
            VerifyError::Missing(_) => "missing",
            VerifyError::Unreadable { .. } => "unreadable",
            VerifyError::NotTheStart => "not-the-start",
            VerifyError::OtherSecret => "other-secret",
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
                "Le secret n’est pas celui sur lequel le serveur s’était engagé avant la partie.".to_owned()
            }
            (VerifyError::OtherSecret, Lang::En) => {
                "The secret is not the one to which the server had committed itself before the game."
                    .to_owned()
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
