//! The puzzle of the day, for programs.

use std::sync::{Arc, LazyLock};

use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use puzzles::{Puzzle, PuzzleCollection, PuzzleId};
use rules::date::DAY;
use rules::{Kind, TextError, words};
use table::Refusal;

use super::HttpRefusal;
use crate::app_state::AppState;

/// The last day with a year of four digits, in days since 1970.
const LAST_DAY: u64 = 2_932_896;

/// The collections of all games.
static COLLECTIONS: LazyLock<Vec<PuzzleCollection>> =
    LazyLock::new(|| Kind::ALL.iter().map(|&kind| puzzles::collection(kind)).collect());

/// The puzzle of a day as JSON. `?game=` and `?date=` choose another game and another day.
pub(super) async fn daily(
    State(state): State<Arc<AppState>>,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Response, HttpRefusal> {
    let text = answer(&pairs, state.now().0 / DAY).map_err(Refusal::from)?;
    let caching = (header::CACHE_CONTROL, "public, max-age=60");
    Ok(([(header::CONTENT_TYPE, "application/json"), caching], text).into_response())
}

fn answer(pairs: &[(String, String)], today: u64) -> Result<String, TextError> {
    let (mut kind, mut day) = (Kind::default(), today);
    for (name, value) in pairs.iter().filter(|(_, value)| !value.is_empty()) {
        match name.as_str() {
            "game" => kind = value.parse()?,
            "date" => day = read_date(value, today)?,
            _ => return Err(TextError::new(0, name, words!(fr: "game ou date", en: "game or date"))),
        }
    }
    let found = COLLECTIONS.iter().find(|collection| collection.kind() == kind).and_then(|collection| {
        let index = collection.daily(day)?;
        Some((index, collection.id(index)?, collection.puzzle(index).ok()?))
    });
    let (index, id, puzzle) =
        found.ok_or_else(|| TextError::new(0, &rules::date_of(day * DAY), first_date()))?;
    Ok(json(kind, day, index, id, &puzzle))
}

/// The day of a date, in days since 1970. Days after today are refused.
fn read_date(text: &str, today: u64) -> Result<u64, TextError> {
    // ISO dates sort like their days, so a binary search finds the day.
    let (mut low, mut high) = (0, LAST_DAY);
    while low < high {
        let middle = (low + high) / 2;
        if rules::date_of(middle * DAY).as_str() < text { low = middle + 1 } else { high = middle }
    }
    let expected = if rules::date_of(low * DAY) != text {
        words!(fr: "une date comme 2026-11-16", en: "a date like 2026-11-16")
    } else if low > today {
        let today = rules::date_of(today * DAY);
        words!(fr: "une date jusqu’à aujourd’hui, {today}", en: "a date up to today, {today}")
    } else {
        return Ok(low);
    };
    Err(TextError::new(0, text, expected))
}

fn first_date() -> rules::Words {
    words!(
        fr: "une date à partir du 2026-01-01, celle de la première énigme",
        en: "a date from 2026-01-01 on, that of the first puzzle"
    )
}

/// Writes the JSON. Nothing needs to be escaped: positions and moves have no quotation marks and no backslashes.
fn json(kind: Kind, day: u64, index: usize, id: PuzzleId, puzzle: &Puzzle) -> String {
    let list =
        |words: Vec<String>| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(",");
    let themes = list(puzzle.themes.iter().map(|theme| theme.id().to_owned()).collect());
    let solution = list(puzzle.line.iter().map(ToString::to_string).collect());
    let (date, number) = (rules::date_of(day * DAY), index + 1);
    let (rating, moves, position) = (puzzle.rating, puzzle.moves(), &puzzle.start);
    format!(
        "{{\"date\":\"{date}\",\"game\":\"{kind}\",\"id\":\"{id}\",\"number\":{number},\"rating\":{rating},\
         \"themes\":[{themes}],\"position\":\"{position}\",\"moves\":{moves},\"solution\":[{solution}],\
         \"page\":\"/puzzles/{kind}/{id}\",\"collection\":\"/puzzles/{kind}.txt\",\
         \"license\":\"MIT OR Apache-2.0\"}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(query: &[(&str, &str)]) -> Result<String, String> {
        let pairs: Vec<_> = query.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        answer(&pairs, 20_773).map_err(|why| why.to_string())
    }

    #[test]
    fn the_puzzle_of_a_day_is_that_of_the_collection() {
        for &kind in Kind::ALL {
            let collection = puzzles::collection(kind);
            let index = collection.daily(20_773).unwrap();
            let text = ask(&[("game", kind.id())]).unwrap();
            assert!(
                text.starts_with(&format!(
                    "{{\"date\":\"2026-11-16\",\"game\":\"{kind}\",\"id\":\"{}\"",
                    collection.id(index).unwrap()
                )),
                "{text}"
            );
            assert!(
                text.contains(&format!("\"position\":\"{}\"", collection.puzzle(index).unwrap().start)),
                "{text}"
            );
            assert_eq!(ask(&[("game", kind.id()), ("date", "2026-11-16")]), Ok(text));
            assert!(ask(&[("game", kind.id()), ("date", "2026-01-01")]).is_ok());
        }
        assert!(ask(&[]).unwrap().contains(&format!("\"game\":\"{}\"", Kind::default())));
        assert_eq!(rules::date_of(LAST_DAY * DAY), "9999-12-31");
    }

    #[test]
    fn the_documented_example_is_what_the_server_answers() {
        let document = include_str!("../../../../docs/puzzles.md");
        let text = ask(&[("game", "morpion"), ("date", "2026-11-16")]).unwrap();
        assert!(document.contains(text.trim_end()), "{text}");
    }

    #[test]
    fn nothing_in_the_answer_needs_to_be_escaped() {
        for collection in COLLECTIONS.iter() {
            for index in 0..collection.len() {
                let line = collection.puzzle(index).unwrap().to_string();
                assert!(!line.contains(['"', '\\']), "{line}");
            }
        }
    }

    #[test]
    fn a_wrong_game_date_or_name_is_explained() {
        for (query, words) in [
            (("game", "chess"), "chess"),
            (("date", "yesterday"), "a date like 2026-11-16"),
            (("date", "2026-02-30"), "a date like 2026-11-16"),
            (("date", "2025-12-31"), "a date from 2026-01-01 on"),
            (("date", "2026-11-17"), "a date up to today, 2026-11-16"),
            (("day", "1"), "game or date"),
        ] {
            let why = ask(&[query]).unwrap_err();
            assert!(why.contains(words), "{why}");
        }
    }
}
