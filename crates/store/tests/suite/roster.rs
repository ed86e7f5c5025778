//! Rules about the roster and its cards.

use std::sync::Arc;

use game::Timestamp;
use store::{
    AccountId, Card, CardCode, GroupName, NewAccount, Role, RosterDetails, RosterImport, Session,
    Store, StoreError,
};

use super::accounts::{MOST, name, new_account, session, there, token};

fn group(text: &str) -> GroupName {
    GroupName::new(text).unwrap()
}

/// An account without a password.
fn pupil(text: &str) -> NewAccount {
    NewAccount { password: None, group: Some(group("5a")), rating: Some(800), ..new_account(text) }
}

fn details(text: &str) -> RosterDetails {
    RosterDetails { name: name(text), role: Role::Member, group: Some(group("6b")), rating: None }
}

fn card(account: AccountId, code: &str) -> Card {
    Card { account, code: CardCode(code.into()), created: Timestamp(9) }
}

/// The name of the account that a card opens.
async fn opens(store: &Arc<dyn Store>, code: &str) -> Option<String> {
    let account = store.account_of_card(&CardCode(code.into())).await.unwrap();
    account.map(|account| account.name.to_string())
}

pub(crate) async fn what_the_roster_knows_about_an_account_comes_back(store: Arc<dyn Store>) {
    let id = store.add_account(pupil("Anna")).await.unwrap();
    let account = store.account(&name("anna")).await.unwrap().unwrap();
    assert_eq!(
        (account.password, account.group, account.rating),
        (None, Some(group("5a")), Some(800))
    );
    let organizer = RosterDetails { role: Role::Organizer, ..details("Anna") };
    assert_eq!(store.update_account(id, organizer).await, Ok(true));
    let account = store.account(&name("anna")).await.unwrap().unwrap();
    assert_eq!(
        (account.role, account.group, account.rating),
        (Role::Organizer, Some(group("6b")), None)
    );
    assert_eq!(store.update_account(AccountId(99), details("Ben")).await, Ok(false));
}

pub(crate) async fn an_account_gets_another_name_unless_somebody_has_it(store: Arc<dyn Store>) {
    let anna = store.add_account(pupil("Anna")).await.unwrap();
    store.add_account(pupil("Ben")).await.unwrap();
    for (text, expected) in [
        ("ANNA", Ok(true)),
        ("ben", Err(StoreError::NameTaken(name("ben")))),
        ("Bеn", Err(StoreError::NameTaken(name("Bеn")))),
        ("Zoë", Ok(true)),
    ] {
        assert_eq!(store.update_account(anna, details(text)).await, expected, "{text}");
    }
    let names: Vec<_> = store.accounts().await.unwrap().into_iter().map(|one| one.name).collect();
    assert_eq!(names, ["Ben", "Zoë"].map(name));
    assert_eq!(store.account(&name("Anna")).await, Ok(None));
}

pub(crate) async fn a_roster_is_imported_as_a_whole_or_not_at_all(store: Arc<dyn Store>) {
    let anna = store.add_account(pupil("Anna")).await.unwrap();
    let update = vec![(anna, details("Anna"))];
    let before = store.accounts().await.unwrap();
    for (add, update, expected) in [
        (vec![pupil("Ben"), pupil("anna")], vec![], StoreError::NameTaken(name("anna"))),
        (vec![pupil("Ben"), pupil("BEN")], update.clone(), StoreError::NameTaken(name("BEN"))),
        (
            vec![pupil("Ben")],
            vec![(anna, details("Anna")), (AccountId(99), details("Carl"))],
            StoreError::NoAccount(AccountId(99)),
        ),
    ] {
        assert_eq!(store.import_roster(RosterImport { add, update }).await, Err(expected));
        assert_eq!(store.accounts().await.unwrap(), before);
    }
    let import = RosterImport { add: vec![pupil("Carl"), pupil("Ben")], update };
    let added = store.import_roster(import).await.unwrap();
    let accounts = store.accounts().await.unwrap();
    let seen: Vec<_> = accounts.iter().map(|one| (one.name.as_str(), one.group.clone())).collect();
    assert_eq!(
        seen,
        [("Anna", Some(group("6b"))), ("Ben", Some(group("5a"))), ("Carl", Some(group("5a")))]
    );
    assert_eq!(added, [accounts[2].id, accounts[1].id]);
}

