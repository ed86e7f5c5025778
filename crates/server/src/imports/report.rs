//! The report of an import for clients. The tables have a kind for every error.

use library::import::club::{ClubFileError, EntryError};
use library::import::{self, AbortedImport, FatalImportError, Report};
use wire::convert::quote;
use wire::library::{ImportError, ImportReport};
use wire::{FileErrorKind, ImportErrorKind};

use crate::{ApiError, error};

/// The report of an import; an error when there was nothing to import.
pub(crate) fn report(
    outcome: Result<Report, Box<AbortedImport>>,
) -> Result<ImportReport, ApiError> {
    let (report, fatal) = match outcome {
        Ok(report) => (report, None),
        Err(aborted) => (aborted.report, Some(aborted.error)),
    };
    let fatal_error = fatal.as_ref().map(ToString::to_string);
    let fatal = fatal.map(fatal_to_api);
    if report.games == 0 {
        return Err(fatal.unwrap_or_else(no_game));
    }
    fatal.iter().for_each(error::log);
    Ok(ImportReport {
        games: report.games,
        added: report.added,
        restored: report.restored,
        duplicates: report.duplicates,
        unreadable: report.unreadable,
        imported: report.ids.iter().map(ToString::to_string).collect(),
        error_count: report.error_count,
        errors: report.errors.iter().map(error_to_wire).collect(),
        fatal_error,
        fatal: fatal.as_ref().map(ApiError::body),
    })
}

/// The error of a file without a game.
pub(crate) fn no_game() -> ApiError {
    bad_file("there is no game in the file".into(), FileErrorKind::NoGame {})
}

/// The error of a file that cannot be read.
pub(crate) fn bad_file(message: String, error: FileErrorKind) -> ApiError {
    ApiError::BadImport { message, detail: wire::ErrorDetail::File { error } }
}

fn fatal_to_api(error: FatalImportError) -> ApiError {
    let message = error.to_string();
    match error {
        FatalImportError::Unreadable(error) => {
            bad_file(message, FileErrorKind::Unreadable { reason: error.to_string() })
        }
        FatalImportError::NotText => bad_file(message, FileErrorKind::NotText {}),
        FatalImportError::TooLarge { limit } => {
            bad_file(message, FileErrorKind::TooLarge { limit })
        }
        FatalImportError::TooSlow => ApiError::TooSlow,
        FatalImportError::Club(ClubFileError::Unreadable(reason)) => {
            bad_file(message, FileErrorKind::NotClubFile { reason: quote(&reason) })
        }
        FatalImportError::Club(ClubFileError::GameTooLarge) => {
            bad_file(message, FileErrorKind::GameTooLarge {})
        }
        FatalImportError::Store(error) => error.into(),
        FatalImportError::Quota => ApiError::QuotaExceeded,
        // A canceled import has a report, but nobody is left to read it.
        FatalImportError::Canceled => ApiError::Internal(message),
    }
}

fn error_to_wire(error: &import::ImportError) -> ImportError {
    ImportError {
        game: error.game,
        line: error.at.map(|at| at.line as u64),
        column: error.at.map(|at| at.column as u64),
        error: kind_to_wire(&error.kind),
        message: error.kind.to_string(),
        kept: error.kept,
    }
}

fn kind_to_wire(kind: &import::ImportErrorKind) -> ImportErrorKind {
    match kind {
        import::ImportErrorKind::NoGame => ImportErrorKind::NoGame,
        import::ImportErrorKind::Pgn(error) => error.into(),
        import::ImportErrorKind::Position(error) => {
            ImportErrorKind::Position { error: error.into() }
        }
        import::ImportErrorKind::Club(error) => entry_to_wire(error),
        import::ImportErrorKind::Contradiction { result, outcome } => {
            ImportErrorKind::ResultContradictsPosition {
                result: result.to_string(),
                ending: (*outcome).into(),
            }
        }
        import::ImportErrorKind::Replay(error) => {
            ImportErrorKind::Unplayable { reason: error.to_string() }
        }
    }
}

fn entry_to_wire(error: &EntryError) -> ImportErrorKind {
    match error {
        EntryError::Malformed(reason) => ImportErrorKind::BadEntry { reason: quote(reason) },
        EntryError::OffBoard { row, column } => {
            ImportErrorKind::OffBoard { row: *row, column: *column }
        }
        EntryError::SquareTaken(square) => {
            ImportErrorKind::SquareTaken { square: square.to_string() }
        }
        EntryError::Position(rule) => ImportErrorKind::Position { error: rule.into() },
        EntryError::Date(text) => ImportErrorKind::BadDate { text: quote(text) },
        EntryError::MoveNumber(number) => ImportErrorKind::BadMoveNumber { number: *number },
        EntryError::DuplicateId(id) => ImportErrorKind::DuplicateId { id: *id },
        EntryError::Winner(name) => ImportErrorKind::BadWinner { name: quote(name) },
    }
}
