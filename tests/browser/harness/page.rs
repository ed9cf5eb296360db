//! A page that is looked at and touched.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thirtyfour::prelude::*;
use thirtyfour::{ChromeCapabilities, ChromiumLikeCapabilities, LoggingPrefsLogLevel};

use super::axe;
use super::driver::Driver;
use super::server::Server;

/// How long anything may take before it counts as missing. Generous: a slow machine is no failure.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);
pub(super) const PAUSE: Duration = Duration::from_millis(50);

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

/// Where files that the app offers are put, in the profile.
const DOWNLOADS: &str = "downloads";

/// A page of the app in a browser.
pub(crate) struct Page {
    driver: WebDriver,
    server: Option<Server>,
    origin: String,
    profile: PathBuf,
    port: u16,
}

impl Page {
    pub(crate) async fn new(driver: &Driver, server: Server) -> Page {
        let origin = format!("http://{}", server.address);
        Page::start(driver.port, Some(server), origin, "first").await
    }

    /// The same app in a browser that has never seen it.
    pub(crate) async fn stranger(&self) -> Page {
        static COUNT: AtomicU32 = AtomicU32::new(1);
        let who = format!("stranger-{}", COUNT.fetch_add(1, Ordering::Relaxed));
        Page::start(self.port, None, self.origin.clone(), &who).await
    }

