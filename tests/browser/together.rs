//! People play together, each in their own browser, through the real server.

use boards::Spot;
use rules::{AnyGame, Kind, Record, Rng};

use crate::harness::{Page, browse, short_game};
use crate::whole_games::{arrow_keys, tab_to, tab_until};

/// Plays a short game to the end by the rules: clicks each move in the browser of the player to move, and waits until
/// all browsers show it.
async fn whole_game(players: &[&Page], kind: Kind, options: &str) -> Record {
    let mut record = Record::new(AnyGame::new(kind, options).unwrap());
    for mv in short_game(kind, options) {
        let seat = record.end().turn().seat().expect("somebody is to move");
        players[seat.index()].touch_move(&record, mv).await;
        record.push(mv).unwrap();
        for page in players {
            page.wait_for_moves(record.steps().len()).await;
        }
    }
    record
}

/// Checks that all browsers show the same finished game: its moves and its record.
async fn assert_same_finished_game(pages: &[&Page]) -> Vec<String> {
    let first = pages[0].finished_game().await;
    for page in &pages[1..] {
        assert_eq!(page.finished_game().await, first);
    }
    first
}

/// The same, for a game that the test has followed and that ended by the rules.
async fn assert_same_finished_game_as(record: &Record, pages: &[&Page]) {
    assert!(record.result().is_some(), "the game is not over");
    let known = assert_same_finished_game(pages).await;
    let moves: Vec<String> = record.steps().iter().map(|step| step.mv().to_string()).collect();
    assert_eq!(known[0], moves.join(" "));
}

#[test]
fn two_browsers_play_every_open_game_to_the_end() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        for &kind in Kind::ALL.iter().filter(|kind| !kind.hides()) {
            let path = anne.open_table(kind, &[], "Anne").await;
            luc.sit_down(&path, "Luc").await;
            anne.wait_for(".tools").await;
            let record = whole_game(&[anne, &luc], kind, "").await;
            assert_same_finished_game_as(&record, &[anne, &luc]).await;
            // The seats were chosen and nothing was drawn, so there is nothing to check.
            let is_offered = "return document.querySelector('.verify, .fair') !== null";
            assert!(!anne.run::<bool>(is_offered).await, "{kind}: a draw is checked that there was not");
        }
        luc.close_without_errors().await;
    });
}

#[test]
fn a_finished_online_game_is_exported_as_a_picture_and_a_gif() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        let path = anne.open_table(Kind::Morpion, &[], "Anne").await;
        luc.sit_down(&path, "Luc").await;
        anne.wait_for(".tools").await;
        anne.touch("p4".parse().unwrap()).await;
        luc.wait_for_moves(1).await;
        luc.press_button("Resign").await;
        luc.press_button("Yes, resign").await;
        anne.wait_for(".result.is-over").await;
        anne.press_button("Share…").await;
        anne.press_button("PNG image").await;
        assert!(anne.downloaded("png").await.starts_with(b"\x89PNG\r\n"));
        anne.press_button("Animated GIF").await;
        assert!(anne.downloaded("gif").await.starts_with(b"GIF89a"));
        luc.close_without_errors().await;
    });
}

#[test]
fn a_study_of_a_game_of_two_people_shows_their_names() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        let path = anne.open_table(Kind::Morpion, &[], "Anne").await;
        luc.sit_down(&path, "Luc").await;
        anne.wait_for(".tools").await;
        whole_game(&[anne, &luc], Kind::Morpion, "").await;
        anne.follow("Review this game").await;
        anne.wait_for_text(".players.below", "You (cross)").await;
        anne.wait_for_text(".players.above", "Luc (nought)").await;
        luc.follow("Review this game").await;
        luc.wait_for_text(".players.below", "Anne (cross)").await;
        luc.wait_for_text(".players.above", "You (nought)").await;
        luc.close_without_errors().await;
    });
}

