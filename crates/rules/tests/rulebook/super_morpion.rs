//! Super Morpion: the manual, sentence by sentence, and the rulings on it.

use rules::super_morpion::Illegal;
use rules::{Game, Lang, Outcome, Say, Seat, SuperMorpion, Turn};

fn play_with(options: &str, moves: &str) -> SuperMorpion {
    let mut game = SuperMorpion::new(options.parse().unwrap());
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap_or_else(|reason| panic!("{mv}: {reason:?}"));
    }
    game
}

fn play(moves: &str) -> SuperMorpion {
    play_with("", moves)
}

fn refusal(game: &SuperMorpion, mv: &str) -> Illegal {
    game.check(mv.parse().unwrap()).unwrap_err()
}

fn moves(game: &SuperMorpion) -> Vec<String> {
    game.moves().iter().map(ToString::to_string).collect()
}

/// Seat 1 wins board 2 with its last move, in cell 2, and so sends seat 2 to the board it has just won.
const WINS_BOARD_2: &str = "2.5 5.2 2.8 8.2 2.2";

/// Board 8 is full without a line, and the last move sends there.
const SENT_TO_DRAWN_8: &str = "8.2 2.7 7.5 5.6 6.1 1.8 8.9 9.2 2.5 5.2 2.3 3.5 5.3 3.3 3.9 9.5 5.8 8.1 1.9 9.8 8.5 5.4 \
                               4.9 8.8 8.7 7.1 1.4 4.6 6.8 8.3 3.8 8.6 6.3 3.7 7.7 7.8 8.4 4.8";

/// Seat 1 ends with six boards (1, 2, 4, 6, 8, 9) that include no line.
const SIX_BOARDS: &str = "1.5 5.1 1.3 3.3 3.5 5.6 6.6 6.7 7.5 5.7 7.4 4.8 8.1 1.9 9.4 4.6 6.4 4.9 9.9 9.1 1.2 2.2 2.9 9.2 \
                          2.5 5.5 5.4 4.4 4.3 3.4 4.5 5.3 3.2 2.6 6.5 8.9 9.5 2.8 8.2 2.7 7.2 2.3 3.7 7.3 3.1 1.8 8.3 \
                          3.8 9.7 7.8 3.6 7.9 9.6 7.7 1.7 4.1 2.1 4.2 4.7 3.9";

/// All boards are closed; seat 2 has more.
const TWO_HAS_MORE: &str = "9.5 5.8 8.7 7.4 4.2 2.9 9.1 1.8 8.5 5.2 2.6 6.6 6.4 4.9 9.9 1.5 5.6 6.8 8.8 8.3 3.7 7.2 2.5 \
                            5.7 7.3 3.4 4.4 4.1 1.3 3.2 2.4 4.7 7.1 1.4 4.5 5.4 4.3 3.9 5.3 3.3 3.8 8.9 8.6 6.5 5.5 5.1 \
                            1.9 6.9 7.7 7.9 7.8 8.4 4.6 6.3 3.1 1.2 3.5 3.6 7.6 8.1 7.5 8.2";

/// All boards are closed; each seat has four.
const FOUR_EACH: &str = "2.1 1.6 6.7 7.7 7.5 5.6 6.5 5.4 4.6 6.4 4.2 2.4 4.7 7.1 1.8 8.2 2.7 7.3 3.1 1.3 3.9 9.9 9.7 7.2 \
                         2.8 8.8 8.1 1.4 4.9 9.4 4.4 4.8 8.9 9.5 5.5 5.1 1.2 2.3 3.6 6.3 3.8 8.7 2.2 2.6 6.2 2.9 9.2 \
                         9.8 8.3 3.4 4.3 3.5 5.2 6.9 9.6 6.1 1.9 9.1 1.7 5.8 8.6 6.6 5.7 3.2 5.9 3.3 3.7 5.3";

/// « Les joueurs décident qui va commencer à jouer. » The first move is free.
#[test]
fn the_first_move_is_free_on_all_81_cells() {
    let game = play("");
    assert_eq!(game.turn(), Turn::Seat(Seat::ONE));
    assert_eq!(game.sent(), None);
    assert_eq!(moves(&game).len(), 81);
}

