//! Who of the two players is connected, as their opponents are told.
//!
//! A player who was never here while the room has been open is absent since it opened: a server
//! that was away counts nobody's absence, and everybody has the longer wait to come back.

use chess::{ByColor, Color};
use game::{Absence, Command, Departure, Game, Player, Status, Timestamp};
use wire::{Presence, ServerMessage, Sides};

use super::audience::FollowerId;
use super::messages::text;
use super::room::Room;

/// Since when somebody is gone, and how they left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gone {
    since: Timestamp,
    departure: Departure,
}

/// Since when the players are gone who are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Presences {
    gone: ByColor<Option<Gone>>,
    /// How the last connection of each player ended.
    departures: ByColor<Departure>,
}

impl Presences {
    /// Nobody has come yet.
    pub(super) fn new(opened: Timestamp) -> Presences {
        let gone = Gone { since: opened, departure: Departure::Lost };
        Presences {
            gone: ByColor::from_fn(|_| Some(gone)),
            departures: ByColor::from_fn(|_| Departure::Lost),
        }
    }

    /// How a connection of a player ended, whether or not it was the last one.
    pub(super) fn note_departure(&mut self, color: Color, departure: Departure) {
        self.departures[color] = departure;
    }

    /// Takes down who is connected now; true when something has changed.
    fn update(&mut self, connected: ByColor<bool>, now: Timestamp) -> bool {
        let before = self.gone;
        for color in Color::ALL {
            let gone = Gone { since: now, departure: self.departures[color] };
            self.gone[color] = (!connected[color]).then(|| self.gone[color].unwrap_or(gone));
            // What is not said to be closed was lost.
            self.departures[color] = Departure::Lost;
        }
        self.gone != before
    }
}

impl Room {
    /// Looks who is connected, and tells everybody when that has changed; true when it has.
    pub(super) fn note_presence(&mut self) -> bool {
        let connected = ByColor::from_fn(|color| self.audience.has_player(color));
        let now = self.ground.clock.now();
        let has_changed = self.presences.update(connected, now);
        if has_changed && is_between_people(&self.game) {
            let told = text(&self.presence(now));
            self.audience.tell_players(&told);
            self.audience.tell_spectators(&told);
        }
        has_changed
    }

    /// Tells somebody who just came who is connected.
    pub(super) fn tell_presence(&mut self, id: FollowerId) {
        // A player who comes is news for everybody, the one who comes included.
        if !self.note_presence() && is_between_people(&self.game) {
            let told = text(&self.presence(self.ground.clock.now()));
            self.audience.tell(id, told);
        }
    }

    /// Since when a player is gone; none while connected.
    fn absence(&self, color: Color) -> Option<Absence> {
        let Gone { since, departure } = self.presences.gone[color]?;
        let fair = || departure.patience(self.game.terms().time[color]);
        Some(Absence { since, patience: self.ground.claim_wait.unwrap_or_else(fair) })
    }

    fn presence(&self, now: Timestamp) -> ServerMessage {
        let is_playing = self.game.status() == Status::Playing;
        let of = |color: Color| {
            let absence = self.absence(color);
            let wait = |absence: Absence| absence.claimable_at().since(now).as_millis() as u64;
            Presence {
                connected: absence.is_none(),
                claimable_in_ms: absence.filter(|_| is_playing).map(wait),
            }
        };
        ServerMessage::Presence { game: self.id.to_string(), players: Sides::from_fn(of) }
    }

    /// A claim against somebody who is gone, with what is known about that.
    pub(super) fn with_presence(&self, command: Command, by: Option<Color>) -> Command {
        match (command, by) {
            (Command::ClaimAbandoned { result, .. }, Some(by)) => {
                Command::ClaimAbandoned { result, absence: self.absence(!by) }
            }
            (command, _) => command,
        }
    }
}

/// Two people at two screens. An engine is always there, and at one screen so are both players.
fn is_between_people(game: &Game) -> bool {
    let terms = game.terms();
    !terms.shared && terms.seats.iter().all(|(_, seat)| seat.player == Player::Person)
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
        let closed = Gone { since: Timestamp(50), departure: Departure::Closed };
        assert_eq!(presences.gone[Color::Black], Some(closed));
        assert!(!presences.update(white, Timestamp(60)));
        assert_eq!(presences.gone[Color::Black], Some(closed));
        assert!(presences.update(both, Timestamp(70)));
        assert_eq!(presences.gone[Color::Black], None);
        assert!(presences.update(white, Timestamp(80)));
        let lost = Gone { since: Timestamp(80), departure: Departure::Lost };
        assert_eq!(presences.gone[Color::Black], Some(lost));
    }
}
