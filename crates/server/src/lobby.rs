//! The lobby: members who are here find each other for games.
//!
//! [`state`] decides, and [`shared`] has it in common with all servers that share the store; this
//! module passes it ids and lots, creates the games that start, and tells everybody who follows.
//! After a restart the pages come back by themselves. Offers stay only while their owners are
//! connected to a server.
//!
//! Members stay for a while after the last request of one of their pages ([`local`]). A page opens
//! a stream, which ends after a third of that time and is opened again, so that a connection that
//! is silently lost does not keep its member in the lobby.

mod error;
mod local;
mod offers;
mod ratings;
mod servers;
mod shared;
mod state;
mod view;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use chess::{ByColor, Color};
use competition::ratings::RatingHistory;
use game::{GameId, Name, Player, Seat, Start, Terms, TimeControl, Timestamp};
use store::{AccountId, SeatOwner, ServerId};
use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, sleep};
use wire::lobby::LobbyView;

pub use self::error::LobbyError;
pub(crate) use self::offers::{Lot, Outcome, Pairing};
use self::ratings::Ratings;
use self::shared::SharedLobby;
use self::state::LobbyState;
pub(crate) use self::state::{Asker, OfferId, OfferTerms, Page, RatingRange};
use crate::accounts::Caller;
use crate::competitions::{Competitions, member};
use crate::live::{PlayerNews, Rooms, random_id};
use crate::security::{Permit, Permits};
use crate::uninterrupted::uninterrupted;
use crate::{ApiError, App, Secret, error as errors, storage};

