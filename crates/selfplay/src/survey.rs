//! What a heap of games amounts to.

use std::ops::AddAssign;

use crate::{Record, Winner};

/// Counts over games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Games.
    pub games: u64,
    /// Positions in which a move was thought about: those of the openings are not counted.
    pub positions: u64,
    /// Positions to learn from: past the opening, with a quiet move and a score in reason.
    pub usable: u64,
    /// Games that White won.
    pub white: u64,
    /// Games that nobody won.
    pub drawn: u64,
    /// Games that Black won.
    pub black: u64,
}

/// The first ply that is usually learnt from.
const FIRST: usize = 16;
/// Scores from here on are decided games.
const DECIDED: u16 = 10_000;

impl From<&Record> for Survey {
    fn from(record: &Record) -> Survey {
        let usable = |ply: usize| {
            ply >= FIRST && record.quiet[ply] && record.scores[ply].unsigned_abs() < DECIDED
        };
        let wins = |winner| u64::from(record.winner == winner);
        Survey {
            games: 1,
            positions: record.moves.len().saturating_sub(record.opening.into()) as u64,
            usable: (0..record.moves.len()).filter(|&ply| usable(ply)).count() as u64,
            white: wins(Winner::White),
            drawn: wins(Winner::Nobody),
            black: wins(Winner::Black),
        }
    }
}

impl AddAssign for Survey {
    fn add_assign(&mut self, other: Survey) {
        self.games += other.games;
        self.positions += other.positions;
        self.usable += other.usable;
        self.white += other.white;
        self.drawn += other.drawn;
        self.black += other.black;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_that_is_longer_than_its_game_leaves_no_positions() {
        let (moves, scores, quiet) = (Vec::new(), Vec::new(), Vec::new());
        let record =
            Record { start: 518, opening: 9, moves, scores, quiet, winner: Winner::Nobody };
        let expected = Survey { games: 1, drawn: 1, ..Survey::default() };
        assert_eq!(Survey::from(&record), expected);
    }
}
