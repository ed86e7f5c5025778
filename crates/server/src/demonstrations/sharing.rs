//! Tells the other servers that share the store who follows boards here, and learns from them who
//! does there, so that a board can be handed to any follower.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::time::Duration;

use store::{DemonstrationId, ServerId, StoreError};
use tokio::time::{sleep, timeout};

use super::followers::FollowerReport;
use super::{Demonstrations, LiveBoard};

/// How long to wait for more followers, because a class comes at once.
const SHARE_DELAY: Duration = Duration::from_millis(100);
/// After this, what could not be stored is tried again.
const RETRY_DELAY: Duration = Duration::from_secs(2);

impl Demonstrations {
    /// Tells other servers who comes and leaves, forever.
    pub(crate) async fn run(&self) -> Infallible {
        let mut changes = self.0.changes.1.lock().await;
        let mut failed = BTreeSet::new();
        loop {
            let first = if failed.is_empty() {
                changes.recv().await
            } else {
                timeout(RETRY_DELAY, changes.recv()).await.unwrap_or_default()
            };
            let mut boards = std::mem::take(&mut failed);
            boards.extend(first);
            if self.is_shared() {
                sleep(SHARE_DELAY).await;
            }
            while let Ok(board) = changes.try_recv() {
                boards.insert(board);
            }
            for board in boards.into_iter().filter(|_| self.is_shared()) {
                let shared = self.share_followers(&board).await;
                log(&board, &shared);
                failed.extend(shared.is_err().then_some(board));
            }
        }
    }

    /// Stores who follows a board here. Only one task does, so that the last report wins.
    async fn share_followers(&self, board: &DemonstrationId) -> Result<(), StoreError> {
        let slot = self.lock().get(board).cloned();
        // The followers of a board that was ended or is loaded again leave.
        let live = slot.as_ref().and_then(|slot| slot.get());
        let report = live.map(|live| live.followers.report()).unwrap_or_default();
        let text =
            serde_json::to_string(&report).map_err(|e| StoreError::Database(e.to_string()))?;
        self.store().save_followers(board, (!report.is_empty()).then_some(&text)).await
    }

    /// Reads who follows a board on other servers, if it is loaded here.
    pub(crate) async fn refresh_followers(&self, board: &DemonstrationId) {
        let slot = self.lock().get(board).cloned();
        if let Some(live) = slot.as_ref().and_then(|slot| slot.get()) {
            log(board, &self.read_followers(board, live).await);
        }
    }

    /// Stores and reads the followers of all loaded boards, because hints may have been lost and
    /// what was stored with them.
    pub(super) async fn refresh_all_followers(&self, boards: &[DemonstrationId]) {
        for board in boards {
            // The server may be ending.
            let _ = self.0.changes.0.send(board.clone());
            self.refresh_followers(board).await;
        }
    }

    /// Reads who follows a board on other servers.
    pub(super) async fn read_followers(
        &self,
        board: &DemonstrationId,
        live: &LiveBoard,
    ) -> Result<(), StoreError> {
        let mut elsewhere = BTreeMap::new();
        for stored in self.store().followers_elsewhere(board).await? {
            self.store().watch_server(stored.server);
            let report = serde_json::from_str::<FollowerReport>(&stored.text);
            let report = report.inspect_err(|error| {
                tracing::error!(demonstration = %board, "the followers elsewhere: {error}");
            });
            elsewhere.insert(stored.server, report.unwrap_or_default());
        }
        live.followers.set_elsewhere(elsewhere);
        Ok(())
    }

    /// Another server is gone, and its followers with it.
    pub(crate) async fn forget_server(&self, server: ServerId) {
        let slots: Vec<_> = self.lock().values().cloned().collect();
        for live in slots.iter().filter_map(|slot| slot.get()) {
            live.followers.forget_server(server);
        }
        if let Err(error) = self.store().forget_followers(server).await {
            tracing::error!("the followers on a server that is gone are not forgotten: {error}");
        }
    }
}

/// Logs that followers could not be stored, which is tried again, or that those on other servers
/// could not be read.
pub(super) fn log(board: &DemonstrationId, shared: &Result<(), StoreError>) {
    if let Err(error) = shared {
        tracing::error!(demonstration = %board, "its followers are not shared: {error}");
    }
}
