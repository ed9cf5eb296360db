//! Plays at an online table as people do: with buttons and by clicking legal places.

use rules::{AnyGame, AnyMove, Kind, Outcome, Record, Rng, Turn};
use serde_json::json;

use super::Page;
use super::page::{PAUSE, TIMEOUT};

/// The places that advance a move: the destinations if something is picked up, otherwise all legal places.
const LIT: &str = "
    const lit = [...document.querySelectorAll('.place.legal:not(.picked)')].map((place) => place.dataset.spot);
    const away = lit.filter((spot) => !spot.startsWith('h'));
    return document.querySelector('.place.picked') && away.length ? away : lit;";

/// What the page shows of a finished game: the moves, and the record in the link to its review. The link also has the
/// reader's seat, which differs.
const ENDED: &str = "return [
    [...document.querySelectorAll('.moves .mv')].map((one) => one.textContent).join(' '),
    document.querySelector('.side a[href*=\"#record=\"]').getAttribute('href').split('#')[1]]";

impl Page {
    /// Opens a table, joins as first player and returns its path. `options` are pairs of name and value.
    pub(crate) async fn open_table(&self, kind: Kind, options: &[(&str, &str)], name: &str) -> String {
        self.open(&format!("/online/new?game={kind}")).await;
        self.pick_name(name).await;
        for (option, value) in options {
            self.click_path(&format!(
                "//fieldset[contains(., {option:?})]//button[normalize-space(.) = {value:?}]"
            ))
            .await;
        }
        self.click_path(
            "//fieldset[contains(., 'Who plays first')]//button[starts-with(normalize-space(.), 'Me')]",
        )
        .await;
        self.press_button("Open the table").await;
        self.wait_for(".waiting").await;
        self.wait_for_text(".waiting", &format!("{name} (you)")).await;
        self.path().await
    }

    /// Types a name, unless the field already has it.
    pub(crate) async fn pick_name(&self, name: &str) {
        self.wait_for(".name-field[aria-busy=false]").await;
        if self.value(".name-field input").await != name {
            // The field has a name already, if only a generated one.
            let input = self.wait_for(".name-field input").await;
            let all = thirtyfour::Key::Control + "a";
            input.send_keys(all).await.unwrap();
            input.send_keys(name).await.unwrap();
        }
    }

    /// Joins a table that another player has opened, by its link.
    pub(crate) async fn sit_down(&self, path: &str, name: &str) {
        self.open(path).await;
        self.pick_name(name).await;
        self.click_path("//button[normalize-space(.) = 'Play']").await;
        self.wait_until(
            &format!(
                "return document.querySelector('.tools') !== null
                    || [...document.querySelectorAll('.waiting li')].some((one) => one.textContent.includes({name:?} + ' (you)'))"
            ),
            "nobody sits down",
        )
        .await;
    }

    /// The number of moves that the page shows.
    pub(crate) async fn moves_shown(&self) -> usize {
        self.run("return document.querySelectorAll('.moves .move').length").await
    }

    /// Waits until the page shows this many moves.
    pub(crate) async fn wait_for_moves(&self, count: usize) {
        self.wait_until(
            &format!("return document.querySelectorAll('.moves .move').length === {count}"),
            &format!("move {count} does not arrive"),
        )
        .await;
    }

    /// Whether the page says that it is this player's turn.
    pub(crate) async fn is_on_turn(&self) -> bool {
        self.run(
            "return document.querySelector('.status .turn')?.textContent.startsWith('Your turn') ?? false",
        )
        .await
    }

    /// Whether the page says that the game is over.
    pub(crate) async fn is_over(&self) -> bool {
        self.run("return document.querySelector('.result.is-over') !== null").await
    }

