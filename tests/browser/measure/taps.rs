//! The taps that are measured, and how long each takes.

use std::time::Duration;

use rules::Kind;
use serde_json::json;

use super::open;
use crate::harness::{Page, browse};

/// A table with an engine, which is created for the measurement.
const TABLE: &str = "/t";

/// A tap that is measured.
pub(super) struct Tap {
    pub(super) path: String,
    /// What the tap does, in the table of the figures.
    pub(super) what: &'static str,
    /// What is tapped.
    spot: &'static str,
    /// Whether the tap leads to another page, from which one goes back before the next tap.
    leaves: bool,
}

impl Tap {
    fn new(path: &str, what: &'static str, spot: &'static str) -> Tap {
        Tap { path: path.to_owned(), what, spot, leaves: false }
    }

    fn leaving(path: &str, what: &'static str, spot: &'static str) -> Tap {
        Tap { leaves: true, ..Tap::new(path, what, spot) }
    }
}

/// What is tapped most on each page.
pub(super) fn all_taps() -> Vec<Tap> {
    let games = Kind::ALL.iter().map(|kind| Tap::new(&format!("/play/{kind}"), "a move", ".place.legal"));
    let others = [
        Tap::leaving("/", "open a game", ".games .cover"),
        Tap::new("/", "switch the language", ".language"),
        Tap::leaving("/online", "new table", "main a[href='/online/new']"),
        Tap::leaving("/online", "open a game", ".tables .table-card"),
        Tap::new("/online/new", "choose a game", ".choices .choice[aria-pressed=false]"),
        Tap::new(TABLE, "a move", ".place.legal"),
        Tap::new("/archive", "choose a game", ".choices .choice[aria-pressed=false]"),
        Tap::new("/learn/super", "the next step", ".lesson-nav button:last-child"),
        Tap::new("/study/super", "a move", ".place.legal"),
        Tap::new("/puzzles/super", "a move", ".place.legal"),
        Tap::new("/atlas", "a move", ".tile"),
        // The dark theme, then the one with the strongest contrasts, and so on.
        Tap::new(
            "/settings",
            "switch the theme",
            "fieldset:nth-of-type(2) .choice:nth-of-type(n + 3)[aria-pressed=false]",
        ),
        Tap::new("/settings", "choose a board", ".choice.material[aria-pressed=false]"),
    ];
    games.chain(others).collect()
}

/// How long each of three taps takes, in a new browser.
pub(super) fn times_of(tap: &Tap) -> [f64; 3] {
    let mut times = [0.0_f64; 3];
    browse(async |page| {
        page.resize(390, 844).await;
        if tap.path == TABLE {
            let path = table_with_engine(page).await;
            open(page, &format!("{path}?sit=1")).await;
        } else {
            if tap.path == "/online" {
                // A game of one's own is in the lobby.
                let path = table_with_engine(page).await;
                page.open(&format!("{path}?sit=1")).await;
                page.wait_for(".tools").await;
            }
            open(page, &tap.path).await;
        }
        page.wait_for(tap.spot).await;
        // A person looks before they tap.
        tokio::time::sleep(Duration::from_secs(2)).await;
        page.send_devtools_command("Emulation.setCPUThrottlingRate", json!({ "rate": 4 })).await;
        let () = page.run(NOTE_TAPS).await;
        for time in &mut times {
            page.click(tap.spot).await;
            tokio::time::sleep(Duration::from_millis(1800)).await;
            *time = page.run("return Math.max(0, ...window.taps.splice(0))").await;
            if tap.leaves {
                page.back().await;
                page.wait_for(tap.spot).await;
                tokio::time::sleep(Duration::from_secs(2)).await;
            }
        }
    });
    times
}

/// Opens a table for Super Morpion with an engine, and returns its path.
async fn table_with_engine(page: &Page) -> String {
    page.open("/online").await;
    page.wait_for(".name-field[aria-busy=false]").await;
    // Only a guest with a name takes a seat.
    page.post("/api/me", "Anne").await;
    let id = page.post("/api/tables", "super - open,engine:1 600+5 first").await;
    format!("/t/{}", id.trim())
}

/// Records how long each tap takes from the touch to the paint. Browsers report those of 16 ms and more.
const NOTE_TAPS: &str = "window.taps = [];
    const note = (list) => list.getEntries().forEach((entry) => {
        if (entry.interactionId) window.taps.push(entry.duration);
    });
    new PerformanceObserver(note).observe({ type: 'event', durationThreshold: 16 });";
