//! The rows of the list of moves: a column for each player, drawn cards in the cell of the move before them, and
//! comments and variations between the rows.

use boards::NotationPart;
use rules::{AnyGame, Record, Seat, Viewer};

/// A move of a player, with the cards that were drawn after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveEntry {
    /// The position after the move and the draws, as the owner of the list counts positions.
    pub id: usize,
    /// The number of the move, counted over all players.
    pub number: usize,
    /// Who played it.
    pub seat: Seat,
    /// The notation.
    pub parts: Vec<NotationPart>,
    /// The cards drawn after it.
    pub draws: Vec<NotationPart>,
    /// The marks that the author of the game gave it: `!`, `$14`.
    pub marks: String,
    /// The engine's mark: `??`.
    pub grade: &'static str,
    /// The engine's better move.
    pub better: Option<Vec<NotationPart>>,
}

/// An item of the list, in the order of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ListItem {
    /// Cards drawn before any move.
    Deal(Vec<NotationPart>),
    /// A move.
    Move(MoveEntry),
    /// A comment.
    Comment(String),
    /// A variation begins.
    BeginVariation,
    /// A variation ends.
    EndVariation,
}

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum MoveRow {
    /// A cell for each seat.
    Moves(Vec<Option<MoveEntry>>),
    /// A comment, a variation or the deal, over all columns.
    Text(Vec<ListItem>),
}

/// Collects the items of a list.
#[derive(Debug, Default)]
pub struct ListItems(pub Vec<ListItem>);

impl ListItems {
    /// Adds a move without marks.
    pub fn add_move(&mut self, id: usize, number: usize, seat: Seat, parts: Vec<NotationPart>) {
        let (draws, marks) = (Vec::new(), String::new());
        let entry = MoveEntry { id, number, seat, parts, draws, marks, grade: "", better: None };
        self.0.push(ListItem::Move(entry));
    }

    /// Adds a drawn card to the move before it, or to the deal. `id` is the position after the draw.
    pub fn add_draw(&mut self, id: usize, parts: Vec<NotationPart>) {
        match self.last_of_line() {
            Some(ListItem::Move(entry)) => {
                entry.id = id;
                entry.draws.extend(parts);
            }
            Some(ListItem::Deal(cards)) => cards.extend(parts),
            _ => self.0.push(ListItem::Deal(parts)),
        }
    }

    /// The last move or deal of the line that is being written, before the variations that have ended.
    fn last_of_line(&mut self) -> Option<&mut ListItem> {
        let mut depth = 0usize;
        for item in self.0.iter_mut().rev() {
            match item {
                ListItem::EndVariation => depth += 1,
                ListItem::BeginVariation => depth = depth.checked_sub(1)?,
                ListItem::Move(_) | ListItem::Deal(_) if depth == 0 => return Some(item),
                _ => {}
            }
        }
        None
    }

    /// The moves of a record as `viewer` may see them, with drawn cards; an id is the number of steps. Once the game is
    /// over everything is shown.
    pub fn of_record(record: &Record, viewer: Viewer) -> Vec<ListItem> {
        let is_over = record.result().is_some();
        let (mut items, mut number) = (ListItems::default(), 0);
        for (index, (step, before)) in record.steps().iter().zip(record.positions()).enumerate() {
            let mv = if is_over { step.mv() } else { before.redact_move(step.mv(), viewer) };
            let parts = boards::notation(&before, mv);
            match before.turn().seat() {
                Some(seat) => {
                    number += 1;
                    items.add_move(index + 1, number, seat, parts);
                }
                None => items.add_draw(index + 1, parts),
            }
        }
        items.0
    }

    /// The moves of a table, redacted by the server; an id is the number of steps.
    pub fn of_table(table: &table::Snapshot) -> Vec<ListItem> {
        let Ok(start) = AnyGame::new(table.kind, &table.options) else { return Vec::new() };
        let seats = usize::from(start.seats().max(1));
        let (mut items, mut game, mut number) = (ListItems::default(), Some(start.clone()), 0);
        for (index, seen) in table.moves.iter().enumerate() {
            let Ok(mv) = start.parse_move(&seen.mv) else { break };
            let parts = boards::notation(&start, mv);
            if seen.mv.starts_with('+') {
                items.add_draw(index + 1, parts);
            } else {
                // A redacted game cannot be replayed; its players then move in turn.
                let seat = game.as_ref().and_then(|game| game.turn().seat());
                let seat = seat.unwrap_or_else(|| Seat::from_index((number % seats) as u8));
                number += 1;
                items.add_move(index + 1, number, seat, parts);
            }
            game = game.and_then(|mut game| game.play(mv).ok().map(|()| game));
        }
        items.0
    }
}

