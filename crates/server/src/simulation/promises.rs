//! The checks: what clients sent and were told is compared with what is stored. One function for
//! each promise.

use chess::CastlingMode;
use game::{Event, Game, GameId, Record};
use store::StoredGame;
use wire::ErrorCode;

use super::clocks;
use super::history::{Asked, Downtime, GameHistory, SentRequest};
use super::violation::{Promise, Violation};
use crate::live::{event_message, to_json};

/// Checks one game after a restart. What is found in the store must be found there forever. Servers
/// that share it have clocks with an error.
pub(super) fn check(
    id: &GameId,
    history: &mut GameHistory,
    stored: &StoredGame,
    downtime: &Downtime,
    clock_error_ms: Option<u64>,
) -> Vec<Violation> {
    let checks = [
        stored_is_kept(history, stored),
        seen_is_stored(id, history, stored),
        acknowledged_is_stored(history, stored),
        refused_is_not_stored(history, stored),
        carried_out_once(history, stored),
        acknowledged_is_played(history, stored),
        clocks::are_fair(history, stored, downtime, clock_error_ms),
    ];
    history.stored.clone_from(&stored.records);
    checks.into_iter().filter_map(Result::err).collect()
}

fn stored_is_kept(history: &GameHistory, stored: &StoredGame) -> Result<(), Violation> {
    let before = history.stored.len();
    if stored.records.get(..before) == Some(&history.stored) {
        return Ok(());
    }
    let details = format!("{before} records were stored, now there are {}", stored.records.len());
    Err(Violation::new(Promise::StoredIsKept, details))
}

/// Replays the log and compares it with what clients were told. An event is told in the same words
/// as when it happened, so a replayed game is the same game, clocks included.
fn seen_is_stored(
    id: &GameId,
    history: &GameHistory,
    stored: &StoredGame,
) -> Result<(), Violation> {
    let broken = |error: &dyn std::fmt::Display| Violation::new(Promise::LogReplays, error);
    let (first, rest) = stored.records.split_first().ok_or_else(|| broken(&"no records"))?;
    let mut game = Game::replay([first.clone()]).map_err(|error| broken(&error))?;
    told_game_is_stored(history, &game)?;
    for record in rest {
        game.apply(record).map_err(|error| broken(&error))?;
        told_event_is_stored(id, history, &game, record)?;
        told_game_is_stored(history, &game)?;
    }
    if history.last_version() > game.version() {
        let (told, stored) = (history.last_version(), game.version());
        let details = format!("version {told} was told, but only {stored} are stored");
        return Err(Violation::new(Promise::SeenIsStored, details));
    }
    Ok(())
}

fn told_event_is_stored(
    id: &GameId,
    history: &GameHistory,
    game: &Game,
    record: &Record,
) -> Result<(), Violation> {
    // What was compared at an earlier restart has not changed since.
    let is_known = record.version as usize <= history.stored.len();
    let Some(told) = history.events.get(&record.version).filter(|_| !is_known) else {
        return Ok(());
    };
    let text = to_json(&event_message(id, game, record));
    if text.as_str() == told.text {
        return Ok(());
    }
    let details = format!("version {} was told as {} and is {text}", record.version, told.text);
    Err(Violation::new(Promise::SeenIsStored, details))
}

fn told_game_is_stored(history: &GameHistory, game: &Game) -> Result<(), Violation> {
    let Some(told) = history.games.get(&game.version()) else { return Ok(()) };
    let played = game.board().moves().iter().map(|play| play.uci(CastlingMode::Standard));
    let is_same = told.moves.iter().map(String::as_str).eq(played.map(|uci| uci.to_string()))
        && told.fen == game.board().position().to_string();
    if is_same {
        return Ok(());
    }
    let details = format!("version {} was told as {told:?}", game.version());
    Err(Violation::new(Promise::SeenIsStored, details))
}

fn acknowledged_is_stored(history: &GameHistory, stored: &StoredGame) -> Result<(), Violation> {
    for ((client, id), request) in &history.requests {
        let found = version_of(stored, id);
        if let Some(version) = request.acks.iter().find(|version| found != Some(**version)) {
            let details = format!(
                "request {id} of client {client} was acknowledged at {version}, stored: {found:?}"
            );
            return Err(Violation::new(Promise::AcknowledgedIsStored, details));
        }
    }
    Ok(())
}

