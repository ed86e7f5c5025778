//! The lobby: members meet, challenge each other and offer games; organizers pair members.

use std::convert::Infallible;

use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use chess::{ByColor, Color};
use futures_util::{Stream, stream};
use game::{Game, Name, Player, Seat, Start, Terms, TimeControl};
use tokio::time::{Instant, sleep_until};
use wire::RequestError;
use wire::lobby::{
    AcceptOffer, ColorChoice, GameStarted, GamesStarted, LobbyQuery, LobbyView, MAX_PAIRS,
    NewChallenge, NewSeek, OfferMade, PageText, SeatPairs,
};
use wire::new_game::{NameText, Time};
use wire::roster::{MAX_RATING, MIN_RATING};
use wire::session::Permission;

use super::request::{id_letters, request_id};
use super::sse;
use crate::accounts::Caller;
use crate::lobby::{Asker, LobbyError, OfferId, OfferTerms, Page, RatingRange};
use crate::security::Payload;
use crate::{ApiError, App};

/// The routes of the lobby.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/lobby", get(view))
        .route("/api/lobby/events", get(follow))
        .route("/api/lobby/challenges", post(challenge))
        .route("/api/lobby/challenges/{id}", delete(cancel_challenge))
        .route("/api/lobby/challenges/{id}/accept", post(accept))
        .route("/api/lobby/challenges/{id}/decline", post(decline))
        .route("/api/lobby/seeks", post(seek))
        .route("/api/lobby/seeks/{id}", delete(cancel_seek))
        .route("/api/lobby/seeks/{id}/join", post(join))
        .route("/api/lobby/seats", post(seat))
}

/// A caller who may be in the lobby. They are checked before the body is read.
pub(super) struct LobbyCaller(Caller);

impl<S: Sync> FromRequestParts<S> for LobbyCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<LobbyCaller, ApiError> {
        let Ok(caller) = Caller::from_request_parts(parts, state).await;
        caller.require(Permission::UseLobby)?;
        Ok(LobbyCaller(caller))
    }
}

impl LobbyCaller {
    /// Who they are. The owner of a local server looks on without an account, and cannot play.
    fn asker(&self, page: Option<&PageText>) -> Result<Asker, ApiError> {
        let account = self.0.account().ok_or(ApiError::LoginNeeded)?;
        Ok(Asker { id: account.id, name: account.name.clone(), page: page.map(page_of) })
    }
}

/// A caller who may seat others.
pub(super) struct SeatingCaller(Caller);

impl<S: Sync> FromRequestParts<S> for SeatingCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<SeatingCaller, ApiError> {
        let Ok(caller) = Caller::from_request_parts(parts, state).await;
        caller.require(Permission::SeatPlayers)?;
        Ok(SeatingCaller(caller))
    }
}

/// The lobby as it is now. Whoever asks is here.
#[utoipa::path(
    get, path = "/api/lobby", params(LobbyQuery),
    responses((status = 200, body = LobbyView), (status = 401, body = wire::ErrorBody))
)]
pub(super) async fn view(
    State(app): State<App>,
    LobbyCaller(caller): LobbyCaller,
    query: Result<Query<LobbyQuery>, QueryRejection>,
) -> Result<Json<LobbyView>, ApiError> {
    app.lobby().view(&caller, query_page(query)?).await.map(Json)
}

