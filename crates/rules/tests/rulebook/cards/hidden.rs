//! What each viewer sees, what they can deduce, and how the rest is determinized.

use super::*;
use std::collections::BTreeMap;

const ONE: Viewer = Viewer::Seat(Seat::ONE);
const TWO: Viewer = Viewer::Seat(Seat::TWO);
const VIEWERS: [Viewer; 3] = [ONE, TWO, Viewer::Public];

fn seen_by(game: &Cards, viewer: Viewer) -> Cards {
    *View::new(game, viewer).position()
}

/// A position whose draw pile is empty and whose pot holds every card that the other fields do not name.
fn with_pot(grid: &str, one: &str, two: &str, rest: &str) -> Cards {
    let options = "numbers=9,target=5";
    let pot = others(options.parse().unwrap(), &[grid, one, two]);
    format!("{grid} {one} {two} - {pot} {rest} {options}").parse().unwrap()
}

/// Ruling: hands and pile are hidden.
#[test]
fn a_player_sees_their_own_hand_and_how_many_cards_the_other_has() {
    let game = on("...../...../.R1R2../...../.....", "R5YG", "B1B2", "1");
    assert_eq!(
        seen_by(&game, ONE).to_string(),
        "...../...../.R1R2../...../..... R5YG ?2 ?37 - 0-0 1 numbers=9,target=5"
    );
    assert_eq!(
        seen_by(&game, TWO).to_string(),
        "...../...../.R1R2../...../..... ?3 B1B2 ?37 - 0-0 1 numbers=9,target=5"
    );
}

#[test]
fn a_spectator_sees_neither_hand() {
    let game = on("...../...../.R1R2../...../.....", "R5YG", "B1B2", "1");
    assert_eq!(
        seen_by(&game, Viewer::Public).to_string(),
        "...../...../.R1R2../...../..... ?3 ?2 ?37 - 0-0 1 numbers=9,target=5"
    );
}

/// « retirée(s) … rejetées au pot »: face up, so that everyone can count.
#[test]
fn everyone_sees_the_grid_the_pot_and_the_tokens() {
    let game =
        set_up("numbers=9,target=5", "...../...../.R1R2b1_./...../.....", ["R5", "B1"], "R8B8YY", "3-2 2");
    for viewer in VIEWERS {
        let text = seen_by(&game, viewer).to_string();
        assert!(
            text.starts_with("...../...../.R1R2b1_./...../..... ") && text.contains(" R8B8YY 3-2 2 "),
            "{text}"
        );
    }
}

/// Ruling: written `+?` for viewers who may not see the card.
#[test]
fn a_draw_is_hidden_from_all_but_the_player_who_draws() {
    let game = after(on("...../...../.R1R2../...../.....", "R5YG", "B1B2", "1"), "R5@b2");
    let draw: Move = "+R9".parse().unwrap();
    assert_eq!(game.redact_move(draw, ONE), draw);
    assert_eq!(game.redact_move(draw, TWO).to_string(), "+?");
    assert_eq!(game.redact_move(draw, Viewer::Public).to_string(), "+?");
    let first = Cards::new(Options::default());
    assert_eq!(VIEWERS.map(|viewer| first.redact_move(draw, viewer).to_string()), ["+R9", "+?", "+?"]);
    let played: Move = "R5@b2".parse().unwrap();
    assert_eq!(game.redact_move(played, TWO), played, "what is played is seen by all");
}

#[test]
fn a_hidden_draw_belongs_to_a_closed_hand_and_a_named_one_to_an_open_hand() {
    let game = after(on("...../...../.R1R2../...../.....", "R5YG", "B1B2", "1"), "R5@b2");
    assert_eq!(refused(&game, "+?"), Illegal::Unnamed);
    assert_eq!(refused(&seen_by(&game, ONE), "+?"), Illegal::Unnamed, "one’s own draw is known");
    for viewer in [TWO, Viewer::Public] {
        let view = seen_by(&game, viewer);
        assert_eq!(moves(&view), "+?");
        assert_eq!(refused(&view, "+R9"), Illegal::Closed(Seat::ONE));
        assert_eq!(after(view, "+?").hidden(Seat::ONE), 3);
    }
}

