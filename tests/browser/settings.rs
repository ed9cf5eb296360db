//! Settings that a new game follows, and the sound that one can listen to.

use rules::Kind;

use crate::harness::{browse, players};

/// Counts the tones that the page plays.
const COUNT_TONES: &str = "window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };";

#[test]
fn a_new_game_has_the_chosen_level_and_the_sound_is_heard_although_sounds_are_off() {
    browse(async |page| {
        page.inject(COUNT_TONES).await;
        page.open("/settings").await;
        let level = ".settings .field select";
        assert_eq!(page.value(level).await, "3");
        let before = page.text(".settings .field small").await;
        page.choose(level, "7").await;
        page.wait_until(
            &format!("return document.querySelector('.settings .field small').innerText !== {before:?}"),
            "the level is not described",
        )
        .await;
        page.press_button("Listen").await;
        page.wait_until("return window.tones === 3", "the end of a game has three tones").await;
        let kept: String = page.run("return localStorage.getItem('trois.settings')").await;
        assert!(!kept.contains("sounds=on"), "listening has turned the sounds on: {kept}");
        page.open(&format!("/play/{}", Kind::Morpion)).await;
        let record = page.play_first_legal_place_and_wait(1).await;
        assert_eq!(players(&record), ["human", "engine level 7"]);
        assert_eq!(page.run::<u32>("return window.tones").await, 0, "sounds are off");
        page.open("/settings").await;
        assert_eq!(page.value(level).await, "7");
    });
}
