//! Tie-breaks from the ratings of opponents. Only games at the board count. They are not defined
//! for players who met somebody without a rating.

use super::Value;
use super::opponents::rounded_average;
use crate::{Crosstable, Entry, Game, GameResult};

/// The view of one player.
#[derive(Clone, Copy)]
pub(super) struct Ratings<'a> {
    pub(super) table: &'a Crosstable,
    pub(super) rounds: usize,
    pub(super) player: usize,
}

/// The difference in rating for a score in percent, from 50 to 100 (Handbook B.02, 8.1.1).
const DIFFERENCES: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// The greatest difference in rating for which a score of 50, 51, … percent is expected
/// (Handbook B.02, 8.1.2); above the last one it is 100.
const EXPECTED_UP_TO: [i64; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
];

impl<'a> Ratings<'a> {
    fn games(&self) -> impl Iterator<Item = &'a Game> {
        let entries = self.table.players[self.player].entries.iter();
        entries.take(self.rounds).filter_map(Entry::played)
    }

    /// The ratings of the opponents, ascending; `None` if there are none or one is missing.
    fn opponents(&self) -> Option<Vec<i64>> {
        let rating = |game: &Game| self.table.player(game.opponent)?.rating.map(i64::from);
        let mut ratings: Vec<i64> = self.games().map(rating).collect::<Option<_>>()?;
        ratings.sort_unstable();
        (!ratings.is_empty()).then_some(ratings)
    }

    /// Twice the score of the games at the board, by the usual points.
    fn half_points(&self) -> i64 {
        let points = |game: &Game| match game.result {
            GameResult::Win | GameResult::UnratedWin => 2,
            GameResult::Draw | GameResult::UnratedDraw => 1,
            _ => 0,
        };
        self.games().map(points).sum()
    }

    /// The average rating of the opponents without some of the lowest.
    pub(super) fn average(&self, cut: u8) -> Option<Value> {
        let ratings = self.opponents()?;
        let counted = ratings.get(usize::from(cut)..)?;
        rounded_average(counted.iter().sum(), counted.len()).map(Value::whole)
    }

    /// The average rating of the opponents plus the difference for the score.
    pub(super) fn performance(&self) -> Option<Value> {
        let ratings = self.opponents()?;
        let average = rounded_average(ratings.iter().sum(), ratings.len())?;
        let percent = rounded_average(self.half_points() * 50, ratings.len())?;
        let difference = if percent >= 50 {
            DIFFERENCES[(percent - 50) as usize]
        } else {
            -DIFFERENCES[(50 - percent) as usize]
        };
        Some(Value::whole(average + difference))
    }

    /// The lowest rating with which the score would have been expected.
    pub(super) fn perfect_performance(&self) -> Option<Value> {
        let ratings = self.opponents()?;
        let score = self.half_points() * 50;
        let (lowest, highest) = (ratings[0], ratings[ratings.len() - 1]);
        if score == 0 {
            return Some(Value::whole(lowest - 800));
        }
        let expects = |own: i64| {
            ratings.iter().map(|other| expected_percent(own - other)).sum::<i64>() >= score
        };
        // The expected score grows with the rating.
        let (mut below, mut enough) = (lowest - 800, highest + 800);
        while enough - below > 1 {
            let middle = below.midpoint(enough);
            if expects(middle) {
                enough = middle;
            } else {
                below = middle;
            }
        }
        Some(Value::whole(enough))
    }

    /// The average of something over all opponents met at the board.
    pub(super) fn average_of_opponents(
        &self,
        value: impl Fn(&Ratings<'a>) -> Option<Value>,
    ) -> Option<Value> {
        let of_opponent = |game: &Game| {
            let player = self.table.index_of(game.opponent)?;
            value(&Ratings { player, ..*self }).map(|value| value.hundredths() / 100)
        };
        let values: Vec<i64> = self.games().map(of_opponent).collect::<Option<_>>()?;
        rounded_average(values.iter().sum(), values.len()).map(Value::whole)
    }
}

fn expected_percent(difference: i64) -> i64 {
    let above = EXPECTED_UP_TO.iter().take_while(|limit| difference.abs() > **limit).count() as i64;
    if difference >= 0 { 50 + above } else { 50 - above }
}
