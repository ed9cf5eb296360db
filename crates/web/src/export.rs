//! A game as something to take away: a link, a text, JSON, a picture.

use boards::DrawContext;
use leptos::prelude::{document, window};
use rules::{AnyGame, AnyIllegal, AnyMove, Kind, Record, Viewer};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use crate::settings::Settings;

/// What stands before a record in the fragment of a link.
pub const FRAGMENT: &str = "#record=";

/// A link to the study page that holds the whole record, in its fragment: it is never sent to a server.
pub fn study_link(record: &Record) -> String {
    absolute_url(&study_path(record))
}

/// The same without the server.
pub fn study_path(record: &Record) -> String {
    study_path_of_text(record.start().kind(), &record.to_string())
}

/// The address of the study page with a game as text, without the server.
pub fn study_path_of_text(kind: Kind, text: &str) -> String {
    format!("/study/{kind}{FRAGMENT}{}", js_sys::encode_uri_component(text))
}

/// The whole address of a page of this server.
pub fn absolute_url(path: &str) -> String {
    format!("{}{path}", window().location().origin().unwrap_or_default())
}

/// The text of the game in the fragment of an address, if there is one, as far as it can be read, and whether that is
/// all of it.
pub fn text_in_fragment(fragment: &str) -> Option<(String, bool)> {
    let mut text = fragment.strip_prefix(FRAGMENT)?;
    let mut is_whole = true;
    loop {
        match (js_sys::decode_uri_component(text), text.rfind('%')) {
            (Ok(text), _) => return Some((text.into(), is_whole)),
            // A letter that was cut through takes several signs, each of which begins so.
            (Err(_), Some(last)) => text = &text[..last],
            (Err(_), None) => text = "",
        }
        is_whole = false;
    }
}

/// A name for a file of this game.
pub fn file_name(record: &Record, ending: &str) -> String {
    let date = record.tag("Date").unwrap_or("trois");
    format!("{}-{date}.{ending}", record.start().kind())
}

/// How a position is looked at in whatever is taken away: as on the screen, with nobody's hand over it.
pub fn look(last: Option<AnyMove>, settings: &Settings) -> DrawContext<AnyMove, AnyIllegal> {
    let coordinates = settings.coordinates;
    DrawContext {
        last_move: last,
        coordinates,
        viewer: Viewer::Public,
        ..DrawContext::plain(settings.language())
    }
}

/// The position as a picture that stands on its own, in the colours that are on the screen.
pub fn picture(game: &AnyGame, last: Option<AnyMove>, settings: &Settings) -> String {
    let title = boards::say_turn(game, settings.language());
    boards::draw(game, &look(last, settings)).svg(settings.shown_theme(), &title)
}

/// Offers a file to keep.
pub fn download(name: &str, kind: &str, bytes: &[u8]) {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let bag = BlobPropertyBag::new();
    bag.set_type(kind);
    let offer = || {
        let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &bag).ok()?;
        let address = Url::create_object_url_with_blob(&blob).ok()?;
        let anchor: HtmlAnchorElement = document().create_element("a").ok()?.unchecked_into();
        anchor.set_href(&address);
        anchor.set_download(name);
        anchor.click();
        Url::revoke_object_url(&address).ok()
    };
    // A browser that offers no files has said so itself.
    let _ = offer();
}

/// Puts a text on the clipboard; `tell` hears whether it is there. Over plain HTTP the browser has no clipboard for us,
/// except on the machine itself, and people can forbid it.
pub fn copy(text: &str, tell: impl FnOnce(bool) + 'static) {
    let clipboard = window().navigator().clipboard();
    if clipboard.is_undefined() {
        return tell(false);
    }
    let copied = JsFuture::from(clipboard.write_text(text));
    leptos::task::spawn_local(async move { tell(copied.await.is_ok()) });
}

/// Today, as year-month-day.
pub fn today() -> String {
    let date = js_sys::Date::new_0();
    format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}
