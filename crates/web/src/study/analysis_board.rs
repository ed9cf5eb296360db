//! The analysis board and the engine that analyses its positions.

use std::time::Duration;

use boards::{Arrow, DrawContext, MoveEvaluation, Names, Scene, Spot};
use engine::Line;
use leptos::prelude::*;
use review::{Review, annotation};
use rules::{AnyGame, AnyMove, Lang, Rng, Seat, Viewer, Words};
use web_engine::SearchReport;

use super::persistence;
use super::players;
use super::position_editor::PositionEditor;
use super::review::retry::{Retry, RetryState};
use super::tree::{Id, StudyTree};
use crate::board::Touch;
use crate::browser;
use crate::engine_task::{EngineTask, SearchLimits};
use crate::evaluation_text;
use crate::labels::{self, PlayerLabel};
use crate::language::lang;
use crate::random;
use crate::selection::Selection;
use crate::thinker::EngineAnswer;

/// How long the engine analyses the position shown.
const POSITION_TIME: Duration = Duration::from_secs(20);

/// How many of the best lines are shown.
const LINES: usize = 5;

/// The analysis board. Copies are the same board.
#[derive(Clone, Copy)]
pub struct AnalysisBoard {
    /// The game and its variations.
    pub tree: RwSignal<StudyTree>,
    /// The study that was open before this one.
    pub previous: RwSignal<Option<StudyTree>>,
    /// What is selected on the board.
    pub selection: Selection,
    /// Whether the board is flipped.
    pub flipped: RwSignal<bool>,
    /// Whether a finger, the left button or the keyboard draws arrows. The right button always does.
    pub draws_arrows: RwSignal<bool>,
    /// Where an arrow begins that is being drawn with the keyboard.
    arrow_start: RwSignal<Option<Spot>>,
    /// The position that is being set up.
    pub editor: PositionEditor,
    /// The engine.
    pub engine: EngineTask,
    /// Whether the engine analyses.
    pub engine_on: RwSignal<bool>,
    /// What the engine has found about the position shown.
    pub found: RwSignal<Option<SearchReport>>,
    /// The review of the main line, once there is one.
    pub review: Memo<Option<Review>>,
    /// The progress of a running review, from 0 to 1.
    pub review_progress: RwSignal<Option<f32>>,
    /// Why there is no review.
    pub review_error: RwSignal<Option<Words>>,
    /// The seat of the reader, if it is known.
    pub you: RwSignal<Option<Seat>>,
    /// The retry of a player's mistakes, if one is running.
    pub retry: RwSignal<Option<Retry>>,
    wide: Signal<bool>,
}

impl AnalysisBoard {
    /// Opens a study. `previous` is the one that was open before, `you` the seat of the reader, if they played this
    /// game: the record cannot tell, since others open it as well.
    pub fn new(
        mut tree: StudyTree,
        previous: Option<StudyTree>,
        you: Option<Seat>,
        wide: Signal<bool>,
    ) -> AnalysisBoard {
        let you = you.filter(|you| you.index() < usize::from(tree.node(0).game.seats()));
        draw_cards(&mut tree);
        let tree = RwSignal::new(tree);
        let text = Memo::new(move |_| tree.with(StudyTree::text));
        let analysis = AnalysisBoard {
            tree,
            review: Memo::new(move |_| {
                // Subscribes to the text, which changes less often than the tree.
                text.with(|_| ());
                tree.with_untracked(|tree| annotation::read(&tree.main_record()))
            }),
            review_error: RwSignal::new(None),
            you: RwSignal::new(you),
            retry: RwSignal::new(None),
            previous: RwSignal::new(previous),
            selection: Selection::new(),
            flipped: RwSignal::new(false),
            draws_arrows: RwSignal::new(false),
            arrow_start: RwSignal::new(None),
            editor: PositionEditor::new(tree.with_untracked(|tree| tree.current().game.clone())),
            engine: EngineTask::new(),
            engine_on: RwSignal::new(true),
            found: RwSignal::new(None),
            review_progress: RwSignal::new(None),
            wide,
        };
        let here = Memo::new(move |_| {
            analysis.tree.with(|tree| (tree.current_id(), tree.current().game.to_string()))
        });
        Effect::new(move |_| {
            // Subscribes to the position.
            here.with(|_| ());
            let is_busy = analysis.review_progress.get_untracked().is_some()
                || analysis.retry.with_untracked(Option::is_some);
            if analysis.engine_on.get() && !is_busy {
                analysis.analyse_position();
            }
        });
        analysis
    }

