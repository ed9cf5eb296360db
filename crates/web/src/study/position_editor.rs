//! Setting up a position on the analysis board.

use boards::NotationPart;
use boards::edit::{self, Counters, Draft};
use leptos::prelude::*;
use rules::{AnyGame, Kind, Lang, Seat, Words};

use super::analysis_board::{AnalysisBoard, draw_cards};
use super::tree::StudyTree;
use crate::icon::Icon;
use crate::language::{lang, tr};
use crate::panel::{OptionChoice, parts_view};

/// The position that is being set up, and the piece that a touch puts down; `None` takes pieces away.
#[derive(Clone, Copy)]
pub struct PositionEditor {
    /// The draft, while one is being set up.
    pub draft: RwSignal<Option<Draft>>,
    /// The game whose position is set up. Its options may differ from those of the study.
    pub game: StoredValue<AnyGame>,
    /// Notifies when that game is replaced.
    game_changed: Trigger,
    /// The piece in hand.
    piece: RwSignal<Option<usize>>,
}

impl PositionEditor {
    /// Nothing is being set up.
    pub fn new(game: AnyGame) -> PositionEditor {
        PositionEditor {
            draft: RwSignal::new(None),
            game: StoredValue::new(game),
            game_changed: Trigger::new(),
            piece: RwSignal::new(Some(0)),
        }
    }

    /// Begins with the position of a game.
    fn begin(self, game: AnyGame) {
        let draft = edit::draft(&game);
        self.game.set_value(game);
        self.draft.set(Some(draft));
    }

    /// Replaces the game by one with other options. The draft stays where it fits: with the same pieces and seats.
    fn change_game(self, game: AnyGame) {
        let shape = |game: &AnyGame, draft: &Draft| {
            let sizes = [draft.places.len(), edit::pieces(game).len(), edit::hand_pieces(game).len()];
            let hands: Vec<usize> = draft.hands.iter().map(Vec::len).collect();
            let counts: Vec<usize> = draft.counts.iter().map(Vec::len).collect();
            (game.seats(), sizes, hands, counts)
        };
        let new = edit::draft(&game);
        let fits = |draft: &Draft| self.game.with_value(|old| shape(old, draft)) == shape(&game, &new);
        let draft = self.draft.get_untracked().filter(fits).unwrap_or(new);
        self.piece.set(Some(0));
        self.game.set_value(game);
        self.draft.set(Some(draft));
        self.game_changed.notify();
    }

    /// Puts the piece in hand on a place.
    pub fn touch(self, place: usize) {
        let piece = self.piece.get_untracked();
        self.game.with_value(|game| self.change(game, |draft| edit::put(game, draft, place, piece)));
    }

    /// Changes the draft. Where the rules place the pieces elsewhere, the draft follows them.
    fn change(self, game: &AnyGame, change: impl FnOnce(&mut Draft)) {
        self.draft.update(|draft| {
            let Some(draft) = draft else { return };
            change(draft);
            if let Ok(position) = edit::position(game, draft) {
                let mut placed = edit::draft(&position);
                // Hands and the pot have no order, so they keep the one in which they are shown.
                let is_same = |(one, other): (&Vec<usize>, &Vec<usize>)| sorted(one) == sorted(other);
                if draft.hands.iter().zip(&placed.hands).all(is_same) {
                    placed.hands.clone_from(&draft.hands);
                }
                if draft.pot.iter().zip(&placed.pot).all(is_same) {
                    placed.pot.clone_from(&draft.pot);
                }
                placed.turn = position.turn().seat().unwrap_or(draft.turn);
                placed.choice = draft.choice;
                *draft = placed;
            }
        });
    }
}

fn sorted(hand: &[usize]) -> Vec<usize> {
    let mut hand = hand.to_vec();
    hand.sort_unstable();
    hand
}

/// The button that begins, and while a position is being set up, the pieces and choices.
#[component]
pub fn EditorPanel(
    /// The analysis board.
    analysis: AnalysisBoard,
) -> impl IntoView {
    let editor = analysis.editor;
    let begin = move |_| editor.begin(untrack(|| analysis.game()));
    let is_open = Memo::new(move |_| editor.draft.with(Option::is_some));
    view! {
        <Show when=move || is_open.get() fallback=move || view! {
            <p class="row"><button on:click=begin>{tr(Words::new("Composer une position", "Set up a position"))}</button></p>
        }>
            <GameOptions editor/>
            {move || {
                editor.game_changed.track();
                view! { <OpenEditor analysis/> }
            }}
        </Show>
    }
}

