//! Reads positions of Three Fives, and refuses those that no game can reach.

use std::str::FromStr;

use super::board::{self, Points};
use super::notation::row;
use super::{Fives, GROUP, GROUPS_TO_WIN, Options, PIECES_OF_A_SIZE, Position, Size};
use crate::game::Game;
use crate::seat::{Outcome, Seat, Turn};
use crate::text::{TextError, Words, fields, words};

impl FromStr for Fives {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Fives, TextError> {
        let whole = words!(
            fr: "le plateau, les mains, les groupes, le tour, les positions passées et les options",
            en: "the board, the hands, the groups, the turn, the earlier positions and the options"
        );
        let [(_, board), (hands_at, hands), (groups_at, groups), turn, seen, (options_at, options)] =
            fields(text, whole)?;
        let options: Options = options.parse().map_err(|error: TextError| error.shifted(options_at))?;
        let mut position = Position::new(options);
        read_board(&mut position, board)?;
        read_hands(&mut position, hands).map_err(|expected| TextError::new(hands_at, hands, expected))?;
        read_groups(&mut position, groups).map_err(|expected| TextError::new(groups_at, groups, expected))?;
        position.turn = turn
            .1
            .parse()
            .ok()
            .filter(|turn| match turn {
                Turn::Seat(seat) | Turn::Over(Outcome::Win(seat)) => seat.number() <= options.players(),
                Turn::Over(Outcome::Draw) => true,
                Turn::Chance => false,
            })
            .ok_or_else(|| TextError::new(turn.0, turn.1, turns(options)))?;
        check_groups(&position).map_err(|expected| TextError::new(0, board, expected))?;
        check_counts(&position).map_err(|expected| TextError::new(hands_at, hands, expected))?;
        let mut game = Fives { position, seen: super::History::default() };
        game.read_seen(seen)?;
        game.check_turn(turn, seen)?;
        Ok(game)
    }
}

/// The valid values of the turn field.
fn turns(options: Options) -> Words {
    match options.players() {
        2 => words!(fr: "un tour (1, 2, win1, win2 ou draw)", en: "a turn (1, 2, win1, win2 or draw)"),
        _ => words!(
            fr: "un tour (1, 2, 3, win1, win2, win3 ou draw)",
            en: "a turn (1, 2, 3, win1, win2, win3 or draw)"
        ),
    }
}

/// Reads the pieces on the board.
fn read_board(position: &mut Position, text: &str) -> Result<(), TextError> {
    let players = position.options.players();
    let expected = || {
        words!(
            fr: "les rangées de e à a séparées par /, de 3, 4, 5, 4 et 3 points, chacun . ou un joueur de 1 à {players} et une taille S, M ou L (2L)",
            en: "the rows from e to a separated by /, of 3, 4, 5, 4 and 3 points, each . or a seat from 1 to {players} and a size S, M or L (2L)"
        )
    };
    let mut rest = text.chars();
    let mut symbol = || {
        let at = text.len() - rest.as_str().len();
        rest.next().map_or((at, ' '), |symbol| (at, symbol))
    };
    let wrong = |at: usize| Err(TextError::new(at, &text[at..], expected()));
    for r in (0..5).rev() {
        for point in row(r) {
            let (at, owner) = symbol();
            if owner == '.' {
                continue;
            }
            let owner = owner.to_digit(10).filter(|&owner| 0 < owner && owner <= players.into());
            let (size_at, size) = if owner.is_some() { symbol() } else { (at, ' ') };
            let (Some(owner), Some(size)) = (owner, Size::from_letter(size)) else { return wrong(size_at) };
            position.colour[owner as usize - 1] |= point.bit();
            position.size[size.index()] |= point.bit();
        }
        let (at, separator) = symbol();
        if separator != if r > 0 { '/' } else { ' ' } {
            return wrong(at);
        }
    }
    Ok(())
}

/// Reads the small, medium and large pieces that each seat has in hand.
fn read_hands(position: &mut Position, text: &str) -> Result<(), Words> {
    let players = usize::from(position.options.players());
    let hands: Vec<&[u8]> = text.as_bytes().split(|&byte| byte == b'/').collect();
    let is_hand = |hand: &&[u8]| hand.len() == 3 && hand.iter().all(|digit| (b'0'..=b'5').contains(digit));
    if hands.len() != players || !hands.iter().all(is_hand) {
        return Err(words!(
            fr: "{players} mains séparées par /, chacune ses petites, moyennes et grandes pièces, de 0 à 5 (555)",
            en: "{players} hands separated by /, each its small, medium and large pieces, 0 to 5 (555)"
        ));
    }
    for (seat, hand) in hands.iter().enumerate() {
        position.hands[seat] = [hand[0] - b'0', hand[1] - b'0', hand[2] - b'0'];
    }
    Ok(())
}