/// The rows of a list for this many seats.
pub(super) fn rows(items: Vec<ListItem>, seats: usize) -> Vec<MoveRow> {
    let (mut rows, mut cells, mut text) = (Vec::new(), Vec::new(), Vec::new());
    let mut depth = 0usize;
    let flush_cells = |rows: &mut Vec<MoveRow>, cells: &mut Vec<Option<MoveEntry>>| {
        if !cells.is_empty() {
            cells.resize(seats.max(cells.len()), None);
            rows.push(MoveRow::Moves(std::mem::take(cells)));
        }
    };
    let flush_text = |rows: &mut Vec<MoveRow>, text: &mut Vec<ListItem>| {
        if !text.is_empty() {
            rows.push(MoveRow::Text(std::mem::take(text)));
        }
    };
    for item in items {
        match item {
            ListItem::Move(entry) if depth == 0 => {
                // Comments and variations stand below the row of the move that they are about.
                if !text.is_empty() || cells.len() > entry.seat.index() {
                    flush_cells(&mut rows, &mut cells);
                    flush_text(&mut rows, &mut text);
                }
                cells.resize(entry.seat.index(), None);
                cells.push(Some(entry));
            }
            item => {
                depth += usize::from(item == ListItem::BeginVariation);
                depth = depth.saturating_sub(usize::from(item == ListItem::EndVariation));
                text.push(item);
            }
        }
    }
    flush_cells(&mut rows, &mut cells);
    flush_text(&mut rows, &mut text);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use boards::Paint;
    use rules::{Kind, Rng};

    fn entry(number: usize, seat: u8) -> ListItem {
        let mut items = ListItems::default();
        items.add_move(number, number, Seat::from_index(seat), NotationPart::text(&number));
        items.0.swap_remove(0)
    }

    /// The rows as text: cells separated by `|`, text rows in brackets.
    fn shown(items: Vec<ListItem>, seats: usize) -> Vec<String> {
        let number = |entry: &MoveEntry| entry.number.to_string();
        let item = |item: &ListItem| match item {
            ListItem::Deal(cards) => format!("deal {}", cards.len()),
            ListItem::Move(entry) => number(entry),
            ListItem::Comment(text) => text.clone(),
            ListItem::BeginVariation => "(".to_owned(),
            ListItem::EndVariation => ")".to_owned(),
        };
        let row = |row: MoveRow| match row {
            MoveRow::Moves(cells) => cells
                .iter()
                .map(|cell| cell.as_ref().map_or_else(String::new, number))
                .collect::<Vec<_>>()
                .join("|"),
            MoveRow::Text(items) => format!("[{}]", items.iter().map(item).collect::<Vec<_>>().join(" ")),
        };
        rows(items, seats).into_iter().map(row).collect()
    }

    #[test]
    fn each_player_has_a_column() {
        let moves = |seats: &[u8]| seats.iter().zip(1..).map(|(&seat, number)| entry(number, seat)).collect();
        assert_eq!(shown(moves(&[0, 1, 0]), 2), ["1|2", "3|"]);
        assert_eq!(shown(moves(&[0, 1, 2, 3, 0]), 4), ["1|2|3|4", "5|||"]);
        // A player may be skipped, may move twice, and need not begin.
        assert_eq!(shown(moves(&[1, 2, 0, 2, 2]), 3), ["|1|2", "3||4", "||5"]);
        assert_eq!(shown(Vec::new(), 2), [""; 0]);
    }

    #[test]
    fn comments_and_variations_stand_below_the_row_that_they_are_about() {
        let comment = |text: &str| ListItem::Comment(text.to_owned());
        let items = vec![
            comment("start"),
            entry(1, 0),
            entry(2, 1),
            ListItem::BeginVariation,
            entry(2, 1),
            comment("why"),
            ListItem::EndVariation,
            entry(3, 0),
            comment("good"),
            entry(4, 1),
        ];
        assert_eq!(shown(items, 2), ["[start]", "1|2", "[( 2 why )]", "3|", "[good]", "|4"]);
    }

    /// The draws and deals of a list, in the order of the game.
    fn drawn(items: &[ListItem]) -> Vec<NotationPart> {
        let cards = items.iter().filter_map(|item| match item {
            ListItem::Move(entry) => Some(&entry.draws),
            ListItem::Deal(cards) => Some(cards),
            _ => None,
        });
        cards.flatten().cloned().collect()
    }

    #[test]
    fn draws_are_in_the_cell_of_the_move_before_them_and_show_only_what_the_viewer_sees() {
        let kind = *Kind::ALL.iter().find(|kind| kind.has_chance()).expect("a game with chance");
        let (mut record, mut rng) = (Record::new(AnyGame::new(kind, "").expect("options")), Rng::new(3));
        let viewers = [Viewer::Public, Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO)];
        // What each viewer should see of the draws; the last list is for the end of the game.
        let mut seen: [Vec<NotationPart>; 4] = Default::default();
        while let Some(mv) = record.end().random_move(&mut rng) {
            let before = record.end().clone();
            if before.turn().seat().is_none() {
                for (seen, viewer) in seen.iter_mut().zip(viewers) {
                    seen.extend(boards::notation(&before, before.redact_move(mv, viewer)));
                }
                seen[3].extend(boards::notation(&before, mv));
            }
            record.push(mv).expect("a legal move");
            for (index, viewer) in viewers.into_iter().enumerate() {
                let items = ListItems::of_record(&record, viewer);
                let seen = if record.result().is_none() { &seen[index] } else { &seen[3] };
                assert_eq!(&drawn(&items), seen, "{viewer:?}");
                assert!(items.iter().filter(|item| matches!(item, ListItem::Deal(_))).count() <= 1);
                let last = items.iter().rev().find_map(|item| match item {
                    ListItem::Move(entry) => Some(entry.id),
                    _ => None,
                });
                assert!(
                    last.is_none_or(|id| id == record.steps().len()),
                    "the last entry is the present position"
                );
            }
        }
        let is_back = |part: &NotationPart| matches!(part, NotationPart::Card { paint: Paint::Back, .. });
        let faces = |seen: &[NotationPart]| seen.iter().filter(|part| !is_back(part)).count();
        assert_eq!(faces(&seen[0]), 0, "the public sees no drawn card");
        assert_eq!(
            faces(&seen[1]) + faces(&seen[2]),
            seen[3].len(),
            "a drawn card is seen by its owner only"
        );
        assert!(record.result().is_some() && faces(&seen[1]) > 5 && faces(&seen[2]) > 5);
    }
}
