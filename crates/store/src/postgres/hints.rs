//! Hints between the servers that share a database: which games have changed.
//!
//! What a server changes is collected here until it is announced, outside the transaction that
//! changed it. Announcements are the payloads of `NOTIFY`: the id of the server, and then for each
//! game `<game>:<version>`, or `<game>` alone when something other than its records has changed, or
//! `*` when anything may have. What cannot be read is left out, because it may come from a newer
//! version, or from another program.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::GameId;
use tokio::sync::{Notify, broadcast};

use crate::Hint;

/// The maximum length of a payload in bytes. `PostgreSQL` allows 7,999.
const MAX_PAYLOAD: usize = 7_500;
/// How many games may wait to be announced. Beyond that, everything may have changed.
const MAX_PENDING: usize = 20_000;
/// How many hints may wait for a receiver.
const HINTS: usize = 4_096;
/// Announces that anything may have changed.
const ANYTHING: &str = "*";

/// The hints that a server sends and receives.
pub(super) struct Hints {
    /// The id of this server, which tells its own announcements from others.
    server: String,
    pending: Mutex<Pending>,
    changed: Notify,
    received: broadcast::Sender<Hint>,
}

/// What has changed since the last announcement.
#[derive(Debug, Default, PartialEq, Eq)]
struct Pending {
    /// The latest version of each game; none when something other than its records has changed.
    games: BTreeMap<GameId, Option<u32>>,
    /// Too many games have changed to name them.
    is_anything: bool,
}

/// A part of what has changed, to be announced at once.
pub(super) struct Announcement {
    part: Pending,
    /// What is sent.
    pub(super) payload: String,
}

impl Hints {
    /// Nothing has changed yet. The number is different for each server.
    pub(super) fn new(server: u64) -> Hints {
        Hints {
            server: format!("{server:016x}"),
            pending: Mutex::default(),
            changed: Notify::new(),
            received: broadcast::channel(HINTS).0,
        }
    }

    /// The hints of other servers from now on.
    pub(super) fn subscribe(&self) -> broadcast::Receiver<Hint> {
        self.received.subscribe()
    }

    /// Games have changed, and have these versions now; without a version something else has
    /// changed.
    pub(super) fn announce(&self, games: impl IntoIterator<Item = (GameId, Option<u32>)>) {
        let mut pending = self.pending();
        pending.add(games);
        if !pending.is_empty() {
            self.changed.notify_one();
        }
    }

    /// Anything may have changed, because a server is gone that may have stored something without
    /// announcing it.
    pub(super) fn announce_anything(&self) {
        self.lose();
        self.pending().is_anything = true;
        self.changed.notify_one();
    }

    /// Waits until something is to be announced.
    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// The next announcement, if something has changed.
    pub(super) fn take(&self) -> Option<Announcement> {
        self.pending().take(&self.server)
    }

    /// An announcement was not sent, and will be later.
    pub(super) fn put_back(&self, announcement: Announcement) {
        let Pending { games, is_anything } = announcement.part;
        let mut pending = self.pending();
        pending.is_anything |= is_anything;
        pending.add(games);
        self.changed.notify_one();
    }

    /// Passes an announcement of another server on.
    pub(super) fn receive(&self, payload: &str) {
        let Some((server, games)) = payload.split_once(' ') else { return };
        if server == self.server {
            return;
        }
        for hint in games.split(' ').filter_map(parse) {
            self.send(hint);
        }
    }

    /// Announcements may have been lost.
    pub(super) fn lose(&self) {
        self.send(Hint::Lost);
    }

    fn send(&self, hint: Hint) {
        // There may be no receiver.
        let _ = self.received.send(hint);
    }

