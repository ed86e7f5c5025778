//! What a room does by the clock: it looks at flags, and leaves when nobody needs it.

use std::time::Duration;

use game::{Actor, Command};
use tokio::time::{Instant, sleep_until};

use super::messages::turn;
use super::room::Room;

/// How long a room stays that nobody follows.
const QUIET: Duration = Duration::from_mins(5);
/// How long to wait when something could not be stored.
const SECOND_TRY: Duration = Duration::from_millis(500);

/// What there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alarm {
    /// The time of the side to move should be over.
    Flag,
    /// Nobody needs the room.
    Leave,
}

/// When a room was last needed, and until when it does nothing by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct IdleTimer {
    stirred: Instant,
    until: Instant,
}

impl Default for IdleTimer {
    fn default() -> IdleTimer {
        IdleTimer { stirred: Instant::now(), until: Instant::now() }
    }
}

impl IdleTimer {
    /// Somebody needs the room.
    pub(super) fn stir(&mut self) {
        self.stirred = Instant::now();
    }

    /// What the room wanted to do by itself could not be stored; it tries again later.
    pub(super) fn begin(&mut self) {
        self.until = Instant::now() + SECOND_TRY;
    }

    /// When the room may act by itself again.
    pub(super) fn end(&self) -> Instant {
        self.until
    }
}

impl Room {
    /// Waits until there is something to do; for ever when there is not.
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

    /// A flag is looked at only when no move that is still on its way could be in time.
    fn next_alarm(&self) -> Option<(Alarm, Instant)> {
        if let Some(deadline) = self.game.deadline() {
            let on_its_way = self.allowances[turn(&self.game)].most();
            let at = self.ground.clock.when(deadline.after(on_its_way));
            return Some((Alarm::Flag, at.max(self.pause.end())));
        }
        let is_needed = !self.audience.is_empty() || self.opponent.is_thinking();
        (!is_needed).then(|| (Alarm::Leave, self.pause.stirred + QUIET))
    }

    /// Ends the game of a side that has no time left.
    pub(super) async fn flag(&mut self) {
        if let Err(denial) = self.act(Actor::Server, Command::Flag).await {
            tracing::warn!(game = %self.id, "a flag could not fall: {denial}");
            self.pause.begin();
        }
    }
}
