//! Properties of every page: accessible, no wider than a small phone, touch targets that are large enough, and no
//! text in the other language.

use rules::{Kind, Lang};

use crate::harness::{Page, browse};

/// The pages that belong to no game, and one that does not exist.
const PLAIN: [&str; 11] = [
    "/",
    "/games",
    "/study",
    "/puzzles",
    "/settings",
    "/online",
    "/online/new",
    "/archive",
    "/atlas",
    "/atlas/super",
    "/nowhere",
];

fn every_page() -> Vec<String> {
    let of_games = Kind::ALL
        .iter()
        .flat_map(|kind| ["play", "learn", "study", "puzzles"].map(|page| format!("/{page}/{kind}")));
    PLAIN.map(str::to_owned).into_iter().chain(of_games).collect()
}

/// Stores these settings before the app starts.
async fn choose(page: &Page, settings: &str) {
    page.inject(&format!("try {{ localStorage.setItem('trois.settings', {settings:?}) }} catch {{}}")).await;
}

async fn assert_accessible(page: &Page, which: &str) {
    for path in every_page().iter().filter(|path| path.starts_with(which)) {
        page.open(path).await;
        page.wait_for("h1").await;
        assert_eq!(page.axe().await, [""; 0], "{path}");
        assert_eq!(page.console_errors().await, [""; 0], "{path}");
    }
}

#[test]
fn play_pages_are_accessible() {
    browse(async |page| assert_accessible(page, "/play").await);
}

#[test]
fn course_pages_are_accessible() {
    browse(async |page| assert_accessible(page, "/learn").await);
}

#[test]
fn study_pages_are_accessible() {
    browse(async |page| assert_accessible(page, "/study").await);
}

#[test]
fn puzzle_pages_are_accessible() {
    browse(async |page| assert_accessible(page, "/puzzles").await);
}

#[test]
fn plain_pages_and_dialogs_are_accessible() {
    browse(async |page| {
        for path in PLAIN {
            page.open(path).await;
            page.wait_for("h1").await;
            assert_eq!(page.axe().await, [""; 0], "{path}");
        }
        page.open("/play/fives").await;
        for name in ["New game…", "Share…"] {
            page.press_button(name).await;
            page.wait_for("dialog[open] .field").await;
            assert_eq!(page.axe().await, [""; 0], "{name}");
            page.press("\u{e00c}").await;
            page.wait_until_gone("dialog[open]").await;
        }
        page.press("?").await;
        page.wait_for("dialog[open] kbd").await;
        assert_eq!(page.axe().await, [""; 0], "help");
    });
}

#[test]
fn dark_and_high_contrast_themes_are_accessible() {
    browse(async |page| {
        for theme in ["dark", "contrast"] {
            choose(page, &format!("theme={theme}\n")).await;
            for path in every_page() {
                page.open(&path).await;
                page.wait_for(&format!("html[data-theme={theme}] h1")).await;
                assert_eq!(page.axe().await, [""; 0], "{path} with {theme} colours");
            }
        }
    });
}

/// Checks that nothing is wider than a small phone, and that touch targets are large enough.
async fn fits_a_phone(page: &Page, name: &str) {
    let too_wide: Vec<String> = page
        .run(
            "return document.documentElement.scrollWidth <= 320 ? []
                : [...document.querySelectorAll('main *, .bar *')]
                    .filter((element) => element.getBoundingClientRect().right > 320)
                    .map((element) => element.outerHTML.slice(0, 80))",
        )
        .await;
    assert_eq!(too_wide, [""; 0], "{name} is wider than the phone");
    let too_small: Vec<String> = page
        .run(
            "return [...document.querySelectorAll('.place')].map((place) => {
                const { width, height } = place.getBoundingClientRect();
                return width < 31.95 || height < 31.95
                    ? `${place.dataset.spot} ${width.toFixed(1)}×${height.toFixed(1)}` : '';
            }).filter(Boolean)",
        )
        .await;
    assert_eq!(too_small, [""; 0], "{name} has places smaller than 32 pixels");
}

#[test]
fn online_pages_are_accessible_fit_the_screen_and_are_translated() {
    browse(async |page| {
        let other = page.fresh_browser().await;
        choose(page, "lang=fr\ntheme=dark\n").await;
        page.visit_online_pages(&other, async |page, name| {
            assert_eq!(page.axe().await, [""; 0], "{name}");
            assert_eq!(page.english_words().await, [""; 0], "{name}");
            page.resize(320, 568).await;
            fits_a_phone(page, name).await;
            page.resize(1280, 800).await;
        })
        .await;
        other.close_without_errors().await;
    });
}

#[test]
fn pages_on_a_small_phone_are_accessible_fit_its_width_and_have_large_touch_targets() {
    browse(async |page| {
        page.resize(320, 568).await;
        for path in every_page() {
            page.open(&path).await;
            page.wait_for("h1").await;
            for lang in Lang::ALL {
                page.set_language(lang).await;
                fits_a_phone(page, &format!("{path} in {lang}")).await;
            }
            assert_eq!(page.axe().await, [""; 0], "{path}");
        }
    });
}

#[test]
fn in_french_no_english_is_left_on_any_page() {
    browse(async |page| {
        choose(page, "lang=fr\n").await;
        for path in every_page() {
            page.open(&path).await;
            page.wait_for("html[lang=fr] h1").await;
            assert_eq!(page.english_words().await, [""; 0], "{path}");
        }
    });
}
