//! Every position of a game can be taken apart and set up again.

use rules::{Kind, Rng, Turn};

use super::*;

#[test]
fn every_position_without_hidden_state_is_set_up_again_piece_by_piece() {
    let mut rng = Rng::new(7);
    for &kind in Kind::ALL {
        for _ in 0..6 {
            let mut game = AnyGame::new(kind, "").expect("options");
            while let Some(mv) = game.random_move(&mut rng) {
                game.play(mv).expect("a legal move");
                let draft = draft(&game);
                let Turn::Seat(_) = game.turn() else { continue };
                let again = position(&game, &draft).unwrap_or_else(|why| panic!("{game}: {why:?}"));
                // Without a piece on the centre, the draft is shifted.
                if draft.places.len() != 25 || !draft.places[12].is_empty() {
                    assert_eq!(super::draft(&again).places, draft.places, "{game}");
                }
                // If the rest does not follow from the pieces, hands and history may differ.
                assert!(kind.hides() || again.turn().seat().is_some(), "{game}");
            }
        }
    }
}

#[test]
fn a_draft_that_is_no_position_says_what_it_needs_and_is_drawn() {
    for &kind in Kind::ALL {
        let game = AnyGame::new(kind, "").expect("options");
        let mut draft = draft(&game);
        let pieces = pieces(&game);
        assert!(pieces.len() >= 2, "{kind}");
        // No game can have its first two kinds of pieces on all places in threes.
        let piece = |place: usize| Some(place / 3 % 2);
        for place in 0..draft.places.len() {
            put(&game, &mut draft, place, piece(place));
        }
        let why = position(&game, &draft).expect_err("no position");
        assert!(!why.expected().en.is_empty());
        let scene = draw(&game, &draft, &DrawContext::plain(Lang::En));
        assert!(scene.targets.iter().all(|target| target.legal) && scene.targets.len() >= draft.places.len());
        let drawn: Vec<&Item> = scene.items.iter().filter(|item| item.key.starts_with("draft-")).collect();
        assert_eq!(drawn.len(), draft.places.len(), "{kind}");
        // The pieces look as on the board; notation is for texts.
        let is_notation = |shape: &Shape| matches!(shape, Shape::Text(_, _, text, _) if pieces.iter().any(|piece| piece.text == *text));
        assert!(drawn.iter().all(|item| !item.shapes.iter().any(is_notation)), "{kind}");
        // The hands and the stash of the empty board would contradict the pieces.
        assert!(scene.items.iter().all(|item| item.class != "hand" && item.key != "turn"), "{kind}");
        // A second touch with the same piece takes it away.
        for place in 0..draft.places.len() {
            put(&game, &mut draft, place, piece(place));
        }
        assert!(draft.places.iter().all(Vec::is_empty), "{kind}");
    }
}

#[test]
fn a_piece_of_a_draft_looks_the_same_whether_or_not_the_draft_is_a_position() {
    let mut rng = Rng::new(5);
    for &kind in Kind::ALL {
        let mut game = AnyGame::new(kind, "").expect("options");
        while draft(&game).places.iter().all(Vec::is_empty) {
            let mv = game.random_move(&mut rng).expect("a move");
            game.play(mv).expect("a legal move");
        }
        let draft = draft(&game);
        let stack = draft.places.iter().find(|stack| !stack.is_empty()).expect("a piece");
        let context = DrawContext::plain(Lang::En);
        let known = draw(&game, &draft, &context);
        let known = known.items.iter().find(|item| item.class == "piece").expect("a piece is drawn");
        let size = known_size(&game);
        let loose = match_game!(&game, game => Editable::stack(game, stack, size, context.look.pieces));
        assert_eq!(known.shapes.len(), loose[0].shapes.len(), "{kind}");
    }
}

/// The size of a place of this game.
fn known_size(game: &AnyGame) -> (f32, f32) {
    let scene = super::super::any::draw(game, &DrawContext::plain(Lang::En));
    scene.target(Spot::Place(4)).expect("a place").size
}

