//! The rated levels on one scale: they play each other and programs that play like people, and all
//! ratings are estimated together from all games.

use std::ops::RangeInclusive;

use engine::Strength;

use super::participant::{Participant, Player};
use super::play::play_match;
use super::ratings::{self, Estimate, Pairing, expected_score};
use super::record::{MatchKey, Record};
use super::tally::Tally;
use super::{Options, percent, rated};
use crate::error::TaskError;
use crate::table::Table;

/// How many steps of the ladder are between levels that play each other. Neighbors show that a step
/// is even; levels farther apart tie the ends of the ladder to its middle.
const DISTANCES: [usize; 3] = [1, 2, 3];

/// Programs play the levels whose number is this near to the rating of the first program.
const REACH: f64 = 600.0;

/// The levels that have to be on the scale of the programs, and how near.
const ON_SCALE: RangeInclusive<u16> = 600..=2000;
const TOLERANCE: f64 = 50.0;

/// How far the score between neighbors may be from what their numbers promise.
const SCORE_TOLERANCE: f64 = 0.04;

/// All who take part: levels first, then programs.
struct Ladder {
    levels: Vec<u16>,
    players: Vec<Player>,
    /// The rating of the first program.
    player_rating: f64,
}

/// What was measured.
struct Measurement {
    pairings: Vec<Pairing>,
    estimates: Vec<Estimate>,
}

/// Plays all games and prints a table.
pub(super) fn measure(options: &Options) -> Result<(), TaskError> {
    let ladder = Ladder::new(options)?;
    let pairings = ladder.play(options)?;
    let estimates = ratings::estimate(&ladder.supposed(), ladder.anchor(), &pairings);
    let measurement = Measurement { pairings, estimates };
    print!("{}", ladder.table(&measurement));
    let failures = ladder.failures(&measurement);
    if failures.is_empty() { Ok(()) } else { Err(TaskError::No(failures.join("\n"))) }
}

impl Ladder {
    fn new(options: &Options) -> Result<Ladder, TaskError> {
        let levels: Vec<u16> = (options.from..=options.to).step_by(options.step.into()).collect();
        levels.iter().try_for_each(|&rating| rated(rating).map(drop))?;
        let players: Result<Vec<Player>, _> =
            options.players.iter().map(|text| Player::parse(text)).collect();
        Ok(Ladder { levels, players: players?, player_rating: options.player_rating })
    }

    /// What the ratings may be about.
    fn supposed(&self) -> Vec<f64> {
        let players = self.players.iter().map(|_| self.player_rating);
        self.levels.iter().copied().map(f64::from).chain(players).collect()
    }

    /// The participant whose rating is known: the first program, or else the level in the middle.
    fn anchor(&self) -> usize {
        if self.players.is_empty() { self.levels.len() / 2 } else { self.levels.len() }
    }

