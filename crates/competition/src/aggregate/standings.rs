//! Standings, computed from the results, in whatever order those arrived.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{Board, Competition, EntrantId, Format};
use crate::{Bye, Crosstable, Entry, PlayerNumber, Points, keizer};

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, from 1. Those whom nothing tells apart share one.
    pub place: usize,
    /// Who it is.
    pub entrant: EntrantId,
    /// The points.
    pub points: Points,
    /// The score of the Keizer system, which decides there.
    pub keizer: Option<keizer::Score>,
}

impl Competition {
    /// The standings. Those who withdrew before they were paired are not in them, nor are those who
    /// left a round robin before half of their games.
    pub fn standings(&self) -> Vec<Standing> {
        match self.settings.format {
            Format::Keizer { ref parameters, .. } => self.keizer_standings(parameters),
            Format::Knockout { .. } => self.knockout_standings(),
            Format::Swiss { .. } | Format::RoundRobin { .. } => self.standings_by_points(),
        }
    }

    fn keizer_standings(&self, parameters: &keizer::Parameters) -> Vec<Standing> {
        let points = self.points();
        let list = self.keizer_scores(parameters).into_iter();
        let list = list.filter(|(id, _)| !self.never_played(*id));
        let standing = |(place, (entrant, score)): (usize, (EntrantId, keizer::Score))| Standing {
            place,
            entrant,
            points: points.get(&entrant).copied().unwrap_or_default(),
            keizer: Some(score),
        };
        (1..).zip(list).map(standing).collect()
    }

    fn knockout_standings(&self) -> Vec<Standing> {
        let points = self.points();
        let places = self.knockout_places();
        let mut order = self.starting_order();
        order.sort_by_key(|id| places.get(id).copied().unwrap_or(1));
        let standing = |entrant| Standing {
            place: places.get(&entrant).copied().unwrap_or(1),
            entrant,
            points: points.get(&entrant).copied().unwrap_or_default(),
            keizer: None,
        };
        order.into_iter().map(standing).collect()
    }

    fn standings_by_points(&self) -> Vec<Standing> {
        let table = self.table_for_standings();
        let mut lines: Vec<(Points, EntrantId)> = self
            .numbers()
            .into_iter()
            .filter_map(|(id, number)| Some((table.points(table.player(number)?), id)))
            .collect();
        lines.sort_by_key(|&(points, id)| (Reverse(points), id));
        let place = |points: Points| lines.iter().filter(|line| line.0 > points).count() + 1;
        let standing = |&(points, entrant): &(Points, EntrantId)| Standing {
            place: place(points),
            entrant,
            points,
            keizer: None,
        };
        lines.iter().map(standing).collect()
    }

    /// The crosstable without those who do not count. In a round robin their games do not count
    /// either, though they stay in [`Competition::crosstable`].
    fn table_for_standings(&self) -> Crosstable {
        let mut table = self.crosstable();
        let numbers = self.numbers().into_iter();
        let removed: BTreeSet<PlayerNumber> = numbers
            .filter(|(id, _)| self.never_played(*id) || self.left_too_early(*id))
            .map(|(_, number)| number)
            .collect();
        table.players.retain(|player| !removed.contains(&player.number));
        for entry in table.players.iter_mut().flat_map(|player| &mut player.entries) {
            if entry.game().is_some_and(|game| removed.contains(&game.opponent)) {
                *entry = Entry::Bye(Bye::Zero);
            }
        }
        table
    }

    /// True for those who withdrew from a round robin before they had played half of their games
    /// (General Competition Regulations, article 6.6).
    fn left_too_early(&self, id: EntrantId) -> bool {
        let Format::RoundRobin { double, .. } = self.settings.format else { return false };
        let opponents = self.numbers.len().saturating_sub(1);
        let scheduled = opponents * (1 + usize::from(double));
        let is_played = |board: &Board| board.has(id) && board.is_played();
        let played = self.boards().filter(|(_, board)| is_played(board)).count();
        self.is_withdrawn(id) && 2 * played < scheduled
    }

    /// The points of everybody by the crosstable.
    fn points(&self) -> BTreeMap<EntrantId, Points> {
        let table = self.crosstable();
        let points = |(id, number)| Some((id, table.points(table.player(number)?)));
        self.starting_numbers().filter_map(points).collect()
    }

    /// True for those who withdrew before they were paired.
    fn never_played(&self, id: EntrantId) -> bool {
        self.is_withdrawn(id) && !self.boards().any(|(_, board)| board.has(id))
    }
}
