//! A position as a PNG picture.

use boards::Scene;
use rules::{AnyGame, AnyMove};

use super::canvas::{Canvas, height};
use crate::export;
use crate::settings::Settings;

/// The width of the picture in pixels.
const WIDTH: u32 = 1080;

/// A position as PNG, in the current theme and language; `None` if the browser cannot render.
pub async fn png(game: &AnyGame, last: Option<AnyMove>, settings: &Settings) -> Option<Vec<u8>> {
    png_of_scene(&boards::draw(game, &export::draw_context(last, settings)), settings).await
}

/// A scene as PNG, in the current theme; `None` if the browser cannot render.
pub async fn png_of_scene(scene: &Scene, settings: &Settings) -> Option<Vec<u8>> {
    let canvas = Canvas::new(WIDTH, height(scene, WIDTH), settings)?;
    canvas.draw(scene).await?;
    canvas.png()
}
