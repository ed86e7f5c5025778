//! Boards of a simul as everybody sees them.

use chess::Color;
use game::{Game, Player, Seat, Start, Terms, TimeControl};
use store::SimulBoard;
use wire::simul::SimulBoardView;
use wire::view::Status;

use crate::live::{RoomView, Rooms, game_view};
use crate::{ApiError, RoomError};

/// The board of a number, from 1, as it is now.
pub(super) async fn board(
    rooms: &Rooms,
    number: u32,
    board: &SimulBoard,
) -> Result<SimulBoardView, RoomError> {
    let RoomView { game, now, .. } = rooms.view(&board.game, None).await?;
    let view = game_view(&board.game, &game, now);
    Ok(SimulBoardView {
        number,
        game: view.id,
        opponent: name(&game, !board.color),
        color: board.color.into(),
        version: view.version,
        fen: view.state.fen,
        turn: view.state.turn,
        check: view.state.check.is_some(),
        plies: view.moves.len() as u32,
        last_move: view.moves.last().map(|last| last.uci.clone()),
        clocks: view.state.clocks,
        status: view.state.status,
    })
}

/// Whether the game of a board is over.
pub(super) fn is_over(board: &SimulBoardView) -> bool {
    matches!(board.status, Status::Over { .. })
}

/// The name of the player of a color.
fn name(game: &Game, color: Color) -> String {
    game.terms().seats[color].name.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// The terms of the game of a board. Nobody helps, and nothing is taken back.
///
/// # Errors
/// When the clocks are impossible.
pub(super) fn terms(
    color: Color,
    (exhibitor, opponent): (&game::Name, &game::Name),
    (exhibitor_time, opponent_time): (Option<TimeControl>, Option<TimeControl>),
) -> Result<Terms, ApiError> {
    let is_exhibitor = |side| side == color;
    let seat = |side| Seat {
        name: Some(if is_exhibitor(side) { exhibitor } else { opponent }.clone()),
        player: Player::Person,
    };
    let terms = Terms {
        start: Start::Standard,
        seats: chess::ByColor::from_fn(seat),
        time: chess::ByColor::from_fn(|side| {
            if is_exhibitor(side) { exhibitor_time } else { opponent_time }
        }),
        shared: false,
        automatic_draws: true,
        takebacks: false,
        abandonment: false,
    };
    // Nothing is stored when the clocks are impossible.
    Game::new(terms.clone(), game::Timestamp(0))?;
    Ok(terms)
}