    /// The position shown.
    pub fn game(self) -> AnyGame {
        self.tree.with(|tree| tree.current().game.clone())
    }

    /// The picture of the board.
    pub fn scene(self) -> Scene {
        if let Some(draft) = self.editor.draft.get() {
            let mut context = self.selection.draw_context(Viewer::Public, false, None);
            (context.coordinates, context.wide) = (true, self.wide.get());
            return self.editor.game.with_value(|game| boards::edit::draw(game, &draft, &context));
        }
        if let Some(scene) = self.retry_scene() {
            return scene;
        }
        let (game, last) = self.tree.with(|tree| (tree.current().game.clone(), tree.current().mv));
        // The first picture of the page is the same for all readers, so all hands are hidden.
        if browser::is_first_picture() && game.kind().hides() {
            let game = game.view(Viewer::Public).position();
            let context =
                DrawContext { coordinates: true, wide: self.wide.get(), ..DrawContext::plain(lang()) };
            return boards::draw(&game, &context);
        }
        let viewer = game.turn().seat().map_or(Viewer::Public, Viewer::Seat);
        let mut context = self.selection.draw_context(viewer, true, last);
        // The engine's lines name places by their coordinates.
        context.coordinates = true;
        context.flipped = self.flipped.get();
        context.wide = self.wide.get();
        context.arrows = self.tree.with(|tree| tree.arrows(tree.current_id()));
        let arrow_start = self.arrow_start.get();
        // A ring shows where the arrow begins.
        context.arrows.extend(arrow_start.map(|spot| Arrow { from: spot, to: spot }));
        if let (Some(seat), true) = (game.turn().seat(), self.engine_on.get()) {
            context.evaluations = evaluation_text::move_evaluations(&self.marked_lines(), seat, game.seats());
        }
        let mut scene = boards::draw(&game, &context);
        if let Some(start) = arrow_start.and_then(|spot| scene.target(spot)) {
            let name = &start.name;
            scene.announcement = Some(match lang() {
                Lang::Fr => format!("Début de la flèche\u{a0}: {name}. Choisissez sa fin."),
                Lang::En => format!("The arrow starts here: {name}. Choose where it ends."),
            });
        }
        scene
    }

    /// The picture of the current retry, if there is one.
    fn retry_scene(self) -> Option<Scene> {
        let retry = self.retry.get()?;
        let (game, last) = retry.shown()?;
        let mut context = self.selection.draw_context(Viewer::Seat(retry.seat), retry.is_asking(), last);
        (context.coordinates, context.flipped, context.wide) = (true, self.flipped.get(), self.wide.get());
        if retry.state == (RetryState::Asking { hint: true })
            && let Some(&better) = retry.task().and_then(|task| task.mistake.better.first())
        {
            let mark = MoveEvaluation { text: "!".to_owned(), share: 1.0, best: true };
            context.evaluations = vec![(better, mark)];
        }
        Some(boards::draw(&game, &context))
    }

    /// What sentences call the players: "you", "Anne", "crosses".
    pub fn names(self) -> Names {
        self.tree.with(|tree| players::names(tree, self.you.get()))
    }

    /// What lists call a player: "You (cross)", "Anne (nought)".
    pub fn player_name(self, seat: Seat, lang: Lang) -> String {
        self.player_label(seat, lang).to_string()
    }

