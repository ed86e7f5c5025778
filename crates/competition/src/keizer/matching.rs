//! The first perfect matching of a list: the highest meets the next highest possible one, such that
//! everybody below still has an opponent.
//!
//! Whether the rest can be paired is decided by augmenting paths in a general graph (Edmonds'
//! blossom algorithm), and not by trying: a list in which many have met could take forever.

use std::collections::VecDeque;

/// The partner of each member of a list, or none if there is no perfect matching.
pub(super) fn first_perfect(
    count: usize,
    allowed: &dyn Fn(usize, usize) -> bool,
) -> Option<Vec<usize>> {
    let mut graph = Graph { allowed, mate: vec![None; count], fixed: vec![false; count] };
    graph.match_greedily();
    for vertex in 0..count {
        if graph.mate[vertex].is_none() && !graph.augment(vertex) {
            return None;
        }
    }
    for vertex in 0..count {
        graph.fix_highest_partner(vertex);
    }
    graph.mate.into_iter().collect()
}

struct Graph<'a> {
    allowed: &'a dyn Fn(usize, usize) -> bool,
    mate: Vec<Option<usize>>,
    /// Whose partner is final.
    fixed: Vec<bool>,
}

impl Graph<'_> {
    fn is_edge(&self, a: usize, b: usize) -> bool {
        a != b && !self.fixed[a] && !self.fixed[b] && (self.allowed)(a, b)
    }

    /// Matches from the top, which is often the answer already.
    fn match_greedily(&mut self) {
        for a in 0..self.mate.len() {
            let free = |b: &usize| self.mate[*b].is_none() && self.is_edge(a, *b);
            let partner = (a + 1..self.mate.len()).find(free);
            if let (None, Some(b)) = (self.mate[a], partner) {
                self.join(a, b);
            }
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        (self.mate[a], self.mate[b]) = (Some(b), Some(a));
    }

    /// Gives a vertex of a perfect matching the highest partner with which the rest stays perfect.
    fn fix_highest_partner(&mut self, a: usize) {
        let mut partners = a + 1..self.mate.len();
        if !self.fixed[a] {
            partners.find(|&b| self.is_edge(a, b) && self.try_partner(a, b));
        }
    }

    /// Tries to pair two vertices; what changes otherwise is set back.
    fn try_partner(&mut self, a: usize, b: usize) -> bool {
        let before = self.mate.clone();
        (self.fixed[a], self.fixed[b]) = (true, true);
        if self.mate[a] == Some(b) {
            return true;
        }
        let (left, right) = (self.mate[a], self.mate[b]);
        self.join(a, b);
        for widow in [left, right].into_iter().flatten() {
            self.mate[widow] = None;
        }
        let mended = left.is_some_and(|left| self.augment(left));
        if !mended {
            self.mate = before;
            (self.fixed[a], self.fixed[b]) = (false, false);
        }
        mended
    }

    /// Finds an augmenting path from an unmatched vertex, and matches along it.
    fn augment(&mut self, root: usize) -> bool {
        let Some((mut end, parent)) = Search::new(self, root).run() else { return false };
        while let Some(before) = parent[end] {
            let next = self.mate[before];
            self.join(end, before);
            let Some(next) = next else { break };
            end = next;
        }
        true
    }
}

