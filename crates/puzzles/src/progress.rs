//! A solver's progress in one game, as text that is saved on the device.
//!
//! The rating is Glicko-2: each first try at a puzzle is a game against an opponent with the puzzle's rating. A puzzle
//! counts once. Runs of puzzles ([`PuzzleRun`]) are not rated: in a rush, mistakes may come from haste.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::collection::PuzzleCollection;
use crate::puzzle_id::PuzzleId;

/// The initial rating of a solver: that of an easy puzzle in most games.
const FIRST_RATING: Glicko2Rating = Glicko2Rating { rating: 1000.0, deviation: 350.0, volatility: 0.06 };

/// The deviation of a puzzle's rating. It is uncertain, because it was not measured against players.
const PUZZLE_DEVIATION: f64 = 100.0;

/// The next puzzle is drawn from this many near the solver's rating.
const NEAREST: usize = 24;

/// A run goes from the easiest to the hardest puzzle in this many steps.
const RUN_STEPS: usize = 60;

/// A run: one puzzle after the other, harder and harder ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleRun {
    /// As many as possible in a short time; a few mistakes are allowed.
    Rush,
    /// As many as possible without a mistake, without a clock.
    Streak,
}

impl PuzzleRun {
    /// The mistakes that end the run.
    pub const fn strikes(self) -> usize {
        match self {
            PuzzleRun::Rush => 3,
            PuzzleRun::Streak => 1,
        }
    }

    /// The number of a puzzle of the collection for the puzzle number `number` of a run, both from 0. `random` is a number
    /// from 0 to 1.
    pub fn pick(collection: &PuzzleCollection, number: usize, random: f64) -> usize {
        let (len, step) = (collection.len(), number.min(RUN_STEPS - 1));
        let first = step * len / RUN_STEPS;
        let last = ((step + 1) * len / RUN_STEPS).clamp(first + 1, len.max(first + 1));
        let band: Vec<usize> = (first..last).collect();
        pick(&band, random).unwrap_or(0).min(len - 1)
    }
}

/// The last puzzle of the day that a solver has tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyResult {
    /// The day, in days since 1970.
    pub day: u64,
    /// Whether it was solved.
    pub is_solved: bool,
    /// For how many days in a row it has been solved, up to this day.
    pub days: u32,
}

/// A solver's progress in one game.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleProgress {
    rating: Glicko2Rating,
    streak: u32,
    best_streak: u32,
    best_rush: usize,
    best_streak_run: usize,
    daily: Option<DailyResult>,
    tried: BTreeSet<PuzzleId>,
    /// The puzzles to try again, the oldest first.
    failed: Vec<PuzzleId>,
}

impl Default for PuzzleProgress {
    fn default() -> PuzzleProgress {
        PuzzleProgress {
            rating: FIRST_RATING,
            streak: 0,
            best_streak: 0,
            best_rush: 0,
            best_streak_run: 0,
            daily: None,
            tried: BTreeSet::new(),
            failed: Vec::new(),
        }
    }
}

impl PuzzleProgress {
    /// The rating and its deviation, rounded. In 19 cases of 20 the true rating is within two deviations.
    pub fn rating(&self) -> (i32, i32) {
        (self.rating.rating.round() as i32, self.rating.deviation.round() as i32)
    }

    /// How many puzzles in a row have been solved at the first try, and the most so far.
    pub fn streak(&self) -> (u32, u32) {
        (self.streak, self.best_streak)
    }

    /// The most puzzles solved in a run.
    pub fn best(&self, run: PuzzleRun) -> usize {
        match run {
            PuzzleRun::Rush => self.best_rush,
            PuzzleRun::Streak => self.best_streak_run,
        }
    }

    /// How many puzzles have been tried, apart from runs.
    pub fn tried(&self) -> usize {
        self.tried.len()
    }

    /// The puzzles to try again, the oldest first.
    pub fn failed(&self) -> &[PuzzleId] {
        &self.failed
    }

    /// The result of the puzzle of this day, if it has been tried.
    pub fn daily(&self, day: u64) -> Option<DailyResult> {
        self.daily.filter(|daily| daily.day == day)
    }

    /// For how many days in a row the puzzle of the day has been solved, as seen on this day.
    pub fn days(&self, day: u64) -> u32 {
        let goes_on = |daily: &DailyResult| daily.day == day || daily.day + 1 == day;
        self.daily.filter(goes_on).map_or(0, |daily| daily.days)
    }

    /// Whether the result of this puzzle would change the rating.
    pub fn is_rated(&self, id: PuzzleId) -> bool {
        !self.tried.contains(&id) && !self.failed.contains(&id)
    }

    /// Records the result of a try. Returns the change of the rating, if the puzzle counts. A failed puzzle that is
    /// solved later is no longer one to try again.
    pub fn finish(&mut self, id: PuzzleId, puzzle_rating: u32, is_solved: bool) -> Option<i32> {
        let is_rated = self.is_rated(id);
        self.tried.insert(id);
        self.set_failed(id, !is_solved);
        if !is_rated {
            return None;
        }
        let before = self.rating().0;
        let rating = f64::from(puzzle_rating);
        let puzzle = Glicko2Rating { rating, deviation: PUZZLE_DEVIATION, ..Glicko2Rating::new() };
        let outcome = if is_solved { Outcomes::WIN } else { Outcomes::LOSS };
        self.rating = glicko2(&self.rating, &puzzle, &outcome, &Glicko2Config::new()).0;
        self.streak = if is_solved { self.streak + 1 } else { 0 };
        self.best_streak = self.best_streak.max(self.streak);
        Some(self.rating().0 - before)
    }

