//! Which names people may play under.
//!
//! In a school or a club, a name at the board is taken for the person. So nobody but the admin may
//! use a name that is reserved for the server and its engines, and a visitor may not use the name
//! of a member, nor one that looks like it: members log in to play under their names. A member may
//! not use the name of another one either, except in pass and play, where both sit at one screen
//! and one of them types both names. Names in imported games are history and are left alone.

use game::Name;
use store::Account;
use wire::session::Role;

use super::{Accounts, Caller};
use crate::RoomError;

/// Names of the administration, the server and its engines.
const RESERVED: [&str; 14] = [
    "admin",
    "administrator",
    "computer",
    "engine",
    "keeper",
    "moderator",
    "moteur",
    "operator",
    "ordinateur",
    "root",
    "server",
    "stockfish",
    "system",
    "tabiya",
];

/// Whether a name is reserved, also with something added in parentheses: engines are called
/// `Computer (Easy)`.
pub(crate) fn is_reserved(name: &Name) -> bool {
    let words = name.as_str().split('(').next().and_then(|before| Name::new(before).ok());
    let skeleton = words.map(|words| words.skeleton());
    let is_same = |word: &str| Name::new(word).ok().map(|word| word.skeleton()) == skeleton;
    skeleton.is_some() && RESERVED.into_iter().any(is_same)
}

impl Accounts {
    /// Checks that a caller may play under a name, in pass and play or against others.
    ///
    /// # Errors
    /// [`RoomError::NameReserved`], and when the store fails.
    pub(crate) async fn check_player_name(
        &self,
        caller: &Caller,
        name: &Name,
        is_shared: bool,
    ) -> Result<(), RoomError> {
        if caller.role() == Role::Admin {
            return Ok(());
        }
        let is_own = |account: &Account| Some(account.id) == caller.account_id();
        let alike = self.store.accounts_like(name).await?;
        let is_free = alike.is_empty() || alike.iter().any(is_own);
        let may_use_others = is_shared && caller.account().is_some();
        // An old account may have a name that is reserved now.
        let is_allowed =
            if is_reserved(name) { alike.iter().any(is_own) } else { is_free || may_use_others };
        if is_allowed { Ok(()) } else { Err(RoomError::NameReserved(name.to_string())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_server_and_its_engines_are_reserved_however_they_are_written() {
        for (text, expected) in [
            ("admin", true),
            ("ADMIN", true),
            ("Аdmin", true),
            ("\u{212A}eeper", true),
            ("Ｔａｂｉｙａ", true),
            ("Computer (Easy)", true),
            ("computer(2000)", true),
            ("Ordinateur (facile)", true),
            ("Admin (the real one)", true),
            ("Adminka", false),
            ("Engineer", false),
            ("Anna (computer)", false),
            ("(admin)", false),
        ] {
            let name = Name::new(text).expect("a name");
            assert_eq!(is_reserved(&name), expected, "{text}");
        }
    }
}
