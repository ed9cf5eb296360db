//! Sounds, synthesized from a few notes: no files are loaded. Browsers allow sound only after a user gesture.

use leptos::prelude::window;
use std::cell::{Cell, RefCell};
use web_sys::{AudioContext, OscillatorType};

use crate::settings::SettingsStore;

/// A sound effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A move: wood on wood.
    Move,
    /// A refusal: two low notes.
    Refused,
    /// The end of a game: a rising arpeggio.
    End,
}

impl Sound {
    /// The notes: start and duration in seconds, frequency in hertz.
    const fn notes(self) -> &'static [(f64, f64, f32)] {
        match self {
            Sound::Move => &[(0.0, 0.05, 520.0), (0.012, 0.09, 260.0)],
            Sound::Refused => &[(0.0, 0.09, 196.0), (0.1, 0.14, 155.6)],
            Sound::End => &[(0.0, 0.28, 392.0), (0.12, 0.28, 493.9), (0.24, 0.5, 587.3)],
        }
    }
}

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
    static IS_MUTED: Cell<bool> = const { Cell::new(false) };
}

/// Does something without a sound.
pub fn silently(act: impl FnOnce()) {
    let was_muted = IS_MUTED.replace(true);
    act();
    IS_MUTED.set(was_muted);
}

/// Plays a sound if sounds are on.
pub fn play(store: SettingsStore, sound: Sound) {
    if store.get_untracked().sounds == Some(true) && !IS_MUTED.get() {
        // A browser without Web Audio stays silent.
        let _ = try_play(sound);
    }
}

/// Plays a sound that was asked for, even if sounds are off.
pub fn preview(sound: Sound) {
    // A browser without Web Audio stays silent.
    let _ = try_play(sound);
}

fn try_play(sound: Sound) -> Option<()> {
    CONTEXT.with(|kept| {
        let mut kept = kept.borrow_mut();
        if kept.is_none() {
            // Browsers may refuse before the first user gesture; the next sound tries again.
            let active = window().navigator().user_activation().has_been_active();
            *kept = if active { AudioContext::new().ok() } else { None };
        }
        let context = kept.as_ref()?;
        let now = context.current_time();
        for &(start, length, pitch) in sound.notes() {
            let (tone, volume) = (context.create_oscillator().ok()?, context.create_gain().ok()?);
            tone.set_type(OscillatorType::Triangle);
            tone.frequency().set_value(pitch);
            let (from, to) = (now + start, now + start + length);
            volume.gain().set_value_at_time(0.0001, from).ok()?;
            volume.gain().exponential_ramp_to_value_at_time(0.16, from + 0.008).ok()?;
            volume.gain().exponential_ramp_to_value_at_time(0.0001, to).ok()?;
            tone.connect_with_audio_node(&volume).ok()?;
            volume.connect_with_audio_node(&context.destination()).ok()?;
            tone.start_with_when(from).ok()?;
            tone.stop_with_when(to).ok()?;
        }
        Some(())
    })
}
