//! The rules once more, written as slowly and plainly as they are said, and compared on random play.

use std::collections::{BTreeMap, BTreeSet};

use super::{Move, Options, Pile, Size, play_with};
use rules::frame::{self, Square};
use rules::{Doh, Game, Outcome, Rng, Seat, Turn};

/// Piles of pieces, bottom first, on a table without edges. The first piece stands at (0, 0).
#[derive(Clone, Default)]
struct Table {
    piles: BTreeMap<(i32, i32), Vec<Size>>,
    moved: usize,
}

/// How far from the first piece the slow rules look: farther than the frame reaches.
const FAR: i32 = 4;

impl Table {
    fn left(&self, size: Size) -> usize {
        5 - self.piles.values().flatten().filter(|&&piece| piece == size).count()
    }

    fn is_legal(&self, size: Size, (x, y): (i32, i32)) -> bool {
        if self.left(size) == 0 {
            return false;
        }
        if self.piles.is_empty() {
            return (x, y) == (0, 0);
        }
        if let Some(pile) = self.piles.get(&(x, y)) {
            let mut sizes: Vec<i32> = pile.iter().map(|&piece| piece as i32).collect();
            sizes.push(size as i32);
            let steps: BTreeSet<i32> = sizes.windows(2).map(|pair| pair[1] - pair[0]).collect();
            return steps == BTreeSet::from([1]) || steps == BTreeSet::from([-1]);
        }
        let near = self.piles.keys().any(|&(u, v)| (u - x).abs() <= 1 && (v - y).abs() <= 1);
        near && self.piles.keys().all(|&(u, v)| (u - x).abs() <= 2 && (v - y).abs() <= 2)
    }

    fn moves(&self) -> BTreeSet<(Size, (i32, i32))> {
        let places = (-FAR..=FAR).flat_map(|x| (-FAR..=FAR).map(move |y| (x, y)));
        places
            .flat_map(|place| Size::ALL.map(|size| (size, place)))
            .filter(|&(size, place)| self.is_legal(size, place))
            .collect()
    }

    fn counts_as(&self, place: (i32, i32), size: Size) -> bool {
        match self.piles.get(&place).map(Vec::as_slice) {
            None => false,
            Some([bottom, second, ..]) if second > bottom => self.piles[&place].last() == Some(&size),
            Some(pile) => pile.contains(&size),
        }
    }

    fn has_line(&self) -> bool {
        self.piles.keys().any(|&(x, y)| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
                Size::ALL
                    .into_iter()
                    .any(|size| (0..3).all(|n| self.counts_as((x + n * dx, y + n * dy), size)))
            })
        })
    }

    fn turn(&self, players: usize) -> Turn {
        let last = (self.moved + players - 1) % players;
        if self.has_line() {
            Turn::Over(Outcome::Win(Seat::from_index(last as u8)))
        } else if self.moved == 15 {
            Turn::Over(Outcome::Draw)
        } else if self.moves().is_empty() {
            Turn::Over(Outcome::Win(Seat::from_index(last as u8)))
        } else {
            Turn::Seat(Seat::from_index((self.moved % players) as u8))
        }
    }
}

fn place(square: Square) -> (i32, i32) {
    (i32::from(square.file()) - 2, i32::from(square.rank()) - 2)
}

fn compare(game: &Doh, table: &Table) {
    assert_eq!(game.turn(), table.turn(game.seats().into()), "{game}");
    let mut moves: BTreeSet<_> = game.moves().iter().map(|mv| (mv.size(), place(mv.square()))).collect();
    if !game.turn().is_over() {
        assert_eq!(moves, table.moves(), "{game}: the frame is large enough for every move");
    }
    for square in Square::all() {
        let pile = game.at(square);
        let pieces = table.piles.get(&place(square)).map_or(&[][..], Vec::as_slice);
        assert_eq!(pile.pieces(), pieces, "{game}: {square}");
        assert_eq!(matches!(pile, Pile::Tree(_)), game.trees() & square.bit() != 0, "{game}: {square}");
        assert_eq!(matches!(pile, Pile::Nest(_)), game.nests() & square.bit() != 0, "{game}: {square}");
        for size in Size::ALL {
            let counts = table.counts_as(place(square), size);
            assert_eq!(pile.counts_as(size), counts, "{game}: {square} as {size}");
            assert_eq!(game.counts_as(size) & square.bit() != 0, counts, "{game}: {square} as {size}");
            let fits = moves.remove(&(size, place(square)));
            assert_eq!(game.placements(size) & square.bit() != 0, fits, "{game}: {size}{square}");
            if fits && pile != Pile::Empty {
                assert!(pile.fits(size), "{game}: {size}{square}");
            }
        }
    }
    assert!(moves.is_empty());
    for size in Size::ALL {
        assert_eq!(usize::from(game.left(size)), table.left(size), "{game}");
        let completing = frame::squares(game.placements(size)).filter(|&square| {
            let mut next = *game;
            next.play_unchecked(Move::new(size, square));
            next.winning_squares() != 0
        });
        let completing = completing.fold(0, |all, square| all | square.bit());
        assert_eq!(game.completing(size), completing, "{game}: where {size} completes a line");
    }
}

#[test]
fn the_slow_rules_agree_on_random_games() {
    let mut rng = Rng::new(20);
    let mut ends = BTreeMap::new();
    for _ in 0..600 {
        let mut game = play_with(2 + rng.below(3) as u8, "");
        let mut table = Table::default();
        compare(&game, &table);
        while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
            game.play_unchecked(mv);
            table.piles.entry(place(mv.square())).or_default().push(mv.size());
            table.moved += 1;
            compare(&game, &table);
        }
        *ends.entry(game.to_string().split(' ').nth(1).unwrap().to_owned()).or_insert(0) += 1;
        let stuck = game.turn() != Turn::Over(Outcome::Draw) && game.winning_squares() == 0;
        *ends.entry(if stuck { "stuck" } else { "not stuck" }.to_owned()).or_insert(0) += 1;
    }
    for end in ["win1", "win2", "win3", "win4", "draw", "stuck"] {
        assert!(ends.contains_key(end), "the games end in all ways: {ends:?}");
    }
}

/// With five medium pieces on nine squares none of which may stand alone, fourteen pieces are in play: so a game that
/// gets stuck does so with one piece left, and never with a medium.
#[test]
fn a_game_gets_stuck_only_before_its_last_piece() {
    let mut rng = Rng::new(21);
    let mut stuck = 0;
    for _ in 0..20_000 {
        let mut game = Doh::new(Options::default());
        while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
            game.play_unchecked(mv);
        }
        if game.turn() != Turn::Over(Outcome::Draw) && game.winning_squares() == 0 {
            assert_eq!((game.placed(), game.left(Size::Medium)), (14, 0), "{game}");
            stuck += 1;
        }
    }
    assert!(stuck > 20, "{stuck}");
}

#[test]
fn an_illegal_move_played_unchecked_never_panics() {
    let mut rng = Rng::new(22);
    for _ in 0..2_000 {
        let mut game = play_with(2 + rng.below(3) as u8, "");
        for _ in 0..40 {
            let square = Square::from_index(rng.below(25) as u8).unwrap();
            game.play_unchecked(Move::new(Size::ALL[rng.below(3) as usize], square));
            let _ = (game.moves(), game.winning_squares(), game.placed(), format!("{game} {game:#}"));
            let _ = Square::all().map(|square| game.check(Move::new(Size::Small, square))).last();
        }
    }
}
