//! `cargo xtask lighthouse`: judges every page of the app with Lighthouse, as a phone on a slow network gets it, and writes
//! the table of `docs/performance.md`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::browser;
use crate::debian::{install, is_installed};
use crate::step::{Failed, Progress, cargo, output, root, run, run_quietly, target_dir, tools_dir};
use crate::web::{self, Mode};

/// The version of Lighthouse, from the registry of npm: the last one that runs on the Node of Debian.
const LIGHTHOUSE: &str = "12.8.2";

/// How often each page is judged. The best result counts: whatever else the machine does makes a page slower, never
/// faster.
const RUNS: usize = 3;

/// The lines of `docs/performance.md` between which the table is written.
const MARKS: [&str; 2] = ["<!-- cargo xtask lighthouse -->\n", "<!-- end -->\n"];

/// Builds the app and the program as for a release, serves the app, and judges its pages.
pub(crate) fn build_and_judge() -> Result<(), Failed> {
    let progress = Progress::new(Mode::Release.steps() + 2);
    web::build(Mode::Release, &progress)?;
    progress.step("compile trois", || run(&mut cargo(["build", "--release", "--package", "trois-cli"])))?;
    progress.step("judge the pages", || {
        let server = Server::start()?;
        judge(&server.address)
    })?;
    progress.finish()
}

/// Judges the pages of a server, prints the table and writes it into the documentation.
pub(crate) fn judge(address: &str) -> Result<(), Failed> {
    browser::install_tools()?;
    let lighthouse = install_lighthouse()?;
    let mut table = String::from(
        "| page | performance | first paint | largest paint | blocking | shift | accessibility | best practices | SEO |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for page in pages()? {
        let mut best: Option<Verdict> = None;
        for _ in 0..RUNS {
            let url = format!("{}{page}", address.trim_end_matches('/'));
            let verdict = Verdict::read(&ask(&lighthouse, &url)?)?;
            if best.as_ref().is_none_or(|best| verdict.order() > best.order()) {
                best = Some(verdict);
            }
        }
        if let Some(best) = best {
            let row = best.row(&page);
            print!("{row}");
            table.push_str(&row);
        }
    }
    write(&table)
}

/// The addresses of all pages, from the files of the app.
fn pages() -> Result<Vec<String>, Failed> {
    let folder = root().join("dist/pages/en");
    let mut pages = Vec::new();
    collect(&folder, &folder, &mut pages)
        .map_err(|error| Failed(format!("{}: {error}; cargo xtask web makes it", folder.display())))?;
    pages.sort();
    Ok(pages)
}

fn collect(folder: &Path, root: &Path, pages: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, root, pages)?;
        } else if path.extension().is_some_and(|extension| extension == "html") {
            let name = path.strip_prefix(root).unwrap_or(&path).with_extension("");
            // A table has no page that is the same twice, and an unknown address is not one.
            match name.to_string_lossy().replace('\\', "/").as_str() {
                "t" | "not-found" => {}
                "index" => pages.push("/".to_owned()),
                name => pages.push(format!("/{name}")),
            }
        }
    }
    Ok(())
}

