//! A game with all that is to be said about it.

use analysis::{Analyst, MoveSequence};
use chess::pgn::{NodeId, Tree};
use engine::Signal;
use review::why::{Fact, Mistake, explain};
use review::{Evaluation, Report};

/// The main line of a game, reviewed. It ends at a null move, which no engine can judge.
pub(super) struct Reviewed {
    pub(super) course: MoveSequence,
    /// Where each move is in the tree.
    pub(super) nodes: Vec<NodeId>,
    /// For the start and the position after each move.
    pub(super) evaluations: Vec<Evaluation>,
    pub(super) report: Report,
}

impl Reviewed {
    /// Reviews a game; nothing when the signal was given before it was done.
    pub(super) fn new(
        tree: &Tree,
        analyst: &mut Analyst,
        signal: &Signal,
        mut tell: impl FnMut(usize, usize),
    ) -> Option<Reviewed> {
        let (nodes, moves): (Vec<_>, Vec<_>) =
            tree.main_line().map_while(|step| Some((step.node, step.played?))).unzip();
        let course = MoveSequence::new(*tree.start(), moves).ok()?;
        let total = course.positions().len();
        let mut found: Vec<Option<Evaluation>> = vec![None; total];
        let mut done = 0;
        analyst.analyze(
            &course,
            |_| true,
            signal,
            |index, evaluation| {
                found[index] = Some(evaluation);
                done += 1;
                tell(done, total);
            },
        );
        let evaluations: Vec<Evaluation> = found.into_iter().collect::<Option<_>>()?;
        let report = Report::new(course.positions(), course.moves(), &evaluations)?;
        Some(Reviewed { course, nodes, evaluations, report })
    }

    /// Why a move was bad, if it was and the lines prove it.
    pub(super) fn why(&self, index: usize) -> Option<Fact> {
        let reviewed = self.report.moves.get(index)?;
        reviewed.judgment?;
        explain(&Mistake {
            before: &self.course.positions()[index],
            played: reviewed.played,
            best: &self.evaluations[index],
            reply: &self.evaluations[index + 1],
        })
    }
}
