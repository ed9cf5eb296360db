//! Compares batches with the rules, step by step: every position, mask, reward and observation of more than a million
//! random moves. The rules check and play each move, and a second, slow implementation writes the observations entry by
//! entry.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use env::{Arrays, Batch, BatchSettings, Encode, Space};
use rules::cards::Card;
use rules::fives::Point;
use rules::frame::Square;
use rules::{AnyGame, Cards, Doh, Fives, Game, Morpion, Outcome, Seat, Size, SuperMorpion, Turn, Viewer};

const LANES: usize = 256;

/// The observation of a game, as its documentation describes it.
trait Naive: Encode {
    /// How many times all games of a batch are stepped.
    const STEPS: usize = 800;

    /// What the observer sees of a position that was redacted for them.
    fn observation(&self, observer: Seat) -> Vec<i8>;

    /// The draws that could lead to this position of the batch.
    fn draws(&self, _actual: &AnyGame) -> Vec<Self::Move> {
        Vec::new()
    }
}

impl Naive for Morpion {
    const STEPS: usize = 1_000;

    fn observation(&self, observer: Seat) -> Vec<i8> {
        let cells = || (0..9).filter_map(rules::morpion::Move::from_index);
        let plane = |seat| cells().map(move |cell| (self.at(cell) == Some(seat)).into());
        plane(observer).chain(plane(observer.other())).collect()
    }
}

impl Naive for SuperMorpion {
    const STEPS: usize = 2_000;

    fn observation(&self, observer: Seat) -> Vec<i8> {
        let cells = (0..81).map(|cell| rules::super_morpion::Move::new(cell / 9, cell % 9).unwrap());
        let has = |seat, mv: rules::super_morpion::Move| {
            self.won(seat) >> mv.board() & 1 != 0 || self.at(mv) == Some(seat)
        };
        let own = cells.clone().map(|mv| has(observer, mv).into());
        let others = cells.clone().map(|mv| has(observer.other(), mv).into());
        own.chain(others).chain(cells.map(|mv| self.check(mv).is_ok().into())).collect()
    }
}

impl Naive for Doh {
    fn observation(&self, _observer: Seat) -> Vec<i8> {
        let squares = || Square::all().map(|square| self.at(square));
        let mut entries = Vec::new();
        for size in Size::ALL {
            entries.extend(squares().map(|pile| i8::from(pile.pieces().contains(&size))));
        }
        entries.extend(Square::all().map(|square| (self.nests() >> square.index() & 1) as i8));
        for size in Size::ALL {
            entries.extend([self.left(size) as i8; 25]);
        }
        entries
    }
}

impl Naive for Cards {
    fn draws(&self, actual: &AnyGame) -> Vec<rules::cards::Move> {
        let AnyGame::Cards(actual) = actual else { return Vec::new() };
        let drawer = self.drawer().unwrap();
        let has_more = |card: Card| {
            let count = |game: &Cards| game.hand(drawer).filter(|&other| other == card).count();
            count(actual) > count(self)
        };
        self.moves().into_iter().filter(|mv| mv.card().is_some_and(has_more)).collect()
    }

    fn observation(&self, observer: Seat) -> Vec<i8> {
        let other = observer.other();
        let piles = || Square::all().map(|square| self.pile(square));
        let mut entries: Vec<i8> =
            piles().map(|pile| pile.map_or(0, |pile| pile.top().number().unwrap() as i8)).collect();
        for seat in [observer, other] {
            entries.extend(piles().map(|pile| i8::from(pile.is_some_and(|p| p.top().owner() == Some(seat)))));
        }
        for seat in [observer, other] {
            entries.extend(piles().map(|pile| pile.map_or(0, |pile| pile.cards(seat) as i8)));
        }
        entries.extend(Square::all().map(|square| (self.used() >> square.index() & 1) as i8));
        let colours = [observer, other].into_iter().flat_map(|owner| {
            (1..=self.options().numbers()).map(move |number| Card::colour(owner, number).unwrap())
        });
        let deck: Vec<Card> = colours.chain([Card::YELLOW, Card::GREEN]).collect();
        let places: [Vec<Card>; 4] = [
            self.hand(observer).collect(),
            self.hand(other).collect(),
            self.unseen().collect(),
            self.pot().collect(),
        ];
        for place in places {
            entries.extend(deck.iter().map(|card| place.iter().filter(|other| *other == card).count() as i8));
        }
        let sizes = [self.hand_size(observer), self.hand_size(other), self.draw_pile_size()];
        let tokens = [self.tokens(observer), self.tokens(other)];
        let stuck = [self.stuck(observer), self.stuck(other)];
        entries.extend(tokens.iter().chain(&sizes).chain(&stuck).map(|&number| number as i8));
        entries
    }
}

impl Naive for Fives {
    const STEPS: usize = 1_000;

