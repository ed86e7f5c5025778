//! One search of the matching: a tree of alternating paths from a single vertex.
//!
//! The search ends when the tree reaches another single vertex, or a vertex whose dual drops to
//! zero and which may therefore become single. Until then it grows: nodes at an even distance
//! from the root are outer, the others inner. Time is the amount by which the duals of outer
//! vertices have decreased and those of inner ones increased. Duals are stored so that they need
//! no change while time passes: for an outer vertex as the dual plus the time, for an inner one
//! less the time. In the same way an event is stored as the time at which it happens.

mod cycles;

use super::blossoms::{CycleEdge, NONE};
use super::weighted::Matcher;
use super::wide::Wide;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    Outer,
    Inner,
}

/// An edge from an outer vertex, with what its slack depends on.
#[derive(Clone, Copy)]
struct Candidate<const N: usize> {
    value: Wide<N>,
    from: usize,
    to: usize,
}

struct Tree<const N: usize> {
    time: Wide<N>,
    /// By node.
    labels: Vec<Label>,
    /// By inner node: the edge through which the tree reached it.
    entries: Vec<CycleEdge>,
    /// By outer blossom: for each vertex, the member with the least stored dual less weight.
    rows: Vec<Vec<u32>>,
    /// By outer node: the edge to another outer node that becomes tight first.
    joins: Vec<Option<Candidate<N>>>,
    /// By vertex that is not outer: the best edge from an outer vertex.
    reaches: Vec<Option<Candidate<N>>>,
    /// Outermost outer and inner nodes; some may have been absorbed.
    labeled: Vec<usize>,
    /// The outer vertex whose dual drops to zero first.
    lowest: usize,
}

enum Event {
    /// The dual of an outer vertex drops to zero.
    Exhausted(usize),
    /// An edge to a free node becomes tight.
    Grow(usize, usize),
    /// An edge between two outer nodes becomes tight.
    Join(usize, usize),
    /// The dual of an inner blossom drops to zero.
    Expand(usize),
}

impl<const N: usize> Matcher<N> {
    /// Searches from a single vertex with a positive dual until it is matched or may be single.
    pub(super) fn search(&mut self, root: usize) {
        let mut tree = Tree::new(self.nest.vertices, self.nest.nodes());
        let top = self.nest.top[root];
        self.make_outer(&mut tree, top);
        loop {
            let (time, event) = self.next_event(&tree);
            tree.time = time;
            match event {
                Event::Exhausted(vertex) => {
                    self.end(&tree);
                    self.flip(&tree, vertex, NONE);
                    return;
                }
                Event::Grow(from, to) => {
                    let node = self.nest.top[to];
                    if self.nest.mate_of(node) == NONE {
                        self.end(&tree);
                        self.nest.rotate(node, to);
                        self.nest.mate[to] = from;
                        self.flip(&tree, from, to);
                        return;
                    }
                    self.grow(&mut tree, (from, to));
                }
                Event::Join(from, to) => self.form_blossom(&mut tree, (from, to)),
                Event::Expand(node) => self.expand(&mut tree, node),
            }
        }
    }

    fn next_event(&self, tree: &Tree<N>) -> (Wide<N>, Event) {
        let mut time = self.duals[tree.lowest];
        let mut event = Event::Exhausted(tree.lowest);
        for vertex in &self.active {
            if tree.labels[self.nest.top[*vertex]] != Label::Free {
                continue;
            }
            if let Some(reach) = &tree.reaches[*vertex] {
                let tight = reach.value + self.duals[*vertex];
                if tight < time {
                    time = tight;
                    event = Event::Grow(reach.from, *vertex);
                }
            }
        }
        for node in &tree.labeled {
            match tree.labels[*node] {
                Label::Outer => {
                    if let Some(join) = &tree.joins[*node] {
                        let tight = join.value.half();
                        if tight < time {
                            time = tight;
                            event = Event::Join(join.from, join.to);
                        }
                    }
                }
                Label::Inner if self.nest.is_blossom(*node) => {
                    let empty = self.duals[*node].half();
                    if empty < time {
                        time = empty;
                        event = Event::Expand(*node);
                    }
                }
                _ => {}
            }
        }
        (time, event)
    }

    /// Gives all duals their value at the end of a search.
    fn end(&mut self, tree: &Tree<N>) {
        let (time, twice) = (tree.time, tree.time.double());
        for vertex in &self.active {
            match tree.labels[self.nest.top[*vertex]] {
                Label::Outer => self.duals[*vertex] -= time,
                Label::Inner => self.duals[*vertex] += time,
                Label::Free => {}
            }
        }
        for node in tree.labeled.iter().filter(|node| self.nest.is_blossom(**node)) {
            match tree.labels[*node] {
                Label::Outer => self.duals[*node] += twice,
                Label::Inner => self.duals[*node] -= twice,
                Label::Free => {}
            }
        }
    }

    /// Matches an outer vertex with another one, or with none, and changes the matching on the
    /// path to the root accordingly.
    fn flip(&mut self, tree: &Tree<N>, vertex: usize, partner: usize) {
        let (mut vertex, mut partner) = (vertex, partner);
        loop {
            let node = self.nest.top[vertex];
            let before = self.nest.mate_of(node);
            self.nest.rotate(node, vertex);
            self.nest.mate[vertex] = partner;
            if before == NONE {
                return;
            }
            let inner = self.nest.top[before];
            let (from, to) = tree.entries[inner];
            self.nest.rotate(inner, to);
            self.nest.mate[to] = from;
            (vertex, partner) = (from, to);
        }
    }

