//! What chances are worth, and choosing by them.

use random::SplitMix64;

use super::tunables::{CHANCE_SLOPE, PAWN_SHARE};

/// What a value in hundredths of a pawn seems to be worth: the chance to win, and a little for each
/// pawn so that some is left to fight for in any position.
pub(super) fn seeming(centipawns: i32) -> f64 {
    let centipawns = f64::from(centipawns);
    let chance = 1.0 / (1.0 + (-CHANCE_SLOPE * centipawns).exp());
    chance + PAWN_SHARE * centipawns / 100.0
}

/// The place of one of some worths, the best most likely: a worth that is less by the temperature
/// is chosen about a third as often.
pub(super) fn pick(worths: &[f64], temperature: f64, random: &mut SplitMix64) -> usize {
    let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weight = |worth: &f64| ((worth - best) / temperature).exp();
    let total: f64 = worths.iter().map(weight).sum();
    let mut left = random.next_f64() * total;
    for (index, worth) in worths.iter().enumerate() {
        left -= weight(worth);
        if left < 0.0 {
            return index;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pawn_counts_in_every_position() {
        for centipawns in (-3000..3000).step_by(100) {
            assert!(seeming(centipawns + 100) - seeming(centipawns) >= PAWN_SHARE);
        }
    }

    #[test]
    fn the_best_is_picked_most_often_and_the_rest_by_temperature() {
        let mut random = SplitMix64::with_stream(1, 1);
        let mut counts = [0_i32; 3];
        for _ in 0..10_000 {
            counts[pick(&[0.5, 0.6, 0.5 - 1e9], 0.1, &mut random)] += 1;
        }
        assert!((counts[1] - 7_311).abs() < 200, "{counts:?}");
        assert_eq!(counts[2], 0);
    }
}
