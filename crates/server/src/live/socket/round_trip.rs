//! The round-trip time of a connection, measured by the server's own pings.

use std::time::Duration;

use axum::body::Bytes;
use tokio::time::Instant;

/// A new measurement has a weight of one in this many.
const SMOOTHING: u32 = 4;

/// The smoothed round-trip time.
#[derive(Debug, Default)]
pub(super) struct RoundTrip {
    number: u32,
    sent: Option<Instant>,
    estimate: Option<Duration>,
}

impl RoundTrip {
    /// Notes that a ping is sent; the result is its payload.
    pub(super) fn ping_sent(&mut self, now: Instant) -> Bytes {
        self.number = self.number.wrapping_add(1);
        self.sent = Some(now);
        Bytes::copy_from_slice(&self.number.to_be_bytes())
    }

    /// Notes a pong. Only the answer to the last ping is a measurement.
    pub(super) fn pong_received(&mut self, number: &[u8], now: Instant) {
        if number != self.number.to_be_bytes() {
            return;
        }
        let Some(sent) = self.sent.take() else { return };
        let measured = now - sent;
        let smoothed = |before: Duration| (before * (SMOOTHING - 1) + measured) / SMOOTHING;
        self.estimate = Some(self.estimate.map_or(measured, smoothed));
    }

    /// The estimated round-trip time; zero before the first pong.
    pub(super) fn estimate(&self) -> Duration {
        self.estimate.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_answer_to_the_last_ping_is_measured() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut round_trip = RoundTrip::default();
        assert_eq!(round_trip.estimate(), Duration::ZERO);
        let first = round_trip.ping_sent(at(0));
        let second = round_trip.ping_sent(at(1_000));
        round_trip.pong_received(&first, at(1_010));
        assert_eq!(round_trip.estimate(), Duration::ZERO, "an old answer");
        round_trip.pong_received(&second, at(1_080));
        round_trip.pong_received(&second, at(5_000));
        assert_eq!(round_trip.estimate(), Duration::from_millis(80));
        let third = round_trip.ping_sent(at(11_000));
        round_trip.pong_received(&third, at(11_040));
        assert_eq!(round_trip.estimate(), Duration::from_millis(70));
    }
}
