//! Hints between the servers that share a database: what has changed, and who is connected.
//!
//! What a server has to tell is collected here until it is announced, outside the transaction that
//! changed something. Announcements are the payloads of `NOTIFY`: the id of the server, and then
//! the words of `words`.
//!
//! Who is connected is not in the database, so a server has to be forgotten when it is gone. One
//! that is cut off for a moment is not: its players may be at their boards.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::GameId;
use tokio::sync::{Notify, broadcast};

use super::words::{self, ANYTHING};
use crate::{Hint, PresenceReport, ReviewStop, ServerId, Topic};

/// The maximum length of a payload in bytes. `PostgreSQL` allows 7,999.
const MAX_PAYLOAD: usize = 7_500;
/// How many games may wait to be announced. Beyond that, everything may have changed.
const MAX_PENDING: usize = 20_000;
/// How many hints may wait for a receiver. All games may be named at once when a server comes back.
const HINTS: usize = 16_384;
/// How often in a row a server has to be missed before it is gone.
const MAX_MISSES: u32 = 3;

/// The hints that a server sends and receives.
pub(super) struct Hints {
    /// This server, whose own announcements are not for itself.
    server: ServerId,
    /// Its id in announcements.
    sender: String,
    pending: Mutex<Pending>,
    /// The other servers that have told who is connected or are watched, and how often in a row
    /// each was missed.
    others: Mutex<BTreeMap<ServerId, u32>>,
    changed: Notify,
    received: broadcast::Sender<Hint>,
}

/// What is to be announced.
#[derive(Debug, Default)]
struct Pending {
    /// The latest version of each game; none when something other than its records has changed.
    games: BTreeMap<GameId, Option<u32>>,
    /// What else has changed.
    topics: BTreeSet<Topic>,
    /// Reviews that clients do not want any more.
    review_stops: BTreeSet<ReviewStop>,
    /// Who is connected. These are no more than the games that this server has open.
    presence: BTreeMap<GameId, PresenceReport>,
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
    /// Nothing has changed yet. The id is different for each server.
    pub(super) fn new(server: ServerId) -> Hints {
        Hints {
            server,
            sender: format!("{:016x}", server.0),
            pending: Mutex::default(),
            others: Mutex::default(),
            changed: Notify::new(),
            received: broadcast::channel(HINTS).0,
        }
    }

