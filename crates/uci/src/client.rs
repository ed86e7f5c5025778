//! Drives a UCI engine as a child process, without trusting it.
//!
//! One thread writes to the engine and one reads from it, so that an engine that does not read its
//! input blocks nobody. Every wait has a time limit. Lines that cannot be parsed are skipped, and
//! late replies are discarded. Dropping the client kills the engine and every process it started.

mod error;
mod process;

use std::ffi::OsStr;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

pub use error::{ClientError, ClientErrorKind};
use process::Process;

use crate::{
    BestMove, Command, Go, Info, Line, Lines, OptionDeclaration, PositionCommand, Reply, ReplyError,
};

/// The maximum length of a reply.
const MAX_REPLY_LENGTH: usize = 1 << 16;
/// How many unread replies are buffered before the engine blocks.
const REPLY_BUFFER: usize = 256;
/// Options beyond this number are ignored.
const MAX_OPTIONS: usize = 1000;
/// How long an engine may take to report the move of an earlier search.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(1);
/// Longer limits are cut to this, so that adding one to the time cannot overflow.
const FOREVER: Duration = Duration::from_hours(10 * 365 * 24);

/// A running engine.
#[derive(Debug)]
pub struct Client {
    /// The program, which names the engine in errors until it reports a name.
    program: String,
    name: Option<String>,
    author: Option<String>,
    options: Vec<OptionDeclaration>,
    handle: Handle,
    replies: Receiver<RawReply>,
    /// A search was abandoned, and its move is still to come.
    owes_move: bool,
    /// It has sent moves without a search, and may do so again.
    sends_stray_moves: bool,
}

/// Stops or kills an engine while another thread waits for its move.
#[derive(Clone, Debug)]
pub struct Handle {
    commands: Sender<String>,
    process: Arc<Mutex<Process>>,
}

/// The answer to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best move.
    pub best: BestMove,
    /// The time from sending the command to reading the answer.
    pub elapsed: Duration,
}

/// A line that the engine has written, and when it was read.
#[derive(Debug)]
struct RawReply {
    text: String,
    at: Instant,
}

impl Client {
    /// Starts an engine and waits until it has identified itself and listed its options.
    ///
    /// # Errors
    /// When it cannot be started, exits, or does not answer within the limit.
    pub fn start(
        program: impl AsRef<OsStr>,
        args: impl IntoIterator<Item = impl AsRef<OsStr>>,
        limit: Duration,
    ) -> Result<Client, ClientError> {
        let program = program.as_ref();
        let name = program.display().to_string();
        let failed =
            |error| ClientError { engine: name.clone(), kind: ClientErrorKind::Start(error) };
        let (process, stdin, stdout) = Process::start(program, args).map_err(failed)?;
        let process = Arc::new(Mutex::new(process));
        let (commands, command_queue) = mpsc::channel();
        let (reply_sender, replies) = mpsc::sync_channel(REPLY_BUFFER);
        // Both threads end by themselves when the engine does.
        thread::spawn(move || write_all(stdin, &command_queue));
        thread::spawn(move || read_all(stdout, &reply_sender));
        let mut client = Client {
            program: name,
            name: None,
            author: None,
            options: Vec::new(),
            handle: Handle { commands, process },
            replies,
            owes_move: false,
            sends_stray_moves: false,
        };
        client.handshake(limit)?;
        Ok(client)
    }

