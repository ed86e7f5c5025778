//! What is said when a database cannot be used, and what happens to one that can.

use std::time::Duration;

use postgres_server::{PASSWORD, Server, Stop};
use store::{ConnectError, Postgres, PostgresAddress, Store, StoreError};
use tokio::time::{sleep, timeout};

use super::{SERVER, binaries, database, empty_database};
use crate::fixtures::{entry, id, new_game};

/// Whatever a test waits for comes within this.
const SOON: Duration = Duration::from_secs(20);

async fn refused(url: &str) -> ConnectError {
    let address: PostgresAddress = url.parse().unwrap();
    Postgres::connect(&address).await.map(drop).unwrap_err()
}

#[tokio::test]
async fn a_wrong_password_is_named_and_not_shown() {
    let error = refused(&SERVER.tcp_url("s3cret", "postgres")).await;
    assert!(matches!(error, ConnectError::Denied { .. }), "{error:?}");
    assert!(error.to_string().contains("password"), "{error}");
    assert!(!error.to_string().contains("s3cret"), "{error}");
}

#[tokio::test]
async fn a_missing_password_is_named() {
    let error = refused(&SERVER.tcp_url("s3cret", "postgres").replace(":s3cret@", "@")).await;
    assert!(matches!(error, ConnectError::Denied { .. }), "{error:?}");
    assert!(error.to_string().contains("password missing"), "{error}");
}

#[tokio::test]
async fn a_user_who_may_not_connect_is_told_so() {
    let database = empty_database();
    SERVER.psql("postgres", "CREATE ROLE stranger LOGIN").unwrap();
    database.psql(&format!("REVOKE CONNECT ON DATABASE {} FROM PUBLIC", database.name));
    let error = refused(&SERVER.url(&database.name).replace("//postgres@", "//stranger@")).await;
    assert!(matches!(error, ConnectError::Denied { .. }), "{error:?}");
    assert!(error.to_string().contains("permission denied for database"), "{error}");
}

#[tokio::test]
async fn a_missing_database_is_named() {
    let error = refused(&SERVER.url("nowhere")).await;
    assert!(matches!(error, ConnectError::NoDatabase { .. }), "{error:?}");
    assert!(error.to_string().contains("nowhere"), "{error}");
}

