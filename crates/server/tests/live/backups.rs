//! Backups by schedule, as the admin sees them.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use server::{BackupConfig, Config};
use store::{DataDirectory, Rotation, Sqlite};
use tempfile::TempDir;

use super::client::{Client, acked};
use super::server::{Running, eventually, new_game, with_admin};

/// A server that makes a backup every hour, the first one at once.
async fn start(data: &TempDir, directory: &Path) -> Running {
    let rotation = Rotation { directory: directory.into(), keep: 3 };
    let library = data.path().join(DataDirectory::DATABASE);
    let backups = Some(BackupConfig { library, rotation, every: Duration::from_hours(1) });
    let directory = DataDirectory::open(data.path()).expect("a directory");
    let store = Sqlite::open(directory).expect("a library");
    Running::with(Config { backups, ..with_admin() }, Arc::new(store)).await
}

/// The state of the backups once it has this field.
async fn state_with(server: &Running, field: &str) -> Value {
    let admin = server.log_in("admin").await;
    eventually(async || {
        let state = server.send("GET", "/api/backups", &admin, "").await.json();
        (!state[field].is_null()).then_some(state)
    })
    .await
}

#[tokio::test]
async fn a_backup_is_made_while_games_go_on_and_the_admin_sees_it() {
    let (data, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = start(&data, to.path()).await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    acked(&ada.play("e2e4").await);
    let state = state_with(&server, "last").await;
    assert!(state["failure"].is_null(), "{state}");
    assert_eq!((&state["keep"], &state["every_ms"]), (&3.into(), &3_600_000.into()), "{state}");
    let file = to.path().join(state["last"]["file"].as_str().expect("a name"));
    assert!(file.is_file(), "{state}");
    let metrics = server.get("/metrics").await.body;
    assert!(metrics.contains("tabiya_backup_failures 0"), "{metrics}");
    assert!(!metrics.contains("tabiya_last_backup_seconds 0\n"), "{metrics}");
}

#[tokio::test]
async fn a_backup_that_fails_is_shown_to_the_admin() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("in the way");
    std::fs::write(&file, "a file").unwrap();
    let server = start(&data, &file).await;
    let state = state_with(&server, "failure").await;
    assert!(state["last"].is_null(), "{state}");
    let message = state["failure"]["message"].as_str().expect("a message");
    assert!(message.contains("in the way"), "{message}");
    assert_eq!(state["failure"]["error"]["type"], "unwritable", "{state}");
    assert!(server.get("/metrics").await.body.contains("tabiya_backup_failures 1"));
}
