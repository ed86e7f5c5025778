//! How long the way to a client is, there and back, by the server's own pings.

use std::time::Duration;

use axum::body::Bytes;
use tokio::time::Instant;

/// A new measure counts for one part of so many.
const PARTS: u32 = 4;

/// What is known of the way.
#[derive(Debug, Default)]
pub(super) struct RoundTrip {
    number: u32,
    asked: Option<Instant>,
    length: Option<Duration>,
}

impl RoundTrip {
    /// Notes that a ping goes out; the number to send with it.
    pub(super) fn ask(&mut self, now: Instant) -> Bytes {
        self.number = self.number.wrapping_add(1);
        self.asked = Some(now);
        Bytes::copy_from_slice(&self.number.to_be_bytes())
    }

    /// An answer came. Only one to the last ping measures anything.
    pub(super) fn answered(&mut self, number: &[u8], now: Instant) {
        if number != self.number.to_be_bytes() {
            return;
        }
        let Some(asked) = self.asked.take() else { return };
        let measured = now - asked;
        let smoothed = |before: Duration| (before * (PARTS - 1) + measured) / PARTS;
        self.length = Some(self.length.map_or(measured, smoothed));
    }

    /// The length of the way; none is known before the first answer.
    pub(super) fn length(&self) -> Duration {
        self.length.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_answer_to_the_last_ping_measures_the_way() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut way = RoundTrip::default();
        assert_eq!(way.length(), Duration::ZERO);
        let first = way.ask(at(0));
        let second = way.ask(at(1_000));
        way.answered(&first, at(1_010));
        assert_eq!(way.length(), Duration::ZERO, "an old answer");
        way.answered(&second, at(1_080));
        way.answered(&second, at(5_000));
        assert_eq!(way.length(), Duration::from_millis(80));
        let third = way.ask(at(11_000));
        way.answered(&third, at(11_040));
        assert_eq!(way.length(), Duration::from_millis(70));
    }
}
