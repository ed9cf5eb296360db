//! The list of moves: numbered, a column for each player, in a box that scrolls by itself to the move shown. Play,
//! study, tables and finished games share it.

mod rows;

use boards::NotationPart;
use leptos::html::Div;
use leptos::prelude::*;
use rules::Words;
use web_sys::Element;

pub use rows::{ListItem, ListItems, MoveEntry};
use rows::{MoveRow, rows};

use crate::language::{lang, tr};
use crate::startup;

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerColumn {
    /// The CSS classes of the seat's mark.
    pub class: String,
    /// What the head calls the player.
    pub name: String,
}

/// The list of moves.
#[component]
pub fn MoveList(
    /// The players, by seat.
    #[prop(into)]
    players: Signal<Vec<PlayerColumn>>,
    /// The moves, comments and variations.
    #[prop(into)]
    items: Signal<Vec<ListItem>>,
    /// The entry whose position is on the board.
    #[prop(into)]
    current: Signal<Option<usize>>,
    /// Shows the position of an entry.
    go: Callback<usize>,
    /// Whether earlier positions can be shown. Otherwise the moves are no buttons.
    #[prop(into, default = Signal::from(true))]
    can_go: Signal<bool>,
) -> impl IntoView {
    let scroll_box = NodeRef::<Div>::new();
    let list = Memo::new(move |_| rows(items.get(), players.with(Vec::len)));
    Effect::new(move |_| {
        list.track();
        current.track();
        // The rows are in the page at the next frame.
        request_animation_frame(move || {
            startup::when_in_page(move || {
                _ = scroll_box.try_get_untracked().flatten().map(|list| follow(&list));
            });
        });
    });
    let heads = move || {
        let head = |player: PlayerColumn| {
            view! { <th scope="col"><span class=player.class aria-hidden="true"></span> {player.name}</th> }
        };
        players.get().into_iter().map(head).collect_view()
    };
    let row = move |(can_go, _, row): (bool, usize, MoveRow)| {
        let go = can_go.then_some(go);
        match row {
            MoveRow::Moves(cells) => {
                let cell = |cell: Option<MoveEntry>| match cell {
                    Some(entry) => view! { <td>{move_view(entry, current, go)}</td> }.into_any(),
                    None => view! { <td class="empty"></td> }.into_any(),
                };
                view! { <tr>{cells.into_iter().map(cell).collect_view()}</tr> }.into_any()
            }
            MoveRow::Text(items) => {
                let items = items.into_iter().map(|item| item_view(item, current, go)).collect_view();
                let columns = move || players.with(Vec::len).to_string();
                view! { <tr class="between"><td colspan=columns>{items}</td></tr> }.into_any()
            }
        }
    };
    // A row that has not changed keeps its elements.
    let keyed = move || {
        let can_go = can_go.get();
        list.get().into_iter().enumerate().map(|(index, row)| (can_go, index, row)).collect::<Vec<_>>()
    };
    view! {
        <div class="moves" node_ref=scroll_box tabindex="0" role="region" aria-label=tr(Words::new("Coups", "Moves"))>
            <table>
                <thead><tr>{heads}</tr></thead>
                <tbody><For each=keyed key=Clone::clone children=row/></tbody>
            </table>
        </div>
    }
}

/// An item between the rows.
fn item_view(item: ListItem, current: Signal<Option<usize>>, go: Option<Callback<usize>>) -> AnyView {
    match item {
        ListItem::Move(entry) => view! { {move_view(entry, current, go)} " " }.into_any(),
        ListItem::Comment(comment) => view! { <small class="comment">{comment}</small> " " }.into_any(),
        ListItem::BeginVariation => "( ".into_any(),
        ListItem::EndVariation => ") ".into_any(),
        ListItem::Deal(cards) => {
            view! { <small class="deal">{tr(Words::new("Donne", "Deal"))} " " {parts_view(cards)}</small> " " }
                .into_any()
        }
    }
}

/// A move: a button if `go` shows its position.
fn move_view(entry: MoveEntry, current: Signal<Option<usize>>, go: Option<Callback<usize>>) -> AnyView {
    let MoveEntry { id, number, parts, draws, marks, grade, better, .. } = entry;
    let is_here = move || current.get() == Some(id);
    let here = move || is_here().then_some("true");
    let better = better.map(|better| {
        let sentence = tr(Words::new("Mieux\u{a0}: ", "Better: "));
        view! { " " <small class="better">{sentence}{parts_view(better)}</small> }
    });
    let draws = (!draws.is_empty()).then(|| {
        let drawn = tr(Words::new("pioche", "draws"));
        view! { <small class="drawn"><span class="heard">{drawn}</span> {parts_view(draws)}</small> }
    });
    let content = view! {
        <span class="mv">{parts_view(parts)}{marks}</span><b class="slip">{grade}</b>{better}{draws}
    };
    match go {
        Some(go) => view! {
            <button class="plain move" class:here=is_here aria-current=here data-number=number.to_string()
                on:click=move |_| go.run(id)>{content}</button>
        }
        .into_any(),
        None => view! {
            <span class="move" class:here=is_here aria-current=here data-number=number.to_string()>{content}</span>
        }
        .into_any(),
    }
}

/// The parts of a move: texts, and cards as cards.
pub fn parts_view(parts: Vec<NotationPart>) -> impl IntoView {
    let part = |part: NotationPart| match part {
        NotationPart::Text(text) => text.into_any(),
        NotationPart::Card { paint, text, name } => {
            let class = format!("mini mini-{}", paint.id());
            view! { <span class=class role="img" aria-label=move || name.get(lang()).to_owned()>{text}</span> }
                .into_any()
        }
    };
    parts.into_iter().map(part).collect_view()
}

/// Scrolls the box, and only the box, until the move shown is inside it.
fn follow(scroll_box: &Element) {
    let Some(here) = scroll_box.query_selector(".here").ok().flatten() else {
        return;
    };
    let (outer, inner) = (scroll_box.get_bounding_client_rect(), here.get_bounding_client_rect());
    // The head of the table covers the upper edge of the box.
    let head = scroll_box.query_selector("thead").ok().flatten();
    let top = outer.top() + head.map_or(0.0, |head| head.get_bounding_client_rect().height());
    let by = if inner.top() < top {
        inner.top() - top
    } else if inner.bottom() > outer.bottom() {
        inner.bottom() - outer.bottom()
    } else {
        return;
    };
    scroll_box.set_scroll_top(scroll_box.scroll_top() + by.round() as i32);
}
