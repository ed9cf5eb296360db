//! People who play together, each in a browser of their own, through the real server.

use boards::Spot;
use rules::{AnyGame, Kind, Record, Seat, Viewer};

use crate::harness::{Page, browse};

/// Picks a name in the lobby.
async fn pick_name(page: &Page, name: &str) {
    page.open("/online").await;
    page.wait_for(".name-field input").await.send_keys(name).await.unwrap();
    page.press("\t").await;
}

/// Opens a table for two people and gives its address; whoever opens it begins.
async fn open_table(page: &Page, kind: Kind, name: &str) -> String {
    pick_name(page, name).await;
    page.open(&format!("/online/new?game={kind}")).await;
    page.wait_until("return document.querySelector('.name-field input').value !== ''", "no name").await;
    page.press_button("10 min").await;
    page.click_path("//fieldset[contains(., 'Who begins')]//button[normalize-space(.) = 'I']").await;
    page.press_button("Open the table").await;
    page.wait_for(".waiting").await;
    page.wait_for_text(".waiting", &format!("{name} (you)")).await;
    page.path().await
}

/// Sits down at a table that another has opened.
async fn sit_down(page: &Page, path: &str, name: &str) {
    page.open(path).await;
    page.wait_for(".name-field input").await.send_keys(name).await.unwrap();
    page.press_button("Sit down here").await;
    page.wait_for(".tools").await;
}

/// Touches the places that make a move.
async fn play(page: &Page, path: &[Spot]) {
    for spot in path {
        page.touch(*spot).await;
    }
}

#[test]
fn two_browsers_play_every_game_to_the_end() {
    browse(async |anne| {
        let luc = anne.stranger().await;
        for &kind in Kind::ALL {
            let path = open_table(anne, kind, "Anne").await;
            sit_down(&luc, &path, "Luc").await;
            anne.wait_for(".tools").await;
            if matches!(kind, Kind::Cards | Kind::Fives) {
                // Long games are given up: what matters is that both see the same.
                luc.press_button("Resign").await;
                luc.press_button("Yes, resign").await;
            } else {
                whole_game(anne, &luc, kind).await;
            }
            for page in [&*anne, &luc] {
                page.wait_until("return document.querySelector('.checks') !== null", "the game does not end")
                    .await;
                page.press_button("Verify the shuffle").await;
                page.wait_for(".checks li").await;
                assert_eq!(
                    page.run::<u32>("return document.querySelectorAll('.checks .wrong').length").await,
                    0
                );
            }
        }
        luc.close().await;
    });
}

/// Plays the first lit move until the rules end the game.
async fn whole_game(anne: &Page, luc: &Page, kind: Kind) {
    let mut record = Record::new(AnyGame::new(kind, "").unwrap());
    while let Some(seat) = record.end().turn().seat() {
        let (mover, other) = if seat == Seat::ONE { (anne, luc) } else { (luc, anne) };
        let mv = record.end().view(Viewer::Seat(seat)).position().moves()[0];
        play(mover, &boards::paths(record.end(), mv)[0]).await;
        record.push(mv).unwrap();
        let count = record.steps().len();
        for page in [mover, other] {
            page.wait_until(
                &format!("return document.querySelectorAll('.moves li').length === {count}"),
                &format!("move {count} does not arrive"),
            )
            .await;
        }
    }
}
