//! King and pawn against king, solved exactly: every position is won or drawn.

use std::sync::OnceLock;

use chess::{Bitboard, Color, Square, attacks};

/// Pawns on the files from a to d, from the second to the seventh rank; the rest is a mirror image.
const PAWNS: usize = 24;
const POSITIONS: usize = 2 * 64 * 64 * PAWNS;

/// True when the side with the pawn wins.
pub(super) fn is_won(strong: Color, king: Square, pawn: Square, weak: Square, turn: Color) -> bool {
    static WON: OnceLock<Won> = OnceLock::new();
    let mirrored = pawn.index() % 8 > 3;
    let place = |square: Square| {
        let square = strong.relative(square);
        if mirrored { square.flip_file() } else { square }
    };
    let case = Case {
        king: place(king),
        pawn: place(pawn),
        weak: place(weak),
        strong_to_move: turn == strong,
    };
    WON.get_or_init(Won::solve).contains(&case)
}

/// A position in which White has the pawn.
struct Case {
    king: Square,
    pawn: Square,
    weak: Square,
    strong_to_move: bool,
}

impl Case {
    fn index(&self) -> usize {
        let pawn = (self.pawn.index() / 8 - 1) * 4 + self.pawn.index() % 8;
        ((pawn * 64 + self.king.index()) * 64 + self.weak.index()) * 2
            + usize::from(self.strong_to_move)
    }

    fn from_index(index: usize) -> Case {
        let pawn = index / (2 * 64 * 64);
        Case {
            king: Square::ALL[index / (2 * 64) % 64],
            pawn: Square::ALL[(pawn / 4 + 1) * 8 + pawn % 4],
            weak: Square::ALL[index / 2 % 64],
            strong_to_move: index % 2 == 1,
        }
    }

    /// True when no rule speaks against the position.
    fn is_legal(&self) -> bool {
        let in_check = attacks::pawn(Color::White, self.pawn).contains(self.weak);
        self.king.distance(self.weak) > 1
            && self.king != self.pawn
            && self.weak != self.pawn
            && !(self.strong_to_move && in_check)
    }

    /// True when a win is known from what is won already.
    fn is_won(&self, won: &Won) -> bool {
        if self.strong_to_move { self.strong_wins(won) } else { self.weak_loses(won) }
    }

    /// Some move wins: the king's, a step of the pawn, or a promotion that cannot be taken.
    fn strong_wins(&self, won: &Won) -> bool {
        let near = attacks::king(self.king);
        let leads = |next: Case| won.contains(&next);
        let targets = near & !attacks::king(self.weak) & !self.pawn.bitboard();
        let mut king_moves = targets.into_iter();
        if king_moves.any(|king| leads(Case { king, strong_to_move: false, ..*self })) {
            return true;
        }
        let free = !(self.king.bitboard() | self.weak.bitboard());
        let once = self.pawn.bitboard().forward(Color::White) & free;
        if (once & Bitboard::BACK_RANKS).any() {
            let guarded = (once & near).any();
            return guarded || (once & attacks::king(self.weak)).is_empty();
        }
        let is_home = self.pawn.index() < 16;
        let twice = if is_home { once.forward(Color::White) & free } else { Bitboard::EMPTY };
        let mut steps = (once | twice).into_iter();
        steps.any(|pawn| leads(Case { pawn, strong_to_move: false, ..*self }))
    }

    /// Every move of the bare king loses, and there is one.
    fn weak_loses(&self, won: &Won) -> bool {
        let forbidden = attacks::king(self.king) | attacks::pawn(Color::White, self.pawn);
        let targets = attacks::king(self.weak) & !forbidden;
        targets.any()
            && !targets.contains(self.pawn)
            && targets
                .into_iter()
                .all(|weak| won.contains(&Case { weak, strong_to_move: true, ..*self }))
    }
}

/// The positions that are won.
struct Won(Vec<bool>);

impl Won {
    /// Goes over all positions until no further one turns out to be won.
    fn solve() -> Won {
        let mut won = Won(vec![false; POSITIONS]);
        let legal = |index: &usize| Case::from_index(*index).is_legal();
        let mut open: Vec<usize> = (0..POSITIONS).filter(legal).collect();
        loop {
            let before = open.len();
            open.retain(|&index| {
                won.0[index] = Case::from_index(index).is_won(&won);
                !won.0[index]
            });
            if open.len() == before {
                return won;
            }
        }
    }

    fn contains(&self, case: &Case) -> bool {
        self.0[case.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_won_positions_is_the_known_one() {
        let won = Won::solve();
        assert_eq!(won.0.iter().filter(|&&won| won).count(), 111_282);
    }

    #[test]
    fn the_opposition_decides() {
        let table = [
            (Color::White, Square::E6, Square::E5, Square::E8, Color::White, true),
            (Color::White, Square::E5, Square::E4, Square::E7, Color::White, false),
            (Color::White, Square::E5, Square::E4, Square::E7, Color::Black, true),
            (Color::White, Square::A6, Square::A5, Square::B8, Color::White, false),
            (Color::Black, Square::D4, Square::D5, Square::D2, Color::White, true),
            (Color::Black, Square::H3, Square::H4, Square::G1, Color::Black, false),
        ];
        for (strong, king, pawn, weak, turn, won) in table {
            assert_eq!(is_won(strong, king, pawn, weak, turn), won, "{king} {pawn} {weak}");
        }
    }
}
