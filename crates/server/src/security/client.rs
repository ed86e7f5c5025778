//! The address of a client. Anybody can send a forwarded address, so only those of trusted proxies
//! count.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;
use tracing::Span;
use tracing::field::display;

use super::Network;
use crate::App;

const FORWARDED: &str = "x-forwarded-for";

/// The other end of the connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The address of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// Adds the address of the client to a request.
pub(super) async fn find_address(
    State(app): State<App>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Some(&Peer(peer)) = request.extensions().get() {
        let trusted = &app.config().trusted_proxies;
        let address = client_address(peer, request.headers(), trusted);
        request.extensions_mut().insert(ClientAddress(address));
        Span::current().record("client", display(address));
    }
    next.run(request).await
}

/// Follows the forwarded addresses back from the nearest, as long as the proxies are trusted.
fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    let is_trusted = |address| trusted.iter().any(|network| network.contains(address));
    let mut client = peer.to_canonical();
    let lists = headers.get_all(FORWARDED).into_iter().rev();
    let texts = lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.rsplit(','));
    for text in texts {
        match text.trim().parse::<IpAddr>() {
            Ok(address) if is_trusted(client) => client = address.to_canonical(),
            _ => break,
        }
    }
    client
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forwarded_address_counts_only_from_a_trusted_proxy() {
        let trusted = ["10.0.0.0/8".parse().expect("a network")];
        for (peer, forwarded, expected) in [
            ("203.0.113.1", vec![], "203.0.113.1"),
            ("203.0.113.1", vec!["198.51.100.7"], "203.0.113.1"),
            ("10.0.0.1", vec!["198.51.100.7"], "198.51.100.7"),
            ("::ffff:10.0.0.1", vec!["198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", vec!["1.1.1.1, 198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", vec!["198.51.100.7, 10.0.0.2"], "198.51.100.7"),
            ("10.0.0.1", vec!["1.1.1.1", "198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", vec!["198.51.100.7, nonsense"], "10.0.0.1"),
            ("10.0.0.1", vec![""], "10.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for list in &forwarded {
                headers.append(FORWARDED, list.parse().expect("a header"));
            }
            let seen = client_address(peer.parse().expect("an address"), &headers, &trusted);
            assert_eq!(seen.to_string(), expected, "{peer} {forwarded:?}");
        }
    }
}
