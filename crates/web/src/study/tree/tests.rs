//! Tests of the study tree.

use super::*;
use rules::{Kind, Outcome};

fn tree(moves: &str) -> StudyTree {
    let mut tree = StudyTree::new(AnyGame::new(Kind::Morpion, "").expect("options"));
    play(&mut tree, moves);
    tree
}

fn play(tree: &mut StudyTree, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = tree.current().game.parse_move(text).expect("a move");
        tree.play(mv).expect("a legal move");
    }
}

fn texts(tree: &StudyTree) -> Vec<String> {
    tree.line().into_iter().filter_map(|id| Some(tree.node(id).mv?.to_string())).collect()
}

#[test]
fn another_move_begins_a_variation_and_the_same_move_follows_the_line() {
    let mut tree = tree("5 1 9");
    assert!(tree.back() && tree.back());
    play(&mut tree, "1");
    assert_eq!(texts(&tree), ["5", "1", "9"]);
    assert!(tree.back());
    play(&mut tree, "2 3");
    assert_eq!(texts(&tree), ["5", "2", "3"]);
    assert_eq!(tree.node(1).children.len(), 2);
}

#[test]
fn a_variation_can_become_the_main_line_or_be_removed() {
    let mut tree = tree("5 1 9");
    tree.go(1);
    play(&mut tree, "2");
    let variation = tree.current_id();
    tree.promote(variation);
    tree.go(0);
    assert_eq!(texts(&tree), ["5", "2"]);
    tree.go(variation);
    tree.remove(variation);
    assert_eq!((tree.current_id(), texts(&tree)), (1, vec!["5".to_owned(), "1".to_owned(), "9".to_owned()]));
    tree.remove(0);
    assert_eq!(texts(&tree).len(), 3, "the start stays");
}

#[test]
fn a_move_that_gives_a_proven_draw_away_is_a_blunder_and_the_better_move_is_named() {
    let mut tree = tree("5 2");
    let draw = Value::Proven { outcome: Outcome::Draw, plies: 8 };
    let lost = Value::Proven { outcome: Outcome::Win(Seat::ONE), plies: 5 };
    let corner = tree.node(1).game.parse_move("1").expect("a move");
    tree.store_best(1, corner, draw);
    tree.store_best(2, corner, lost);
    assert_eq!(tree.grade(2), Some((MistakeGrade::Blunder, corner)));
    assert_eq!(tree.grade(1), None, "nothing is known of the start");
}

#[test]
fn cards_are_drawn_after_each_move_and_navigation_skips_them() {
    let mut rng = Rng::new(2);
    let mut tree = StudyTree::new(AnyGame::new(Kind::Cards, "").expect("options"));
    tree.draw(&mut rng);
    let dealt = tree.current_id();
    assert!(tree.current().game.turn().seat().is_some());
    let mv = tree.current().game.moves()[0];
    tree.play(mv).expect("a legal move");
    tree.draw(&mut rng);
    let drawn = tree.current_id();
    assert!(tree.back());
    assert_eq!(tree.current_id(), dealt);
    assert!(tree.forward());
    assert_eq!(tree.current_id(), drawn);
}

#[test]
fn a_tree_locates_each_of_its_lines_and_no_other() {
    let mut whole = tree("5 1 9");
    whole.go(1);
    play(&mut whole, "2 3");
    assert_eq!(whole.locate(&tree("5 2")), Some(4));
    assert_eq!(whole.locate(&tree("")), Some(0));
    assert_eq!(whole.locate(&tree("5 3")), None);
    let mut named = Record::new(whole.node(0).game.clone());
    named.set_tag("Seat1", "Anne");
    assert_eq!(whole.locate(&StudyTree::from_record(&named)), None, "that is another person’s game");
}

#[test]
fn a_saved_study_locates_its_game_with_the_players_in_newer_tags() {
    let read = |tags: &str| {
        let text = format!("[Game \"morpion\"]\n{tags}\n\n5 1 *");
        StudyTree::from_record(&Record::parse(&text, None).expect("a record"))
    };
    let saved = read("[Players \"person,3\"]");
    assert!(saved.locate(&read("[Seat1 \"human\"]\n[Seat2 \"engine level 3\"]")).is_some());
    assert_eq!(saved.locate(&read("[Seat1 \"human\"]\n[Seat2 \"engine level 4\"]")), None);
}