    fn participant(&self, index: usize) -> Result<Participant<'_>, TaskError> {
        Ok(match self.levels.get(index) {
            Some(&level) => Participant::Level(Strength::Rated(rated(level)?)),
            None => Participant::Player(&self.players[index - self.levels.len()]),
        })
    }

    fn name(&self, index: usize) -> String {
        match self.levels.get(index) {
            Some(level) => level.to_string(),
            None => self.players[index - self.levels.len()].name.clone(),
        }
    }

    /// Who plays whom: levels near each other, programs and levels near them, and all programs.
    fn schedule(&self) -> Vec<(usize, usize)> {
        let levels = self.levels.len();
        let all = levels + self.players.len();
        let near = |level: usize| (f64::from(self.levels[level]) - self.player_rating).abs();
        let mut pairs = Vec::new();
        for first in 0..levels {
            pairs.extend(DISTANCES.map(|distance| (first + distance, first)));
            pairs.extend((levels..all).filter(|_| near(first) <= REACH).map(|p| (first, p)));
        }
        pairs.retain(|&(first, second)| first < levels || second >= levels);
        pairs.extend((levels..all).flat_map(|p| (p + 1..all).map(move |other| (other, p))));
        pairs
    }

    /// Plays all matches, or takes their results from the record.
    fn play(&self, options: &Options) -> Result<Vec<Pairing>, TaskError> {
        let mut record = Record::open(options.record.as_deref())?;
        let schedule = self.schedule();
        let mut pairings = Vec::new();
        for (number, &(first, second)) in schedule.iter().enumerate() {
            let are_neighbors = first == second + 1 && first < self.levels.len();
            let neighbor_games = options.neighbor_games.filter(|_| are_neighbors);
            let games = neighbor_games.unwrap_or(options.games);
            let (names, seed) = ([first, second].map(|index| self.name(index)), options.seed);
            let key = MatchKey { names, games, seed };
            let title = key.names.join(" against ");
            let tally = if let Some(tally) = record.result(&key) {
                tally
            } else {
                let (one, other) = (self.participant(first)?, self.participant(second)?);
                let tally = play_match(one, other, games, seed)?;
                record.add(key, tally)?;
                tally
            };
            eprintln!("{}/{}: {title}: {}", number + 1, schedule.len(), percent(tally));
            pairings.push(Pairing { first, second, tally });
        }
        Ok(pairings)
    }

    fn table(&self, measurement: &Measurement) -> Table {
        let headings = ["level", "games", "score", "measured", "off by", "next level scores"];
        let mut table = Table::new(headings);
        for (index, estimate) in measurement.estimates.iter().enumerate() {
            let tally = measurement.total(index);
            let off = |level: &u16| format!("{:+.0}", estimate.rating - f64::from(*level));
            let next = measurement.tally(index + 1, index).filter(|_| index < self.levels.len());
            table.row([
                self.name(index),
                tally.games().to_string(),
                percent(tally),
                format!("{:.0} ± {:.0}", estimate.rating, estimate.margin),
                self.levels.get(index).map(off).unwrap_or_default(),
                next.map(percent).unwrap_or_default(),
            ]);
        }
        table
    }

    /// What is not as it should be.
    fn failures(&self, measurement: &Measurement) -> Vec<String> {
        let mut failures = Vec::new();
        for (index, &level) in self.levels.iter().enumerate() {
            if !ON_SCALE.contains(&level) {
                continue;
            }
            let measured = measurement.estimates[index].rating;
            if !self.players.is_empty() && (measured - f64::from(level)).abs() > TOLERANCE {
                failures.push(format!("level {level} plays like {measured:.0}"));
            }
            let next = self.levels.get(index + 1).filter(|next| ON_SCALE.contains(next));
            if let (Some(&next), Some(tally)) = (next, measurement.tally(index + 1, index)) {
                let expected = expected_score(f64::from(next - level));
                if (tally.score() - expected).abs() > SCORE_TOLERANCE {
                    let score = percent(tally);
                    failures.push(format!("level {next} scores {score} against {level}"));
                }
            }
        }
        failures
    }
}

impl Measurement {
    /// The results of one against another.
    fn tally(&self, first: usize, second: usize) -> Option<Tally> {
        let mut pairings = self.pairings.iter();
        pairings.find(|p| (p.first, p.second) == (first, second)).map(|pairing| pairing.tally)
    }

    /// All results of a participant.
    fn total(&self, index: usize) -> Tally {
        let mut total = Tally::default();
        for pairing in &self.pairings {
            if pairing.first == index {
                total += pairing.tally;
            } else if pairing.second == index {
                total += pairing.tally.reversed();
            }
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder(levels: &[u16], players: &[&str]) -> Ladder {
        let players = players.iter().map(|text| Player::parse(text).unwrap()).collect();
        Ladder { levels: levels.to_vec(), players, player_rating: 1_500.0 }
    }

    #[test]
    fn levels_play_their_neighbors_and_players_play_what_is_near() {
        let pairs = ladder(&[700, 1000, 1300, 1600, 1900], &["a=x", "b=x"]).schedule();
        for expected in [(1, 0), (2, 0), (3, 0), (4, 3), (1, 5), (4, 6), (6, 5)] {
            assert!(pairs.contains(&expected), "{expected:?} in {pairs:?}");
        }
        for unexpected in [(4, 0), (0, 5), (5, 4), (5, 6), (1, 1)] {
            assert!(!pairs.contains(&unexpected), "{unexpected:?} in {pairs:?}");
        }
    }

    #[test]
    fn a_level_off_the_scale_and_an_uneven_step_are_failures() {
        let ladder = ladder(&[1000, 1100], &["a=x"]);
        let estimate = |rating| Estimate { rating, margin: 10.0 };
        let measure = |wins, rating| Measurement {
            pairings: vec![Pairing {
                first: 1,
                second: 0,
                tally: Tally { wins, draws: 0, losses: 100 - wins },
            }],
            estimates: vec![estimate(1_000.0), estimate(rating), estimate(1_500.0)],
        };
        assert!(ladder.failures(&measure(64, 1_140.0)).is_empty());
        assert_eq!(ladder.failures(&measure(64, 1_160.0)), ["level 1100 plays like 1160"]);
        let uneven = ladder.failures(&measure(70, 1_100.0));
        assert_eq!(uneven, ["level 1100 scores 70.0 % against 1000"]);
    }
}
