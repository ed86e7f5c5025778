//! Accuracy of moves and games, in percent.
//!
//! The accuracy of a move falls with the win chances that it gave away. That of a game is the mean
//! of two means: one weighted by volatility, and the harmonic mean, which a single blunder pulls
//! down.

use chess::{ByColor, Color};

use crate::{Judgment, Score, win_percent};

/// The fitted curve: 100 for nothing lost, then falling fast.
const SCALE: f64 = 103.166_810_071_164_9;
const DECAY: f64 = 0.043_544_153_867_539_51;
const OFFSET: f64 = -3.166_924_740_191_411;
/// Added to every move that lost something, since no analysis is perfect.
const BENEFIT_OF_DOUBT: f64 = 1.0;

/// Moves for each position of a window, and the sizes that a window may have.
const MOVES_PER_SIZE: usize = 10;
const SMALLEST_WINDOW: usize = 2;
const LARGEST_WINDOW: usize = 8;

/// The least and the most that a move weighs.
const LEAST_WEIGHT: f64 = 0.5;
const MOST_WEIGHT: f64 = 12.0;

/// The accuracy of a move that took its player from some win chances to others, all in percent.
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let raw = SCALE * (-DECAY * (before - after)).exp() + OFFSET + BENEFIT_OF_DOUBT;
    raw.clamp(0.0, 100.0)
}

/// The accuracy of both sides in a game, from the scores of its start and of the position after
/// each move. A side that has not moved has none.
pub fn game_accuracy(first_to_move: Color, scores: &[Score]) -> ByColor<Option<f64>> {
    mean_accuracy(first_to_move, scores, |_, _, accuracy| Some(accuracy))
}

/// The same for a part of a game with the judgments of its moves, over those with which something
/// could still be lost and those that were judged bad.
///
/// Beyond [`Score::CEILING`] chances change no more, not even by mate: a side that is lost would
/// have an accuracy of 100 whatever it plays, and so would a side that is winning and misses mate.
/// A bad move therefore counts as no better than the least one of its kind.
pub(crate) fn phase_accuracy(
    first_to_move: Color,
    scores: &[Score],
    judgments: &[Option<Judgment>],
) -> ByColor<Option<f64>> {
    mean_accuracy(first_to_move, scores, |index, mover, accuracy| {
        if let Some(judgment) = judgments[index] {
            return Some(accuracy.min(move_accuracy(judgment.least_percent_loss(), 0.0)));
        }
        let has_something_to_lose = scores[index].for_side(mover) > -Score::CEILING;
        has_something_to_lose.then_some(accuracy)
    })
}

/// The mean of the two means over the accuracies that count, which `counted` gets by the index of
/// the move, its mover and the formula.
fn mean_accuracy(
    first_to_move: Color,
    scores: &[Score],
    counted: impl Fn(usize, Color, f64) -> Option<f64>,
) -> ByColor<Option<f64>> {
    let percents: Vec<f64> = scores.iter().copied().map(win_percent).collect();
    let weights = weights(&percents);
    let moves: Vec<(Color, f64, f64)> = percents
        .windows(2)
        .zip(weights)
        .zip(turns(first_to_move))
        .enumerate()
        .filter_map(|(index, ((pair, weight), mover))| {
            let accuracy = counted(index, mover, accuracy_for(mover, pair[0], pair[1]))?;
            Some((mover, accuracy, weight))
        })
        .collect();
    ByColor::from_fn(|side| {
        let own = || moves.iter().filter(move |(mover, ..)| *mover == side);
        let weighted = weighted_mean(own().map(|&(_, accuracy, weight)| (accuracy, weight)))?;
        let harmonic = harmonic_mean(own().map(|&(_, accuracy, _)| accuracy))?;
        Some(f64::midpoint(weighted, harmonic))
    })
}

/// The accuracy of a move between two win chances of White.
pub(crate) fn accuracy_for(mover: Color, before: f64, after: f64) -> f64 {
    match mover {
        Color::White => move_accuracy(before, after),
        Color::Black => move_accuracy(100.0 - before, 100.0 - after),
    }
}

/// The sides in turn.
fn turns(first: Color) -> impl Iterator<Item = Color> {
    [first, !first].into_iter().cycle()
}

/// What each move weighs: how much the win chances swing in the window that ends after it. The
/// first moves share the first window, so that there is one for each move.
fn weights(percents: &[f64]) -> Vec<f64> {
    let moves = percents.len().saturating_sub(1);
    let size = (moves / MOVES_PER_SIZE).clamp(SMALLEST_WINDOW, LARGEST_WINDOW);
    let first = &percents[..size.min(percents.len())];
    let repeated = first.len().saturating_sub(SMALLEST_WINDOW);
    std::iter::repeat_n(first, repeated)
        .chain(percents.windows(size))
        .map(|window| standard_deviation(window).clamp(LEAST_WEIGHT, MOST_WEIGHT))
        .collect()
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    variance.sqrt()
}

/// The mean of values with weights; nothing for no values.
fn weighted_mean(values: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let (sum, weight) = values
        .fold((0.0, 0.0), |(sum, total), (value, weight)| (sum + value * weight, total + weight));
    (weight > 0.0).then(|| sum / weight)
}

