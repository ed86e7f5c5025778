//! The cookies that carry secrets.
//!
//! Scripts cannot read them (`HttpOnly`), and pages of other sites do not send them with unsafe
//! requests (`SameSite`). Over HTTPS they are also `Secure`, and the prefix of their names proves
//! that this host set them. Browsers discard such a cookie over plain HTTP, which clubs use in
//! their own network.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, header};

use super::SESSION_TIME;
use crate::Token;

/// How long browsers keep a cookie that does not end by itself. They allow no more.
const LONGEST: Duration = Duration::from_hours(400 * 24);

/// What a cookie is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cookie {
    /// The token of a session.
    Session,
    /// The token of a browser from which somebody has logged in.
    Device,
    /// The secret of the owner of the server on this port. Cookies of all ports of a computer are
    /// mixed up by browsers, and it may have several servers.
    Owner(u16),
}

impl Cookie {
    /// The name of the cookie. Browsers accept the prefix `__Host-` only on secure cookies.
    fn name(self, is_https: bool) -> String {
        let prefix = if is_https { "__Host-" } else { "" };
        match self {
            Cookie::Session => format!("{prefix}tabiya"),
            Cookie::Device => format!("{prefix}tabiya-device"),
            Cookie::Owner(port) => format!("{prefix}tabiya-owner-{port}"),
        }
    }

    fn lifetime(self) -> Duration {
        match self {
            Cookie::Session => SESSION_TIME,
            Cookie::Device | Cookie::Owner(_) => LONGEST,
        }
    }

    /// The token in the cookie of a request.
    pub(crate) fn read(self, headers: &HeaderMap, is_https: bool) -> Option<Token> {
        let name = self.name(is_https);
        let lists = headers.get_all(header::COOKIE).into_iter();
        let texts = lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(';'));
        let mut pairs = texts.filter_map(|pair| pair.trim().split_once('='));
        let (_, value) = pairs.find(|(key, _)| *key == name)?;
        Token::parse(value)
    }

    /// The header that sets the cookie.
    pub(crate) fn set(self, token: &Token, is_https: bool) -> HeaderValue {
        self.set_for(token, self.lifetime(), is_https)
    }

    /// The header that sets the cookie for some time.
    pub(crate) fn set_for(self, token: &Token, lifetime: Duration, is_https: bool) -> HeaderValue {
        self.header(&token.reveal(), lifetime.as_secs(), is_https)
    }

    /// The header that deletes the cookie.
    pub(crate) fn clear(self, is_https: bool) -> HeaderValue {
        self.header("", 0, is_https)
    }

    fn header(self, value: &str, seconds: u64, is_https: bool) -> HeaderValue {
        let secure = if is_https { "; Secure" } else { "" };
        let name = self.name(is_https);
        let text =
            format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
        // A token consists of letters, digits, `-` and `_`, which are valid in every header.
        HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_found_among_other_cookies_under_its_own_name_only() {
        let token = "A".repeat(43);
        for (cookies, plain, https) in [
            (format!("tabiya={token}"), true, false),
            (format!("a=b; tabiya={token}; c=d"), true, false),
            (format!("__Host-tabiya={token}"), false, true),
            (format!("xtabiya={token}"), false, false),
            (format!("tabiya-device={token}"), false, false),
            ("tabiya=short".to_owned(), false, false),
            (format!("tabiya={token}x"), false, false),
            (String::new(), false, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookies.parse().expect("a header"));
            let found =
                [false, true].map(|is_https| Cookie::Session.read(&headers, is_https).is_some());
            assert_eq!(found, [plain, https], "{cookies}");
        }
    }

    #[test]
    fn scripts_and_other_sites_never_see_a_cookie() {
        let token = Token::random().expect("chance");
        for (cookie, is_https, start) in [
            (Cookie::Session, false, "tabiya="),
            (Cookie::Session, true, "__Host-tabiya="),
            (Cookie::Device, false, "tabiya-device="),
            (Cookie::Device, true, "__Host-tabiya-device="),
            (Cookie::Owner(8064), false, "tabiya-owner-8064="),
        ] {
            for header in [cookie.set(&token, is_https), cookie.clear(is_https)] {
                let text = header.to_str().expect("text");
                assert!(text.starts_with(start), "{text}");
                assert!(text.contains("; Path=/; HttpOnly; SameSite=Lax; Max-Age="), "{text}");
                assert_eq!(text.ends_with("; Secure"), is_https, "{text}");
            }
        }
    }
}
