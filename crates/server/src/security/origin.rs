//! Which pages may use the server. A foreign page can make a browser send requests here, and can
//! point its own name at this computer; `Origin` and `Host` reveal both.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::foreign_host::{self, wants_page};
use crate::{ApiError, App};

/// The origins of the app. There are no patterns.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    allowed: BTreeSet<String>,
    /// The one for links.
    shown: String,
    hosts: BTreeSet<String>,
    /// The port that the server listens on.
    port: u16,
}

impl Origins {
    /// The server's own origins and the configured ones. A server that listens on all interfaces
    /// also has its address in the local network.
    pub fn new(listening: SocketAddr, lan: Option<IpAddr>, added: &[String]) -> Origins {
        let mut addresses =
            vec!["localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned()];
        let own = Some(listening.ip()).filter(|address| !address.is_unspecified());
        let lan = lan.filter(|_| listening.ip().is_unspecified());
        addresses.extend(own.into_iter().chain(lan).map(authority));
        let mut all = Origins { port: listening.port(), ..Origins::default() };
        for address in addresses {
            all.add(&format!("http://{address}:{}", listening.port()));
            if listening.port() == 80 {
                all.add(&format!("http://{address}"));
            }
        }
        for origin in added {
            all.add(origin);
        }
        let reached = lan.or(own).map_or_else(|| "127.0.0.1".to_owned(), authority);
        let by_address = || format!("http://{reached}:{}", listening.port());
        all.shown = added.first().cloned().unwrap_or_else(by_address);
        all
    }

    fn add(&mut self, origin: &str) {
        let host = origin.split_once("://").map_or(origin, |(_, host)| host);
        self.hosts.insert(host.to_owned());
        self.allowed.insert(origin.to_owned());
    }

    /// The origin for links: the first configured one, or else the address of the server.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The port that the server listens on.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Whether browsers reach this host only over HTTPS.
    pub(crate) fn is_https(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let has = |scheme| self.allowed.contains(&format!("{scheme}://{host}"));
        has("https") && !has("http")
    }

    /// Checks the address and the headers of a request. It names one host, in one place or in
    /// both: a proxy may have looked at another place than this server.
    fn check(&self, uri: &Uri, headers: &HeaderMap, method: &Method) -> Result<(), ApiError> {
        let text = |name| headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()));
        let host = text(header::HOST).unwrap_or_default();
        let others = headers.get_all(header::HOST).iter().skip(1);
        let others = others.map(|value| String::from_utf8_lossy(value.as_bytes()));
        let target = uri.authority().map(|host| host.as_str().into());
        let target = target.filter(|target: &Cow<str>| !target.eq_ignore_ascii_case(&host));
        let others: Vec<_> = others.chain(target).collect();
        if !others.is_empty() {
            return Err(ApiError::SeveralHosts(format!("{host}, {}", others.join(", "))));
        }
        if !self.hosts.contains(host.to_ascii_lowercase().as_str()) {
            return Err(ApiError::ForeignHost(host.into_owned()));
        }
        if method.is_safe() && !headers.contains_key(header::UPGRADE) {
            return Ok(());
        }
        // Browsers send the origin with every unsafe request and every WebSocket. A request without
        // one does not come from a page.
        match text(header::ORIGIN) {
            Some(origin) if !self.allowed.contains(&*origin) => {
                Err(ApiError::ForeignOrigin(origin.into_owned()))
            }
            _ => Ok(()),
        }
    }
}

/// An address in a URL.
fn authority(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

/// Rejects requests for other hosts and from foreign pages.
pub(super) async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    match app.origins().check(request.uri(), request.headers(), request.method()) {
        Ok(()) => next.run(request).await,
        Err(error) => reject(error, &request),
    }
}

