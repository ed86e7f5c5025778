//! The row that the library shows for a game.

use chess::ByColor;
use chess::pgn::GameResult;
use game::{Game, Status};
use store::{Details, Opening, Summary};

use crate::date;

/// The row of a game in the library.
pub fn summary(game: &Game) -> Summary {
    Summary {
        names: ByColor::from_fn(|color| game.terms().seats[color].name.clone()),
        result: result(game.status()),
        status: status_word(game.status()).to_owned(),
        plies: game.board().moves().len() as u32,
        created: game.created_at(),
        last_played: game.last_at(),
        // A clock runs by itself; an engine searches only while somebody follows the game.
        resume_on_start: game.deadline().is_some(),
        fen: game.board().position().to_string(),
        opening: opening(game),
    }
}

/// The details of a game that was created here: its date.
pub fn details(game: &Game) -> Details {
    Details { date: Some(date::pgn_date(game.created_at())), ..Details::default() }
}

/// The opening of a game by its moves.
pub(crate) fn opening(game: &Game) -> Option<Opening> {
    let known = openings::of_positions(game.board().positions())?;
    Some(Opening { eco: known.eco.to_owned(), name: known.name.to_owned() })
}

/// The status of a game as the library stores it.
pub fn status_word(status: Status) -> &'static str {
    match status {
        Status::Waiting => "waiting",
        Status::Playing => "playing",
        Status::Adjourned => "adjourned",
        Status::Over(_) => "over",
    }
}

pub(crate) fn result(status: Status) -> GameResult {
    match status {
        Status::Over(end) => GameResult::from_text(end.result()).unwrap_or_default(),
        Status::Waiting | Status::Playing | Status::Adjourned => GameResult::Unknown,
    }
}