/// « À chaque tour de jeu, le joueur pose une pièce dans une des neuf places d'une plaquette. »
#[test]
fn a_turn_puts_one_piece_in_one_of_the_nine_cells_of_a_board() {
    let game = play("1.5");
    assert_eq!(
        game.to_string(),
        "....x..../........./........./........./........./........./........./........./......... 2 5 tiebreak=majority"
    );
}

/// « Le joueur A joue dans la plaquette n°1. Il choisit de placer sa pièce au centre. Le joueur B doit jouer dans la
/// plaquette n°5. Il choisit de poser sa pièce dans le coin en bas à gauche. Le joueur A doit jouer dans la
/// plaquette 7. »
#[test]
fn the_manuals_example_1_5_then_5_7_sends_to_board_7() {
    let game = play("1.5");
    assert!(moves(&game).iter().all(|mv| mv.starts_with("5.")));
    assert_eq!(moves(&game).len(), 9);
    let game = play("1.5 5.7");
    assert_eq!(game.sent(), Some(6));
    assert!(moves(&game).iter().all(|mv| mv.starts_with("7.")));
}

/// « Pour savoir dans laquelle il doit jouer, il doit regarder le coup précédent de son adversaire. »
#[test]
fn a_player_who_was_sent_must_play_there() {
    let game = play("1.5");
    let reason = refusal(&game, "4.1");
    assert_eq!(reason, Illegal::SentTo(4));
    assert_eq!(reason.say(Lang::En), "The last move sends you to the centre board: you must play there.");
    assert_eq!(
        reason.say(Lang::Fr),
        "Le dernier coup vous envoie sur la plaquette du centre\u{a0}: c’est là qu’il faut jouer."
    );
}

/// « Lorsqu'un des joueurs arrive à faire un morpion au sein d'une plaquette, les pions de celle-ci sont enlevés et un
/// marqueur de points est posé sur la plaquette. »
#[test]
fn a_line_within_a_board_wins_it_and_a_marker_stands_for_its_pieces() {
    let game = play(WINS_BOARD_2);
    assert_eq!(game.won(Seat::ONE), 0b10);
    assert_eq!(game.marks(Seat::ONE, 1) | game.marks(Seat::TWO, 1), 0);
    assert!(game.to_string().starts_with("........./X/"));
}

/// « Dans le cas où un des joueurs envoie l'autre dans une plaquette gagnée […], le joueur suivant peut jouer à
/// n'importe quel endroit du plateau. »
#[test]
fn sent_to_a_won_board_a_player_may_play_in_any_empty_cell_of_any_open_board() {
    let game = play(WINS_BOARD_2);
    assert_eq!(game.sent(), None);
    // 81 cells, minus the nine of the won board, minus one piece on board 5 and one on board 8.
    assert_eq!(moves(&game).len(), 81 - 9 - 2);
    assert!(moves(&game).iter().all(|mv| !mv.starts_with("2.")));
}

/// « Dans le cas où un des joueurs envoie l'autre dans […] une plaquette avec une égalité […]. »
#[test]
fn being_sent_to_a_full_board_frees_the_choice() {
    let game = play(SENT_TO_DRAWN_8);
    assert_eq!(game.drawn(), 1 << 7);
    assert_eq!(game.sent(), None);
    let open: Vec<usize> = (0..9).filter(|board| game.open() >> board & 1 != 0).collect();
    for board in 0..9 {
        let playable = moves(&game).iter().any(|mv| mv.starts_with(&format!("{}.", board + 1)));
        assert_eq!(playable, open.contains(&board), "board {}", board + 1);
    }
}

/// « Lorsque toutes les cases d'une plaquette sont utilisées mais qu'aucun joueur n'a réussi à faire un morpion dedans,
/// les pièces sont laissées dessus. »
#[test]
fn the_pieces_of_a_drawn_board_stay() {
    let game = play(SENT_TO_DRAWN_8);
    assert_eq!(game.marks(Seat::ONE, 7) | game.marks(Seat::TWO, 7), 0x1ff);
    assert_eq!((game.won(Seat::ONE) | game.won(Seat::TWO)) >> 7 & 1, 0);
}

