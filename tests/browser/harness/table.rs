//! Playing at the table of a play page, as people do: by touching places. Which move is meant comes from the rules,
//! and what was played is read from where the app keeps it, and replayed.

use boards::Spot;
use rules::{AnyMove, Kind, Outcome, Record, Seat};

use super::Page;

/// The text of the game that was played last, as it is kept on this device; empty if there is none.
const KEPT: &str = "
    const games = Object.keys(localStorage).filter((key) => key.startsWith('trois.game.'))
        .map((key) => localStorage.getItem(key).split(/\\n([^]*)/));
    games.sort((a, b) => b[0] - a[0]);
    return games.length ? games[0][1] : '';";

impl Page {
    /// Opens the page of a game, with a new game for people only.
    pub(crate) async fn sit_together(&self, kind: Kind) {
        self.open(&format!("/play/{kind}")).await;
        self.press_button("New game…").await;
        self.press_button("Together on this device").await;
        self.press_button("Begin").await;
        self.wait_until_gone("dialog[open]").await;
    }

    /// The game that was played last, replayed by the rules from what is kept on this device.
    pub(crate) async fn kept(&self) -> Option<Record> {
        let text: String = self.run(KEPT).await;
        (!text.is_empty()).then(|| Record::parse(&text, None).unwrap_or_else(|why| panic!("{why:?}: {text}")))
    }

    /// How many steps the game that was played last has.
    pub(crate) async fn kept_steps(&self) -> usize {
        self.kept().await.map_or(0, |record| record.steps().len())
    }

    /// Waits until the game that was played last has more steps than this, and gives it.
    pub(crate) async fn wait_for_step(&self, after: usize) -> Record {
        let begun = std::time::Instant::now();
        loop {
            if let Some(record) = self.kept().await.filter(|record| record.steps().len() > after) {
                return record;
            }
            assert!(begun.elapsed() < super::page::PATIENCE, "no step follows step {after}");
            tokio::time::sleep(super::page::PAUSE).await;
        }
    }

    /// Touches a place, which must be lit.
    pub(crate) async fn touch(&self, spot: Spot) {
        self.click(&format!(".place.legal[data-spot='{spot}']")).await;
    }

    /// Plays a move of this game by touches, and waits until it is kept.
    pub(crate) async fn play(&self, record: &Record, mv: AnyMove) -> Record {
        let path = boards::touch_paths(record.end(), mv).swap_remove(0);
        for spot in path {
            self.touch(spot).await;
        }
        let record = self.wait_for_step(record.steps().len()).await;
        let played = record.steps().iter().rev().find(|step| !step.is_chance()).map(rules::record::Step::mv);
        assert_eq!(played, Some(mv), "another move was played than was touched");
        record
    }

    /// Plays a move of this game by touches against an engine in the second seat, and waits for its answer.
    pub(crate) async fn play_against(&self, record: &Record, mv: AnyMove) -> Record {
        for spot in boards::touch_paths(record.end(), mv).swap_remove(0) {
            self.touch(spot).await;
        }
        let record = self.wait_for_step(record.steps().len()).await;
        if record.result().is_some() || record.end().turn().seat() == Some(Seat::from_index(0)) {
            return record;
        }
        self.wait_for_step(record.steps().len()).await
    }

    /// Touches the first lit place, and waits until there are more steps than this.
    pub(crate) async fn play_first_lit_and_wait(&self, after: usize) -> Record {
        self.click(".place.legal").await;
        self.wait_for_step(after).await
    }

    /// Plays these moves of a new game, written as in records.
    pub(crate) async fn play_text(&self, kind: Kind, moves: &str) -> Record {
        let mut record = Record::new(rules::AnyGame::new(kind, "").unwrap());
        for word in moves.split_whitespace() {
            let mv = record.end().parse_move(word).unwrap();
            record = self.play(&record, mv).await;
        }
        record
    }

    /// Lifts the curtain, if it is down.
    pub(crate) async fn lift_curtain(&self) {
        if self.run("return document.querySelector('.curtain') !== null").await {
            self.click(".curtain button").await;
            self.wait_until_gone(".curtain").await;
        }
    }

    /// Checks that the page says how this game ended, and that the rules say the same.
    pub(crate) async fn wait_for_the_end(&self, record: &Record) {
        let outcome = record.result().expect("the game is over");
        assert_eq!(record.end().turn(), rules::Turn::Over(outcome), "the rules ended the game otherwise");
        let said = match outcome {
            Outcome::Draw => "The game is a draw.".to_owned(),
            Outcome::Win(seat) => format!("{} wins!", record.end().kind().seat(seat).name.en),
        };
        // The page writes the name with a capital.
        self.wait_for_text(".status .turn", &said[1..]).await;
    }
}
