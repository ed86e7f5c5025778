//! Which pairs are possible at all (C1, C3 and bans), and whether they cover everybody (C2, C4).

use super::PlayerState;
use crate::matching::unweighted::Matching;
use crate::{Crosstable, Points};

/// The possible pairs between players in the order of the round.
pub(super) struct PossiblePairs {
    players: usize,
    allowed: Vec<bool>,
}

impl PossiblePairs {
    pub(super) fn new(
        table: &Crosstable,
        players: &[PlayerState],
        round: usize,
        is_topscorer: &[bool],
    ) -> PossiblePairs {
        let count = players.len();
        let mut possible = PossiblePairs { players: count, allowed: vec![true; count * count] };
        for one in 0..count {
            possible.forbid(one, one);
            for other in one + 1..count {
                let clash = same_absolute_preference(&players[one], &players[other])
                    && !is_topscorer[one]
                    && !is_topscorer[other];
                if clash {
                    possible.forbid(one, other);
                }
            }
        }
        let mut places = vec![usize::MAX; 1 + usize::from(crate::PlayerNumber::LARGEST)];
        for (place, player) in players.iter().enumerate() {
            places[usize::from(player.number.get())] = place;
        }
        let place = |number: &crate::PlayerNumber| {
            Some(places[usize::from(number.get())]).filter(|place| *place < count)
        };
        for (one, player) in players.iter().enumerate() {
            for other in player.met.iter().filter_map(place) {
                possible.forbid(one, other);
            }
        }
        for ban in &table.forbidden {
            if (ban.first_round..=ban.last_round).contains(&round) {
                possible.forbid_all(&ban.players.iter().filter_map(place).collect::<Vec<_>>());
            }
        }
        possible
    }

    fn forbid(&mut self, one: usize, other: usize) {
        self.allowed[one * self.players + other] = false;
        self.allowed[other * self.players + one] = false;
    }

    fn forbid_all(&mut self, group: &[usize]) {
        for one in group {
            for other in group {
                self.forbid(*one, *other);
            }
        }
    }

    /// Whether two players may meet.
    pub(super) fn contains(&self, one: usize, other: usize) -> bool {
        self.allowed[one * self.players + other]
    }

    /// Who can be left when all of a group are paired: nobody if their number is even; `None` if
    /// more than one must be left.
    pub(super) fn possible_leftovers(&self, group: &[usize]) -> Option<Vec<usize>> {
        let adjacent = |one: usize, other: usize| self.contains(group[one], group[other]);
        let matching = Matching::of_greatest_size(group.len(), &adjacent);
        match matching.singles().len() {
            0 => Some(Vec::new()),
            1 => Some(matching.possible_singles().into_iter().map(|index| group[index]).collect()),
            _ => None,
        }
    }
}

/// C3.
fn same_absolute_preference(one: &PlayerState, other: &PlayerState) -> bool {
    one.absolute().is_some() && one.absolute() == other.absolute()
}

/// Article 1.8: more than half of the points that were possible, before the last round.
pub(super) fn is_topscorer(table: &Crosstable, score: Points, rounds: usize) -> bool {
    let is_last = table.planned_rounds.is_some_and(|planned| rounds + 1 >= planned);
    let greatest = table.point_values.win.max(table.point_values.draw);
    is_last && score.tenths() * 2 > greatest.tenths() * rounds as i32
}
