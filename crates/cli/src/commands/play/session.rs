//! One game in the terminal, from its start to its end.

use std::fs::OpenOptions;
use std::io::{self, Write};

use rules::record::RecordedMove;
use rules::{AnyGame, AnyMove, Record, Rng, Say, Seat, Turn, Viewer};

use super::opponents::Opponents;
use super::prompt::Prompt;
use super::texts::{self, GameCommand};
use crate::args::PlayerArg;
use crate::commands::rules::write_rules;
use crate::commands::show::diagram;
use crate::errors::Failure;
use crate::language::say;
use crate::output::{FAINT, HEADING, wrap};

/// What to do after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterGame {
    Again,
    Quit,
}

/// The effect of a typed line.
enum LineEffect {
    /// The question is asked again.
    Nothing,
    /// The position changed.
    Moved,
    /// The session is over.
    Over(AfterGame),
}

pub(crate) struct PlaySession<'s, 'o> {
    players: &'s [PlayerArg],
    opponents: &'s mut Opponents,
    rng: &'s mut Rng,
    prompt: &'s mut Prompt<'o>,
    record: Record,
    /// Whether the game hides anything from a player.
    hides_information: bool,
    /// The human whose view was last on the screen.
    last_viewer: Option<Seat>,
    /// How many moves of the record each seat has seen reported.
    reported: Vec<usize>,
}

impl<'s, 'o> PlaySession<'s, 'o> {
    pub(crate) fn new(
        start: &AnyGame,
        players: &'s [PlayerArg],
        opponents: &'s mut Opponents,
        rng: &'s mut Rng,
        prompt: &'s mut Prompt<'o>,
    ) -> PlaySession<'s, 'o> {
        let mut record = Record::new(start.clone());
        record.set_tag("Date", &texts::today());
        for (seat, &player) in (0..).map(Seat::from_index).zip(players) {
            record.set_player(seat, &player.into());
        }
        let hides_information = start.kind().hides();
        let reported = vec![0; players.len()];
        PlaySession {
            players,
            opponents,
            rng,
            prompt,
            record,
            hides_information,
            last_viewer: None,
            reported,
        }
    }

    /// Plays until a human quits or asks for another game.
    pub(crate) fn play(mut self) -> Result<AfterGame, Failure> {
        let lang = self.prompt.lang;
        self.prompt.say(format!("\n{HEADING}{}{HEADING:#}", self.record.start().kind().name().say(lang)))?;
        if !self.has_curtain() {
            self.prompt.say(texts::invitation(lang))?;
        }
        loop {
            let effect = match self.record.end().turn() {
                Turn::Over(_) => self.handle_end()?,
                Turn::Chance => {
                    let outcome = self.record.end().random_move(self.rng);
                    self.push(outcome)?
                }
                Turn::Seat(seat) if self.players[seat.index()] == PlayerArg::Human => {
                    self.human_turn(seat)?
                }
                Turn::Seat(seat) => {
                    let player = self.players[seat.index()];
                    self.prompt.wait(texts::thinking(seat, lang))?;
                    let view = self.record.end().view(Viewer::Seat(seat));
                    let mv = self.opponents.choose(player, &view, self.rng);
                    self.prompt.clear_wait()?;
                    self.push(mv)?
                }
            };
            if let LineEffect::Over(after) = effect {
                return Ok(after);
            }
        }
    }

    /// Plays a move that the program chose, so it must be legal.
    fn push(&mut self, mv: Option<AnyMove>) -> Result<LineEffect, Failure> {
        let mv =
            mv.ok_or_else(|| Failure::Internal("No move was found in a game that goes on.".to_owned()))?;
        self.record
            .push(mv)
            .map_err(|reason| Failure::Internal(format!("{mv} was chosen and refused: {reason}")))?;
        Ok(LineEffect::Moved)
    }

