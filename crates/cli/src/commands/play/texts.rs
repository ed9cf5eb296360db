//! Texts of a game in the terminal, and the commands it understands, in both languages.

use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

use rules::{Kind, Lang, Seat, SeatMark};

use crate::args::PlayerArg;
use crate::language::say;

/// A command that can be typed instead of a move, in either language.
#[derive(Clone, Copy)]
pub(crate) enum GameCommand<'l> {
    Moves,
    Hint,
    Undo,
    Show,
    Rules,
    Save(&'l str),
    Help,
    Again,
    Quit,
}

impl GameCommand<'_> {
    /// The command that a line holds, if any.
    pub(crate) fn read(line: &str) -> Option<GameCommand<'_>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = match (word.to_lowercase().as_str(), rest.trim()) {
            ("save" | "sauver", file) if !file.is_empty() => GameCommand::Save(file),
            ("?" | "moves" | "coups", "") => GameCommand::Moves,
            ("hint" | "conseil", "") => GameCommand::Hint,
            ("undo" | "annuler", "") => GameCommand::Undo,
            ("" | "show" | "voir", "") => GameCommand::Show,
            ("rules" | "règles" | "regles", "") => GameCommand::Rules,
            ("help" | "aide" | "h", "") => GameCommand::Help,
            ("again" | "encore", "") => GameCommand::Again,
            ("quit" | "quitter" | "exit" | "q", "") => GameCommand::Quit,
            ("save" | "sauver", _) => GameCommand::Help,
            _ => return None,
        };
        Some(command)
    }
}

pub(crate) fn command_help(lang: Lang) -> String {
    say!(
        lang,
        fr: "\
  ?                les coups permis
  conseil          le meilleur coup trouvé en une seconde
  annuler          reprendre le dernier coup
  voir             revoir la position
  règles           les règles du jeu
  sauver FICHIER   écrire la partie dans un nouveau fichier
  encore           recommencer
  quitter          arrêter
Tout le reste est pris pour un coup.",
        en: "\
  ?                the legal moves
  hint             the best move to be found in a second
  undo             take the last move back
  show             see the position again
  rules            the rules of the game
  save FILE        write the game to a new file
  again            begin again
  quit             stop
Anything else is taken as a move."
    )
}

pub(crate) fn end_command_help(lang: Lang) -> String {
    say!(
        lang,
        fr: "La partie est finie\u{a0}: encore, annuler, sauver FICHIER ou quitter.",
        en: "The game is over: again, undo, save FILE or quit."
    )
}

pub(crate) fn invitation(lang: Lang) -> String {
    say!(
        lang,
        fr: "Tapez un coup, ? pour les coups permis, aide pour le reste.",
        en: "Type a move, ? for the legal moves, help for the rest."
    )
}

pub(crate) fn which_game(lang: Lang) -> String {
    say!(lang, fr: "Quel jeu\u{202f}?", en: "Which game?")
}

pub(crate) fn which_options(defaults: &str, lang: Lang) -> String {
    say!(lang, fr: "Options\u{202f}? [{defaults}]", en: "Options? [{defaults}]")
}

/// Asks who plays in a seat, which is named with its side in games in which it has one: "player 1 (red)".
pub(crate) fn which_player(kind: Kind, seat: Seat, default: PlayerArg, lang: Lang) -> String {
    let default = match (default, lang) {
        (PlayerArg::Human, Lang::Fr) => "humain".to_owned(),
        (PlayerArg::Human, Lang::En) => "human".to_owned(),
        (PlayerArg::Random, Lang::Fr) => "hasard".to_owned(),
        (PlayerArg::Random, Lang::En) => "random".to_owned(),
        (PlayerArg::Engine(level), _) => level.to_string(),
    };
    let info = kind.seat(seat);
    let side = match info.mark {
        SeatMark::Shared => String::new(),
        _ => format!(" ({})", info.side.get(lang)),
    };
    say!(
        lang,
        fr: "Qui est le joueur {seat}{side}\u{a0}: un humain (h), des coups au hasard (r), ou le moteur (un niveau de 1 à 10)\u{202f}? [{default}]",
        en: "Who is player {seat}{side}: a human (h), random moves (r), or the engine (a level from 1 to 10)? [{default}]"
    )
}

pub(crate) fn player_help(lang: Lang) -> String {
    say!(
        lang,
        fr: "Répondez h (humain), r (coups au hasard), un niveau de 1 à 10, ou Entrée pour la réponse entre crochets.",
        en: "Answer h (human), r (random moves), a level from 1 to 10, or Enter for the answer in brackets."
    )
}

/// The text while an engine thinks about its move.
pub(crate) fn thinking(seat: Seat, lang: Lang) -> String {
    say!(lang, fr: "Le joueur {seat} réfléchit…", en: "Player {seat} is thinking…")
}

/// The text while an engine looks for a hint.
pub(crate) fn thinking_for_hint(lang: Lang) -> String {
    say!(lang, fr: "Réflexion…", en: "Thinking…")
}

pub(crate) fn your_move(seat: Seat, lang: Lang) -> String {
    say!(lang, fr: "Joueur {seat}\u{a0}>", en: "Player {seat} >")
}

pub(crate) fn after_the_game(lang: Lang) -> String {
    say!(
        lang,
        fr: "Encore, annuler, sauver FICHIER ou quitter\u{202f}?",
        en: "Again, undo, save FILE or quit?"
    )
}

/// The text while the device is handed to another player.
pub(crate) fn curtain(seat: Seat, lang: Lang) -> String {
    say!(
        lang,
        fr: "Passez l’appareil au joueur {seat}, qui appuie sur Entrée.",
        en: "Pass the device to player {seat}, who presses Enter."
    )
}

pub(crate) fn hint(mv: &str, lang: Lang) -> String {
    say!(lang, fr: "Pourquoi pas {mv}\u{202f}?", en: "Why not {mv}?")
}

/// The list of drawn cards, if there are any.
pub(crate) fn drawn(cards: &[String], lang: Lang) -> Option<String> {
    let list = cards.join(" ");
    (!cards.is_empty()).then(|| say!(lang, fr: "Cartes piochées\u{a0}: {list}", en: "Cards drawn: {list}"))
}

pub(crate) fn not_saved(file: &str, error: &io::Error, lang: Lang) -> String {
    if error.kind() == io::ErrorKind::AlreadyExists {
        return say!(
            lang,
            fr: "{file} existe déjà\u{a0}: choisissez un autre nom.",
            en: "{file} already exists: choose another name."
        );
    }
    say!(lang, fr: "{file} ne peut pas être écrit ({error}).", en: "{file} cannot be written ({error}).")
}

/// Today's date in UTC, as records write it: `2026-11-15`.
pub(crate) fn today() -> String {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_millis());
    rules::date_of(elapsed as u64)
}
