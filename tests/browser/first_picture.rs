//! The first picture of each page: it arrives in the HTML, in the reader's language, and the app takes its place.

use rules::{Kind, Lang};
use serde_json::json;

use crate::harness::{Page, browse};

/// Holds the app back until `window.letGo()` is called.
const HELD: &str = "const real = WebAssembly.instantiateStreaming;
    const held = new Promise((letGo) => { window.letGo = letGo; });
    WebAssembly.instantiateStreaming = async (...all) => { await held; return real.apply(WebAssembly, all); };";

/// Releases the app that was held back, and waits until it has taken over.
async fn release_app(page: &Page) {
    page.wait_until("return typeof letGo === 'function'", "the app is not held back").await;
    let () = page.run("letGo()").await;
    page.wait_for("html[data-started]").await;
}

/// The HTML of a page as the server sends it to a reader of a language.
async fn html(page: &Page, path: &str, lang: Lang) -> String {
    page.run_async(&format!(
        "const done = arguments[arguments.length - 1];
        fetch('{path}', {{ headers: {{ 'Accept-Language': '{lang}' }} }}).then((got) => got.text()).then(done);"
    ))
    .await
}

#[test]
fn every_page_arrives_with_its_words_and_its_board_in_both_languages() {
    browse(async |page| {
        page.open("/settings").await;
        for (lang, home, settings) in
            [(Lang::Fr, "À quoi joue-t-on", "Réglages"), (Lang::En, "What shall we play?", "Settings")]
        {
            let start = html(page, "/", lang).await;
            assert!(start.contains(&format!("<html lang=\"{lang}\"")), "{start}");
            assert!(start.contains(home), "{start}");
            assert_eq!(start.matches("class=\"board picture\"").count(), Kind::ALL.len());
            assert!(html(page, "/settings", lang).await.contains(&format!("<h1>{settings}</h1>")));
            for &kind in Kind::ALL {
                let (name, id) = (kind.name(), kind.id());
                for path in [format!("/play/{id}"), format!("/learn/{id}"), format!("/study/{id}/")] {
                    let html = html(page, &path, lang).await;
                    assert!(
                        html.contains("class=\"board\"><g aria-hidden=\"true\"><g class=\"item "),
                        "{path}"
                    );
                    assert!(html.contains(name.get(lang)), "{path}");
                }
            }
            assert!(html(page, "/t/abc", lang).await.contains("<main"), "a table has no frame");
            assert!(html(page, "/nowhere", lang).await.contains("<h1"), "an unknown page has no title");
        }
    });
}

#[test]
fn a_browser_without_scripts_shows_the_page() {
    browse(async |page| {
        page.send_devtools_command("Emulation.setScriptExecutionDisabled", json!({ "value": true })).await;
        page.go("/play/super").await;
        page.wait_for_text("h1", &Kind::Super.name().en).await;
        let height: f64 =
            page.run("return document.querySelector('.board').getBoundingClientRect().height").await;
        assert!(height > 200.0, "the board is {height} pixels high");
        page.screenshot("first-picture-no-scripts").await;
    });
}

/// Counts all layout shifts from the beginning of a page, and names the elements that moved: `window.shifts` has a line
/// for each.
const WATCH_SHIFTS: &str = "window.shifts = [];
    window.shifted = 0;
    const box = (rect) => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(' ');
    const name = (node) => node ? (node.outerHTML ?? node.textContent).slice(0, 80) : 'an element that is gone';
    const watch = (list) => list.getEntries().forEach((entry) => {
        window.shifted += entry.value;
        const started = 'started' in document.documentElement.dataset ? 'after' : 'before';
        for (const { node, previousRect, currentRect } of entry.sources)
            window.shifts.push(`${entry.value.toFixed(3)} ${started} the start, at ${Math.round(entry.startTime)} ms: `
                + `${name(node)} from ${box(previousRect)} to ${box(currentRect)}`);
    });
    new PerformanceObserver(watch).observe({ type: 'layout-shift', buffered: true });";

/// Waits until the page is quiet, and requires that nothing on it has moved by itself since it was opened.
async fn expect_no_shift(page: &Page, what: &str) {
    let (sum, sources): (f64, Vec<String>) = page
        .run_async(
            "const done = arguments[arguments.length - 1];
            requestAnimationFrame(() => setTimeout(() => done([window.shifted, window.shifts]), 500));",
        )
        .await;
    assert!(sum <= 0.02, "{what} shifts by {sum}:\n{}", sources.join("\n"));
}

/// The processor is made this much slower, so that the browser paints between any two steps that it can paint between.
const SLOWER: u32 = 4;

