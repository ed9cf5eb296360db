//! The home page, and properties of all pages: they start, log no errors, and work without the server.

use crate::harness::browse;

const PAGES: [&str; 7] = ["/", "/games", "/play/super", "/learn/doh", "/study", "/study/fives", "/settings"];

#[test]
fn the_home_page_starts_and_shows_every_game() {
    browse(async |page| {
        page.open("/").await;
        assert_eq!(page.text("h1").await, "What shall we play?");
        let games: usize = page.run("return document.querySelectorAll('.games .cover').length").await;
        assert_eq!(games, rules::Kind::ALL.len());
        // Two clicks from the home page to the first move.
        page.click(".games .cover").await;
        page.click(".place.legal").await;
        page.wait_for_step(0).await;
        page.open("/nowhere").await;
        page.wait_for_text("h1", "Page not found").await;
    });
}

#[test]
fn links_and_the_back_button_change_page_and_address_without_a_reload() {
    browse(async |page| {
        page.open("/").await;
        let () = page.run("window.kept = true").await;
        page.click(".games .cover").await;
        page.wait_for_text("h1", "Tic-tac-toe").await;
        assert_eq!(page.path().await, "/play/morpion");
        page.back().await;
        page.wait_for_text("h1", "What shall we play?").await;
        assert_eq!(page.path().await, "/");
        assert!(page.run::<bool>("return window.kept").await, "the page was loaded anew");
    });
}

#[test]
fn a_link_is_followed_by_the_keyboard() {
    browse(async |page| {
        page.open("/").await;
        // In tab order: the skip link, the name of the app, online play, the list of games.
        page.press("\u{e004}\u{e004}\u{e004}\u{e004}\u{e007}").await;
        page.wait_for_text("h1", "My games").await;
        assert_eq!(page.path().await, "/games");
    });
}

#[test]
fn inline_scripts_are_blocked() {
    browse(async |page| {
        page.open("/").await;
        let script =
            "const script = document.createElement('script'); script.textContent = 'window.broken = true';
            document.body.append(script); return window.broken === true;";
        assert!(!page.run::<bool>(script).await, "an inline script ran");
        let said = page.console_errors().await;
        assert!(said.iter().any(|line| line.contains("Content Security Policy")), "{said:?}");
    });
}

#[test]
fn the_engine_answers_from_its_worker() {
    browse(async |page| {
        page.open("/").await;
        let script = "const done = arguments[arguments.length - 1]; const heard = [];
            const worker = new Worker(document.documentElement.dataset.engine, { type: 'module' });
            worker.onerror = (event) => done(['error ' + event.message]);
            worker.onmessage = (event) => {
                heard.push(event.data);
                if (event.data === 'ready') worker.postMessage('think 7\\ngame morpion\\nviewer public\\nlevel 10\\nlines 1\\nseed 0\\nposition xx./oo./... 1');
                if (event.data.startsWith('done') || event.data.startsWith('failed')) done(heard);
            };";
        let heard: Vec<String> = page.run_async(script).await;
        assert_eq!(heard[0], "ready");
        let last = heard.last().unwrap();
        assert!(last.starts_with("done 7\ngame morpion\nchosen 3\n"), "{last}");
    });
}

#[test]
fn without_the_server_every_page_still_works() {
    browse(async |page| {
        page.open("/").await;
        page.wait_until_cached().await;
        page.stop_server();
        for path in PAGES {
            page.open(path).await;
            page.wait_for("h1").await;
        }
        page.reload().await;
        page.wait_for_text("h1", "Settings").await;
    });
}

#[test]
fn a_new_version_is_announced_and_waits_until_the_user_accepts_it() {
    browse(async |page| {
        page.open("/settings").await;
        page.wait_until_cached().await;
        page.serve_new_version();
        page.reload().await;
        page.wait_for_text(".update", "A new version is ready.").await;
        const CACHE_NAMES: &str =
            "const done = arguments[arguments.length - 1]; caches.keys().then((keys) => done(keys.sort()))";
        let both: Vec<String> = page.run_async(CACHE_NAMES).await;
        assert_eq!(both.len(), 2, "{both:?}");
        let () = page.run("window.old = true").await;
        page.press_button("Update now").await;
        page.wait_until("return window.old !== true", "the page is not loaded anew").await;
        page.wait_for_text("h1", "Settings").await;
        page.wait_until_gone(".update").await;
        let remaining: Vec<String> = page.run_async(CACHE_NAMES).await;
        assert_eq!(remaining, both.into_iter().filter(|name| name.contains("next")).collect::<Vec<_>>());
    });
}