/// The report on a page as JSON, with the settings that Lighthouse has for phones: a simulated slow 4G connection and a
/// processor a quarter as fast.
fn ask(lighthouse: &Path, url: &str) -> Result<Value, Failed> {
    let mut ask = Command::new("node");
    ask.arg(lighthouse).arg(url).args([
        "--quiet",
        "--output=json",
        "--chrome-flags=--headless=new --no-sandbox --disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    ]);
    if let Ok(path) = output(Command::new("which").arg("chromium")) {
        ask.env("CHROME_PATH", path.trim());
    }
    let report = output(&mut ask)?;
    serde_json::from_str(&report).map_err(|error| Failed(format!("the report on {url} is no JSON: {error}")))
}

/// What Lighthouse says of a page.
struct Verdict {
    /// Performance, accessibility, best practices, SEO: from 0 to 100.
    scores: [f64; 4],
    /// First and largest contentful paint, and total blocking time, in milliseconds; cumulative layout shift.
    metrics: [f64; 4],
}

impl Verdict {
    fn read(report: &Value) -> Result<Verdict, Failed> {
        let score =
            |category: &str| report["categories"][category]["score"].as_f64().map(|score| 100.0 * score);
        let metric = |audit: &str| report["audits"][audit]["numericValue"].as_f64();
        let read = || {
            Some(Verdict {
                scores: [
                    score("performance")?,
                    score("accessibility")?,
                    score("best-practices")?,
                    score("seo")?,
                ],
                metrics: [
                    metric("first-contentful-paint")?,
                    metric("largest-contentful-paint")?,
                    metric("total-blocking-time")?,
                    metric("cumulative-layout-shift")?,
                ],
            })
        };
        read().ok_or_else(|| {
            let why = report["runtimeError"]["message"].as_str().unwrap_or("a score or a metric is missing");
            Failed(format!("Lighthouse could not judge the page: {why}"))
        })
    }

    /// The better of two verdicts is the greater one: the score, then the largest paint.
    fn order(&self) -> (f64, f64) {
        (self.scores[0], -self.metrics[1])
    }

    /// The row of the table.
    fn row(&self, page: &str) -> String {
        let [performance, accessibility, practices, seo] = self.scores.map(|score| format!("{score:.0}"));
        let [first, largest, blocking, shift] = self.metrics;
        let seconds = |milliseconds: f64| format!("{:.1} s", milliseconds / 1000.0);
        format!(
            "| `{page}` | {performance} | {} | {} | {blocking:.0} ms | {shift:.3} | {accessibility} | {practices} | {seo} |\n",
            seconds(first),
            seconds(largest),
        )
    }
}

/// Writes the table between its marks in `docs/performance.md`.
fn write(table: &str) -> Result<(), Failed> {
    let path = root().join("docs/performance.md");
    let text = fs::read_to_string(&path).map_err(|error| Failed(format!("{}: {error}", path.display())))?;
    let replaced = replace_between(&text, MARKS, table)
        .ok_or_else(|| Failed(format!("{} has no place for the table: {MARKS:?}", path.display())))?;
    fs::write(&path, replaced).map_err(|error| Failed(format!("{}: {error}", path.display())))
}

fn replace_between(text: &str, [begin, end]: [&str; 2], new: &str) -> Option<String> {
    let from = text.find(begin)? + begin.len();
    let to = from + text[from..].find(end)?;
    Some(format!("{}{new}{}", &text[..from], &text[to..]))
}

/// Installs Lighthouse into the folder of tools and returns the path of its program. Its licence is Apache 2.0; no
/// release contains it.
fn install_lighthouse() -> Result<PathBuf, Failed> {
    let program = tools_dir().join("node_modules/lighthouse/cli/index.js");
    if program.exists() {
        return Ok(program);
    }
    const MISSING: &str =
        "Lighthouse needs Node and npm, which are not here; on Debian or Ubuntu: sudo apt-get install npm";
    if !is_installed("npm") {
        install("npm", &["npm"], MISSING)?;
    }
    let mut fetch = Command::new("npm");
    fetch.args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"]).arg(tools_dir());
    fetch.arg(format!("lighthouse@{LIGHTHOUSE}"));
    run_quietly("install Lighthouse", &mut fetch)?;
    Ok(program)
}

/// A server of the program that people get, until it is dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Result<Server, Failed> {
        let trois = target_dir().join("release").join(format!("trois{}", std::env::consts::EXE_SUFFIX));
        let data = target_dir().join("lighthouse-data");
        let mut serve = Command::new(trois);
        serve.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data).stdout(Stdio::piped());
        let mut process =
            serve.spawn().map_err(|error| Failed(format!("could not start the server: {error}")))?;
        let mut line = String::new();
        if let Some(output) = process.stdout.take() {
            // Without a line there is no address, which the next sentence reports.
            let _ = BufReader::new(output).read_line(&mut line);
        }
        let address = line.split_whitespace().find(|word| word.starts_with("http://")).map(str::to_owned);
        let mut server = Server { process, address: String::new() };
        server.address = address.ok_or_else(|| Failed("the server did not say its address".to_owned()))?;
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A process that has ended already needs no end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_becomes_a_row() {
        let report = serde_json::json!({
            "categories": {
                "performance": { "score": 0.98 }, "accessibility": { "score": 1 },
                "best-practices": { "score": 1 }, "seo": { "score": 0.9 },
            },
            "audits": {
                "first-contentful-paint": { "numericValue": 840.2 },
                "largest-contentful-paint": { "numericValue": 1262.9 },
                "total-blocking-time": { "numericValue": 41.5 },
                "cumulative-layout-shift": { "numericValue": 0.0012 },
            },
        });
        let Ok(verdict) = Verdict::read(&report) else { panic!("the report is complete") };
        assert_eq!(verdict.row("/x"), "| `/x` | 98 | 0.8 s | 1.3 s | 42 ms | 0.001 | 100 | 100 | 90 |\n");
    }

    #[test]
    fn a_page_that_was_not_judged_is_a_failure() {
        let report = serde_json::json!({ "runtimeError": { "message": "no such page" }, "categories": {} });
        let failed = Verdict::read(&report);
        assert!(matches!(failed, Err(Failed(why)) if why.ends_with("no such page")));
    }

    #[test]
    fn the_table_takes_the_place_of_the_one_before() {
        let text = "a\n<b>\nold\n<e>\nc\n";
        assert_eq!(
            replace_between(text, ["<b>\n", "<e>\n"], "new\n").as_deref(),
            Some("a\n<b>\nnew\n<e>\nc\n")
        );
        assert_eq!(replace_between(text, ["<x>", "<e>"], "new"), None);
    }
}