    /// Handles the turn of a human.
    fn human_turn(&mut self, seat: Seat) -> Result<LineEffect, Failure> {
        let lang = self.prompt.lang;
        if self.has_curtain() && self.last_viewer != Some(seat) {
            self.prompt.clear()?;
            if self.prompt.ask(texts::curtain(seat, lang))?.is_none() {
                return Ok(LineEffect::Over(AfterGame::Quit));
            }
            self.prompt.clear()?;
            self.prompt.say(texts::invitation(lang))?;
        }
        self.last_viewer = Some(seat);
        self.report_moves(Viewer::Seat(seat))?;
        self.show(Viewer::Seat(seat))?;
        loop {
            let Some(line) = self.prompt.ask(texts::your_move(seat, lang))? else {
                return Ok(LineEffect::Over(AfterGame::Quit));
            };
            let effect = match GameCommand::read(&line) {
                Some(command) => self.run_command(command, Viewer::Seat(seat))?,
                None => self.try_move(&line)?,
            };
            if !matches!(effect, LineEffect::Nothing) {
                return Ok(effect);
            }
        }
    }

    /// Shows the end of the game, and handles commands until the human quits or asks for another game.
    fn handle_end(&mut self) -> Result<LineEffect, Failure> {
        let lang = self.prompt.lang;
        self.report_moves(self.sole_human().map_or(Viewer::Public, Viewer::Seat))?;
        // After the end nothing is hidden.
        let end = diagram(self.record.end());
        self.prompt.say(format!("\n{end}\n"))?;
        if let Some(outcome) = self.record.result() {
            self.prompt.say(format!("{HEADING}{}{HEADING:#}", outcome.say(lang)))?;
        }
        loop {
            let Some(line) = self.prompt.ask(texts::after_the_game(lang))? else {
                return Ok(LineEffect::Over(AfterGame::Quit));
            };
            let effect = match GameCommand::read(&line) {
                Some(command) => self.run_command(command, Viewer::Public)?,
                None => {
                    self.prompt.say(texts::end_command_help(lang))?;
                    LineEffect::Nothing
                }
            };
            if !matches!(effect, LineEffect::Nothing) {
                return Ok(effect);
            }
        }
    }

    /// Plays a typed move, or says why it cannot be played.
    fn try_move(&mut self, line: &str) -> Result<LineEffect, Failure> {
        let lang = self.prompt.lang;
        let mv = match self.record.end().parse_move(line) {
            Ok(mv) => mv,
            Err(error) => {
                let help = say!(lang, fr: "? montre les coups permis.", en: "? lists the legal moves.");
                self.prompt.say(format!("{} {help}", error.say(lang)))?;
                return Ok(LineEffect::Nothing);
            }
        };
        match self.record.push(mv) {
            Ok(()) => Ok(LineEffect::Moved),
            Err(reason) => {
                self.prompt.say(reason.say(lang))?;
                Ok(LineEffect::Nothing)
            }
        }
    }

    fn run_command(&mut self, command: GameCommand<'_>, viewer: Viewer) -> Result<LineEffect, Failure> {
        let lang = self.prompt.lang;
        match command {
            GameCommand::Quit => return Ok(LineEffect::Over(AfterGame::Quit)),
            GameCommand::Again => return Ok(LineEffect::Over(AfterGame::Again)),
            GameCommand::Undo => return self.undo(),
            GameCommand::Show => self.show(viewer)?,
            GameCommand::Rules => write_rules(self.record.end().kind(), lang, self.prompt.out())?,
            GameCommand::Help => self.prompt.say(texts::command_help(lang))?,
            GameCommand::Moves => {
                let mut moves: Vec<String> =
                    self.record.end().moves().iter().map(ToString::to_string).collect();
                moves.sort_unstable();
                self.prompt.say(wrap(moves.iter().map(String::as_str), 2))?;
            }
            GameCommand::Hint => {
                self.prompt.wait(texts::thinking_for_hint(lang))?;
                let mv = self.opponents.hint(&self.record.end().view(viewer), self.rng);
                self.prompt.clear_wait()?;
                self.prompt.say(mv.map_or_else(
                    || texts::end_command_help(lang),
                    |mv| texts::hint(&mv.to_string(), lang),
                ))?;
            }
            GameCommand::Save(file) => {
                let answer = match self.save(file) {
                    Ok(()) => say!(lang, fr: "La partie est dans {file}.", en: "The game is in {file}."),
                    Err(error) => texts::not_saved(file, &error, lang),
                };
                self.prompt.say(answer)?;
            }
        }
        Ok(LineEffect::Nothing)
    }

