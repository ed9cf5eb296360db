//! Golden pictures (`UPDATE_EXPECT=1 cargo test -p trois-boards` rewrites them), and the style sheet of the palettes.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use boards::{BoardTheme, DrawContext, Look, Paint, Palette, PieceTheme, Theme};
use common::{check, picture};
use rules::{AnyGame, AnyIllegal, AnyMove, Kind};

#[test]
fn morpion_at_the_start_in_the_middle_and_won() {
    check("morpion-start", &picture(Kind::Morpion, "", "", |_| {}));
    check("morpion-middle", &picture(Kind::Morpion, "", "5 1 9", |look| look.coordinates = true));
    check("morpion-won", &picture(Kind::Morpion, "", "5 1 3 2 7", |_| {}));
}

/// A game of Super Morpion to its end: three boards in a line.
const WON: &str = "5.9 9.6 6.3 3.5 5.3 3.4 4.1 1.8 8.8 8.4 4.6 6.8 8.6 6.2 2.4 4.3 3.9 9.8 8.7 7.1 1.5 5.5 5.1 1.1 \
    1.3 3.6 6.6 6.1 1.7 7.7 7.6 6.9 9.3 5.4 4.5 5.6 6.7 7.4";

#[test]
fn super_morpion_sent_free_refused_and_with_a_won_board() {
    check("super-start", &picture(Kind::Super, "", "", |_| {}));
    check("super-sent", &picture(Kind::Super, "", "1.5 5.7", |look| look.coordinates = true));
    let refused = |look: &mut DrawContext<AnyMove, AnyIllegal>| {
        let mut game = AnyGame::new(Kind::Super, "").unwrap();
        game.play(game.parse_move("1.5").unwrap()).unwrap();
        look.refused = game.check(game.parse_move("2.2").unwrap()).err();
    };
    check("super-refused", &picture(Kind::Super, "", "1.5", refused));
    check("super-won-board", &picture(Kind::Super, "", "1.1 1.2 2.1 1.4 4.1 1.5 5.1 1.3 3.1 1.6", |_| {}));
    let closed = |look: &mut DrawContext<AnyMove, AnyIllegal>| {
        let mut game = AnyGame::new(Kind::Super, "").unwrap();
        for text in "1.1 1.2 2.1 1.4 4.1 1.5 5.1 1.3 3.1 1.6 6.1".split(' ') {
            game.play(game.parse_move(text).unwrap()).unwrap();
        }
        look.refused = game.check(game.parse_move("1.9").unwrap()).err();
    };
    check(
        "super-refused-won",
        &picture(Kind::Super, "", "1.1 1.2 2.1 1.4 4.1 1.5 5.1 1.3 3.1 1.6 6.1", closed),
    );
    check("super-won", &picture(Kind::Super, "", WON, |_| {}));
}

#[test]
fn the_style_sheet_gives_every_paint_a_colour_in_every_theme_and_two_classes() {
    let css = Palette::style_sheet();
    for paint in Paint::ALL {
        let id = paint.id();
        assert!(css.matches(&format!("  --{id}: ")).count() >= 2, "{id} has no colour in some theme");
        assert!(css.contains(&format!(".f-{id} {{")) && css.contains(&format!(".s-{id} {{")), "{id}");
    }
}

/// The contrast of two colours as defined by the accessibility guidelines (WCAG).
fn contrast(a: &str, b: &str) -> f64 {
    let luminance = |colour: &str| {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn text_has_a_contrast_of_at_least_4_5_and_marks_of_at_least_3_in_every_theme() {
    let looks = BoardTheme::ALL
        .iter()
        .flat_map(|&board| PieceTheme::ALL.iter().map(move |&pieces| Look { board, pieces }));
    for (theme, look) in looks.flat_map(|look| Theme::ALL.map(|theme| (theme, look))) {
        let colour = |paint| Palette::with_look(theme, look).colour(paint);
        for ground in [Paint::Ground, Paint::Board, Paint::Cell] {
            for text in [Paint::Ink, Paint::Muted] {
                let ratio = contrast(colour(text), colour(ground));
                assert!(ratio >= 4.5, "{theme:?}, {look:?}: {text:?} on {ground:?} is {ratio:.2}");
            }
            for mark in [Paint::Seat1, Paint::Seat2, Paint::Seat3, Paint::Seat4, Paint::Legal] {
                let ratio = contrast(colour(mark), colour(ground));
                assert!(ratio >= 3.0, "{theme:?}, {look:?}: {mark:?} on {ground:?} is {ratio:.2}");
            }
        }
        for text in [Paint::Red, Paint::Blue, Paint::Green] {
            let ratio = contrast(colour(text), colour(Paint::Paper));
            assert!(ratio >= 4.5, "{theme:?}, {look:?}: {text:?} on paper is {ratio:.2}");
        }
        for piece in [Paint::Small, Paint::Medium, Paint::Large, Paint::Yellow] {
            let ratio = contrast(colour(Paint::Pip), colour(piece));
            assert!(ratio >= 3.0, "{theme:?}, {look:?}: pips on {piece:?} are {ratio:.2}");
        }
    }
}

#[test]
fn the_sign_of_every_seat_stands_out_from_the_page_in_every_theme() {
    let signs = [Paint::Seat1, Paint::Seat2, Paint::Seat3, Paint::Seat4, Paint::RedInk, Paint::BlueInk];
    for theme in Theme::ALL {
        let colour = |paint| Palette::new(theme).colour(paint);
        for (sign, ground) in signs.into_iter().flat_map(|sign| [(sign, Paint::Ground), (sign, Paint::Board)])
        {
            let ratio = contrast(colour(sign), colour(ground));
            assert!(ratio >= 3.0, "{theme:?}: {sign:?} on {ground:?} is {ratio:.2}");
        }
    }
}
