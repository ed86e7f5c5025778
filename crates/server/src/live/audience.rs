//! Those who follow a game, each at the end of a channel of its own. The room never waits for any
//! of them: whoever does not keep up is let go, and its socket learns it from the closed channel.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use chess::{ByColor, Color};
use tokio::sync::mpsc;
use wire::Viewer;

/// How many messages may wait for one follower.
pub(super) const OUTLET: usize = 64;

/// Where the messages for one socket go.
pub(super) type Outlet = mpsc::Sender<Utf8Bytes>;

/// Tells the followers of one room apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FollowerId(u64);

struct Follower {
    viewer: Viewer,
    outlet: Outlet,
}

/// Who follows a game. Players stand apart, so that they are told first.
#[derive(Default)]
pub(super) struct Audience {
    last: u64,
    players: HashMap<FollowerId, Follower>,
    spectators: HashMap<FollowerId, Follower>,
}

impl Audience {
    /// Somebody comes.
    pub(super) fn welcome(&mut self, viewer: Viewer, outlet: Outlet) -> FollowerId {
        self.last += 1;
        let id = FollowerId(self.last);
        let group = match viewer {
            Viewer::Spectator => &mut self.spectators,
            Viewer::White | Viewer::Black | Viewer::Both => &mut self.players,
        };
        group.insert(id, Follower { viewer, outlet });
        id
    }

    /// Somebody goes.
    pub(super) fn dismiss(&mut self, id: FollowerId) {
        self.players.remove(&id);
        self.spectators.remove(&id);
    }

    /// Lets those go who sit on these seats.
    pub(super) fn unseat(&mut self, seats: ByColor<bool>) {
        self.players.retain(|_, player| match player.viewer {
            Viewer::White => !seats[Color::White],
            Viewer::Black => !seats[Color::Black],
            Viewer::Both => false,
            Viewer::Spectator => true,
        });
    }

    /// What a follower may do; none when it was let go.
    pub(super) fn viewer(&self, id: FollowerId) -> Option<Viewer> {
        let follower = self.players.get(&id).or_else(|| self.spectators.get(&id));
        follower.map(|follower| follower.viewer)
    }

    /// Tells one follower something.
    pub(super) fn tell(&mut self, id: FollowerId, text: Utf8Bytes) {
        let follower = self.players.get(&id).or_else(|| self.spectators.get(&id));
        if follower.is_some_and(|follower| follower.outlet.try_send(text).is_err()) {
            self.dismiss(id);
        }
    }

    /// Tells the players something.
    pub(super) fn tell_players(&mut self, text: &Utf8Bytes) {
        self.players.retain(|_, follower| follower.outlet.try_send(text.clone()).is_ok());
    }

    /// Tells those who look on something.
    pub(super) fn tell_spectators(&mut self, text: &Utf8Bytes) {
        self.spectators.retain(|_, follower| follower.outlet.try_send(text.clone()).is_ok());
    }

    /// True when a player is connected.
    pub(super) fn has_player(&self, color: Color) -> bool {
        let seat = if color == Color::White { Viewer::White } else { Viewer::Black };
        self.players.values().any(|player| player.viewer == seat)
    }

    /// True when somebody looks on.
    pub(super) fn has_spectators(&self) -> bool {
        !self.spectators.is_empty()
    }

    /// True when nobody follows.
    pub(super) fn is_empty(&self) -> bool {
        self.players.is_empty() && self.spectators.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_does_not_keep_up_is_let_go_and_nobody_else() {
        let mut audience = Audience::default();
        let (slow, mut slow_end) = mpsc::channel(2);
        let (quick, mut quick_end) = mpsc::channel(2);
        let slow = audience.welcome(Viewer::Spectator, slow);
        let quick = audience.welcome(Viewer::White, quick);
        for _ in 0..3 {
            audience.tell_players(&"news".into());
            audience.tell_spectators(&"news".into());
            assert!(quick_end.try_recv().is_ok());
        }
        assert_eq!(audience.viewer(slow), None);
        assert_eq!(audience.viewer(quick), Some(Viewer::White));
        assert!(slow_end.try_recv().is_ok() && slow_end.try_recv().is_ok());
        assert_eq!(slow_end.try_recv(), Err(mpsc::error::TryRecvError::Disconnected));
    }
}
