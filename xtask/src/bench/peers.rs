//! The rules libraries that count move paths, each in its own idiom.

use std::hint::black_box;
use std::str::FromStr;

use jordan_chess::MoveGen;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

/// A rules library, as far as move paths need it.
pub(crate) trait Rules: Sized {
    /// Reads a position; nothing when the library does not know the kind.
    fn read(fen: &str) -> Option<Self>;

    /// Counts paths; moves of the last step are counted without being played.
    fn count(&self, depth: u32) -> u64;

    /// Counts paths with every move of the last step played too.
    fn count_by_playing(&self, depth: u32) -> u64;
}

impl Rules for chess::Position {
    fn read(fen: &str) -> Option<Self> {
        fen.parse().ok()
    }

    fn count(&self, depth: u32) -> u64 {
        chess::perft::count(self, depth)
    }

    fn count_by_playing(&self, depth: u32) -> u64 {
        chess::perft::count_by_playing(self, depth)
    }
}

/// A library that has no count of its own with the last moves played.
trait Walk {
    /// Calls `visit` with the position after each legal move.
    fn for_each_next(&self, visit: impl FnMut(&Self));
}

fn walk<W: Walk>(position: &W, depth: u32) -> u64 {
    let mut sum = 0;
    if depth <= 1 {
        position.for_each_next(|next| {
            // Without this the optimizer may leave out the last move, since nobody looks.
            black_box(next);
            sum += 1;
        });
    } else {
        position.for_each_next(|next| sum += walk(next, depth - 1));
    }
    sum
}

impl Rules for cozy_chess::Board {
    fn read(fen: &str) -> Option<Self> {
        fen.parse().ok()
    }

    fn count(&self, depth: u32) -> u64 {
        let mut sum = 0;
        if depth == 1 {
            self.generate_moves(|moves| {
                sum += moves.len() as u64;
                false
            });
        } else {
            self.for_each_next(|next| sum += next.count(depth - 1));
        }
        sum
    }

    fn count_by_playing(&self, depth: u32) -> u64 {
        walk(self, depth)
    }
}

impl Walk for cozy_chess::Board {
    fn for_each_next(&self, mut visit: impl FnMut(&Self)) {
        self.generate_moves(|moves| {
            for m in moves {
                let mut next = self.clone();
                next.play_unchecked(m);
                visit(&next);
            }
            false
        });
    }
}

impl Rules for Chess {
    fn read(fen: &str) -> Option<Self> {
        let fen = Fen::from_ascii(fen.as_bytes()).ok()?;
        fen.into_position(CastlingMode::Chess960).ok()
    }

    fn count(&self, depth: u32) -> u64 {
        shakmaty::perft(self, depth)
    }

    fn count_by_playing(&self, depth: u32) -> u64 {
        walk(self, depth)
    }
}

impl Walk for Chess {
    fn for_each_next(&self, mut visit: impl FnMut(&Self)) {
        for m in self.legal_moves() {
            let mut next = self.clone();
            next.play_unchecked(m);
            visit(&next);
        }
    }
}

impl Rules for jordan_chess::Board {
    fn read(fen: &str) -> Option<Self> {
        jordan_chess::Board::from_str(fen).ok()
    }

    fn count(&self, depth: u32) -> u64 {
        MoveGen::movegen_perft_test(self, depth as usize) as u64
    }

    fn count_by_playing(&self, depth: u32) -> u64 {
        walk(self, depth)
    }
}

impl Walk for jordan_chess::Board {
    fn for_each_next(&self, mut visit: impl FnMut(&Self)) {
        let mut next = *self;
        for m in MoveGen::new_legal(self) {
            self.make_move(m, &mut next);
            visit(&next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<R: Rules>() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = R::read(fen).unwrap();
        assert_eq!(position.count(3), 97_862);
        assert_eq!(position.count_by_playing(3), 97_862);
    }

    #[test]
    fn all_libraries_count_the_same_paths() {
        check::<chess::Position>();
        check::<cozy_chess::Board>();
        check::<Chess>();
        check::<jordan_chess::Board>();
    }
}
