//! The round-trip time of a connection, for lag compensation.
//!
//! A client answers the server's pings when it likes, so its pongs alone would let it choose its
//! lag. The kernel measures the connection by the acknowledgments of the other kernel, which a page
//! cannot delay; the smaller of both counts. Where the kernel has no measurement of the client, as
//! behind a proxy, the fastest of the last pongs counts: one slow answer earns nothing.

use std::collections::VecDeque;
use std::time::Duration;

use axum::body::Bytes;
use tokio::time::Instant;

use crate::listen::KernelRoundTrip;

/// How many of the last pongs are compared.
const PONGS: usize = 4;

/// The measured round-trip times.
#[derive(Debug, Default)]
pub(super) struct RoundTrip {
    number: u32,
    sent: Option<Instant>,
    /// The last measurements.
    pongs: VecDeque<Duration>,
    kernel: KernelRoundTrip,
}

impl RoundTrip {
    /// No pong yet, over a connection that the kernel measures.
    pub(super) fn new(kernel: KernelRoundTrip) -> RoundTrip {
        RoundTrip { kernel, ..RoundTrip::default() }
    }

    /// Notes that a ping is sent; the result is its payload.
    pub(super) fn ping_sent(&mut self, now: Instant) -> Bytes {
        self.number = self.number.wrapping_add(1);
        self.sent = Some(now);
        Bytes::copy_from_slice(&self.number.to_be_bytes())
    }

    /// As [`RoundTrip::ping_sent`], unless a ping was sent before.
    pub(super) fn first_ping(&mut self, now: Instant) -> Option<Bytes> {
        (self.number == 0).then(|| self.ping_sent(now))
    }

    /// Notes a pong. Only the answer to the last ping is a measurement.
    pub(super) fn pong_received(&mut self, number: &[u8], now: Instant) {
        if number != self.number.to_be_bytes() {
            return;
        }
        let Some(sent) = self.sent.take() else { return };
        self.pongs.truncate(PONGS - 1);
        self.pongs.push_front(now - sent);
    }

    /// The estimated round-trip time; zero before the first pong.
    pub(super) fn estimate(&self) -> Duration {
        let pong = self.pongs.iter().min().copied().unwrap_or_default();
        self.kernel.get().map_or(pong, |kernel| kernel.min(pong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    /// Answers pings after these times.
    fn answer(round_trip: &mut RoundTrip, start: &mut Instant, delays: &[u64]) {
        for delay in delays {
            let ping = round_trip.ping_sent(*start);
            *start += ms(*delay);
            round_trip.pong_received(&ping, *start);
        }
    }

    #[test]
    fn only_the_answer_to_the_last_ping_is_measured() {
        let start = Instant::now();
        let at = |time| start + ms(time);
        let mut round_trip = RoundTrip::default();
        assert_eq!(round_trip.estimate(), Duration::ZERO);
        let first = round_trip.ping_sent(at(0));
        let second = round_trip.ping_sent(at(1_000));
        round_trip.pong_received(&first, at(1_010));
        assert_eq!(round_trip.estimate(), Duration::ZERO, "an old answer");
        round_trip.pong_received(&second, at(1_080));
        round_trip.pong_received(&second, at(5_000));
        assert_eq!(round_trip.estimate(), ms(80));
    }

    #[test]
    fn a_pong_that_is_held_back_earns_no_time() {
        let (mut round_trip, mut now) = (RoundTrip::default(), Instant::now());
        answer(&mut round_trip, &mut now, &[70, 900, 900, 900]);
        assert_eq!(round_trip.estimate(), ms(70));
        answer(&mut round_trip, &mut now, &[300]);
        assert_eq!(round_trip.estimate(), ms(300), "a connection may get slower");
    }

    #[test]
    fn the_kernel_and_the_pong_limit_each_other() {
        let kernel = KernelRoundTrip::default();
        let (mut round_trip, mut now) = (RoundTrip::new(kernel.clone()), Instant::now());
        kernel.set(Some(ms(50)));
        assert_eq!(round_trip.estimate(), Duration::ZERO, "no pong yet");
        answer(&mut round_trip, &mut now, &[900, 900, 900, 900]);
        assert_eq!(round_trip.estimate(), ms(50), "all pongs are held back");
        kernel.set(Some(ms(2_000)));
        assert_eq!(round_trip.estimate(), ms(900), "all acknowledgments are held back");
    }
}
