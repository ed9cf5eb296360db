//! The data of the value graph: curves, marks and numbers, in percent of its width and height.

use std::fmt::Write as _;

use rules::{Seat, Turn};

use super::tree::{Id, MistakeGrade, StudyTree};

/// A point of the graph, in percent from the left and from the top.
pub type PlotPoint = (f32, f32);

/// The graph of the line shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// How many positions of the line have a value, and how many there are.
    pub known: (usize, usize),
    /// The SVG path of each plotted seat's chances, with gaps where no value is known.
    pub curves: Vec<String>,
    /// The mistakes.
    pub mistakes: Vec<(PlotPoint, MistakeGrade)>,
    /// Move numbers and their x coordinates.
    pub numbers: Vec<(f32, usize)>,
    /// The x coordinate of the position shown.
    pub cursor: f32,
}

/// The positions of the line that are plotted: all except those in which a card is to be drawn.
pub fn plotted_positions(tree: &StudyTree) -> Vec<Id> {
    let mut line = tree.line();
    line.retain(|&id| tree.node(id).game.turn() != Turn::Chance);
    line
}

/// The seats that have a curve. With two seats, the second curve would mirror the first.
pub fn plotted_seats(seats: u8) -> impl Iterator<Item = Seat> {
    (0..if seats == 2 { 1 } else { seats }).map(Seat::from_index)
}

impl Plot {
    /// The graph of the line shown.
    pub fn of(tree: &StudyTree) -> Plot {
        let (positions, seats) = (plotted_positions(tree), tree.node(0).game.seats());
        let x = |index: usize| 100.0 * index as f32 / positions.len().saturating_sub(1).max(1) as f32;
        let place = |index: usize, seat: Seat| {
            let share = tree.value(positions[index])?.share(seat, seats);
            Some((x(index), 100.0 * (1.0 - share)))
        };
        let curve = |seat: Seat| {
            let mut path = String::new();
            let mut is_down = false;
            for index in 0..positions.len() {
                let Some((x, y)) = place(index, seat) else {
                    is_down = false;
                    continue;
                };
                // A line of zero length draws a dot for an isolated value.
                let _ = match is_down {
                    true => write!(path, "L{x:.1} {y:.1}"),
                    false => write!(path, "M{x:.1} {y:.1}h0"),
                };
                is_down = true;
            }
            path
        };
        let grade = |(index, &id): (usize, &Id)| {
            let (grade, _) = tree.grade(id)?;
            let mover = tree.node(tree.node(id).parent?).game.turn().seat()?;
            Some((place(index, if seats == 2 { Seat::ONE } else { mover })?, grade))
        };
        let known = positions.iter().filter(|&&id| tree.value(id).is_some()).count();
        let step = number_interval(positions.len());
        let numbers = (0..positions.len()).map(|index| (x(index), tree.move_number(positions[index])));
        let at = positions.iter().position(|&id| id == tree.current_id()).unwrap_or(0);
        Plot {
            known: (known, positions.len()),
            curves: plotted_seats(seats).map(curve).collect(),
            mistakes: positions.iter().enumerate().filter_map(grade).collect(),
            numbers: numbers.filter(|(_, number)| number % step == 0).collect(),
            cursor: x(at),
        }
    }
}

/// The distance between two marks of mistakes, in hundredths of the width: 14 pixels on a small phone.
const MARK_INTERVAL: f32 = 5.2;

impl Plot {
    /// For each mistake, whether its mark is written beside its point: as many as fit, blunders first.
    pub fn labelled_mistakes(&self) -> Vec<bool> {
        let mut named = vec![false; self.mistakes.len()];
        for is_blunder in [true, false] {
            for index in 0..self.mistakes.len() {
                let ((x, _), grade) = self.mistakes[index];
                let is_near = |(other, &is_named): (usize, &bool)| {
                    is_named && (self.mistakes[other].0.0 - x).abs() < MARK_INTERVAL
                };
                if (grade == MistakeGrade::Blunder) == is_blunder && !named.iter().enumerate().any(is_near) {
                    named[index] = true;
                }
            }
        }
        named
    }
}

