//! Screenshots of what pages show only at times: offers, refusals, dialogs, empty lists. `cargo xtask screenshots` takes
//! them with the others.

use rules::{Kind, Rng};

use crate::harness::{Page, almost_over};
use crate::screenshots::{in_every_look, in_every_size, set_up};

/// Presses the button with this name, in the language of the look.
async fn press(page: &Page, look: &str, fr: &str, en: &str) {
    page.press_button(if look.starts_with("fr") { fr } else { en }).await;
}

#[test]
#[ignore = "makes pictures; cargo xtask screenshots"]
fn pictures_of_a_first_visit() {
    in_every_look(&async |page, look| {
        for (path, name) in
            [("/games", "games-empty"), ("/online", "online-empty"), ("/archive", "archive-empty")]
        {
            page.open(path).await;
            page.wait_for("h1").await;
            in_every_size(page, &format!("{name}-{look}")).await;
        }
        page.open("/play/super").await;
        page.wait_for(".first-time").await;
        in_every_size(page, &format!("first-time-{look}")).await;
        page.touch("p40".parse().unwrap()).await;
        page.wait_for(".sound-offer").await;
        in_every_size(page, &format!("sound-offer-{look}")).await;
        page.open("/play/doh").await;
        page.touch("h2".parse().unwrap()).await;
        page.touch("p12".parse().unwrap()).await;
        page.wait_for_step(1).await;
        page.touch("h0".parse().unwrap()).await;
        // The board has grown around the grid, so the first place may be out of it.
        page.click(".place:not(.legal):not([data-spot^=h])").await;
        page.wait_for(".refusal").await;
        in_every_size(page, &format!("refusal-{look}")).await;
    });
}

#[test]
#[ignore = "makes pictures; cargo xtask screenshots"]
fn pictures_of_playing_on_this_device() {
    in_every_look(&async |page, look| {
        page.open("/play/doh").await;
        page.press("?").await;
        page.wait_for("dialog[open]").await;
        in_every_size(page, &format!("keyboard-help-{look}")).await;
        page.press("\u{e00c}").await;
        page.wait_until_gone("dialog[open]").await;
        press(page, look, "Conseil", "Hint").await;
        page.wait_for(".item.verdict").await;
        in_every_size(page, &format!("hint-{look}")).await;
        // Two people who share the device.
        let (mut record, _) = almost_over(Kind::Cards);
        record.set_tag("Players", "person,person");
        let kept = format!("1700000000000\n{record}");
        let () = page.run(&format!("localStorage.setItem('trois.game.two', {kept:?})")).await;
        page.open("/play/cards#two").await;
        page.wait_for(".curtain").await;
        in_every_size(page, &format!("curtain-{look}")).await;
    });
}

#[test]
#[ignore = "makes pictures; cargo xtask screenshots"]
fn pictures_of_an_exercise_of_the_atlas_and_without_a_server() {
    in_every_look(&async |page, look| {
        page.open("/learn/morpion").await;
        page.wait_for(".learn .place").await;
        while page.run("return document.querySelector('.praise') === null").await {
            page.click(".show-me").await;
        }
        in_every_size(page, &format!("exercise-done-{look}")).await;
        page.open("/atlas").await;
        page.click_path("//fieldset//button[. = '3']").await;
        page.wait_for(".shares-bar").await;
        in_every_size(page, &format!("atlas-three-{look}")).await;
        page.wait_until_cached().await;
        page.stop_server();
        for (path, name) in [("/online", "no-server"), ("/archive", "no-server-archive")] {
            page.open(path).await;
            page.wait_for("[role=alert].refusal").await;
            in_every_size(page, &format!("{name}-{look}")).await;
        }
        // They are about the missing server.
        let _ = page.console_errors().await;
    });
}

#[test]
#[ignore = "makes pictures; cargo xtask screenshots"]
fn pictures_of_studying() {
    in_every_look(&async |page, look| {
        page.open("/study/super").await;
        press(page, look, "Explorateur de parties", "Game explorer").await;
        page.wait_for(".explorer h2").await;
        in_every_size(page, &format!("explorer-{look}")).await;
        press(page, look, "Dessiner des flèches", "Draw arrows").await;
        page.drag(".place[data-spot=p40]", ".place[data-spot=p0]").await;
        in_every_size(page, &format!("arrows-{look}")).await;
        for kind in Kind::ALL {
            page.open(&format!("/study/{kind}")).await;
            press(page, look, "Composer une position", "Set up a position").await;
            page.wait_for(".editor button.choice").await;
            // Pieces of one kind in a row: most games never come to that.
            page.click(".editor button.choice:nth-of-type(2)").await;
            for spot in 0..3 {
                page.touch(format!("p{spot}").parse().unwrap()).await;
            }
            in_every_size(page, &format!("editor-{kind}-{look}")).await;
        }
    });
}

#[test]
#[ignore = "makes pictures; cargo xtask screenshots"]
fn pictures_of_puzzles() {
    in_every_look(&async |page, look| {
        page.open("/puzzles/super").await;
        page.wait_for(".place.legal").await;
        page.click(".place.legal").await;
        page.wait_for(".lesson-side .status p").await;
        in_every_size(page, &format!("puzzle-answered-{look}")).await;
        press(page, look, "Contre la montre", "Rush").await;
        in_every_size(page, &format!("rush-before-{look}")).await;
        press(page, look, "C’est parti", "Start").await;
        page.wait_for(".rush").await;
        in_every_size(page, &format!("rush-{look}")).await;
        press(page, look, "Arrêter", "Stop").await;
        in_every_size(page, &format!("rush-over-{look}")).await;
        press(page, look, "Sans faute", "Streak").await;
        in_every_size(page, &format!("streak-before-{look}")).await;
        press(page, look, "C’est parti", "Start").await;
        page.wait_for(".place.legal").await;
        in_every_size(page, &format!("streak-{look}")).await;
        press(page, look, "Arrêter", "Stop").await;
        in_every_size(page, &format!("streak-over-{look}")).await;
    });
}