const PAGES: [&str; 16] = [
    "/",
    "/play/super",
    "/play/cards",
    // A game is saved here.
    "/play/morpion",
    "/learn/doh",
    "/study",
    "/study/fives",
    "/puzzles",
    "/puzzles/super",
    "/settings",
    "/online",
    "/online/new",
    "/archive",
    "/games",
    "/atlas",
    "/atlas/super",
];

/// Opens all pages in a language at these sizes, and requires that nothing moves by itself on any of them.
fn expect_nothing_shifts(lang: Lang, sizes: [(u32, u32); 2]) {
    browse(async |page| {
        page.inject(&format!(
            "try {{ localStorage.setItem('trois.settings', 'lang={lang}\\n') }} catch {{}}"
        ))
        .await;
        page.open("/play/morpion").await;
        page.touch("p4".parse().unwrap()).await;
        page.wait_for_step(1).await;
        page.inject(HELD).await;
        page.inject(WATCH_SHIFTS).await;
        page.send_devtools_command("Emulation.setCPUThrottlingRate", json!({ "rate": SLOWER })).await;
        for (width, height) in sizes {
            page.resize(width, height).await;
            for path in PAGES {
                page.go(path).await;
                page.wait_for(&format!("html[lang={lang}] #first h1")).await;
                release_app(page).await;
                expect_no_shift(page, &format!("{path} at {width} in {lang}")).await;
            }
        }
    });
}

#[test]
fn nothing_shifts_when_the_app_takes_over() {
    expect_nothing_shifts(Lang::En, [(390, 844), (1280, 800)]);
}

#[test]
fn nothing_shifts_when_the_app_takes_over_in_french() {
    expect_nothing_shifts(Lang::Fr, [(320, 640), (1280, 800)]);
}

#[test]
fn the_puzzle_of_the_day_arrives_with_the_date_that_the_app_writes() {
    browse(async |page| {
        page.inject(HELD).await;
        for &kind in Kind::ALL {
            page.go(&format!("/puzzles/{kind}")).await;
            page.wait_for("#first h2").await;
            let picture = page.text("#first .lesson h2").await;
            release_app(page).await;
            assert_eq!(picture, page.text(".lesson h2").await, "{kind}");
            assert!(picture.starts_with("Puzzle of the day · "), "{picture}");
        }
    });
}

#[test]
fn the_picture_is_laid_out_as_the_app_will_be() {
    browse(async |page| {
        page.inject(HELD).await;
        const LAYOUT: &str = "const table = document.querySelector('.table');
            const { x, y, width, height } = table.querySelector('.board').getBoundingClientRect();
            return [table.classList.contains('is-wide'), table.querySelector('.board').getAttribute('viewBox'),
                [x, y, width, height].map(Math.round)]";
        for (width, height) in [(320, 640), (390, 844), (768, 1024), (800, 400), (1000, 900), (1440, 900)] {
            page.resize(width, height).await;
            for &kind in Kind::ALL {
                page.go(&format!("/play/{kind}")).await;
                page.wait_for("#first .board").await;
                let picture: serde_json::Value = page.run(LAYOUT).await;
                release_app(page).await;
                let app: serde_json::Value = page.run(LAYOUT).await;
                assert_eq!(picture, app, "{kind} at {width}×{height}");
            }
        }
    });
}

#[test]
fn input_before_the_app_runs_is_handled() {
    browse(async |page| {
        page.inject(HELD).await;
        page.go("/play/super").await;
        page.click("#first [data-spot=p40]").await;
        release_app(page).await;
        page.wait_for(".item.piece").await;
        page.wait_for_stored_steps(1).await;

        page.go("/settings").await;
        page.click_path("//*[@id='first']//button[contains(., 'Dark')]").await;
        release_app(page).await;
        page.wait_for("html[data-theme=dark]").await;

        page.go("/online").await;
        page.wait_for("#first input").await.send_keys("Ada").await.unwrap();
        release_app(page).await;
        assert_eq!(page.value(".name-field input").await, "Ada");
        let focused: String = page.run("return document.activeElement.tagName").await;
        assert_eq!(focused, "INPUT", "the focus is lost");
    });
}

#[test]
fn the_picture_has_the_theme_and_the_language_that_were_chosen() {
    browse(async |page| {
        page.open("/settings").await;
        page.press_button("Dark").await;
        page.press_button("Français").await;
        page.wait_for_text("h1", "Réglages").await;
        page.inject(HELD).await;
        page.go("/settings").await;
        page.wait_for("html[data-theme=dark][lang=fr]:not([data-hides])").await;
        page.wait_for_text("#first h1", "Réglages").await;
        release_app(page).await;
        // From here on the service worker answers, with pages that it has cached in French.
        page.wait_until_cached().await;
        page.press_button("Celle du navigateur").await;
        page.go("/settings").await;
        page.wait_for_text("#first h1", "Settings").await;
        release_app(page).await;
    });
}

