//! Any text is read as a record: what is accepted reads as it is written, and an error points into the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::{Lang, Record, Say};

fuzz_target!(|text: &str| {
    match Record::parse(text, None) {
        Ok(record) => {
            let written = record.to_string();
            assert_eq!(Record::parse(&written, None).as_ref(), Ok(&record), "{written}");
        }
        Err(error) => {
            assert!(error.line >= 1 && error.line <= text.matches('\n').count() + 1, "{error:?}");
            assert!(error.column >= 1 && Lang::ALL.iter().all(|&lang| !error.say(lang).is_empty()));
        }
    }
});
