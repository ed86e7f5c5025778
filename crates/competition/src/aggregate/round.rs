//! Rounds, boards and results.

use std::fmt;

use chess::{ByColor, Color, Position};
use game::GameId;

use super::{EntrantId, Unpaired};
use crate::GameResult;

/// A board of a round. Both are counted from 1, as people say them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardNumber {
    /// The round.
    pub round: u16,
    /// The board.
    pub board: u16,
}

impl fmt::Display for BoardNumber {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "board {} of round {}", self.board, self.round)
    }
}

/// The result of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardResult {
    /// One side won at the board.
    Win(Color),
    /// A draw at the board.
    Draw,
    /// A draw for one side alone; the arbiter gave the other one a loss.
    DrawOnlyFor(Color),
    /// A game that both sides lost, by decision of the arbiter.
    DoubleLoss,
    /// The other side did not come.
    ForfeitWin(Color),
    /// Neither side came.
    DoubleForfeit,
}

impl BoardResult {
    /// White won at the board.
    pub const WHITE_WINS: BoardResult = BoardResult::Win(Color::White);

    /// Black won at the board.
    pub const BLACK_WINS: BoardResult = BoardResult::Win(Color::Black);

    /// True for games that were played.
    pub fn is_played(self) -> bool {
        !matches!(self, BoardResult::ForfeitWin(_) | BoardResult::DoubleForfeit)
    }

    /// True for results that players report. The others are decisions of the organizer.
    pub fn is_for_players(self) -> bool {
        matches!(self, BoardResult::Win(_) | BoardResult::Draw)
    }

    /// The result for one side.
    pub fn of(self, color: Color) -> GameResult {
        match self {
            BoardResult::Win(winner) if winner == color => GameResult::Win,
            BoardResult::Draw => GameResult::Draw,
            BoardResult::DrawOnlyFor(side) if side == color => GameResult::Draw,
            BoardResult::Win(_) | BoardResult::DrawOnlyFor(_) | BoardResult::DoubleLoss => {
                GameResult::Loss
            }
            BoardResult::ForfeitWin(winner) if winner == color => GameResult::ForfeitWin,
            BoardResult::ForfeitWin(_) | BoardResult::DoubleForfeit => GameResult::ForfeitLoss,
        }
    }
}

/// Where a result comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// It was known when the round was paired: a forfeit by somebody who is absent.
    Pairing,
    /// Both players reported it.
    Players,
    /// The organizer set it.
    Organizer,
    /// The game on the server ended so.
    Game,
}

/// A result with its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settled {
    /// The result.
    pub result: BoardResult,
    /// Where it comes from.
    pub source: Source,
}

/// A pairing of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The two players.
    pub players: ByColor<EntrantId>,
    /// The result, when it is known.
    pub settled: Option<Settled>,
    /// What the players have reported. Two that differ are a dispute.
    pub reports: ByColor<Option<BoardResult>>,
    /// The game on the server.
    pub game: Option<GameId>,
    /// The final position.
    pub position: Option<Box<Position>>,
    /// Who goes on after a tied match of a knockout. Only on the first board of a match.
    pub advances: Option<EntrantId>,
}

impl Board {
    /// The result, when it is known.
    pub fn result(&self) -> Option<BoardResult> {
        self.settled.map(|settled| settled.result)
    }

    /// True when the game was played.
    pub fn is_played(&self) -> bool {
        self.result().is_some_and(BoardResult::is_played)
    }

    /// The color of a player.
    pub fn color_of(&self, id: EntrantId) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.players[color] == id)
    }

    /// True while the players have reported different results and nobody has decided.
    pub fn is_disputed(&self) -> bool {
        let [white, black] = Color::ALL.map(|color| self.reports[color]);
        self.settled.is_none() && white.is_some() && black.is_some() && white != black
    }

    /// True when a person or a game has said something about the result.
    pub(crate) fn has_news(&self) -> bool {
        let is_settled = self.settled.is_some_and(|settled| settled.source != Source::Pairing);
        let is_reported = self.reports.iter().any(|(_, report)| report.is_some());
        is_settled || is_reported || self.position.is_some() || self.advances.is_some()
    }

    pub(crate) fn has(&self, id: EntrantId) -> bool {
        self.color_of(id).is_some()
    }
}

/// A paired round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The boards, the first one first.
    pub boards: Vec<Board>,
    /// Those without an opponent.
    pub unpaired: Vec<(EntrantId, Unpaired)>,
}

impl Round {
    /// True once a result was set or reported.
    pub fn has_results(&self) -> bool {
        self.boards.iter().any(Board::has_news)
    }

    /// True once there are results or games.
    pub fn is_started(&self) -> bool {
        self.has_results() || self.boards.iter().any(|board| board.game.is_some())
    }

    /// True once the round counts for the standings: from the first result on.
    pub(crate) fn counts(&self) -> bool {
        let is_new =
            |board: &Board| board.settled.is_some_and(|settled| settled.source != Source::Pairing);
        self.missing() == 0 || self.boards.iter().any(is_new)
    }

    /// How many results are missing.
    pub fn missing(&self) -> usize {
        self.boards.iter().filter(|board| board.settled.is_none()).count()
    }

    /// Why somebody has no opponent.
    pub fn unpaired(&self, id: EntrantId) -> Option<Unpaired> {
        self.unpaired.iter().find(|(unpaired, _)| *unpaired == id).map(|(_, why)| *why)
    }
}
