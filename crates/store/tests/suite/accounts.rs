//! Rules about accounts and sessions.

use std::sync::Arc;

use game::{Name, Timestamp};
use store::{
    Account, AccountId, NewAccount, PasswordHash, Role, SecretHash, Session, Store, StoreError,
};

pub(crate) const MOST: u32 = 3;

pub(crate) fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

pub(crate) fn new_account(text: &str) -> NewAccount {
    NewAccount {
        name: name(text),
        role: Role::Member,
        password: Some(PasswordHash(format!("hash of {text}"))),
        group: None,
        rating: None,
        created: Timestamp(7),
    }
}

pub(crate) fn session(account: AccountId, number: u8) -> Session {
    Session {
        token: token(number),
        account,
        created: Timestamp(number.into()),
        last_used: Timestamp(number.into()),
        expires: Timestamp(1_000),
        is_by_card: false,
    }
}

pub(crate) fn token(number: u8) -> SecretHash {
    SecretHash([number; 32])
}

/// Which of the first sessions are there.
pub(crate) async fn there(store: &Arc<dyn Store>) -> Vec<u8> {
    let mut there = Vec::new();
    for number in 0..10 {
        if store.session(token(number)).await.unwrap().is_some() {
            there.push(number);
        }
    }
    there
}

pub(crate) async fn a_name_is_given_once_in_any_case(store: Arc<dyn Store>) {
    let admin = NewAccount { role: Role::Admin, ..new_account("Zoë") };
    let id = store.add_account(admin.clone()).await.unwrap();
    for again in ["Zoë", "zoë", "ZOË"] {
        let refused = store.add_account(new_account(again)).await;
        assert_eq!(refused, Err(StoreError::NameTaken(name(again))));
        let NewAccount { name: kept, role, password, group, rating, created } = admin.clone();
        let expected = Account { id, name: kept, role, password, group, rating, created };
        assert_eq!(store.account(&name(again)).await, Ok(Some(expected)), "{again}");
    }
    for other in ["Zoe", "anna"] {
        assert_eq!(store.account(&name(other)).await, Ok(None), "{other}");
        store.add_account(new_account(other)).await.unwrap();
    }
    let names: Vec<_> = store.accounts().await.unwrap().into_iter().map(|one| one.name).collect();
    assert_eq!(names, ["anna", "Zoe", "Zoë"].map(name));
}

pub(crate) async fn an_account_is_found_by_a_name_in_any_width_and_composition(
    store: Arc<dyn Store>,
) {
    let id = store.add_account(new_account("Kelvin Zoë")).await.unwrap();
    for same in ["\u{212A}elvin Zoë", "Ｋｅｌｖｉｎ zoe\u{308}", "kelvin  ZOË"] {
        let found = store.account(&name(same)).await.unwrap();
        assert_eq!(found.map(|account| account.id), Some(id), "{same}");
        let refused = store.add_account(new_account(same)).await;
        assert_eq!(refused, Err(StoreError::NameTaken(name(same))));
    }
}

pub(crate) async fn a_name_that_looks_like_another_is_taken(store: Arc<dyn Store>) {
    let id = store.add_account(new_account("Anna")).await.unwrap();
    let cyrillic = "Аnnа";
    assert_eq!(store.account(&name(cyrillic)).await, Ok(None), "but it is not the same name");
    let alike = store.accounts_like(&name(cyrillic)).await.unwrap();
    assert_eq!(alike.iter().map(|account| account.id).collect::<Vec<_>>(), [id]);
    let refused = store.add_account(new_account(cyrillic)).await;
    assert_eq!(refused, Err(StoreError::NameTaken(name(cyrillic))));
    assert_eq!(store.accounts_like(&name("Hanna")).await, Ok(vec![]));
}

