//! The tags that determine how the moves of a game are read.

use std::sync::LazyLock;

use super::{GameResult, Location, PgnError, PgnErrorKind};
use crate::{FenError, Position, Setup, SetupError};

/// The standard start position, set up once.
pub(super) static STANDARD_START: LazyLock<Position> = LazyLock::new(Position::default);

/// What a reader needs to know from the tags.
#[derive(Default)]
pub(super) struct Header {
    /// The number of tags.
    pub(super) tags: usize,
    pub(super) has_event: bool,
    fen: Option<(Location, String)>,
    variant: Option<(Location, String)>,
    result: Option<(Location, String)>,
}

impl Header {
    /// Stores a relevant tag.
    pub(super) fn store(&mut self, at: Location, name: &str, value: &str) {
        match name {
            "Event" => self.has_event = true,
            "FEN" => self.fen = Some((at, value.to_owned())),
            "Variant" => self.variant = Some((at, value.to_owned())),
            "Result" => self.result = Some((at, value.to_owned())),
            _ => {}
        }
    }

    /// The start position, with an error that could be ignored; or the error that makes it
    /// unreadable.
    pub(super) fn start(&self) -> Result<(Position, Option<PgnError>), PgnError> {
        if let Some((at, name)) = self.variant.as_ref().filter(|(_, name)| !is_chess(name)) {
            return Err(PgnError { at: *at, kind: PgnErrorKind::UnknownVariant(name.clone()) });
        }
        match &self.fen {
            Some((at, fen)) => match read_start(fen) {
                Ok((start, kind)) => Ok((start, kind.map(|kind| PgnError { at: *at, kind }))),
                Err(error) => Err(PgnError { at: *at, kind: PgnErrorKind::BadStart(error) }),
            },
            None => Ok((*STANDARD_START, None)),
        }
    }

    /// The result according to the tags.
    pub(super) fn result(&self) -> Option<GameResult> {
        self.result.as_ref().and_then(|(_, text)| GameResult::from_text(text))
    }

    /// The error if the Result tag contradicts a result.
    pub(super) fn contradiction(&self, end: GameResult) -> Option<PgnError> {
        let (at, tag) = self.result.as_ref()?;
        let differs = self.result().is_some_and(|result| result != end);
        differs.then(|| {
            let kind = PgnErrorKind::ResultsDiffer { tag: tag.clone(), end };
            PgnError { at: *at, kind }
        })
    }
}

/// The position of a FEN. Impossible castling rights and en passant squares are ignored and the
/// last one reported: many programs copy them from the standard start position.
fn read_start(fen: &str) -> Result<(Position, Option<PgnErrorKind>), FenError> {
    let mut setup: Setup = fen.parse()?;
    let mut error = None;
    loop {
        let invalid = match Position::try_from(setup) {
            Ok(start) => return Ok((start, error)),
            Err(invalid) => invalid,
        };
        match invalid {
            SetupError::CastlingRight(color, side) => setup.castling.set(color, side, None),
            SetupError::EnPassant(_) => setup.en_passant = None,
            _ => return Err(invalid.into()),
        }
        error = Some(PgnErrorKind::ImpossibleRight(invalid));
    }
}

/// True for the variant names that programs use for standard chess and Chess960. The start position
/// decides which of the two it is.
fn is_chess(variant: &str) -> bool {
    const NAMES: [&str; 14] = [
        "",
        "standard",
        "normal",
        "chess",
        "orthodox",
        "regular",
        "fromposition",
        "chess960",
        "960",
        "frc",
        "fischerandom",
        "fischerrandom",
        "fischerandomchess",
        "fischerrandomchess",
    ];
    let letters: String =
        variant.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    NAMES.contains(&letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess_has_many_names() {
        for name in ["Chess960", "chess 960", "Fischerandom", "FischerRandom", "Standard", "?"] {
            assert!(is_chess(name), "{name}");
        }
        for name in ["Antichess", "Crazyhouse", "Chess1", "Three-check", "Atomic"] {
            assert!(!is_chess(name), "{name}");
        }
    }
}
