//! Matching of greatest size in a general graph: who can be paired at all, and the first of all
//! perfect matchings.

use std::collections::VecDeque;

const NONE: usize = usize::MAX;

/// A matching of greatest size.
pub(crate) struct Matching<'a> {
    vertices: usize,
    adjacent: &'a dyn Fn(usize, usize) -> bool,
    mates: Vec<usize>,
    /// Whose mate is final.
    fixed: Vec<bool>,
}

/// The tree of one search for an augmenting path.
struct Search {
    /// By vertex at an odd distance from the root: the vertex before it.
    before: Vec<usize>,
    /// By vertex: the base of the blossom that holds it.
    base: Vec<usize>,
    outer: Vec<bool>,
    queue: VecDeque<usize>,
}

impl<'a> Matching<'a> {
    /// A matching of greatest size between the vertices below a number.
    pub(crate) fn of_greatest_size(
        vertices: usize,
        adjacent: &'a dyn Fn(usize, usize) -> bool,
    ) -> Matching<'a> {
        let (mates, fixed) = (vec![NONE; vertices], vec![false; vertices]);
        let mut matching = Matching { vertices, adjacent, mates, fixed };
        matching.match_greedily();
        for root in 0..vertices {
            if matching.mates[root] == NONE {
                matching.augment(root);
            }
        }
        matching
    }

    fn match_greedily(&mut self) {
        for one in 0..self.vertices {
            if self.mates[one] != NONE {
                continue;
            }
            // Low ranks are the hardest to pair in Swiss tournaments, so neighbors go first.
            let partner = (one + 1..self.vertices)
                .find(|other| self.mates[*other] == NONE && (self.adjacent)(one, *other));
            if let Some(other) = partner {
                self.mates[one] = other;
                self.mates[other] = one;
            }
        }
    }

    /// The vertices that are not matched.
    pub(crate) fn singles(&self) -> Vec<usize> {
        (0..self.vertices).filter(|vertex| self.mates[*vertex] == NONE).collect()
    }

    /// The vertices that some matching of greatest size leaves single, if only one is single.
    pub(crate) fn possible_singles(&self) -> Vec<usize> {
        let Some(root) = self.singles().first().copied() else {
            return Vec::new();
        };
        let mut search = Search::new(self.vertices, root);
        let _ = self.grow(&mut search);
        (0..self.vertices).filter(|vertex| search.outer[*vertex]).collect()
    }

    /// The first perfect matching: in their order, the vertices get the first mates with which
    /// all others can still be matched. Returns the mates, or none if no matching is perfect.
    pub(crate) fn first_perfect(
        vertices: usize,
        adjacent: &'a dyn Fn(usize, usize) -> bool,
    ) -> Option<Vec<usize>> {
        let mut matching = Matching::of_greatest_size(vertices, adjacent);
        if !matching.singles().is_empty() {
            return None;
        }
        for one in 0..vertices {
            if !matching.fixed[one] {
                (one + 1..vertices).find(|other| matching.try_fix(one, *other));
            }
        }
        Some(matching.mates)
    }

    /// Fixes a pair of a perfect matching, if the others can be matched without it. Only their
    /// former mates have to find new ones.
    fn try_fix(&mut self, one: usize, other: usize) -> bool {
        if self.fixed[other] || !(self.adjacent)(one, other) {
            return false;
        }
        let (left, right) = (self.mates[one], self.mates[other]);
        self.set_fixed(one, other, true);
        if left == other {
            return true;
        }
        (self.mates[left], self.mates[right]) = (NONE, NONE);
        (self.mates[one], self.mates[other]) = (other, one);
        if self.augment(left) {
            return true;
        }
        self.set_fixed(one, other, false);
        (self.mates[left], self.mates[right]) = (one, other);
        (self.mates[one], self.mates[other]) = (left, right);
        false
    }

    fn set_fixed(&mut self, one: usize, other: usize, is_fixed: bool) {
        (self.fixed[one], self.fixed[other]) = (is_fixed, is_fixed);
    }

    /// Matches a single vertex by changing others; false if it cannot be done.
    fn augment(&mut self, root: usize) -> bool {
        let mut search = Search::new(self.vertices, root);
        let Some(mut end) = self.grow(&mut search) else {
            return false;
        };
        while end != NONE {
            let before = search.before[end];
            let next = self.mates[before];
            self.mates[end] = before;
            self.mates[before] = end;
            end = next;
        }
        true
    }

    /// Grows the tree until it reaches a single vertex.
    fn grow(&self, search: &mut Search) -> Option<usize> {
        while let Some(from) = search.queue.pop_front() {
            for to in 0..self.vertices {
                if search.base[from] == search.base[to]
                    || self.mates[from] == to
                    || self.fixed[to]
                    || !(self.adjacent)(from, to)
                {
                    continue;
                }
                let mate = self.mates[to];
                let is_root = mate == NONE && search.outer[to];
                if is_root || (mate != NONE && search.before[mate] != NONE) {
                    self.shrink(search, from, to);
                } else if search.before[to] == NONE {
                    search.before[to] = from;
                    if mate == NONE {
                        return Some(to);
                    }
                    search.outer[mate] = true;
                    search.queue.push_back(mate);
                }
            }
        }
        None
    }

    fn shrink(&self, search: &mut Search, one: usize, other: usize) {
        let base = self.common_base(search, one, other);
        let mut inside = vec![false; self.vertices];
        self.mark_path(search, one, base, other, &mut inside);
        self.mark_path(search, other, base, one, &mut inside);
        for vertex in 0..self.vertices {
            if inside[search.base[vertex]] {
                search.base[vertex] = base;
                if !search.outer[vertex] {
                    search.outer[vertex] = true;
                    search.queue.push_back(vertex);
                }
            }
        }
    }

    fn common_base(&self, search: &Search, one: usize, other: usize) -> usize {
        let mut seen = vec![false; self.vertices];
        let mut vertex = one;
        loop {
            vertex = search.base[vertex];
            seen[vertex] = true;
            if self.mates[vertex] == NONE {
                break;
            }
            vertex = search.before[self.mates[vertex]];
        }
        let mut vertex = search.base[other];
        while !seen[vertex] {
            vertex = search.base[search.before[self.mates[vertex]]];
        }
        vertex
    }

    fn mark_path(
        &self,
        search: &mut Search,
        from: usize,
        base: usize,
        child: usize,
        inside: &mut [bool],
    ) {
        let (mut vertex, mut child) = (from, child);
        while search.base[vertex] != base {
            let mate = self.mates[vertex];
            inside[search.base[vertex]] = true;
            inside[search.base[mate]] = true;
            search.before[vertex] = child;
            child = mate;
            vertex = search.before[mate];
        }
    }
}

