//! What receipts prove, and how they are written.

use super::*;
use crate::contribution::PlayerSecret;
use crate::fair::Secret;

const SETUP: &str = "cards numbers=9,target=5 open,engine:1 untimed random";

/// What Anne contributed to the secret of the bytes 0 to 31 at the table `abc`, in version 2 and in version 1.
const FORMER: [&str; 2] = [
    "3155d5c41c01656538db1b28853ca2f9\
     :9e5827e8f3b51b8568874158891e7c95fad22a926a4f5b87727e09ddb0ca188c\
     :c248bb7fe0647d0743bb718495a0caae1334bdb6003cf746cc44f2e64770f13e\
     edf4ff90d47e446941d59feaa52b5c648fa5eb91dd1c2081ed845406278e0c07",
    "a1384008312f587a2c060643640712de\
     :9e5827e8f3b51b8568874158891e7c95fad22a926a4f5b87727e09ddb0ca188c\
     :1da1c707da9a3db17a8266943dc0a30eda17761e245182024426b5ab104518ae\
     4675c65f3fe4d9a2385ded1ca4594ddb0e3b08fdc599d28eaf5be3eddc48e202",
];

fn table(id: &str) -> TableId {
    id.parse().unwrap()
}

fn setup(text: &str) -> Setup {
    text.parse().unwrap()
}

fn commitment() -> Commitment {
    Secret::new(std::array::from_fn(|i| i as u8)).commitment()
}

fn anne() -> Contribution {
    PlayerSecret::new([5; 32]).contribute("Anne", &table("abc"), &commitment(), &setup(SETUP))
}

fn record(contribution: Contribution, table: Option<&str>, setup: Option<&str>) -> Record {
    let mut record = Record::new(rules::AnyGame::new(rules::Kind::Cards, "").unwrap());
    record.set_tag(COMMITMENT_TAG, &commitment().to_string());
    record.set_tag("Contribution1", &contribution.to_string());
    table.into_iter().for_each(|table| record.set_tag(TABLE_TAG, table));
    setup.into_iter().for_each(|setup| record.set_tag(SETUP_TAG, setup));
    record
}

#[test]
fn a_receipt_says_what_it_proves_of_a_record() {
    use ReceiptMismatch::{NoContribution, OtherSetup, OtherTable};
    let swapped = SETUP.replace("random", "first");
    let [second, first] = FORMER.map(|text| text.parse().unwrap());
    for (contribution, signed_setup, in_record, setup_in_record, expected) in [
        (anne(), Some(SETUP), Some("abc"), Some(SETUP), Ok(ReceiptProof::Setup)),
        (anne(), Some(SETUP), Some("abd"), Some(SETUP), Err(OtherTable)),
        (anne(), Some(SETUP), None, Some(SETUP), Err(OtherTable)),
        (anne(), Some(SETUP), Some("abc"), Some(swapped.as_str()), Err(OtherSetup)),
        (anne(), Some(SETUP), Some("abc"), None, Err(OtherSetup)),
        (anne(), Some(swapped.as_str()), Some("abc"), Some(swapped.as_str()), Err(NoContribution)),
        (anne(), None, Some("abc"), None, Err(NoContribution)),
        (second, None, Some("abc"), None, Ok(ReceiptProof::Table)),
        (second, None, Some("abd"), None, Err(OtherTable)),
        (first, None, Some("abc"), None, Ok(ReceiptProof::Commitment)),
        (first, None, None, None, Ok(ReceiptProof::Commitment)),
        (first, None, Some("abd"), None, Err(OtherTable)),
    ] {
        let receipt = Receipt {
            table: table("abc"),
            commitment: commitment(),
            setup: signed_setup.map(setup),
            contribution,
        };
        let record = record(contribution, in_record, setup_in_record);
        assert_eq!(receipt.check(&record), expected, "{contribution} {in_record:?} {setup_in_record:?}");
    }
    let receipt = Receipt {
        table: table("abc"),
        commitment: commitment(),
        setup: Some(setup(SETUP)),
        contribution: anne(),
    };
    let without = record(first, Some("abc"), Some(SETUP));
    assert_eq!(receipt.check(&without), Err(NoContribution));
    assert_eq!(receipt.seat(&without), None);
}

#[test]
fn a_receipt_says_which_seat_the_player_had() {
    let receipt =
        Receipt { table: table("abc"), commitment: commitment(), setup: None, contribution: anne() };
    let seat = |seating: Option<&str>| {
        let mut record = record(anne(), None, None);
        seating.into_iter().for_each(|seating| record.set_tag("Seating", seating));
        receipt.seat(&record).map(Seat::number)
    };
    assert_eq!([seat(None), seat(Some("random 1,2")), seat(Some("random 2,1"))], [Some(1), Some(1), Some(2)]);
    assert_eq!(seat(Some("random 2")), None);
}

#[test]
fn receipts_round_trip() {
    for contribution in [anne(), Contribution::new([7; 16])] {
        for setup in [None, Some(setup(SETUP))] {
            let receipt = Receipt { table: table("abc"), commitment: commitment(), setup, contribution };
            assert_eq!(receipt.to_string().parse(), Ok(receipt));
        }
    }
    let (commitment, contribution) = (commitment(), anne());
    let setup = SETUP.replace(' ', "%20");
    for wrong in [
        format!(
            "receipt version=1 table=a commitment={commitment} setup={setup} contribution={contribution}"
        ),
        format!("receipt version=2 table=a commitment={commitment} contribution={contribution}"),
        format!("receipt version=3 table=a commitment={commitment} contribution={contribution}"),
        format!("receipt version=2 table=a commitment={commitment} setup=chess contribution={contribution}"),
        "receipt version=2 table=a commitment=b setup=c contribution=d".to_owned(),
        "hello".to_owned(),
    ] {
        assert!(wrong.parse::<Receipt>().is_err(), "{wrong}");
    }
}
