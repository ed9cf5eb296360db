//! Lines of a studied game: one is made the main line, another is deleted.

use crate::harness::{Page, browse};

/// The moves with their variations, as the page shows them.
const MOVES: &str = "return document.querySelector('.notation tbody').innerText.replace(/\\s+/g, ' ').trim()";

async fn wait_for_moves(page: &Page, moves: &str) {
    let script = MOVES.replace("return ", &format!("return {moves:?} === "));
    page.wait_until(&script, &format!("the moves are not {moves}")).await;
}

/// Goes to a move of the list by its text.
async fn go_to(page: &Page, mv: &str) {
    page.click_path(&format!("//*[contains(@class, 'notation')]//button[normalize-space(.) = {mv:?}]")).await;
    page.wait_for_text(".notation .here .mv", mv).await;
}

#[test]
fn a_variation_is_made_the_main_line_and_a_line_is_deleted_from_a_move_on() {
    browse(async |page| {
        page.open("/study/morpion").await;
        page.wait_for(".lines [role=switch][aria-checked=true]").await;
        page.press_button("Engine").await;
        page.wait_for(".lines [role=switch][aria-checked=false]").await;
        page.click(".bring summary").await;
        page.wait_for(".bring textarea").await.send_keys("5 1 (2 3 4) 9").await.unwrap();
        page.press_button("Import").await;
        wait_for_moves(page, "5 1 ( 2 3 4 ) 9").await;
        // The buttons are for variations only.
        go_to(page, "9").await;
        let buttons =
            "return [...document.querySelectorAll('.notation .row button')].map((one) => one.innerText)";
        assert_eq!(page.run::<Vec<String>>(buttons).await, ["Start over"]);
        go_to(page, "3").await;
        page.press_button("Make main line").await;
        wait_for_moves(page, "5 2 ( 1 9 ) 3 4").await;
        // One stands at the same move, which is no variation any more.
        assert_eq!(page.text(".notation .here .mv").await, "3");
        assert_eq!(page.run::<Vec<String>>(buttons).await, ["Start over"]);
        go_to(page, "9").await;
        page.press_button("Delete from here").await;
        wait_for_moves(page, "5 2 ( 1 ) 3 4").await;
        assert_eq!(page.text(".notation .here .mv").await, "1");
        page.press_button("Delete from here").await;
        wait_for_moves(page, "5 2 3 4").await;
        // Both outlive the page.
        page.reload().await;
        wait_for_moves(page, "5 2 3 4").await;
    });
}
