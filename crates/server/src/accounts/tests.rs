//! How long sessions last. The time is an argument, so a month takes no time.

use store::Memory;

use super::*;

const DAY: Duration = Duration::from_hours(24);

async fn accounts() -> (Accounts, Name, &'static str) {
    let store = Arc::new(Memory::new());
    let accounts = Accounts::open(&Config::default(), store, Timestamp(0)).await.expect("accounts");
    let name = Name::new("Anna").expect("a name");
    let password = Password::new("correct horse").expect("a password");
    accounts.add_member(name.clone(), &password, Timestamp(0)).await.expect("a member");
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
