//! Runs an import from the first byte to the report: writes games to the store in batches, and
//! reports progress after each batch, when the caller may cancel.

use std::cell::Cell;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use ::game::{Game, GameId, Timestamp};
use store::{GameToImport, ImportOutcome, Store, StoreError};
use tokio::runtime::Handle;

use super::{FatalImportError, ImportError, ParsedGame, format, input};

/// Games per write, and their size in bytes. They share the cost of a disk write, and a file of
/// long games needs no more memory than one of short games.
const BATCH_SIZE: usize = 32;
const BATCH_BYTES: usize = 128 << 10;

/// What storing a game costs its sender, besides the bytes of the file.
const GAME_COST: u64 = 1 << 10;

/// How many ids and errors a report lists.
const MAX_LISTED: usize = 1_000;

/// How long to wait before retrying a busy store, and how often.
const RETRY_DELAY: Duration = Duration::from_millis(100);
const MAX_TRIES: u32 = 600;

/// What an import needs from its caller.
pub struct Context<'a> {
    /// Where the games go.
    pub store: Arc<dyn Store>,
    /// The runtime of the store; the import itself blocks its thread.
    pub runtime: Handle,
    /// The time of the import.
    pub now: Timestamp,
    /// Generates ids for new games.
    pub new_id: &'a dyn Fn() -> io::Result<GameId>,
    /// The limit on the size of the file, after decompression.
    pub max_bytes: u64,
    /// Charges the sender for bytes that were read or stored; false when the quota is used up.
    pub charge: &'a dyn Fn(u64) -> bool,
}

/// How far an import has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the file that were read, before decompression.
    pub bytes: u64,
    /// Games that were read, whatever became of them.
    pub games: u64,
}

/// The result of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games in the file.
    pub games: u64,
    /// Games that are new in the library.
    pub added: u64,
    /// Games that had been removed from the library and are listed again.
    pub restored: u64,
    /// Games that the library already had.
    pub duplicates: u64,
    /// Games that could not be read at all.
    pub unreadable: u64,
    /// The ids of the first games that were added or restored.
    pub ids: Vec<GameId>,
    /// How many errors there were.
    pub error_count: u64,
    /// The first of them.
    pub errors: Vec<ImportError>,
    /// Whether the caller canceled it.
    pub canceled: bool,
}

/// An import that ended early, with what it had done by then.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct AbortedImport {
    /// What was done.
    pub report: Report,
    /// Why it ended.
    #[source]
    pub error: FatalImportError,
}

/// Imports a file. `on_progress` is called after every batch and may cancel the import.
///
/// # Errors
/// When the file cannot be read to its end, or the store fails. Games imported by then stay in the
/// library, and are recognized when the file is imported again.
pub fn run(
    input: impl Read,
    context: &Context,
    on_progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, Box<AbortedImport>> {
    let bytes_read = Rc::default();
    let input = CountingReader { input, bytes_read: Rc::clone(&bytes_read) };
    let mut batch = Batch::new(context, bytes_read, on_progress);
    let mut bytes_left = context.max_bytes;
    let outcome = input::each_file(input, |file| {
        let Context { max_bytes: limit, charge, .. } = *context;
        let file = LimitedReader { file, bytes_left: &mut bytes_left, limit, charge };
        format::read(file, context.now, context.new_id, &mut |game| batch.add(game))
    });
    // A file that is damaged has whole games before the damage.
    let outcome = match outcome {
        Err(FatalImportError::Canceled) => Err(FatalImportError::Canceled),
        outcome => outcome.and(batch.flush()),
    };
    let Batch { mut report, .. } = batch;
    match outcome {
        Ok(()) => Ok(report),
        Err(FatalImportError::Canceled) => {
            report.canceled = true;
            Ok(report)
        }
        Err(error) => Err(Box::new(AbortedImport { report, error })),
    }
}

/// Games that wait to be written, and the report so far.
struct Batch<'a> {
    context: &'a Context<'a>,
    bytes_read: Rc<Cell<u64>>,
    on_progress: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    waiting: Vec<GameToImport>,
    /// The size of the waiting games.
    waiting_bytes: usize,
    report: Report,
}

impl<'a> Batch<'a> {
    fn new(
        context: &'a Context<'a>,
        bytes_read: Rc<Cell<u64>>,
        on_progress: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Batch<'a> {
        let waiting = Vec::with_capacity(BATCH_SIZE);
        let report = Report::default();
        Batch { context, bytes_read, on_progress, waiting, waiting_bytes: 0, report }
    }

