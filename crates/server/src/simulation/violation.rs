//! The promises of the server, and how a run breaks one.

use std::fmt;

/// A promise of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Promise {
    /// An acknowledged request is stored, at the version of its acknowledgment.
    AcknowledgedIsStored,
    /// Nobody sees an event that is not stored.
    SeenIsStored,
    /// What was stored once is never changed or lost.
    StoredIsKept,
    /// A refused request is not stored.
    RefusedIsNotStored,
    /// Every follower gets every version, in order.
    NothingIsSkipped,
    /// All followers see the same events.
    AllSeeTheSame,
    /// A request is carried out once, as it was sent.
    CarriedOutOnce,
    /// A request is carried out only on the version that its sender saw.
    BuildsOnWhatWasSeen,
    /// An acknowledged move is in the game: a flag and a move do not both win.
    AcknowledgedIsPlayed,
    /// The stored log of a game can be replayed, and the database is intact.
    LogReplays,
    /// A clock is charged only for time in which its player could move.
    ClocksAreFair,
    /// There is no internal error.
    NoInternalError,
    /// When everything works again, every game goes on.
    GamesGoOn,
}

/// A broken promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which promise.
    pub promise: Promise,
    /// What happened.
    pub details: String,
}

impl Violation {
    pub(super) fn new(promise: Promise, details: impl fmt::Display) -> Violation {
        Violation { promise, details: details.to_string() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?}: {}", self.promise, self.details)
    }
}
