//! Blossoms: odd cycles of tight edges that act as one vertex.
//!
//! A node is a vertex (below `vertices`) or a blossom (from there on). The children of a blossom
//! form its cycle, beginning with the one that holds the base: the only vertex whose mate, if it
//! has one, is outside. The others are matched along the cycle: child 1 with 2, 3 with 4, ….

/// No node.
pub(super) const NONE: usize = usize::MAX;

/// An edge of a cycle: from a vertex of a child to a vertex of the next one.
pub(super) type CycleEdge = (usize, usize);

#[derive(Clone, Default)]
struct Blossom {
    children: Vec<usize>,
    /// `edges[k]` joins child `k` to child `k + 1`, the last one to the first.
    edges: Vec<CycleEdge>,
    members: Vec<usize>,
    base: usize,
}

/// The matching, and the nesting of blossoms in it.
pub(super) struct Blossoms {
    pub(super) vertices: usize,
    /// For each vertex, the vertex it is matched with.
    pub(super) mate: Vec<usize>,
    /// For each node, the blossom that it is a child of.
    parent: Vec<usize>,
    /// For each vertex, the outermost node that holds it.
    pub(super) top: Vec<usize>,
    formed: Vec<Blossom>,
    unused: Vec<usize>,
}

impl Blossoms {
    pub(super) fn new(vertices: usize) -> Blossoms {
        Blossoms {
            vertices,
            mate: vec![NONE; vertices],
            parent: vec![NONE; vertices],
            top: (0..vertices).collect(),
            formed: Vec::new(),
            unused: Vec::new(),
        }
    }

    /// One more than the greatest node in use.
    pub(super) fn nodes(&self) -> usize {
        self.parent.len()
    }

    pub(super) fn is_blossom(&self, node: usize) -> bool {
        node >= self.vertices
    }

    fn blossom(&self, node: usize) -> &Blossom {
        &self.formed[node - self.vertices]
    }

    pub(super) fn parent(&self, node: usize) -> usize {
        self.parent[node]
    }

    pub(super) fn children(&self, node: usize) -> &[usize] {
        &self.blossom(node).children
    }

    pub(super) fn edges(&self, node: usize) -> &[CycleEdge] {
        &self.blossom(node).edges
    }

    /// The vertices of a blossom.
    pub(super) fn members(&self, node: usize) -> &[usize] {
        &self.blossom(node).members
    }

    /// Calls a function for every vertex of a node.
    pub(super) fn for_each_member(&self, node: usize, mut visit: impl FnMut(usize)) {
        if self.is_blossom(node) {
            self.members(node).iter().copied().for_each(visit);
        } else {
            visit(node);
        }
    }

    /// The vertex of a node that is matched outside of it, or not at all.
    pub(super) fn base(&self, node: usize) -> usize {
        if self.is_blossom(node) { self.blossom(node).base } else { node }
    }

    /// The vertex outside that a node is matched with.
    pub(super) fn mate_of(&self, node: usize) -> usize {
        self.mate[self.base(node)]
    }

    /// Makes a blossom of outermost nodes; the first holds the base.
    pub(super) fn form(&mut self, children: Vec<usize>, edges: Vec<CycleEdge>) -> usize {
        let node = self.unused.pop().unwrap_or_else(|| {
            self.formed.push(Blossom::default());
            self.parent.push(NONE);
            self.parent.len() - 1
        });
        let mut members = Vec::new();
        for child in &children {
            self.for_each_member(*child, |vertex| members.push(vertex));
            self.parent[*child] = node;
        }
        for vertex in &members {
            self.top[*vertex] = node;
        }
        let base = self.base(children[0]);
        self.parent[node] = NONE;
        self.formed[node - self.vertices] = Blossom { children, edges, members, base };
        node
    }

    /// Takes an outermost blossom apart; its children become outermost.
    pub(super) fn dissolve(&mut self, node: usize) -> (Vec<usize>, Vec<CycleEdge>) {
        let Blossom { children, edges, .. } =
            std::mem::take(&mut self.formed[node - self.vertices]);
        for child in &children {
            self.parent[*child] = NONE;
            if self.is_blossom(*child) {
                for vertex in &self.formed[*child - self.vertices].members {
                    self.top[*vertex] = *child;
                }
            } else {
                self.top[*child] = *child;
            }
        }
        self.unused.push(node);
        (children, edges)
    }

    /// The child of a blossom that holds a vertex, by its place in the cycle.
    pub(super) fn child_with(&self, node: usize, vertex: usize) -> usize {
        let mut child = vertex;
        while self.parent[child] != node {
            child = self.parent[child];
        }
        let children = self.children(node);
        children.iter().position(|other| *other == child).expect("a child of its parent")
    }

    pub(super) fn join(&mut self, one: usize, other: usize) {
        self.mate[one] = other;
        self.mate[other] = one;
    }

    /// Makes a vertex the base of a node by changing the matching within.
    pub(super) fn rotate(&mut self, node: usize, vertex: usize) {
        if !self.is_blossom(node) || self.blossom(node).base == vertex {
            return;
        }
        let place = self.child_with(node, vertex);
        let count = self.children(node).len();
        // The way from the new base to the old one with an even number of steps.
        let rematched: Vec<usize> = if place % 2 == 1 {
            (place + 1..count).step_by(2).collect()
        } else {
            (0..place).step_by(2).collect()
        };
        for edge in rematched {
            let (from, to) = self.edges(node)[edge];
            let (child, next) =
                (self.children(node)[edge], self.children(node)[(edge + 1) % count]);
            self.rotate(child, from);
            self.rotate(next, to);
            self.join(from, to);
        }
        self.rotate(self.children(node)[place], vertex);
        let blossom = &mut self.formed[node - self.vertices];
        blossom.children.rotate_left(place);
        blossom.edges.rotate_left(place);
        blossom.base = vertex;
    }
}
