//! Setting up a position piece by piece. A [`Draft`] holds the pieces on each place, whether or not the rules allow
//! them; the rules decide whether it is a position, and why not. Each game has its own file, which converts between
//! places and the text of a position.

mod cards;
mod doh;
mod fives;
mod frame;
mod morpion;
mod super_morpion;

use rules::{AnyGame, AnyIllegal, AnyMove, Game, Lang, Seat, TextError, Words, capitalized, match_game};

use crate::draw::Drawable;
use crate::draw_context::DrawContext;
use crate::look::PieceTheme;
use crate::notation::NotationPart;
use crate::scene::{Item, Scene, Shape, Spot, Vec2};

/// A piece that can be put on a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditPiece {
    /// A short text for it, as in the notation.
    pub text: String,
    /// Its picture beside its name, if it has one that is smaller than the board's.
    pub mark: Option<NotationPart>,
    /// Its name, with a capital first letter.
    pub name: Words,
}

impl EditPiece {
    fn capitalised(self) -> EditPiece {
        let Words { fr, en } = self.name;
        EditPiece { name: Words { fr: capitalized(&fr).into(), en: capitalized(&en).into() }, ..self }
    }
}

/// Numbers that are set for each player: tokens, or the pieces of completed groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    /// What they count, with a capital first letter.
    pub heading: Words,
    /// What each of them counts. Empty if there is only one.
    pub names: Vec<Words>,
    /// The largest number that makes sense.
    pub max: u8,
}

/// A position that is being set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The pieces on each place, the lowest first: indices in the list of [`pieces`].
    pub places: Vec<Vec<usize>>,
    /// Who moves next.
    pub turn: Seat,
    /// The index of the selected one of the further [`choices`].
    pub choice: usize,
    /// The pieces in each hand, by seat: indices in the list of [`hand_pieces`]. Empty in games where hands are not
    /// chosen.
    pub hands: Vec<Vec<usize>>,
    /// The cards in the pot: indices in the list of [`hand_pieces`]. `None` in games without a pot.
    pub pot: Option<Vec<usize>>,
    /// The numbers of each player, by seat, in the order of the [`counters`]. Empty in games without them.
    pub counts: Vec<Vec<u8>>,
}

/// A game whose positions can be set up.
pub(crate) trait Editable: Drawable {
    /// The pieces that can be put on places.
    fn pieces(&self) -> Vec<EditPiece>;

    /// The pieces on each place.
    fn places(&self) -> Vec<Vec<usize>>;

    /// Puts a piece on a place, or replaces what lies there.
    fn put(&self, place: &mut Vec<usize>, piece: usize) {
        *place = vec![piece];
    }

    /// Further choices, such as the board to which the player is sent.
    fn choices(&self, _lang: Lang) -> Vec<String> {
        Vec::new()
    }

    /// The index of the choice in this position.
    fn choice(&self) -> usize {
        0
    }

    /// The pieces that a hand can hold, in games where hands are chosen.
    fn hand_pieces(&self) -> Vec<EditPiece> {
        Vec::new()
    }

    /// The pieces in each hand, in games where hands are chosen.
    fn hands(&self) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// The cards in the pot, in games with one: indices in the list of [`hand_pieces`](Self::hand_pieces).
    fn pot(&self) -> Option<Vec<usize>> {
        None
    }

    /// The pieces that are neither on the board, nor in a hand, nor in the pot: indices in the list of
    /// [`hand_pieces`](Self::hand_pieces).
    fn unplaced_pieces(&self, _draft: &Draft) -> Vec<usize> {
        Vec::new()
    }

    /// The numbers that are set for each player, in games that have some.
    fn counters(&self) -> Option<Counters> {
        None
    }

