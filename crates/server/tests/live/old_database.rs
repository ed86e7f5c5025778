//! A database from when the administrator was called the keeper.

use std::path::Path;
use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::PasswordHasher;
use rusqlite::Connection;
use serde_json::json;
use store::{DataDirectory, Sqlite, Store};

use super::server::{Running, config, password, with_admin};

/// The migrations of that time.
const MIGRATIONS: [&str; 5] = [
    include_str!("../../../store/src/sqlite/migrations/0001_games.sql"),
    include_str!("../../../store/src/sqlite/migrations/0002_accounts.sql"),
    include_str!("../../../store/src/sqlite/migrations/0003_reviews.sql"),
    include_str!("../../../store/src/sqlite/migrations/0004_imports.sql"),
    include_str!("../../../store/src/sqlite/migrations/0005_studies.sql"),
];

/// Writes a database of version 5 with these accounts: name and role.
fn old_database(directory: &Path, accounts: &[(&str, &str)]) {
    let file = Connection::open(directory.join(DataDirectory::DATABASE)).expect("a database");
    file.pragma_update(None, "application_id", 0x5461_6269).expect("a mark");
    for migration in MIGRATIONS {
        file.execute_batch(migration).expect("a migration");
    }
    file.pragma_update(None, "user_version", MIGRATIONS.len() as u32).expect("a version");
    for (name, role) in accounts {
        let hash = Argon2::default().hash_password_with_salt(password(name).as_bytes(), &[7; 16]);
        let sql = "INSERT INTO account (name, name_key, role, password, created) \
                   VALUES (?1, ?2, ?3, ?4, 0)";
        let hash = hash.expect("a hash").to_string();
        file.execute(sql, (name, name.to_lowercase(), role, hash)).expect("an account");
    }
}

fn open(directory: &Path) -> Arc<dyn Store> {
    let directory = DataDirectory::open(directory).expect("a directory");
    Arc::new(Sqlite::open(directory).expect("a library"))
}

/// Logs in; the status of the answer.
async fn log_in(server: &Running, name: &str, typed: &str) -> u16 {
    let login = json!({ "name": name, "password": typed });
    server.post("/api/session", None, &login).await.status
}

#[tokio::test]
async fn the_keeper_of_an_old_database_is_its_admin() {
    let directory = tempfile::tempdir().expect("a directory");
    old_database(directory.path(), &[("keeper", "keeper"), ("Anna", "member")]);
    let server = Running::with(config(), open(directory.path())).await;
    assert_eq!(server.role("").await, "visitor", "there is an admin, so nobody is one unasked");
    let keeper = server.log_in("keeper").await;
    assert_eq!(server.role(&keeper).await, "admin");
    let anna = server.log_in("Anna").await;
    assert_eq!(server.role(&anna).await, "member");
    let members = server.send("GET", "/api/members", &keeper, "").await.json();
    assert_eq!(members[0]["name"], "Anna");
    for (name, expected) in [("Ben", (200, "")), ("admin", RESERVED), ("Keeper", RESERVED)] {
        let body = json!({ "name": name, "password": "long enough" }).to_string();
        let answer = server.send("POST", "/api/members", &keeper, &body).await;
        let code = if answer.status == 200 { String::new() } else { answer.code() };
        assert_eq!((answer.status, code.as_str()), expected, "{name}");
    }
    assert!(server.stop().await);
}

const RESERVED: (u16, &str) = (409, "name_reserved");

#[tokio::test]
async fn members_whose_names_were_different_once_both_log_in() {
    let directory = tempfile::tempdir().expect("a directory");
    let names = ["ＡＮＮ", "Ann", "Ａnn", "admin"];
    old_database(directory.path(), &names.map(|name| (name, "member")));
    for _ in ["a migration", "another start"] {
        let server = Running::with(with_admin(), open(directory.path())).await;
        for name in names {
            let member = server.log_in(name).await;
            let session = server.send("GET", "/api/session", &member, "").await.json();
            assert_eq!(session["name"], name);
        }
        assert_eq!(log_in(&server, "ANN", &password("Ann")).await, 204, "the plainest is found");
        assert!(server.stop().await);
    }
}

#[tokio::test]
async fn the_configured_password_is_for_the_admin_whatever_the_account_is_called() {
    let directory = tempfile::tempdir().expect("a directory");
    old_database(directory.path(), &[("keeper", "keeper")]);
    let server = Running::with(with_admin(), open(directory.path())).await;
    for (name, typed, status) in [
        ("keeper", password("admin"), 204),
        ("keeper", password("keeper"), 401),
        ("admin", password("admin"), 401),
    ] {
        assert_eq!(log_in(&server, name, &typed).await, status, "{name}");
    }
    assert!(server.stop().await);
}

#[tokio::test]
async fn a_member_who_is_called_admin_stays_a_member() {
    let directory = tempfile::tempdir().expect("a directory");
    old_database(directory.path(), &[("admin", "member")]);
    let server = Running::with(with_admin(), open(directory.path())).await;
    assert_eq!(log_in(&server, "admin", &password("admin")).await, 204);
    let member = server.log_in("admin").await;
    assert_eq!(server.role(&member).await, "member");
    assert_eq!(log_in(&server, "keeper", &password("admin")).await, 204, "the free name");
    assert!(server.stop().await);
}