    fn add(&mut self, parsed: ParsedGame) -> Result<(), FatalImportError> {
        if !(self.context.charge)(GAME_COST) {
            return Err(FatalImportError::Quota);
        }
        self.report.games += 1;
        self.report_errors(parsed.errors);
        match parsed.game {
            None => self.report.unreadable += 1,
            Some(game) if self.was_exported_here(parsed.exported_id.as_ref(), &game)? => {
                self.report.duplicates += 1;
            }
            Some(mut game) => {
                game.game.summary.last_played = self.import_time();
                self.waiting_bytes += size(&game);
                self.waiting.push(*game);
            }
        }
        let is_full = self.waiting.len() >= BATCH_SIZE || self.waiting_bytes >= BATCH_BYTES;
        if is_full { self.flush() } else { Ok(()) }
    }

    /// The time of the import for the game that was read last. The first game of a file gets the
    /// latest time, so that the latest first is the order of the file.
    fn import_time(&self) -> Timestamp {
        Timestamp(self.context.now.0.saturating_sub(self.report.games))
    }

    fn report_errors(&mut self, errors: Vec<ImportError>) {
        let game = self.report.games;
        self.report.error_count += errors.len() as u64;
        let room = MAX_LISTED.saturating_sub(self.report.errors.len());
        let listed = errors.into_iter().take(room).map(|error| ImportError { game, ..error });
        self.report.errors.extend(listed);
    }

    /// Whether the library has a game with this id and the same moves.
    fn was_exported_here(
        &self,
        id: Option<&GameId>,
        game: &GameToImport,
    ) -> Result<bool, FatalImportError> {
        let Some(id) = id else { return Ok(false) };
        let stored = self.context.runtime.block_on(self.context.store.load(id))?;
        let Some(stored) = stored else { return Ok(false) };
        let moves = |records| Game::replay(records).ok().map(|game| game.board().moves().to_vec());
        Ok(moves(stored.records) == moves(game.game.records.clone()))
    }

    /// Writes the waiting games, then reports progress.
    fn flush(&mut self) -> Result<(), FatalImportError> {
        let games = std::mem::take(&mut self.waiting);
        self.waiting_bytes = 0;
        let ids: Vec<GameId> = games.iter().map(|game| game.game.id.clone()).collect();
        for (id, outcome) in ids.into_iter().zip(self.write(games)?) {
            match outcome {
                ImportOutcome::Added => {
                    self.report.added += 1;
                    self.list_id(id);
                }
                ImportOutcome::Restored(id) => {
                    self.report.restored += 1;
                    self.list_id(id);
                }
                ImportOutcome::Duplicate(_) => self.report.duplicates += 1,
            }
        }
        let progress = Progress { bytes: self.bytes_read.get(), games: self.report.games };
        match (self.on_progress)(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(FatalImportError::Canceled),
        }
    }

    fn list_id(&mut self, id: GameId) {
        if self.report.ids.len() < MAX_LISTED {
            self.report.ids.push(id);
        }
    }

    /// Writes games to the store; waits while the store is busy.
    fn write(&self, games: Vec<GameToImport>) -> Result<Vec<ImportOutcome>, StoreError> {
        let store = &self.context.store;
        self.context.runtime.block_on(async {
            for _ in 1..MAX_TRIES {
                match store.import(games.clone()).await {
                    Err(StoreError::Busy) => tokio::time::sleep(RETRY_DELAY).await,
                    outcome => return outcome,
                }
            }
            store.import(games).await
        })
    }
}

/// About how much memory a game takes.
fn size(game: &GameToImport) -> usize {
    game.text.len() + game.game.records.len() * size_of::<::game::Record>()
}

/// Counts the bytes that are read.
struct CountingReader<R> {
    input: R,
    bytes_read: Rc<Cell<u64>>,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.bytes_read.set(self.bytes_read.get() + count as u64);
        Ok(count)
    }
}

/// Reads up to a limit that the files of an archive share, and charges the sender: a small archive
/// may expand to a huge text.
struct LimitedReader<'a> {
    file: &'a mut dyn Read,
    bytes_left: &'a mut u64,
    /// The whole limit, for the error.
    limit: u64,
    charge: &'a dyn Fn(u64) -> bool,
}

impl Read for LimitedReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        match self.bytes_left.checked_sub(count as u64) {
            Some(rest) => *self.bytes_left = rest,
            None => return Err(FatalImportError::TooLarge { limit: self.limit }.into()),
        }
        if !(self.charge)(count as u64) {
            return Err(FatalImportError::Quota.into());
        }
        Ok(count)
    }
}
