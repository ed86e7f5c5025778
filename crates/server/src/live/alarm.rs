//! What a room does by the clock: it flags players who run out of time, and closes when idle.

use std::time::Duration;

use game::{Actor, Command, Timestamp};
use tokio::time::{Instant, sleep_until};

use super::RoomError;
use super::messages::turn;
use super::room::Room;
use crate::error;

/// How long a room without followers stays open. Anybody can open rooms by looking at one game
/// after the other, so they close soon where there are more than [`MANY_ROOMS`].
const IDLE_TIME: Duration = Duration::from_mins(5);
const SHORT_IDLE_TIME: Duration = Duration::from_secs(5);
const MANY_ROOMS: usize = 200;
/// How long to wait after an action of the room could not be stored.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// How long to wait after an action of the room failed because of a bug. It is logged each time.
const BUG_DELAY: Duration = Duration::from_mins(1);

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alarm {
    /// The side to move should be out of time.
    Flag,
    /// The room has been idle for long enough to close.
    Close,
}

/// When a room was last used, and when it may act on its own again after a failure.
#[derive(Clone, Copy, Debug)]
pub(super) struct IdleTimer {
    last_used: Instant,
    retry_at: Instant,
}

impl Default for IdleTimer {
    fn default() -> IdleTimer {
        IdleTimer { last_used: Instant::now(), retry_at: Instant::now() }
    }
}

impl IdleTimer {
    /// The room is used.
    pub(super) fn touch(&mut self) {
        self.last_used = Instant::now();
    }

    /// An action of the room failed.
    pub(super) fn delay_retry(&mut self, error: &RoomError) {
        let delay = if error.is_transient() { RETRY_DELAY } else { BUG_DELAY };
        self.retry_at = Instant::now() + delay;
    }

    /// When the room may act on its own again.
    pub(super) fn retry_at(&self) -> Instant {
        self.retry_at
    }
}

/// How long a room without followers stays open where there are this many rooms.
fn idle_time(rooms: usize) -> Duration {
    if rooms > MANY_ROOMS { SHORT_IDLE_TIME } else { IDLE_TIME }
}

impl Room {
    /// Waits until something is due; forever if nothing ever is.
    pub(super) fn alarm(&self) -> impl Future<Output = Alarm> + use<> {
        let next = self.next_alarm();
        async move {
            match next {
                Some((alarm, at)) => {
                    sleep_until(at).await;
                    alarm
                }
                None => std::future::pending().await,
            }
        }
    }

    /// A flag is due only when no move still on its way could be in time.
    fn next_alarm(&self) -> Option<(Alarm, Instant)> {
        if let Some(deadline) = self.game.deadline() {
            let at = self.time.when(deadline.after(self.flag_delay()));
            return Some((Alarm::Flag, at.max(self.idle.retry_at())));
        }
        let is_needed = !self.audience.is_empty() || self.opponent.is_thinking();
        (!is_needed)
            .then(|| (Alarm::Close, self.idle.last_used + idle_time(self.services.tasks.len())))
    }

    /// How long after the deadline a move could still be in time.
    fn flag_delay(&self) -> Duration {
        let mover = turn(&self.game);
        self.lag_allowances[mover].max() + self.head_start(self.audience.has_player(mover))
    }

    /// Ends the game of a side that is out of time. After a stall the alarm comes too early; then
    /// the clients, whose clocks have run on, get the right ones.
    pub(super) async fn flag(&mut self) {
        let is_due = |deadline: Timestamp| self.time.now() >= deadline.after(self.flag_delay());
        if !self.game.deadline().is_some_and(is_due) {
            return self.send_clocks();
        }
        if let Err(error) = self.act(Actor::Server, Command::Flag).await {
            self.idle.delay_retry(&error);
        }
    }

    /// Does what the room decided by itself, and logs errors. The rules of the game must allow it;
    /// if they do not, there is a bug in the server.
    pub(super) async fn act(&mut self, actor: Actor, command: Command) -> Result<u32, RoomError> {
        let acted = self.try_act(actor, command).await;
        let acted = acted.map_err(|error| match error {
            RoomError::Game(error) => {
                RoomError::Internal(format!("{actor:?} may not act: {error}"))
            }
            error => error,
        });
        acted.inspect_err(error::log)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_rooms_close_soon_where_there_are_many() {
        for (rooms, seconds) in [(1, 300), (200, 300), (201, 5), (6_000, 5)] {
            assert_eq!(idle_time(rooms), Duration::from_secs(seconds), "{rooms}");
        }
    }
}
