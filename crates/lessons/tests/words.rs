//! All texts exist in both languages, are complete and short, and follow the typography of their language.

use lessons::{Course, course};
use rules::{Kind, Words};

/// Sentences of a course and of the game's info, with a name for messages.
fn sentences(course: &Course) -> Vec<(String, &Words)> {
    let (kind, info) = (course.kind, course.kind.info());
    let mut all = vec![
        (format!("{kind}, credits"), &info.credits),
        (format!("{kind}, pitch"), &info.pitch),
        (format!("{kind}, first player"), &info.first_player),
    ];
    all.extend(kind.options().iter().map(|spec| (format!("{kind}, option {}", spec.key), &spec.about)));
    for (i, step) in course.steps.iter().enumerate() {
        let name = |part: &str| format!("{kind}, step {}, {part}", i + 1);
        all.extend([(name("text"), &step.text), (name("done"), &step.done)]);
    }
    for puzzle in &course.puzzles {
        let name = |part: &str| format!("{kind}, puzzle {}, {part}", puzzle.difficulty);
        all.extend([
            (name("task"), &puzzle.task),
            (name("hint"), &puzzle.hint),
            (name("done"), &puzzle.done),
        ]);
    }
    all
}

fn titles(course: &Course) -> Vec<(String, &Words)> {
    let name = |i: usize| format!("{}, step {}, title", course.kind, i + 1);
    course.steps.iter().enumerate().map(|(i, step)| (name(i), &step.title)).collect()
}

#[test]
fn every_sentence_is_whole_in_both_languages() {
    for &kind in Kind::ALL {
        for (name, words) in sentences(&course(kind)) {
            for text in [&words.fr, &words.en] {
                let first = text.chars().next().unwrap_or(' ');
                assert!(first.is_uppercase() || first == '«' || first == '“', "{name}: {text}");
                assert!(text.trim_end_matches(')').ends_with(['.', '!', '?', '…']), "{name}: {text}");
                assert!(!text.contains("  ") && text.trim() == text.as_ref(), "{name}: {text}");
            }
            assert_ne!(words.fr, words.en, "{name}");
        }
    }
}

#[test]
fn every_title_is_short_and_every_text_too() {
    for &kind in Kind::ALL {
        let course = course(kind);
        for (name, words) in titles(&course) {
            for text in [&words.fr, &words.en] {
                assert!((3..=34).contains(&text.chars().count()), "{name}: {text}");
                assert!(!text.ends_with('.'), "{name}: {text}");
            }
        }
        for (name, words) in sentences(&course) {
            for text in [&words.fr, &words.en] {
                let sentences = text
                    .split(['.', '!', '?'])
                    .filter(|rest| rest.starts_with([' ', '\u{a0}', '\u{202f}']))
                    .count();
                let is_credits = name.ends_with("credits");
                assert!(is_credits || sentences < 4, "{name}: {text}");
                assert!(is_credits || text.chars().count() <= 260, "{name}: {text}");
            }
        }
    }
}

#[test]
fn french_punctuation_follows_french_typography() {
    for &kind in Kind::ALL {
        let course = course(kind);
        for (name, words) in sentences(&course).into_iter().chain(titles(&course)) {
            let text = &words.fr;
            assert!(!text.contains('\''), "{name}: an apostrophe is ’: {text}");
            assert!(!text.contains("..."), "{name}: an ellipsis is …: {text}");
            assert!(!text.contains(['“', '”', '"']), "{name}: quotes are « »: {text}");
            let letters: Vec<char> = text.chars().collect();
            for pair in letters.windows(2) {
                let is_right = match (pair[0], pair[1]) {
                    (before, ';' | '!' | '?') => before == '\u{202f}',
                    (before, ':' | '»') => before == '\u{a0}',
                    ('«', after) => after == '\u{a0}',
                    _ => true,
                };
                assert!(is_right, "{name}: “{}{}” in: {text}", pair[0], pair[1]);
            }
        }
    }
}

#[test]
fn english_texts_follow_english_typography() {
    for &kind in Kind::ALL {
        let course = course(kind);
        for (name, words) in sentences(&course).into_iter().chain(titles(&course)) {
            let text = &words.en;
            assert!(!text.contains(['\'', '"']), "{name}: quotes are ’ and “ ”: {text}");
            assert!(!text.contains(['\u{a0}', '\u{202f}', '«', '»']), "{name}: {text}");
            for sign in [" :", " ;", " !", " ?", " ,", " ."] {
                assert!(!text.contains(sign), "{name}: “{sign}” in: {text}");
            }
        }
    }
}
