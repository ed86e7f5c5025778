//! What is sent twice, comes too late, or cannot be stored.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use async_trait::async_trait;
use game::{GameId, Name, Timestamp};
use serde_json::json;
use store::{
    Account, AccountId, Accounts, Appended, Entry, ImportGame, Imported, Memory, NewAccount,
    NewGame, Page, PasswordHash, Query, ReviewKey, Reviews, SeatOwners, SecretHash, Session, Store,
    StoreError, StoredEvaluation, StoredGame, Studies, Study, StudyChange, StudyId, StudyPage,
    StudyQuery, StudySave, StudySaved,
};

use super::client::{Client, acked, refused};
use super::server::{Running, new_game};

/// A store that can be told to fail, and counts what it has written.
#[derive(Default)]
struct Moody {
    inner: Memory,
    fails: AtomicBool,
    written: AtomicUsize,
}

#[async_trait]
impl Store for Moody {
    async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        self.inner.create(game).await
    }

    async fn import(&self, games: Vec<ImportGame>) -> Result<Vec<Imported>, StoreError> {
        self.inner.import(games).await
    }

    async fn ids(&self, query: &Query) -> Result<Vec<GameId>, StoreError> {
        self.inner.ids(query).await
    }

    async fn append(&self, entry: Entry) -> Result<Appended, StoreError> {
        if self.fails.load(Ordering::SeqCst) {
            return Err(StoreError::Database("the disk is full".into()));
        }
        let appended = self.inner.append(entry).await?;
        self.written.fetch_add(usize::from(appended == Appended::Written), Ordering::SeqCst);
        Ok(appended)
    }

    async fn set_seat_owners(
        &self,
        id: &GameId,
        seat_owners: SeatOwners,
    ) -> Result<(), StoreError> {
        self.inner.set_seat_owners(id, seat_owners).await
    }

    async fn remove(&self, id: &GameId, at: Option<Timestamp>) -> Result<(), StoreError> {
        self.inner.remove(id, at).await
    }

    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        self.inner.load(id).await
    }

    async fn list(&self, query: &Query) -> Result<Page, StoreError> {
        self.inner.list(query).await
    }

    async fn games_to_resume(&self) -> Result<Vec<GameId>, StoreError> {
        self.inner.games_to_resume().await
    }

    async fn heartbeat(&self, at: Timestamp) -> Result<(), StoreError> {
        self.inner.heartbeat(at).await
    }

    async fn last_heartbeat(&self) -> Result<Option<Timestamp>, StoreError> {
        self.inner.last_heartbeat().await
    }

    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        self.inner.backup(to).await
    }
}

#[async_trait]
impl Reviews for Moody {
    async fn save_evaluation(
        &self,
        key: &ReviewKey,
        evaluation: StoredEvaluation,
    ) -> Result<(), StoreError> {
        self.inner.save_evaluation(key, evaluation).await
    }

    async fn evaluations(&self, key: &ReviewKey) -> Result<Vec<StoredEvaluation>, StoreError> {
        self.inner.evaluations(key).await
    }
}

#[async_trait]
impl Studies for Moody {
    async fn save_study(&self, save: StudySave) -> Result<StudySaved, StoreError> {
        if self.fails.load(Ordering::SeqCst) {
            return Err(StoreError::Database("the disk is full".into()));
        }
        self.inner.save_study(save).await
    }

    async fn change_study(&self, id: &StudyId, change: StudyChange) -> Result<bool, StoreError> {
        self.inner.change_study(id, change).await
    }

    async fn study(&self, id: &StudyId) -> Result<Option<Study>, StoreError> {
        self.inner.study(id).await
    }

    async fn list_studies(&self, query: &StudyQuery) -> Result<StudyPage, StoreError> {
        self.inner.list_studies(query).await
    }
}

#[async_trait]
impl Accounts for Moody {
    async fn add_account(&self, account: NewAccount) -> Result<AccountId, StoreError> {
        self.inner.add_account(account).await
    }

    async fn account(&self, name: &Name) -> Result<Option<Account>, StoreError> {
        self.inner.account(name).await
    }

    async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        self.inner.accounts().await
    }

    async fn change_password(
        &self,
        id: AccountId,
        password: PasswordHash,
    ) -> Result<bool, StoreError> {
        self.inner.change_password(id, password).await
    }

    async fn remove_account(&self, id: AccountId) -> Result<bool, StoreError> {
        self.inner.remove_account(id).await
    }

    async fn begin_session(&self, session: Session, most: u32) -> Result<bool, StoreError> {
        self.inner.begin_session(session, most).await
    }

    async fn session(&self, token: SecretHash) -> Result<Option<(Session, Account)>, StoreError> {
        self.inner.session(token).await
    }

    async fn extend_session(
        &self,
        token: SecretHash,
        last_used: Timestamp,
        expires: Timestamp,
    ) -> Result<(), StoreError> {
        self.inner.extend_session(token, last_used, expires).await
    }

    async fn end_session(&self, token: SecretHash) -> Result<bool, StoreError> {
        self.inner.end_session(token).await
    }
}

