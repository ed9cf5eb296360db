//! The list of moves: columns, drawn cards, and a box that follows the game without moving the page.

use client::{ApiClient, TableClient};
use rules::{AnyGame, Kind, Record, Rng, Seat, Viewer};
use table::{Notification, RequestKind};

use crate::harness::{Page, browse, record_fragment, short_game};

/// A random game against the engine with at least this many steps, unfinished unless `is_over`.
fn stored_game(kind: Kind, options: &str, steps: usize, is_over: bool) -> Record {
    for seed in 0..1000 {
        let (mut rng, mut record) = (Rng::new(seed), Record::new(AnyGame::new(kind, options).unwrap()));
        let seats = usize::from(record.start().seats());
        record.set_tag("Players", &vec!["person"; seats].join(","));
        while let Some(mv) = record.end().random_move(&mut rng) {
            record.push(mv).unwrap();
            if !is_over && record.steps().len() >= steps && record.end().turn().seat().is_some() {
                return record;
            }
        }
        if is_over && record.steps().len() >= steps {
            return record;
        }
    }
    panic!("no random game of {kind} has {steps} steps")
}

/// Stores a game on the device and opens it.
async fn open_stored(page: &Page, record: &Record) {
    let kind = record.start().kind();
    page.open("/settings").await;
    let () = page.run(&format!("localStorage.setItem('trois.game.it', {:?})", format!("1\n{record}"))).await;
    page.open(&format!("/play/{kind}#it")).await;
    page.wait_for(".moves .move").await;
}

/// Whether the move shown is fully inside the box and below its head, and the page has not been scrolled.
const FOLLOWS: &str = "
    const box = document.querySelector('.moves'), here = box.querySelector('.here').getBoundingClientRect();
    const outer = box.getBoundingClientRect(), head = box.querySelector('thead').getBoundingClientRect();
    return here.top >= head.bottom - 1 && here.bottom <= outer.bottom + 1 && scrollY === 0;";

/// The moves that are cut off or overlap another.
const CLIPPED: &str = "
    const moves = [...document.querySelectorAll('.moves .move, .moves th')];
    return moves.filter((move) => {
        const cell = move.closest('td, th').getBoundingClientRect(), own = move.getBoundingClientRect();
        return move.scrollWidth > move.clientWidth + 1 || own.right > cell.right + 1
            || cell.right > document.querySelector('.moves').getBoundingClientRect().right + 1;
    }).map((move) => move.textContent);";

#[test]
fn the_list_has_a_numbered_column_for_each_player() {
    browse(async |page| {
        for (options, seats) in [("", 2), ("players=3", 3), ("players=4", 4)] {
            let record = stored_game(Kind::Doh, options, 2 * seats + 1, false);
            open_stored(page, &record).await;
            let moves: Vec<String> = record.steps().iter().map(|step| step.mv().to_string()).collect();
            let row = |script: &str| {
                format!(
                    "return [...document.querySelectorAll({script:?})].map((one) => one.textContent.trim())"
                )
            };
            let shown: Vec<String> = page.run(&row(".moves .mv")).await;
            assert_eq!(shown, moves);
            let second: Vec<String> = page.run(&row(".moves tbody tr:nth-child(2) .mv")).await;
            assert_eq!(second, moves[seats..2 * seats]);
            let numbers: Vec<String> = page
                .run("return [...document.querySelectorAll('.move')].map((one) => one.dataset.number)")
                .await;
            assert_eq!(numbers, (1..=moves.len()).map(|number| number.to_string()).collect::<Vec<_>>());
            let heads: Vec<String> = page.run(&row(".moves th")).await;
            assert_eq!(heads.len(), seats);
        }
    });
}

#[test]
fn the_number_of_a_move_does_not_look_like_the_move() {
    browse(async |page| {
        let record = stored_game(Kind::Morpion, "", 4, false);
        open_stored(page, &record).await;
        let looks = "const move = document.querySelector('.moves .move');
            const [number, mv] = [getComputedStyle(move, '::before'), getComputedStyle(move.querySelector('.mv'))];
            return [number.content, number.fontWeight, mv.fontWeight]";
        let [content, number, mv]: [String; 3] = page.run(looks).await;
        assert_eq!(content, "\"1.\"");
        assert!(mv.parse::<u32>().unwrap() > number.parse::<u32>().unwrap(), "{mv} after {number}");
    });
}

