//! Reads a large file on all cores.
//!
//! One thread splits the text into blocks before lines that start with `[Event "`; such a line ends
//! even an unclosed comment. Worker threads parse each block like a separate file, and the consumer
//! gets the games in file order with the line numbers of the file.
//!
//! A block may still end within the tags of a game whose Event tag is not the first. Its reader
//! notices that the text ends there; the start of that game is prepended to the next block, which
//! is parsed again. So the result is always the same as that of a single thread. The last block,
//! and everything after a long stretch without a game, is read by the consumer itself.

use std::io::{self, Cursor, Read};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::{mem, thread, vec};

use super::lexer::{GAME_OPENING, is_line_break};
use super::reader::Games;
use super::{Decoder, Limits, Record};

/// The minimum size of a block, unless the file is shorter.
const BLOCK: usize = 128 << 10;

/// The maximum size of a block. Blocks are pointless where no game starts within this many bytes.
const LONGEST_BLOCK: usize = 4 << 20;

/// The number of blocks that may be queued per worker.
const WAITING: usize = 2;

/// Reads the games of a file on several threads, in file order.
///
/// The records are those of [`Reader::records`](super::Reader::records), with the same errors at
/// the same locations. Memory is bounded likewise, for a few blocks at a time. A small file, or one
/// in which the starts of games cannot be recognized, is read by the calling thread.
///
/// ```
/// use tabiya_chess::pgn::ParallelReader;
///
/// let file = "[Event \"Casual\"]\n\n1. e4 e5 *\n\n[Event \"Casual\"]\n\n1. d4 *\n";
/// let records: Vec<_> = ParallelReader::new(file.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(records.len(), 2);
/// assert_eq!(records[1].line, 5);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ParallelReader {
    limits: Limits,
    blocks: Receiver<Task>,
    /// Games that are ready.
    ready: vec::IntoIter<Record>,
    /// The start of a game that the last block did not complete.
    unfinished: Vec<u8>,
    /// Lines of the file before what is read next, and columns before it on its first line.
    lines: usize,
    columns: usize,
    /// The rest of the file, read by the consumer.
    last: Option<Box<Games<Input>>>,
}

/// The rest of a file: the part already in memory, and the input.
type Input = io::Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>;

/// A part of the file, in file order.
enum Task {
    /// A worker parses it.
    Block(Receiver<Block>),
    /// The consumer reads it.
    Rest(Vec<u8>, Box<dyn Read + Send>),
}

/// A parsed block.
struct Block {
    text: Vec<u8>,
    records: Vec<Record>,
    /// The byte and column where a game starts that the block does not complete.
    unfinished: Option<(usize, usize)>,
}

/// A block to parse, and where to send the result.
type Job = (Vec<u8>, SyncSender<Block>);

impl ParallelReader {
    /// A reader with the [default limits](Limits::LOCAL) and a thread for each core.
    pub fn new(input: impl Read + Send + 'static) -> ParallelReader {
        ParallelReader::with_limits(input, Limits::default())
    }

    /// A reader with the given limits and a thread for each core.
    pub fn with_limits(input: impl Read + Send + 'static, limits: Limits) -> ParallelReader {
        let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        ParallelReader::with_threads(input, limits, threads)
    }

    /// A reader with this many threads besides the calling one. With none, or with a limit on
    /// games, which requires counting them in order, the calling thread reads everything.
    pub fn with_threads(
        input: impl Read + Send + 'static,
        limits: Limits,
        threads: usize,
    ) -> ParallelReader {
        ParallelReader::with_blocks(input, limits, threads, BLOCK)
    }

    /// A reader with this minimum size of blocks.
    fn with_blocks(
        input: impl Read + Send + 'static,
        limits: Limits,
        threads: usize,
        block: usize,
    ) -> ParallelReader {
        let (tasks, blocks) = sync_channel(WAITING * threads.max(1));
        let input = Box::new(Decoder::new(input));
        let splitter = Splitter { input, text: Vec::new(), block, tasks };
        let threads = if limits.games == usize::MAX { threads } else { 0 };
        splitter.start(threads, limits);
        ParallelReader {
            limits,
            blocks,
            ready: Vec::new().into_iter(),
            unfinished: Vec::new(),
            lines: 0,
            columns: 0,
            last: None,
        }
    }

    /// Makes the next part of the file ready. False at the end.
    fn advance(&mut self) -> io::Result<bool> {
        match self.blocks.recv() {
            Err(_) => return Ok(false),
            Ok(Task::Block(block)) => {
                let block =
                    block.recv().map_err(|_| io::Error::other("a reading thread failed"))?;
                self.take(block);
            }
            Ok(Task::Rest(text, input)) => {
                let mut start = mem::take(&mut self.unfinished);
                start.extend_from_slice(&text);
                let input = Cursor::new(start).chain(input);
                self.last = Some(Box::new(Games::new(input, self.limits)));
            }
        }
        Ok(true)
    }

    /// Takes the games of a block. If the previous block left a game incomplete, the block is
    /// parsed again from the start of that game.
    fn take(&mut self, mut block: Block) {
        if !self.unfinished.is_empty() {
            let mut text = mem::take(&mut self.unfinished);
            text.append(&mut block.text);
            block = Block::read(text, self.limits);
        }
        let (end, column) = block.unfinished.unwrap_or((block.text.len(), 1));
        self.unfinished = block.text.split_off(end);
        let mut records = block.records;
        for record in &mut records {
            record.shift(self.lines, self.columns);
        }
        let lines = line_breaks(&block.text);
        self.columns = column - 1 + if lines == 0 { self.columns } else { 0 };
        self.lines += lines;
        self.ready = records.into_iter();
    }
}

