//! `trois verify`.

use rules::Rng;
use serde_json::json;
use table::{
    Actor, Contribution, GuestId, PlayerSecret, Receipt, Request, Secret, Setup, Table, TableId, Time,
};

use crate::{answer, answer_to, folder, json as object, refusal, refusal_of};

const SETUP: &str = "cards numbers=9,target=5 open,open untimed random";

/// Plays a game of cards at a table. Returns its record, and the receipt of Anne, who sat down first.
fn play_game(secret: u8, contributions: Option<[Contribution; 2]>) -> (String, Receipt) {
    let setup: Setup = SETUP.parse().unwrap();
    let id: TableId = "abc".parse().unwrap();
    let mut table = Table::new(setup.clone(), Time(0), Secret::new([secret; 32])).with_id(id.clone());
    let commitment = Secret::new([secret; 32]).commitment();
    let [anne, luc] = contributions.unwrap_or_else(|| {
        [(1, "Anne"), (2, "Luc")]
            .map(|(device, name)| PlayerSecret::new([device; 32]).contribute(name, &id, &commitment, &setup))
    });
    let mut rng = Rng::new(1);
    let mut number = 0;
    let mut send = |table: &mut Table, guest: u64, line: &str| {
        number += 1;
        let request: Request = format!("{number} {line}").parse().unwrap();
        let events = table.handle(Actor::Guest(GuestId(guest)), &request, Time(0)).unwrap();
        events.into_iter().for_each(|event| table.apply(event).unwrap());
    };
    send(&mut table, 1, &format!("join seat=- name=Anne contribution={anne}"));
    send(&mut table, 2, &format!("join seat=- name=Luc contribution={luc}"));
    for ply in 0..6 {
        let seat = table.to_move().unwrap();
        let position = table.view(rules::Viewer::Seat(seat)).position();
        let mv = position.random_move(&mut rng).unwrap();
        let guest = table.guest(seat).unwrap().0;
        send(&mut table, guest, &format!("move ply={ply} move={mv}"));
    }
    send(&mut table, 1, "resign");
    let receipt = Receipt { table: id, commitment, setup: Some(setup), contribution: anne };
    (table.record().unwrap().to_string(), receipt)
}

fn record(secret: u8) -> String {
    play_game(secret, None).0
}

