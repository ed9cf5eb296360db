//! Lets the tests control Firefox like the other browsers. Firefox speaks Marionette, WebDriver's commands as JSON over
//! a socket. geckodriver, which translates between HTTP and Marionette, takes minutes to compile; this translates the
//! few commands that the tests use.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Mutex;

/// A WebDriver server in front of a Firefox, until it is dropped.
pub(super) struct Bridge {
    pub(super) port: u16,
    runtime: Option<Runtime>,
    /// The profile of that Firefox, which is removed at the end.
    profile: PathBuf,
}

impl Bridge {
    /// Connects to a Firefox that listens on this port.
    pub(super) fn start(firefox: u16, profile: PathBuf) -> Bridge {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        runtime.spawn(async move {
            let marionette = Marionette::connect(firefox).await.unwrap();
            let app = Router::new().fallback(handle).with_state(Arc::new(Mutex::new(marionette)));
            axum::serve(TcpListener::from_std(listener).unwrap(), app).await
        });
        Bridge { port, runtime: Some(runtime), profile }
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
        // What Firefox still writes there stays in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.profile);
    }
}

/// Handles a WebDriver request.
async fn handle(
    State(firefox): State<Arc<Mutex<Marionette>>>,
    method: Method,
    uri: Uri,
    body: String,
) -> Response {
    let path: Vec<&str> = uri.path().trim_matches('/').split('/').collect();
    let parameters = serde_json::from_str(&body).unwrap_or_else(|_| json!({}));
    let Some((command, parameters)) = translate(&method, path.get(2..).unwrap_or_default(), parameters)
    else {
        let value = json!({ "error": "unknown command", "message": uri.path(), "stacktrace": "" });
        return answer(StatusCode::NOT_FOUND, &value);
    };
    match firefox.lock().await.ask(command, parameters).await {
        Ok(Ok(value)) => answer(StatusCode::OK, &value),
        Ok(Err(error)) => answer(StatusCode::BAD_REQUEST, &error),
        Err(gone) => {
            let value = json!({ "error": "unknown error", "message": gone.to_string(), "stacktrace": "" });
            answer(StatusCode::INTERNAL_SERVER_ERROR, &value)
        }
    }
}

fn answer(status: StatusCode, value: &Value) -> Response {
    (status, json!({ "value": value }).to_string()).into_response()
}

/// The Marionette command for a request; `path` is the part after the session.
fn translate(method: &Method, path: &[&str], mut parameters: Value) -> Option<(&'static str, Value)> {
    let is_post = method == Method::POST;
    let command = match path {
        [] if is_post => return Some(("WebDriver:NewSession", json!({}))),
        [] => return Some(("Marionette:Quit", json!({ "flags": ["eForceQuit"] }))),
        ["timeouts"] => "WebDriver:SetTimeouts",
        ["url"] if is_post => "WebDriver:Navigate",
        ["url"] => "WebDriver:GetCurrentURL",
        ["refresh"] => "WebDriver:Refresh",
        ["back"] => "WebDriver:Back",
        ["window", "rect"] => "WebDriver:SetWindowRect",
        ["screenshot"] => "WebDriver:TakeScreenshot",
        ["execute", "sync"] => "WebDriver:ExecuteScript",
        ["execute", "async"] => "WebDriver:ExecuteAsyncScript",
        ["actions"] => "WebDriver:PerformActions",
        ["element"] => "WebDriver:FindElement",
        ["element", id, rest @ ..] => {
            parameters["id"] = json!(id);
            match rest {
                ["click"] => "WebDriver:ElementClick",
                ["clear"] => "WebDriver:ElementClear",
                ["value"] => "WebDriver:ElementSendKeys",
                ["text"] => "WebDriver:GetElementText",
                ["property", name] => {
                    parameters["name"] = json!(name);
                    "WebDriver:GetElementProperty"
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    Some((command, parameters))
}

/// A connection to a Firefox.
struct Marionette {
    stream: BufStream<TcpStream>,
    last: u64,
}

impl Marionette {
    async fn connect(port: u16) -> io::Result<Marionette> {
        let stream = BufStream::new(TcpStream::connect(("127.0.0.1", port)).await?);
        let mut marionette = Marionette { stream, last: 0 };
        // Firefox says hello first.
        marionette.read().await?;
        Ok(marionette)
    }

    /// Sends a command and returns its result, or the error that Firefox reports.
    async fn ask(&mut self, command: &str, parameters: Value) -> io::Result<Result<Value, Value>> {
        self.last += 1;
        let message = json!([0, self.last, command, parameters]).to_string();
        self.stream.write_all(format!("{}:{message}", message.len()).as_bytes()).await?;
        self.stream.flush().await?;
        loop {
            let mut reply = self.read().await?;
            if reply[0] == 1 && reply[1] == self.last {
                let (error, mut result) = (reply[2].take(), reply[3].take());
                // Most results are wrapped in `value`.
                let value = result.get_mut("value").map(Value::take);
                return Ok(if error.is_null() { Ok(value.unwrap_or(result)) } else { Err(error) });
            }
        }
    }

    /// Reads a message: its length in bytes, a colon, JSON.
    async fn read(&mut self) -> io::Result<Value> {
        let mut length = Vec::new();
        self.stream.read_until(b':', &mut length).await?;
        let length = std::str::from_utf8(&length).ok().and_then(|text| text.strip_suffix(':')?.parse().ok());
        let length: usize = length.ok_or_else(|| io::Error::other("Firefox sent no length"))?;
        let mut message = vec![0; length];
        self.stream.read_exact(&mut message).await?;
        Ok(serde_json::from_slice(&message)?)
    }
}