#[test]
fn every_unseen_card_is_equally_likely_to_be_drawn() {
    let game = after(on("...../...../.R1R2../...../.....", "R5YG", "B1B2", "1"), "R5@b2");
    let view = seen_by(&game, ONE);
    let weight = |card: &str| view.weight(card.parse().unwrap());
    assert_eq!([weight("+B1"), weight("+B2"), weight("+R5"), weight("+Y"), weight("+G")], [2, 2, 1, 5, 1]);
    assert_eq!(
        view.moves().iter().map(|&mv| view.weight(mv)).sum::<u32>(),
        39,
        "37 in the pile, 2 in the hand"
    );
}

#[test]
fn the_opponent_may_play_whatever_some_unseen_card_could() {
    let game = on("...../...../.R1R2../...../.....", "R1R5R5", "B1B2", "2");
    let view = seen_by(&game, ONE);
    assert!(view.is_legal("B9@d3".parse().unwrap()), "for all that seat 1 knows");
    assert!(view.is_legal("G@b3-d3".parse().unwrap()) == game.green_lines().next().is_some());
    assert_eq!(
        refused(&view, "R5@d3"),
        Illegal::NotInHand("R5".parse().unwrap(), Seat::TWO),
        "seat 1 has both"
    );
    assert_eq!(
        refused(&view, "R1@b3"),
        Illegal::NotInHand("R1".parse().unwrap(), Seat::TWO),
        "one lies there"
    );
    assert_eq!(view.hand_size(Seat::TWO), 2);
    let view = after(view, "B9@d3 +?");
    assert_eq!((view.hand_size(Seat::TWO), view.unseen_copies("B9".parse().unwrap())), (2, 1));
}

/// All cards are accounted for when the pot is turned over, so a player who counts cards knows the other’s hand.
#[test]
fn at_the_reshuffle_each_player_knows_the_others_whole_hand() {
    let game = after(with_pot("...../...../..R5../...../.....", "R1R2Y", "B1B2G", "0-0 1"), "R1@b3");
    assert!(game.to_string().contains(". R2*Y* B1*B2*G* "), "{game}");
    assert!(seen_by(&game, ONE).to_string().contains(". R2*Y* B1*B2*G*?0 ?37 - "));
    assert!(seen_by(&game, TWO).to_string().contains(". R2*Y*?0 B1*B2*G* ?37 - "));
    assert!(seen_by(&game, Viewer::Public).to_string().contains(". ?2 ?3 ?37 - "));
}

#[test]
fn draws_after_the_reshuffle_are_hidden_again() {
    let game = after(with_pot("...../...../..R5../...../.....", "R1R2Y", "B1B2G", "0-0 1"), "R1@b3 +R2");
    assert!(game.to_string().contains(". R2*R2Y* B1*B2*G* "), "{game}");
    assert!(seen_by(&game, TWO).to_string().contains(". R2*Y*?1 B1*B2*G* ?36 - "));
}

/// A known card that is played is no longer known, though its owner may have drawn another copy.
#[test]
fn a_known_card_that_is_played_is_no_longer_known_to_be_in_hand() {
    let game = with_pot("...../...../..R5../...../.....", "R1R2Y", "B1B2G", "0-0 1");
    let game = after(game, "R1@b3 +R2 B1@b2 +B9 R2@d3 +R9");
    assert!(game.to_string().contains(". R2R9Y* B2*B9G* "), "{game}");
    assert!(seen_by(&game, TWO).to_string().contains(". Y*?2 B2*B9G* ?34 - "));
}

#[test]
fn a_viewer_who_follows_the_moves_sees_the_same_as_one_who_looks_later() {
    let start = with_pot("...../...../..R5../...../.....", "R1R2Y", "B1B2G", "0-0 1");
    for viewer in VIEWERS {
        let (mut game, mut view) = (start, View::new(&start, viewer));
        for text in "R1@b3 +R2 B1@b2 +B9 R2@d3 +R9 G@b3-d3 +G R9@c2 +Y".split(' ') {
            let mv: Move = text.parse().unwrap();
            let shown = game.redact_move(mv, viewer);
            game = after(game, text);
            view.observe(shown, game.turn());
            assert_eq!(view, View::new(&game, viewer), "{viewer:?} after {text}");
        }
    }
}

