//! Key moments: where win chances were given away.

use chess::{Color, Move};

use crate::{Evaluation, ReviewedMove};

/// The fewest and the most key moments of a game with that many bad moves.
const FEWEST: usize = 3;
const MOST: usize = 8;

/// Half-moves of a game for each key moment.
const PLIES_PER_MOMENT: usize = 8;

/// A key moment: a bad move and the better line.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyMoment {
    /// The index of the move, from 0.
    pub index: usize,
    /// The win chances that it gave away, in percent.
    pub win_percent_loss: f64,
    /// The best line instead.
    pub better: Vec<Move>,
}

/// The bad moves that matter most, in the order of the game: the turning point, the worst of each
/// side, and then those that gave away most, as many as the length of the game allows.
pub fn moments(
    moves: &[ReviewedMove],
    evaluations: &[Evaluation],
    turning_point: Option<usize>,
) -> Vec<KeyMoment> {
    let mut chosen = by_importance(moves, turning_point);
    chosen.truncate(max_moments(moves.len()));
    chosen.sort_unstable();
    let moment = |index: usize| {
        let better = evaluations.get(index)?.line.clone();
        Some(KeyMoment { index, win_percent_loss: moves[index].win_percent_loss(), better })
    };
    chosen.into_iter().filter_map(moment).collect()
}

/// How many key moments a game of so many half-moves has at most.
fn max_moments(plies: usize) -> usize {
    plies.div_ceil(PLIES_PER_MOMENT).clamp(FEWEST, MOST)
}

/// All judged moves: the turning point and the worst of each side, then the others, worst first.
fn by_importance(moves: &[ReviewedMove], turning_point: Option<usize>) -> Vec<usize> {
    let mut judged: Vec<usize> =
        (0..moves.len()).filter(|&index| moves[index].judgment.is_some()).collect();
    let loss = |index: usize| moves[index].win_percent_loss();
    judged.sort_by(|&one, &other| loss(other).total_cmp(&loss(one)));
    let worst_of = |side: Color| judged.iter().copied().find(|&it| moves[it].mover == side);
    let worst = Color::ALL.into_iter().filter_map(worst_of);
    let first: Vec<usize> = worst.chain(turning_point).collect();
    judged.sort_by_key(|index| !first.contains(index));
    judged
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::{Report, Score};

    /// The review of a game in which knights go to and fro, with these scores.
    fn report(centipawns: &[i32]) -> Report {
        let mut positions = vec![Position::default()];
        let mut moves = Vec::new();
        for san in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(centipawns.len() - 1) {
            let position = positions[positions.len() - 1];
            let m = position.parse_san(san).expect("a move");
            moves.push(m);
            positions.push(position.play(m).expect("a legal move"));
        }
        let evaluation = |&amount: &i32| Evaluation {
            score: Score::Centipawns(amount),
            line: Vec::new(),
            depth: 1,
        };
        let evaluations: Vec<Evaluation> = centipawns.iter().map(evaluation).collect();
        Report::new(&positions, &moves, &evaluations).expect("a report")
    }

    /// The key moments of such a game.
    fn indices(centipawns: &[i32]) -> Vec<usize> {
        report(centipawns).moments.iter().map(|moment| moment.index).collect()
    }

    /// Scores of a game in which each move of each side gives the advantage away.
    fn swings(plies: usize) -> Vec<i32> {
        (0..=plies).map(|ply| if ply % 2 == 0 { 300 } else { -300 }).collect()
    }

    #[test]
    fn a_longer_game_has_more_key_moments() {
        for (plies, count) in [(2, 2), (6, 3), (28, 4), (48, 6), (80, 8), (300, 8)] {
            assert_eq!(indices(&swings(plies)).len(), count, "{plies} half-moves");
        }
    }

    #[test]
    fn key_moments_are_the_worst_moves_in_the_order_of_the_game() {
        for (scores, expected) in [
            (vec![0, 10, 0, 10, 0], vec![]),
            // The least of White's four mistakes is not told.
            (vec![0, -150, -150, -300, -300, -400, -400, -900, -900], vec![0, 2, 6]),
            // Black's only mistake is told, though White's are all worse.
            (vec![0, -200, -120, -400, -320, -700, -650, -980], vec![0, 1, 2]),
        ] {
            assert_eq!(indices(&scores), expected, "{scores:?}");
        }
    }

    #[test]
    fn the_turning_point_is_a_key_moment_though_three_mistakes_were_worse() {
        // White gives the game away three times and gets it back; the fourth time is the last.
        let report = report(&[300, -400, 300, -400, 300, -400, 300, 300, 300, 90, 90, 90]);
        let turning_point = report.summary.and_then(|summary| summary.turning_point);
        assert_eq!(turning_point, Some(8));
        assert!(report.moments.iter().any(|moment| moment.index == 8), "{:?}", report.moments);
    }
}
