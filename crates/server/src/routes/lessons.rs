//! Lessons: an organizer adjourns and continues games, and locks what a group may use.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use axum::routing::{get, post, put};
use axum::{Json, Router};
use futures_util::{Stream, stream};
use game::{Command, GameId, Status};
use library::summary::status_word;
use store::{AccountId, GroupName, GroupRules, OwnedGame, RuleScope};
use wire::audit::AuditAction;
use wire::lesson::{
    self, GameCounts, GamesChanged, LessonGames, LessonGroup, LessonView, NewRules,
};
use wire::session::Permission;

use crate::accounts::{Audited, Caller};
use crate::lessons::from_wire;
use crate::security::Payload;
use crate::uninterrupted::uninterrupted;
use crate::{ApiError, App, RoomError};

/// The longest time for which something is locked; longer means until it is changed.
const MAX_LOCK: Duration = Duration::from_hours(24 * 366);

/// The routes of lessons.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/lessons", get(view))
        .route("/api/lessons/adjourn", post(adjourn))
        .route("/api/lessons/continue", post(go_on))
        .route("/api/lessons/rules", put(set_rules))
        .route("/api/session/events", get(follow))
}

/// A caller who may lead lessons. They are checked before the body is read.
pub(super) struct Teacher(Caller);

impl<S: Sync> FromRequestParts<S> for Teacher {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Teacher, ApiError> {
        let Ok(caller) = Caller::from_request_parts(parts, state).await;
        caller.require(Permission::LeadLessons)?;
        Ok(Teacher(caller))
    }
}

