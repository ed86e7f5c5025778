//! One game between two engines, from its opening to its end.

use std::time::Duration;

use chess::pgn::{Comment, Eval, GameResult, Score, Tree};
use chess::{ByColor, CastlingMode, Color, Game, Move, Outcome, Position};
use uci::{Answer, Client, ClientError, Coordinates, Fault, Info, PositionCommand, Start, Value};

use super::adjudication::{Adjudicator, DrawRule, ResignRule};
use super::control::{Clock, Control};
use super::openings::Opening;

/// How much later than allowed a move is still waited for, so that a busy machine does not decide
/// whether it came in time; the time that was measured does.
const GRACE: Duration = Duration::from_millis(50);

/// What is the same for all games.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) control: Control,
    /// How far a clock may be overdrawn.
    pub(super) margin: Duration,
    /// How long a player without a clock may think before it counts as hung.
    pub(super) patience: Duration,
    pub(super) castling: CastlingMode,
    pub(super) draw: Option<DrawRule>,
    pub(super) resign: Option<ResignRule>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// By the rules of chess; draws that a player could claim are claimed.
    Rules(Outcome),
    /// By the agreement of the players' scores.
    Adjudicated(GameResult),
    /// By a player's fault, with the words for it.
    Forfeit { loser: Color, misdeed: Misdeed, reason: String },
}

/// What loses a game apart from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misdeed {
    IllegalMove,
    TimeLoss,
    /// The engine died or fell silent.
    Crash,
}

impl End {
    pub(super) fn result(&self) -> GameResult {
        match self {
            End::Rules(outcome) => (*outcome).into(),
            End::Adjudicated(result) => *result,
            End::Forfeit { loser, .. } => GameResult::Win(loser.opposite()),
        }
    }

    /// The end in words.
    pub(super) fn words(&self) -> String {
        match self {
            End::Rules(outcome) => outcome.to_string(),
            End::Adjudicated(GameResult::Draw) => "Draw by adjudication".into(),
            End::Adjudicated(GameResult::Win(winner)) => format!("{winner} wins by adjudication"),
            End::Adjudicated(GameResult::Unknown) => "Unknown".into(),
            End::Forfeit { loser, reason, .. } => format!("{loser} loses: {reason}"),
        }
    }
}

/// Plays a game and gives its record, without tags, and its end.
pub(super) fn play(
    players: &mut ByColor<&mut Client>,
    opening: &Opening,
    rules: &Rules,
) -> (Tree, End) {
    let mut table = Table::new(opening, rules);
    let end = loop {
        if let Some(end) = table.turn(players) {
            break end;
        }
    };
    (table.tree(opening, &end), end)
}

/// A game in progress.
struct Table<'a> {
    rules: &'a Rules,
    game: Game,
    /// The game as the engines are told of it.
    place: PositionCommand,
    clocks: ByColor<Clock>,
    adjudicator: Adjudicator,
    /// What is written beside each move that was played.
    notes: Vec<Comment>,
}

