//! What members ask of the lobby: challenges and open games, made, taken and withdrawn.

use game::{GameId, Name, Timestamp};

use super::Lobby;
use super::error::LobbyError;
use super::offers::Outcome;
use super::state::{Asker, LobbyState, OfferId, OfferTerms, RatingRange};
use crate::accounts::Caller;
use crate::{ApiError, App};

impl Lobby {
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

    /// Offers a game to whoever joins first.
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

    /// Joins an open game.
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

    /// Cancels an open game.
    ///
    /// # Errors
    /// When it is somebody else's.
    pub(crate) async fn cancel_seek(&self, id: &OfferId, asker: &Asker) -> Result<(), ApiError> {
        self.change(asker, |state, _| state.cancel_seek(id, asker.id)).await
    }

    /// Makes a change that a member asks for, after removing what has expired.
    pub(super) async fn change<T: Send>(
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
}
