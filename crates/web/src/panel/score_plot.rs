//! A small plot of the score against each level of the engine: games won above the level, lost below it.

use engine::Level;
use leptos::prelude::*;
use rules::{Lang, Say, Words};

use crate::language::{lang, tr};
use crate::own_result::Score;

/// The size of a level's column, and the height of the bars on each side of the line.
const COLUMN: f32 = 42.0;
const HEIGHT: f32 = 30.0;

/// The width of a bar.
const BAR: f32 = 16.0;

/// Where the bars of won and of lost games begin; the level is written between them.
const WON: f32 = 44.0;
const LOST: f32 = 60.0;

/// The middle of the circles of drawn games, which are below the bars.
const DRAWN: f32 = 116.0;

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
        let (level, middle) = (*level, COLUMN * (f32::from(index) + 0.5));
        let level_text = move || match lang() {
            Lang::Fr => format!("niv.\u{a0}{level}"),
            Lang::En => format!("level\u{a0}{level}"),
        };
        let (up, down) = (high(score.won), high(score.lost));
        let number = |count: u32| (count > 0).then(|| count.to_string());
        let drawn = (score.drawn > 0).then(|| {
            view! { <circle class="drawn" cx=middle cy=DRAWN r=4.0 + high(score.drawn) / 8.0></circle> }
        });
        let drawn_text = number(score.drawn).filter(|_| score.drawn > 1);
        view! {
            <rect class="won" x=middle - BAR / 2.0 y=WON - up width=BAR height=up></rect>
            <rect class="lost" x=middle - BAR / 2.0 y=LOST width=BAR height=down></rect>
            {drawn}
            <text x=middle y=WON - 4.0 - up>{number(score.won)}</text>
            <text x=middle y=LOST + 11.0 + down>{number(score.lost)}</text>
            <text class="inside" x=middle y=DRAWN + 4.0>{drawn_text}</text>
            <text class="level" x=middle y=WON + 12.0>{level_text}</text>
        }
    });
    let height = if scores.iter().any(|(_, score)| score.drawn > 0) { 126 } else { 104 };
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
            <svg viewBox=format!("0 0 {width} {height}") width=width height=height role="img" aria-label=sentence>
                <path class="axis" d=format!("M0 {WON}H{width}M0 {LOST}H{width}")></path>
                {columns}
            </svg>
        </figure>
    }
}