/// « Aucun des deux joueurs ne peut jouer sur cette plaquette et doivent jouer ailleurs. »
#[test]
fn a_full_board_without_a_line_is_closed_to_both() {
    let game = play(SENT_TO_DRAWN_8);
    let reason = refusal(&game, "8.1");
    assert_eq!(reason, Illegal::Drawn(7));
    assert_eq!(
        reason.say(Lang::En),
        "The bottom-middle board is full and nobody won it: play on an open one."
    );
    assert_eq!(
        reason.say(Lang::Fr),
        "La plaquette en bas au milieu est pleine, sans gagnant\u{a0}: jouez sur une plaquette ouverte."
    );
    let game = play(&format!("{SENT_TO_DRAWN_8} {}", moves(&game)[0]));
    assert!(game.check("8.1".parse().unwrap()).is_err());
}

/// « À partir de ce moment, lorsqu'un joueur devrait jouer dans cette case, il peut jouer n'importe où. »
#[test]
fn a_won_board_is_closed_for_good() {
    let game = play(WINS_BOARD_2);
    let reason = refusal(&game, "2.1");
    assert_eq!(reason, Illegal::Won(1, Seat::ONE));
    assert_eq!(reason.say(Lang::En), "The top-middle board has already been won: play on an open one.");
    assert_eq!(
        reason.say(Lang::Fr),
        "La plaquette en haut au milieu est déjà gagnée\u{a0}: jouez sur une plaquette ouverte."
    );
    // A player who is sent there again later may choose freely again.
    let game = play(&format!("{WINS_BOARD_2} 1.2"));
    assert_eq!(game.sent(), None);
}

/// A move may close the board to which it sends: the next player may choose freely.
#[test]
fn a_move_that_wins_the_board_it_sends_to_frees_the_choice() {
    let before = play("2.5 5.2 2.8 8.2");
    assert_eq!(before.sent(), Some(1));
    assert_eq!(play(WINS_BOARD_2).sent(), None);
}

/// « Lorsqu'un des joueurs arrive à faire un morpion (une ligne, colonne ou diagonale avec le même symbole). »
#[test]
fn a_board_won_by_the_last_cell_is_won_not_drawn() {
    let game = play(
        "3.3 3.8 8.6 6.1 1.3 3.4 4.7 7.5 5.3 3.6 6.3 3.7 7.9 9.3 3.2 2.3 3.9 9.5 5.8 8.3 3.5 5.7 7.3 3.1",
    );
    assert_eq!(game.drawn(), 0);
    assert_eq!(game.won(Seat::TWO), 0b100);
}

/// « Le joueur qui arrive à faire un Super Morpion (ligne, colonne ou diagonale de trois plaquettes) gagne. »
#[test]
fn three_won_boards_in_line_win_at_once() {
    let moves = "8.3 3.4 4.1 1.8 8.5 5.7 7.1 1.6 6.6 6.7 7.3 3.9 9.3 3.8 8.7 7.7 7.2 2.1 1.5 5.9 9.1 1.9 9.2";
    let game = play(moves);
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::ONE)));
    assert_eq!(game.winning_boards(), 0b111_000_000);
    assert_ne!(game.open(), 0);
    assert!(game.moves().is_empty());
    assert_eq!(refusal(&game, "1.1"), Illegal::Over);
    assert_eq!(refusal(&game, "1.1").say(Lang::En), "The game is over.");
    assert_eq!(refusal(&game, "1.1").say(Lang::Fr), "La partie est finie.");
}

/// « Le joueur qui arrive à faire un Super Morpion gagne la partie. » A line comes before the count of boards.
#[test]
fn a_line_made_on_the_last_open_board_wins_by_the_line() {
    let moves = "2.3 3.2 2.9 9.9 9.4 4.5 5.1 1.6 6.3 3.8 8.9 9.5 5.4 4.6 6.2 2.2 2.6 6.4 4.7 7.2 7.8 8.1 1.7 7.1 1.2 3.5 \
                 5.7 7.3 4.2 4.1 1.9 9.1 1.3 1.1 1.4 4.3 8.4 4.9 6.1 1.5 8.8 8.7 8.6 8.5 1.8 8.3";
    let game = play_with("tiebreak=draw", moves);
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::TWO)));
    assert_eq!(game.winning_boards().count_ones(), 3);
}