#[test]
#[ignore = "makes pictures; cargo xtask screenshots"]
fn pictures_at_a_table() {
    in_every_look(&async |page, look| {
        let guest = page.fresh_browser().await;
        for (page, name) in [(&*page, "Anne"), (&guest, "Jean-Sébastien d’Ornac")] {
            page.open("/online").await;
            page.wait_for(".name-field[aria-busy=false]").await;
            page.post("/api/me", name).await;
        }
        // The host is the guest of the test: the invitation is seen in every look.
        let path = format!("/t/{}", guest.post("/api/tables", "doh - open,open 600+5 first").await.trim());
        guest.open(&format!("{path}?sit=2")).await;
        guest.wait_for(".waiting .name:not(.free)").await;
        page.open(&path).await;
        page.wait_for(".invites").await;
        in_every_size(page, &format!("invitation-{look}")).await;
        page.open(&format!("{path}?sit=1")).await;
        page.wait_for(".tools").await;
        page.touch("h2".parse().unwrap()).await;
        page.touch("p12".parse().unwrap()).await;
        guest.wait_for_moves(1).await;
        for (fr, en, name) in [
            ("Nulle", "Draw", "ask-draw"),
            ("Reprendre le coup", "Take back", "ask-take-back"),
            ("Abandonner", "Resign", "ask-resign"),
        ] {
            press(page, look, fr, en).await;
            page.wait_for("dialog[open]").await;
            in_every_size(page, &format!("{name}-{look}")).await;
            page.press("\u{e00c}").await;
            page.wait_until_gone("dialog[open]").await;
        }
        press(page, look, "Autre appareil…", "Other device…").await;
        press(page, look, "Créer le lien", "Create link").await;
        page.wait_for("dialog[open] img.qr").await;
        in_every_size(page, &format!("hand-over-{look}")).await;
        page.press("\u{e00c}").await;
        page.wait_until_gone("dialog[open]").await;
        guest.play_random_legal_place(&mut Rng::new(1)).await;
        guest.press_button("Take back").await;
        guest.click_path("//dialog[@open]//button[normalize-space(.) = 'Ask']").await;
        page.wait_for(".offers .ask").await;
        in_every_size(page, &format!("take-back-asked-{look}")).await;
        press(page, look, "Refuser", "Decline").await;
        guest.press_button("Resign").await;
        guest.press_button("Yes, resign").await;
        page.wait_for(".result.is-over").await;
        guest.press_button("Rematch").await;
        page.wait_for(".offers .ask").await;
        in_every_size(page, &format!("rematch-{look}")).await;
        for (setup, name) in [
            ("cards - open,engine:3 600+5 first", "table-cards"),
            ("fives players=3 open,engine:3,engine:3 600+5 first", "table-three"),
        ] {
            let id = page.post("/api/tables", setup).await;
            page.open(&format!("/t/{}?sit=1", id.trim())).await;
            page.wait_for(".tools").await;
            page.wait_for(".place.legal").await;
            in_every_size(page, &format!("{name}-{look}")).await;
        }
        let id = guest.post("/api/tables", "super - open,engine:3 600+5 first").await;
        guest.open(&format!("/t/{}?sit=1", id.trim())).await;
        guest.play_random_legal_place(&mut Rng::new(1)).await;
        page.open(&format!("/t/{}", id.trim())).await;
        page.wait_for(".tools").await;
        in_every_size(page, &format!("spectator-{look}")).await;
        guest.close_without_errors().await;
    });
}

#[test]
#[ignore = "makes pictures; cargo xtask screenshots"]
fn pictures_of_a_search_and_of_a_move_to_confirm() {
    in_every_look(&async |page, look| {
        set_up(page, look, "confirm=on\n").await;
        page.open("/online").await;
        page.wait_for(".name-field[aria-busy=false]").await;
        page.post("/api/me", "Anne").await;
        let id = page.post("/api/tables", "super - open,engine:3 600+5 first").await;
        page.open(&format!("/t/{}?sit=1", id.trim())).await;
        page.wait_for(".place.legal").await;
        page.touch("p40".parse().unwrap()).await;
        page.wait_for(".confirm").await;
        in_every_size(page, &format!("confirm-{look}")).await;
        page.open("/online").await;
        page.wait_for(".quick button:not([disabled])").await;
        page.click(".quick button").await;
        page.wait_for(".searching").await;
        in_every_size(page, &format!("searching-{look}")).await;
    });
}

#[test]
#[ignore = "makes pictures; cargo xtask screenshots"]
fn pictures_of_the_archive() {
    in_every_look(&async |page, look| {
        let other = page.fresh_browser().await;
        let record = page.play_for_the_archive(&other).await;
        other.close_without_errors().await;
        page.open("/archive").await;
        page.wait_for(".tables .table-card img").await;
        page.choose(".search label:nth-of-type(3) select", "0").await;
        page.wait_for(".tables .table-card img").await;
        in_every_size(page, &format!("archive-filters-{look}")).await;
        page.click_path("//button[contains(., 'Tic-tac-toe') or normalize-space(.) = 'Morpion']").await;
        page.click(".openings summary").await;
        page.touch(boards::touch_paths(record.start(), record.steps()[0].mv())[0][0]).await;
        page.wait_for(".opening").await;
        page.wait_for(".tables .table-card img").await;
        in_every_size(page, &format!("archive-opening-{look}")).await;
    });
}