    async fn start(port: u16, server: Option<Server>, origin: String, who: &str) -> Page {
        let profile = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("chromium-{port}-{who}"));
        let mut capabilities = ChromeCapabilities::new();
        for argument in ARGUMENTS {
            capabilities.add_arg(argument).unwrap();
        }
        capabilities.add_arg(&format!("--user-data-dir={}", profile.display())).unwrap();
        capabilities.add_arg("--lang=en").unwrap();
        let downloads = json!({ "download.default_directory": profile.join(DOWNLOADS) });
        capabilities.add_experimental_option("prefs", downloads).unwrap();
        capabilities.set_browser_log_level(LoggingPrefsLogLevel::All).unwrap();
        let address = format!("http://127.0.0.1:{port}");
        let browser = WebDriver::new(address, capabilities).await.expect("Chromium starts");
        let page = Page { driver: browser, server, origin, profile, port };
        page.resize(1280, 800).await;
        page
    }

    /// Opens a page of the app, and waits until the app has started.
    pub(crate) async fn open(&self, path: &str) {
        self.go(path).await;
        self.wait_for("html[data-started]").await;
    }

    /// Opens a page of the app, which may not start.
    pub(crate) async fn go(&self, path: &str) {
        // An address that differs in its fragment only is not loaded by itself.
        self.driver.goto("about:blank").await.unwrap();
        self.driver.goto(format!("{}{path}", self.origin)).await.unwrap();
    }

    /// Where the app is.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// Loads the page anew.
    pub(crate) async fn reload(&self) {
        self.driver.refresh().await.unwrap();
        self.wait_for("html[data-started]").await;
    }

    /// The size of the page, however small a window can be.
    pub(crate) async fn resize(&self, width: u32, height: u32) {
        // A phone, as opposed to a desk, lays its scroll bars over the page.
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.tell_browser("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Runs a script in every page that is opened from now on, before anything of the page.
    pub(crate) async fn inject(&self, source: &str) {
        self.tell_browser("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await;
    }

    /// Gives the browser a command of its own protocol.
    pub(crate) async fn tell_browser(&self, command: &str, arguments: Value) {
        self.driver.cdp().send_raw(command, arguments).await.unwrap();
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

    /// Waits until there is no such element.
    pub(crate) async fn wait_until_gone(&self, css: &str) {
        let script = format!("return document.querySelector({css:?}) === null");
        self.wait_until(&script, &format!("there is still a {css} in the page")).await;
    }

    /// Waits until a script returns true; `else_say` is said if it never does.
    pub(crate) async fn wait_until(&self, script: &str, else_say: &str) {
        let begun = Instant::now();
        while !self.run::<bool>(script).await {
            assert!(begun.elapsed() < PATIENCE, "{else_say}");
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Clicks on the button that says this.
    pub(crate) async fn press_button(&self, name: &str) {
        self.click_path(&format!("//button[contains(normalize-space(.), {name:?})]")).await;
    }

    /// Clicks on the link that says this.
    pub(crate) async fn follow(&self, name: &str) {
        self.click_path(&format!("//a[contains(normalize-space(.), {name:?})]")).await;
    }

    /// Clicks on what an XPath finds, once it is there.
    pub(crate) async fn click_path(&self, path: &str) {
        let begun = Instant::now();
        loop {
            // Pages are made anew now and then, and an element can go between being found and being touched.
            let clicked = match self.driver.find(By::XPath(path)).await {
                Ok(element) => element.click().await,
                Err(error) => Err(error),
            };
            match clicked {
                Ok(()) => return,
                Err(error) if begun.elapsed() > PATIENCE => panic!("{path}: {error}"),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Chooses a value in a list.
    pub(crate) async fn choose(&self, css: &str, value: &str) {
        self.click(&format!("{css} option[value='{value}']")).await;
    }

    /// Drags one element onto another.
    pub(crate) async fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.wait_for(from).await, self.wait_for(to).await);
        let held = self.driver.action_chain().click_and_hold_element(&from).move_by_offset(8, 8);
        held.move_to_element_center(&to).release().perform().await.unwrap();
    }

    /// Clicks on an element, once it is there.
    pub(crate) async fn click(&self, css: &str) {
        self.wait_for(css).await.click().await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Presses keys, wherever the focus is.
    pub(crate) async fn press(&self, keys: impl AsRef<str>) {
        self.driver.action_chain().send_keys(keys.as_ref()).perform().await.unwrap();
    }

    /// Walks back with the tab key.
    pub(crate) async fn press_back(&self) {
        let keys = self.driver.action_chain().key_down(Key::Shift).send_keys(Key::Tab).key_up(Key::Shift);
        keys.perform().await.unwrap();
    }

    /// The text of an element, once it is there.
    pub(crate) async fn text(&self, css: &str) -> String {
        self.wait_for(css).await.text().await.unwrap()
    }

    /// What stands in a field.
    pub(crate) async fn value(&self, css: &str) -> String {
        self.wait_for(css).await.prop("value").await.unwrap().unwrap_or_default()
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

    /// Lets the server have another version of the app from now on.
    pub(crate) fn renew_server(&self) {
        self.server.as_ref().expect("the server has not been stopped").renew();
    }

    /// Stops the server for good.
    pub(crate) fn stop_server(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop();
        }
    }

    /// What is in the file with this ending that the app offered to keep.
    pub(crate) async fn downloaded(&self, ending: &str) -> Vec<u8> {
        let folder = self.profile.join(DOWNLOADS);
        let begun = Instant::now();
        loop {
            let mut files = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
            if let Some(file) = files.find(|path| path.extension().is_some_and(|found| found == ending)) {
                return fs::read(file).unwrap();
            }
            assert!(begun.elapsed() < PATIENCE, "no .{ending} file came");
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The English words in what the page says and what its parts are called, but for the names of languages.
    pub(crate) async fn english_words(&self) -> Vec<String> {
        const ENGLISH: &str = "the of and is are it you your with game games board boards cell turn play plays move \
            moves undo redo new learn study settings hint this that for not wins won lost draw against engine empty";
        let text: String = self
            .run(
                "const labels = [...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel);
                const texts = [...document.querySelectorAll('body')].map((one) => one.innerText);
                return [...labels, ...texts].join('\\n')",
            )
            .await;
        let words = text.split(|c: char| !c.is_alphabetic() && c != '’' && c != '\'');
        let is_english = |word: &&str| ENGLISH.split(' ').any(|english| english == word.to_lowercase());
        words.filter(is_english).map(str::to_owned).collect()
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
