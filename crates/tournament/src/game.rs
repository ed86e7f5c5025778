//! One game between two engines, from the opening to its end.

use std::time::Duration;

use chess::pgn::{Comment, Eval, GameResult, Score, Tree};
use chess::{ByColor, CastlingMode, Color, Game, Move, Outcome, Position};
use uci::{
    Answer, Client, ClientError, ClientErrorKind, Info, PositionCommand, Start, UciMove, Value,
};

use crate::adjudication::{Adjudicator, DrawRule, ResignRule};
use crate::limit::{Clock, Limit};
use crate::openings::Opening;

/// How long to wait for a late move. Whether it came in time is decided by the measured time, not
/// by a busy machine.
const GRACE: Duration = Duration::from_millis(50);

/// What all games of a match have in common.
#[derive(Clone, Copy, Debug)]
pub struct GameRules {
    /// How long the engines may think.
    pub limit: Limit,
    /// How far a clock may be overdrawn.
    pub margin: Duration,
    /// How long an engine without a clock may think before it counts as hung.
    pub hang_timeout: Duration,
    /// Standard chess or Chess960.
    pub castling: CastlingMode,
    /// When to call a draw.
    pub draw: Option<DrawRule>,
    /// When to call a win.
    pub resign: Option<ResignRule>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of chess; draws that could be claimed are claimed.
    Rules(Outcome),
    /// By agreement of the engines' scores.
    Adjudicated(GameResult),
    /// One engine forfeited the game.
    Forfeit {
        /// The color of that engine.
        loser: Color,
        /// What it did.
        forfeit: Forfeit,
        /// The details.
        reason: String,
    },
}

/// What loses a game apart from the moves on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forfeit {
    /// A move that is not legal, or no move at all.
    IllegalMove,
    /// A move that came too late.
    TimeLoss,
    /// The engine crashed or stopped responding.
    Crash,
}

impl Ending {
    /// The result of the game.
    pub fn result(&self) -> GameResult {
        match self {
            Ending::Rules(outcome) => (*outcome).into(),
            Ending::Adjudicated(result) => *result,
            Ending::Forfeit { loser, .. } => GameResult::Win(loser.opposite()),
        }
    }

    /// What is written as a comment after the last move.
    fn comment(&self) -> String {
        match self {
            Ending::Rules(outcome) => outcome.to_string(),
            Ending::Adjudicated(GameResult::Draw) => "Draw by adjudication".into(),
            Ending::Adjudicated(GameResult::Win(winner)) => {
                format!("{winner} wins by adjudication")
            }
            Ending::Adjudicated(GameResult::Unknown) => "Unknown".into(),
            Ending::Forfeit { loser, reason, .. } => format!("{loser} loses: {reason}"),
        }
    }
}

/// Plays a game. Returns its moves with comments, without tags, and how it ended.
pub(crate) fn play(
    engines: &mut ByColor<&mut Client>,
    opening: &Opening,
    rules: &GameRules,
) -> (Tree, Ending) {
    let mut game = EngineGame::new(opening, rules);
    let ending = loop {
        if let Some(ending) = game.play_turn(engines) {
            break ending;
        }
    };
    (game.into_tree(opening, &ending), ending)
}

/// A game in progress.
struct EngineGame<'a> {
    rules: &'a GameRules,
    game: Game,
    /// The same game as the engines get it.
    position: PositionCommand,
    clocks: ByColor<Clock>,
    adjudicator: Adjudicator,
    /// One comment for each move of the engines.
    comments: Vec<Comment>,
}

