//! Keeps the page and the address bar in sync.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::browser;
use crate::route::Route;

/// The page shown, as a signal. Components get it with [`Router::here`].
#[derive(Clone, Copy, Debug)]
pub struct Router(RwSignal<Route>);

impl Router {
    /// Starts with the page in the address bar, and follows the browser's back and forward buttons.
    pub fn provide() -> Router {
        let router = Router::provide_at(Route::at(&browser::path()));
        window_event_listener(leptos::ev::popstate, move |_| router.0.set(Route::at(&browser::path())));
        router
    }

    /// Starts with a page.
    pub fn provide_at(route: Route) -> Router {
        let router = Router(RwSignal::new(route));
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
        // If the browser refuses the address, only the address bar is wrong.
        let _ = window()
            .history()
            .and_then(|history| history.push_state_with_url(&JsValue::NULL, "", Some(address)));
        self.0.set(route);
        window().scroll_to_with_x_and_y(0.0, 0.0);
        // Screen readers start again at the top of the new page.
        if let Some(main) = document().get_element_by_id("main") {
            use wasm_bindgen::JsCast;
            let _ = main.unchecked_ref::<web_sys::HtmlElement>().focus();
        }
    }
}

/// Replaces the address in the bar, without a new entry in the history.
pub fn replace_address(address: &str) {
    replace_address_with_state(address, None);
}

/// The same, with a text that belongs to this entry of the history: see [`browser::history_state`].
pub fn replace_address_with_state(address: &str, state: Option<&str>) {
    let state = state.map_or(JsValue::NULL, JsValue::from_str);
    // If the browser refuses the address, only the address bar is wrong.
    let _ = window().history().and_then(|history| history.replace_state_with_url(&state, "", Some(address)));
}

/// A link to a page. The app follows it, except for clicks that ask for another tab or window.
#[component]
pub fn Link(
    /// The page it leads to.
    to: Route,
    /// The class of the link.
    #[prop(optional)]
    class: &'static str,
    /// The content of the link.
    children: Children,
) -> impl IntoView {
    let router = Router::here();
    let follow = follow_in_app(move || router.go(to));
    let is_here = move || (router.route() == to).then_some("page");
    view! {
        <a href=to.to_string() class=class aria-current=is_here on:click=follow>
            {children()}
        </a>
    }
}

/// A link to an address with a query, a fragment or the id of a table.
#[component]
pub fn AddressLink(
    /// The address without the origin.
    #[prop(into)]
    to: Signal<String>,
    /// The class of the link.
    #[prop(optional)]
    class: &'static str,
    /// The content of the link.
    children: Children,
) -> impl IntoView {
    let router = Router::here();
    let follow = follow_in_app(move || router.go_by(&to.get_untracked()));
    view! { <a href=to class=class on:click=follow>{children()}</a> }
}

/// The click handler of a link: calls `go`, except for clicks that ask for another tab or window.
fn follow_in_app(go: impl Fn() + 'static) -> impl Fn(MouseEvent) + 'static {
    move |event| {
        let is_elsewhere = event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key();
        if event.button() == 0 && !is_elsewhere {
            event.prevent_default();
            go();
        }
    }
}
