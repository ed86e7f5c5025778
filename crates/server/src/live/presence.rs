//! Which players are connected, to this server or to another one.
//!
//! A player who has not connected since the room opened is absent since then: downtime of the
//! server does not count as absence, and everybody gets the longer wait to reconnect.

use std::future::pending;

use chess::{ByColor, Color};
use game::{Absence, Command, Departure, Game, Player, Status, Timestamp};
use store::Connectivity;
use wire::{Presence, ServerMessage, Sides};

use super::audience::FollowerId;
use super::messages::to_json;
use super::remote_players::RemotePlayers;
use super::room::Room;

/// Since when a player is disconnected, and how the last connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Disconnected {
    since: Timestamp,
    departure: Departure,
}

/// Which players are disconnected, and since when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Presences {
    disconnected: ByColor<Option<Disconnected>>,
    /// How the last connection of each player ended.
    departures: ByColor<Departure>,
}

impl Presences {
    /// Nobody has connected yet.
    pub(super) fn new(opened: Timestamp) -> Presences {
        let disconnected = Disconnected { since: opened, departure: Departure::Lost };
        Presences {
            disconnected: ByColor::from_fn(|_| Some(disconnected)),
            departures: ByColor::from_fn(|_| Departure::Lost),
        }
    }

    /// Notes how a connection of a player ended, whether or not it was the last one.
    pub(super) fn note_departure(&mut self, color: Color, departure: Departure) {
        self.departures[color] = departure;
    }

    /// Whether a player is connected to this server, or how the last connection ended.
    fn connectivity(&self, color: Color, is_connected: bool) -> Connectivity {
        if is_connected {
            Connectivity::Connected
        } else {
            Connectivity::Disconnected(self.departures[color])
        }
    }

    /// Counts every absence from now.
    pub(super) fn restart(&mut self, now: Timestamp) {
        for color in Color::ALL {
            if let Some(disconnected) = &mut self.disconnected[color] {
                disconnected.since = now;
            }
        }
    }

    /// Updates who is connected; true when something has changed.
    fn update(&mut self, connected: ByColor<bool>, now: Timestamp) -> bool {
        let before = self.disconnected;
        for color in Color::ALL {
            let now_gone = Disconnected { since: now, departure: self.departures[color] };
            self.disconnected[color] =
                (!connected[color]).then(|| self.disconnected[color].unwrap_or(now_gone));
            // A connection that was not closed in an orderly way was lost.
            self.departures[color] = Departure::Lost;
        }
        self.disconnected != before
    }
}

impl Room {
    /// Updates who is connected, and broadcasts a change; true when there is one.
    pub(super) fn update_presence(&mut self) -> bool {
        let local = ByColor::from_fn(|color| self.audience.has_player(color));
        self.announce_players(local);
        let connected = match self.remote_players() {
            Some(remote) => self.exchange_presence(&remote, local),
            None => local,
        };
        let now = self.time.now();
        let has_changed = self.presences.update(connected, now);
        if has_changed {
            self.broadcast_presence();
        }
        has_changed
    }

    /// Tells other servers who is connected to this one; returns who is connected to any.
    fn exchange_presence(&mut self, remote: &RemotePlayers, local: ByColor<bool>) -> ByColor<bool> {
        let known = remote.local();
        remote.set_local(ByColor::from_fn(|color| {
            let is_gone = !local[color] && !known[color].is_connected();
            if is_gone { known[color] } else { self.presences.connectivity(color, local[color]) }
        }));
        let departures = remote.take_departures();
        for (color, departure) in departures.iter() {
            if let Some(departure) = departure.filter(|_| !local[color]) {
                self.presences.note_departure(color, departure);
            }
        }
        let connected = remote.connected();
        ByColor::from_fn(|color| local[color] || connected[color])
    }

    /// Waits until the players on other servers may have changed, while somebody follows the game.
    pub(super) fn remote_presence(&self) -> impl Future<Output = ()> + use<> {
        let remote = self.remote_players().filter(|_| !self.audience.is_empty());
        async move {
            match remote {
                Some(remote) => remote.changed().await,
                None => pending().await,
            }
        }
    }

    /// Sends everybody who is connected, in a game between people.
    pub(super) fn broadcast_presence(&mut self) {
        if is_between_people(&self.game) {
            let message = to_json(&self.presence(self.time.now()));
            self.audience.broadcast(&message);
        }
    }

    /// Sends a new follower who is connected.
    pub(super) fn send_presence(&mut self, id: FollowerId) {
        // A player who connects changes it, and then everybody gets it, the new follower included.
        if !self.update_presence() && is_between_people(&self.game) {
            let message = to_json(&self.presence(self.time.now()));
            self.audience.send(id, message);
        }
    }

    /// A player's absence; none while connected.
    fn absence(&self, color: Color) -> Option<Absence> {
        let Disconnected { since, departure } = self.presences.disconnected[color]?;
        let fair = || departure.patience(self.game.terms().time[color]);
        Some(Absence { since, patience: self.services.claim_wait.unwrap_or_else(fair) })
    }

    fn presence(&self, now: Timestamp) -> ServerMessage {
        let is_claimable = self.game.status() == Status::Playing && self.game.terms().abandonment;
        let of = |color: Color| {
            let absence = self.absence(color);
            let wait = |absence: Absence| absence.claimable_at().since(now).as_millis() as u64;
            Presence {
                connected: absence.is_none(),
                claimable_in_ms: absence.filter(|_| is_claimable).map(wait),
            }
        };
        ServerMessage::Presence { game: self.id.to_string(), players: Sides::from_fn(of) }
    }

    /// Adds the opponent's absence to a claim of an abandoned game.
    pub(super) fn with_absence(&self, command: Command, by: Option<Color>) -> Command {
        match (command, by) {
            (Command::ClaimAbandoned { result, .. }, Some(by)) => {
                Command::ClaimAbandoned { result, absence: self.absence(!by) }
            }
            (command, _) => command,
        }
    }
}

/// Two people on two devices. Engines and pass-and-play partners are always present.
pub(super) fn is_between_people(game: &Game) -> bool {
    let terms = game.terms();
    !terms.shared && terms.seats.iter().all(|(_, seat)| seat.player == Player::Person)
}

/// Two people on two devices, or one player who waits for an opponent.
pub(super) fn may_be_between_people(game: &Game) -> bool {
    let terms = game.terms();
    !terms.shared && !terms.seats.iter().any(|(_, seat)| seat.player.is_engine())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absence_begins_when_the_last_connection_ends_and_not_before() {
        let (white, both) = (ByColor::new(true, false), ByColor::new(true, true));
        let mut presences = Presences::new(Timestamp(10));
        assert!(presences.update(both, Timestamp(20)));
        assert!(!presences.update(both, Timestamp(30)));
        presences.note_departure(Color::Black, Departure::Closed);
        assert!(!presences.update(both, Timestamp(40)), "another tab is open");
        presences.note_departure(Color::Black, Departure::Closed);
        assert!(presences.update(white, Timestamp(50)));
        let closed = Disconnected { since: Timestamp(50), departure: Departure::Closed };
        assert_eq!(presences.disconnected[Color::Black], Some(closed));
        assert!(!presences.update(white, Timestamp(60)));
        assert_eq!(presences.disconnected[Color::Black], Some(closed));
        assert!(presences.update(both, Timestamp(70)));
        assert_eq!(presences.disconnected[Color::Black], None);
        assert!(presences.update(white, Timestamp(80)));
        let lost = Disconnected { since: Timestamp(80), departure: Departure::Lost };
        assert_eq!(presences.disconnected[Color::Black], Some(lost));
    }
}
