//! Chess openings: the ECO code and English name of a position or a game.
//!
//! A position is identified by its pieces and the side to move, so transpositions have the same
//! name. The table (`data/openings.tsv`) is compiled in and parsed on first use. The web app is
//! built from the same file. Names are in English only.
//!
//! ```
//! use chess::{Game, Position};
//!
//! let mut game = Game::new(Position::default());
//! for san in ["e4", "c5", "Nf3"] {
//!     let m = game.position().parse_san(san)?;
//!     game.play(m)?;
//! }
//! let opening = openings::of_game(game.start(), game.moves()).expect("a known opening");
//! assert_eq!((opening.eco, opening.name), ("B27", "Sicilian Defense"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod table;

use chess::{CastlingSide, Color, File, Move, Position};

/// The number of half-moves examined; no line in the table is longer.
pub const MAX_PLIES: usize = 40;

/// An opening or one of its variations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The code of the Encyclopaedia of Chess Openings, such as `C50`.
    pub eco: &'static str,
    /// The English name: the family, and after a colon the variation.
    pub name: &'static str,
}

impl Opening {
    /// The family that the opening belongs to: its name without the variation.
    pub fn family(&self) -> &'static str {
        self.name.split_once(": ").map_or(self.name, |(family, _)| family)
    }
}

/// The opening defined by this position, ignoring counters and en passant.
pub fn find(position: &Position) -> Option<Opening> {
    castles_as_usual(position).then(|| table::find(position)).flatten()
}

/// The opening of a game: its last position that has a name. `None` for games that do not start
/// from the standard position, such as Chess960.
pub fn of_positions<'a>(positions: impl IntoIterator<Item = &'a Position>) -> Option<Opening> {
    let mut positions = positions.into_iter();
    if positions.next() != Some(&Position::default()) {
        return None;
    }
    positions.take(MAX_PLIES).filter_map(table::find).last()
}

/// The opening of a game by its start and moves, up to the first illegal move.
pub fn of_game(start: &Position, moves: &[Move]) -> Option<Opening> {
    let moves = moves.iter().take(MAX_PLIES);
    let later = moves.scan(*start, |position, &m| {
        *position = position.play(m).ok()?;
        Some(*position)
    });
    let positions: Vec<Position> = std::iter::once(*start).chain(later).collect();
    of_positions(&positions)
}

/// Every opening with the moves that lead to it in UCI notation, in table order.
pub fn all() -> impl Iterator<Item = (Opening, &'static str)> {
    table::rows()
}

/// True when kings and rooks that may castle are on their standard squares.
fn castles_as_usual(position: &Position) -> bool {
    let rights = position.castling_rights();
    Color::ALL.into_iter().all(|color| {
        let mut rooks = CastlingSide::ALL.into_iter().filter_map(|side| rights.rook(color, side));
        let king = position.king(color).file();
        rooks.all(|rook| king == File::E && matches!(rook, File::A | File::H))
    })
}
