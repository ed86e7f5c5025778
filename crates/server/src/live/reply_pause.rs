//! The pause before an engine's move. A reply in an instant feels like a machine, and would come
//! before the player's own move has arrived on the board. The engine's clock runs meanwhile, as a
//! person's would, so the pause is short in fast games and hardly there when the time runs out.

use std::time::Duration;

use random::SplitMix64;

/// The shortest pause, as a part of the longest.
const SHORTEST: f64 = 2.0 / 3.0;
/// The pause takes at most the remaining time divided by this.
const CLOCK_SHARE: u32 = 200;

/// How long a move at a ply takes at least, with this much time on the engine's clock.
pub(super) fn reply_pause(
    longest: Duration,
    remaining: Option<Duration>,
    seed: u64,
    ply: usize,
) -> Duration {
    let random = SplitMix64::with_stream(seed, ply as u64).next_f64();
    let pause = longest.mul_f64(SHORTEST + (1.0 - SHORTEST) * random);
    remaining.map_or(pause, |remaining| pause.min(remaining / CLOCK_SHARE))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: Duration = Duration::from_millis(600);

    #[test]
    fn a_pause_varies_between_moves_but_is_never_longer_than_configured() {
        let pauses: Vec<_> = (0..100).map(|ply| reply_pause(LONGEST, None, 7, ply)).collect();
        assert!(pauses.iter().all(|pause| (LONGEST * 2 / 3..=LONGEST).contains(pause)));
        assert_ne!(pauses[0], pauses[1]);
        assert_eq!(pauses[0], reply_pause(LONGEST, None, 7, 0));
    }

    #[test]
    fn a_pause_is_shorter_the_less_time_there_is() {
        for (seconds, most_ms) in [(3_600, 600), (60, 300), (10, 50), (1, 5), (0, 0)] {
            let remaining = Some(Duration::from_secs(seconds));
            for ply in 0..20 {
                let pause = reply_pause(LONGEST, remaining, 7, ply);
                assert!(pause <= Duration::from_millis(most_ms), "{pause:?} of {seconds} s");
            }
        }
    }

    #[test]
    fn pauses_alone_never_lose_a_fast_game_on_time() {
        for base in [Duration::from_mins(1), Duration::from_secs(15)] {
            let after_pause =
                |left: Duration, ply| left.saturating_sub(reply_pause(LONGEST, Some(left), 7, ply));
            let left = (0..100).fold(base, after_pause);
            assert!(left > base / 2, "{left:?} of {base:?} are left after 100 moves");
        }
    }

    #[test]
    fn no_pause_is_no_pause() {
        assert_eq!(reply_pause(Duration::ZERO, None, 7, 3), Duration::ZERO);
    }
}
