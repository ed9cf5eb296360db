//! Controls beside the board of a game on this device: refusals, drags, hints, undo, clocks, sharing.

use rules::{Kind, Record};

use crate::harness::{browse, players};

#[test]
fn a_wrong_touch_shows_and_explains_the_reason() {
    browse(async |page| {
        page.start_game_between_people(Kind::Super).await;
        page.play_text(Kind::Super, "5.1").await;
        page.click(".place[data-spot='p40']").await;
        page.wait_for_text("[role=alert] .refusal", "top-left board").await;
        page.wait_for(".item.glow").await;
        assert_eq!(page.stored_steps().await, 1, "a refused move was played");
        // A legal touch hides the reason.
        page.touch("p1".parse().unwrap()).await;
        page.wait_until_gone("[role=alert] .refusal").await;
        page.wait_until_gone(".item.glow").await;
    });
}

#[test]
fn picking_up_and_putting_back_is_announced() {
    const STATE: &str = "const of = document.querySelector(\".place[data-spot='h2']\");
        return of.getAttribute('aria-pressed') + ' ' + of.getAttribute('aria-disabled')";
    browse(async |page| {
        page.start_game_between_people(Kind::Doh).await;
        page.play_text(Kind::Doh, "Lc3").await;
        page.click(".place[data-spot='h2']").await;
        page.wait_for_text(".heard[role=status]", "Large pyramid picked: 8 squares.").await;
        assert_eq!(page.run::<String>(STATE).await, "true false");
        page.click(".place[data-spot='h2']").await;
        page.wait_for_text(".heard[role=status]", "Put back.").await;
        assert_eq!(page.run::<String>(STATE).await, "false false");
    });
}

#[test]
fn a_move_is_made_by_dragging() {
    browse(async |page| {
        page.start_game_between_people(Kind::Doh).await;
        page.drag(".place[data-spot='h2']", ".place[data-spot='p12']").await;
        let record = page.wait_for_step(0).await;
        assert_eq!(record.steps().len(), 1);
        page.wait_until_gone(".carried").await;
        // A piece dropped on an illegal place stays picked up, and nothing is played.
        page.drag(".place[data-spot='h2']", ".place[data-spot='p12']").await;
        page.wait_for("[role=alert] .refusal").await;
        assert_eq!(page.stored_steps().await, 1);
    });
}

#[test]
fn a_hint_shows_what_the_engine_thinks_of_moves() {
    browse(async |page| {
        page.start_game_between_people(Kind::Doh).await;
        page.press_button("Hint").await;
        page.wait_for(".item.evaluation").await;
        page.play_text(Kind::Doh, "Lc3").await;
        page.wait_until_gone(".item.evaluation").await;
    });
}

#[test]
fn an_engine_that_is_stopped_before_it_has_found_anything_still_plays() {
    /// A worker whose messages arrive two seconds late.
    const SLOW: &str = "window.Worker = class extends Worker {
        set onmessage(hear) { super.onmessage = hear && ((event) => setTimeout(() => hear(event), 2000)) }
    }";
    browse(async |page| {
        page.inject(SLOW).await;
        page.open("/play/morpion").await;
        page.touch("p4".parse().unwrap()).await;
        page.click(".thinking.busy button:enabled").await;
        // The engine was to be slow.
        page.wait_for_stored_steps(1).await;
        assert_eq!(page.wait_for_step(1).await.steps().len(), 2);
    });
}

#[test]
fn moves_are_taken_back_and_played_again() {
    browse(async |page| {
        page.start_game_between_people(Kind::Morpion).await;
        page.wait_for(".tool[aria-disabled]").await;
        page.play_text(Kind::Morpion, "5 1 9").await;
        page.press_button("Undo").await;
        page.press_button("Undo").await;
        page.wait_until(LIT_8, "two moves were not taken back").await;
        page.wait_for_stored_steps(1).await;
        page.press_button("Redo").await;
        page.press_button("Redo").await;
        page.wait_until(LIT_6, "two moves were not played again").await;
        page.wait_for_stored_steps(3).await;
        // Back at the start, the game is new, also after a reload.
        for _ in 0..3 {
            page.press_button("Undo").await;
        }
        page.wait_until(LIT_9, "not all was taken back").await;
        page.reload().await;
        page.wait_for(".place.legal").await;
        assert!(page.run::<bool>(LIT_9).await, "what was taken back came back");
    });
}

