//! The receipt of a seat: the fingerprint and the setup of the table that this device saw when the player sat down, and
//! what it added to the shuffle. It stays on the device, so that no server can change it afterwards.

use std::cell::OnceCell;

use leptos::prelude::{GetValue, window};
use rules::Words;
use table::{Commitment, Contribution, PlayerSecret, Receipt, Setup, TableId};

use super::table_session::TableSession;
use crate::storage;

/// The storage key of the secret from which all contributions of this device follow.
const SECRET_KEY: &str = "player-secret";

thread_local! {
    /// The secret of this device, also where the browser forbids storage: asking for a seat again contributes the same.
    static SECRET: OnceCell<PlayerSecret> = const { OnceCell::new() };
}

/// What this device contributes at a table, the same at every click. Saves the receipt.
///
/// A table whose fingerprint or setup has changed since the last click is refused: its server is trying for another shuffle.
/// So is a table with the fingerprint of another one: its server knows more than it should, or is broken.
pub fn contribute(
    session: TableSession,
    name: &str,
    commitment: Commitment,
    setup: Setup,
) -> Result<Contribution, Words> {
    let kept = load(session);
    if kept.as_ref().is_some_and(|kept| kept.commitment != commitment) {
        return Err(Words::new(
            "L’empreinte de cette table a changé depuis que vous avez demandé une place\u{a0}: le serveur a changé de secret. Ne jouez pas ici.",
            "The fingerprint of this table has changed since you last asked for a seat: the server has replaced its secret. Do not play here.",
        ));
    }
    if kept.and_then(|kept| kept.setup).is_some_and(|kept| kept != setup) {
        return Err(Words::new(
            "Les réglages de cette table ont changé depuis que vous avez demandé une place\u{a0}: le serveur peut ainsi choisir le tirage. Ne jouez pas ici.",
            "The settings of this table have changed since you last asked for a seat: that lets the server choose the shuffle. Do not play here.",
        ));
    }
    let table = session.id.get_value();
    if is_known_elsewhere(&table, &commitment) {
        return Err(Words::new(
            "L’empreinte de cette table est celle d’une autre table où vous avez joué\u{a0}: un serveur honnête n’utilise jamais deux fois le même secret. Ne jouez pas ici.",
            "This table has the fingerprint of another table where you played: an honest server never uses a secret twice. Do not play here.",
        ));
    }
    let contribution = SECRET
        .with(|secret| secret.get_or_init(secret_of_device).contribute(name, &table, &commitment, &setup));
    let receipt = Receipt { table, commitment, setup: Some(setup), contribution };
    // Without storage there is no receipt, and the check after the game says so.
    let _ = storage::save(&key(session), &receipt.to_string());
    Ok(contribution)
}

/// The receipt that this device has kept for a table.
pub fn load(session: TableSession) -> Option<Receipt> {
    storage::load(&key(session))?.parse().ok()
}

/// What the storage keys of receipts begin with; the id of the table follows.
const RECEIPTS: &str = "receipt.";

fn key(session: TableSession) -> String {
    format!("{RECEIPTS}{}", session.id.get_value())
}

/// Whether this device has a receipt of another table with this fingerprint.
fn is_known_elsewhere(table: &TableId, commitment: &Commitment) -> bool {
    let others = storage::keys(RECEIPTS).into_iter().filter(|other| other != table.as_str());
    let field = format!(" commitment={commitment} ");
    others
        .filter_map(|other| storage::load(&format!("{RECEIPTS}{other}")))
        .any(|receipt| receipt.contains(&field))
}

/// The secret of this device, created and saved if there is none.
fn secret_of_device() -> PlayerSecret {
    if let Some(kept) = storage::load(SECRET_KEY).and_then(|text| text.parse().ok()) {
        return kept;
    }
    let mut bytes = [0; 32];
    let is_random =
        window().crypto().and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes)).is_ok();
    if !is_random {
        for part in bytes.chunks_exact_mut(8) {
            part.copy_from_slice(&crate::random::seed().to_le_bytes());
        }
    }
    let secret = PlayerSecret::new(bytes);
    let _ = storage::save(SECRET_KEY, &secret.to_string());
    secret
}
