//! Finds the fact that the lines prove.

use chess::{Position, Role};

use super::exchange::{captured, captured_square, exchange, piece_value};
use super::line_with_positions::LineWithPositions;
use super::mate::{is_back_rank_mate, mates_in};
use super::material::{material_won, wins};
use super::motif::tactic;
use super::standing::{explains_loss, turns};
use super::swing::MaterialSwing;
use super::{BadMove, EndgameType, Material, MoveFact, PlacedPiece};
use crate::Score;

/// Centipawns from which a position counts as won, and up to which as drawn.
const WON: i32 = 300;
const WON_ENDGAME: i32 = 400;
const DRAWN: i32 = 30;

/// The least gain of a promotion, in pawns: a pawn that becomes a queen and is captured by a minor
/// piece gains less.
const MIN_PROMOTION_GAIN: i32 = 4;

/// The most important fact about a bad move; none when nothing can be said.
///
/// Mates and stalemates come first, then pieces lost or missed, whichever is more, then endgames,
/// then any material that a line wins, and last what became of the position.
pub fn explain(bad_move: &BadMove) -> Option<MoveFact> {
    let after = bad_move.position.play(bad_move.played).ok()?;
    let best = LineWithPositions::new(bad_move.position, &bad_move.before.line);
    let reply = LineWithPositions::new(&after, &bad_move.after.line);
    stalemates(bad_move, &after)
        .or_else(|| allows_mate(bad_move, &reply))
        .or_else(|| misses_mate(bad_move, &best))
        .or_else(|| material(bad_move, &best.trusted(), &reply.trusted()))
        .or_else(|| turns(bad_move))
}

fn stalemates(bad_move: &BadMove, after: &Position) -> Option<MoveFact> {
    let was_won = bad_move.before.score.for_side(bad_move.position.turn()) >= WON;
    (was_won && after.is_stalemate()).then_some(MoveFact::Stalemates)
}

/// The opponent mates at the end of the reply, which the best line would have avoided.
fn allows_mate(bad_move: &BadMove, reply: &LineWithPositions) -> Option<MoveFact> {
    let opponent = reply.first_side();
    let moves = mates_in(reply).filter(|_| bad_move.before.score.mating() != Some(opponent))?;
    let agrees = bad_move.after.score == Score::Mate { winner: opponent, moves };
    let on_back_rank = is_back_rank_mate(reply.end());
    agrees.then_some(MoveFact::AllowsMate { moves, on_back_rank })
}

/// The best line mates, and the move gives that up.
fn misses_mate(bad_move: &BadMove, best: &LineWithPositions) -> Option<MoveFact> {
    let winner = best.first_side();
    let moves = mates_in(best).filter(|_| bad_move.after.score.mating() != Some(winner))?;
    let agrees = bad_move.before.score == Score::Mate { winner, moves };
    agrees.then_some(MoveFact::MissesMate { moves })
}

/// What the move loses or misses, whichever is more: the piece and how it is won, or else what the
/// lines come to, which says less than a won endgame that is drawn now.
fn material(
    bad_move: &BadMove,
    best: &LineWithPositions,
    reply: &LineWithPositions,
) -> Option<MoveFact> {
    let taken = captured(bad_move.position, bad_move.played);
    let swing = MaterialSwing::new(bad_move, best, reply, LineWithPositions::material_gain);
    let explains_loss = |fact: &MoveFact| explains_loss(fact, bad_move);
    let is_missed = |fact: &MoveFact| !is_won_anyway(fact, bad_move, reply);
    swing
        .worse_first(
            || loses(reply, taken, swing),
            || misses(bad_move, best, swing).filter(is_missed),
        )
        .filter(explains_loss)
        .or_else(|| throws_away_won_endgame(bad_move))
        .or_else(|| any_material(bad_move, best, reply).filter(explains_loss))
}

/// What the lines come to once nobody gains by capturing any more.
fn any_material(
    bad_move: &BadMove,
    best: &LineWithPositions,
    reply: &LineWithPositions,
) -> Option<MoveFact> {
    let swing = MaterialSwing::new(bad_move, best, reply, LineWithPositions::settled_gain);
    let is_missed = |fact: &MoveFact| !is_won_anyway(fact, bad_move, reply);
    swing.worse_first(
        || loses_material(bad_move, reply, swing),
        || misses_material(bad_move, best, swing).filter(is_missed),
    )
}

/// True when the mover wins what is said to be missed all the same, in the line after the bad move.
/// What the move costs is something else then.
fn is_won_anyway(fact: &MoveFact, bad_move: &BadMove, reply: &LineWithPositions) -> bool {
    let pieces = match fact {
        MoveFact::MissesCapture(piece) => Material::of(piece.role),
        MoveFact::MissesTactic(tactic) => Material::of(tactic.won.role),
        MoveFact::MissesMaterial(gain) => gain.won,
        _ => return false,
    };
    wins(reply, bad_move.position.board(), bad_move.position.turn(), pieces)
}

/// What is gone when the reply has come to rest, counted from before the move.
fn loses_material(
    bad_move: &BadMove,
    reply: &LineWithPositions,
    swing: MaterialSwing,
) -> Option<MoveFact> {
    let gain = material_won(reply, bad_move.position.board())?;
    swing.explains(gain, swing.lost, -swing.missed).then_some(MoveFact::LosesMaterial(gain))
}

