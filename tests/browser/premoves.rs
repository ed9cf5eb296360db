//! Moves chosen while the opponent is to move: against an engine on this device, and at a table.

use rules::{AnyGame, Kind, Record};

use crate::harness::{Page, browse};

/// A worker whose messages arrive three seconds late, so that the engine seems to think.
const SLOW: &str = "window.Worker = class extends Worker {
    set onmessage(hear) { super.onmessage = hear && ((event) => setTimeout(() => hear(event), 3000)) }
}";

/// A game of Morpion against the engine at full strength. Crosses are to move; after 4, noughts must block on 6.
const STORED_GAME: &str = "1\n[Game \"morpion\"]\n[Players \"person,10\"]\n\n1. 5 2. 1 *\n";

async fn touch(page: &Page, spot: &str) {
    page.click(&format!(".place[data-spot='{spot}']")).await;
}

#[test]
fn a_premove_against_the_engine_is_played_after_its_reply() {
    browse(async |page| {
        page.open("/settings").await;
        let () = page.run(&format!("localStorage.setItem('trois.game.ahead', {STORED_GAME:?})")).await;
        page.inject(SLOW).await;
        page.open("/play/morpion#ahead").await;
        touch(page, "p3").await;
        page.wait_for(".thinking.busy").await;
        touch(page, "p1").await;
        page.wait_for(".surface.ahead .place.picked[data-spot='p1']").await;
        // Another touch gives the move up, and one more chooses another.
        touch(page, "p6").await;
        page.wait_until_gone(".surface.ahead").await;
        touch(page, "p7").await;
        page.wait_for(".surface.ahead .place.picked[data-spot='p7']").await;
        assert_eq!(page.stored_steps().await, 3, "the engine was to be slow");
        let record = page.wait_for_step(4).await;
        let moves: Vec<String> = record.steps().iter().take(5).map(|step| step.mv().to_string()).collect();
        assert_eq!(moves, ["5", "1", "4", "6", "8"]);
        page.wait_until_gone(".surface.ahead").await;
    });
}

#[test]
fn a_premove_at_a_table_is_played_at_once_unless_it_became_illegal() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        let path = anne.open_table(Kind::Morpion, &[], "Anne").await;
        luc.sit_down(&path, "Luc").await;
        anne.wait_for(".tools").await;
        luc.wait_for(".tools").await;
        // Luc chooses the centre, gives it up and chooses a corner.
        touch(&luc, "p4").await;
        luc.wait_for(".surface.ahead").await;
        touch(&luc, "p4").await;
        luc.wait_until_gone(".surface.ahead").await;
        touch(&luc, "p0").await;
        luc.wait_for(".surface.ahead .place.picked[data-spot='p0']").await;
        anne.touch("p4".parse().unwrap()).await;
        anne.wait_for_moves(2).await;
        luc.wait_for_moves(2).await;
        luc.wait_until_gone(".surface.ahead").await;
        // Anne's next move is chosen for a place that Luc takes.
        anne.touch("p8".parse().unwrap()).await;
        luc.wait_for_moves(3).await;
        anne.wait_for_moves(3).await;
        touch(anne, "p1").await;
        anne.wait_for(".surface.ahead").await;
        luc.touch("p1".parse().unwrap()).await;
        anne.wait_for_moves(4).await;
        anne.wait_until_gone(".surface.ahead").await;
        anne.wait_until(
            "return document.querySelector('.status .turn').textContent.startsWith('Your turn')",
            "Anne is not to move",
        )
        .await;
        assert_eq!(anne.moves_shown().await, 4, "an illegal move was played");
        luc.close_without_errors().await;
    });
}

#[test]
fn a_premove_of_several_touches_is_chosen_at_a_table() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        for kind in [Kind::Doh, Kind::Fives] {
            let path = anne.open_table(kind, &[], "Anne").await;
            luc.sit_down(&path, "Luc").await;
            anne.wait_for(".tools").await;
            luc.wait_for(".tools").await;
            let start = Record::new(AnyGame::new(kind, "").unwrap());
            let first = start.end().moves()[0];
            let mut record = start.clone();
            record.push(first).unwrap();
            let reply = *record.end().moves().last().unwrap();
            let spots = boards::touch_paths(record.end(), reply).swap_remove(0);
            assert!(spots.len() > 1, "{kind}");
            // Given up between two touches, and then chosen.
            touch(&luc, &spots[0].to_string()).await;
            luc.wait_for(&format!(".place.picked[data-spot='{}']", spots[0])).await;
            touch(&luc, &spots[0].to_string()).await;
            luc.wait_until_gone(".place.picked").await;
            assert!(luc.run::<bool>("return document.querySelector('.surface.ahead') === null").await);
            for spot in &spots {
                touch(&luc, &spot.to_string()).await;
            }
            luc.wait_for(".surface.ahead").await;
            anne.touch_move(&start, first).await;
            anne.wait_for_moves(2).await;
            luc.wait_for_moves(2).await;
            luc.wait_until_gone(".surface.ahead").await;
            let played: String =
                luc.run("return document.querySelectorAll('.moves .mv')[1].textContent").await;
            assert_eq!(played.replace('–', "-"), reply.to_string(), "{kind}");
        }
        luc.close_without_errors().await;
    });
}
