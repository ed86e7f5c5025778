//! Reviews as clients get them.

use chess::{CastlingMode, Color, Position};
use review::explanation::{BadMove, explain};
use review::{Evaluation, Phase, Report, Score, win_percent};
use wire::advice::Value;
use wire::convert::played_line;
use wire::review::{
    GameSummary, Judgment, Review, ReviewReport, ReviewState, ReviewedMove, ReviewedPosition,
    SideReport,
};

use super::ReviewJob;
use super::facts::{explanation, standing};

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

    fn report(&self, evaluations: &[Evaluation]) -> Option<ReviewReport> {
        let (positions, moves) = (self.moves().positions(), self.moves().moves());
        let report = Report::new(positions, moves, evaluations)?;
        let number = |index: Option<usize>| index.map(|index| index as u32);
        Some(ReviewReport {
            white: side(&report.sides[Color::White]),
            black: side(&report.sides[Color::Black]),
            middlegame: number(report.phases.middlegame),
            endgame: number(report.phases.endgame),
            moves: (0..moves.len()).map(|i| reviewed(&report, positions, evaluations, i)).collect(),
            moments: report.moments.iter().map(|moment| moment.index as u32).collect(),
            summary: report.summary.map(summary),
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

fn side(side: &review::SideReport) -> SideReport {
    let [inaccuracies, mistakes, blunders] = side.judgments.map(|count| count as u32);
    SideReport {
        accuracy: side.accuracy,
        opening: side.in_phase(Phase::Opening),
        middlegame: side.in_phase(Phase::Middlegame),
        endgame: side.in_phase(Phase::Endgame),
        average_centipawn_loss: side.average_centipawn_loss,
        inaccuracies,
        mistakes,
        blunders,
    }
}

fn summary(summary: review::GameSummary) -> GameSummary {
    let number = |index: Option<usize>| index.map(|index| index as u32);
    GameSummary {
        leader: summary.leader.map(Into::into),
        standing: summary.standing.map(standing),
        is_balanced: summary.is_balanced,
        since: number(summary.since),
        until: number(summary.until),
        turning_point: number(summary.turning_point),
    }
}

fn reviewed(
    report: &Report,
    positions: &[Position],
    evaluations: &[Evaluation],
    index: usize,
) -> ReviewedMove {
    let reviewed_move = &report.moves[index];
    let (before, after) = (&evaluations[index], &evaluations[index + 1]);
    let position = &positions[index];
    let bad_move = BadMove { position, played: reviewed_move.played, before, after };
    ReviewedMove {
        accuracy: reviewed_move.accuracy,
        centipawn_loss: reviewed_move.centipawn_loss,
        judgment: reviewed_move.judgment.map(judgment),
        explanation: reviewed_move.judgment.and_then(|_| explain(&bad_move)).map(explanation),
    }
}

fn judgment(judgment: review::Judgment) -> Judgment {
    match judgment {
        review::Judgment::Inaccuracy => Judgment::Inaccuracy,
        review::Judgment::Mistake => Judgment::Mistake,
        review::Judgment::Blunder => Judgment::Blunder,
    }
}
