//! A player's part of the randomness, signed for the table, its setup and the commitment that the player's client saw.
//!
//! ```text
//! contribution = first 16 bytes of SHA-256("trois contribution 3" ‖ player secret ‖ commitment ‖ table ‖ " " ‖ setup)
//! key          = Ed25519 key pair with the seed SHA-256("trois player key 1" ‖ player secret ‖ name)
//! signature    = Ed25519 signature of "trois signature 3" ‖ commitment ‖ contribution ‖ table ‖ " " ‖ setup
//! ```
//!
//! Only the player's own client has the player secret. A server that refuses a player again and again, in the hope of
//! another draw, gets the same contribution every time, because the contribution follows from the player secret, the
//! commitment, the id of the table and its setup. A server that uses a commitment again at another table, or with another
//! setup, gets another contribution there, which it cannot know before. A server that replaces its secret later cannot
//! keep the contributions of its players, because they are signed for its commitment; nor can it declare that the players
//! chose their seats at a table with random seating, because they are signed for its setup.
//!
//! Version 2 named no setup, and version 1 no table either. Such signatures are still accepted, and `trois verify` says
//! what they prove.

use std::fmt;
use std::str::FromStr;

use ed25519_compact::{KeyPair, PublicKey, Seed, Signature as Ed25519Signature};
use rules::TextError;
use sha2::{Digest, Sha256};

use crate::event::TableId;
use crate::fair::{Commitment, hex_bytes, hex_text};
use crate::setup::Setup;

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

    /// What the signature is for, at a table with this commitment and, as far as they are known, this id and this [public
    /// setup](Setup::public).
    pub fn check_signature(
        &self,
        commitment: &Commitment,
        table: Option<&TableId>,
        setup: Option<&Setup>,
    ) -> SignatureCheck {
        let Some(Signed { key, signature }) = self.signed else { return SignatureCheck::Missing };
        let is_of = |version: u8, rest: &[u8]| {
            let text = signed_text(version, commitment, self.bytes, rest);
            PublicKey::new(key.0).verify(text, &Ed25519Signature::new(signature.0)).is_ok()
        };
        let is_of_setup = |table: &TableId, setup: &Setup| is_of(3, &table_and_setup(table, setup));
        if table.zip(setup).is_some_and(|(table, setup)| is_of_setup(table, setup)) {
            SignatureCheck::Setup
        } else if table.is_some_and(|table| is_of(2, table.as_str().as_bytes())) {
            SignatureCheck::Table
        } else if is_of(1, b"") {
            SignatureCheck::Commitment
        } else {
            SignatureCheck::Other
        }
    }
}

/// What the signature of a contribution is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureCheck {
    /// There is no signature.
    Missing,
    /// The commitment, the table and its setup.
    Setup,
    /// The commitment and the table, but not its setup: version 2.
    Table,
    /// The commitment, but not the table: version 1.
    Commitment,
    /// None of these: it is for something else, or it is invalid.
    Other,
}

/// What a player signs in this version of the signature: `rest` is what it is for beside the commitment.
fn signed_text(version: u8, commitment: &Commitment, bytes: RandomBytes, rest: &[u8]) -> Vec<u8> {
    let label = format!("trois signature {version}");
    [label.as_bytes(), &commitment.bytes(), &bytes.0, rest].concat()
}

