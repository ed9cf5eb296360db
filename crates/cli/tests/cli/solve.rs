//! `trois solve`.

use crate::{answer, json, refusal};

#[test]
fn doh_is_a_draw_unless_the_medium_comes_first() {
    let object = json(&["solve", "doh", "--json"]);
    assert_eq!(object["value"], "draw");
    assert!(object["positions"].as_u64().unwrap() > 10_000);
    assert!(object["seconds"].as_f64().unwrap() > 0.0);
    let openings = object["openings"].as_object().unwrap();
    assert!(!openings.is_empty());
    for (mv, opening) in openings {
        let value = if mv.starts_with('M') { "loss" } else { "draw" };
        assert_eq!(opening["value"], value, "{mv}");
        assert!(opening["plies"].as_u64().unwrap() > 0, "{mv}");
    }
    assert!(object.get("all").is_none());
}

#[test]
fn morpion_is_a_draw_whatever_comes_first() {
    let object = json(&["solve", "morpion", "--json"]);
    assert_eq!((object["value"].as_str(), object["plies"].as_u64()), (Some("draw"), Some(9)));
    let openings = object["openings"].as_object().unwrap();
    assert_eq!(openings.len(), 9);
    assert!(openings.values().all(|opening| opening["value"] == "draw" && opening["plies"] == 9));
    let out = answer(&["solve", "morpion"]);
    assert!(out.contains("a draw in 9 moves for the player who begins"), "{out}");
    assert!(out.contains("\n5        draw       9\n"), "{out}");
}

#[test]
fn every_position_of_doh_is_valued() {
    let object = json(&["solve", "doh", "--all", "--json"]);
    let counts = ["won", "lost", "drawn"].map(|name| object[name].as_u64().unwrap());
    assert_eq!(counts, [7_703_431, 188_382, 645_814]);
    let all = &object["all"];
    assert_eq!(all["to_move"].as_u64(), Some(counts.iter().sum()));
    let distances = all["distances"].as_array().unwrap();
    let sum = |name: &str| distances.iter().map(|distance| distance[name].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum("won"), sum("lost")), (counts[0], counts[1]));
    assert_eq!(object["value"], "draw");
}

#[test]
fn doh_is_solved_for_three_and_four() {
    for (players, won) in [(3, 7_430_033), (4, 7_420_157)] {
        assert_multiplayer_solution(players, won);
    }
    let out = answer(&["solve", "doh", "--options", "players=4"]);
    assert!(out.contains("no seat can force even a draw"), "{out}");
    assert!(refusal(&["solve", "doh", "--options", "players=5"]).starts_with("--options: "));
}

/// Checks what `--json` says of the game for three or four, in which the mover can force a win in `won` positions.
fn assert_multiplayer_solution(players: usize, won: u64) {
    let object = json(&["solve", "doh", "--options", &format!("players={players}"), "--json"]);
    assert_eq!(object["positions"], 8_537_627);
    assert!(object["seconds"].as_f64().unwrap() > 0.0);
    let wins = &object["counts"]["forces_win"];
    assert_eq!(wins["mover"], won);
    // At most one seat can force a win.
    let sum: u64 = wins.as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(sum, 8_537_627);
    let openings = object["openings"].as_object().unwrap();
    assert_eq!(openings.keys().collect::<Vec<_>>(), ["Sc3", "Mc3", "Lc3"]);
    for standing in openings.values().chain([&object["start"]]) {
        for shares in ["uniform", "delaying"] {
            let shares: Vec<f64> =
                standing[shares].as_array().unwrap().iter().map(|share| share.as_f64().unwrap()).collect();
            assert_eq!(shares.len(), players);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
        }
        assert!(standing["forces_win"].as_array().unwrap().is_empty());
        assert!(standing["forces_draw"].as_array().unwrap().is_empty());
    }
}

/// `trois solve doh --atlas > crates/web/assets/atlas.txt` writes it.
#[test]
fn the_atlas_of_the_app_is_what_solving_gives() {
    let stored = include_str!("../../../web/assets/atlas.txt");
    assert!(answer(&["solve", "doh", "--atlas"]) == stored, "the atlas is out of date");
    assert_eq!(refusal(&["solve", "morpion", "--atlas"]), "--atlas is only for doh.");
}

/// The curiosities of the app's atlas tell these outcomes of single moves.
#[test]
fn analysing_two_positions_of_doh_proves_the_curiosities_of_the_atlas() {
    let lines = |moves: &str| {
        let out = answer(&["analyse", "doh", "--moves", moves, "--lines", "40"]);
        out.lines()
            .filter(|line| line.trim_start().starts_with(|first: char| first.is_ascii_digit()))
            .map(|line| {
                let words: Vec<&str> = line.split_whitespace().collect();
                let outcome = words[1..3].join(" ");
                (
                    outcome,
                    words.iter().find(|word| word.parse::<rules::doh::Move>().is_ok()).unwrap().to_string(),
                )
            })
            .collect::<Vec<_>>()
    };
    let with = |lines: &[(String, String)], outcome: &str| {
        let mut moves: Vec<String> =
            lines.iter().filter(|(found, _)| found.starts_with(outcome)).map(|(_, mv)| mv.clone()).collect();
        moves.sort();
        moves
    };
    // After the small piece, only a medium piece that shares a side with it holds the draw.
    let replies = lines("Sc3");
    assert_eq!(replies.len(), 25, "every reply is listed");
    assert_eq!(with(&replies, "a draw"), ["Mb3", "Mc2", "Mc4", "Md3"]);
    assert_eq!(with(&replies, "loses").len() + 4, replies.len());
    let third = lines("Sc3 Sc2");
    assert_eq!(third.len(), 32, "every move is listed");
    assert_eq!(with(&third, "wins"), ["Lc1", "Lc4", "Mc2", "Mc3", "Sc1", "Sc4"]);
    assert_eq!(with(&third, "loses").len() + 6, third.len());
}

#[test]
fn an_unsolved_game_is_refused() {
    assert!(refusal(&["solve", "super"]).contains("[possible values: morpion, doh]"));
    assert_eq!(refusal(&["solve", "morpion", "--all"]), "--all is only for doh.");
}
