//! `trois engine`: networks and books that it loads from files.

use rules::hash::fnv1a;

use crate::engine::Talk;

/// A network file with the scale of the first numbers multiplied by this, and a true checksum.
fn scaled_network(bytes: &[u8], factor: f32) -> Vec<u8> {
    let mut bytes = bytes[..bytes.len() - 8].to_vec();
    let scale = f32::from_le_bytes(bytes[12..16].try_into().unwrap());
    bytes[12..16].copy_from_slice(&(scale * factor).to_le_bytes());
    bytes.extend(fnv1a(bytes.iter().copied()).to_le_bytes());
    bytes
}

/// The scores and lines that a search reports, without times.
fn searched(talk: &mut Talk) -> Vec<String> {
    talk.say("uginewgame");
    talk.say("go depth 6");
    let heard = talk.hear_until("bestmove");
    let timeless = |line: &String| {
        let words: Vec<&str> = line.split(' ').collect();
        let is_time = |at: usize| at > 0 && ["nps", "time"].contains(&words[at - 1]);
        let kept: Vec<&str> = (0..words.len()).filter(|&at| !is_time(at)).map(|at| words[at]).collect();
        kept.join(" ")
    };
    heard.iter().map(timeless).collect()
}

/// The built-in network, another one, and files that are not networks.
#[test]
fn a_network_is_loaded_from_a_file_and_after_a_damaged_one_the_hand_written_evaluation_is_used() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/src/knowledge/super_morpion/network");
    let whole = format!("{folder}/weights.net");
    let temporary =
        |name: &str| std::env::temp_dir().join(format!("trois-{name}-{}.net", std::process::id()));
    let [other, truncated, endless] = ["other", "truncated", "endless"].map(temporary);
    let bytes = std::fs::read(&whole).unwrap();
    std::fs::write(&other, scaled_network(&bytes, 0.5)).unwrap();
    std::fs::write(&endless, scaled_network(&bytes, f32::INFINITY)).unwrap();
    std::fs::write(&truncated, &bytes[..bytes.len() / 2]).unwrap();
    let (mut plain, mut loaded) = (Talk::new(), Talk::new());
    let built_in = searched(&mut plain);
    let mut hand_written = None;
    let [no_network, missing] = [format!("{folder}/weights.check"), format!("{folder}/no-such-file")];
    for (file, why) in [
        (truncated.to_str().unwrap(), "truncated or damaged"),
        (endless.to_str().unwrap(), "not finite or too large"),
        (no_network.as_str(), "this is not a network"),
        (missing.as_str(), "No such file"),
    ] {
        loaded.say(&format!("setoption name network value {}", other.display()));
        let with_other = searched(&mut loaded);
        assert_ne!(with_other, built_in, "the other network evaluates");
        let answer = loaded.ask(&format!("setoption name network value {file}"));
        assert!(answer.starts_with("info string error ") && answer.contains(why), "{answer}");
        assert!(answer.ends_with("; the engine goes on with its hand-written evaluation"), "{answer}");
        let without = searched(&mut loaded);
        assert!(without != built_in && without != with_other, "{file}: a network still evaluates");
        assert_eq!(*hand_written.get_or_insert(without.clone()), without, "{file}");
        loaded.say("setoption name network value <empty>");
        assert_eq!(searched(&mut loaded), built_in, "after {file}");
    }
    for file in [&other, &truncated, &endless] {
        std::fs::remove_file(file).unwrap();
    }
    loaded.say(&format!("setoption name network value {whole}"));
    assert_eq!(searched(&mut loaded), built_in);
    loaded.say("setoption name game value fives");
    let answer = loaded.ask(&format!("setoption name network value {whole}"));
    assert!(answer.contains("version 2, and the engine needs version 101"), "{answer}");
    loaded.say("setoption name game value morpion");
    let answer = loaded.ask(&format!("setoption name network value {whole}"));
    assert!(
        answer.contains("not evaluated by a network; the engine goes on with its hand-written"),
        "{answer}"
    );
    loaded.say("setoption name network value");
    assert_eq!(loaded.ask("isready"), "readyok", "the built-in evaluation is no error in any game");
}