/// Reads the number of groups that each seat has completed.
fn read_groups(position: &mut Position, text: &str) -> Result<(), Words> {
    let players = usize::from(position.options.players());
    let counts: Vec<&[u8]> = text.as_bytes().split(|&byte| byte == b'/').collect();
    if counts.len() != players || !counts.iter().all(|count| matches!(count, [b'0'..=b'3'])) {
        return Err(words!(
            fr: "{players} nombres de groupes de 0 à 3, séparés par / (0/1)",
            en: "{players} numbers of groups, 0 to 3, separated by / (0/1)"
        ));
    }
    for (seat, count) in counts.iter().enumerate() {
        position.groups[seat] = count[0] - b'0';
    }
    Ok(())
}

/// The number of groups of five that a colour has on the board.
fn fives(pieces: Points) -> u8 {
    board::groups(pieces).filter(|group| group.count_ones() == GROUP).count() as u8
}

/// Checks that the rules can lead to the groups on the board and to their counts.
fn check_groups(position: &Position) -> Result<(), Words> {
    if position.colour.iter().any(|&pieces| board::groups(pieces).any(|group| group.count_ones() > GROUP)) {
        return Err(words!(
            fr: "un plateau sans groupe de plus de cinq pièces d’une couleur",
            en: "a board without a group of more than five pieces of one colour"
        ));
    }
    let standing = position.colour.map(fives);
    if let Turn::Over(Outcome::Win(winner)) = position.turn {
        // The last turn completed the groups on the board: the winner's third, and at most one more.
        let is_made = (0..3).all(|seat| {
            standing[seat] <= 1
                && standing[seat] <= position.groups[seat]
                && (position.groups[seat] < GROUPS_TO_WIN || standing[seat] == 1)
        });
        let is_won = position.groups(winner) == GROUPS_TO_WIN && standing.iter().sum::<u8>() <= 2;
        if !is_made || !is_won {
            return Err(words!(
                fr: "un plateau où le troisième groupe du joueur {winner} vient d’être formé et compté, puisqu’il gagne",
                en: "a board on which the third group of player {winner} was just made and counted, as that player wins"
            ));
        }
    } else if standing != [0; 3] {
        return Err(words!(
            fr: "un plateau sans groupe de cinq\u{a0}: un groupe complet quitte aussitôt le plateau",
            en: "a board without a group of five: a complete group leaves the board at once"
        ));
    } else if position.groups.iter().any(|&count| count >= GROUPS_TO_WIN) {
        return Err(words!(
            fr: "moins de trois groupes par joueur, tant que personne ne gagne",
            en: "fewer than three groups for each player, as long as nobody wins"
        ));
    }
    Ok(())
}

/// Checks that every piece is in hand, on the board or in a group that was taken off.
fn check_counts(position: &Position) -> Result<(), Words> {
    for seat in (0..position.options.players()).map(Seat::from_index) {
        let on_board = |size| (position.pieces(seat) & position.sized(size)).count_ones() as u8;
        let counts = Size::ALL.map(|size| on_board(size) + position.hand(seat, size));
        // The groups that ended a won game are counted and still stand on the board.
        let off = position.groups(seat) - fives(position.pieces(seat));
        let left = 3 * PIECES_OF_A_SIZE - GROUP as u8 * off;
        if counts.iter().any(|&count| count > PIECES_OF_A_SIZE) {
            return Err(words!(
                fr: "au plus {PIECES_OF_A_SIZE} pièces de chaque taille par joueur",
                en: "at most {PIECES_OF_A_SIZE} pieces of each size for each player"
            ));
        }
        if counts.iter().sum::<u8>() != left {
            return Err(words!(
                fr: "pour le joueur {seat}, {left} pièces en main et sur le plateau",
                en: "for player {seat}, {left} pieces in hand and on the board"
            ));
        }
    }
    Ok(())
}