/// The distance between two numbered moves, for a line of this many moves.
fn number_interval(moves: usize) -> usize {
    [1, 2, 5, 10, 20, 50].into_iter().find(|step| moves / step <= 6).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use engine::Value;
    use rules::{AnyGame, Kind, Outcome};

    use super::*;

    fn tree(kind: Kind, options: &str, moves: &str) -> StudyTree {
        let mut tree = StudyTree::new(AnyGame::new(kind, options).expect("options"));
        for text in moves.split_whitespace() {
            let mv = tree.current().game.parse_move(text).expect("a move");
            tree.play(mv).expect("a legal move");
        }
        tree
    }

    #[test]
    fn two_players_have_one_curve_with_gaps_where_no_value_is_known_and_marks_at_mistakes() {
        let mut tree = tree(Kind::Morpion, "", "5 2 1 9");
        let corner = tree.node(1).game.parse_move("1").expect("a move");
        tree.store_best(0, corner, Value::for_two(Seat::ONE, 0.5));
        tree.store_best(1, corner, Value::Proven { outcome: Outcome::Draw, plies: 8 });
        tree.store_best(2, corner, Value::Proven { outcome: Outcome::Win(Seat::ONE), plies: 5 });
        tree.store_best(4, corner, Value::for_two(Seat::ONE, 0.75));
        let plot = Plot::of(&tree);
        assert_eq!(plot.known, (4, 5));
        assert_eq!(plot.curves, ["M0.0 50.0h0L25.0 50.0L50.0 0.0M100.0 25.0h0"]);
        assert_eq!(plot.mistakes, [((50.0, 0.0), MistakeGrade::Blunder)]);
        assert_eq!(plot.numbers.iter().map(|&(_, number)| number).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert!((plot.cursor - 100.0).abs() < 0.01);
    }

    #[test]
    fn three_players_have_a_curve_each_and_at_most_seven_moves_are_numbered() {
        let mut tree = tree(Kind::Doh, "players=3", "Mc3 Sc3");
        let mv = tree.current().game.moves()[0];
        tree.store_best(2, mv, Value::Expected([0.01, 0.49, 0.5, 0.0]));
        let plot = Plot::of(&tree);
        assert_eq!(plot.curves, ["M100.0 99.0h0", "M100.0 51.0h0", "M100.0 50.0h0"]);
        for moves in 0..200 {
            assert!(moves / number_interval(moves) <= 6);
        }
    }

    #[test]
    fn marks_of_mistakes_do_not_lie_over_each_other_and_blunders_come_first() {
        let plot = |mistakes: &[(f32, MistakeGrade)]| Plot {
            known: (0, 0),
            curves: Vec::new(),
            mistakes: mistakes.iter().map(|&(x, grade)| ((x, 50.0), grade)).collect(),
            numbers: Vec::new(),
            cursor: 0.0,
        };
        let (blunder, mistake) = (MistakeGrade::Blunder, MistakeGrade::Mistake);
        let few = plot(&[(10.0, mistake), (20.0, blunder)]);
        assert_eq!(few.labelled_mistakes(), [true, true]);
        let many = plot(&[(10.0, mistake), (12.0, blunder), (14.0, blunder), (18.0, mistake)]);
        assert_eq!(many.labelled_mistakes(), [false, true, false, true]);
    }

    #[test]
    fn positions_in_which_a_card_is_drawn_are_not_plotted() {
        let mut tree = StudyTree::new(AnyGame::new(Kind::Cards, "").expect("options"));
        tree.draw(&mut rules::Rng::new(3));
        assert_eq!(Plot::of(&tree).known, (0, 1));
        assert_eq!(Plot::of(&tree).numbers, [(0.0, 0)]);
    }
}
