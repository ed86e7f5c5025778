//! Tie-breaks from the scores of opponents.

use super::names::Cuts;
use super::unplayed::{adjusted_score, entries, is_voluntary};
use super::{Edition, Format, Rules, Value};
use crate::{Crosstable, Entry, GameResult, Points};

/// The scores of all players, as they count for themselves and for others.
pub(super) struct Scores<'a> {
    pub(super) table: &'a Crosstable,
    rules: Rules,
    pub(super) rounds: usize,
    pub(super) entries: Vec<Vec<Entry>>,
    pub(super) points: Vec<Points>,
    /// What a player is worth as an opponent.
    adjusted: Vec<Points>,
}

/// What one round adds.
#[derive(Clone, Copy)]
struct Contribution {
    /// The score of the opponent, or what stands for it.
    value: Points,
    /// The value times the points of the round, in hundredths.
    product: i64,
    is_voluntary: bool,
}

impl<'a> Scores<'a> {
    pub(super) fn new(table: &'a Crosstable, rules: Rules) -> Scores<'a> {
        let rounds = table.paired_rounds();
        let all = table.players.iter().map(|player| entries(player, rounds)).collect();
        Scores::from_entries(table, rules, rounds, all)
    }

    /// As if all games of the last round had been drawn, even those that were not played.
    pub(super) fn with_last_round_drawn(table: &'a Crosstable, rules: Rules) -> Scores<'a> {
        let mut scores = Scores::new(table, rules);
        for entries in &mut scores.entries {
            if let Some(Entry::Game(game)) = entries.last_mut() {
                game.result = GameResult::Draw;
            }
        }
        Scores::from_entries(table, rules, scores.rounds, scores.entries)
    }

    fn from_entries(
        table: &'a Crosstable,
        rules: Rules,
        rounds: usize,
        entries: Vec<Vec<Entry>>,
    ) -> Scores<'a> {
        let sum = |entries: &Vec<Entry>| -> Points {
            entries.iter().map(|entry| table.point_values.of(entry)).sum()
        };
        let points: Vec<Points> = entries.iter().map(sum).collect();
        let adjusted = match rules.format {
            Format::Swiss => entries.iter().map(|own| adjusted_score(table, own)).collect(),
            Format::RoundRobin => points.clone(),
        };
        Scores { table, rules, rounds, entries, points, adjusted }
    }

    fn opponent_score(&self, entry: Entry) -> Option<Points> {
        let index = self.table.index_of(entry.game()?.opponent)?;
        Some(self.adjusted[index])
    }

    fn contributions(&self, player: usize) -> Vec<Contribution> {
        let entries = self.entries[player].iter();
        entries.filter_map(|entry| self.contribution(player, *entry)).collect()
    }

    fn contribution(&self, player: usize, entry: Entry) -> Option<Contribution> {
        let value = match self.rules.format {
            Format::RoundRobin => self.opponent_score(entry)?,
            Format::Swiss if entry.played().is_some() => self.opponent_score(entry)?,
            Format::Swiss => self.dummy_score(player, entry),
        };
        let points = self.table.point_values.of(&entry);
        Some(Contribution {
            value,
            product: i64::from(points.tenths()) * i64::from(value.tenths()),
            is_voluntary: self.rules.format == Format::Swiss && is_voluntary(entry),
        })
    }

    /// The score that stands for the opponent in an unplayed round: the player's own, which since
    /// 2026 is limited to that of the scheduled opponent or to a draw in every round.
    fn dummy_score(&self, player: usize, entry: Entry) -> Points {
        let own = self.points[player];
        match self.rules.edition {
            Edition::August2024 => own,
            Edition::March2026 => {
                let all_drawn = self.table.point_values.draw * self.rounds as i32;
                own.min(self.opponent_score(entry).unwrap_or(all_drawn))
            }
        }
    }

    /// Buchholz: the sum of the opponents' scores.
    pub(super) fn buchholz(&self, player: usize, cuts: Cuts) -> Value {
        let mut left = self.contributions(player);
        for _ in 0..cuts.low {
            let all = least(&left, |_| true);
            // A round that the player chose not to play goes first.
            cut(&mut left, |left| least(left, |one| one.is_voluntary).or(all));
        }
        for _ in 0..cuts.high {
            cut(&mut left, |left| (0..left.len()).max_by_key(|index| left[*index].value));
        }
        left.iter().map(|one| one.value).sum::<Points>().into()
    }

    /// The average Buchholz of the opponents met at the board, to two decimals.
    pub(super) fn average_buchholz(&self, player: usize) -> Option<Value> {
        let met: Vec<usize> = self.entries[player]
            .iter()
            .filter_map(Entry::played)
            .filter_map(|game| self.table.index_of(game.opponent))
            .collect();
        let sum: i64 =
            met.iter().map(|other| self.buchholz(*other, Cuts::default()).hundredths()).sum();
        rounded_average(sum, met.len()).map(Value::from_hundredths)
    }

    /// Sonneborn-Berger: the opponents' scores times the points made against them.
    pub(super) fn sonneborn_berger(&self, player: usize, cuts: Cuts) -> Value {
        let mut left = self.contributions(player);
        for _ in 0..cuts.low {
            cut(&mut left, |left| {
                let all = least(left, |_| true)?;
                let voluntary = least(left, |one| one.is_voluntary).unwrap_or(all);
                Some(if left[voluntary].product > left[all].product { voluntary } else { all })
            });
        }
        for _ in 0..cuts.high {
            cut(&mut left, |left| {
                (0..left.len()).max_by_key(|index| (left[*index].value, left[*index].product))
            });
        }
        Value::from_hundredths(left.iter().map(|one| one.product).sum())
    }

    /// Koya: points against opponents with at least half of the points that they could make.
    pub(super) fn koya(&self, player: usize) -> Value {
        let has_half = |opponent: usize| {
            let games = self.entries[opponent].iter().filter(|entry| !is_free(**entry)).count();
            self.points[opponent] * 2 >= self.table.point_values.win * games as i32
        };
        let counts = |entry: &&Entry| {
            let opponent = entry.game().and_then(|game| self.table.index_of(game.opponent));
            opponent.is_some_and(has_half)
        };
        let values = &self.table.point_values;
        let counted = self.entries[player].iter().filter(counts);
        counted.map(|entry| values.of(entry)).sum::<Points>().into()
    }
}

/// A round of a round robin without an opponent.
fn is_free(entry: Entry) -> bool {
    matches!(entry, Entry::Bye(_))
}

/// The contribution of the least value, then of the least product, among some.
fn least(all: &[Contribution], holds: impl Fn(&Contribution) -> bool) -> Option<usize> {
    let indices = (0..all.len()).filter(|index| holds(&all[*index]));
    indices.min_by_key(|index| (all[*index].value, all[*index].product))
}

fn cut(left: &mut Vec<Contribution>, choose: impl Fn(&[Contribution]) -> Option<usize>) {
    if let Some(index) = choose(left) {
        left.remove(index);
    }
}

/// The average of non-negative numbers, rounded half up.
pub(super) fn rounded_average(sum: i64, count: usize) -> Option<i64> {
    let count = count as i64;
    (count > 0).then(|| (2 * sum + count).div_euclid(2 * count))
}
