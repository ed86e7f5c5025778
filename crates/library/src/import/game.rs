//! Turns an imported game into the records of a game that two people played on one board.

use ::game::{
    Event, Game, Name, Player, Record, ReplayError, Seat, Start, Status, Terms, Timestamp,
};
use chess::pgn::GameResult;
use chess::{ByColor, Move, Position};

use super::ImportErrorKind;
use crate::summary;

/// An imported game.
pub(super) struct PlayedGame {
    /// Its records, numbered from 1.
    pub(super) records: Vec<Record>,
    /// The game after them.
    pub(super) game: Game,
}

/// Plays the moves and records the result. What was recorded counts: moves after an automatic draw
/// are played, and the result stays the recorded one even if the final position contradicts it.
pub(super) fn play(
    start: Position,
    names: &ByColor<Option<Name>>,
    moves: impl IntoIterator<Item = Move>,
    result: GameResult,
    at: Timestamp,
) -> Result<PlayedGame, ReplayError> {
    let first = Record { version: 1, at, event: Event::Created(Box::new(terms(start, names))) };
    let game = Game::replay([first.clone()])?;
    let mut played = PlayedGame { records: vec![first], game };
    for play in moves {
        let event = match played.game.status() {
            Status::Over(_) => Event::MoveRecorded { play },
            Status::Waiting | Status::Playing | Status::Adjourned => {
                Event::Moved { play, clock: None }
            }
        };
        played.add(event, at)?;
    }
    if played.result() != result {
        match result {
            GameResult::Win(color) => {
                played.add(Event::ResultRecorded { winner: Some(color) }, at)?;
            }
            GameResult::Draw => played.add(Event::ResultRecorded { winner: None }, at)?,
            GameResult::Unknown => {}
        }
    }
    Ok(played)
}

fn terms(start: Position, names: &ByColor<Option<Name>>) -> Terms {
    let is_usual = start == Position::default();
    Terms {
        start: if is_usual { Start::Standard } else { Start::Position(Box::new(start)) },
        seats: ByColor::from_fn(|color| Seat {
            name: names[color].clone(),
            player: Player::Person,
        }),
        time: ByColor::new(None, None),
        shared: true,
        automatic_draws: false,
        takebacks: true,
        abandonment: true,
    }
}

impl PlayedGame {
    fn result(&self) -> GameResult {
        summary::result(self.game.status())
    }

    /// How the final position contradicts the recorded result.
    pub(super) fn contradiction(&self) -> Option<ImportErrorKind> {
        let outcome = self.game.board().position().outcome()?;
        let result = self.result();
        (result != GameResult::from(outcome))
            .then_some(ImportErrorKind::Contradiction { result, outcome })
    }

    fn add(&mut self, event: Event, at: Timestamp) -> Result<(), ReplayError> {
        let record = self.game.record(event, at);
        self.game.apply(&record)?;
        self.records.push(record);
        Ok(())
    }
}
