//! Requests to the server's HTTP API, and their errors.

use std::time::Duration;

use leptos::prelude::window;
use rules::{Lang, Say, Words};
use table::{Answer, Listing, Time};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

use super::server_clock;

/// How long to wait before asking again whether the server is reachable.
pub const RETRY: Duration = Duration::from_secs(2);

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiError {
    /// The server cannot be reached.
    Unreachable,
    /// The server refused the request: the code, and the reason.
    Refused(String, Words),
}

impl Say for ApiError {
    fn say(&self, lang: Lang) -> String {
        match self {
            ApiError::Unreachable => Words::new(
                "Le serveur ne répond pas. En attendant, vous pouvez jouer sur cet appareil.",
                "The server is not responding. In the meantime, you can play on this device.",
            )
            .say(lang),
            ApiError::Refused(_, words) => words.say(lang),
        }
    }
}

/// The body of the response to a GET request.
pub async fn get(path: &str) -> Result<String, ApiError> {
    send(path, &RequestInit::new()).await
}

/// The bytes of a file of the app.
pub async fn get_bytes(path: &str) -> Result<Vec<u8>, ApiError> {
    let response = fetch(path, &RequestInit::new()).await?;
    if !response.ok() || is_page(&response) {
        return Err(ApiError::Unreachable);
    }
    let gone = |_: JsValue| ApiError::Unreachable;
    let buffer = JsFuture::from(response.array_buffer().map_err(gone)?).await.map_err(gone)?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// The body of the response to a POST request.
pub async fn post(path: &str, body: &str) -> Result<String, ApiError> {
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_body(&JsValue::from_str(body));
    if let Ok(headers) = Headers::new() {
        // Pages of other sites cannot send this header.
        let _ = headers.set("X-Trois", "1");
        init.set_headers(&headers);
    }
    send(path, &init).await
}

async fn fetch(path: &str, init: &RequestInit) -> Result<Response, ApiError> {
    let response = JsFuture::from(window().fetch_with_str_and_init(path, init)).await;
    response.map(JsCast::unchecked_into).map_err(|_| ApiError::Unreachable)
}

/// Whether the response is a page: a server that only has the files of the app answers every request with its first one.
fn is_page(response: &Response) -> bool {
    let kind = response.headers().get("Content-Type").ok().flatten();
    kind.is_some_and(|kind| kind.contains("text/html"))
}

async fn send(path: &str, init: &RequestInit) -> Result<String, ApiError> {
    let gone = |_: JsValue| ApiError::Unreachable;
    let response = fetch(path, init).await?;
    let headers = response.headers();
    if let Ok(Some(date)) = headers.get("Date") {
        let date = js_sys::Date::parse(&date);
        if date.is_finite() && date > 0.0 {
            server_clock::observe(Time(date as u64));
        }
    }
    let text = JsFuture::from(response.text().map_err(gone)?).await.map_err(gone)?;
    let text = text.as_string().unwrap_or_default();
    if response.ok() && !is_page(&response) {
        return Ok(text);
    }
    match text.trim_end().parse() {
        Ok(Answer::Refused { code, fr, en, .. }) => {
            Err(ApiError::Refused(code, Words { fr: fr.into(), en: en.into() }))
        }
        _ => Err(ApiError::Unreachable),
    }
}

/// Reads a list of tables, one on each line. Lines that cannot be read are skipped.
pub fn listings(text: &str) -> Vec<Listing> {
    text.lines().filter_map(|line| line.parse().ok()).collect()
}

/// How many games in a list wait for a move of this guest. It parses only what it needs: the home page calls it.
pub fn count_waiting_games(list: &str) -> usize {
    let field = |line: &str, name: &str| {
        line.split(' ')
            .find_map(|part| part.strip_prefix(name).map(str::to_owned))
            .filter(|value| value != "-")
    };
    let waits = |line: &&str| field(line, "turn=").is_some_and(|turn| field(line, "you=") == Some(turn));
    list.lines().filter(waits).count()
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
        assert_eq!(count_waiting_games(&list), 2);
        assert_eq!(count_waiting_games(""), 0);
        assert!(listings(&list).len() == 5);
    }
}
