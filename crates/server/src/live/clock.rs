//! The server's clock. It is set once, at the start, and then runs on its own: correcting the
//! system clock affects no game. Servers that share a store set it from the clock of the store: a
//! game that one of them opens was perhaps last changed by another, and if their system clocks
//! differed, a player would be charged for the difference.
//!
//! It counts only time in which the server could serve. A process that was stopped or starved reads
//! no moves, and one that cannot store anything acknowledges none; players do not pay for either.
//!
//! - A task reads the clock twenty times a second. If nobody has read it for much longer, the whole
//!   process stood still, and that time is left out. Any reader notices it, so no flag can fall
//!   before the watching task runs again. One busy thread is no stall: the others go on reading.
//! - After a stall the clock stands for another moment, in which moves that wait in the sockets are
//!   read as if they had arrived when the stall began.
//! - A shorter pause, as on a busy computer, counts as one interval between two readings: a move
//!   that arrived in it is charged for no more.
//! - While the heartbeats cannot be stored, the clock is held.
//! - A server that shuts down stops its clock: it may take seconds to end, and reads no more moves.
//!
//! What is left out is different on each server. Where several share a store, the events of games
//! have the time of the store's clock, by which every server knows how long ago they were. What
//! this one leaves out is remembered at once, so that the first move after a stall is not dated
//! before it: another server would charge the opponent for the stall. Each heartbeat compares the
//! two clocks, and remembers what is missing beyond that, as when the whole computer was suspended.
//!
//! Everything that depends on time asks this clock, so all of it agrees. A timer may fire too early
//! after a stall; whoever sets one looks at the clock again.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use game::Timestamp;
use store::{Store, StoreError};
use tokio::time::{Instant, MissedTickBehavior, interval};

/// How often a watched clock is read at least.
const TICK: Duration = Duration::from_millis(50);
/// A watched clock that was not read for this long was paused with its process.
const PAUSE: Duration = Duration::from_millis(100);
/// A watched clock that was not read for this long stood still with its process.
pub(crate) const STALL: Duration = Duration::from_millis(250);
/// How long the clock stands after a stall, so that waiting messages are read first.
const SETTLING_TIME: Duration = Duration::from_secs(1);
/// No timer is set for later than this.
const FARTHEST: Duration = Duration::from_hours(24 * 365);
/// When to look again at a clock that is held.
const HELD_INTERVAL: Duration = Duration::from_millis(250);

/// How many times that were left out are remembered apart: those of a long turn, on a computer that
/// pauses every second.
const MAX_LEFT_OUT: usize = 4_096;
/// A system clock that differs more from that of the database is worth a warning.
const TOLERABLE_ERROR: Duration = Duration::from_secs(1);

/// A monotonic clock. Clones show the same time.
#[derive(Clone, Debug)]
pub(crate) struct Clock(Arc<Mutex<Reading>>);

/// How many servers go by the clock of the store, which leaves nothing out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Servers {
    One,
    Several,
}

#[derive(Debug)]
struct Reading {
    /// What it showed when it was last read, since the Unix epoch.
    shown: Duration,
    read_at: Instant,
    /// It stands until then.
    stands_until: Instant,
    is_watched: bool,
    is_held: bool,
    is_stopped: bool,
    servers: Servers,
    /// How far the shared clock is ahead: all that was left out.
    behind: Duration,
    /// The last times that were left out, by the shared clock.
    left_out: VecDeque<Range<Duration>>,
}

