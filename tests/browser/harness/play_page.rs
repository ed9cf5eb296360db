//! Plays on a play page as people do: by clicking places. The rules decide which move the clicks mean; the game is
//! read from the app's storage and replayed.

use boards::{Names, PlayerName, Spot};
use rules::record::RecordedPlayer;
use rules::{AnyMove, Kind, Lang, Record, Seat};

use super::Page;

/// The text of the last game stored on this device; empty if there is none.
const LAST_STORED_GAME: &str = "
    const games = Object.keys(localStorage).filter((key) => key.startsWith('trois.game.'))
        .map((key) => localStorage.getItem(key).split(/\\n([^]*)/));
    games.sort((a, b) => b[0] - a[0]);
    return games.length ? games[0][1] : '';";

/// The players of a record, as its tags name them.
pub(crate) fn players(record: &Record) -> Vec<String> {
    let seats = (0..record.start().seats()).map(Seat::from_index);
    seats.map(|seat| record.player(seat).map_or_else(String::new, |player| player.to_string())).collect()
}

impl Page {
    /// Opens the page of a game and starts a new game between people.
    pub(crate) async fn start_game_between_people(&self, kind: Kind) {
        self.open(&format!("/play/{kind}")).await;
        self.press_button("New game…").await;
        self.press_button("Pass and play on this device").await;
        self.press_button("Start").await;
        self.wait_until_gone("dialog[open]").await;
    }

    /// The last game stored on this device, replayed by the rules.
    pub(crate) async fn stored_game(&self) -> Option<Record> {
        let text: String = self.run(LAST_STORED_GAME).await;
        (!text.is_empty()).then(|| Record::parse(&text, None).unwrap_or_else(|why| panic!("{why:?}: {text}")))
    }

    /// The number of steps of the last stored game.
    pub(crate) async fn stored_steps(&self) -> usize {
        self.stored_game().await.map_or(0, |record| record.steps().len())
    }

    /// Waits until the last stored game has this many steps: a game is stored after its change is painted.
    pub(crate) async fn wait_for_stored_steps(&self, count: usize) {
        self.wait_for_stored(&format!("{count} steps"), |record| record.steps().len() == count).await;
    }

    /// Waits until the last stored game has what is asked for, and returns it.
    pub(crate) async fn wait_for_stored(&self, what: &str, has: impl Fn(&Record) -> bool) -> Record {
        let begun = std::time::Instant::now();
        loop {
            let stored = self.stored_game().await;
            match stored {
                Some(record) if has(&record) => return record,
                stored => assert!(begun.elapsed() < super::page::TIMEOUT, "no {what}: {stored:?}"),
            }
            tokio::time::sleep(super::page::PAUSE).await;
        }
    }

    /// Waits until the last stored game has more than `after` steps, and returns it.
    pub(crate) async fn wait_for_step(&self, after: usize) -> Record {
        let begun = std::time::Instant::now();
        loop {
            if let Some(record) = self.stored_game().await.filter(|record| record.steps().len() > after) {
                return record;
            }
            assert!(begun.elapsed() < super::page::TIMEOUT, "no step follows step {after}");
            tokio::time::sleep(super::page::PAUSE).await;
        }
    }

    /// Clicks a place, which must be legal.
    pub(crate) async fn touch(&self, spot: Spot) {
        self.click(&format!(".place.legal[data-spot='{spot}'] rect")).await;
    }

    /// Clicks a place on the board that is not legal, so that the app says why.
    pub(crate) async fn click_refused(&self) {
        // Where every place may be chosen, one that is picked up cannot go everywhere.
        let is_any_wrong = "return document.querySelector('.place:not(.legal):not([data-spot^=h])') !== null";
        if !self.run::<bool>(is_any_wrong).await {
            self.click(".place.legal[data-spot^=h]").await;
            self.wait_until(is_any_wrong, "every place is legal").await;
        }
        // The board may have grown around a part of itself, so some places may be out of it.
        let () = self
            .run(
                "const board = document.querySelector('.board').getBoundingClientRect();
                const wrong = [...document.querySelectorAll('.place:not(.legal):not([data-spot^=h])')].find((place) => {
                    const { left, right, top, bottom } = place.getBoundingClientRect();
                    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
                    return x > board.left && x < board.right && y > board.top && y < board.bottom;
                });
                const { x, y, width, height } = wrong.getBoundingClientRect();
                const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, isPrimary: true };
                wrong.dispatchEvent(new PointerEvent('pointerdown', at));
                wrong.dispatchEvent(new PointerEvent('pointerup', at));",
            )
            .await;
    }

    /// Plays a move of this game by clicks, and waits until it is stored.
    pub(crate) async fn play(&self, record: &Record, mv: AnyMove) -> Record {
        let path = boards::touch_paths(record.end(), mv).swap_remove(0);
        for spot in path {
            self.touch(spot).await;
        }
        let record = self.wait_for_step(record.steps().len()).await;
        let played =
            record.steps().iter().rev().find(|step| !step.is_chance()).map(rules::record::RecordedMove::mv);
        assert_eq!(played, Some(mv), "another move was played than was touched");
        record
    }

    /// Plays a move by clicks against an engine in the second seat, and waits for its reply.
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

    /// Clicks the first legal place, and waits until there are more than `after` steps.
    pub(crate) async fn play_first_legal_place_and_wait(&self, after: usize) -> Record {
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

    /// Checks that the page states the result of this game, and that the rules agree.
    pub(crate) async fn wait_for_the_end(&self, record: &Record) {
        let outcome = record.result().expect("the game is over");
        assert_eq!(record.end().turn(), rules::Turn::Over(outcome), "the rules ended the game otherwise");
        let players: Vec<PlayerName> = (0..record.start().seats())
            .map(|index| match record.player(Seat::from_index(index)) {
                Some(RecordedPlayer::Engine(_)) => PlayerName::Engine,
                _ => PlayerName::You,
            })
            .collect();
        // If several people share the device, none of them is "you".
        let people = players.iter().filter(|player| **player == PlayerName::You).count();
        let kind = record.end().kind();
        let names = if people == 1 { Names::new(kind, players) } else { Names::sides(kind) };
        self.wait_for_text(".status .turn", &names.result(outcome, Lang::En)).await;
        let why = boards::say_end_reason(record.end(), Lang::En).expect("what decided the game");
        self.wait_for_text(".result.is-over .reason", &why).await;
    }
}