pub(crate) async fn a_device_is_known_to_the_accounts_that_used_it(store: Arc<dyn Store>) {
    let anna = store.add_account(new_account("Anna")).await.unwrap();
    let ben = store.add_account(new_account("Ben")).await.unwrap();
    let uses = async |number, account, at| {
        store.remember_device(token(number), account, Timestamp(at), MOST).await.unwrap();
    };
    let known = async |account| {
        let mut known = Vec::new();
        for number in 0..10 {
            if store.knows_device(token(number), account).await.unwrap() {
                known.push(number);
            }
        }
        known
    };
    uses(1, anna, 1).await;
    uses(1, ben, 1).await;
    for number in 2..=3 {
        uses(number, anna, number.into()).await;
    }
    uses(1, anna, 4).await;
    uses(5, anna, 5).await;
    assert_eq!((known(anna).await, known(ben).await), (vec![1, 3, 5], vec![1]));
    store.change_password(anna, PasswordHash("another".into())).await.unwrap();
    assert_eq!((known(anna).await, known(ben).await), (vec![], vec![1]));
    store.remove_account(ben).await.unwrap();
    uses(1, ben, 6).await;
    assert_eq!(known(ben).await, Vec::<u8>::new(), "nobody's devices are remembered");
}

pub(crate) async fn the_number_of_an_account_is_never_given_again(store: Arc<dyn Store>) {
    let first = store.add_account(new_account("Anna")).await.unwrap();
    assert_eq!(store.remove_account(first).await, Ok(true));
    assert_eq!(store.remove_account(first).await, Ok(false));
    let second = store.add_account(new_account("Anna")).await.unwrap();
    assert_ne!(first, second, "or Anna would have the seats of the Anna before her");
}

pub(crate) async fn a_new_password_ends_every_session_of_its_account(store: Arc<dyn Store>) {
    let anna = store.add_account(new_account("Anna")).await.unwrap();
    let ben = store.add_account(new_account("Ben")).await.unwrap();
    for (account, number) in [(anna, 1), (anna, 2), (ben, 3)] {
        assert_eq!(store.begin_session(session(account, number), MOST).await, Ok(true));
    }
    let changed = PasswordHash("another".into());
    assert_eq!(store.change_password(anna, changed.clone()).await, Ok(true));
    assert_eq!(there(&store).await, [3]);
    let kept = store.account(&name("anna")).await.unwrap().unwrap();
    assert_eq!(kept.password.as_ref(), Some(&changed));
    assert_eq!(store.change_password(AccountId(99), changed).await, Ok(false));
}

pub(crate) async fn an_account_goes_with_its_sessions(store: Arc<dyn Store>) {
    let anna = store.add_account(new_account("Anna")).await.unwrap();
    store.begin_session(session(anna, 1), MOST).await.unwrap();
    store.remove_account(anna).await.unwrap();
    assert!(there(&store).await.is_empty());
    assert_eq!(store.begin_session(session(anna, 2), MOST).await, Ok(false));
    assert!(there(&store).await.is_empty());
}

pub(crate) async fn a_session_is_found_by_its_token_until_it_ends(store: Arc<dyn Store>) {
    let anna = store.add_account(new_account("Anna")).await.unwrap();
    store.begin_session(session(anna, 1), MOST).await.unwrap();
    store.begin_session(session(anna, 2), MOST).await.unwrap();
    store.extend_session(token(1), Timestamp(50), Timestamp(2_000)).await.unwrap();
    let (found, account) = store.session(token(1)).await.unwrap().unwrap();
    let expected =
        Session { last_used: Timestamp(50), expires: Timestamp(2_000), ..session(anna, 1) };
    assert_eq!((found, account.id), (expected, anna));
    for expected in [true, false] {
        assert_eq!(store.end_session(token(1)).await, Ok(expected));
        store.extend_session(token(1), Timestamp(60), Timestamp(3_000)).await.unwrap();
        assert_eq!(there(&store).await, [2], "what has ended stays so");
    }
}

pub(crate) async fn an_account_keeps_the_sessions_that_were_used_last(store: Arc<dyn Store>) {
    let anna = store.add_account(new_account("Anna")).await.unwrap();
    let ben = store.add_account(new_account("Ben")).await.unwrap();
    let over = Session { expires: Timestamp(6), ..session(ben, 0) };
    store.begin_session(over, MOST).await.unwrap();
    for number in 1..=5 {
        store.begin_session(session(anna, number), MOST).await.unwrap();
    }
    assert_eq!(there(&store).await, [0, 3, 4, 5], "others' sessions do not count");
    store.extend_session(token(3), Timestamp(10), Timestamp(1_000)).await.unwrap();
    store.begin_session(session(anna, 6), MOST).await.unwrap();
    assert_eq!(there(&store).await, [3, 5, 6], "and what is over goes");
}
