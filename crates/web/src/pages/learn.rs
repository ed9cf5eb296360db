//! Learning a game: a course on a live board, puzzles, and the written rules.

use leptos::prelude::*;
use lessons::rulebook::{Block, Span, TextStyle};
use lessons::{Attempt, Course, Goal};
use rules::{Kind, Lang, Words};

use crate::exercise::Exercise;
use crate::icon::Icon;
use crate::language::{lang, tr};
use crate::layout::PageLayout;
use crate::route::Route;
use crate::router::Link;
use crate::start_queue::Deferred;
use crate::{atlas, labels, storage};

/// The course of a game.
#[component]
pub fn Page(
    /// The game.
    kind: Kind,
) -> impl IntoView {
    let course = StoredValue::new(lessons::course(kind));
    let done = RwSignal::new(CourseProgress::load(kind));
    let count = course.with_value(|course| course.steps.len() + course.puzzles.len());
    // The first exercise that is not solved yet.
    let at = RwSignal::new(
        done.with_untracked(|done| (0..count).find(|&index| !done.contains(index)).unwrap_or(0)),
    );
    // On a phone the list of exercises is closed, so that the board and the pieces are on the screen.
    let shows_list = RwSignal::new(false);
    Effect::new(move |_| {
        at.track();
        shows_list.set(false);
    });
    view! {
        <div class="lesson-head">
            <h1>
                <span class="activity">{tr(Words::new("Apprendre", "Learn"))} " · "</span>
                {tr(kind.name())}
            </h1>
            <button class="plain which" aria-expanded=move || shows_list.get().to_string() aria-controls="steps"
                on:click=move |_| shows_list.update(|shows| *shows = !*shows)>
                {move || exercise_of(at.get(), count, lang())} {Icon::Unfold.view()}
            </button>
        </div>
        <p class="facts">{move || labels::facts(kind, lang())}</p>
        <Deferred><ExerciseList course at done shows_list/></Deferred>
        <div class="table learn" class:is-wide=PageLayout::two_columns()>
            {move || {
                let index = at.get();
                view! { <CourseExercise kind course index at done/> }
            }}
        </div>
        <details class="rules">
            <summary>{tr(Words::new("Toutes les règles", "All the rules"))}</summary>
            <div class="rulebook"><Deferred>{move || rulebook(kind, lang())}</Deferred></div>
        </details>
        {atlas::of(kind).map(|atlas| view! { <p><Link to=Route::Atlas(kind)>{tr(atlas.invitation.clone())}</Link></p> })}
        <p><small>{tr(kind.info().first_player.clone())} " " {tr(kind.info().credits.clone())}</small></p>
    }
}

/// Which exercise of the course is shown.
fn exercise_of(index: usize, count: usize, lang: Lang) -> String {
    match lang {
        Lang::Fr => format!("Exercice {} sur {count}", index + 1),
        Lang::En => format!("Exercise {} of {count}", index + 1),
    }
}

/// The exercises that the learner has solved, saved on this device.
#[derive(Clone, Debug, Default)]
struct CourseProgress(Vec<usize>);

impl CourseProgress {
    fn load(kind: Kind) -> CourseProgress {
        let text = storage::load(&format!("learnt.{kind}")).unwrap_or_default();
        CourseProgress(text.split(',').filter_map(|number| number.parse().ok()).collect())
    }

    fn contains(&self, index: usize) -> bool {
        self.0.contains(&index)
    }

    fn add(&mut self, kind: Kind, index: usize) {
        if !self.contains(index) {
            self.0.push(index);
            let text = self.0.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
            // Without storage, the progress holds until the page is closed.
            let _ = storage::save(&format!("learnt.{kind}"), &text);
        }
    }
}

/// The list of steps and puzzles.
#[component]
fn ExerciseList(
    course: StoredValue<Course>,
    at: RwSignal<usize>,
    done: RwSignal<CourseProgress>,
    shows_list: RwSignal<bool>,
) -> impl IntoView {
    let (steps, puzzles) = course.with_value(|course| (course.steps.len(), course.puzzles.len()));
    let button = move |index: usize| {
        let text = if index < steps { (index + 1).to_string() } else { format!("★{}", index - steps + 1) };
        let name = move || match (index < steps, lang()) {
            (true, Lang::Fr) => format!("Étape {}", index + 1),
            (true, Lang::En) => format!("Step {}", index + 1),
            (false, Lang::Fr) => format!("Énigme {}", index - steps + 1),
            (false, Lang::En) => format!("Puzzle {}", index - steps + 1),
        };
        view! {
            <li>
                <button aria-label=name class:done=move || done.with(|done| done.contains(index))
                    aria-current=move || (at.get() == index).then_some("step") on:click=move |_| at.set(index)>
                    {text}
                </button>
            </li>
        }
    };
    view! { <ol id="steps" class="steps" class:is-open=move || shows_list.get()>{(0..steps + puzzles).map(button).collect_view()}</ol> }
}