impl Fives {
    /// Reads the earlier positions.
    fn read_seen(&mut self, (seen_at, text): (usize, &str)) -> Result<(), TextError> {
        if text == "-" {
            return Ok(());
        }
        if self.options().repetition() == 0 || matches!(self.turn(), Turn::Over(Outcome::Win(_))) {
            let expected = words!(
                fr: "- (la répétition ne compte pas, ou plus)",
                en: "- (repetition does not count, or no longer)"
            );
            return Err(TextError::new(seen_at, text, expected));
        }
        let mut at = seen_at;
        for entry in text.split(',') {
            let key = self.read_earlier(entry).map_err(|error| error.shifted(at))?;
            self.seen.push(key);
            at += entry.len() + 1;
        }
        let mut sorted = self.seen().to_vec();
        if let Turn::Seat(_) = self.turn() {
            sorted.push(self.position.key());
        }
        sorted.sort_unstable();
        let repetition = self.options().repetition();
        if sorted.chunk_by(PartialEq::eq).any(|equal| equal.len() >= usize::from(repetition)) {
            let expected = words!(
                fr: "une partie où aucune position n’est venue {repetition} fois, puisqu’elle serait nulle",
                en: "a game in which no position came {repetition} times, as it would be a draw"
            );
            return Err(TextError::new(seen_at, text, expected));
        }
        Ok(())
    }

    /// Reads an earlier position, `board:seat`, and returns its key.
    fn read_earlier(&self, text: &str) -> Result<u128, TextError> {
        let now = &self.position;
        let mut earlier = Position { colour: [0; 3], size: [0; 3], ..*now };
        let (board, seat) = text.split_once(':').unwrap_or((text, ""));
        read_board(&mut earlier, board)?;
        let counts = |position: &Position| {
            position.colour.map(|pieces| position.size.map(|size| (pieces & size).count_ones()))
        };
        if counts(&earlier) != counts(now) || earlier.colour.iter().any(|&pieces| fives(pieces) > 0) {
            let expected = words!(
                fr: "les mêmes pièces que sur le plateau, autrement placées et sans groupe de cinq",
                en: "the same pieces as on the board, elsewhere and without a group of five"
            );
            return Err(TextError::new(0, board, expected));
        }
        let seat = seat.parse().ok().filter(|seat: &Seat| seat.number() <= self.seats());
        let Some(seat) = seat.filter(|&seat| earlier.has_turn(seat)) else {
            let expected = words!(
                fr: "un plateau, «\u{a0}:\u{a0}» et le joueur dont c’était le tour",
                en: "a board, “:” and the seat that was to move"
            );
            let at = board.len().min(text.len());
            return Err(TextError::new(at, &text[at..], expected));
        };
        Ok(earlier.with_turn(Turn::Seat(seat)).key())
    }

    /// Checks that the turn agrees with the position and its history.
    fn check_turn(
        &self,
        (turn_at, turn): (usize, &str),
        (seen_at, seen): (usize, &str),
    ) -> Result<(), TextError> {
        let repetition = usize::from(self.options().repetition());
        let last = Seat::from_index(self.seats() - 1);
        match (self.turn(), self.position.turn_after(last)) {
            (Turn::Seat(seat), Turn::Seat(able)) if !self.position.has_turn(seat) => {
                let expected = words!(
                    fr: "le tour d’un joueur qui a un coup (le joueur {able} en a un)",
                    en: "the turn of a seat that has a move (seat {able} has one)"
                );
                Err(TextError::new(turn_at, turn, expected))
            }
            (Turn::Seat(_), Turn::Over(_)) => {
                let expected = words!(
                    fr: "le tour draw, car personne n’a de coup",
                    en: "the turn draw, as nobody has a move"
                );
                Err(TextError::new(turn_at, turn, expected))
            }
            (Turn::Over(Outcome::Draw), Turn::Seat(_))
                if repetition == 0 || self.occurrences() != repetition =>
            {
                let expected = words!(
                    fr: "une partie que la répétition ou le manque de coups rend nulle, ou un autre tour",
                    en: "a game drawn by repetition or for want of moves, or another turn"
                );
                Err(TextError::new(turn_at, turn, expected))
            }
            (Turn::Over(Outcome::Draw), Turn::Over(_)) if !self.seen().is_empty() => {
                let expected = words!(
                    fr: "- (la partie est nulle parce que personne n’a de coup)",
                    en: "- (the game is a draw because nobody has a move)"
                );
                Err(TextError::new(seen_at, seen, expected))
            }
            _ => Ok(()),
        }
    }
}
