//! What the clients of a game sent and received, in order. Besides the database, it is all that the
//! checker knows.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::check::NOT_STORED;

/// Which client recorded something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Who {
    /// Plays White.
    White,
    /// Plays Black.
    Black,
    /// Watches.
    Spectator,
}

/// Something that a client sent or received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    /// A move goes out, perhaps not for the first time.
    Sent { who: Who, id: String, ply: usize, uci: String },
    /// It was acknowledged.
    Acked { who: Who, id: String, version: u32 },
    /// It was rejected.
    Rejected { who: Who, id: String, code: String },
    /// An event came; the move, where it was one.
    Saw { who: Who, version: u32, uci: Option<String> },
    /// The whole game came.
    SawAll { who: Who, version: u32, moves: Vec<String> },
    /// The server broke the protocol.
    Unclear { who: Who, said: String },
    /// The connection was lost.
    Lost { who: Who },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Note::Sent { who, id, ply, uci } => write!(f, "{who:?} sends {id}: {uci} at {ply}"),
            Note::Acked { who, id, version } => write!(f, "{who:?}: {id} is version {version}"),
            Note::Rejected { who, id, code } => write!(f, "{who:?}: {id} is rejected, {code}"),
            Note::Saw { who, version, uci } => {
                let what = uci.as_deref().unwrap_or("no move");
                write!(f, "{who:?} sees version {version}: {what}")
            }
            Note::SawAll { who, version, moves } => {
                write!(f, "{who:?} sees all of version {version}: {} moves", moves.len())
            }
            Note::Unclear { who, said } => write!(f, "{who:?} does not understand {said}"),
            Note::Lost { who } => write!(f, "{who:?} is cut off"),
        }
    }
}

/// The notes of all games, by their ids. Clones are one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger(Arc<Mutex<Contents>>);

#[derive(Debug, Default)]
struct Contents {
    games: BTreeMap<String, Vec<Note>>,
    /// How long clients were cut off, each time.
    pauses: Vec<Duration>,
    /// When moves were acknowledged, in order.
    acks: Vec<Instant>,
}

impl Ledger {
    /// A game was created, and its creator was told so.
    pub(crate) fn open(&self, game: &str) {
        self.change(|Contents { games, .. }| drop(games.insert(game.to_owned(), Vec::new())));
    }

    /// Adds a note to a game.
    pub(crate) fn note(&self, game: &str, note: Note) {
        self.change(|Contents { games, acks, .. }| {
            if matches!(note, Note::Acked { .. }) {
                acks.push(Instant::now());
            }
            if let Some(notes) = games.get_mut(game) {
                notes.push(note);
            }
        });
    }

    /// All notes so far.
    pub(crate) fn copy(&self) -> BTreeMap<String, Vec<Note>> {
        self.change(|Contents { games, .. }| games.clone())
    }

    /// How many moves were rejected because they could not be stored.
    pub(crate) fn not_stored(&self) -> usize {
        let is_such =
            |note: &&Note| matches!(note, Note::Rejected { code, .. } if code == NOT_STORED);
        self.change(|Contents { games, .. }| games.values().flatten().filter(is_such).count())
    }

    /// The longest time between two moments in which no move was acknowledged.
    pub(crate) fn longest_silence(&self, from: Instant, to: Instant) -> Duration {
        self.change(|Contents { acks, .. }| {
            let within = acks.iter().copied().filter(|at| (from..to).contains(at));
            let moments: Vec<_> = [from].into_iter().chain(within).chain([to]).collect();
            let gaps = moments.windows(2).map(|pair| pair[1].duration_since(pair[0]));
            gaps.max().unwrap_or_default()
        })
    }

    /// A client that was cut off was answered again after this time.
    pub(crate) fn note_pause(&self, pause: Duration) {
        self.change(|Contents { pauses, .. }| pauses.push(pause));
    }

    /// How long clients were cut off, each time.
    pub(crate) fn pauses(&self) -> Vec<Duration> {
        self.change(|Contents { pauses, .. }| pauses.clone())
    }

    /// A panic while the lock was held cannot leave a change half done.
    fn change<T>(&self, change: impl FnOnce(&mut Contents) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
