//! Cards by which members sign in, and the codes on them.
//!
//! A code is for children who cannot type a password yet, and for tablets that many use. It has
//! letters and digits that cannot be mistaken for each other, and no vowels, so that it never is a
//! word. There are 150 billion codes; with the rate limit of card logins, trying them is hopeless.
//! A card opens only the account of an ordinary member: it is easily lost.

use std::collections::HashSet;

use game::{Name, Timestamp};
use store::{Account, AccountId, Card, CardCode, Role};

use super::{Accounts, Caller, LoggedIn};
use crate::{ApiError, Token};

/// The characters of codes.
const ALPHABET: &[u8; 25] = b"CDFGHJKMNPQRTVWXY23456789";
/// What is typed instead of a character of a code, and which one is meant.
const LOOK_ALIKES: [(char, char); 3] = [('B', '8'), ('S', '5'), ('Z', '2')];
/// The number of characters in a code.
const LENGTH: usize = 8;
/// The number of characters in each group of a code.
const GROUP: usize = 4;
/// Random bytes below this have all characters equally often.
const FAIR: u8 = 250;

/// A random code.
fn random_code() -> Result<CardCode, getrandom::Error> {
    let mut code = String::new();
    while code.len() < LENGTH {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes)?;
        let fair = bytes.into_iter().filter(|byte| *byte < FAIR);
        let letters = fair.map(|byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
        code.extend(letters.take(LENGTH - code.len()));
    }
    Ok(CardCode(code))
}

/// Parses a code as it was typed, in any case and with any separators; none when it cannot be one.
pub(super) fn parse_code(typed: &str) -> Option<CardCode> {
    let letters = typed.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase);
    let meant = |c| LOOK_ALIKES.iter().find(|(seen, _)| *seen == c).map_or(c, |(_, meant)| *meant);
    let code: String = letters.map(meant).collect();
    let is_code = code.len() == LENGTH && code.bytes().all(|byte| ALPHABET.contains(&byte));
    is_code.then_some(CardCode(code))
}

/// A code as it is printed, in groups.
pub(crate) fn printed(code: &CardCode) -> String {
    let (first, second) = code.0.split_at_checked(GROUP).unwrap_or((&code.0, ""));
    format!("{first}-{second}")
}

/// Whether a card may open an account.
pub(super) fn may_open(account: &Account) -> bool {
    account.role == Role::Member
}

impl Accounts {
    /// Counts an attempt to sign in with a card.
    ///
    /// # Errors
    /// When there were too many, or the store fails.
    pub(crate) async fn check_card_rate(&self, caller: &Caller) -> Result<(), ApiError> {
        self.rates.check_card(caller.address()).await
    }

    /// Signs in with the code of a card. The new session replaces the previous one. Nobody learns
    /// whether a wrong code was valid once.
    ///
    /// # Errors
    /// [`ApiError::WrongCard`], and when the store fails.
    pub(crate) async fn log_in_by_card(
        &self,
        typed: &str,
        before: Option<&Token>,
        now: Timestamp,
    ) -> Result<LoggedIn, ApiError> {
        let account = match parse_code(typed) {
            Some(code) => self.store.account_of_card(&code).await?,
            None => None,
        };
        let account = account.filter(may_open).ok_or(ApiError::WrongCard)?;
        if let Some(before) = before {
            self.store.end_session(before.hash()).await?;
        }
        self.begin_session(account, true, now).await
    }

    /// Issues cards to the named members who have none, or to all; the result is their number.
    ///
    /// # Errors
    /// When there is no such member, or the store fails.
    pub(crate) async fn issue_cards(
        &self,
        caller: &Caller,
        names: Option<&[Name]>,
        now: Timestamp,
    ) -> Result<usize, ApiError> {
        let _changing = self.roster.lock().await;
        let cards = self.store.cards().await?;
        let with_card: HashSet<_> = cards.iter().map(|card| card.account).collect();
        let mut members = match names {
            Some(names) => self.all_managed(caller, names).await?,
            None => self.roster().await?,
        };
        members.retain(|account| may_open(account) && !with_card.contains(&account.id));
        let ids: HashSet<_> = members.iter().map(|account| account.id).collect();
        let mut taken = cards.into_iter().map(|card| card.code).collect();
        let new = ids.iter().map(|id| new_card(*id, &mut taken, now)).collect::<Result<_, _>>()?;
        self.store.issue_cards(new).await?;
        Ok(ids.len())
    }