impl<'a> EngineGame<'a> {
    fn new(opening: &Opening, rules: &'a GameRules) -> EngineGame<'a> {
        let start = if opening.start == Position::default() {
            Start::Startpos
        } else {
            Start::Fen(opening.start.to_string())
        };
        let moves = opening.moves.iter().map(|&m| UciMove::new(m, rules.castling)).collect();
        let clock = Clock::new(rules.limit);
        EngineGame {
            rules,
            game: opening.game(),
            position: PositionCommand { start, moves },
            clocks: ByColor::new(clock, clock),
            adjudicator: Adjudicator::new(rules.draw, rules.resign),
            comments: Vec::new(),
        }
    }

    /// Lets the side to move search and plays its move. Some ending when that was the last one.
    fn play_turn(&mut self, engines: &mut ByColor<&mut Client>) -> Option<Ending> {
        let color = self.game.position().turn();
        let mut go = self.rules.limit.go(&self.clocks);
        go.movestogo = self.clocks[color].moves_to_go();
        let mut last = None;
        let answer = engines[color].search(&self.position, &go, self.timeout(color), |info| {
            if info.score.is_some() && info.multipv.is_none_or(|line| line == 1) {
                last = Some(info);
            }
        });
        match self.check_answer(answer, color) {
            Ok((m, elapsed)) => self.play_move(m, elapsed, last.as_ref()),
            Err((forfeit, reason)) => Some(Ending::Forfeit { loser: color, forfeit, reason }),
        }
    }

    /// How long to wait for a move.
    fn timeout(&self, color: Color) -> Duration {
        self.time_allowed(color).map_or(self.rules.hang_timeout, |allowed| allowed + GRACE)
    }

    /// How long an engine may think, where that is limited.
    fn time_allowed(&self, color: Color) -> Option<Duration> {
        match self.rules.limit {
            Limit::Nodes(_) | Limit::Depth(_) => None,
            Limit::MoveTime(_) | Limit::Clock(_) => {
                Some(self.clocks[color].left + self.rules.margin)
            }
        }
    }

    /// The move that was played and the time it took, or how the engine forfeited.
    fn check_answer(
        &self,
        answer: Result<Answer, ClientError>,
        color: Color,
    ) -> Result<(Move, Duration), (Forfeit, String)> {
        let allowed = self.time_allowed(color);
        let Answer { best, elapsed } = answer.map_err(|error| match error.kind {
            ClientErrorKind::Timeout { .. } if allowed.is_some() => {
                (Forfeit::TimeLoss, "no move in time".to_owned())
            }
            ClientErrorKind::BestMove(_) => (Forfeit::IllegalMove, error.to_string()),
            _ => (Forfeit::Crash, error.to_string()),
        })?;
        if let Some(allowed) = allowed.filter(|allowed| elapsed > *allowed) {
            let late = elapsed.saturating_sub(allowed).as_millis();
            return Err((Forfeit::TimeLoss, format!("the move came {late} ms too late")));
        }
        let illegal = |reason: String| (Forfeit::IllegalMove, reason);
        let text = best.played.ok_or_else(|| illegal("no move".into()))?;
        let m = text.to_move(self.game.position());
        Ok((m.map_err(|reason| illegal(format!("it played {text}: {reason}")))?, elapsed))
    }

    /// Plays a legal move.
    fn play_move(&mut self, m: Move, elapsed: Duration, info: Option<&Info>) -> Option<Ending> {
        let color = self.game.position().turn();
        let eval = info.and_then(|info| eval(info, color));
        self.comments.push(move_comment(eval, elapsed));
        self.clocks[color].press(self.rules.limit, elapsed);
        self.position.moves.push(UciMove::new(m, self.rules.castling));
        // It is legal, and the game was not over.
        let _ = self.game.play(m);
        if let Some(outcome) = self.game.outcome().or_else(|| self.game.claimable_draw()) {
            return Some(Ending::Rules(outcome));
        }
        let decided = self.adjudicator.judge(eval.map(|eval| eval.score), self.game.moves().len());
        decided.map(Ending::Adjudicated)
    }

    /// The moves with their comments.
    fn into_tree(self, opening: &Opening, ending: &Ending) -> Tree {
        let mut tree = Tree::new(*self.game.start());
        let book = opening.moves.len();
        let mut node = Tree::ROOT;
        for (ply, &m) in self.game.moves().iter().enumerate() {
            // Every move has been played already.
            let Ok(next) = tree.add(node, m) else { break };
            node = next;
            let comment = ply.checked_sub(book).and_then(|ply| self.comments.get(ply).cloned());
            tree.comments_mut(node).push(comment.unwrap_or_else(|| Comment::new("book")));
        }
        tree.comments_mut(node).push(Comment::new(&ending.comment()));
        tree.set_result(ending.result());
        tree
    }
}

/// An engine's evaluation from White's point of view.
fn eval(info: &Info, color: Color) -> Option<Eval> {
    let sign = if color.is_white() { 1 } else { -1 };
    let score = match info.score?.value {
        Value::Centipawns(score) => Score::Centipawns(score.saturating_mul(sign)),
        Value::Mate(moves) => Score::Mate(moves.saturating_mul(sign)),
    };
    Some(Eval { score, depth: info.depth })
}

/// Evaluation, depth and time of a move.
fn move_comment(eval: Option<Eval>, elapsed: Duration) -> Comment {
    let mut comment = Comment::default();
    // Each command is inserted before the ones already there.
    comment.set_elapsed(Some(Duration::from_millis(elapsed.as_millis() as u64)));
    let depth = eval.and_then(|eval| eval.depth).map(|depth| depth.to_string());
    comment.set_command("depth", depth.as_deref());
    comment.set_eval(eval.map(|eval| Eval { depth: None, ..eval }));
    comment
}
