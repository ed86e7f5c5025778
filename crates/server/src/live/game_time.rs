//! The time of one game, by which its clocks run.
//!
//! It is the server's time, less what the server itself took to make the current turn known. A
//! player's clock stops when the move arrives, and the opponent's starts when the move is stored
//! and sent: in between, the time of the game stands still. The record of the move has the time of
//! its arrival, and the mover's clock is part of it, so a log replays to the same clocks. Only the
//! delay of the last turn is not in the log: a room that closes in that turn hands it on to the
//! next one, and a crash of the server costs that much at most.
//!
//! A game may have been stored by a server whose system clock was ahead. Its time goes on from
//! there, however far that is in the future, instead of waiting for the present to catch up.

use game::{Record, Timestamp};
use tokio::time::Instant;

use super::Clock;

/// The time of one game.
#[derive(Clone, Debug)]
pub(super) struct GameTime {
    clock: Clock,
    /// At this time of the server …
    since: Timestamp,
    /// … this was the time of the game. It has run since.
    shown: Timestamp,
}

/// When the current turn began. Only the record of its beginning has the time that all servers
/// share; in later ones, as of an offer, what was left out since is missing.
pub(super) fn turn_start(records: &[Record]) -> Timestamp {
    let starts = |record: &&Record| record.event.starts_turn();
    let start = records.iter().rev().find(starts).or(records.first());
    start.map(|record| record.at).unwrap_or_default()
}

impl GameTime {
    /// The time of a game whose turn began then. It is known from there on: a message may be older
    /// than the room that handles it.
    pub(super) fn new(clock: Clock, turn: Timestamp) -> GameTime {
        let since = clock.at_shared(turn);
        GameTime { clock, since, shown: turn }
    }

    /// When the turn began, by its record.
    pub(super) fn turn(&self) -> Timestamp {
        self.shown
    }

    /// The time now.
    pub(super) fn now(&self) -> Timestamp {
        self.at(self.clock.now())
    }

    /// The time of the game at a time of the server.
    pub(super) fn at(&self, time: Timestamp) -> Timestamp {
        self.shown.after(time.since(self.since))
    }

    /// The instant of a time of the game, as far as is known now.
    pub(super) fn when(&self, time: Timestamp) -> Instant {
        self.clock.when(self.since.after(time.since(self.shown)))
    }

    /// A turn starts now. Its record has this time.
    pub(super) fn start_turn(&mut self, at: Timestamp) {
        self.since = self.clock.now();
        self.shown = at;
    }
}

/// The time of a game whose room has closed, for the next room.
#[derive(Clone, Debug)]
pub(super) struct KeptTime {
    /// The last version that the room knew.
    pub(super) version: u32,
    pub(super) time: GameTime,
}

impl KeptTime {
    /// The time of the game with these records. A turn that the closed room did not know of starts
    /// now, because no client has seen it yet.
    pub(super) fn resume(mut self, records: &[Record]) -> GameTime {
        let is_news = |record: &&Record| record.version > self.version;
        let starts = |record: &&Record| record.event.starts_turn();
        if let Some(turn) = records.iter().rev().filter(is_news).find(starts) {
            self.time.start_turn(turn.at);
        }
        self.time
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use chess::{Color, Position};
    use game::{Event, Offer};
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn storing_a_move_takes_no_time_of_the_game() {
        let clock = Clock::starting_at(Timestamp(1_000));
        let mut time = GameTime::new(clock.clone(), Timestamp(400));
        assert_eq!(time.now(), Timestamp(1_000));
        advance(Duration::from_millis(500)).await;
        let during = clock.now();
        time.start_turn(Timestamp(1_000));
        assert_eq!(time.at(during), Timestamp(1_000), "what came meanwhile");
        advance(Duration::from_millis(20)).await;
        assert_eq!((time.now(), clock.now()), (Timestamp(1_020), Timestamp(1_520)));
        assert_eq!(time.when(Timestamp(1_050)) - Instant::now(), Duration::from_millis(30));
    }

    // req: C7
    #[tokio::test(start_paused = true)]
    async fn the_next_room_knows_how_long_storing_took() {
        let clock = Clock::starting_at(Timestamp(1_000));
        let mut time = GameTime::new(clock.clone(), Timestamp(1_000));
        advance(Duration::from_millis(500)).await;
        time.start_turn(Timestamp(1_000));
        advance(Duration::from_millis(20)).await;
        let kept = KeptTime { version: 1, time };
        let offered = Event::Offered { by: Color::White, offer: Offer::Draw };
        let mut records = vec![Record { version: 2, at: Timestamp(1_010), event: offered }];
        assert_eq!(kept.clone().resume(&records).now(), Timestamp(1_020));

        let play = Position::default().legal_moves()[0];
        let moved = Event::Moved { play, clock: None };
        records.push(Record { version: 3, at: Timestamp(1_015), event: moved });
        let time = kept.resume(&records);
        assert_eq!(time.now(), Timestamp(1_015), "the turn starts when it is made known");
        advance(Duration::from_millis(30)).await;
        assert_eq!(time.now(), Timestamp(1_045));
    }

    // req: C7
    #[tokio::test(start_paused = true)]
    async fn what_arrived_before_the_room_was_opened_keeps_its_time() {
        let clock = Clock::starting_at(Timestamp(1_000));
        advance(Duration::from_millis(500)).await;
        let time = GameTime::new(clock, Timestamp(400));
        for arrived in [400, 1_200, 1_500] {
            assert_eq!(time.at(Timestamp(arrived)), Timestamp(arrived));
        }
    }

    // req: C7
    #[tokio::test(start_paused = true)]
    async fn the_time_of_a_game_from_the_future_goes_on_from_there() {
        let years_ahead = Timestamp(100_000_000_000);
        let time = GameTime::new(Clock::starting_at(Timestamp(1_000)), years_ahead);
        advance(Duration::from_millis(70)).await;
        assert_eq!(time.now(), years_ahead.after(Duration::from_millis(70)));
        let soon = years_ahead.after(Duration::from_millis(100));
        assert_eq!(time.when(soon) - Instant::now(), Duration::from_millis(30));
    }
}