impl Iterator for ParallelReader {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        loop {
            if let Some(record) = self.ready.next() {
                return Some(Ok(record));
            }
            if let Some(games) = &mut self.last {
                let mut record = Record::default();
                let more = games.read(&mut record.builder());
                // Nothing is read after an error.
                if !matches!(more, Ok(Some(_))) {
                    self.last = None;
                    self.blocks = sync_channel(0).1;
                }
                record.shift(self.lines, self.columns);
                return more.map(|game| game.map(|_| record)).transpose();
            }
            match self.advance() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.blocks = sync_channel(0).1;
                    return Some(Err(error));
                }
            }
        }
    }
}

impl Block {
    /// Parses a block. The last game is left out if its tags continue after the block.
    fn read(text: Vec<u8>, limits: Limits) -> Block {
        let mut games = Games::new(&text[..], limits);
        let mut records = Vec::new();
        let mut unfinished = None;
        let mut record = Record::default();
        // Reading from memory cannot fail.
        while let Ok(Some(game)) = games.read(&mut record.builder()) {
            if game.lacks_event {
                unfinished = Some((game.begin, game.at.column));
                break;
            }
            records.push(mem::take(&mut record));
        }
        Block { text, records, unfinished }
    }
}

/// Splits a file into blocks.
struct Splitter {
    input: Box<dyn Read + Send>,
    /// Text read but not yet handed to a worker.
    text: Vec<u8>,
    /// The minimum size of a block.
    block: usize,
    tasks: SyncSender<Task>,
}

impl Splitter {
    /// Starts the workers and a thread that splits the file. If no thread can be started, the
    /// consumer reads everything.
    fn start(self, threads: usize, limits: Limits) {
        let (jobs, queue) = sync_channel::<Job>(threads);
        let queue = Arc::new(Mutex::new(queue));
        let workers = (0..threads).filter(|_| start_worker(&queue, limits)).count();
        if workers == 0 {
            return self.leave_rest();
        }
        // The splitter is sent through a channel, so that it survives if the thread cannot be
        // started.
        let (hand_over, take_over) = sync_channel::<Splitter>(1);
        let split = move || take_over.recv().map_or((), |splitter| splitter.run(&jobs));
        let started = thread::Builder::new().name("pgn-splitter".into()).spawn(split);
        match started {
            // The thread waits for it.
            Ok(_) => hand_over.send(self).unwrap_or(()),
            Err(_) => self.leave_rest(),
        }
    }

    /// Splits until the file ends or the consumer is gone.
    fn run(mut self, jobs: &SyncSender<Job>) {
        loop {
            let Some(end) = self.next_split() else { return self.leave_rest() };
            let rest = self.text.split_off(end);
            let text = mem::replace(&mut self.text, rest);
            let (result, block) = sync_channel(1);
            if jobs.send((text, result)).is_err() || self.tasks.send(Task::Block(block)).is_err() {
                return;
            }
        }
    }

    /// Reads on to the next place to split. `None` at the end of the file, on an error, and where a
    /// block would be too long.
    fn next_split(&mut self) -> Option<usize> {
        let mut wanted = self.block;
        while wanted <= LONGEST_BLOCK {
            let missing = wanted.saturating_sub(self.text.len()) as u64;
            let read = self.input.by_ref().take(missing).read_to_end(&mut self.text);
            if let Err(error) = read {
                // The consumer meets the error when it gets there.
                self.input = Box::new(FailingReader(Some(error)));
                return None;
            }
            if self.text.len() < wanted {
                return None;
            }
            if let Some(end) = last_opening(&self.text) {
                return Some(end);
            }
            wanted *= 2;
        }
        None
    }

    /// Leaves the rest to the consumer.
    fn leave_rest(self) {
        // The consumer may be gone.
        let _ = self.tasks.send(Task::Rest(self.text, self.input));
    }
}

/// Starts a thread that parses blocks until there are no more. False when it cannot be started.
fn start_worker(queue: &Arc<Mutex<Receiver<Job>>>, limits: Limits) -> bool {
    let queue = Arc::clone(queue);
    let work = move || {
        let next = || queue.lock().ok()?.recv().ok();
        while let Some((text, result)) = next() {
            // The consumer may be gone.
            let _ = result.send(Block::read(text, limits));
        }
    };
    thread::Builder::new().name("pgn-reader".into()).spawn(work).is_ok()
}

/// An input that returns an error once and then ends.
struct FailingReader(Option<io::Error>);

impl Read for FailingReader {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// The start of the last line that opens a game, unless it is the first line.
fn last_opening(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    while let Some(start) = text[..end].iter().rposition(|&byte| byte == b'[') {
        let is_line_start = start > 0 && matches!(text[start - 1], b'\n' | b'\r');
        if is_line_start && text[start..].starts_with(GAME_OPENING) {
            return Some(start);
        }
        end = start;
    }
    None
}

/// The number of line breaks in a text. A CR LF pair counts once.
fn line_breaks(text: &[u8]) -> usize {
    let mut count = 0;
    let mut rest = text;
    while let Some(end) = rest.iter().position(|&byte| is_line_break(byte)) {
        let is_pair = rest[end..].starts_with(b"\r\n");
        count += 1;
        rest = &rest[end + if is_pair { 2 } else { 1 }..];
    }
    count
}

#[cfg(test)]
mod tests;
