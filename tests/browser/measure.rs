//! Measures the size and the speed of the app in this browser on this machine. Not a test: `cargo xtask measure` runs
//! it and prints the figures in `docs/performance.md`.

mod taps;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use taps::{Tap, all_taps, times_of};

use crate::harness::{Page, browse, record_fragment};

/// The number of starts of the app on each page, each in a new browser.
const STARTS: usize = 5;

/// The number of reviews, each in a new browser.
const REVIEWS: usize = 3;

/// The number of starts of the app on each page on which taps are measured.
const TAP_STARTS: usize = 3;

#[test]
#[ignore = "it measures: cargo xtask measure"]
fn weight_and_speed() {
    let (mut tasks, mut size) = (Vec::new(), 0.0);
    for _ in 0..STARTS {
        browse(async |page| {
            open(page, "/").await;
            size = loaded(page).await;
            let longest: [f64; 2] = page.run_async(LONGEST).await;
            tasks.push(longest[0]);
            page.wait_until_cached().await;
        });
    }
    println!("home, all that is loaded            {:>8.1} KB", size / 1024.0);
    println!("longest tasks while home starts     {} ms (0: none above 50)", list(&tasks));

    let (mut boards, mut before, mut after, mut frames) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..STARTS {
        browse(async |page| {
            open(page, "/play/super").await;
            page.wait_for(".place.legal").await;
            boards.push(page.run("return performance.getEntriesByName('board')[0].startTime;").await);
            size = loaded(page).await;
            frames.push(page.run_async(MOVE).await);
            // The engine's reply.
            page.wait_for_step(1).await;
            let longest: [f64; 2] = page.run_async(LONGEST).await;
            before.push(longest[0]);
            after.push(longest[1]);
        });
    }
    println!("play, all that is loaded            {:>8.1} KB", size / 1024.0);
    println!("first board usable after            {} ms", list(&boards));
    println!("a move is painted after             {} frame(s)", list(&frames));
    println!("longest tasks while a board starts  {} ms (0: none above 50)", list(&before));
    println!("longest tasks from then on          {} ms (0: none above 50)", list(&after));

    println!("engine, loaded when first needed    {:>8.1} KB", engine_bytes() / 1024.0);
    browse(async |page| {
        open(page, "/play/super").await;
        let in_browser: f64 = page.run_async(THINK).await;
        let native = native_nodes();
        println!("engine in the browser               {:>8.2} M nodes/s", in_browser / 1e6);
        println!("engine native                       {:>8.2} M nodes/s", native / 1e6);
        println!("engine in the browser / native      {:>8.0} %", 100.0 * in_browser / native);
    });
}

/// A game between levels 4 and 5 of the engine that took 42 moves.
const GAME: &str = "[Game \"super\"]\n\n\
    5.6 6.9 9.5 5.9 9.1 1.5 5.2 2.9 9.4 4.7 7.6 6.4 4.4 4.9 9.7 7.7 7.4 4.8 8.6 6.6 6.2 \
    2.2 2.8 8.5 5.5 5.7 7.2 2.6 6.7 7.3 3.2 2.7 7.5 5.8 8.3 3.1 1.3 3.3 3.8 8.1 1.7 6.5 win2\n";

#[test]
#[ignore = "it measures: cargo xtask measure"]
fn review_of_a_game() {
    let address = format!("/study/super?review{}", record_fragment(GAME));
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for _ in 0..REVIEWS {
        browse(async |page| {
            open(page, &address).await;
            cold.push(page.run_async(REVIEWED).await);
            page.wait_until_cached().await;
            // A saved review would be shown without a search.
            let () = page.run("localStorage.clear()").await;
            page.open(&address).await;
            warm.push(page.run_async(REVIEWED).await);
        });
    }
    println!("review of 42 moves, new browser     {} ms", list(&cold));
    println!("review of 42 moves, app cached      {} ms", list(&warm));
}

#[test]
#[ignore = "it measures: cargo xtask measure"]
fn taps_on_a_slow_processor() {
    println!(
        "taps with the processor a quarter as fast, in ms from the touch to the paint (0: less than 16)"
    );
    println!("the median of {TAP_STARTS} starts: the first tap, the longest of the next two");
    // The pages to measure, separated by spaces; all of them if none is named.
    let only = std::env::var("TAPS").unwrap_or_default();
    let is_wanted = |tap: &Tap| only.is_empty() || only.split(' ').any(|only| only == tap.path);
    let mut failed = Vec::new();
    for tap in all_taps().iter().filter(|tap| is_wanted(tap)) {
        let name = format!("{}: {}", tap.path, tap.what);
        let (mut first, mut later) = (Vec::new(), Vec::new());
        for _ in 0..TAP_STARTS {
            // A page that cannot be measured does not keep the others from being measured.
            if let Ok(times) = std::panic::catch_unwind(|| times_of(tap)) {
                first.push(times[0]);
                later.push(times[1].max(times[2]));
            }
        }
        if first.is_empty() {
            println!("{name:<30} failed");
            failed.push(name);
            continue;
        }
        let all = format!("{} |{}", list(&first), list(&later));
        println!("{name:<30} {:>5.0} {:>5.0}   starts:{all}", median(&mut first), median(&mut later));
    }
    assert_eq!(failed, [""; 0]);
}

fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Opens a page after the browser has finished its own startup, which would compete for the two cores.
async fn open(page: &Page, path: &str) {
    tokio::time::sleep(Duration::from_secs(4)).await;
    page.open(path).await;
}

fn list(figures: &[f64]) -> String {
    figures.iter().map(|figure| format!(" {figure:>4.0}")).collect()
}

/// The bytes that the page transferred.
async fn loaded(page: &Page) -> f64 {
    page.run(
        "return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .reduce((sum, entry) => sum + entry.transferSize, 0);",
    )
    .await
}

/// The compressed bytes of the engine, from the files: the browser does not report what the service worker fetched.
fn engine_bytes() -> f64 {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist/assets");
    let files = fs::read_dir(&assets).unwrap().map(|entry| entry.unwrap().path());
    let is_engine =
        |path: &PathBuf| path.to_str().is_some_and(|path| path.contains("engine-") && path.ends_with(".br"));
    files.filter(is_engine).map(|path| fs::metadata(path).unwrap().len() as f64).sum()
}

/// Clicks a cell at the start of a frame, and counts the frames until the piece shows.
const MOVE: &str = "const done = arguments[arguments.length - 1];
    const place = document.querySelector('.place.legal');
    const box = place.getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, isPrimary: true };
    const touch = () => {
        place.dispatchEvent(new PointerEvent('pointerdown', at));
        place.dispatchEvent(new PointerEvent('pointerup', at));
        let frames = 0;
        const look = () => {
            frames += 1;
            document.querySelector('.item.piece') ? done(frames) : requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    };
    requestAnimationFrame(() => setTimeout(touch, 0));";

/// The longest blocking tasks before and after the board appeared, up to one second from now. Browsers report tasks
/// longer than 50 ms.
const LONGEST: &str = "const done = arguments[arguments.length - 1];
    const board = performance.getEntriesByName('board')[0]?.startTime ?? Infinity;
    const longest = [0, 0];
    const note = (task) => {
        const when = task.startTime < board ? 0 : 1;
        longest[when] = Math.max(longest[when], task.duration);
    };
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'longtask', buffered: true });
    setTimeout(() => done(longest), 1000);";

/// The time from opening the page until it shows the accuracy of the players.
const REVIEWED: &str = "const done = arguments[arguments.length - 1];
    const look = () => document.querySelector('.accuracy') ? done(performance.now()) : requestAnimationFrame(look);
    look();";

/// Lets the worker search the start of Super Morpion for three seconds; returns nodes per second.
const THINK: &str = "const done = arguments[arguments.length - 1];
    const worker = new Worker(document.documentElement.dataset.engine, { type: 'module' });
    worker.onmessage = ({ data }) => {
        if (data === 'ready') {
            worker.postMessage(`think 1\\ngame super\\nviewer 1\\nlevel 10\\nlines 1\\nseed 0\\ntime 3000\\nposition ........./........./........./........./........./........./........./........./......... 1 - tiebreak=majority`);
        } else if (data.startsWith('done')) {
            const number = (key) => Number(data.match(new RegExp(`^${key} (\\\\d+)`, 'm'))[1]);
            done(1000 * number('nodes') / number('time'));
        } else if (data.startsWith('failed')) {
            done(-1);
        }
    };";

/// The same with the native program that `cargo xtask measure` has built, on one thread, as in the browser. Neither
/// search uses the opening book.
fn native_nodes() -> f64 {
    let trois = std::env::var("TROIS").expect("cargo xtask measure says where trois is");
    let output = Command::new(trois)
        .args(["analyse", "super", "--time", "3s", "--lines", "1", "--threads", "1", "--json"])
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let number = |key: &str| -> f64 {
        let rest =
            output.split(&format!("\"{key}\":")).nth(1).unwrap_or_else(|| panic!("no {key} in {output}"));
        rest.split([',', '}']).next().unwrap().trim().parse().unwrap()
    };
    number("nodes_per_s")
}