/// Clicks the first legal place and leaves the page in the same task, before anything is painted.
const PLAY_AND_LEAVE: &str = "
    const place = document.querySelector('.place.legal'), box = place.getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, isPrimary: true };
    place.dispatchEvent(new PointerEvent('pointerdown', at));
    place.dispatchEvent(new PointerEvent('pointerup', at));
    queueMicrotask(() => location.replace('/settings'));";

#[test]
fn a_move_is_saved_when_the_page_is_left_before_it_is_painted() {
    browse(async |page| {
        page.start_game_between_people(Kind::Morpion).await;
        let () = page.run(PLAY_AND_LEAVE).await;
        page.wait_for(".choice.material").await;
        assert_eq!(page.stored_steps().await, 1);
    });
}

const LIT_9: &str = "return document.querySelectorAll('.place.legal').length === 9";
const LIT_8: &str = "return document.querySelectorAll('.place.legal').length === 8";
const LIT_6: &str = "return document.querySelectorAll('.place.legal').length === 6";

#[test]
fn a_clock_counts_down_without_redrawing_the_board() {
    const DRAWN: &str = "return performance.getEntriesByName('board').length";
    const LEFT: &str = "return document.querySelector('.player.turn .left').textContent";
    browse(async |page| {
        page.open("/play/morpion").await;
        page.press_button("New game…").await;
        page.press_button("Pass and play on this device").await;
        // The shortest time control: one minute.
        page.click_path("//dialog[@open]//fieldset[last()]/button[2]").await;
        page.press_button("Start").await;
        page.wait_until_gone("dialog[open]").await;
        page.wait_until(&format!("{LEFT} < '1'"), "the clock stands still").await;
        let (left, drawn) = (page.run::<String>(LEFT).await, page.run::<u32>(DRAWN).await);
        page.wait_until(&format!("{LEFT} < {left:?}"), "the clock stands still").await;
        assert_eq!(page.run::<u32>(DRAWN).await, drawn, "a tick has redrawn the board");
        let record = page.play_text(Kind::Morpion, "5").await;
        assert!(page.run::<u32>(DRAWN).await > drawn);
        // The record has the clock: the first player has less than a minute left, the second a full one.
        let clock = record.tag("Clock").unwrap();
        assert!(clock.starts_with("60000+0 5") && clock.ends_with(",60000"), "{clock}");
    });
}

#[test]
fn resigning_asks_for_confirmation_and_can_be_cancelled() {
    browse(async |page| {
        page.start_game_between_people(Kind::Morpion).await;
        page.play_text(Kind::Morpion, "5 1").await;
        page.press_button("Resign").await;
        page.wait_for("dialog[open]").await;
        page.press_button("No, keep playing").await;
        page.wait_until_gone("dialog[open]").await;
        assert_eq!(page.stored_game().await.unwrap().result(), None);
        page.press_button("Resign").await;
        page.press_button("Yes, resign").await;
        page.wait_for_text(".status .turn", "Noughts won.").await;
        page.wait_for_text(".reason", "Crosses resigned.").await;
        let record = page.wait_for_stored("result", |record| record.result().is_some()).await;
        assert_eq!(record.tag("Termination"), Some("resignation"));
    });
}

#[test]
fn a_draw_is_agreed_on_and_can_be_taken_back_without_a_move() {
    browse(async |page| {
        page.start_game_between_people(Kind::Morpion).await;
        page.play_text(Kind::Morpion, "5 1").await;
        page.press_button("Draw").await;
        page.press_button("Yes, it’s a draw").await;
        page.wait_for_text(".reason", "By agreement.").await;
        page.press_button("Undo").await;
        page.wait_for_text(".status .turn", "Crosses to play").await;
        let record = page.wait_for_stored("game that goes on", |record| record.result().is_none()).await;
        assert_eq!(record.steps().len(), 2);
    });
}