    /// The numbers of each player, by seat.
    fn counts(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// What a draft needs that its text cannot say.
    fn missing(&self, _draft: &Draft) -> Option<Words> {
        None
    }

    /// The pieces on a place as they look on the board, around the origin, in a place of this size. The pieces need not
    /// be a position.
    fn stack(&self, stack: &[usize], place: (f32, f32), look: PieceTheme) -> Vec<Item>;

    /// The texts of the positions that the draft can stand for, the likeliest first. If the turn follows from the
    /// pieces, there is one for each turn.
    fn texts(&self, draft: &Draft) -> Vec<String>;
}

/// The turns that a draft can stand for: the chosen one first, then the others, then the results.
fn turns(seats: u8, chosen: Seat) -> impl Iterator<Item = String> {
    let others = (0..seats).map(Seat::from_index).filter(move |&seat| seat != chosen);
    let wins = (1..=seats).map(|seat| format!("win{seat}"));
    std::iter::once(chosen).chain(others).map(|seat| seat.to_string()).chain(wins).chain(["draw".to_owned()])
}

/// The fields of the text of a position.
fn fields<G: Game>(game: &G) -> Vec<String> {
    game.to_string().split(' ').map(str::to_owned).collect()
}

/// The draft of a position.
pub fn draft(game: &AnyGame) -> Draft {
    let turn = game.turn().seat().unwrap_or(Seat::ONE);
    match_game!(game, game => Draft {
        places: Editable::places(game),
        turn,
        choice: Editable::choice(game),
        hands: Editable::hands(game),
        pot: Editable::pot(game),
        counts: Editable::counts(game),
    })
}

/// The pieces that can be put on places.
pub fn pieces(game: &AnyGame) -> Vec<EditPiece> {
    match_game!(game, game => game.pieces()).into_iter().map(EditPiece::capitalised).collect()
}

/// The pieces that a hand can hold; empty in games where hands are not chosen.
pub fn hand_pieces(game: &AnyGame) -> Vec<EditPiece> {
    match_game!(game, game => Editable::hand_pieces(game)).into_iter().map(EditPiece::capitalised).collect()
}

/// The pieces that are neither on the board, nor in a hand, nor in the pot of the draft, each once.
pub fn unplaced_pieces(game: &AnyGame, draft: &Draft) -> Vec<usize> {
    match_game!(game, game => Editable::unplaced_pieces(game, draft))
}

/// The numbers that are set for each player, if there are any.
pub fn counters(game: &AnyGame) -> Option<Counters> {
    match_game!(game, game => Editable::counters(game))
}

/// The further choices, in words; empty in most games.
pub fn choices(game: &AnyGame, lang: Lang) -> Vec<String> {
    match_game!(game, game => game.choices(lang))
}

/// Puts a piece on a place of the draft; `None` clears the place, and a piece that is alone there already is removed.
pub fn put(game: &AnyGame, draft: &mut Draft, place: usize, piece: Option<usize>) {
    let Some(cell) = draft.places.get_mut(place) else { return };
    match piece {
        Some(piece) if cell[..] != [piece] => match_game!(game, game => game.put(cell, piece)),
        _ => cell.clear(),
    }
}

/// The position of the draft, with the options of `game`; or why it is not one.
pub fn position(game: &AnyGame, draft: &Draft) -> Result<AnyGame, TextError> {
    if let Some(missing) = match_game!(game, game => Editable::missing(game, draft)) {
        return Err(TextError::new(0, "", missing));
    }
    let texts = match_game!(game, game => game.texts(draft));
    let mut why = None;
    for text in texts {
        match AnyGame::parse(game.kind(), &text) {
            Ok(position) => return Ok(position),
            Err(error) => why = why.or(Some(error)),
        }
    }
    Err(why.unwrap_or_else(|| TextError::new(0, "", Words::new("une position", "a position"))))
}

/// Draws the draft: like the game if it is a position, otherwise with its pieces on an empty board, without hands, stash
/// and turn, which would be those of another position. Every place can be touched.
pub fn draw(game: &AnyGame, draft: &Draft, context: &DrawContext<AnyMove, AnyIllegal>) -> Scene {
    let known = position(game, draft).ok();
    let empty = || AnyGame::new(game.kind(), &game.options()).unwrap_or_else(|_| game.clone());
    let mut scene = super::any::draw(known.as_ref().unwrap_or(&empty()), context);
    scene.targets.retain(|target| matches!(target.spot, Spot::Place(_)));
    for target in &mut scene.targets {
        target.legal = true;
    }
    if known.is_none() {
        scene.items.retain(|item| item.class != "hand" && item.key != "turn");
        for (place, stack) in draft.places.iter().enumerate().filter(|(_, stack)| !stack.is_empty()) {
            let target = u8::try_from(place).ok().and_then(|place| scene.target(Spot::Place(place)));
            let Some((at, size)) = target.map(|target| (target.at, target.size)) else { continue };
            let items = match_game!(game, game => Editable::stack(game, stack, size, context.look.pieces));
            for (number, item) in items.into_iter().enumerate() {
                let key = format!("draft-{place}-{number}-{stack:?}");
                let at = Vec2::new(at.x + item.at.x, at.y + item.at.y);
                scene.add(Item { key, at, ..item });
            }
        }
    }
    scene
}

/// A piece of a draft, at this distance from the middle of its place.
fn piece_at(at: Vec2, shapes: Vec<Shape>) -> Item {
    Item::new("piece", String::new(), at).with_all(shapes)
}

#[cfg(test)]
mod tests;
