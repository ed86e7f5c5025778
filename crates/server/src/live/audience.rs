//! The followers of a game, each with an outbox. The room never waits for any of them: a follower
//! whose outbox is full is removed, and its socket learns this from the closed channel.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use chess::{ByColor, Color};
use wire::Viewer;

use super::outbox::Outbox;

/// Identifies a follower within its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FollowerId(u64);

struct Follower {
    viewer: Viewer,
    outbox: Outbox,
}

/// The followers of a game, in the order in which they came. Players are kept apart, because their
/// messages go out first.
#[derive(Default)]
pub(super) struct Audience {
    last_id: u64,
    players: BTreeMap<FollowerId, Follower>,
    spectators: BTreeMap<FollowerId, Follower>,
}

impl Audience {
    /// Adds a follower.
    pub(super) fn add(&mut self, viewer: Viewer, outbox: Outbox) -> FollowerId {
        self.last_id += 1;
        let id = FollowerId(self.last_id);
        let group = match viewer {
            Viewer::Spectator => &mut self.spectators,
            Viewer::White | Viewer::Black | Viewer::Both => &mut self.players,
        };
        group.insert(id, Follower { viewer, outbox });
        id
    }

    /// Removes a follower.
    pub(super) fn remove(&mut self, id: FollowerId) {
        self.players.remove(&id);
        self.spectators.remove(&id);
    }

    /// Removes the players of these seats.
    pub(super) fn remove_players(&mut self, seats: ByColor<bool>) {
        self.players.retain(|_, player| match player.viewer {
            Viewer::White => !seats[Color::White],
            Viewer::Black => !seats[Color::Black],
            Viewer::Both => false,
            Viewer::Spectator => true,
        });
    }

    /// What a follower may do; none when it was removed.
    pub(super) fn viewer(&self, id: FollowerId) -> Option<Viewer> {
        let follower = self.players.get(&id).or_else(|| self.spectators.get(&id));
        follower.map(|follower| follower.viewer)
    }

    /// Sends a message to one follower.
    pub(super) fn send(&mut self, id: FollowerId, message: Utf8Bytes) {
        let follower = self.players.get(&id).or_else(|| self.spectators.get(&id));
        if follower.is_some_and(|follower| !follower.outbox.send(message)) {
            self.remove(id);
        }
    }

    /// Sends a message to everybody, players first.
    pub(super) fn broadcast(&mut self, message: &Utf8Bytes) {
        self.send_to_players(message);
        self.send_to_spectators(message);
    }

    /// Sends a message to the players.
    pub(super) fn send_to_players(&mut self, message: &Utf8Bytes) {
        self.players.retain(|_, follower| follower.outbox.send(message.clone()));
    }

    /// Sends a message to the spectators.
    pub(super) fn send_to_spectators(&mut self, message: &Utf8Bytes) {
        self.spectators.retain(|_, follower| follower.outbox.send(message.clone()));
    }

    /// The players who follow the game.
    pub(super) fn players(&self) -> Vec<(FollowerId, Viewer)> {
        self.players.iter().map(|(id, follower)| (*id, follower.viewer)).collect()
    }

    /// True when the player of this color is connected.
    pub(super) fn has_player(&self, color: Color) -> bool {
        let seat = if color == Color::White { Viewer::White } else { Viewer::Black };
        self.players.values().any(|player| player.viewer == seat)
    }

    /// True when there are spectators.
    pub(super) fn has_spectators(&self) -> bool {
        !self.spectators.is_empty()
    }

    /// True when nobody follows the game.
    pub(super) fn is_empty(&self) -> bool {
        self.players.is_empty() && self.spectators.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::outbox::outbox;
    use super::*;

    #[tokio::test]
    async fn only_a_follower_that_does_not_keep_up_is_removed() {
        let mut audience = Audience::default();
        let ((slow, mut slow_end), (quick, mut quick_end)) = (outbox(), outbox());
        let slow = audience.add(Viewer::Spectator, slow);
        let quick = audience.add(Viewer::White, quick);
        let mut sent = 0;
        while audience.viewer(slow).is_some() {
            audience.broadcast(&"a message".into());
            assert!(quick_end.recv().await.is_some());
            sent += 1;
        }
        assert_eq!(audience.viewer(quick), Some(Viewer::White));
        for _ in 1..sent {
            assert!(slow_end.recv().await.is_some());
        }
        assert_eq!(slow_end.recv().await, None, "the last message was not sent");
    }
}
