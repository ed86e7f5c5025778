//! The tags of a game, as far as they decide how its moves are read.

use std::sync::LazyLock;

use super::{GameResult, Location, PgnErrorKind};
use crate::{FenError, Position, Setup, SetupError};

/// The start of nearly every game, set up once.
pub(super) static STANDARD_START: LazyLock<Position> = LazyLock::new(Position::default);

/// Something wrong, and where.
pub(super) type Flaw = (Location, PgnErrorKind);

/// What a reader must remember from the tags.
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
    /// Takes note of a tag.
    pub(super) fn note(&mut self, at: Location, name: &str, value: &str) {
        match name {
            "Event" => self.has_event = true,
            "FEN" => self.fen = Some((at, value.to_owned())),
            "Variant" => self.variant = Some((at, value.to_owned())),
            "Result" => self.result = Some((at, value.to_owned())),
            _ => {}
        }
    }

    /// The position from which the moves begin, with an error that it could be read without; or
    /// what is wrong with it. Both say where.
    pub(super) fn start(&self) -> Result<(Position, Option<Flaw>), Flaw> {
        if let Some((at, name)) = self.variant.as_ref().filter(|(_, name)| !is_chess(name)) {
            return Err((*at, PgnErrorKind::UnknownVariant(name.clone())));
        }
        match &self.fen {
            Some((at, fen)) => read_start(fen)
                .map(|(start, error)| (start, error.map(|error| (*at, error))))
                .map_err(|error| (*at, PgnErrorKind::BadStart(error))),
            None => Ok((*STANDARD_START, None)),
        }
    }

    /// The result that the tags give.
    pub(super) fn result(&self) -> Option<GameResult> {
        self.result.as_ref().and_then(|(_, text)| GameResult::from_text(text))
    }

    /// The tag that contradicts a result, if there is one.
    pub(super) fn contradiction(&self, end: GameResult) -> Option<Flaw> {
        let (at, tag) = self.result.as_ref()?;
        let differs = self.result().is_some_and(|result| result != end);
        differs.then(|| (*at, PgnErrorKind::ResultsDiffer { tag: tag.clone(), end }))
    }
}

/// The position of a FEN. Rights that the position cannot have are left out and the last of them
/// told: many writers copy them from the ordinary start.
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

/// True for the names under which programs file ordinary chess and Chess960. The start decides
/// which of the two it is.
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
