//! Starts the app in the page.

use leptos::prelude::document;

fn main() {
    std::panic::set_hook(Box::new(|info| {
        // Nothing should panic. If something does, the page says so, and the console has the place for a bug report.
        web_sys::console::error_1(&info.to_string().into());
        if let Some(trouble) = document().get_element_by_id("trouble") {
            let _ = trouble.remove_attribute("hidden");
        }
    }));
    web::startup::start(web::app::App);
}
