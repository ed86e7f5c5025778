//! Competitions: everybody may look, members play and report, organizers do the rest.

use std::collections::HashMap;
use std::convert::Infallible;

use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Sse};
use axum::routing::{get, post};
use axum::{Json, Router};
use chess::Color;
use competition::aggregate::{Actor, Command, Competition, Entrant, EntrantId};
use competition::trf;
use futures_util::{Stream, stream};
use game::{Name, RequestId};
use store::{Account, AccountId, CompetitionId};
use wire::competition::{
    CompetitionCaller, CompetitionChanged, CompetitionCommand, CompetitionCreated,
    CompetitionHistory, CompetitionRequest, CompetitionRow, CompetitionView, FormatKind,
    MemberRatings, NewCompetition, NewEntrant, OwnPairing,
};
use wire::new_game::NameText;
use wire::session::Permission;

use super::download::attachment;
use super::request::{id_letters, request_id};
use super::sse;
use crate::accounts::Caller;
use crate::competitions::{self, member};
use crate::security::{LargeJson, Payload};
use crate::{ApiError, App};

/// What a command of a player costs of what they may store.
const COMMAND_COST: u64 = 256;

/// The routes of competitions.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/competitions", get(list).post(create))
        .route("/api/competitions/{id}", get(view))
        .route("/api/competitions/{id}/commands", post(command))
        .route("/api/competitions/{id}/history", get(history))
        .route("/api/competitions/{id}/events", get(follow))
        .route("/api/competitions/{id}/pgn", get(pgn))
        .route("/api/competitions/{id}/trf", get(report))
        .route("/api/pairings", get(pairings))
        .route("/api/ratings", get(ratings))
}

/// The competition in the path, `{id}`.
pub(super) struct CompetitionPath(CompetitionId);

impl FromRequestParts<App> for CompetitionPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<CompetitionPath, ApiError> {
        let path = Path::<String>::from_request_parts(parts, app).await;
        let Path(text) = path.map_err(|_| ApiError::NotFound)?;
        CompetitionId::new(&text).map(CompetitionPath).ok_or(ApiError::NoCompetition(text))
    }
}

/// The competitions, the last changed one first.
#[utoipa::path(
    get, path = "/api/competitions", responses((status = 200, body = Vec<CompetitionRow>))
)]
pub(super) async fn list(State(app): State<App>) -> Result<Json<Vec<CompetitionRow>>, ApiError> {
    let row = |(id, summary): (CompetitionId, store::CompetitionSummary)| CompetitionRow {
        id: id.to_string(),
        name: summary.name.to_string(),
        format: format_kind(summary.format),
        entrants: summary.entrants,
        rounds: summary.rounds,
        finished: summary.finished,
        created_ms: summary.created.0,
        changed_ms: summary.changed.0,
    };
    Ok(Json(app.competitions().list().await?.into_iter().map(row).collect()))
}

fn format_kind(format: store::CompetitionFormat) -> FormatKind {
    match format {
        store::CompetitionFormat::Swiss => FormatKind::Swiss,
        store::CompetitionFormat::RoundRobin => FormatKind::RoundRobin,
        store::CompetitionFormat::Keizer => FormatKind::Keizer,
        store::CompetitionFormat::Knockout => FormatKind::Knockout,
    }
}

