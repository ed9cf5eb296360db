//! `trois replay`.

use serde_json::json;

use crate::{answer, answer_to, folder, json as object, refusal, refusal_of};

const GAME: &str = "[Game \"morpion\"]\n[Seat1 \"Anne\"]\n[Round \"3\"]\n\n\
                    1. 5 2. 1 {A corner.} 3. 3 4. 2 5. 7 win1\n";

#[test]
fn a_record_is_checked_and_its_end_shown() {
    let file = folder("replay").join("game.txt");
    std::fs::write(&file, GAME).unwrap();
    let out = answer(&["replay", file.to_str().unwrap()]);
    assert_eq!(
        out,
        "Tic-tac-toe\nSeat1: Anne\nRound: 3\n\n1. 5 2. 1 3. 3 4. 2 5. 7\n\n \
         O | O | X\n---+---+---\n 4 | X | 6\n---+---+---\n X | 8 | 9\n\nPlayer 1 wins.\n"
    );
    assert_eq!(answer_to(&["replay", "-"], GAME), out);
}

#[test]
fn steps_are_shown_with_their_diagrams_and_comments() {
    let out = answer_to(&["replay", "-", "--step"], GAME);
    assert_eq!(out.matches("---+---+---\n").count(), 2 * 6, "{out}");
    assert!(out.contains("\n2. 1\n O | 2 | 3\n"), "{out}");
    assert!(out.contains("\n  A corner.\n"), "{out}");
    assert!(out.ends_with("\n\nPlayer 1 wins.\n"), "{out}");
}

#[test]
fn a_declared_result_is_shown_as_declared() {
    let resigned = "[Game \"morpion\"] 5 1 win2";
    assert!(answer_to(&["replay", "-"], resigned).ends_with("\nDeclared result: Player 2 wins.\n"));
    assert!(answer_to(&["replay", "-"], "[Game \"morpion\"] 5 1").ends_with("\nPlayer 1 is to move.\n"));
    let french = answer_to(&["replay", "-", "--lang", "fr"], resigned);
    assert!(french.ends_with("\nRésultat déclaré\u{a0}: Le joueur 2 gagne.\n"), "{french}");
}

#[test]
fn json_has_the_moves_the_tags_and_the_end() {
    let file = folder("replay_json").join("game.txt");
    std::fs::write(&file, GAME).unwrap();
    assert_eq!(
        object(&["replay", file.to_str().unwrap(), "--json"]),
        json!({
            "game": "morpion",
            "options": "",
            "tags": { "Seat1": "Anne", "Round": "3" },
            "moves": ["5", "1", "3", "2", "7"],
            "position": "oox/.x./x.. win1",
            "turn": null,
            "result": "win 1",
            "annotations": [{ "line": 0, "ply": 2, "comment": "A corner.", "nags": [] }],
        })
    );
    let steps = object(&["replay", file.to_str().unwrap(), "--json", "--step"]);
    assert_eq!(steps["positions"].as_array().unwrap().len(), 6);
    assert_eq!(steps["positions"][1], ".../.x./... 2");
}

#[test]
fn the_game_of_a_record_without_a_tag_can_be_given() {
    assert!(answer_to(&["replay", "-", "--game", "super"], "1.5 5.7").contains("1. 1.5 2. 5.7"));
    assert!(refusal_of(&["replay", "-"], b"").contains("Nothing says which game this is"));
}

#[test]
fn an_illegal_move_is_reported_with_its_location_number_and_reason() {
    assert_eq!(
        refusal_of(&["replay", "-"], b"[Game \"super\"]\n\n1. 1.5 2. 5.5\n3. 4.1 *"),
        "Line 4, column 4: Move 3, 4.1: The last move sends you to the centre board: you must play there."
    );
    assert!(
        refusal_of(&["replay", "-", "--lang", "fr"], b"[Game \"super\"]\n1. 1.5 2. 4.1")
            .starts_with("Ligne 2, colonne 11\u{a0}: Coup 2, 4.1\u{a0}: ")
    );
}

#[test]
fn a_truncated_record_is_refused_where_it_breaks_off() {
    assert!(
        refusal_of(&["replay", "-"], b"[Game \"super").contains("Line 1, column 1: This tag is not complete")
    );
    assert!(refusal_of(&["replay", "-"], b"[Game \"super\"]\n1.5 {why").contains("Line 2, column 5"));
    assert!(refusal_of(&["replay", "-"], b"[Game \"super\"]\n1. 1.5 2. 5").contains("Line 2, column 11"));
}

#[test]
fn every_error_is_reported_with_its_location() {
    assert_eq!(
        refusal_of(&["replay", "-"], b"[Game \"morpion\"]\n[Bad]\n5 1 (2 2) (3 zz)\n9 9 )"),
        "Line 2, column 1: This tag is not complete: it is written [Name \"value\"].\n\
         Line 3, column 8: Move 3, 2: There is already a nought in that cell: choose an empty one.\n\
         Line 3, column 14: \u{201c}zz\u{201d} does not belong here: it should be a cell from 1 to 9.\n\
         Line 4, column 3: Move 4, 9: There is already a cross in that cell: choose an empty one.\n\
         Line 4, column 5: This parenthesis closes but was never opened."
    );
}

const VARIATIONS: &str = "[Game \"morpion\"] 5 1! ({or} 2 3 (4 $14)) 9 (7) *";

