//! The language in which a reader gets a page before the app runs.

use axum::http::{HeaderMap, header};
use rules::Lang;

/// The language of a request: the one that the reader chose in the app, which sets a cookie; else French if the browser
/// asks for it first; else English. The app decides in the same way.
pub(crate) fn language_of(request: &HeaderMap) -> Lang {
    chosen(request).unwrap_or_else(|| if prefers_french(request) { Lang::Fr } else { Lang::En })
}

fn chosen(request: &HeaderMap) -> Option<Lang> {
    let cookies = request.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';'));
    pairs.find_map(|pair| pair.trim().strip_prefix("lang=")?.parse().ok())
}

/// Whether the language with the greatest weight, the first of several, is French.
fn prefers_french(request: &HeaderMap) -> bool {
    let list = request.get(header::ACCEPT_LANGUAGE).and_then(|list| list.to_str().ok()).unwrap_or_default();
    let mut best = ("", 0.0);
    for entry in list.split(',') {
        let (name, weight) = entry.split_once(';').unwrap_or((entry, ""));
        let weight: f32 = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse).unwrap_or(0.0);
        if weight > best.1 {
            best = (name.trim(), weight);
        }
    }
    best.0.starts_with("fr")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(headers: &[(header::HeaderName, &str)]) -> Lang {
        language_of(&headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect())
    }

    #[test]
    fn without_a_choice_the_browsers_preferred_language_counts() {
        let expected = [
            ("fr", Lang::Fr),
            ("fr-FR,fr;q=0.9,en;q=0.8", Lang::Fr),
            ("en-GB,fr;q=0.9", Lang::En),
            ("en;q=0.5, fr;q=0.8", Lang::Fr),
            ("de, fr;q=0.9", Lang::En),
            ("fr;q=0", Lang::En),
            ("*", Lang::En),
            ("", Lang::En),
        ];
        for (list, lang) in expected {
            assert_eq!(language(&[(header::ACCEPT_LANGUAGE, list)]), lang, "{list}");
        }
        assert_eq!(language(&[]), Lang::En);
    }

    #[test]
    fn the_chosen_language_takes_precedence() {
        let french = (header::ACCEPT_LANGUAGE, "fr");
        assert_eq!(language(&[french.clone(), (header::COOKIE, "guest=lang=fr; lang=en")]), Lang::En);
        assert_eq!(language(&[french.clone(), (header::COOKIE, "lang=tlh")]), Lang::Fr);
        assert_eq!(language(&[french, (header::COOKIE, "slang=en")]), Lang::Fr);
    }
}
