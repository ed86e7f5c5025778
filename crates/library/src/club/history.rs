//! What the club file records of each piece: when a pawn last moved, and whether a king or rook has
//! moved. Starts from the original file or from the starting position, and follows the moves that
//! were played here.

use chess::{CastlingSide, Color, MoveKind, Position, Rank, Role, Square};

use super::{Cell, ClubEntry};

/// The `move_num` of a position: the number of plies played, plus one.
pub(crate) fn move_number(position: &Position) -> u32 {
    let whole = u32::from(position.fullmoves()).saturating_sub(1);
    2 * whole + if position.turn() == Color::White { 1 } else { 2 }
}

/// The history of all pieces of a game.
pub(crate) struct History {
    move_num: u32,
    pieces: [PieceHistory; 64],
    /// The destination of the last move, if that was a pawn's single step to its fourth rank.
    single_step: Option<Square>,
}

#[derive(Clone, Copy, Default)]
struct PieceHistory {
    has_moved: bool,
    /// The `move_num` of its last move.
    last_moved: u32,
}

impl History {
    /// The history of a game; `original` is its entry in the club file it came from.
    pub(crate) fn of(game: &chess::Game, original: Option<&ClubEntry>) -> History {
        let mut history = History::at(game.start());
        if let Some(entry) = original {
            history.adopt(entry);
        }
        for (&m, position) in game.moves().iter().zip(game.positions()) {
            history.play(m, position);
        }
        history
    }

    /// Whether a king or a rook has moved.
    pub(crate) fn has_moved(&self, square: Square) -> bool {
        self.pieces[square.index()].has_moved
    }

    /// When a pawn last moved. The club's program takes any pawn that has just reached its fourth
    /// rank for one that can be captured en passant. After a single step beside an enemy pawn, the
    /// number of the move before is given instead.
    pub(crate) fn first_moved(&self, square: Square, position: &Position) -> u32 {
        let PieceHistory { last_moved, .. } = self.pieces[square.index()];
        let is_ambiguous = self.single_step == Some(square) && has_enemy_beside(square, position);
        if is_ambiguous { last_moved.saturating_sub(2) } else { last_moved }
    }

    /// What a position alone tells.
    fn at(start: &Position) -> History {
        let move_num = move_number(start);
        let mut pieces = [PieceHistory::default(); 64];
        for (square, piece) in start.board().iter() {
            pieces[square.index()] = match piece.role {
                Role::Pawn if square.rank() == piece.color.pawn_rank() => PieceHistory::default(),
                Role::Pawn => {
                    PieceHistory { has_moved: true, last_moved: earlier(piece.color, move_num) }
                }
                role => PieceHistory {
                    has_moved: !may_castle(start, square, piece.color, role),
                    last_moved: 0,
                },
            };
        }
        if let Some(pawn) = start.en_passant().and_then(|passed| {
            let ahead = if start.turn() == Color::White { -1 } else { 1 };
            passed.offset(0, ahead)
        }) {
            pieces[pawn.index()].last_moved = move_num - 1;
        }
        History { move_num, pieces, single_step: None }
    }

    /// Adopts the history recorded in a club file.
    fn adopt(&mut self, entry: &ClubEntry) {
        if entry.move_num != i64::from(self.move_num) {
            return;
        }
        let pieces = &entry.pieces;
        let kings = pieces.kings.iter().map(|king| (king.position, king.has_moved));
        let rooks = pieces.rooks.iter().map(|rook| (rook.position, rook.has_moved));
        for (cell, has_moved) in kings.chain(rooks) {
            self.change(cell, |piece| piece.has_moved = has_moved);
        }
        for pawn in &pieces.pawns {
            let last_moved =
                pawn.first_moved.as_u64().and_then(|number| u32::try_from(number).ok());
            if let Some(last_moved) = last_moved.filter(|last_moved| *last_moved < self.move_num) {
                self.change(pawn.position, |piece| piece.last_moved = last_moved);
            }
        }
    }

    fn change(&mut self, cell: Cell, change: impl FnOnce(&mut PieceHistory)) {
        if let Some(square) = cell.square() {
            change(&mut self.pieces[square.index()]);
        }
    }

    fn play(&mut self, m: chess::Move, position: &Position) {
        let piece = PieceHistory { has_moved: true, last_moved: self.move_num };
        let (from, to) = (m.from(), m.destination());
        self.pieces[to.index()] = piece;
        if let Some(side) = m.castling_side() {
            let rook = Square::new(side.rook_file(), from.rank());
            self.pieces[rook.index()] = piece;
        }
        let is_pawn = position.board().role_at(from) == Some(Role::Pawn);
        let is_step = is_pawn && m.kind() == MoveKind::Normal && from.distance(to) == 1;
        let is_fourth = position.turn().relative(to).rank() == Rank::Fourth;
        self.single_step = (is_step && is_fourth).then_some(to);
        self.move_num += 1;
    }
}

/// A `move_num` at which a pawn of this color may have moved, other than the last one: the first of
/// its side, where that is not the last.
fn earlier(color: Color, move_num: u32) -> u32 {
    let first = if color == Color::White { 1 } else { 2 };
    match move_num {
        0..=2 => 0,
        3 => 1,
        _ => first,
    }
}

fn has_enemy_beside(square: Square, position: &Position) -> bool {
    let board = position.board();
    let mut beside = [-1, 1].into_iter().filter_map(|files| square.offset(files, 0));
    beside.any(|other| {
        board.role_at(other) == Some(Role::Pawn) && board.color_at(other) != board.color_at(square)
    })
}

/// Whether a king or rook may still castle; all other pieces count as moved.
fn may_castle(position: &Position, square: Square, color: Color, role: Role) -> bool {
    let rights = position.castling_rights();
    let mut rooks = CastlingSide::ALL.into_iter().filter_map(|side| rights.rook(color, side));
    match role {
        Role::King => rooks.next().is_some(),
        _ => square.rank() == color.back_rank() && rooks.any(|file| file == square.file()),
    }
}