#[test]
fn the_picture_has_the_board_that_was_chosen_or_none() {
    browse(async |page| {
        const LOOK: &str = "const style = (css) => getComputedStyle(document.querySelector(css)).visibility;
            return [style('.board'), style('.board .number')]";
        page.inject(HELD).await;
        for (chosen, look) in [
            ("", ["visible", "hidden"]),
            ("coordinates=on\n", ["visible", "visible"]),
            ("board=wood\n", ["hidden", "hidden"]),
        ] {
            let settings = format!("localStorage.setItem('trois.settings', {chosen:?})");
            page.go("/settings").await;
            let () = page.run(&settings).await;
            page.go("/play/super").await;
            page.wait_for("#first .board .number").await;
            assert_eq!(page.run::<Vec<String>>(LOOK).await, look, "{chosen:?}");
            release_app(page).await;
            assert_eq!(
                page.run::<String>("return getComputedStyle(document.querySelector('.board')).visibility")
                    .await,
                "visible"
            );
        }
    });
}

#[test]
fn a_saved_game_is_not_preceded_by_another_position() {
    browse(async |page| {
        page.open("/play/morpion").await;
        page.touch("p4".parse().unwrap()).await;
        page.wait_for_step(1).await;
        page.inject(HELD).await;
        page.go("/play/morpion").await;
        page.wait_for("#first .board").await;
        const VISIBILITY: &str = "return getComputedStyle(document.querySelector('.board')).visibility";
        assert_eq!(page.run::<String>(VISIBILITY).await, "hidden");
        release_app(page).await;
        assert_eq!(page.run::<String>(VISIBILITY).await, "visible");
        page.go("/play/super").await;
        page.wait_for("#first .board").await;
        assert_eq!(page.run::<String>(VISIBILITY).await, "visible", "another game is hidden as well");
        release_app(page).await;
    });
}

#[test]
fn each_page_has_its_own_first_picture_without_the_server() {
    browse(async |page| {
        page.open("/").await;
        page.wait_until_cached().await;
        page.stop_server();
        page.inject(HELD).await;
        for (path, title) in
            [("/", "What shall we play?"), ("/settings/", "Settings"), ("/nowhere", "Page not found")]
        {
            page.go(path).await;
            page.wait_for_text("#first h1", title).await;
        }
        page.go("/play/doh").await;
        page.wait_for("#first .place.legal").await;
        page.go("/t/abc").await;
        page.wait_for_text("#first main", "Connecting").await;
        release_app(page).await;
        // Without the server, the app cannot learn the guest's name.
        let errors = page.console_errors().await;
        assert!(errors.iter().all(|error| error.contains("ERR_CONNECTION_REFUSED")), "{errors:?}");
    });
}

/// The area of the largest text that the browser has painted so far, as it measures the largest contentful paint.
const LARGEST_PAINTED: &str = "
    const done = arguments[arguments.length - 1];
    new PerformanceObserver((list) => done(list.getEntries().at(-1).size))
        .observe({ type: 'largest-contentful-paint', buffered: true });";

/// The area of the largest text that the engine has written, measured in the same way: only what is in the window counts.
const LARGEST_LINE: &str = "
    const area = (element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        const [inner, outer] = [text.getBoundingClientRect(), element.getBoundingClientRect()];
        const height = Math.min(inner.bottom, innerHeight) - inner.top;
        return Math.min(inner.width, outer.width) * Math.max(height, 0);
    };
    return Math.max(...[...document.querySelectorAll('.line > span, .line > b, .fact')].map(area));";

#[test]
fn the_engine_writes_nothing_larger_than_the_largest_text_of_the_first_picture() {
    browse(async |page| {
        page.inject(HELD).await;
        page.resize(412, 823).await;
        for kind in Kind::ALL {
            page.go(&format!("/study/{kind}")).await;
            page.wait_for("#first h1").await;
            let largest: f64 = page.run_async(LARGEST_PAINTED).await;
            release_app(page).await;
            page.wait_for(".line").await;
            // A line as long as it can be.
            let () = page.run("document.querySelector('.line > span').prepend('8.8 '.repeat(50))").await;
            let line: f64 = page.run(LARGEST_LINE).await;
            assert!(line < largest, "{kind}: {line} and {largest}");
        }
    });
}
