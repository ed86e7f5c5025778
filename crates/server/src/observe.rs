//! Logs and counts requests: an id, the route, the client, the status, the time. Never a query
//! string or a body, which may contain a secret.
//!
//! Text of clients in the log is made printable: it stays on its line and is short, so that nobody
//! can forge a line or fill the disk.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use tracing::field::Empty;
use tracing::{Instrument, info_span};

use crate::App;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The maximum number of characters of a text in the log.
const MAX_TEXT: usize = 300;

/// Adds an id and a span to a request, and counts the response.
pub(crate) async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let id = request_id();
    let method = known_method(request.method());
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("none", MatchedPath::as_str).to_owned();
    let span = info_span!("request", %id, method, route, client = Empty);
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, time) = (response.status().as_u16(), start.elapsed());
    app.metrics().answered(method, &route, status, time);
    span.in_scope(|| tracing::debug!(status, time_us = time.as_micros() as u64, "answered"));
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// A random id; that of a client could be anything.
fn request_id() -> String {
    format!("{:016x}", getrandom::u64().unwrap_or_default())
}

/// The method as a label; clients can send any word, and each would become a time series.
fn known_method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// A text for the log: on one line, without control characters or characters that change the
/// direction of text, and not long.
pub(crate) fn printable(text: &str) -> String {
    let escape = |c: char| -> String {
        let is_plain = c == '\'' || c == '"' || c == '\\';
        if is_plain { c.to_string() } else { c.escape_debug().collect() }
    };
    let mut shown: String = text.chars().take(MAX_TEXT).map(escape).collect();
    if text.chars().nth(MAX_TEXT).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_the_log_stays_on_its_line_and_is_short() {
        for (text, expected) in [
            ("plain \"text\" isn't C:\\x", "plain \"text\" isn't C:\\x"),
            ("a\nb\r\tc", "a\\nb\\r\\tc"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            ("\u{85}\u{2028}\u{202e}", "\\u{85}\\u{2028}\\u{202e}"),
            ("Zoë ♟", "Zoë ♟"),
        ] {
            assert_eq!(printable(text), expected);
        }
        let long = printable(&"\n".repeat(1_000_000));
        assert_eq!(long.len(), 2 * MAX_TEXT + '…'.len_utf8());
    }
}
