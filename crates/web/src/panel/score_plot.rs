//! A small plot of the score against each level of the engine: games won above the line, lost below it.

use engine::Level;
use leptos::prelude::*;
use rules::{Lang, Say, Words};

use crate::language::{lang, tr};
use crate::own_result::Score;

/// The size of a level's column, and the height of the bars on each side of the line.
const COLUMN: f32 = 26.0;
const HEIGHT: f32 = 30.0;

/// The scores against the levels as a plot, with a label for screen readers.
#[component]
pub fn ScorePlot(
    /// The name of the game.
    name: Words,
    /// The levels that were played, with their scores.
    scores: Vec<(Level, Score)>,
) -> impl IntoView {
    let most =
        scores.iter().map(|(_, score)| score.won.max(score.lost).max(score.drawn)).max().unwrap_or(1).max(1);
    let high = move |count: u32| HEIGHT * count as f32 / most as f32;
    let width = COLUMN * scores.len() as f32;
    let columns = scores.iter().zip(0u16..).map(move |((level, score), index)| {
        let x = COLUMN * f32::from(index);
        let (up, down) = (high(score.won), high(score.lost));
        let number = |count: u32| (count > 0).then(|| count.to_string());
        let drawn = (score.drawn > 0).then(|| {
            view! { <circle class="drawn" cx=x + COLUMN / 2.0 cy="50" r=3.0 + high(score.drawn) / 6.0></circle> }
        });
        let drawn_text = number(score.drawn).filter(|_| score.drawn > 1);
        view! {
            <rect class="won" x=x + 5.0 y=50.0 - up width=COLUMN - 10.0 height=up></rect>
            <rect class="lost" x=x + 5.0 y="50" width=COLUMN - 10.0 height=down></rect>
            {drawn}
            <text x=x + COLUMN / 2.0 y=45.0 - up>{number(score.won)}</text>
            <text x=x + COLUMN / 2.0 y=60.0 + down>{number(score.lost)}</text>
            <text class="inside" x=x + COLUMN / 2.0 y="54">{drawn_text}</text>
            <text class="level" x=x + COLUMN / 2.0 y="112">{level.to_string()}</text>
        }
    });
    let columns = columns.collect_view();
    let title = name.clone();
    let sentence = move || {
        let lang = lang();
        let line = |(level, score): &(Level, Score)| match lang {
            Lang::Fr => format!("niveau {level}\u{a0}: {}", score.say(lang)),
            Lang::En => format!("level {level}: {}", score.say(lang)),
        };
        let between = Words::new("\u{202f}; ", "; ");
        let lines = scores.iter().map(line).collect::<Vec<_>>();
        format!("{}. {}", name.say(lang), lines.join(between.get(lang)))
    };
    view! {
        <figure class="score">
            <figcaption>{tr(title)}</figcaption>
            <svg viewBox=format!("0 0 {width} 118") width=width height="118" role="img" aria-label=sentence>
                <path class="axis" d=format!("M0 50H{width}")></path>
                {columns}
            </svg>
        </figure>
    }
}
