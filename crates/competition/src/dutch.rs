//! The FIDE Dutch system (Handbook C.04.3, rules of February 2026).
//!
//! Players are paired bracket by bracket, from the highest score down. The criteria C6 to C21 of
//! the rules become one number per possible pair (see `criteria`), so that a matching of
//! greatest weight satisfies them in their order; further matchings choose between equally good
//! ones as the articles 3 and 4 prescribe (see `choice`). Nothing is drawn by lot: equal
//! crosstables have equal pairings.

mod bracket;
mod check;
mod choice;
mod colors;
mod criteria;
mod player_state;
mod possible;
mod round;

use crate::{Bye, Crosstable, Entry, Game, GameResult, PlayerNumber};

pub use check::{Difference, RecordedPairing, check};

use player_state::PlayerState;
use round::Round;

/// The pairing of one round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundPairing {
    /// The pairs in the order of the boards.
    pub boards: Vec<Board>,
    /// Who gets the pairing-allocated bye.
    pub bye: Option<PlayerNumber>,
}

/// Two players who meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// The player with the white pieces.
    pub white: PlayerNumber,
    /// The player with the black pieces.
    pub black: PlayerNumber,
}

/// Why a round cannot be paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    /// Article 1.9.3: the arbiter decides.
    #[error("no pairing satisfies the absolute criteria; the arbiter decides")]
    NoLegalPairing,
    /// Nobody is present.
    #[error("nobody is present in round {0}")]
    NobodyPresent(usize),
    /// A game of an earlier round has no result yet.
    #[error("round {round}: the game of player {player} has no result")]
    ResultMissing {
        /// The round of the game.
        round: usize,
        /// One of its players.
        player: u16,
    },
    /// All planned rounds are paired.
    #[error("all {0} rounds are paired")]
    Finished(usize),
    /// More players than [`MAX_PLAYERS`], or more different scores than the numbers can hold.
    #[error("too many players ({0}); up to {MAX_PLAYERS} can be paired")]
    TooManyPlayers(usize),
}

/// The most players that can be paired. Memory and time grow with the square of the greatest two
/// neighboring score groups.
pub const MAX_PLAYERS: usize = 3000;

/// Pairs the round after the last paired one.
///
/// # Errors
///
/// If the rules allow no pairing, or the crosstable is not ready for one.
///
/// # Who is paired
///
/// Players are absent if an [`Absence`](crate::Absence) of that round or an entry for it says so.
/// Without a planned number of rounds, no round counts as the last one; without an initial color,
/// it is White.
///
/// # Examples
///
/// ```
/// use competition::{Crosstable, Player, PlayerNumber, dutch};
///
/// let number = |number| PlayerNumber::new(number).unwrap();
/// let names = ["Ada", "Ben", "Cleo", "Dan", "Eve"];
/// let players = (1..).zip(names).map(|(rank, name)| Player::new(number(rank), name));
/// let table = Crosstable { players: players.collect(), ..Crosstable::default() };
///
/// let round = dutch::pair(&table).unwrap();
/// let boards: Vec<(u16, u16)> =
///     round.boards.iter().map(|board| (board.white.get(), board.black.get())).collect();
/// assert_eq!(boards, [(1, 3), (4, 2)]);
/// assert_eq!(round.bye, Some(number(5)));
/// ```
pub fn pair(table: &Crosstable) -> Result<RoundPairing, PairingError> {
    let round = Round::new(table)?;
    let pairs = round.pairs()?;
    Ok(colors::boards(&round, &pairs))
}

/// Adds a paired round to a crosstable: games without a result, the bye, and the announced
/// absences of that round.
///
/// ```
/// use competition::{Crosstable, Player, PlayerNumber, dutch};
///
/// let players = (1..=4).map(|rank| Player::new(PlayerNumber::new(rank).unwrap(), "Player"));
/// let mut table = Crosstable { players: players.collect(), ..Crosstable::default() };
/// let round = dutch::pair(&table).unwrap();
/// dutch::add_round(&mut table, &round);
/// assert_eq!(table.paired_rounds(), 1);
/// ```
pub fn add_round(table: &mut Crosstable, pairing: &RoundPairing) {
    let round = table.paired_rounds() + 1;
    for player in &mut table.players {
        let announced = table
            .absences
            .iter()
            .find(|absence| absence.round == round && absence.player == player.number);
        let absent = Entry::Bye(announced.map_or(Bye::Zero, |absence| absence.bye));
        let absent = player.entries.get(round - 1).copied().unwrap_or(absent);
        let entry = entry_in(pairing, player.number).unwrap_or(absent);
        player.entries.resize(round - 1, Entry::Bye(Bye::Zero));
        player.entries.push(entry);
    }
    table.absences.retain(|absence| absence.round != round);
}

fn entry_in(pairing: &RoundPairing, player: PlayerNumber) -> Option<Entry> {
    if pairing.bye == Some(player) {
        return Some(Entry::Bye(Bye::PairingAllocated));
    }
    let game = |opponent, color| {
        Entry::Game(Game { opponent, color: Some(color), result: GameResult::Pending })
    };
    pairing.boards.iter().find_map(|board| {
        if board.white == player {
            Some(game(board.black, chess::Color::White))
        } else if board.black == player {
            Some(game(board.white, chess::Color::Black))
        } else {
            None
        }
    })
}
