//! A counter with one label whose values the program itself defines, so that there are few of them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

/// Counts by a label.
#[derive(Debug, Default)]
pub(crate) struct LabelledCounter(Mutex<BTreeMap<&'static str, u64>>);

impl LabelledCounter {
    pub(crate) fn add(&self, label: &'static str) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(label).or_default() += 1;
    }

    pub(super) fn write(&self, text: &mut String, name: &str, label: &str, help: &str) {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter");
        for (value, count) in &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = writeln!(text, "{name}{{{label}=\"{value}\"}} {count}");
        }
    }
}
