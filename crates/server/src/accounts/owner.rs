//! The owner of a server that is reachable only from its own computer.
//!
//! Such a server needs no password, but a computer may have several users, and all of them can
//! connect to it. The owner is whoever has the link that the program prints and opens in the
//! browser. It is valid as long as the server runs, and gives the browser a cookie by which it is
//! recognized from then on, also after a restart. Both secrets are files in the data folder, which
//! other users cannot read. Everybody else at the computer is a visitor.

use crate::Token;

/// The secrets of the owner.
#[derive(Clone, Debug)]
pub struct OwnerAccess {
    /// The secret in the link.
    pub link: Token,
    /// The secret in the cookie.
    pub cookie: Token,
}

impl OwnerAccess {
    /// The path of the link, with its secret.
    pub fn path(&self) -> String {
        format!("start/{}", self.link.reveal())
    }

    /// Whether a secret is the one in the link.
    pub(crate) fn is_link(&self, secret: &Token) -> bool {
        self.link.hash() == secret.hash()
    }

    /// Whether a secret is the one in the cookie.
    pub(crate) fn is_cookie(&self, secret: &Token) -> bool {
        self.cookie.hash() == secret.hash()
    }
}
