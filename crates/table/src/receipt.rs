//! The receipt that a player keeps of a contribution, and what it proves of the record of the game.

use std::fmt;
use std::str::FromStr;

use rules::{Record, Seat, TextError, words};

use crate::contribution::{Contribution, SignatureCheck};
use crate::event::TableId;
use crate::fair::Commitment;
use crate::line_codec::{Escaped, Fields};
use crate::record::{COMMITMENT_TAG, SETUP_TAG, TABLE_TAG, contribution_tag, seats_before_start};
use crate::setup::Setup;

/// What a player's client keeps when the player joins: the table as it saw it, and its contribution.
///
/// As text it is one line: `receipt version=2 table=… commitment=… setup=… contribution=…`. Version 1 has no setup.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Receipt {
    /// The table.
    pub table: TableId,
    /// The commitment that the server showed before the player contributed.
    pub commitment: Commitment,
    /// The [public setup](Setup::public) of the table; `None` in receipts of the former version.
    pub setup: Option<Setup>,
    /// What the player contributed.
    pub contribution: Contribution,
}

/// Why a receipt does not match a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiptMismatch {
    /// The record has another commitment than the one that the player saw.
    OtherCommitment,
    /// The record has another setup than the one that the player saw, or none.
    OtherSetup,
    /// The player's contribution is not part of the record.
    NoContribution,
    /// The record is of another table than the one that the player contributed to.
    OtherTable,
}

/// What a receipt shows of the game whose record it fits, beyond the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiptProof {
    /// The server had published its commitment at this very table, and how the players are seated, before it could know
    /// the contribution. The draws and random seating follow from that, whichever seat the player was given.
    Setup,
    /// The same, but the contribution is of version 2, which does not name the setup and does not fix the order in which
    /// contributions count: the server could choose the order once it had seen them all.
    Table,
    /// The server had published its commitment before the contribution was made, at this table or at an earlier one where
    /// it showed the same: the contribution is of version 1.
    Commitment,
}

impl Receipt {
    /// Checks that a record is of the table of the player, and has the commitment and the setup that the player saw and the
    /// player's contribution. Whether the draws follow from those is what [`verify`](crate::verify()) checks.
    pub fn check(&self, record: &Record) -> Result<ReceiptProof, ReceiptMismatch> {
        if record.tag(COMMITMENT_TAG) != Some(self.commitment.to_string().as_str()) {
            return Err(ReceiptMismatch::OtherCommitment);
        }
        if let Some(setup) = &self.setup
            && record.tag(SETUP_TAG) != Some(setup.to_string().as_str())
        {
            return Err(ReceiptMismatch::OtherSetup);
        }
        self.seat_before_start(record).ok_or(ReceiptMismatch::NoContribution)?;
        let names_table = record.tag(TABLE_TAG).map(|table| table == self.table.as_str());
        match self.contribution.check_signature(&self.commitment, Some(&self.table), self.setup.as_ref()) {
            SignatureCheck::Setup if names_table == Some(true) => Ok(ReceiptProof::Setup),
            SignatureCheck::Table if names_table == Some(true) => Ok(ReceiptProof::Table),
            SignatureCheck::Commitment | SignatureCheck::Missing if names_table != Some(false) => {
                Ok(ReceiptProof::Commitment)
            }
            SignatureCheck::Other => Err(ReceiptMismatch::NoContribution),
            _ => Err(ReceiptMismatch::OtherTable),
        }
    }

    /// The seat that the player had in the game, by the record; `None` if the contribution is not part of it.
    pub fn seat(&self, record: &Record) -> Option<Seat> {
        let before_start = self.seat_before_start(record)?;
        let Some(order) = seats_before_start(record) else { return Some(before_start) };
        let seat = order.iter().position(|before| *before == before_start)?;
        Some(Seat::from_index(seat as u8))
    }

    /// The seat before the start that has the contribution.
    fn seat_before_start(&self, record: &Record) -> Option<Seat> {
        let own = self.contribution.to_string();
        let is_own = |seat: &u8| record.tag(&contribution_tag(*seat)).is_some_and(|given| given == own);
        (1..=record.start().seats()).find(is_own).map(|seat| Seat::from_index(seat - 1))
    }
}

impl fmt::Display for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Receipt { table, commitment, setup, contribution } = self;
        match setup {
            None => write!(f, "receipt version=1 table={table} commitment={commitment}")?,
            Some(setup) => {
                let setup = Escaped(setup);
                write!(f, "receipt version=2 table={table} commitment={commitment} setup={setup}")?;
            }
        }
        write!(f, " contribution={contribution}")
    }
}

impl FromStr for Receipt {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Receipt, TextError> {
        let mut fields = Fields::new(text.trim());
        let expected = || {
            words!(
                fr: "un reçu\u{a0}: receipt version=2 table= commitment= setup= contribution=",
                en: "a receipt: receipt version=2 table= commitment= setup= contribution="
            )
        };
        let unknown = || TextError::new(0, text, expected());
        if fields.word(expected)? != "receipt" {
            return Err(unknown());
        }
        let version = fields.number("version")?;
        if !matches!(version, 1 | 2) {
            return Err(unknown());
        }
        let receipt = Receipt {
            table: fields.field("table")?,
            commitment: fields.field("commitment")?,
            setup: if version == 2 { Some(fields.field("setup")?) } else { None },
            contribution: fields.field("contribution")?,
        };
        fields.end()?;
        Ok(receipt)
    }
}

#[cfg(test)]
mod tests;