/// The lobby as it changes: a `lobby` event now, and one for every change. A `changed` event says
/// that the caller's session may have changed: a browser has few connections, so this stream has
/// what `/api/session/events` has. After a while comes a `renew` event, and the client asks again;
/// whoever does not is no longer here a little later.
#[utoipa::path(
    get, path = "/api/lobby/events", params(LobbyQuery),
    responses(
        (status = 200, description = "Server-sent events", content_type = "text/event-stream"),
        (status = 401, body = wire::ErrorBody), (status = 503, body = wire::ErrorBody)
    )
)]
pub(super) async fn follow(
    State(app): State<App>,
    LobbyCaller(caller): LobbyCaller,
    query: Result<Query<LobbyQuery>, QueryRejection>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let follower = app.lobby().follow(&caller, query_page(query)?).await?;
    let until = Instant::now() + app.lobby().stream_time();
    let closing = app.closing().clone();
    let mut changes = app.lessons().follow();
    // What changed between two streams is not missed.
    changes.mark_changed();
    let events = stream::unfold(Some((follower, changes)), move |state| {
        let closing = closing.clone();
        async move {
            let (mut follower, mut changes) = state?;
            tokio::select! {
                view = follower.changed() => {
                    let event = sse::event(&view?)?.event("lobby");
                    Some((Ok(event), Some((follower, changes))))
                }
                change = changes.changed() => {
                    change.ok()?;
                    let event = Event::default().event("changed").data("{}");
                    Some((Ok(event), Some((follower, changes))))
                }
                () = sleep_until(until) => {
                    Some((Ok(Event::default().event("renew").data("{}")), None))
                }
                () = closing.begun() => None,
            }
        }
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// Challenges a member who is here. The same request again gets the same answer.
#[utoipa::path(
    post, path = "/api/lobby/challenges", request_body = NewChallenge,
    responses((status = 200, body = OfferMade), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 409, body = wire::ErrorBody),
        (status = 429, body = wire::ErrorBody))
)]
pub(super) async fn challenge(
    State(app): State<App>,
    caller: LobbyCaller,
    Payload(new): Payload<NewChallenge>,
) -> Result<Json<OfferMade>, ApiError> {
    let asker = caller.asker(new.page.as_ref())?;
    let id = offer_id(&caller.0, "challenge", new.request.as_str())?;
    let to = name(&new.to)?;
    let terms = offer_terms(new.time, new.color)?;
    let made = OfferMade { id: id.0.clone(), game: None };
    let game = app.lobby().challenge(&app, &caller.0, id, (asker, to), terms).await?;
    Ok(Json(OfferMade { game: game.map(|game| game.to_string()), ..made }))
}

