//! Key moments: where win chances were given away.

use chess::{Color, Move};

use crate::{Evaluation, ReviewedMove};

/// The most key moments of one side.
pub const MAX_KEY_MOMENTS: usize = 5;

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

/// The worst of the judged moves of each side, in the order of the game.
pub fn moments(moves: &[ReviewedMove], evaluations: &[Evaluation]) -> Vec<KeyMoment> {
    let mut moments: Vec<KeyMoment> = Color::ALL
        .into_iter()
        .flat_map(|side| worst(moves, side))
        .filter_map(|index| {
            let better = evaluations.get(index)?.line.clone();
            Some(KeyMoment { index, win_percent_loss: moves[index].win_percent_loss(), better })
        })
        .collect();
    moments.sort_by_key(|moment| moment.index);
    moments
}

/// The judged moves of a side that gave away most, worst first.
fn worst(moves: &[ReviewedMove], side: Color) -> Vec<usize> {
    let is_own = |&index: &usize| moves[index].mover == side && moves[index].judgment.is_some();
    let mut judged: Vec<usize> = (0..moves.len()).filter(is_own).collect();
    judged.sort_by(|&one, &other| {
        moves[other].win_percent_loss().total_cmp(&moves[one].win_percent_loss())
    });
    judged.truncate(MAX_KEY_MOMENTS);
    judged
}