    /// The name that the engine reports, or else its program.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.program)
    }

    /// The author that it reports.
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// The options that it declares.
    pub fn options(&self) -> &[OptionDeclaration] {
        &self.options
    }

    /// The option of a name, ignoring case.
    pub fn option(&self, name: &str) -> Option<&OptionDeclaration> {
        self.options.iter().find(|option| option.is_named(name))
    }

    /// A handle to stop or kill it from another thread.
    pub fn handle(&self) -> Handle {
        self.handle.clone()
    }

    /// Sets an option, or presses a button.
    ///
    /// # Errors
    /// When the engine has no such option, or the option does not accept the value. Nothing is sent
    /// then.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), ClientError> {
        let Some(option) = self.option(name) else {
            let known = self.options.iter().map(|option| option.name.clone()).collect();
            return Err(self.error(ClientErrorKind::UnknownOption { name: name.to_owned(), known }));
        };
        option.check(value).map_err(|error| self.error(ClientErrorKind::Option(error)))?;
        let (name, value) = (option.name.clone(), value.map(str::to_owned));
        self.send(&Command::SetOption { name, value });
        Ok(())
    }

    /// Announces a new game and waits until the engine is ready for it.
    ///
    /// # Errors
    /// As for [`Client::is_ready`].
    pub fn new_game(&mut self, limit: Duration) -> Result<(), ClientError> {
        self.settle()?;
        self.send(&Command::NewGame);
        self.is_ready(limit)
    }

    /// Waits until the engine has processed all commands.
    ///
    /// # Errors
    /// When it exits, or is not ready within the limit.
    pub fn is_ready(&mut self, limit: Duration) -> Result<(), ClientError> {
        self.send(&Command::IsReady);
        let deadline = deadline(Instant::now(), limit);
        loop {
            match self.reply(deadline, "readyok", limit)? {
                (Ok(Reply::ReadyOk), _) => return Ok(()),
                (Ok(Reply::BestMove(_)) | Err(ReplyError::BestMove(_)), _) => self.stray_move(),
                _ => {}
            }
        }
    }

    /// Searches a position, and passes every report to `on_info`. A search without limits goes on
    /// until [`Handle::stop`].
    ///
    /// # Errors
    /// When the engine exits, does not answer within the limit, or its move is not a move. After a
    /// timeout the client can still be used: the late answer is discarded.
    pub fn search(
        &mut self,
        position: &PositionCommand,
        go: &Go,
        limit: Duration,
        mut on_info: impl FnMut(Info),
    ) -> Result<Answer, ClientError> {
        self.settle()?;
        let start = Instant::now();
        self.handle.write(format!("{position}\n{go}\n"));
        self.owes_move = true;
        loop {
            match self.reply(deadline(start, limit), "bestmove", limit)? {
                (Ok(Reply::Info(info)), _) => on_info(info),
                (Ok(Reply::BestMove(best)), at) => {
                    self.owes_move = false;
                    return Ok(Answer { best, elapsed: at.saturating_duration_since(start) });
                }
                (Err(ReplyError::BestMove(text)), _) => {
                    self.owes_move = false;
                    return Err(self.error(ClientErrorKind::BestMove(text)));
                }
                _ => {}
            }
        }
    }

    /// Ends an abandoned search and returns its move, if there was such a search.
    ///
    /// # Errors
    /// When the engine exits or does not answer within the limit.
    pub fn stop(&mut self, limit: Duration) -> Result<Option<BestMove>, ClientError> {
        self.send(&Command::Stop);
        let deadline = deadline(Instant::now(), limit);
        while self.owes_move {
            match self.reply(deadline, "bestmove", limit)?.0 {
                Ok(Reply::BestMove(best)) => {
                    self.owes_move = false;
                    return Ok(Some(best));
                }
                Err(ReplyError::BestMove(_)) => self.owes_move = false,
                _ => {}
            }
        }
        Ok(None)
    }

    /// Asks the engine to quit, and kills it if it has not within the limit.
    pub fn quit(self, limit: Duration) {
        self.send(&Command::Quit);
        let deadline = deadline(Instant::now(), limit);
        while self.receive(deadline).is_ok() {}
    }

    fn handshake(&mut self, limit: Duration) -> Result<(), ClientError> {
        self.send(&Command::Uci);
        let deadline = deadline(Instant::now(), limit);
        loop {
            match self.reply(deadline, "uciok", limit)?.0 {
                Ok(Reply::IdName(name)) if !name.is_empty() => self.name = Some(name),
                Ok(Reply::IdAuthor(author)) => self.author = Some(author),
                Ok(Reply::Option(option)) if self.options.len() < MAX_OPTIONS => {
                    self.options.push(option);
                }
                Ok(Reply::UciOk) => return Ok(()),
                _ => {}
            }
        }
    }

    /// Makes sure that the move of an earlier search is not taken for that of the next.
    fn settle(&mut self) -> Result<(), ClientError> {
        if self.owes_move {
            self.stop(SETTLE_TIMEOUT)?;
        }
        while let Ok(reply) = self.replies.try_recv() {
            let reply = Reply::parse(&reply.text);
            if matches!(reply, Ok(Reply::BestMove(_)) | Err(ReplyError::BestMove(_))) {
                self.stray_move();
            }
        }
        if self.sends_stray_moves { self.is_ready(SETTLE_TIMEOUT) } else { Ok(()) }
    }

    /// Handles a move outside of a search: one that was still owed, or a stray one.
    fn stray_move(&mut self) {
        self.sends_stray_moves |= !self.owes_move;
        self.owes_move = false;
    }

    fn send(&self, command: &Command) {
        self.handle.write(format!("{command}\n"));
    }

    /// The next reply, valid or not, and when it was read.
    fn reply(
        &mut self,
        deadline: Instant,
        expected: &'static str,
        limit: Duration,
    ) -> Result<(Result<Reply, ReplyError>, Instant), ClientError> {
        match self.receive(deadline) {
            Ok(reply) => Ok((Reply::parse(&reply.text), reply.at)),
            Err(RecvTimeoutError::Timeout) => {
                Err(self.error(ClientErrorKind::Timeout { expected, limit }))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = lock(&self.handle.process).status();
                Err(self.error(ClientErrorKind::Exited(status)))
            }
        }
    }

    /// Waits for a line that was read before the deadline. It counts even if it is received later,
    /// since this thread may have waited for a processor.
    fn receive(&self, deadline: Instant) -> Result<RawReply, RecvTimeoutError> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.replies.recv_timeout(left) {
            Ok(reply) if reply.at > deadline => Err(RecvTimeoutError::Timeout),
            reply => reply,
        }
    }

    fn error(&self, kind: ClientErrorKind) -> ClientError {
        ClientError { engine: self.name().to_owned(), kind }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.handle.kill();
    }
}

impl Handle {
    /// Tells the engine to stop searching.
    pub fn stop(&self) {
        self.write(format!("{}\n", Command::Stop));
    }

    /// Kills the engine and every process it started. A thread that waits for it gets an error.
    pub fn kill(&self) {
        lock(&self.process).kill();
    }

    fn write(&self, text: String) {
        // An engine that has closed its input is noticed when no answer comes.
        let _ = self.commands.send(text);
    }
}

fn lock(process: &Mutex<Process>) -> MutexGuard<'_, Process> {
    process.lock().unwrap_or_else(PoisonError::into_inner)
}

/// When a limit ends.
fn deadline(start: Instant, limit: Duration) -> Instant {
    start + limit.min(FOREVER)
}

fn write_all(mut stdin: impl io::Write, commands: &Receiver<String>) {
    for text in commands {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_all(stdout: impl io::Read, replies: &SyncSender<RawReply>) {
    let mut lines = Lines::with_limit(stdout, MAX_REPLY_LENGTH);
    while let Ok(Some(Line::Whole(text) | Line::Truncated(text))) = lines.read() {
        if replies.send(RawReply { text, at: Instant::now() }).is_err() {
            return;
        }
    }
}