/// The id of a table, which has no space, and its setup.
fn table_and_setup(table: &TableId, setup: &Setup) -> Vec<u8> {
    format!("{table} {setup}").into_bytes()
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
    /// The contribution to the table with this id, this commitment and this [public setup](Setup::public), signed. It is
    /// the same every time the player asks for a seat there, and another one at every other table.
    pub fn contribute(
        &self,
        name: &str,
        table: &TableId,
        commitment: &Commitment,
        setup: &Setup,
    ) -> Contribution {
        let hash = |label: &[u8], rest: &[u8]| -> [u8; 32] {
            Sha256::new().chain_update(label).chain_update(self.0).chain_update(rest).finalize().into()
        };
        let table_and_setup = table_and_setup(table, setup);
        let random = hash(b"trois contribution 3", &[&commitment.bytes(), &table_and_setup[..]].concat());
        let mut bytes = RandomBytes([0; 16]);
        bytes.0.copy_from_slice(&random[..16]);
        let seed = Seed::new(hash(b"trois player key 1", name.trim().as_bytes()));
        // Only a seed of zeros yields no key pair.
        let signed = KeyPair::try_from_seed(seed).ok().map(|pair| Signed {
            key: PlayerKey(*pair.pk),
            signature: SignatureBytes(
                *pair.sk.sign(signed_text(3, commitment, bytes, &table_and_setup), None),
            ),
        });
        Contribution { bytes, signed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::Secret;

    const ANNE: PlayerSecret = PlayerSecret::new([5; 32]);

    const SETUP: &str = "morpion - open,engine:1 untimed first";

    fn commitment(byte: u8) -> Commitment {
        Secret::new([byte; 32]).commitment()
    }

    fn table(id: &str) -> TableId {
        id.parse().unwrap()
    }

    fn contribute(secret: PlayerSecret, name: &str, id: &str, byte: u8, setup: &str) -> Contribution {
        secret.contribute(name, &table(id), &commitment(byte), &setup.parse().unwrap())
    }

    #[test]
    fn asking_for_a_seat_again_contributes_the_same() {
        let random = SETUP.replace("first", "random");
        let first = contribute(ANNE, "Anne", "abc", 1, SETUP);
        assert_eq!(contribute(ANNE, " Anne ", "abc", 1, SETUP), first);
        let bytes = |contribution: Contribution| contribution.bytes();
        assert_eq!(bytes(contribute(ANNE, "Luc", "abc", 1, SETUP)), first.bytes(), "a new name");
        for other in [
            contribute(ANNE, "Anne", "abc", 2, SETUP),
            contribute(ANNE, "Anne", "abd", 1, SETUP),
            contribute(ANNE, "Anne", "abc", 1, &random),
            contribute(PlayerSecret::new([6; 32]), "Anne", "abc", 1, SETUP),
        ] {
            assert_ne!(other.bytes(), first.bytes());
        }
    }

    /// The expected values were computed by an implementation of RFC 8032 in Python.
    #[test]
    fn a_signed_contribution_is_the_one_that_is_documented() {
        const KEY: &str = "9e5827e8f3b51b8568874158891e7c95fad22a926a4f5b87727e09ddb0ca188c";
        let commitment = Secret::new(std::array::from_fn(|i| i as u8)).commitment();
        let (id, setup) = (table("abc"), SETUP.parse().unwrap());
        let versions = [
            (
                SignatureCheck::Setup,
                "35aad85bf43a11bb4139d148f4da5330",
                "e56b5171c4182e07fc08213d82401c7f8f1361f5eca7ed93257aeb1eb94a8af0\
                 e770fb3b45b3b4e62fa2f1038803f9bd4c1616ba4a1e345646194ed4dc3cc505",
            ),
            (
                SignatureCheck::Table,
                "3155d5c41c01656538db1b28853ca2f9",
                "c248bb7fe0647d0743bb718495a0caae1334bdb6003cf746cc44f2e64770f13e\
                 edf4ff90d47e446941d59feaa52b5c648fa5eb91dd1c2081ed845406278e0c07",
            ),
            (
                SignatureCheck::Commitment,
                "a1384008312f587a2c060643640712de",
                "1da1c707da9a3db17a8266943dc0a30eda17761e245182024426b5ab104518ae\
                 4675c65f3fe4d9a2385ded1ca4594ddb0e3b08fdc599d28eaf5be3eddc48e202",
            ),
        ];
        let current = ANNE.contribute("Anne", &id, &commitment, &setup);
        assert_eq!(current.to_string(), format!("{}:{KEY}:{}", versions[0].1, versions[0].2));
        for (expected, bytes, signature) in versions {
            let contribution: Contribution = format!("{bytes}:{KEY}:{signature}").parse().unwrap();
            let check = |id, setup| contribution.check_signature(&commitment, id, setup);
            assert_eq!(check(Some(&id), Some(&setup)), expected);
            let is_former = expected != SignatureCheck::Setup;
            assert_eq!(check(Some(&id), None), if is_former { expected } else { SignatureCheck::Other });
        }
    }

    #[test]
    fn the_key_belongs_to_a_name_on_a_device() {
        let key = |secret: u8, name: &str, table: u8| {
            let id = format!("table{table}");
            contribute(PlayerSecret::new([secret; 32]), name, &id, table, SETUP).key().unwrap()
        };
        assert_eq!(key(5, "Anne", 1), key(5, "Anne", 2));
        assert_ne!(key(5, "Anne", 1), key(5, "Luc", 1));
        assert_ne!(key(5, "Anne", 1), key(6, "Anne", 1));
    }

    #[test]
    fn a_signature_is_for_one_table_one_setup_one_commitment_and_one_contribution() {
        let signed = contribute(ANNE, "Anne", "abc", 1, SETUP);
        let check = |contribution: Contribution, id: Option<&str>, byte, setup: &str| {
            let (id, setup) = (id.map(table), setup.parse().unwrap());
            contribution.check_signature(&commitment(byte), id.as_ref(), Some(&setup))
        };
        assert_eq!(check(signed, Some("abc"), 1, SETUP), SignatureCheck::Setup);
        for (id, byte, setup) in [
            (Some("abc"), 2, SETUP),
            (Some("abd"), 1, SETUP),
            (None, 1, SETUP),
            (Some("abc"), 1, "morpion - open,engine:1 untimed random"),
            (Some("abc"), 1, "morpion - engine:1,open untimed first"),
            (Some("abc"), 1, "morpion - open,engine:1 60+0 first"),
        ] {
            assert_eq!(check(signed, id, byte, setup), SignatureCheck::Other, "{id:?} {byte} {setup}");
        }
        let other = Contribution { bytes: RandomBytes([1; 16]), ..signed };
        assert_eq!(check(other, Some("abc"), 1, SETUP), SignatureCheck::Other);
        assert_eq!(check(Contribution::new([1; 16]), Some("abc"), 1, SETUP), SignatureCheck::Missing);
    }

    #[test]
    fn contributions_round_trip() {
        let signed = contribute(ANNE, "Anne", "abc", 1, SETUP);
        for contribution in [signed, Contribution::new([7; 16])] {
            assert_eq!(contribution.to_string().parse(), Ok(contribution));
        }
        let text = signed.to_string();
        for wrong in
            ["", ":", &text[..40], &text[..text.len() - 1], &format!("{text}:"), &text.to_uppercase()]
        {
            assert!(wrong.parse::<Contribution>().is_err(), "{wrong}");
        }
    }
}
