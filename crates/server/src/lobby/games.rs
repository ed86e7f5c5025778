//! The games that the lobby starts: for two who agree, and for pairs that an organizer seats.
//!
//! Both players are marked as playing before their game is stored, and freed again if it cannot be.

use chess::{ByColor, Color};
use game::{GameId, Name, Player, Seat, Start, Terms, TimeControl, Timestamp};
use store::SeatOwner;

use super::error::LobbyError;
use super::offers::{Lot, Outcome, Pairing};
use super::state::{Asker, LobbyState, OfferId};
use super::{Lobby, SHARE, log};
use crate::accounts::Caller;
use crate::live::random_id;
use crate::uninterrupted::uninterrupted;
use crate::{ApiError, App, Secret, storage};

impl Lobby {
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
        log(SHARE, shared.sync().await);
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

    /// Makes a change that a member asks for, and creates the game that starts, if one does. It
    /// runs to the end even if the request is canceled, so that both players get to the board.
    pub(super) async fn start_by(
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
        log(SHARE, self.0.shared.sync().await);
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
    let (services, max) = (app.rooms().services(), app.config().limits.unstarted_games);
    let now = services.clock.shared_now();
    payer.map_or(Ok(()), |payer| services.unstarted.add(game, payer, max, now))
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
