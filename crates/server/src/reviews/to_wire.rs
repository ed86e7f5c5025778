//! Reviews as clients get them.

use chess::{CastlingMode, Color, Position};
use review::why::{self, Mistake, explain};
use review::{Evaluation, Phase, Report, Score, win_percent};
use wire::advice::Value;
use wire::convert::played_line;
use wire::review::{
    Ending, Fact, Judgment, Motif, PlacedPiece, Review, ReviewReport, ReviewSide, ReviewState,
    ReviewedMove, ReviewedPosition, Tactic, Why,
};

use super::ReviewJob;

impl ReviewJob {
    /// The review so far.
    pub(crate) fn to_wire(&self) -> Review {
        let evaluations = self.evaluations();
        let is_ended = self.has_ended();
        let all: Option<Vec<Evaluation>> = evaluations.iter().cloned().collect();
        let report = all.as_deref().and_then(|all| self.report(all));
        let state = match (&report, is_ended) {
            (Some(_), _) => ReviewState::Finished,
            (None, true) => ReviewState::Idle,
            (None, false) => ReviewState::Running,
        };
        let done =
            evaluations.iter().enumerate().filter_map(|(ply, one)| Some((ply, one.as_ref()?)));
        Review {
            nodes: self.key().nodes,
            state,
            total: evaluations.len() as u32,
            positions: done.map(|(ply, one)| self.position(ply, one)).collect(),
            report,
        }
    }

    /// The position that was evaluated as the `nth`.
    pub(crate) fn nth_to_wire(&self, nth: usize) -> Option<ReviewedPosition> {
        let (ply, evaluation) = self.nth(nth)?;
        Some(self.position(ply, &evaluation))
    }

    fn position(&self, ply: usize, evaluation: &Evaluation) -> ReviewedPosition {
        reviewed_position(self.moves().positions(), ply, evaluation)
    }

    fn report(&self, all: &[Evaluation]) -> Option<ReviewReport> {
        let (positions, moves) = (self.moves().positions(), self.moves().moves());
        let report = Report::new(positions, moves, all)?;
        let number = |place: Option<usize>| place.map(|place| place as u32);
        Some(ReviewReport {
            white: side(&report.sides[Color::White]),
            black: side(&report.sides[Color::Black]),
            middlegame: number(report.phases.middlegame),
            endgame: number(report.phases.endgame),
            moves: (0..moves.len()).map(|i| reviewed(&report, positions, all, i)).collect(),
            moments: report.moments.iter().map(|moment| moment.index as u32).collect(),
        })
    }
}

/// The position after `ply` half-moves, with its evaluation.
pub(super) fn reviewed_position(
    positions: &[Position],
    ply: usize,
    evaluation: &Evaluation,
) -> ReviewedPosition {
    let mode = CastlingMode::of(&positions[0]);
    ReviewedPosition {
        ply: ply as u32,
        value: value(evaluation.score),
        win_percent: win_percent(evaluation.score),
        depth: evaluation.depth,
        line: played_line(&positions[ply], &evaluation.line, mode),
    }
}

fn value(score: Score) -> Value {
    match score {
        Score::Centipawns(amount) => Value::Centipawns { amount },
        Score::Mate { winner, moves } => {
            let sign = if winner.is_white() { 1 } else { -1 };
            Value::Mate { moves: sign * moves as i32 }
        }
    }
}

fn side(side: &review::Side) -> ReviewSide {
    let [inaccuracies, mistakes, blunders] = side.judgments.map(|count| count as u32);
    ReviewSide {
        accuracy: side.accuracy,
        opening: side.in_phase(Phase::Opening),
        middlegame: side.in_phase(Phase::Middlegame),
        endgame: side.in_phase(Phase::Endgame),
        average_loss: side.average_loss,
        inaccuracies,
        mistakes,
        blunders,
    }
}

fn reviewed(
    report: &Report,
    positions: &[Position],
    all: &[Evaluation],
    index: usize,
) -> ReviewedMove {
    let done = &report.moves[index];
    let (before, best, reply) = (&positions[index], &all[index], &all[index + 1]);
    let mistake = Mistake { before, played: done.played, best, reply };
    ReviewedMove {
        accuracy: done.accuracy,
        loss: done.loss,
        judgment: done.judgment.map(judgment),
        why: done.judgment.and_then(|_| explain(&mistake)).map(why),
    }
}

fn judgment(judgment: review::Judgment) -> Judgment {
    match judgment {
        review::Judgment::Inaccuracy => Judgment::Inaccuracy,
        review::Judgment::Mistake => Judgment::Mistake,
        review::Judgment::Blunder => Judgment::Blunder,
    }
}

fn why(fact: why::Fact) -> Why {
    let english = fact.to_string();
    let fact = match fact {
        why::Fact::Stalemates => Fact::Stalemates {},
        why::Fact::AllowsMate { moves, on_back_rank } => Fact::AllowsMate { moves, on_back_rank },
        why::Fact::MissesMate { moves } => Fact::MissesMate { moves },
        why::Fact::Hangs(lost) => Fact::Hangs { piece: piece(lost) },
        why::Fact::LosesFor { piece: lost, price } => {
            Fact::LosesFor { piece: piece(lost), price: price.to_string() }
        }
        why::Fact::Allows(how) => Fact::Allows { tactic: tactic(how) },
        why::Fact::AllowsPromotion(pawn) => Fact::AllowsPromotion { pawn: pawn.to_string() },
        why::Fact::MissesCapture(missed) => Fact::MissesCapture { piece: piece(missed) },
        why::Fact::Misses(how) => Fact::Misses { tactic: tactic(how) },
        why::Fact::MissesPromotion(pawn) => Fact::MissesPromotion { pawn: pawn.to_string() },
        why::Fact::LetsSlip(which) => Fact::LetsSlip { ending: ending(which) },
    };
    Why { fact, english }
}

fn piece(piece: why::PlacedPiece) -> PlacedPiece {
    PlacedPiece { role: piece.role.to_string(), square: piece.square.to_string() }
}

fn tactic(tactic: why::Tactic) -> Tactic {
    let motif = match tactic.motif {
        why::Motif::Fork => Motif::Fork,
        why::Motif::Pin => Motif::Pin,
        why::Motif::Skewer => Motif::Skewer,
        why::Motif::DiscoveredAttack => Motif::DiscoveredAttack,
        why::Motif::DiscoveredCheck => Motif::DiscoveredCheck,
        why::Motif::Trap => Motif::Trap,
    };
    Tactic { motif, by: piece(tactic.by), won: piece(tactic.won) }
}

fn ending(ending: why::Ending) -> Ending {
    match ending {
        why::Ending::Pawn => Ending::Pawn,
        why::Ending::Rook => Ending::Rook,
        why::Ending::Queen => Ending::Queen,
        why::Ending::Minor => Ending::Minor,
    }
}
