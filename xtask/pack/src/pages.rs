//! The pages of the app as HTML: one file for each page and language, with the first picture of the page, so that the
//! reader sees it before the app runs. The server sends `pages/fr/settings.html` for `/settings`.
//!
//! Without the feature `pictures` all pages arrive empty, which takes less time to build.

use std::collections::BTreeMap;

use boards::escape;

use crate::File;
use crate::names::HashedNames;

/// A page before the app runs.
struct Page {
    /// Its address. All tables share one address, and all unknown addresses share another.
    address: String,
    /// Its file in the folder of its language, without the extension.
    stem: String,
    lang: &'static str,
    title: String,
    description: String,
    html: String,
    /// The part of the app that has its code, if it is not in the main one.
    part: Option<&'static str>,
}

/// All pages as files. `parts` are the files that each part of the app needs.
pub(crate) fn render(
    template: &str,
    names: &HashedNames,
    parts: &BTreeMap<String, Vec<String>>,
) -> Vec<File> {
    let template = String::from_utf8_lossy(&names.fill(template.as_bytes())).into_owned();
    let file = |page: Page| {
        let needs = needs(page.part, names, parts).join(" ");
        // The picture comes last, since it may contain braces.
        let html = template
            .replace("{lang}", page.lang)
            .replace("{title}", &escape(&page.title))
            .replace("{description}", &escape(&page.description))
            .replace("{needs}", &needs)
            .replace("{first}", &page.html);
        (format!("pages/{}/{}.html", page.lang, page.stem), html.into_bytes())
    };
    all().into_iter().map(file).collect()
}

/// The addresses under which the service worker caches the pages.
pub(crate) fn addresses() -> Vec<String> {
    let mut addresses: Vec<String> = all().into_iter().map(|page| page.address).collect();
    addresses.sort();
    addresses.dedup();
    addresses
}

/// The files that the app needs for a page, to be preloaded.
fn needs(part: Option<&str>, names: &HashedNames, parts: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let app =
        ["app.wasm", "app.js", "loader.js", "snippet.js"].into_iter().flat_map(|name| names.addresses(name));
    let part = part.and_then(|name| parts.get(name)).into_iter().flatten();
    app.chain(part.cloned()).collect()
}

#[cfg(feature = "pictures")]
fn all() -> Vec<Page> {
    use rules::Lang;
    use web::first_picture::{self, FirstPicture};
    use web::lazy_pages;
    use web::route::Route;

    let mut pages = Vec::new();
    for route in first_picture::routes() {
        let path = route.to_string();
        let (address, stem) = match route {
            Route::Home => ("/", "index"),
            Route::NotFound => ("/-", "not-found"),
            Route::Table => ("/t/-", "t"),
            _ => (path.as_str(), path.trim_start_matches('/')),
        };
        for (lang, id) in [(Lang::Fr, "fr"), (Lang::En, "en")] {
            let FirstPicture { title, description, html } = first_picture::render(route, lang);
            let (address, stem, part) = (address.to_owned(), stem.to_owned(), lazy_pages::part(route));
            pages.push(Page { address, stem, lang: id, title, description, html, part });
        }
    }
    pages
}

#[cfg(not(feature = "pictures"))]
fn all() -> Vec<Page> {
    let page = |lang, address: &str, stem: &str| Page {
        address: address.to_owned(),
        stem: stem.to_owned(),
        lang,
        title: "Trois".to_owned(),
        description: String::new(),
        html: String::new(),
        part: None,
    };
    let both = |lang| [page(lang, "/", "index"), page(lang, "/-", "not-found")];
    ["fr", "en"].into_iter().flat_map(both).collect()
}

#[cfg(all(test, feature = "pictures"))]
mod tests {
    use super::*;

    #[test]
    fn each_page_is_one_file_in_each_language_with_its_own_words() {
        let template = "<html lang={lang} data-needs={needs}><title>{title}</title><body>{first}</body>";
        let parts = BTreeMap::from([("learn".to_owned(), vec!["/assets/learn.wasm".to_owned()])]);
        let pages = render(template, &HashedNames::default(), &parts);
        assert_eq!(pages.len(), 2 * addresses().len(), "two pages have the same address");
        let find = |name: &str| {
            let found = pages.iter().find(|(path, _)| path == name);
            found.map_or_else(String::new, |(_, content)| String::from_utf8_lossy(content).into_owned())
        };
        let game = rules::Kind::ALL[0];
        let page = |lang: &str| find(&format!("pages/{lang}/learn/{game}.html"));
        let (fr, en) = (page("fr"), page("en"));
        assert!(fr.starts_with("<html lang=fr data-needs=/assets/learn.wasm><title>Apprendre "), "{fr}");
        assert!(en.starts_with("<html lang=en data-needs=/assets/learn.wasm><title>Learn "), "{en}");
        for name in ["index", "t", "not-found", "online/new"] {
            assert!(find(&format!("pages/fr/{name}.html")).contains("<main"), "{name}");
        }
    }
}
