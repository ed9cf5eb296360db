//! Starts the app in the page.

fn main() {
    leptos::mount::mount_to_body(web::app::App);
}
