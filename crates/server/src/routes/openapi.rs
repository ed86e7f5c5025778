//! The `OpenAPI` document.

use axum::Json;
use utoipa::OpenApi;
use wire::{
    advice, analysis, library, new_game, position, review, service, session, studies, study, view,
};

/// All routes, and the schemas of everything on the wire.
#[derive(OpenApi)]
#[openapi(
    info(title = "Tabiya", description = "Chess over HTTP and sockets."),
    paths(
        super::health::health,
        super::engines::list,
        crate::live::socket::open,
        super::games::create,
        super::games::view,
        super::games::join,
        super::import::import,
        super::export::export,
        super::download::pgn,
        super::download::json,
        super::library::list,
        super::advice::hint,
        super::advice::evaluation,
        super::review::start,
        super::review::read,
        super::review::stop,
        super::review::follow,
        super::positions::view,
        super::positions::evaluation,
        super::positions::analysis,
        super::studies::from_pgn,
        super::studies::to_pgn,
        super::study_list::list,
        super::study_list::export,
        super::study::read,
        super::study::save,
        super::study::change,
        super::study::remove,
        super::study::restore,
        super::study::pgn,
        super::invitation::qr_code,
        super::session::log_in,
        super::session::who,
        super::session::log_out,
        super::session::change_password,
        super::usage::usage,
        super::members::list,
        super::members::add,
        super::members::reset,
        super::members::remove,
        super::backups::state,
        super::admin::take_seats,
        super::admin::abort,
        super::admin::remove,
        super::admin::restore,
    ),
    components(schemas(
        wire::ClientMessage,
        wire::ServerMessage,
        new_game::NewGame,
        new_game::GameCreated,
        new_game::JoinGame,
        view::GameView,
        library::LibraryQuery,
        library::LibraryPage,
        library::ExportQuery,
        library::ImportReport,
        library::ImportEvent,
        advice::Hint,
        advice::Evaluation,
        review::Review,
        position::PositionPath,
        position::PositionView,
        analysis::AnalysisRequest,
        analysis::AnalysisEvent,
        study::StudyTree,
        studies::SaveStudy,
        studies::StudySaved,
        studies::ChangeStudy,
        studies::StudyView,
        studies::StudyQuery,
        studies::StudyPage,
        session::Login,
        session::Session,
        session::Member,
        session::NewMember,
        session::NewPassword,
        session::ChangePassword,
        service::ErrorBody,
        service::Usage,
    ))
)]
struct Document;

/// The document.
pub(super) async fn document() -> Json<utoipa::openapi::OpenApi> {
    Json(Document::openapi())
}
