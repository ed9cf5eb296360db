//! The names of players and options at a table.

use boards::{Names, PlayerName};
use rules::{Kind, Lang, Say, Seat};
use table::{Occupant, Snapshot};

use crate::labels::{self, PlayerLabel};

/// What sentences call the players of a table. The reader is "you", a single engine "the engine"; several engines are
/// called by their sides.
pub fn names(table: &Snapshot) -> Names {
    names_of(table.kind, &table.seats, table.you)
}

/// The same, for a table of which only the seats are known.
pub fn names_of(kind: Kind, seats: &[Occupant], you: Option<Seat>) -> Names {
    let engines = seats.iter().filter(|seat| matches!(seat, Occupant::Engine(_))).count();
    let name = |(index, occupant): (usize, &Occupant)| match occupant {
        _ if you.is_some_and(|you| you.index() == index) => PlayerName::You,
        Occupant::Human { name, .. } => PlayerName::Named(name.to_string()),
        Occupant::Engine(_) if engines == 1 => PlayerName::Engine,
        Occupant::Engine(_) | Occupant::Open | Occupant::Reserved => PlayerName::Side,
    };
    Names::new(kind, seats.iter().enumerate().map(name).collect())
}

/// The label of a player in a list: "You (cross)", "Anne (nought)".
pub fn player(table: &Snapshot, seat: Seat, lang: Lang) -> PlayerLabel {
    let who = match (table.seats.get(seat.index()), lang) {
        (_, Lang::Fr) if table.you == Some(seat) => "Vous".to_owned(),
        (_, Lang::En) if table.you == Some(seat) => "You".to_owned(),
        (Some(occupant), _) => occupant.say(lang),
        (None, _) => String::new(),
    };
    labels::in_seat(&who, table.kind, seat, lang)
}

/// The name of the player in a seat; the name of the seat if the seat is free.
pub fn seat(kind: Kind, seats: &[Occupant], seat: Seat, lang: Lang) -> String {
    match seats.get(seat.index()) {
        Some(who @ (Occupant::Human { .. } | Occupant::Engine(_))) => who.say(lang),
        _ => kind.seat(seat).title(lang),
    }
}

/// A name, marked if it is the reader's own.
pub fn with_you(name: String, is_you: bool, lang: Lang) -> String {
    match (is_you, lang) {
        (true, Lang::Fr) => format!("{name} (vous)"),
        (true, Lang::En) => format!("{name} (you)"),
        (false, _) => name,
    }
}

/// The options of a game that differ from the defaults, except the number of players, which is visible anyway.
pub fn options(kind: Kind, options: &str, lang: Lang) -> Vec<String> {
    let chosen = |pair: &str| {
        let (key, value) = pair.split_once('=')?;
        let spec = kind.options().iter().find(|spec| spec.key == key && key != "players")?;
        let value = spec.values.iter().find(|&&one| one == value && one != spec.default)?;
        let (name, value) = (&spec.name, rules::uncapitalized(spec.value_name(value).get(lang)));
        Some(match lang {
            Lang::Fr => format!("{}\u{a0}: {value}", name.get(lang)),
            Lang::En => format!("{}: {value}", name.get(lang)),
        })
    };
    options.split(',').filter_map(chosen).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_named_where_they_are_not_the_defaults() {
        assert_eq!(options(Kind::Super, "tiebreak=majority", Lang::En), [""; 0]);
        assert_eq!(options(Kind::Super, "tiebreak=draw", Lang::En), ["If nobody has a line: a draw"]);
        assert_eq!(options(Kind::Cards, "numbers=9,target=1", Lang::Fr), ["Jetons pour gagner\u{a0}: 1"]);
        assert_eq!(options(Kind::Doh, "players=3", Lang::Fr), [""; 0]);
    }
}
