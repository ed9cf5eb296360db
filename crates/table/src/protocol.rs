//! The lines around the table's messages: the client's hello, and the server's answers. `docs/protocol.md` describes
//! the whole protocol.

use std::fmt;
use std::str::FromStr;

use rules::{Seat, TextError, words};

use crate::line_codec::{Escaped, Fields, Maybe};
use crate::refusal::Refusal;

/// The version of the protocol.
pub const VERSION: u64 = 5;

/// The first line of a client on a connection: the version it speaks, the seat it believes to have, and the last
/// message it received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hello {
    /// The seat that the client believes to have. The welcome has the right one.
    pub seat: Option<Seat>,
    /// The number of the last message that the client has received; 0 if it wants a snapshot.
    pub seen: u64,
}

impl fmt::Display for Hello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hello version={VERSION} seat={} seen={}", Maybe(self.seat), self.seen)
    }
}

impl Hello {
    /// Parses the first line of a client. A client of another version gets that refusal, whatever the rest of the line
    /// contains.
    pub fn parse(text: &str) -> Result<Hello, Refusal> {
        let mut fields = Fields::new(text);
        let expected = || {
            words!(
                fr: "hello version={VERSION} seat= et sa place ou -, seen= et le numéro du dernier message vu",
                en: "hello version={VERSION} seat= and a seat or -, seen= and the number of the last message seen"
            )
        };
        if fields.word(expected)? != "hello" {
            return Err(TextError::new(0, text, expected()).into());
        }
        let version = fields.text("version")?;
        if version != VERSION.to_string() {
            return Err(Refusal::OtherVersion { theirs: version.chars().take(20).collect() });
        }
        let hello = Hello { seat: fields.maybe("seat")?, seen: fields.number("seen")? };
        fields.end()?;
        Ok(hello)
    }
}

/// The server's answer to one line of a client. Unlike messages, answers are for one connection, have no number and
/// are never repeated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// To hello.
    Welcome {
        /// The seat that the client really has.
        you: Option<Seat>,
        /// The highest number among this guest's requests that changed something: the next must be higher.
        last_request: u64,
    },
    /// The keepalive. A client that does not have this message has lost one, and says hello again.
    Still {
        /// The number of the last message for this viewer.
        number: u64,
    },
    /// The request was carried out, now or before, and its effects are stored.
    Done {
        /// The number of the request.
        request: u64,
    },
    /// The request was refused and changed nothing.
    Refused {
        /// The number of the request; 0 if it could not be read.
        request: u64,
        /// The [code](Refusal::code) of the reason.
        code: String,
        /// The reason in French.
        fr: String,
        /// The reason in English.
        en: String,
    },
}

impl Answer {
    /// The answer to a request that is refused.
    pub fn refused(request: u64, refusal: &Refusal) -> Answer {
        let words = refusal.words();
        let (fr, en) = (words.fr.into_owned(), words.en.into_owned());
        Answer::Refused { request, code: refusal.code().to_owned(), fr, en }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Welcome { you, last_request } => {
                write!(f, "welcome version={VERSION} you={} asked={last_request}", Maybe(*you))
            }
            Answer::Still { number } => write!(f, "still number={number}"),
            Answer::Done { request } => write!(f, "done request={request}"),
            Answer::Refused { request, code, fr, en } => {
                write!(f, "refused request={request} code={code} fr={} en={}", Escaped(fr), Escaped(en))
            }
        }
    }
}

impl FromStr for Answer {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Answer, TextError> {
        let mut fields = Fields::new(text);
        let expected =
            || words!(fr: "welcome, still, done ou refused", en: "welcome, still, done or refused");
        let answer = match fields.word(expected)? {
            "welcome" => {
                let version = fields.number("version")?;
                if version != VERSION {
                    let expected = words!(fr: "la version {VERSION}", en: "version {VERSION}");
                    return Err(TextError::new(0, &version.to_string(), expected));
                }
                Answer::Welcome { you: fields.maybe("you")?, last_request: fields.number("asked")? }
            }
            "still" => Answer::Still { number: fields.number("number")? },
            "done" => Answer::Done { request: fields.number("request")? },
            "refused" => Answer::Refused {
                request: fields.number("request")?,
                code: fields.text("code")?,
                fr: fields.text("fr")?,
                en: fields.text("en")?,
            },
            unknown => return Err(TextError::new(0, unknown, expected())),
        };
        fields.end()?;
        Ok(answer)
    }
}
