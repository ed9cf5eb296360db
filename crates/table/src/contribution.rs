//! A player's part of the randomness, signed for the table and the commitment that the player's client saw; and the receipt
//! that the player keeps of it.
//!
//! ```text
//! contribution = first 16 bytes of SHA-256("trois contribution 2" ‖ player secret ‖ commitment ‖ table)
//! key          = Ed25519 key pair with the seed SHA-256("trois player key 1" ‖ player secret ‖ name)
//! signature    = Ed25519 signature of "trois signature 2" ‖ commitment ‖ contribution ‖ table
//! ```
//!
//! Only the player's own client has the player secret. A server that refuses a player again and again, in the hope of
//! another draw, gets the same contribution every time, because the contribution follows from the player secret, the
//! commitment and the id of the table. A server that uses a commitment again at another table gets another contribution
//! there, which it cannot know before. A server that replaces its secret later cannot keep the contributions of its
//! players, because they are signed for its commitment.
//!
//! The former version had the number 1 in place of 2, and no table. Such signatures are still accepted, and `trois verify`
//! says what they prove.

use std::fmt;
use std::str::FromStr;

use ed25519_compact::{KeyPair, PublicKey, Seed, Signature as Ed25519Signature};
use rules::{Record, TextError, words};
use sha2::{Digest, Sha256};

use crate::event::TableId;
use crate::fair::{Commitment, hex_bytes, hex_text};
use crate::line_codec::Fields;
use crate::record::{COMMITMENT_TAG, TABLE_TAG, contribution_tag};

/// A player's part of the randomness: 128 bits, and a signature if the player's client made one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contribution {
    bytes: RandomBytes,
    signed: Option<Signed>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct RandomBytes([u8; 16]);
hex_text!(RandomBytes);

/// The public key of a player. It stays the same in all games under one name on one device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayerKey([u8; 32]);
hex_text!(PlayerKey);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SignatureBytes([u8; 64]);
hex_text!(SignatureBytes);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Signed {
    key: PlayerKey,
    signature: SignatureBytes,
}

impl Contribution {
    /// A contribution without a signature.
    pub const fn new(bytes: [u8; 16]) -> Contribution {
        Contribution { bytes: RandomBytes(bytes), signed: None }
    }

    pub(crate) const fn bytes(&self) -> [u8; 16] {
        self.bytes.0
    }

    /// The key that signed the contribution; `None` if none did.
    pub fn key(&self) -> Option<PlayerKey> {
        self.signed.map(|signed| signed.key)
    }

    /// What the signature is for, at a table with this commitment and this id, if the id is known.
    pub fn check_signature(&self, commitment: &Commitment, table: Option<&TableId>) -> SignatureCheck {
        let Some(Signed { key, signature }) = self.signed else { return SignatureCheck::Missing };
        let is_of =
            |text: Vec<u8>| PublicKey::new(key.0).verify(text, &Ed25519Signature::new(signature.0)).is_ok();
        if table.is_some_and(|table| is_of(signed_text(commitment, self.bytes, table))) {
            SignatureCheck::Table
        } else if is_of(former_signed_text(commitment, self.bytes)) {
            SignatureCheck::Commitment
        } else {
            SignatureCheck::Other
        }
    }
}

/// What the signature of a contribution is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureCheck {
    /// There is none.
    Missing,
    /// The commitment and the table.
    Table,
    /// The commitment, at whichever table: the former version.
    Commitment,
    /// Something else.
    Other,
}

fn signed_text(commitment: &Commitment, bytes: RandomBytes, table: &TableId) -> Vec<u8> {
    [b"trois signature 2".as_slice(), &commitment.bytes(), &bytes.0, table.as_str().as_bytes()].concat()
}

fn former_signed_text(commitment: &Commitment, bytes: RandomBytes) -> Vec<u8> {
    [b"trois signature 1".as_slice(), &commitment.bytes(), &bytes.0].concat()
}

/// `CONTRIBUTION`, or `CONTRIBUTION:KEY:SIGNATURE`.
impl fmt::Display for Contribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes.fmt(f)?;
        self.signed.map_or(Ok(()), |Signed { key, signature }| write!(f, ":{key}:{signature}"))
    }
}