#[test]
fn a_loaded_network_that_does_not_evaluate_the_game_is_reported_with_each_search() {
    let reported = |talk: &mut Talk| {
        talk.say("go nodes 500");
        let heard = talk.hear_until("bestmove");
        heard.into_iter().filter(|line| line.starts_with("info string network ")).collect::<Vec<_>>()
    };
    const NOT_USED: &str = "info string network games with these options are not evaluated by a network: \
                            the hand-written evaluation is used";
    let knowledge = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/src/knowledge");
    let mut talk = Talk::new();
    for (game, folder, options) in
        [("super", "super_morpion", "tiebreak=draw"), ("fives", "fives", "players=3")]
    {
        talk.say(&format!("setoption name game value {game}"));
        talk.say(&format!("setoption name options value {options}"));
        assert!(reported(&mut talk).is_empty(), "{game}: no network was loaded");
        talk.say(&format!("setoption name network value {knowledge}/{folder}/network/weights.net"));
        for _ in 0..2 {
            assert_eq!(reported(&mut talk), [NOT_USED], "{game}");
        }
        talk.say("setoption name options value <empty>");
        assert!(reported(&mut talk).is_empty(), "{game}: the network is used");
        talk.say(&format!("setoption name options value {options}"));
        talk.say("setoption name network value <empty>");
        assert!(reported(&mut talk).is_empty(), "{game}: no network is loaded any more");
    }
}

#[test]
fn a_book_move_is_reported_as_such_and_the_book_can_be_disabled() {
    let mut talk = Talk::new();
    talk.say("go movetime 60000");
    let heard = talk.hear_until("bestmove");
    assert!(heard.contains(&"info string book".to_owned()), "{heard:?}");
    for way in ["go nodes 500", "go depth 2"] {
        talk.say(way);
        let heard = talk.hear_until("bestmove");
        assert!(!heard.contains(&"info string book".to_owned()), "{way}: {heard:?}");
    }
    talk.say("go infinite");
    talk.say("stop");
    assert!(!talk.hear_until("bestmove").contains(&"info string book".to_owned()));
    let answer = talk.ask("setoption name book value perhaps");
    assert!(answer.contains("neither true nor false"), "{answer}");
    talk.say("setoption name book value off");
    talk.say("go movetime 20");
    assert!(!talk.hear_until("bestmove").contains(&"info string book".to_owned()));
    talk.say("setoption name book value true");
    talk.say("go movetime 60000");
    assert!(talk.hear_until("bestmove").contains(&"info string book".to_owned()));
}

#[test]
fn a_book_with_an_illegal_move_is_refused_and_the_engine_plays_without_one() {
    let path = std::env::temp_dir().join(format!("trois-{}.book", std::process::id()));
    let file = path.to_str().unwrap();
    let mut talk = Talk::new();
    std::fs::write(&path, "trois-book 1 super\n0 - 1.1 500 9\nend 1\n").unwrap();
    talk.say(&format!("setoption name bookfile value {file}"));
    talk.say("go movetime 60000");
    assert_eq!(talk.best(), "1.1");
    for wrong in
        ["trois-book 1 super\n0 - 1.1 500 9\n1 1.1 2.1 500 9\nend 2\n", "trois-book 1 super\n0 - 1.1", ""]
    {
        std::fs::write(&path, wrong).unwrap();
        let answer = talk.ask(&format!("setoption name bookfile value {file}"));
        assert!(answer.starts_with("info string error "), "{answer}");
        assert!(answer.ends_with("; the engine plays without a book"), "{answer}");
        talk.say("go movetime 20");
        assert!(!talk.hear_until("bestmove").contains(&"info string book".to_owned()));
    }
    std::fs::remove_file(&path).unwrap();
    let answer = talk.ask(&format!("setoption name bookfile value {file}"));
    assert!(answer.ends_with("; the engine plays without a book"), "{answer}");
    talk.say("setoption name bookfile value <empty>");
    talk.say("go movetime 60000");
    assert!(
        talk.hear_until("bestmove").contains(&"info string book".to_owned()),
        "the built-in book is back"
    );
}
