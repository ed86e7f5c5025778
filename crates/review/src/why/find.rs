//! Finds the fact that the lines prove.

use chess::{Position, Role};

use super::exchange::{captured, captured_square, exchange, piece_value};
use super::mate::{is_back_rank_mate, mates_in};
use super::motif::tactic;
use super::played_line::PlayedLine;
use super::{Ending, Fact, Mistake, PlacedPiece};
use crate::Score;

/// Centipawns from which a position counts as won, and up to which as drawn.
const WON: i32 = 300;
const WON_ENDING: i32 = 400;
const DRAWN: i32 = 30;

/// The least gain of a promotion, in pawns: a pawn that becomes a queen and is captured by a minor
/// piece gains less.
const MIN_PROMOTION_GAIN: i32 = 4;

/// The most important fact about a mistake; none when its lines prove nothing.
///
/// Mates and stalemates come first, then material lost or missed, whichever is more, then endgames.
pub fn explain(mistake: &Mistake) -> Option<Fact> {
    let after = mistake.before.play(mistake.played).ok()?;
    let best = PlayedLine::new(mistake.before, &mistake.best.line);
    let reply = PlayedLine::new(&after, &mistake.reply.line);
    stalemates(mistake, &after)
        .or_else(|| allows_mate(mistake, &reply))
        .or_else(|| misses_mate(mistake, &best))
        .or_else(|| material(mistake, &best.trusted(), &reply.trusted()))
        .or_else(|| lets_slip(mistake))
}

fn stalemates(mistake: &Mistake, after: &Position) -> Option<Fact> {
    let was_won = mistake.best.score.for_side(mistake.before.turn()) >= WON;
    (was_won && after.is_stalemate()).then_some(Fact::Stalemates)
}

/// The opponent mates at the end of the reply, which the best line would have avoided.
fn allows_mate(mistake: &Mistake, reply: &PlayedLine) -> Option<Fact> {
    let opponent = reply.first_side();
    let moves = mates_in(reply).filter(|_| mistake.best.score.mating() != Some(opponent))?;
    let agrees = mistake.reply.score == Score::Mate { winner: opponent, moves };
    let on_back_rank = is_back_rank_mate(reply.end());
    agrees.then_some(Fact::AllowsMate { moves, on_back_rank })
}

/// The best line mates, and the move gives that up.
fn misses_mate(mistake: &Mistake, best: &PlayedLine) -> Option<Fact> {
    let winner = best.first_side();
    let moves = mates_in(best).filter(|_| mistake.reply.score.mating() != Some(winner))?;
    let agrees = mistake.best.score == Score::Mate { winner, moves };
    agrees.then_some(Fact::MissesMate { moves })
}

/// What the move loses or misses, whichever is more.
fn material(mistake: &Mistake, best: &PlayedLine, reply: &PlayedLine) -> Option<Fact> {
    let taken = captured(mistake.before, mistake.played);
    let promoted =
        mistake.played.promoted().map_or(0, |role| piece_value(role) - piece_value(Role::Pawn));
    let lost = reply.material_gain() - taken.map_or(0, piece_value) - promoted;
    let swing = MaterialSwing { lost, missed: best.material_gain() };
    let losing = || loses(reply, taken, swing);
    let missing = || misses(mistake, best, swing);
    if swing.lost >= swing.missed { losing().or_else(missing) } else { missing().or_else(losing) }
}

/// The material gains of the two lines, in pawns.
#[derive(Clone, Copy)]
struct MaterialSwing {
    /// What the opponent wins after the move, what the move took set against it.
    lost: i32,
    /// What the mover would have won by best play.
    missed: i32,
}

impl MaterialSwing {
    /// True when this amount is what is lost, and best play would not have lost it.
    fn loses(self, amount: i32) -> bool {
        accounts_for(amount, self.lost) && accounts_for(amount, self.lost + self.missed)
    }

    /// The same for what is missed.
    fn misses(self, amount: i32) -> bool {
        accounts_for(amount, self.missed) && accounts_for(amount, self.lost + self.missed)
    }
}

/// Pawns that a line may win or lose on its way.
const TOLERANCE_BELOW: i32 = 1;
/// Pawns that a line may win beyond the amount for a fact to be worth mentioning.
const TOLERANCE_ABOVE: i32 = 3;

