//! `trois explore`: the moves that were played in a position.

mod generate;

use std::io::Write;

use explorer::{GameCollection, MoveStats, MoveValue, PositionKey};
use rules::{AnyGame, Game, Kind, Lang, Say, Seat, Turn, with_game};
use serde_json::json;

use crate::args::{ExploreArgs, ExploreCommand, PositionArgs};
use crate::errors::Failure;
use crate::language::say;
use crate::output::{FAINT, HEADING, NAME, grouped, turn_sentence, write_json};
use crate::position::{StartPosition, move_list};

/// The width of a bar in characters.
const BAR: u32 = 20;

pub(crate) fn run(args: &ExploreArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(ExploreCommand::Generate(args)) = &args.command {
        return generate::run(args, out);
    }
    let Some(position_args) = &args.position else {
        return Err(Failure::input("Say which game: trois explore GAME --moves …"));
    };
    let lang = args.language.get();
    let game = with_game!(position_args.game, G => position::<G>(position_args))?;
    let collection = match &args.file {
        Some(file) => {
            let bytes = std::fs::read(file)
                .map_err(|error| Failure::input(format!("{} cannot be read: {error}.", file.display())))?;
            GameCollection::read(&bytes).map_err(|why| Failure::input(why.say(lang)))?
        }
        None => explorer::collection(position_args.game),
    };
    let found = ExplorerEntry::new(&game, &collection)?;
    if args.json.json { write_json(out, &found.json()) } else { found.table(lang, out) }
}

/// The position that the arguments describe.
fn position<G: Game + Into<AnyGame>>(args: &PositionArgs) -> Result<AnyGame, Failure> {
    Ok(StartPosition::<G>::read(args)?.play(&move_list(args)?)?.game.into())
}

/// The entry of a collection for a position.
struct ExplorerEntry<'a> {
    game: &'a AnyGame,
    mover: Seat,
    collection: &'a GameCollection,
    position_key: PositionKey,
    moves: &'a [MoveStats],
}