pub(crate) async fn a_card_opens_the_account_it_was_issued_to(store: Arc<dyn Store>) {
    let anna = store.add_account(pupil("Anna")).await.unwrap();
    let ben = store.add_account(pupil("Ben")).await.unwrap();
    let cards = vec![card(ben, "B"), card(anna, "A"), card(AccountId(99), "C")];
    assert_eq!(store.issue_cards(cards).await, Ok(()));
    for (code, expected) in [("A", Some("Anna")), ("B", Some("Ben")), ("C", None), ("", None)] {
        assert_eq!(opens(&store, code).await.as_deref(), expected, "{code}");
    }
    assert_eq!(store.cards().await, Ok(vec![card(anna, "A"), card(ben, "B")]));
}

pub(crate) async fn an_account_keeps_its_card_when_others_get_theirs(store: Arc<dyn Store>) {
    let anna = store.add_account(pupil("Anna")).await.unwrap();
    let ben = store.add_account(pupil("Ben")).await.unwrap();
    store.issue_cards(vec![card(anna, "A")]).await.unwrap();
    store.issue_cards(vec![card(anna, "X"), card(ben, "B"), card(ben, "Y")]).await.unwrap();
    assert_eq!(store.cards().await, Ok(vec![card(anna, "A"), card(ben, "B")]));
}

pub(crate) async fn no_two_cards_have_the_same_code(store: Arc<dyn Store>) {
    let anna = store.add_account(pupil("Anna")).await.unwrap();
    let ben = store.add_account(pupil("Ben")).await.unwrap();
    let carl = store.add_account(pupil("Carl")).await.unwrap();
    store.issue_cards(vec![card(anna, "A")]).await.unwrap();
    for cards in [vec![card(carl, "C"), card(ben, "A")], vec![card(carl, "C"), card(ben, "C")]] {
        assert_eq!(store.issue_cards(cards).await, Err(StoreError::CardTaken));
    }
    assert_eq!(store.replace_card(card(ben, "A")).await, Err(StoreError::CardTaken));
    assert_eq!(store.cards().await, Ok(vec![card(anna, "A")]));
}

pub(crate) async fn a_revoked_card_ends_what_was_begun_with_it(store: Arc<dyn Store>) {
    let anna = store.add_account(pupil("Anna")).await.unwrap();
    let ben = store.add_account(pupil("Ben")).await.unwrap();
    store.issue_cards(vec![card(anna, "A"), card(ben, "B")]).await.unwrap();
    let begin = async |account, number, is_by_card| {
        let session = Session { is_by_card, ..session(account, number) };
        store.begin_session(session, MOST).await.unwrap();
    };
    begin(anna, 1, true).await;
    begin(anna, 2, false).await;
    begin(ben, 3, true).await;
    let (found, _) = store.session(token(1)).await.unwrap().unwrap();
    assert!(found.is_by_card);
    assert_eq!(store.replace_card(card(anna, "X")).await, Ok(true));
    assert_eq!(there(&store).await, [2, 3]);
    assert_eq!((opens(&store, "A").await, opens(&store, "X").await), (None, Some("Anna".into())));
    for expected in [true, false] {
        assert_eq!(store.revoke_card(ben).await, Ok(expected));
        assert_eq!((there(&store).await, opens(&store, "B").await), (vec![2], None));
    }
    assert_eq!(store.replace_card(card(AccountId(99), "Y")).await, Ok(false));
    assert_eq!(store.replace_card(card(ben, "B")).await, Ok(true), "a code may come again");
}

pub(crate) async fn a_card_goes_with_its_account(store: Arc<dyn Store>) {
    let anna = store.add_account(pupil("Anna")).await.unwrap();
    store.issue_cards(vec![card(anna, "A")]).await.unwrap();
    store.remove_account(anna).await.unwrap();
    assert_eq!((opens(&store, "A").await, store.cards().await), (None, Ok(vec![])));
}
