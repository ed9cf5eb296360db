//! Page and worker together, without a browser: stopping, asking another question, and late messages.

#![allow(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

use std::cell::Cell;
use std::time::Duration;

use rules::{AnyGame, AnyView, Kind, Viewer};
use web_engine::client::Received;
use web_engine::{EngineAnswer, EngineClient, EngineRequest, EngineWorker, Reply, Think};

thread_local! {
    static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// A clock that advances by 100 µs whenever it is read.
fn clock() -> Duration {
    NOW.set(NOW.get() + Duration::from_micros(100));
    NOW.get()
}

/// A page and a worker, and the messages on the way to the page.
struct Browser {
    client: EngineClient,
    worker: EngineWorker,
    to_page: Vec<String>,
}

impl Browser {
    /// A page with a worker that is ready.
    fn new() -> Browser {
        let client = EngineClient::default();
        let mut browser = Browser { client, worker: EngineWorker::new(clock), to_page: Vec::new() };
        assert_eq!(browser.client.receive(&Reply::Ready.to_string()), Received::default());
        browser
    }

    fn send(&mut self, request: Option<EngineRequest>) {
        if let Some(request) = request {
            self.worker.receive(&request.to_string(), &mut |reply| self.to_page.push(reply.to_string()));
        }
    }

    fn ask(&mut self, view: &AnyView, limit: impl FnOnce(&mut Think)) -> u32 {
        let mut think = Think::new(self.client.next_id(), view);
        limit(&mut think);
        let id = think.id;
        let request = self.client.ask(think);
        self.send(request);
        id
    }

    /// Lets the worker search for this many slices.
    fn search(&mut self, slices: u32) {
        for _ in 0..slices {
            self.worker.step(&mut |reply| self.to_page.push(reply.to_string()));
        }
    }

    /// Lets the page receive what has been sent to it.
    fn answers(&mut self) -> Vec<EngineAnswer> {
        let messages = std::mem::take(&mut self.to_page);
        messages.iter().filter_map(|message| self.client.receive(message).answer).collect()
    }
}

fn view(kind: Kind, moves: &str) -> AnyView {
    let mut game = AnyGame::new(kind, "").unwrap();
    for mv in moves.split_whitespace() {
        game.play(game.parse_move(mv).unwrap()).unwrap();
    }
    game.view(Viewer::Seat(game.turn().seat().unwrap()))
}

#[test]
fn a_search_that_is_stopped_answers_at_once_and_the_worker_takes_the_next_question() {
    for kind in [Kind::Super, Kind::Fives] {
        let mut browser = Browser::new();
        let id = browser.ask(&view(kind, ""), |_| {});
        browser.search(20);
        let progress = browser.answers();
        assert!(!progress.is_empty() && progress.iter().all(|answer| !answer.is_last()), "{progress:?}");
        let stop = browser.client.stop();
        browser.send(stop);
        assert!(!browser.worker.is_searching());
        let answers = browser.answers();
        let [EngineAnswer::Done(found)] = &answers[..] else { panic!("{answers:?}") };
        assert_eq!(found.id, id);
        assert_eq!(browser.client.open_question(), None);
        // Stopping again sends nothing.
        assert_eq!(browser.client.stop(), None);
        let next = browser.ask(&view(kind, ""), |think| think.nodes = Some(500));
        while browser.worker.is_searching() {
            browser.search(1);
        }
        assert!(matches!(browser.answers().last(), Some(EngineAnswer::Done(found)) if found.id == next));
    }
}

#[test]
fn a_new_question_takes_the_place_of_the_old_one_whose_answers_are_dropped() {
    let mut browser = Browser::new();
    browser.ask(&view(Kind::Super, ""), |_| {});
    browser.search(10);
    // What the worker has found is still on its way when the page asks something else.
    assert!(!browser.to_page.is_empty());
    let second = browser.ask(&view(Kind::Super, "5.5"), |_| {});
    browser.search(10);
    let answers = browser.answers();
    assert!(!answers.is_empty());
    for answer in answers {
        assert!(matches!(&answer, EngineAnswer::Progress(found) if found.id == second), "{answer:?}");
    }
}

#[test]
fn a_dropped_question_leaves_the_worker_idle_and_gets_no_answer() {
    let mut browser = Browser::new();
    browser.ask(&view(Kind::Fives, ""), |_| {});
    browser.search(10);
    let stop = browser.client.drop_question();
    browser.send(stop);
    assert!(!browser.worker.is_searching());
    assert!(browser.to_page.len() > 1);
    assert_eq!(browser.answers(), []);
}

#[test]
fn the_engine_keeps_its_transposition_table_from_question_to_question() {
    let position = view(Kind::Super, "5.5 5.1 1.5");
    let nodes = |browser: &mut Browser| {
        browser.ask(&position, |think| think.depth = Some(9));
        while browser.worker.is_searching() {
            browser.search(1);
        }
        match browser.answers().pop() {
            Some(EngineAnswer::Done(found)) => found.analysis.nodes,
            other => panic!("{other:?}"),
        }
    };
    let fresh = nodes(&mut Browser::new());
    let mut browser = Browser::new();
    browser.ask(&position, |think| think.depth = Some(9));
    browser.search(100);
    // The page looks at another move, and then comes back.
    browser.ask(&view(Kind::Super, "5.5 5.1 1.6"), |think| think.depth = Some(6));
    browser.search(2);
    let stop = browser.client.stop();
    browser.send(stop);
    browser.answers();
    let after = nodes(&mut browser);
    assert!(after * 2 < fresh, "{after} and {fresh}");
    // A new game starts with an empty table.
    browser.send(Some(EngineRequest::Forget));
    assert_eq!(nodes(&mut browser), fresh);
}

#[test]
fn questions_wait_until_the_worker_is_ready_and_a_stopped_one_is_answered_soon() {
    let mut client = EngineClient::default();
    let think = Think::new(client.next_id(), &view(Kind::Morpion, ""));
    assert_eq!(client.ask(think.clone()), None);
    assert_eq!(client.receive("ready").send, Some(EngineRequest::Think(think.clone())));
    let mut client = EngineClient::default();
    assert_eq!(client.ask(think), None);
    assert_eq!(client.stop(), None);
    let Some(EngineRequest::Think(think)) = client.receive("ready").send else { panic!("nothing is sent") };
    assert!(think.time.is_some());
    // A question that was dropped is not sent at all.
    let mut client = EngineClient::default();
    assert_eq!(client.ask(think), None);
    assert_eq!(client.drop_question(), None);
    assert_eq!(client.receive("ready"), Received::default());
}

#[test]
fn the_question_of_a_lost_worker_fails_unless_it_was_stopped_and_there_is_progress() {
    let mut browser = Browser::new();
    browser.ask(&view(Kind::Super, ""), |_| {});
    assert_eq!(browser.client.worker_lost(), Some(EngineAnswer::Died));
    assert!(!browser.client.is_ready());
    for is_stopped in [false, true] {
        let mut browser = Browser::new();
        browser.ask(&view(Kind::Super, ""), |_| {});
        browser.search(20);
        let Some(EngineAnswer::Progress(last)) = browser.answers().pop() else { panic!("no progress") };
        let expected = if is_stopped { EngineAnswer::Done(last) } else { EngineAnswer::Died };
        if is_stopped {
            browser.client.stop().unwrap();
        }
        assert_eq!(browser.client.worker_lost(), Some(expected));
        assert_eq!(browser.client.worker_lost(), None);
    }
    // Nonsense from the worker is an error too.
    let mut browser = Browser::new();
    browser.ask(&view(Kind::Super, ""), |_| {});
    assert_eq!(browser.client.receive("nonsense").answer, Some(EngineAnswer::Died));
}