#[tokio::test]
async fn a_user_without_rights_is_told_what_is_missing() {
    SERVER.psql("postgres", "CREATE ROLE pupil LOGIN").unwrap();
    for database in [database(), empty_database()] {
        database.psql("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
        let error = refused(&SERVER.url(&database.name).replace("//postgres@", "//pupil@")).await;
        assert!(matches!(error, ConnectError::NoRights { .. }), "{error:?}");
        assert!(error.to_string().contains("owner of the database"), "{error}");
        assert!(error.to_string().contains("(permission denied for "), "{error}");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let error = refused(&format!("postgres://anna:s3cret@localhost:{port}/chess")).await;
    assert!(matches!(error, ConnectError::Unreachable { .. }), "{error:?}");
    let text = error.to_string();
    assert!(text.contains(&format!("localhost:{port}")) && !text.contains("s3cret"), "{text}");
}

#[tokio::test]
async fn a_database_that_is_only_read_is_named() {
    for database in [database(), empty_database()] {
        let name = &database.name;
        database.psql(&format!("ALTER DATABASE {name} SET default_transaction_read_only = on"));
        let error = Postgres::connect(&database.address).await.map(drop).unwrap_err();
        assert!(matches!(error, ConnectError::ReadOnly(_)), "{error:?}");
        assert!(error.to_string().contains("is read-only"), "{error}");
    }
}

#[tokio::test]
async fn a_standby_is_named() {
    let primary = Server::start(&binaries()).unwrap();
    let standby = primary.start_standby().unwrap();
    let error = refused(&standby.url("postgres")).await;
    assert!(matches!(error, ConnectError::Standby(_)), "{error:?}");
}

#[tokio::test]
async fn a_newer_schema_is_refused_and_left_alone() {
    let database = database();
    database.psql("UPDATE tabiya_schema SET version = 99");
    let error = Postgres::connect(&database.address).await.map(drop).unwrap_err();
    assert!(matches!(error, ConnectError::Newer { found: 99, .. }), "{error:?}");
    assert_eq!(database.psql("SELECT version FROM tabiya_schema"), "99");
}

#[tokio::test]
async fn the_tables_of_another_program_are_left_alone() {
    for tables in
        ["CREATE TABLE game (title text)", "CREATE TABLE account (name text)", "CREATE TABLE a ()"]
    {
        let database = empty_database();
        database.psql(tables);
        let error = Postgres::connect(&database.address).await.map(drop).unwrap_err();
        assert!(matches!(error, ConnectError::OtherProgram(_)), "{tables}: {error:?}");
        assert_eq!(
            database.psql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"),
            "1"
        );
    }
    let extended = empty_database();
    extended.psql("CREATE EXTENSION pg_stat_statements");
    extended.connect().await;
}

#[tokio::test]
async fn a_database_in_another_encoding_is_refused() {
    let name = "test_latin1";
    let sql = format!("CREATE DATABASE {name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    SERVER.psql("postgres", &sql).unwrap();
    let error = refused(&SERVER.url(name)).await;
    assert!(matches!(error, ConnectError::Encoding { .. }), "{error:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_that_start_at_once_create_the_tables_together() {
    let database = empty_database();
    let connect = |address: PostgresAddress| async move { Postgres::connect(&address).await };
    let starting: Vec<_> =
        (0..4).map(|_| tokio::spawn(connect(database.address.clone()))).collect();
    for (number, started) in starting.into_iter().enumerate() {
        let store = started.await.unwrap().unwrap();
        store.create(new_game(number)).await.unwrap();
        assert!(store.finds_words_by_index(), "Debian's package has the extension");
    }
    assert_eq!(database.psql("SELECT count(*) FROM tabiya_schema"), "1");
}

#[tokio::test]
async fn the_size_is_that_of_the_database() {
    let store = database().connect().await;
    assert!(store.size().await.unwrap() > 1_000_000);
    assert_eq!(store.backup("nowhere.db".as_ref()).await, Err(StoreError::ExternalBackup));
}

#[tokio::test]
async fn a_connection_names_its_program_and_has_limits() {
    let database = database();
    let store = database.connect().await;
    store.create(new_game(1)).await.unwrap();
    let sql = "SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name = 'tabiya' \
               AND datname = current_database()";
    assert_eq!(database.psql(sql), "t");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_goes_on_when_its_server_is_back() {
    let server = Server::start(&binaries()).unwrap();
    let address: PostgresAddress = server.url("postgres").parse().unwrap();
    let store = Postgres::connect(&address).await.unwrap();
    store.create(new_game(1)).await.unwrap();
    store.append(entry(1, 1)).await.unwrap();
    server.stop(Stop::Immediate).unwrap();
    let failed = [
        store.append(entry(1, 2)).await.map(drop),
        store.create(new_game(2)).await,
        store.load(&id(1)).await.map(drop),
    ];
    for failed in failed {
        assert!(matches!(failed, Err(StoreError::Database(_))), "{failed:?}");
    }
    server.resume().unwrap();
    store.append(entry(1, 2)).await.unwrap();
    assert_eq!(store.load(&id(1)).await.unwrap().unwrap().records.len(), 3);
    assert_eq!(store.load(&id(2)).await, Ok(None), "what failed was not stored");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_are_encrypted_as_the_address_asks_for() {
    let plain = database().tcp_address("sslmode=require");
    let error = Postgres::connect(&plain).await.map(drop).unwrap_err();
    assert!(matches!(error, ConnectError::NoTls(_)), "{error}");
    assert!(error.to_string().contains("sslmode=disable"), "{error}");

    let server = Server::start_with_tls(&binaries()).unwrap();
    let url = server.tcp_url(PASSWORD, "postgres");
    let trusted = format!("sslmode=verify-full&sslrootcert={}", server.certificate().display());
    for (options, is_accepted) in [
        ("sslmode=disable", true),
        ("sslmode=prefer", true),
        ("sslmode=require", true),
        (trusted.as_str(), true),
        ("sslmode=verify-full", false),
    ] {
        let address: PostgresAddress =
            format!("{url}&{options}").replace("postgres&", "postgres?").parse().unwrap();
        let connected = Postgres::connect(&address).await.map(drop);
        assert_eq!(connected.is_ok(), is_accepted, "{options}: {connected:?}");
    }
    let sql = "SELECT count(*) FROM pg_stat_ssl WHERE ssl";
    let address: PostgresAddress = format!("{url}?sslmode=require").parse().unwrap();
    let _store = Postgres::connect(&address).await.unwrap();
    assert_ne!(server.psql("postgres", sql).unwrap(), "0");

    server.psql("postgres", &only_encrypted(&server)).unwrap();
    server.psql("postgres", "SELECT pg_reload_conf()").unwrap();
    let address: PostgresAddress = format!("{url}?sslmode=disable").parse().unwrap();
    // It takes a moment until the file is read.
    let refusing = async {
        loop {
            if let Err(error) = Postgres::connect(&address).await {
                break error;
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    let error = timeout(SOON, refusing).await.expect("it is refused soon");
    assert!(matches!(error, ConnectError::TlsNeeded { .. }), "{error}");
    assert!(error.to_string().contains("sslmode=require"), "{error}");
}

/// Lets the server accept encrypted connections only, beside those on its socket.
fn only_encrypted(server: &Server) -> String {
    let file = server.psql("postgres", "SHOW hba_file").unwrap();
    let lines = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256";
    format!("COPY (SELECT unnest(string_to_array(E'{lines}', E'\\n'))) TO '{file}'")
}

#[tokio::test]
async fn settings_that_risk_what_was_acknowledged_are_named() {
    let database = database();
    assert_eq!(database.connect().await.unsafe_settings(), [""; 0]);
    let name = &database.name;
    database.psql(&format!("ALTER DATABASE {name} SET synchronous_commit = off"));
    assert_eq!(database.connect().await.unsafe_settings(), ["synchronous_commit"]);
}
