//! Where the opening of a game ends and where its endgame begins.
//!
//! The middlegame comes when pieces have left the board or the back rank, or when the pieces of
//! both sides are thoroughly mixed; the endgame when few pieces are left. The measures are those by
//! which Lichess divides games.

use std::fmt;
use std::ops::Range;

use chess::{Bitboard, Board, Color, File, Position, Rank, Role};

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// Until the middlegame begins.
    Opening,
    /// Between the two others.
    Middlegame,
    /// When few pieces are left.
    Endgame,
}

/// The middlegame and the endgame begin at the latest when this many pieces other than kings and
/// pawns remain.
const MIDDLEGAME_PIECES: usize = 10;
const ENDGAME_PIECES: usize = 6;
/// Pieces of its own on a side's back rank below which its pieces count as developed.
const FULL_BACK_RANK: usize = 4;
/// More than this much mixing is a middlegame.
const MIXED: usize = 150;

impl Phase {
    /// In the order of a game.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Phase::Opening => "opening",
            Phase::Middlegame => "middlegame",
            Phase::Endgame => "endgame",
        })
    }
}

/// Where the parts of a game begin, counted in positions from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Phases {
    /// Where the middlegame begins, if it does.
    pub middlegame: Option<usize>,
    /// Where the endgame begins, if it does.
    pub endgame: Option<usize>,
    /// The number of moves.
    moves: usize,
}

impl Phases {
    /// Divides a game, given its start and the position after each move.
    pub fn of(positions: &[Position]) -> Phases {
        let first = |begins: fn(&Board) -> bool| {
            positions.iter().position(|position| begins(position.board()))
        };
        let middle = first(is_middlegame);
        let endgame = middle.and_then(|_| first(is_endgame));
        let middlegame = middle.filter(|&start| endgame.is_none_or(|end| start < end));
        Phases { middlegame, endgame, moves: positions.len().saturating_sub(1) }
    }

    /// The moves of a phase, counted from 0; a move belongs to the phase in which it is played.
    pub fn moves(&self, phase: Phase) -> Range<usize> {
        let endgame = self.endgame.unwrap_or(self.moves).min(self.moves);
        let middlegame = self.middlegame.unwrap_or(endgame).min(self.moves);
        match phase {
            Phase::Opening => 0..middlegame,
            Phase::Middlegame => middlegame..endgame,
            Phase::Endgame => endgame..self.moves,
        }
    }

    /// The phase in which a move is played.
    pub fn at(&self, index: usize) -> Phase {
        let played_in = |phase: &Phase| self.moves(*phase).contains(&index);
        Phase::ALL.into_iter().find(played_in).unwrap_or(Phase::Endgame)
    }
}

fn is_middlegame(board: &Board) -> bool {
    pieces(board) <= MIDDLEGAME_PIECES
        || Color::ALL.iter().any(|&side| has_developed(board, side))
        || mixedness(board) > MIXED
}

fn is_endgame(board: &Board) -> bool {
    pieces(board) <= ENDGAME_PIECES
}

fn pieces(board: &Board) -> usize {
    (board.occupied() & !board.role(Role::Pawn) & !board.role(Role::King)).count()
}

fn has_developed(board: &Board, side: Color) -> bool {
    (board.color(side) & Bitboard::rank(side.back_rank())).count() < FULL_BACK_RANK
}

/// How much the pieces of both sides are mixed, over all squares of two by two.
fn mixedness(board: &Board) -> usize {
    let mut sum = 0;
    for (height, ranks) in (1..).zip(Rank::ALL.windows(2)) {
        for files in File::ALL.windows(2) {
            let region = (Bitboard::file(files[0]) | Bitboard::file(files[1]))
                & (Bitboard::rank(ranks[0]) | Bitboard::rank(ranks[1]));
            let count = |side| (board.color(side) & region).count();
            sum += region_score(height, count(Color::White), count(Color::Black));
        }
    }
    sum
}

/// What a region at a height from White's side, 1 to 7, adds for so many pieces of each side:
/// little near home, more far away, most where both sides meet.
fn region_score(height: usize, white: usize, black: usize) -> usize {
    match (white, black) {
        (1, 0) => 9 - height,
        (2, 0) if height > 2 => height,
        (3 | 4, 0) if height > 1 => 2 + height,
        (0, 1) => 1 + height,
        (1, 1) => 5 + height.abs_diff(3),
        (2, 1) => 4 + height,
        (3, 1) => 5 + height,
        (0, 2) if height < 6 => 8 - height,
        (1, 2) => 10 - height,
        (2, 2) => 7,
        (0, 3 | 4) if height < 7 => 10 - height,
        (1, 3) => 11 - height,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The positions of a game from the ordinary start.
    fn positions(moves: &str) -> Vec<Position> {
        let mut positions = vec![Position::default()];
        for san in moves.split_whitespace() {
            let last = positions[positions.len() - 1];
            positions.push(last.play(last.parse_san(san).unwrap()).unwrap());
        }
        positions
    }

    #[test]
    fn a_game_begins_with_its_opening() {
        let phases = Phases::of(&positions("e4 e5 Nf3 Nc6"));
        assert_eq!(phases, Phases { middlegame: None, endgame: None, moves: 4 });
        assert_eq!(phases.moves(Phase::Opening), 0..4);
        assert_eq!(phases.at(3), Phase::Opening);
    }

    #[test]
    fn an_empty_back_rank_begins_the_middlegame() {
        // White has castled and developed all but a rook and the queen's knight.
        let moves = "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 Nc3 a6 Be3 h6 Qd2 b6";
        let phases = Phases::of(&positions(moves));
        assert_eq!((phases.middlegame, phases.endgame), (Some(15), None));
        assert_eq!(phases.moves(Phase::Middlegame), 15..16);
        assert_eq!([phases.at(14), phases.at(15)], [Phase::Opening, Phase::Middlegame]);
    }

    #[test]
    fn few_pieces_are_an_endgame_from_the_start() {
        let start: Position = "4k3/pppp4/8/8/8/8/PPPP4/R3K2R w KQ - 0 1".parse().unwrap();
        let phases = Phases::of(&[start]);
        assert_eq!((phases.middlegame, phases.endgame), (None, Some(0)));
    }
}
