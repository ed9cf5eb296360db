//! QR codes of links as SVG. The app draws them: a link may hold a secret.

use std::fmt::Write;

use qrcodegen::{QrCode, QrCodeEcc};

/// The white border that readers need, in modules.
const BORDER: i32 = 4;

/// The QR code of a text as an SVG document; `None` if the text is too long for one.
///
/// ```
/// let svg = boards::qr_svg("https://trois.example/t/abc").unwrap();
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
/// assert_eq!(boards::qr_svg(&"x".repeat(5_000)), None);
/// ```
pub fn qr_svg(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size() + 2 * BORDER;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            let _ = write!(path, "M{} {}h1v1h-1z", x + BORDER, y + BORDER);
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/><path d=\"{path}\"/></svg>"
    ))
}
