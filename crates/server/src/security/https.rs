//! Whether a browser uses HTTPS, to the server or to a proxy in front of it.

use axum::extract::Request;
use axum::http::header;

use super::Peer;
use crate::App;

const FORWARDED_PROTOCOL: &str = "x-forwarded-proto";

/// True when a trusted proxy says so, or the host is configured with an HTTPS origin.
pub(crate) fn is_https(app: &App, request: &Request) -> bool {
    let text = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    let trusted = &app.config().trusted_proxies;
    let peer = request.extensions().get().map(|&Peer(address)| address);
    let is_trusted = peer.is_some_and(|peer| trusted.iter().any(|one| one.contains(peer)));
    let by_proxy = is_trusted && text(FORWARDED_PROTOCOL) == Some("https");
    by_proxy || text(header::HOST.as_str()).is_some_and(|host| app.origins().is_https(host))
}