    async fn all_managed(&self, caller: &Caller, names: &[Name]) -> Result<Vec<Account>, ApiError> {
        let mut members = Vec::new();
        for name in names {
            members.push(self.managed(caller, name).await?);
        }
        Ok(members)
    }

    /// Issues a card in place of the one that a member may have, whose sessions end.
    ///
    /// # Errors
    /// When there is no such member, or a card may not open the account.
    pub(crate) async fn replace_card(
        &self,
        caller: &Caller,
        name: &Name,
        now: Timestamp,
    ) -> Result<(Account, CardCode), ApiError> {
        let _changing = self.roster.lock().await;
        let account = self.managed(caller, name).await?;
        if !may_open(&account) {
            return Err(ApiError::NoCard(account.name.to_string()));
        }
        let cards = self.store.cards().await?;
        let mut taken = cards.into_iter().map(|card| card.code).collect();
        let card = new_card(account.id, &mut taken, now)?;
        let code = card.code.clone();
        let is_there = self.store.replace_card(card).await?;
        is_there.then_some((account, code)).ok_or_else(|| ApiError::NoMember(name.to_string()))
    }

    /// Revokes the card of a member, whose sessions end.
    ///
    /// # Errors
    /// When there is no such member, or the store fails.
    pub(crate) async fn revoke_card(&self, caller: &Caller, name: &Name) -> Result<(), ApiError> {
        let account = self.managed(caller, name).await?;
        self.store.revoke_card(account.id).await?;
        Ok(())
    }

    /// The cards of all members, with their accounts, by group and name.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn cards(&self) -> Result<Vec<(Account, CardCode)>, ApiError> {
        let cards = self.store.cards().await?;
        let mut accounts = self.roster().await?;
        accounts.sort_by(|one, other| one.group.cmp(&other.group));
        let with_code = |account: Account| {
            let card = cards.binary_search_by_key(&account.id, |card| card.account).ok()?;
            may_open(&account).then(|| (account, cards[card].code.clone()))
        };
        Ok(accounts.into_iter().filter_map(with_code).collect())
    }
}

/// A card with a code that no other has.
fn new_card(
    account: AccountId,
    taken: &mut HashSet<CardCode>,
    created: Timestamp,
) -> Result<Card, ApiError> {
    loop {
        let code = random_code()?;
        if taken.insert(code.clone()) {
            return Ok(Card { account, code, created });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_eight_characters_that_cannot_be_mistaken() {
        let codes: HashSet<_> = (0..200).map(|_| random_code().expect("chance").0).collect();
        assert_eq!(codes.len(), 200, "every code is another");
        let used: HashSet<u8> = codes.iter().flat_map(|code| code.bytes()).collect();
        assert_eq!(used, ALPHABET.iter().copied().collect(), "and has all characters");
        for code in codes {
            let printed = printed(&CardCode(code.clone()));
            assert_eq!((code.len(), printed.len(), &printed[4..5]), (8, 9, "-"));
            assert_eq!(parse_code(&printed).map(|code| code.0), Some(code));
        }
        for look_alike in b"01ILOBSZAEU" {
            assert!(!ALPHABET.contains(look_alike));
        }
    }

    #[test]
    fn a_code_is_read_in_any_case_and_with_any_separators() {
        for (typed, expected) in [
            ("CDFG-2345", Some("CDFG2345")),
            (" cdfg 2345 ", Some("CDFG2345")),
            ("c.d.f.g—2_3_4_5", Some("CDFG2345")),
            ("bszb-cdfg", Some("8528CDFG")),
            ("CDFG-234", None),
            ("CDFG-23456", None),
            ("AEIO-UUUU", None),
            ("", None),
            ("ÄÖÜß-2345", None),
        ] {
            assert_eq!(parse_code(typed).map(|code| code.0).as_deref(), expected, "{typed}");
        }
    }
}
