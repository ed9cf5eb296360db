//! What was played in a position in the games of the archive.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use explorer::PositionKey;
use rules::{AnyGame, Kind, TextError, words};
use table::Refusal;

use super::{Caller, HttpRefusal, plain};
use crate::app_state::AppState;

/// The most characters of the moves that lead to a position.
const MAX_MOVES: usize = 2_000;

/// A position to look up.
struct PositionQuery {
    kind: Kind,
    key: u64,
    /// The moves of the position, if they are known.
    position_key: Option<PositionKey>,
}

/// Answers with a line for each move, most played first: its code, the games won by each player (the player to move
/// first, always four), the games drawn and, if the position was given by its moves, the moves with this code.
pub(super) async fn moves(
    caller: Caller,
    State(state): State<Arc<AppState>>,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Response, HttpRefusal> {
    state.read_limits.explore(caller.address)?;
    let query = read(&pairs).map_err(Refusal::from)?;
    let found = state.store.moves_played(query.kind.id(), query.key).await?;
    let lines: Vec<String> = found
        .iter()
        .map(|found| {
            let [one, two, three, four] = found.tally.wins;
            let counts = format!("{} {one} {two} {three} {four} {}", found.code, found.tally.draws);
            let moves = query.position_key.as_ref().and_then(|position_key| position_key.moves(found.code));
            let moves: Vec<String> = moves.unwrap_or_default().iter().map(ToString::to_string).collect();
            if moves.is_empty() { counts } else { format!("{counts} {}", moves.join(",")) }
        })
        .collect();
    Ok(plain(lines.join("\n")).into_response())
}

fn read(pairs: &[(String, String)]) -> Result<PositionQuery, TextError> {
    let value =
        |name: &str| pairs.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str());
    let known = ["game", "key", "options", "moves"];
    if let Some((name, _)) = pairs.iter().find(|(name, _)| !known.contains(&name.as_str())) {
        let expected = words!(fr: "game, key, options ou moves", en: "game, key, options or moves");
        return Err(TextError::new(0, name, expected));
    }
    let kind: Kind = value("game").parse()?;
    if !value("key").is_empty() {
        let digits = value("key");
        let key = u64::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 16);
        let expected =
            words!(fr: "une clé de 16 chiffres hexadécimaux", en: "a key of 16 hexadecimal digits");
        let key = key.ok_or_else(|| TextError::new(0, digits, expected))?;
        return Ok(PositionQuery { kind, key, position_key: None });
    }
    let mut game = AnyGame::new(kind, value("options"))?;
    if value("moves").len() > MAX_MOVES {
        let expected = words!(fr: "au plus {MAX_MOVES} caractères", en: "at most {MAX_MOVES} characters");
        return Err(TextError::new(MAX_MOVES, "", expected));
    }
    for word in value("moves").split([',', ' ']).filter(|word| !word.is_empty()) {
        let mv = game.parse_move(word)?;
        let expected = words!(fr: "des coups légaux", en: "legal moves");
        game.play(mv).map_err(|_| TextError::new(0, word, expected))?;
    }
    let expected =
        words!(fr: "une position où quelqu’un doit jouer", en: "a position in which a player is to move");
    let position_key = PositionKey::of(&game).ok_or_else(|| TextError::new(0, value("moves"), expected))?;
    Ok(PositionQuery { kind, key: position_key.key, position_key: Some(position_key) })
}