#[test]
fn the_problem_of_a_draft_is_described_in_words_and_not_in_notation() {
    let mut rng = Rng::new(12);
    for &kind in Kind::ALL {
        let mut game = AnyGame::new(kind, "").expect("options");
        while game.turn() == Turn::Chance {
            let mv = game.random_move(&mut rng).expect("a card to deal");
            game.play(mv).expect("a legal move");
        }
        let pieces = pieces(&game).len() as u32;
        let mut refused = 0;
        for _ in 0..300 {
            let mut draft = draft(&game);
            let places = draft.places.len() as u32;
            for _ in 0..rng.below(2 * places) {
                put(&game, &mut draft, rng.below(places) as usize, Some(rng.below(pieces) as usize));
            }
            let choices = choices(&game, Lang::En).len().max(1) as u32;
            draft.choice = rng.below(choices) as usize;
            for count in draft.counts.iter_mut().flatten() {
                *count = rng.below(25) as u8;
            }
            let Err(why) = position(&game, &draft) else { continue };
            refused += 1;
            assert_plain_words(kind, &why);
        }
        assert!(refused > 50, "{kind}: {refused} drafts were refused");
    }
}

#[test]
fn names_of_pieces_do_not_begin_with_a_small_letter() {
    for &kind in Kind::ALL {
        let game = AnyGame::new(kind, "").expect("options");
        for piece in pieces(&game).into_iter().chain(hand_pieces(&game)) {
            for lang in Lang::ALL {
                let name = piece.name.get(lang);
                assert!(!name.starts_with(char::is_lowercase), "{kind}: {name}");
            }
        }
    }
}

#[test]
fn a_piece_on_a_cleared_board_is_a_position() {
    for &kind in Kind::ALL {
        let mut game = AnyGame::new(kind, "").expect("options");
        let mut rng = Rng::new(3);
        while game.turn() == Turn::Chance {
            let mv = game.random_move(&mut rng).expect("a card to deal");
            game.play(mv).expect("a legal move");
        }
        for place in 0..draft(&game).places.len() {
            let mut draft = draft(&game);
            put(&game, &mut draft, place, Some(0));
            position(&game, &draft)
                .unwrap_or_else(|why| panic!("{kind}, place {place}: {:?}", why.expected().en));
        }
    }
}

#[test]
fn hands_and_tokens_of_the_card_game_are_chosen() {
    let mut game = AnyGame::new(Kind::Cards, "").expect("options");
    let mut rng = Rng::new(5);
    while game.turn() == Turn::Chance {
        let mv = game.random_move(&mut rng).expect("a card to deal");
        game.play(mv).expect("a legal move");
    }
    let mut draft = draft(&game);
    assert_eq!(
        (draft.hands.iter().map(Vec::len).collect::<Vec<_>>(), &draft.counts[..]),
        (vec![5, 5], &[vec![0], vec![0]][..])
    );
    let faces = hand_pieces(&game);
    let green = faces.iter().position(|face| face.text == "G").expect("a green card");
    // Both green cards in one hand: then none is left.
    draft.hands = vec![vec![green, green, 0, 1, 2], vec![3, 4, 5, 6, 7]];
    draft.counts = vec![vec![4], vec![3]];
    let position = position(&game, &draft).expect("a position");
    let chosen = super::draft(&position);
    let sorted = |hand: &Vec<usize>| {
        let mut hand = hand.clone();
        hand.sort_unstable();
        hand
    };
    assert_eq!(
        chosen.hands.iter().map(sorted).collect::<Vec<_>>(),
        draft.hands.iter().map(sorted).collect::<Vec<_>>()
    );
    assert_eq!(chosen.counts, [[4], [3]]);
    assert!(!unplaced_pieces(&game, &draft).contains(&green));
    // Tokens that decide the game end it.
    draft.counts = vec![vec![7], vec![3]];
    assert!(super::position(&game, &draft).expect("a position").turn().is_over());
}