// req: C2
#[tokio::test]
async fn a_move_that_is_sent_again_is_acked_again_and_stored_once() {
    let store = Arc::new(Moody::default());
    let server = Running::on(Arc::clone(&store) as Arc<dyn Store>).await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    let message = ada.moving("e2e4");
    for _ in 0..3 {
        ada.say(&message).await;
        let answer = ada.answer().await;
        acked(&answer);
        assert_eq!(answer["version"], 2);
    }
    assert_eq!(store.written.load(Ordering::SeqCst), 1);
    drop(ada);
    assert!(server.stop().await);

    let server = Running::on(Arc::clone(&store) as Arc<dyn Store>).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    ada.say(&message).await;
    let answer = ada.answer().await;
    acked(&answer);
    assert_eq!((answer["version"].as_u64(), ada.version), (Some(2), 2), "also after a restart");
    assert_eq!(store.written.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_stale_move_is_refused_after_what_was_missed() {
    let server = Running::start().await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    let early = ada.moving("d2d4");
    let mut wrong_ply = ada.moving("d2d4");
    wrong_ply["ply"] = json!(1);
    ada.say(&wrong_ply).await;
    refused(&ada.answer().await, "stale");
    acked(&ada.play("e2e4").await);
    ada.version = 1;
    ada.say(&early).await;
    let missed = ada.next().await.expect("an open socket");
    assert_eq!(missed["event"]["uci"], "e2e4", "{missed}");
    refused(&ada.answer().await, "stale");
}

#[tokio::test]
async fn what_cannot_be_stored_has_not_happened() {
    let store = Arc::new(Moody::default());
    let server = Running::on(Arc::clone(&store) as Arc<dyn Store>).await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    let mut bob = Client::join(&server, "bob", &game.id, game.black.as_deref()).await;
    bob.until("presence").await;
    let before = server.get(&format!("/api/games/{}", game.id)).await.body;
    store.fails.store(true, Ordering::SeqCst);
    refused(&ada.play("e2e4").await, "not_stored");
    refused(&ada.command(json!({ "type": "resign" })).await, "not_stored");
    assert_eq!(server.get(&format!("/api/games/{}", game.id)).await.body, before);
    store.fails.store(false, Ordering::SeqCst);
    acked(&ada.play("e2e4").await);
    let first = bob.next().await.expect("an open socket");
    assert_eq!((first["type"].as_str(), bob.version), (Some("event"), 2), "{first}");
}

#[tokio::test]
async fn messages_that_make_no_sense_are_refused_and_the_socket_stays() {
    let server = Running::start().await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    for (message, code) in [
        (json!("hello"), "bad_message"),
        (json!({ "type": "hello", "game": "nowhere" }), "no_game"),
        (json!({ "type": "hello", "game": "AAAAAAAAAA" }), "no_game"),
        (json!({ "type": "hello", "game": game.id, "secret": "x" }), "wrong_secret"),
        (json!({ "type": "hello", "game": game.id, "extra": 1 }), "bad_message"),
        (ada.moving("e2e5"), "bad_move"),
        (ada.moving("zzzz"), "bad_move"),
    ] {
        ada.say(&message).await;
        refused(&ada.answer().await, code);
    }
    let mut elsewhere = ada.moving("e2e4");
    elsewhere["game"] = json!("AAAAAAAAAA");
    ada.say(&elsewhere).await;
    refused(&ada.answer().await, "not_followed");
    let mut nameless = ada.moving("e2e4");
    nameless["id"] = json!("");
    ada.say(&nameless).await;
    refused(&ada.answer().await, "bad_id");
    acked(&ada.play("e2e4").await);
}

#[tokio::test]
async fn a_study_that_cannot_be_stored_is_not_said_to_be() {
    let store = Arc::new(Moody::default());
    let server = Running::on(Arc::clone(&store) as Arc<dyn Store>).await;
    let path = "/api/studies/AAAAbbbbCCCC1111";
    let secret = "x-study-secret: QUJDREVGR0hJSktMTU5PUA";
    let tree = json!({ "tags": [], "start_fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "result": "*", "comments": ["kept"], "nodes": [] });
    let save = json!({ "base": 0, "request": "a", "name": "A", "source": null, "tree": tree });
    store.fails.store(true, Ordering::SeqCst);
    let answer = server.send("PUT", path, secret, save.to_string()).await;
    assert_eq!((answer.status, answer.code().as_str()), (500, "not_stored"));
    assert!(!answer.body.contains("disk"), "what the database says is for the log");
    assert_eq!(server.send("GET", path, secret, "").await.status, 404);
    store.fails.store(false, Ordering::SeqCst);
    let answer = server.send("PUT", path, secret, save.to_string()).await;
    assert_eq!((answer.status, &answer.json()["version"]), (200, &json!(1)));
}