/// The options of the game, in games that have some: for a study with three players, or with another rule.
#[component]
fn GameOptions(editor: PositionEditor) -> impl IntoView {
    let (kind, options) = editor.game.with_value(|game| (game.kind(), game.options()));
    let options = RwSignal::new(options);
    Effect::new(move |before: Option<()>| {
        let chosen = options.get();
        if before.is_some()
            && let Ok(start) = AnyGame::new(kind, &chosen)
        {
            let mut tree = StudyTree::new(start);
            draw_cards(&mut tree);
            editor.change_game(tree.current().game.clone());
        }
    });
    let choices =
        move || kind.options().iter().map(|spec| view! { <OptionChoice spec options/> }).collect_view();
    (!kind.options().is_empty()).then(|| {
        view! {
            <details class="variant">
                <summary>{tr(Words::new("Règles de la partie", "Rules of the game"))}</summary>
                {choices()}
            </details>
        }
    })
}

#[component]
fn OpenEditor(analysis: AnalysisBoard) -> impl IntoView {
    let editor = analysis.editor;
    let game = editor.game;
    let position = Memo::new(move |_| {
        let draft = editor.draft.get()?;
        Some(game.with_value(|game| edit::position(game, &draft)))
    });
    let kind = game.with_value(AnyGame::kind);
    let piece_button = move |piece: Option<usize>, name: Words, mark: Option<NotationPart>| {
        view! {
            <button class="choice" aria-pressed=move || (editor.piece.get() == piece).to_string()
                on:click=move |_| editor.piece.set(piece)>
                {mark.map(|mark| view! { <span aria-hidden="true">{parts_view(vec![mark])}</span> " " })} {tr(name)}
            </button>
        }
    };
    let pieces = game.with_value(edit::pieces).into_iter().enumerate();
    let pieces =
        pieces.map(|(index, piece)| piece_button(Some(index), piece.name, piece.mark)).collect_view();
    let turn_button = move |index: u8| {
        let seat = Seat::from_index(index);
        let is_turn =
            move || editor.draft.with(|draft| draft.as_ref().is_some_and(|draft| draft.turn == seat));
        view! {
            <button class="choice" aria-pressed=move || is_turn().to_string()
                on:click=move |_| game.with_value(|game| editor.change(game, |draft| draft.turn = seat))>
                {move || kind.seat(seat).title(lang())}
            </button>
        }
    };
    let turns = (0..game.with_value(AnyGame::seats)).map(turn_button).collect_view();
    let choices = move || {
        let choices = game.with_value(|game| edit::choices(game, lang()));
        let chosen = editor.draft.with(|draft| draft.as_ref().map_or(0, |draft| draft.choice));
        (!choices.is_empty()).then(|| {
            let option = |(index, text): (usize, String)| {
                view! { <option value=index.to_string() selected=index == chosen>{text}</option> }
            };
            let choose = move |event| {
                let choice = event_target_value(&event).parse().unwrap_or(0);
                game.with_value(|game| editor.change(game, |draft| draft.choice = choice));
            };
            view! {
                <label class="field">
                    <span>{tr(Words::new("Où jouer", "Where to play"))}</span>
                    <select on:change=choose>{choices.into_iter().enumerate().map(option).collect_view()}</select>
                </label>
            }
        })
    };
    // What is wrong, in the words of the rules.
    let problem = move || {
        let why = position.get()?.err()?;
        Some(match lang() {
            Lang::Fr => {
                format!("Cette position n’est pas encore possible\u{a0}: il faut {}.", why.expected().fr)
            }
            Lang::En => {
                format!("This position is not possible yet: it needs {}.", why.expected().en)
            }
        })
    };
    let clear = move |_| {
        game.with_value(|game| editor.change(game, |draft| draft.places.iter_mut().for_each(Vec::clear)));
    };
    let study = move |_| {
        if let Some(Ok(position)) = position.get_untracked() {
            editor.draft.set(None);
            analysis.open(StudyTree::new(position));
        }
    };
    view! {
        <section class="editor" aria-label=tr(Words::new("Composer une position", "Set up a position"))>
            <fieldset class="choices">
                <legend>{tr(Words::new("Choisissez ce que vous posez, puis touchez le plateau", "Choose what to place, then tap the board"))}</legend>
                {pieces}
                <button class="choice" aria-pressed=move || editor.piece.with(Option::is_none).to_string()
                    on:click=move |_| editor.piece.set(None)>
                    {Icon::Erase.view()} " " {tr(Words::new("Retirer", "Remove"))}
                </button>
            </fieldset>
            <fieldset class="choices">
                <legend>{tr(Words::new("À qui de jouer\u{202f}?", "Whose turn?"))}</legend>
                {turns}
            </fieldset>
            {choices}
            <Hands editor game/>
            <Pot editor game/>
            <Counts editor game/>
            <div role="status">{move || problem().map(|why| view! { <p class="refusal">{why}</p> })}</div>
            <p class="row">
                <button class="strong" disabled=move || !matches!(position.get(), Some(Ok(_))) on:click=study>
                    {tr(Words::new("Étudier cette position", "Study this position"))}
                </button>
                <button on:click=clear>{tr(Words::new("Vider le plateau", "Clear the board"))}</button>
                <button on:click=move |_| editor.draft.set(None)>{tr(Words::new("Annuler", "Cancel"))}</button>
            </p>
        </section>
    }
}

