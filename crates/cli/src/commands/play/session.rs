//! One game at the terminal, from its start to its end.

use std::fs::OpenOptions;
use std::io::{self, Write};

use rules::record::Step;
use rules::{AnyGame, AnyMove, Record, Rng, Say, Seat, Turn, Viewer};

use super::opponent::Opponents;
use super::prompt::Prompt;
use super::words::{self, Order};
use crate::args::PlayerKind;
use crate::commands::rules::write_rules;
use crate::commands::show::diagram;
use crate::errors::Failure;
use crate::language::say;
use crate::output::{FAINT, HEADING, wrap};

/// What the people at the terminal want once a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Again,
    Quit,
}

/// What a line that was typed led to.
enum Heard {
    /// Ask again.
    Nothing,
    /// Another position is to be shown.
    Moved,
    /// The session is over.
    Over(Wish),
}

pub(crate) struct Session<'s, 'o> {
    players: &'s [PlayerKind],
    opponents: &'s mut Opponents,
    rng: &'s mut Rng,
    prompt: &'s mut Prompt<'o>,
    record: Record,
    /// Whether the game hides anything from anyone.
    hides: bool,
    /// The human who looked at the screen last.
    looking: Option<Seat>,
    /// How many steps of the record each seat has been told of.
    told: Vec<usize>,
}

impl<'s, 'o> Session<'s, 'o> {
    pub(crate) fn new(
        start: &AnyGame,
        players: &'s [PlayerKind],
        opponents: &'s mut Opponents,
        rng: &'s mut Rng,
        prompt: &'s mut Prompt<'o>,
    ) -> Session<'s, 'o> {
        let mut record = Record::new(start.clone());
        record.set_tag("Date", &words::today());
        for (i, &player) in players.iter().enumerate() {
            record.set_tag(&format!("Seat{}", i + 1), &words::player_id(player));
        }
        let hides = hides(start);
        let told = vec![0; players.len()];
        Session { players, opponents, rng, prompt, record, hides, looking: None, told }
    }

    /// Plays until the game is over or nobody wants to go on.
    pub(crate) fn play(mut self) -> Result<Wish, Failure> {
        let lang = self.prompt.lang;
        self.prompt.say(format!("\n{HEADING}{}{HEADING:#}", self.record.start().kind().name().say(lang)))?;
        if !self.has_curtain() {
            self.prompt.say(words::invitation(lang))?;
        }
        loop {
            let heard = match self.record.end().turn() {
                Turn::Over(_) => self.at_the_end()?,
                Turn::Chance => {
                    let outcome = self.record.end().random_move(self.rng);
                    self.push(outcome)?
                }
                Turn::Seat(seat) if self.players[seat.index()] == PlayerKind::Human => self.human(seat)?,
                Turn::Seat(seat) => {
                    let player = self.players[seat.index()];
                    self.prompt.wait(words::thinking(seat, lang))?;
                    let view = self.record.end().view(Viewer::Seat(seat));
                    let mv = self.opponents.choose(player, &view, self.rng);
                    self.prompt.wait_no_more()?;
                    self.push(mv)?
                }
            };
            if let Heard::Over(wish) = heard {
                return Ok(wish);
            }
        }
    }

    /// Plays a move that was chosen here, and so must be legal.
    fn push(&mut self, mv: Option<AnyMove>) -> Result<Heard, Failure> {
        let mv =
            mv.ok_or_else(|| Failure::Internal("No move was found in a game that goes on.".to_owned()))?;
        self.record
            .push(mv)
            .map_err(|reason| Failure::Internal(format!("{mv} was chosen and refused: {reason}")))?;
        Ok(Heard::Moved)
    }

