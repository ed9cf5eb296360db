//! Why a request is refused: a code for programs, a sentence in both languages for people.

use std::fmt;

use rules::{AnyIllegal, Lang, Say, TextError, Words, words};

use crate::request::Claim;

/// Why a request is refused. A refused request changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The request cannot be parsed.
    Unreadable(TextError),
    /// The client speaks another version of the protocol.
    OtherVersion {
        /// The version that the client speaks.
        theirs: String,
    },
    /// A request with a higher number was granted before.
    Stale,
    /// Only a player of this table can ask for this.
    NotSeated,
    /// The guest has a seat already.
    AlreadySeated,
    /// There is no such seat.
    NoSuchSeat,
    /// The seat is taken or reserved for another guest.
    SeatTaken,
    /// No seat is free.
    Full,
    /// The name has no visible character.
    NoName,
    /// The game has not started.
    NotStarted,
    /// The game has started.
    AlreadyStarted,
    /// The game is over.
    Over,
    /// The game is not over.
    NotOver,
    /// It is the turn of another player.
    NotYourTurn,
    /// It is the player's own turn: a move is needed, not a premove.
    YourTurn,
    /// The move is for another ply.
    OtherPly {
        /// The ply that the game is at.
        ply: u32,
    },
    /// The move is illegal.
    Illegal(AnyIllegal),
    /// The clock of the player to move has run out.
    TimeIsUp,
    /// An engine stands in for the player.
    StoodIn,
    /// No engine stands in for the player.
    NotStoodIn,
    /// The player ran out of time and cannot return.
    LostOnTime,
    /// The player has no premove.
    NoPremove,
    /// The player has not moved yet.
    NothingToTakeBack,
    /// Cards were drawn since the move that would be taken back.
    CardsSeen,
    /// All other players are engines, which do not agree to draws.
    OnlyEngines,
    /// The player has made this offer since the last move.
    OfferedAlready,
    /// No such offer stands.
    NoOffer,
    /// The offer is the player's own.
    OwnOffer,
    /// The player has accepted the offer already.
    AcceptedAlready,
    /// The table of the rematch is open already.
    Rematched,
    /// No other player is gone.
    NobodyGone,
    /// Another player is gone, but not for long enough.
    TooSoon {
        /// The milliseconds left to wait.
        wait: u64,
    },
    /// With days for each move, players need not stay connected.
    DaysPerMove,
    /// This claim does not exist for this number of players.
    CannotClaim(Claim),
    /// The player has made too many requests since the last move.
    TooMuch,
    /// There is no such table.
    NoSuchTable,
    /// The client has no guest cookie.
    NoGuest,
    /// The request comes from a page of another origin.
    ForeignPage,
    /// The client is over its rate limit.
    TooFast,
    /// The guest has too many unfinished games.
    TooManyGames,
    /// The hand-over link was used or has expired.
    SpentLink,
    /// The store cannot be written at the moment.
    Unavailable,
    /// An internal error.
    Fault,
}

