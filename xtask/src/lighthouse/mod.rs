//! `cargo xtask lighthouse`: audits every page of the app with Lighthouse, as on a phone with a slow network, and
//! writes the table of `docs/performance.md`.

mod audit_result;
mod invitation;
mod table;

use std::cmp::Ordering;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use self::audit_result::AuditResult;
use self::table::Table;

use crate::browser;
use crate::debian::{install, is_installed};
use crate::step::{Failed, Progress, cargo, output, root, run, run_quietly, target_dir, tools_dir};
use crate::web::{self, Mode};

/// The version of Lighthouse, from the registry of npm: the last one that runs on the Node of Debian.
const LIGHTHOUSE: &str = "12.8.2";

/// How often a page is audited at most. A page that reaches all goals is not audited again; otherwise the best result
/// counts, since other load on the machine only makes a page slower.
const RUNS: usize = 3;

/// How often Lighthouse is started for a page at most. Sometimes it gets no trace from the browser (`NO_NAVSTART`).
const TRIES: usize = 6;

/// Builds the app and the program as for a release, serves the app, and audits its pages.
pub(crate) fn build_and_audit() -> Result<(), Failed> {
    let progress = Progress::new(Mode::Release.steps() + 2);
    web::build(Mode::Release, &progress)?;
    progress.step("compile trois", || run(&mut cargo(["build", "--release", "--package", "trois-cli"])))?;
    progress.step("audit the pages", || {
        let server = Server::start()?;
        audit_pages(&server.address, &[])
    })?;
    progress.finish()
}

/// Audits pages of a server, all of them if none is named, prints their rows and writes them into the documentation. If
/// the audit of a page fails, the next pages are still audited.
pub(crate) fn audit_pages(address: &str, named: &[&str]) -> Result<(), Failed> {
    if !address.starts_with("http://") {
        return Err(Failed(format!(
            "{address} is no address: it begins with http://, as in http://127.0.0.1:8333"
        )));
    }
    browser::install_tools()?;
    let lighthouse = install_lighthouse()?;
    let commit = output(Command::new("git").args(["rev-parse", "--short", "HEAD"]).current_dir(root()))?;
    let all = pages()?;
    if let Some(unknown) = named.iter().find(|page| !all.iter().any(|known| known == *page)) {
        return Err(Failed(format!("there is no page {unknown}; the pages are {}", all.join(" "))));
    }
    let mut table = Table::read()?;
    table.retain(&all);
    let mut failures = Vec::new();
    for page in all.iter().filter(|page| named.is_empty() || named.contains(&page.as_str())) {
        let path = if page == invitation::PAGE { invitation::create(address) } else { Ok(page.clone()) };
        let url = path.map(|path| format!("{}{path}", address.trim_end_matches('/')));
        let row = match url.and_then(|url| audit(&lighthouse, &url)) {
            Ok(runs) => {
                if let Some(worst) = runs.worst {
                    print!("the worst run: {}", worst.row(page, commit.trim()));
                }
                runs.best.row(page, commit.trim())
            }
            Err(Failed(why)) => {
                failures.push(format!("{page}: {why}"));
                table::row_of_failure(page, commit.trim())
            }
        };
        print!("{row}");
        table.put(page, row);
        // Written after each page, so that an interrupted run keeps its rows.
        table.write()?;
    }
    if failures.is_empty() { Ok(()) } else { Err(Failed(failures.join("\n"))) }
}

/// The results of a page.
struct Runs {
    best: AuditResult,
    /// The worst one, if the page was audited more than once.
    worst: Option<AuditResult>,
}

/// Audits a page until it reaches all goals, at most [`RUNS`] times; or says why all audits failed.
fn audit(lighthouse: &Path, url: &str) -> Result<Runs, Failed> {
    let mut results: Vec<AuditResult> = Vec::new();
    let mut why = Failed(format!("{url} was not audited"));
    for _ in 0..TRIES {
        match run_lighthouse(lighthouse, url).and_then(|report| AuditResult::read(&report)) {
            Ok(result) => {
                results.push(result);
                if results.len() == RUNS || results.iter().any(AuditResult::reaches_goals) {
                    break;
                }
            }
            Err(failed) => {
                eprintln!("{url}: {}", failed.0);
                why = failed;
            }
        }
    }
    results.sort_by(|a, b| a.order().partial_cmp(&b.order()).unwrap_or(Ordering::Equal));
    let best = results.pop().ok_or(why)?;
    Ok(Runs { best, worst: results.into_iter().next() })
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
            // An unknown address is not a page.
            match name.to_string_lossy().replace('\\', "/").as_str() {
                "not-found" => {}
                "index" => pages.push("/".to_owned()),
                name => pages.push(format!("/{name}")),
            }
        }
    }
    Ok(())
}

/// The report on a page as JSON, with the settings that Lighthouse has for phones: a simulated slow 4G connection and a
/// processor a quarter as fast.
fn run_lighthouse(lighthouse: &Path, url: &str) -> Result<Value, Failed> {
    let mut command = Command::new("node");
    command.arg(lighthouse).arg(url).args([
        "--quiet",
        "--output=json",
        "--chrome-flags=--headless=new --no-sandbox --disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    ]);
    if let Ok(path) = output(Command::new("which").arg("chromium")) {
        command.env("CHROME_PATH", path.trim());
    }
    let report = output(&mut command)?;
    serde_json::from_str(&report).map_err(|error| Failed(format!("the report on {url} is no JSON: {error}")))
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

/// A running server of the release, which ends when this is dropped.
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
            // Without a line there is no address, which is reported below.
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
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
