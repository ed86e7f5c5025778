//! The terms of a game, converted both ways.

use std::time::Duration;

use chess::ByColor;
use game::{Name, Terms, TimeControl};

use super::RequestError;
use crate::BoundedString;
use crate::new_game::{Bonus, NewGame, Player, Seat, Start, Strength, Time};

impl TryFrom<NewGame> for Terms {
    type Error = RequestError;

    fn try_from(new: NewGame) -> Result<Terms, RequestError> {
        let open = |seat: &Seat| matches!(seat.player, Player::Open {});
        match (open(&new.seats.white), open(&new.seats.black)) {
            (true, true) => return Err(RequestError::BothOpen),
            (true, _) | (_, true) if new.shared => return Err(RequestError::SharedOpen),
            _ => {}
        }
        let time = |time: Option<Time>| time.map(TimeControl::from);
        Ok(Terms {
            start: new.start.try_into()?,
            seats: ByColor::new(new.seats.white.try_into()?, new.seats.black.try_into()?),
            time: ByColor::new(time(new.time.white), time(new.time.black)),
            shared: new.shared,
            automatic_draws: new.automatic_draws,
            takebacks: true,
            abandonment: true,
        })
    }
}

impl TryFrom<Start> for game::Start {
    type Error = RequestError;

    fn try_from(start: Start) -> Result<game::Start, RequestError> {
        match start {
            Start::Standard {} => Ok(game::Start::Standard),
            Start::Chess960 { number } if chess::chess960::start(number).is_some() => {
                Ok(game::Start::Chess960(number))
            }
            Start::Chess960 { number } => Err(RequestError::Chess960(number)),
            Start::Fen { fen } => Ok(game::Start::Position(Box::new(fen.as_str().parse()?))),
        }
    }
}

impl TryFrom<Seat> for game::Seat {
    type Error = RequestError;

    fn try_from(seat: Seat) -> Result<game::Seat, RequestError> {
        Ok(game::Seat { name: name(seat.name.as_ref())?, player: seat.player.into() })
    }
}

impl From<&game::Seat> for Seat {
    fn from(seat: &game::Seat) -> Seat {
        let name = seat.name.as_ref().and_then(|name| BoundedString::try_from(name.as_str()).ok());
        Seat { name, player: (&seat.player).into() }
    }
}

/// A name as it was typed. Whitespace alone means no name and is not an error.
pub(crate) fn name<const MAX: usize>(
    typed: Option<&BoundedString<MAX>>,
) -> Result<Option<Name>, RequestError> {
    let typed = typed.map(|text| text.as_str().trim()).filter(|text| !text.is_empty());
    Ok(typed.map(Name::new).transpose()?)
}

impl From<Player> for game::Player {
    fn from(player: Player) -> game::Player {
        match player {
            Player::Open {} => game::Player::Open,
            Player::Person {} => game::Player::Person,
            Player::Engine { strength } => game::Player::Engine(strength.into()),
            Player::External { name } => game::Player::External(name.to_string()),
        }
    }
}

impl From<&game::Player> for Player {
    fn from(player: &game::Player) -> Player {
        match player {
            game::Player::Open => Player::Open {},
            game::Player::Person => Player::Person {},
            game::Player::Engine(strength) => Player::Engine { strength: (*strength).into() },
            // The names of engines come from the configuration and are short.
            game::Player::External(name) => Player::External {
                name: BoundedString::try_from(name.as_str()).unwrap_or_default(),
            },
        }
    }
}

impl From<Strength> for game::Strength {
    fn from(strength: Strength) -> game::Strength {
        match strength {
            Strength::Easy {} => game::Strength::Easy,
            Strength::Medium {} => game::Strength::Medium,
            Strength::Hard {} => game::Strength::Hard,
            Strength::Rated { rating } => game::Strength::Rated(rating),
            Strength::Full {} => game::Strength::Full,
        }
    }
}

impl From<game::Strength> for Strength {
    fn from(strength: game::Strength) -> Strength {
        match strength {
            game::Strength::Easy => Strength::Easy {},
            game::Strength::Medium => Strength::Medium {},
            game::Strength::Hard => Strength::Hard {},
            game::Strength::Rated(rating) => Strength::Rated { rating },
            game::Strength::Full => Strength::Full {},
        }
    }
}

impl From<Time> for TimeControl {
    /// The game checks the limits.
    fn from(time: Time) -> TimeControl {
        let bonus = match time.bonus {
            Bonus::None {}
            | Bonus::Increment { ms: 0 }
            | Bonus::Delay { ms: 0 }
            | Bonus::Bronstein { ms: 0 } => game::Bonus::None,
            Bonus::Increment { ms } => game::Bonus::Increment(Duration::from_millis(ms)),
            Bonus::Delay { ms } => game::Bonus::Delay(Duration::from_millis(ms)),
            Bonus::Bronstein { ms } => game::Bonus::Bronstein(Duration::from_millis(ms)),
        };
        TimeControl { base: Duration::from_millis(time.base_ms), bonus }
    }
}

impl From<TimeControl> for Time {
    fn from(time: TimeControl) -> Time {
        let bonus = match time.bonus {
            game::Bonus::None => Bonus::None {},
            game::Bonus::Increment(ms) => Bonus::Increment { ms: millis(ms) },
            game::Bonus::Delay(ms) => Bonus::Delay { ms: millis(ms) },
            game::Bonus::Bronstein(ms) => Bonus::Bronstein { ms: millis(ms) },
        };
        Time { base_ms: millis(time.base), bonus }
    }
}

/// A time with an upper limit.
pub(super) fn at_most(ms: u64, most: u64) -> Result<Duration, RequestError> {
    if ms > most {
        return Err(RequestError::TooMuchTime { seen: ms, most });
    }
    Ok(Duration::from_millis(ms))
}

/// Whole milliseconds.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
