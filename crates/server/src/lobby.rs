//! The lobby: members who are here find each other for games.
//!
//! [`state`] decides; this module passes it the time, ids and lots, creates the games that start,
//! and tells everybody who follows. Nothing of it is stored: after a restart of the server the
//! pages come back by themselves, and offers have to be made anew.
//!
//! Members are here for a while after they were last heard of. A page is heard of when it opens a
//! stream, which ends after a third of that time and is opened again: a connection that is lost
//! without a word keeps nobody here.

mod error;
mod offers;
mod ratings;
mod state;
mod view;

use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chess::{ByColor, Color};
use competition::ratings::RatingHistory;
use game::{GameId, Name, Player, Seat, Start, Terms, TimeControl, Timestamp};
use store::{AccountId, SeatOwner};
use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval};
use wire::lobby::LobbyView;

pub use self::error::LobbyError;
pub(crate) use self::offers::{Lot, Outcome, Pairing};
use self::ratings::Ratings;
use self::state::LobbyState;
pub(crate) use self::state::{Asker, OfferId, OfferTerms, Page, RatingRange};
use crate::accounts::Caller;
use crate::competitions::{Competitions, member};
use crate::live::{PlayerNews, Rooms, random_id};
use crate::security::{Permit, Permits};
use crate::uninterrupted::uninterrupted;
use crate::{ApiError, App, Secret, storage};

/// How many streams are open at once, in total and of one client.
const MAX_STREAMS: usize = 4_000;
const MAX_STREAMS_PER_CLIENT: usize = 12;
/// How long ratings are used before they are computed again.
const RATINGS_TIME: Duration = Duration::from_secs(30);
/// How often the lobby looks for what has had its time, as a part of the time somebody is here.
const SWEEPS: u32 = 20;

/// The lobby. Clones refer to the same one.
#[derive(Clone)]
pub(crate) struct Lobby(Arc<Inner>);

struct Inner {
    rooms: Rooms,
    competitions: Competitions,
    grace: Duration,
    state: Mutex<LobbyState>,
    /// Counts changes, for those who follow.
    version: watch::Sender<u64>,
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
    _permit: Permit,
}

