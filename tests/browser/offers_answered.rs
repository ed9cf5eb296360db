//! Offers that are withdrawn, declined and accepted, as both players read it, and the way into a rematch.

use rules::Kind;

use crate::harness::{Page, browse};

async fn touch(page: &Page, spot: &str) {
    page.touch(spot.parse().unwrap()).await;
}

async fn press_offer(page: &Page, name: &str) {
    page.click_path(&format!("//*[contains(@class, 'offers')]//button[normalize-space(.) = {name:?}]")).await;
}

async fn offer_a_draw(page: &Page) {
    page.press_button("Draw").await;
    page.click_path("//dialog[@open]//button[normalize-space(.) = 'Offer a draw']").await;
}

async fn wait_for_title(page: &Page, title: &str) {
    let failure = format!("the title of the tab is not {title:?}");
    page.wait_until(&format!("return document.title === {title:?}"), &failure).await;
}

#[test]
fn who_makes_an_offer_reads_the_answer_and_a_rematch_is_followed_by_all() {
    browse(async |anne| {
        let (luc, eve) = (anne.fresh_browser().await, anne.fresh_browser().await);
        let path = anne.open_table(Kind::Morpion, &[], "Anne").await;
        luc.sit_down(&path, "Luc").await;
        anne.wait_for(".tools").await;
        eve.open(&path).await;
        // The title of the tab says whose turn it is.
        wait_for_title(anne, "Your turn · Tic-tac-toe · Trois").await;
        wait_for_title(&luc, "Tic-tac-toe · Trois").await;
        touch(anne, "p4").await;
        luc.wait_for_moves(1).await;
        wait_for_title(anne, "Tic-tac-toe · Trois").await;
        wait_for_title(&luc, "Your turn · Tic-tac-toe · Trois").await;

        offer_a_draw(anne).await;
        luc.wait_for_text(".offers", "Anne offers you a draw.").await;
        anne.wait_for_text(".offers", "You have offered a draw.").await;
        press_offer(anne, "Withdraw").await;
        luc.wait_for_text(".news", "Anne withdraws the offer.").await;
        luc.wait_until_gone(".offers .ask").await;
        touch(&luc, "p0").await;
        anne.wait_for_moves(2).await;
        offer_a_draw(anne).await;
        press_offer(&luc, "Decline").await;
        anne.wait_for_text(".news", "Luc declines the draw.").await;
        anne.wait_until_gone(".offers .ask").await;

        anne.press_button("Take back").await;
        anne.click_path("//dialog[@open]//button[normalize-space(.) = 'Ask']").await;
        anne.wait_for_text(".offers", "You have asked to take back your move.").await;
        press_offer(&luc, "Decline").await;
        anne.wait_for_text(".news", "Luc won’t let you take back your move.").await;
        assert_eq!(anne.moves_shown().await, 2, "the move was taken back");

        luc.press_button("Resign").await;
        luc.press_button("Yes, resign").await;
        for (asks, answers, name) in [(&*anne, &luc, "Luc"), (&luc, &*anne, "Anne")] {
            asks.click(".result-actions button.strong").await;
            asks.wait_for_text(".offers", "You have offered a rematch.").await;
            let is_last = name == "Anne";
            press_offer(answers, if is_last { "Accept" } else { "Decline" }).await;
            if !is_last {
                asks.wait_for_text(".news", &format!("{name} declines the rematch.")).await;
                asks.wait_until_gone(".offers .ask").await;
            }
        }
        // The players go on to the next game with the seats swapped, spectators by a link.
        for page in [&*anne, &luc] {
            page.wait_until_gone(".result.is-over").await;
            page.wait_for(".tools").await;
        }
        let next = anne.path().await;
        assert_ne!(next, path);
        assert_eq!(luc.path().await, next);
        anne.wait_for_text(".table", "You (nought)").await;
        luc.wait_for_text(".table", "You (cross)").await;
        eve.follow("Next game").await;
        eve.wait_until_gone(".result.is-over").await;
        eve.wait_for_text(".table", "Luc (cross)").await;
        assert_eq!(eve.path().await, next);
        touch(&luc, "p4").await;
        eve.wait_for_moves(1).await;
        luc.close_without_errors().await;
        eve.close_without_errors().await;
    });
}