#[test]
fn the_hands_of_a_card_game_are_neither_shared_nor_shown_by_taking_back() {
    browse(async |page| {
        page.start_game_between_people(Kind::Cards).await;
        page.press_button("Show my hand").await;
        page.click(".place.legal[data-spot^='h']").await;
        page.click(".place.legal[data-spot^='p']").await;
        page.wait_for(".curtain").await;
        page.press_button("Undo").await;
        page.wait_for(".curtain").await;
        page.press_button("Share…").await;
        page.wait_for_text("dialog[open]", "once it is over").await;
        // The picture shows what everyone may see.
        page.click(".more-files summary").await;
        page.press_button("SVG image").await;
        let picture = String::from_utf8(page.downloaded("svg").await).unwrap();
        let written = picture.matches("<text").count();
        assert!(picture.starts_with("<svg") && written > 0, "{picture}");
    });
}

#[test]
fn a_rematch_swaps_the_seats() {
    browse(async |page| {
        page.open("/play/morpion").await;
        let record = page.play_first_legal_place_and_wait(1).await;
        assert_eq!(players(&record), ["human", "engine level 3"]);
        // In the middle of a game the app asks first.
        page.press_button("Rematch").await;
        page.press_button("No, keep playing").await;
        page.wait_until_gone("dialog[open]").await;
        page.press_button("Rematch").await;
        page.press_button("Yes, start again").await;
        // Now the engine begins by itself.
        page.wait_until(LIT_8, "the engine does not begin").await;
        let record = page.play_first_legal_place_and_wait(1).await;
        assert_eq!(players(&record), ["engine level 3", "human"]);
    });
}

#[test]
fn a_shared_link_shows_the_same_game_to_a_stranger() {
    browse(async |page| {
        page.start_game_between_people(Kind::Doh).await;
        let record = page.play_text(Kind::Doh, "Lc3 Mb2").await;
        page.press_button("Share…").await;
        let link: String = page.value("dialog[open] input.link").await;
        let stranger = page.fresh_browser().await;
        stranger.open(link.strip_prefix(page.origin()).unwrap()).await;
        stranger.wait_for_text("h1", "Study").await;
        stranger.wait_for(".notation .here").await;
        let position = stranger.value(".bring input.link").await;
        let moves: String = stranger.run("return document.querySelector('.notation tbody').innerText").await;
        let errors = stranger.console_errors().await;
        stranger.close().await;
        assert!(record.positions().any(|game| game.to_string() == position), "{position}");
        let words: Vec<String> = record.steps().iter().map(|step| step.mv().to_string()).collect();
        assert_eq!(moves.split_whitespace().collect::<Vec<_>>(), words);
        assert_eq!(errors, [""; 0]);
    });
}

#[test]
fn a_game_is_exported_as_text_json_picture_and_gif() {
    browse(async |page| {
        page.start_game_between_people(Kind::Doh).await;
        let record = page.play_text(Kind::Doh, "Lc3 Mb2").await;
        page.press_button("Share…").await;
        page.press_button("Text").await;
        let text = String::from_utf8(page.downloaded("txt").await).unwrap();
        assert_eq!(Record::parse(&text, None).unwrap().end().to_string(), record.end().to_string());
        page.click(".more-files summary").await;
        page.press_button("JSON").await;
        let json: serde_json::Value = serde_json::from_slice(&page.downloaded("json").await).unwrap();
        assert_eq!((&json["game"], json["moves"].as_array().unwrap().len()), (&"doh".into(), 2));
        page.press_button("SVG image").await;
        let svg = String::from_utf8(page.downloaded("svg").await).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        page.press_button("Animated GIF").await;
        let film = page.downloaded("gif").await;
        assert!(film.starts_with(b"GIF89a"));
        // Every frame of a GIF has this graphic control extension.
        let frames = film.windows(3).filter(|bytes| bytes == b"\x21\xf9\x04").count();
        assert_eq!(frames, 3, "one picture for each position");
    });
}