/// What the best line has won when it has come to rest.
fn misses_material(
    bad_move: &BadMove,
    best: &LineWithPositions,
    swing: MaterialSwing,
) -> Option<MoveFact> {
    let gain = material_won(best, bad_move.position.board())?;
    swing.explains(gain, swing.missed, -swing.lost).then_some(MoveFact::MissesMaterial(gain))
}

fn loses(reply: &LineWithPositions, taken: Option<Role>, swing: MaterialSwing) -> Option<MoveFact> {
    let tactic = tactic(reply).filter(|&(_, amount)| swing.loses(amount));
    let capture = loses_at_once(reply, taken, swing);
    match (tactic, capture) {
        (Some((tactic, more)), Some((_, amount))) if more > amount => {
            Some(MoveFact::AllowsTactic(tactic))
        }
        (_, Some((fact, _))) => Some(fact),
        (Some((tactic, _)), None) => Some(MoveFact::AllowsTactic(tactic)),
        (None, None) if swing.lost >= MIN_PROMOTION_GAIN => {
            reply.promoting_pawn().map(MoveFact::AllowsPromotion)
        }
        (None, None) => None,
    }
}

/// The piece that the first move of the reply captures, if the exchange on its square loses it, and
/// its cost in pawns.
fn loses_at_once(
    reply: &LineWithPositions,
    taken: Option<Role>,
    swing: MaterialSwing,
) -> Option<(MoveFact, i32)> {
    let first = reply.captures().next().filter(|capture| capture.index == 0)?;
    let piece = first.piece;
    let recaptured = match recapture(reply, piece) {
        Recapture::None => None,
        Recapture::Whole(role) => Some(role),
        Recapture::Series => return None,
    };
    let mut compensations = taken.into_iter().chain(recaptured);
    let (fact, amount) = match (compensations.next(), compensations.next()) {
        (None, _) => (MoveFact::Hangs(piece), piece_value(piece.role)),
        (Some(compensation), None) => (
            MoveFact::LosesPiece { piece, compensation },
            piece_value(piece.role) - piece_value(compensation),
        ),
        (Some(_), Some(_)) => return None,
    };
    (amount > 0 && swing.loses(amount)).then_some((fact, amount))
}

/// What happens on the square of the first capture.
#[derive(PartialEq)]
enum Recapture {
    /// Recapturing does not pay.
    None,
    /// The capturing piece is lost, and nothing more.
    Whole(Role),
    /// More is exchanged there.
    Series,
}

fn recapture(line: &LineWithPositions, piece: PlacedPiece) -> Recapture {
    let Some(taker) = line.first_mover() else { return Recapture::Series };
    match exchange(&line.positions[1], taker.square) {
        0 => Recapture::None,
        gain if gain == piece_value(taker.role) && taker.square == piece.square => {
            Recapture::Whole(taker.role)
        }
        _ => Recapture::Series,
    }
}

fn misses(bad_move: &BadMove, best: &LineWithPositions, swing: MaterialSwing) -> Option<MoveFact> {
    // What the move itself captures is not missed.
    let is_missed = |piece: PlacedPiece| piece.square != captured_square(bad_move.played);
    let tactic =
        tactic(best).filter(|&(tactic, amount)| swing.misses(amount) && is_missed(tactic.won));
    let capture = best.captures().next().map(|capture| (capture, piece_value(capture.piece.role)));
    let capture = capture.filter(|&(capture, amount)| {
        let at_once = capture.index == 0 && recapture(best, capture.piece) == Recapture::None;
        at_once && swing.misses(amount) && is_missed(capture.piece)
    });
    match (tactic, capture) {
        (Some((tactic, more)), Some((_, amount))) if more > amount => {
            Some(MoveFact::MissesTactic(tactic))
        }
        (_, Some((capture, _))) => Some(MoveFact::MissesCapture(capture.piece)),
        (Some((tactic, _)), None) => Some(MoveFact::MissesTactic(tactic)),
        (None, None) if swing.missed >= MIN_PROMOTION_GAIN => {
            best.promoting_pawn().map(MoveFact::MissesPromotion)
        }
        (None, None) => None,
    }
}

/// A won endgame that is drawn now.
fn throws_away_won_endgame(bad_move: &BadMove) -> Option<MoveFact> {
    let mover = bad_move.position.turn();
    let was_won = bad_move.before.score.for_side(mover) >= WON_ENDGAME;
    let is_drawn = bad_move.after.score.centipawns().abs() <= DRAWN;
    let endgame = endgame_type(bad_move.position).filter(|_| was_won && is_drawn)?;
    Some(MoveFact::ThrowsAwayWonEndgame(endgame))
}

/// The type of endgame, if it has a name.
fn endgame_type(position: &Position) -> Option<EndgameType> {
    let has = |role| position.board().role(role).any();
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(has);
    match pieces {
        [false, false, false, false] => Some(EndgameType::Pawn),
        [false, false, true, false] => Some(EndgameType::Rook),
        [false, false, false, true] => Some(EndgameType::Queen),
        [_, _, false, false] => Some(EndgameType::Minor),
        _ => None,
    }
}
