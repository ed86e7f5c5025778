//! A player of a competition, and what happened in each round.

use std::fmt;

use chess::Color;

/// The starting number of a player (tournament pairing number): 1 is the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayerNumber(u16);

impl PlayerNumber {
    /// The largest number that fits the four columns of a report file.
    pub const LARGEST: u16 = 9999;

    /// A starting number from 1 to 9999.
    pub const fn new(number: u16) -> Option<PlayerNumber> {
        if number == 0 || number > PlayerNumber::LARGEST {
            None
        } else {
            Some(PlayerNumber(number))
        }
    }

    /// The number itself.
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl fmt::Display for PlayerNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// FIDE titles, in the order of the initial ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Title {
    /// Grandmaster.
    Gm,
    /// International Master.
    Im,
    /// Woman Grandmaster.
    Wgm,
    /// FIDE Master.
    Fm,
    /// Woman International Master.
    Wim,
    /// Candidate Master.
    Cm,
    /// Woman FIDE Master.
    Wfm,
    /// Woman Candidate Master.
    Wcm,
}

/// Sex, as report files have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sex {
    /// `m`.
    Male,
    /// `w`.
    Female,
}

/// A player with an entry for every round so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The starting number.
    pub number: PlayerNumber,
    /// Usually `Last, First`.
    pub name: String,
    /// The rating; `None` for an unrated player.
    pub rating: Option<u16>,
    /// The FIDE title.
    pub title: Option<Title>,
    /// The sex.
    pub sex: Option<Sex>,
    /// The federation: three letters.
    pub federation: String,
    /// The FIDE identification number.
    pub fide_id: String,
    /// The date of birth as written, usually `YYYY/MM/DD`.
    pub birth: String,
    /// The place in the standings as a report gives it.
    pub rank: Option<u16>,
    /// What happened in round 1, 2, …. Rounds after the last entry are not paired yet.
    pub entries: Vec<Entry>,
}

impl Player {
    /// A player with a number and a name, and nothing else known.
    pub fn new(number: PlayerNumber, name: impl Into<String>) -> Player {
        Player {
            number,
            name: name.into(),
            rating: None,
            title: None,
            sex: None,
            federation: String::new(),
            fide_id: String::new(),
            birth: String::new(),
            rank: None,
            entries: Vec::new(),
        }
    }
}

/// What happened to a player in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// A pairing with an opponent, played or not.
    Game(Game),
    /// A round without an opponent.
    Bye(Bye),
}

impl Entry {
    /// The pairing, if there was an opponent.
    pub fn game(&self) -> Option<&Game> {
        match self {
            Entry::Game(game) => Some(game),
            Entry::Bye(_) => None,
        }
    }

    /// The game, if it was played at the board.
    pub fn played(&self) -> Option<&Game> {
        self.game().filter(|game| game.result.is_played())
    }

    /// Whether the round was part of a pairing: a game, a forfeit or the pairing-allocated bye.
    pub fn is_paired(&self) -> bool {
        matches!(self, Entry::Game(_) | Entry::Bye(Bye::PairingAllocated))
    }
}

/// A pairing from the side of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// The opponent.
    pub opponent: PlayerNumber,
    /// The player's color; reports may leave it out for a forfeit.
    pub color: Option<Color>,
    /// The result for this player.
    pub result: GameResult,
}

/// The result of a pairing for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Paired, and no result is known yet.
    Pending,
    /// Won at the board.
    Win,
    /// Drawn at the board.
    Draw,
    /// Lost at the board.
    Loss,
    /// Won in less than one move: played, but not rated.
    UnratedWin,
    /// Drawn in less than one move: played, but not rated.
    UnratedDraw,
    /// Lost in less than one move: played, but not rated.
    UnratedLoss,
    /// The opponent did not come.
    ForfeitWin,
    /// The player did not come.
    ForfeitLoss,
}

impl GameResult {
    /// Whether the game was played at the board.
    pub const fn is_played(self) -> bool {
        !matches!(self, GameResult::Pending | GameResult::ForfeitWin | GameResult::ForfeitLoss)
    }
}

/// A round without an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bye {
    /// Given by the pairing because the number of players is odd.
    PairingAllocated,
    /// Requested, worth a win.
    Full,
    /// Requested, worth a draw.
    Half,
    /// An absence.
    Zero,
}
