//! A sample game of the engine against itself for each game, for the animated previews.

use rules::{AnyGame, AnyMove, Kind};

const fn moves(kind: Kind) -> &'static str {
    match kind {
        Kind::Morpion => "5 7 9 1 4 6 2 8 3",
        Kind::Super => {
            "9.8 8.5 5.6 6.8 8.9 9.4 4.2 2.4 4.1 1.6 6.2 2.1 1.7 7.3 3.3 3.5 5.9 9.7 7.5 5.3 3.2 2.2 2.6 6.4 4.4 4.8 8.2 2.7 7.6 6.6 6.1 1.5 5.8 8.8 8.3 3.1 1.9 9.5 5.7 7.8 8.7 7.4 4.3 3.8 8.1 1.1 1.8 6.3 3.9 9.3 3.6"
        }
        Kind::Doh => "Sc3 Mc2 Sb1 Ld2 Lc1 Sd1 Ld3 Lb3 Lc2 Sb2 Md3 Mb2 Sd3 Mc1 Mb1",
        Kind::Cards => {
            "+Y +B9 +R2 +R7 +B1 +R5 +B8 +B2 +B6 +B4 R2@c3 +R2 B9@c2 +R7 Y@c2 +B8 B2@c3 +R5 R2@c3 +B4 B4@e4 +R3 B4@e4 +B5 R5@d4 +B1 B1@e3 +R8 R5@d4 +B6 R8@e2 +R1 B6@d3 +B9 B6@d3 +B5 B1@c2 +R4 R1@c2 +B7 B9@c4 +B3 B8@d2 +B7 R4@e4 +Y B8@d2 +Y Y@c2 +R8"
        }
        Kind::Fives => {
            "Mb4 Sa1 b4-c4 Lb4 Lc5 Ld5 Ma2 Ma3 Lc1 Lb1 Le5 Ld2 Se3 Me4 c4-c3 a1=b1 c3-c2 e4=e3 c2-c3 b1=c1 e4=e5 a3=b4 e4=e5 c1=d2"
        }
    }
}

/// The positions of the sample game in which a player moves, each with the last move.
pub fn positions(kind: Kind) -> Vec<(AnyGame, Option<AnyMove>)> {
    let Ok(mut game) = AnyGame::new(kind, "") else { return Vec::new() };
    let mut positions = Vec::new();
    let mut last = None;
    for text in moves(kind).split(' ') {
        if game.turn().seat().is_some() {
            positions.push((game.clone(), last));
        }
        let Ok(mv) = game.parse_move(text) else { break };
        if game.play(mv).is_err() {
            break;
        }
        last = Some(mv);
    }
    positions.push((game, last));
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_game_is_legal_to_its_last_move() {
        for &kind in Kind::ALL {
            let count = moves(kind).split(' ').filter(|text| !text.starts_with('+')).count();
            assert_eq!(positions(kind).len(), count + 1, "{kind}");
        }
    }
}