#[test]
fn the_pot_of_the_card_game_is_chosen() {
    let text = "...../...._/..R3../...../..... R4R8B1YG R7R9B2B6Y R1R1R2R2R3R4R5R6R6R7R8R9B1B2B3B3B4B4B5B5B6B7B7B8B8B9B9YYYG R5Y 0-0 1 numbers=9,target=5";
    let game = AnyGame::parse(Kind::Cards, text).expect("a position");
    let faces = hand_pieces(&game);
    let index = |text: &str| faces.iter().position(|face| face.text == text).expect("a card");
    let mut draft = draft(&game);
    assert_eq!(draft.pot, Some(vec![index("R5"), index("Y")]));
    assert_eq!(position(&game, &draft).expect("a position").to_string(), text);
    // The last green card of the draw pile goes into the pot, and the red five back to the pile.
    draft.pot = Some(vec![index("Y"), index("G")]);
    assert!(
        !unplaced_pieces(&game, &draft).contains(&index("G"))
            && unplaced_pieces(&game, &draft).contains(&index("R5"))
    );
    let again = position(&game, &draft).expect("a position");
    assert!(again.to_string().contains(" YG 0-0 "), "{again}");
    assert_eq!(super::draft(&again).pot, draft.pot);
    // Only the card game has a pot.
    let has_pot = |kind: &Kind| super::draft(&AnyGame::new(*kind, "").expect("options")).pot.is_some();
    assert_eq!(Kind::ALL.iter().copied().filter(has_pot).collect::<Vec<_>>(), [Kind::Cards]);
}

#[test]
fn a_piece_away_from_the_centre_is_moved_there() {
    for &kind in
        Kind::ALL.iter().filter(|kind| draft(&AnyGame::new(**kind, "").expect("options")).places.len() == 25)
    {
        let game = AnyGame::new(kind, "").expect("options");
        let mut draft = draft(&game);
        put(&game, &mut draft, 0, Some(0));
        let placed = super::draft(&position(&game, &draft).expect("a position")).places;
        assert_eq!(placed[12], [0], "{kind}");
    }
}

/// The text of a position without its history.
fn without_history(game: &AnyGame) -> Vec<String> {
    game.to_string().split(' ').take(4).map(str::to_owned).collect()
}

#[test]
fn groups_that_left_the_board_are_set_up_again() {
    let mut rng = Rng::new(4);
    let kind = Kind::Fives;
    for options in kind.info().variants {
        let mut groups = 0;
        // Random games seldom have a group; a sample game has.
        let sample: Vec<&str> = kind.info().sample.split(' ').collect();
        for moves in std::iter::once(sample).chain(std::iter::repeat_n(Vec::new(), 20)) {
            let mut game = AnyGame::new(kind, options).expect("options");
            let mut moves = moves.into_iter();
            loop {
                let next = moves.next().map(|text| game.parse_move(text).expect("a move"));
                let Some(mv) = next.or_else(|| game.random_move(&mut rng)) else { break };
                if game.play(mv).is_err() {
                    break;
                }
                groups += usize::from(draft(&game).counts.iter().flatten().any(|&count| count > 0));
                // A draw by repetition depends on the history.
                if game.turn().outcome() == Some(rules::Outcome::Draw) {
                    break;
                }
                let again = position(&game, &draft(&game)).unwrap_or_else(|why| panic!("{game}: {why:?}"));
                assert_eq!(without_history(&again), without_history(&game));
            }
        }
        assert!(groups > 0, "no game had a group");
    }
}

#[test]
fn a_group_that_left_the_board_has_five_pieces() {
    let game = AnyGame::new(Kind::Fives, "").expect("options");
    let mut draft = draft(&game);
    draft.counts[1] = vec![2, 2, 1];
    let with_group = position(&game, &draft).expect("a position");
    assert_eq!(without_history(&with_group)[1..3], ["555/334", "0/1"]);
    draft.counts[1] = vec![2, 2, 0];
    let why = position(&game, &draft).expect_err("four pieces");
    assert_eq!(why.expected().en, "five pieces in each group taken off");
    draft.counts[1] = vec![5, 0, 0];
    put(&game, &mut draft, 0, Some(3));
    let why = position(&game, &draft).expect_err("a sixth small piece");
    assert!(why.expected().en.starts_with("at most five pieces of each size"));
}