/// The turn tells all viewers that a hidden hand is blocked, and what follows from that.
#[test]
fn a_viewer_sees_that_a_hidden_hand_is_blocked() {
    let start = on(FULL, "R6R7R8B9", "R9B6B7", "+2");
    let mut game = start;
    let mut views = VIEWERS.map(|viewer| View::new(&start, viewer));
    let hands = [
        ("+R4", ["R6R7R8B9!4 ?4", "?4!4 R4R9B6B7", "?4!4 ?4"]),
        ("+B4", ["R6R7R8B4B9!4 ?4", "?5!4 R4R9B6B7", "?5!4 ?4"]),
        ("+B4", ["R6R7R8B4B9!5 ?5!5", "?5!5 R4R9B4B6B7!5", "?5!5 ?5!5"]),
        ("+R4", ["R4R6R7R8B4B9!5 ?5!5", "?6!5 R4R9B4B6B7!5", "?6!5 ?5!5"]),
        ("+Y", ["R4R6R7R8B4B9!6 ?6!5", "?6!6 R4R9B4B6B7Y!5", "?6!6 ?6!5"]),
        ("Y@c3", ["R4R6R7R8B4B9 ?5", "?6 R4R9B4B6B7", "?6 ?5"]),
    ];
    for (text, seen) in hands {
        let mv: Move = text.parse().unwrap();
        for view in &mut views {
            let shown = game.redact_move(mv, view.viewer());
            let mut after = game;
            after.play(mv).unwrap();
            view.observe(shown, after.turn());
        }
        game = after(game, text);
        for (view, hands) in views.iter().zip(seen) {
            assert!(view.position().to_string().contains(&format!("/..... {hands} ?")), "{text}: {view:?}");
            assert_eq!(*view, View::new(&game, view.viewer()));
        }
    }
}

#[test]
fn an_imagined_hand_that_is_blocked_has_nothing_to_play() {
    let mut rng = Rng::new(1);
    let game = after(on(FULL, "R6R7R8B9", "R9B6B7", "+2"), "+R4");
    for _ in 0..300 {
        let world = View::new(&game, TWO).imagine(&mut rng);
        let is_dead = |card: Card| card.number().is_some_and(|number| number > 3);
        assert!(world.hand(Seat::ONE).all(is_dead), "{world}");
    }
    // In the second round the opponent is known to be blocked too; the card drawn since then may be any card.
    let game = after(game, "+B4 +B4 +R4");
    let mut lucky = 0;
    for _ in 0..2_000 {
        let world = View::new(&game, Viewer::Public).imagine(&mut rng);
        let playable =
            |seat| world.hand(seat).filter(|card| card.number().is_none_or(|number| number < 4)).count();
        assert_eq!(playable(Seat::TWO), 0, "{world}");
        assert!(playable(Seat::ONE) <= 1, "{world}");
        lucky += playable(Seat::ONE);
    }
    assert!((500..1_500).contains(&lucky), "{lucky}: the last card may be playable or not");
}

#[test]
fn an_imagined_hand_that_is_to_play_has_something_to_play() {
    let mut rng = Rng::new(2);
    let game = after(on(FULL, "R6R7R8B9", "R9B6B7", "+2"), "+R4 +R3 +Y");
    for viewer in [TWO, Viewer::Public] {
        for _ in 0..300 {
            let world = View::new(&game, viewer).imagine(&mut rng);
            let playable = world.hand(Seat::ONE).filter(|card| card.number().is_none_or(|number| number < 4));
            assert_eq!(playable.count(), 1, "{world}: the four others are known to be of no use");
        }
    }
}

#[test]
fn with_the_pile_empty_the_other_hand_is_deduced() {
    let game = with_pot("...../...../..R5../...../.....", "R1R2Y", "B1B2G", "0-0 1");
    let mut rng = Rng::new(3);
    for viewer in [ONE, TWO] {
        assert_eq!(View::new(&game, viewer).imagine(&mut rng), game);
    }
    let wrong = (0..50).any(|_| View::new(&game, Viewer::Public).imagine(&mut rng) != game);
    assert!(wrong, "but not by a spectator");
}

/// A full grid with the numbers 1 to 4 only, on which the card R4 can be played and R5, R6 and B5 cannot.
const FOUR: &str = "...../.R1B1R1./.B2R2B1./.B3B3B4./.....";

/// How often each hand of seat 2 is sampled, when all cards except `unseen` are on the grid or in the hand of seat 1.
fn imagined_hands(unseen: &str, hidden: &str) -> BTreeMap<String, u32> {
    let options = Options::default();
    let rest = others(options, &[FOUR, unseen]);
    let game: Cards = format!("{FOUR} {rest} {hidden} {options}").parse().unwrap();
    let mut rng = Rng::new(4);
    let mut hands = BTreeMap::new();
    for _ in 0..90_000 {
        let mut world = game;
        world.determinize(&mut rng);
        *hands.entry(hand(&world, Seat::TWO)).or_default() += 1;
    }
    hands
}

