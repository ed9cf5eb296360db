//! The analysis board: stored variations, imports, exports, and errors in imported games.

use crate::harness::Page;
use crate::harness::browse;

/// The moves with their variations, as the page shows them.
const MOVES: &str = "return document.querySelector('.notation tbody').innerText.replace(/\\s+/g, ' ').trim()";

/// Turns off the engine, which would annotate the moves.
async fn without_engine(page: &Page) {
    page.wait_for(".lines [role=switch][aria-checked=true]").await;
    page.press_button("Engine").await;
    page.wait_for(".lines [role=switch][aria-checked=false]").await;
}

async fn wait_for_moves(page: &Page, moves: &str) {
    page.wait_until(
        &MOVES.replace("return ", &format!("return {moves:?} === ")),
        &format!("the moves are not {moves}, but {:?}", page.run::<String>(MOVES).await),
    )
    .await;
}

async fn touch_all(page: &Page, spots: &[&str]) {
    for spot in spots {
        page.touch(spot.parse().unwrap()).await;
    }
}

#[test]
fn variations_survive_a_reload_and_can_be_reopened_after_starting_over() {
    browse(async |page| {
        page.open("/study/morpion").await;
        without_engine(page).await;
        touch_all(page, &["p4", "p0", "p8"]).await;
        page.press_button("Back").await;
        page.press_button("Back").await;
        touch_all(page, &["p1", "p2"]).await;
        wait_for_moves(page, "5 1 ( 2 3 ) 9").await;
        page.reload().await;
        without_engine(page).await;
        wait_for_moves(page, "5 1 ( 2 3 ) 9").await;
        assert_eq!(page.text(".notation .here .mv").await, "3", "one stands elsewhere");
        // The plain address continues the analysis too.
        page.open("/study/morpion").await;
        without_engine(page).await;
        wait_for_moves(page, "5 1 ( 2 3 ) 9").await;
        page.press_button("Start over").await;
        wait_for_moves(page, "").await;
        page.reload().await;
        without_engine(page).await;
        wait_for_moves(page, "").await;
        page.press_button("Back to the previous study").await;
        wait_for_moves(page, "5 1 ( 2 3 ) 9").await;
    });
}

#[test]
fn variations_are_imported_and_exported_in_parentheses_and_are_part_of_the_link() {
    browse(async |page| {
        page.open("/study/morpion").await;
        without_engine(page).await;
        page.click(".bring summary").await;
        page.wait_for(".bring textarea").await.send_keys("5 1 (2 3 (4)) 9").await.unwrap();
        page.press_button("Import").await;
        wait_for_moves(page, "5 1 ( 2 3 ( 4 ) ) 9").await;
        let taken = page.value(".bring textarea[readonly]").await;
        assert!(taken.contains("1. 5 2. 1 (2. 2 3. 3 (3. 4)) 3. 9 *"), "{taken}");
        let link: String =
            page.run("return [...document.querySelectorAll('.bring input.link')].pop().value").await;
        let stranger = page.fresh_browser().await;
        stranger.open("/study/morpion").await;
        without_engine(&stranger).await;
        stranger.click(".bring summary").await;
        stranger.wait_for(".bring textarea").await.send_keys(&link).await.unwrap();
        stranger.press_button("Import").await;
        wait_for_moves(&stranger, "5 1 ( 2 3 ( 4 ) ) 9").await;
        stranger.press_button("Start over").await;
        stranger.open(link.strip_prefix(page.origin()).unwrap()).await;
        without_engine(&stranger).await;
        wait_for_moves(&stranger, "5 1 ( 2 3 ( 4 ) ) 9").await;
        stranger.reload().await;
        without_engine(&stranger).await;
        wait_for_moves(&stranger, "5 1 ( 2 3 ( 4 ) ) 9").await;
        stranger.close().await;
        let area = page.wait_for(".bring textarea").await;
        area.clear().await.unwrap();
        area.send_keys("5 1 (2 3").await.unwrap();
        page.press_button("Import").await;
        page.wait_for_text(".bring .refusal", "The parenthesis that opens at move 2 is never closed").await;
        page.click(".language").await;
        page.wait_for_text(".bring .refusal", "La parenthèse ouverte au coup 2 n’est jamais fermée").await;
    });
}