impl Follower {
    /// Waits for a change, and returns the lobby after it.
    pub(crate) async fn changed(&mut self) -> Option<LobbyView> {
        self.changes.changed().await.ok()?;
        self.changes.borrow_and_update();
        Some(self.lobby.lock().view(self.viewer, self.page.as_ref(), &self.ratings))
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
        Lobby(Arc::new(Inner {
            rooms,
            competitions,
            grace,
            state: Mutex::new(LobbyState::new(grace)),
            version: watch::channel(0).0,
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
        self.hear(caller, page.clone());
        let (lobby, viewer) = (self.clone(), caller.account_id());
        let mut changes = self.0.version.subscribe();
        changes.mark_changed();
        Ok(Follower { lobby, viewer, page, changes, ratings, _permit: permit })
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
        self.hear(caller, page.clone());
        Ok(self.lock().view(caller.account_id(), page.as_ref(), &ratings))
    }

    /// Somebody has logged out.
    pub(crate) fn leave(&self, account: AccountId) {
        let now = self.now();
        self.lock().leave(account, now);
        self.announce();
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
        let lot = lot()?;
        let outcome =
            self.change(&asker, |state, now| state.challenge(id, &asker, &to, terms, lot, now))?;
        self.carry_out(app, caller, outcome).await
    }

    /// Accepts a challenge.
    ///
    /// # Errors
    /// As [`Lobby::challenge`].
    pub(crate) async fn accept(
        &self,
        app: &App,
        caller: &Caller,
        id: &OfferId,
        asker: Asker,
    ) -> Result<Option<GameId>, ApiError> {
        let lot = lot()?;
        let outcome = self.change(&asker, |state, now| state.accept(id, &asker, lot, now))?;
        self.carry_out(app, caller, outcome).await
    }

    /// Declines a challenge.
    ///
    /// # Errors
    /// When there is no such challenge.
    pub(crate) fn decline(&self, id: &OfferId, asker: &Asker) -> Result<(), ApiError> {
        Ok(self.change(asker, |state, now| state.decline(id, asker.id, now))?)
    }

    /// Withdraws a challenge.
    ///
    /// # Errors
    /// When it is somebody else's.
    pub(crate) fn cancel_challenge(&self, id: &OfferId, asker: &Asker) -> Result<(), ApiError> {
        Ok(self.change(asker, |state, _| state.cancel_challenge(id, asker.id))?)
    }

    /// Opens a table.
    ///
    /// # Errors
    /// When the lobby rejects it.
    pub(crate) fn seek(
        &self,
        id: OfferId,
        asker: &Asker,
        terms: OfferTerms,
        range: RatingRange,
    ) -> Result<Option<GameId>, ApiError> {
        let outcome = self.change(asker, |state, now| state.seek(id, asker, terms, range, now))?;
        Ok(match outcome {
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
        id: &OfferId,
        asker: Asker,
    ) -> Result<Option<GameId>, ApiError> {
        let lot = lot()?;
        let ratings = self.ratings().await?;
        let outcome = self.change(&asker, |state, now| {
            let terms = state.seek_terms(id).ok_or(LobbyError::NoSeek)?;
            state.join_seek(id, &asker, ratings.of(asker.id, terms.time), lot, now)
        })?;
        self.carry_out(app, caller, outcome).await
    }

    /// Closes a table.
    ///
    /// # Errors
    /// When it is somebody else's.
    pub(crate) fn cancel_seek(&self, id: &OfferId, asker: &Asker) -> Result<(), ApiError> {
        Ok(self.change(asker, |state, _| state.cancel_seek(id, asker.id))?)
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
        let now = self.now();
        let (games, pairings) = {
            let mut state = self.lock();
            state.expire(now);
            state.seat(request, pairs, time, now)?
        };
        let lobby = self.clone();
        let start = async move { lobby.start_all(pairings).await };
        uninterrupted(start).await.map(|()| games)
    }

    /// Creates games, up to the first that cannot be created.
    async fn start_all(&self, pairings: Vec<Pairing>) -> Result<(), ApiError> {
        let mut failed = None;
        for pairing in pairings {
            let created = if failed.is_none() { self.create(&pairing).await } else { Ok(()) };
            if failed.is_some() || created.is_err() {
                self.lock().revoke(&pairing.game);
                failed = failed.or(created.err());
            }
        }
        self.announce();
        failed.map_or(Ok(()), Err)
    }

    /// Ends what has had its time and learns who is at a board, forever.
    pub(crate) async fn run(&self) -> Infallible {
        let mut news = self.0.news.lock().await;
        let mut sweeps = interval(self.0.grace / SWEEPS);
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = sweeps.tick() => {
                    let now = self.now();
                    if self.lock().expire(now) {
                        self.announce();
                    }
                }
                Some(news) = news.recv() => self.learn(&news),
            }
        }
    }

    fn learn(&self, news: &PlayerNews) {
        let now = self.now();
        let mut state = self.lock();
        let has_changed = match news {
            PlayerNews::Joined { account, game } => state.join_board(*account, game, now),
            PlayerNews::Left { account, game } => state.leave_board(*account, game, now),
            PlayerNews::Ended { game } => state.end_game(game),
        };
        drop(state);
        if has_changed {
            self.announce();
        }
    }

    /// Somebody with an account was heard of.
    fn hear(&self, caller: &Caller, page: Option<Page>) {
        let Some(account) = caller.account() else { return };
        let asker = Asker { id: account.id, name: account.name.clone(), page };
        let now = self.now();
        if self.lock().hear(&asker, now) {
            self.announce();
        }
    }

    /// Does what somebody asks for, after what has had its time has ended, and announces it.
    fn change<T>(
        &self,
        asker: &Asker,
        change: impl FnOnce(&mut LobbyState, Timestamp) -> Result<T, LobbyError>,
    ) -> Result<T, LobbyError> {
        let now = self.now();
        let mut state = self.lock();
        let is_news = state.hear(asker, now) | state.expire(now);
        let changed = change(&mut state, now);
        drop(state);
        if is_news || changed.is_ok() {
            self.announce();
        }
        changed
    }

    /// Creates the game that starts, if one does. This goes on when nobody waits for it any more,
    /// so that both players come to the board.
    async fn carry_out(
        &self,
        app: &App,
        caller: &Caller,
        outcome: Outcome,
    ) -> Result<Option<GameId>, ApiError> {
        let pairing = match outcome {
            Outcome::Open => return Ok(None),
            Outcome::Started(game) => return Ok(Some(game)),
            Outcome::Starts(pairing) => pairing,
        };
        let (lobby, app, caller) = (self.clone(), app.clone(), caller.clone());
        let start = async move { lobby.start(&app, &caller, pairing).await };
        uninterrupted(start).await.map(Some)
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
        if let Err(error) = created {
            app.rooms().services().unstarted.remove(&pairing.game);
            self.lock().revoke(&pairing.game);
            self.announce();
            return Err(error);
        }
        self.announce();
        Ok(pairing.game)
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
        self.lock().confirm(&pairing.game);
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

    fn announce(&self) {
        self.0.version.send_modify(|version| *version += 1);
    }

    fn now(&self) -> Timestamp {
        self.0.rooms.services().clock.now()
    }

    /// A panic in the state would be a bug, but must not end the lobby for everybody.
    fn lock(&self) -> MutexGuard<'_, LobbyState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
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