/// Accepts a challenge. The game starts; accepting again leads to the same game.
#[utoipa::path(
    post, path = "/api/lobby/challenges/{id}/accept", request_body = AcceptOffer,
    params(("id" = String, Path)),
    responses((status = 200, body = GameStarted), (status = 401, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody), (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn accept(
    State(app): State<App>,
    caller: LobbyCaller,
    Path(id): Path<String>,
    Payload(accepted): Payload<AcceptOffer>,
) -> Result<Json<GameStarted>, ApiError> {
    let asker = caller.asker(accepted.page.as_ref())?;
    let game = app.lobby().accept(&app, &caller.0, OfferId(id), asker).await?;
    started(game.map(|game| game.to_string()))
}

/// Declines a challenge.
#[utoipa::path(
    post, path = "/api/lobby/challenges/{id}/decline", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn decline(
    State(app): State<App>,
    caller: LobbyCaller,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    app.lobby().decline(&OfferId(id), &caller.asker(None)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Withdraws a challenge, or puts away the answer to it.
#[utoipa::path(
    delete, path = "/api/lobby/challenges/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn cancel_challenge(
    State(app): State<App>,
    caller: LobbyCaller,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    app.lobby().cancel_challenge(&OfferId(id), &caller.asker(None)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Offers an open game. The same request again gets the same answer.
#[utoipa::path(
    post, path = "/api/lobby/seeks", request_body = NewSeek,
    responses((status = 200, body = OfferMade), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 409, body = wire::ErrorBody),
        (status = 429, body = wire::ErrorBody))
)]
pub(super) async fn seek(
    State(app): State<App>,
    caller: LobbyCaller,
    Payload(new): Payload<NewSeek>,
) -> Result<Json<OfferMade>, ApiError> {
    let asker = caller.asker(new.page.as_ref())?;
    let id = offer_id(&caller.0, "seek", new.request.as_str())?;
    let terms = offer_terms(new.time, new.color)?;
    let range = rating_range(new.min_rating, new.max_rating)?;
    let game = app.lobby().seek(id.clone(), &asker, terms, range).await?;
    Ok(Json(OfferMade { id: id.0, game: game.map(|game| game.to_string()) }))
}

/// Joins an open game. It starts; joining again leads to the same game.
#[utoipa::path(
    post, path = "/api/lobby/seeks/{id}/join", request_body = AcceptOffer,
    params(("id" = String, Path)),
    responses((status = 200, body = GameStarted), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody), (status = 404, body = wire::ErrorBody),
        (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn join(
    State(app): State<App>,
    caller: LobbyCaller,
    Path(id): Path<String>,
    Payload(accepted): Payload<AcceptOffer>,
) -> Result<Json<GameStarted>, ApiError> {
    let asker = caller.asker(accepted.page.as_ref())?;
    let game = app.lobby().join_seek(&app, &caller.0, OfferId(id), asker).await?;
    started(game.map(|game| game.to_string()))
}

/// Cancels an open game.
#[utoipa::path(
    delete, path = "/api/lobby/seeks/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn cancel_seek(
    State(app): State<App>,
    caller: LobbyCaller,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    app.lobby().cancel_seek(&OfferId(id), &caller.asker(None)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Starts games between members who are here, all or none. The same request again gets the same
/// answer.
#[utoipa::path(
    post, path = "/api/lobby/seats", request_body = SeatPairs,
    responses((status = 200, body = GamesStarted), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn seat(
    State(app): State<App>,
    SeatingCaller(caller): SeatingCaller,
    Payload(new): Payload<SeatPairs>,
) -> Result<Json<GamesStarted>, ApiError> {
    if !(1..=MAX_PAIRS).contains(&new.pairs.len()) {
        return Err(LobbyError::BadPairs.into());
    }
    let request = offer_id(&caller, "seats", new.request.as_str())?;
    let time = time_control(new.time)?;
    let mut pairs = Vec::with_capacity(new.pairs.len());
    for pair in &new.pairs {
        pairs.push(ByColor::new(name(&pair.white)?, name(&pair.black)?));
    }
    let games = app.lobby().seat(request, pairs, time).await?;
    Ok(Json(GamesStarted { games: games.iter().map(ToString::to_string).collect() }))
}

fn started(game: Option<String>) -> Result<Json<GameStarted>, ApiError> {
    let game = game.ok_or_else(|| ApiError::Internal("an offer led to no game".to_owned()))?;
    Ok(Json(GameStarted { game }))
}

fn page_of(text: &PageText) -> Page {
    Page(text.to_string())
}

fn query_page(query: Result<Query<LobbyQuery>, QueryRejection>) -> Result<Option<Page>, ApiError> {
    let Query(query) = query.map_err(|error| ApiError::BadQuery(error.body_text()))?;
    Ok(query.page.as_ref().map(page_of))
}

/// The id of what a request makes.
fn offer_id(caller: &Caller, kind: &str, request: &str) -> Result<OfferId, ApiError> {
    let request = request_id(request)?;
    Ok(OfferId(id_letters(&format!("{kind} "), caller.account_id(), &request)))
}

fn name(text: &NameText) -> Result<Name, ApiError> {
    Ok(Name::new(text.as_str()).map_err(RequestError::from)?)
}

fn offer_terms(time: Option<Time>, color: ColorChoice) -> Result<OfferTerms, ApiError> {
    let color = match color {
        ColorChoice::White => Some(Color::White),
        ColorChoice::Black => Some(Color::Black),
        ColorChoice::Random => None,
    };
    Ok(OfferTerms { time: time_control(time)?, color })
}

/// A time control that a game accepts, so that no offer leads to an impossible game.
fn time_control(time: Option<Time>) -> Result<Option<TimeControl>, ApiError> {
    let time = time.map(TimeControl::from);
    let person = || Seat { name: None, player: Player::Person };
    let terms = Terms {
        start: Start::Standard,
        seats: ByColor::new(person(), person()),
        time: ByColor::new(time, time),
        shared: false,
        automatic_draws: false,
        takebacks: true,
        abandonment: true,
    };
    Game::new(terms, game::Timestamp(0))?;
    Ok(time)
}

/// The range of ratings, in whichever order the limits come.
fn rating_range(min: Option<u16>, max: Option<u16>) -> Result<RatingRange, ApiError> {
    let is_rating = |rating: &u16| (MIN_RATING..=MAX_RATING).contains(rating);
    if let Some(rating) = [min, max].into_iter().flatten().find(|rating| !is_rating(rating)) {
        return Err(ApiError::BadRating(rating));
    }
    Ok(match (min, max) {
        (Some(min), Some(max)) if min > max => RatingRange { min: Some(max), max: Some(min) },
        (min, max) => RatingRange { min, max },
    })
}
