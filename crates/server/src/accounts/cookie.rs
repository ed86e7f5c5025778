//! The cookie that carries the token of a session.
//!
//! Scripts cannot read it (`HttpOnly`), and pages of other sites do not send it with unsafe
//! requests (`SameSite`). Over HTTPS it is also `Secure`, and the prefix of its name proves that
//! this host set it. Browsers discard such a cookie over plain HTTP, which clubs use in their own
//! network.

use axum::http::{HeaderMap, HeaderValue, header};

use super::SESSION_TIME;
use crate::Token;

/// The name of the cookie. Browsers accept the prefix `__Host-` only on secure cookies.
fn name(is_https: bool) -> &'static str {
    if is_https { "__Host-tabiya" } else { "tabiya" }
}

/// The token in the cookie of a request.
pub(crate) fn read(headers: &HeaderMap, is_https: bool) -> Option<Token> {
    let lists = headers.get_all(header::COOKIE).into_iter();
    let texts = lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(';'));
    let mut pairs = texts.filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(key, _)| *key == name(is_https))?;
    Token::parse(value)
}

/// The header that sets the cookie.
pub(crate) fn set(token: &Token, is_https: bool) -> HeaderValue {
    header(&token.reveal(), SESSION_TIME.as_secs(), is_https)
}

/// The header that deletes the cookie.
pub(crate) fn clear(is_https: bool) -> HeaderValue {
    header("", 0, is_https)
}

fn header(value: &str, seconds: u64, is_https: bool) -> HeaderValue {
    let secure = if is_https { "; Secure" } else { "" };
    let name = name(is_https);
    let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    // A token consists of letters, digits, `-` and `_`, which are valid in every header.
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
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
            ("tabiya=short".to_owned(), false, false),
            (format!("tabiya={token}x"), false, false),
            (String::new(), false, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookies.parse().expect("a header"));
            let found = [false, true].map(|is_https| read(&headers, is_https).is_some());
            assert_eq!(found, [plain, https], "{cookies}");
        }
    }

    #[test]
    fn scripts_and_other_sites_never_see_the_cookie() {
        let token = Token::random().expect("chance");
        for (is_https, start) in [(false, "tabiya="), (true, "__Host-tabiya=")] {
            for cookie in [set(&token, is_https), clear(is_https)] {
                let text = cookie.to_str().expect("text");
                assert!(text.starts_with(start), "{text}");
                assert!(text.contains("; Path=/; HttpOnly; SameSite=Lax; Max-Age="), "{text}");
                assert_eq!(text.ends_with("; Secure"), is_https, "{text}");
            }
        }
    }
}