/// A request that reached the server once and was refused then is not stored later. One that
/// arrived again may have succeeded the second time, and one that was not confirmed may be stored.
fn refused_is_not_stored(history: &GameHistory, stored: &StoredGame) -> Result<(), Violation> {
    for ((client, id), request) in &history.requests {
        let was_sent_once = request.arrivals.len() == 1 && senders(history, id).count() == 1;
        if let (true, [code, ..], Some(version)) =
            (was_sent_once, &request.refusals[..], version_of(stored, id))
            && *code != ErrorCode::Unconfirmed
        {
            let details = format!(
                "request {id} of client {client} was refused ({code:?}) and stored at {version}"
            );
            return Err(Violation::new(Promise::RefusedIsNotStored, details));
        }
    }
    Ok(())
}

/// Every stored request is one that was sent, and every stored move answers exactly one.
fn carried_out_once(history: &GameHistory, stored: &StoredGame) -> Result<(), Violation> {
    let moves = stored.records.iter().filter(|record| matches!(record.event, Event::Moved { .. }));
    for record in moves {
        let count = carried_out(stored).filter(|(_, version)| *version == record.version).count();
        if count != 1 {
            let details =
                format!("the move of version {} answers {count} requests", record.version);
            return Err(Violation::new(Promise::CarriedOutOnce, details));
        }
    }
    for (id, version) in carried_out(stored) {
        let fits = |request: &&SentRequest| is_answer(stored, version, request);
        // A hostile client may send what another one sends, under the same id.
        let requests: Vec<_> = senders(history, id.as_str()).filter(fits).collect();
        let Some(request) = requests.first() else {
            let details = format!("version {version} is not what request {} asked", id.as_str());
            return Err(Violation::new(Promise::CarriedOutOnce, details));
        };
        if requests.iter().all(|request| request.base + 1 != version) {
            let base = request.base;
            let details =
                format!("request {} was made at {base} and carried out at {version}", id.as_str());
            return Err(Violation::new(Promise::BuildsOnWhatWasSeen, details));
        }
    }
    Ok(())
}

/// An acknowledgment is about what its client asked for.
fn acknowledged_is_played(history: &GameHistory, stored: &StoredGame) -> Result<(), Violation> {
    for ((client, id), request) in &history.requests {
        let Some(version) = request.acks.first() else { continue };
        if is_flag(stored, *version) || !is_answer(stored, *version, request) {
            let event = stored.records.get(*version as usize - 1).map(|record| &record.event);
            let details = format!(
                "request {id} of client {client}, {:?}, was acknowledged with {event:?}",
                request.asked
            );
            return Err(Violation::new(Promise::AcknowledgedIsPlayed, details));
        }
    }
    Ok(())
}

/// Whether the event of a version may be what a request asked for. A flag may answer everything.
fn is_answer(stored: &StoredGame, version: u32, request: &SentRequest) -> bool {
    let Some(record) = stored.records.get(version as usize - 1) else { return true };
    match (&request.asked, &record.event) {
        (_, Event::Flagged { .. }) => true,
        (Asked::Move { uci, .. }, Event::Moved { play, .. }) => {
            play.uci(CastlingMode::Standard).to_string() == *uci
        }
        (Asked::Move { .. }, _) => false,
        (Asked::Command(_), event) => !matches!(event, Event::Moved { .. }),
    }
}

fn is_flag(stored: &StoredGame, version: u32) -> bool {
    let record = stored.records.get(version as usize - 1);
    record.is_some_and(|record| matches!(record.event, Event::Flagged { .. }))
}

/// The requests that were sent under an id.
fn senders<'a>(
    history: &'a GameHistory,
    id: &'a str,
) -> impl Iterator<Item = &'a SentRequest> + 'a {
    let requests = history.requests.iter();
    requests.filter(move |((_, sent), _)| sent == id).map(|(_, request)| request)
}

/// The requests that brought about a version: more than one if clients share an id.
pub(super) fn requests_of<'a>(
    history: &'a GameHistory,
    stored: &'a StoredGame,
    version: u32,
) -> impl Iterator<Item = &'a SentRequest> + 'a {
    carried_out(stored)
        .filter(move |(_, at)| *at == version)
        .flat_map(|(id, _)| senders(history, id.as_str()))
        .filter(move |request| is_answer(stored, version, request))
}

/// The requests that were carried out, and the version after each. One that came too late is stored
/// as well, to be refused again.
fn carried_out(stored: &StoredGame) -> impl Iterator<Item = (&store::RequestId, u32)> {
    let requests = stored.requests.iter().filter(|(_, request)| !request.is_refused);
    requests.map(|(id, request)| (id, request.version))
}

fn version_of(stored: &StoredGame, id: &str) -> Option<u32> {
    let request = stored.requests.get(&store::RequestId::new(id)?)?;
    (!request.is_refused).then_some(request.version)
}
