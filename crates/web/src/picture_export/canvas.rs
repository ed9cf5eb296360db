//! A canvas on which the browser draws scenes.

use boards::{Paint, Palette, Scene, Theme};
use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

use crate::settings::Settings;

/// A canvas of a fixed size.
pub(super) struct Canvas {
    element: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    size: (u32, u32),
    theme: Theme,
}

impl Canvas {
    /// A canvas filled with the background of a theme; `None` if the browser has no canvas.
    pub(super) fn new(width: u32, height: u32, settings: &Settings) -> Option<Canvas> {
        let element: HtmlCanvasElement = document().create_element("canvas").ok()?.unchecked_into();
        element.set_width(width);
        element.set_height(height);
        // The pixels are read back, so the canvas should stay in main memory.
        let options = js_sys::Object::new();
        js_sys::Reflect::set(&options, &"willReadFrequently".into(), &true.into()).ok()?;
        let context = element.get_context_with_context_options("2d", &options).ok()??;
        let context: CanvasRenderingContext2d = context.unchecked_into();
        let theme = settings.shown_theme();
        context.set_fill_style_str(Palette::with_look(theme, settings.look).colour(Paint::Ground));
        Some(Canvas { element, context, size: (width, height), theme })
    }

    /// Draws a scene as wide as the canvas, in the middle of its height.
    pub(super) async fn draw(&self, scene: &Scene) -> Option<()> {
        let image = HtmlImageElement::new().ok()?;
        let text = js_sys::encode_uri_component(&scene.svg(self.theme, ""));
        image.set_src(&format!("data:image/svg+xml,{}", String::from(text)));
        JsFuture::from(image.decode()).await.ok()?;
        pause().await;
        let (width, room) = (f64::from(self.size.0), f64::from(self.size.1));
        let high = f64::from(height(scene, self.size.0));
        self.context.fill_rect(0.0, 0.0, width, room);
        let top = ((room - high) / 2.0).floor();
        self.context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, top, width, high).ok()
    }

    /// The pixels: red, green, blue and opacity of each, row by row.
    pub(super) fn pixels(&self) -> Option<Vec<u8>> {
        let (width, height) = (f64::from(self.size.0), f64::from(self.size.1));
        Some(self.context.get_image_data(0.0, 0.0, width, height).ok()?.data().0)
    }

    /// The canvas as a PNG file.
    pub(super) fn png(&self) -> Option<Vec<u8>> {
        let address = self.element.to_data_url_with_type("image/png").ok()?;
        let bytes = window().atob(address.strip_prefix("data:image/png;base64,")?).ok()?;
        bytes.chars().map(|byte| u8::try_from(u32::from(byte)).ok()).collect()
    }
}

/// The height of a scene that is drawn with this width, in pixels.
pub(super) fn height(scene: &Scene, width: u32) -> u32 {
    (width as f32 * scene.height / scene.width).round() as u32
}

/// Yields to the browser's event loop.
pub(super) async fn pause() {
    let soon = js_sys::Promise::new(&mut |resolve, _| {
        // Without timers, it continues at once.
        if window().set_timeout_with_callback(&resolve).is_err() {
            let _ = resolve.call0(&wasm_bindgen::JsValue::UNDEFINED);
        }
    });
    // The promise is never rejected.
    let _ = JsFuture::from(soon).await;
}
