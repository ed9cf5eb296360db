//! Deferred work, such as saving: it runs after a change is painted.

use leptos::prelude::*;

use crate::browser;

/// The job that is to run after the next paint. Copies are the same slot.
#[derive(Clone, Copy)]
pub struct PaintJob {
    job: StoredValue<Option<Box<dyn FnOnce()>>, LocalStorage>,
}

impl PaintJob {
    /// No job. Where the page or the component that is being built may end before the paint, the job runs at once.
    pub fn new() -> PaintJob {
        let slot = PaintJob { job: StoredValue::new_local(None) };
        browser::on_hide(move || slot.flush());
        on_cleanup(move || slot.flush());
        slot
    }

    /// Replaces the job.
    pub fn set(self, job: impl FnOnce() + 'static) {
        self.job.set_value(Some(Box::new(job)));
        browser::after_paint(move || self.flush());
    }

    /// Runs the job now, if it has not run yet.
    pub fn flush(self) {
        // The component may be gone by then.
        if let Some(job) = self.job.try_update_value(Option::take).flatten() {
            job();
        }
    }
}

impl Default for PaintJob {
    fn default() -> PaintJob {
        PaintJob::new()
    }
}
