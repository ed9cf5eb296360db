//! Finished games: search, files, and the page for embedding.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use boards::{BoardTheme, DrawContext, Look, PieceTheme, Theme, escape};
use rules::{Kind, Lang, Outcome, Record, Say, TextError, Viewer, words};
use table::{Listing, Refusal, Table, TableId, Time, Update};

use super::tables::id;
use super::text::lang;
use super::{Caller, HttpRefusal, plain, run_to_end};
use crate::app_state::AppState;
use crate::store::ArchiveSearch;

/// How many games a search returns.
const PAGE_SIZE: u32 = 50;

/// The longest name in a search; the rest is ignored.
const MAX_NAME: usize = 100;

pub(super) async fn search(
    caller: Caller,
    State(state): State<Arc<AppState>>,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Response, HttpRefusal> {
    state.read_limits.search(caller.address)?;
    let search = read(&pairs).map_err(Refusal::from)?;
    let listings = run_to_end(async move {
        let _permit = state.read_limits.one_at_a_time(caller.address).await?;
        Ok(state.store.archive(search).await?)
    })
    .await?;
    Ok(plain(listings.join("\n")).into_response())
}

fn read(pairs: &[(String, String)]) -> Result<ArchiveSearch, TextError> {
    let mut search = ArchiveSearch { limit: PAGE_SIZE, ..ArchiveSearch::default() };
    for (name, value) in pairs.iter().filter(|(_, value)| !value.is_empty()) {
        match name.as_str() {
            "game" => search.kind = Some(value.parse::<Kind>()?.id().to_owned()),
            "name" => search.name = Some(value.to_lowercase().chars().take(MAX_NAME).collect()),
            "result" => search.outcome = Some(value.parse::<Outcome>()?.to_string()),
            "min" => search.min_moves = Some(count(value)?),
            "max" => search.max_moves = Some(count(value)?),
            "opening" => search.opening = Some(value.chars().take(MAX_NAME).collect()),
            "before" => {
                // Pages that were opened before an update send the time alone.
                let (time, id) = value.split_once(',').unzip();
                search.before = Some(time.unwrap_or(value).parse::<Time>()?);
                search.after = id.map(str::parse::<TableId>).transpose()?;
            }
            _ => {
                let expected = words!(
                    fr: "game, name, result, min, max, opening ou before",
                    en: "game, name, result, min, max, opening or before",
                );
                return Err(TextError::new(0, name, expected));
            }
        }
    }
    Ok(search)
}

fn count(text: &str) -> Result<u32, TextError> {
    text.parse()
        .map_err(|_| TextError::new(0, text, words!(fr: "un nombre de coups", en: "a number of moves")))
}

/// The record and the listing of a finished game.
async fn finished(state: &Arc<AppState>, caller: Caller, id: &TableId) -> Result<(Record, Listing), Refusal> {
    let read = |table: &Table| (table.record(), table.listing(id.clone(), Viewer::Public));
    let (record, listing) = state.read_table(caller.address, id, read).await?;
    let missing = if listing.end.is_some() { Refusal::NoSuchTable } else { Refusal::NotOver };
    Ok((record.ok_or(missing)?, listing))
}

pub(super) async fn file(
    caller: Caller,
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
    Path(file): Path<String>,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Response, HttpRefusal> {
    let (name, extension) = file.rsplit_once('.').ok_or(Refusal::NoSuchTable)?;
    let id = id(name)?;
    if extension == "svg" {
        return picture(&state, caller, &id, &pairs, lang(&headers)).await;
    }
    let (record, _) = finished(&state, caller, &id).await?;
    let (kind, text) = match extension {
        "trois" => ("text/plain; charset=utf-8", record.to_string()),
        "json" => ("application/json", record.to_json()),
        _ => return Err(Refusal::NoSuchTable.into()),
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "public, max-age=86400"),
        (header::VARY, "accept-language"),
    ];
    let mut response = (headers, text).into_response();
    let disposition = format!("inline; filename=\"{}-{id}.{extension}\"", record.start().kind());
    if let Ok(disposition) = HeaderValue::from_str(&disposition) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
    }
    Ok(response)
}

