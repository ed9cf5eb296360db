//! Keeps the page and the address bar together.

use leptos::ev::MouseEvent;
use leptos::prelude::*;

use crate::route::Route;

/// Which page is shown. Every component finds it by [`Router::here`].
#[derive(Clone, Copy, Debug)]
pub struct Router(RwSignal<Route>);

impl Router {
    /// Starts with the page of the address bar, and follows the browser's way back and forth.
    pub fn provide() -> Router {
        let router = Router(RwSignal::new(Route::at(&path())));
        window_event_listener(leptos::ev::popstate, move |_| router.0.set(Route::at(&path())));
        provide_context(router);
        router
    }

    /// The router of the app.
    pub fn here() -> Router {
        expect_context()
    }

    /// The page that is shown.
    pub fn route(self) -> Route {
        self.0.get()
    }

    /// Goes to a page, at its plain address.
    pub fn go(self, route: Route) {
        self.go_to(route, &route.to_string());
    }

    /// Goes to the page at an address, which may have a query or a fragment.
    pub fn go_by(self, address: &str) {
        let path = address.split(['?', '#']).next().unwrap_or_default();
        self.go_to(Route::at(path), address);
    }

    fn go_to(self, route: Route, address: &str) {
        // An address that the browser refuses is not shown in its bar; the page is right all the same.
        let _ = window()
            .history()
            .and_then(|history| history.push_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(address)));
        self.0.set(route);
        window().scroll_to_with_x_and_y(0.0, 0.0);
        // Whoever does not see that the page has changed is led to its beginning.
        if let Some(main) = document().get_element_by_id("main") {
            use wasm_bindgen::JsCast;
            let _ = main.unchecked_ref::<web_sys::HtmlElement>().focus();
        }
    }
}

/// Shows another address for the page that is shown.
pub fn replace_address(address: &str) {
    // An address that the browser refuses is not shown in its bar; the page is right all the same.
    let _ = window()
        .history()
        .and_then(|history| history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(address)));
}

fn path() -> String {
    location().pathname().unwrap_or_default()
}

/// A link to a page: followed here, but by the browser where another tab or window is asked for.
#[component]
pub fn Link(
    /// Where it leads.
    to: Route,
    /// The class of the link.
    #[prop(optional)]
    class: &'static str,
    /// What is shown.
    children: Children,
) -> impl IntoView {
    let router = Router::here();
    let follow = followed_here(move || router.go(to));
    let is_here = move || (router.route() == to).then_some("page");
    view! {
        <a href=to.to_string() class=class aria-current=is_here on:click=follow>
            {children()}
        </a>
    }
}

/// A link to a page at an address of its own, with a query or a fragment, or with the name of a table.
#[component]
pub fn AddressLink(
    /// The address, without the server.
    #[prop(into)]
    to: Signal<String>,
    /// The class of the link.
    #[prop(optional)]
    class: &'static str,
    /// What is shown.
    children: Children,
) -> impl IntoView {
    let router = Router::here();
    let follow = followed_here(move || router.go_by(&to.get_untracked()));
    view! { <a href=to class=class on:click=follow>{children()}</a> }
}

/// What a click on a link does: goes there, but leaves it to the browser where another tab or window is asked for.
fn followed_here(go: impl Fn() + 'static) -> impl Fn(MouseEvent) + 'static {
    move |event| {
        let is_elsewhere = event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key();
        if event.button() == 0 && !is_elsewhere {
            event.prevent_default();
            go();
        }
    }
}
