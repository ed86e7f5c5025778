//! Who may do what.

use super::super::possible::ensure;
use super::super::{Actor, BoardNumber, Command, Competition, CompetitionError, EntrantId};

impl Competition {
    /// The organizer may do everything but report for players. Players speak for themselves, and
    /// the server for games.
    pub(super) fn check_permission(
        &self,
        actor: Actor,
        command: &Command,
    ) -> Result<(), CompetitionError> {
        let is_allowed = match actor {
            Actor::Organizer => !matches!(command, Command::Report { .. }),
            Actor::Server => matches!(
                command,
                Command::Enter(_)
                    | Command::LinkGame { .. }
                    | Command::SetResult { .. }
                    | Command::RecordPosition { .. }
            ),
            Actor::Player(own) => return self.check_player(own, command),
        };
        ensure(is_allowed, CompetitionError::NotAllowed)
    }

    fn check_player(&self, own: EntrantId, command: &Command) -> Result<(), CompetitionError> {
        self.known(own)?;
        let is_allowed = match *command {
            Command::Withdraw(id) | Command::CancelAbsence { id, .. } => id == own,
            Command::AnnounceAbsence { id, kind, .. } => id == own && kind.is_for_players(),
            Command::Report { board, .. } | Command::RecordPosition { board, .. } => {
                return self.check_own_game(own, board);
            }
            _ => false,
        };
        ensure(is_allowed, CompetitionError::NotAllowed)
    }

    fn check_own_game(&self, own: EntrantId, board: BoardNumber) -> Result<(), CompetitionError> {
        ensure(self.known_board(board)?.has(own), CompetitionError::NotYourGame(board))
    }
}
