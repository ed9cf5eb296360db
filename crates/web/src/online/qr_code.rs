//! The QR code of a link, drawn in the page: a link may hold a key, which no server or proxy may see in an address.

use leptos::prelude::*;
use rules::Words;

use crate::browser;
use crate::language::tr;

/// The QR code of a whole address, fragment included.
pub fn qr_code(address: &str) -> impl IntoView + use<> {
    boards::qr_svg(address).map(|svg| {
        let source = format!("data:image/svg+xml,{}", browser::percent_encode(&svg));
        let name = tr(Words::new("Code QR du lien", "QR code for the link"));
        view! { <img class="qr" src=source width="160" height="160" alt=name/> }
    })
}
