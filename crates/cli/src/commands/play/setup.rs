//! Asks for the game, its options and the players.

use rules::{AnyGame, Kind, Say, Seat};

use super::prompt::Prompt;
use super::texts;
use crate::args::{PlayArgs, PlayerArg};
use crate::commands::games::{facts, write_options};
use crate::errors::Failure;
use crate::language::say;
use crate::output::{NAME, wrap};

/// Asks for what the command line leaves open. `None` at the end of the input.
pub(crate) fn ask(
    args: &PlayArgs,
    prompt: &mut Prompt<'_>,
) -> Result<Option<(AnyGame, Vec<PlayerArg>)>, Failure> {
    let Some(kind) = args.game.map_or_else(|| ask_game(prompt), |kind| Ok(Some(kind)))? else {
        return Ok(None);
    };
    let start = match &args.options {
        Some(options) => AnyGame::new(kind, options)
            .map(Some)
            .map_err(|error| Failure::input(format!("--options: {}", error.say(prompt.lang))))?,
        None if args.game.is_some() => AnyGame::new(kind, "").ok(),
        None => ask_options(kind, prompt)?,
    };
    let Some(start) = start else { return Ok(None) };
    let against = |level| {
        let mut players = vec![PlayerArg::Engine(level); usize::from(start.seats())];
        players[0] = PlayerArg::Human;
        players
    };
    let players = match &args.seats {
        None if args.level.is_some() => args.level.map(against),
        Some(players) if players.len() == usize::from(start.seats()) => Some(players.clone()),
        Some(players) => {
            let (given, seats) = (players.len(), start.seats());
            return Err(Failure::input(format!(
                "--seats says who sits in {given} seats, but {kind} is played by {seats} here."
            )));
        }
        None => ask_players(&start, prompt)?,
    };
    Ok(players.map(|players| (start, players)))
}

fn ask_game(prompt: &mut Prompt<'_>) -> Result<Option<Kind>, Failure> {
    let lang = prompt.lang;
    for (i, &kind) in Kind::ALL.iter().enumerate() {
        let (number, name, facts) = (i + 1, kind.name().say(lang), facts(kind, lang));
        let about = wrap(format!("{name}, {facts}").split(' '), 13);
        prompt.say(format!("  {NAME}{number} {kind:<8}{NAME:#} {}", about.trim_start()))?;
    }
    loop {
        let Some(answer) = prompt.ask(texts::which_game(lang))? else { return Ok(None) };
        let by_number = answer.parse::<usize>().ok().and_then(|number| Kind::ALL.get(number.checked_sub(1)?));
        if let Some(kind) = by_number.copied().or_else(|| answer.parse().ok()) {
            return Ok(Some(kind));
        }
        let last = Kind::ALL.len();
        prompt.say(say!(
            lang,
            fr: "Répondez par un numéro de 1 à {last} ou par le nom d’un jeu.",
            en: "Answer with a number from 1 to {last}, or with the name of a game."
        ))?;
    }
}

fn ask_options(kind: Kind, prompt: &mut Prompt<'_>) -> Result<Option<AnyGame>, Failure> {
    let lang = prompt.lang;
    if kind.options().is_empty() {
        return Ok(AnyGame::new(kind, "").ok());
    }
    write_options(kind, 2, lang, prompt.out())?;
    let defaults: Vec<String> =
        kind.options().iter().map(|spec| format!("{}={}", spec.key, spec.default)).collect();
    loop {
        let Some(answer) = prompt.ask(texts::which_options(&defaults.join(","), lang))? else {
            return Ok(None);
        };
        match AnyGame::new(kind, &answer.replace(' ', "")) {
            Ok(start) => return Ok(Some(start)),
            Err(error) => prompt.say(error.say(lang))?,
        }
    }
}

fn ask_players(start: &AnyGame, prompt: &mut Prompt<'_>) -> Result<Option<Vec<PlayerArg>>, Failure> {
    let lang = prompt.lang;
    let mut players = Vec::new();
    while players.len() < usize::from(start.seats()) {
        let seat = Seat::from_index(players.len() as u8);
        let default = if seat == Seat::ONE { PlayerArg::Human } else { PlayerArg::DEFAULT_ENGINE };
        let question = texts::which_player(start.kind(), seat, default, lang);
        let Some(answer) = prompt.ask(question)? else { return Ok(None) };
        match answer.to_lowercase().as_str() {
            "" => players.push(default),
            "h" | "human" | "humain" => players.push(PlayerArg::Human),
            "r" | "random" | "hasard" => players.push(PlayerArg::Random),
            level => match level.trim_start_matches("level:").parse() {
                Ok(level) => players.push(PlayerArg::Engine(level)),
                Err(_) => prompt.say(texts::player_help(lang))?,
            },
        }
    }
    Ok(Some(players))
}