/// A file of this test with this content.
fn file(name: &str, text: &str) -> String {
    let file = folder(&format!("verify-{name}")).join(name);
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn the_record_of_a_fair_game_is_verified() {
    let (text, receipt) = play_game(3, None);
    let game = file("fair.txt", &text);
    let keys: Vec<String> = [1, 2]
        .map(|place| text.split(&format!("[Contribution{place} \"")).nth(1).unwrap())
        .map(|rest| rest.split(':').nth(1).unwrap().to_owned())
        .into();
    let out = answer(&["verify", &game]);
    let [anne, luc] = [&keys[0][..16], &keys[1][..16]];
    assert_eq!(
        out,
        format!(
            "The record checks out. On its own, it shows that:\n\
             - the secret matches the commitment in it;\n\
             - all draws (16) follow from the secret and the players’ contributions;\n\
             - the players were seated like this by the draw;\n\
             - seat 1: the key {anne} signed its contribution for this table, its setup and this commitment;\n\
             - seat 2: the key {luc} signed its contribution for this table, its setup and this commitment.\n\n\
             It does not show that the server published this commitment before the players sat down, nor that these keys \
             are theirs: the server writes the record. A player’s receipt shows it: \
             trois verify RECORD --receipt FILE.\n"
        )
    );
    assert_eq!(answer_to(&["verify", "-"], &text), out);
    let with_receipt =
        answer(&["verify", &game, "--receipt", &file("fair-receipt.txt", &receipt.to_string())]);
    let unless = "So the server could not choose what was drawn, unless it chose who plays with this player:";
    assert!(with_receipt.contains(unless), "{with_receipt}");
    assert!(!with_receipt.contains("It does not show"), "{with_receipt}");
    assert_eq!(
        object(&["verify", &game, "--json"]),
        json!({
            "verified": true, "draws": 16, "seating": true, "keys": keys, "shuffle_version": 2,
            "signed_for_table": [true, true], "signed_for_setup": [true, true],
            "receipt": false, "receipt_for_table": false, "receipt_for_setup": false, "receipt_seat": null,
        })
    );
    assert!(answer(&["verify", &game, "--lang", "fr"]).contains("tous les tirages (16) découlent"));
    assert!(answer(&["replay", &game]).contains("Declared result"), "it is a record like any other");
}

#[test]
fn a_secret_that_was_chosen_after_the_contributions_does_not_pass() {
    // The server shows one commitment, waits for the contributions, and then picks another secret that it likes better.
    let (fair, receipt) = play_game(3, None);
    let contribution = |place: u8| -> Contribution {
        let tag = format!("[Contribution{place} \"");
        fair.split(&tag).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    // It cannot keep the contributions as they were signed: it cuts the signatures off, …
    let unsigned = |place: u8| contribution(place).to_string()[..32].parse().unwrap();
    let (stripped, _) = play_game(4, Some([unsigned(1), unsigned(2)]));
    let alone = answer_to(&["verify", "-"], &stripped);
    assert!(alone.contains("seat 1: this contribution is not signed;"), "{alone}");
    assert!(alone.contains("It does not show that the server published this commitment before"), "{alone}");
    // … leaves them, …
    let kept = stripped
        .replace(&unsigned(1).to_string(), &contribution(1).to_string())
        .replace(&unsigned(2).to_string(), &contribution(2).to_string());
    assert_eq!(
        refusal_of(&["verify", "-"], kept.as_bytes()),
        "The player in seat 1 did not sign the contribution for the commitment and the table in the record: the \
         secret, the table, its setup or the signature was replaced."
    );
    // … or signs with keys of its own, which passes without a receipt and says so.
    let (resigned, _) = play_game(4, None);
    let receipt = file("late-receipt.txt", &receipt.to_string());
    for forged in [&stripped, &resigned] {
        let game = file("late.txt", forged);
        assert_eq!(
            refusal(&["verify", &game, "--receipt", &receipt]),
            "The commitment in the record is not the one in the receipt: this is another game, or the server has \
             replaced its secret."
        );
    }
}

/// A server shows the commitment of an earlier table again, where it has seen what the player contributes to it.
#[test]
fn a_commitment_that_was_used_at_another_table_does_not_pass() {
    let (text, receipt) = play_game(3, None);
    let moved = text.replace("[Table \"abc\"]", "[Table \"abd\"]");
    assert_ne!(moved, text);
    assert!(refusal_of(&["verify", "-"], moved.as_bytes()).contains("did not sign the contribution for"));
    let elsewhere = Receipt { table: "abd".parse().unwrap(), ..receipt };
    let refused = refusal(&[
        "verify",
        &file("reused.txt", &text),
        "--receipt",
        &file("reused-receipt.txt", &elsewhere.to_string()),
    ]);
    assert!(refused.contains("contribution in the receipt is not in the record"), "{refused}");
}

/// A server that has seen all contributions gives the players other seats, or says that they chose them.
#[test]
fn seats_that_were_exchanged_after_the_contributions_do_not_pass() {
    let (text, receipt) = play_game(3, None);
    let game = file("seats.txt", &text);
    let receipt = file("seats-receipt.txt", &receipt.to_string());
    let whole = object(&["verify", &game, "--receipt", &receipt, "--json"]);
    let seat = whole["receipt_seat"].as_u64().unwrap();
    assert_eq!(whole["receipt_for_setup"], true);
    let says = answer(&["verify", &game, "--receipt", &receipt]);
    assert!(says.contains(&format!("the receipt of the player in seat {seat}: Anne.")), "{says}");
    let seating = text.lines().find(|line| line.contains("[Seating")).unwrap();
    let chosen = text.replace(seating, "[Seating \"chosen 1,2\"]");
    let refused = "The record does not match the setup of the table (the tag Setup): the game, the players or the way \
                   of seating them was replaced.";
    assert_eq!(refusal_of(&["verify", "-"], chosen.as_bytes()), refused);
    // Without the tag, the signatures are for something else.
    let setup = format!("[Setup \"{SETUP}\"]\n");
    assert!(text.contains(&setup), "{text}");
    let without = chosen.replace(&setup, "");
    assert!(refusal_of(&["verify", "-"], without.as_bytes()).contains("did not sign the contribution for"));
    // Contributions in other seats are the same draws, and the same seats of their players.
    let swapped =
        text.replace("[Contribution1", "[Contribution9").replace("[Contribution2", "[Contribution1");
    let swapped = swapped.replace("[Contribution9", "[Contribution2");
    assert!(
        refusal_of(&["verify", "-"], swapped.as_bytes()).starts_with("The players should have been seated")
    );
    let other = if seating.contains("1,2") { "2,1" } else { "1,2" };
    let consistent = swapped.replace(seating, &format!("[Seating \"random {other}\"]"));
    let again = object(&["verify", &file("order.txt", &consistent), "--receipt", &receipt, "--json"]);
    assert_eq!(again["receipt_seat"].as_u64(), Some(seat));
}

/// A record and a receipt that were written before contributions named the table.
#[test]
fn a_record_of_the_former_version_is_verified_for_what_it_proves() {
    const CONTRIBUTION: &str = "a1384008312f587a2c060643640712de\
        :9e5827e8f3b51b8568874158891e7c95fad22a926a4f5b87727e09ddb0ca188c\
        :1da1c707da9a3db17a8266943dc0a30eda17761e245182024426b5ab104518ae\
        4675c65f3fe4d9a2385ded1ca4594ddb0e3b08fdc599d28eaf5be3eddc48e202";
    let secret = Secret::new(std::array::from_fn(|i| i as u8));
    let (commitment, contribution) = (secret.commitment(), CONTRIBUTION.parse().unwrap());
    let record = format!(
        "[Game \"morpion\"]\n[Commitment \"{commitment}\"]\n[Secret \"{secret}\"]\n\
         [Contribution1 \"{CONTRIBUTION}\"]\n[Contribution2 \"-\"]\n\n1. 5 1 *\n"
    );
    let alone = answer_to(&["verify", "-"], &record);
    let says = "the key 9e5827e8f3b51b85 signed its contribution for this commitment, at whichever table (the first version)";
    assert!(alone.contains(says), "{alone}");
    let receipt = Receipt { table: "abc".parse().unwrap(), commitment, setup: None, contribution };
    let receipt = file("former-receipt.txt", &receipt.to_string());
    let whole = answer(&["verify", &file("former.txt", &record), "--receipt", &receipt]);
    assert!(whole.contains("nothing shows that the server had not shown this player the same"), "{whole}");
    assert!(!whole.contains("could not choose"), "{whole}");
}

#[test]
fn a_receipt_whose_contribution_is_not_in_the_record_is_refused() {
    let (text, receipt) = play_game(3, None);
    let other = Receipt { contribution: Contribution::new([9; 16]), ..receipt };
    let refused =
        refusal(&["verify", &file("own.txt", &text), "--receipt", &file("other.txt", &other.to_string())]);
    assert!(refused.starts_with("The contribution in the receipt is not in the record:"), "{refused}");
    let refused = refusal(&["verify", &file("own.txt", &text), "--receipt", &file("none.txt", "hello")]);
    assert!(refused.contains("a receipt: receipt version=2"), "{refused}");
}

#[test]
fn a_record_that_was_tampered_with_is_reported() {
    let text = record(3);
    let check = |text: &str| refusal_of(&["verify", "-"], text.as_bytes());
    let secret = |byte: u8| format!("[Secret \"{}\"]", format!("{byte:02x}").repeat(32));

    let other_secret = text.replace(&secret(3), &secret(4));
    assert_ne!(other_secret, text);
    assert_eq!(check(&other_secret), "The secret does not match the commitment in the record.");
    // With the commitment of the other secret, the draws do not match; here without signatures.
    let line = |text: &str, tag: &str| text.lines().find(|line| line.contains(tag)).unwrap().to_owned();
    let bare = |byte: u8| Contribution::new([byte; 16]);
    let (text, _) = play_game(3, Some([bare(1), bare(2)]));
    let forged = text.replace(&secret(3), &secret(4));
    let forged = forged.replace(&line(&text, "Commitment"), &line(&record(4), "Commitment"));
    let seated = line(&text, "Seating");
    let is_found = |forged: &str| {
        // The seats that this secret and these contributions would have given.
        let why = check(forged);
        let order = why.strip_prefix("The players should have been seated like this: ");
        let order = order.map(|order| format!("[Seating \"random {}\"]", order.trim_end_matches('.')));
        order.map_or(why, |order| check(&forged.replace(&seated, &order)))
    };
    assert!(is_found(&forged).contains(" was drawn instead of +"), "{}", is_found(&forged));
    // Another contribution changes everything too.
    let pushed = text.replace(&bare(1).to_string(), &bare(9).to_string());
    assert!(is_found(&pushed).contains(" was drawn instead of +"), "{}", is_found(&pushed));
    let swapped =
        if seated.contains("1,2") { seated.replace("1,2", "2,1") } else { seated.replace("2,1", "1,2") };
    assert!(
        check(&text.replace(&seated, &swapped))
            .starts_with("The players should have been seated like this: ")
    );
}

#[test]
fn a_record_that_cannot_be_verified_is_refused() {
    let text = record(3);
    let check = |text: &str| refusal_of(&["verify", "-"], text.as_bytes());
    assert_eq!(
        check("[Game \"morpion\"] 5 1 *"),
        "The tag Commitment is missing: without it nothing can be checked."
    );
    assert!(
        check(&text.replace("Contribution2", "Contribution9")).contains("The tag Contribution2 is missing")
    );
    assert!(check(&text.replace("[Secret \"03", "[Secret \"zz")).starts_with("Tag Secret: "));
    assert!(check("nonsense").contains("Nothing says which game this is"));
    assert!(
        check("[Game \"morpion\"]\n[Position \"xo./.x./... 2\"]\n\n1. 9 *")
            .contains("does not begin at the start")
    );
    let french = refusal_of(&["verify", "-", "--lang", "fr", "--json"], b"[Game \"morpion\"] 5 1 *");
    assert!(french.starts_with("Il manque l’étiquette Commitment"), "{french}");
    assert!(refusal(&["verify", "no-such-file"]).contains("cannot be opened"));
}
