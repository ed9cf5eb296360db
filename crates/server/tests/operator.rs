//! The actions of operators reach a running server, on both stores, and are logged.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::time::Duration;

use client::{ApiClient, ClientError, TableClient};
use common::{Folder, Running, settings};
use crowd::Bot;
use futures_util::StreamExt;
use server::operator::{AdminAction, Operator, TableFilter};
use server::store::TableStage;
use server::{Database, ServerSettings};
use table::{TableId, Time};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

struct OperatedServer {
    server: Running,
    operator: Operator,
    _folder: Folder,
}

impl OperatedServer {
    async fn open(database: impl FnOnce(&ServerSettings) -> Database) -> OperatedServer {
        let folder = Folder::new();
        let mut settings = settings(folder.path());
        settings.database = database(&settings);
        let server = Running::with(settings.clone()).await;
        let operator = Operator::open(&settings.database).await.unwrap();
        OperatedServer { server, operator, _folder: folder }
    }

    async fn perform(&mut self, text: &str) {
        let action: AdminAction = text.parse().unwrap();
        self.operator.perform(&action, "anne", Time(1)).await.unwrap();
    }

    async fn guest(&self) -> ApiClient {
        ApiClient::new(self.server.address).await.unwrap()
    }
}

/// Polls until the check succeeds: a server follows an operator within a second or two.
async fn eventually<F: Future<Output = bool>>(what: &str, ask: impl Fn() -> F) {
    for _ in 0..600 {
        if ask().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{what}");
}

fn code<T>(result: Result<T, ClientError>) -> String {
    match result {
        Ok(_) => "ok".to_owned(),
        Err(ClientError::Refused { code, .. }) => code,
        Err(ClientError::Io(error)) => error.to_string(),
    }
}

const SETUP: &str = "morpion - open,engine:1 untimed first";

/// Plays a listed game to its end.
async fn finished_game(api: &ApiClient) -> TableId {
    let id: TableId = api.post("/api/tables?listed=yes", SETUP).await.unwrap().parse().unwrap();
    let mut bot = Bot::new(TableClient::new(api.clone(), id.clone()), "Eve", 3, Duration::ZERO);
    bot.play().await.unwrap();
    id
}

async fn check_operator_actions(mut operated: OperatedServer) {
    let (eve, luc) = (operated.guest().await, operated.guest().await);
    let (spam, game) = (finished_game(&eve).await, finished_game(&eve).await);
    let listed = operated.operator.tables(&TableFilter { limit: 9, ..TableFilter::default() }).await.unwrap();
    assert_eq!(listed.len(), 2);
    let row = listed.iter().find(|row| row.id == spam.to_string()).unwrap();
    assert_eq!(
        (row.stage, row.is_listed, row.names.as_slice()),
        (TableStage::Over, true, &["eve".to_owned()][..])
    );
    assert_eq!(row.guests, [row.opener]);
    let none = TableFilter { stage: Some(TableStage::Waiting), limit: 9, ..TableFilter::default() };
    assert_eq!(operated.operator.tables(&none).await.unwrap(), []);
    let eve_number = row.opener;

    let archive = async |id: &TableId| luc.get("/api/archive").await.unwrap().contains(&id.to_string());
    assert!(archive(&spam).await && archive(&game).await);
    operated.perform(&format!("hide {spam}")).await;
    assert!(!archive(&spam).await && archive(&game).await);
    operated.perform(&format!("show {spam}")).await;
    assert!(archive(&spam).await);
    operated.perform(&format!("delete {spam}")).await;
    eventually("a deleted game is gone", async || {
        code(luc.get(&format!("/api/tables/{spam}")).await) == "no-such-table"
    })
    .await;
    assert!(!archive(&spam).await && archive(&game).await);
    let missing = operated.operator.perform(&AdminAction::Hide(spam.clone()), "anne", Time(1)).await;
    assert_eq!(missing.unwrap_err().to_string(), format!("there is no table {spam}"));

    operated.perform(&format!("ban {eve_number} -")).await;
    eventually("a banned guest", async || code(eve.get("/api/mine").await) == "banned").await;
    assert_eq!(code(eve.create_table(SETUP).await), "banned");
    assert_eq!(code(luc.get("/api/mine").await), "ok");
    operated.perform(&format!("unban {eve_number}")).await;
    eventually("a pardoned guest", async || code(eve.get("/api/mine").await) == "ok").await;
    operated.perform("ban 127.0.0.0/8 -").await;
    eventually("a banned address", async || code(luc.get("/api/mine").await) == "banned").await;
    operated.perform("ban 127.0.0.0/8 1").await;
    eventually("a ban that has ended", async || code(luc.get("/api/mine").await) == "ok").await;

    operated.perform("close-lobby Back at noon.").await;
    eventually("a closed lobby", async || {
        code(luc.post("/api/tables?listed=yes", SETUP).await) == "lobby-closed"
    })
    .await;
    assert_eq!(code(luc.post("/api/pair", "morpion - open,open untimed first").await), "lobby-closed");
    assert_eq!(code(luc.create_table(SETUP).await), "ok", "unlisted tables can still be opened");
    operated.perform("open-lobby").await;
    eventually("an open lobby", async || code(luc.post("/api/tables?listed=yes", SETUP).await) == "ok").await;

    operated.perform("announce Tournament on Sunday").await;
    let address = operated.server.address;
    let stream = TcpStream::connect(address).await.unwrap();
    let request = format!("ws://{address}/api/lobby/socket").into_client_request().unwrap();
    let (mut lobby, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
    while lobby.next().await.unwrap().unwrap().to_text().unwrap() != "notice\nTournament on Sunday" {}
    operated.perform("unannounce").await;
    while lobby.next().await.unwrap().unwrap().to_text().unwrap() != "notice\n" {}

    let log = operated.operator.log().await.unwrap();
    assert_eq!(log.len(), 11, "{log:?}");
    assert!(log.iter().all(|entry| entry.who == "anne" && entry.action.is_some()));
    assert_eq!(log[2].text, format!("delete {spam}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn operator_actions_reach_a_server_on_sqlite() {
    check_operator_actions(OperatedServer::open(|settings| settings.database.clone()).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn operator_actions_reach_a_server_on_postgresql() {
    let url = cluster::Cluster::shared().database();
    check_operator_actions(OperatedServer::open(|_| Database::Postgres(url)).await).await;
}

/// A socket of a guest.
async fn socket(api: &ApiClient, address: std::net::SocketAddr, path: &str) -> WebSocketStream<TcpStream> {
    let stream = TcpStream::connect(address).await.unwrap();
    let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
    request.headers_mut().insert("cookie", api.cookie().parse().unwrap());
    tokio_tungstenite::client_async(request, stream).await.unwrap().0
}

/// The code and the reason with which a server closes a socket.
async fn close_reason(socket: &mut WebSocketStream<TcpStream>) -> (u16, String) {
    let closing = async {
        loop {
            if let Message::Close(Some(frame)) = socket.next().await.unwrap().unwrap() {
                return (frame.code.into(), frame.reason.to_string());
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), closing).await.expect("the socket is closed")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ban_closes_the_sockets_of_the_banned_and_no_others() {
    let mut operated = OperatedServer::open(|settings| settings.database.clone()).await;
    let (eve, luc, address) = (operated.guest().await, operated.guest().await, operated.server.address);
    let id = eve.create_table(SETUP).await.unwrap();
    let table = format!("/api/tables/{id}/socket");
    let eve_number =
        operated.operator.tables(&TableFilter { limit: 9, ..TableFilter::default() }).await.unwrap()[0]
            .opener;
    let mut of_eve = [socket(&eve, address, "/api/lobby/socket").await, socket(&eve, address, &table).await];
    let mut of_luc = [socket(&luc, address, "/api/lobby/socket").await, socket(&luc, address, &table).await];
    operated.perform(&format!("ban {eve_number} -")).await;
    for socket in &mut of_eve {
        assert_eq!(close_reason(socket).await, (1008, "banned".to_owned()));
    }
    let is_closed = async |socket: &mut WebSocketStream<TcpStream>| {
        let closed =
            async { while !matches!(socket.next().await, None | Some(Err(_) | Ok(Message::Close(_)))) {} };
        tokio::time::timeout(Duration::from_millis(300), closed).await.is_ok()
    };
    for socket in &mut of_luc {
        assert!(!is_closed(socket).await, "others stay connected");
    }
    operated.perform("ban 127.0.0.0/8 -").await;
    for socket in &mut of_luc {
        assert_eq!(close_reason(socket).await, (1008, "banned".to_owned()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn decisions_of_operators_survive_a_restart() {
    let mut operated = OperatedServer::open(|settings| settings.database.clone()).await;
    operated.perform("close-lobby").await;
    operated.perform("ban 192.0.2.0/24 -").await;
    operated.perform("ban 2001:db8:0:1::5 -").await;
    let OperatedServer { server, _folder: folder, .. } = operated;
    drop(server.stop().await);
    let server = Running::restart(&folder, |settings| settings.is_behind_proxy = true).await;
    let luc = ApiClient::new(server.address).await.unwrap();
    assert_eq!(code(luc.post("/api/tables?listed=yes", SETUP).await), "lobby-closed");
    let ask = async |address: &str, path: &str| {
        code(luc.clone().from_address(address.parse().unwrap()).get(path).await)
    };
    let id = luc.create_table(SETUP).await.unwrap();
    let paths = [
        "/api/me".to_owned(),
        "/api/lobby".to_owned(),
        format!("/api/tables/{id}"),
        format!("/games/{id}.svg"),
        format!("/games/{id}.trois"),
        format!("/embed/{id}"),
    ];
    for path in &paths {
        for address in ["192.0.2.7", "2001:db8:0:1::5", "2001:db8:0:1:ffff::"] {
            assert_eq!(ask(address, path).await, "banned", "{path} from {address}");
        }
        for address in ["198.51.100.7", "2001:db8:0:2::5"] {
            assert_ne!(ask(address, path).await, "banned", "{path} from {address}");
        }
    }
}