/// A list from which one card is chosen: the one that is held now, or one that lies nowhere yet. `empty` is the text of
/// the entry for no card, if there is one.
#[component]
fn CardChoice(
    editor: PositionEditor,
    game: StoredValue<AnyGame>,
    /// What a screen reader calls the list.
    #[prop(into)]
    name: Signal<String>,
    /// The card that this list holds in a draft.
    held: impl Fn(&Draft) -> Option<usize> + Copy + Send + Sync + 'static,
    #[prop(optional_no_strip)] empty: Option<Words>,
    /// Puts the chosen card into the draft.
    choose: impl Fn(&mut Draft, Option<usize>) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let pieces = StoredValue::new(game.with_value(edit::hand_pieces));
    let empty = StoredValue::new(empty);
    let options = move || {
        let draft = editor.draft.get()?;
        let held = held(&draft);
        let option = |index: usize| {
            let name =
                pieces.with_value(|pieces| pieces.get(index).map(|piece| piece.name.get(lang()).to_owned()));
            view! { <option value=index.to_string() selected=Some(index) == held>{name}</option> }
        };
        let none = empty.with_value(|empty| empty.as_ref().map(|text| text.get(lang()).to_owned()));
        let none = none.map(|text| view! { <option value="" selected=held.is_none()>{text}</option> });
        let mut choices = game.with_value(|game| edit::unplaced_pieces(game, &draft));
        choices.extend(held);
        choices.sort_unstable();
        choices.dedup();
        Some((none, choices.into_iter().map(option).collect_view()))
    };
    let change = move |event| {
        let piece = event_target_value(&event).parse().ok();
        game.with_value(|game| editor.change(game, |draft| choose(draft, piece)));
    };
    view! { <select aria-label=name on:change=change>{options}</select> }
}

/// The name of the nth card of a list.
fn nth_card(nth: usize) -> Signal<String> {
    Signal::derive(move || match lang() {
        Lang::Fr => format!("Carte {}", nth + 1),
        Lang::En => format!("Card {}", nth + 1),
    })
}

/// What belongs to a player: "Main des rouges", "Red’s hand".
fn of_side(what: &Words, kind: Kind, seat: Seat, lang: Lang) -> String {
    let seat = kind.seat(seat);
    match lang {
        Lang::Fr => match seat.side.fr.strip_prefix("les ") {
            Some(plural) => format!("{} des {plural}", what.fr),
            None => format!("{}\u{a0}: {}", what.fr, seat.title(lang)),
        },
        Lang::En if seat.side.en.ends_with('s') => {
            format!("{}’ {}", seat.title(lang), what.en.to_lowercase())
        }
        Lang::En => format!("{}’s {}", seat.title(lang), what.en.to_lowercase()),
    }
}

/// What each player has in hand, in games where that is chosen: a list for each card.
#[component]
fn Hands(editor: PositionEditor, game: StoredValue<AnyGame>) -> impl IntoView {
    let card = move |seat: usize, nth: usize| {
        let held = move |draft: &Draft| draft.hands.get(seat)?.get(nth).copied();
        let choose = move |draft: &mut Draft, piece: Option<usize>| {
            let held = draft.hands.get_mut(seat).and_then(|hand| hand.get_mut(nth));
            if let (Some(held), Some(piece)) = (held, piece) {
                *held = piece;
            }
        };
        view! { <CardChoice editor game name=nth_card(nth) held empty=None choose/> }
    };
    let hand = move |seat: u8| {
        let count = Memo::new(move |_| {
            editor.draft.with(|draft| {
                draft.as_ref().and_then(|draft| draft.hands.get(usize::from(seat)).map(Vec::len))
            })
        });
        let title = move || {
            let kind = game.with_value(AnyGame::kind);
            of_side(&Words::new("Main", "Hand"), kind, Seat::from_index(seat), lang())
        };
        view! {
            <fieldset class="choices">
                <legend>{title}</legend>
                {move || (0..count.get().unwrap_or(0)).map(|nth| card(seat.into(), nth)).collect_view()}
            </fieldset>
        }
    };
    let has_hands = !game.with_value(edit::hand_pieces).is_empty();
    has_hands.then(|| (0..game.with_value(AnyGame::seats)).map(hand).collect_view())
}

