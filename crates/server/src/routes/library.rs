//! The library: pages of stored games.

mod cursor;

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use chess::Color;
use chess::pgn::GameResult;
use game::GameId;
use store::{Column, Direction, ListedGame, PageStart, Sort};
use wire::library::{
    LibraryColumn, LibraryCursor, LibraryPage, LibraryQuery, LibraryRow, LibraryStatus, MAX_SKIP,
    Winner,
};
use wire::session::Permission;

use crate::accounts::Caller;
use crate::{ApiError, App};

/// Lists games.
#[utoipa::path(
    get, path = "/api/games", params(LibraryQuery),
    responses(
        (status = 200, body = LibraryPage),
        (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody)
    )
)]
pub(super) async fn list(
    State(app): State<App>,
    caller: Caller,
    query: Result<Query<LibraryQuery>, QueryRejection>,
) -> Result<Json<LibraryPage>, ApiError> {
    let Query(query) = query.map_err(|error| ApiError::BadQuery(error.body_text()))?;
    let wanted = store_query(&query, &caller)?;
    let page = app.rooms().services().store.list(&wanted).await?;
    let own = own_games(&app, &caller).await?;
    let is_open = |id: &GameId| caller.may(Permission::TakeAnySeat) || own.contains(id);
    let rows = page.games.iter().map(|game| {
        let row = row(game)?;
        let is_playing = IN_PLAY.contains(&row.status);
        let can_continue = is_playing && !query.removed && is_open(&game.id);
        Ok(LibraryRow { can_continue, ..row })
    });
    let rows = rows.collect::<Result<_, ApiError>>()?;
    let place = |game: &ListedGame| cursor::to_text(&wanted.sort.cursor(game));
    let (first, last) = (page.games.first().map(place), page.games.last().map(place));
    let store::Page { total, is_estimate, .. } = page;
    Ok(Json(LibraryPage { rows, total, is_estimate, first, last }))
}

/// The statuses of games that are played, now or later.
const IN_PLAY: [LibraryStatus; 2] = [LibraryStatus::Playing, LibraryStatus::Adjourned];

/// The games being played in which the caller, who is logged in, has taken a seat.
async fn own_games(app: &App, caller: &Caller) -> Result<BTreeSet<GameId>, ApiError> {
    let Some(account) = caller.account_id().filter(|_| !caller.may(Permission::TakeAnySeat)) else {
        return Ok(BTreeSet::new());
    };
    let mut own = BTreeSet::new();
    for status in IN_PLAY {
        let playing = store::Query {
            owner: Some(account),
            status: Some(word(status).to_owned()),
            limit: store::Query::MAX_LIMIT,
            ..store::Query::default()
        };
        let page = app.rooms().services().store.list(&playing).await?;
        own.extend(page.games.into_iter().map(|game| game.id));
    }
    Ok(own)
}

/// The query of the store, if the caller may make it.
pub(super) fn store_query(query: &LibraryQuery, caller: &Caller) -> Result<store::Query, ApiError> {
    if query.removed {
        caller.require(Permission::RemoveGames)?;
    }
    let owner = match caller.account_id() {
        None if query.mine => return Err(ApiError::LoginNeeded),
        account => account.filter(|_| query.mine),
    };
    Ok(store::Query {
        text: query.search.as_ref().map(ToString::to_string).unwrap_or_default(),
        ids: query
            .ids
            .as_ref()
            .map(|ids| ids.as_str().split(',').filter_map(GameId::new).collect()),
        status: query.status.map(|status| word(status).to_owned()),
        result: query.winner.map(|winner| match winner {
            Winner::White => GameResult::Win(Color::White),
            Winner::Black => GameResult::Win(Color::Black),
            Winner::Draw => GameResult::Draw,
        }),
        sort: Sort { column: column(query.sort), direction: direction(query) },
        start: start(query)?,
        skip: skip(query)?,
        limit: query.page_size(),
        owner,
        removed: query.removed,
        ..store::Query::default()
    })
}

