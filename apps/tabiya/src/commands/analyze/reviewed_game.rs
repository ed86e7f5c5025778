//! A game with its evaluations and report.

use analysis::{GameAnalyzer, MoveSequence};
use chess::pgn::{NodeId, Tree};
use engine::Signal;
use review::explanation::{BadMove, MoveFact, explain};
use review::{Evaluation, Report};

/// The main line of a game, reviewed. It ends at a null move, which engines cannot evaluate.
pub(super) struct ReviewedGame {
    pub(super) sequence: MoveSequence,
    /// The node of each move in the tree.
    pub(super) nodes: Vec<NodeId>,
    /// Of the starting position and the position after each move.
    pub(super) evaluations: Vec<Evaluation>,
    pub(super) report: Report,
}

impl ReviewedGame {
    /// Reviews a game; none when the signal stopped it. Calls `on_progress` with the number of
    /// positions done and their total.
    pub(super) fn new(
        tree: &Tree,
        analyzer: &mut GameAnalyzer,
        signal: &Signal,
        mut on_progress: impl FnMut(usize, usize),
    ) -> Option<ReviewedGame> {
        let (nodes, moves): (Vec<_>, Vec<_>) =
            tree.main_line().map_while(|step| Some((step.node, step.played?))).unzip();
        let sequence = MoveSequence::new(*tree.start(), moves).ok()?;
        let total = sequence.positions().len();
        let mut evaluations: Vec<Option<Evaluation>> = vec![None; total];
        let mut done = 0;
        analyzer.analyze(
            &sequence,
            |_| true,
            signal,
            |index, evaluation| {
                evaluations[index] = Some(evaluation);
                done += 1;
                on_progress(done, total);
            },
        );
        let evaluations: Vec<Evaluation> = evaluations.into_iter().collect::<Option<_>>()?;
        let report = Report::new(sequence.positions(), sequence.moves(), &evaluations)?;
        Some(ReviewedGame { sequence, nodes, evaluations, report })
    }

    /// Why a move was bad, if it was and the engine's lines prove it.
    pub(super) fn explanation(&self, index: usize) -> Option<MoveFact> {
        let reviewed_move = self.report.moves.get(index)?;
        reviewed_move.judgment?;
        explain(&BadMove {
            position: &self.sequence.positions()[index],
            played: reviewed_move.played,
            before: &self.evaluations[index],
            after: &self.evaluations[index + 1],
        })
    }
}
