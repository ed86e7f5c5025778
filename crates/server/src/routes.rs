//! The routes.

mod admin;
mod advice;
mod audit;
mod backups;
mod competitions;
mod demonstrations;
mod download;
mod engines;
mod export;
mod games;
mod health;
#[cfg(not(feature = "web"))]
mod home;
mod import;
mod invitation;
mod lessons;
mod library;
mod lobby;
mod members;
mod metrics;
mod openapi;
mod positions;
mod request;
mod review;
mod roster;
mod seat;
mod session;
mod simuls;
mod sse;
mod start;
mod studies;
mod study;
mod study_list;
mod usage;
#[cfg(feature = "web")]
mod web;

use axum::Router;
use axum::extract::Request;
#[cfg(feature = "web")]
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use tower_http::catch_panic::CatchPanicLayer;

pub(crate) use self::export::pgn as game_pgn;
use crate::live::socket;
use crate::{ApiError, App, error, observe, security};

/// All routes, with their middleware.
pub fn router(app: &App) -> Router {
    with_middleware(routes(), app)
}

/// The routes without middleware.
fn routes() -> Router<App> {
    #[cfg(feature = "web")]
    let routes = web::app();
    #[cfg(not(feature = "web"))]
    let routes = Router::new().route("/", get(home::page));
    routes
        .route("/health", get(health::health))
        .route("/health/live", get(health::live))
        .route("/metrics", get(metrics::metrics))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/socket", get(socket::open))
        .route("/api/engines", get(engines::list))
        .route("/api/games", get(library::list).post(games::create))
        .route("/api/session", get(session::who).post(session::log_in).delete(session::log_out))
        .route("/api/session/card", post(session::log_in_by_card))
        .route("/api/session/password", put(session::change_password))
        .route("/api/usage", get(usage::usage))
        .route("/start/{secret}", get(start::start))
        .route("/api/audit", get(audit::list))
        .route("/api/members", get(members::list).post(members::add))
        .route(
            "/api/members/{name}",
            put(members::reset).patch(members::change).delete(members::remove),
        )
        .route("/api/members/{name}/card", post(members::replace_card).delete(members::revoke_card))
        .route("/api/roster/csv", get(roster::export))
        .route("/api/roster/preview", post(roster::preview))
        .route("/api/roster/import", post(roster::import))
        .route("/api/roster/cards", get(roster::cards).post(roster::issue_cards))
        .route("/api/backups", get(backups::state))
        .route("/api/games/{id}", get(games::view).delete(admin::remove))
        .route("/api/games/{id}/seats", post(admin::take_seats))
        .route("/api/games/{id}/abort", post(admin::abort))
        .route("/api/games/{id}/restore", post(admin::restore))
        .route("/api/games/{id}/join", post(games::join))
        .merge(competitions::routes())
        .merge(lessons::routes())
        .merge(lobby::routes())
        .merge(demonstrations::routes())
        .merge(simuls::routes())
        .route("/api/import", post(import::import))
        .route("/api/export", get(export::export))
        .route("/api/games/{id}/pgn", get(download::pgn))
        .route("/api/games/{id}/json", get(download::json))
        .route("/api/games/{id}/hint", post(advice::hint))
        .route("/api/games/{id}/evaluation", post(advice::evaluation))
        .route("/api/games/{id}/review", get(review::read).post(review::start).delete(review::stop))
        .route("/api/games/{id}/review/events", get(review::follow))
        .route("/api/positions", post(positions::view))
        .route("/api/positions/evaluation", post(positions::evaluation))
        .route("/api/positions/analysis", post(positions::analysis))
        .route("/api/studies/read", post(studies::from_pgn))
        .route("/api/studies/write", post(studies::to_pgn))
        .route("/api/studies", get(study_list::list))
        .route("/api/studies/export", get(study_list::export))
        .route(
            "/api/studies/{id}",
            get(study::read).put(study::save).patch(study::change).delete(study::remove),
        )
        .route("/api/studies/{id}/restore", post(study::restore))
        .route("/api/studies/{id}/pgn", get(study::pgn))
        .route("/api/games/{id}/invitation.svg", get(invitation::qr_code))
}

/// Adds fallbacks and middleware. A panic is caught before the response is counted.
pub(crate) fn with_middleware(routes: Router<App>, app: &App) -> Router {
    let routes = routes
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
        .fallback(not_found)
        .layer(CatchPanicLayer::custom(error::from_panic))
        .with_state(app.clone());
    security::guard(routes, app)
        .layer(middleware::from_fn_with_state(app.clone(), observe::observe))
}

/// Nothing is at this address. Browsers get the app, which says so in the user's language.
async fn not_found(request: Request) -> Response {
    #[cfg(feature = "web")]
    if security::wants_page(&request) {
        return web::page(StatusCode::NOT_FOUND);
    }
    drop(request);
    ApiError::NotFound.into_response()
}