impl Search {
    fn new(vertices: usize, root: usize) -> Search {
        let mut outer = vec![false; vertices];
        outer[root] = true;
        Search {
            before: vec![NONE; vertices],
            base: (0..vertices).collect(),
            outer,
            queue: VecDeque::from([root]),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The greatest number of pairs between some vertices, by trying everything.
    fn most_pairs(adjacent: &dyn Fn(usize, usize) -> bool, left: &[usize]) -> usize {
        let Some((first, rest)) = left.split_first() else {
            return 0;
        };
        let with = (0..rest.len()).filter(|index| adjacent(*first, rest[*index])).map(|index| {
            let mut others = rest.to_vec();
            others.remove(index);
            1 + most_pairs(adjacent, &others)
        });
        with.chain([most_pairs(adjacent, rest)]).max().unwrap_or(0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn no_matching_has_more_pairs(
            vertices in 1_usize..10,
            edges in any::<u64>(),
            thin in any::<u64>(),
        ) {
            let edges = edges & thin;
            let adjacent = |one: usize, other: usize| {
                let (low, high) = (one.min(other), one.max(other));
                one != other && edges >> (high * (high - 1) / 2 + low) & 1 == 1
            };
            let matching = Matching::of_greatest_size(vertices, &adjacent);
            let all: Vec<usize> = (0..vertices).collect();
            let most = most_pairs(&adjacent, &all);
            prop_assert_eq!(vertices - matching.singles().len(), 2 * most);
            if matching.singles().len() == 1 {
                let can_be_left = |vertex: &usize| {
                    let others: Vec<usize> =
                        all.iter().copied().filter(|other| other != vertex).collect();
                    most_pairs(&adjacent, &others) == most
                };
                let expected: Vec<usize> = all.iter().copied().filter(can_be_left).collect();
                prop_assert_eq!(matching.possible_singles(), expected);
            }
        }
    }

    /// The first perfect matching by trying everything.
    fn first_by_trial(
        left: &[usize],
        adjacent: &dyn Fn(usize, usize) -> bool,
    ) -> Option<Vec<(usize, usize)>> {
        let Some((&one, rest)) = left.split_first() else { return Some(Vec::new()) };
        rest.iter().filter(|&&other| adjacent(one, other)).find_map(|&other| {
            let others: Vec<usize> = rest.iter().copied().filter(|&it| it != other).collect();
            let mut pairs = first_by_trial(&others, adjacent)?;
            pairs.insert(0, (one, other));
            Some(pairs)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn the_first_perfect_matching_is_the_one_that_trying_finds(
            vertices in 0..10_usize,
            edges in proptest::collection::vec(proptest::bool::weighted(0.45), 100),
        ) {
            let adjacent = |one: usize, other: usize| edges[10 * one.min(other) + one.max(other)];
            let all: Vec<usize> = (0..vertices).collect();
            let pairs = Matching::first_perfect(vertices, &adjacent).map(|mates| {
                let pairs = all.iter().map(|&one| (one, mates[one]));
                pairs.filter(|(one, other)| one < other).collect::<Vec<_>>()
            });
            prop_assert_eq!(pairs, first_by_trial(&all, &adjacent));
        }
    }
}
