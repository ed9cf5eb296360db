//! Bad input and failures: the page explains them, offers a way to continue, and loses nothing.

use rules::Kind;

use crate::harness::browse;

#[test]
fn a_damaged_link_says_so_and_leaves_a_board_to_work_with() {
    browse(async |page| {
        page.open("/study/super#record=%E0%A4%A").await;
        page.wait_for_text("[role=alert] .refusal", "This link is incomplete").await;
        page.wait_for(".place.legal").await;
        page.click(".language").await;
        page.wait_for_text("[role=alert] .refusal", "Ce lien est incomplet").await;
    });
}

#[test]
fn pasted_text_is_imported_or_refused_with_a_reason() {
    browse(async |page| {
        page.open("/study/super").await;
        page.click(".bring summary").await;
        let read = async |text: &str| {
            let area = page.wait_for(".bring textarea").await;
            area.clear().await.unwrap();
            area.send_keys(text).await.unwrap();
            page.press_button("Import").await;
        };
        read("5.1 5.2").await;
        page.wait_for_text(".bring .refusal", "5.2").await;
        page.click(".language").await;
        page.wait_for_text(".bring .refusal", "plaquette en haut à gauche").await;
        page.click(".language").await;
        // A position of another game opens on the page of that game.
        let doh = rules::AnyGame::new(Kind::Doh, "").unwrap().to_string();
        read(&doh).await;
        page.wait_for_text("h1", &Kind::Doh.name().en).await;
        page.wait_until_gone(".bring .refusal").await;
        assert_eq!(page.value(".bring input.link").await, doh);
        let title = format!(
            "return location.pathname === '/study/doh' && document.title.includes({:?})",
            Kind::Doh.name().en
        );
        page.wait_until(&title, "address and title are still those of the game before").await;
        page.click(".bring summary").await;
        read("certainly no game").await;
        page.wait_for(".bring .refusal").await;
        assert_eq!(page.value(".bring input.link").await, doh, "what was on the board is lost");
    });
}

#[test]
fn a_page_of_another_version_than_its_server_says_so_and_can_be_reloaded() {
    browse(async |page| {
        let path = page.open_table(Kind::Morpion, &[], "Anne").await;
        // The page speaks a version that no server knows, until it is reloaded.
        page.inject(
            "if (location.protocol !== 'about:' && !sessionStorage.reloaded) {
                const send = WebSocket.prototype.send;
                WebSocket.prototype.send = function (line) { send.call(this, line.replace(/^hello version=\\d+/, 'hello version=99')); };
            }
            addEventListener('trois-renew', () => { sessionStorage.reloaded = 'yes'; });",
        )
        .await;
        page.open(&path).await;
        page.wait_for_text(".refusal[role=alert]", "This page and the server have different versions").await;
        page.click(".language").await;
        page.wait_for_text(".refusal[role=alert]", "n’ont pas la même version").await;
        page.press_button("Recharger la page").await;
        page.wait_until_gone(".other-version").await;
        page.wait_for(".waiting").await;
    });
}

#[test]
fn a_game_can_be_played_without_storage() {
    browse(async |page| {
        page.inject("Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })").await;
        page.open("/play/doh").await;
        page.touch("h2".parse().unwrap()).await;
        page.touch("p12".parse().unwrap()).await;
        page.wait_for_text("[role=alert] .refusal", "does not allow games to be saved").await;
        page.press_button("Share…").await;
        assert!(
            page.value("dialog[open] input.link").await.contains("#record="),
            "there is no way to keep it"
        );
        page.open("/games").await;
        page.wait_for("h1").await;
    });
}

#[test]
fn full_storage_is_reported() {
    browse(async |page| {
        page.inject(
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
        )
        .await;
        page.start_game_between_people(Kind::Morpion).await;
        page.touch("p4".parse().unwrap()).await;
        page.wait_for_text("[role=alert] .refusal", "no space left").await;
        page.touch("p0".parse().unwrap()).await;
        page.wait_until("return document.querySelectorAll('.place.legal').length === 7", "the game stops")
            .await;
    });
}

/// Workers that cannot start, or fail on every message, until `window.healthy` is true.
const NO_WORKER: &str = "const real = Worker;
    window.Worker = function (...all) { if (window.healthy) return new real(...all); throw new Error('no workers here') }";
const DYING: &str = "const real = Worker;
    window.Worker = class extends real {
        postMessage(text) {
            if (window.healthy) super.postMessage(text);
            else setTimeout(() => this.dispatchEvent(new Event('error')));
        }
    }";

fn a_dead_engine_is_started_again(script: &str) {
    browse(async |page| {
        page.inject(script).await;
        page.open("/play/morpion").await;
        page.touch("p4".parse().unwrap()).await;
        page.wait_for_text(".status", "The engine has stopped. Nothing is lost.").await;
        page.wait_for_stored_steps(1).await;
        let () = page.run("window.healthy = true").await;
        page.press_button("Restart it").await;
        assert_eq!(page.wait_for_step(1).await.steps().len(), 2);
        page.wait_until_gone(".status .refusal").await;
        let () = page.run("window.healthy = false").await;
        page.open("/study/morpion").await;
        page.wait_for_text(".lines", "The engine has stopped. Nothing is lost.").await;
    });
}

#[test]
fn an_engine_that_cannot_start_is_started_again() {
    a_dead_engine_is_started_again(NO_WORKER);
}

#[test]
fn an_engine_that_dies_is_started_again() {
    a_dead_engine_is_started_again(DYING);
}

#[test]
fn a_browser_without_webassembly_gets_an_explanation() {
    browse(async |page| {
        page.inject("delete window.WebAssembly").await;
        page.go("/play/super").await;
        page.wait_for("#trouble:not([hidden])").await;
        let said = page.text("#trouble").await;
        assert!(said.contains("navigateur récent") && said.contains("recent browser"), "{said}");
        let errors = page.console_errors().await;
        assert!(errors.iter().all(|error| error.contains("no WebAssembly")), "{errors:?}");
    });
}

#[test]
fn a_page_that_cannot_be_loaded_says_so_and_is_loaded_at_the_next_try() {
    browse(async |page| {
        page.inject(
            "const real = fetch;
            window.fetch = (what, ...more) => /split_|chunk_/.test(what) && !window.healthy
                ? Promise.reject(new Error('no network')) : real(what, ...more)",
        )
        .await;
        page.open("/learn/doh").await;
        page.wait_for_text("[role=alert] .refusal", "This page could not be loaded.").await;
        page.press_button("Try again").await;
        page.wait_for_text("[role=alert] .refusal", "This page could not be loaded.").await;
        let () = page.run("window.healthy = true").await;
        page.press_button("Try again").await;
        page.wait_for(".place.legal").await;
        page.wait_until_gone("[role=alert] .refusal").await;
        let errors = page.console_errors().await;
        assert!(errors.iter().any(|error| error.contains("no network")), "{errors:?}");
    });
}
