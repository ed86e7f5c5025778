//! The lobby of all servers that share the store, of which this server has a copy.
//!
//! The store has it as one text with a version. A change is computed on a copy and stored if the
//! version is still the same; otherwise somebody was faster, and it is computed again on what they
//! made of it. So of two servers that accept the same offer one wins, and the other finds that it
//! is taken. A whole text is simpler than a table for each part, and all rules stay in
//! [`LobbyState`]; it is small, because it has only those who are here. Hints of the store say when
//! to read it again. A lost one costs time and nothing else.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::Timestamp;
use store::{Store, StoreError};
use tokio::sync::watch;

use super::error::LobbyError;
use super::local::LocalLobby;
use super::state::LobbyState;
use crate::ApiError;
use crate::live::Clock;

/// The lobby of all servers.
pub(super) struct SharedLobby {
    store: Arc<dyn Store>,
    clock: Clock,
    local: Mutex<LocalLobby>,
    known: Mutex<Known>,
    /// This server makes one change at a time.
    turn: tokio::sync::Mutex<()>,
    /// Counts changes, for those who follow.
    changes: watch::Sender<u64>,
}

/// A version of the lobby.
#[derive(Clone)]
struct Known {
    version: u64,
    state: Arc<LobbyState>,
}

impl SharedLobby {
    /// The lobby of this store; its pages are here for this time after they were last heard of.
    pub(super) fn new(store: Arc<dyn Store>, clock: Clock, grace: Duration) -> SharedLobby {
        let state = Arc::new(LobbyState::new(grace, store.server_id()));
        SharedLobby {
            store,
            clock,
            local: Mutex::new(LocalLobby::new(grace)),
            known: Mutex::new(Known { version: 0, state }),
            turn: tokio::sync::Mutex::default(),
            changes: watch::channel(0).0,
        }
    }

    /// The lobby as far as it is known here.
    pub(super) fn state(&self) -> Arc<LobbyState> {
        self.known().state
    }

    /// Changes with the lobby.
    pub(super) fn subscribe(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// What this server knows by itself. A change of it is shared by the next [`SharedLobby::sync`]
    /// or [`SharedLobby::change`].
    pub(super) fn local(&self) -> MutexGuard<'_, LocalLobby> {
        // A panic would be a bug, but must not end the lobby for everybody.
        self.local.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shares what this server knows by itself, and ends what has had its time.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn sync(&self) -> Result<(), ApiError> {
        self.change(|_, _| Ok(())).await
    }

    /// Changes the lobby, after what this server knows by itself. An error changes nothing. The
    /// change may be computed several times.
    ///
    /// # Errors
    /// Those of the change, and when the store fails.
    pub(super) async fn change<T: Send>(
        &self,
        change: impl Fn(&mut LobbyState, Timestamp) -> Result<T, LobbyError> + Send,
    ) -> Result<T, ApiError> {
        let _turn = self.turn.lock().await;
        loop {
            let known = self.known();
            let (state, changed) = self.attempt(&known.state, &change);
            let is_done = if state == *known.state {
                // An old copy may be the reason for an error.
                changed.is_ok() || !self.read().await?
            } else {
                self.save(known.version, state).await?
            };
            if is_done {
                return Ok(changed?);
            }
        }
    }

    fn attempt<T>(
        &self,
        known: &LobbyState,
        change: impl Fn(&mut LobbyState, Timestamp) -> Result<T, LobbyError>,
    ) -> (LobbyState, Result<T, LobbyError>) {
        let now = self.clock.shared_now();
        let mut state = known.clone();
        self.local().apply(&mut state, self.clock.now(), now);
        state.expire(now);
        let mut next = state.clone();
        let changed = change(&mut next, now);
        (if changed.is_ok() { next } else { state }, changed)
    }

    /// Stores the lobby; false when another server was faster.
    async fn save(&self, base: u64, state: LobbyState) -> Result<bool, ApiError> {
        let text = state.to_json();
        let text = text.map_err(|error| ApiError::Internal(format!("the lobby: {error}")))?;
        let Some(version) = self.store.save_lobby(base, &text).await? else {
            self.read().await?;
            return Ok(false);
        };
        self.set(Known { version, state: Arc::new(state) });
        Ok(true)
    }

    /// Reads the lobby again if another server has changed it.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn refresh(&self) -> Result<(), StoreError> {
        let _turn = self.turn.lock().await;
        self.read().await?;
        self.watch_servers();
        Ok(())
    }

    /// Watches the servers of the lobby. That one is gone is said again then: it may not have been
    /// heard, or the lobby without it could not be stored.
    pub(super) fn watch_servers(&self) {
        for server in self.state().servers() {
            self.store.watch_server(server);
        }
    }

    /// True when another server has changed the lobby.
    async fn read(&self) -> Result<bool, StoreError> {
        let before = self.known();
        let Some(stored) = self.store.lobby_unless(before.version).await? else { return Ok(false) };
        let state = before.state.read_json(&stored.text).unwrap_or_else(|error| {
            tracing::error!("the stored lobby cannot be read, and begins anew: {error}");
            before.state.emptied()
        });
        self.local().adopt(&before.state, &state);
        self.set(Known { version: stored.version, state: Arc::new(state) });
        self.watch_servers();
        Ok(true)
    }

    fn set(&self, known: Known) {
        *self.lock() = known;
        self.changes.send_modify(|count| *count += 1);
    }

    fn known(&self) -> Known {
        self.lock().clone()
    }

    /// A panic cannot leave it half changed, so a poisoned lock is fine.
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
