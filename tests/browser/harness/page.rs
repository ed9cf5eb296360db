//! A page of the app that tests inspect and click.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rules::Lang;
use serde_json::{Value, json};
use thirtyfour::error::WebDriverErrorInner;
use thirtyfour::prelude::*;

use super::axe;
use super::browser::{Browser, DOWNLOADS};
use super::driver::Driver;
use super::server::Server;

/// The timeout of every wait. Long, so that a slow machine causes no failure.
pub(super) const TIMEOUT: Duration = Duration::from_secs(30);
pub(super) const PAUSE: Duration = Duration::from_millis(50);

/// A page of the app in a browser.
pub(crate) struct Page {
    driver: WebDriver,
    driver_process: Arc<Driver>,
    server: Option<Server>,
    origin: String,
    /// The profile of Chromium. Other browsers get no profile from here.
    profile: PathBuf,
}

impl Page {
    pub(crate) async fn new(browser: Browser, server: Server) -> Page {
        let origin = format!("http://{}", server.address);
        Page::start(Arc::new(Driver::start(browser)), Some(server), origin).await
    }

    /// The same app in a new browser without stored data.
    pub(crate) async fn fresh_browser(&self) -> Page {
        let driver = match self.driver_process.browser {
            Browser::Chromium => Arc::clone(&self.driver_process),
            // The other drivers control one browser each.
            other => Arc::new(Driver::start(other)),
        };
        Page::start(driver, None, self.origin.clone()).await
    }

    async fn start(driver_process: Arc<Driver>, server: Option<Server>, origin: String) -> Page {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("chromium-{}-{number}", std::process::id());
        let profile = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let address = format!("http://127.0.0.1:{}", driver_process.port);
        let browser = driver_process.browser;
        let driver = WebDriver::new(address, browser.capabilities(&profile, number)).await;
        let driver = driver.unwrap_or_else(|error| panic!("{browser:?} does not start: {error}"));
        let page = Page { driver, driver_process, server, origin, profile };
        page.resize(1280, 800).await;
        if page.is_chromium() {
            let folder = page.profile.join(DOWNLOADS);
            let arguments = json!({ "behavior": "allow", "downloadPath": folder });
            page.send_devtools_command("Browser.setDownloadBehavior", arguments).await;
        }
        page
    }

    /// Whether the browser is Chromium, which has tools that the others do not have.
    fn is_chromium(&self) -> bool {
        self.driver_process.browser == Browser::Chromium
    }

    /// Opens a page and waits until the app has started.
    pub(crate) async fn open(&self, path: &str) {
        self.go(path).await;
        self.wait_for("html[data-started]").await;
    }

    /// Opens a page without waiting for the app.
    pub(crate) async fn go(&self, path: &str) {
        // The browser does not reload an address that differs only in its fragment.
        self.driver.goto("about:blank").await.unwrap();
        self.driver.goto(format!("{}{path}", self.origin)).await.unwrap();
    }

    /// The origin of the app.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// Reloads the page.
    pub(crate) async fn reload(&self) {
        self.driver.refresh().await.unwrap();
        self.wait_for("html[data-started]").await;
    }

