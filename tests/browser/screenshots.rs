//! Pictures of every page, for a person to look at: `cargo xtask screenshots`. No test, so it is run only when asked.

use rules::{AnyGame, Kind, Lang, Record, Rng, Turn};

use crate::harness::{Page, browse};

/// The sizes: a small phone, a tablet, a desk.
const SIZES: [(u32, u32); 3] = [(320, 640), (768, 1024), (1440, 900)];

/// A game in the middle, with a person to move.
fn under_way(kind: Kind) -> String {
    let (mut rng, mut record) = (Rng::new(11), Record::new(AnyGame::new(kind, "").unwrap()));
    let long = if kind == Kind::Morpion || kind == Kind::Doh { 4 } else { 24 };
    loop {
        let is_first = record.end().turn() == Turn::Seat(rules::Seat::from_index(0));
        if record.steps().len() >= long && is_first {
            record.set_tag("Players", "person,3");
            return record.to_string();
        }
        let Some(mv) = record.end().random_move(&mut rng) else {
            panic!("a random game of {kind} is too short")
        };
        record.push(mv).unwrap();
    }
}

/// Lets pictures be taken in each language and in light and dark; each is called by the rest of its name.
fn in_every_look(take: &impl AsyncFn(&mut Page, &str)) {
    for lang in Lang::ALL {
        for theme in ["light", "dark"] {
            browse(async |page| {
                let settings = format!("lang={lang}\ntheme={theme}\nmotion=off\n");
                page.inject(&format!(
                    "try {{ localStorage.setItem('trois.settings', {settings:?}) }} catch {{}}"
                ))
                .await;
                take(page, &format!("{lang}-{theme}")).await;
            });
        }
    }
}

/// A picture of what is shown, in each size.
async fn in_every_size(page: &Page, name: &str) {
    for (width, height) in SIZES {
        page.resize(width, height).await;
        page.screenshot(&format!("{name}-{width}")).await;
    }
}

#[test]
#[ignore = "makes pictures; cargo xtask screenshots"]
fn pictures_of_every_page() {
    in_every_look(&async |page, look| {
        page.open("/").await;
        let mut paths = vec!["/".to_owned(), "/games".to_owned(), "/settings".to_owned()];
        for kind in Kind::ALL {
            let kept = format!("1700000000000\n{}", under_way(*kind));
            let () = page.run(&format!("localStorage.setItem('trois.game.{kind}', {kept:?})")).await;
            paths.extend(["play", "learn", "study"].map(|name| format!("/{name}/{kind}")));
        }
        for path in paths {
            page.open(&path).await;
            page.wait_for("h1").await;
            let name = path.trim_matches('/').replace('/', "-");
            let name = if name.is_empty() { "home" } else { &name };
            in_every_size(page, &format!("{name}-{look}")).await;
        }
    });
}

#[test]
#[ignore = "makes pictures; cargo xtask screenshots"]
fn pictures_of_playing_together() {
    in_every_look(&async |page, look| {
        let other = page.stranger().await;
        page.tour(&other, async |page, name| in_every_size(page, &format!("{name}-{look}")).await).await;
        other.leave().await;
    });
}