    /// Adds a free node to the tree through a tight edge, and the node that it is matched with.
    fn grow(&mut self, tree: &mut Tree<N>, edge: CycleEdge) {
        let inner = self.nest.top[edge.1];
        self.make_inner(tree, inner, edge);
        let outer = self.nest.top[self.nest.mate_of(inner)];
        self.make_outer(tree, outer);
    }

    fn make_inner(&mut self, tree: &mut Tree<N>, node: usize, edge: CycleEdge) {
        tree.labels[node] = Label::Inner;
        tree.entries[node] = edge;
        tree.labeled.push(node);
        let duals = &mut self.duals;
        self.nest.for_each_member(node, |vertex| duals[vertex] -= tree.time);
        if self.nest.is_blossom(node) {
            self.duals[node] += tree.time.double();
        }
    }

    /// Makes a free node outer and looks at all edges from it.
    fn make_outer(&mut self, tree: &mut Tree<N>, node: usize) {
        tree.labels[node] = Label::Outer;
        tree.labeled.push(node);
        let duals = &mut self.duals;
        self.nest.for_each_member(node, |vertex| duals[vertex] += tree.time);
        if self.nest.is_blossom(node) {
            self.duals[node] -= tree.time.double();
            tree.rows[node] = vec![u32::MAX; self.nest.vertices];
            for index in 0..self.nest.members(node).len() {
                self.look_from(tree, node, self.nest.members(node)[index]);
            }
            self.find_join(tree, node);
        } else {
            self.look_from_vertex(tree, node);
        }
    }

    /// Looks at the edges of a vertex that is an outer node by itself.
    fn look_from_vertex(&mut self, tree: &mut Tree<N>, vertex: usize) {
        let dual = self.duals[vertex];
        tree.note_dual(&self.duals, vertex);
        let mut join: Option<Candidate<N>> = None;
        for other in self.active.iter().copied().filter(|other| *other != vertex) {
            let weight = self.weight(vertex, other);
            if weight.is_negative() {
                continue;
            }
            let value = dual - *weight;
            if tree.labels[self.nest.top[other]] == Label::Outer {
                let value = value + self.duals[other];
                keep_less(&mut join, Candidate { value, from: vertex, to: other });
            } else {
                let candidate = Candidate { value, from: vertex, to: other };
                keep_less(&mut tree.reaches[other], candidate);
            }
        }
        tree.joins[vertex] = join;
    }

    /// Looks at the edges of a vertex of an outer blossom and adds them to the blossom's row.
    fn look_from(&mut self, tree: &mut Tree<N>, node: usize, vertex: usize) {
        let dual = self.duals[vertex];
        tree.note_dual(&self.duals, vertex);
        for index in 0..self.active.len() {
            let other = self.active[index];
            if self.nest.top[other] == node || self.weight(vertex, other).is_negative() {
                continue;
            }
            let value = dual - *self.weight(vertex, other);
            self.offer(&mut tree.rows[node], other, vertex, value);
            if tree.labels[self.nest.top[other]] != Label::Outer {
                let candidate = Candidate { value, from: vertex, to: other };
                keep_less(&mut tree.reaches[other], candidate);
            }
        }
    }

    fn offer(&self, row: &mut [u32], other: usize, vertex: usize, value: Wide<N>) {
        let known = row[other];
        if known == u32::MAX || value < self.row_value(known as usize, other) {
            row[other] = vertex as u32;
        }
    }

    fn row_value(&self, vertex: usize, other: usize) -> Wide<N> {
        self.duals[vertex] - *self.weight(vertex, other)
    }

    /// Finds the edge from an outer blossom to another outer node that becomes tight first.
    fn find_join(&self, tree: &mut Tree<N>, node: usize) {
        let mut join = None;
        for other in self.active.iter().copied() {
            let top = self.nest.top[other];
            let from = tree.rows[node][other];
            if top == node || tree.labels[top] != Label::Outer || from == u32::MAX {
                continue;
            }
            let from = from as usize;
            let value = self.row_value(from, other) + self.duals[other];
            keep_less(&mut join, Candidate { value, from, to: other });
        }
        tree.joins[node] = join;
    }
}

impl<const N: usize> Tree<N> {
    fn new(vertices: usize, nodes: usize) -> Tree<N> {
        let mut tree = Tree {
            time: Wide::ZERO,
            labels: Vec::new(),
            entries: Vec::new(),
            rows: Vec::new(),
            joins: Vec::new(),
            reaches: vec![None; vertices],
            labeled: Vec::new(),
            lowest: NONE,
        };
        tree.resize(nodes);
        tree
    }

    fn resize(&mut self, nodes: usize) {
        self.labels.resize(nodes, Label::Free);
        self.entries.resize(nodes, (NONE, NONE));
        self.rows.resize(nodes, Vec::new());
        self.joins.resize(nodes, None);
    }

    /// Takes the dual of a vertex into account that has become outer.
    fn note_dual(&mut self, duals: &[Wide<N>], vertex: usize) {
        if self.lowest == NONE || duals[vertex] < duals[self.lowest] {
            self.lowest = vertex;
        }
    }
}

fn keep_less<const N: usize>(best: &mut Option<Candidate<N>>, candidate: Candidate<N>) {
    if best.as_ref().is_none_or(|best| candidate.value < best.value) {
        *best = Some(candidate);
    }
}
