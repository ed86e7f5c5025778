//! The crosstable: all players and rounds of a competition, and what was announced about them.

use chess::Color;

use crate::{Bye, Entry, Player, PlayerNumber, PointValues, Points};

/// A competition as the pairing rules and tie-breaks see it. It may be incomplete or contradict
/// itself; readers such as the one of report files check what they build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crosstable {
    /// The players, by ascending starting number.
    pub players: Vec<Player>,
    /// How many rounds are planned.
    pub planned_rounds: Option<usize>,
    /// The color drawn before round 1, which decides where nobody has a preference.
    pub initial_color: Option<Color>,
    /// What results are worth.
    pub point_values: PointValues,
    /// Players who must not meet.
    pub forbidden: Vec<ForbiddenPairs>,
    /// Points that count for pairing alone.
    pub virtual_points: Vec<VirtualPoints>,
    /// Announced absences of rounds that are not paired yet.
    pub absences: Vec<Absence>,
}

/// Players who must not meet each other in some rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForbiddenPairs {
    /// The first round, counted from 1.
    pub first_round: usize,
    /// The last round.
    pub last_round: usize,
    /// Any two of these.
    pub players: Vec<PlayerNumber>,
}

/// Virtual points of an accelerated pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VirtualPoints {
    /// How many.
    pub points: Points,
    /// The first round, counted from 1, whose pairing counts them.
    pub first_round: usize,
    /// The last such round.
    pub last_round: usize,
    /// The first player who has them.
    pub first_player: PlayerNumber,
    /// The last such player.
    pub last_player: PlayerNumber,
}

/// An announced absence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Absence {
    /// The round, counted from 1.
    pub round: usize,
    /// The player who will not be there.
    pub player: PlayerNumber,
    /// What the player gets for it.
    pub bye: Bye,
}

impl Crosstable {
    /// The place of a player in `players`.
    pub fn index_of(&self, number: PlayerNumber) -> Option<usize> {
        self.players.binary_search_by_key(&number, |player| player.number).ok()
    }

    /// The player with a starting number.
    pub fn player(&self, number: PlayerNumber) -> Option<&Player> {
        self.index_of(number).map(|index| &self.players[index])
    }

    /// How many rounds are paired: the last round in which somebody has an opponent or the
    /// pairing-allocated bye. Entries after it are announced absences.
    pub fn paired_rounds(&self) -> usize {
        let last = |player: &Player| {
            player.entries.iter().rposition(Entry::is_paired).map_or(0, |index| index + 1)
        };
        self.players.iter().map(last).max().unwrap_or(0)
    }

    /// The crosstable as it was when a round, counted from 1, was to be paired: earlier rounds,
    /// and who was absent from this one.
    pub fn before_round(&self, round: usize) -> Crosstable {
        let mut table = self.clone();
        table.absences.retain(|absence| absence.round >= round);
        for player in &mut table.players {
            if let Some(Entry::Bye(bye)) = player.entries.get(round - 1).copied()
                && bye != Bye::PairingAllocated
            {
                table.absences.push(Absence { round, player: player.number, bye });
            }
            player.entries.truncate(round - 1);
        }
        table
    }

    /// The points of a player after a number of rounds.
    pub fn points_after(&self, player: &Player, rounds: usize) -> Points {
        player.entries.iter().take(rounds).map(|entry| self.point_values.of(entry)).sum()
    }

    /// The points of a player after all paired rounds.
    pub fn points(&self, player: &Player) -> Points {
        self.points_after(player, self.paired_rounds())
    }

    /// The virtual points that count when a round, from 1, is paired.
    pub fn virtual_points_in(&self, player: PlayerNumber, round: usize) -> Points {
        let applies = |given: &&VirtualPoints| {
            (given.first_round..=given.last_round).contains(&round)
                && (given.first_player..=given.last_player).contains(&player)
        };
        self.virtual_points.iter().filter(applies).map(|given| given.points).sum()
    }
}
