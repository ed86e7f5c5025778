//! Standings, computed from the results, in whatever order those arrived.

use std::collections::{BTreeMap, BTreeSet};

use super::{Board, Competition, EntrantId, Format};
use crate::tiebreaks::{self, Rules, TieBreak, Value};
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
    /// The values of the tie-breaks in the order of the settings; none where one is not defined.
    /// Direct encounter has the points of a player against the players tied with them.
    pub tie_breaks: Vec<Option<Value>>,
    /// The score of the Keizer system, which decides there.
    pub keizer: Option<keizer::Score>,
}

impl Competition {
    /// The standings now. A round counts from its first result on, with its open games as if they
    /// were not played, so tie-breaks are provisional until it is complete.
    ///
    /// Those who withdrew before they were paired are not in the standings, nor are those who left
    /// a round robin before half of their games.
    pub fn standings(&self) -> Vec<Standing> {
        let is_open = self.rounds.last().is_some_and(|last| !last.counts());
        self.standings_after(self.paired_rounds() - u16::from(is_open))
    }

    /// The standings after a number of rounds, by what is known about their results now.
    pub fn standings_after(&self, rounds: u16) -> Vec<Standing> {
        let removed = self.removed();
        let mut copy = self.clone();
        copy.rounds.truncate(rounds.into());
        match copy.settings.format {
            Format::Keizer { ref parameters, .. } => copy.keizer_standings(parameters, &removed),
            Format::Knockout { .. } => copy.knockout_standings(&removed),
            Format::Swiss { .. } => copy.standings_by_points(tiebreaks::Format::Swiss, &removed),
            Format::RoundRobin { .. } => {
                copy.standings_by_points(tiebreaks::Format::RoundRobin, &removed)
            }
        }
    }

    fn keizer_standings(
        &self,
        parameters: &keizer::Parameters,
        removed: &BTreeSet<EntrantId>,
    ) -> Vec<Standing> {
        let points = self.points();
        let list = self.keizer_scores(parameters).into_iter();
        let list = list.filter(|(id, _)| !removed.contains(id));
        let standing = |(place, (entrant, score)): (usize, (EntrantId, keizer::Score))| Standing {
            keizer: Some(score),
            ..standing(place, entrant, &points)
        };
        (1..).zip(list).map(standing).collect()
    }

    fn knockout_standings(&self, removed: &BTreeSet<EntrantId>) -> Vec<Standing> {
        let points = self.points();
        let places = self.knockout_places();
        let place = |id: &EntrantId| places.get(id).copied().unwrap_or(1);
        let mut order = self.starting_order();
        order.retain(|id| !removed.contains(id));
        order.sort_by_key(place);
        order.iter().map(|id| standing(place(id), *id, &points)).collect()
    }

    fn standings_by_points(
        &self,
        format: tiebreaks::Format,
        removed: &BTreeSet<EntrantId>,
    ) -> Vec<Standing> {
        let table = self.table_without(removed);
        let by: Vec<TieBreak> =
            std::iter::once(TieBreak::Points).chain(self.settings.tie_breaks.clone()).collect();
        let rules = Rules { edition: self.settings.edition, format };
        let order = self.starting_order();
        let encounters = encounters(&table, rules, &by);
        let values = |line: &tiebreaks::Standing| {
            let values = by.iter().zip(&line.values).skip(1);
            let value = |(tie_break, value): (&TieBreak, &Option<Value>)| match tie_break {
                TieBreak::DirectEncounter => encounters.get(&line.player).copied(),
                _ => *value,
            };
            values.map(value).collect()
        };
        let standing = |line: tiebreaks::Standing| Standing {
            place: line.rank,
            entrant: order[usize::from(line.player.get()) - 1],
            points: table.player(line.player).map(|it| table.points(it)).unwrap_or_default(),
            tie_breaks: values(&line),
            keizer: None,
        };
        tiebreaks::standings(&table, rules, &by).into_iter().map(standing).collect()
    }

    /// The crosstable without some players. Their games do not count for the others, though they
    /// stay in [`Competition::crosstable`].
    fn table_without(&self, removed: &BTreeSet<EntrantId>) -> Crosstable {
        let mut table = self.crosstable();
        let numbers = self.numbers().into_iter().filter(|(id, _)| removed.contains(id));
        let removed: BTreeSet<PlayerNumber> = numbers.map(|(_, number)| number).collect();
        table.players.retain(|player| !removed.contains(&player.number));
        for entry in table.players.iter_mut().flat_map(|player| &mut player.entries) {
            if entry.game().is_some_and(|game| removed.contains(&game.opponent)) {
                *entry = Entry::Bye(Bye::Zero);
            }
        }
        table
    }

    /// Those who are not in the standings.
    fn removed(&self) -> BTreeSet<EntrantId> {
        let withdrawn = self.registrations().filter(|(_, registration)| registration.withdrawn);
        let is_removed = |id: &EntrantId| self.never_played(*id) || self.left_too_early(*id);
        withdrawn.map(|(id, _)| id).filter(is_removed).collect()
    }

    /// True for those who were not paired.
    fn never_played(&self, id: EntrantId) -> bool {
        !self.boards().any(|(_, board)| board.has(id))
    }

    /// True for those who have played less than half of the games of a round robin. If they
    /// withdraw, their games do not count (General Competition Regulations, article 6.6).
    fn left_too_early(&self, id: EntrantId) -> bool {
        let Format::RoundRobin { double, .. } = self.settings.format else { return false };
        let opponents = self.numbers.len().saturating_sub(1);
        let scheduled = opponents * (1 + usize::from(double));
        let is_played = |board: &Board| board.has(id) && board.is_played();
        let played = self.boards().filter(|(_, board)| is_played(board)).count();
        2 * played < scheduled
    }

    /// The points of everybody by the crosstable.
    fn points(&self) -> BTreeMap<EntrantId, Points> {
        let table = self.crosstable();
        let points = |(id, number)| Some((id, table.points(table.player(number)?)));
        self.starting_numbers().filter_map(points).collect()
    }
}

/// What players made against those who are tied with them, as far as that decides.
fn encounters(table: &Crosstable, rules: Rules, by: &[TieBreak]) -> BTreeMap<PlayerNumber, Value> {
    let points = tiebreaks::direct_encounter_points(table, rules, by);
    let players = table.players.iter().zip(points);
    players.filter_map(|(player, points)| Some((player.number, points?))).collect()
}

/// A line without tie-breaks.
fn standing(place: usize, entrant: EntrantId, points: &BTreeMap<EntrantId, Points>) -> Standing {
    let points = points.get(&entrant).copied().unwrap_or_default();
    Standing { place, entrant, points, tie_breaks: Vec::new(), keizer: None }
}
