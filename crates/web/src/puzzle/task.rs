//! The task of a puzzle, above the board.

use leptos::prelude::*;
use puzzles::PuzzleRun;
use rules::date::DAY;
use rules::{Lang, Say, SeatMark, Words};

use super::address::PuzzleSet;
use super::current::CurrentPuzzle;
use super::run_panel::RunPanel;
use super::session::{PuzzleSession, today};
use crate::browser;
use crate::date::{DateStyle, date};
use crate::language::lang;

/// The heading of a puzzle, who is to win in how many moves, and how hard it is.
#[component]
pub fn Task(
    /// The session.
    session: PuzzleSession,
) -> impl IntoView {
    let heading = move || {
        let number = session.current.with(|current| current.as_ref().map(|current| current.index + 1));
        heading(session.set.get(), number, lang())
    };
    let task =
        move || session.current.with(|current| current.as_ref().map(|current| say_task(current, lang())));
    let about =
        move || session.current.with(|current| current.as_ref().map(|current| about(current, lang())));
    let id = move || session.current.with(|current| current.as_ref().map(|current| current.id.to_string()));
    view! {
        <div class="lesson" data-puzzle=id>
            // `early.js` adds the date to the first picture, which is rendered before the day is known.
            <h2 data-today=(!browser::IN_BROWSER).then_some("")>{heading}</h2>
            <RunPanel session/>
            {move || session.run.with(Option::is_none).then(|| view! {
                // The line has its height before the puzzles are loaded, so that nothing moves when they are.
                <p class="task">{move || task().unwrap_or_else(|| "\u{a0}".to_owned())}</p>
                <p class="facts">{move || about().unwrap_or_else(|| "\u{a0}".to_owned())}</p>
            })}
            {move || session.is_running().then(|| view! { <p class="task">{task}</p> })}
        </div>
    }
}

fn heading(set: PuzzleSet, number: Option<usize>, lang: Lang) -> String {
    let number = number.unwrap_or(1);
    match set {
        PuzzleSet::Daily => {
            let name = Words::new("Énigme du jour", "Puzzle of the day").say(lang);
            if !browser::IN_BROWSER {
                return name;
            }
            let today = date((today() * DAY) as f64, DateStyle::CalendarDay, lang);
            format!("{name} · {today}")
        }
        PuzzleSet::Training(_) => {
            rules::words!(fr: "Énigme n°\u{a0}{number}", en: "Puzzle {number}").say(lang)
        }
        PuzzleSet::Failed => Words::new("À revoir", "Missed puzzle").say(lang),
        PuzzleSet::Run(PuzzleRun::Rush) => Words::new("Contre la montre", "Rush").say(lang),
        PuzzleSet::Run(PuzzleRun::Streak) => Words::new("Sans faute", "Streak").say(lang),
    }
}

/// Which side the solver has, and in how many moves they are to win: "You have the crosses. Win in 2 moves."
fn say_task(current: &CurrentPuzzle, lang: Lang) -> String {
    let puzzle = current.attempt.puzzle();
    let seat = puzzle.start.kind().seat(puzzle.solver());
    let you = match (seat.mark, lang) {
        // Shared pieces do not distinguish the players.
        (SeatMark::Shared, Lang::Fr) => "À vous de jouer.".to_owned(),
        (SeatMark::Shared, Lang::En) => "Your turn.".to_owned(),
        (_, Lang::Fr) => format!("Vous jouez {}.", seat.side.fr),
        (SeatMark::Cross | SeatMark::Nought, Lang::En) => format!("You have the {}.", seat.side.en),
        (_, Lang::En) => format!("You are {}.", seat.side.en),
    };
    match (puzzle.moves(), lang) {
        (1, Lang::Fr) => format!("{you} Gagnez en un coup."),
        (1, Lang::En) => format!("{you} Win in one move."),
        (count, Lang::Fr) => format!("{you} Gagnez en {count} coups."),
        (count, Lang::En) => format!("{you} Win in {count} moves."),
    }
}

/// How hard a puzzle is.
fn about(current: &CurrentPuzzle, lang: Lang) -> String {
    let rating = current.attempt.puzzle().rating;
    rules::words!(fr: "Difficulté\u{a0}{rating}", en: "Difficulty\u{a0}{rating}").say(lang)
}