/// Browsers at an unknown host get a page that explains what to do, programs get an error.
fn reject(error: ApiError, request: &Request) -> Response {
    let page = match &error {
        ApiError::ForeignHost(host) if wants_page(request) => {
            foreign_host::page(host, request.headers())
        }
        _ => None,
    };
    page.unwrap_or_else(|| error.into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins() -> Origins {
        let listening = "0.0.0.0:8064".parse().expect("an address");
        let lan = "192.168.1.5".parse().ok();
        Origins::new(listening, lan, &["https://chess.example".into()])
    }

    fn check(method: &Method, headers: &[(header::HeaderName, &str)]) -> Option<&'static str> {
        let headers =
            headers.iter().map(|(name, value)| (name.clone(), value.parse().expect("a header")));
        match origins().check(&Uri::from_static("/"), &headers.collect(), method) {
            Ok(()) => None,
            Err(ApiError::ForeignHost(_)) => Some("host"),
            Err(_) => Some("origin"),
        }
    }

    #[test]
    fn a_request_for_another_host_is_refused_even_on_loopback() {
        for (host, expected) in [
            ("localhost:8064", None),
            ("LOCALHOST:8064", None),
            ("127.0.0.1:8064", None),
            ("[::1]:8064", None),
            ("192.168.1.5:8064", None),
            ("chess.example", None),
            ("evil.example:8064", Some("host")),
            ("localhost:80", Some("host")),
            ("192.168.1.6:8064", Some("host")),
            ("chess.example.evil.example", Some("host")),
            ("", Some("host")),
        ] {
            assert_eq!(check(&Method::GET, &[(header::HOST, host)]), expected, "{host}");
        }
        assert_eq!(check(&Method::GET, &[]), Some("host"));
    }

    #[test]
    fn a_request_names_one_host_only() {
        for (uri, hosts, is_accepted) in [
            ("/", vec!["localhost:8064"], true),
            ("http://localhost:8064/", vec!["LocalHost:8064"], true),
            ("http://127.0.0.1:8064/", vec!["localhost:8064"], false),
            ("http://evil.example/", vec!["localhost:8064"], false),
            ("/", vec!["localhost:8064", "localhost:8064"], false),
            ("/", vec!["localhost:8064", "evil.example"], false),
            ("/", vec!["evil.example", "localhost:8064"], false),
        ] {
            let mut headers = HeaderMap::new();
            for host in &hosts {
                headers.append(header::HOST, host.parse().expect("a header"));
            }
            let checked = origins().check(&Uri::from_static(uri), &headers, &Method::GET);
            assert_eq!(checked.is_ok(), is_accepted, "{uri} {hosts:?}");
            let is_ambiguous = matches!(checked, Err(ApiError::SeveralHosts(_)));
            assert_eq!(is_ambiguous, !is_accepted, "{uri} {hosts:?}");
        }
    }

    #[test]
    fn only_hosts_with_an_https_origin_are_found_by_https() {
        for (host, expected) in [
            ("chess.example", true),
            ("CHESS.example", true),
            ("localhost:8064", false),
            ("192.168.1.5:8064", false),
            ("evil.example", false),
        ] {
            assert_eq!(origins().is_https(host), expected, "{host}");
        }
    }

    #[test]
    fn posts_and_sockets_of_foreign_pages_are_refused() {
        let socket = (header::UPGRADE, "websocket");
        for (origin, expected) in [
            ("http://localhost:8064", None),
            ("https://chess.example", None),
            ("http://chess.example", Some("origin")),
            ("https://chess.example.evil.example", Some("origin")),
            ("https://evil.example", Some("origin")),
            ("null", Some("origin")),
        ] {
            let sent = [(header::HOST, "chess.example"), (header::ORIGIN, origin)];
            assert_eq!(check(&Method::POST, &sent), expected, "{origin}");
            assert_eq!(check(&Method::DELETE, &sent), expected, "{origin}");
            assert_eq!(check(&Method::GET, &sent), None, "{origin}");
            let sent = [sent[0].clone(), sent[1].clone(), socket.clone()];
            assert_eq!(check(&Method::GET, &sent), expected, "{origin}");
        }
    }
}
