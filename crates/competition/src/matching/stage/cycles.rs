//! Odd cycles of the tree: shrinking one to a blossom, and taking an inner blossom apart.

use super::{CycleEdge, Label, Matcher, NONE, Tree, Wide};

impl<const N: usize> Matcher<N> {
    /// Shrinks the cycle that a tight edge between two outer nodes closes.
    pub(super) fn form_blossom(&mut self, tree: &mut Tree<N>, edge: CycleEdge) {
        let (children, edges) = self.cycle(tree, edge);
        let mut rows = Vec::new();
        let mut newly_outer = Vec::new();
        let (time, twice) = (tree.time, tree.time.double());
        for child in children.iter().copied() {
            let is_blossom = self.nest.is_blossom(child);
            if tree.labels[child] == Label::Outer {
                if is_blossom {
                    self.duals[child] += twice;
                    rows.push(std::mem::take(&mut tree.rows[child]));
                } else {
                    rows.push(vec![child as u32; self.nest.vertices]);
                }
            } else {
                if is_blossom {
                    self.duals[child] -= twice;
                }
                self.nest.for_each_member(child, |vertex| newly_outer.push(vertex));
            }
            tree.labels[child] = Label::Free;
        }
        tree.labeled.retain(|node| !children.contains(node));
        for vertex in &newly_outer {
            self.duals[*vertex] += time.double();
        }
        let node = self.nest.form(children, edges);
        self.duals.resize(self.nest.nodes(), Wide::ZERO);
        tree.resize(self.nest.nodes());
        self.duals[node] = -twice;
        tree.labels[node] = Label::Outer;
        tree.labeled.push(node);
        tree.rows[node] = self.merged_row(node, &rows);
        for vertex in newly_outer {
            self.look_from(tree, node, vertex);
        }
        self.find_join(tree, node);
    }

    fn merged_row(&self, node: usize, rows: &[Vec<u32>]) -> Vec<u32> {
        let mut merged = vec![u32::MAX; self.nest.vertices];
        for row in rows {
            for other in self.active.iter().copied().filter(|other| self.nest.top[*other] != node) {
                let vertex = row[other];
                if vertex == u32::MAX || self.weight(vertex as usize, other).is_negative() {
                    continue;
                }
                let value = self.row_value(vertex as usize, other);
                self.offer(&mut merged, other, vertex as usize, value);
            }
        }
        merged
    }

    /// The cycle that an edge between two outer nodes closes: from their nearest common node in
    /// the tree down to one end, over the edge, and up again.
    fn cycle(&self, tree: &Tree<N>, edge: CycleEdge) -> (Vec<usize>, Vec<CycleEdge>) {
        let above_first = self.path_up(tree, self.nest.top[edge.0]);
        let above_second = self.path_up(tree, self.nest.top[edge.1]);
        let shared = above_first
            .iter()
            .rev()
            .zip(above_second.iter().rev())
            .take_while(|(one, other)| one == other)
            .count();
        let down = &above_first[..above_first.len() - shared];
        let up = &above_second[..above_second.len() - shared];
        let common = above_first[above_first.len() - shared];
        let mut children = vec![common];
        let mut edges = Vec::new();
        // Paths list outer nodes; between two of them is the inner one that the lower is
        // matched with.
        for outer in down.iter().rev().copied() {
            let (base, mate) = (self.nest.base(outer), self.nest.mate_of(outer));
            let inner = self.nest.top[mate];
            edges.push(tree.entries[inner]);
            children.push(inner);
            edges.push((mate, base));
            children.push(outer);
        }
        edges.push(edge);
        for outer in up.iter().copied() {
            let (base, mate) = (self.nest.base(outer), self.nest.mate_of(outer));
            let inner = self.nest.top[mate];
            let (above, below) = tree.entries[inner];
            children.push(outer);
            edges.push((base, mate));
            children.push(inner);
            edges.push((below, above));
        }
        (children, edges)
    }

    /// The outer nodes from one of them up to the root.
    fn path_up(&self, tree: &Tree<N>, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        let mut node = node;
        while self.nest.mate_of(node) != NONE {
            let inner = self.nest.top[self.nest.mate_of(node)];
            node = self.nest.top[tree.entries[inner].0];
            path.push(node);
        }
        path
    }

    /// Takes an inner blossom apart whose dual is zero. The children on the even way from where
    /// the tree entered to the base stay in the tree; the others are free again.
    pub(super) fn expand(&mut self, tree: &mut Tree<N>, node: usize) {
        let entry = tree.entries[node];
        let place = self.nest.child_with(node, entry.1);
        tree.labels[node] = Label::Free;
        tree.labeled.retain(|other| *other != node);
        self.duals[node] = Wide::ZERO;
        for vertex in self.nest.members(node) {
            self.duals[*vertex] += tree.time;
        }
        let (children, edges) = self.nest.dissolve(node);
        let count = children.len();
        let forward = place % 2 == 1;
        let mut at = place;
        let mut entered_by = entry;
        loop {
            self.make_inner(tree, children[at], entered_by);
            if at == 0 {
                return;
            }
            let outer = if forward { (at + 1) % count } else { at - 1 };
            self.make_outer(tree, children[outer]);
            let next = if forward { (outer + 1) % count } else { outer - 1 };
            entered_by = if forward {
                edges[outer]
            } else {
                let (below, above) = edges[next];
                (above, below)
            };
            at = next;
        }
    }
}
