//! Events, converted for clients.

use chess::CastlingMode;
use game::Record;

use super::snapshot::{Snapshot, played};
use super::terms::millis;
use crate::event::Event;
use crate::view::NotatedMove;
use crate::{ServerMessage, view};

/// The message for an event. The snapshot is the game right after it.
pub fn event(record: &Record, after: &Snapshot) -> ServerMessage {
    ServerMessage::Event {
        game: after.id.to_string(),
        version: record.version,
        at_ms: record.at.0,
        event: wire_event(&record.event, after.board),
        state: Box::new(after.state()),
    }
}

fn wire_event(event: &game::Event, board: &chess::Game) -> Event {
    let name = |name: &Option<game::Name>| name.as_ref().map(ToString::to_string);
    match event {
        game::Event::Created(_) => Event::Created {},
        game::Event::Joined { color, name: joined } => {
            Event::Joined { side: (*color).into(), name: name(joined) }
        }
        game::Event::Renamed { color, name: renamed } => {
            Event::Renamed { side: (*color).into(), name: name(renamed) }
        }
        game::Event::Moved { play, .. } | game::Event::MoveRecorded { play } => moved(*play, board),
        game::Event::Offered { by, offer } => {
            Event::Offered { by: (*by).into(), offer: (*offer).into() }
        }
        game::Event::Declined { by, offer } => {
            Event::Declined { by: (*by).into(), offer: (*offer).into() }
        }
        game::Event::DrawAgreed => Event::DrawAgreed {},
        game::Event::Claimed { by, outcome } => {
            Event::Claimed { by: (*by).into(), reason: view::Reason::from(*outcome) }
        }
        game::Event::TakenBack { plies, .. } => Event::TakenBack { plies: *plies },
        game::Event::Redone { plies, .. } => {
            Event::Redone { played: last(board, usize::from(*plies)) }
        }
        game::Event::Resigned { by } => Event::Resigned { by: (*by).into() },
        game::Event::Aborted { by } => Event::Aborted { by: by.map(Into::into) },
        game::Event::Flagged { color } => Event::Flagged { side: (*color).into() },
        game::Event::Abandoned { by, .. } => Event::Abandoned { by: (*by).into() },
        game::Event::TimeGiven { to, amount } => {
            Event::TimeGiven { to: (*to).into(), ms: millis(*amount) }
        }
        game::Event::Resumed { grace, .. } => Event::Resumed { grace_ms: millis(*grace) },
        game::Event::Adjourned { .. } => Event::Adjourned {},
        game::Event::Continued => Event::Continued {},
        game::Event::ResultRecorded { winner } => {
            Event::ResultRecorded { winner: winner.map(Into::into) }
        }
        game::Event::Rematched { next } => Event::Rematched { next: next.to_string() },
    }
}

/// The move that was just made, which is the last on the board.
fn moved(play: chess::Move, board: &chess::Game) -> Event {
    let mode = CastlingMode::of(board.start());
    let played = last(board, 1).pop().unwrap_or_else(|| played(board.start(), play, mode));
    Event::Moved { ply: board.moves().len() as u32, played }
}

/// The last moves on the board, in order.
fn last(board: &chess::Game, count: usize) -> Vec<NotatedMove> {
    let mode = CastlingMode::of(board.start());
    let first = board.moves().len().saturating_sub(count);
    let steps = board.positions().iter().zip(board.moves()).skip(first);
    steps.map(|(position, &m)| played(position, m, mode)).collect()
}
