//! The pages of the app and their addresses.

use std::fmt;

use rules::Kind;

use crate::atlas;

/// A page of the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// The gallery of games.
    Home,
    /// The games saved on this device.
    Games,
    /// Playing a game.
    Play(Kind),
    /// Learning a game.
    Learn(Kind),
    /// The analysis board of a game, or the choice of a game.
    Study(Option<Kind>),
    /// The settings.
    Settings,
    /// The lobby.
    Online,
    /// Opening a table.
    NewTable,
    /// A table. Its id is in the address.
    Table,
    /// The finished games on the server.
    Archive,
    /// The puzzles of a game, or the choice of a game. The id of a puzzle is in the address.
    Puzzles(Option<Kind>),
    /// What is known of a game: proofs, or an opening book.
    Atlas(Kind),
    /// An unknown address.
    NotFound,
}

impl Route {
    /// The page at a path.
    pub fn at(path: &str) -> Route {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let game = |id: &str, page: fn(Kind) -> Route| id.parse().map_or(Route::NotFound, page);
        match parts.as_slice() {
            [] => Route::Home,
            ["games"] => Route::Games,
            ["play", id] => game(id, Route::Play),
            ["learn", id] => game(id, Route::Learn),
            ["study"] => Route::Study(None),
            ["study", id] => game(id, |kind| Route::Study(Some(kind))),
            ["settings"] => Route::Settings,
            ["online"] => Route::Online,
            ["online", "new"] => Route::NewTable,
            ["t", _] => Route::Table,
            ["archive"] => Route::Archive,
            ["puzzles"] => Route::Puzzles(None),
            ["puzzles", id] | ["puzzles", id, _] => game(id, |kind| Route::Puzzles(Some(kind))),
            ["atlas"] => Route::Atlas(atlas::ALL[0].kind),
            ["atlas", id] => game(id, Route::Atlas).or_not_found(),
            _ => Route::NotFound,
        }
    }

    /// This page, or [`Route::NotFound`] for the atlas of a game that has none.
    fn or_not_found(self) -> Route {
        match self {
            Route::Atlas(kind) if atlas::of(kind).is_none() => Route::NotFound,
            route => route,
        }
    }
}

/// The path of the page.
impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Route::Home | Route::NotFound => f.write_str("/"),
            Route::Games => f.write_str("/games"),
            Route::Play(kind) => write!(f, "/play/{kind}"),
            Route::Learn(kind) => write!(f, "/learn/{kind}"),
            Route::Study(None) => f.write_str("/study"),
            Route::Study(Some(kind)) => write!(f, "/study/{kind}"),
            Route::Settings => f.write_str("/settings"),
            Route::Online => f.write_str("/online"),
            Route::NewTable => f.write_str("/online/new"),
            Route::Table => f.write_str("/t"),
            Route::Archive => f.write_str("/archive"),
            Route::Puzzles(None) => f.write_str("/puzzles"),
            Route::Puzzles(Some(kind)) => write!(f, "/puzzles/{kind}"),
            Route::Atlas(kind) if *kind == atlas::ALL[0].kind => f.write_str("/atlas"),
            Route::Atlas(kind) => write!(f, "/atlas/{kind}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_found_at_its_address() {
        let mut routes = vec![Route::Home, Route::Games, Route::Study(None), Route::Settings];
        routes.extend([Route::Online, Route::NewTable, Route::Archive, Route::Puzzles(None)]);
        routes.extend(atlas::kinds().map(Route::Atlas));
        for &kind in Kind::ALL {
            routes.extend([Route::Play(kind), Route::Learn(kind), Route::Study(Some(kind))]);
            routes.push(Route::Puzzles(Some(kind)));
        }
        for route in routes {
            assert_eq!(Route::at(&route.to_string()), route);
            assert_eq!(Route::at(&format!("{route}/")), route);
        }
    }

    #[test]
    fn every_table_has_an_address_of_its_own() {
        assert_eq!(Route::at("/t/Ab_1-2"), Route::Table);
        assert_eq!(Route::at("/t"), Route::NotFound);
    }

    #[test]
    fn every_puzzle_has_an_address_of_its_own() {
        let game = Kind::ALL[0];
        assert_eq!(Route::at(&format!("/puzzles/{game}/abcdefg")), Route::Puzzles(Some(game)));
        assert_eq!(Route::at("/puzzles/chess/abcdefg"), Route::NotFound);
    }

    #[test]
    fn an_unknown_address_is_not_found() {
        for path in [
            "/nowhere",
            "/puzzles/chess",
            "/play",
            "/play/chess",
            "/play/super/x",
            "/study/x",
            "/learn",
            "/atlas/morpion",
        ] {
            assert_eq!(Route::at(path), Route::NotFound, "{path}");
        }
    }
}
