//! Material that changes hands over a line, counted by role.
//!
//! Whatever the motif, a line that ends in a quiet position proves what it wins: the pieces that
//! are gone by then, less equal trades.

use chess::{Board, Color, Position, Role, Square};

use super::exchange::{is_settled, piece_value};
use super::line_with_positions::LineWithPositions;
use super::{Material, MaterialGain};

impl Material {
    /// A single piece.
    pub(super) fn of(role: Role) -> Material {
        let mut material = Material::default();
        material.counts[role as usize] = 1;
        material
    }

    /// The value in pawns.
    pub(super) fn value(self) -> i32 {
        self.roles().map(piece_value).sum()
    }

    /// The only piece, if there is one alone.
    pub(super) fn single(self) -> Option<Role> {
        let mut roles = self.roles();
        roles.next().filter(|_| roles.next().is_none())
    }

    /// What a side has lost between two boards; none when it has gained a piece by promotion.
    fn lost(before: &Board, after: &Board, side: Color) -> Option<Material> {
        let count = |board: &Board, role| board.pieces(side, role).count();
        let mut lost = Material::default();
        for (counted, role) in lost.counts.iter_mut().zip(Role::ALL) {
            *counted = u8::try_from(count(before, role).checked_sub(count(after, role))?).ok()?;
        }
        Some(lost)
    }
}

/// What the first side of a line wins by its last quiet position, counted from an earlier board.
pub(super) fn material_won(line: &LineWithPositions, from: &Board) -> Option<MaterialGain> {
    let (end, won, cost) = balance(line, from, line.first_side())?;
    let square = won.single().and_then(|role| origin_of_captured(line, role, end));
    (won.value() > cost.value()).then_some(MaterialGain { won, cost, square })
}

/// True when a side wins these pieces over a line, whatever else it wins or gives for them.
pub(super) fn wins(line: &LineWithPositions, from: &Board, side: Color, pieces: Material) -> bool {
    balance(line, from, side).is_some_and(|(_, won, _)| {
        won.counts.iter().zip(&pieces.counts).all(|(won, count)| won >= count)
    })
}

/// The index of the last quiet position, what a side has won by then, and what it has lost.
fn balance(
    line: &LineWithPositions,
    from: &Board,
    side: Color,
) -> Option<(usize, Material, Material)> {
    let is_rest = |&index: &usize| is_quiet(&line.positions[index], side);
    let end = (1..line.positions.len()).rev().find(is_rest)?;
    let lost_by = |side| Material::lost(from, line.positions[end].board(), side);
    let (mut won, mut lost) = (lost_by(!side)?, lost_by(side)?);
    cancel_trades(&mut won, &mut lost);
    Some((end, won, lost))
}

/// True when the side to move wins nothing by captures, and the winner is not in check.
fn is_quiet(position: &Position, winner: Color) -> bool {
    let in_check = position.is_check() && position.turn() == winner;
    !in_check && is_settled(position)
}

/// Removes what both sides have lost alike. A knight and a bishop count alike.
fn cancel_trades(one: &mut Material, other: &mut Material) {
    const KNIGHT: usize = Role::Knight as usize;
    const BISHOP: usize = Role::Bishop as usize;
    let pairs = (0..one.counts.len()).map(|index| (index, index));
    for (left, right) in pairs.chain([(KNIGHT, BISHOP), (BISHOP, KNIGHT)]) {
        let both = one.counts[left].min(other.counts[right]);
        one.counts[left] -= both;
        other.counts[right] -= both;
    }
}

/// Where the only piece of a role that the first side captures stood at the start of the line.
fn origin_of_captured(line: &LineWithPositions, role: Role, end: usize) -> Option<Square> {
    let is_it = |piece: Role, index: usize| piece == role && index < end;
    let mut captures = line.captures().filter(|one| is_it(one.piece.role, one.index));
    let capture = captures.next().filter(|_| captures.next().is_none())?;
    let mut square = capture.piece.square;
    for index in (0..capture.index).rev().filter(|index| index % 2 == 1) {
        if line.moves[index].destination() == square {
            square = line.moves[index].from();
        }
    }
    let piece = line.positions[0].board().piece_at(square);
    (piece == Some(role.of(!line.first_side()))).then_some(square)
}
