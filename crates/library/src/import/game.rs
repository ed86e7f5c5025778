//! Turns an imported game into the records of a game that two people played on one board.

use ::game::{Event, Game, Name, Player, Record, Seat, Start, Status, Terms, Timestamp};
use chess::pgn::GameResult;
use chess::{ByColor, Move, Position};

/// An imported game.
pub(super) struct PlayedGame {
    /// Its records, numbered from 1.
    pub(super) records: Vec<Record>,
    /// The game after them.
    pub(super) game: Game,
}

/// Plays the moves and records the result. Moves after the end of the game by the rules are left
/// out; they remain in the source.
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
        if played.game.status() != Status::Playing {
            break;
        }
        played.add(Event::Moved { play, clock: None }, at)?;
    }
    if played.game.status() == Status::Playing {
        match result {
            GameResult::Win(winner) => {
                played.add(Event::ResultRecorded { winner: Some(winner) }, at)?;
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
    }
}

impl PlayedGame {
    fn add(&mut self, event: Event, at: Timestamp) -> Result<(), String> {
        let record = self.game.record(event, at);
        self.game.apply(&record).map_err(|error| error.to_string())?;
        self.records.push(record);
        Ok(())
    }
}