/// Creates a competition. The same request again gets the same answer.
#[utoipa::path(
    post, path = "/api/competitions", request_body = NewCompetition,
    responses((status = 200, body = CompetitionCreated), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn create(
    State(app): State<App>,
    caller: Caller,
    Payload(new): Payload<NewCompetition>,
) -> Result<Json<CompetitionCreated>, ApiError> {
    require_organizer(&caller)?;
    let request = request_id(new.request.as_str())?;
    let id = new_id(caller.account_id(), &request);
    // The color of the first player is drawn by lot.
    let mut lot = [0];
    getrandom::fill(&mut lot)?;
    let initial_color = if lot[0] & 1 == 0 { Color::White } else { Color::Black };
    let settings = new.settings.to_new(initial_color)?;
    let now = app.rooms().services().clock.shared_now();
    let competition =
        Competition::new(settings, now).map_err(competitions::RejectedCommand::from)?;
    app.competitions().create(id.clone(), competition, request).await?;
    Ok(Json(CompetitionCreated { id: id.to_string() }))
}

/// The id of the competition that a request creates.
fn new_id(account: Option<AccountId>, request: &RequestId) -> CompetitionId {
    CompetitionId::new(&id_letters("", account, request))
        .expect("ids of games and competitions look the same")
}

/// A competition.
#[utoipa::path(
    get, path = "/api/competitions/{id}", params(("id" = String, Path)),
    responses((status = 200, body = CompetitionView), (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn view(
    State(app): State<App>,
    CompetitionPath(id): CompetitionPath,
    caller: Caller,
) -> Result<Json<CompetitionView>, ApiError> {
    seen_by(&app, &id, &caller).await.map(Json)
}

async fn seen_by(
    app: &App,
    id: &CompetitionId,
    caller: &Caller,
) -> Result<CompetitionView, ApiError> {
    let entrant = own_entrant(app, id, caller).await?.map(|id| id.0);
    let view = app.competitions().view(id).await?;
    let organizer = caller.may(Permission::OrganizeCompetitions);
    let caller = CompetitionCaller { organizer, entrant };
    Ok(CompetitionView { caller, ..CompetitionView::clone(&view) })
}

/// The number of the caller in a competition, if they take part.
async fn own_entrant(
    app: &App,
    id: &CompetitionId,
    caller: &Caller,
) -> Result<Option<EntrantId>, ApiError> {
    let own = caller.account_id().map(member);
    let find = |competition: &Competition| {
        let mut entries = competition.registrations();
        let is_own = |entrant: &Entrant| own.is_some() && entrant.member == own;
        entries.find(|(_, entry)| is_own(&entry.entrant)).map(|(id, _)| id)
    };
    app.competitions().with(id, find).await
}

/// Carries out a command; answers with the competition after it.
#[utoipa::path(
    post, path = "/api/competitions/{id}/commands", request_body = CompetitionRequest,
    params(("id" = String, Path)),
    responses((status = 200, body = CompetitionView), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody), (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn command(
    State(app): State<App>,
    CompetitionPath(id): CompetitionPath,
    caller: Caller,
    LargeJson(CompetitionRequest { request, command }): LargeJson<CompetitionRequest>,
) -> Result<Json<CompetitionView>, ApiError> {
    let request = request_id(request.as_str())?;
    let settings = app.competitions().with(&id, |competition| competition.settings().clone());
    let settings = settings.await?;
    match (command.to_command(&settings)?, &command) {
        (Some(command), _) => {
            let actor = actor(&app, &id, &caller, &command).await?;
            let command = with_member(&app, &id, command).await?;
            app.competitions().execute(&id, actor, vec![command], Some(request)).await?;
        }
        (None, command) => {
            require_organizer(&caller)?;
            organize(&app, &id, command, request).await?;
        }
    }
    seen_by(&app, &id, &caller).await.map(Json)
}

/// Carries out a command that needs more than the competition.
async fn organize(
    app: &App,
    id: &CompetitionId,
    command: &CompetitionCommand,
    request: RequestId,
) -> Result<(), ApiError> {
    match command {
        CompetitionCommand::Enter { members, guests } => {
            let entries = entries(app, members, guests).await?;
            app.competitions().execute(id, Actor::Organizer, entries, Some(request)).await
        }
        CompetitionCommand::StartGames { board } => {
            app.competitions().start_games(id, *board, request).await
        }
        CompetitionCommand::Undo { version } => {
            app.competitions().undo(id, *version, request).await
        }
        _ => Err(ApiError::Internal(format!("a command that nobody carries out: {command:?}"))),
    }
}

/// Those who are to enter.
async fn entries(
    app: &App,
    members: &[NameText],
    guests: &[NewEntrant],
) -> Result<Vec<Command>, ApiError> {
    let mut entries = Vec::with_capacity(members.len() + guests.len());
    for text in members {
        let name = Name::new(text.as_str()).map_err(wire::RequestError::from)?;
        let account = app.rooms().services().store.account(&name).await?;
        let account = account.ok_or_else(|| ApiError::NoMember(text.to_string()))?;
        entries.push(Command::Enter(from_account(account)));
    }
    for guest in guests {
        entries.push(Command::Enter(guest.to_entrant()?));
    }
    Ok(entries)
}

/// A member as the roster knows them.
fn from_account(account: Account) -> Entrant {
    let group = account.group.as_ref().and_then(|group| Name::from_file(group.as_str()));
    let (rating, member) = (account.rating, Some(member(account.id)));
    Entrant { rating, group, member, ..Entrant::new(account.name) }
}

/// A correction of what is known about a member leaves them a member.
async fn with_member(app: &App, id: &CompetitionId, command: Command) -> Result<Command, ApiError> {
    let Command::Edit { id: entrant_id, entrant } = command else { return Ok(command) };
    let known = |competition: &Competition| competition.entrant(entrant_id)?.member;
    let member = app.competitions().with(id, known).await?;
    Ok(Command::Edit { id: entrant_id, entrant: Entrant { member, ..entrant } })
}

/// Who gives a command. Organizers who play themselves report as players.
async fn actor(
    app: &App,
    id: &CompetitionId,
    caller: &Caller,
    command: &Command,
) -> Result<Actor, ApiError> {
    let is_report = matches!(command, Command::Report { .. });
    if caller.may(Permission::OrganizeCompetitions) && !is_report {
        return Ok(Actor::Organizer);
    }
    match own_entrant(app, id, caller).await? {
        Some(own) => {
            app.storage().charge(caller.payer(), COMMAND_COST)?;
            Ok(Actor::Player(own))
        }
        None if caller.account_id().is_none() && !caller.is_owner() => Err(ApiError::LoginNeeded),
        None => Err(ApiError::OrganizerOnly),
    }
}

fn require_organizer(caller: &Caller) -> Result<(), ApiError> {
    if caller.may(Permission::OrganizeCompetitions) {
        return Ok(());
    }
    let is_visitor = caller.account_id().is_none();
    Err(if is_visitor { ApiError::LoginNeeded } else { ApiError::OrganizerOnly })
}

/// The latest events of a competition, the last one first.
#[utoipa::path(
    get, path = "/api/competitions/{id}/history", params(("id" = String, Path)),
    responses((status = 200, body = CompetitionHistory), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody), (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn history(
    State(app): State<App>,
    CompetitionPath(id): CompetitionPath,
    caller: Caller,
) -> Result<Json<CompetitionHistory>, ApiError> {
    require_organizer(&caller)?;
    app.competitions().history(&id).await.map(Json)
}

/// The versions of a competition: a `changed` event now, and one for every change.
#[utoipa::path(
    get, path = "/api/competitions/{id}/events", params(("id" = String, Path)),
    responses(
        (status = 200, description = "Server-sent events", content_type = "text/event-stream"),
        (status = 404, body = wire::ErrorBody)
    )
)]
pub(super) async fn follow(
    State(app): State<App>,
    CompetitionPath(id): CompetitionPath,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let mut versions = app.competitions().follow(&id).await?;
    versions.mark_changed();
    let closing = app.closing().clone();
    let events = stream::unfold(versions, move |mut versions| {
        let closing = closing.clone();
        async move {
            tokio::select! {
                changed = versions.changed() => changed.ok()?,
                () = closing.begun() => return None,
            }
            let version = *versions.borrow_and_update();
            let event = sse::event(&CompetitionChanged { version })?.event("changed");
            Some((Ok(event), versions))
        }
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// All games of a competition as PGN.
#[utoipa::path(
    get, path = "/api/competitions/{id}/pgn", params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "application/x-chess-pgn", body = String),
        (status = 404, body = wire::ErrorBody)
    )
)]
pub(super) async fn pgn(
    State(app): State<App>,
    CompetitionPath(id): CompetitionPath,
) -> Result<impl IntoResponse, ApiError> {
    let text = competitions::pgn(&app, &id).await?;
    Ok(attachment("application/x-chess-pgn", &format!("{id}.pgn"), text))
}

/// The report of a competition for FIDE and other programs (TRF).
#[utoipa::path(
    get, path = "/api/competitions/{id}/trf", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/plain", body = String),
        (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn report(
    State(app): State<App>,
    CompetitionPath(id): CompetitionPath,
) -> Result<impl IntoResponse, ApiError> {
    let competition = app.competitions().with(&id, Clone::clone).await?;
    let write = move || trf::write(&competition.report(), trf::Edition::Trf26);
    let text = tokio::task::spawn_blocking(write).await?;
    Ok(attachment("text/plain; charset=utf-8", &format!("{id}.trf"), text))
}

/// The caller's games in running competitions that are to be played or reported.
#[utoipa::path(
    get, path = "/api/pairings", responses((status = 200, body = Vec<OwnPairing>))
)]
pub(super) async fn pairings(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<Vec<OwnPairing>>, ApiError> {
    let Some(account) = caller.account_id() else { return Ok(Json(Vec::new())) };
    app.competitions().own_pairings(account).await.map(Json)
}

/// The ratings of all members who have played rated games, in the order of their names.
#[utoipa::path(
    get, path = "/api/ratings", responses((status = 200, body = Vec<MemberRatings>))
)]
pub(super) async fn ratings(State(app): State<App>) -> Result<Json<Vec<MemberRatings>>, ApiError> {
    let accounts = app.rooms().services().store.accounts().await?;
    let starting: HashMap<_, _> =
        accounts.iter().map(|account| (member(account.id), account.rating)).collect();
    let starting = move |member| starting.get(&member).copied().flatten();
    let history = app.competitions().ratings(starting).await?;
    let of =
        |account: &Account| MemberRatings::new(account.name.as_str(), member(account.id), &history);
    Ok(Json(accounts.iter().filter_map(of).collect()))
}
