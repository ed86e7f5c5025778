//! What a club file says of pieces beyond where they stand: when a pawn moved last, and whether a
//! king or a rook has moved. It is followed through the moves that were played here, from what the
//! file said in which the game came, or from the position that it began with.

use chess::{CastlingSide, Color, MoveKind, Position, Rank, Role, Square};

use super::{Cell, Entry};

/// The `move_num` of a position: half-moves played, and one more.
pub(crate) fn move_number(position: &Position) -> u32 {
    let whole = u32::from(position.fullmoves()).saturating_sub(1);
    2 * whole + if position.turn() == Color::White { 1 } else { 2 }
}

/// The pieces of a game with what they did.
pub(crate) struct History {
    move_num: u32,
    pieces: [Past; 64],
    /// The last move was one of a pawn to this square, and no double step.
    stepped: Option<Square>,
}

#[derive(Clone, Copy, Default)]
struct Past {
    has_moved: bool,
    /// When it moved last.
    latest: u32,
}

impl History {
    /// The history of a game that may have come in a club file.
    pub(crate) fn of(game: &chess::Game, original: Option<&Entry>) -> History {
        let mut history = History::at(game.start());
        if let Some(entry) = original {
            history.recall(entry);
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

    /// When a pawn moved last. One that has just come to its fourth rank by another move than a
    /// double step would be taken for one that can be captured en passant, so where an enemy pawn
    /// stands beside it, the move before is named.
    pub(crate) fn first_moved(&self, square: Square, position: &Position) -> u32 {
        let Past { latest, .. } = self.pieces[square.index()];
        let is_mistaken = self.stepped == Some(square) && has_enemy_beside(square, position);
        if is_mistaken { latest.saturating_sub(2) } else { latest }
    }

    /// What can be told from a position alone.
    fn at(start: &Position) -> History {
        let move_num = move_number(start);
        let mut pieces = [Past::default(); 64];
        for (square, piece) in start.board().iter() {
            pieces[square.index()] = match piece.role {
                Role::Pawn if square.rank() == piece.color.pawn_rank() => Past::default(),
                Role::Pawn => Past { has_moved: true, latest: earlier(piece.color, move_num) },
                role => {
                    Past { has_moved: !may_castle(start, square, piece.color, role), latest: 0 }
                }
            };
        }
        if let Some(pawn) = start.en_passant().and_then(|passed| {
            let ahead = if start.turn() == Color::White { -1 } else { 1 };
            passed.offset(0, ahead)
        }) {
            pieces[pawn.index()].latest = move_num - 1;
        }
        History { move_num, pieces, stepped: None }
    }

    /// Takes over what the file said of the pieces.
    fn recall(&mut self, entry: &Entry) {
        if entry.move_num != i64::from(self.move_num) {
            return;
        }
        let pieces = &entry.pieces;
        let kings = pieces.kings.iter().map(|king| (king.position, king.has_moved));
        let rooks = pieces.rooks.iter().map(|rook| (rook.position, rook.has_moved));
        for (cell, has_moved) in kings.chain(rooks) {
            self.change(cell, |past| past.has_moved = has_moved);
        }
        for pawn in &pieces.pawns {
            let latest = pawn.first_moved.as_u64().and_then(|number| u32::try_from(number).ok());
            if let Some(latest) = latest.filter(|latest| *latest < self.move_num) {
                self.change(pawn.position, |past| past.latest = latest);
            }
        }
    }

    fn change(&mut self, cell: Cell, change: impl FnOnce(&mut Past)) {
        if let Some(square) = cell.square() {
            change(&mut self.pieces[square.index()]);
        }
    }

    fn play(&mut self, m: chess::Move, position: &Position) {
        let past = Past { has_moved: true, latest: self.move_num };
        let (from, to) = (m.from(), m.destination());
        self.pieces[to.index()] = past;
        if let Some(side) = m.castling_side() {
            let rook = Square::new(side.rook_file(), from.rank());
            self.pieces[rook.index()] = past;
        }
        let is_pawn = position.board().role_at(from) == Some(Role::Pawn);
        let is_step = is_pawn && m.kind() == MoveKind::Normal && from.distance(to) == 1;
        let is_fourth = position.turn().relative(to).rank() == Rank::Fourth;
        self.stepped = (is_step && is_fourth).then_some(to);
        self.move_num += 1;
    }
}

/// A number at which a pawn of this color may have moved that is not the last one: the first of its
/// side, where that is not the last.
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

/// Whether a king or a rook may still take part in castling; all others count as moved.
fn may_castle(position: &Position, square: Square, color: Color, role: Role) -> bool {
    let rights = position.castling_rights();
    let mut rooks = CastlingSide::ALL.into_iter().filter_map(|side| rights.rook(color, side));
    match role {
        Role::King => rooks.next().is_some(),
        _ => square.rank() == color.back_rank() && rooks.any(|file| file == square.file()),
    }
}
