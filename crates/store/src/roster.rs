//! The roster of a club: what it knows about its members besides their logins, and the cards by
//! which they sign in.
//!
//! A card has a short code. It is stored as it is printed, so that a card can be printed again;
//! what a code looks like is decided by the caller.

use std::fmt;

use async_trait::async_trait;
use game::{Name, Timestamp};

use crate::{Account, AccountId, NewAccount, Role, StoreError};

/// A class, a team or another group of members: up to [`GroupName::MAX`] characters on one line,
/// without spaces around it or several in a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupName(String);

impl GroupName {
    /// The maximum number of characters.
    pub const MAX: usize = 32;

    /// Parses the name of a group; none when it is empty, too long or has control characters.
    pub fn new(text: &str) -> Option<GroupName> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_valid = !text.is_empty()
            && text.chars().count() <= GroupName::MAX
            && !text.chars().any(char::is_control);
        is_valid.then_some(GroupName(text))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GroupName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What an organizer knows about a member, and may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterDetails {
    /// The name.
    pub name: Name,
    /// The role.
    pub role: Role,
    /// The group.
    pub group: Option<GroupName>,
    /// The rating before the first rated game.
    pub rating: Option<u16>,
}

/// Changes of the roster that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RosterImport {
    /// Accounts to add.
    pub add: Vec<NewAccount>,
    /// New details of accounts.
    pub update: Vec<(AccountId, RosterDetails)>,
}

/// The code of a card, in the format of the caller.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardCode(pub String);

impl fmt::Debug for CardCode {
    /// Keeps the code out of logs.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("CardCode(…)")
    }
}

/// A card. An account has at most one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Whose it is.
    pub account: AccountId,
    /// Its code, which no other card has.
    pub code: CardCode,
    /// When it was issued.
    pub created: Timestamp,
}

/// Storage of the roster, with the guarantees of [`Store`](crate::Store).
#[async_trait]
pub trait Roster: Send + Sync {
    /// Adds and changes accounts, all or none. The result has the numbers of the new ones.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] when an account has one of the new names, or one that looks the
    /// same; [`StoreError::NoAccount`] when an account to change is gone.
    async fn import_roster(&self, import: RosterImport) -> Result<Vec<AccountId>, StoreError>;

    /// Changes the details of an account. False when there is no such account.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] when another account has the name, or one that looks the same.
    async fn update_account(
        &self,
        id: AccountId,
        details: RosterDetails,
    ) -> Result<bool, StoreError>;

    /// Issues cards to the accounts that have none. The others keep their cards, and accounts that
    /// are gone get none.
    ///
    /// # Errors
    /// [`StoreError::CardTaken`] when a code is in use; no card is issued then.
    async fn issue_cards(&self, cards: Vec<Card>) -> Result<(), StoreError>;

    /// Issues a card in place of the one that the account may have, and ends the sessions that were
    /// begun with that. False when there is no such account.
    ///
    /// # Errors
    /// [`StoreError::CardTaken`] when the code is in use.
    async fn replace_card(&self, card: Card) -> Result<bool, StoreError>;

    /// Revokes the card of an account, and ends the sessions that were begun with it. False when
    /// there is none.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn revoke_card(&self, account: AccountId) -> Result<bool, StoreError>;

    /// The account of a card.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn account_of_card(&self, code: &CardCode) -> Result<Option<Account>, StoreError>;

    /// All cards, ordered by account.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn cards(&self) -> Result<Vec<Card>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_group_is_a_short_line() {
        for (text, expected) in [
            ("5a", Some("5a")),
            (" CM1/CM2  & friends ", Some("CM1/CM2 & friends")),
            ("line\nbreak", Some("line break")),
            ("", None),
            (" \t", None),
            ("bell\u{7}", None),
            (&"ä".repeat(32), Some(&*"ä".repeat(32))),
            (&"ä".repeat(33), None),
        ] {
            let name = GroupName::new(text);
            assert_eq!(name.as_ref().map(GroupName::as_str), expected, "{text:?}");
        }
    }

    #[test]
    fn a_code_is_never_printed() {
        assert_eq!(format!("{:?}", CardCode("CDFG2345".into())), "CardCode(…)");
    }
}
