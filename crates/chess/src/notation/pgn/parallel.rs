//! Reading a large file on all cores.
//!
//! One thread cuts the text into blocks before lines that begin with `[Event "`; such a line ends
//! even a comment that was never closed. Workers read the blocks, each as if it were a file, and
//! whoever asks for games gets them in the order of the file, with the lines of the file.
//!
//! A block may still have been cut within the tags of a game, where its Event tag is not the first.
//! Its reader notices that the text ends there; the beginning of that game is then put before the
//! next block, which is read again. What comes out is thus always what one thread would read. The
//! last block, and all that follows a stretch in which no game begins, is read as it comes by the
//! one who asks.

use std::io::{self, Cursor, Read};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::{mem, thread, vec};

use super::lexer::{GAME_OPENING, is_line_break};
use super::reader::Games;
use super::{Decoder, Limits, Record};

/// Bytes of a block at least, unless the file is shorter.
const BLOCK: usize = 128 << 10;

/// Bytes of a block at most. Where no game begins in so many, blocks are of no use.
const LONGEST_BLOCK: usize = 4 << 20;

/// Blocks that may wait for each worker.
const WAITING: usize = 2;

/// Reads the games of a file on several threads, in the order of the file.
///
/// The records are those of [`Reader::records`](super::Reader::records), with the same errors at
/// the same places. Memory is bounded as there, for a few blocks of the file at a time. Of a file
/// that is small, or in which games cannot be told apart from afar, all is read by the thread that
/// asks for the games.
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
    /// The games that are ready.
    ready: vec::IntoIter<Record>,
    /// The beginning of a game that the last block has not finished.
    unfinished: Vec<u8>,
    /// Lines of the file before what is read next, and columns before it on its first line.
    lines: usize,
    columns: usize,
    /// The end of the file, once it is reached.
    last: Option<Box<Games<Input>>>,
}

/// The rest of a file: what was read of it, and what is to be read.
type Input = io::Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>;

/// A part of the file, in its order.
enum Task {
    /// Somebody reads it.
    Block(Receiver<Block>),
    /// It is to be read by the one who asks for games.
    Rest(Vec<u8>, Box<dyn Read + Send>),
}

/// A block that was read.
struct Block {
    text: Vec<u8>,
    records: Vec<Record>,
    /// The byte and the column where a game begins that the block does not finish.
    unfinished: Option<(usize, usize)>,
}

/// A block to read, and where to send what was read.
type Job = (Vec<u8>, SyncSender<Block>);

impl ParallelReader {
    /// A reader with the [default limits](Limits::LOCAL) and a thread for each core.
    pub fn new(input: impl Read + Send + 'static) -> ParallelReader {
        ParallelReader::with_limits(input, Limits::default())
    }

    /// A reader that takes no more than the limits allow, with a thread for each core.
    pub fn with_limits(input: impl Read + Send + 'static, limits: Limits) -> ParallelReader {
        let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        ParallelReader::with_threads(input, limits, threads)
    }

    /// A reader with so many threads besides the one that asks for games. With none, or with a
    /// limit of games, which only counting them one by one can keep, it reads them itself.
    pub fn with_threads(
        input: impl Read + Send + 'static,
        limits: Limits,
        threads: usize,
    ) -> ParallelReader {
        ParallelReader::with_blocks(input, limits, threads, BLOCK)
    }

    /// A reader that cuts blocks of so many bytes at least.
    fn with_blocks(
        input: impl Read + Send + 'static,
        limits: Limits,
        threads: usize,
        block: usize,
    ) -> ParallelReader {
        let (tasks, blocks) = sync_channel(WAITING * threads.max(1));
        let input = Box::new(Decoder::new(input));
        let cutter = Cutter { input, text: Vec::new(), block, tasks };
        let threads = if limits.games == usize::MAX { threads } else { 0 };
        cutter.start(threads, limits);
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

    /// Gets the next part of the file ready. False when there is none.
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

    /// Takes over the games of a block. If the one before it has left a game unfinished, it is read
    /// again from there.
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
                // After a failure nothing is tried again.
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
    /// Reads a block. The last game is left out if its tags go on after the block.
    fn read(text: Vec<u8>, limits: Limits) -> Block {
        let mut games = Games::new(&text[..], limits);
        let mut records = Vec::new();
        let mut unfinished = None;
        let mut record = Record::default();
        // Memory can always be read.
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

/// Cuts a file into blocks.
struct Cutter {
    input: Box<dyn Read + Send>,
    /// What was read and not handed out.
    text: Vec<u8>,
    /// Bytes of a block at least.
    block: usize,
    tasks: SyncSender<Task>,
}

impl Cutter {
    /// Starts workers and begins to cut in a thread of its own. Where no thread can be had, all is
    /// left to the one who asks for games.
    fn start(self, threads: usize, limits: Limits) {
        let (jobs, queue) = sync_channel::<Job>(threads);
        let queue = Arc::new(Mutex::new(queue));
        let workers = (0..threads).filter(|_| start_worker(&queue, limits)).count();
        if workers == 0 {
            return self.leave_rest();
        }
        // The cutter goes to its thread through a channel, so that it is not lost without one.
        let (hand_over, take_over) = sync_channel::<Cutter>(1);
        let cut = move || take_over.recv().map_or((), |cutter| cutter.run(&jobs));
        let started = thread::Builder::new().name("pgn-cutter".into()).spawn(cut);
        match started {
            // The thread waits for it.
            Ok(_) => hand_over.send(self).unwrap_or(()),
            Err(_) => self.leave_rest(),
        }
    }

    /// Cuts until the file ends, or nobody wants its games any more.
    fn run(mut self, jobs: &SyncSender<Job>) {
        loop {
            let Some(end) = self.next_cut() else { return self.leave_rest() };
            let rest = self.text.split_off(end);
            let text = mem::replace(&mut self.text, rest);
            let (result, block) = sync_channel(1);
            if jobs.send((text, result)).is_err() || self.tasks.send(Task::Block(block)).is_err() {
                return;
            }
        }
    }

    /// Reads on until there is a place to cut. None at the end of the file, where it fails, and
    /// where a block would be too long.
    fn next_cut(&mut self) -> Option<usize> {
        let mut wanted = self.block;
        while wanted <= LONGEST_BLOCK {
            let missing = wanted.saturating_sub(self.text.len()) as u64;
            let read = self.input.by_ref().take(missing).read_to_end(&mut self.text);
            if let Err(error) = read {
                // It is met again where the reading of games comes to it.
                self.input = Box::new(Failing(Some(error)));
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

    /// Leaves what is left to the one who asks for games.
    fn leave_rest(self) {
        // Nobody may be there to read it.
        let _ = self.tasks.send(Task::Rest(self.text, self.input));
    }
}

/// Starts a thread that reads blocks as long as there are any. False when there can be none.
fn start_worker(queue: &Arc<Mutex<Receiver<Job>>>, limits: Limits) -> bool {
    let queue = Arc::clone(queue);
    let work = move || {
        let next = || queue.lock().ok()?.recv().ok();
        while let Some((text, result)) = next() {
            // Nobody may be left who wants it.
            let _ = result.send(Block::read(text, limits));
        }
    };
    thread::Builder::new().name("pgn-reader".into()).spawn(work).is_ok()
}

/// An input that fails with an error once, and is then at its end.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Where the last line begins that opens a game, if that is not the first line.
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

/// How many lines end in a text. A carriage return before a line feed ends none.
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
