//! One bracket: who belongs to it, and how much of the round its pairing depends on.
//!
//! Only the bracket and the next score group matter for the criteria; lower players matter only
//! because everybody must be paired in the end (C4). So the bracket is first paired as if anybody
//! could float, and then the rest is checked. In the rare case that it cannot be completed, the
//! bracket is paired again with all lower players in the matching.

use std::ops::Range;

use super::choice::Pairer;
use super::criteria::Layout;
use super::{PairingError, Round};
use crate::Points;

/// A bracket that is to be paired. Players are named by their places in the round.
pub(super) struct Bracket<'a> {
    pub(super) round: &'a Round,
    /// The score of the player who gets the bye, if somebody does.
    pub(super) bye_score: Option<Points>,
    /// Players from higher brackets, best first.
    pub(super) moved_down: Vec<usize>,
    pub(super) residents: Range<usize>,
    /// The next score group.
    pub(super) next: Range<usize>,
}

/// The pairs of a bracket, and who moves down.
pub(super) struct Paired {
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) floaters: Vec<usize>,
    /// By place: who is matched with somebody of the next group or below.
    pub(super) matched_below: Vec<bool>,
}

/// Pairs a bracket.
pub(super) fn pair(bracket: &Bracket) -> Result<Paired, PairingError> {
    if bracket.can_ignore_lower_players() {
        let paired = pair_with(bracket, false)?;
        if bracket.can_be_completed(&paired) {
            return Ok(paired);
        }
    }
    pair_whole(bracket)
}

/// Pairs a bracket with all lower players in the matching.
pub(super) fn pair_whole(bracket: &Bracket) -> Result<Paired, PairingError> {
    pair_with(bracket, true)
}

/// Pairs with numbers that are wide enough.
fn pair_with(bracket: &Bracket, whole: bool) -> Result<Paired, PairingError> {
    let layout = Layout::new(bracket, whole, false);
    let with_unplayed = bracket.holds_the_bye();
    let bits = if with_unplayed { Layout::new(bracket, whole, true).bits() } else { layout.bits() };
    match bits {
        0..=128 => Ok(Pairer::<2>::new(bracket, layout, whole).pair()),
        129..=192 => Ok(Pairer::<3>::new(bracket, layout, whole).pair()),
        193..=256 => Ok(Pairer::<4>::new(bracket, layout, whole).pair()),
        257..=384 => Ok(Pairer::<6>::new(bracket, layout, whole).pair()),
        385..=512 => Ok(Pairer::<8>::new(bracket, layout, whole).pair()),
        513..=1024 => Ok(Pairer::<16>::new(bracket, layout, whole).pair()),
        1025..=4096 => Ok(Pairer::<64>::new(bracket, layout, whole).pair()),
        _ => Err(PairingError::TooManyPlayers(bracket.round.players.len())),
    }
}

impl Bracket<'_> {
    /// The number of players in the bracket.
    pub(super) fn current_len(&self) -> usize {
        self.moved_down.len() + self.residents.len()
    }

    /// The ranks by unplayed games of those who may get the bye (C9): the more, the greater;
    /// equal numbers share the greatest rank. By place; everybody else has the lowest.
    pub(super) fn unplayed_ranks(&self) -> Vec<usize> {
        let players = &self.round.players;
        let has_bye_score = |place: &usize| Some(players[*place].score) == self.bye_score;
        let current = self.moved_down.iter().copied().chain(self.residents.clone());
        let candidates: Vec<usize> = current.filter(has_bye_score).collect();
        let mut ranks = vec![0; players.len()];
        for place in &candidates {
            let not_more = |other: &&usize| players[**other].unplayed <= players[*place].unplayed;
            ranks[*place] = candidates.iter().filter(not_more).count() - 1;
        }
        ranks
    }

    /// Whether the bye goes to somebody of this bracket.
    pub(super) fn holds_the_bye(&self) -> bool {
        self.bye_score.is_some_and(|score| score >= self.round.players[self.residents.start].score)
    }

    fn can_ignore_lower_players(&self) -> bool {
        let players = &self.round.players;
        let bye_is_lower =
            |score: Points| players.get(self.next.start).is_some_and(|next| score < next.score);
        self.next.end < players.len() && self.bye_score.is_none_or(bye_is_lower)
    }

    /// C4: whether everybody else can be paired.
    fn can_be_completed(&self, paired: &Paired) -> bool {
        let mut rest = paired.floaters.clone();
        rest.extend(self.next.start..self.round.players.len());
        rest.retain(|place| !paired.matched_below[*place]);
        match self.round.possible.possible_leftovers(&rest) {
            None => false,
            Some(leftovers) if leftovers.is_empty() => true,
            Some(leftovers) => {
                leftovers.iter().any(|place| self.round.may_get_bye(*place, self.bye_score))
            }
        }
    }
}
