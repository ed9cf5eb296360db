//! A game as an animated GIF. The browser renders the SVG of each position, and the frames are encoded into one file.
//! The work is cut into small tasks, so that the page stays responsive.

use boards::{DrawContext, Scene};
use rules::{Record, Viewer};

use super::canvas::{Canvas, height, pause};
use super::indexed_image::{self, IndexedImage};
use crate::export;
use crate::settings::Settings;

/// The width of the GIF in pixels.
const WIDTH: u32 = 360;

/// How long a frame and the last frame are shown, in hundredths of a second.
const FRAME_TIME: u16 = 80;
const LAST_FRAME_TIME: u16 = 300;

/// Encodes a record as GIF, as the viewer sees it, in the current theme and language. `progress` gets the finished part,
/// from 0 to 1. Returns `None` if the browser cannot render.
pub async fn gif(
    record: &Record,
    viewer: Viewer,
    settings: &Settings,
    progress: impl Fn(f32),
) -> Option<Vec<u8>> {
    let scenes = scenes(record, viewer, settings).await;
    // The height of a scene depends on the cards in hand; the highest scene sets the size.
    let height = scenes.iter().map(|scene| height(scene, WIDTH)).max()?;
    let canvas = Canvas::new(WIDTH, height, settings)?;
    let mut encoder = GifEncoder::new(u16::try_from(WIDTH).ok()?, u16::try_from(height).ok()?)?;
    for (index, scene) in scenes.iter().enumerate() {
        canvas.draw(scene).await?;
        let pixels = canvas.pixels()?;
        pause().await;
        let delay = if index + 1 == scenes.len() { LAST_FRAME_TIME } else { FRAME_TIME };
        encoder.add(&pixels, delay)?;
        pause().await;
        progress((index + 1) as f32 / scenes.len() as f32);
    }
    Some(encoder.finish())
}

/// The scene after each move. Drawn cards share a frame with what follows.
async fn scenes(record: &Record, viewer: Viewer, settings: &Settings) -> Vec<Scene> {
    let moves = record.steps().iter().map(|step| Some(step.mv()));
    let positions: Vec<_> = record.positions().collect();
    let mut scenes = Vec::new();
    for (index, (game, last)) in positions.iter().zip(std::iter::once(None).chain(moves)).enumerate() {
        if game.turn() == rules::Turn::Chance && index + 1 < positions.len() {
            continue;
        }
        let context = DrawContext { viewer, ..export::draw_context(last, settings) };
        scenes.push(boards::draw(game, &context));
        if scenes.len().is_multiple_of(16) {
            pause().await;
        }
    }
    scenes
}

struct GifEncoder {
    inner: gif::Encoder<Vec<u8>>,
    size: (u16, u16),
}

impl GifEncoder {
    fn new(width: u16, height: u16) -> Option<GifEncoder> {
        let mut inner = gif::Encoder::new(Vec::new(), width, height, &[]).ok()?;
        inner.set_repeat(gif::Repeat::Infinite).ok()?;
        Some(GifEncoder { inner, size: (width, height) })
    }

    fn add(&mut self, pixels: &[u8], delay: u16) -> Option<()> {
        let IndexedImage { palette, pixels } = indexed_image::quantize(pixels);
        let mut frame = gif::Frame::from_palette_pixels(self.size.0, self.size.1, pixels, palette, None);
        frame.delay = delay;
        self.inner.write_frame(&frame).ok()
    }

    fn finish(self) -> Vec<u8> {
        self.inner.into_inner().unwrap_or_default()
    }
}