#[test]
fn a_record_with_an_illegal_move_is_on_the_board_up_to_that_move() {
    browse(async |page| {
        page.open("/study/super#record=%5BGame%20%22super%22%5D%0A%0A1.%205.1%202.%205.2%20*").await;
        page.wait_for_text("[role=alert] .refusal", "Move 2 (5.2) cannot be played").await;
        let said = page.text("[role=alert] .refusal").await;
        assert!(
            said.contains("everything before it is on the board") && said.contains("top-left board"),
            "{said}"
        );
        without_engine(page).await;
        wait_for_moves(page, "5.1").await;
        page.click(".place.legal").await;
        page.wait_until_gone("[role=alert] .refusal").await;
        page.click(".bring summary").await;
        page.wait_for(".bring textarea").await.send_keys("9.8 8.5 1.1 2.2").await.unwrap();
        page.press_button("Import").await;
        wait_for_moves(page, "9.8 8.5").await;
        page.wait_for_text(".bring .refusal", "Move 3 (1.1) cannot be played").await;
        assert_eq!(page.value(".bring textarea").await, "9.8 8.5 1.1 2.2", "it cannot be mended");
        page.click(".language").await;
        page.wait_for_text(".bring .refusal", "Le coup 3 (1.1) ne peut pas être joué").await;
    });
}

#[test]
fn a_link_without_its_game_or_with_a_part_of_it_says_so() {
    browse(async |page| {
        page.open("/study/super#record=").await;
        page.wait_for_text("[role=alert] .refusal", "This link is incomplete").await;
        page.open("/").await;
        page.open(
            "/study/super#record=%5BGame%20%22super%22%5D%0A%5BResult%20%22*%22%5D%0A%0A1.%205.1%202.%2",
        )
        .await;
        page.wait_for_text("[role=alert] .refusal", "The moves that are left are on the board").await;
        without_engine(page).await;
        wait_for_moves(page, "5.1").await;
    });
}

#[test]
fn a_game_can_be_studied_without_storage() {
    browse(async |page| {
        page.inject("Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })").await;
        page.open("/study/morpion").await;
        without_engine(page).await;
        touch_all(page, &["p4", "p0"]).await;
        wait_for_moves(page, "5 1").await;
        page.press_button("Back").await;
        touch_all(page, &["p1"]).await;
        page.wait_for_text("[role=alert] .refusal", "does not allow variations to be saved").await;
        wait_for_moves(page, "5 1 ( 2 )").await;
        page.reload().await;
        without_engine(page).await;
        wait_for_moves(page, "5 2").await;
    });
}

#[test]
fn the_graph_says_whose_chances_it_shows() {
    browse(async |page| {
        page.open("/study/morpion").await;
        page.wait_for_text(".graph .empty", "Play or import a game").await;
        touch_all(page, &["p4", "p1"]).await;
        page.press_button("Review this game").await;
        page.wait_for_text(".graph .legend", "Cross").await;
        page.wait_for_text(".graph .meaning", "Top: a win for crosses").await;
        // The nought beside the centre gives away the draw.
        page.wait_for_text(".graph .point", "??").await;
        page.wait_until(
            "return document.querySelector('.graph [role=img]').ariaLabel === 'Chances after this move: Cross 100%'",
            "the graph has no words",
        )
        .await;
    });
}

#[test]
fn arrows_are_drawn_stay_with_the_position_and_are_erased() {
    browse(async |page| {
        page.open("/study/morpion").await;
        without_engine(page).await;
        touch_all(page, &["p4"]).await;
        page.press_button("Draw arrows").await;
        page.drag(".place[data-spot='p0']", ".place[data-spot='p8']").await;
        page.wait_for(".board .arrow").await;
        page.click(".place[data-spot='p2']").await;
        let count = "return document.querySelectorAll('.board .arrow:not(.leaving)').length";
        page.wait_until(&format!("{count} === 2"), "there is no ring").await;
        // The keyboard draws too: where the arrow begins, then where it ends.
        let () = page.run("document.querySelector('.place[data-spot=p6]').focus()").await;
        page.press("\u{e007}").await;
        page.wait_for_text(".surface .heard", "The arrow starts here: Cell 7").await;
        page.press("\u{e013}\u{e007}").await;
        page.wait_until(&format!("{count} === 3"), "the keyboard draws no arrow").await;
        // They are not moves, belong to their position, and are part of the game's text.
        wait_for_moves(page, "5").await;
        page.press_button("Back").await;
        page.wait_until(&format!("{count} === 0"), "the arrows are on another position").await;
        page.press_button("Forward").await;
        page.wait_until(&format!("{count} === 3"), "the arrows are gone").await;
        page.reload().await;
        without_engine(page).await;
        page.wait_until(&format!("{count} === 3"), "the arrows are not kept").await;
        page.press_button("Clear the arrows").await;
        page.wait_until(&format!("{count} === 0"), "the arrows are not erased").await;
    });
}

