//! Games: to set one up, to sit down, to look at one.

use axum::Json;
use axum::extract::State;
use chess::{ByColor, Color};
use game::{Game, Player, Strength, Terms};
use store::{Account, SeatOwner};
use wire::Sides;
use wire::new_game::{GameCreated, JoinGame, NewGame};
use wire::view::GameView;

use super::invitation;
use super::seat::{GamePath, SeatSecret};
use crate::accounts::Caller;
use crate::engines::EngineError;
use crate::live::{self, random_id};
use crate::security::{Payload, SecretJson};
use crate::{ApiError, App, RoomError, Secret};

/// Sets up a game.
#[utoipa::path(
    post, path = "/api/games", request_body = NewGame,
    responses((status = 200, body = GameCreated), (status = 400, body = wire::ErrorBody))
)]
pub(super) async fn create(
    State(app): State<App>,
    caller: Caller,
    Payload(new): Payload<NewGame>,
) -> Result<Json<GameCreated>, ApiError> {
    let mut terms = Terms::try_from(new)?;
    sign(&mut terms, caller.account());
    Game::new(terms.clone(), app.rooms().ground().clock.now()).map_err(ApiError::Terms)?;
    check_engines(&app, &terms)?;
    let id = random_id().map_err(|_| ApiError::Internal)?;
    let secrets = secrets(&terms)?;
    let open = terms.seats.iter().find(|(_, seat)| seat.player == Player::Open);
    let open = open.map(|(color, _)| color);
    let holder = |color: Color| {
        let account = caller.account_id().filter(|_| open != Some(color));
        secrets[color].as_ref().map(|secret| SeatOwner { secret: secret.hash(), account })
    };
    app.rooms().create(terms, id.clone(), ByColor::from_fn(holder)).await?;
    let invited = open.and_then(|color| secrets[color].as_ref());
    let own = |color| secrets[color].as_ref().filter(|_| open != Some(color));
    Ok(Json(GameCreated {
        invitation: invited.map(|secret| invitation::invitation(&app, &id, secret)),
        secrets: Sides::from_fn(|color| own(color).map(Secret::reveal)),
        id: id.to_string(),
    }))
}

/// Takes the open seat of a game, under a name: that of the account where none is given.
#[utoipa::path(
    post, path = "/api/games/{id}/join", request_body = JoinGame,
    params(("id" = String, Path)),
    responses((status = 200, body = GameCreated), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn join(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    SecretJson(join): SecretJson<JoinGame>,
) -> Result<Json<GameCreated>, ApiError> {
    let invitation = Secret::parse(join.invitation.as_str()).ok_or(RoomError::WrongSecret)?;
    let typed = join.name()?;
    let name = typed.as_ref().or(caller.account().map(|account| &account.name));
    let nameless = || ApiError::Invalid(wire::RequestError::Name(game::NameError::Empty));
    let name = name.ok_or_else(nameless)?;
    let seated = app.rooms().join(&id, &invitation, Some(name), caller.account_id()).await?;
    let own = |color| (color == seated.color).then(|| seated.secret.reveal());
    Ok(Json(GameCreated { id: id.to_string(), secrets: Sides::from_fn(own), invitation: None }))
}

/// A game as it is now.
#[utoipa::path(
    get, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn view(
    State(app): State<App>,
    GamePath(id): GamePath,
    SeatSecret(secret): SeatSecret,
) -> Result<Json<Box<GameView>>, ApiError> {
    let look = app.rooms().look(&id, secret.as_ref()).await?;
    let now = app.rooms().ground().clock.now();
    Ok(Json(live::view(&id, &look.game, now)))
}

/// A secret for every seat that a person has or may take; one for both at a shared screen.
fn secrets(terms: &Terms) -> Result<ByColor<Option<Secret>>, ApiError> {
    let random = || Secret::random().map_err(|_| ApiError::Internal);
    if terms.shared {
        let secret = random()?;
        return Ok(ByColor::new(Some(secret.clone()), Some(secret)));
    }
    let seat = |seat: &game::Seat| match seat.player {
        Player::Person | Player::Open => random().map(Some),
        Player::Engine(_) | Player::External(_) => Ok(None),
    };
    let [white, black] = chess::Color::ALL.map(|color| seat(&terms.seats[color]));
    Ok(ByColor::new(white?, black?))
}

/// Puts the name of the account on the first seat of a person that has none: the other one is
/// somebody else's, even when both are the account's to play.
fn sign(terms: &mut Terms, account: Option<&Account>) {
    let Some(account) = account else { return };
    let is_nameless = |seat: &game::Seat| seat.player == Player::Person && seat.name.is_none();
    let color = Color::ALL.into_iter().find(|color| is_nameless(&terms.seats[*color]));
    if let Some(color) = color {
        terms.seats[color].name = Some(account.name.clone());
    }
}

/// Engines that are not here are refused at once, and not when they are to move.
fn check_engines(app: &App, terms: &Terms) -> Result<(), ApiError> {
    for (_, seat) in terms.seats.iter() {
        match &seat.player {
            Player::Engine(Strength::Rated(rating)) if engine::Level::new(*rating).is_none() => {
                return Err(EngineError::Rating(*rating).into());
            }
            Player::External(name) => {
                let here = app.config().engines.externals.iter().any(|known| known.name == *name);
                if !here {
                    return Err(EngineError::Unknown(name.clone()).into());
                }
            }
            _ => {}
        }
    }
    Ok(())
}
