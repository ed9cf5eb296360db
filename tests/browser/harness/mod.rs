//! The harness of the browser tests: a server, a driver, and a page to inspect and click.

mod address;
mod axe;
mod browser;
mod driver;
mod marionette;
mod online;
mod page;
mod play_page;
mod server;

use std::panic::AssertUnwindSafe;

pub(crate) use address::record_fragment;
pub(crate) use browser::Browser;
pub(crate) use online::{almost_over, short_game};
pub(crate) use page::Page;
pub(crate) use play_page::players;

use server::Server;

/// Runs a test in Chromium: see [`browse_in`].
pub(crate) fn browse(test: impl AsyncFnOnce(&mut Page)) {
    browse_in(Browser::Chromium, test);
}

/// Runs a test with its own browser and server, and always closes the browser. Errors in the browser's console fail
/// the test; a test that expects some reads them before it ends.
pub(crate) fn browse_in(browser: Browser, test: impl AsyncFnOnce(&mut Page)) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let server = Server::start();
    let mut page = runtime.block_on(Page::new(browser, server));
    let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| {
        runtime.block_on(test(&mut page));
        assert_eq!(runtime.block_on(page.console_errors()), [""; 0], "the console is not quiet");
    }));
    if outcome.is_err() {
        // Takes a screenshot for the developer, if possible; the test fails in any case.
        let name = std::thread::current().name().unwrap_or("test").replace("::", "-");
        let _ = runtime.block_on(page.try_screenshot(&format!("failed-{name}")));
    }
    runtime.block_on(page.close());
    if let Err(panic) = outcome {
        std::panic::resume_unwind(panic);
    }
}
