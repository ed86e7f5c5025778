//! The table of openings, read once when it is first needed. A row has an ECO code, a name and the
//! moves to the position; rows are sorted by moves, so each begins with much of the one before, and
//! the positions that both pass through are kept rather than played again.

use std::collections::HashMap;
use std::sync::LazyLock;

use chess::{Board, Color, Position};

use crate::Opening;

/// Made by `cargo xtask openings`.
const TEXT: &str = include_str!("../data/openings.tsv");

static TABLE: LazyLock<HashMap<(Board, Color), Opening>> = LazyLock::new(read);

pub(crate) fn find(position: &Position) -> Option<Opening> {
    TABLE.get(&(*position.board(), position.turn())).copied()
}

pub(crate) fn rows() -> impl Iterator<Item = (Opening, &'static str)> {
    TEXT.lines().filter_map(|line| {
        let (eco, rest) = line.split_once('\t')?;
        let (name, moves) = rest.split_once('\t')?;
        Some((Opening { eco, name }, moves))
    })
}

/// Plays every row. One that could not be played would be left out; the tests see that there is
/// none.
fn read() -> HashMap<(Board, Color), Opening> {
    let mut path = Path::default();
    let mut table = HashMap::with_capacity(2048);
    for (opening, moves) in rows() {
        if let Some(position) = path.follow(moves) {
            table.insert((*position.board(), position.turn()), opening);
        }
    }
    table
}

/// A sequence of moves with the positions after them.
#[derive(Default)]
struct Path {
    steps: Vec<(&'static str, Position)>,
}

impl Path {
    /// The position after these moves, of which only those are played that differ from the last
    /// ones.
    fn follow(&mut self, moves: &'static str) -> Option<Position> {
        let shared = moves.split(' ').zip(&self.steps).take_while(|(uci, step)| *uci == step.0);
        self.steps.truncate(shared.count());
        for uci in moves.split(' ').skip(self.steps.len()) {
            let position = self.position();
            let m = position.parse_uci(uci).ok()?;
            self.steps.push((uci, position.play(m).ok()?));
        }
        Some(self.position())
    }

    fn position(&self) -> Position {
        self.steps.last().map_or_else(Position::default, |(_, position)| *position)
    }
}