fn are_near(hands: &BTreeMap<String, u32>, expected: &[(&str, u32)]) {
    let kinds: Vec<&str> = hands.keys().map(String::as_str).collect();
    assert_eq!(kinds, expected.iter().map(|&(hand, _)| hand).collect::<Vec<_>>());
    assert!(expected.iter().all(|&(hand, count)| hands[hand].abs_diff(count) < 600), "{hands:?}");
}

/// All deals of the unseen cards that explain whose turn it is are equally likely.
#[test]
fn imagined_hands_that_can_play_are_equally_likely() {
    let hands = imagined_hands("R4R5B5Y", "?2 ?2 - 0-0 2");
    are_near(
        &hands,
        &[("B5Y", 18_000), ("R4B5", 18_000), ("R4R5", 18_000), ("R4Y", 18_000), ("R5Y", 18_000)],
    );
    let hands = imagined_hands("R4R5B5R6", "?1 ?3 - 0-0 2");
    are_near(&hands, &[("R4", 90_000)]);
}

/// The first two of three cards are known to be unplayable; the third, drawn since then, is any card.
#[test]
fn imagined_hands_that_were_blocked_are_equally_likely() {
    let hands = imagined_hands("R4R5R6B5Y", "?3!2 ?2 - 0-0 blocked2+1");
    are_near(
        &hands,
        &[
            ("R4R5B5", 10_000),
            ("R4R5R6", 10_000),
            ("R4R6B5", 10_000),
            ("R5B5Y", 10_000),
            ("R5R6B5", 30_000),
            ("R5R6Y", 10_000),
            ("R6B5Y", 10_000),
        ],
    );
    let hands = imagined_hands("R4R5R6B5Y", "?3!2 ?2 - 0-0 2");
    are_near(
        &hands,
        &[
            ("R4R5B5", 15_000),
            ("R4R5R6", 15_000),
            ("R4R6B5", 15_000),
            ("R5B5Y", 15_000),
            ("R5R6Y", 15_000),
            ("R6B5Y", 15_000),
        ],
    );
}

/// The laws of views on random play, beyond those that all games share.
#[test]
fn every_view_lists_the_moves_that_may_come_and_no_others() {
    let mut rng = Rng::new(6);
    for round in 0..60 {
        let numbers = [1, 2, 3, 6, 9, 18][round % 6];
        let mut game = Cards::new(Options::new(numbers, 12).unwrap());
        let mut known = std::collections::BTreeSet::new();
        for _ in 0..220 {
            let truth = game.moves();
            known.extend(truth.iter().copied());
            for viewer in VIEWERS {
                let view = seen_by(&game, viewer);
                let listed = view.moves();
                assert_eq!(view.count_moves(&mut Vec::new()), listed.len(), "{view}");
                assert!(
                    truth.iter().all(|&mv| listed.contains(&game.redact_move(mv, viewer))),
                    "{game} {view}"
                );
                for &mv in listed.iter().chain(&known) {
                    assert_eq!(view.check(mv).is_ok(), listed.contains(&mv), "{view}: {mv}");
                }
                let total = view.hand_size(Seat::ONE) + view.hand_size(Seat::TWO) + view.draw_pile_size();
                let on_grid: u8 =
                    Square::all().filter_map(|square| view.pile(square)).map(Pile::height).sum();
                assert_eq!(usize::from(total + on_grid) + view.pot().count(), 44, "{view}");
                // A view can be played on like a game: it never panics and loses no card.
                let mut imagined = view;
                for _ in 0..6 {
                    let Some(mv) = imagined.random_move(&mut rng, &mut Vec::new()) else { break };
                    imagined.play(mv).unwrap();
                    assert_eq!(imagined.turn().is_over(), imagined.moves().is_empty(), "{view}: {imagined}");
                }
            }
            let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) else { break };
            game.play(mv).unwrap();
        }
    }
}

/// The cards of a hand that the other player is said to know are always in it.
#[test]
fn known_cards_are_always_in_the_hand() {
    let mut rng = Rng::new(7);
    for _ in 0..100 {
        let mut game = Cards::new(Options::new(3, 12).unwrap());
        while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
            game.play_unchecked(mv);
            for seat in [Seat::ONE, Seat::TWO] {
                let mut cards: Vec<Card> = game.hand(seat).collect();
                for card in game.exposed(seat) {
                    let at = cards
                        .iter()
                        .position(|&held| held == card)
                        .unwrap_or_else(|| panic!("{game}: {card}"));
                    cards.swap_remove(at);
                }
            }
        }
    }
}
