//! The promise of fair clocks: a turn begins when its player is told, and ends when the move
//! reaches the server. Time in which the server is down or stands still is charged to nobody.
//!
//! A server that is killed cannot have stored when it told a player the last move, only when that
//! move arrived. The grace that both players get when the game resumes makes up for the difference,
//! so a turn that was interrupted is checked with its grace: the player must not be worse off.

use chess::Color;
use game::{Bonus, Event, Game, Record};
use store::StoredGame;

use super::history::{Downtime, GameHistory, SentRequest};
use super::promises::requests_of;
use super::violation::{Promise, Violation};

/// Delays that are not worth measuring: whole milliseconds, and the time of a quick commit.
const TOLERANCE_MS: u64 = 50;

/// Checks what every turn was charged.
pub(super) fn are_fair(
    history: &GameHistory,
    stored: &StoredGame,
    downtime: &Downtime,
    clock_error_ms: Option<u64>,
) -> Result<(), Violation> {
    let Some((first, rest)) = stored.records.split_first() else { return Ok(()) };
    // A log that cannot be replayed is another violation.
    let Ok(mut game) = Game::replay([first.clone()]) else { return Ok(()) };
    let mut turn = Turn::begin(&game, first, history);
    for record in rest {
        let before = game.clone();
        if game.apply(record).is_err() {
            return Ok(());
        }
        match record.event {
            Event::TimeGiven { to, amount } if to == turn.color => {
                turn.clock_ms = turn.clock_ms.map(|clock| clock + amount.as_millis() as u64);
            }
            Event::Resumed { grace, .. } => turn.grace_ms += grace.as_millis() as u64,
            Event::Moved { .. } => {
                let made: Vec<_> = requests_of(history, stored, record.version).collect();
                turn.check_move(&before, &game, record, &made, downtime)?;
            }
            Event::Flagged { .. } => turn.check_flag(record, history, downtime)?,
            _ => {}
        }
        let is_new_turn = matches!(
            record.event,
            Event::Moved { .. } | Event::TakenBack { .. } | Event::Redone { .. } | Event::Continued
        );
        if is_new_turn {
            turn = Turn::begin(&game, record, history);
            if let Some(error) = clock_error_ms {
                turn.begin_at_arrival(history, stored, record.version);
                turn.tolerance_ms += error;
            }
        }
        if record.event == Event::Continued {
            let clock = game.clock(turn.color, record.at);
            turn.clock_ms = clock.map(|clock| clock.as_millis() as u64);
        }
    }
    Ok(())
}

/// The turn of a player.
struct Turn {
    color: Color,
    /// What the clock showed at the beginning, and what was given since.
    clock_ms: Option<u64>,
    /// What was added after interruptions.
    grace_ms: u64,
    /// When the players were told that it begins; none if nobody was connected.
    told_at: Option<u64>,
    tolerance_ms: u64,
}

impl Turn {
    fn begin(game: &Game, record: &Record, history: &GameHistory) -> Turn {
        let color = game.board().position().turn();
        let clock = game.clock_after(game.board().moves().len(), color);
        Turn {
            color,
            clock_ms: clock.map(|clock| clock.as_millis() as u64),
            grace_ms: 0,
            told_at: history.events.get(&record.version).and_then(|told| told.at),
            tolerance_ms: TOLERANCE_MS,
        }
    }

    /// Where several servers share the store, one that opens the game later counts from when the
    /// move before arrived.
    fn begin_at_arrival(&mut self, history: &GameHistory, stored: &StoredGame, version: u32) {
        let made = requests_of(history, stored, version);
        let arrived = made.filter_map(|request| request.arrivals.first().copied()).min();
        self.told_at = arrived.into_iter().chain(self.told_at).min();
    }

    /// A move is charged at most the time from when its turn was told until it arrived, in the
    /// request that made it.
    fn check_move(
        &self,
        before: &Game,
        after: &Game,
        record: &Record,
        made: &[&SentRequest],
        downtime: &Downtime,
    ) -> Result<(), Violation> {
        let ply = after.board().moves().len();
        let increment = match before.terms().time[self.color].map(|control| control.bonus) {
            Some(Bonus::Increment(increment)) => increment.as_millis() as u64,
            _ => 0,
        };
        let (Some(clock), Some(left)) = (self.clock_ms, after.clock_after(ply, self.color)) else {
            return Ok(());
        };
        let left = left.as_millis() as u64;
        if left > clock + self.grace_ms + increment {
            return Err(unfair(record, &format!("{clock} ms became {left} ms")));
        }
        let charged = (clock + increment).saturating_sub(left);
        match self.used(made, downtime) {
            Some(used) if charged > used + self.tolerance_ms => {
                Err(unfair(record, &format!("{charged} ms were charged for {used} ms")))
            }
            _ => Ok(()),
        }
    }

    /// A flag falls only when the time is over.
    fn check_flag(
        &self,
        record: &Record,
        history: &GameHistory,
        downtime: &Downtime,
    ) -> Result<(), Violation> {
        let flagged_at = history.events.get(&record.version).and_then(|told| told.at);
        let (Some(clock), Some(told_at), Some(flagged_at)) =
            (self.clock_ms, self.told_at, flagged_at)
        else {
            return Ok(());
        };
        let used = downtime.up_time(told_at, flagged_at);
        if used + self.tolerance_ms < clock {
            return Err(unfair(record, &format!("a flag after {used} ms of {clock} ms")));
        }
        Ok(())
    }

    /// The time from when the turn was told until its move arrived, for the last time.
    fn used(&self, made: &[&SentRequest], downtime: &Downtime) -> Option<u64> {
        let arrivals = made.iter().filter_map(|request| request.arrivals.last().copied());
        Some(downtime.up_time(self.told_at?, arrivals.max()?))
    }
}

fn unfair(record: &Record, what: &str) -> Violation {
    let details = format!("version {}, {:?}: {what}", record.version, record.event);
    Violation::new(Promise::ClocksAreFair, details)
}
