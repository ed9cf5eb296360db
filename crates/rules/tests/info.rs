//! Checks that what the games say about themselves agrees with how they are played.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rules::{AnyGame, Bounds, Kind, Lang, OptionSpec, Words};

fn texts(words: &Words) -> [&str; 2] {
    Lang::ALL.map(|lang| words.get(lang))
}

#[test]
fn a_game_is_found_by_its_id_and_ids_differ() {
    for &kind in Kind::ALL {
        assert_eq!(kind.id().parse(), Ok(kind));
        assert!(kind.id().chars().all(|letter| letter.is_ascii_lowercase()), "{kind}");
    }
}

#[test]
fn the_numbers_of_players_are_those_that_the_options_allow() {
    for &kind in Kind::ALL {
        let seats = |options: &String| AnyGame::new(kind, options).unwrap().seats();
        let counts: Vec<u8> = kind.all_options().iter().map(seats).collect();
        let bounds = Bounds::new(*counts.iter().min().unwrap(), *counts.iter().max().unwrap());
        assert_eq!(kind.players(), bounds, "{kind}");
        assert_eq!(kind.info().seats.len(), usize::from(bounds.max), "{kind}: every seat has a name");
        let by_players: Vec<u8> = kind.options_by_players().iter().map(seats).collect();
        assert_eq!(by_players, (bounds.min..=bounds.max).collect::<Vec<u8>>(), "{kind}");
    }
}

#[test]
fn the_sample_game_is_legal_to_its_last_move() {
    for &kind in Kind::ALL {
        let mut game = AnyGame::new(kind, "").unwrap();
        for text in kind.info().sample.split(' ') {
            let mv = game.parse_move(text).unwrap();
            game.play(mv).unwrap_or_else(|why| panic!("{kind}: {text}: {why}"));
        }
    }
}

#[test]
fn the_variants_begin_with_the_defaults_and_differ() {
    for &kind in Kind::ALL {
        let positions = |options: &&str| AnyGame::new(kind, options).unwrap().to_string();
        let starts: Vec<String> = kind.info().variants.iter().map(positions).collect();
        assert_eq!(kind.info().variants.first(), Some(&""), "{kind}");
        assert!(AnyGame::new(kind, kind.info().quick).is_ok(), "{kind}");
        let mut distinct = starts.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), starts.len(), "{kind}");
        for players in kind.options_by_players() {
            assert!(kind.info().variants.contains(&players.as_str()), "{kind}: {players} is a variant");
        }
    }
}

#[test]
fn all_options_are_all_combinations_with_the_defaults_first() {
    for &kind in Kind::ALL {
        let all = kind.all_options();
        let count: usize = kind.options().iter().map(|spec| spec.values.len()).product();
        assert_eq!(all.len(), count, "{kind}");
        let mut full: Vec<String> =
            all.iter().map(|options| AnyGame::new(kind, options).unwrap().options()).collect();
        assert_eq!(full[0], AnyGame::new(kind, "").unwrap().options());
        full.sort();
        full.dedup();
        assert_eq!(full.len(), count, "{kind}: the combinations differ");
    }
}

#[test]
fn every_text_exists_in_both_languages() {
    for &kind in Kind::ALL {
        let info = kind.info();
        for sentence in [&info.pitch, &info.first_player, &info.credits] {
            for text in texts(sentence) {
                assert!(text.len() > 20 && text.ends_with('.'), "{kind}: {text}");
            }
            assert_ne!(sentence.fr, sentence.en, "{kind}");
        }
        assert!(texts(&info.name).iter().all(|name| name.len() > 3), "{kind}");
        for seat in info.seats {
            assert!(texts(&seat.name).iter().all(|name| !name.is_empty() && **name == name.to_lowercase()));
        }
        for OptionSpec { key, values, default, name, value_names, about } in kind.options() {
            assert!(texts(name).iter().all(|name| name.chars().next().is_some_and(char::is_uppercase)));
            assert!(texts(about).iter().all(|text| text.ends_with('.')), "{kind} {key}");
            assert!(value_names.is_empty() || value_names.len() == values.len(), "{kind} {key}");
            assert!(values.contains(default), "{kind} {key}");
        }
        assert!(info.minutes.min >= 1 && info.minutes.min <= info.minutes.max, "{kind}");
    }
}

/// « Temps d'une partie : 5-15 minutes », « Durée d'une partie : 5 à 10 minutes », « Âges : 6-99 ans ».
#[test]
fn durations_and_ages_are_those_of_the_sources() {
    assert_eq!(Kind::Super.info().minutes, Bounds::new(5, 15));
    assert_eq!(Kind::Doh.info().minutes, Bounds::new(5, 10));
    assert_eq!(Kind::Cards.info().ages, Some(Bounds::new(6, 99)));
}

#[test]
fn authors_and_publishers_are_credited_in_both_languages() {
    let credited =
        |kind: Kind, name: &str| texts(&kind.info().credits).iter().all(|text| text.contains(name));
    assert!(credited(Kind::Doh, "Brian Schultze"));
    assert!(credited(Kind::Cards, "Djeco") && credited(Kind::Cards, "Escale à jeux"));
    for kind in [Kind::Doh, Kind::Fives] {
        for maker in ["Andrew Looney", "John Cooper", "Looney Labs"] {
            assert!(credited(kind, maker), "{kind}: {maker}");
        }
    }
    for &kind in Kind::ALL {
        let Words { fr, en } = &kind.info().credits;
        let is_ours = en.contains("ours") || en.contains("our own");
        assert!(fr.contains("de nous") && is_ours, "{kind}: our part is said to be ours");
    }
}

#[test]
fn bounds_are_written_as_a_range() {
    assert_eq!(Bounds::new(2, 4).to_string(), "2–4");
    assert_eq!(Bounds::new(2, 2).to_string(), "2");
}

#[test]
fn a_value_is_called_by_its_name_or_by_its_text() {
    let option = |kind: Kind, key: &str| kind.options().iter().find(|spec| spec.key == key).unwrap();
    assert_eq!(option(Kind::Super, "tiebreak").value_name("draw"), Words::new("Partie nulle", "A draw"));
    assert_eq!(option(Kind::Fives, "repetition").value_name("0"), Words::new("Jamais", "Never"));
    assert_eq!(option(Kind::Cards, "target").value_name("5"), Words::new("5", "5"));
}
