//! Tie-breaks and standings (FIDE Handbook C.07, editions of August 2024 and March 2026).
//!
//! [`values`] computes one tie-break for all players; [`ranks`] sorts by a list of them and lets
//! those share a place who are equal in all. Values are exact hundredths.

mod direct_encounter;
mod names;
mod opponents;
mod own;
mod ratings;
mod standings;
mod unplayed;

use std::fmt;

use crate::{Crosstable, Points};

pub use names::{Cuts, ParseTieBreakError, TieBreak};
pub use standings::{Standing, direct_encounter_points, ranks, standings};

use opponents::Scores;

/// The edition of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edition {
    /// In force from 1 August 2024.
    August2024,
    /// In force from 1 March 2026.
    #[default]
    March2026,
}

/// Whether opponents were found round by round or are known from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// A Swiss tournament: unplayed rounds are evaluated by article 16.
    #[default]
    Swiss,
    /// A round robin: forfeits count as games, and free rounds not at all (article 15).
    RoundRobin,
}

/// Which rules apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The edition.
    pub edition: Edition,
    /// The format of the competition.
    pub format: Format,
}

/// The value of a tie-break, exact to a hundredth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(i64);

impl Value {
    /// A number of hundredths.
    pub const fn from_hundredths(hundredths: i64) -> Value {
        Value(hundredths)
    }

    /// The value in hundredths.
    pub const fn hundredths(self) -> i64 {
        self.0
    }

    const fn whole(number: i64) -> Value {
        Value(number * 100)
    }
}

impl From<Points> for Value {
    fn from(points: Points) -> Value {
        Value(i64::from(points.tenths()) * 10)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.abs() / 100, self.0.abs() % 100);
        f.pad(&match part {
            0 => format!("{sign}{whole}"),
            _ if part % 10 == 0 => format!("{sign}{whole}.{}", part / 10),
            _ => format!("{sign}{whole}.{part:02}"),
        })
    }
}

/// The values of a tie-break for all players, in the order of the crosstable; `None` where it is
/// not defined.
///
/// [`TieBreak::DirectEncounter`] is a place among the players with the same points: the
/// smaller, the better, as for [`TieBreak::PairingNumber`]. Of all others more is better.
///
/// ```
/// use competition::tiebreaks::{self, Rules, TieBreak};
///
/// let report = competition::trf::read("001    1      Ada\n001    2      Ben\n").unwrap();
/// let tie_break: TieBreak = "TPN".parse().unwrap();
/// let values = tiebreaks::values(&report.crosstable, Rules::default(), tie_break);
/// assert_eq!(values[1].unwrap().to_string(), "2");
/// ```
pub fn values(table: &Crosstable, rules: Rules, tie_break: TieBreak) -> Vec<Option<Value>> {
    if tie_break == TieBreak::DirectEncounter {
        return standings::direct_encounter_places(table, rules);
    }
    let scores = Scores::new(table, rules);
    let with_draws = Scores::with_last_round_drawn(table, rules);
    let rating = |player| ratings::Ratings { table, rounds: scores.rounds, player };
    let players = 0..table.players.len();
    let value = |player: usize| match tie_break {
        TieBreak::Points => Some(own::points(&scores, player)),
        TieBreak::StandardPoints => Some(own::standard_points(&scores, player)),
        TieBreak::Wins => Some(own::wins(&scores, player)),
        TieBreak::GamesWon => Some(own::games_won(&scores, player)),
        TieBreak::GamesWithBlack => Some(own::games_with_black(&scores, player)),
        TieBreak::WinsWithBlack => Some(own::wins_with_black(&scores, player)),
        TieBreak::RoundsPlayed => Some(own::rounds_elected_to_play(&scores, player)),
        TieBreak::ProgressiveScore(cut) => Some(own::progressive(&scores, player, cut)),
        TieBreak::PairingNumber => Some(Value::whole(table.players[player].number.get().into())),
        TieBreak::Rating => table.players[player].rating.map(|rating| Value::whole(rating.into())),
        TieBreak::Buchholz(cuts) => Some(scores.buchholz(player, cuts)),
        TieBreak::ForeBuchholz(cuts) => Some(with_draws.buchholz(player, cuts)),
        TieBreak::AverageBuchholz => scores.average_buchholz(player),
        TieBreak::SonnebornBerger(cuts) => Some(scores.sonneborn_berger(player, cuts)),
        TieBreak::Koya => Some(scores.koya(player)),
        TieBreak::AverageRating(cut) => rating(player).average(cut),
        TieBreak::PerformanceRating => rating(player).performance(),
        TieBreak::PerfectPerformance => rating(player).perfect_performance(),
        TieBreak::AveragePerformance => {
            rating(player).average_of_opponents(ratings::Ratings::performance)
        }
        TieBreak::AveragePerfectPerformance => {
            rating(player).average_of_opponents(ratings::Ratings::perfect_performance)
        }
        TieBreak::DirectEncounter => None,
    };
    players.map(value).collect()
}
