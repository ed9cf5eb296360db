//! The analysis board and the engine that looks at it.

use std::time::Duration;

use boards::Scene;
use engine::Line;
use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Rng, Viewer};
use web_engine::Found;

use super::persistence;
use super::tree::{Id, Tree};
use crate::board::Touch;
use crate::evaluation_text;
use crate::random;
use crate::selection::Selection;
use crate::thinker::{Answer, Thinker};

/// How long the engine looks at one position.
const LONG: Duration = Duration::from_secs(20);

/// How long it looks at each position of a whole game.
const SHORT: Duration = Duration::from_millis(400);

/// How many of the best lines are shown.
const LINES: usize = 5;

/// The analysis board.
#[derive(Clone, Copy)]
pub struct AnalysisBoard {
    /// The game and its variations.
    pub tree: RwSignal<Tree>,
    /// The study that was on the analysis before.
    pub before: RwSignal<Option<Tree>>,
    /// The hand over the board.
    pub selection: Selection,
    /// Whether the board is turned.
    pub flipped: RwSignal<bool>,
    /// Whether the engine looks along.
    pub engine_on: RwSignal<bool>,
    /// What it has found about the position shown.
    pub found: RwSignal<Option<Found>>,
    /// How much of the whole game is looked at, while that goes on.
    pub sweep: RwSignal<Option<f32>>,
    /// Whether the engine died.
    pub died: RwSignal<bool>,
    wide: Signal<bool>,
    thinker: StoredValue<Thinker, LocalStorage>,
    /// Counts questions, so that late answers are dropped.
    question: StoredValue<u64>,
}

impl AnalysisBoard {
    /// Lays a game on the analysis, beside the one that was there before.
    pub fn new(mut tree: Tree, before: Option<Tree>, wide: Signal<bool>) -> AnalysisBoard {
        deal(&mut tree);
        let analysis = AnalysisBoard {
            tree: RwSignal::new(tree),
            before: RwSignal::new(before),
            selection: Selection::new(),
            flipped: RwSignal::new(false),
            engine_on: RwSignal::new(true),
            found: RwSignal::new(None),
            sweep: RwSignal::new(None),
            died: RwSignal::new(false),
            wide,
            thinker: StoredValue::new_local(Thinker::new()),
            question: StoredValue::new(0),
        };
        on_cleanup(move || analysis.thinker.with_value(Thinker::end));
        let here = Memo::new(move |_| analysis.tree.with(|tree| (tree.at(), tree.here().game.to_string())));
        Effect::new(move |_| {
            // Only a memo that is read follows what it is made of.
            here.with(|_| ());
            if analysis.engine_on.get() && analysis.sweep.get_untracked().is_none() {
                analysis.look_here();
            }
        });
        analysis
    }

    /// The position shown.
    pub fn game(self) -> AnyGame {
        self.tree.with(|tree| tree.here().game.clone())
    }

    /// What is seen.
    pub fn scene(self) -> Scene {
        let (game, last) = self.tree.with(|tree| (tree.here().game.clone(), tree.here().mv));
        let viewer = game.turn().seat().map_or(Viewer::Public, Viewer::Seat);
        let mut look = self.selection.look(viewer, true, last);
        // The lines of the engine speak of places by their names.
        look.coordinates = true;
        look.flipped = self.flipped.get();
        look.wide = self.wide.get();
        if let (Some(seat), true) = (game.turn().seat(), self.engine_on.get()) {
            look.evaluations = evaluation_text::of_lines(&self.lines(), seat, game.seats());
        }
        boards::draw(&game, &look)
    }

    /// The lines that the engine has found.
    pub fn lines(self) -> Vec<Line<AnyMove>> {
        let lines = self.found.with(|found| found.as_ref().map(|found| found.analysis.lines.clone()));
        match (lines, self.game().turn().seat()) {
            (Some(mut lines), Some(seat)) => {
                // Looking at a whole game of cards brings more lines than are to be shown.
                lines.truncate(LINES);
                evaluation_text::known(lines, seat)
            }
            _ => Vec::new(),
        }
    }

    /// Something happened on the board.
    pub fn touch(self, touch: Touch) {
        let game = untrack(|| self.game());
        if let Some(mv) = self.selection.touch(touch, &game) {
            self.play(mv);
        }
    }

    /// Goes along a move.
    pub fn play(self, mv: AnyMove) {
        self.change(|tree| {
            // Only legal moves are touched or listed.
            let _ = tree.play(mv);
            deal(tree);
        });
    }