    /// The turn of somebody at the terminal.
    fn human(&mut self, seat: Seat) -> Result<Heard, Failure> {
        let lang = self.prompt.lang;
        if self.has_curtain() && self.looking != Some(seat) {
            self.prompt.clear()?;
            if self.prompt.ask(words::curtain(seat, lang))?.is_none() {
                return Ok(Heard::Over(Wish::Quit));
            }
            self.prompt.clear()?;
            self.prompt.say(words::invitation(lang))?;
        }
        self.looking = Some(seat);
        self.tell(Viewer::Seat(seat))?;
        self.show(Viewer::Seat(seat))?;
        loop {
            let Some(line) = self.prompt.ask(words::your_move(seat, lang))? else {
                return Ok(Heard::Over(Wish::Quit));
            };
            let heard = match Order::read(&line) {
                Some(order) => self.obey(order, Viewer::Seat(seat))?,
                None => self.try_move(&line)?,
            };
            if !matches!(heard, Heard::Nothing) {
                return Ok(heard);
            }
        }
    }

    fn at_the_end(&mut self) -> Result<Heard, Failure> {
        let lang = self.prompt.lang;
        self.tell(self.sole_human().map_or(Viewer::Public, Viewer::Seat))?;
        // The cards are on the table now: everyone sees everything.
        let end = diagram(self.record.end());
        self.prompt.say(format!("\n{end}\n"))?;
        if let Some(outcome) = self.record.result() {
            self.prompt.say(format!("{HEADING}{}{HEADING:#}", outcome.say(lang)))?;
        }
        loop {
            let Some(line) = self.prompt.ask(words::after_the_game(lang))? else {
                return Ok(Heard::Over(Wish::Quit));
            };
            let heard = match Order::read(&line) {
                Some(order) => self.obey(order, Viewer::Public)?,
                None => {
                    self.prompt.say(words::end_orders(lang))?;
                    Heard::Nothing
                }
            };
            if !matches!(heard, Heard::Nothing) {
                return Ok(heard);
            }
        }
    }

    /// Plays what was typed, or says why not.
    fn try_move(&mut self, line: &str) -> Result<Heard, Failure> {
        let lang = self.prompt.lang;
        let mv = match self.record.end().parse_move(line) {
            Ok(mv) => mv,
            Err(error) => {
                let help = say!(lang, fr: "? montre les coups permis.", en: "? lists the legal moves.");
                self.prompt.say(format!("{} {help}", error.say(lang)))?;
                return Ok(Heard::Nothing);
            }
        };
        match self.record.push(mv) {
            Ok(()) => Ok(Heard::Moved),
            Err(reason) => {
                self.prompt.say(reason.say(lang))?;
                Ok(Heard::Nothing)
            }
        }
    }

    fn obey(&mut self, order: Order<'_>, viewer: Viewer) -> Result<Heard, Failure> {
        let lang = self.prompt.lang;
        match order {
            Order::Quit => return Ok(Heard::Over(Wish::Quit)),
            Order::Again => return Ok(Heard::Over(Wish::Again)),
            Order::Undo => return self.undo(),
            Order::Show => self.show(viewer)?,
            Order::Rules => write_rules(self.record.end().kind(), lang, self.prompt.out())?,
            Order::Help => self.prompt.say(words::orders(lang))?,
            Order::Moves => {
                let mut moves: Vec<String> =
                    self.record.end().moves().iter().map(ToString::to_string).collect();
                moves.sort_unstable();
                self.prompt.say(wrap(moves.iter().map(String::as_str), 2))?;
            }
            Order::Hint => {
                self.prompt.wait(words::pondering(lang))?;
                let mv = self.opponents.advise(&self.record.end().view(viewer), self.rng);
                self.prompt.wait_no_more()?;
                self.prompt.say(
                    mv.map_or_else(|| words::end_orders(lang), |mv| words::hint(&mv.to_string(), lang)),
                )?;
            }
            Order::Save(file) => {
                let answer = match self.save(file) {
                    Ok(()) => say!(lang, fr: "La partie est dans {file}.", en: "The game is in {file}."),
                    Err(error) => words::not_saved(file, &error, lang),
                };
                self.prompt.say(answer)?;
            }
        }
        Ok(Heard::Nothing)
    }