#[test]
fn a_variation_keeps_the_names_but_not_how_the_game_ended() {
    let text = "[Game \"morpion\"]\n[Seat1 \"Anne\"]\n[Termination \"resignation\"]\n\n1. 5 2. 1 win1";
    let mut tree = StudyTree::from_record(&Record::parse(text, None).expect("a record"));
    assert_eq!(tree.record().to_string(), Record::parse(text, None).expect("a record").to_string());
    assert_eq!(tree.player(Seat::ONE), Some("Anne".into()));
    tree.go(1);
    play(&mut tree, "2");
    let other = tree.record();
    assert_eq!((other.tag("Seat1"), other.tag("Termination"), other.result()), (Some("Anne"), None, None));
}

#[test]
fn a_game_that_was_resigned_is_over_at_the_end_of_its_main_line_and_nowhere_else() {
    let read = |text: &str| StudyTree::from_record(&Record::parse(text, None).expect("a record"));
    let mut tree = read("[Game \"morpion\"]\n[Termination \"resignation\"]\n\n5 1 win1");
    let outcome = Some(Outcome::Win(Seat::ONE));
    assert_eq!(tree.end(), Some(End { outcome, why: EndReason::Resignation }));
    tree.go(1);
    assert_eq!(tree.end(), None, "there the game goes on");
    play(&mut tree, "2");
    assert_eq!(tree.end(), None, "another line is not resigned");
    tree.go(2);
    play(&mut tree, "3");
    tree.back();
    assert_eq!(tree.end(), None, "the line goes on");
    assert_eq!(read("[Game \"morpion\"]\n\n5 1 *").end(), None);
    assert_eq!(read("5 1 2 4 8 win1").end(), None, "the rules say how that one ended");
    let abandoned = read("[Game \"morpion\"]\n[Termination \"abandoned\"]\n\n5 1 *");
    assert_eq!(abandoned.end(), Some(End { outcome: None, why: EndReason::Abandoned }));
}

#[test]
fn the_record_of_a_line_replays() {
    let tree = tree("5 1 9 2");
    assert_eq!(Record::parse(&tree.record().to_string(), None).expect("a record").end(), tree.current().game);
}

#[test]
fn a_move_before_a_draw_is_graded_by_its_expected_value_and_not_by_the_drawn_card() {
    let mut rng = Rng::new(2);
    let mut tree = StudyTree::new(AnyGame::new(Kind::Cards, "").expect("options"));
    tree.draw(&mut rng);
    let (before, seat) = (tree.current_id(), tree.current().game.turn().seat().expect("somebody is to move"));
    let moves = tree.current().game.moves();
    tree.play(moves[1]).expect("a legal move");
    let played = tree.current_id();
    assert_eq!(tree.current().game.turn(), Turn::Chance);
    let expected = |share| Value::for_two(seat, share);
    tree.store_values(before, [(moves[0], expected(0.7)), (moves[1], expected(0.65))]);
    assert_eq!(tree.grade(played), None);
    tree.store_values(before, [(moves[0], expected(0.7)), (moves[1], expected(0.45))]);
    assert_eq!(tree.grade(played), Some((MistakeGrade::Mistake, moves[0])));
    tree.store_values(before, [(moves[1], expected(0.7))]);
    assert_eq!(tree.grade(played), None, "it was best after all");
}

#[test]
fn a_review_is_in_the_text_of_its_game_and_comes_back_with_it() {
    let text =
        "{[%eval draw in 9 | 1]} 1. 5 {Mine. [%eval draw in 8 | 1]} 2. 2 {[%eval win1 in 5 | 1 9 7 3 4]} *";
    let tree = crate::study::import::read_game(text, Kind::Morpion).expect("a game").tree;
    let line = tree.main_line();
    assert!(line.iter().all(|&id| tree.value(id).is_some()));
    let (grade, better) = tree.grade(line[2]).expect("a mistake");
    assert_eq!((grade, better.to_string().as_str()), (MistakeGrade::Blunder, "1"));
    let review = annotation::read(&tree.main_record()).expect("a review");
    let mut plain = crate::study::import::read_game("5 2", Kind::Morpion).expect("a game").tree;
    assert!(plain.set_review(&review));
    assert_eq!(plain.grade(line[2]), tree.grade(line[2]));
    assert_eq!(
        annotation::read(&plain.main_record()).map(|review| review.players),
        Some(review.players.clone())
    );
    let mut other = crate::study::import::read_game("5 1", Kind::Morpion).expect("a game").tree;
    assert!(!other.set_review(&review));
    assert_eq!(annotation::read(&other.main_record()), None, "that is another game");
}
