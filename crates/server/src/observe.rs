//! Logs and counts requests: an id, the route, the status, the time. Never a query string or a
//! body, which may contain a secret.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use tracing::{Instrument, info_span};

use crate::App;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Adds an id and a span to a request, and counts the response.
pub(crate) async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let id = request_id();
    let method = known_method(request.method());
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("none", MatchedPath::as_str).to_owned();
    let span = info_span!("request", %id, method, route);
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
