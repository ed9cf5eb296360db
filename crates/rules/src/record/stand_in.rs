//! The moves that an engine made in a player's place, as the value of a tag.

use std::fmt;
use std::str::FromStr;

use crate::seat::Seat;

/// The numbers of the moves during which an engine played for a player, counted among the moves of all players from 1:
/// `17` is from move 17 to the end, `17-22,40` is from move 17 to move 22 and from move 40 to the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandInMoves(Vec<(usize, Option<usize>)>);

/// The name of the tag that says when an engine played in a seat: `StandIn2`.
pub fn stand_in_tag(seat: Seat) -> String {
    format!("StandIn{seat}")
}

impl StandInMoves {
    /// From a move to the end of the game.
    pub fn from_move(number: usize) -> StandInMoves {
        StandInMoves(vec![(number, None)])
    }

    /// The moves of one player in order, each with whether an engine made it.
    pub fn of_moves(moves: impl IntoIterator<Item = (usize, bool)>) -> StandInMoves {
        let mut ranges: Vec<(usize, Option<usize>)> = Vec::new();
        let mut is_open = false;
        for (number, is_engine) in moves {
            match (ranges.last_mut(), is_engine) {
                (Some((_, last)), true) if is_open => *last = Some(number),
                (_, true) => ranges.push((number, Some(number))),
                (_, false) => {}
            }
            is_open = is_engine;
        }
        // The engine played on to the end.
        if let (Some((_, last)), true) = (ranges.last_mut(), is_open) {
            *last = None;
        }
        StandInMoves(ranges)
    }

    /// Whether an engine never played for the player.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of the first such move.
    pub fn first(&self) -> Option<usize> {
        self.0.first().map(|&(first, _)| first)
    }

    /// Whether the player came back after an engine had played in their place.
    pub fn has_returned(&self) -> bool {
        self.0.iter().any(|(_, last)| last.is_some())
    }

    /// Whether an engine made the player's move with this number.
    pub fn contains(&self, number: usize) -> bool {
        self.0.iter().any(|&(first, last)| first <= number && last.is_none_or(|last| number <= last))
    }
}

impl fmt::Display for StandInMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (first, last)) in self.0.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            match last {
                None => write!(f, "{comma}{first}")?,
                Some(last) => write!(f, "{comma}{first}-{last}")?,
            }
        }
        Ok(())
    }
}

/// A text that is no list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoStandInMoves;

impl FromStr for StandInMoves {
    type Err = NoStandInMoves;

    fn from_str(text: &str) -> Result<StandInMoves, NoStandInMoves> {
        let number = |text: &str| text.parse::<usize>().map_err(|_| NoStandInMoves);
        let range = |text: &str| match text.split_once('-') {
            None => Ok((number(text)?, None)),
            Some((first, last)) => Ok((number(first)?, Some(number(last)?))),
        };
        text.split(',').map(range).collect::<Result<_, _>>().map(StandInMoves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_written_and_read() {
        for text in ["17", "17-22", "17-22,40", "2-2,5-8"] {
            assert_eq!(text.parse::<StandInMoves>().map(|moves| moves.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "a", "3-", "-3", "3,,4", "1-2-3"] {
            assert_eq!(text.parse::<StandInMoves>(), Err(NoStandInMoves), "{text}");
        }
    }

    #[test]
    fn a_range_ends_when_the_player_returns() {
        let moves = StandInMoves::of_moves([(2, false), (5, true), (8, true), (11, false), (14, true)]);
        assert_eq!(moves.to_string(), "5-8,14");
        assert_eq!(moves.first(), Some(5));
        assert!(moves.has_returned());
        let numbers: Vec<usize> = [2, 5, 8, 11, 14, 17].into_iter().filter(|&n| moves.contains(n)).collect();
        assert_eq!(numbers, [5, 8, 14, 17]);
        assert!(StandInMoves::of_moves([(1, false), (3, false)]).is_empty());
        assert!(!StandInMoves::from_move(3).has_returned());
    }
}
