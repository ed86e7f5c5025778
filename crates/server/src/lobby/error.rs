//! Why the lobby does not do what somebody wants.

/// An error of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LobbyError {
    /// The member is not here.
    #[error("{0:?} is not here")]
    NotHere(String),
    /// The member is in a game.
    #[error("{0:?} is in a game")]
    InGame(String),
    /// Nobody plays against themselves, or two games at once.
    #[error("two different players are needed")]
    SamePlayer,
    /// There is no such challenge, or not any more.
    #[error("the challenge is not open any more")]
    NoChallenge,
    /// There is no such open game, or not any more.
    #[error("the game is not open any more")]
    NoSeek,
    /// The game is for other ratings.
    #[error("the game is for players of another rating")]
    NotEligible,
    /// The member, or the lobby, has as many offers as it may.
    #[error("too many challenges or games are open")]
    Full,
    /// There are no pairs, or too many at once.
    #[error("1 to {most} pairs can be seated at once", most = wire::lobby::MAX_PAIRS)]
    BadPairs,
}