    fn observation(&self, observer: Seat) -> Vec<i8> {
        let (position, seats) = (self.position(), self.seats());
        let order: Vec<Seat> =
            (0..seats).map(|turn| Seat::from_index((observer.index() as u8 + turn) % seats)).collect();
        let mut entries = Vec::new();
        for &seat in &order {
            for size in Size::ALL {
                for (row, column) in (0..25).map(|entry| (entry / 5, entry % 5 + 1)) {
                    let piece = Point::new(row, column).and_then(|point| position.at(point));
                    entries.push(i8::from(piece == Some((seat, size))));
                }
            }
        }
        for &seat in &order {
            Size::ALL.iter().for_each(|&size| entries.extend([position.hand(seat, size) as i8; 25]));
        }
        order.iter().for_each(|&seat| entries.extend([position.groups(seat) as i8; 25]));
        let before = self.seen().iter().filter(|&&key| key == position.key()).count();
        entries.extend([before as i8; 25]);
        entries
    }
}

/// The position of the batch, found among those that a draw can lead to.
fn drawn<G: Naive + Into<AnyGame>>(game: &G, actual: &AnyGame) -> Option<G> {
    if game.turn() != Turn::Chance {
        let found: AnyGame = game.clone().into();
        return (found == *actual).then(|| game.clone());
    }
    game.draws(actual).into_iter().find_map(|outcome| {
        let mut next = game.clone();
        next.play(outcome).unwrap();
        drawn(&next, actual)
    })
}

/// Steps a batch at random and compares it with games played by the rules.
fn follow<G: Naive + Into<AnyGame>>(options: &str, steps: usize) {
    let settings = BatchSettings { len: LANES, seed: 7, auto_reset: true, max_moves: None, threads: 1 };
    let mut batch = Batch::new(G::KIND, options, settings).unwrap();
    let Space { seats, actions: count, .. } = *batch.space();
    let size = batch.space().size();
    let (mut observations, mut masks) = (vec![0; LANES * size], vec![0; LANES * count]);
    let (mut players, mut rewards) = (vec![0; LANES], vec![0.0; LANES * seats]);
    let (mut terminated, mut truncated) = (vec![false; LANES], vec![false; LANES]);
    let mut actions = vec![0; LANES];
    // The cards are dealt by the batch; games without cards all have the same start.
    let begun = |batch: &Batch, index| -> G { batch.game(index).unwrap().to_string().parse().ok().unwrap() };
    let mut games: Vec<G> = (0..LANES).map(|index| begun(&batch, index)).collect();
    let mut ended = 0;
    for _ in 0..steps {
        batch.sample(&mut actions);
        let arrays = Arrays {
            observations: &mut observations,
            masks: &mut masks,
            players: &mut players,
            rewards: &mut rewards,
            terminated: &mut terminated,
            truncated: &mut truncated,
        };
        batch.step(&actions, arrays).unwrap();
        for (index, game) in games.iter_mut().enumerate() {
            let actual = batch.game(index).unwrap();
            let mv = game.move_of(actions[index] as usize).unwrap();
            game.play(mv).unwrap();
            let outcome = game.turn().outcome();
            assert_eq!((terminated[index], truncated[index]), (outcome.is_some(), false), "{game}");
            for (seat, &reward) in rewards[index * seats..][..seats].iter().enumerate() {
                let expected = match outcome {
                    Some(Outcome::Win(winner)) if winner.index() == seat => 1.0,
                    Some(Outcome::Win(_)) => -1.0 / (seats as f32 - 1.0),
                    Some(Outcome::Draw) | None => 0.0,
                };
                assert_eq!(reward, expected, "{game}");
            }
            *game = if outcome.is_some() {
                ended += 1;
                begun(&batch, index)
            } else {
                drawn(game, &actual).unwrap_or_else(|| panic!("{game} became {actual}"))
            };
            let seat = game.turn().seat().unwrap();
            assert_eq!(players[index] as usize, seat.index(), "{game}");
            let mut mask = vec![0; count];
            game.moves().into_iter().for_each(|mv| mask[game.action_of(mv)] = 1);
            assert_eq!(masks[index * count..][..count], mask, "{game}");
            let mut seen = game.clone();
            seen.redact(Viewer::Seat(seat));
            assert_eq!(observations[index * size..][..size], seen.observation(seat), "{game}");
        }
    }
    assert!(ended > 0, "no game ended, so no new one was seen");
}

/// Runs [`follow`] for the default options, and for a tenth as many steps for each number of players and each variant.
fn follow_all<G: Naive + Into<AnyGame>>() {
    follow::<G>("", G::STEPS);
    let variants = G::KIND.info().variants.iter().map(|&options| options.to_owned());
    for options in G::KIND.options_by_players().into_iter().chain(variants) {
        follow::<G>(&options, G::STEPS / 10);
    }
}

macro_rules! tests {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        mod batches_are_stepped_by_the_rules {
            $(
                #[test]
                fn $module() {
                    super::follow_all::<rules::$module::$game>();
                }
            )*
        }
    };
}
rules::for_each_game!([tests]);

#[test]
fn decks_with_other_numbers_are_stepped_by_the_rules() {
    for numbers in [1, 2, 3, 6, 18] {
        follow::<Cards>(&format!("numbers={numbers},green=any"), 150);
    }
}