#[test]
fn a_place_of_the_card_game_that_was_cleared_is_set_up() {
    let text = "...../...._/..R3../...../..... R4R8B1YG R7R9B2B6Y R1R1R2R2R3R4R5R6R6R7R8R9B1B2B3B3B4B4B5B5B6B7B7B8B8B9B9YYYG R5Y 0-0 1 numbers=9,target=5";
    let game = AnyGame::parse(Kind::Cards, text).expect("a position");
    let cleared = pieces(&game).iter().position(|piece| piece.name.en == "Cleared space").expect("a piece");
    let draft = draft(&game);
    let spaces: Vec<usize> = (0..25).filter(|&place| draft.places[place] == [cleared]).collect();
    assert_eq!(spaces.len(), 1);
    let again = position(&game, &draft).expect("a position");
    assert!(again.to_string().starts_with("...../...._/..R3../...../..... "), "{again}");
    // A card on it replaces it, and the grid needs a card.
    let mut covered = draft.clone();
    put(&game, &mut covered, spaces[0], Some(0));
    assert_eq!(covered.places[spaces[0]], [0]);
    let mut bare = draft;
    put(&game, &mut bare, 12, Some(cleared));
    assert!(position(&game, &bare).is_err());
}

#[test]
fn a_changed_position_is_refused_without_words_of_programs() {
    let mut rng = Rng::new(11);
    for &kind in Kind::ALL {
        let mut refused = 0;
        for variant in 0..3000 {
            let Some((game, draft)) = random_draft(kind, variant, &mut rng) else { continue };
            let Err(why) = position(&game, &draft) else { continue };
            refused += 1;
            assert_plain_words(kind, &why);
        }
        assert!(refused > 50, "{kind}: {refused} drafts were refused");
    }
}

/// What is wrong with a draft is said without notation, and without the names of results in positions.
fn assert_plain_words(kind: Kind, why: &TextError) {
    for lang in Lang::ALL {
        let words = why.expected().get(lang);
        for sign in ["/", "win1", "win2", "draw", " x ", " X ", "S, M", "(3-2)", "=", "R1", "seat", "?"] {
            assert!(!words.contains(sign), "{kind}: {words}");
        }
    }
}

/// A position that can arise, with a few random changes that the editor offers.
fn random_draft(kind: Kind, variant: u32, rng: &mut Rng) -> Option<(AnyGame, Draft)> {
    let specs = kind.options();
    let options = specs.get(variant as usize % (specs.len() + 1)).map_or_else(String::new, |spec| {
        let values = spec.values;
        format!("{}={}", spec.key, values[rng.below(values.len() as u32) as usize])
    });
    let mut game = AnyGame::new(kind, &options).ok()?;
    for _ in 0..rng.below(60) {
        let Some(mv) = game.random_move(rng) else { break };
        game.play(mv).expect("a legal move");
    }
    let mut draft = draft(&game);
    let (pieces, hand) = (pieces(&game).len() as u32, hand_pieces(&game).len() as u32);
    for _ in 0..=rng.below(5) {
        match rng.below(6) {
            0 | 1 => {
                let place = rng.below(draft.places.len() as u32) as usize;
                let piece = rng.below(pieces + 1) as usize;
                put(&game, &mut draft, place, (piece < pieces as usize).then_some(piece));
            }
            2 => draft.turn = Seat::from_index(rng.below(game.seats().into()) as u8),
            3 => draft.choice = rng.below(choices(&game, Lang::En).len().max(1) as u32) as usize,
            4 if hand > 0 => {
                let seat = rng.below(draft.hands.len() as u32) as usize;
                let card = rng.below(hand) as usize;
                draft.hands[seat].iter_mut().take(1).for_each(|held| *held = card);
                draft.pot.iter_mut().for_each(|pot| pot.push(card));
            }
            _ => {
                let max = counters(&game).map_or(0, |counters| u32::from(counters.max));
                for count in draft.counts.iter_mut().flatten().take(1) {
                    *count = rng.below(max + 1) as u8;
                }
            }
        }
    }
    Some((game, draft))
}
