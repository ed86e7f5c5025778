//! From centipawns to chances: a logistic curve that was fitted to games of people.

use crate::Score;

/// How steep the curve is, per centipawn.
const STEEPNESS: f64 = 0.003_682_08;

/// The chances of White from −1, lost, to 1, won, for an advantage in centipawns.
pub fn winning_chances(centipawns: i32) -> f64 {
    2.0 / (1.0 + (-STEEPNESS * f64::from(centipawns)).exp()) - 1.0
}

/// The chances of White in percent. Advantages count up to [`Score::CEILING`], as mates do.
pub fn win_percent(score: Score) -> f64 {
    50.0 + 50.0 * winning_chances(score.capped())
}

#[cfg(test)]
mod tests {
    use chess::Color;

    use super::*;

    #[test]
    fn chances_follow_the_published_curve() {
        for (score, percent) in [
            (Score::Centipawns(0), 50.0),
            (Score::Centipawns(100), 59.10),
            (Score::Centipawns(-100), 40.90),
            (Score::Centipawns(300), 75.11),
            (Score::Centipawns(1000), 97.55),
            (Score::Centipawns(5000), 97.55),
            (Score::Mate { winner: Color::White, moves: 9 }, 97.55),
            (Score::Mate { winner: Color::Black, moves: 0 }, 2.45),
        ] {
            assert!((win_percent(score) - percent).abs() < 0.01, "{score}: {}", win_percent(score));
        }
    }
}
