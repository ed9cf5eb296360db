//! An invitation to audit: a table that waits for a guest. It is created through the API of the audited server, as the app
//! does it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::step::Failed;

/// The name of the page in the table of results. The id of the table differs from run to run.
pub(super) const PAGE: &str = "/t";

/// The setup of a table whose seats are open to all.
const SETUP: &str = "super - open,open 600+5 random";

/// Creates a table on the server, and returns its path.
pub(super) fn create(address: &str) -> Result<String, Failed> {
    let failed = |why: String| Failed(format!("no table to invite to could be created: {why}"));
    let host = address.trim_end_matches('/').strip_prefix("http://");
    let host = host.ok_or_else(|| failed(format!("{address} does not begin with http://")))?;
    let response = post(host).map_err(|error| failed(error.to_string()))?;
    path(&response).ok_or_else(|| failed(response))
}

/// Sends the request and returns the whole response.
fn post(host: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(host)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    write!(
        stream,
        "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nX-Trois: 1\r\nContent-Type: text/plain\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{SETUP}",
        SETUP.len()
    )?;
    let mut response = String::new();
    stream.read_to_string(&mut response)?;
    Ok(response)
}

/// The path of the created table, from the response of the server.
fn path(response: &str) -> Option<String> {
    let (head, body) = response.split_once("\r\n\r\n")?;
    let is_created = head.lines().next()?.contains(" 201 ");
    // The body may come in chunks, each after a line with its length: the id is the longest line.
    let id = body.lines().map(str::trim).max_by_key(|line| line.len())?;
    (is_created && !id.is_empty()).then(|| format!("{PAGE}/{id}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_a_table_is_read_from_the_response() {
        let created = "HTTP/1.1 201 Created\r\ncontent-type: text/plain\r\n\r\nabc123\n";
        assert_eq!(path(created).as_deref(), Some("/t/abc123"));
        let in_chunks = "HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n6\r\nabc123\r\n0\r\n\r\n";
        assert_eq!(path(in_chunks).as_deref(), Some("/t/abc123"));
        assert_eq!(path("HTTP/1.1 429 Too Many Requests\r\n\r\nlater"), None);
    }
}