impl Clock {
    /// The clock of a server with this store. If it joins others, it leaves out what they did.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) async fn of(store: &dyn Store, joins_others: bool) -> Result<Clock, StoreError> {
        let outages = if joins_others { store.outages().await? } else { Vec::new() };
        let asked = Instant::now();
        let system = system_time();
        let Some(shared) = store.shared_time().await? else {
            return Ok(Clock::starting_at(system));
        };
        let off = Duration::from_millis(shared.0.abs_diff(system.0));
        if off > TOLERABLE_ERROR {
            tracing::warn!(?off, "the system clock is not that of the database, which is used");
        }
        // The answer was as long on its way as the question, as far as is known.
        let clock = Clock::starting_at(shared.after(asked.elapsed() / 2));
        let mut reading = clock.read();
        reading.servers = Servers::Several;
        reading.leave_out(&outages);
        drop(reading);
        Ok(clock)
    }

    /// A clock set to this time.
    pub(crate) fn starting_at(start: Timestamp) -> Clock {
        let now = Instant::now();
        Clock(Arc::new(Mutex::new(Reading {
            shown: Duration::from_millis(start.0),
            read_at: now,
            stands_until: now,
            is_watched: false,
            is_held: false,
            is_stopped: false,
            servers: Servers::One,
            behind: Duration::ZERO,
            left_out: VecDeque::new(),
        })))
    }

    /// The current time.
    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::default().after(self.read().shown)
    }

    /// The current time of the clock that all servers share, as far as is known.
    pub(crate) fn shared_now(&self) -> Timestamp {
        Timestamp::default().after(self.read().shared())
    }

    /// The time of the shared clock when this one showed a time.
    pub(crate) fn to_shared(&self, time: Timestamp) -> Timestamp {
        time.after(self.read().behind)
    }

    /// What this clock would have shown at a time of the shared one, without what was left out
    /// since. It shows the present for a time in the future.
    pub(crate) fn at_shared(&self, time: Timestamp) -> Timestamp {
        let reading = self.read();
        let passed = reading.counted_since(Duration::from_millis(time.0));
        Timestamp::default().after(reading.shown.saturating_sub(passed))
    }

    /// Learns what the shared clock shows. What is missing here was left out.
    pub(crate) fn compare(&self, shared: Timestamp) {
        self.read().compare(Duration::from_millis(shared.0));
    }

    /// The instant at which it shows this time if it does not stand still before; now if the time
    /// has passed.
    pub(crate) fn when(&self, time: Timestamp) -> Instant {
        let reading = self.read();
        let wait = Duration::from_millis(time.0).saturating_sub(reading.shown).min(FARTHEST);
        let starts = reading.read_at.max(reading.stands_until);
        let held = if reading.runs() { Duration::ZERO } else { HELD_INTERVAL };
        starts + wait.max(held)
    }

    /// Stops the clock until it is released.
    pub(crate) fn hold(&self) {
        self.read().is_held = true;
    }

    /// Stops the clock for good.
    pub(crate) fn stop(&self) {
        self.read().is_stopped = true;
    }

    /// Lets a clock that is held run again, after messages that wait were read.
    pub(crate) fn release(&self) {
        let mut reading = self.read();
        if std::mem::take(&mut reading.is_held) {
            reading.stands_until = reading.read_at + SETTLING_TIME;
        }
    }

    /// True while the clock is held.
    pub(crate) fn is_held(&self) -> bool {
        self.read().is_held
    }

    /// Notices stalls of the process for as long as this future is polled.
    pub(crate) async fn watch(&self) -> Infallible {
        let _watched = Watched::new(self);
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.now();
        }
    }

    /// Brings the reading up to date. A poisoned lock is fine: a reading is never half changed.
    fn read(&self) -> MutexGuard<'_, Reading> {
        let mut reading = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reading.advance(Instant::now());
        reading
    }
}

impl Reading {
    fn runs(&self) -> bool {
        !self.is_held && !self.is_stopped
    }

    fn shared(&self) -> Duration {
        self.shown + self.behind
    }

    /// The time since a time of the shared clock, without what was left out.
    fn counted_since(&self, time: Duration) -> Duration {
        let left_out = |range: &Range<Duration>| range.end.saturating_sub(range.start.max(time));
        let left_out = self.left_out.iter().map(left_out).sum();
        self.shared().saturating_sub(time).saturating_sub(left_out)
    }

    /// Leaves out times before the clock was started, which are in order and may overlap.
    fn leave_out(&mut self, outages: &[Range<Timestamp>]) {
        let mut left_out_until = Duration::ZERO;
        for outage in outages {
            let [begins, ends] = [outage.start, outage.end].map(|at| Duration::from_millis(at.0));
            self.remember(begins.max(left_out_until)..ends.min(self.shown));
            left_out_until = left_out_until.max(ends);
        }
    }

    /// Remembers what was left out. When that is too much, the first two count as one: then they
    /// are no time since an event before both, as before.
    fn remember(&mut self, left_out: Range<Duration>) {
        if left_out.is_empty() {
            return;
        }
        self.left_out.push_back(left_out);
        if self.left_out.len() > MAX_LEFT_OUT
            && let Some(first) = self.left_out.pop_front()
            && let Some(second) = self.left_out.front_mut()
        {
            second.start = second.start.saturating_sub(first.end.saturating_sub(first.start));
        }
    }

    /// A shared clock that is set back changes nothing, and a little is only a late answer.
    fn compare(&mut self, shared: Duration) {
        let own = self.shared();
        if shared < own + STALL {
            return;
        }
        self.behind += shared.saturating_sub(own);
        self.remember(own..shared);
    }

