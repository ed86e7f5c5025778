//! One bracket: the optimal pairings by the criteria, then the choice between them (articles 3
//! and 4), by a sequence of matchings.
//!
//! Only the bracket and the next score group matter for the criteria; lower players matter only
//! because everybody must be paired in the end (C4). So the bracket is first paired as if anybody
//! could float, and then the rest is checked. In the rare case that it cannot be completed, the
//! bracket is paired again with all lower players in the matching.

use std::ops::Range;

use super::criteria::{self, Layout};
use super::{PairingError, Round};
use crate::Points;
use crate::matching::weighted::Matcher;

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
    matched_below: Vec<bool>,
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
    fn holds_the_bye(&self) -> bool {
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

/// The matching of a bracket. Its vertices are the players in the order of the round: moved-down
/// players, residents, the next group, and all others if the whole round takes part. If their
/// number is odd, one more vertex stands for having no opponent.
struct Pairer<'a, const N: usize> {
    bracket: &'a Bracket<'a>,
    layout: Layout,
    places: Vec<usize>,
    /// Vertices of the residents.
    residents: Range<usize>,
    matcher: Matcher<N>,
    pairs: Vec<(usize, usize)>,
    is_fixed: Vec<bool>,
}

impl<'a, const N: usize> Pairer<'a, N> {
    fn new(bracket: &'a Bracket<'a>, layout: Layout, whole: bool) -> Pairer<'a, N> {
        let end = if whole { bracket.round.players.len() } else { bracket.next.end };
        let mut places = bracket.moved_down.clone();
        places.extend(bracket.residents.start..end);
        let residents = bracket.moved_down.len()..bracket.current_len();
        let matcher = matcher(bracket, &layout, &places, whole);
        let is_fixed = vec![false; places.len() + places.len() % 2];
        let pairs = Vec::new();
        let mut pairer = Pairer { bracket, layout, places, residents, matcher, pairs, is_fixed };
        // C9 counts if the one who floats is the one who gets the bye.
        if bracket.holds_the_bye() && pairer.floaters().len() == 1 {
            pairer.layout = Layout::new(bracket, whole, true);
            pairer.matcher = self::matcher(bracket, &pairer.layout, &pairer.places, whole);
        }
        pairer
    }

    fn pair(mut self) -> Paired {
        let chosen = self.choose_moved_down();
        self.choose_their_opponents(&chosen);
        self.pair_remainder();
        let floaters = self.floaters();
        let current = self.residents.end;
        let is_matched_below = |vertex: &usize| {
            self.matcher.mate(*vertex).is_some_and(|mate| {
                mate < self.places.len() && (*vertex >= current || mate >= current)
            })
        };
        let mut matched_below = vec![false; self.bracket.round.players.len()];
        for vertex in (0..self.places.len()).filter(is_matched_below) {
            matched_below[self.places[vertex]] = true;
        }
        Paired {
            matched_below,
            floaters: floaters.into_iter().map(|vertex| self.places[vertex]).collect(),
            pairs: self
                .pairs
                .iter()
                .map(|(one, other)| (self.places[*one], self.places[*other]))
                .collect(),
        }
    }

    /// The vertices of the bracket that are not matched inside it.
    fn floaters(&self) -> Vec<usize> {
        let is_paired = |vertex: &usize| {
            self.matcher.mate(*vertex).is_some_and(|mate| mate < self.residents.end)
        };
        (0..self.residents.end).filter(|vertex| !is_paired(vertex)).collect()
    }

    fn is_matched_with_resident(&self, vertex: usize) -> bool {
        self.matcher.mate(vertex).is_some_and(|mate| self.residents.contains(&mate))
    }

    /// Article 3.2: the moved-down players to pair, best first. How many of each score there are
    /// is known from the optimum.
    fn choose_moved_down(&mut self) -> Vec<usize> {
        let players = &self.bracket.round.players;
        let scores: Vec<Points> =
            self.bracket.moved_down.iter().map(|place| players[*place].score).collect();
        let moved_down: Vec<usize> = (0..self.residents.start).collect();
        let mut chosen = Vec::new();
        for group in moved_down.chunk_by(|one, other| scores[*one] == scores[*other]) {
            let mut needed =
                group.iter().filter(|vertex| self.is_matched_with_resident(**vertex)).count();
            for (index, vertex) in group.iter().copied().enumerate() {
                if needed == 0 {
                    break;
                }
                let is_forced = group.len() - index <= needed;
                if is_forced || self.try_moved_down(vertex) {
                    chosen.push(vertex);
                    needed -= 1;
                }
            }
        }
        chosen
    }

    /// Whether a moved-down player can be paired, after those already chosen.
    fn try_moved_down(&mut self, vertex: usize) -> bool {
        if !self.is_matched_with_resident(vertex) {
            let mut residents = self.residents.clone();
            if !residents.any(|other| self.matcher.may_be_matched(vertex, other)) {
                return false;
            }
            self.add_to_residents(vertex, |_| 1);
        }
        if !self.is_matched_with_resident(vertex) {
            return false;
        }
        let binding = self.layout.binding();
        self.add_to_residents(vertex, |_| binding);
        true
    }

    fn add_to_residents(&mut self, vertex: usize, amount: impl Fn(usize) -> usize) {
        let residents = self.residents.clone();
        self.matcher.change(vertex, |other| {
            let amount = if residents.contains(&other) { amount(other) } else { 0 };
            Some(Layout::small(amount))
        });
    }

    /// Article 4.3: the opponents of the moved-down players, each as high as possible.
    fn choose_their_opponents(&mut self, chosen: &[usize]) {
        for vertex in chosen.iter().copied() {
            let Some(mate) = self.matcher.mate(vertex) else {
                continue;
            };
            let better = self.residents.start..mate;
            if self.any_possible(vertex, better) {
                let end = self.residents.end;
                self.add_to_residents(vertex, |other| end - other);
            }
            self.fix(vertex);
        }
    }

    fn is_free(&self, vertex: usize) -> bool {
        !self.is_fixed[vertex]
    }

    fn any_possible(&self, vertex: usize, mut others: impl Iterator<Item = usize>) -> bool {
        others.any(|other| self.matcher.may_be_matched(vertex, other) && self.is_free(other))
    }

    fn fix(&mut self, vertex: usize) {
        if let Some(mate) = self.matcher.mate(vertex) {
            self.matcher.fix(vertex, mate);
            self.pairs.push((vertex, mate));
            self.is_fixed[vertex] = true;
            self.is_fixed[mate] = true;
        }
    }

    /// The residents who do not play against somebody who has moved down.
    fn pair_remainder(&mut self) {
        let remainder: Vec<usize> =
            self.residents.clone().filter(|vertex| self.is_free(*vertex)).collect();
        let inside = |vertex: &&usize| {
            self.matcher.mate(**vertex).is_some_and(|mate| remainder.binary_search(&mate).is_ok())
        };
        let pairs = remainder.iter().filter(inside).count() / 2;
        if pairs == 0 {
            return;
        }
        let amounts: Vec<_> =
            (0..remainder.len()).map(|place| self.layout.exchange(place, pairs)).collect();
        self.matcher.add_by_first(&remainder, &amounts);
        self.choose_exchanges(&remainder, pairs);
        self.pair_halves(&remainder);
    }

    /// Whether a player of the remainder is matched with a later one: whether he is in S1.
    fn is_upper(&self, vertex: usize) -> bool {
        let mate = self.matcher.mate(vertex);
        mate.is_some_and(|mate| mate > vertex && mate < self.residents.end)
    }

    /// Article 4.2: which players leave S1, the lowest first, and which come up for them.
    fn choose_exchanges(&mut self, remainder: &[usize], pairs: usize) {
        let (upper, lower) = remainder.split_at(pairs);
        let exchanges = upper.iter().filter(|vertex| !self.is_upper(**vertex)).count();
        let mut left = exchanges;
        for vertex in upper.iter().rev().copied() {
            if left == 0 {
                break;
            }
            left -= usize::from(self.try_to_leave(vertex));
        }
        // The last one to come up follows from the sum of the numbers.
        let mut left = exchanges;
        for vertex in lower.iter().copied() {
            if left <= 1 {
                break;
            }
            left -= usize::from(self.try_to_come_up(vertex));
        }
    }

    /// Whether a player can leave S1; if so, he does for good.
    fn try_to_leave(&mut self, vertex: usize) -> bool {
        let end = self.residents.end;
        let is_later = move |other: usize| other > vertex && other < end;
        if self.is_upper(vertex) {
            let others = (0..self.is_fixed.len()).filter(|other| !is_later(*other));
            if !self.matcher.may_be_alone(vertex) && !self.any_possible(vertex, others) {
                return false;
            }
            let one: crate::matching::wide::Wide<N> = Layout::small(1);
            self.matcher.change(vertex, |other| {
                Some(if is_later(other) { -one } else { Layout::small(0) })
            });
        }
        if self.is_upper(vertex) {
            return false;
        }
        self.matcher.change(vertex, |other| (!is_later(other)).then(|| Layout::small(0)));
        true
    }

    /// Whether a player can come up to S1; if so, he does for good.
    fn try_to_come_up(&mut self, vertex: usize) -> bool {
        let later = vertex + 1..self.residents.end;
        let add = |matcher: &mut Matcher<N>, amount: usize| {
            let later = later.clone();
            matcher.change(vertex, |other| {
                Some(Layout::small(if later.contains(&other) { amount } else { 0 }))
            });
        };
        if !self.is_upper(vertex) {
            if !self.any_possible(vertex, later.clone()) {
                return false;
            }
            add(&mut self.matcher, 1);
        }
        if !self.is_upper(vertex) {
            return false;
        }
        add(&mut self.matcher, self.layout.binding());
        true
    }

    /// Articles 3.3 and 4.1: the opponents of S1 in order, each as high as possible.
    fn pair_halves(&mut self, remainder: &[usize]) {
        let upper: Vec<usize> =
            remainder.iter().copied().filter(|vertex| self.is_upper(*vertex)).collect();
        for vertex in upper.iter().copied() {
            let Some(mate) = self.matcher.mate(vertex) else {
                continue;
            };
            if self.any_possible(vertex, vertex + 1..mate) {
                let end = self.residents.end;
                self.matcher.change(vertex, |other| {
                    let is_later = other > vertex && other < end;
                    Some(Layout::small(if is_later { end - other } else { 0 }))
                });
            }
            self.fix(vertex);
        }
    }
}

/// The matching of all places. If their number is odd, one is left: whoever may get the bye if
/// the whole round takes part, anybody otherwise.
fn matcher<const N: usize>(
    bracket: &Bracket,
    layout: &Layout,
    places: &[usize],
    whole: bool,
) -> Matcher<N> {
    let weight =
        |one: usize, other: usize| criteria::weight(layout, bracket, places[one], places[other]);
    if places.len().is_multiple_of(2) {
        return Matcher::new(places.len(), weight);
    }
    Matcher::with_spare(places.len(), weight, |vertex| {
        !whole || bracket.round.may_get_bye(places[vertex], bracket.bye_score)
    })
}