#[test]
fn variations_are_replayed() {
    let out = answer_to(&["replay", "-"], VARIATIONS);
    assert!(out.contains("\n1. 5 2. 1! (2. 2 3. 3 (3. 4 $14)) 3. 9 (3. 7)\n"), "{out}");
    let out = answer_to(&["replay", "-", "--step"], VARIATIONS);
    let moves: Vec<&str> =
        out.lines().filter(|line| line.contains(". ") || line.starts_with(['(', ')'])).collect();
    assert_eq!(
        moves,
        [
            "1. 5",
            "2. 1!",
            "( Variation",
            "2. 2",
            "3. 3",
            "( Variation",
            "3. 4 $14",
            ")",
            ")",
            "3. 9",
            "( Variation",
            "3. 7",
            ")"
        ],
        "{out}"
    );
    assert!(out.contains("\n3. 4 $14\n 1 | O | 3\n---+---+---\n X | X | 6\n"), "{out}");
    assert!(out.contains("\n3. 7\n O | 2 | 3\n---+---+---\n 4 | X | 6\n---+---+---\n X | 8 | 9\n"), "{out}");
    let file = folder("replay_variations").join("game.txt");
    std::fs::write(&file, VARIATIONS).unwrap();
    let object = object(&["replay", file.to_str().unwrap(), "--json"]);
    assert_eq!(object["moves"], json!(["5", "1", "9"]));
    assert_eq!(
        object["variations"],
        json!([
            { "line": 0, "ply": 1, "moves": ["2", "3"] },
            { "line": 1, "ply": 2, "moves": ["4"] },
            { "line": 0, "ply": 2, "moves": ["7"] },
        ])
    );
}

#[test]
fn comments_and_marks_are_in_the_json() {
    let text = "[Game \"morpion\"] {Before.} 5 1! (2 {Or.} 3 (4 $14)) 9 {Last.} *";
    let out = answer_to(&["replay", "-", "--json"], text);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        object["annotations"],
        json!([
            { "line": 0, "ply": 0, "comment": "Before.", "nags": [] },
            { "line": 0, "ply": 2, "comment": "", "nags": [1] },
            { "line": 1, "ply": 2, "comment": "Or.", "nags": [] },
            { "line": 2, "ply": 3, "comment": "", "nags": [14] },
            { "line": 0, "ply": 3, "comment": "Last.", "nags": [] },
        ])
    );
}

#[test]
fn a_file_of_many_games_is_shown_game_by_game() {
    let two = format!("{GAME}\n{VARIATIONS}\n");
    let out = answer_to(&["replay", "-"], &two);
    assert!(out.starts_with("Game 1, line 1\nTic-tac-toe\nSeat1: Anne\n"), "{out}");
    assert!(out.contains("\nPlayer 1 wins.\n\nGame 2, line 7\n") && out.ends_with("\n\n2 games.\n"), "{out}");
    let json = answer_to(&["replay", "-", "--json"], &two);
    let results: Vec<serde_json::Value> = json
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["result"].clone())
        .collect();
    assert_eq!(results, [json!("win 1"), json!(null)]);
}

#[test]
fn the_errors_of_one_game_do_not_hide_the_others() {
    let run =
        crate::run_with(&["replay", "-"], format!("{GAME}\n[Game \"morpion\"] 5 5 *\n{GAME}").as_bytes());
    assert_eq!(run.status, Some(2));
    assert_eq!(run.out.matches("Player 1 wins.").count(), 2, "{}", run.out);
    assert_eq!(
        run.err,
        "error: Line 7, column 20: Move 2, 5: There is already a cross in that cell: choose an empty one.\n\
         error: 1 of 3 games have errors.\n"
    );
}

/// Ten times as many games need no more memory. The peak is that of the whole program.
#[test]
#[cfg(target_os = "linux")]
fn a_stream_of_many_games_is_replayed_in_constant_memory() {
    use std::io::{BufRead, Write};
    let mut child = crate::command(&["replay", "-", "--json"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // More than are read at first, so that the program still runs when its memory is read.
    let writer = std::thread::spawn(move || {
        for _ in 0..120 {
            stdin.write_all(GAME.repeat(100).as_bytes()).unwrap();
        }
    });
    let mut lines = std::io::BufReader::new(child.stdout.take().unwrap()).lines();
    let mut peak_after = |games: usize| -> u64 {
        for line in lines.by_ref().take(games) {
            assert!(line.unwrap().contains("\"result\":\"win 1\""));
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().trim_end_matches(" kB").parse().unwrap()
    };
    let (few, many) = (peak_after(1_000), peak_after(10_000));
    assert_eq!(lines.count(), 1_000);
    writer.join().unwrap();
    assert!(child.wait().unwrap().success());
    assert!(many < few + 1_024, "{few} kB after 1,000 games, {many} kB after 11,000");
}

#[test]
fn an_endless_comment_does_not_fill_the_memory() {
    let mut endless = b"[Game \"morpion\"] 5 {".to_vec();
    endless.resize(20 << 20, b'x');
    endless.extend(b"} 1 *");
    let said = refusal_of(&["replay", "-"], &endless);
    assert_eq!(said, "Line 1, column 20: This text is too long to be read.");
}

#[test]
fn a_file_that_is_not_text_or_not_there_is_refused() {
    let folder = folder("replay_bad");
    let file = folder.join("latin1.txt");
    std::fs::write(&file, b"[Game \"super\"]\n[Seat1 \"Andr\xe9\"]\n1.5").unwrap();
    let said = refusal(&["replay", file.to_str().unwrap()]);
    assert!(
        said.ends_with("latin1.txt cannot be read: line 2 contains a byte that is not valid UTF-8."),
        "{said}"
    );
    assert!(refusal(&["replay", folder.join("none").to_str().unwrap()]).contains("none cannot be opened: "));
    assert!(refusal(&["replay", folder.to_str().unwrap()]).contains("cannot be read: "));
}