/// The theme and the materials in the query of a picture: `theme=dark&board=wood&pieces=ink`. Missing and unknown
/// values have their default, so that an address from another version still shows a picture.
fn look(pairs: &[(String, String)]) -> (Theme, Look) {
    let value = |name: &str| pairs.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value);
    let theme = Theme::ALL.into_iter().find(|theme| theme.id() == value("theme")).unwrap_or_default();
    let board = BoardTheme::from_id(value("board")).unwrap_or_default();
    (theme, Look { board, pieces: PieceTheme::from_id(value("pieces")).unwrap_or_default() })
}

/// Draws the position of a table as the public sees it; during a game that is the current position. The query has the
/// look and may have the expected `ply`, which makes the picture a thumbnail and its address new after each move.
async fn picture(
    state: &Arc<AppState>,
    caller: Caller,
    id: &TableId,
    pairs: &[(String, String)],
    lang: Lang,
) -> Result<Response, HttpRefusal> {
    let value = |name: &str| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let (theme, look) = look(pairs);
    let read = |table: &Table| {
        (table.snapshot_for(Viewer::Public).update, table.listing(id.clone(), Viewer::Public))
    };
    let (Update::Table(snapshot), listing) = state.read_table(caller.address, id, read).await? else {
        return Err(Refusal::Fault.into());
    };
    let game = snapshot.position().map_err(|_| Refusal::NoSuchTable)?;
    let last = snapshot.moves.iter().rfind(|seen| !seen.mv.starts_with('+'));
    let context = DrawContext {
        last_move: last.and_then(|seen| game.parse_move(&seen.mv).ok()),
        // Thumbnails, which have a `ply` in their query, have no room for coordinates.
        coordinates: value("ply").is_none(),
        look,
        viewer: Viewer::Public,
        ..DrawContext::plain(lang)
    };
    let title = match listing.end {
        Some(_) => ended(&listing, lang),
        None => boards::say_turn(&game, &boards::Names::sides(game.kind()), lang),
    };
    let text = boards::draw(&game, &context).svg(theme, &title);
    // During the game, moves can be taken back: then another position has the same ply.
    let is_final = listing.end.is_some();
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, if is_final { "public, max-age=86400" } else { "no-store" }),
        (header::VARY, "accept-language"),
    ];
    Ok((headers, text).into_response())
}

/// A page that other sites can embed: the picture, linked to the game, the players, the result, and the makers of the
/// game.
pub(super) async fn embed(
    caller: Caller,
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
    Path(text): Path<String>,
) -> Result<Response, HttpRefusal> {
    let id = id(&text)?;
    let (_, listing) = finished(&state, caller, &id).await?;
    let lang = lang(&headers);
    let names: Vec<String> = listing.seats.iter().map(|occupant| occupant.say(lang)).collect();
    let title = escape(&format!("{} – {}", listing.kind.name().say(lang), names.join(", ")));
    let line = format!("{} · {}", names.join(" – "), ended(&listing, lang));
    let line = escape(&line);
    let credit = format!("{} · {}", listing.kind.name().say(lang), listing.kind.info().byline.get(lang));
    let credit = escape(&credit);
    let page = format!(
        "<!doctype html><html lang=\"{lang}\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <link rel=\"stylesheet\" href=\"/embed/style.css\"></head><body>\
         <a href=\"/t/{id}\" target=\"_blank\" rel=\"noopener\">\
         <img src=\"/games/{id}.svg\" alt=\"{title}\"></a><p>{line}</p><p><small>{credit}</small></p></body></html>"
    );
    let mut response = ([(header::VARY, "accept-language")], Html(page)).into_response();
    // The only page that may be embedded elsewhere. It has no script.
    response.extensions_mut().insert(crate::headers::Embeddable);
    Ok(response)
}

/// The style of the embedded page: the picture fills the frame, with room for the line below it.
pub(super) async fn style() -> Response {
    let headers =
        [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=86400")];
    (headers, include_str!("embed.css")).into_response()
}

/// The result as a sentence.
fn ended(listing: &Listing, lang: Lang) -> String {
    listing.end.map(|end| end.say(&listing.seats, lang)).unwrap_or_default()
}
