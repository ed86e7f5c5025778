//! Counting the paths that legal moves make: the yardstick of move generators.

use crate::{Move, Position};

/// How many sequences of legal moves of a length there are. Moves of the last step are counted
/// without being played.
///
/// ```
/// use chess::{Position, perft};
///
/// assert_eq!(perft::count(&Position::default(), 3), 8_902);
/// ```
pub fn count(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return position.count_moves() as u64;
    }
    let mut paths = 0;
    for &m in &position.legal_moves() {
        let mut next = *position;
        next.advance(m);
        paths += count(&next, depth - 1);
    }
    paths
}

/// The same number, with every move of the last step played too.
pub fn count_by_playing(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut paths = 0;
    for &m in &position.legal_moves() {
        let mut next = *position;
        next.advance(m);
        paths += count_by_playing(&next, depth - 1);
    }
    paths
}

/// The count below each move of the position, in the order of generation.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let below = depth.saturating_sub(1);
    position
        .legal_moves()
        .into_iter()
        .map(|m| (m, count(&position.play_unchecked(m), below)))
        .collect()
}
