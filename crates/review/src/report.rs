//! The review of a whole game.

use chess::{ByColor, Color, Move, Position};

use crate::accuracy::{accuracy_for, phase_accuracy};
use crate::{
    Evaluation, GameSummary, Judgment, KeyMoment, Phase, Phases, Score, average_centipawn_loss,
    centipawn_loss, game_accuracy, judge, moments, win_percent,
};

/// The review of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Every move, in order.
    pub moves: Vec<ReviewedMove>,
    /// How each side has played.
    pub sides: ByColor<SideReport>,
    /// Where opening, middlegame and endgame begin.
    pub phases: Phases,
    /// How the game went; none without a move.
    pub summary: Option<GameSummary>,
    /// The key moments, in the order of the game. The turning point of the summary is one of them.
    pub moments: Vec<KeyMoment>,
}

/// One move reviewed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The move.
    pub played: Move,
    /// The side that played it.
    pub mover: Color,
    /// The score before it.
    pub before: Score,
    /// The score after it.
    pub after: Score,
    /// How accurate it was, in percent.
    pub accuracy: f64,
    /// Its centipawn loss.
    pub centipawn_loss: u32,
    /// Its judgment, if it was bad.
    pub judgment: Option<Judgment>,
}

/// How one side has played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideReport {
    /// The accuracy of its game in percent, by the published formula; none without a move.
    pub accuracy: Option<f64>,
    /// The accuracies of its opening, middlegame and endgame; none without a move with which
    /// something could be lost, or was. They need not agree with that of the game, which also
    /// counts moves that could lose nothing more, and by their winning chances alone.
    pub phases: [Option<f64>; Phase::ALL.len()],
    /// The average centipawn loss; none without a move.
    pub average_centipawn_loss: Option<u32>,
    /// How many inaccuracies, mistakes and blunders it made.
    pub judgments: [usize; Judgment::ALL.len()],
}

impl SideReport {
    /// How many moves got a judgment.
    pub fn count(&self, judgment: Judgment) -> usize {
        self.judgments[judgment as usize]
    }

    /// The accuracy in a phase; none without a move in it with which something could be lost,
    /// or was.
    pub fn in_phase(&self, phase: Phase) -> Option<f64> {
        self.phases[phase as usize]
    }
}

impl ReviewedMove {
    /// Reviews a move between two evaluations. Accuracy and loss follow from these alone; but the
    /// engine's own best move is never judged bad for what the engine sees only after it.
    pub fn new(mover: Color, played: Move, before: &Evaluation, after: &Evaluation) -> Self {
        let (from, to) = (before.score, after.score);
        let is_best = before.best() == Some(played);
        ReviewedMove {
            played,
            mover,
            before: from,
            after: to,
            accuracy: accuracy_for(mover, win_percent(from), win_percent(to)),
            centipawn_loss: centipawn_loss(mover, from, to),
            judgment: judge(mover, from, to).filter(|_| !is_best),
        }
    }

    /// The win chances that the move gave away, in percent.
    pub fn win_percent_loss(&self) -> f64 {
        let change = win_percent(self.after) - win_percent(self.before);
        if self.mover.is_white() { -change } else { change }
    }
}

impl Report {
    /// Reviews a game, given its start and the position after each move, the moves, and an
    /// evaluation for each position. None when their numbers do not match.
    pub fn new(
        positions: &[Position],
        moves: &[Move],
        evaluations: &[Evaluation],
    ) -> Option<Report> {
        let fits = positions.len() == moves.len() + 1 && positions.len() == evaluations.len();
        let first = positions.first().filter(|_| fits)?.turn();
        let moves: Vec<ReviewedMove> = moves
            .iter()
            .zip(positions)
            .zip(evaluations.windows(2))
            .map(|((&m, position), pair)| ReviewedMove::new(position.turn(), m, &pair[0], &pair[1]))
            .collect();
        let phases = Phases::of(positions);
        let scores: Vec<Score> = evaluations.iter().map(|evaluation| evaluation.score).collect();
        let summary = GameSummary::new(&moves);
        let turning_point = summary.and_then(|summary| summary.turning_point);
        let moments = moments(&moves, evaluations, turning_point);
        let sides = sides(first, &moves, &scores, &phases);
        Some(Report { moves, sides, phases, summary, moments })
    }
}

fn sides(
    first: Color,
    moves: &[ReviewedMove],
    scores: &[Score],
    phases: &Phases,
) -> ByColor<SideReport> {
    let accuracy = game_accuracy(first, scores);
    let judgments: Vec<Option<Judgment>> = moves.iter().map(|one| one.judgment).collect();
    let by_phase = Phase::ALL.map(|phase| {
        let range = phases.moves(phase);
        let begins = if range.start.is_multiple_of(2) { first } else { !first };
        phase_accuracy(begins, &scores[range.start..=range.end], &judgments[range])
    });
    ByColor::from_fn(|side| {
        let own = || moves.iter().filter(move |reviewed| reviewed.mover == side);
        let count = |judgment| own().filter(|one| one.judgment == Some(judgment)).count();
        SideReport {
            accuracy: accuracy[side],
            phases: by_phase.map(|accuracy| accuracy[side]),
            average_centipawn_loss: average_centipawn_loss(own().map(|one| one.centipawn_loss)),
            judgments: Judgment::ALL.map(count),
        }
    })
}
