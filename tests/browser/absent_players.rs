//! Players who leave, who do not begin and who run out of time, and what the others can do.

use std::time::Duration;

use crate::harness::{Page, browse};

/// Opens a table that these pages fill in the order of their seats; returns its path. The first page opens it.
async fn table(pages: &[&Page], setup: &str) -> String {
    let id = pages[0].post("/api/tables", setup).await;
    let path = format!("/t/{}", id.trim());
    for (index, page) in pages.iter().enumerate() {
        page.open(&format!("{path}?sit={}", index + 1)).await;
        if index + 1 < pages.len() {
            page.wait_for_text(".waiting", "(you)").await;
        }
    }
    for page in pages {
        page.wait_for(".tools").await;
    }
    path
}

/// Gives the guest of each page a name.
async fn name(pages: &[(&Page, &str)]) {
    for (page, name) in pages {
        page.open("/online").await;
        page.wait_for(".name-field[aria-busy=false]").await;
        page.post("/api/me", name).await;
    }
}

/// Says something: the message brings all pages at the table the server's time.
async fn say_hello(page: &Page) {
    page.press_button("Message…").await;
    page.click_path("//dialog[@open]//button[contains(., 'Hello!')]").await;
    page.wait_until_gone("dialog[open]").await;
}

async fn press_offer(page: &Page, name: &str) {
    page.click_path(&format!("//*[contains(@class, 'offers')]//button[normalize-space(.) = {name:?}]")).await;
}

#[test]
fn against_a_player_who_stays_away_a_win_a_draw_or_an_engine_is_claimed() {
    browse(async |anne| {
        let (luc, eve) = (anne.fresh_browser().await, anne.fresh_browser().await);
        name(&[(anne, "Anne"), (&luc, "Luc"), (&eve, "Ève")]).await;
        let three = table(&[anne, &luc, &eve], "doh players=3 open,open,open 600+5 first").await;
        for spot in ["h2", "p12"] {
            anne.touch(spot.parse().unwrap()).await;
        }
        eve.wait_for_moves(1).await;
        let won = table(&[anne, &luc], "morpion - open,open 600+5 first").await;
        table(&[anne, &luc], "morpion - open,open 600+5 first").await;
        luc.open("/settings").await;
        anne.wait_for_text(".table", "offline for").await;
        anne.let_time_pass(Duration::from_secs(30)).await;
        say_hello(anne).await;
        anne.wait_for_text(".offers", "Your opponent is not moving.").await;
        assert!(!anne.text(".offers").await.contains("Claim"), "a claim is offered too soon");
        anne.let_time_pass(Duration::from_secs(40)).await;
        say_hello(anne).await;
        anne.wait_for_text(".offers", "Your opponent has not come back.").await;
        press_offer(anne, "Claim a draw").await;
        anne.wait_for_text(".result.is-over .turn", "It’s a draw.").await;
        anne.wait_for_text(".reason", "A player left the game.").await;
        // At the other tables Anne was away as well, but is back.
        anne.open(&won).await;
        press_offer(anne, "Claim victory").await;
        anne.wait_for_text(".result.is-won .turn", "You won!").await;
        anne.wait_for_text(".reason", "Luc left the game.").await;
        anne.open(&three).await;
        anne.wait_for_text(".offers", "A player has not come back.").await;
        press_offer(anne, "Let an engine take over").await;
        // The engine plays the move for which the others waited.
        for page in [&*anne, &eve] {
            page.wait_for_moves(2).await;
            page.wait_for_text(".players .note", "engine").await;
        }
        // The player who left reads what happened.
        luc.open(&won).await;
        luc.wait_for_text(".result.is-over .turn", "You lost.").await;
        luc.wait_for_text(".reason", "You left the game.").await;
        luc.open(&three).await;
        luc.wait_for_text(".offers", "An engine is playing for you.").await;
        press_offer(&luc, "Take my seat back").await;
        luc.wait_until_gone(".offers .ask").await;
        for page in [&*anne, &eve] {
            page.wait_for_text(".news", "Luc is back in the game.").await;
            page.wait_until_gone(".players .note").await;
        }
        luc.close_without_errors().await;
        eve.close_without_errors().await;
    });
}

#[test]
fn a_game_that_nobody_begins_is_aborted_and_a_player_out_of_time_loses() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        name(&[(anne, "Anne"), (&luc, "Luc")]).await;
        table(&[anne, &luc], "morpion - open,open 600+5 first").await;
        let can_abort = "return document.querySelector('.offers').innerText.includes('Abort')";
        anne.let_time_pass(Duration::from_secs(21)).await;
        say_hello(anne).await;
        luc.wait_for_text(".offers", "Your opponent is not moving.").await;
        assert!(!anne.run::<bool>(can_abort).await, "who does not move can abort");
        press_offer(&luc, "Abort the game").await;
        for page in [&*anne, &luc] {
            page.wait_for_text(".result.is-over .turn", "Game aborted, no result.").await;
        }

        table(&[anne, &luc], "morpion - open,open 60+0 first").await;
        anne.let_time_pass(Duration::from_secs(61)).await;
        anne.wait_for_text(".result.is-over .turn", "You lost.").await;
        anne.wait_for_text(".reason", "You ran out of time.").await;
        luc.wait_for_text(".result.is-won .turn", "You won!").await;
        luc.wait_for_text(".reason", "Anne ran out of time.").await;
        luc.wait_for_text(".ended-mark", "Out of time").await;

        // Among three the game goes on, and there is no way back into it.
        table(&[anne, &luc], "doh players=3 open,open,engine:1 60+0 first").await;
        anne.let_time_pass(Duration::from_secs(61)).await;
        anne.wait_for_text(".offers", "You are out of time: an engine will finish the game for you.").await;
        luc.wait_for_text(".players .note", "engine").await;
        luc.wait_for_moves(1).await;
        assert_eq!(anne.run::<usize>("return document.querySelectorAll('.offers button').length").await, 0);
        luc.close_without_errors().await;
    });
}

/// A game against the engine in which the person has one second left.
const LAST_SECOND: &str =
    "1\n[Game \"morpion\"]\n[Players \"person,3\"]\n[Clock \"60000+0 1000,60000\"]\n\n1. 5 2. 1 *\n";

#[test]
fn on_a_device_a_player_out_of_time_loses_too() {
    browse(async |page| {
        page.open("/settings").await;
        let () = page.run(&format!("localStorage.setItem('trois.game.late', {LAST_SECOND:?})")).await;
        page.open("/play/morpion#late").await;
        page.wait_for_text(".result.is-over .turn", "You lost.").await;
        page.wait_for_text(".reason", "You ran out of time.").await;
        page.wait_for_text(".ended-mark", "Out of time").await;
        let record = page.wait_for_stored("result", |record| record.result().is_some()).await;
        assert_eq!(record.tag("Termination"), Some("time"));
        // What was lost is not played on.
        assert_eq!(page.run::<usize>("return document.querySelectorAll('.place.legal').length").await, 0);
    });
}
