//! Matching of greatest weight in a general graph that changes step by step.
//!
//! The primal-dual method of Edmonds on a dense graph. Every vertex has a dual that is never
//! negative, every blossom another one. The slack of an edge (the duals of its ends and of the
//! blossoms that hold both, less its weight) is never negative; matched edges are tight, which is
//! to say that their slack is zero; a vertex with a positive dual is matched. Together these prove
//! that the matching is optimal. After a change at one vertex only that vertex and its mate can
//! break the last rule, and one or two searches restore it, each of quadratic time.
//!
//! Weights are stored twice as large, so that all duals stay integers.

use super::blossoms::{Blossoms, NONE};
use super::wide::Wide;

/// A graph with weights and its matching of greatest weight.
pub(crate) struct Matcher<const N: usize> {
    /// Row by row; negative where there is no edge.
    pub(super) weights: Vec<Wide<N>>,
    /// Of vertices, then of blossoms.
    pub(super) duals: Vec<Wide<N>>,
    pub(super) nest: Blossoms,
    /// Vertices that are not removed, ascending.
    pub(super) active: Vec<usize>,
}

impl<const N: usize> Matcher<N> {
    /// A graph with the given weights; `None` where two vertices must not be matched.
    pub(crate) fn new(
        vertices: usize,
        weight: impl Fn(usize, usize) -> Option<Wide<N>>,
    ) -> Matcher<N> {
        let mut matcher = Matcher::with_weights(vertices, vertices, weight);
        matcher.start();
        matcher
    }

    /// The same for an odd number of vertices, with one more vertex that takes the place of a
    /// mate for one of those for which `may_be_left` is true. Otherwise the dual of every vertex
    /// that could be left would have to be zero, and that would make blossoms of them all.
    pub(crate) fn with_spare(
        vertices: usize,
        weight: impl Fn(usize, usize) -> Option<Wide<N>>,
        may_be_left: impl Fn(usize) -> bool,
    ) -> Matcher<N> {
        let mut matcher = Matcher::with_weights(vertices, vertices + 1, weight);
        // The same for all, so it does not matter for the choice between them.
        let greatest = matcher.weights.iter().copied().max().unwrap_or(Wide::ZERO);
        for vertex in (0..vertices).filter(|vertex| may_be_left(*vertex)) {
            matcher.set(vertex, vertices, greatest.max(Wide::ZERO));
        }
        matcher.start();
        matcher
    }

    fn with_weights(
        weighted: usize,
        vertices: usize,
        weight: impl Fn(usize, usize) -> Option<Wide<N>>,
    ) -> Matcher<N> {
        let mut matcher = Matcher {
            weights: vec![no_edge(); vertices * vertices],
            duals: vec![Wide::ZERO; vertices],
            nest: Blossoms::new(vertices),
            active: (0..vertices).collect(),
        };
        for one in 0..weighted {
            for other in one + 1..weighted {
                if let Some(weight) = weight(one, other) {
                    matcher.set(one, other, weight.double());
                }
            }
        }
        matcher
    }

    fn set(&mut self, one: usize, other: usize, doubled: Wide<N>) {
        let vertices = self.nest.vertices;
        self.weights[one * vertices + other] = doubled;
        self.weights[other * vertices + one] = doubled;
    }

    pub(super) fn weight(&self, one: usize, other: usize) -> &Wide<N> {
        &self.weights[one * self.nest.vertices + other]
    }

    /// The vertex that another one is matched with.
    pub(crate) fn mate(&self, vertex: usize) -> Option<usize> {
        Some(self.nest.mate[vertex]).filter(|mate| *mate != NONE)
    }

    /// Whether two vertices could be matched if they were the only ones.
    pub(crate) fn has_edge(&self, one: usize, other: usize) -> bool {
        !self.weight(one, other).is_negative()
    }

    /// Whether some matching of greatest weight may leave a vertex alone.
    pub(crate) fn may_be_alone(&self, vertex: usize) -> bool {
        self.duals[vertex].is_zero()
    }

    /// Whether some matching of greatest weight may join two vertices. If not, none does.
    pub(crate) fn may_be_matched(&self, one: usize, other: usize) -> bool {
        self.has_edge(one, other) && self.slack(one, other).is_zero()
    }

    fn slack(&self, one: usize, other: usize) -> Wide<N> {
        let mut slack = self.duals[one] + self.duals[other] - *self.weight(one, other);
        if self.nest.top[one] == self.nest.top[other] {
            let holders = |vertex| {
                std::iter::successors(Some(self.nest.parent(vertex)), |node| {
                    (*node != NONE).then(|| self.nest.parent(*node))
                })
                .filter(|node| *node != NONE)
            };
            for node in holders(one).filter(|node| holders(other).any(|also| also == *node)) {
                slack += self.duals[node];
            }
        }
        slack
    }

    /// Duals that make all slacks non-negative, a greedy matching of tight edges, and a search
    /// for every vertex that this leaves.
    fn start(&mut self) {
        let vertices = self.nest.vertices;
        for vertex in 0..vertices {
            let row = &self.weights[vertex * vertices..(vertex + 1) * vertices];
            let greatest = row.iter().copied().max().unwrap_or(Wide::ZERO);
            self.duals[vertex] = greatest.max(Wide::ZERO).half();
        }
        for vertex in 0..vertices {
            if self.nest.mate[vertex] == NONE {
                self.match_greedily(vertex);
            }
        }
        self.search_from((0..vertices).collect());
    }

