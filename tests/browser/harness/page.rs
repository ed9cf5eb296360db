//! A page that is looked at and touched.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use thirtyfour::prelude::*;
use thirtyfour::{ChromeCapabilities, ChromiumLikeCapabilities, LoggingPrefsLogLevel};

use super::axe;
use super::driver::Driver;
use super::server::Server;

/// How long anything may take before it counts as missing. Generous: a slow machine is no failure.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(50);

/// What Chromium must be told to run anywhere, even as root, and to leave the network alone.
const ARGUMENTS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];

/// A page of the app in a browser.
pub(crate) struct Page {
    driver: WebDriver,
    server: Option<Server>,
    origin: String,
    profile: PathBuf,
}

impl Page {
    pub(crate) async fn new(driver: &Driver, server: Server) -> Page {
        let profile = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("chromium-{}", driver.port));
        let mut capabilities = ChromeCapabilities::new();
        for argument in ARGUMENTS {
            capabilities.add_arg(argument).unwrap();
        }
        capabilities.add_arg(&format!("--user-data-dir={}", profile.display())).unwrap();
        capabilities.add_arg("--lang=en").unwrap();
        capabilities.set_browser_log_level(LoggingPrefsLogLevel::All).unwrap();
        let address = format!("http://127.0.0.1:{}", driver.port);
        let browser = WebDriver::new(address, capabilities).await.expect("Chromium starts");
        let origin = format!("http://{}", server.address);
        let page = Page { driver: browser, server: Some(server), origin, profile };
        page.resize(1280, 800).await;
        page
    }

    /// Opens a page of the app, and waits until the app has started.
    pub(crate) async fn open(&self, path: &str) {
        self.driver.goto(format!("{}{path}", self.origin)).await.unwrap();
        self.wait_for("html[data-started]").await;
    }

    /// Loads the page anew.
    pub(crate) async fn reload(&self) {
        self.driver.refresh().await.unwrap();
        self.wait_for("html[data-started]").await;
    }

    /// The size of the window.
    pub(crate) async fn resize(&self, width: u32, height: u32) {
        self.driver.set_window_rect(0, 0, width, height).await.unwrap();
    }

    /// Waits until there is such an element.
    pub(crate) async fn wait_for(&self, css: &str) -> WebElement {
        let begun = Instant::now();
        loop {
            match self.driver.find(By::Css(css)).await {
                Ok(element) => return element,
                Err(error) if begun.elapsed() > PATIENCE => panic!("there is no {css} in the page: {error}"),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Clicks on an element, once it is there.
    pub(crate) async fn click(&self, css: &str) {
        self.wait_for(css).await.click().await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Presses keys, wherever the focus is.
    pub(crate) async fn press(&self, keys: impl AsRef<str>) {
        self.driver.action_chain().send_keys(keys.as_ref()).perform().await.unwrap();
    }

    /// The text of an element, once it is there.
    pub(crate) async fn text(&self, css: &str) -> String {
        self.wait_for(css).await.text().await.unwrap()
    }

    /// Waits until the text of an element contains this.
    pub(crate) async fn wait_for_text(&self, css: &str, part: &str) {
        let begun = Instant::now();
        loop {
            let text = self.text(css).await;
            if text.contains(part) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{css} says {text:?}, and never {part:?}");
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The path of the address bar.
    pub(crate) async fn path(&self) -> String {
        self.driver.current_url().await.unwrap().path().to_owned()
    }

    /// What a script returns.
    pub(crate) async fn run<T: serde::de::DeserializeOwned>(&self, script: &str) -> T {
        self.driver.execute(script, Vec::new()).await.unwrap().convert().unwrap()
    }

    /// What a script gives to the function that is its last argument.
    pub(crate) async fn run_async<T: serde::de::DeserializeOwned>(&self, script: &str) -> T {
        self.driver.execute_async(script, Vec::new()).await.unwrap().convert().unwrap()
    }

    /// Goes back, as by the browser's button.
    pub(crate) async fn back(&self) {
        self.driver.back().await.unwrap();
    }

    /// Everything bad that the browser has said since the last time.
    pub(crate) async fn console_errors(&self) -> Vec<String> {
        let log = self.driver.browser_log().await.unwrap();
        log.into_iter()
            .filter(|entry| entry.level == "SEVERE" || entry.level == "WARNING")
            .map(|entry| entry.message)
            .collect()
    }

    /// What axe-core finds wrong in the page as it is now.
    pub(crate) async fn axe(&self) -> Vec<String> {
        self.driver.execute(axe::script(), Vec::new()).await.unwrap();
        self.driver.execute_async(axe::LOOK, Vec::new()).await.unwrap().convert().unwrap()
    }

    /// Waits until the service worker has kept the whole app.
    pub(crate) async fn wait_until_kept(&self) {
        let script = "const done = arguments[arguments.length - 1];
            const controlled = new Promise((tell) => navigator.serviceWorker.controller ? tell()
                : navigator.serviceWorker.addEventListener('controllerchange', tell));
            Promise.all([navigator.serviceWorker.ready, controlled]).then(() => done(true));";
        self.driver.execute_async(script, Vec::new()).await.expect("a service worker takes over");
    }

    /// Stops the server for good.
    pub(crate) fn stop_server(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop();
        }
    }

    /// Writes a picture of the page to `target/screenshots`.
    pub(crate) async fn screenshot(&self, name: &str) {
        self.try_screenshot(name).await.unwrap();
    }

    pub(crate) async fn try_screenshot(&self, name: &str) -> WebDriverResult<()> {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../screenshots");
        fs::create_dir_all(&folder).unwrap();
        self.driver.screenshot(&folder.join(format!("{name}.png"))).await
    }

    pub(crate) async fn close(mut self) {
        self.stop_server();
        // The test is over: what cannot be closed or cleared away harms nobody.
        let _ = self.driver.quit().await;
        let _ = fs::remove_dir_all(self.profile);
    }
}