/// The cards in the pot, in games with one: a list for each card, and one that adds a card.
#[component]
fn Pot(editor: PositionEditor, game: StoredValue<AnyGame>) -> impl IntoView {
    let count = Memo::new(move |_| {
        editor.draft.with(|draft| draft.as_ref().and_then(|draft| draft.pot.as_ref().map(Vec::len)))
    });
    let card = move |nth: usize| {
        let held = move |draft: &Draft| draft.pot.as_ref()?.get(nth).copied();
        let choose = move |draft: &mut Draft, piece: Option<usize>| {
            let Some(pot) = &mut draft.pot else { return };
            match (pot.get_mut(nth), piece) {
                (Some(held), Some(piece)) => *held = piece,
                (Some(_), None) => drop(pot.remove(nth)),
                (None, piece) => pot.extend(piece),
            }
        };
        let (name, empty) = if count.get_untracked().is_some_and(|count| nth < count) {
            (nth_card(nth), Words::new("Retirer du pot", "Take out of the discard pile"))
        } else {
            let add = Words::new("Ajouter une carte", "Add a card");
            (Signal::derive(tr(add.clone())), add)
        };
        view! { <CardChoice editor game name held empty=Some(empty) choose/> }
    };
    let has_pot = Memo::new(move |_| count.get().is_some());
    view! {
        <Show when=move || has_pot.get()>
            <fieldset class="choices pot">
                <legend>{tr(Words::new("Pot", "Discard pile"))}</legend>
                {move || (0..=count.get().unwrap_or(0)).map(card).collect_view()}
            </fieldset>
        </Show>
    }
}

/// The numbers of each player, in games that have some: tokens, or the pieces of completed groups.
#[component]
fn Counts(editor: PositionEditor, game: StoredValue<AnyGame>) -> impl IntoView {
    let Some(Counters { heading, names, max }) = game.with_value(edit::counters) else {
        return ().into_any();
    };
    let field = move |name: Signal<String>, seat: usize, nth: usize| {
        let count = move |draft: &Draft| draft.counts.get(seat)?.get(nth).copied();
        let value = move || editor.draft.with(|draft| draft.as_ref().and_then(count)).unwrap_or(0);
        let set = move |event| {
            let Ok(number) = event_target_value(&event).parse() else { return };
            game.with_value(|game| {
                editor.change(game, |draft| {
                    if let Some(own) = draft.counts.get_mut(seat).and_then(|counts| counts.get_mut(nth)) {
                        *own = number;
                    }
                });
            });
        };
        view! {
            <label class="field">
                <span>{name}</span>
                <input type="number" min="0" max=max.to_string() prop:value=move || value().to_string() on:change=set/>
            </label>
        }
    };
    let heading_alone = heading.clone();
    let of_player = move |seat: usize| {
        let heading = heading.clone();
        let title = Signal::derive(move || {
            let player = game.with_value(|game| game.kind().seat(Seat::from_index(seat as u8)).title(lang()));
            match lang() {
                Lang::Fr => format!("{}\u{a0}: {player}", heading.fr),
                Lang::En => format!("{}: {player}", heading.en),
            }
        });
        if names.is_empty() {
            let heading = heading_alone.clone();
            let kind = game.with_value(AnyGame::kind);
            let title = Signal::derive(move || of_side(&heading, kind, Seat::from_index(seat as u8), lang()));
            return field(title, seat, 0).into_any();
        }
        let fields = names.iter().enumerate();
        let fields =
            fields.map(|(nth, name)| field(Signal::derive(tr(name.clone())), seat, nth)).collect_view();
        view! { <fieldset class="choices counts"><legend>{title}</legend>{fields}</fieldset> }.into_any()
    };
    (0..usize::from(game.with_value(AnyGame::seats))).map(of_player).collect_view().into_any()
}
