//! The trait by which a game becomes numbers.

use std::fmt::Debug;

use rules::{Game, Kind, Outcome, Rng, Seat, TextError, Turn, Viewer, with_game};

use crate::bits;

/// A game whose moves have numbers and whose positions are arrays.
///
/// The arrays hold `i8`: most entries are 0 or 1, the others are small counts. An observation begins with what belongs
/// to its observer; the other players follow in turn order.
pub trait Encode: Game {
    /// What a batch stores beside each position so that it is computed once.
    type Derived: Derived;

    /// The shape of an observation.
    fn shape(options: Self::Options) -> Vec<usize>;

    /// The parts of an observation, in order.
    fn fields(options: Self::Options) -> Vec<Field>;

    /// The number of actions: every move of a player has a number below it.
    fn actions(options: Self::Options) -> usize;

    /// What the number of an action means.
    const ACTIONS: &'static str;

    /// The largest number of moves of a game, if there is one.
    const MAX_MOVES: Option<u32> = None;

    /// The number of a player's move.
    fn action_of(&self, mv: Self::Move) -> usize;

    /// The move with this number, legal or not; `None` if the number stands for none.
    fn move_of(&self, action: usize) -> Option<Self::Move>;

    /// Computes the derived data of this position. No action is legal if no player is to move.
    fn derive(&self) -> Self::Derived;

    /// Loads what a step will need from elsewhere in memory, if the position is not all in one place. A batch calls
    /// this for many games before it steps the first one, so that their cache misses overlap.
    #[inline]
    fn prefetch(&self) -> u64 {
        0
    }

    /// Updates the derived data of the position before a move to this position, which is the one after it. If the game is
    /// over, the result means nothing.
    #[inline]
    fn update(&self, _mover: Seat, _mv: Self::Move, derived: &mut Self::Derived) {
        *derived = self.derive();
    }

    /// A random legal action; `None` if there is none.
    #[inline]
    fn random_action(&self, derived: &Self::Derived, rng: &mut Rng) -> Option<usize> {
        bits::random(derived.legal().as_ref(), rng)
    }

    /// Writes what `observer` sees. The position must be redacted for that observer, and `out` must have the size of
    /// the shape.
    fn write_observation(&self, observer: Seat, out: &mut [i8]);

    /// Writes what `observer` may see of this whole position.
    #[inline]
    fn observe_into(&self, observer: Seat, out: &mut [i8]) {
        if Self::INFO.hides {
            let mut seen = self.clone();
            seen.redact(Viewer::Seat(observer));
            seen.write_observation(observer, out);
        } else {
            self.write_observation(observer, out);
        }
    }

    /// Writes what `observer` may see of this whole position, and 1 for each legal action.
    #[inline]
    fn write(&self, observer: Seat, derived: &Self::Derived, observation: &mut [i8], mask: &mut [i8]) {
        self.observe_into(observer, observation);
        bits::write_entries(derived.legal().as_ref(), mask);
    }

    /// The number of a chance outcome, below [`Encode::chances`].
    fn chance_of(&self, _outcome: Self::Move) -> usize {
        0
    }

    /// The chance outcome with this number.
    fn outcome_of(&self, _chance: usize) -> Option<Self::Move> {
        None
    }

    /// The number of different chance outcomes.
    fn chances(_options: Self::Options) -> usize {
        0
    }
}

/// The data derived from a position: the legal actions of the player to move, and what else helps to write observations.
pub trait Derived: Copy + Debug + Default + Send + Sync {
    /// The legal actions, one bit each, the lowest of the first word for action 0.
    fn legal(&self) -> impl AsRef<[u64]>;

    /// Whether an action is legal. Any number may be asked for.
    fn contains(&self, action: usize) -> bool;
}

impl<const N: usize> Derived for [u64; N]
where
    [u64; N]: Default,
{
    #[inline]
    fn legal(&self) -> impl AsRef<[u64]> {
        *self
    }

    #[inline]
    fn contains(&self, action: usize) -> bool {
        bits::contains(self, action)
    }
}

/// A part of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// What it holds, in a few words.
    pub about: &'static str,
    /// How many entries it has.
    pub size: usize,
    /// The largest value an entry can have.
    pub high: i8,
}

impl Field {
    /// A part of `size` entries from 0 to `high`.
    pub const fn new(about: &'static str, size: usize, high: i8) -> Field {
        Field { about, size, high }
    }
}

/// The spaces of a game with some options: what observations and actions look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The number of players.
    pub seats: usize,
    /// The shape of an observation.
    pub shape: Vec<usize>,
    /// The parts of an observation, in order.
    pub fields: Vec<Field>,
    /// The number of actions.
    pub actions: usize,
    /// What the number of an action means.
    pub about_actions: &'static str,
    /// The number of different chance outcomes.
    pub chances: usize,
    /// The number of cards in the deck; 0 without one.
    pub deck: usize,
    /// The largest number of moves of a game, if there is one.
    pub longest: Option<u32>,
}

impl Space {
    /// The spaces of a game with options given as text.
    pub fn new(kind: Kind, options: &str) -> Result<Space, TextError> {
        with_game!(kind, G => Ok(Space::of::<G>(options.parse()?)))
    }

    /// The spaces of a game with these options.
    pub fn of<G: Encode>(options: G::Options) -> Space {
        Space {
            seats: usize::from(G::new(options).seats()),
            shape: G::shape(options),
            fields: G::fields(options),
            actions: G::actions(options),
            about_actions: G::ACTIONS,
            chances: G::chances(options),
            deck: G::ordered_deck(options).len(),
            longest: G::MAX_MOVES,
        }
    }

    /// The number of entries of an observation.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }

    /// The largest value that any entry can have.
    pub fn high(&self) -> i8 {
        self.fields.iter().map(|field| field.high).max().unwrap_or(1)
    }
}

/// The reward of a seat among `seats` for an outcome: 1 for the winner, an equal share of −1 for each other seat, 0 for
/// a draw. Rewards sum to 0.
#[inline]
pub fn reward(outcome: Outcome, seat: Seat, seats: usize) -> f64 {
    match outcome {
        Outcome::Win(winner) if winner == seat => 1.0,
        Outcome::Win(_) => -1.0 / (seats.max(2) - 1) as f64,
        Outcome::Draw => 0.0,
    }
}

/// Writes the [`reward`] of each seat; 0 while the game is running.
#[inline]
pub(crate) fn write_rewards(turn: Turn, out: &mut [f32]) {
    let Turn::Over(outcome) = turn else {
        // For two entries, filling a slice would cost a function call.
        if let [one, two] = out {
            (*one, *two) = (0.0, 0.0);
        } else {
            out.fill(0.0);
        }
        return;
    };
    let seats = out.len();
    for (seat, entry) in out.iter_mut().enumerate() {
        *entry = reward(outcome, Seat::from_index(seat as u8), seats) as f32;
    }
}