    /// Sets the size of the viewport, which may be smaller than any window.
    pub(crate) async fn resize(&self, width: u32, height: u32) {
        if !self.is_chromium() {
            // The size of the window, which includes its bars and has a minimum width.
            return self.driver.set_window_rect(0, 0, width, height).await.unwrap();
        }
        // Phones, unlike desktops, have overlay scroll bars.
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.send_devtools_command("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Switches the app to a language, as a reader does.
    pub(crate) async fn set_language(&self, lang: Lang) {
        let now: String = self.run("return document.documentElement.lang").await;
        if now != lang.to_string() {
            // On a phone an open offer covers the bar.
            let () = self.run("document.querySelector('.language').click()").await;
        }
        self.wait_for(&format!("html[lang={lang}]")).await;
    }

    /// Runs a script in every page opened from now on, before the page's scripts.
    pub(crate) async fn inject(&self, source: &str) {
        self.send_devtools_command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }))
            .await;
    }

    /// Sends a command of the Chrome DevTools Protocol.
    pub(crate) async fn send_devtools_command(&self, command: &str, arguments: Value) {
        self.driver.cdp().send_raw(command, arguments).await.unwrap();
    }

    /// Waits until the element exists.
    pub(crate) async fn wait_for(&self, css: &str) -> WebElement {
        let begun = Instant::now();
        loop {
            match self.driver.find(By::Css(css)).await {
                Ok(element) => return element,
                Err(error) if begun.elapsed() > TIMEOUT => panic!("there is no {css} in the page: {error}"),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Waits until no such element exists.
    pub(crate) async fn wait_until_gone(&self, css: &str) {
        let script = format!("return document.querySelector({css:?}) === null");
        self.wait_until(&script, &format!("there is still a {css} in the page")).await;
    }

    /// Waits until a script returns true; fails with the message `failure`.
    pub(crate) async fn wait_until(&self, script: &str, failure: &str) {
        let begun = Instant::now();
        while !self.run::<bool>(script).await {
            assert!(begun.elapsed() < TIMEOUT, "{failure}");
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Clicks the button with this text.
    pub(crate) async fn press_button(&self, name: &str) {
        self.click_path(&format!("//button[contains(normalize-space(.), {name:?})]")).await;
    }

    /// Clicks the link with this text.
    pub(crate) async fn follow(&self, name: &str) {
        self.click_path(&format!("//a[contains(normalize-space(.), {name:?})]")).await;
    }

    /// Clicks the element at an XPath, once it exists.
    pub(crate) async fn click_path(&self, path: &str) {
        let begun = Instant::now();
        loop {
            // Pages re-render, so an element can disappear between being found and being clicked.
            let clicked = match self.driver.find(By::XPath(path)).await {
                Ok(element) => element.click().await,
                Err(error) => Err(error),
            };
            match clicked {
                Ok(()) => return,
                Err(error) if begun.elapsed() > TIMEOUT => panic!("{path}: {error}"),
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

    /// Drags one element onto another with the right button of the mouse.
    pub(crate) async fn drag_with_right_button(&self, from: &str, to: &str) {
        let (from, to) = (self.middle(from).await, self.middle(to).await);
        for (kind, at, buttons) in
            [("mousePressed", from, 2), ("mouseMoved", to, 2), ("mouseReleased", to, 0)]
        {
            let event = json!({ "type": kind, "x": at[0], "y": at[1], "button": "right", "buttons": buttons,
                "clickCount": 1 });
            self.send_devtools_command("Input.dispatchMouseEvent", event).await;
        }
    }

    /// The middle of an element in the window, once it exists.
    async fn middle(&self, css: &str) -> [f64; 2] {
        self.wait_for(css).await;
        let script = format!(
            "const {{ x, y, width, height }} = document.querySelector({css:?}).getBoundingClientRect();
            return [x + width / 2, y + height / 2];"
        );
        self.run(&script).await
    }

    /// Clicks an element, once it exists.
    pub(crate) async fn click(&self, css: &str) {
        self.wait_for(css).await.click().await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Moves the mouse to the middle of an element.
    pub(crate) async fn hover(&self, css: &str) {
        let element = self.wait_for(css).await;
        self.driver.action_chain().move_to_element_center(&element).perform().await.unwrap();
    }

    /// Presses keys in the focused element.
    pub(crate) async fn press(&self, keys: impl AsRef<str>) {
        self.driver.action_chain().send_keys(keys.as_ref()).perform().await.unwrap();
    }

    /// Moves the focus back with Shift+Tab.
    pub(crate) async fn press_back(&self) {
        let keys = self.driver.action_chain().key_down(Key::Shift).send_keys(Key::Tab).key_up(Key::Shift);
        keys.perform().await.unwrap();
    }

    /// The text of an element, once it exists. An element that is replaced while it is read is read again.
    pub(crate) async fn text(&self, css: &str) -> String {
        loop {
            match self.wait_for(css).await.text().await {
                Err(error) if matches!(*error, WebDriverErrorInner::StaleElementReference(_)) => {}
                text => return text.unwrap(),
            }
        }
    }

    /// The value of a form field.
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
            assert!(begun.elapsed() < TIMEOUT, "{css} says {text:?}, and never {part:?}");
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The path of the address bar.
    pub(crate) async fn path(&self) -> String {
        self.driver.current_url().await.unwrap().path().to_owned()
    }

    /// Runs a script and returns its result.
    pub(crate) async fn run<T: serde::de::DeserializeOwned>(&self, script: &str) -> T {
        self.driver.execute(script, Vec::new()).await.unwrap().convert().unwrap()
    }

    /// Runs an asynchronous script, which passes its result to its last argument.
    pub(crate) async fn run_async<T: serde::de::DeserializeOwned>(&self, script: &str) -> T {
        self.driver.execute_async(script, Vec::new()).await.unwrap().convert().unwrap()
    }

    /// Goes back, as with the browser's button.
    pub(crate) async fn back(&self) {
        self.driver.back().await.unwrap();
    }

    /// All errors in the browser's console since the last call. Only Chromium reports them.
    pub(crate) async fn console_errors(&self) -> Vec<String> {
        if !self.is_chromium() {
            return Vec::new();
        }
        let log = self.driver.browser_log().await.unwrap();
        log.into_iter()
            .filter(|entry| entry.level == "SEVERE" || entry.level == "WARNING")
            .map(|entry| entry.message)
            .collect()
    }

    /// The accessibility violations that axe-core finds in the current page.
    pub(crate) async fn axe(&self) -> Vec<String> {
        self.driver.execute(axe::script(), Vec::new()).await.unwrap();
        self.driver.execute_async(axe::RUN, Vec::new()).await.unwrap().convert().unwrap()
    }

    /// Waits until the service worker has cached the whole app.
    pub(crate) async fn wait_until_cached(&self) {
        let script = "const done = arguments[arguments.length - 1];
            const controlled = new Promise((tell) => navigator.serviceWorker.controller ? tell()
                : navigator.serviceWorker.addEventListener('controllerchange', tell));
            Promise.all([navigator.serviceWorker.ready, controlled]).then(() => done(true));";
        self.driver.execute_async(script, Vec::new()).await.expect("a service worker takes over");
    }

    /// Makes the server serve another version of the app from now on.
    pub(crate) fn serve_new_version(&self) {
        self.server.as_ref().expect("the server has not been stopped").serve_new_version();
    }

    /// Lets time pass on the server, without waiting for it. The browsers notice with the server's next message.
    pub(crate) async fn let_time_pass(&self, time: Duration) {
        self.server.as_ref().expect("the server has not been stopped").let_time_pass(time).await;
    }

    /// Stops the server for good.
    pub(crate) fn stop_server(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop();
        }
    }

    /// The content of the downloaded file with this extension.
    pub(crate) async fn downloaded(&self, ending: &str) -> Vec<u8> {
        let folder = self.profile.join(DOWNLOADS);
        let begun = Instant::now();
        loop {
            // Chromium reserves the name with an empty file, writes the content beside it, and renames that at the end.
            let mut files = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
            if let Some(file) = files.find(|path| path.extension().is_some_and(|found| found == ending))
                && let Ok(content) = fs::read(file)
                && !content.is_empty()
            {
                return content;
            }
            assert!(begun.elapsed() < TIMEOUT, "no .{ending} file came");
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The English words in the texts and labels of the page, except the names of languages.
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

    /// Saves a screenshot of the page in `target/screenshots`.
    pub(crate) async fn screenshot(&self, name: &str) {
        self.try_screenshot(name).await.unwrap();
    }

    pub(crate) async fn try_screenshot(&self, name: &str) -> WebDriverResult<()> {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../screenshots");
        fs::create_dir_all(&folder).unwrap();
        self.driver.screenshot(&folder.join(format!("{name}.png"))).await
    }

    /// Saves a screenshot of the whole page, also of what is below the screen, in `target/screenshots`.
    pub(crate) async fn screenshot_of_all(&self, name: &str) {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../screenshots");
        fs::create_dir_all(&folder).unwrap();
        let how = json!({ "format": "png", "captureBeyondViewport": true });
        let taken = self.driver.cdp().send_raw("Page.captureScreenshot", how).await.unwrap();
        let png = from_base64(taken["data"].as_str().unwrap());
        fs::write(folder.join(format!("{name}.png")), png).unwrap();
    }

    pub(crate) async fn close(mut self) {
        self.stop_server();
        // Errors in the cleanup do not matter: the test is over.
        let _ = self.driver.quit().await;
        let _ = fs::remove_dir_all(self.profile);
    }
}

/// The bytes of a text in base 64.
fn from_base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter_map(|letter| DIGITS.iter().position(|digit| *digit == letter));
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0, 0);
    for digit in digits {
        (bits, count) = (bits << 6 | digit, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    bytes
}
