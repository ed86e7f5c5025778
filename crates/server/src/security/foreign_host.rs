//! The page for an unknown host name, such as the computer's name in the local network. It says in
//! the user's language which option is missing.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

const PAGES: [(&str, &str); 3] = [
    ("en", include_str!("foreign_host/en.html")),
    ("de", include_str!("foreign_host/de.html")),
    ("fr", include_str!("foreign_host/fr.html")),
];

/// The style of the page. The content security policy allows it by its hash.
const STYLE: &str = include_str!("foreign_host/style.css");

/// Whether a browser asks for a page, outside of the API.
pub(crate) fn wants_page(request: &Request) -> bool {
    let accepted = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    request.method() == Method::GET
        && !request.uri().path().starts_with("/api/")
        && accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

/// The page for a host; none if the host contains characters that do not belong in a command line.
pub(super) fn page(host: &str, headers: &HeaderMap) -> Option<Response> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    if host.is_empty() || !host.chars().all(is_plain) {
        return None;
    }
    let scheme = if is_forwarded_https(headers) { "https" } else { "http" };
    let text = template(headers)
        .replace("{style}", STYLE)
        .replace("{host}", host)
        .replace("{origin}", &format!("{scheme}://{host}"));
    Some((StatusCode::MISDIRECTED_REQUEST, Html(text)).into_response())
}

/// The page in the browser's first language that there is one for.
fn template(headers: &HeaderMap) -> &'static str {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let wanted = wanted.unwrap_or_default().split(',').filter_map(|one| one.trim().get(..2));
    let known = |language: &str| PAGES.into_iter().find(|(name, _)| *name == language);
    wanted.filter_map(known).map(|(_, page)| page).next().unwrap_or(PAGES[0].1)
}

fn is_forwarded_https(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|scheme| scheme.as_bytes() == b"https")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_in_the_first_language_that_there_is_one_in() {
        for (wanted, expected) in [
            ("de-DE,de;q=0.9,en;q=0.8", "de"),
            ("it, fr-CA;q=0.7, en;q=0.3", "fr"),
            ("ja", "en"),
            ("", "en"),
            ("é", "en"),
        ] {
            let mut headers = HeaderMap::new();
            let value = header::HeaderValue::from_bytes(wanted.as_bytes()).expect("a header");
            headers.insert(header::ACCEPT_LANGUAGE, value);
            let page = template(&headers);
            assert!(page.contains(&format!("<html lang=\"{expected}\">")), "{wanted}");
        }
    }

    #[test]
    fn the_page_never_shows_a_malformed_host() {
        for (host, is_page) in [
            ("chess.local:8064", true),
            ("[fe80::1]:8064", true),
            ("", false),
            ("a b", false),
            ("<b>", false),
            ("x;reboot", false),
            ("$(x)", false),
        ] {
            assert_eq!(page(host, &HeaderMap::new()).is_some(), is_page, "{host}");
        }
    }
}
