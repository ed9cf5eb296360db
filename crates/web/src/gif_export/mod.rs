//! A game as an animated GIF. The browser renders the SVG of each position, and the frames are encoded into one file.
//! The work is cut into small tasks, so that the page stays responsive.

mod indexed_image;

use boards::{Paint, Palette, Scene, Theme};
use leptos::prelude::{document, window};
use rules::Record;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

use indexed_image::IndexedImage;

use crate::export;
use crate::settings::Settings;

/// The width of the GIF in pixels.
const WIDTH: u32 = 360;

/// How long a frame is shown, and the last one, in hundredths of a second.
const STILL: u16 = 80;
const LAST: u16 = 300;

/// Encodes a record as GIF, in the current theme and language. `progress` is told the finished part, from 0 to 1.
/// Returns `None` if the browser cannot render.
pub async fn gif(record: &Record, settings: &Settings, progress: impl Fn(f32)) -> Option<Vec<u8>> {
    let scenes = scenes(record, settings).await;
    // The height of a scene depends on the cards in hand; the highest scene sets the size.
    let height = scenes.iter().map(height).max()?;
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.unchecked_into();
    canvas.set_width(WIDTH);
    canvas.set_height(height);
    // The pixels are read back, so the canvas should stay in main memory.
    let options = js_sys::Object::new();
    js_sys::Reflect::set(&options, &"willReadFrequently".into(), &true.into()).ok()?;
    let context = canvas.get_context_with_context_options("2d", &options).ok()??;
    let context: CanvasRenderingContext2d = context.unchecked_into();
    let theme = settings.shown_theme();
    context.set_fill_style_str(Palette::with_look(theme, settings.look).colour(Paint::Ground));
    let mut encoder = GifEncoder::new(u16::try_from(WIDTH).ok()?, u16::try_from(height).ok()?)?;
    for (index, scene) in scenes.iter().enumerate() {
        draw(&context, scene, theme, height).await?;
        let pixels = context.get_image_data(0.0, 0.0, f64::from(WIDTH), f64::from(height)).ok()?.data().0;
        pause().await;
        let delay = if index + 1 == scenes.len() { LAST } else { STILL };
        encoder.add(&pixels, delay)?;
        pause().await;
        progress((index + 1) as f32 / scenes.len() as f32);
    }
    Some(encoder.finish())
}

/// The scene after each move. Drawn cards share a frame with what follows.
async fn scenes(record: &Record, settings: &Settings) -> Vec<Scene> {
    let moves = record.steps().iter().map(|step| Some(step.mv()));
    let positions: Vec<_> = record.positions().collect();
    let mut scenes = Vec::new();
    for (index, (game, last)) in positions.iter().zip(std::iter::once(None).chain(moves)).enumerate() {
        if game.turn() == rules::Turn::Chance && index + 1 < positions.len() {
            continue;
        }
        scenes.push(boards::draw(game, &export::draw_context(last, settings)));
        if scenes.len().is_multiple_of(16) {
            pause().await;
        }
    }
    scenes
}

/// The height of a scene in the GIF, in pixels.
fn height(scene: &Scene) -> u32 {
    (WIDTH as f32 * scene.height / scene.width).round() as u32
}

/// Yields to the browser's event loop.
async fn pause() {
    let soon = js_sys::Promise::new(&mut |resolve, _| {
        // Without timers, it continues at once.
        if window().set_timeout_with_callback(&resolve).is_err() {
            let _ = resolve.call0(&wasm_bindgen::JsValue::UNDEFINED);
        }
    });
    // The promise is never rejected.
    let _ = JsFuture::from(soon).await;
}

/// Draws a scene in the middle of the canvas. The fill style of the canvas is the background.
async fn draw(context: &CanvasRenderingContext2d, scene: &Scene, theme: Theme, room: u32) -> Option<()> {
    let image = HtmlImageElement::new().ok()?;
    let text = js_sys::encode_uri_component(&scene.svg(theme, ""));
    image.set_src(&format!("data:image/svg+xml,{}", String::from(text)));
    JsFuture::from(image.decode()).await.ok()?;
    pause().await;
    let (width, room, high) = (f64::from(WIDTH), f64::from(room), f64::from(height(scene)));
    context.fill_rect(0.0, 0.0, width, room);
    let top = ((room - high) / 2.0).floor();
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, top, width, high).ok()
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