    /// A panic cannot leave the map half changed, so a poisoned lock is fine.
    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pending {
    fn is_empty(&self) -> bool {
        self.games.is_empty() && !self.is_anything
    }

    fn add(&mut self, games: impl IntoIterator<Item = (GameId, Option<u32>)>) {
        for (id, version) in games {
            let latest = self.games.entry(id).or_insert(version);
            // Without a version everything is read, so that covers all versions.
            *latest = latest.zip(version).map(|(one, other)| one.max(other));
        }
        if self.games.len() > MAX_PENDING {
            self.games.clear();
            self.is_anything = true;
        }
    }

    /// Takes as much as fits into one payload.
    fn take(&mut self, server: &str) -> Option<Announcement> {
        if self.is_empty() {
            return None;
        }
        let mut payload = server.to_owned();
        let mut part = Pending::default();
        if std::mem::take(&mut self.is_anything) {
            part.is_anything = true;
            push(&mut payload, ANYTHING);
        }
        while let Some(game) = self.games.first_entry() {
            let word = word(game.key(), *game.get());
            if payload.len() + 1 + word.len() > MAX_PAYLOAD {
                break;
            }
            push(&mut payload, &word);
            part.games.extend([game.remove_entry()]);
        }
        Some(Announcement { part, payload })
    }
}

fn push(payload: &mut String, word: &str) {
    payload.push(' ');
    payload.push_str(word);
}

fn word(id: &GameId, version: Option<u32>) -> String {
    version.map_or_else(|| id.to_string(), |version| format!("{id}:{version}"))
}

fn parse(word: &str) -> Option<Hint> {
    if word == ANYTHING {
        return Some(Hint::Lost);
    }
    let (id, version) = match word.split_once(':') {
        Some((id, version)) => (id, Some(version.parse().ok()?)),
        None => (word, None),
    };
    Some(Hint::Game(GameId::new(id)?, version))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: usize) -> GameId {
        GameId::new(&format!("game{number:06}")).unwrap()
    }

    /// What another server receives of all that waits.
    fn received(from: &Hints) -> Vec<Hint> {
        let other = Hints::new(2);
        let mut hints = other.subscribe();
        while let Some(announcement) = from.take() {
            assert!(announcement.payload.len() <= MAX_PAYLOAD);
            other.receive(&announcement.payload);
        }
        std::iter::from_fn(|| hints.try_recv().ok()).collect()
    }

    #[test]
    fn a_game_is_announced_once_with_all_that_has_changed() {
        let hints = Hints::new(1);
        hints.announce([(id(1), Some(4)), (id(2), Some(7)), (id(3), None)]);
        hints.announce([(id(1), Some(3)), (id(2), None), (id(3), Some(9))]);
        let games = [(1, Some(4)), (2, None), (3, None)];
        let expected = games.map(|(number, version)| Hint::Game(id(number), version));
        assert_eq!(received(&hints), expected);
        assert!(hints.take().is_none(), "nothing is announced twice");
    }

    #[test]
    fn many_games_need_several_announcements() {
        let hints = Hints::new(1);
        hints.announce((0..1_000).map(|number| (id(number), Some(u32::MAX))));
        let expected: Vec<_> =
            (0..1_000).map(|number| Hint::Game(id(number), Some(u32::MAX))).collect();
        assert_eq!(received(&hints), expected);
    }

    #[test]
    fn too_many_games_are_not_named() {
        let hints = Hints::new(1);
        hints.announce((0..=MAX_PENDING).map(|number| (id(number), Some(1))));
        hints.announce([(id(1), Some(2))]);
        assert_eq!(received(&hints), [Hint::Lost, Hint::Game(id(1), Some(2))]);
    }

    #[test]
    fn what_was_not_sent_is_sent_later() {
        let hints = Hints::new(1);
        hints.announce([(id(1), Some(4)), (id(2), Some(5))]);
        let announcement = hints.take().unwrap();
        hints.announce([(id(1), Some(6))]);
        hints.put_back(announcement);
        let expected = [Hint::Game(id(1), Some(6)), Hint::Game(id(2), Some(5))];
        assert_eq!(received(&hints), expected);
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        let hints = Hints::new(1);
        let mut received = hints.subscribe();
        for payload in ["", "hello", "00ff ", "00ff : short:1 game000001:x", "00ff game000001:-1"] {
            hints.receive(payload);
            assert!(received.try_recv().is_err(), "{payload}");
        }
        hints.receive("00ff later=3 game000001:2 game000002 *");
        let expected = [Hint::Game(id(1), Some(2)), Hint::Game(id(2), None), Hint::Lost];
        for hint in expected {
            assert_eq!(received.try_recv(), Ok(hint));
        }
    }
}