impl FromStr for Contribution {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Contribution, TextError> {
        let (bytes, rest) = text.split_once(':').map_or((text, None), |(bytes, rest)| (bytes, Some(rest)));
        let signed = rest.map(|rest| {
            let (key, signature) = rest.split_once(':').unwrap_or((rest, ""));
            Ok(Signed { key: key.parse()?, signature: signature.parse()? })
        });
        Ok(Contribution { bytes: bytes.parse()?, signed: signed.transpose()? })
    }
}

/// An optional contribution in a list. `.` stands for none, since `-` is an empty list.
pub(crate) struct OrDot(pub(crate) Option<Contribution>);

impl fmt::Display for OrDot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(contribution) => contribution.fmt(f),
            None => f.write_str("."),
        }
    }
}

impl FromStr for OrDot {
    type Err = TextError;

    fn from_str(text: &str) -> Result<OrDot, TextError> {
        if text == "." { Ok(OrDot(None)) } else { text.parse().map(|some| OrDot(Some(some))) }
    }
}

/// The secret of a player's device, from a cryptographic source. All contributions and keys of the device follow from
/// it. It never leaves the device.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlayerSecret([u8; 32]);
hex_bytes!(PlayerSecret, 32);

/// Hides the bytes: debug output ends up in logs.
impl fmt::Debug for PlayerSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlayerSecret(…)")
    }
}

impl PlayerSecret {
    /// The contribution to the table with this id and this commitment, signed. It is the same every time the player asks
    /// for a seat there, and another one at every other table.
    pub fn contribute(&self, name: &str, table: &TableId, commitment: &Commitment) -> Contribution {
        let hash = |label: &[u8], rest: &[u8]| -> [u8; 32] {
            Sha256::new().chain_update(label).chain_update(self.0).chain_update(rest).finalize().into()
        };
        let place = [&commitment.bytes(), table.as_str().as_bytes()].concat();
        let random = hash(b"trois contribution 2", &place);
        let mut bytes = RandomBytes([0; 16]);
        bytes.0.copy_from_slice(&random[..16]);
        let seed = Seed::new(hash(b"trois player key 1", name.trim().as_bytes()));
        // Only a seed of zeros yields no key pair.
        let signed = KeyPair::try_from_seed(seed).ok().map(|pair| Signed {
            key: PlayerKey(*pair.pk),
            signature: SignatureBytes(*pair.sk.sign(signed_text(commitment, bytes, table), None)),
        });
        Contribution { bytes, signed }
    }
}

/// What a player's client keeps when the player joins: the commitment that it saw, and its contribution.
///
/// As text it is one line: `receipt version=1 table=… commitment=… contribution=…`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Receipt {
    /// The table.
    pub table: TableId,
    /// The commitment that the server showed before the player contributed.
    pub commitment: Commitment,
    /// What the player contributed.
    pub contribution: Contribution,
}

/// Why a receipt does not match a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiptMismatch {
    /// The record has another commitment than the one that the player saw.
    OtherCommitment,
    /// The player's contribution is not part of the record.
    NoContribution,
    /// The record is of another table than the one that the player contributed to.
    OtherTable,
}

/// What a receipt shows of the game whose record it fits, beyond the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiptProof {
    /// The server had published its commitment at this very table before anybody else could know the contribution.
    Table,
    /// The server had published its commitment before the contribution was made, at this table or at an earlier one where
    /// it showed the same: the contribution is of the former version.
    Commitment,
}

