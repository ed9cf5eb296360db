//! What the app weighs and how fast it is, in this browser on this machine. Not a test: `cargo xtask measure` runs it
//! and prints the figures that stand in `docs/performance.md`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::{Page, browse};

#[test]
#[ignore = "it measures: cargo xtask measure"]
fn weight_and_speed() {
    browse(async |page| {
        page.open("/").await;
        println!("home, all that is loaded            {:>8.1} KB", loaded(page).await / 1024.0);
        let longest: [f64; 2] = page.run_async(LONGEST).await;
        println!("longest task while home starts      {:>8.0} ms (0: none above 50)", longest[0]);
        page.wait_until_kept().await;
    });
    browse(async |page| {
        page.open("/play/super").await;
        page.wait_for(".place.legal").await;
        let board: f64 = page.run("return performance.getEntriesByName('board')[0].startTime;").await;
        println!("play, all that is loaded            {:>8.1} KB", loaded(page).await / 1024.0);
        println!("first board usable after            {board:>8.0} ms");
        let frames: f64 = page.run_async(MOVE).await;
        println!("a move is painted after             {frames:>8.0} frame(s)");
        page.wait_for_text(".news", "Nought").await;
        let longest: [f64; 2] = page.run_async(LONGEST).await;
        println!("longest task while a board starts   {:>8.0} ms (0: none above 50)", longest[0]);
        println!("longest task from then on           {:>8.0} ms (0: none above 50)", longest[1]);
        println!("engine, loaded when first needed    {:>8.1} KB", engine_bytes() / 1024.0);
        let in_browser: f64 = page.run_async(THINK).await;
        let native = native_nodes();
        println!("engine in the browser               {:>8.2} M nodes/s", in_browser / 1e6);
        println!("engine native                       {:>8.2} M nodes/s", native / 1e6);
        println!("engine in the browser / native      {:>8.0} %", 100.0 * in_browser / native);
    });
}

/// The bytes that came over the wire for the page.
async fn loaded(page: &Page) -> f64 {
    page.run(
        "return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .reduce((sum, entry) => sum + entry.transferSize, 0);",
    )
    .await
}

/// The bytes of the engine as they come over the wire: once the service worker has them, the browser no longer tells.
fn engine_bytes() -> f64 {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist/assets");
    let files = fs::read_dir(&assets).unwrap().map(|entry| entry.unwrap().path());
    let is_engine =
        |path: &PathBuf| path.to_str().is_some_and(|path| path.contains("engine-") && path.ends_with(".br"));
    files.filter(is_engine).map(|path| fs::metadata(path).unwrap().len() as f64).sum()
}

/// Touches a cell at the beginning of a frame, and counts the frames until it shows.
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

/// The longest times for which the page did not answer, before the board was there and after; where there is none, in
/// the first second. Browsers note what is longer than 50 ms.
const LONGEST: &str = "const done = arguments[arguments.length - 1];
    const board = performance.getEntriesByName('board')[0]?.startTime ?? Infinity;
    const longest = [0, 0];
    const note = (task) => {
        const when = task.startTime < board ? 0 : 1;
        longest[when] = Math.max(longest[when], task.duration);
    };
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'longtask', buffered: true });
    setTimeout(() => done(longest), 1000);";

/// Lets the worker think for three seconds about the start of Super Morpion, and counts.
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

/// The same by the program that `cargo xtask measure` has built.
fn native_nodes() -> f64 {
    let trois = std::env::var("TROIS").expect("cargo xtask measure says where trois is");
    let told = Command::new(trois)
        .args(["analyse", "super", "--time", "3s", "--lines", "1", "--json"])
        .output()
        .unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    let number = |key: &str| -> f64 {
        let rest = told.split(&format!("\"{key}\":")).nth(1).unwrap_or_else(|| panic!("no {key} in {told}"));
        rest.split([',', '}']).next().unwrap().trim().parse().unwrap()
    };
    number("nodes_per_s")
}