/// A breadth-first search for an augmenting path, in which blossoms are contracted to their bases.
struct Search<'a> {
    graph: &'a Graph<'a>,
    parent: Vec<Option<usize>>,
    base: Vec<usize>,
    outer: Vec<bool>,
    queue: VecDeque<usize>,
    root: usize,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph<'a>, root: usize) -> Search<'a> {
        let count = graph.mate.len();
        let mut outer = vec![false; count];
        outer[root] = true;
        let (parent, base) = (vec![None; count], (0..count).collect());
        Search { graph, parent, base, outer, queue: VecDeque::from([root]), root }
    }

    /// The end of a path and the parents that lead back from it.
    fn run(mut self) -> Option<(usize, Vec<Option<usize>>)> {
        while let Some(from) = self.queue.pop_front() {
            for to in 0..self.base.len() {
                if self.visit(from, to) {
                    return Some((to, self.parent));
                }
            }
        }
        None
    }

    /// Follows an edge; true when it ends at an unmatched vertex.
    fn visit(&mut self, from: usize, to: usize) -> bool {
        let is_new = self.base[from] != self.base[to] && self.graph.mate[from] != Some(to);
        if !is_new || !self.graph.is_edge(from, to) {
            return false;
        }
        let mate = self.graph.mate[to];
        if to == self.root || mate.is_some_and(|mate| self.parent[mate].is_some()) {
            self.contract(from, to);
        } else if self.parent[to].is_none() {
            self.parent[to] = Some(from);
            let Some(mate) = mate else { return true };
            self.outer[mate] = true;
            self.queue.push_back(mate);
        }
        false
    }

    /// Contracts the blossom that an edge between two outer vertices closes.
    fn contract(&mut self, a: usize, b: usize) {
        let base = self.common_base(a, b);
        let mut in_blossom = vec![false; self.base.len()];
        self.mark_path(a, base, b, &mut in_blossom);
        self.mark_path(b, base, a, &mut in_blossom);
        for vertex in 0..self.base.len() {
            if in_blossom[self.base[vertex]] {
                self.base[vertex] = base;
                if !self.outer[vertex] {
                    self.outer[vertex] = true;
                    self.queue.push_back(vertex);
                }
            }
        }
    }

    /// The first base that the ways from two outer vertices to the root have in common.
    fn common_base(&self, a: usize, b: usize) -> usize {
        let mut seen = vec![false; self.base.len()];
        let mut vertex = self.base[a];
        seen[vertex] = true;
        while let Some(next) = self.base_above(vertex) {
            vertex = next;
            seen[vertex] = true;
        }
        let mut vertex = self.base[b];
        while !seen[vertex] {
            let Some(next) = self.base_above(vertex) else { break };
            vertex = next;
        }
        vertex
    }

    /// The base of the next outer vertex on the way to the root.
    fn base_above(&self, vertex: usize) -> Option<usize> {
        let mate = self.graph.mate[vertex]?;
        self.parent[mate].map(|parent| self.base[parent])
    }

    /// Marks the bases from an outer vertex down to the base of a blossom, and makes the path
    /// usable in both directions.
    fn mark_path(&mut self, from: usize, base: usize, child: usize, in_blossom: &mut [bool]) {
        let (mut vertex, mut child) = (from, child);
        while self.base[vertex] != base {
            let Some(mate) = self.graph.mate[vertex] else { break };
            in_blossom[self.base[vertex]] = true;
            in_blossom[self.base[mate]] = true;
            self.parent[vertex] = Some(child);
            child = mate;
            let Some(next) = self.parent[mate] else { break };
            vertex = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same by trying everything.
    fn by_trial(
        left: &[usize],
        allowed: &dyn Fn(usize, usize) -> bool,
    ) -> Option<Vec<(usize, usize)>> {
        let Some((&a, rest)) = left.split_first() else { return Some(Vec::new()) };
        rest.iter().filter(|&&b| allowed(a, b)).find_map(|&b| {
            let others: Vec<usize> = rest.iter().copied().filter(|&c| c != b).collect();
            let mut pairs = by_trial(&others, allowed)?;
            pairs.insert(0, (a, b));
            Some(pairs)
        })
    }

    proptest! {
        #[test]
        fn the_matching_is_the_first_that_trying_finds(
            half in 0..5_usize,
            bits in proptest::collection::vec(proptest::bool::weighted(0.45), 100),
        ) {
            let count = 2 * half;
            let allowed = |a: usize, b: usize| bits[10 * a.min(b) + a.max(b)];
            let everybody: Vec<usize> = (0..count).collect();
            let pairs = first_perfect(count, &allowed).map(|mate| {
                let pairs = everybody.iter().map(|&a| (a, mate[a]));
                pairs.filter(|(a, b)| a < b).collect::<Vec<_>>()
            });
            prop_assert_eq!(pairs, by_trial(&everybody, &allowed));
        }
    }

    #[test]
    fn an_odd_list_has_no_perfect_matching() {
        assert_eq!(first_perfect(3, &|_, _| true), None);
        assert_eq!(first_perfect(0, &|_, _| true), Some(Vec::new()));
    }
}