#[test]
fn the_list_follows_the_game_in_its_own_box_and_cuts_nothing_off() {
    browse(async |page| {
        for (width, height) in [(1280, 800), (320, 640)] {
            page.resize(width, height).await;
            // Games of Morpion and Tic Tac Doh! end before the list is longer than its box.
            for kind in [Kind::Super, Kind::Cards, Kind::Fives] {
                let record = stored_game(kind, "", 30, kind.hides());
                open_stored(page, &record).await;
                page.wait_until(FOLLOWS, &format!("the last move of {kind} is out of sight")).await;
                assert_eq!(page.run::<Vec<String>>(CLIPPED).await, [""; 0], "{kind} at {width}");
                let scrolled = "return document.querySelector('.moves').scrollTop > 0";
                assert!(page.run::<bool>(scrolled).await, "{kind}: the list is too short for this test");
                // The keys step through the game.
                page.press("\u{e011}").await;
                page.wait_until(
                    "return document.querySelector('.moves .here') === null",
                    "Home does nothing",
                )
                .await;
                page.press("\u{e014}").await;
                page.wait_for(".moves .move.here[data-number='1']").await;
                page.wait_until(FOLLOWS, &format!("the first move of {kind} is out of sight")).await;
            }
        }
    });
}

#[test]
fn cards_are_shown_as_cards_and_draws_in_the_cell_of_their_move() {
    browse(async |page| {
        let record = stored_game(Kind::Cards, "", 30, true);
        open_stored(page, &record).await;
        let count = |css: &str| format!("return document.querySelectorAll({css:?}).length");
        let draws = record.steps().iter().filter(|step| step.is_chance()).count();
        let moves = record.steps().len() - draws;
        assert_eq!(page.run::<usize>(&count(".moves .move")).await, moves);
        assert_eq!(page.run::<usize>(&count(".moves .mv .mini")).await, moves);
        let drawn = page.run::<usize>(&count(".moves .drawn .mini")).await;
        let dealt = page.run::<usize>(&count(".moves .deal .mini")).await;
        assert_eq!((dealt, dealt + drawn), (10, draws));
        let text: String = page.run("return document.querySelector('.moves tbody').innerText").await;
        assert!(!text.contains('@') && !text.contains("R1"), "{text}");
        let named = "return document.querySelector('.moves .mv .mini').ariaLabel";
        let name: String = page.run(named).await;
        assert!(["red", "blue", "yellow", "green"].iter().any(|colour| name.contains(colour)), "{name}");
    });
}

#[test]
fn a_running_game_shows_the_players_own_draws_and_the_backs_of_the_opponents() {
    browse(async |page| {
        let mut record = stored_game(Kind::Cards, "", 40, false);
        record.set_tag("Players", "person,1");
        open_stored(page, &record).await;
        let shown = |css: &str| {
            format!(
                "return [...document.querySelectorAll({css:?})].map((card) => card.classList.contains('mini-back'))"
            )
        };
        let (mut own, mut others) = (0, 0);
        for (step, before) in
            record.steps().iter().zip(record.positions()).filter(|(step, _)| step.is_chance())
        {
            let seen = before.redact_move(step.mv(), Viewer::Seat(Seat::ONE));
            *(if seen == step.mv() { &mut own } else { &mut others }) += 1;
        }
        let backs: Vec<bool> = page.run(&shown(".moves .drawn .mini, .moves .deal .mini")).await;
        let hidden = backs.iter().filter(|is_back| **is_back).count();
        assert_eq!((backs.len() - hidden, hidden), (own, others));
        assert!(own > 5 && others > 5);
    });
}

