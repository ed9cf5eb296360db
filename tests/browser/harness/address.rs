//! Addresses that hold a game.

/// The fragment of an address with the text of a game, as links to the study page have it.
pub(crate) fn record_fragment(text: &str) -> String {
    let escaped: String = text
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect();
    format!("#record={escaped}")
}
