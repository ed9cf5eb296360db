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

/// Minutes without optimisation on a busy machine: run by hand, or where the engine is optimised.
#[test]
#[ignore = "takes about as long as all other tests together"]
fn every_position_of_doh_is_valued() {
    let object = json(&["solve", "doh", "--all", "--json"]);
    let all = &object["all"];
    let count = |name: &str| all[name].as_u64().unwrap();
    assert_eq!(count("won") + count("lost") + count("drawn"), count("to_move"));
    assert!(count("won") > 0 && count("lost") > 0 && count("drawn") > 0);
    assert!(!all["distances"].as_array().unwrap().is_empty());
}

#[test]
fn what_is_not_solved_is_refused() {
    assert!(refusal(&["solve", "super"]).contains("[possible values: doh, morpion]"));
    assert_eq!(
        refusal(&["solve", "morpion", "--all"]),
        "--all values every position of doh, and of no other game."
    );
}