impl Receipt {
    /// Checks that a record is of the table of the player, and has the commitment that the player saw and the player's
    /// contribution.
    pub fn check(&self, record: &Record) -> Result<ReceiptProof, ReceiptMismatch> {
        if record.tag(COMMITMENT_TAG) != Some(self.commitment.to_string().as_str()) {
            return Err(ReceiptMismatch::OtherCommitment);
        }
        let own = self.contribution.to_string();
        let is_own = |seat: u8| record.tag(&contribution_tag(seat)).is_some_and(|given| given == own);
        if !(1..=record.start().seats()).any(is_own) {
            return Err(ReceiptMismatch::NoContribution);
        }
        let names_table = record.tag(TABLE_TAG).map(|table| table == self.table.as_str());
        match self.contribution.check_signature(&self.commitment, Some(&self.table)) {
            SignatureCheck::Table if names_table == Some(true) => Ok(ReceiptProof::Table),
            SignatureCheck::Commitment | SignatureCheck::Missing if names_table != Some(false) => {
                Ok(ReceiptProof::Commitment)
            }
            SignatureCheck::Other => Err(ReceiptMismatch::NoContribution),
            _ => Err(ReceiptMismatch::OtherTable),
        }
    }
}

impl fmt::Display for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Receipt { table, commitment, contribution } = self;
        write!(f, "receipt version=1 table={table} commitment={commitment} contribution={contribution}")
    }
}

