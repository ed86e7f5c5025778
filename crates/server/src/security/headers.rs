//! Security headers of every response.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use super::is_https;
use crate::App;

/// Scripts, styles, pictures and sockets of our own only. Pictures may also be made on the page.
///
/// One style attribute is let through, by the hash of its text: the one that chessground writes
/// on the layer for arrows. It keeps their colors in dark mode; any other is blocked. One style
/// sheet is let through in the same way: that of the page for unknown hosts.
const CONTENT_SECURITY_POLICY: &str = concat!(
    "default-src 'none'; script-src 'self'; ",
    "style-src 'self' 'sha256-VCy7b2NEXo13tw8SHEeSdZIlMlyiUDfvNB0in75BWzo='; ",
    "style-src-attr 'unsafe-hashes' 'sha256-SyXRxMCl6H7Kgy9uTmu1UZqVBsRmMBF4sHRiTO3FQc0='; ",
    "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; ",
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; ",
    "frame-ancestors 'none'",
);

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Tells browsers to use HTTPS for a year, for this host only.
const HTTPS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");
/// Responses of the API depend on who asks, and on when.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// Adds the headers to an answer.
pub(super) async fn add(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_https = is_https(&app, &request);
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HTTPS_ONLY);
    }
    if is_api {
        headers.insert(header::CACHE_CONTROL, NO_STORE);
    }
    response
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    use super::CONTENT_SECURITY_POLICY;

    #[test]
    fn the_only_style_sheet_within_a_page_is_that_for_foreign_hosts() {
        let style = include_str!("foreign_host/style.css");
        let source = format!("'sha256-{}'", STANDARD.encode(Sha256::digest(style)));
        let rule = CONTENT_SECURITY_POLICY.split("; ").find(|rule| rule.contains("style-src "));
        assert_eq!(rule, Some(format!("style-src 'self' {source}").as_str()));
    }

    /// What chessground writes, letter by letter.
    const ARROWS: &str = "color-scheme:light only";

    #[test]
    fn the_only_style_attribute_is_that_of_the_arrows() {
        let source = format!("'sha256-{}'", STANDARD.encode(Sha256::digest(ARROWS)));
        let rule = CONTENT_SECURITY_POLICY.split("; ").find(|rule| rule.contains("-attr"));
        let expected = format!("style-src-attr 'unsafe-hashes' {source}");
        assert_eq!(rule, Some(expected.as_str()));
        assert!(!CONTENT_SECURITY_POLICY.contains("unsafe-inline"));
        assert!(!CONTENT_SECURITY_POLICY.contains("unsafe-eval"));
    }
}