/// The harmonic mean, in which a value below 1 counts as 1; nothing for no values.
fn harmonic_mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    const LEAST: f64 = 1.0;
    let (count, sum) =
        values.fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + 1.0 / value.max(LEAST)));
    (count > 0.0).then(|| count / sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge;

    #[test]
    fn accuracy_falls_with_what_is_given_away() {
        for (before, after, accuracy) in [
            (50.0, 50.0, 100.0),
            (50.0, 60.0, 100.0),
            (50.0, 49.9, 100.0),
            (50.0, 45.0, 80.8),
            (50.0, 40.0, 64.6),
            (80.0, 40.0, 15.9),
            (97.5, 2.5, 0.0),
        ] {
            let seen = move_accuracy(before, after);
            assert!((seen - accuracy).abs() < 0.1, "{before} to {after}: {seen}");
        }
    }

    /// Worked out by a script of a few lines from the published description.
    #[test]
    fn games_come_to_what_they_should() {
        let swings = |plies: i32| (0..=plies).map(|ply| (ply * 37 % 23 - 11) * 25).collect();
        for (first, centipawns, white, black) in [
            (Color::White, vec![20, 30, 25, -40, 10], 83.9246, 87.8688),
            (Color::Black, vec![0, -300, 250, -1200, 0, 40, 35], 99.8153, 96.8671),
            (Color::White, swings(40), 59.8671, 57.3909),
            (Color::White, swings(100), 59.4889, 57.6103),
        ] {
            let scores: Vec<Score> = centipawns.into_iter().map(Score::Centipawns).collect();
            let accuracy = game_accuracy(first, &scores);
            for (side, expected) in [(Color::White, white), (Color::Black, black)] {
                let seen = accuracy[side].expect("it has moved");
                assert!((seen - expected).abs() < 0.0001, "{side}: {seen}, not {expected}");
            }
        }
    }

    /// The accuracies of a part of a game, with the judgments that its moves get by their scores.
    fn in_phase(first: Color, scores: &[Score]) -> ByColor<Option<f64>> {
        let judgments: Vec<Option<Judgment>> = scores
            .windows(2)
            .zip(turns(first))
            .map(|(pair, mover)| judge(mover, pair[0], pair[1]))
            .collect();
        phase_accuracy(first, scores, &judgments)
    }

    // A move that could not lose anything earns no accuracy.
    #[test]
    fn a_lost_side_gets_no_accuracy_for_moves_that_lose_nothing() {
        let lost = [1400, 1800, 1700, 1750].map(Score::Centipawns);
        let by_formula = game_accuracy(Color::Black, &lost)[Color::Black];
        assert_eq!(by_formula, Some(100.0), "the published formula cannot see it");
        assert_eq!(in_phase(Color::Black, &lost)[Color::Black], None);
        assert_eq!(in_phase(Color::Black, &lost)[Color::White], Some(100.0));
        // A move with which something was lost counts as ever.
        let falling = [0, 1500, 1600, 1700].map(Score::Centipawns);
        let seen = in_phase(Color::Black, &falling)[Color::Black];
        assert!(seen.is_some_and(|seen| seen < 15.0), "{seen:?}");
        let even = [Score::DRAW, Score::Centipawns(20), Score::Centipawns(-30), Score::DRAW];
        assert_eq!(in_phase(Color::White, &even), game_accuracy(Color::White, &even));
    }

    #[test]
    fn a_phase_with_a_bad_move_is_never_without_fault() {
        let mate = |winner, moves| Score::Mate { winner, moves };
        let cp = Score::Centipawns;
        let accuracy = |judgment: Judgment| move_accuracy(judgment.least_percent_loss(), 0.0);
        for (name, scores, side, expected) in [
            // Black is to move first, queen and rook behind, and allows mate with its second move.
            (
                "allows mate",
                vec![cp(1400), cp(1800), cp(1900), mate(Color::White, 1), mate(Color::White, 0)],
                Color::Black,
                accuracy(Judgment::Inaccuracy),
            ),
            // Black misses mate, and is still winning.
            (
                "misses mate",
                vec![mate(Color::Black, 2), cp(-2000), cp(-2100)],
                Color::Black,
                accuracy(Judgment::Inaccuracy),
            ),
            (
                "misses mate for a smaller advantage",
                vec![mate(Color::Black, 2), cp(-990), cp(-2100)],
                Color::Black,
                accuracy(Judgment::Mistake),
            ),
        ] {
            let by_formula = game_accuracy(Color::Black, &scores)[side];
            assert!(by_formula.is_some_and(|percent| percent > 99.0), "{name}: {by_formula:?}");
            let seen = in_phase(Color::Black, &scores)[side].expect(name);
            assert!((seen - expected).abs() < 0.001, "{name}: {seen}, not {expected}");
            assert!(seen < 81.0, "{name}: {seen}");
        }
    }

    #[test]
    fn a_side_that_has_not_moved_has_no_accuracy() {
        let nobody = game_accuracy(Color::White, &[Score::DRAW]);
        assert_eq!((nobody[Color::White], nobody[Color::Black]), (None, None));
        let white = game_accuracy(Color::White, &[Score::DRAW, Score::DRAW]);
        assert_eq!((white[Color::White], white[Color::Black]), (Some(100.0), None));
        let empty = game_accuracy(Color::White, &[]);
        assert_eq!(empty[Color::White], None);
    }

    #[test]
    fn every_move_has_a_weight() {
        for moves in 0..200 {
            let percents: Vec<f64> = (0..=moves).map(|ply| f64::from(ply % 7)).collect();
            assert_eq!(weights(&percents).len(), percents.len() - 1, "{moves} moves");
        }
    }
}
