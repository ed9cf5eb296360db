//! The moves from the start to the position shown, as buttons that go back.

use std::fmt::Display;

use leptos::prelude::*;
use rules::Words;

use crate::language::tr;

/// The moves that lead to the position shown. A click on one goes back to it.
#[component]
pub fn Breadcrumbs<M>(
    /// The moves played.
    moves: RwSignal<Vec<M>>,
) -> impl IntoView
where
    M: Clone + Display + Send + Sync + 'static,
{
    let steps = move || {
        let moves_here = moves.get();
        let count = moves_here.len();
        let step = |length: usize| {
            let name = match length {
                0 => tr(Words::new("Début", "Start"))(),
                _ => moves_here[length - 1].to_string(),
            };
            let current = (length == count).then_some("step");
            view! {
                <li><button class="plain" aria-current=current on:click=move |_| moves.update(|moves| moves.truncate(length))>
                    {name}
                </button></li>
            }
        };
        (0..=count).map(step).collect_view()
    };
    view! { <ol class="path" aria-label=tr(Words::new("Coups joués", "Moves played"))>{steps}</ol> }
}
