//! A whole match: rounds played on several threads, counted in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use rules::{AnyGame, Kind};

use super::players::{Budget, PlayerSpec};
use super::round::{self, GameResult, MatchSide, Openings, Players};
use super::sprt::{Sprt, SprtDecision};
use super::stats::MatchTally;
use crate::args::ContestArgs;
use crate::errors::Failure;
use crate::progress::WorkProgress;

/// The time for a move without `--time` and `--nodes`.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// How many games are played without `--games`, and at most with `--sprt`.
const GAMES: u32 = 100;
const TEST_GAMES: u32 = 20_000;

/// A match to be played.
pub(crate) struct Contest {
    pub(crate) a: PlayerSpec,
    pub(crate) b: PlayerSpec,
    pub(crate) sprt: Option<Sprt>,
    pub(crate) openings: Openings,
    pub(crate) budget: Budget,
    rounds: u64,
    threads: usize,
}

/// The result of a match.
pub(crate) struct MatchReport {
    pub(crate) tally: MatchTally,
    pub(crate) decision: Option<SprtDecision>,
    /// Games lost by a failure to play: number, side, reason.
    pub(crate) forfeits: Vec<(u64, MatchSide, String)>,
    /// The mean time of each side for a move, in milliseconds.
    pub(crate) ms_per_move: [f64; 2],
    pub(crate) seconds: f64,
}

impl Contest {
    pub(crate) fn new(
        kind: Kind,
        args: &ContestArgs,
        (a, b): (PlayerSpec, PlayerSpec),
        sprt: Option<Sprt>,
    ) -> Result<Contest, Failure> {
        let start = AnyGame::new(kind, &args.options)
            .map_err(|error| Failure::input(format!("--options: {error}")))?;
        let games = args.games.unwrap_or(if sprt.is_some() { TEST_GAMES } else { GAMES });
        if games == 0 {
            return Err(Failure::input("--games must be at least 1."));
        }
        let rounds = u64::from(games.div_ceil(u32::from(start.seats())));
        let time = args.limits.time.or(args.limits.nodes.is_none().then_some(DEFAULT_TIME));
        let budget = Budget { time, nodes: args.limits.nodes, ..Budget::default() };
        let random = args.openings.unwrap_or_else(|| usize::from(kind.info().random_opening));
        let cores = thread::available_parallelism().map_or(1, Into::into);
        let threads =
            args.threads.map_or(cores, usize::from).min(usize::try_from(rounds).unwrap_or(usize::MAX));
        let openings = Openings { start, random, seed: args.seed };
        Ok(Contest { a, b, sprt, openings, budget, rounds, threads })
    }

    /// Plays the match.
    pub(crate) fn play(&self) -> Result<MatchReport, Failure> {
        let begun = Instant::now();
        // All players are created before the first move, so that a player who cannot play is reported at once.
        let teams: Vec<Players> = (0..self.threads).map(|_| self.players()).collect::<Result<_, _>>()?;
        let next = AtomicU64::new(0);
        let (sender, results) = channel();
        thread::scope(|scope| {
            for mut players in teams {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let round = next.fetch_add(1, Ordering::Relaxed);
                        if round >= self.rounds
                            || sender.send((round, round::play(&self.openings, round, &mut players))).is_err()
                        {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut count = MatchCounter::new(self);
            // Rounds are counted in order, whichever thread was faster, so that the same seed gives the same match.
            let mut early = BTreeMap::new();
            for (round, games) in results {
                early.insert(round, games);
                while let Some(games) = early.remove(&count.rounds) {
                    count.add(&games);
                }
                if count.decision.is_some() {
                    next.store(self.rounds, Ordering::Relaxed);
                    break;
                }
            }
            Ok(count.report(begun))
        })
    }

    fn players(&self) -> Result<Players, Failure> {
        let seat = |spec: &PlayerSpec| spec.seat(self.budget, &self.openings.start).map_err(Failure::input);
        let b = (1..self.openings.start.seats()).map(|_| seat(&self.b)).collect::<Result<_, _>>()?;
        Ok(Players { a: seat(&self.a)?, b })
    }
}

/// Counts the results of a match while it is played.
struct MatchCounter<'c> {
    contest: &'c Contest,
    tally: MatchTally,
    rounds: u64,
    decision: Option<SprtDecision>,
    forfeits: Vec<(u64, MatchSide, String)>,
    thinking_time: [(Duration, u64); 2],
    progress: WorkProgress,
}

impl<'c> MatchCounter<'c> {
    fn new(contest: &'c Contest) -> MatchCounter<'c> {
        let mut progress = WorkProgress::new(String::new(), contest.rounds).with_delay(Duration::ZERO);
        progress.set_label(format!("{} – {}", contest.a, contest.b));
        progress.set_done(0);
        MatchCounter {
            contest,
            tally: MatchTally::new(contest.openings.start.seats()),
            rounds: 0,
            decision: None,
            forfeits: Vec::new(),
            thinking_time: Default::default(),
            progress,
        }
    }

    /// Counts the next round, unless the match is decided.
    fn add(&mut self, games: &[GameResult]) {
        self.rounds += 1;
        if self.decision.is_some() {
            return;
        }
        for (number, game) in (self.tally.games() + 1..).zip(games) {
            self.forfeits.extend(game.forfeit.clone().map(|(side, what)| (number, side, what)));
            for (all, (time, moves)) in self.thinking_time.iter_mut().zip(game.thinking_time) {
                *all = (all.0 + time, all.1 + u64::from(moves));
            }
        }
        let scores: Vec<f64> = games.iter().map(|game| game.score).collect();
        self.tally.add(&scores);
        self.decision = self.contest.sprt.and_then(|sprt| sprt.decide(&self.tally));
        let MatchTally { wins, draws, losses, .. } = &self.tally;
        let (a, b) = (&self.contest.a, &self.contest.b);
        self.progress.set_label(format!("{a} – {b}  +{wins} ={draws} -{losses}"));
        self.progress.set_done(self.rounds);
    }

    fn report(self, begun: Instant) -> MatchReport {
        let per_move = |(time, moves): (Duration, u64)| time.as_secs_f64() * 1e3 / moves.max(1) as f64;
        MatchReport {
            tally: self.tally,
            decision: self.decision,
            forfeits: self.forfeits,
            ms_per_move: self.thinking_time.map(per_move),
            seconds: begun.elapsed().as_secs_f64(),
        }
    }
}
