//! The lobby: members who are here find each other for games.
//!
//! [`state`] decides, and [`shared`] has it in common with all servers that share the store. What
//! members ask for is passed on by [`requests`], and [`games`] creates the games that start; this
//! module knows who is here, and tells everybody who follows.
//! After a restart the pages come back by themselves. Offers stay only while their owners are
//! connected to a server.
//!
//! Members stay for a while after the last request of one of their pages ([`local`]). A page opens
//! a stream, which ends after a third of that time and is opened again, so that a connection that
//! is silently lost does not keep its member in the lobby.

mod error;
mod games;
mod local;
mod offers;
mod ratings;
mod requests;
mod servers;
mod shared;
mod state;
mod view;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use competition::ratings::RatingHistory;
use game::Timestamp;
use store::{AccountId, ServerId};
use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, sleep};
use wire::lobby::LobbyView;

pub use self::error::LobbyError;
use self::ratings::Ratings;
use self::shared::SharedLobby;
use self::state::LobbyState;
pub(crate) use self::state::{Asker, OfferId, OfferTerms, Page, RatingRange};
use crate::accounts::Caller;
use crate::competitions::{Competitions, member};
use crate::live::{PlayerNews, Rooms};
use crate::security::{Permit, Permits};
use crate::{ApiError, error as errors};

/// How many streams are open at once, in total and of one client.
const MAX_STREAMS: usize = 4_000;
const MAX_STREAMS_PER_CLIENT: usize = 12;
/// How long ratings are used before they are computed again.
const RATINGS_TIME: Duration = Duration::from_secs(30);
/// How often the lobby looks for what has had its time, as a part of the time somebody is here.
const SWEEPS: u32 = 20;
/// How long the lobby waits for more news from boards where several servers share it.
const NEWS_DELAY: Duration = Duration::from_millis(100);
/// What the log says could not be done.
const SHARE: &str = "sharing what this server knows";
const READ: &str = "reading what other servers have changed";
const LEAVE: &str = "removing who has logged out";
const FORGET: &str = "removing a server that is gone";

/// The lobby. Clones refer to the same one.
#[derive(Clone)]
pub(crate) struct Lobby(Arc<Inner>);

struct Inner {
    rooms: Rooms,
    competitions: Competitions,
    grace: Duration,
    shared: SharedLobby,
    streams: Permits,
    ratings: tokio::sync::Mutex<Option<(Timestamp, Arc<Ratings>)>>,
    /// Who comes to boards and leaves them.
    news: tokio::sync::Mutex<mpsc::UnboundedReceiver<PlayerNews>>,
}

/// Somebody who follows the lobby.
pub(crate) struct Follower {
    lobby: Lobby,
    viewer: Option<AccountId>,
    page: Option<Page>,
    changes: watch::Receiver<u64>,
    ratings: Arc<Ratings>,
    /// What was sent last.
    sent: Option<LobbyView>,
    _permit: Permit,
}

impl Follower {
    /// Waits for a change that the follower can see, and returns the lobby after it.
    pub(crate) async fn changed(&mut self) -> Option<LobbyView> {
        loop {
            self.changes.changed().await.ok()?;
            self.changes.borrow_and_update();
            let view = self.lobby.state().view(self.viewer, self.page.as_ref(), &self.ratings);
            if self.sent.as_ref() != Some(&view) {
                self.sent = Some(view.clone());
                return Some(view);
            }
        }
    }
}

impl Lobby {
    /// A lobby whose members are here for this time after they were last heard of.
    pub(crate) fn new(
        rooms: Rooms,
        competitions: Competitions,
        grace: Duration,
        news: mpsc::UnboundedReceiver<PlayerNews>,
    ) -> Lobby {
        let services = rooms.services();
        let (store, clock) = (Arc::clone(&services.store), services.clock.clone());
        Lobby(Arc::new(Inner {
            shared: SharedLobby::new(store, clock, grace),
            rooms,
            competitions,
            grace,
            streams: Permits::new(MAX_STREAMS, MAX_STREAMS_PER_CLIENT),
            ratings: tokio::sync::Mutex::default(),
            news: tokio::sync::Mutex::new(news),
        }))
    }

    /// After this time a stream ends, and its page opens the next one.
    pub(crate) fn stream_time(&self) -> Duration {
        self.0.grace / 3
    }

