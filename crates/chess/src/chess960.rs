//! The 960 start positions of Fischer random chess, by their number.
//!
//! The number encodes the placing as Reinhard Scharnagl defined it; 518 is the ordinary start.

use crate::{Board, CastlingRights, CastlingSide, Color, File, Position, Role, Setup, Square};

/// How many start positions there are.
pub const START_POSITIONS: u16 = 960;

/// The number of the ordinary start position.
pub const STANDARD_START: u16 = 518;

/// The start position with a number from 0 to 959.
///
/// ```
/// use tabiya_chess::{Position, chess960};
///
/// assert_eq!(chess960::start(518), Some(Position::default()));
/// assert_eq!(chess960::start(960), None);
/// ```
pub fn start(number: u16) -> Option<Position> {
    if number >= START_POSITIONS {
        return None;
    }
    Position::try_from(setup(number)).ok()
}

/// The ordinary start position, unchecked.
pub(crate) fn standard_start() -> Setup {
    setup(STANDARD_START)
}

/// The setup of a start number below 960.
fn setup(number: u16) -> Setup {
    let roles = back_rank(usize::from(number));
    let mut board = Board::EMPTY;
    let mut castling = CastlingRights::NONE;
    for color in Color::ALL {
        for (file, role) in File::ALL.into_iter().zip(roles) {
            board.put(Square::new(file, color.back_rank()), role.of(color));
            board.put(Square::new(file, color.pawn_rank()), Role::Pawn.of(color));
        }
        let mut rooks = File::ALL.into_iter().zip(roles).filter(|&(_, role)| role == Role::Rook);
        castling.set(color, CastlingSide::Queen, rooks.next().map(|(file, _)| file));
        castling.set(color, CastlingSide::King, rooks.next().map(|(file, _)| file));
    }
    Setup { board, castling, ..Setup::EMPTY }
}

/// The pieces of the first rank, from the `a` file.
fn back_rank(number: usize) -> [Role; 8] {
    /// Which two of the five squares that remain hold the knights.
    const KNIGHTS: [[usize; 2]; 10] =
        [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

    let mut rank = [None; 8];
    rank[2 * (number % 4) + 1] = Some(Role::Bishop);
    rank[2 * (number / 4 % 4)] = Some(Role::Bishop);
    place(&mut rank, number / 16 % 6, Role::Queen);
    let [first, second] = KNIGHTS[number / 96];
    // The later square first, so that the earlier one still counts from the same five.
    place(&mut rank, second, Role::Knight);
    place(&mut rank, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(&mut rank, 0, role);
    }
    rank.map(|role| role.unwrap_or(Role::Pawn))
}

/// Puts a piece on the `nth` free square of the rank.
fn place(rank: &mut [Option<Role>; 8], nth: usize, role: Role) {
    if let Some(free) = rank.iter_mut().filter(|square| square.is_none()).nth(nth) {
        *free = Some(role);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_place_the_pieces_as_published() {
        for (number, pieces) in
            [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")]
        {
            let rank: String = back_rank(number).iter().map(|role| role.upper_char()).collect();
            assert_eq!(rank, pieces, "start position {number}");
        }
    }

    #[test]
    fn all_starts_differ_and_are_legal() {
        let starts: std::collections::HashSet<_> =
            (0..START_POSITIONS).map(|number| start(number).unwrap().to_string()).collect();
        assert_eq!(starts.len(), 960);
    }
}
