//! A learner at work on a step or a puzzle: what each move that is tried is worth.

use std::mem::discriminant;

use rules::{AnyGame, AnyIllegal, AnyMove, Kind, Outcome, Turn};

use crate::course::{Goal, Puzzle, Start, Step};

/// A step or a puzzle being tried.
#[derive(Clone, Debug)]
pub struct Attempt {
    game: AnyGame,
    goal: Goal,
    also: &'static [&'static str],
    /// How many moves of a line have been played.
    at: usize,
    is_done: bool,
}

/// What a move is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// That was it. A legal move has been played.
    Done,
    /// Right so far: the move has been played, then these replies. It is the learner's turn again.
    GoOn(Vec<AnyMove>),
    /// Legal, but not what is asked for; nothing has been played.
    Other,
    /// Illegal, and why; nothing has been played.
    Illegal(AnyIllegal),
}

impl Attempt {
    /// Begins a step.
    pub fn at_step(kind: Kind, step: &Step) -> Attempt {
        Attempt::new(kind, step.start, step.goal, &[])
    }

    /// Begins a puzzle.
    pub fn at_puzzle(kind: Kind, puzzle: &Puzzle) -> Attempt {
        Attempt::new(kind, puzzle.start, Goal::Line(puzzle.line), puzzle.also)
    }

    fn new(kind: Kind, start: Start, goal: Goal, also: &'static [&'static str]) -> Attempt {
        Attempt { game: start.game(kind), goal, also, at: 0, is_done: false }
    }

    /// The position as it is now.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Whether all that was asked for has been done. A step that only wants to be looked at always is.
    pub fn is_done(&self) -> bool {
        self.is_done || self.goal == Goal::Look
    }

    /// A move that is asked for now, to show to a learner who gives up; `None` once all is done.
    pub fn expected(&self) -> Option<AnyMove> {
        let text = match self.goal {
            _ if self.is_done() => None,
            Goal::Look => None,
            Goal::Any => return self.game.moves().first().copied(),
            Goal::Play(moves) | Goal::Refused(moves) => moves.first(),
            Goal::Line(line) => line.get(self.at),
        };
        text.and_then(|text| self.game.parse_move(text).ok())
    }

    /// Tries a move. Once all is done, every legal move is another than asked for.
    pub fn answer(&mut self, mv: AnyMove) -> Answer {
        let answer = self.judge(mv);
        self.is_done |= answer == Answer::Done;
        answer
    }

    /// Tries something that the rules refuse for this reason, where no more than the reason is known.
    pub fn answer_refused(&mut self, why: AnyIllegal) -> Answer {
        let is_asked = match self.goal {
            Goal::Refused(moves) => !self.is_done && self.is_refused_so(moves, why),
            Goal::Look | Goal::Play(_) | Goal::Any | Goal::Line(_) => false,
        };
        self.is_done |= is_asked;
        if is_asked { Answer::Done } else { Answer::Illegal(why) }
    }

    fn judge(&mut self, mv: AnyMove) -> Answer {
        let is_in = |moves: &[&str]| moves.contains(&mv.to_string().as_str());
        if let Err(why) = self.game.check(mv) {
            return self.answer_refused(why);
        }
        match self.goal {
            _ if self.is_done() => Answer::Other,
            Goal::Refused(_) => Answer::Other,
            Goal::Line(line) => self.judge_line(line, mv),
            Goal::Play(moves) if !is_in(moves) => Answer::Other,
            Goal::Look | Goal::Any | Goal::Play(_) => {
                self.play(mv);
                Answer::Done
            }
        }
    }

    /// Whether one of `moves` is refused here for a reason of the same kind.
    fn is_refused_so(&self, moves: &[&str], why: AnyIllegal) -> bool {
        let reason = |text: &&str| self.game.parse_move(text).ok().and_then(|mv| self.game.check(mv).err());
        moves.iter().filter_map(reason).any(|other| is_same(why, other))
    }

    fn judge_line(&mut self, line: &'static [&'static str], mv: AnyMove) -> Answer {
        let (text, learner) = (mv.to_string(), self.game.turn());
        let is_next = line.get(self.at).is_some_and(|next| *next == text);
        let is_as_good = self.at == 0 && self.also.contains(&text.as_str());
        if !is_next && !is_as_good && !self.wins_instead(line, mv) {
            return Answer::Other;
        }
        self.play(mv);
        if !is_next {
            return Answer::Done;
        }
        self.at += 1;
        let mut replies = Vec::new();
        while self.game.turn() != learner {
            let Some(reply) = line.get(self.at).and_then(|text| self.game.parse_move(text).ok()) else {
                break;
            };
            self.play(reply);
            replies.push(reply);
            self.at += 1;
        }
        if self.at < line.len() { Answer::GoOn(replies) } else { Answer::Done }
    }

    /// Whether a move wins at once where the line would too, only otherwise: nobody may call that wrong.
    fn wins_instead(&self, line: &[&str], mv: AnyMove) -> bool {
        let Turn::Seat(mover) = self.game.turn() else { return false };
        let mut next = self.game.clone();
        self.at + 1 == line.len() && next.play(mv).is_ok() && next.turn() == Turn::Over(Outcome::Win(mover))
    }

    /// Plays a move that was checked.
    fn play(&mut self, mv: AnyMove) {
        let played = self.game.play(mv);
        debug_assert!(played.is_ok(), "{mv} was checked");
    }
}

/// Whether two moves of one game are refused for the same reason, wherever they go.
fn is_same(one: AnyIllegal, other: AnyIllegal) -> bool {
    use AnyIllegal::{Cards, Doh, Fives, Morpion, Super};
    match (one, other) {
        (Morpion(one), Morpion(other)) => discriminant(&one) == discriminant(&other),
        (Super(one), Super(other)) => discriminant(&one) == discriminant(&other),
        (Doh(one), Doh(other)) => discriminant(&one) == discriminant(&other),
        (Cards(one), Cards(other)) => discriminant(&one) == discriminant(&other),
        (Fives(one), Fives(other)) => discriminant(&one) == discriminant(&other),
        _ => false,
    }
}
