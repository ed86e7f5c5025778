//! Tactics: how the first move of a story wins a piece later in it.
//!
//! Each motif is one predicate over the story and the piece that is taken. All of them ask that the
//! piece stands still from the first move until it is taken; that what is won is kept is for the
//! caller to ask.

use chess::{Bitboard, Board, Color, Position, Role, Square, attacks};

use super::exchange::{exchange, worth};
use super::story::{Capture, Story};
use super::{Motif, PlacedPiece, Tactic};

/// The least that a piece must be worth to be the point of a tactic.
const LEAST_PRIZE: i32 = worth(Role::Knight);

/// How many moves of its own the beginner of a story may make before the tactic.
const LATEST: usize = 2;

/// The first tactic of a story, and what it wins in pawns.
pub(super) fn tactic(story: &Story) -> Option<(Tactic, i32)> {
    let starts = (0..story.moves.len()).step_by(2).take(LATEST + 1);
    starts.map(|index| story.from(index)).find_map(|rest| tactic_at_once(&rest))
}

/// The tactic by which the first move of a story wins the first piece that is taken after it.
fn tactic_at_once(story: &Story) -> Option<(Tactic, i32)> {
    let prize = story
        .captures()
        .find(|capture| capture.index > 0 && worth(capture.piece.role) >= LEAST_PRIZE)?;
    let scene = Scene { story, mover: story.first_mover()?, prize };
    let stands_still = story.stays(prize.piece, !story.beginner(), prize.index);
    let gain = worth(prize.piece.role) - story.retaken_after(prize.index).map_or(0, worth);
    let tactic = by_mover(&scene).or_else(|| discovered(&scene))?;
    (stands_still && gain > 0).then_some((tactic, gain))
}

/// What the piece that moved first does to win the prize.
fn by_mover(scene: &Scene) -> Option<Tactic> {
    let motifs: [(Motif, Predicate); 4] = [
        (Motif::Fork, is_fork),
        (Motif::Skewer, is_skewer),
        (Motif::Pin, is_pin),
        (Motif::Trap, is_trap),
    ];
    let (motif, _) = motifs.into_iter().find(|(_, applies)| applies(scene))?;
    Some(Tactic { motif, by: scene.mover, won: scene.prize.piece })
}

/// Whether a motif applies.
type Predicate = fn(&Scene) -> bool;

/// A first move, the piece that makes it, and the piece that is taken later.
struct Scene<'a> {
    story: &'a Story,
    mover: PlacedPiece,
    prize: Capture,
}

impl Scene<'_> {
    /// The position after the first move.
    fn position(&self) -> &Position {
        &self.story.positions[1]
    }

    fn board(&self) -> &Board {
        self.position().board()
    }

    fn us(&self) -> Color {
        self.story.beginner()
    }

    /// True when the piece that moved first stays there and takes the prize.
    fn mover_takes(&self) -> bool {
        self.takes_from(self.mover)
    }

    /// True when a piece of ours stays where it is after the first move and takes the prize.
    fn takes_from(&self, piece: PlacedPiece) -> bool {
        let m = self.story.moves[self.prize.index];
        m.from() == piece.square && self.story.stays(piece, self.us(), self.prize.index)
    }
}

/// The mover attacks the prize and another piece that would be lost, or the king.
fn is_fork(scene: &Scene) -> bool {
    let targets = attacked_by(scene.board(), scene.us(), scene.mover);
    let enemies = scene.board().color(!scene.us());
    let others = (targets & enemies).without(scene.prize.piece.square);
    scene.mover_takes()
        && targets.contains(scene.prize.piece.square)
        && others.into_iter().any(|square| is_endangered(scene, square))
}

/// True when a piece of theirs would be lost to the mover: a king in check, or a piece that is worth
/// more or that nobody defends.
fn is_endangered(scene: &Scene, square: Square) -> bool {
    let board = scene.board();
    let Some(role) = board.role_at(square) else { return false };
    let is_loose = board.attackers(!scene.us(), square, board.occupied()).is_empty();
    let is_dearer = scene.mover.role != Role::King && worth(role) > worth(scene.mover.role);
    role == Role::King || worth(role) >= LEAST_PRIZE && (is_dearer || is_loose)
}

/// The mover looks through a king or something better at the prize behind it, and takes it.
fn is_skewer(scene: &Scene) -> bool {
    let prize = scene.prize.piece;
    let front = lone_piece_between(scene, prize.square);
    scene.mover_takes() && front.is_some_and(|front| is_better(front, prize.role))
}

/// The mover looks through the prize at a king or something better behind it.
fn is_pin(scene: &Scene) -> bool {
    let prize = scene.prize.piece;
    let enemies = scene.board().color(!scene.us());
    enemies.into_iter().any(|behind| {
        let stands_before = lone_piece_between(scene, behind) == Some(prize.role)
            && attacks::between(scene.mover.square, behind).contains(prize.square);
        let better = scene.board().role_at(behind).is_some_and(|role| is_better(role, prize.role));
        stands_before && better
    })
}

/// True for a king, and for a piece that is worth more.
fn is_better(role: Role, than: Role) -> bool {
    role == Role::King || worth(role) > worth(than)
}

/// The only piece between the mover and a square on a line along which it moves, if it is theirs.
fn lone_piece_between(scene: &Scene, square: Square) -> Option<Role> {
    let PlacedPiece { role, square: from } = scene.mover;
    let is_slider = matches!(role, Role::Bishop | Role::Rook | Role::Queen);
    let reaches = attacks::by_role(role, from, Bitboard::EMPTY).contains(square);
    let between = (attacks::between(from, square) & scene.board().occupied()).single()?;
    let is_theirs = scene.board().color_at(between) == Some(!scene.us());
    scene.board().role_at(between).filter(|_| is_slider && reaches && is_theirs)
}

/// The prize is attacked, would be lost where it stands, and is lost wherever it goes.
fn is_trap(scene: &Scene) -> bool {
    let prize = scene.prize.piece;
    let position = scene.position();
    let Some(passed) = position.null_move() else { return false };
    let is_lost = |position: &Position, square| exchange(position, square) >= worth(prize.role) - 1;
    let moves = position.legal_moves();
    let escapes = moves.iter().filter(|m| m.from() == prize.square).any(|&m| {
        let taken = position.board().role_at(m.to()).map_or(0, worth);
        taken >= worth(prize.role) - 1 || !is_lost(&position.play_unchecked(m), m.to())
    });
    prize.role != Role::Pawn && is_lost(&passed, prize.square) && !escapes
}

/// A slider behind the mover that attacks the prize or the king now that the mover is gone.
fn discovered(scene: &Scene) -> Option<Tactic> {
    let from = scene.story.moves[0].from();
    let won = scene.prize.piece;
    let king = scene.position().king(!scene.us());
    let sliders = scene.board().color(scene.us()).without(scene.mover.square);
    sliders.into_iter().find_map(|square| {
        let by = PlacedPiece { role: scene.board().role_at(square)?, square };
        let uncovers = |target| {
            attacks::between(square, target).contains(from)
                && attacked_by(scene.board(), scene.us(), by).contains(target)
        };
        let motif = if uncovers(king) && scene.mover_takes() {
            Motif::DiscoveredCheck
        } else if uncovers(won.square) && scene.takes_from(by) {
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