#[test]
fn the_right_button_draws_arrows_and_rings_without_playing() {
    browse(async |page| {
        page.open("/study/morpion").await;
        without_engine(page).await;
        page.drag_with_right_button(".place[data-spot='p0']", ".place[data-spot='p8']").await;
        let count = "return document.querySelectorAll('.board .arrow:not(.leaving)').length";
        page.wait_until(&format!("{count} === 1"), "there is no arrow").await;
        page.drag_with_right_button(".place[data-spot='p4']", ".place[data-spot='p4']").await;
        page.wait_until(&format!("{count} === 2"), "there is no ring").await;
        assert_eq!(page.run::<usize>("return document.querySelectorAll('.board .piece').length").await, 0);
        // The same arrow again erases it; the left button still plays.
        page.drag_with_right_button(".place[data-spot='p0']", ".place[data-spot='p8']").await;
        page.wait_until(&format!("{count} === 1"), "the arrow is not erased").await;
        touch_all(page, &["p4"]).await;
        wait_for_moves(page, "5").await;
    });
}

#[test]
fn a_position_is_set_up_piece_by_piece_and_says_what_it_needs() {
    browse(async |page| {
        page.open("/study/morpion").await;
        without_engine(page).await;
        page.press_button("Set up a position").await;
        for spot in ["p0", "p4"] {
            page.click(&format!(".place[data-spot='{spot}']")).await;
        }
        page.wait_for_text(
            ".editor .refusal",
            "as many crosses as noughts, or one more cross (here 2 and 0)",
        )
        .await;
        // The turn and the steps of the study would contradict what is set up.
        let status = "return document.querySelector('.side > .status').innerText.trim()";
        assert_eq!(page.run::<String>(status).await, "");
        let tools = "return [...document.querySelectorAll('.tools .tool')].map((tool) => tool.innerText)";
        assert_eq!(page.run::<Vec<String>>(tools).await, ["Flip"]);
        page.press("\u{e011}").await;
        page.wait_for_text(".editor .refusal", "one more cross").await;
        // The second piece, not the second player.
        page.click(".editor fieldset:first-of-type .choice:nth-of-type(2)").await;
        page.click(".place[data-spot='p8']").await;
        page.wait_until_gone(".editor .refusal").await;
        page.press_button("Study this position").await;
        page.wait_until_gone(".editor").await;
        assert_eq!(page.value(".bring input.link").await, "x../.x./..o 2");
        touch_all(page, &["p2"]).await;
        wait_for_moves(page, "3").await;
        // Every game has an editor.
        for kind in rules::Kind::ALL {
            page.open(&format!("/study/{kind}")).await;
            page.press_button("Set up a position").await;
            page.press_button("Clear the board").await;
            page.click(".editor .choice").await;
            page.click(".place.legal").await;
            page.wait_until_gone(".editor .refusal").await;
            if kind.hides() {
                // Cards are shown as cards, not in notation.
                let cards = page.text(".editor fieldset:first-of-type").await;
                assert!(cards.contains("Red 1") && !cards.contains("R1"), "{cards}");
                // Hands and tokens are part of the position.
                let options = "return document.querySelector('.editor select').options.length";
                assert!(page.run::<usize>(options).await > 10, "a card cannot be chosen");
                let field = page.wait_for(".editor input[type=number]").await;
                field.clear().await.unwrap();
                field.send_keys("3\t").await.unwrap();
                page.wait_until_gone(".editor .refusal").await;
                // A card is added to the pot, another one too, and the first is taken out again.
                let lists = "return document.querySelectorAll('.editor .pot select').length";
                for (card, count) in [("18", 2), ("17", 3)] {
                    page.choose("select[aria-label='Add a card']", card).await;
                    page.wait_until(&format!("{lists} === {count}"), "the card is not in the pot").await;
                }
                page.choose(".editor .pot select", "").await;
                page.wait_until(&format!("{lists} === 2"), "the card stays in the pot").await;
            }
            page.press_button("Study this position").await;
            page.wait_until_gone(".editor").await;
            if kind.hides() {
                let position = page.value(".bring input.link").await;
                assert!(position.contains(" B9 3-0 "), "{position}");
            }
        }
    });
}