#[test]
fn two_browsers_play_the_card_game_to_the_end() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        let path = anne.open_table(Kind::Cards, &[("Tokens to win", "2")], "Anne").await;
        luc.sit_down(&path, "Luc").await;
        anne.wait_for(".tools").await;
        let (mut rng, mut count) = (Rng::new(5), 0);
        while !anne.is_over().await {
            let (mover, other) = if anne.is_on_turn().await { (&*anne, &luc) } else { (&luc, &*anne) };
            if !mover.is_on_turn().await {
                continue;
            }
            mover.play_random_legal_place(&mut rng).await;
            count += 1;
            assert!(count < 200, "the game does not end");
            other.wait_for_moves(count).await;
        }
        assert_same_finished_game(&[anne, &luc]).await;
        luc.close_without_errors().await;
    });
}

/// The receipt that this device keeps for the table shown: the storage key, and its text.
const RECEIPT: &str = "const key = 'trois.receipt.' + location.pathname.split('/').pop();
    return [key, localStorage.getItem(key) ?? ''];";

/// A receipt whose fingerprint begins with another digit.
fn with_other_commitment(receipt: &str, commitment: &str) -> String {
    let other = if commitment.starts_with('0') { "1" } else { "0" };
    receipt.replace(commitment, &format!("{other}{}", &commitment[1..]))
}

/// Replaces the receipt that this device keeps.
async fn keep_receipt(page: &Page, key: &str, receipt: &str) {
    let () = page.run(&format!("localStorage.setItem({key:?}, {receipt:?})")).await;
}

#[test]
fn a_seat_has_a_receipt_with_which_the_shuffle_is_compared() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        let path = anne.open_table(Kind::Cards, &[("Tokens to win", "1")], "Anne").await;
        // The receipt is on the device, and is saved as a file.
        anne.click(".fair summary").await;
        anne.wait_for_text(".fair", "This device keeps a receipt for your seat").await;
        let commitment = anne.text(".fair .hash").await;
        let [key, receipt]: [String; 2] = anne.run(RECEIPT).await;
        assert!(commitment.len() == 64 && receipt.contains(&commitment), "{receipt}");
        anne.press_button("Save the receipt").await;
        let saved = anne.downloaded("receipt").await;
        assert_eq!(String::from_utf8(saved).unwrap().trim_end(), receipt.trim_end());
        // A device that saw another fingerprint before does not sit down.
        luc.open(&path).await;
        luc.pick_name("Luc").await;
        assert_eq!(luc.run::<[String; 2]>(RECEIPT).await[1], "");
        keep_receipt(&luc, &key, &with_other_commitment(&receipt, &commitment)).await;
        luc.click_path("//button[normalize-space(.) = 'Play']").await;
        luc.wait_for_text(".refusal", "The fingerprint of this table has changed").await;
        let () = luc.run(&format!("localStorage.removeItem({key:?})")).await;
        luc.sit_down(&path, "Luc").await;
        anne.wait_for(".tools").await;
        let mut rng = Rng::new(2);
        while !anne.is_over().await {
            for page in [&*anne, &luc] {
                if page.is_on_turn().await {
                    page.play_random_legal_place(&mut rng).await;
                }
            }
        }
        // After the game, each device compares its own receipt.
        for page in [&*anne, &luc] {
            page.finished_game().await;
            page.wait_for_text(".checks", "✓ The fingerprint in the record is the one that this device saw")
                .await;
        }
        let [key, receipt]: [String; 2] = luc.run(RECEIPT).await;
        keep_receipt(&luc, &key, &with_other_commitment(&receipt, &commitment)).await;
        // Closed and opened again, the check runs once more.
        luc.click(".verify summary").await;
        luc.click(".verify summary").await;
        luc.wait_for_text(".checks .wrong", "not the one that this device saw before you joined").await;
        luc.close_without_errors().await;
    });
}

