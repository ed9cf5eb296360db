//! Whole games, from the first move to the last: each game by clicks, one by keyboard, one against the engine.

use boards::{Direction, Spot};
use rules::{AnyGame, Kind, Record, Rng, Viewer};

use crate::harness::{Page, browse, players, short_game};

async fn play_by_touch(page: &Page, kind: Kind) {
    page.start_game_between_people(kind).await;
    let mut record = Record::new(AnyGame::new(kind, "").unwrap());
    for mv in short_game(kind, "") {
        record = page.play(&record, mv).await;
    }
    page.wait_for_the_end(&record).await;
    assert_eq!(page.run::<usize>("return document.querySelectorAll('.place.legal').length").await, 0);
}

macro_rules! tests {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        /// A test for each game without hidden cards; the others have their own tests, with a curtain.
        mod a_whole_game_is_played_by_touches {
            use rules::Kind;

            $(#[test]
            fn $module() {
                if !Kind::$kind.hides() {
                    crate::harness::browse(async |page| super::play_by_touch(page, Kind::$kind).await);
                }
            })*
        }
    };
}
rules::for_each_game!([tests]);

#[test]
fn a_whole_game_of_the_card_game_is_played_by_touches_with_a_curtain_between_the_players() {
    browse(async |page| {
        page.start_game_between_people(Kind::Cards).await;
        page.wait_for(".curtain").await;
        page.lift_curtain().await;
        // The dealt cards are known only once a game is stored, so the first move is any legal one.
        let mut record = loop {
            page.click(".place.legal:not(.picked)").await;
            if page.run::<bool>("return document.querySelector('.curtain') !== null").await {
                break page.wait_for_step(0).await;
            }
        };
        let mut rng = Rng::new(3);
        while record.result().is_none() {
            let mv = record.end().random_move(&mut rng).unwrap();
            page.wait_for(".curtain").await;
            let shown = "return document.querySelectorAll('.place[data-spot^=h]').length";
            assert_eq!(page.run::<usize>(shown).await, 0, "a hand is seen while the curtain is down");
            page.lift_curtain().await;
            record = page.play(&record, mv).await;
        }
        page.wait_for_the_end(&record).await;
    });
}

/// The arrow keys that move the focus from one place of the board to another.
pub(crate) fn arrow_keys(game: &AnyGame, from: Spot, to: Spot) -> String {
    let scene = boards::draw(
        game,
        &boards::DrawContext { viewer: Viewer::Public, ..boards::DrawContext::plain(rules::Lang::En) },
    );
    let mut known = vec![(from, String::new())];
    let mut next = 0;
    while let Some((spot, keys)) = known.get(next).cloned() {
        if spot == to {
            return keys;
        }
        let arrows = Direction::ALL.into_iter().zip(['\u{e012}', '\u{e014}', '\u{e013}', '\u{e015}']);
        for (direction, key) in arrows {
            match boards::next_spot(&scene, spot, direction) {
                Some(spot) if known.iter().all(|(seen, _)| *seen != spot) => {
                    known.push((spot, format!("{keys}{key}")));
                }
                _ => {}
            }
        }
        next += 1;
    }
    panic!("no keys lead from {from} to {to}");
}

#[test]
fn a_whole_game_is_played_by_keyboard_only() {
    const ENTER: &str = "\u{e007}";
    const FOCUS: &str = "return document.activeElement?.getAttribute('data-spot') ?? ''";
    browse(async |page| {
        page.open("/play/super").await;
        // The new game is also started by keyboard.
        tab_to(page, "New game…").await;
        page.press(ENTER).await;
        page.wait_for("dialog[open]").await;
        tab_to(page, "Pass and play on this device").await;
        page.press(ENTER).await;
        tab_to(page, "Start").await;
        page.press(ENTER).await;
        page.wait_until_gone("dialog[open]").await;
        // The dialog returns the focus to where it was; from there the board comes earlier in the tab order.
        for _ in 0..20 {
            if !page.run::<String>(FOCUS).await.is_empty() {
                break;
            }
            page.press_back().await;
        }
        let mut record = Record::new(AnyGame::new(Kind::Super, "").unwrap());
        for mv in short_game(Kind::Super, "") {
            let from: Spot = page.run::<String>(FOCUS).await.parse().expect("the board keeps the focus");
            let [to] = boards::touch_paths(record.end(), mv).swap_remove(0)[..] else {
                panic!("one touch a move")
            };
            page.press(arrow_keys(record.end(), from, to) + ENTER).await;
            record = page.wait_for_step(record.steps().len()).await;
            assert_eq!(record.steps().last().map(rules::record::RecordedMove::mv), Some(mv));
        }
        page.wait_for_the_end(&record).await;
        let spoken: String = page.text("[role=status] .news").await;
        assert!(!spoken.is_empty(), "the last move is not told to screen readers");
    });
}

/// Presses Tab until the element with this text has the focus.
pub(crate) async fn tab_to(page: &Page, name: &str) {
    tab_until(page, &format!("document.activeElement?.textContent.trim() === {name:?}")).await;
}

/// Presses Tab until this condition is true.
pub(crate) async fn tab_until(page: &Page, condition: &str) {
    for _ in 0..80 {
        if page.run(&format!("return {condition}")).await {
            return;
        }
        page.press("\u{e004}").await;
    }
    panic!("the tab key never leads to where {condition}");
}

#[test]
fn a_whole_game_against_the_engine_is_played_to_its_end() {
    browse(async |page| {
        page.open("/play/doh").await;
        page.press_button("New game…").await;
        page.choose("dialog .field:nth-of-type(2) select", "1").await;
        page.press_button("Start").await;
        page.wait_until_gone("dialog[open]").await;
        let mut rng = Rng::new(1);
        let mut record = Record::new(AnyGame::new(Kind::Doh, "").unwrap());
        while record.result().is_none() {
            let mv = record.end().random_move(&mut rng).unwrap();
            record = page.play_against(&record, mv).await;
        }
        assert_eq!(players(&record), ["human", "engine level 1"]);
        assert!(record.steps().len() > 2, "the engine never played");
        page.wait_for_the_end(&record).await;
    });
}
