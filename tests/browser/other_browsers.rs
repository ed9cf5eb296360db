//! The most common actions, in the browsers that the other tests do not use: starting, playing against the engine,
//! playing with a friend by a link, and playing on without the server.

use rules::{AnyGame, Kind, Record};

use crate::harness::{Browser, Page, browse_in};

/// Opens the app at home and plays a move of Morpion, to which the engine replies.
async fn play_the_engine(page: &Page) {
    page.open("/").await;
    page.wait_for_text("h1", "What shall we play?").await;
    page.click(".game-card a[href='/play/morpion']").await;
    page.touch("p4".parse().unwrap()).await;
    assert_eq!(page.wait_for_step(1).await.steps().len(), 2, "the engine does not reply");
}

/// Opens a table, invites a friend by its link, and plays a move each.
async fn play_a_friend(anne: &Page) {
    let path = anne.open_table(Kind::Morpion, &[], "Anne").await;
    let luc = anne.fresh_browser().await;
    luc.sit_down(&path, "Luc").await;
    anne.wait_for(".tools").await;
    let mut record = Record::new(AnyGame::new(Kind::Morpion, "").unwrap());
    for (ply, (mover, cell)) in [(anne, "5"), (&luc, "1")].into_iter().enumerate() {
        let mv = record.end().parse_move(cell).unwrap();
        mover.touch_move(&record, mv).await;
        record.push(mv).unwrap();
        anne.wait_for_moves(ply + 1).await;
        luc.wait_for_moves(ply + 1).await;
    }
    luc.close_without_errors().await;
}

/// Opens a page that was not open before, and plays there, while the server is stopped.
async fn play_without_the_server(page: &mut Page) {
    page.open("/").await;
    page.wait_until_cached().await;
    page.stop_server();
    page.open("/play/super").await;
    page.touch("p40".parse().unwrap()).await;
    // The game before it is stored too, and may be the last one for a moment.
    let has_reply = |record: &Record| (record.end().kind(), record.steps().len()) == (Kind::Super, 2);
    page.wait_for_stored("reply of the engine", has_reply).await;
}

async fn common_actions(page: &mut Page) {
    play_the_engine(page).await;
    play_a_friend(page).await;
    play_without_the_server(page).await;
}

#[test]
fn firefox_starts_plays_the_engine_a_friend_and_without_the_server() {
    browse_in(Browser::Firefox, common_actions);
}

#[test]
fn webkit_starts_plays_the_engine_a_friend_and_without_the_server() {
    browse_in(Browser::WebKit, common_actions);
}