    /// The same in two parts, for lists that may have little room.
    pub fn player_label(self, seat: Seat, lang: Lang) -> PlayerLabel {
        let kind = self.tree.with(|tree| tree.node(0).game.kind());
        match (self.you.get() == Some(seat), lang) {
            (true, Lang::Fr) => labels::in_seat("Vous", kind, seat, lang),
            (true, Lang::En) => labels::in_seat("You", kind, seat, lang),
            _ => self.tree.with(|tree| players::label(tree, seat, lang)),
        }
    }

    /// Shows the position after the move of the main line with this number; 0 is the start.
    pub fn go_to_number(self, number: usize) {
        self.change(|tree| {
            let at = tree.main_line().into_iter().find(|&id| tree.move_number(id) == number);
            tree.go(at.unwrap_or(0));
        });
    }

    /// Whether the engine is to find lines for the position shown, and has not found any yet.
    pub fn awaits_lines(self) -> bool {
        let is_asked = self.engine_on.get() && self.game().turn().outcome().is_none();
        is_asked && !self.engine.has_died() && self.found.with(Option::is_none)
    }

    /// The engine's lines for the position shown.
    pub fn lines(self) -> Vec<Line<AnyMove>> {
        let mut lines = self.marked_lines();
        // The analysis of a whole game of cards asks for more lines than are shown.
        lines.truncate(LINES);
        lines
    }

    /// The lines whose moves are marked on the board: those shown, or all of them if all are proven to be equal.
    fn marked_lines(self) -> Vec<Line<AnyMove>> {
        let lines = self.found.with(|found| found.as_ref().map(|found| found.analysis.lines.clone()));
        match (lines, self.game().turn().seat()) {
            (Some(mut lines), Some(seat)) => {
                if !evaluation_text::are_proven_equal(&lines) {
                    lines.truncate(LINES);
                }
                evaluation_text::meaningful_lines(lines, seat)
            }
            _ => Vec::new(),
        }
    }

    /// Handles a touch on the board.
    pub fn touch(self, touch: Touch) {
        if self.editor.draft.with_untracked(Option::is_some) {
            if let Touch::Spot(Spot::Place(place)) = touch {
                self.editor.touch(place.into());
            }
            return;
        }
        if let Some(retry) = self.retry.get_untracked() {
            let Some((game, _)) = retry.shown().filter(|_| retry.is_asking()) else { return };
            let spot = self.selection.touched_spot(touch);
            if let Some(mv) = spot.and_then(|spot| self.selection.touch(spot, &game)) {
                self.retry_move(mv);
            }
            return;
        }
        if let Touch::Arrow(arrow) = touch {
            return self.tree.update(|tree| tree.toggle_arrow(arrow));
        }
        if self.draws_arrows.get_untracked() {
            return self.draw_arrow(touch);
        }
        let Some(spot) = self.selection.touched_spot(touch) else { return };
        let game = untrack(|| self.game());
        if let Some(mv) = self.selection.touch(spot, &game) {
            self.play(mv);
        }
    }

    /// Draws an arrow with the keyboard: the first spot is its beginning, the second its end. A pointer draws it in one go.
    fn draw_arrow(self, touch: Touch) {
        match (touch, self.arrow_start.get_untracked()) {
            (Touch::Spot(spot), None) => self.arrow_start.set(Some(spot)),
            (Touch::Spot(to), Some(from)) => {
                self.arrow_start.set(None);
                self.tree.update(|tree| tree.toggle_arrow(Arrow { from, to }));
            }
            (Touch::Cancel, Some(_)) => self.arrow_start.set(None),
            _ => {}
        }
    }

    /// Turns the drawing of arrows on or off.
    pub fn toggle_arrows(self) {
        self.arrow_start.set(None);
        self.selection.clear();
        self.draws_arrows.update(|draws| *draws = !*draws);
    }

    /// Plays a move: follows it if the tree has it, else adds it as a variation.
    pub fn play(self, mv: AnyMove) {
        self.change(|tree| {
            // The board and the lists offer legal moves only.
            let _ = tree.play(mv);
            draw_cards(tree);
        });
    }