/// How many streams are open at once, in total and of one client.
const MAX_STREAMS: usize = 4_000;
const MAX_STREAMS_PER_CLIENT: usize = 12;
/// How long ratings are used before they are computed again.
const RATINGS_TIME: Duration = Duration::from_secs(30);
/// How often the lobby looks for what has had its time, as a part of the time somebody is here.
const SWEEPS: u32 = 20;
/// How long the lobby waits for more news from boards where several servers share it.
const NEWS_DELAY: Duration = Duration::from_millis(100);

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
        log(self.0.shared.change(leave).await);
    }

    /// Another server is gone.
    pub(crate) async fn forget_server(&self, server: ServerId) {
        let forget = move |state: &mut LobbyState, now| {
            state.forget_server(server, now);
            Ok(())
        };
        log(self.0.shared.change(forget).await);
    }

    /// Reads what another server has changed.
    pub(crate) async fn refresh(&self) {
        log(self.0.shared.refresh().await.map_err(ApiError::from));
    }

    /// Challenges a member.
    ///
    /// # Errors
    /// When the lobby rejects it, or the game that starts cannot be created.
    pub(crate) async fn challenge(
        &self,
        app: &App,
        caller: &Caller,
        id: OfferId,
        (asker, to): (Asker, Name),
        terms: OfferTerms,
    ) -> Result<Option<GameId>, ApiError> {
        let change = move |state: &mut LobbyState, asker: &Asker, lot, now| {
            state.challenge(id.clone(), asker, &to, terms, lot, now)
        };
        self.start_by(app, caller, asker, change).await
    }

    /// Accepts a challenge.
    ///
    /// # Errors
    /// As [`Lobby::challenge`].
    pub(crate) async fn accept(
        &self,
        app: &App,
        caller: &Caller,
        id: OfferId,
        asker: Asker,
    ) -> Result<Option<GameId>, ApiError> {
        let change = move |state: &mut LobbyState, asker: &Asker, lot, now| {
            state.accept(&id, asker, lot, now)
        };
        self.start_by(app, caller, asker, change).await
    }

    /// Declines a challenge.
    ///
    /// # Errors
    /// When there is no such challenge.
    pub(crate) async fn decline(&self, id: &OfferId, asker: &Asker) -> Result<(), ApiError> {
        self.change(asker, |state, now| state.decline(id, asker.id, now)).await
    }

    /// Withdraws a challenge.
    ///
    /// # Errors
    /// When it is somebody else's.
    pub(crate) async fn cancel_challenge(
        &self,
        id: &OfferId,
        asker: &Asker,
    ) -> Result<(), ApiError> {
        self.change(asker, |state, _| state.cancel_challenge(id, asker.id)).await
    }

    /// Opens a table.
    ///
    /// # Errors
    /// When the lobby rejects it.
    pub(crate) async fn seek(
        &self,
        id: OfferId,
        asker: &Asker,
        terms: OfferTerms,
        range: RatingRange,
    ) -> Result<Option<GameId>, ApiError> {
        let seek = |state: &mut LobbyState, now| state.seek(id.clone(), asker, terms, range, now);
        Ok(match self.change(asker, seek).await? {
            Outcome::Started(game) => Some(game),
            Outcome::Open | Outcome::Starts(_) => None,
        })
    }

    /// Sits down at a table.
    ///
    /// # Errors
    /// As [`Lobby::challenge`].
    pub(crate) async fn join_seek(
        &self,
        app: &App,
        caller: &Caller,
        id: OfferId,
        asker: Asker,
    ) -> Result<Option<GameId>, ApiError> {
        let ratings = self.ratings().await?;
        let change = move |state: &mut LobbyState, asker: &Asker, lot, now| {
            let terms = state.seek_terms(&id).ok_or(LobbyError::NoSeek)?;
            state.join_seek(&id, asker, ratings.of(asker.id, terms.time), lot, now)
        };
        self.start_by(app, caller, asker, change).await
    }

    /// Closes a table.
    ///
    /// # Errors
    /// When it is somebody else's.
    pub(crate) async fn cancel_seek(&self, id: &OfferId, asker: &Asker) -> Result<(), ApiError> {
        self.change(asker, |state, _| state.cancel_seek(id, asker.id)).await
    }

    /// Seats pairs for an organizer, all or none.
    ///
    /// # Errors
    /// When the lobby rejects it, or a game cannot be created. Games that were created before stay.
    pub(crate) async fn seat(
        &self,
        request: OfferId,
        pairs: Vec<ByColor<Name>>,
        time: Option<TimeControl>,
    ) -> Result<Vec<GameId>, ApiError> {
        let with_id = |pair| Ok::<_, ApiError>((pair, random_id()?));
        let pairs = pairs.into_iter().map(with_id).collect::<Result<Vec<_>, _>>()?;
        let lobby = self.clone();
        uninterrupted(async move { lobby.seat_all(request, pairs, time).await }).await
    }

    async fn seat_all(
        &self,
        request: OfferId,
        pairs: Vec<(ByColor<Name>, GameId)>,
        time: Option<TimeControl>,
    ) -> Result<Vec<GameId>, ApiError> {
        let shared = &self.0.shared;
        for (_, game) in &pairs {
            shared.local().begin_game(game.clone());
        }
        let seat =
            |state: &mut LobbyState, now| state.seat(request.clone(), pairs.clone(), time, now);
        let seated = match shared.change(seat).await {
            Ok((games, pairings)) => self.start_all(&pairings).await.map(|()| games),
            Err(error) => Err(error),
        };
        for (_, game) in &pairs {
            shared.local().revoke_game(game);
        }
        log(shared.sync().await);
        seated
    }

    /// Creates games, up to the first that cannot be created.
    async fn start_all(&self, pairings: &[Pairing]) -> Result<(), ApiError> {
        for pairing in pairings {
            self.create(pairing).await?;
            self.0.shared.local().confirm_game(pairing.game.clone());
        }
        Ok(())
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
            log(self.0.shared.sync().await);
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

    /// Makes a change that a member asks for, after removing what has expired.
    async fn change<T: Send>(
        &self,
        asker: &Asker,
        change: impl Fn(&mut LobbyState, Timestamp) -> Result<T, LobbyError> + Send,
    ) -> Result<T, ApiError> {
        let shared = &self.0.shared;
        shared.local().hear(asker, self.now());
        // They are here even if what they ask for is rejected; a new name needs a change.
        if !self.state().knows(asker) {
            let hear = |state: &mut LobbyState, _| {
                state.hear(asker);
                Ok(())
            };
            shared.change(hear).await?;
        }
        shared.change(change).await
    }

    /// Makes a change that a member asks for, and creates the game that starts, if one does. It
    /// runs to the end even if the request is canceled, so that both players get to the board.
    async fn start_by(
        &self,
        app: &App,
        caller: &Caller,
        asker: Asker,
        change: impl Fn(&mut LobbyState, &Asker, Lot, Timestamp) -> Result<Outcome, LobbyError>
        + Send
        + Sync
        + 'static,
    ) -> Result<Option<GameId>, ApiError> {
        let (lobby, app, caller, lot) = (self.clone(), app.clone(), caller.clone(), lot()?);
        let work = async move {
            let game = lot.game.clone();
            lobby.0.shared.local().begin_game(game.clone());
            let change = |state: &mut LobbyState, now| change(state, &asker, lot.clone(), now);
            let outcome = lobby.change(&asker, change).await;
            if let Ok(Outcome::Starts(pairing)) = outcome {
                return lobby.start(&app, &caller, pairing).await.map(Some);
            }
            lobby.0.shared.local().revoke_game(&game);
            Ok(match outcome? {
                Outcome::Started(game) => Some(game),
                Outcome::Open | Outcome::Starts(_) => None,
            })
        };
        uninterrupted(work).await
    }

    /// Creates a game. Whoever accepts pays for it.
    async fn start(
        &self,
        app: &App,
        caller: &Caller,
        pairing: Pairing,
    ) -> Result<GameId, ApiError> {
        let created = match pay(app, caller, &pairing.game) {
            Ok(()) => self.create(&pairing).await,
            Err(error) => Err(error),
        };
        let game = pairing.game;
        if created.is_ok() {
            self.0.shared.local().confirm_game(game.clone());
        } else {
            app.rooms().services().unstarted.remove(&game);
            self.0.shared.local().revoke_game(&game);
        }
        log(self.0.shared.sync().await);
        created.map(|()| game)
    }

    /// Creates a game whose seats belong to the accounts of both. The secrets are known to nobody:
    /// the players take their seats by their accounts.
    async fn create(&self, pairing: &Pairing) -> Result<(), ApiError> {
        let owner = |color: Color| -> Result<_, ApiError> {
            let (account, _) = pairing.players[color];
            Ok(Some(SeatOwner { secret: Secret::random()?.hash(), account: Some(account) }))
        };
        let owners = ByColor::new(owner(Color::White)?, owner(Color::Black)?);
        self.0.rooms.create(terms(pairing), pairing.game.clone(), owners).await?;
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

/// Logs that a change could not be shared. The next sweep tries it again.
fn log(shared: Result<(), ApiError>) {
    if let Err(error) = shared {
        errors::log(&error);
    }
}

/// Draws the id of a game, and a color.
fn lot() -> Result<Lot, ApiError> {
    let mut random = [0];
    getrandom::fill(&mut random)?;
    let color = if random[0] & 1 == 0 { Color::White } else { Color::Black };
    Ok(Lot { game: random_id()?, color })
}

/// Counts a game against what the caller may store, and against their games without a move.
fn pay(app: &App, caller: &Caller, game: &GameId) -> Result<(), ApiError> {
    let payer = caller.payer();
    app.storage().charge(payer, storage::GAME_COST)?;
    let unstarted = &app.rooms().services().unstarted;
    payer.map_or(Ok(()), |payer| unstarted.add(game, payer, app.config().limits.unstarted_games))
}

/// The terms of a game between two members, as the home page suggests them.
fn terms(pairing: &Pairing) -> Terms {
    let seat = |color: Color| Seat {
        name: Some(pairing.players[color].1.clone()),
        player: Player::Person,
    };
    Terms {
        start: Start::Standard,
        seats: ByColor::from_fn(seat),
        time: ByColor::from_fn(|_| pairing.time),
        shared: false,
        automatic_draws: true,
        takebacks: true,
        abandonment: true,
    }
}

#[cfg(test)]
mod tests;