    /// Records the first result of the puzzle of a day.
    pub fn finish_daily(&mut self, day: u64, is_solved: bool) {
        if self.daily(day).is_none() {
            let days = if is_solved { self.days(day) + 1 } else { 0 };
            self.daily = Some(DailyResult { day, is_solved, days });
        }
    }

    /// Records the number of puzzles solved in a run, and those that were not. Returns whether it is the best one so far.
    pub fn finish_run(&mut self, run: PuzzleRun, solved: usize, failed: &[PuzzleId]) -> bool {
        for &id in failed {
            self.set_failed(id, true);
        }
        let best = match run {
            PuzzleRun::Rush => &mut self.best_rush,
            PuzzleRun::Streak => &mut self.best_streak_run,
        };
        let is_best = solved > *best;
        *best = solved.max(*best);
        is_best
    }

    fn set_failed(&mut self, id: PuzzleId, is_failed: bool) {
        self.failed.retain(|&other| other != id);
        if is_failed {
            self.failed.push(id);
        }
    }

    /// The next puzzle to try: one near the rating that has not been tried, or any if none is left. `random` is a
    /// number from 0 to 1. `None` only without candidates.
    pub fn next(
        &self,
        collection: &PuzzleCollection,
        candidates: impl Iterator<Item = usize>,
        random: f64,
    ) -> Option<usize> {
        let all: Vec<usize> = candidates.collect();
        let is_new = |index: &usize| collection.id(*index).is_some_and(|id| self.is_rated(id));
        let mut new: Vec<usize> = all.iter().copied().filter(is_new).collect();
        if new.is_empty() {
            return pick(&all, random);
        }
        let distance =
            |index: &usize| collection.rating(*index).unwrap_or(0).abs_diff(self.rating().0.max(0) as u32);
        new.sort_by_key(distance);
        new.truncate(NEAREST);
        pick(&new, random)
    }
}

fn pick(from: &[usize], random: f64) -> Option<usize> {
    let index = (random.clamp(0.0, 1.0) * from.len() as f64) as usize;
    from.get(index.min(from.len().checked_sub(1)?)).copied()
}

/// A line for each part: a word and its values.
impl fmt::Display for PuzzleProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = |ids: &mut dyn Iterator<Item = &PuzzleId>| {
            ids.fold(String::new(), |mut text, id| {
                // Writing to a string cannot fail.
                let _ = write!(text, " {id}");
                text
            })
        };
        let Glicko2Rating { rating, deviation, volatility } = self.rating;
        writeln!(f, "rating {rating} {deviation} {volatility}")?;
        writeln!(f, "streak {} {}", self.streak, self.best_streak)?;
        writeln!(f, "rush {}", self.best_rush)?;
        writeln!(f, "streak-run {}", self.best_streak_run)?;
        if let Some(DailyResult { day, is_solved, days }) = self.daily {
            writeln!(f, "daily {day} {} {days}", u8::from(is_solved))?;
        }
        writeln!(f, "tried{}", ids(&mut self.tried.iter()))?;
        writeln!(f, "failed{}", ids(&mut self.failed.iter()))
    }
}

/// Reads as much as possible: a line that cannot be read counts as missing, so that the rest is kept.
impl From<&str> for PuzzleProgress {
    fn from(text: &str) -> PuzzleProgress {
        let mut progress = PuzzleProgress::default();
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let name = words.next().unwrap_or_default();
            let values: Vec<&str> = words.collect();
            match (name, values.as_slice()) {
                ("rating", [rating, deviation, volatility]) => {
                    if let Some(rating) = read_rating(rating, deviation, volatility) {
                        progress.rating = rating;
                    }
                }
                ("streak", [now, best]) => {
                    progress.streak = now.parse().unwrap_or(0);
                    progress.best_streak = best.parse().unwrap_or(0).max(progress.streak);
                }
                ("rush", [best]) => progress.best_rush = best.parse().unwrap_or(0),
                ("streak-run", [best]) => progress.best_streak_run = best.parse().unwrap_or(0),
                ("daily", [day, is_solved, days]) => {
                    progress.daily = day.parse().ok().map(|day| DailyResult {
                        day,
                        is_solved: *is_solved == "1",
                        days: days.parse().unwrap_or(0),
                    });
                }
                ("tried", ids) => progress.tried = ids.iter().filter_map(|id| id.parse().ok()).collect(),
                ("failed", ids) => progress.failed = ids.iter().filter_map(|id| id.parse().ok()).collect(),
                _ => {}
            }
        }
        progress
    }
}

/// A rating within the range of the formulas.
fn read_rating(rating: &str, deviation: &str, volatility: &str) -> Option<Glicko2Rating> {
    let read = |text: &str, least: f64, most: f64| {
        text.parse().ok().filter(|value: &f64| (least..=most).contains(value))
    };
    Some(Glicko2Rating {
        rating: read(rating, -5_000.0, 10_000.0)?,
        deviation: read(deviation, 1.0, 1_000.0)?,
        volatility: read(volatility, 0.000_1, 1.0)?,
    })
}