impl<'a> ExplorerEntry<'a> {
    fn new(game: &'a AnyGame, collection: &'a GameCollection) -> Result<ExplorerEntry<'a>, Failure> {
        let head = collection.head();
        if head.kind != game.kind() {
            return Err(Failure::input(format!(
                "This file has games of {}, not of {}.",
                head.kind,
                game.kind()
            )));
        }
        if !collection.has_options_of(game) {
            return Err(Failure::input(format!(
                "The games of this file were played with {}, and this position has {}. trois explore generate makes a file with other options.",
                head.options,
                game.options()
            )));
        }
        let (Turn::Seat(mover), Some(position_key)) = (game.turn(), PositionKey::of(game)) else {
            return Err(Failure::input(match game.turn() {
                Turn::Chance => {
                    "A card is to be drawn here, so no player moves: give the draw, as in +R5.".to_owned()
                }
                turn => format!("No move follows: {}", rules::uncapitalized(&turn_sentence(turn, Lang::En))),
            }));
        };
        let moves = collection.moves(&position_key);
        Ok(ExplorerEntry { game, mover, collection, position_key, moves })
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        (0..self.game.seats()).map(Seat::from_index)
    }

    /// The moves in this position that an entry of the collection counts, as text.
    fn texts(&self, stats: &MoveStats) -> Vec<String> {
        self.position_key.moves(stats.code).unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    fn table(&self, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let kind: Kind = self.game.kind();
        let total: u32 = self.moves.iter().map(|stats| stats.tally.games()).sum();
        let (total, all) = (grouped(total.into()), grouped(self.collection.head().games.into()));
        let turn = turn_sentence(self.game.turn(), lang);
        let heading = say!(
            lang,
            fr: "{total} parties sur {all} ont atteint cette position. {turn}",
            en: "{total} of {all} games reached this position. {turn}",
        );
        writeln!(out, "{HEADING}{heading}{HEADING:#}")?;
        if self.moves.is_empty() {
            return Ok(());
        }
        let titles: Vec<String> = self.seats().map(|seat| kind.seat(seat).title(lang)).collect();
        let titles = titles.join(", ");
        let columns = say!(
            lang,
            fr: "coup, parties, victoires ({titles}), nulles, valeur pour le joueur dont c’est le tour",
            en: "move, games, wins ({titles}), draws, value for the player to move",
        );
        writeln!(out, "{FAINT}{columns}{FAINT:#}")?;
        let width = self.moves.iter().map(|stats| self.texts(stats)[0].len()).max().unwrap_or(0);
        for stats in self.moves {
            let texts = self.texts(stats);
            let games = stats.tally.games();
            let wins: Vec<u32> =
                self.seats().map(|seat| stats.tally.won_by(seat, self.mover, self.game.seats())).collect();
            let share = |count: u32| format!("{:>3.0} %", f64::from(count) / f64::from(games.max(1)) * 100.0);
            let shares: Vec<String> = wins.iter().map(|&count| share(count)).collect();
            let alike = match texts.len() {
                1 => String::new(),
                count => say!(lang, fr: "  {count} coups symétriques", en: "  {count} symmetric moves"),
            };
            writeln!(
                out,
                "{NAME}{:<width$}{NAME:#} {:>7}  {}  {}  {}  {:>6}{FAINT}{alike}{FAINT:#}",
                texts[0],
                grouped(games.into()),
                bar(&wins, games),
                shares.join(" "),
                share(stats.tally.draws),
                value_text(stats.value, lang),
            )?;
        }
        Ok(())
    }

    fn json(&self) -> serde_json::Value {
        let head = self.collection.head();
        let moves: Vec<serde_json::Value> = self
            .moves
            .iter()
            .map(|stats| {
                let wins: Vec<u32> =
                    self.seats().map(|seat| stats.tally.won_by(seat, self.mover, self.game.seats())).collect();
                let texts = self.texts(stats);
                json!({
                    "move": texts[0],
                    "alike": texts[1..],
                    "games": stats.tally.games(),
                    "wins": wins,
                    "draws": stats.tally.draws,
                    "value": match stats.value {
                        None => serde_json::Value::Null,
                        Some(MoveValue::Win) => json!({ "proven": true, "share": 1.0 }),
                        Some(MoveValue::Loss) => json!({ "proven": true, "share": 0.0 }),
                        Some(MoveValue::Draw) => json!({ "proven": true, "share": 1.0 / f64::from(self.game.seats()) }),
                        Some(MoveValue::Share(share)) => {
                            json!({ "proven": false, "share": (f64::from(share) * 1e3).round() / 1e3 })
                        }
                    },
                })
            })
            .collect();
        json!({
            "game": self.game.kind().id(),
            "options": self.game.options(),
            "turn": self.mover.number(),
            "key": format!("{:016x}", self.position_key.key),
            "collection": { "games": head.games, "nodes": head.nodes, "seed": head.seed },
            "moves": moves,
        })
    }
}

/// The results as a bar: the wins of seat 1, then of the others, and the draws last.
fn bar(wins: &[u32], games: u32) -> String {
    const INKS: [char; 4] = ['█', '▓', '▒', '░'];
    let mut text = String::new();
    let (mut counted, mut drawn) = (0, 0);
    for (count, ink) in wins.iter().zip(INKS) {
        counted += count;
        let until = counted * BAR / games.max(1);
        text.extend(std::iter::repeat_n(ink, (until - drawn) as usize));
        drawn = until;
    }
    text.extend(std::iter::repeat_n('·', (BAR - drawn) as usize));
    text
}

fn value_text(value: Option<MoveValue>, lang: Lang) -> String {
    match value {
        None => String::new(),
        Some(MoveValue::Win) => say!(lang, fr: "gagne", en: "wins"),
        Some(MoveValue::Draw) => say!(lang, fr: "nulle", en: "draws"),
        Some(MoveValue::Loss) => say!(lang, fr: "perd", en: "loses"),
        Some(MoveValue::Share(share)) => format!("{:.0} %", share * 100.0),
    }
}
