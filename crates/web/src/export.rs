//! Exports of a game: a link, a text, JSON, a picture.

use boards::{DrawContext, Look};
use leptos::prelude::{document, window};
use rules::{AnyGame, AnyIllegal, AnyMove, Kind, Record, Seat, Viewer};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use crate::browser;
use crate::panel::SharedPicture;
use crate::settings::Settings;

/// The prefix of a record in the fragment of a link.
pub const FRAGMENT: &str = "#record=";

/// The query of a link that asks for a review.
const REVIEW_QUERY: &str = "?review";

/// The query of a link that opens a game without a review for one of its players.
const READER_QUERY: &str = "?you";

/// A link to the study page with the whole record in its fragment, which browsers never send to a server.
pub fn study_link(record: &Record) -> String {
    absolute_url(&study_path(record))
}

/// The same link without the origin.
pub fn study_path(record: &Record) -> String {
    study_path_of_text(record.start().kind(), &record.to_string())
}

/// The link that opens a game on the study page for its player in the seat `you`. Links that are shared have no seat,
/// since the person who opens them is not that player.
pub fn study_path_for(record: &Record, you: Option<Seat>) -> String {
    if you.is_none() { study_path(record) } else { path_with_query(record, READER_QUERY, you) }
}

/// The link that opens a game on the study page and reviews it at once; `you` is the seat of the reader, if it is known.
pub fn review_path(record: &Record, you: Option<Seat>) -> String {
    path_with_query(record, REVIEW_QUERY, you)
}

fn path_with_query(record: &Record, query: &str, you: Option<Seat>) -> String {
    let seat = you.map_or_else(String::new, |seat| format!("={seat}"));
    study_path(record).replacen('#', &format!("{query}{seat}#"), 1)
}

/// Whether the query of an address asks for a review.
pub fn asks_for_review(query: &str) -> bool {
    query.split('=').next() == Some(REVIEW_QUERY)
}

/// The seat of the reader in the query of an address, if it has one.
pub fn reader_in_query(query: &str) -> Option<Seat> {
    let (key, seat) = query.split_once('=')?;
    seat.parse().ok().filter(|_| [REVIEW_QUERY, READER_QUERY].contains(&key))
}

/// The link to the study page for the text of a game, without the origin.
pub fn study_path_of_text(kind: Kind, text: &str) -> String {
    format!("/study/{kind}{FRAGMENT}{}", browser::percent_encode(text))
}

/// The address of a page with the origin of this server.
pub fn absolute_url(path: &str) -> String {
    format!("{}{path}", browser::origin())
}

/// The text of a game in the fragment of an address, if there is one. A link that was cut off is decoded as far as
/// possible; the flag says whether the text is complete.
pub fn text_in_fragment(fragment: &str) -> Option<(String, bool)> {
    let mut text = fragment.strip_prefix(FRAGMENT)?;
    let mut is_whole = true;
    loop {
        match (js_sys::decode_uri_component(text), text.rfind('%')) {
            (Ok(text), _) => return Some((text.into(), is_whole)),
            // A character can be several percent escapes; drop the last one until the rest decodes.
            (Err(_), Some(last)) => text = &text[..last],
            (Err(_), None) => text = "",
        }
        is_whole = false;
    }
}

/// The name of an exported file, without its ending.
pub fn file_name(record: &Record) -> String {
    let date = record.tag("Date").unwrap_or("trois");
    format!("{}-{date}", record.start().kind())
}

/// How a position is drawn in an export: as on the screen, without a selection, as the public sees it.
pub fn draw_context(last: Option<AnyMove>, settings: &Settings) -> DrawContext<AnyMove, AnyIllegal> {
    DrawContext {
        last_move: last,
        coordinates: settings.coordinates,
        look: settings.look,
        viewer: Viewer::Public,
        ..DrawContext::plain(settings.language())
    }
}

/// The query with which the server's picture of a game looks like the boards here.
pub fn picture_query(settings: &Settings) -> String {
    let Look { board, pieces } = settings.look;
    format!("?theme={}&board={board}&pieces={pieces}", settings.shown_theme().id())
}

/// A position as a picture to share.
pub fn picture(name: String, game: &AnyGame, last: Option<AnyMove>, settings: &Settings) -> SharedPicture {
    let title = boards::say_turn(game, &boards::Names::sides(game.kind()), settings.language());
    SharedPicture { name, title, scene: boards::draw(game, &draw_context(last, settings)), film: None }
}

/// Downloads a file.
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
    // A browser that refuses downloads tells the user itself.
    let _ = offer();
}

/// Copies a text to the clipboard and tells `done` whether that worked. Browsers offer the clipboard over HTTPS and on
/// localhost only, and users can forbid it.
pub fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    let clipboard = window().navigator().clipboard();
    if clipboard.is_undefined() {
        return done(false);
    }
    let copied = JsFuture::from(clipboard.write_text(text));
    leptos::task::spawn_local(async move { done(copied.await.is_ok()) });
}

/// Today's local date as `2026-11-16`.
pub fn today() -> String {
    let now = browser::time_of_day();
    let offset = if browser::IN_BROWSER { js_sys::Date::new(&now.into()).get_timezone_offset() } else { 0.0 };
    rules::date_of((now - offset * 60_000.0).max(0.0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_for_a_player_has_their_seat_and_a_shared_link_has_none() {
        let game = AnyGame::new(Kind::default(), "").expect("a new game");
        let record = Record::new(game);
        let query = |path: &str| {
            let query = path.split('#').next().and_then(|path| path.split_once('?'));
            query.map_or_else(String::new, |(_, query)| format!("?{query}"))
        };
        let you = Some(Seat::TWO);
        for (path, has_review, reader) in [
            (study_path(&record), false, None),
            (study_path_for(&record, None), false, None),
            (study_path_for(&record, you), false, you),
            (review_path(&record, None), true, None),
            (review_path(&record, you), true, you),
        ] {
            let query = query(&path);
            assert_eq!((asks_for_review(&query), reader_in_query(&query)), (has_review, reader), "{path}");
        }
        assert_eq!(reader_in_query("?other=2"), None);
    }
}
