//! `trois bench`.

use rules::Kind;

use crate::{answer, json, refusal};

#[test]
fn one_game_is_one_object() {
    let object = json(&["bench", "playouts", "super", "--seconds", "0.05", "--json"]);
    assert_eq!(object["game"], "super");
    assert!(object["playouts_per_s"].as_u64().unwrap() > 0);
    assert!(object.get("leaves_per_s").is_none());
    let object = json(&["bench", "perft", "super", "--seconds", "0.01", "--json"]);
    assert!(object["leaves_per_s"].as_u64().unwrap() > 0);
}

#[test]
fn all_games_are_a_list_and_a_table() {
    let object = json(&["bench", "--seconds", "0.01", "--json"]);
    let games = object["games"].as_array().unwrap();
    assert_eq!(games.len(), Kind::ALL.len());
    for (game, kind) in games.iter().zip(Kind::ALL) {
        assert_eq!(game["game"], kind.id());
        assert!(game["playouts_per_s"].as_u64().unwrap() > 0, "{kind}");
        assert!(game["leaves_per_s"].as_u64().unwrap() > 0, "{kind}");
    }
    let table = answer(&["bench", "playouts", "--seconds", "0.01"]);
    assert_eq!(table.lines().count(), Kind::ALL.len() + 1, "{table}");
    assert!(table.starts_with("game "), "{table}");
}

#[test]
fn a_measurement_of_zero_seconds_is_refused() {
    for seconds in ["0", "-1", "nan", "inf", "1e9", "x"] {
        assert!(!refusal(&["bench", "--seconds", seconds]).is_empty());
    }
    assert!(refusal(&["bench", "speed"]).contains("[possible values: playouts, perft, engine, stop]"));
}

#[test]
fn the_signature_of_the_engine_is_printed() {
    let object = json(&["bench", "engine", "--json"]);
    assert_eq!(object["nodes"].as_u64().unwrap(), engine::bench::signature());
    assert!(object["seconds"].is_f64());
    let games = object["games"].as_array().unwrap();
    assert!(games.iter().all(|game| game["nodes_per_s"].as_u64().unwrap() > 0), "{object}");
    assert_eq!(games.iter().map(|game| game["nodes"].as_u64().unwrap()).sum::<u64>(), object["nodes"]);
    assert!(answer(&["bench", "engine"]).starts_with(&format!("Bench: {}\n", object["nodes"])));
    assert!(refusal(&["bench", "engine", "super"]).contains("name no game"));
}

#[test]
fn the_delay_of_a_stop_is_printed_for_each_number_of_players() {
    let object = json(&["bench", "stop", "doh", "--seconds", "0.01", "--json"]);
    let options: Vec<&str> =
        object["games"].as_array().unwrap().iter().map(|game| game["options"].as_str().unwrap()).collect();
    assert_eq!(options, ["", "players=3", "players=4"]);
    for game in object["games"].as_array().unwrap() {
        assert!(game["stopped"].as_u64().unwrap() + game["ended"].as_u64().unwrap() > 0, "{game}");
        assert!(game["max_ms"].as_f64().unwrap() >= game["median_ms"].as_f64().unwrap(), "{game}");
    }
    assert!(answer(&["bench", "stop", "morpion", "--seconds", "0.01"]).contains("morpion"));
}