#[test]
fn a_move_of_the_list_shows_its_position_and_the_next_move_shows_the_game_again() {
    browse(async |anne| {
        // On this device.
        anne.start_game_between_people(Kind::Morpion).await;
        anne.play_text(Kind::Morpion, "5 1 9").await;
        anne.click(".move[data-number='1']").await;
        anne.wait_for(".move.here[data-number='1']").await;
        let pieces = "return document.querySelectorAll('.board .piece').length";
        anne.wait_until(&format!("{pieces} === 1"), "the board shows another position").await;
        assert_eq!(anne.run::<usize>("return document.querySelectorAll('.place.legal').length").await, 0);
        // A touch leads back to the game, and the next one plays.
        anne.click(".place[data-spot='p1']").await;
        anne.wait_until(&format!("{pieces} === 3"), "the game is not shown again").await;
        anne.click(".place.legal[data-spot='p1']").await;
        anne.wait_for(".move.here[data-number='4']").await;
        // At a table.
        let luc = anne.fresh_browser().await;
        let path = anne.open_table(Kind::Morpion, &[], "Anne").await;
        luc.sit_down(&path, "Luc").await;
        anne.wait_for(".tools").await;
        let mut record = Record::new(AnyGame::new(Kind::Morpion, "").unwrap());
        for (ply, mv) in short_game(Kind::Morpion, "").into_iter().take(3).enumerate() {
            if ply == 2 {
                luc.click(".move[data-number='1']").await;
                luc.wait_until(&format!("{pieces} === 1"), "the board shows another position").await;
            }
            let mover = if ply % 2 == 0 { &*anne } else { &luc };
            mover.touch_move(&record, mv).await;
            record.push(mv).unwrap();
            luc.wait_for_moves(ply + 1).await;
            anne.wait_for_moves(ply + 1).await;
        }
        luc.wait_for(".move.here[data-number='3']").await;
        luc.wait_until(&format!("{pieces} === 3"), "the next move does not show the game").await;
        luc.close_without_errors().await;
    });
}

/// Checks that the list follows the game and clips nothing, on a large and on a small screen.
async fn assert_list_follows(page: &Page, address: &str) {
    for (width, height) in [(1280, 800), (320, 640)] {
        page.resize(width, height).await;
        page.open(address).await;
        page.wait_for(".moves .move.here").await;
        page.wait_until(FOLLOWS, &format!("{address}: the move shown is out of sight at {width}")).await;
        assert_eq!(page.run::<Vec<String>>(CLIPPED).await, [""; 0], "{address} at {width}");
        let scrolled = "return document.querySelector('.moves').scrollTop > 0";
        assert!(page.run::<bool>(scrolled).await, "{address}: the list is too short for this test");
        page.press("\u{e011}\u{e014}").await;
        page.wait_for(".moves .move.here[data-number='1']").await;
        page.wait_until(FOLLOWS, &format!("{address}: the first move is out of sight at {width}")).await;
    }
}

/// A finished game at a table between two programs that play these moves; returns its address.
async fn finished_table(page: &Page, record: &Record) -> String {
    let host = page.origin().strip_prefix("http://").unwrap().parse().unwrap();
    let [anne, luc] = [ApiClient::new(host).await.unwrap(), ApiClient::new(host).await.unwrap()];
    let setup = format!("{} - open,open untimed first", record.start().kind());
    let id = anne.create_table(&setup).await.unwrap();
    let mut players = [anne, luc].map(|api| TableClient::new(api, id.clone()));
    let contribution = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
    for (player, name) in players.iter_mut().zip(["Anne", "Luc"]) {
        done(player, RequestKind::Join { seat: None, name: name.to_owned(), contribution }).await;
    }
    for (ply, step) in (0..).zip(record.steps()) {
        done(&mut players[ply as usize % 2], RequestKind::Move { ply, mv: step.mv().to_string() }).await;
    }
    format!("/t/{id}")
}

/// Sends a request, which the server must grant.
async fn done(player: &mut TableClient, kind: RequestKind) {
    player.request(kind.clone()).await;
    loop {
        match player.next().await.unwrap() {
            Notification::Done(done) if done.kind == kind => return,
            Notification::Refused { code, .. } => panic!("{kind}: {code}"),
            _ => {}
        }
    }
}

#[test]
fn the_list_follows_a_studied_game_and_a_finished_one_of_a_table_as_well() {
    browse(async |page| {
        let record = stored_game(Kind::Super, "", 40, true);
        assert_list_follows(page, &finished_table(page, &record).await).await;
        page.wait_for_text(".moves thead", "Anne Luc").await;
        assert_list_follows(page, &format!("/study/super{}", record_fragment(&record.to_string()))).await;
    });
}
