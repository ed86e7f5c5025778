//! How many events a game may have: some commands could be repeated forever.

use game::{Command, Game};

use crate::live::RoomError;

/// How many events a game may have besides its moves.
const MAX_OTHER_EVENTS: usize = 2_000;

/// Rejects what could go on forever once a game has many events besides its moves. Moves, and
/// everything that ends a game, are always possible.
pub(super) fn check_event_count(game: &Game, command: &Command) -> Result<(), RoomError> {
    let is_endless = matches!(
        command,
        Command::Rename { .. }
            | Command::Offer(_)
            | Command::Decline(_)
            | Command::Undo
            | Command::Redo
            | Command::GiveTime(_)
    );
    let others = (game.version() as usize).saturating_sub(game.board().moves().len());
    if is_endless && others >= MAX_OTHER_EVENTS { Err(RoomError::TooManyEvents) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use chess::{ByColor, Color, Move, Square};
    use game::{Event, Offer, Player, Seat, Start, Terms, Timestamp};

    use super::*;

    fn new_game() -> Game {
        let seat = Seat { name: None, player: Player::Person };
        let terms = Terms {
            start: Start::Standard,
            seats: ByColor::new(seat.clone(), seat),
            time: ByColor::new(None, None),
            shared: true,
            automatic_draws: false,
            takebacks: true,
            abandonment: true,
        };
        Game::new(terms, Timestamp(0)).expect("sound terms")
    }

    #[test]
    fn a_game_with_too_many_events_can_only_be_played_on_or_ended() {
        let mut game = new_game();
        let rename = Command::Rename { color: Color::White, name: None };
        let play =
            Command::Move { play: Move::normal(Square::E2, Square::E4), lag: Duration::ZERO };
        while check_event_count(&game, &rename).is_ok() {
            let event = Event::Renamed { color: Color::White, name: None };
            let record = game.record(event, Timestamp(0));
            game.apply(&record).expect("a name can change");
        }
        assert_eq!(game.version() as usize, MAX_OTHER_EVENTS);
        for command in [Command::Undo, Command::Redo, Command::Offer(Offer::Draw)] {
            assert_eq!(check_event_count(&game, &command), Err(RoomError::TooManyEvents));
        }
        for command in [play, Command::Resign, Command::Abort, Command::Flag] {
            assert_eq!(check_event_count(&game, &command), Ok(()), "{command:?}");
        }
    }
}