    /// Walks in the tree. What the engine has found stays where the walk leads nowhere.
    pub fn change(self, change: impl FnOnce(&mut Tree)) {
        self.selection.clear();
        let here = |tree: &Tree| (tree.at(), tree.here().game.clone());
        let before = self.tree.with_untracked(here);
        self.tree.update(change);
        if self.tree.with_untracked(here) != before {
            self.found.set(None);
        }
    }

    /// Lays another game on the analysis, and sets the one that was there aside.
    pub fn lay(self, mut tree: Tree) {
        deal(&mut tree);
        let was = self.tree.get_untracked();
        self.change(|now| *now = tree);
        self.before
            .update(|before| *before = persistence::aside(Some(was).filter(Tree::is_played), before.take()));
    }

    /// Begins anew where the game began, or else, if nothing was played from there, where every game begins.
    pub fn start_over(self) {
        let start = self.tree.with_untracked(|tree| {
            let start = &tree.node(0).game;
            let new = AnyGame::new(start.kind(), &start.options()).ok().filter(|_| !tree.is_played());
            new.unwrap_or_else(|| start.clone())
        });
        self.lay(Tree::new(start));
    }

    /// Takes the study back that was set aside, and sets this one aside.
    pub fn bring_back(self) {
        if let Some(tree) = self.before.try_update(Option::take).flatten() {
            self.lay(tree);
        }
    }

    /// Lets the engine look at the position shown.
    fn look_here(self) {
        let (id, game) = self.tree.with_untracked(|tree| (tree.at(), tree.here().game.clone()));
        self.ask(id, &game, LONG, LINES, move || {});
    }

    /// Turns the engine on or off.
    pub fn toggle_engine(self) {
        let on = !self.engine_on.get_untracked();
        self.engine_on.set(on);
        if !on {
            self.question.update_value(|question| *question += 1);
            self.thinker.with_value(Thinker::end);
            self.sweep.set(None);
            self.found.set(None);
        }
    }

    /// Starts the engine again after it died.
    pub fn retry(self) {
        self.died.set(false);
        self.look_here();
    }

    /// Lets the engine look at every position of the main line and of the line that is shown, one after the other.
    pub fn look_at_all(self) {
        self.engine_on.set(true);
        let line = self.tree.with_untracked(|tree| {
            let mut line = tree.main_line();
            line.extend(tree.line().into_iter().filter(|id| !line.contains(id)).collect::<Vec<Id>>());
            line
        });
        self.sweep_on(line, 0);
    }

    fn sweep_on(self, line: Vec<Id>, index: usize) {
        let Some(&id) = line.get(index) else {
            self.sweep.set(None);
            self.look_here();
            return;
        };
        self.sweep.set(Some(index as f32 / line.len() as f32));
        let game = self.tree.with_untracked(|tree| tree.node(id).game.clone());
        if game.turn().seat().is_none() {
            self.sweep_on(line, index + 1);
            return;
        }
        // Where a card is drawn after a move, what the move was worth must be told before.
        let lines = if game.kind().has_chance() { 64 } else { 1 };
        self.ask(id, &game, SHORT, lines, move || self.sweep_on(line.clone(), index + 1));
    }

    fn ask(self, id: Id, game: &AnyGame, time: Duration, lines: usize, then: impl Fn() + 'static) {
        self.question.update_value(|question| *question += 1);
        let question = self.question.get_value();
        let Some(seat) = game.turn().seat() else {
            self.thinker.with_value(Thinker::drop_question);
            return;
        };
        let limit = move |think: &mut web_engine::Think| {
            think.time = Some(time);
            think.lines = lines;
        };
        let hear = move |answer: Answer| {
            if self.question.try_get_value() != Some(question) {
                return;
            }
            match answer {
                Answer::Progress(found) => self.note(id, found),
                Answer::Done(found) => {
                    self.note(id, found);
                    then();
                }
                // The page asks of legal positions only, so the next one is the way on.
                Answer::Failed(_) => then(),
                Answer::Died => {
                    self.sweep.set(None);
                    self.died.set(true);
                }
            }
        };
        self.thinker.with_value(|thinker| thinker.think(&game.view(Viewer::Seat(seat)), limit, hear));
    }

    fn note(self, id: Id, found: Found) {
        let lines = found.analysis.lines.iter();
        let lines: Vec<_> = lines.filter_map(|line| Some((*line.moves.first()?, line.value))).collect();
        if !lines.is_empty() {
            self.tree.update(|tree| tree.note_lines(id, lines));
        }
        if self.tree.with_untracked(Tree::at) == id {
            self.found.set(Some(found));
        }
    }
}

/// Draws cards where the line ends with cards to be drawn: chance is nobody's move to touch.
fn deal(tree: &mut Tree) {
    tree.draw(&mut Rng::new(random::seed()));
}
