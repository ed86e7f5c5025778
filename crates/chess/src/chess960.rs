//! The 960 start positions of Chess960 (Fischer random chess) by number.
//!
//! The numbers are those of Reinhard Scharnagl's scheme; 518 is the standard start.

use crate::{Board, CastlingRights, CastlingSide, Color, File, Position, Role, Setup, Square};

/// How many start positions there are.
pub const START_POSITIONS: u16 = 960;

/// The number of the standard start position.
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

/// The standard start position, not validated.
pub(crate) fn standard_start() -> Setup {
    setup(STANDARD_START)
}

/// The start position with a number below 960.
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

/// The back rank, from the `a` file.
fn back_rank(number: usize) -> [Role; 8] {
    /// The squares of the knights among the five that remain.
    const KNIGHTS: [[usize; 2]; 10] =
        [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

    let mut rank = [None; 8];
    rank[2 * (number % 4) + 1] = Some(Role::Bishop);
    rank[2 * (number / 4 % 4)] = Some(Role::Bishop);
    place(&mut rank, number / 16 % 6, Role::Queen);
    let [first, second] = KNIGHTS[number / 96];
    // The later square first, so that both are counted among the same five.
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
