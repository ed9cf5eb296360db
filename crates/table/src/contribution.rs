//! A player's part of the randomness, signed for the commitment that the player's client saw; and the receipt that the
//! player keeps of it.
//!
//! ```text
//! contribution = first 16 bytes of SHA-256("trois contribution 1" ‖ player secret ‖ commitment)
//! key          = Ed25519 key pair with the seed SHA-256("trois player key 1" ‖ player secret ‖ name)
//! signature    = Ed25519 signature of "trois signature 1" ‖ commitment ‖ contribution
//! ```
//!
//! Only the player's own client has the player secret. A server that refuses a player again and again, in the hope of
//! another draw, gets the same contribution every time, because the contribution follows from the player secret and the
//! commitment. A server that replaces its secret later cannot keep the contributions of its players, because they are
//! signed for its commitment.

use std::fmt;
use std::str::FromStr;

use ed25519_compact::{KeyPair, PublicKey, Seed, Signature as Ed25519Signature};
use rules::{Record, TextError, words};
use sha2::{Digest, Sha256};

use crate::event::TableId;
use crate::fair::{Commitment, hex_bytes, hex_text};
use crate::line_codec::Fields;
use crate::record::{COMMITMENT_TAG, contribution_tag};

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

    /// Whether the signature, if there is one, is for this commitment.
    pub fn is_signed_for(&self, commitment: &Commitment) -> bool {
        self.signed.is_none_or(|Signed { key, signature }| {
            let text = signed_text(commitment, self.bytes);
            PublicKey::new(key.0).verify(text, &Ed25519Signature::new(signature.0)).is_ok()
        })
    }
}

fn signed_text(commitment: &Commitment, bytes: RandomBytes) -> Vec<u8> {
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
    /// The contribution to the table with this commitment, signed. It is the same every time the player asks for a seat
    /// there.
    pub fn contribute(&self, name: &str, commitment: &Commitment) -> Contribution {
        let hash = |label: &[u8], rest: &[u8]| -> [u8; 32] {
            Sha256::new().chain_update(label).chain_update(self.0).chain_update(rest).finalize().into()
        };
        let random = hash(b"trois contribution 1", &commitment.bytes());
        let mut bytes = RandomBytes([0; 16]);
        bytes.0.copy_from_slice(&random[..16]);
        let seed = Seed::new(hash(b"trois player key 1", name.trim().as_bytes()));
        // Only a seed of zeros yields no key pair.
        let signed = KeyPair::try_from_seed(seed).ok().map(|pair| Signed {
            key: PlayerKey(*pair.pk),
            signature: SignatureBytes(*pair.sk.sign(signed_text(commitment, bytes), None)),
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
}

impl Receipt {
    /// Checks that a record has the commitment that the player saw, and the player's contribution.
    pub fn check(&self, record: &Record) -> Result<(), ReceiptMismatch> {
        if record.tag(COMMITMENT_TAG) != Some(self.commitment.to_string().as_str()) {
            return Err(ReceiptMismatch::OtherCommitment);
        }
        let own = self.contribution.to_string();
        let is_own = |seat: u8| record.tag(&contribution_tag(seat)).is_some_and(|given| given == own);
        if (1..=record.start().seats()).any(is_own) { Ok(()) } else { Err(ReceiptMismatch::NoContribution) }
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

    fn commitment(byte: u8) -> Commitment {
        Secret::new([byte; 32]).commitment()
    }

    #[test]
    fn asking_for_a_seat_again_contributes_the_same() {
        let first = ANNE.contribute("Anne", &commitment(1));
        assert_eq!(ANNE.contribute(" Anne ", &commitment(1)), first);
        assert_eq!(
            ANNE.contribute("Luc", &commitment(1)).bytes(),
            first.bytes(),
            "a new name changes no draw"
        );
        assert_ne!(ANNE.contribute("Anne", &commitment(2)).bytes(), first.bytes());
        assert_ne!(PlayerSecret::new([6; 32]).contribute("Anne", &commitment(1)).bytes(), first.bytes());
    }

    /// The expected values were computed by an implementation of RFC 8032 in Python.
    #[test]
    fn a_signed_contribution_is_the_one_that_is_documented() {
        let commitment = Secret::new(std::array::from_fn(|i| i as u8)).commitment();
        let expected = "a1384008312f587a2c060643640712de\
            :9e5827e8f3b51b8568874158891e7c95fad22a926a4f5b87727e09ddb0ca188c\
            :1da1c707da9a3db17a8266943dc0a30eda17761e245182024426b5ab104518ae\
            4675c65f3fe4d9a2385ded1ca4594ddb0e3b08fdc599d28eaf5be3eddc48e202";
        assert_eq!(ANNE.contribute("Anne", &commitment).to_string(), expected);
    }

    #[test]
    fn the_key_belongs_to_a_name_on_a_device() {
        let key = |secret: u8, name: &str, table: u8| {
            PlayerSecret::new([secret; 32]).contribute(name, &commitment(table)).key().unwrap()
        };
        assert_eq!(key(5, "Anne", 1), key(5, "Anne", 2));
        assert_ne!(key(5, "Anne", 1), key(5, "Luc", 1));
        assert_ne!(key(5, "Anne", 1), key(6, "Anne", 1));
    }

    #[test]
    fn a_signature_is_for_one_commitment_and_one_contribution() {
        let signed = ANNE.contribute("Anne", &commitment(1));
        assert!(signed.is_signed_for(&commitment(1)));
        assert!(!signed.is_signed_for(&commitment(2)));
        let other = Contribution { bytes: RandomBytes([1; 16]), ..signed };
        assert!(!other.is_signed_for(&commitment(1)));
    }

    #[test]
    fn contributions_and_receipts_read_as_they_are_written() {
        let signed = ANNE.contribute("Anne", &commitment(1));
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
