//! A game continues after a reload, without the server, and in the other language.

use rules::{AnyGame, Kind, Record, Rng};

use crate::harness::{Page, browse, players};

/// The game as the page shows it.
const SHOWN_GAME: &str =
    "return [...document.querySelectorAll('.place')].map((place) => place.ariaLabel).sort().join('\\n')
    + document.querySelector('.status .turn').textContent";

#[test]
fn a_reload_in_mid_game_keeps_the_game() {
    browse(async |page| {
        page.start_game_between_people(Kind::Super).await;
        let record = page.play_text(Kind::Super, "5.1 1.5 5.9").await;
        let seen: String = page.run(SHOWN_GAME).await;
        page.reload().await;
        page.wait_for(".place.legal").await;
        assert_eq!(page.run::<String>(SHOWN_GAME).await, seen);
        let mv = record.end().parse_move("9.5").unwrap();
        let record = page.play(&record, mv).await;
        assert_eq!((record.steps().len(), players(&record)), (4, vec!["human".to_owned(); 2]));
        page.open("/games").await;
        page.wait_for_text(".kept li", "In progress, 4 moves").await;
    });
}

#[test]
fn a_game_continues_without_the_server_engine_and_reload_included() {
    browse(async |page| {
        page.open("/play/doh").await;
        page.wait_until_cached().await;
        let mut rng = Rng::new(2);
        let mut record = Record::new(AnyGame::new(Kind::Doh, "").unwrap());
        page.stop_server();
        record = any_move(page, &record, &mut rng).await;
        assert!(record.steps().len() > 1, "the engine never played");
        page.reload().await;
        page.wait_for(".place.legal").await;
        while record.result().is_none() {
            record = any_move(page, &record, &mut rng).await;
        }
        page.wait_for_the_end(&record).await;
    });
}

async fn any_move(page: &Page, record: &Record, rng: &mut Rng) -> Record {
    let mv = record.end().random_move(rng).unwrap();
    page.play_against(record, mv).await
}

#[test]
fn a_change_of_language_in_mid_game_changes_all_texts() {
    browse(async |page| {
        page.start_game_between_people(Kind::Super).await;
        page.play_text(Kind::Super, "5.1 1.5").await;
        // The page shows a refusal, which changes its language too.
        page.click(".place[data-spot='p0']").await;
        page.wait_for_text("[role=alert] .refusal", "centre board").await;
        page.click(".language").await;
        page.wait_for("html[lang=fr]").await;
        page.wait_for_text("[role=alert] .refusal", "plaquette du centre").await;
        assert_eq!(page.english_words().await, [""; 0]);
        page.press_button("Nouvelle…").await;
        page.wait_for("dialog[open] .begin").await;
        assert_eq!(page.english_words().await, [""; 0]);
        page.click("dialog[open] .dialog-head button").await;
        page.wait_until_gone("dialog[open]").await;
        page.reload().await;
        page.wait_for("html[lang=fr]").await;
        assert_eq!(page.text(".language").await, "English");
    });
}