/// The groups with their games and what is locked for them.
#[utoipa::path(
    get, path = "/api/lessons",
    responses((status = 200, body = LessonView), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn view(
    State(app): State<App>,
    Teacher(_): Teacher,
) -> Result<Json<LessonView>, ApiError> {
    let store = &app.rooms().services().store;
    let playing = store.owned_games(status_word(Status::Playing)).await?;
    let adjourned = store.owned_games(status_word(Status::Adjourned)).await?;
    let now = app.rooms().services().clock.shared_now();
    let groups = members_by_group(&app).await?.into_iter().map(|(group, members)| LessonGroup {
        name: group.to_string(),
        members: members.len() as u32,
        games: GameCounts {
            playing: of_members(&playing, &members).count() as u32,
            adjourned: of_members(&adjourned, &members).count() as u32,
        },
        locks: app.lessons().locks(&RuleScope::Group(group), now),
    });
    Ok(Json(LessonView {
        groups: groups.collect(),
        everyone: GameCounts { playing: playing.len() as u32, adjourned: adjourned.len() as u32 },
        visitors: app.lessons().locks(&RuleScope::Visitors, now),
    }))
}

/// Adjourns games: their clocks stop, and the players can only resign. Games that are adjourned
/// already stay so, and those that wait for an opponent go on waiting.
#[utoipa::path(
    post, path = "/api/lessons/adjourn", request_body = LessonGames,
    responses((status = 200, body = GamesChanged), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody), (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn adjourn(
    State(app): State<App>,
    Teacher(caller): Teacher,
    Payload(games): Payload<LessonGames>,
) -> Result<Json<GamesChanged>, ApiError> {
    // The bell rings for all, also when the teacher's page is closed meanwhile.
    uninterrupted(async move {
        let changed = change(&app, &games, Status::Playing, Status::Adjourned).await?;
        record(&app, &caller, AuditAction::AdjournGames, &games).await;
        Ok(Json(changed))
    })
    .await
}

/// Continues adjourned games. Their clocks go on from where they stood.
#[utoipa::path(
    post, path = "/api/lessons/continue", request_body = LessonGames,
    responses((status = 200, body = GamesChanged), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody), (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn go_on(
    State(app): State<App>,
    Teacher(caller): Teacher,
    Payload(games): Payload<LessonGames>,
) -> Result<Json<GamesChanged>, ApiError> {
    uninterrupted(async move {
        let changed = change(&app, &games, Status::Adjourned, Status::Playing).await?;
        record(&app, &caller, AuditAction::ContinueGames, &games).await;
        Ok(Json(changed))
    })
    .await
}

/// Sets what a group, or whoever is not signed in, may not use. Nothing locked allows everything.
#[utoipa::path(
    put, path = "/api/lessons/rules", request_body = NewRules,
    responses((status = 204), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn set_rules(
    State(app): State<App>,
    Teacher(caller): Teacher,
    Payload(new): Payload<NewRules>,
) -> Result<StatusCode, ApiError> {
    let scope = match &new.scope {
        lesson::RuleScope::Visitors {} => RuleScope::Visitors,
        lesson::RuleScope::Group { name } => RuleScope::Group(group(name.as_str())?),
    };
    let now = app.rooms().services().clock.shared_now();
    let time = new.for_ms.map(Duration::from_millis).filter(|time| *time <= MAX_LOCK);
    let rules = GroupRules {
        locked: new.locked.iter().copied().map(from_wire).collect(),
        max_rating: new.max_rating,
        until: time.map(|time| now.after(time)),
    };
    let target = match &scope {
        RuleScope::Visitors => String::new(),
        RuleScope::Group(name) => name.to_string(),
    };
    let rules = Some(rules).filter(|rules| !rules.locked.is_empty());
    uninterrupted(async move {
        app.lessons().set(scope, rules).await?;
        Audited::done(AuditAction::ChangeRules).to(&target).record(&app, &caller).await;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// A `changed` event whenever what somebody may use has changed; who follows asks for their session
/// again.
#[utoipa::path(
    get, path = "/api/session/events",
    responses(
        (status = 200, description = "Server-sent events", content_type = "text/event-stream"),
    )
)]
pub(super) async fn follow(
    State(app): State<App>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut changes = app.lessons().follow();
    // The first event comes at once, for those who have missed a change.
    changes.mark_changed();
    let events = stream::unfold((app, changes), |(app, mut changes)| async move {
        tokio::select! {
            change = changes.changed() => change.ok()?,
            () = app.closing().begun() => return None,
        }
        let event = Event::default().event("changed").data("{}");
        Some((Ok(event), (app, changes)))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// Changes the status of games. One that cannot be changed does not keep the others from it.
async fn change(
    app: &App,
    games: &LessonGames,
    from: Status,
    to: Status,
) -> Result<GamesChanged, ApiError> {
    let command = || if to == Status::Adjourned { Command::Adjourn } else { Command::Continue };
    if let LessonGames::Game { id } = games {
        let id = GameId::new(id.as_str()).ok_or(RoomError::NoGame(id.to_string()))?;
        let status = app.rooms().arbitrate(&id, command()).await?;
        return Ok(GamesChanged { games: u32::from(status == Some(to)), failed: 0 });
    }
    let mut changed = GamesChanged::default();
    for id in find(app, games, from).await? {
        match app.rooms().arbitrate(&id, command()).await {
            Ok(status) => changed.games += u32::from(status == Some(to)),
            // It has ended in the meantime.
            Err(RoomError::Game(_)) => {}
            Err(error) => {
                tracing::warn!(game = %id, "a game could not be changed for a lesson: {error}");
                changed.failed += 1;
            }
        }
    }
    Ok(changed)
}

/// The games of a status that are meant.
async fn find(app: &App, games: &LessonGames, status: Status) -> Result<Vec<GameId>, ApiError> {
    let owned = app.rooms().services().store.owned_games(status_word(status)).await?;
    let LessonGames::Group { name } = games else {
        return Ok(owned.into_iter().map(|game| game.id).collect());
    };
    let group = group(name.as_str())?;
    let members = members_by_group(app).await?.remove(&group).unwrap_or_default();
    Ok(of_members(&owned, &members).map(|game| game.id.clone()).collect())
}

fn group(name: &str) -> Result<GroupName, ApiError> {
    GroupName::new(name).ok_or(ApiError::BadGroup)
}

/// The games in which one of these members plays.
fn of_members<'a>(
    games: &'a [OwnedGame],
    members: &'a BTreeSet<AccountId>,
) -> impl Iterator<Item = &'a OwnedGame> {
    let is_member = |account: &Option<AccountId>| account.is_some_and(|id| members.contains(&id));
    games.iter().filter(move |game| game.accounts.iter().any(|(_, account)| is_member(account)))
}

async fn members_by_group(app: &App) -> Result<BTreeMap<GroupName, BTreeSet<AccountId>>, ApiError> {
    let mut groups: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for account in app.accounts().roster().await? {
        if let Some(group) = account.group {
            groups.entry(group).or_default().insert(account.id);
        }
    }
    Ok(groups)
}

async fn record(app: &App, caller: &Caller, action: AuditAction, games: &LessonGames) {
    let target = match games {
        LessonGames::Everyone {} => String::new(),
        LessonGames::Group { name } => name.to_string(),
        LessonGames::Game { id } => id.to_string(),
    };
    Audited::done(action).to(&target).record(app, caller).await;
}
