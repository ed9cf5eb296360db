//! The look of the app: themes of boards and pieces, and its typefaces.

use rules::Kind;

use crate::harness::browse;

#[test]
fn boards_and_pieces_are_chosen_from_pictures_saved_and_exported() {
    browse(async |page| {
        page.open("/settings").await;
        page.press_button("Slate").await;
        page.press_button("Pen and ink").await;
        page.wait_for(".preview svg[data-board='slate'][data-pieces='ink']").await;
        // Each choice shows its own material, whichever is selected.
        page.wait_for(".material svg[data-board='wood'][data-pieces='ink']").await;
        page.wait_for(".material svg[data-board='slate'][data-pieces='painted']").await;
        page.open("/").await;
        page.wait_for(".frame svg[data-board='slate']").await;
        page.start_game_between_people(Kind::Morpion).await;
        page.wait_for("svg.board[data-board='slate'][data-pieces='ink']").await;
        page.play_text(Kind::Morpion, "5 1").await;
        page.press_button("Share…").await;
        page.click(".more-files summary").await;
        page.press_button("SVG image").await;
        let svg = String::from_utf8(page.downloaded("svg").await).unwrap();
        let slate = boards::Look { board: boards::BoardTheme::Slate, pieces: boards::PieceTheme::Ink };
        let palette = boards::Palette::with_look(boards::Theme::Light, slate);
        for paint in [boards::Paint::Board, boards::Paint::Seat1] {
            assert!(svg.contains(palette.colour(paint)), "{paint:?} is not in {svg}");
        }
    });
}

#[test]
fn a_slate_board_is_dark_in_a_light_theme_and_high_contrast_themes_have_one_board() {
    browse(async |page| {
        // The ink on the board, as the browser paints it.
        const COLOUR: &str = "const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
            line.setAttribute('class', 'f-ink');
            document.querySelector('svg.board').append(line);
            return getComputedStyle(line).fill;";
        for (settings, colour) in [
            ("theme=light\nboard=slate\n", "rgb(244, 242, 232)"),
            ("theme=light\nboard=paper\n", "rgb(42, 32, 24)"),
            ("theme=contrast\nboard=wood\n", "rgb(255, 255, 255)"),
        ] {
            page.inject(&format!(
                "if (location.protocol !== 'about:') localStorage.setItem('trois.settings', {settings:?})"
            ))
            .await;
            page.open("/play/morpion").await;
            page.wait_for("svg.board[data-board]").await;
            assert_eq!(page.run::<String>(COLOUR).await, colour, "{settings}");
        }
    });
}

#[test]
fn the_typefaces_arrive_and_the_fonts_that_stand_in_for_them_have_the_same_measures() {
    browse(async |page| {
        page.open("/").await;
        let measured: Vec<(String, f64, f64)> = page
            .run_async(
                "const done = arguments[arguments.length - 1];
                const sample = 'Vous avez gagné ! Three crosses in a row: everybody’s first game, 12 times.';
                const width = (family) => {
                    const line = document.createElement('span');
                    line.style.cssText = `position: absolute; white-space: nowrap; font: 16px ${family}`;
                    line.textContent = sample;
                    document.body.append(line);
                    return line.getBoundingClientRect().width;
                };
                const faces = ['Title', 'Text'];
                Promise.all(faces.map((face) => document.fonts.load(`16px ${face}`, sample))).then((loaded) => {
                    if (loaded.some((fonts) => fonts.length === 0)) return done([]);
                    const standing = (face) => getComputedStyle(document.documentElement)
                        .getPropertyValue('--' + face.toLowerCase()).split(',').slice(1).join(',');
                    done(faces.map((face) => [face, width(face), width(standing(face))]));
                });",
            )
            .await;
        assert_eq!(measured.len(), 2, "a typeface did not arrive");
        for (face, own, standing) in measured {
            assert!((own / standing - 1.0).abs() < 0.04, "{face}: {own} and {standing} pixels");
        }
    });
}
