//! `trois games` and `trois rules`.

use rules::{Kind, Lang};

use crate::{answer, command, finish, json, refusal};

#[test]
fn games_lists_every_game_with_its_players_and_options() {
    let out = answer(&["games"]);
    for kind in Kind::ALL {
        assert!(
            out.lines().any(|line| line.starts_with(kind.id()) && line.contains("players")),
            "{kind}: {out}"
        );
        assert!(out.contains(&kind.info().duration(Lang::En)), "{kind}: {out}");
        for spec in kind.options() {
            assert!(out.contains(&format!("{}={}", spec.key, spec.values.join("|"))), "{kind}: {out}");
        }
    }
}

#[test]
fn games_in_json_is_one_object_with_all_options() {
    let games = json(&["games", "--json"]);
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), Kind::ALL.len());
    for (game, kind) in games.iter().zip(Kind::ALL) {
        assert_eq!(game["id"], kind.id());
        assert_eq!(game["players"]["min"], 2);
        assert_eq!(game["minutes"]["max"], kind.info().minutes.max);
        assert_eq!(game["credits"]["fr"], kind.info().credits.fr.as_ref());
        assert_eq!(game["options"].as_array().unwrap().len(), kind.options().len());
        assert!(game["name"]["fr"].is_string() && game["name"]["en"].is_string());
    }
    let tiebreak = &games[1]["options"][0];
    assert_eq!(tiebreak["key"], "tiebreak");
    assert_eq!(tiebreak["values"], serde_json::json!(["majority", "draw"]));
    assert_eq!(tiebreak["default"], "majority");
}

#[test]
fn every_game_is_explained_in_both_languages() {
    for kind in Kind::ALL {
        let (fr, en) =
            (answer(&["rules", kind.id(), "--lang", "fr"]), answer(&["rules", kind.id(), "--lang", "en"]));
        assert!(fr.contains("But\u{a0}: "), "{fr}");
        assert!(en.contains("Goal: "), "{en}");
        for (lang, said) in [(Lang::Fr, &fr), (Lang::En, &en)] {
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words(said).ends_with(&words(kind.info().credits.get(lang))), "{said}");
            let first_player = words(kind.info().first_player.get(lang));
            assert_eq!(words(said).matches(&first_player).count(), 1, "{first_player} in {said}");
        }
        let object = json(&["rules", kind.id(), "--lang", "fr", "--json"]);
        assert_eq!(object["game"], kind.id());
        assert_eq!(object["lang"], "fr");
        assert_eq!(object["first_player"], kind.info().first_player.fr.as_ref());
        assert!(fr.contains(object["text"].as_str().unwrap().trim_end()));
    }
}

#[test]
fn the_language_follows_the_locale_unless_given() {
    let speaks = |locales: &[(&str, &str)], args: &[&str]| {
        let mut command = command(args);
        command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env_remove("LANG");
        command.envs(locales.iter().copied());
        if finish(command, b"").out.contains("But\u{a0}:") { "fr" } else { "en" }
    };
    let rules = ["rules", "morpion"];
    assert_eq!(speaks(&[], &rules), "en");
    assert_eq!(speaks(&[("LANG", "fr_FR.UTF-8")], &rules), "fr");
    assert_eq!(speaks(&[("LANG", "fr_FR.UTF-8"), ("LC_MESSAGES", "de_DE")], &rules), "en");
    assert_eq!(speaks(&[("LANG", "en_GB"), ("LC_MESSAGES", "de_DE"), ("LC_ALL", "fr")], &rules), "fr");
    assert_eq!(speaks(&[("LANG", "fr_FR"), ("LC_ALL", "")], &rules), "fr");
    assert_eq!(speaks(&[("LANG", "fr_FR")], &["rules", "morpion", "--lang", "en"]), "en");
}

#[test]
fn an_unknown_game_is_answered_with_the_games_and_the_nearest() {
    let said = refusal(&["rules", "supre"]);
    for kind in Kind::ALL {
        assert!(said.contains(kind.id()), "{said}");
    }
    assert!(said.contains("a similar value exists: 'super'"), "{said}");
    for command in
        [&["moves", "chess"][..], &["perft", "chess", "2"], &["show", "chess"], &["bench", "perft", "chess"]]
    {
        assert!(refusal(command).contains("morpion, super"), "{command:?}");
    }
}

#[test]
fn an_unknown_language_is_refused() {
    assert!(refusal(&["rules", "super", "--lang", "de"]).contains("[possible values: fr, en]"));
}
