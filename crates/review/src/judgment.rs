//! Inaccuracies, mistakes and blunders.

use std::fmt;

use chess::Color;
use chess::pgn::Nag;

use crate::{Score, winning_chances};

/// A bad move, by how bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Judgment {
    /// Slightly bad, `?!`.
    Inaccuracy,
    /// Bad, `?`.
    Mistake,
    /// Very bad, `??`.
    Blunder,
}

/// The drops of winning chances, on a scale of 2, for each judgment.
const DROPS: [(f64, Judgment); 3] =
    [(0.3, Judgment::Blunder), (0.2, Judgment::Mistake), (0.1, Judgment::Inaccuracy)];

/// A side already lost, or still winning, by more than this loses little by allowing or missing a
/// forced mate.
const DECIDED: i32 = 999;
const NEARLY_DECIDED: i32 = 700;

impl Judgment {
    /// From the least to the worst.
    pub const ALL: [Judgment; 3] = [Judgment::Inaccuracy, Judgment::Mistake, Judgment::Blunder];

    /// The least win chances, in percent, that such a move gives away where chances can tell.
    pub(crate) fn least_percent_loss(self) -> f64 {
        let drop = DROPS.into_iter().find(|(_, judgment)| *judgment == self);
        drop.map_or(0.0, |(least, _)| 50.0 * least)
    }

    /// The glyph that PGN has for it.
    pub fn nag(self) -> Nag {
        match self {
            Judgment::Inaccuracy => Nag::DUBIOUS,
            Judgment::Mistake => Nag::MISTAKE,
            Judgment::Blunder => Nag::BLUNDER,
        }
    }
}

impl fmt::Display for Judgment {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Judgment::Inaccuracy => "inaccuracy",
            Judgment::Mistake => "mistake",
            Judgment::Blunder => "blunder",
        })
    }
}

/// The judgment of a move between two scores; none for one that is good enough.
///
/// A mate that merely takes longer than necessary is not judged.
pub fn judge(mover: Color, before: Score, after: Score) -> Option<Judgment> {
    match (before.mating(), after.mating()) {
        (None, None) => judge_drop(mover, before, after),
        (None, Some(winner)) if winner != mover => Some(mate_created(before.for_side(mover))),
        (Some(winner), None) if winner == mover => Some(mate_lost(after.for_side(mover))),
        (Some(old), Some(new)) if old == mover && new != mover => Some(Judgment::Blunder),
        _ => None,
    }
}

fn judge_drop(mover: Color, before: Score, after: Score) -> Option<Judgment> {
    let chances = |score: Score| winning_chances(score.for_side(mover));
    let drop = chances(before) - chances(after);
    DROPS.into_iter().find(|(least, _)| drop >= *least).map(|(_, judgment)| judgment)
}

/// Judges allowing a forced mate, by the mover's score before it.
fn mate_created(before: i32) -> Judgment {
    if before < -DECIDED {
        Judgment::Inaccuracy
    } else if before < -NEARLY_DECIDED {
        Judgment::Mistake
    } else {
        Judgment::Blunder
    }
}

/// Judges missing a forced mate, by the mover's score after it.
fn mate_lost(after: i32) -> Judgment {
    if after > DECIDED {
        Judgment::Inaccuracy
    } else if after > NEARLY_DECIDED {
        Judgment::Mistake
    } else {
        Judgment::Blunder
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A score from one side's view.
    fn score(side: Color, text: &str) -> Score {
        let sign = if side.is_white() { 1 } else { -1 };
        match text.strip_prefix('#') {
            None => Score::Centipawns(sign * text.parse::<i32>().unwrap()),
            Some(moves) => {
                let moves: i32 = moves.parse().unwrap();
                let winner = if moves > 0 { side } else { !side };
                Score::Mate { winner, moves: moves.unsigned_abs() }
            }
        }
    }

    #[test]
    fn moves_are_judged_as_lichess_judges_them() {
        use Judgment::{Blunder, Inaccuracy, Mistake};
        for (before, after, expected) in [
            ("0", "0", None),
            ("0", "-50", None),
            ("0", "-54", None),
            ("0", "-55", Some(Inaccuracy)),
            ("0", "-110", Some(Inaccuracy)),
            ("0", "-111", Some(Mistake)),
            ("0", "-168", Some(Mistake)),
            ("0", "-169", Some(Blunder)),
            ("100", "-100", Some(Blunder)),
            ("-100", "100", None),
            // Chances are not capped here: beyond ten pawns there is still something to lose.
            ("1100", "600", Some(Inaccuracy)),
            ("2000", "1000", None),
            // A forced mate allowed.
            ("0", "#-3", Some(Blunder)),
            ("-700", "#-3", Some(Blunder)),
            ("-701", "#-3", Some(Mistake)),
            ("-999", "#-3", Some(Mistake)),
            ("-1000", "#-3", Some(Inaccuracy)),
            // A forced mate missed.
            ("#3", "1000", Some(Inaccuracy)),
            ("#3", "999", Some(Mistake)),
            ("#3", "701", Some(Mistake)),
            ("#3", "700", Some(Blunder)),
            ("#3", "0", Some(Blunder)),
            ("#3", "-1200", Some(Blunder)),
            ("#3", "#-3", Some(Blunder)),
            // Mates delayed, hastened, found and escaped.
            ("#3", "#9", None),
            ("#-9", "#-1", None),
            ("0", "#3", None),
            ("#-3", "0", None),
            ("#-3", "#3", None),
        ] {
            for mover in Color::ALL {
                let judged = judge(mover, score(mover, before), score(mover, after));
                assert_eq!(judged, expected, "{mover}: {before} to {after}");
            }
        }
    }
}
