//! The pairing of a bracket: optimal by the criteria, and between optimal pairings the one that
//! articles 3 and 4 put first, by a sequence of matchings.

use std::ops::Range;

use super::bracket::{Bracket, Paired};
use super::criteria::{self, Layout};
use crate::Points;
use crate::matching::weighted::Matcher;
use crate::matching::wide::Wide;

/// The matching of a bracket. Its vertices are the players in the order of the round: moved-down
/// players, residents, the next group, and all others if the whole round takes part. If their
/// number is odd, one more vertex stands for having no opponent.
pub(super) struct Pairer<'a, const N: usize> {
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
    pub(super) fn new(bracket: &'a Bracket<'a>, layout: Layout, whole: bool) -> Pairer<'a, N> {
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

    pub(super) fn pair(mut self) -> Paired {
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

    /// Whether a player of the remainder is matched with a later one, that is, belongs to S1.
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

    /// Whether a player can leave S1; a player who can does so for good.
    fn try_to_leave(&mut self, vertex: usize) -> bool {
        let end = self.residents.end;
        let is_later = move |other: usize| other > vertex && other < end;
        if self.is_upper(vertex) {
            let others = (0..self.is_fixed.len()).filter(|other| !is_later(*other));
            if !self.matcher.may_be_alone(vertex) && !self.any_possible(vertex, others) {
                return false;
            }
            let one: Wide<N> = Layout::small(1);
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

    /// Whether a player can come up to S1; a player who can does so for good.
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