#[test]
fn three_browsers_play_one_game_to_the_end() {
    browse(async |anne| {
        let (luc, eve) = (anne.fresh_browser().await, anne.fresh_browser().await);
        let path = anne.open_table(Kind::Doh, &[("Players", "3")], "Anne").await;
        luc.sit_down(&path, "Luc").await;
        // The page shows the new player without a reload.
        anne.wait_for_text(".waiting", "Luc").await;
        luc.press_button("Leave the table").await;
        anne.wait_for_text(".news", "Luc has left the table.").await;
        luc.sit_down(&path, "Luc").await;
        eve.sit_down(&path, "Ève").await;
        anne.wait_for(".tools").await;
        luc.wait_for(".tools").await;
        anne.wait_for_text(".side.online", &Kind::Doh.info().byline.en).await;
        let record = whole_game(&[anne, &luc, &eve], Kind::Doh, "players=3").await;
        assert_same_finished_game_as(&record, &[anne, &luc, &eve]).await;
        anne.wait_for_text(".moves thead", "You Luc Ève").await;
        eve.wait_for_text(".moves thead", "Anne Luc You").await;
        luc.close_without_errors().await;
        eve.close_without_errors().await;
    });
}

#[test]
fn a_player_who_goes_offline_leaves_or_reloads_plays_on_and_a_spectator_sees_it_all() {
    browse(async |anne| {
        let (luc, eve) = (anne.fresh_browser().await, anne.fresh_browser().await);
        let path = anne.open_table(Kind::Super, &[], "Anne").await;
        luc.sit_down(&path, "Luc").await;
        eve.open(&path).await;
        let mut record = Record::new(AnyGame::new(Kind::Super, "").unwrap());
        for (ply, mv) in short_game(Kind::Super, "").into_iter().enumerate() {
            let mover = if ply % 2 == 0 { &*anne } else { &luc };
            // Luc is offline for two moves: one of Anne's and one of his own.
            let is_cut = ply == 4 || ply == 7;
            if is_cut {
                luc.set_offline(true).await;
                luc.wait_for_text(".connection", "offline").await;
                anne.wait_for_text(".table", "offline for").await;
            }
            mover.touch_move(&record, mv).await;
            record.push(mv).unwrap();
            if is_cut {
                if ply == 4 {
                    anne.wait_for_moves(ply + 1).await;
                }
                assert_eq!(luc.moves_shown().await, ply, "something came through");
                luc.set_offline(false).await;
            }
            for page in [&*anne, &luc, &eve] {
                page.wait_for_moves(ply + 1).await;
            }
            assert_eq!(eve.run::<usize>("return document.querySelectorAll('.place.legal').length").await, 0);
            if ply == 5 {
                anne.reload().await;
                anne.wait_for_moves(ply + 1).await;
                // A player who opens another page counts as gone, even if the browser caches the old page.
                luc.open("/settings").await;
                anne.wait_for_text(".table", "offline for").await;
                luc.open(&path).await;
                luc.wait_for_moves(ply + 1).await;
            }
        }
        assert_same_finished_game_as(&record, &[anne, &luc, &eve]).await;
        luc.expect_only_network_errors().await;
        luc.close_without_errors().await;
        eve.close_without_errors().await;
    });
}

#[test]
fn a_suspended_page_whose_seat_was_handed_over_becomes_a_spectator_when_it_resumes() {
    browse(async |phone| {
        let (luc, laptop) = (phone.fresh_browser().await, phone.fresh_browser().await);
        let path = phone.open_table(Kind::Morpion, &[], "Anne").await;
        luc.sit_down(&path, "Luc").await;
        phone.wait_for(".tools").await;
        phone.press_button("Other device…").await;
        phone.press_button("Create link").await;
        phone.wait_for("dialog[open] img.qr").await;
        let link = phone.value("dialog[open] input.link").await;
        let (_, key) = link.split_once('#').expect("the link has a key");
        // The page itself has drawn the QR code, and no address that it loaded contains the key.
        let source = "return document.querySelector('dialog[open] img.qr').getAttribute('src')";
        assert!(phone.run::<String>(source).await.starts_with("data:image/svg+xml,"));
        let loaded = "return performance.getEntriesByType('resource').map((one) => one.name)";
        let loaded: Vec<String> = phone.run(loaded).await;
        assert!(!loaded.is_empty() && !loaded.iter().any(|name| name.contains(key)), "{loaded:?}");
        phone.set_offline(true).await;
        phone.wait_for_text(".connection", "offline").await;
        laptop.open(&format!("{path}#{key}")).await;
        laptop.wait_for_text(".table", "You (cross)").await;
        let mut record = Record::new(AnyGame::new(Kind::Morpion, "").unwrap());
        let moves = short_game(Kind::Morpion, "");
        laptop.touch_move(&record, moves[0]).await;
        record.push(moves[0]).unwrap();
        luc.wait_for_moves(1).await;
        phone.set_offline(false).await;
        phone.wait_for_moves(1).await;
        phone.wait_for_text(".news", "Your seat has moved to another device").await;
        phone.wait_until_gone("dialog[open]").await;
        luc.touch_move(&record, moves[1]).await;
        for page in [phone, &laptop] {
            page.wait_for_moves(2).await;
        }
        assert!(laptop.is_on_turn().await);
        assert!(!phone.is_on_turn().await);
        assert_eq!(phone.run::<usize>("return document.querySelectorAll('.place.legal').length").await, 0);
        phone.expect_only_network_errors().await;
        luc.close_without_errors().await;
        laptop.close_without_errors().await;
    });
}

