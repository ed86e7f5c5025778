//! Statistics over games.

use std::ops::AddAssign;

use crate::{Record, Winner};

/// Counts of games and positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameStatistics {
    /// Games.
    pub games: u64,
    /// Positions that were searched: those of the random openings are not counted.
    pub positions: u64,
    /// Positions to learn from: past the opening, with a quiet move and an undecided score.
    pub usable: u64,
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Games that Black won.
    pub black: u64,
}

/// The first ply that is usually learned from.
const FIRST: usize = 16;
/// Scores from here on count as decided.
const DECIDED: u16 = 10_000;

impl From<&Record> for GameStatistics {
    fn from(record: &Record) -> GameStatistics {
        let usable = |ply: usize| {
            ply >= FIRST && record.quiet[ply] && record.scores[ply].unsigned_abs() < DECIDED
        };
        let wins = |winner| u64::from(record.winner == winner);
        GameStatistics {
            games: 1,
            positions: record.moves.len().saturating_sub(record.opening.into()) as u64,
            usable: (0..record.moves.len()).filter(|&ply| usable(ply)).count() as u64,
            white: wins(Winner::White),
            drawn: wins(Winner::Draw),
            black: wins(Winner::Black),
        }
    }
}

impl AddAssign for GameStatistics {
    fn add_assign(&mut self, other: GameStatistics) {
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
        let record = Record { start: 518, opening: 9, moves, scores, quiet, winner: Winner::Draw };
        let expected = GameStatistics { games: 1, drawn: 1, ..GameStatistics::default() };
        assert_eq!(GameStatistics::from(&record), expected);
    }
}