    /// Clicks random legal places until the page shows another move or the game is over.
    pub(crate) async fn play_random_legal_place(&self, rng: &mut Rng) {
        let (before, begun) = (self.moves_shown().await, std::time::Instant::now());
        while self.moves_shown().await == before && !self.is_over().await {
            let lit: Vec<String> = self.run(LIT).await;
            if lit.is_empty() {
                assert!(begun.elapsed() < TIMEOUT, "nothing is lit");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            let spot = &lit[rng.below(lit.len() as u32) as usize];
            self.click(&format!(".place.legal[data-spot='{spot}']")).await;
        }
    }

    /// Plays a move of this game by clicks.
    pub(crate) async fn touch_move(&self, record: &Record, mv: AnyMove) {
        for spot in boards::touch_paths(record.end(), mv).swap_remove(0) {
            self.touch(spot).await;
        }
    }

    /// Waits for the end, verifies the draws if there were any, and returns what the page shows of the game.
    pub(crate) async fn finished_game(&self) -> Vec<String> {
        self.wait_for(".result.is-over").await;
        if self.run("return document.querySelector('.verify:not([open])') !== null").await {
            self.click(".verify summary").await;
            self.wait_for(".checks li").await;
        }
        let wrong: Vec<String> = self
            .run("return [...document.querySelectorAll('.checks .wrong')].map((one) => one.textContent)")
            .await;
        assert_eq!(wrong, [""; 0]);
        self.run(ENDED).await
    }

    /// Takes the browser offline, or online again.
    pub(crate) async fn set_offline(&self, offline: bool) {
        self.send_devtools_command("Network.enable", json!({})).await;
        let how =
            json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.send_devtools_command("Network.emulateNetworkConditions", how).await;
    }

    /// Reads the browser's console after the page was offline: it must report nothing but the missing network.
    pub(crate) async fn expect_only_network_errors(&self) {
        let errors = self.console_errors().await.into_iter();
        let others: Vec<String> =
            errors.filter(|error| !error.contains("ERR_INTERNET_DISCONNECTED")).collect();
        assert_eq!(others, [""; 0], "the console reports more than the missing network");
    }

    /// Closes the browser; the console must have no errors.
    pub(crate) async fn close_without_errors(self) {
        let errors = self.console_errors().await;
        self.close().await;
        assert_eq!(errors, [""; 0], "the console is not quiet");
    }
}

impl Page {
    /// Posts a text to the server and returns the response.
    pub(crate) async fn post(&self, path: &str, body: &str) -> String {
        let options = format!("{{ method: 'POST', body: {body:?}, headers: {{ 'X-Trois': '1' }} }}");
        let done = "arguments[arguments.length - 1]";
        self.run_async(&format!("fetch({path:?}, {options}).then((answer) => answer.text()).then({done})"))
            .await
    }

    /// Plays a short game of Morpion to its end at a table open to everyone, long enough for the archive. This page is
    /// seat 1.
    pub(crate) async fn play_for_the_archive(&self, other: &Page) -> Record {
        for (page, name) in [(self, "Anne"), (other, "Luc")] {
            page.open("/online").await;
            page.wait_for(".name-field[aria-busy=false]").await;
            page.post("/api/me", name).await;
        }
        let id = self.post("/api/tables?listed=yes", "morpion - open,open untimed first").await;
        let path = format!("/t/{}", id.trim());
        self.open(&format!("{path}?sit=1")).await;
        self.wait_for(".waiting .name:not(.free)").await;
        other.open(&format!("{path}?sit=-")).await;
        self.wait_for(".tools").await;
        other.wait_for(".tools").await;
        // The archive leaves out games that end within a few seconds.
        self.let_time_pass(std::time::Duration::from_secs(5)).await;
        let mut record = Record::new(AnyGame::new(Kind::Morpion, "").unwrap());
        for (ply, mv) in short_game(Kind::Morpion, "").into_iter().enumerate() {
            let mover = if ply % 2 == 0 { self } else { other };
            mover.touch_move(&record, mv).await;
            record.push(mv).unwrap();
            self.wait_for_moves(ply + 1).await;
            other.wait_for_moves(ply + 1).await;
        }
        record
    }