/// A step or a puzzle.
#[component]
fn CourseExercise(
    kind: Kind,
    course: StoredValue<Course>,
    index: usize,
    at: RwSignal<usize>,
    done: RwSignal<CourseProgress>,
) -> impl IntoView {
    let count = course.with_value(|course| course.steps.len() + course.puzzles.len());
    let found = course.with_value(|course| {
        let puzzle = || course.puzzles.get(index.checked_sub(course.steps.len())?).cloned();
        match course.steps.get(index) {
            Some(step) => {
                let only_looks = step.goal == Goal::Read;
                let attempt = Attempt::at_step(kind, step);
                Some((step.title.clone(), step.text.clone(), None, attempt, step.done.clone(), only_looks))
            }
            None => puzzle().map(|puzzle| {
                let stars = "★".repeat(usize::from(puzzle.difficulty));
                let title = rules::words!(fr: "Énigme {stars}", en: "Puzzle {stars}");
                let attempt = Attempt::at_puzzle(kind, &puzzle);
                (title, puzzle.task, Some(puzzle.hint), attempt, puzzle.done, false)
            }),
        }
    });
    let Some((title, text, hint, attempt, praise, only_looks)) = found else { return ().into_any() };
    let is_done = RwSignal::new(only_looks);
    let finish = Callback::new(move |()| {
        is_done.set(true);
        done.update(|done| done.add(kind, index));
    });
    let again = RwSignal::new(0);
    let solution_requests = RwSignal::new(0);
    let next = move |_| {
        if only_looks {
            done.update(|done| done.add(kind, index));
        }
        at.set(index + 1);
    };
    let exercise = move || {
        again.track();
        is_done.set(only_looks);
        view! { <Exercise attempt=attempt.clone() praise=praise.clone() done=finish solution_requests/> }
    };
    view! {
        <div class="lesson">
            <h2>{tr(title)}</h2>
            <p>{tr(text)}</p>
            {hint.map(|hint| view! {
                <details><summary>{tr(Words::new("Un indice", "Hint"))}</summary><p>{tr(hint)}</p></details>
            })}
        </div>
        <Deferred>{exercise}</Deferred>
        <div class="lesson-nav">
            <button disabled=index == 0 on:click=move |_| at.set(index - 1)>
                {Icon::Back.view()} {tr(Words::new("Précédent", "Previous"))}
            </button>
            <button class="show-me" disabled=move || is_done.get() on:click=move |_| solution_requests.update(|count| *count += 1)>
                {Icon::Hint.view()} {tr(Words::new("Montrez-moi", "Show me"))}
            </button>
            <button on:click=move |_| again.update(|again| *again += 1)>
                {Icon::Turn.view()} {tr(Words::new("Recommencer", "Start over"))}
            </button>
            {if index + 1 < count {
                view! {
                    <button class:strong=move || is_done.get() on:click=next>
                        {Icon::Forward.view()} {tr(Words::new("Suivant", "Next"))}
                    </button>
                }.into_any()
            } else {
                view! {
                    <Link to=Route::Play(kind) class="button strong">{tr(Words::new("Jouer maintenant", "Play now"))}</Link>
                    <Link to=Route::Puzzles(Some(kind)) class="button more">{tr(Words::new("D’autres énigmes", "More puzzles"))}</Link>
                }.into_any()
            }}
        </div>
    }
    .into_any()
}

fn rulebook(kind: Kind, lang: Lang) -> impl IntoView {
    lessons::rulebook(kind, lang).into_iter().map(block).collect_view()
}

fn block(block: Block) -> AnyView {
    match block {
        Block::Heading(spans) => view! { <h3>{words(spans)}</h3> }.into_any(),
        Block::Paragraph(spans) => view! { <p>{words(spans)}</p> }.into_any(),
        Block::List(entries) => {
            let entries = entries.into_iter().map(|spans| view! { <li>{words(spans)}</li> });
            view! { <ul>{entries.collect_view()}</ul> }.into_any()
        }
        Block::Table(rows) => {
            let row = |cells: Vec<Vec<Span>>| {
                let cells = cells.into_iter().map(|spans| view! { <td>{words(spans)}</td> });
                view! { <tr>{cells.collect_view()}</tr> }
            };
            let rows = rows.into_iter().map(row);
            view! { <table><tbody>{rows.collect_view()}</tbody></table> }.into_any()
        }
        Block::Diagram(text) => view! { <pre>{text}</pre> }.into_any(),
    }
}

fn words(spans: Vec<Span>) -> impl IntoView {
    let set = |Span { style, text }| match style {
        TextStyle::Plain => text.into_any(),
        TextStyle::Strong => view! { <strong>{text}</strong> }.into_any(),
        TextStyle::Emphasis => view! { <em>{text}</em> }.into_any(),
    };
    spans.into_iter().map(set).collect_view()
}
