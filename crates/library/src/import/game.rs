//! Turns an imported game into the records of a game that two people played on one board.

use ::game::{Event, Game, Name, Player, Record, Seat, Start, Status, Terms, Timestamp};
use chess::pgn::GameResult;
use chess::{ByColor, Color, Move, Position};

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
) -> Result<PlayedGame, String> {
    let first = Record { version: 1, at, event: Event::Created(Box::new(terms(start, names))) };
    let game = Game::replay([first.clone()]).map_err(|error| error.to_string())?;
    let mut played = PlayedGame { records: vec![first], game };
    for play in moves {
        let event = match played.game.status() {
            Status::Over(_) => Event::MoveRecorded { play },
            Status::Waiting | Status::Playing => Event::Moved { play, clock: None },
        };
        played.add(event, at)?;
    }
    let recorded = match result {
        GameResult::Win(winner) => Some(Some(winner)),
        GameResult::Draw => Some(None),
        GameResult::Unknown => None,
    };
    if let Some(winner) = recorded.filter(|&winner| played.winner() != Some(winner)) {
        played.add(Event::ResultRecorded { winner }, at)?;
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
    }
}

impl PlayedGame {
    /// The winner, `Some(None)` for a draw, or `None` while the game goes on.
    fn winner(&self) -> Option<Option<Color>> {
        match self.game.status() {
            Status::Over(end) => Some(end.winner()),
            Status::Waiting | Status::Playing => None,
        }
    }

    /// How the final position contradicts the recorded result, in a sentence.
    pub(super) fn contradiction(&self) -> Option<String> {
        let recorded = self.winner()?;
        let outcome = self.game.board().position().outcome()?;
        (outcome.winner() != recorded).then(|| {
            let result = match recorded {
                Some(Color::White) => "1-0",
                Some(Color::Black) => "0-1",
                None => "1/2-1/2",
            };
            format!("the result {result} contradicts the final position: {outcome}")
        })
    }

    fn add(&mut self, event: Event, at: Timestamp) -> Result<(), String> {
        let record = self.game.record(event, at);
        self.game.apply(&record).map_err(|error| error.to_string())?;
        self.records.push(record);
        Ok(())
    }
}