impl Refusal {
    /// A stable identifier for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::Unreadable(_) => "unreadable",
            Refusal::OtherVersion { .. } => "other-version",
            Refusal::Stale => "stale",
            Refusal::NotSeated => "not-seated",
            Refusal::AlreadySeated => "already-seated",
            Refusal::NoSuchSeat => "no-such-seat",
            Refusal::SeatTaken => "seat-taken",
            Refusal::Full => "full",
            Refusal::NoName => "no-name",
            Refusal::NotStarted => "not-started",
            Refusal::AlreadyStarted => "already-started",
            Refusal::Over => "over",
            Refusal::NotOver => "not-over",
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::YourTurn => "your-turn",
            Refusal::OtherPly { .. } => "other-ply",
            Refusal::Illegal(_) => "illegal",
            Refusal::TimeIsUp => "time-is-up",
            Refusal::StoodIn => "stood-in",
            Refusal::NotStoodIn => "not-stood-in",
            Refusal::LostOnTime => "lost-on-time",
            Refusal::NoPremove => "no-premove",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::CardsSeen => "cards-seen",
            Refusal::OnlyEngines => "only-engines",
            Refusal::OfferedAlready => "offered-already",
            Refusal::NoOffer => "no-offer",
            Refusal::OwnOffer => "own-offer",
            Refusal::AcceptedAlready => "accepted-already",
            Refusal::Rematched => "rematched",
            Refusal::NobodyGone => "nobody-gone",
            Refusal::TooSoon { .. } => "too-soon",
            Refusal::DaysPerMove => "days-per-move",
            Refusal::CannotClaim(_) => "cannot-claim",
            Refusal::TooMuch => "too-much",
            Refusal::NoSuchTable => "no-such-table",
            Refusal::NoGuest => "no-guest",
            Refusal::ForeignPage => "foreign-page",
            Refusal::TooFast => "too-fast",
            Refusal::TooManyGames => "too-many-games",
            Refusal::SpentLink => "spent-link",
            Refusal::Unavailable => "unavailable",
            Refusal::Fault => "fault",
        }
    }

    /// The sentence, in both languages.
    pub fn words(&self) -> Words {
        match self {
            Refusal::Unreadable(error) => both(error),
            Refusal::Illegal(reason) => both(reason),
            Refusal::OtherVersion { theirs } => words!(
                fr: "Cette table parle la version 1 du protocole, pas «\u{a0}{theirs}\u{a0}»\u{a0}: rechargez la page.",
                en: "This table speaks version 1 of the protocol, not “{theirs}”: reload the page."
            ),
            Refusal::OtherPly { ply } => words!(
                fr: "Ce coup est pour un autre moment de la partie\u{a0}: coups joués jusqu’ici, {ply}.",
                en: "This move is for another moment of the game: moves made so far, {ply}."
            ),
            Refusal::TooSoon { wait } => {
                let seconds = wait.div_ceil(1000);
                words!(
                    fr: "Laissez-lui encore le temps de revenir\u{a0}: {seconds} s.",
                    en: "Give them some more time to come back: {seconds} s."
                )
            }
            other => {
                let (fr, en) = other.plain();
                Words::new(fr, en)
            }
        }
    }

    /// The sentences without parameters.
    const fn plain(&self) -> (&'static str, &'static str) {
        match self {
            Refusal::Stale => (
                "Cette demande arrive trop tard\u{a0}: vous en avez fait une autre depuis, peut-être dans une autre fenêtre.",
                "This request comes too late: you have made another since, perhaps in another window.",
            ),
            Refusal::NotSeated => (
                "Seuls ceux qui sont assis à la table peuvent faire cela.",
                "Only those who sit at the table can do this.",
            ),
            Refusal::AlreadySeated => {
                ("Vous êtes déjà assis à cette table.", "You sit at this table already.")
            }
            Refusal::NoSuchSeat => {
                ("Cette place n’existe pas à cette table.", "There is no such seat at this table.")
            }
            Refusal::SeatTaken => ("Cette place est prise.", "This seat is taken."),
            Refusal::Full => ("Toutes les places sont prises.", "All seats are taken."),
            Refusal::NoName => ("Il faut un nom que l’on puisse voir.", "A name must have something to see."),
            Refusal::NotStarted => ("La partie n’a pas encore commencé.", "The game has not begun yet."),
            Refusal::AlreadyStarted => ("La partie a déjà commencé.", "The game has begun already."),
            Refusal::Over => ("La partie est finie.", "The game is over."),
            Refusal::NotOver => ("La partie n’est pas finie.", "The game is not over."),
            Refusal::NotYourTurn => ("Ce n’est pas à vous de jouer.", "It is not your turn."),
            Refusal::YourTurn => (
                "C’est à vous de jouer\u{a0}: jouez le coup lui-même.",
                "It is your turn: play the move itself.",
            ),
            Refusal::TimeIsUp => ("Le temps est écoulé.", "The time is up."),
            Refusal::StoodIn => (
                "Un moteur joue à votre place\u{a0}; reprenez-la d’abord.",
                "An engine plays in your seat; take it back first.",
            ),
            Refusal::NotStoodIn => ("Aucun moteur n’a pris votre place.", "No engine has taken your seat."),
            Refusal::LostOnTime => ("Cette place a été perdue au temps.", "This seat was lost on time."),
            Refusal::NoPremove => ("Aucun coup n’a été choisi d’avance.", "No move was chosen ahead."),
            Refusal::NothingToTakeBack => {
                ("Vous n’avez pas de coup à reprendre.", "You have no move to take back.")
            }
            Refusal::CardsSeen => (
                "Une carte a été piochée depuis ce coup\u{a0}: on ne revient pas sur ce qui a été vu.",
                "A card has been drawn since that move: what was seen cannot be taken back.",
            ),
            Refusal::OnlyEngines => (
                "Il n’y a que des moteurs à qui le proposer, et ils jouent jusqu’au bout.",
                "There are only engines to ask, and they play to the end.",
            ),
            Refusal::OfferedAlready => (
                "Vous l’avez déjà proposé\u{a0}; attendez un coup avant de le proposer encore.",
                "You have offered this already; wait for a move before you offer it again.",
            ),
            Refusal::NoOffer => ("Rien de tel n’est proposé.", "Nothing of the kind is offered."),
            Refusal::OwnOffer => (
                "C’est votre propre proposition\u{a0}: vous pouvez la retirer.",
                "This is your own offer: you can withdraw it.",
            ),
            Refusal::AcceptedAlready => ("Vous l’avez déjà accepté.", "You have accepted it already."),
            Refusal::Rematched => ("La partie suivante est déjà ouverte.", "The next game is open already."),
            Refusal::NobodyGone => ("Personne n’est parti.", "Nobody has gone."),
            Refusal::DaysPerMove => (
                "Avec des jours pour chaque coup, chacun peut s’absenter\u{a0}: sa pendule décide.",
                "With days for each move anybody may be away: their clock decides.",
            ),
            Refusal::CannotClaim(Claim::Engine) => {
                ("À deux, réclamez la partie ou la nulle.", "With two players, claim a win or a draw.")
            }
            Refusal::CannotClaim(_) => (
                "À plus de deux, un moteur remplace celui qui est parti\u{a0}: demandez-le.",
                "With more than two players an engine takes over for whoever has gone: ask for that.",
            ),
            Refusal::TooMuch => (
                "C’est beaucoup d’un coup\u{a0}: attendez le prochain coup.",
                "That is a lot at once: wait for the next move.",
            ),
            Refusal::NoSuchTable => (
                "Il n’y a pas de table à cette adresse\u{a0}: vérifiez le lien, ou ouvrez une table.",
                "There is no table at this address: check the link, or open a table.",
            ),
            Refusal::NoGuest => (
                "Le serveur ne sait pas qui vous êtes\u{a0}: autorisez les cookies de ce site et rechargez la page.",
                "The server does not know who you are: allow cookies for this site and reload the page.",
            ),
            Refusal::ForeignPage => (
                "Cette demande vient d’un autre site\u{a0}: ouvrez le jeu à sa propre adresse.",
                "This request comes from another site: open the game at its own address.",
            ),
            Refusal::TooFast => {
                ("C’est trop rapide\u{a0}: attendez un instant.", "That is too fast: wait a moment.")
            }
            Refusal::TooManyGames => (
                "Vous avez trop de parties en cours\u{a0}: finissez-en une d’abord.",
                "You have too many games open: finish one first.",
            ),
            Refusal::SpentLink => (
                "Ce lien a déjà servi, ou il est trop ancien\u{a0}: demandez-en un autre à l’autre appareil.",
                "This link was used already, or is too old: ask the other device for a new one.",
            ),
            Refusal::Unavailable => (
                "Le serveur ne peut rien noter en ce moment\u{a0}; rien n’a changé, réessayez dans un instant.",
                "The server cannot write anything down at the moment; nothing has changed, try again soon.",
            ),
            _ => (
                "Quelque chose a échoué ici\u{a0}; rien n’a changé.",
                "Something failed here; nothing has changed.",
            ),
        }
    }
}

fn both(what: &impl Say) -> Words {
    Words { fr: what.say(Lang::Fr).into(), en: what.say(Lang::En).into() }
}

impl Say for Refusal {
    fn say(&self, lang: Lang) -> String {
        self.words().say(lang)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for Refusal {}

impl From<TextError> for Refusal {
    fn from(error: TextError) -> Refusal {
        Refusal::Unreadable(error)
    }
}