    /// This server.
    pub(super) fn server(&self) -> ServerId {
        self.server
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

    /// Something other than a game has changed.
    pub(super) fn announce_topic(&self, topic: Topic) {
        self.pending().topics.insert(topic);
        self.changed.notify_one();
    }

    /// A client does not want a review any more.
    pub(super) fn announce_review_stop(&self, stop: ReviewStop) {
        self.pending().review_stops.insert(stop);
        self.changed.notify_one();
    }

    /// These players of a game are connected to this server.
    pub(super) fn announce_presence(&self, game: &GameId, mut report: PresenceReport) {
        let mut pending = self.pending();
        let waiting = pending.presence.get(game);
        report.is_question |= waiting.is_some_and(|waiting| waiting.is_question);
        pending.presence.insert(game.clone(), report);
        self.changed.notify_one();
    }

    /// Anything may have changed, because a server is gone that may have stored something without
    /// announcing it.
    pub(super) fn announce_anything(&self) {
        self.send(Hint::Anything);
        self.pending().is_anything = true;
        self.changed.notify_one();
    }

    /// Waits until something is to be announced.
    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// The next announcement, if something has changed.
    pub(super) fn take(&self) -> Option<Announcement> {
        self.pending().take(&self.sender)
    }

    /// An announcement was not sent, and will be later.
    pub(super) fn put_back(&self, announcement: Announcement) {
        let Pending { games, topics, review_stops, presence, is_anything } = announcement.part;
        let mut pending = self.pending();
        pending.is_anything |= is_anything;
        pending.topics.extend(topics);
        pending.review_stops.extend(review_stops);
        pending.add(games);
        for (game, before) in presence {
            let latest = pending.presence.entry(game).or_insert(before);
            latest.is_question |= before.is_question;
        }
        self.changed.notify_one();
    }

    /// Passes an announcement of another server on.
    pub(super) fn receive(&self, payload: &str) {
        let Some((sender, text)) = payload.split_once(' ') else { return };
        if sender == self.sender {
            return;
        }
        let server = u32::from_str_radix(sender, 16).ok().map(ServerId);
        for hint in text.split(' ').filter_map(|word| words::parse(server, word)) {
            if let Hint::Presence(server, ..) = hint {
                self.others().insert(server, 0);
            }
            self.send(hint);
        }
    }

    /// Notices when a server is gone that may never have announced anything to this one.
    pub(super) fn watch(&self, server: ServerId) {
        if server != self.server {
            self.others().entry(server).or_insert(0);
        }
    }

    /// These servers run. One that does not is missed, and is gone when it is missed repeatedly.
    pub(super) fn note_running(&self, running: &BTreeSet<ServerId>) {
        let mut others = self.others();
        for (server, misses) in &mut *others {
            *misses = if running.contains(server) { 0 } else { *misses + 1 };
        }
        let gone: Vec<_> = others.extract_if(.., |_, misses| *misses >= MAX_MISSES).collect();
        drop(others);
        for (server, _) in gone {
            self.send(Hint::ServerGone(server));
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

    /// As [`Hints::pending`].
    fn others(&self) -> MutexGuard<'_, BTreeMap<ServerId, u32>> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pending {
    fn is_empty(&self) -> bool {
        self.games.is_empty()
            && self.topics.is_empty()
            && self.review_stops.is_empty()
            && self.presence.is_empty()
            && !self.is_anything
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
        let is_anything = std::mem::take(&mut self.is_anything);
        if is_anything {
            push(&mut payload, ANYTHING);
        }
        // Moves go before all else.
        let games =
            take_words(&mut self.games, &mut payload, |(id, version)| words::of_game(id, *version));
        let topics = take_all(&mut self.topics, &mut payload, words::of_topic);
        let review_stops = take_all(&mut self.review_stops, &mut payload, words::of_review_stop);
        let presence = take_words(&mut self.presence, &mut payload, |(id, report)| {
            words::of_presence(id, *report)
        });
        let part = Pending { games, topics, review_stops, presence, is_anything };
        Some(Announcement { part, payload })
    }
}

/// Takes what fits into a payload.
fn take_all<T: Ord>(
    waiting: &mut BTreeSet<T>,
    payload: &mut String,
    word: impl Fn(&T) -> String,
) -> BTreeSet<T> {
    let mut taken = BTreeSet::new();
    while let Some(first) = waiting.first() {
        let word = word(first);
        if payload.len() + 1 + word.len() > MAX_PAYLOAD {
            break;
        }
        push(payload, &word);
        taken.extend(waiting.pop_first());
    }
    taken
}

/// As [`take_all`], with what is said about each game.
fn take_words<T>(
    waiting: &mut BTreeMap<GameId, T>,
    payload: &mut String,
    word: impl Fn((&GameId, &T)) -> String,
) -> BTreeMap<GameId, T> {
    let mut taken = BTreeMap::new();
    while let Some(first) = waiting.first_entry() {
        let word = word((first.key(), first.get()));
        if payload.len() + 1 + word.len() > MAX_PAYLOAD {
            break;
        }
        push(payload, &word);
        taken.extend([first.remove_entry()]);
    }
    taken
}

fn push(payload: &mut String, word: &str) {
    payload.push(' ');
    payload.push_str(word);
}

#[cfg(test)]
mod tests {
    use chess::ByColor;
    use game::Departure;

    use super::*;
    use crate::Connectivity::{Connected, Disconnected};

    fn id(number: usize) -> GameId {
        GameId::new(&format!("game{number:06}")).unwrap()
    }

    /// What another server receives of all that waits.
    fn received(from: &Hints) -> Vec<Hint> {
        let other = Hints::new(ServerId(2));
        let mut hints = other.subscribe();
        while let Some(announcement) = from.take() {
            assert!(announcement.payload.len() <= MAX_PAYLOAD);
            other.receive(&announcement.payload);
        }
        std::iter::from_fn(|| hints.try_recv().ok()).collect()
    }

    #[test]
    fn a_game_is_announced_once_with_all_that_has_changed() {
        let hints = Hints::new(ServerId(1));
        hints.announce([(id(1), Some(4)), (id(2), Some(7)), (id(3), None)]);
        hints.announce([(id(1), Some(3)), (id(2), None), (id(3), Some(9))]);
        let games = [(1, Some(4)), (2, None), (3, None)];
        let expected = games.map(|(number, version)| Hint::Game(id(number), version));
        assert_eq!(received(&hints), expected);
        assert!(hints.take().is_none(), "nothing is announced twice");
    }

    #[test]
    fn many_games_need_several_announcements() {
        let hints = Hints::new(ServerId(1));
        hints.announce((0..1_000).map(|number| (id(number), Some(u32::MAX))));
        let expected: Vec<_> =
            (0..1_000).map(|number| Hint::Game(id(number), Some(u32::MAX))).collect();
        assert_eq!(received(&hints), expected);
    }

    #[test]
    fn too_many_games_are_not_named() {
        let hints = Hints::new(ServerId(1));
        hints.announce((0..=MAX_PENDING).map(|number| (id(number), Some(1))));
        hints.announce([(id(1), Some(2))]);
        assert_eq!(received(&hints), [Hint::Anything, Hint::Game(id(1), Some(2))]);
    }

    #[test]
    fn what_was_not_sent_is_sent_later() {
        let hints = Hints::new(ServerId(1));
        hints.announce([(id(1), Some(4)), (id(2), Some(5))]);
        let announcement = hints.take().unwrap();
        hints.announce([(id(1), Some(6))]);
        hints.put_back(announcement);
        let expected = [Hint::Game(id(1), Some(6)), Hint::Game(id(2), Some(5))];
        assert_eq!(received(&hints), expected);
    }

    #[test]
    fn everything_else_is_announced_too_and_again_if_it_was_not_sent() {
        let hints = Hints::new(ServerId(1));
        let stop = ReviewStop { game: id(1), client: Some(7) };
        hints.announce_review_stop(stop.clone());
        hints.announce_topic(Topic::Lobby);
        hints.put_back(hints.take().unwrap());
        let expected = [Hint::Changed(Topic::Lobby), Hint::StopReview(stop)];
        assert_eq!(received(&hints), expected);
    }

    fn report(is_white_connected: bool, is_question: bool) -> PresenceReport {
        let white = if is_white_connected { Connected } else { Disconnected(Departure::Closed) };
        let players = ByColor::new(white, Disconnected(Departure::Lost));
        PresenceReport { players, is_question }
    }

    #[test]
    fn the_latest_about_players_is_announced_and_no_question_is_lost() {
        let hints = Hints::new(ServerId(1));
        hints.announce_presence(&id(1), report(false, true));
        hints.announce_presence(&id(1), report(true, false));
        let announcement = hints.take().unwrap();
        hints.announce_presence(&id(1), report(false, false));
        hints.put_back(announcement);
        hints.announce([(id(2), Some(2))]);
        let expected =
            [Hint::Game(id(2), Some(2)), Hint::Presence(ServerId(1), id(1), report(false, true))];
        assert_eq!(received(&hints), expected);
    }

    #[test]
    fn a_server_is_gone_when_it_is_missed_repeatedly() {
        let (one, other) = (Hints::new(ServerId(1)), Hints::new(ServerId(2)));
        one.announce_presence(&id(1), report(true, false));
        other.receive(&one.take().unwrap().payload);
        let mut hints = other.subscribe();
        let (nobody, both) = (BTreeSet::new(), BTreeSet::from([ServerId(1), ServerId(2)]));
        for running in [&nobody, &nobody, &both, &nobody, &nobody] {
            other.note_running(running);
            assert!(hints.try_recv().is_err(), "it may only be cut off");
        }
        other.note_running(&nobody);
        assert_eq!(hints.try_recv(), Ok(Hint::ServerGone(ServerId(1))));
        other.note_running(&nobody);
        assert!(hints.try_recv().is_err(), "once");
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        let hints = Hints::new(ServerId(1));
        let mut received = hints.subscribe();
        for payload in ["", "hello", "00ff ", "00ff : short:1 game000001:x", "00ff game000001:-1"] {
            hints.receive(payload);
            assert!(received.try_recv().is_err(), "{payload}");
        }
        hints.receive("00ff later=3 game000001:2 game000002 *");
        let expected = [Hint::Game(id(1), Some(2)), Hint::Game(id(2), None), Hint::Anything];
        for hint in expected {
            assert_eq!(received.try_recv(), Ok(hint));
        }
    }
}