    /// Follows the lobby. The first change is there at once.
    ///
    /// # Errors
    /// When there are too many streams, or the store fails.
    pub(crate) async fn follow(
        &self,
        caller: &Caller,
        page: Option<Page>,
    ) -> Result<Follower, ApiError> {
        let permit = self.0.streams.admit(Some(caller.client())).map_err(|_| ApiError::Busy)?;
        let ratings = self.ratings().await?;
        self.hear(caller, page.clone()).await?;
        let (lobby, viewer) = (self.clone(), caller.account_id());
        let mut changes = self.0.shared.subscribe();
        changes.mark_changed();
        Ok(Follower { lobby, viewer, page, changes, ratings, sent: None, _permit: permit })
    }

    /// The lobby as it is now.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn view(
        &self,
        caller: &Caller,
        page: Option<Page>,
    ) -> Result<LobbyView, ApiError> {
        let ratings = self.ratings().await?;
        self.hear(caller, page.clone()).await?;
        Ok(self.state().view(caller.account_id(), page.as_ref(), &ratings))
    }

    /// Somebody has logged out.
    pub(crate) async fn leave(&self, account: AccountId) {
        self.0.shared.local().leave(account);
        let leave = move |state: &mut LobbyState, now| {
            state.leave(account, now);
            Ok(())
        };
        log(LEAVE, self.0.shared.change(leave).await);
    }

    /// Another server is gone.
    pub(crate) async fn forget_server(&self, server: ServerId) {
        let forget = move |state: &mut LobbyState, now| {
            state.forget_server(server, now);
            Ok(())
        };
        let forgotten = self.0.shared.change(forget).await;
        if forgotten.is_err() {
            self.0.shared.watch_servers();
        }
        log(FORGET, forgotten);
    }

    /// Reads what another server has changed.
    pub(crate) async fn refresh(&self) {
        log(READ, self.0.shared.refresh().await.map_err(ApiError::from));
    }

    /// Ends what has had its time and learns who is at a board, forever.
    pub(crate) async fn run(&self) -> Infallible {
        self.refresh().await;
        let mut news = self.0.news.lock().await;
        let mut sweeps = interval(self.0.grace / SWEEPS);
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = sweeps.tick() => {}
                Some(first) = news.recv() => self.learn(first, &mut news).await,
            }
            log(SHARE, self.0.shared.sync().await);
        }
    }

    /// Learns what has happened at boards. All of it is shared together.
    async fn learn(&self, first: PlayerNews, more: &mut mpsc::UnboundedReceiver<PlayerNews>) {
        if self.0.rooms.services().is_shared {
            sleep(NEWS_DELAY).await;
        }
        let mut local = self.0.shared.local();
        local.learn(first);
        while let Ok(news) = more.try_recv() {
            local.learn(news);
        }
    }

    /// Records a request of a member. Unless others see a difference, it is shared later.
    async fn hear(&self, caller: &Caller, page: Option<Page>) -> Result<(), ApiError> {
        let Some(account) = caller.account() else { return Ok(()) };
        let asker = Asker { id: account.id, name: account.name.clone(), page };
        if !self.state().knows(&asker) {
            return self.change(&asker, |_, _| Ok(())).await;
        }
        self.0.shared.local().hear(&asker, self.now());
        Ok(())
    }

    /// The ratings of a moment ago.
    async fn ratings(&self) -> Result<Arc<Ratings>, ApiError> {
        let now = self.now();
        let mut known = self.0.ratings.lock().await;
        if let Some((at, ratings)) = &*known
            && now.since(*at) < RATINGS_TIME
        {
            return Ok(Arc::clone(ratings));
        }
        let accounts = self.0.rooms.services().store.accounts().await?;
        let starting: std::collections::HashMap<_, _> =
            accounts.iter().map(|account| (member(account.id), account.rating)).collect();
        let starting = move |member| starting.get(&member).copied().flatten();
        // A competition that cannot be read must not close the lobby.
        let history = self.0.competitions.ratings(starting).await.unwrap_or_else(|error| {
            tracing::error!("the lobby does without ratings: {error}");
            RatingHistory::default()
        });
        let ratings = Arc::new(Ratings::new(&accounts, &history));
        *known = Some((now, Arc::clone(&ratings)));
        Ok(ratings)
    }

    fn now(&self) -> Timestamp {
        self.0.rooms.services().clock.now()
    }

    fn state(&self) -> Arc<LobbyState> {
        self.0.shared.state()
    }
}

/// Logs what could not be done. The next sweep tries it again.
fn log(what: &'static str, done: Result<(), ApiError>) {
    if let Err(error) = done {
        tracing::error_span!("lobby", what).in_scope(|| errors::log(&error));
    }
}

#[cfg(test)]
mod tests;
