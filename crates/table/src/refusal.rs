//! Why a request is refused: a code for programs, a sentence in both languages for people.

use std::fmt;

use rules::{AnyIllegal, Lang, Say, TextError, Words, words};

use crate::name::MAX_LENGTH;
use crate::protocol::VERSION;
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
    /// The name is too long.
    LongName {
        /// Its number of characters.
        length: usize,
    },
    /// The contribution is signed for another commitment than this table's.
    OtherCommitment,
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
    /// All others have made a move, so the game can no longer be aborted.
    HasMoved,
    /// With days for each move, players need not stay connected.
    DaysPerMove,
    /// This claim does not exist for this number of players.
    CannotClaim(Claim),
    /// The player has made too many requests since the last move.
    TooMuch,
    /// So much has happened in the game that only moves and resigning are left.
    LongGame,
    /// There is no such table.
    NoSuchTable,
    /// The client has no guest cookie.
    NoGuest,
    /// The request comes from a page of another origin.
    ForeignPage,
    /// The request is for another host than the server's public one.
    OtherHost {
        /// The public address of the server.
        url: String,
    },
    /// An operator has banned the guest or the address.
    Banned,
    /// An operator has closed the lobby.
    LobbyClosed {
        /// The operator's reason; may be empty.
        why: String,
    },
    /// The client is over its rate limit.
    TooFast,
    /// The guest has too many unfinished games.
    TooManyGames,
    /// Too many tables that were opened from the client's address wait for players or have not ended.
    TooManyTables,
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
            Refusal::LongName { .. } => "long-name",
            Refusal::OtherCommitment => "other-commitment",
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
            Refusal::HasMoved => "has-moved",
            Refusal::DaysPerMove => "days-per-move",
            Refusal::CannotClaim(_) => "cannot-claim",
            Refusal::TooMuch | Refusal::LongGame => "too-much",
            Refusal::NoSuchTable => "no-such-table",
            Refusal::NoGuest => "no-guest",
            Refusal::ForeignPage => "foreign-page",
            Refusal::OtherHost { .. } => "other-host",
            Refusal::Banned => "banned",
            Refusal::LobbyClosed { .. } => "lobby-closed",
            Refusal::TooFast => "too-fast",
            Refusal::TooManyGames => "too-many-games",
            Refusal::TooManyTables => "too-many-tables",
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
                fr: "Votre page utilise la version {theirs} du protocole, ce serveur la version {VERSION}\u{a0}: rechargez la page, ou mettez le programme à jour.",
                en: "Your page uses version {theirs} of the protocol, this server version {VERSION}: reload the page, or update the program."
            ),
            Refusal::OtherHost { url } => words!(
                fr: "Ce serveur a une autre adresse\u{a0}: {url}",
                en: "This server has another address: {url}"
            ),
            Refusal::LobbyClosed { why } => words!(
                fr: "Les tables ouvertes à tous sont fermées pour le moment\u{202f}; ouvrez-en une pour ceux qui ont le lien. {why}",
                en: "Public tables are closed for now; open one for people with the link. {why}"
            ),
            Refusal::OtherPly { ply } => words!(
                fr: "La partie a avancé entre-temps\u{a0}: elle en est au coup {ply}.",
                en: "The game has moved on: it is at move {ply}."
            ),
            Refusal::LongName { length } => words!(
                fr: "Ce nom compte {length} caractères\u{202f}; il en faut {MAX_LENGTH} au plus.",
                en: "This name has {length} characters; the limit is {MAX_LENGTH}."
            ),
            Refusal::TooSoon { wait } => {
                let seconds = wait.div_ceil(1000);
                words!(
                    fr: "Laissez encore {seconds}\u{a0}s à votre adversaire.",
                    en: "Give your opponent another {seconds}\u{a0}s."
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
                "Vous avez fait autre chose entre-temps, peut-être dans une autre fenêtre.",
                "You have done something else in the meantime, perhaps in another window.",
            ),
            Refusal::NotSeated => (
                "Seuls les joueurs assis à cette table peuvent le faire.",
                "Only the players at this table can do that.",
            ),
            Refusal::AlreadySeated => ("Vous êtes déjà à cette table.", "You are already at this table."),
            Refusal::NoSuchSeat => {
                ("Cette place n’existe pas à cette table.", "There is no such seat at this table.")
            }
            Refusal::SeatTaken => (
                "Cette place est prise\u{a0}: choisissez-en une autre.",
                "This seat is taken: choose another.",
            ),
            Refusal::Full => ("Toutes les places sont prises.", "All seats are taken."),
            Refusal::OtherCommitment => (
                "Le tirage de cette table a changé entre-temps\u{a0}: rechargez la page.",
                "This table’s shuffle has changed in the meantime: reload the page.",
            ),
            Refusal::Banned => (
                "Les responsables de ce serveur vous en ont retiré l’accès.",
                "You have been banned by the people who run this server.",
            ),
            Refusal::NoName => ("Le nom est vide\u{a0}: choisissez-en un.", "The name is empty: choose one."),
            Refusal::NotStarted => ("La partie n’a pas encore commencé.", "The game has not started yet."),
            Refusal::AlreadyStarted => ("La partie a déjà commencé.", "The game has already started."),
            Refusal::Over => ("La partie est finie.", "The game is over."),
            Refusal::NotOver => ("La partie n’est pas finie.", "The game is not over."),
            Refusal::NotYourTurn => ("Ce n’est pas à vous de jouer.", "It is not your turn."),
            Refusal::YourTurn => (
                "C’est votre tour\u{a0}: jouez directement votre coup.",
                "It is your turn: just play your move.",
            ),
            Refusal::TimeIsUp => ("Le temps est écoulé.", "Time is up."),
            Refusal::StoodIn => (
                "Un moteur joue à votre place\u{a0}: reprenez-la d’abord.",
                "An engine is playing for you: take your seat back first.",
            ),
            Refusal::NotStoodIn => ("Aucun moteur ne joue à votre place.", "No engine is playing for you."),
            Refusal::LostOnTime => (
                "Vous n’aviez plus de temps\u{a0}: vous ne pouvez pas reprendre votre place.",
                "You ran out of time: you cannot take your seat back.",
            ),
            Refusal::NoPremove => ("Vous n’avez pas choisi de coup à l’avance.", "You have no premove."),
            Refusal::NothingToTakeBack => {
                ("Vous n’avez pas de coup à reprendre.", "You have no move to take back.")
            }
            Refusal::CardsSeen => (
                "Une carte a été piochée depuis\u{a0}: ce coup ne peut plus être repris.",
                "A card has been drawn since: that move can no longer be taken back.",
            ),
            Refusal::OnlyEngines => (
                "Vos adversaires sont des moteurs\u{a0}: ils jouent jusqu’au bout.",
                "Your opponents are engines: they play to the end.",
            ),
            Refusal::OfferedAlready => (
                "Vous avez déjà fait cette proposition\u{a0}: attendez un coup avant de la refaire.",
                "You have already offered that: wait a move before you offer it again.",
            ),
            Refusal::NoOffer => ("Cette proposition n’est plus valable.", "That offer no longer stands."),
            Refusal::OwnOffer => (
                "Cette proposition est la vôtre\u{a0}: vous pouvez la retirer.",
                "That is your own offer: you can withdraw it.",
            ),
            Refusal::AcceptedAlready => ("Vous avez déjà accepté.", "You have already accepted."),
            Refusal::Rematched => ("La revanche a déjà commencé.", "The rematch has already started."),
            Refusal::NobodyGone => ("Tout le monde est là.", "Everyone is here."),
            Refusal::HasMoved => (
                "Tout le monde a déjà joué\u{a0}: la partie ne peut plus être annulée.",
                "Everyone has moved already: the game can no longer be aborted.",
            ),
            Refusal::DaysPerMove => (
                "Avec plusieurs jours par coup, on peut s’absenter\u{a0}: c’est la pendule qui décide.",
                "With days per move, players may be away: the clock decides.",
            ),
            Refusal::CannotClaim(Claim::Engine) => {
                ("À deux, réclamez la victoire ou la nulle.", "With two players, claim the win or a draw.")
            }
            Refusal::CannotClaim(_) => (
                "À plus de deux, demandez qu’un moteur remplace le joueur absent.",
                "With more than two players, ask for an engine to replace the missing player.",
            ),
            Refusal::TooMuch => (
                "Cela fait beaucoup de propositions\u{a0}: attendez le prochain coup.",
                "That is a lot of offers: wait for the next move.",
            ),
            Refusal::LongGame => (
                "Cette partie est trop longue\u{a0}: il ne reste qu’à jouer ou à abandonner.",
                "This game is too long: all that is left is to move or to resign.",
            ),
            Refusal::NoSuchTable => (
                "Il n’y a pas de table à cette adresse\u{a0}: vérifiez le lien, ou ouvrez une table.",
                "There is no table at this address: check the link, or open a table.",
            ),
            Refusal::NoGuest => (
                "Le serveur ne vous reconnaît pas\u{a0}: autorisez les cookies de ce site, puis rechargez la page.",
                "The server does not recognise you: allow cookies for this site, then reload the page.",
            ),
            Refusal::ForeignPage => (
                "Cette demande vient d’un autre site\u{a0}: ouvrez le jeu à sa propre adresse.",
                "This request comes from another site: open the game at its own address.",
            ),
            Refusal::TooFast => (
                "Trop de demandes à la fois\u{a0}: attendez un instant, puis réessayez.",
                "Too many requests at once: wait a moment, then try again.",
            ),
            Refusal::TooManyGames => (
                "Vous avez trop de parties en cours\u{a0}: finissez-en une d’abord.",
                "You have too many games in progress: finish one first.",
            ),
            Refusal::TooManyTables => (
                "Trop de tables ouvertes depuis votre connexion attendent des joueurs ou ont une partie en cours\u{a0}: rejoignez-en une, terminez une partie ou réessayez plus tard.",
                "Too many tables opened from your network are waiting for players or have a game in progress: join one of them, finish a game, or try again later.",
            ),
            Refusal::SpentLink => (
                "Ce lien a déjà servi ou n’est plus valable\u{a0}: créez-en un autre sur l’autre appareil.",
                "This link has already been used or has expired: create a new one on the other device.",
            ),
            Refusal::Unavailable => (
                "Le serveur ne peut rien enregistrer pour le moment. Rien n’a changé\u{a0}: réessayez dans un instant.",
                "The server cannot save anything right now. Nothing has changed: try again in a moment.",
            ),
            _ => (
                "Une erreur s’est produite. Rien n’a changé\u{a0}: réessayez dans un instant.",
                "Something went wrong. Nothing has changed: try again in a moment.",
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