    /// Lowers the dual of a single vertex as far as its edges allow, and matches it if that makes
    /// an edge to another single vertex tight.
    fn match_greedily(&mut self, vertex: usize) {
        let needed = self.needed_dual(vertex);
        self.duals[vertex] = needed;
        let partner = self.active.iter().copied().find(|other| {
            *other != vertex
                && self.nest.mate[*other] == NONE
                && self.nest.top[*other] == *other
                && self.may_be_matched(vertex, *other)
        });
        if let Some(partner) = partner {
            self.nest.join(vertex, partner);
        }
    }

    /// The smallest dual of a vertex outside of blossoms with which no slack is negative.
    fn needed_dual(&self, vertex: usize) -> Wide<N> {
        let mut needed = Wide::ZERO;
        for other in self.active.iter().copied().filter(|other| *other != vertex) {
            let weight = *self.weight(vertex, other);
            if !weight.is_negative() {
                needed = needed.max(weight - self.duals[other]);
            }
        }
        needed
    }

    fn search_from(&mut self, vertices: Vec<usize>) {
        for vertex in vertices {
            if self.nest.mate[vertex] == NONE && !self.duals[vertex].is_zero() {
                self.search(vertex);
            }
        }
    }

    /// Changes the weights of one vertex by an amount that may be negative, and finds the best
    /// matching again. `None` takes the edge away.
    pub(crate) fn change(&mut self, vertex: usize, amount: impl Fn(usize) -> Option<Wide<N>>) {
        let mate = self.detach(vertex);
        for index in 0..self.active.len() {
            let other = self.active[index];
            if other == vertex || !self.has_edge(vertex, other) {
                continue;
            }
            let changed = amount(other).map(|amount| *self.weight(vertex, other) + amount.double());
            self.set(vertex, other, changed.unwrap_or_else(no_edge));
        }
        self.duals[vertex] = self.needed_dual(vertex);
        self.search_from(std::iter::once(vertex).chain(mate).collect());
    }

    /// Adds to the weight of every edge between `vertices`: `amounts[k]` where the first of its
    /// ends, in the order given, is the one at place `k`. Amounts must be positive up to some
    /// place and negative from there on.
    pub(crate) fn add_by_first(&mut self, vertices: &[usize], amounts: &[Wide<N>]) {
        self.dissolve_all();
        for (place, one) in vertices.iter().enumerate() {
            let amount = amounts[place].double();
            for other in &vertices[place + 1..] {
                if self.has_edge(*one, *other) {
                    self.set(*one, *other, *self.weight(*one, *other) + amount);
                }
            }
            // Edges from here to later vertices stay as tight as they were.
            if !amount.is_negative() {
                self.duals[*one] += amount;
            }
        }
        let singles = self.unmatch_loose_edges();
        self.search_from(singles);
    }

    fn dissolve_all(&mut self) {
        for index in 0..self.active.len() {
            let vertex = self.active[index];
            while self.nest.top[vertex] != vertex {
                self.dissolve_into_duals(self.nest.top[vertex]);
            }
        }
    }

    /// Takes a blossom apart without making a slack smaller: its vertices share its dual.
    fn dissolve_into_duals(&mut self, node: usize) {
        let share = self.duals[node].half();
        for vertex in self.nest.members(node) {
            self.duals[*vertex] += share;
        }
        self.nest.dissolve(node);
    }

    fn unmatch_loose_edges(&mut self) -> Vec<usize> {
        let mut singles = Vec::new();
        for index in 0..self.active.len() {
            let vertex = self.active[index];
            let mate = self.nest.mate[vertex];
            if mate != NONE && mate < vertex && !self.slack(vertex, mate).is_zero() {
                self.nest.mate[vertex] = NONE;
                self.nest.mate[mate] = NONE;
            }
        }
        for index in 0..self.active.len() {
            let vertex = self.active[index];
            if self.nest.mate[vertex] == NONE && !self.duals[vertex].is_zero() {
                self.match_greedily(vertex);
                singles.push(vertex);
            }
        }
        singles
    }

    /// Takes a vertex out of the matching and of all blossoms; returns its mate.
    fn detach(&mut self, vertex: usize) -> Option<usize> {
        let top = self.nest.top[vertex];
        let mate = self.nest.mate_of(top);
        self.nest.rotate(top, vertex);
        self.nest.mate[vertex] = NONE;
        while self.nest.top[vertex] != vertex {
            self.dissolve_into_duals(self.nest.top[vertex]);
        }
        if mate == NONE {
            return None;
        }
        self.nest.mate[mate] = NONE;
        Some(mate)
    }

    /// Matches two vertices for good: they leave the graph. Some matching of greatest weight must
    /// join them.
    pub(crate) fn fix(&mut self, one: usize, other: usize) {
        let mut singles = Vec::new();
        let is_simple = |vertex: usize| self.nest.top[vertex] == vertex;
        if !(self.nest.mate[one] == other && is_simple(one) && is_simple(other)) {
            singles.extend(self.detach(one));
            singles.extend(self.detach(other));
        }
        self.nest.join(one, other);
        self.active.retain(|vertex| *vertex != one && *vertex != other);
        singles.retain(|vertex| *vertex != one && *vertex != other);
        self.search_from(singles);
    }
}

/// The weight of an edge that does not exist: no duals make it tight.
fn no_edge<const N: usize>() -> Wide<N> {
    -Wide::new(2)
}

#[cfg(test)]
mod tests;