/// « Si toutes les plaquettes sont terminées et qu'aucun Super Morpion n'a été fait, c'est le joueur qui a remporté le
/// plus de plaquettes qui gagne la partie. »
#[test]
fn at_the_end_the_majority_of_boards_wins() {
    assert_eq!(play(TWO_HAS_MORE).turn(), Turn::Over(Outcome::Win(Seat::TWO)));
    assert_eq!(play(TWO_HAS_MORE).open(), 0);
}

/// « […] aucun Super Morpion n'a été fait, c'est le joueur qui a remporté le plus de plaquettes qui gagne. »
#[test]
fn six_boards_without_a_line_win_by_majority() {
    let game = play(SIX_BOARDS);
    assert_eq!(game.won(Seat::ONE).count_ones(), 6);
    assert_eq!(game.winning_boards(), 0);
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::ONE)));
}

/// « Si les deux joueurs en ont le même nombre, il y a une égalité et c'est un match nul. »
#[test]
fn equal_numbers_of_boards_are_a_draw() {
    let game = play(FOUR_EACH);
    assert_eq!(game.won(Seat::ONE).count_ones(), game.won(Seat::TWO).count_ones());
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
}

/// Option `tiebreak`: `majority`, the manual's rule and the default, or `draw`, as other programs play it.
#[test]
fn with_the_option_draw_a_majority_is_a_draw() {
    assert_eq!(play_with("tiebreak=draw", TWO_HAS_MORE).turn(), Turn::Over(Outcome::Draw));
    assert_eq!(play_with("tiebreak=draw", SIX_BOARDS).turn(), Turn::Over(Outcome::Draw));
    assert_eq!(play_with("tiebreak=majority", TWO_HAS_MORE).turn(), Turn::Over(Outcome::Win(Seat::TWO)));
}

/// The 42 small pieces and 5 markers per side are material, not rules: no move is refused for lack of a marker.
#[test]
fn a_sixth_marker_is_always_available() {
    assert_eq!(play(SIX_BOARDS).won(Seat::ONE).count_ones(), 6);
}

/// A move once made stands.
#[test]
fn a_taken_cell_is_refused() {
    let game = play("1.5 5.1");
    let reason = refusal(&game, "1.5");
    assert_eq!(reason, Illegal::Taken("1.5".parse().unwrap(), Seat::ONE));
    assert_eq!(reason.say(Lang::En), "There is already a cross in that cell: choose an empty one.");
    assert_eq!(
        reason.say(Lang::Fr),
        "Il y a déjà une croix dans cette case\u{a0}: choisissez une case vide."
    );
}

#[test]
fn a_game_continues_from_its_text() {
    for text in [WINS_BOARD_2, SENT_TO_DRAWN_8] {
        let game = play(text);
        let mut again: SuperMorpion = game.to_string().parse().unwrap();
        let mv = game.moves()[0];
        let mut game = game;
        game.play(mv).unwrap();
        again.play(mv).unwrap();
        assert_eq!(game, again);
    }
}

#[test]
fn impossible_positions_are_refused() {
    let open = "........./........./........./........./........./........./........./.........";
    for wrong in [
        "".to_owned(),
        format!("{open} 1 - tiebreak=majority"),
        format!("{open}/......... 3 - tiebreak=majority"),
        format!("{open}/......... 1 0 tiebreak=majority"),
        format!("{open}/......... 1 - tiebreak=other"),
        format!("{open}/......... win1 - tiebreak=majority"),
        format!("{open}/xxx...... 1 - tiebreak=majority"),
        format!("{open}/X 1 9 tiebreak=majority"),
        format!("{open}/........é 1 - tiebreak=majority"),
        "X/X/X/O/O/O/........./........./......... win1 - tiebreak=majority".to_owned(),
        "X/X/X/........./........./........./........./........./......... 2 - tiebreak=majority".to_owned(),
    ] {
        assert!(wrong.parse::<SuperMorpion>().is_err(), "{wrong:?}");
    }
}

#[test]
fn positions_are_small() {
    assert!(size_of::<SuperMorpion>() <= 64);
}
