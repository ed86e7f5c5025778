//! The checker: compares what the clients of a game recorded with what is stored. One function per
//! guarantee, all pure, so that tests can pass broken histories.

use std::collections::BTreeMap;

use chess::CastlingMode;
use game::{Event, Game};
use store::StoredGame;

use super::clocks::{self, Outage};
use super::history::{Note, Who};
use super::violation::Violation;

/// Rejections that an interruption explains: the game went on, or the server was too busy.
const EXPLAINED: [&str; 3] = ["stale", "busy", "closing"];
/// The rejection of a move that could not be stored, and was not.
pub(super) const NOT_STORED: &str = "not_stored";

/// What happened to the servers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Circumstances {
    /// When there was no server.
    pub(crate) outages: Vec<Outage>,
    /// Whether the database was away at times, or a server stood still.
    pub(crate) is_disturbed: bool,
}

/// Checks all guarantees for one game.
pub(crate) fn check(
    notes: &[Note],
    stored: Option<&StoredGame>,
    circumstances: &Circumstances,
) -> Result<(), Violation> {
    let stored = stored.ok_or(Violation::GameLost)?;
    Game::replay(stored.records.iter().cloned()).map_err(Violation::InvalidLog)?;
    acknowledged_moves_are_stored(notes, stored)?;
    stored_moves_were_sent_once(notes, stored)?;
    rejected_moves_are_not_stored(notes, stored, circumstances)?;
    what_was_shown_is_stored(notes, stored)?;
    nothing_was_skipped(notes)?;
    clocks::check(&stored.records, circumstances)
}

fn acknowledged_moves_are_stored(notes: &[Note], stored: &StoredGame) -> Result<(), Violation> {
    for note in notes {
        let Note::Acked { id, version, .. } = note else { continue };
        let found = request(stored, id);
        if found != Some(*version) {
            return Err(Violation::AckLost { id: id.clone(), version: *version, stored: found });
        }
    }
    Ok(())
}

/// Every stored move answers exactly one request, and is the move that was sent with it.
fn stored_moves_were_sent_once(notes: &[Note], stored: &StoredGame) -> Result<(), Violation> {
    let mut sent = BTreeMap::new();
    for note in notes {
        if let Note::Sent { id, ply, uci, .. } = note {
            sent.insert(id.as_str(), (*ply, uci.as_str()));
        }
    }
    for (ply, (version, uci)) in moves(stored).into_iter().enumerate() {
        let answered = stored.requests.iter().filter(|(_, after)| after.version == version);
        let ids: Vec<&str> = answered.map(|(id, _)| id.as_str()).collect();
        let [id] = ids[..] else {
            return Err(Violation::NotSentOnce { version, requests: ids.len() });
        };
        if sent.get(id) != Some(&(ply, uci.as_str())) {
            return Err(Violation::Changed { id: id.to_owned(), version });
        }
    }
    Ok(())
}

fn rejected_moves_are_not_stored(
    notes: &[Note],
    stored: &StoredGame,
    circumstances: &Circumstances,
) -> Result<(), Violation> {
    for note in notes {
        let Note::Rejected { id, code, .. } = note else { continue };
        if let Some(version) = request(stored, id) {
            return Err(Violation::RejectedButStored { id: id.clone(), version });
        }
        let is_lost = circumstances.is_disturbed && code == NOT_STORED;
        if !is_lost && !EXPLAINED.contains(&code.as_str()) {
            return Err(Violation::NeedlessRejection { id: id.clone(), code: code.clone() });
        }
    }
    Ok(())
}

/// Players and spectators have seen only what is stored.
fn what_was_shown_is_stored(notes: &[Note], stored: &StoredGame) -> Result<(), Violation> {
    let played = moves(stored);
    for note in notes {
        let (who, version, is_stored) = match note {
            Note::Saw { who, version, uci } => {
                let there = played.iter().find(|(at, _)| at == version).map(|(_, uci)| uci);
                (who, version, there == uci.as_ref())
            }
            Note::SawAll { who, version, moves } => {
                let then = played.iter().take_while(|(at, _)| at <= version).map(|(_, uci)| uci);
                (who, version, then.eq(moves))
            }
            Note::Unclear { who, said } => {
                return Err(Violation::Protocol { who: *who, said: said.clone() });
            }
            _ => continue,
        };
        if !is_stored || *version as usize > stored.records.len() {
            return Err(Violation::Phantom { who: *who, version: *version });
        }
    }
    Ok(())
}

/// Each client receives every version, some perhaps twice.
fn nothing_was_skipped(notes: &[Note]) -> Result<(), Violation> {
    let mut last: BTreeMap<Who, u32> = BTreeMap::new();
    for note in notes {
        match note {
            Note::SawAll { who, version, .. } => last.extend([(*who, *version)]),
            Note::Saw { who, version, .. } => {
                let after = last.entry(*who).or_default();
                if *version > *after + 1 {
                    return Err(Violation::Skipped { who: *who, after: *after, version: *version });
                }
                *after = (*after).max(*version);
            }
            _ => {}
        }
    }
    Ok(())
}

/// The version at which a request was carried out.
fn request(stored: &StoredGame, id: &str) -> Option<u32> {
    let mut requests = stored.requests.iter();
    let found = requests.find(|(request, stored)| request.as_str() == id && !stored.is_refused);
    found.map(|(_, stored)| stored.version)
}

/// The stored moves with their versions, in order.
fn moves(stored: &StoredGame) -> Vec<(u32, String)> {
    let play = |record: &game::Record| match record.event {
        Event::Moved { play, .. } => {
            Some((record.version, play.uci(CastlingMode::Standard).to_string()))
        }
        _ => None,
    };
    stored.records.iter().filter_map(play).collect()
}

#[cfg(test)]
mod tests;
