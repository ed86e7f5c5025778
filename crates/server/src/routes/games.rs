//! Games: creating, joining and viewing.

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
use crate::live::{self, Join, random_id};
use crate::security::{Payload, SecretJson};
use crate::{ApiError, App, RoomError, Secret, storage};

/// Creates a game.
#[utoipa::path(
    post, path = "/api/games", request_body = NewGame,
    responses(
        (status = 200, body = GameCreated), (status = 400, body = wire::ErrorBody),
        (status = 429, description = "Too many games or too much stored", body = wire::ErrorBody),
        (status = 507, description = "The library is full", body = wire::ErrorBody),
    )
)]
pub(super) async fn create(
    State(app): State<App>,
    caller: Caller,
    Payload(new): Payload<NewGame>,
) -> Result<Json<GameCreated>, ApiError> {
    let mut terms = Terms::try_from(new)?;
    set_name(&mut terms, caller.account());
    check_names(&app, &caller, &terms).await?;
    Game::new(terms.clone(), app.rooms().services().clock.shared_now())?;
    check_engines(&app, &terms)?;
    app.lessons().check_opponents(&caller, &terms, app.rooms().services().clock.shared_now())?;
    let id = random_id()?;
    let secrets = secrets(&terms)?;
    let open = terms.seats.iter().find(|(_, seat)| seat.player == Player::Open);
    let open = open.map(|(color, _)| color);
    let owner = |color: Color| {
        let account = caller.account_id().filter(|_| open != Some(color));
        secrets[color].as_ref().map(|secret| SeatOwner { secret: secret.hash(), account })
    };
    let payer = caller.payer();
    app.storage().charge(payer, storage::GAME_COST)?;
    let unstarted = &app.rooms().services().unstarted;
    if let Some(creator) = payer {
        let now = app.rooms().services().clock.shared_now();
        unstarted.add(&id, creator, app.config().limits.unstarted_games, now)?;
    }
    let created = app.rooms().create(terms, id.clone(), ByColor::from_fn(owner)).await;
    created.inspect_err(|_| unstarted.remove(&id))?;
    let invited = open.and_then(|color| secrets[color].as_ref());
    let own = |color| secrets[color].as_ref().filter(|_| open != Some(color));
    Ok(Json(GameCreated {
        invitation: invited.map(|secret| invitation::invitation(&app, &id, secret)),
        secrets: Sides::from_fn(|color| own(color).map(Secret::reveal)),
        id: id.to_string(),
    }))
}

/// Takes the open seat of a game, under the given name or that of the caller's account.
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
    let name = name.ok_or(wire::RequestError::Name(game::NameError::Empty))?;
    app.accounts().check_player_name(&caller, name, false).await?;
    let secret = match &join.secret {
        Some(chosen) => Secret::parse(chosen.as_str()).ok_or(RoomError::WrongSecret)?,
        None => Secret::random()?,
    };
    let join = Join { invitation, secret, name: name.clone(), account: caller.account_id() };
    let taken = app.rooms().join(&id, join).await?;
    let own = |color| (color == taken.color).then(|| taken.secret.reveal());
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
    let view = app.rooms().view(&id, secret.as_ref()).await?;
    Ok(Json(live::game_view(&id, &view.game, view.now)))
}

/// A secret for every seat of a person; in pass and play, both seats have the same.
fn secrets(terms: &Terms) -> Result<ByColor<Option<Secret>>, ApiError> {
    if terms.shared {
        let secret = Secret::random()?;
        return Ok(ByColor::new(Some(secret.clone()), Some(secret)));
    }
    let seat = |seat: &game::Seat| match seat.player {
        Player::Person | Player::Open => Secret::random().map(Some),
        Player::Engine(_) | Player::External(_) => Ok(None),
    };
    let [white, black] = chess::Color::ALL.map(|color| seat(&terms.seats[color]));
    Ok(ByColor::new(white?, black?))
}

/// Gives the name of the account to the first nameless person. The other one is somebody else.
fn set_name(terms: &mut Terms, account: Option<&Account>) {
    let Some(account) = account else { return };
    let is_nameless = |seat: &game::Seat| seat.player == Player::Person && seat.name.is_none();
    let color = Color::ALL.into_iter().find(|color| is_nameless(&terms.seats[*color]));
    if let Some(color) = color {
        terms.seats[color].name = Some(account.name.clone());
    }
}

/// The names that the caller gives to people must be theirs to give.
async fn check_names(app: &App, caller: &Caller, terms: &Terms) -> Result<(), ApiError> {
    let people = terms.seats.iter().filter(|(_, seat)| !seat.player.is_engine());
    for name in people.filter_map(|(_, seat)| seat.name.as_ref()) {
        app.accounts().check_player_name(caller, name, terms.shared).await?;
    }
    Ok(())
}

/// Unknown engines are rejected at once, rather than when they are to move.
fn check_engines(app: &App, terms: &Terms) -> Result<(), ApiError> {
    for (_, seat) in terms.seats.iter() {
        match &seat.player {
            Player::Engine(Strength::Rated(rating)) if engine::Level::new(*rating).is_none() => {
                return Err(EngineError::Rating(*rating).into());
            }
            Player::External(name) => {
                let is_known =
                    app.config().engines.externals.iter().any(|known| known.name == *name);
                if !is_known {
                    return Err(EngineError::Unknown(name.clone()).into());
                }
            }
            _ => {}
        }
    }
    Ok(())
}