#[test]
fn a_study_with_three_players_begins_in_the_position_editor() {
    browse(async |page| {
        page.open("/study/doh").await;
        without_engine(page).await;
        page.press_button("Set up a position").await;
        let players = "return document.querySelectorAll('.editor fieldset:nth-of-type(2) .choice').length";
        assert_eq!(page.run::<usize>(players).await, 2);
        page.click(".variant summary").await;
        page.click_path("//details[contains(@class, 'variant')]//button[. = '3']").await;
        page.wait_until(&format!("{players} === 3"), "there is no third player").await;
        assert_eq!(page.axe().await, [""; 0]);
        page.press_button("Study this position").await;
        page.wait_until_gone(".editor").await;
        let has_three = "return decodeURIComponent(location.hash).includes('players=3')";
        page.wait_until(has_three, "the study has two players").await;
        touch_all(page, &["h2", "p12"]).await;
        wait_for_moves(page, "Lc3").await;
        // What is set up stays if another rule still has a place for it.
        page.open("/study/super").await;
        page.press_button("Set up a position").await;
        page.click(".editor .choice").await;
        page.click(".place[data-spot='p40']").await;
        let placed = "return document.querySelectorAll('.board .piece').length";
        page.wait_until(&format!("{placed} === 1"), "nothing was placed").await;
        page.click(".variant summary").await;
        page.click_path("//details[contains(@class, 'variant')]//button[contains(., 'A draw')]").await;
        page.wait_for_text(".variant .choice[aria-pressed=true]", "A draw").await;
        assert_eq!(page.run::<usize>(placed).await, 1, "the piece is gone");
        page.press_button("Study this position").await;
        page.wait_until_gone(".editor").await;
        let has_rule = "return decodeURIComponent(location.hash).includes('tiebreak=draw')";
        page.wait_until(has_rule, "the study has the usual rule").await;
    });
}

#[test]
fn a_position_after_a_group_has_left_the_board_is_set_up() {
    browse(async |page| {
        page.open("/study/fives").await;
        without_engine(page).await;
        page.press_button("Set up a position").await;
        page.click(".place[data-spot='p0']").await;
        page.wait_for_text(".editor .counts", "Pieces in groups already taken off: Blue").await;
        for (label, count) in [(1, "4\t"), (2, "1\t")] {
            let field = page.wait_for(&format!(".editor .counts label:nth-of-type({label}) input")).await;
            field.clear().await.unwrap();
            field.send_keys(count).await.unwrap();
            if label == 1 {
                page.wait_for_text(".editor .refusal", "five pieces in each group taken off").await;
            }
        }
        page.wait_until_gone(".editor .refusal").await;
        assert_eq!(page.axe().await, [""; 0]);
        page.press_button("Study this position").await;
        page.wait_until_gone(".editor").await;
        let position = page.value(".bring input.link").await;
        assert!(position.contains(" 045/555 1/0 "), "{position}");
    });
}

#[test]
fn a_studied_game_is_exported_as_pictures_and_gif() {
    browse(async |page| {
        page.open("/study/doh").await;
        without_engine(page).await;
        touch_all(page, &["h2", "p12"]).await;
        page.click(".bring summary").await;
        page.press_button("PNG image").await;
        assert!(page.downloaded("png").await.starts_with(b"\x89PNG\r\n"));
        page.press_button("Animated GIF").await;
        assert!(page.downloaded("gif").await.starts_with(b"GIF89a"));
    });
}