impl<'a> Table<'a> {
    fn new(opening: &Opening, rules: &'a Rules) -> Table<'a> {
        let start = if opening.start == Position::default() {
            Start::Startpos
        } else {
            Start::Fen(opening.start.to_string())
        };
        let moves = opening.moves.iter().map(|&m| Coordinates::new(m, rules.castling)).collect();
        let clock = Clock::new(rules.control);
        Table {
            rules,
            game: opening.game(),
            place: PositionCommand { start, moves },
            clocks: ByColor::new(clock, clock),
            adjudicator: Adjudicator::new(rules.draw, rules.resign),
            notes: Vec::new(),
        }
    }

    /// Has the side to move think and play. Some when that was the end.
    fn turn(&mut self, players: &mut ByColor<&mut Client>) -> Option<End> {
        let color = self.game.position().turn();
        let mut go = self.rules.control.go(&self.clocks);
        go.movestogo = self.clocks[color].moves_to_go();
        let mut last = None;
        let answer = players[color].search(&self.place, &go, self.limit(color), |info| {
            if info.score.is_some() && info.multipv.is_none_or(|line| line == 1) {
                last = Some(info);
            }
        });
        match self.judge(answer, color) {
            Ok((m, elapsed)) => self.play(m, elapsed, last.as_ref()),
            Err((misdeed, reason)) => Some(End::Forfeit { loser: color, misdeed, reason }),
        }
    }

    /// How long a player is waited for.
    fn limit(&self, color: Color) -> Duration {
        self.allowance(color).map_or(self.rules.patience, |allowance| allowance + GRACE)
    }

    /// How long a player may think, where that is limited.
    fn allowance(&self, color: Color) -> Option<Duration> {
        match self.rules.control {
            Control::Nodes(_) | Control::Depth(_) => None,
            Control::MoveTime(_) | Control::Clock(_) => {
                Some(self.clocks[color].left + self.rules.margin)
            }
        }
    }

    /// The move that was played and the time it took, or what was wrong with it.
    fn judge(
        &self,
        answer: Result<Answer, ClientError>,
        color: Color,
    ) -> Result<(Move, Duration), (Misdeed, String)> {
        let allowance = self.allowance(color);
        let Answer { best, elapsed } = answer.map_err(|error| match error.fault {
            Fault::Silent { .. } if allowance.is_some() => {
                (Misdeed::TimeLoss, "no move in time".to_owned())
            }
            Fault::BestMove(_) => (Misdeed::IllegalMove, error.to_string()),
            _ => (Misdeed::Crash, error.to_string()),
        })?;
        if let Some(allowance) = allowance.filter(|allowance| elapsed > *allowance) {
            let late = elapsed.saturating_sub(allowance).as_millis();
            return Err((Misdeed::TimeLoss, format!("the move came {late} ms too late")));
        }
        let illegal = |reason: String| (Misdeed::IllegalMove, reason);
        let text = best.played.ok_or_else(|| illegal("it plays no move".into()))?;
        let m = text.resolve(self.game.position());
        Ok((m.map_err(|reason| illegal(format!("it plays {text}: {reason}")))?, elapsed))
    }

    /// Puts a legal move on the board.
    fn play(&mut self, m: Move, elapsed: Duration, info: Option<&Info>) -> Option<End> {
        let color = self.game.position().turn();
        let eval = info.and_then(|info| eval(info, color));
        self.notes.push(note(eval, elapsed));
        self.clocks[color].press(self.rules.control, elapsed);
        self.place.moves.push(Coordinates::new(m, self.rules.castling));
        // It is legal, and the game was not over.
        let _ = self.game.play(m);
        if let Some(outcome) = self.game.outcome().or_else(|| self.game.claimable_draw()) {
            return Some(End::Rules(outcome));
        }
        let decided = self.adjudicator.judge(eval.map(|eval| eval.score), self.game.moves().len());
        decided.map(End::Adjudicated)
    }

    /// The game as it is written down.
    fn tree(self, opening: &Opening, end: &End) -> Tree {
        let mut tree = Tree::new(*self.game.start());
        let book = opening.moves.len();
        let mut node = Tree::ROOT;
        for (ply, &m) in self.game.moves().iter().enumerate() {
            // Every move has been played already.
            let Ok(next) = tree.add(node, m) else { break };
            node = next;
            let comment = ply.checked_sub(book).and_then(|ply| self.notes.get(ply).cloned());
            tree.comments_mut(node).push(comment.unwrap_or_else(|| Comment::new("book")));
        }
        tree.comments_mut(node).push(Comment::new(&end.words()));
        tree.set_result(end.result());
        tree
    }
}

/// What an engine said, from White's side.
fn eval(info: &Info, color: Color) -> Option<Eval> {
    let sign = if color.is_white() { 1 } else { -1 };
    let score = match info.score?.value {
        Value::Centipawns(score) => Score::Centipawns(score.saturating_mul(sign)),
        Value::Mate(moves) => Score::Mate(moves.saturating_mul(sign)),
    };
    Some(Eval { score, depth: info.depth })
}

/// The comment of a move: score, depth and time.
fn note(eval: Option<Eval>, elapsed: Duration) -> Comment {
    let mut comment = Comment::default();
    // Each command is set before those that are there.
    comment.set_elapsed(Some(Duration::from_millis(elapsed.as_millis() as u64)));
    let depth = eval.and_then(|eval| eval.depth).map(|depth| depth.to_string());
    comment.set_command("depth", depth.as_deref());
    comment.set_eval(eval.map(|eval| Eval { depth: None, ..eval }));
    comment
}