/// True when an amount of pawns explains about all that a line wins.
fn accounts_for(amount: i32, total: i32) -> bool {
    total > 0 && (amount - TOLERANCE_BELOW..=amount + TOLERANCE_ABOVE.min(amount)).contains(&total)
}

fn loses(reply: &PlayedLine, taken: Option<Role>, swing: MaterialSwing) -> Option<Fact> {
    let tactic = tactic(reply).filter(|&(_, amount)| swing.loses(amount));
    let capture = loses_at_once(reply, taken, swing);
    match (tactic, capture) {
        (Some((tactic, more)), Some((_, amount))) if more > amount => Some(Fact::Allows(tactic)),
        (_, Some((fact, _))) => Some(fact),
        (Some((tactic, _)), None) => Some(Fact::Allows(tactic)),
        (None, None) if swing.lost >= MIN_PROMOTION_GAIN => {
            reply.promoting_pawn().map(Fact::AllowsPromotion)
        }
        (None, None) => None,
    }
}

/// The piece that the first move of the reply captures, if the exchange on its square loses it, and
/// its cost in pawns.
fn loses_at_once(
    reply: &PlayedLine,
    taken: Option<Role>,
    swing: MaterialSwing,
) -> Option<(Fact, i32)> {
    let first = reply.captures().next().filter(|capture| capture.index == 0)?;
    let piece = first.piece;
    let recaptured = match recapture(reply, piece) {
        Recapture::None => None,
        Recapture::Whole(role) => Some(role),
        Recapture::Series => return None,
    };
    let mut prices = taken.into_iter().chain(recaptured);
    let (fact, amount) = match (prices.next(), prices.next()) {
        (None, _) => (Fact::Hangs(piece), piece_value(piece.role)),
        (Some(price), None) => {
            (Fact::LosesFor { piece, price }, piece_value(piece.role) - piece_value(price))
        }
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

fn recapture(line: &PlayedLine, piece: PlacedPiece) -> Recapture {
    let Some(taker) = line.first_mover() else { return Recapture::Series };
    match exchange(&line.positions[1], taker.square) {
        0 => Recapture::None,
        gain if gain == piece_value(taker.role) && taker.square == piece.square => {
            Recapture::Whole(taker.role)
        }
        _ => Recapture::Series,
    }
}

fn misses(mistake: &Mistake, best: &PlayedLine, swing: MaterialSwing) -> Option<Fact> {
    // What the move itself captures is not missed.
    let is_missed = |piece: PlacedPiece| piece.square != captured_square(mistake.played);
    let tactic =
        tactic(best).filter(|&(tactic, amount)| swing.misses(amount) && is_missed(tactic.won));
    let capture = best.captures().next().map(|capture| (capture, piece_value(capture.piece.role)));
    let capture = capture.filter(|&(capture, amount)| {
        let at_once = capture.index == 0 && recapture(best, capture.piece) == Recapture::None;
        at_once && swing.misses(amount) && is_missed(capture.piece)
    });
    match (tactic, capture) {
        (Some((tactic, more)), Some((_, amount))) if more > amount => Some(Fact::Misses(tactic)),
        (_, Some((capture, _))) => Some(Fact::MissesCapture(capture.piece)),
        (Some((tactic, _)), None) => Some(Fact::Misses(tactic)),
        (None, None) if swing.missed >= MIN_PROMOTION_GAIN => {
            best.promoting_pawn().map(Fact::MissesPromotion)
        }
        (None, None) => None,
    }
}

/// A won endgame that is drawn now.
fn lets_slip(mistake: &Mistake) -> Option<Fact> {
    let mover = mistake.before.turn();
    let was_won = mistake.best.score.for_side(mover) >= WON_ENDING;
    let is_drawn = mistake.reply.score.centipawns().abs() <= DRAWN;
    let ending = ending(mistake.before).filter(|_| was_won && is_drawn)?;
    Some(Fact::LetsSlip(ending))
}

/// The type of endgame, if it has a name.
fn ending(position: &Position) -> Option<Ending> {
    let has = |role| position.board().role(role).any();
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(has);
    match pieces {
        [false, false, false, false] => Some(Ending::Pawn),
        [false, false, true, false] => Some(Ending::Rook),
        [false, false, false, true] => Some(Ending::Queen),
        [_, _, false, false] => Some(Ending::Minor),
        _ => None,
    }
}