    /// Visits every online page, each in a state with content, and calls `look` with its name. `other` is the
    /// opponent's page.
    pub(crate) async fn visit_online_pages(&self, other: &Page, mut look: impl AsyncFnMut(&Page, &str)) {
        for (page, name) in [(self, "Anne"), (other, "Jean-Sébastien d’Ornac")] {
            page.open("/online").await;
            page.wait_for(".name-field[aria-busy=false]").await;
            page.post("/api/me", name).await;
        }
        for setup in ["cards - open,open 600+5 random", "doh players=4 open,open,open,engine:3 1d first"] {
            let id = other.post("/api/tables?listed=yes", setup).await;
            other.open(&format!("/t/{}?sit=-", id.trim())).await;
            other.wait_for(".waiting .name:not(.free)").await;
        }
        let id = self.post("/api/tables?listed=yes", "super - open,open 600+5 first").await;
        let path = format!("/t/{}", id.trim());
        self.open(&format!("{path}?sit=1")).await;
        self.wait_for(".waiting .name:not(.free)").await;
        look(self, "table-waiting").await;
        other.open(&format!("{path}?sit=-")).await;
        self.wait_for(".tools").await;
        let mut record = Record::new(AnyGame::new(Kind::Super, "").unwrap());
        for (ply, mv) in short_game(Kind::Super, "").into_iter().take(6).enumerate() {
            let mover = if ply % 2 == 0 { self } else { other };
            mover.touch_move(&record, mv).await;
            record.push(mv).unwrap();
            self.wait_for_moves(ply + 1).await;
            other.wait_for_moves(ply + 1).await;
        }
        other.press_button("Draw").await;
        other.press_button("Offer a draw").await;
        self.wait_for(".offers .ask").await;
        look(self, "table-playing").await;
        self.open("/online").await;
        self.wait_for(".tables .waits-for-you").await;
        look(self, "online").await;
        other.press_button("Resign").await;
        other.press_button("Yes, resign").await;
        other.wait_for(".result.is-over").await;
        self.open(&path).await;
        self.wait_for(".result.is-over").await;
        look(self, "table-over").await;
        self.open("/archive").await;
        self.wait_for(".tables li").await;
        look(self, "archive").await;
        self.open("/online/new?game=fives").await;
        self.wait_for(".name-field[aria-busy=false]").await;
        look(self, "online-new").await;
    }
}

/// The shortest of many random games with more than six moves: short enough to click through.
pub(crate) fn short_game(kind: Kind, options: &str) -> Vec<AnyMove> {
    let game = |seed: u64| {
        let (mut rng, mut game, mut moves) =
            (Rng::new(seed), AnyGame::new(kind, options).unwrap(), Vec::new());
        while let Some(mv) = game.random_move(&mut rng) {
            game.play(mv).unwrap();
            moves.push(mv);
        }
        moves
    };
    (0..300).map(game).filter(|moves| moves.len() > 6).min_by_key(Vec::len).unwrap()
}

/// A game of a person against engines in which only the last move is missing, and that move, with which the person wins
/// by the rules.
pub(crate) fn almost_over(kind: Kind) -> (Record, AnyMove) {
    let game = |seed: u64| {
        let (mut rng, mut record) = (Rng::new(seed), Record::new(AnyGame::new(kind, "").unwrap()));
        while let Some(mv) = record.end().random_move(&mut rng) {
            let mut next = record.end().clone();
            let seat = next.turn().seat();
            next.play(mv).unwrap();
            match (next.turn(), seat) {
                (Turn::Over(Outcome::Win(winner)), Some(seat)) if winner == seat => {
                    let player = |index| if index == seat.index() { "person" } else { "4" };
                    let players: Vec<&str> = (0..usize::from(next.seats())).map(player).collect();
                    record.set_tag("Players", &players.join(","));
                    return Some((record, mv));
                }
                _ => record.push(mv).unwrap(),
            }
        }
        None
    };
    (0..300).filter_map(game).min_by_key(|(record, _)| record.steps().len()).unwrap()
}