    /// Goes back to where a human was to move last. What chance has shown cannot be unseen, so a game with cards
    /// goes back no further than the last draw.
    fn undo(&mut self) -> Result<Heard, Failure> {
        let lang = self.prompt.lang;
        let (steps, positions) = (self.record.steps(), self.record.positions());
        let is_humans = |position: &AnyGame| {
            position.turn().seat().is_some_and(|seat| self.players[seat.index()] == PlayerKind::Human)
        };
        let back = positions
            .enumerate()
            .filter(|(at, position)| *at < steps.len() && is_humans(position))
            .map(|(at, _)| at)
            .last();
        let Some(back) = back else {
            self.prompt
                .say(say!(lang, fr: "Il n’y a rien à reprendre.", en: "There is nothing to take back."))?;
            return Ok(Heard::Nothing);
        };
        if steps[back..].iter().any(Step::is_chance) {
            self.prompt.say(say!(
                lang,
                fr: "Une carte a été tirée depuis\u{a0}: on ne peut plus reprendre le coup.",
                en: "A card has been drawn since: the move cannot be taken back."
            ))?;
            return Ok(Heard::Nothing);
        }
        let kept: Vec<AnyMove> = steps[..back].iter().map(Step::mv).collect();
        let mut record = Record::new(self.record.start().clone());
        for (name, value) in self.record.tags() {
            record.set_tag(name, value);
        }
        self.record = record;
        for mv in kept {
            self.push(Some(mv))?;
        }
        for told in &mut self.told {
            *told = (*told).min(back);
        }
        self.prompt.say(say!(lang, fr: "Coup repris.", en: "Taken back."))?;
        Ok(Heard::Moved)
    }

    /// Writes the record to a new file.
    fn save(&self, file: &str) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(file)?;
        file.write_all(self.record.to_string().as_bytes())
    }

    /// Tells a viewer what has happened since that viewer was told last, as that viewer may know it.
    fn tell(&mut self, viewer: Viewer) -> Result<(), Failure> {
        let lang = self.prompt.lang;
        let steps = self.record.steps();
        let from = match viewer {
            Viewer::Seat(seat) => std::mem::replace(&mut self.told[seat.index()], steps.len()),
            Viewer::Public => self.told.iter().copied().max().unwrap_or_default(),
        };
        let mut news: Vec<String> = Vec::new();
        let mut drawn: Vec<String> = Vec::new();
        for (position, step) in self.record.positions().zip(steps).skip(from) {
            let mv = position.redact_move(step.mv(), viewer).to_string();
            match position.turn() {
                Turn::Seat(seat) => {
                    news.extend(words::drawn(&drawn, lang));
                    drawn.clear();
                    if viewer != Viewer::Seat(seat) {
                        news.push(say!(lang, fr: "Joueur {seat}\u{a0}: {mv}", en: "Player {seat}: {mv}"));
                    }
                }
                Turn::Chance | Turn::Over(_) => drawn.push(mv),
            }
        }
        news.extend(words::drawn(&drawn, lang));
        for line in news {
            self.prompt.say(format!("{FAINT}{line}{FAINT:#}"))?;
        }
        Ok(())
    }

    fn show(&mut self, viewer: Viewer) -> Result<(), Failure> {
        let seen = diagram(&self.record.end().view(viewer).position());
        self.prompt.say(format!("\n{seen}\n"))
    }

    /// Whether people who share the terminal have something to hide from each other.
    fn has_curtain(&self) -> bool {
        self.hides && self.humans() > 1
    }

    /// The human who plays, if it is only one.
    fn sole_human(&self) -> Option<Seat> {
        let seat = self.players.iter().position(|&player| player == PlayerKind::Human)?;
        u8::try_from(seat).ok().map(Seat::from_index).filter(|_| self.humans() == 1)
    }

    fn humans(&self) -> usize {
        self.players.iter().filter(|&&player| player == PlayerKind::Human).count()
    }
}

/// Whether the game hides anything from anyone: then some cards are drawn, and a spectator does not see which.
fn hides(start: &AnyGame) -> bool {
    let mut game = start.clone();
    let mut rng = Rng::new(0);
    while game.turn() == Turn::Chance {
        let Some(outcome) = game.random_move(&mut rng) else { break };
        if game.play(outcome).is_err() {
            break;
        }
    }
    game.view(Viewer::Public).position() != game
}
