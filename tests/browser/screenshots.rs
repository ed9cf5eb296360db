//! Screenshots of every page for people to review: `cargo xtask screenshots`. Not a test, so it runs only on request.

use rules::{AnyGame, Kind, Lang, Record, Rng, Turn};

use crate::harness::{Page, browse};

/// The sizes: a small phone, a phone, a tablet, a desktop.
const SIZES: [(u32, u32); 4] = [(320, 640), (390, 844), (768, 1024), (1440, 900)];

/// A game against the engine: in the middle with the person to move, or finished.
fn against_engine(kind: Kind, is_over: bool) -> String {
    let (mut rng, mut record) = (Rng::new(11), Record::new(AnyGame::new(kind, "").unwrap()));
    let long = kind.info().sample.split(' ').count() / 2;
    record.set_tag("Players", "person,3");
    while let Some(mv) = record.end().random_move(&mut rng) {
        let is_first = record.end().turn() == Turn::Seat(rules::Seat::from_index(0));
        if !is_over && record.steps().len() >= long && is_first {
            break;
        }
        record.push(mv).unwrap();
    }
    record.to_string()
}

/// Calls `take` for each language and theme, with `lang-theme` for the names of the screenshots.
pub(crate) fn in_every_look(take: &impl AsyncFn(&mut Page, &str)) {
    for lang in Lang::ALL {
        for theme in ["light", "dark"] {
            browse(async |page| {
                let look = format!("{lang}-{theme}");
                set_up(page, &look, "").await;
                take(page, &look).await;
            });
        }
    }
}

/// Gives every page opened from now on a look, `lang-theme`, and further settings, each with a line feed.
pub(crate) async fn set_up(page: &Page, look: &str, further: &str) {
    let (lang, theme) = look.split_once('-').unwrap();
    let settings = format!("lang={lang}\ntheme={theme}\nmotion=off\n{further}");
    page.inject(&format!("try {{ localStorage.setItem('trois.settings', {settings:?}) }} catch {{}}")).await;
}

/// Takes a screenshot of the whole page in its current state in each size.
pub(crate) async fn in_every_size(page: &Page, name: &str) {
    for (width, height) in SIZES {
        page.resize(width, height).await;
        page.screenshot_of_all(&format!("{name}-{width}")).await;
    }
}

#[test]
#[ignore = "makes pictures; cargo xtask screenshots"]
fn pictures_of_every_page() {
    in_every_look(&async |page, look| {
        page.open("/").await;
        let mut paths =
            ["/", "/games", "/settings", "/study", "/puzzles", "/atlas", "/atlas/super", "/nowhere"]
                .map(str::to_owned)
                .to_vec();
        for kind in Kind::ALL {
            for (is_over, id) in [(true, format!("{kind}-over")), (false, kind.to_string())] {
                let kept = format!("1700000000000\n{}", against_engine(*kind, is_over));
                let () = page.run(&format!("localStorage.setItem('trois.game.{id}', {kept:?})")).await;
            }
            paths.extend(["play", "learn", "study", "puzzles"].map(|name| format!("/{name}/{kind}")));
            paths.push(format!("/play/{kind}#{kind}-over"));
        }
        for path in paths {
            page.open(&path).await;
            page.wait_for("h1").await;
            let name = path.trim_matches('/').replace(['/', '#'], "-");
            let name = if name.is_empty() { "home" } else { &name };
            in_every_size(page, &format!("{name}-{look}")).await;
        }
        page.open("/play/fives").await;
        for (tool, name) in
            [(".tools > .tool:nth-child(4)", "new-game"), (".more-tools .tool:last-child", "share")]
        {
            page.click(tool).await;
            page.wait_for("dialog[open]").await;
            in_every_size(page, &format!("{name}-{look}")).await;
            page.click("dialog[open] .dialog-head button").await;
        }
    });
}

/// The theme with the strongest contrasts has one look: a few pages show it.
#[test]
#[ignore = "makes pictures; cargo xtask screenshots"]
fn pictures_in_high_contrast() {
    for lang in Lang::ALL {
        browse(async |page| {
            let look = format!("{lang}-contrast");
            set_up(page, &look, "").await;
            page.open("/").await;
            for kind in Kind::ALL {
                let kept = format!("1700000000000\n{}", against_engine(*kind, false));
                let () = page.run(&format!("localStorage.setItem('trois.game.{kind}', {kept:?})")).await;
            }
            let boards = Kind::ALL.iter().map(|kind| format!("/play/{kind}"));
            let others =
                ["/", "/settings", "/study/doh", "/puzzles/super", "/learn/cards", "/atlas", "/games"];
            for path in boards.chain(others.map(str::to_owned)) {
                page.open(&path).await;
                page.wait_for("h1").await;
                let name = path.trim_matches('/').replace('/', "-");
                let name = if name.is_empty() { "home" } else { &name };
                in_every_size(page, &format!("{name}-{look}")).await;
            }
        });
    }
}

#[test]
#[ignore = "makes pictures; cargo xtask screenshots"]
fn pictures_of_a_review() {
    in_every_look(&async |page, look| {
        page.open("/").await;
        for kind in [Kind::Super, Kind::Doh] {
            let kept = format!("1700000000000\n{}", against_engine(kind, true));
            let () = page.run(&format!("localStorage.setItem('trois.game.over', {kept:?})")).await;
            page.open(&format!("/play/{kind}#over")).await;
            page.click(".result a.button").await;
            page.wait_for(".accuracy").await;
            in_every_size(page, &format!("review-{kind}-{look}")).await;
            page.click(".review button.strong").await;
            page.wait_for(".retry").await;
            in_every_size(page, &format!("retry-{kind}-{look}")).await;
        }
    });
}

#[test]
#[ignore = "makes pictures; cargo xtask screenshots"]
fn pictures_of_playing_together() {
    in_every_look(&async |page, look| {
        let other = page.fresh_browser().await;
        page.visit_online_pages(&other, async |page, name| {
            in_every_size(page, &format!("{name}-{look}")).await;
        })
        .await;
        other.close_without_errors().await;
    });
}