    /// Changes the tree or the position shown. What the engine has found stays if the position stays.
    pub fn change(self, change: impl FnOnce(&mut StudyTree)) {
        self.selection.clear();
        self.arrow_start.set(None);
        let here = |tree: &StudyTree| (tree.current_id(), tree.current().game.clone());
        let before = self.tree.with_untracked(here);
        self.tree.update(change);
        if self.tree.with_untracked(here) != before {
            self.found.set(None);
        }
    }

    /// Opens another study. The current one becomes the previous one.
    pub fn open(self, mut tree: StudyTree) {
        draw_cards(&mut tree);
        let current = self.tree.get_untracked();
        self.change(|now| *now = tree);
        if self.review_progress.get_untracked().is_some() {
            // It is the other study's review.
            self.cancel_review();
        }
        self.you.set(None);
        self.previous.update(|previous| {
            *previous =
                persistence::choose_previous(Some(current).filter(StudyTree::has_moves), previous.take());
        });
    }

    /// Opens a new study with the same first position, or with the first position of the game if nothing was played.
    pub fn start_over(self) {
        let start = self.tree.with_untracked(|tree| {
            let start = tree.node(0).game;
            let new = AnyGame::new(start.kind(), &start.options()).ok().filter(|_| !tree.has_moves());
            new.unwrap_or_else(|| start.clone())
        });
        self.open(StudyTree::new(start));
    }

    /// Opens the previous study again. The current one becomes the previous one.
    pub fn reopen_previous(self) {
        if let Some(tree) = self.previous.try_update(Option::take).flatten() {
            self.open(tree);
        }
    }

    /// Turns the engine on or off.
    pub fn toggle_engine(self) {
        let on = !self.engine_on.get_untracked();
        self.engine_on.set(on);
        if !on {
            self.engine.shut_down();
            self.review_progress.set(None);
            self.found.set(None);
        }
    }

    /// Analyses the position shown.
    pub(crate) fn analyse_position(self) {
        let (id, game) = self.tree.with_untracked(|tree| (tree.current_id(), tree.current().game.clone()));
        if game.turn().seat().is_some() {
            self.ask_engine(id, game, LINES);
        } else {
            self.engine.cancel();
        }
    }

    /// Asks the engine about a position. If all moves it found are proven to be equal, it is asked about every move, so
    /// that the board marks all that are equally good.
    fn ask_engine(self, id: Id, game: AnyGame, count: usize) {
        let Some(seat) = game.turn().seat() else { return };
        let limits = SearchLimits::analysis(POSITION_TIME, count);
        self.engine.start(&game.view(Viewer::Seat(seat)), limits, move |answer| match answer {
            EngineAnswer::Progress(found) => self.store_values(id, found),
            EngineAnswer::Done(found) => {
                let is_level = evaluation_text::are_proven_equal(&found.analysis.lines);
                self.store_values(id, found);
                if is_level && count == LINES && game.moves().len() > LINES {
                    self.ask_engine(id, game.clone(), usize::MAX);
                }
            }
            // Only legal positions are asked about; the engine's panel says if the engine died.
            EngineAnswer::Failed(_) | EngineAnswer::Died => {}
        });
    }

    /// Stores what the engine has found about a position in the tree, and shows it if the position is shown.
    fn store_values(self, id: Id, found: SearchReport) {
        let lines = found.analysis.lines.iter();
        let lines: Vec<_> = lines.filter_map(|line| Some((*line.moves.first()?, line.value))).collect();
        if !lines.is_empty() {
            self.tree.update(|tree| tree.store_values(id, lines));
        }
        if self.tree.with_untracked(StudyTree::current_id) == id {
            self.found.set(Some(found));
        }
    }
}

/// Draws cards where the line ends with a draw that is due: a draw is not a player's move.
pub(super) fn draw_cards(tree: &mut StudyTree) {
    tree.draw(&mut Rng::new(random::seed()));
}
