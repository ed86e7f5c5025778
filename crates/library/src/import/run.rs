//! An import from its first byte to its report: games go into the store in batches, progress is
//! told as they are kept, and the one who watches can stop it after any of them.

use std::cell::RefCell;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use ::game::{Game, GameId, Timestamp};
use store::{ImportGame, Imported, Store, StoreError};
use tokio::runtime::Handle;

use super::{Fault, ImportError, Item, format, input};

/// How many games are kept at once. Small, so that whoever waits to make a move waits little.
const BATCH: usize = 64;

/// How many ids and faults a report names.
const MOST_NAMED: usize = 1_000;

/// How long to wait before asking again a store that has too much to do, and how often.
const PAUSE: Duration = Duration::from_millis(100);
const MOST_TRIES: u32 = 600;

/// What an import needs from its surroundings.
pub struct Context<'a> {
    /// Where the games go.
    pub store: Arc<dyn Store>,
    /// What drives the store; the import itself runs on a thread that may block.
    pub runtime: Handle,
    /// The moment of the import, for games that do not say when they were played.
    pub now: Timestamp,
    /// Makes ids for games.
    pub new_id: &'a dyn Fn() -> io::Result<GameId>,
    /// The most bytes that are read, after decompression.
    pub most_bytes: u64,
}

/// How far an import has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the file that were read, before decompression.
    pub bytes: u64,
    /// Games that were seen, whatever became of them.
    pub games: u64,
}

/// What came of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many games of the file were seen.
    pub games: u64,
    /// How many games are new in the library.
    pub added: u64,
    /// How many games had been removed and are listed again.
    pub restored: u64,
    /// How many games were there already.
    pub duplicates: u64,
    /// How many games could not be kept at all.
    pub lost: u64,
    /// The ids of the first games that were added or restored.
    pub ids: Vec<GameId>,
    /// How many things were wrong.
    pub fault_count: u64,
    /// The first of them.
    pub faults: Vec<Fault>,
    /// Whether somebody stopped it.
    pub canceled: bool,
}

/// An import that ended early, with what it had done until then.
#[derive(Debug)]
pub struct Failure {
    /// What was done.
    pub report: Report,
    /// Why it ended.
    pub error: ImportError,
}

/// Imports a file. `watch` is asked after every batch whether to go on.
///
/// # Errors
/// When the file cannot be read to its end, or the store fails. Games that were kept until then
/// stay, and are recognized when the file is imported again.
pub fn run(
    input: impl Read,
    context: &Context,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, Box<Failure>> {
    let count = Rc::default();
    let counted = Counted { input, count: Rc::clone(&count) };
    let mut batch = Batch::new(context, count, watch);
    let new_id = context.new_id;
    let mut budget = context.most_bytes;
    let outcome = input::each_file(counted, |file| {
        let file = Budgeted { file, budget: &mut budget };
        format::read(file, context.now, new_id, &mut |item| batch.take(item))
    });
    let outcome = outcome.and_then(|()| batch.flush());
    let Batch { mut report, stopped, .. } = batch;
    match outcome {
        Ok(()) => Ok(report),
        Err(_) if stopped => {
            report.canceled = true;
            Ok(report)
        }
        Err(error) => Err(Box::new(Failure { report, error })),
    }
}

/// Games that wait to be kept, and what came of those before.
struct Batch<'a> {
    context: &'a Context<'a>,
    bytes: Rc<RefCell<u64>>,
    watch: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    waiting: Vec<ImportGame>,
    report: Report,
    stopped: bool,
}

impl<'a> Batch<'a> {
    fn new(
        context: &'a Context<'a>,
        bytes: Rc<RefCell<u64>>,
        watch: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Batch<'a> {
        Batch {
            context,
            bytes,
            watch,
            waiting: Vec::with_capacity(BATCH),
            report: Report::default(),
            stopped: false,
        }
    }

    fn take(&mut self, item: Item) -> Result<(), ImportError> {
        self.report.games += 1;
        self.note(item.faults);
        match item.game {
            None => self.report.lost += 1,
            Some(game) if self.is_own(item.own_id.as_ref(), &game)? => self.report.duplicates += 1,
            Some(game) => self.waiting.push(*game),
        }
        if self.waiting.len() < BATCH { Ok(()) } else { self.flush() }
    }

    fn note(&mut self, faults: Vec<Fault>) {
        let item = self.report.games;
        self.report.fault_count += faults.len() as u64;
        let room = MOST_NAMED.saturating_sub(self.report.faults.len());
        let named = faults.into_iter().take(room).map(|fault| Fault { item, ..fault });
        self.report.faults.extend(named);
    }

    /// Whether the library has the game under the id that the file says, with the same moves: then
    /// it was exported from here.
    fn is_own(&self, id: Option<&GameId>, game: &ImportGame) -> Result<bool, ImportError> {
        let Some(id) = id else { return Ok(false) };
        let stored = self.context.runtime.block_on(self.context.store.load(id));
        let Some(stored) = stored.map_err(ImportError::Store)? else { return Ok(false) };
        let moves = |records| Game::replay(records).ok().map(|game| game.board().moves().to_vec());
        Ok(moves(stored.records) == moves(game.game.records.clone()))
    }

    /// Keeps what is waiting, and asks whether to go on.
    fn flush(&mut self) -> Result<(), ImportError> {
        let games = std::mem::take(&mut self.waiting);
        let ids: Vec<GameId> = games.iter().map(|game| game.game.id.clone()).collect();
        for (id, outcome) in ids.into_iter().zip(self.keep(games)?) {
            match outcome {
                Imported::Added => {
                    self.report.added += 1;
                    self.name(id);
                }
                Imported::Restored(id) => {
                    self.report.restored += 1;
                    self.name(id);
                }
                Imported::Duplicate(_) => self.report.duplicates += 1,
            }
        }
        let progress = Progress { bytes: *self.bytes.borrow(), games: self.report.games };
        if (self.watch)(progress).is_break() {
            self.stopped = true;
            return Err(ImportError::Unreadable("the import was canceled".into()));
        }
        Ok(())
    }

    fn name(&mut self, id: GameId) {
        if self.report.ids.len() < MOST_NAMED {
            self.report.ids.push(id);
        }
    }

    /// Keeps games; waits while the store has too much to do.
    fn keep(&self, games: Vec<ImportGame>) -> Result<Vec<Imported>, ImportError> {
        let store = &self.context.store;
        self.context.runtime.block_on(async {
            for _ in 1..MOST_TRIES {
                match store.import(games.clone()).await {
                    Err(StoreError::Busy) => tokio::time::sleep(PAUSE).await,
                    outcome => return outcome.map_err(ImportError::Store),
                }
            }
            store.import(games).await.map_err(ImportError::Store)
        })
    }
}

/// Counts the bytes that are read.
struct Counted<R> {
    input: R,
    count: Rc<RefCell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        *self.count.borrow_mut() += count as u64;
        Ok(count)
    }
}

/// Reads no more than a budget, which many files share: a small archive may hold a huge text.
struct Budgeted<'a> {
    file: &'a mut dyn Read,
    budget: &'a mut u64,
}

impl Read for Budgeted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        match self.budget.checked_sub(count as u64) {
            Some(rest) => *self.budget = rest,
            None => return Err(io::Error::other("it is larger than the limit for imports")),
        }
        Ok(count)
    }
}
