//! A scene as a PNG picture.

use boards::Scene;

use super::canvas::{Canvas, height};
use crate::settings::Settings;

/// The width of the picture in pixels.
const WIDTH: u32 = 1080;

/// A scene as PNG, in the current theme; `None` if the browser cannot render.
pub async fn png(scene: &Scene, settings: &Settings) -> Option<Vec<u8>> {
    let canvas = Canvas::new(WIDTH, height(scene, WIDTH), settings)?;
    canvas.draw(scene).await?;
    canvas.png()
}
