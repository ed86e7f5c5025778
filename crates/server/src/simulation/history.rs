//! What was sent in a run, seen from outside the server.

use std::collections::BTreeMap;

use wire::ErrorCode;

/// What a client asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Move {
        ply: u32,
        uci: String,
    },
    /// Another command, as JSON.
    Command(String),
}

/// A request of a client. One client uses an id for one request only.
#[derive(Clone, Debug)]
pub(super) struct SentRequest {
    pub(super) base: u32,
    pub(super) asked: Asked,
    /// When it reached the server, each time.
    pub(super) arrivals: Vec<u64>,
    /// The versions of its acknowledgments.
    pub(super) acks: Vec<u32>,
    /// The codes of its refusals.
    pub(super) refusals: Vec<ErrorCode>,
}

/// An event that the server has sent.
#[derive(Clone, Debug)]
pub(super) struct ToldEvent {
    /// When it was first sent; none if nobody followed the game then, and it was sent to somebody
    /// who had missed it.
    pub(super) at: Option<u64>,
    pub(super) text: String,
}

/// A whole game that the server has sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ToldGame {
    pub(super) moves: Vec<String>,
    pub(super) fen: String,
}

/// The history of one game.
#[derive(Debug, Default)]
pub(super) struct GameHistory {
    /// The requests by client and id.
    pub(super) requests: BTreeMap<(usize, String), SentRequest>,
    /// The events by version.
    pub(super) events: BTreeMap<u32, ToldEvent>,
    /// Whole games by version.
    pub(super) games: BTreeMap<u32, ToldGame>,
    /// The records that were found in the store.
    pub(super) stored: Vec<game::Record>,
}

impl GameHistory {
    /// The last version that anybody was told.
    pub(super) fn last_version(&self) -> u32 {
        let last = |version: Option<&u32>| version.copied().unwrap_or(0);
        last(self.events.keys().last()).max(last(self.games.keys().last()))
    }
}

/// When the server could not do anything, in milliseconds of the run.
#[derive(Debug, Default)]
pub(super) struct Downtime {
    /// Times without a server, or with one that stood still; the last may be going on.
    spans: Vec<(u64, Option<u64>)>,
}

impl Downtime {
    /// A time without a server begins, unless it has begun already.
    pub(super) fn begin(&mut self, at: u64) {
        if !self.is_down() {
            self.spans.push((at, None));
        }
    }

    /// The server stood still. A shutdown that began meanwhile goes on.
    pub(super) fn add_stall(&mut self, from: u64, to: u64) {
        if !self.is_down() {
            self.spans.push((from, Some(to)));
        }
    }

    fn is_down(&self) -> bool {
        matches!(self.spans.last(), Some((_, None)))
    }

    pub(super) fn end(&mut self, at: u64) {
        if let Some((_, end)) = self.spans.last_mut() {
            end.get_or_insert(at);
        }
    }

    /// How much of a span the server could use.
    pub(super) fn up_time(&self, from: u64, to: u64) -> u64 {
        let down = |(begin, end): &(u64, Option<u64>)| {
            end.unwrap_or(u64::MAX).min(to).saturating_sub((*begin).max(from))
        };
        to.saturating_sub(from).saturating_sub(self.spans.iter().map(down).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn downtime_is_no_time() {
        let mut downtime = Downtime::default();
        assert_eq!(downtime.up_time(100, 200), 100);
        downtime.begin(150);
        downtime.begin(155);
        assert_eq!(downtime.up_time(100, 200), 50);
        downtime.end(160);
        downtime.end(170);
        assert_eq!(downtime.up_time(100, 200), 90);
        assert_eq!(downtime.up_time(155, 158), 0);
    }

    #[test]
    fn a_shutdown_that_begins_in_a_stall_outlasts_it() {
        let mut downtime = Downtime::default();
        downtime.add_stall(100, 110);
        assert_eq!(downtime.up_time(100, 200), 90);
        downtime.begin(120);
        downtime.add_stall(120, 130);
        assert_eq!(downtime.up_time(100, 200), 10);
        downtime.end(150);
        assert_eq!(downtime.up_time(100, 200), 60);
    }
}
