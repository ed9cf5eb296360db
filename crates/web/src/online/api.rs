//! Plain questions to the server, and what can go wrong with them.

use leptos::prelude::window;
use rules::{Lang, Say, Words};
use table::{Answer, Listing, Time};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

use super::clock;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There is no server, or no way to it.
    NoServer,
    /// The server refuses: the code, and why.
    Refused(String, Words),
}

impl Say for Trouble {
    fn say(&self, lang: Lang) -> String {
        match self {
            Trouble::NoServer => Words::new(
                "Le serveur ne répond pas. Vous pouvez jouer sur cet appareil en attendant.",
                "The server does not answer. You can play on this device in the meantime.",
            )
            .say(lang),
            Trouble::Refused(_, words) => words.say(lang),
        }
    }
}

/// What the server answers at an address.
pub async fn get(path: &str) -> Result<String, Trouble> {
    ask(path, &RequestInit::new()).await
}

/// What the server answers to a text that is posted to an address.
pub async fn post(path: &str, body: &str) -> Result<String, Trouble> {
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_body(&JsValue::from_str(body));
    if let Ok(headers) = Headers::new() {
        // Pages of others cannot send this header, so that the server knows who asks.
        let _ = headers.set("X-Trois", "1");
        init.set_headers(&headers);
    }
    ask(path, &init).await
}

async fn ask(path: &str, init: &RequestInit) -> Result<String, Trouble> {
    let gone = |_: JsValue| Trouble::NoServer;
    let response: Response =
        JsFuture::from(window().fetch_with_str_and_init(path, init)).await.map_err(gone)?.unchecked_into();
    let headers = response.headers();
    if let Ok(Some(date)) = headers.get("Date") {
        let date = js_sys::Date::parse(&date);
        if date.is_finite() && date > 0.0 {
            clock::heard(Time(date as u64));
        }
    }
    // A server that only brings the app answers everything with its first page.
    let is_page = headers.get("Content-Type").ok().flatten().is_some_and(|kind| kind.contains("text/html"));
    let text = JsFuture::from(response.text().map_err(gone)?).await.map_err(gone)?;
    let text = text.as_string().unwrap_or_default();
    if response.ok() && !is_page {
        return Ok(text);
    }
    match text.trim_end().parse() {
        Ok(Answer::Refused { code, fr, en, .. }) => {
            Err(Trouble::Refused(code, Words { fr: fr.into(), en: en.into() }))
        }
        _ => Err(Trouble::NoServer),
    }
}

/// The tables in a list, one on each line; what cannot be read is left out.
pub fn listings(text: &str) -> Vec<Listing> {
    text.lines().filter_map(|line| line.parse().ok()).collect()
}

/// How many of the games in a list wait for the reader. It reads only what it needs, since home asks for it.
pub fn waiting(list: &str) -> usize {
    let field = |line: &str, name: &str| {
        line.split(' ')
            .find_map(|part| part.strip_prefix(name).map(str::to_owned))
            .filter(|value| value != "-")
    };
    let waits = |line: &&str| field(line, "turn=").is_some_and(|turn| field(line, "you=") == Some(turn));
    list.lines().filter(waits).count()
}

/// A text as it is written in the query of an address.
pub fn encoded(text: &str) -> String {
    String::from(js_sys::encode_uri_component(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_that_wait_for_the_reader_are_counted() {
        let line = |you: &str, turn: &str| {
            format!(
                "listed id=a at=1 game=morpion options= clock=untimed starts=first started=yes seats=2 seat1=human:-:-:you=1%20turn=1 seat2=open you={you} turn={turn} ply=5 end=-"
            )
        };
        let list =
            [line("1", "1"), line("1", "2"), line("2", "2"), line("-", "-"), line("1", "-")].join("\n");
        assert_eq!(waiting(&list), 2);
        assert_eq!(waiting(""), 0);
        assert!(listings(&list).len() == 5);
    }
}
