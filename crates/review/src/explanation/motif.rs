//! Tactical motifs: how the first move of a line wins a piece later in it.
//!
//! Each motif is one predicate over the line and the captured piece. All of them require that the
//! piece does not move before it is captured; the caller checks that the material is kept.

use chess::{Bitboard, Board, Color, Position, Role, Square, attacks};

use super::exchange::{exchange, piece_value};
use super::line_with_positions::{Capture, LineWithPositions};
use super::{Motif, PlacedPiece, Tactic};

/// The least value of a piece that a tactic is about.
const MIN_TARGET_VALUE: i32 = piece_value(Role::Knight);

/// How many moves the first side of a line may make before the tactic.
const MAX_PREPARATION: usize = 2;

/// The first tactic of a line, and what it wins in pawns.
pub(super) fn tactic(line: &LineWithPositions) -> Option<(Tactic, i32)> {
    let starts = (0..line.moves.len()).step_by(2).take(MAX_PREPARATION + 1);
    starts.map(|index| line.from(index)).find_map(|rest| tactic_at_once(&rest))
}

/// The tactic by which the first move of a line wins the first piece captured after it.
fn tactic_at_once(line: &LineWithPositions) -> Option<(Tactic, i32)> {
    let target = line
        .captures()
        .find(|capture| capture.index > 0 && piece_value(capture.piece.role) >= MIN_TARGET_VALUE)?;
    let context = TacticContext { line, mover: line.first_mover()?, target };
    let stands_still = line.stays(target.piece, !line.first_side(), target.index);
    let gain =
        piece_value(target.piece.role) - line.recaptured_after(target.index).map_or(0, piece_value);
    let tactic = by_mover(&context).or_else(|| discovered(&context))?;
    (stands_still && gain > 0).then_some((tactic, gain))
}

/// The motif by which the first mover wins the target.
fn by_mover(context: &TacticContext) -> Option<Tactic> {
    let motifs: [(Motif, Predicate); 4] = [
        (Motif::Fork, is_fork),
        (Motif::Skewer, is_skewer),
        (Motif::Pin, is_pin),
        (Motif::Trap, is_trap),
    ];
    let (motif, _) = motifs.into_iter().find(|(_, applies)| applies(context))?;
    Some(Tactic { motif, by: context.mover, won: context.target.piece })
}

/// Whether a motif applies.
type Predicate = fn(&TacticContext) -> bool;

/// A line, the piece that makes its first move, and the piece that is captured later.
struct TacticContext<'a> {
    line: &'a LineWithPositions,
    mover: PlacedPiece,
    target: Capture,
}

impl TacticContext<'_> {
    /// The position after the first move.
    fn position(&self) -> &Position {
        &self.line.positions[1]
    }

    fn board(&self) -> &Board {
        self.position().board()
    }

    fn us(&self) -> Color {
        self.line.first_side()
    }

    /// True when the piece that moved first stays there and takes the target.
    fn mover_takes(&self) -> bool {
        self.takes_from(self.mover)
    }

    /// True when a piece of ours stays where it is after the first move and takes the target.
    fn takes_from(&self, piece: PlacedPiece) -> bool {
        let m = self.line.moves[self.target.index];
        m.from() == piece.square && self.line.stays(piece, self.us(), self.target.index)
    }
}

/// The mover attacks the target and another piece that would be lost, or the king.
fn is_fork(context: &TacticContext) -> bool {
    let targets = attacked_by(context.board(), context.us(), context.mover);
    let enemies = context.board().color(!context.us());
    let others = (targets & enemies).without(context.target.piece.square);
    context.mover_takes()
        && targets.contains(context.target.piece.square)
        && others.into_iter().any(|square| is_endangered(context, square))
}

