//! A game as an animated GIF: each position is drawn by the browser from its SVG, and the pictures are put in one
//! file. The page goes on meanwhile: the browser gets its turn between any two small pieces of the work.

mod colours;

use boards::{Look, Theme};
use leptos::prelude::{document, window};
use rules::{Lang, Record, Viewer};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

/// How wide the film is, in pixels.
const WIDTH: u32 = 360;

/// How long a position is seen, and the last one, in hundredths of a second.
const STILL: u16 = 80;
const LAST: u16 = 300;

/// The film of a record; `tell` hears how much of it is done. `None` where the browser cannot draw.
pub async fn gif(record: &Record, theme: Option<Theme>, tell: impl Fn(f32)) -> Option<Vec<u8>> {
    let moves: Vec<_> = record.steps().iter().map(rules::record::Step::mv).collect();
    let positions: Vec<_> = record.positions().collect();
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.unchecked_into();
    // The pixels are wanted back, so they had better not lie on a graphics card.
    let options = js_sys::Object::new();
    js_sys::Reflect::set(&options, &"willReadFrequently".into(), &true.into()).ok()?;
    let context = canvas.get_context_with_context_options("2d", &options).ok()??;
    let context: CanvasRenderingContext2d = context.unchecked_into();
    let mut film = None;
    for (index, game) in positions.iter().enumerate() {
        let last = index.checked_sub(1).and_then(|before| moves.get(before).copied());
        // Drawn cards are shown in one picture with what follows.
        let is_drawing = game.turn() == rules::Turn::Chance && index + 1 < positions.len();
        if is_drawing {
            continue;
        }
        let look = Look { last, viewer: Viewer::Public, ..Look::plain(Lang::En) };
        let scene = boards::draw(game, &look);
        let height = (WIDTH as f32 * scene.height / scene.width).round() as u32;
        if film.is_none() {
            canvas.set_width(WIDTH);
            canvas.set_height(height);
            film = Some(Film::new(WIDTH as u16, height as u16)?);
        }
        let pixels =
            raster(&context, &scene.svg(theme.unwrap_or_default(), ""), WIDTH, canvas.height()).await?;
        pause().await;
        let delay = if index + 1 == positions.len() { LAST } else { STILL };
        film.as_mut()?.add(&pixels, delay)?;
        pause().await;
        tell((index + 1) as f32 / positions.len() as f32);
    }
    film.map(Film::finish)
}

/// Lets the browser do whatever it has to do.
async fn pause() {
    let soon = js_sys::Promise::new(&mut |resolve, _| {
        // A browser without a clock goes on at once.
        if window().set_timeout_with_callback(&resolve).is_err() {
            let _ = resolve.call0(&wasm_bindgen::JsValue::UNDEFINED);
        }
    });
    // It is never refused.
    let _ = JsFuture::from(soon).await;
}

/// Draws an SVG picture and gives its pixels.
async fn raster(context: &CanvasRenderingContext2d, svg: &str, width: u32, height: u32) -> Option<Vec<u8>> {
    let image = HtmlImageElement::new().ok()?;
    let text = js_sys::encode_uri_component(svg);
    image.set_src(&format!("data:image/svg+xml,{}", String::from(text)));
    JsFuture::from(image.decode()).await.ok()?;
    pause().await;
    let (w, h) = (f64::from(width), f64::from(height));
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, w, h).ok()?;
    Some(context.get_image_data(0.0, 0.0, w, h).ok()?.data().0)
}

struct Film {
    encoder: gif::Encoder<Vec<u8>>,
    size: (u16, u16),
}

impl Film {
    fn new(width: u16, height: u16) -> Option<Film> {
        let mut encoder = gif::Encoder::new(Vec::new(), width, height, &[]).ok()?;
        encoder.set_repeat(gif::Repeat::Infinite).ok()?;
        Some(Film { encoder, size: (width, height) })
    }

    fn add(&mut self, pixels: &[u8], delay: u16) -> Option<()> {
        let colours::Few { palette, pixels } = colours::few(pixels);
        let mut frame = gif::Frame::from_palette_pixels(self.size.0, self.size.1, pixels, palette, None);
        frame.delay = delay;
        self.encoder.write_frame(&frame).ok()
    }

    fn finish(self) -> Vec<u8> {
        self.encoder.into_inner().unwrap_or_default()
    }
}
