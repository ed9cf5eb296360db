//! Letters and digits as strokes, for pictures in pixels: large and plain enough to be read in a small picture.

use tiny_skia::{Path, PathBuilder};

/// The strokes of a letter: points on a grid of 5 columns (0 left to 4 right) and 7 rows (0 top to 6 bottom), two
/// digits each; a space begins another stroke. The files of boards are small letters; others look like capitals.
fn strokes(letter: char) -> &'static str {
    match letter {
        'a' => "12324346 4414051646",
        'b' => "0006 0312324345361605",
        'c' => "4332120305163645",
        'd' => "4046 4332120305163645",
        'e' => "04444332120305163645",
        _ => capital(letter.to_ascii_uppercase()),
    }
}

/// The strokes of a capital letter, a digit or a sign.
fn capital(letter: char) -> &'static str {
    match letter {
        '0' => "10304145361605 0501 0110",
        '1' => "112026 1636",
        '2' => "01103041420646",
        '3' => "01103041 4132 1232 3243 4345361605",
        '4' => "36300444",
        '5' => "4000023243453616 1605",
        '6' => "40100105163645433203",
        '7' => "0040 4016",
        '8' => "103041321201 0110 120305163645433212",
        '9' => "41301001021343 414536 3616",
        'A' => "062046 1434",
        'B' => "060030413203 3243453606 0333",
        'C' => "41301001051636 3645",
        'D' => "00304145360600",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "4130100105163645432343",
        'H' => "0006 4046 0343",
        'I' => "1030 2026 1636",
        'J' => "40453616 1605",
        'K' => "0006 4003 0346",
        'L' => "000646",
        'M' => "0600234046",
        'N' => "06004640",
        'O' => "1030414536160501 0110",
        'P' => "0600304132 3203",
        'Q' => "1030414536160501 0110 2446",
        'R' => "0600304132 3203 2346",
        'S' => "4130100102 0212 1232434536 361605",
        'T' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016233640",
        'X' => "0046 4006",
        'Y' => "0023 4023 2326",
        'Z' => "00400646",
        '×' => "1135 3115",
        '/' => "4006",
        '>' => "014305",
        '<' => "410345",
        '=' => "0242 0444",
        '+' => "2125 0343",
        '-' => "0343",
        '.' | ',' => "2526",
        ':' => "2122 2425",
        '!' => "2024 2626",
        '?' => "0110304142 422324 2626",
        _ => "",
    }
}

/// The width of a letter and the space after it, in columns.
const ADVANCE: f32 = 5.6;

/// A text centred on a point, as strokes. `None` if it has none.
pub(crate) fn path(text: &str, x: f32, y: f32, size: f32) -> Option<Path> {
    let unit = size * 0.72 / 6.0;
    let count = text.chars().count() as f32;
    let left = x - unit * (count * ADVANCE - (ADVANCE - 4.0)) / 2.0;
    let top = y - unit * 3.0;
    let mut path = PathBuilder::new();
    for (index, letter) in text.chars().enumerate() {
        let left = left + unit * ADVANCE * index as f32;
        for stroke in strokes(letter).split(' ') {
            let points = stroke.as_bytes().chunks_exact(2).map(|pair| {
                let number = |digit: u8| f32::from(digit.wrapping_sub(b'0'));
                (left + unit * number(pair[0]), top + unit * number(pair[1]))
            });
            for (number, (x, y)) in points.enumerate() {
                if number == 0 {
                    path.move_to(x, y);
                } else {
                    path.line_to(x, y);
                }
            }
        }
    }
    path.finish()
}