    fn advance(&mut self, now: Instant) {
        let gap = now.saturating_duration_since(self.read_at);
        if self.is_watched && gap > STALL {
            tracing::warn!(?gap, "the server stood still; nobody is charged for it");
            self.stands_until = now + SETTLING_TIME;
        }
        let mut counted = Duration::ZERO;
        if self.runs() {
            let passed = now.saturating_duration_since(self.read_at.max(self.stands_until));
            let is_pause = self.is_watched && gap > PAUSE;
            counted = if is_pause { passed.min(TICK) } else { passed };
        }
        self.shown += counted;
        if self.servers == Servers::Several {
            self.fall_behind(gap.saturating_sub(counted));
        }
        self.read_at = now.max(self.read_at);
    }

    /// Leaves out time that the shared clock counts. Two times without one in between are one.
    fn fall_behind(&mut self, time: Duration) {
        let own = self.shared();
        self.behind += time;
        match self.left_out.back_mut() {
            Some(last) if last.end == own => last.end += time,
            _ => self.remember(own..own + time),
        }
    }
}

fn system_time() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::default().after(since)
}

/// A clock that is watched until this is dropped.
struct Watched<'a>(&'a Clock);

impl Watched<'_> {
    fn new(clock: &Clock) -> Watched<'_> {
        clock.read().is_watched = true;
        Watched(clock)
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        self.0.read().is_watched = false;
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::pin::pin;
    use std::task::Poll;

    use tokio::time::{advance, sleep};

    use super::*;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[tokio::test(start_paused = true)]
    async fn the_clock_runs_from_the_time_it_was_set_to() {
        let clock = Clock::starting_at(Timestamp(1_000));
        advance(ms(250)).await;
        assert_eq!(clock.now(), Timestamp(1_250));
        assert_eq!(clock.when(Timestamp(1_300)) - Instant::now(), ms(50));
        assert!(clock.when(Timestamp(900)) <= Instant::now());
        assert!(clock.when(Timestamp(u64::MAX)) > Instant::now());
    }

    // req: C7
    #[tokio::test(start_paused = true)]
    async fn a_clock_that_was_stopped_never_runs_again() {
        let clock = Clock::starting_at(Timestamp(1_000));
        clock.stop();
        clock.hold();
        clock.release();
        advance(SETTLING_TIME + ms(500)).await;
        assert_eq!(clock.now(), Timestamp(1_000));
        assert!(clock.when(Timestamp(900)) > Instant::now());
    }

    // req: C7
    #[tokio::test(start_paused = true)]
    async fn other_servers_learn_at_once_what_was_left_out() {
        let clock = Clock::starting_at(Timestamp(1_000));
        clock.read().servers = Servers::Several;
        let mut watching = pin!(clock.watch());
        poll_fn(|context| {
            assert!(watching.as_mut().poll(context).is_pending());
            Poll::Ready(())
        })
        .await;
        advance(ms(5_000)).await;
        assert_eq!((clock.now(), clock.shared_now()), (Timestamp(1_000), Timestamp(6_000)));
        for _ in 0..25 {
            advance(ms(50)).await;
            clock.now();
        }
        assert_eq!((clock.now(), clock.shared_now()), (Timestamp(1_250), Timestamp(7_250)));
        assert_eq!(clock.at_shared(Timestamp(900)), Timestamp(900));
        assert_eq!(clock.at_shared(Timestamp(3_000)), Timestamp(1_000));
        assert_eq!(clock.at_shared(Timestamp(7_100)), Timestamp(1_100));
        // The comparison with the next heartbeat finds nothing missing.
        clock.compare(Timestamp(7_250));
        assert_eq!(clock.shared_now(), Timestamp(7_250));
    }

    // req: C7
    #[tokio::test(start_paused = true)]
    async fn a_stall_and_the_moment_after_it_are_no_time() {
        for stall in [ms(500), Duration::from_secs(8), Duration::from_secs(30)] {
            let clock = Clock::starting_at(Timestamp(0));
            let mut watching = pin!(clock.watch());
            poll_fn(|context| {
                assert!(watching.as_mut().poll(context).is_pending());
                Poll::Ready(())
            })
            .await;
            advance(ms(100)).await;
            assert_eq!(clock.now(), Timestamp(100));
            // Nothing runs meanwhile, not even the watching task; the first reader notices.
            advance(stall).await;
            assert_eq!(clock.now(), Timestamp(100), "{stall:?}");
            assert_eq!(clock.when(Timestamp(150)) - Instant::now(), SETTLING_TIME + ms(50));
            advance(ms(200)).await;
            assert_eq!(clock.now(), Timestamp(100), "what waits in the sockets is read");
            tokio::select! {
                () = sleep(SETTLING_TIME) => {}
                never = &mut watching => match never {},
            }
            assert_eq!(clock.now(), Timestamp(300));
        }
    }

    // req: C7
    #[tokio::test(start_paused = true)]
    async fn a_short_pause_counts_as_one_interval() {
        for (pause, counted) in [(100, 100), (101, 50), (250, 50)] {
            let clock = Clock::starting_at(Timestamp(0));
            let mut watching = pin!(clock.watch());
            poll_fn(|context| {
                assert!(watching.as_mut().poll(context).is_pending());
                Poll::Ready(())
            })
            .await;
            advance(ms(pause)).await;
            assert_eq!(clock.now(), Timestamp(counted), "{pause} ms");
            advance(ms(20)).await;
            assert_eq!(clock.now(), Timestamp(counted + 20), "it runs on at once");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_watched_clock_runs_like_any_other_while_the_process_does() {
        let clock = Clock::starting_at(Timestamp(0));
        tokio::select! {
            () = sleep(Duration::from_mins(1)) => {}
            never = clock.watch() => match never {},
        }
        assert_eq!(clock.now(), Timestamp(60_000));
        advance(Duration::from_mins(1)).await;
        assert_eq!(clock.now(), Timestamp(120_000), "nobody watches it any more");
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_held_stands_still() {
        let clock = Clock::starting_at(Timestamp(0));
        clock.hold();
        advance(Duration::from_mins(1)).await;
        assert_eq!((clock.now(), clock.is_held()), (Timestamp(0), true));
        assert!(clock.when(Timestamp(0)) > Instant::now(), "it is asked again later");
        clock.release();
        advance(SETTLING_TIME + ms(10)).await;
        assert_eq!((clock.now(), clock.is_held()), (Timestamp(10), false));
    }

    // req: C7
    #[tokio::test(start_paused = true)]
    async fn what_is_left_out_is_no_time_since_an_event_on_any_server() {
        let clock = Clock::starting_at(Timestamp(1_000));
        advance(ms(100)).await;
        clock.compare(Timestamp(1_150));
        assert_eq!(clock.shared_now(), Timestamp(1_100), "the answer may have been late");
        clock.hold();
        advance(ms(16_000)).await;
        clock.release();
        clock.compare(Timestamp(17_100));
        advance(SETTLING_TIME + ms(50)).await;
        clock.compare(Timestamp(18_150));
        advance(ms(30)).await;
        assert_eq!((clock.now(), clock.shared_now()), (Timestamp(1_180), Timestamp(18_180)));
        assert_eq!(clock.to_shared(Timestamp(1_170)), Timestamp(18_170));
        for (event, passed) in [
            (1_090, 90),  // Before all of it.
            (5_000, 80),  // Stored by a server that had not noticed it yet.
            (18_160, 20), // After all of it.
            (99_000, 0),  // The server of the event is ahead.
        ] {
            let at = clock.at_shared(Timestamp(event));
            assert_eq!(clock.now().since(at), ms(passed), "{event}");
        }
        clock.compare(Timestamp(1_000));
        assert_eq!(clock.shared_now(), Timestamp(18_180), "time never goes back");
    }

    // req: C7
    #[tokio::test(start_paused = true)]
    async fn outages_before_the_start_are_no_time_since_an_event() {
        let clock = Clock::starting_at(Timestamp(60_000));
        let outages = [(10_000, 20_000), (12_000, 15_000), (14_000, 23_000), (50_000, 61_000)];
        let outages = outages.map(|(begins, ends)| Timestamp(begins)..Timestamp(ends));
        clock.read().leave_out(&outages);
        advance(ms(500)).await;
        for (event, passed) in [(9_000, 28_500), (16_000, 27_500), (40_000, 10_500), (60_200, 300)]
        {
            let at = clock.at_shared(Timestamp(event));
            assert_eq!(clock.now().since(at), ms(passed), "{event}");
        }
    }

    // req: C7
    #[tokio::test(start_paused = true)]
    async fn what_was_left_out_long_ago_is_no_time_since_an_event() {
        let start = Timestamp(1_000_000);
        let clock = Clock::starting_at(start);
        // A second is left out after each second.
        let seconds = 3 * MAX_LEFT_OUT as u64;
        for second in 1..=seconds {
            advance(ms(1_000)).await;
            clock.compare(start.after(ms(second * 2_000)));
        }
        for (event, passed) in [(0, seconds * 1_000), (seconds * 2_000 - 3_500, 1_500)] {
            let at = clock.at_shared(start.after(ms(event)));
            assert_eq!(clock.now().since(at), ms(passed), "{event}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn outages_within_others_do_not_make_it_forget() {
        let clock = Clock::starting_at(Timestamp(60_000));
        let mut outages = vec![Timestamp(10_000)..Timestamp(20_000)];
        outages.extend((11_000..11_100).map(|start| Timestamp(start)..Timestamp(12_000)));
        clock.read().leave_out(&outages);
        assert_eq!(clock.now().since(clock.at_shared(Timestamp(15_000))), ms(40_000));
    }
}
