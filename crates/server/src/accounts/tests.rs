//! How long sessions last. The time is an argument, so a month takes no time.

use store::{Card, CardCode, Memory, RosterDetails};

use super::*;

const DAY: Duration = Duration::from_hours(24);

async fn accounts() -> (Accounts, Name, &'static str) {
    let store = Arc::new(Memory::new());
    let accounts = Accounts::open(&Config::default(), store, Timestamp(0)).await.expect("accounts");
    let name = Name::new("Anna").expect("a name");
    let password = Password::new("correct horse").expect("a password");
    let account = NewAccount {
        name: name.clone(),
        role: Role::Member,
        password: Some(accounts.passwords.hash(&password).await.expect("a hash")),
        group: None,
        rating: None,
        created: Timestamp(0),
    };
    accounts.store.add_account(account).await.expect("a member");
    (accounts, name, "correct horse")
}

#[tokio::test]
async fn a_session_lasts_for_thirty_days_after_it_was_last_of_use() {
    let (accounts, name, password) = accounts().await;
    let day = |number| Timestamp(0).after(DAY * number);
    let logged_in = accounts.log_in(Some(&name), password, None, day(0)).await;
    let token = logged_in.map(|found| found.token).expect("the right password");
    for (number, expected) in [
        (0, Some(false)),
        (2, Some(true)),
        (2, Some(false)),
        (31, Some(true)),
        (60, Some(true)),
        (90, None),
        (61, None),
    ] {
        let found = accounts.session(token.clone(), day(number)).await.expect("a store");
        let seen = found.map(|found| found.is_extended);
        assert_eq!(seen, expected, "on day {number}; what is over stays over");
    }
}

#[tokio::test]
async fn a_session_ends_after_ninety_days_however_much_it_is_used() {
    let (accounts, name, password) = accounts().await;
    let day = |number| Timestamp(0).after(DAY * number);
    let logged_in = accounts.log_in(Some(&name), password, None, day(0)).await;
    let token = logged_in.map(|found| found.token).expect("the right password");
    for number in 1..=89 {
        let found = accounts.session(token.clone(), day(number)).await.expect("a store");
        assert!(found.is_some(), "on day {number}");
    }
    let found = accounts.session(token, day(90)).await.expect("a store");
    assert!(found.is_none());
}

#[tokio::test]
async fn the_oldest_of_too_many_sessions_ends() {
    let (accounts, name, password) = accounts().await;
    let mut tokens = Vec::new();
    for number in 0..=u64::from(MAX_SESSIONS) {
        let logged_in = accounts.log_in(Some(&name), password, None, Timestamp(number)).await;
        tokens.push(logged_in.map(|found| found.token).expect("the right password"));
    }
    for (number, token) in tokens.into_iter().enumerate() {
        let found = accounts.session(token, Timestamp(100)).await.expect("a store");
        assert_eq!(found.is_some(), number > 0, "{number}");
    }
}

/// Anna's account, with a card.
async fn with_card(accounts: &Accounts, name: &Name) -> Account {
    let account = accounts.find(name).await.expect("a store").expect("Anna");
    let code = CardCode("CDFG2345".into());
    let card = Card { account: account.id, code, created: Timestamp(0) };
    accounts.store.issue_cards(vec![card]).await.expect("a store");
    account
}

#[tokio::test]
async fn a_session_of_a_card_lasts_for_twelve_hours_however_much_it_is_used() {
    let (accounts, name, _) = accounts().await;
    with_card(&accounts, &name).await;
    let hour = |number| Timestamp(0).after(Duration::from_hours(number));
    let logged_in = accounts.log_in_by_card("cdfg 2345", None, hour(0)).await;
    let found = logged_in.map_err(|error| error.to_string()).expect("the code of a card");
    assert_eq!(found.lifetime(), Duration::from_hours(12));
    for (number, expected) in [(0, Some(false)), (6, Some(false)), (11, Some(false)), (12, None)] {
        let found = accounts.session(found.token.clone(), hour(number)).await.expect("a store");
        assert_eq!(found.map(|found| found.is_extended), expected, "after {number} hours");
    }
}

#[tokio::test]
async fn a_card_opens_no_account_of_an_organizer() {
    let (accounts, name, _) = accounts().await;
    let account = with_card(&accounts, &name).await;
    let logged_in = accounts.log_in_by_card("CDFG-2345", None, Timestamp(0)).await;
    let token = logged_in.map(|found| found.token).map_err(|error| error.to_string());
    let token = token.expect("the code of a card");
    // The store alone changes the role here, and leaves the card.
    let role = Role::Organizer;
    let details = RosterDetails { name: name.clone(), role, group: None, rating: None };
    assert_eq!(accounts.store.update_account(account.id, details).await, Ok(true));
    let found = accounts.session(token, Timestamp(1)).await.expect("a store");
    assert!(found.is_none(), "nor does it stay open");
    let again = accounts.log_in_by_card("CDFG-2345", None, Timestamp(1)).await;
    assert_eq!(again.map(|_| ()), Err(ApiError::WrongCard));
}
