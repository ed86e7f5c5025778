//! Counting move paths: the positions, and who counts them how.

use std::cell::RefCell;

use super::peers::Rules;
use super::race::{Lineup, Work};
use super::stockfish::Stockfish;

/// A position to count from.
pub(crate) struct Race {
    pub(crate) name: &'static str,
    depth: u32,
    fen: &'static str,
    chess960: bool,
}

/// Opening, middlegame, ending, promotions, both kinds of castling.
pub(crate) const RACES: [Race; 6] = [
    Race {
        name: "start",
        depth: 6,
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        chess960: false,
    },
    Race {
        name: "Kiwipete",
        depth: 5,
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        chess960: false,
    },
    Race {
        name: "ending",
        depth: 7,
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        chess960: false,
    },
    Race {
        name: "middlegame",
        depth: 5,
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        chess960: false,
    },
    Race {
        name: "promotions",
        depth: 5,
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        chess960: false,
    },
    Race {
        name: "Chess960",
        depth: 6,
        fen: "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w HBhb - 0 1",
        chess960: true,
    },
];

/// How the moves of the last step are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaves {
    /// Together, by the size of their list.
    Counted,
    /// One by one, each of them played.
    Played,
}

impl Leaves {
    /// How the table names the method.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Leaves::Counted => "counted",
            Leaves::Played => "played",
        }
    }
}

impl Race {
    /// The depth at which a method takes about as long as any other. A move that is played costs
    /// some ten times one that is counted, so it stops one step earlier.
    pub(crate) fn depth(&self, leaves: Leaves) -> u32 {
        self.depth - u32::from(leaves == Leaves::Played)
    }

    /// The libraries that can count from here. Stockfish always counts the last ply in bulk.
    pub(crate) fn lineup<'a>(
        &'a self,
        depth: u32,
        leaves: Leaves,
        stockfish: Option<&'a RefCell<Stockfish>>,
    ) -> Lineup<'a> {
        [
            self.entry::<chess::Position>(depth, leaves),
            self.entry::<cozy_chess::Board>(depth, leaves),
            self.entry::<shakmaty::Chess>(depth, leaves),
            (!self.chess960).then(|| self.entry::<jordan_chess::Board>(depth, leaves)).flatten(),
            stockfish
                .filter(|_| leaves == Leaves::Counted)
                .and_then(|stockfish| self.stockfish(depth, stockfish)),
        ]
    }

    fn entry<'a, R: Rules + 'a>(&self, depth: u32, leaves: Leaves) -> Option<Work<'a>> {
        let position = R::read(self.fen)?;
        Some(match leaves {
            Leaves::Counted => Box::new(move || position.count(depth)),
            Leaves::Played => Box::new(move || position.count_by_playing(depth)),
        })
    }

    fn stockfish<'a>(&self, depth: u32, stockfish: &'a RefCell<Stockfish>) -> Option<Work<'a>> {
        stockfish.borrow_mut().set_position(self.fen, self.chess960).ok()?;
        // A count of zero from a Stockfish that has died is reported as a difference.
        Some(Box::new(move || stockfish.borrow_mut().count(depth).unwrap_or(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::race::race;

    #[test]
    fn everybody_counts_the_same_from_every_position() {
        for position in &RACES {
            for leaves in [Leaves::Counted, Leaves::Played] {
                let seconds = race(1, position.lineup(3, leaves, None)).unwrap().seconds;
                let took_part = seconds.map(|time| time.is_some());
                assert_eq!(took_part, [true, true, true, !position.chess960, false]);
            }
        }
    }
}
