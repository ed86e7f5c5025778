//! Who takes part in a match: a level, or a program that plays like people and speaks UCI.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chess::{CastlingMode, Game, Move, UciMove};
use engine::{Root, Search, Signal, Strength};
use uci::{Client, Go, PositionCommand, Start};

use super::unable;
use crate::error::TaskError;

/// How long a program may take to start, and for a move.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A level or a program.
#[derive(Clone, Copy)]
pub(super) enum Participant<'a> {
    Level(Strength),
    Player(&'a Player),
}

/// A program that moves after a single node: a network without a search. Each worker has a process
/// of its own.
pub(super) struct Player {
    pub(super) name: String,
    command: Vec<String>,
    idle: Mutex<Vec<Client>>,
}

impl Participant<'_> {
    /// Chooses a move in a game that is not over.
    pub(super) fn choose(
        &self,
        search: &mut Search,
        game: &Game,
        seed: u64,
    ) -> Result<Option<Move>, TaskError> {
        match self {
            Participant::Level(level) => {
                Ok(level.choose(search, &Root::from(game), seed, &Signal::default()).chosen)
            }
            Participant::Player(player) => player.choose(game).map(Some),
        }
    }
}

impl Player {
    /// Reads `NAME=PROGRAM ARGUMENTS`, separated by spaces.
    pub(super) fn parse(text: &str) -> Result<Player, TaskError> {
        let expected = "expected a name and a command, such as maia=lc0 --weights=maia-1100.pb.gz";
        let unable = || unable(format!("{text}: {expected}"));
        let (name, command) = text.split_once('=').ok_or_else(unable)?;
        let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if name.is_empty() || name.contains(char::is_whitespace) || command.is_empty() {
            return Err(unable());
        }
        Ok(Player { name: name.to_owned(), command, idle: Mutex::default() })
    }

    fn choose(&self, game: &Game) -> Result<Move, TaskError> {
        let mut client = self.client()?;
        let moves = game.moves().iter().map(|&m| UciMove::new(m, CastlingMode::Standard)).collect();
        let position = PositionCommand { start: Start::Startpos, moves };
        let go = Go { nodes: Some(1), ..Go::default() };
        let answer = client.search(&position, &go, TIMEOUT, |_| {}).map_err(unable)?;
        let missing = || unable(format!("{} has no move", client.name()));
        let played = answer.best.played.ok_or_else(missing)?;
        let m = played.to_move(game.position()).map_err(unable)?;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(client);
        Ok(m)
    }

    /// A process that nobody else uses now.
    fn client(&self) -> Result<Client, TaskError> {
        if let Some(client) = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            return Ok(client);
        }
        let Some((program, arguments)) = self.command.split_first() else {
            return Err(unable("a player needs a program"));
        };
        Client::start(program, arguments, TIMEOUT).map_err(unable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_a_name_and_a_command() {
        let player = Player::parse("maia=lc0 --weights=a.pb.gz  --backend=blas").unwrap();
        assert_eq!(player.name, "maia");
        assert_eq!(player.command, ["lc0", "--weights=a.pb.gz", "--backend=blas"]);
        for text in ["lc0", "=lc0", "maia=", "lc0 --weights=a.pb.gz"] {
            assert!(Player::parse(text).is_err(), "{text}");
        }
    }
}