/// Where the page begins.
fn start(query: &LibraryQuery) -> Result<PageStart, ApiError> {
    let place = |text: &LibraryCursor| {
        let text = text.as_str();
        let unknown = || ApiError::BadQuery(format!("{text:?} is not a place in this order"));
        cursor::parse(column(query.sort), text).ok_or_else(unknown)
    };
    match (&query.after, &query.before) {
        (None, None) => Ok(PageStart::First),
        (Some(after), None) => Ok(PageStart::After(place(after)?)),
        (None, Some(before)) => Ok(PageStart::Before(place(before)?)),
        (Some(_), Some(_)) => {
            Err(ApiError::BadQuery("a page is either `after` a place or `before` one".into()))
        }
    }
}

fn skip(query: &LibraryQuery) -> Result<u32, ApiError> {
    let skip = query.skip;
    if skip > MAX_SKIP {
        let too_many = format!("{skip} games cannot be skipped; at most {MAX_SKIP} can");
        return Err(ApiError::BadQuery(too_many));
    }
    Ok(skip)
}

fn direction(query: &LibraryQuery) -> Direction {
    if query.descending { Direction::Descending } else { Direction::Ascending }
}

fn column(column: LibraryColumn) -> Column {
    match column {
        LibraryColumn::Id => Column::Id,
        LibraryColumn::White => Column::White,
        LibraryColumn::Black => Column::Black,
        LibraryColumn::Winner => Column::Result,
        LibraryColumn::Moves => Column::Plies,
        LibraryColumn::LastPlayed => Column::LastPlayed,
        LibraryColumn::Status => Column::Status,
        LibraryColumn::Event => Column::Event,
        LibraryColumn::Site => Column::Site,
        LibraryColumn::Date => Column::Date,
        LibraryColumn::Round => Column::Round,
        LibraryColumn::WhiteRating => Column::WhiteRating,
        LibraryColumn::BlackRating => Column::BlackRating,
        LibraryColumn::Opening => Column::Opening,
    }
}

const STATUSES: [LibraryStatus; 4] =
    [LibraryStatus::Waiting, LibraryStatus::Playing, LibraryStatus::Adjourned, LibraryStatus::Over];

/// The name of a status in the store.
fn word(status: LibraryStatus) -> &'static str {
    match status {
        LibraryStatus::Waiting => "waiting",
        LibraryStatus::Playing => "playing",
        LibraryStatus::Adjourned => "adjourned",
        LibraryStatus::Over => "over",
    }
}

fn row(listed: &ListedGame) -> Result<LibraryRow, ApiError> {
    let ListedGame { summary, details, .. } = listed;
    let non_empty = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let opening = summary.opening.as_ref();
    let name = |color| summary.names[color].as_ref().map(ToString::to_string);
    let blacks_turn = summary.fen.split(' ').nth(1) == Some("b");
    Ok(LibraryRow {
        id: listed.id.to_string(),
        white: name(Color::White),
        black: name(Color::Black),
        winner: match summary.result {
            GameResult::Win(Color::White) => Some(Winner::White),
            GameResult::Win(Color::Black) => Some(Winner::Black),
            GameResult::Draw => Some(Winner::Draw),
            GameResult::Unknown => None,
        },
        moves: summary.plies.div_ceil(2),
        last_played_ms: summary.last_played.0,
        status: status(listed)?,
        imported: listed.imported,
        can_continue: false,
        turn: if blacks_turn { Color::Black } else { Color::White }.into(),
        white_rating: details.ratings[Color::White],
        black_rating: details.ratings[Color::Black],
        event: details.event.clone(),
        site: details.site.clone(),
        date: details.date.clone(),
        round: details.round.clone(),
        eco: opening.and_then(|opening| non_empty(&opening.eco)),
        opening: opening.and_then(|opening| non_empty(&opening.name)),
    })
}

fn status(listed: &ListedGame) -> Result<LibraryStatus, ApiError> {
    let known = STATUSES.into_iter().find(|status| word(*status) == listed.summary.status);
    known.ok_or_else(|| {
        let (id, status) = (&listed.id, &listed.summary.status);
        ApiError::Internal(format!("the stored game {id} has the unknown status {status:?}"))
    })
}
