//! The engine's progress while it thinks, and the button that makes it play now.

use leptos::prelude::*;
use rules::{Lang, Words};

use super::local_session::LocalSession;
use crate::engine_task::TaskStatus;
use crate::language::{lang, tr};

/// The engine's progress while it thinks.
#[component]
pub fn EngineStatus(
    /// The game being played.
    session: LocalSession,
) -> impl IntoView {
    let is_thinking = move || session.engine.is_running();
    let progress = move || {
        let lang = lang();
        session.engine.status.with(|status| {
            let TaskStatus::Running(Some(found)) = status else { return None };
            let (depth, nodes) = (found.analysis.depth, short_count(found.analysis.nodes, lang));
            let one_or_more = |count: u64| if count == 1 { "" } else { "s" };
            // Both languages use the singular for one move and one position.
            let (s, p) = (one_or_more(u64::from(depth)), one_or_more(found.analysis.nodes));
            Some(match lang {
                Lang::Fr if depth > 0 => format!("{depth} coup{s} à l’avance, {nodes} position{p}"),
                Lang::Fr => format!("{nodes} position{p}"),
                Lang::En if depth > 0 => format!("{depth} move{s} ahead, {nodes} position{p}"),
                Lang::En => format!("{nodes} position{p}"),
            })
        })
    };
    view! {
        <div class="thinking" class:busy=is_thinking aria-hidden=move || (!is_thinking()).then_some("true")>
            <span class="dots"><i></i><i></i><i></i></span>
            <span class="found">{move || progress().unwrap_or_else(|| tr(Words::new("Le moteur réfléchit…", "The engine is thinking…"))())}</span>
            <button hidden=move || !session.is_engines_turn() disabled=move || !is_thinking() on:click=move |_| session.engine.stop()>
                {tr(Words::new("Jouer tout de suite", "Play now"))}
            </button>
        </div>
    }
}

/// A count for people: thousands and millions are shortened, as in `12 k` and `3.4 M`.
pub fn short_count(count: u64, lang: Lang) -> String {
    let decimal = |value: f64| {
        let text = format!("{value:.1}");
        if lang == Lang::Fr { text.replace('.', ",") } else { text }
    };
    match count {
        0..1_000 => count.to_string(),
        1_000..1_000_000 => format!("{}\u{a0}k", count / 1000),
        _ => format!("{}\u{a0}M", decimal(count as f64 / 1e6)),
    }
}
