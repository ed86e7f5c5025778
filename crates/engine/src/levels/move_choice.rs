//! Winning chances, and random choice by them.

use random::SplitMix64;

use super::parameters::{PAWN_BONUS, WIN_CHANCE_SLOPE};

/// How good a value in centipawns looks to a player: the chance to win, and a little for each pawn
/// so that there is something to fight for in any position.
pub(super) fn apparent_value(centipawns: i32) -> f64 {
    let centipawns = f64::from(centipawns);
    let chance = 1.0 / (1.0 + (-WIN_CHANCE_SLOPE * centipawns).exp());
    chance + PAWN_BONUS * centipawns / 100.0
}

/// The index of one of the values, the best most likely (softmax): one that is worse by the
/// temperature is chosen about a third as often.
pub(super) fn choose_index(values: &[f64], temperature: f64, random: &mut SplitMix64) -> usize {
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weight = |value: &f64| ((value - best) / temperature).exp();
    let total: f64 = values.iter().map(weight).sum();
    let mut left = random.next_f64() * total;
    for (index, value) in values.iter().enumerate() {
        left -= weight(value);
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
            assert!(apparent_value(centipawns + 100) - apparent_value(centipawns) >= PAWN_BONUS);
        }
    }

    #[test]
    fn the_best_is_chosen_most_often_and_the_rest_by_temperature() {
        let mut random = SplitMix64::with_stream(1, 1);
        let mut counts = [0_i32; 3];
        for _ in 0..10_000 {
            counts[choose_index(&[0.5, 0.6, 0.5 - 1e9], 0.1, &mut random)] += 1;
        }
        assert!((counts[1] - 7_311).abs() < 200, "{counts:?}");
        assert_eq!(counts[2], 0);
    }
}
