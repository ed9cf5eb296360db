//! Texts in requests and responses: the reader's language, bodies, and explanations for errors of the framework.

use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rules::{Lang, Words, words};
use table::Answer;

use super::plain;
use crate::observe::RefusalCode;

/// The longest body that is accepted, in bytes.
pub(super) const MAX_BODY: usize = 4096;

/// The first language of `Accept-Language` that the server speaks.
pub(super) fn lang(headers: &HeaderMap) -> Lang {
    let languages = headers.get(header::ACCEPT_LANGUAGE).and_then(|list| list.to_str().ok()).unwrap_or("");
    let known = |name: &str| name.trim().get(..2)?.to_ascii_lowercase().parse().ok();
    languages.split(',').find_map(known).unwrap_or(Lang::En)
}

/// The refusal of a text that cannot be parsed, with the reason.
pub(crate) fn unreadable(words: Words) -> Answer {
    let (fr, en) = (words.fr.into_owned(), words.en.into_owned());
    Answer::Refused { request: 0, code: "unreadable".to_owned(), fr, en }
}

/// Marks a response that explains its error already.
#[derive(Clone, Copy, Debug)]
pub(super) struct Explained;

/// The text in the body of a post.
#[derive(Debug)]
pub(super) struct TextBody(pub(super) String);

impl<S: Send + Sync> FromRequest<S> for TextBody {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<TextBody, Response> {
        String::from_request(request, state).await.map(TextBody).map_err(|rejection| {
            let status = rejection.status();
            if status != StatusCode::BAD_REQUEST {
                return status.into_response();
            }
            let wrong = words!(
                fr: "Ce qui a été envoyé n’est pas du texte\u{a0}: il faut de l’UTF-8.",
                en: "What was sent is not text: it must be UTF-8."
            );
            refused(status, wrong)
        })
    }
}

/// The response to a request that cannot be understood, with the reason.
pub(super) fn refused(status: StatusCode, wrong: Words) -> Response {
    let mut response = (status, plain(unreadable(wrong).to_string())).into_response();
    response.extensions_mut().insert(Explained);
    response.extensions_mut().insert(RefusalCode("unreadable"));
    response
}

/// Adds an explanation to the errors that the framework returns itself (body too long, method not allowed, …).
pub(super) async fn explain_errors(response: Response) -> Response {
    let status = response.status();
    let is_explained = response.extensions().get::<Explained>().is_some();
    if is_explained || !status.is_client_error() {
        return response;
    }
    let wrong = match status {
        StatusCode::PAYLOAD_TOO_LARGE => words!(
            fr: "Ce texte est trop long\u{a0}: {MAX_BODY} octets au plus.",
            en: "This text is too long: at most {MAX_BODY} bytes."
        ),
        StatusCode::NOT_FOUND => words!(
            fr: "Il n’y a rien à cette adresse\u{a0}: celles qui existent sont dans docs/protocol.md.",
            en: "There is nothing at this address: docs/protocol.md lists those that exist."
        ),
        StatusCode::METHOD_NOT_ALLOWED => words!(
            fr: "Cette adresse n’accepte pas cette méthode\u{a0}: docs/protocol.md dit laquelle il faut.",
            en: "This method is not allowed at this address: docs/protocol.md says which one is."
        ),
        _ => words!(
            fr: "Cette adresse ou ses en-têtes sont illisibles\u{a0}: docs/protocol.md dit ce qu’il faut.",
            en: "This address or its headers cannot be read: docs/protocol.md says what is expected."
        ),
    };
    refused(status, wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_first_preferred_one_that_exists() {
        let chosen = |list: &'static str| {
            lang(&HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, list.parse().unwrap())]))
        };
        assert_eq!(lang(&HeaderMap::new()), Lang::En);
        assert_eq!(chosen("fr-CA,en;q=0.5"), Lang::Fr);
        assert_eq!(chosen("de, FR;q=0.8, en;q=0.5"), Lang::Fr);
        assert_eq!(chosen("en-GB,fr"), Lang::En);
        assert_eq!(chosen("é,,*"), Lang::En);
    }
}