#[test]
fn a_player_who_is_too_late_for_a_quick_game_is_paired_again() {
    browse(async |anne| {
        let luc = anne.fresh_browser().await;
        let path = anne.open_table(Kind::Morpion, &[], "Anne").await;
        luc.sit_down(&path, "Luc").await;
        let eve = anne.fresh_browser().await;
        eve.open("/online").await;
        eve.pick_name("Ève").await;
        eve.press("\t").await;
        // Ève comes to a table that Luc has already filled.
        eve.open(&format!("{path}?sit=pair")).await;
        eve.wait_for_text(".waiting", "Ève (you)").await;
        assert_ne!(eve.path().await, path);
        luc.close_without_errors().await;
        eve.close_without_errors().await;
    });
}

#[test]
fn from_the_lobby_to_the_end_of_a_game_by_keyboard_only() {
    const ENTER: &str = "\u{e007}";
    const FOCUS: &str = "return document.activeElement?.getAttribute('data-spot') ?? ''";
    browse(async |anne| {
        anne.open("/online").await;
        anne.wait_for(".name-field[aria-busy=false]").await;
        tab_until(anne, "document.activeElement?.tagName === 'INPUT'").await;
        // Tab has selected the generated name.
        anne.press("Anne").await;
        tab_until(anne, "/^Tic-tac-toe.* 10.min/.test(document.activeElement?.ariaLabel ?? '')").await;
        anne.press(ENTER).await;
        anne.wait_for_text(".waiting", "Anne (you)").await;
        let luc = anne.fresh_browser().await;
        luc.open("/online").await;
        luc.pick_name("Luc").await;
        luc.press("\t").await;
        luc.click(".tables a").await;
        luc.click_path("//button[normalize-space(.) = 'Play']").await;
        luc.wait_for(".tools").await;
        anne.wait_for(".tools").await;
        // The seats were assigned at random.
        let begins = usize::from(!anne.is_on_turn().await);
        tab_until(anne, "(document.activeElement?.hasAttribute('data-spot') ?? false)").await;
        let mut record = Record::new(AnyGame::new(Kind::Morpion, "").unwrap());
        for (ply, mv) in short_game(Kind::Morpion, "").into_iter().enumerate() {
            if ply % 2 == begins {
                let from: Spot = anne.run::<String>(FOCUS).await.parse().expect("the board keeps the focus");
                let [to] = boards::touch_paths(record.end(), mv).swap_remove(0)[..] else {
                    panic!("one touch")
                };
                anne.press(arrow_keys(record.end(), from, to) + ENTER).await;
            } else {
                luc.touch_move(&record, mv).await;
            }
            record.push(mv).unwrap();
            anne.wait_for_moves(ply + 1).await;
            luc.wait_for_moves(ply + 1).await;
        }
        tab_to(anne, "Check that it was fair").await;
        anne.press(ENTER).await;
        anne.wait_for(".checks li").await;
        assert_same_finished_game_as(&record, &[anne, &luc]).await;
        luc.close_without_errors().await;
    });
}