/// True when a piece of theirs would be lost to the mover: a king in check, or a piece that is
/// worth more or that nobody defends.
fn is_endangered(context: &TacticContext, square: Square) -> bool {
    let board = context.board();
    let Some(role) = board.role_at(square) else { return false };
    let is_loose = board.attackers(!context.us(), square, board.occupied()).is_empty();
    let is_dearer =
        context.mover.role != Role::King && piece_value(role) > piece_value(context.mover.role);
    role == Role::King || piece_value(role) >= MIN_TARGET_VALUE && (is_dearer || is_loose)
}

/// The mover looks through a king or something better at the target behind it, and takes it.
fn is_skewer(context: &TacticContext) -> bool {
    let target = context.target.piece;
    let front = lone_piece_between(context, target.square);
    context.mover_takes() && front.is_some_and(|front| is_better(front, target.role))
}

/// The mover looks through the target at a king or something better behind it.
fn is_pin(context: &TacticContext) -> bool {
    let target = context.target.piece;
    let enemies = context.board().color(!context.us());
    enemies.into_iter().any(|behind| {
        let stands_before = lone_piece_between(context, behind) == Some(target.role)
            && attacks::between(context.mover.square, behind).contains(target.square);
        let better =
            context.board().role_at(behind).is_some_and(|role| is_better(role, target.role));
        stands_before && better
    })
}

/// True for a king, and for a piece that is worth more.
fn is_better(role: Role, than: Role) -> bool {
    role == Role::King || piece_value(role) > piece_value(than)
}

/// The only piece between the mover and a square on a line along which it moves, if it is theirs.
fn lone_piece_between(context: &TacticContext, square: Square) -> Option<Role> {
    let PlacedPiece { role, square: from } = context.mover;
    let is_slider = matches!(role, Role::Bishop | Role::Rook | Role::Queen);
    let reaches = attacks::by_role(role, from, Bitboard::EMPTY).contains(square);
    let between = (attacks::between(from, square) & context.board().occupied()).single()?;
    let is_theirs = context.board().color_at(between) == Some(!context.us());
    context.board().role_at(between).filter(|_| is_slider && reaches && is_theirs)
}

/// The target is attacked, would be lost where it stands, and is lost wherever it goes.
fn is_trap(context: &TacticContext) -> bool {
    let target = context.target.piece;
    let position = context.position();
    let Some(passed) = position.null_move() else { return false };
    let is_lost =
        |position: &Position, square| exchange(position, square) >= piece_value(target.role) - 1;
    let moves = position.legal_moves();
    let escapes = moves.iter().filter(|m| m.from() == target.square).any(|&m| {
        let taken = position.board().role_at(m.to()).map_or(0, piece_value);
        taken >= piece_value(target.role) - 1 || !is_lost(&position.play_unchecked(m), m.to())
    });
    target.role != Role::Pawn && is_lost(&passed, target.square) && !escapes
}

/// A slider behind the mover that attacks the target or the king now that the mover is gone.
fn discovered(context: &TacticContext) -> Option<Tactic> {
    let from = context.line.moves[0].from();
    let won = context.target.piece;
    let king = context.position().king(!context.us());
    let sliders = context.board().color(context.us()).without(context.mover.square);
    sliders.into_iter().find_map(|square| {
        let by = PlacedPiece { role: context.board().role_at(square)?, square };
        let uncovers = |target| {
            attacks::between(square, target).contains(from)
                && attacked_by(context.board(), context.us(), by).contains(target)
        };
        let motif = if uncovers(king) && context.mover_takes() {
            Motif::DiscoveredCheck
        } else if uncovers(won.square) && context.takes_from(by) {
            Motif::DiscoveredAttack
        } else {
            return None;
        };
        Some(Tactic { motif, by, won })
    })
}

/// The squares that a piece attacks.
fn attacked_by(board: &Board, color: Color, piece: PlacedPiece) -> Bitboard {
    match piece.role {
        Role::Pawn => attacks::pawn(color, piece.square),
        role => attacks::by_role(role, piece.square, board.occupied()),
    }
}