    /// Takes back to the last position in which a human was to move. Never past a draw, since the drawn card is
    /// known by then.
    fn undo(&mut self) -> Result<LineEffect, Failure> {
        let lang = self.prompt.lang;
        let (steps, positions) = (self.record.steps(), self.record.positions());
        let is_humans = |position: &AnyGame| {
            position.turn().seat().is_some_and(|seat| self.players[seat.index()] == PlayerArg::Human)
        };
        let back = positions
            .enumerate()
            .filter(|(at, position)| *at < steps.len() && is_humans(position))
            .map(|(at, _)| at)
            .last();
        let Some(back) = back else {
            self.prompt
                .say(say!(lang, fr: "Il n’y a rien à reprendre.", en: "There is nothing to take back."))?;
            return Ok(LineEffect::Nothing);
        };
        if steps[back..].iter().any(RecordedMove::is_chance) {
            self.prompt.say(say!(
                lang,
                fr: "Une carte a été piochée depuis\u{a0}: ce coup ne peut plus être repris.",
                en: "A card has been drawn since: that move can no longer be taken back."
            ))?;
            return Ok(LineEffect::Nothing);
        }
        self.record = self.record.truncated(back);
        for reported in &mut self.reported {
            *reported = (*reported).min(back);
        }
        self.prompt.say(say!(lang, fr: "Coup repris.", en: "Taken back."))?;
        Ok(LineEffect::Moved)
    }

    /// Writes the record to a new file.
    fn save(&self, file: &str) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(file)?;
        file.write_all(self.record.to_string().as_bytes())
    }

    /// Reports the moves since the last report to a viewer, redacted for that viewer.
    fn report_moves(&mut self, viewer: Viewer) -> Result<(), Failure> {
        let lang = self.prompt.lang;
        let steps = self.record.steps();
        let from = match viewer {
            Viewer::Seat(seat) => std::mem::replace(&mut self.reported[seat.index()], steps.len()),
            Viewer::Public => self.reported.iter().copied().max().unwrap_or_default(),
        };
        let mut news: Vec<String> = Vec::new();
        let mut drawn: Vec<String> = Vec::new();
        for (position, step) in self.record.positions().zip(steps).skip(from) {
            let mv = position.redact_move(step.mv(), viewer).to_string();
            match position.turn() {
                Turn::Seat(seat) => {
                    news.extend(texts::drawn(&drawn, lang));
                    drawn.clear();
                    if viewer != Viewer::Seat(seat) {
                        news.push(say!(lang, fr: "Joueur {seat}\u{a0}: {mv}", en: "Player {seat}: {mv}"));
                    }
                }
                Turn::Chance | Turn::Over(_) => drawn.push(mv),
            }
        }
        news.extend(texts::drawn(&drawn, lang));
        for line in news {
            self.prompt.say(format!("{FAINT}{line}{FAINT:#}"))?;
        }
        Ok(())
    }

    fn show(&mut self, viewer: Viewer) -> Result<(), Failure> {
        let seen = diagram(&self.record.end().view(viewer).position());
        self.prompt.say(format!("\n{seen}\n"))
    }

    /// Whether several humans share the terminal in a game with hidden information.
    fn has_curtain(&self) -> bool {
        self.hides_information && self.humans() > 1
    }

    /// The only human, if there is exactly one.
    fn sole_human(&self) -> Option<Seat> {
        let seat = self.players.iter().position(|&player| player == PlayerArg::Human)?;
        u8::try_from(seat).ok().map(Seat::from_index).filter(|_| self.humans() == 1)
    }

    fn humans(&self) -> usize {
        self.players.iter().filter(|&&player| player == PlayerArg::Human).count()
    }
}