impl FromStr for Receipt {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Receipt, TextError> {
        let mut fields = Fields::new(text.trim());
        let expected = || {
            words!(
                fr: "un reçu\u{a0}: receipt version=1 table= commitment= contribution=",
                en: "a receipt: receipt version=1 table= commitment= contribution="
            )
        };
        if fields.word(expected)? != "receipt" || fields.number("version")? != 1 {
            return Err(TextError::new(0, text, expected()));
        }
        let receipt = Receipt {
            table: fields.field("table")?,
            commitment: fields.field("commitment")?,
            contribution: fields.field("contribution")?,
        };
        fields.end()?;
        Ok(receipt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::Secret;

    const ANNE: PlayerSecret = PlayerSecret::new([5; 32]);

    /// What Anne contributed in the former version to the secret of the bytes 0 to 31.
    const FORMER: &str = "a1384008312f587a2c060643640712de\
        :9e5827e8f3b51b8568874158891e7c95fad22a926a4f5b87727e09ddb0ca188c\
        :1da1c707da9a3db17a8266943dc0a30eda17761e245182024426b5ab104518ae\
        4675c65f3fe4d9a2385ded1ca4594ddb0e3b08fdc599d28eaf5be3eddc48e202";

    fn commitment(byte: u8) -> Commitment {
        Secret::new([byte; 32]).commitment()
    }

    fn table(id: &str) -> TableId {
        id.parse().unwrap()
    }

    #[test]
    fn asking_for_a_seat_again_contributes_the_same() {
        let of =
            |secret: PlayerSecret, name, id, byte| secret.contribute(name, &table(id), &commitment(byte));
        let first = of(ANNE, "Anne", "abc", 1);
        assert_eq!(of(ANNE, " Anne ", "abc", 1), first);
        assert_eq!(of(ANNE, "Luc", "abc", 1).bytes(), first.bytes(), "a new name changes no draw");
        assert_ne!(of(ANNE, "Anne", "abc", 2).bytes(), first.bytes());
        assert_ne!(of(ANNE, "Anne", "abd", 1).bytes(), first.bytes(), "another table, the same commitment");
        assert_ne!(of(PlayerSecret::new([6; 32]), "Anne", "abc", 1).bytes(), first.bytes());
    }

    /// The expected values were computed by an implementation of RFC 8032 in Python.
    #[test]
    fn a_signed_contribution_is_the_one_that_is_documented() {
        let commitment = Secret::new(std::array::from_fn(|i| i as u8)).commitment();
        let expected = "3155d5c41c01656538db1b28853ca2f9\
            :9e5827e8f3b51b8568874158891e7c95fad22a926a4f5b87727e09ddb0ca188c\
            :c248bb7fe0647d0743bb718495a0caae1334bdb6003cf746cc44f2e64770f13e\
            edf4ff90d47e446941d59feaa52b5c648fa5eb91dd1c2081ed845406278e0c07";
        let id = table("abc");
        let contribution = ANNE.contribute("Anne", &id, &commitment);
        assert_eq!(contribution.to_string(), expected);
        let former: Contribution = FORMER.parse().unwrap();
        assert_eq!(contribution.check_signature(&commitment, Some(&id)), SignatureCheck::Table);
        assert_eq!(former.check_signature(&commitment, Some(&id)), SignatureCheck::Commitment);
        assert_eq!(former.check_signature(&commitment, None), SignatureCheck::Commitment);
    }

    #[test]
    fn the_key_belongs_to_a_name_on_a_device() {
        let key = |secret: u8, name: &str, table: u8| {
            let id = format!("table{table}").parse().unwrap();
            PlayerSecret::new([secret; 32]).contribute(name, &id, &commitment(table)).key().unwrap()
        };
        assert_eq!(key(5, "Anne", 1), key(5, "Anne", 2));
        assert_ne!(key(5, "Anne", 1), key(5, "Luc", 1));
        assert_ne!(key(5, "Anne", 1), key(6, "Anne", 1));
    }

    #[test]
    fn a_signature_is_for_one_table_one_commitment_and_one_contribution() {
        let signed = ANNE.contribute("Anne", &table("abc"), &commitment(1));
        let check = |contribution: Contribution, id: Option<&str>, byte| {
            contribution.check_signature(&commitment(byte), id.map(table).as_ref())
        };
        assert_eq!(check(signed, Some("abc"), 1), SignatureCheck::Table);
        assert_eq!(check(signed, Some("abc"), 2), SignatureCheck::Other);
        assert_eq!(check(signed, Some("abd"), 1), SignatureCheck::Other);
        assert_eq!(check(signed, None, 1), SignatureCheck::Other);
        let other = Contribution { bytes: RandomBytes([1; 16]), ..signed };
        assert_eq!(check(other, Some("abc"), 1), SignatureCheck::Other);
        assert_eq!(check(Contribution::new([1; 16]), Some("abc"), 1), SignatureCheck::Missing);
    }

    #[test]
    fn a_receipt_says_what_it_proves_of_a_record() {
        let commitment = Secret::new(std::array::from_fn(|i| i as u8)).commitment();
        let id = table("abc");
        let record = |contribution: Contribution, table: Option<&str>| {
            let mut record = Record::new(rules::AnyGame::new(rules::Kind::Cards, "").unwrap());
            record.set_tag("Commitment", &commitment.to_string());
            record.set_tag("Contribution1", &contribution.to_string());
            table.into_iter().for_each(|table| record.set_tag(TABLE_TAG, table));
            record
        };
        let bound = ANNE.contribute("Anne", &id, &commitment);
        let former = FORMER.parse().unwrap();
        for (contribution, in_record, expected) in [
            (bound, Some("abc"), Ok(ReceiptProof::Table)),
            (bound, Some("abd"), Err(ReceiptMismatch::OtherTable)),
            (bound, None, Err(ReceiptMismatch::OtherTable)),
            (former, Some("abc"), Ok(ReceiptProof::Commitment)),
            (former, None, Ok(ReceiptProof::Commitment)),
            (former, Some("abd"), Err(ReceiptMismatch::OtherTable)),
        ] {
            let receipt = Receipt { table: id.clone(), commitment, contribution };
            assert_eq!(receipt.check(&record(contribution, in_record)), expected, "{in_record:?}");
        }
        let receipt = Receipt { table: id, commitment, contribution: bound };
        assert_eq!(receipt.check(&record(former, Some("abc"))), Err(ReceiptMismatch::NoContribution));
    }

    #[test]
    fn contributions_and_receipts_read_as_they_are_written() {
        let signed = ANNE.contribute("Anne", &table("abc"), &commitment(1));
        for contribution in [signed, Contribution::new([7; 16])] {
            assert_eq!(contribution.to_string().parse(), Ok(contribution));
            let receipt = Receipt { table: "abc".parse().unwrap(), commitment: commitment(1), contribution };
            assert_eq!(receipt.to_string().parse(), Ok(receipt));
        }
        let text = signed.to_string();
        for wrong in
            ["", ":", &text[..40], &text[..text.len() - 1], &format!("{text}:"), &text.to_uppercase()]
        {
            assert!(wrong.parse::<Contribution>().is_err(), "{wrong}");
        }
        assert!("receipt version=2 table=a commitment=b contribution=c".parse::<Receipt>().is_err());
    }
}
