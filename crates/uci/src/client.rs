//! Drives any UCI engine as a child process, and trusts it in nothing.
//!
//! One thread writes what the engine shall read and one reads what it writes, so that an engine
//! that does not listen blocks nobody. Whatever is waited for has a limit. Lines that make no sense
//! are skipped, and what comes too late is thrown away. When the client goes, the engine and all
//! that it started are killed.

mod error;
mod process;

use std::ffi::OsStr;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

pub use error::{ClientError, Fault};
use process::Process;

use crate::{
    BestMove, Command, Go, Info, Line, Lines, OptionDeclaration, PositionCommand, Reply, ReplyError,
};

/// The longest line that an engine has reason to write.
const LONGEST_REPLY: usize = 1 << 16;
/// How many lines may wait to be heard before the engine has to.
const MOST_WAITING: usize = 256;
/// The most options that are believed to be there.
const MOST_OPTIONS: usize = 1000;
/// How long an engine that owes a move from an earlier search may take to name it.
const SETTLE: Duration = Duration::from_secs(1);
/// Stands for no limit at all.
const FOREVER: Duration = Duration::from_hours(10 * 365 * 24);

/// An engine that is running.
#[derive(Debug)]
pub struct Client {
    /// How errors call the engine.
    program: String,
    name: Option<String>,
    author: Option<String>,
    options: Vec<OptionDeclaration>,
    handle: Handle,
    heard: Receiver<Heard>,
    /// A search has been given up and its move is still to come.
    owes_move: bool,
    /// It has named moves that nobody asked for, and may do so again.
    is_noisy: bool,
}

/// What can be done to an engine while somebody else waits for its move.
#[derive(Clone, Debug)]
pub struct Handle {
    commands: Sender<String>,
    process: Arc<Mutex<Process>>,
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What the engine plays.
    pub best: BestMove,
    /// The time from the command until the answer was read.
    pub elapsed: Duration,
}

/// A line that the engine has written, and when it was read.
#[derive(Debug)]
struct Heard {
    text: String,
    at: Instant,
}

impl Client {
    /// Starts an engine and waits until it has said who it is and which options it has.
    ///
    /// # Errors
    /// When it cannot be started, dies, or has not said so within the limit.
    pub fn start(
        program: impl AsRef<OsStr>,
        args: impl IntoIterator<Item = impl AsRef<OsStr>>,
        limit: Duration,
    ) -> Result<Client, ClientError> {
        let program = program.as_ref();
        let name = program.display().to_string();
        let failed = |error| ClientError { engine: name.clone(), fault: Fault::Start(error) };
        let (process, stdin, stdout) = Process::start(program, args).map_err(failed)?;
        let process = Arc::new(Mutex::new(process));
        let (commands, to_write) = mpsc::channel();
        let (to_hear, heard) = mpsc::sync_channel(MOST_WAITING);
        // Both threads end by themselves when the engine does.
        thread::spawn(move || write_all(stdin, &to_write));
        thread::spawn(move || read_all(stdout, &to_hear));
        let mut client = Client {
            program: name,
            name: None,
            author: None,
            options: Vec::new(),
            handle: Handle { commands, process },
            heard,
            owes_move: false,
            is_noisy: false,
        };
        client.shake_hands(limit)?;
        Ok(client)
    }

    /// The name that the engine gave itself, or else that of its program.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.program)
    }

    /// Who wrote it, if it said so.
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// The options that it has declared.
    pub fn options(&self) -> &[OptionDeclaration] {
        &self.options
    }

    /// The option of a name, in whatever case.
    pub fn option(&self, name: &str) -> Option<&OptionDeclaration> {
        self.options.iter().find(|option| option.is_named(name))
    }

    /// A handle to stop or kill it from elsewhere.
    pub fn handle(&self) -> Handle {
        self.handle.clone()
    }

    /// Sets an option, or presses a button.
    ///
    /// # Errors
    /// When the engine has declared no such option, or the option does not take the value. Then
    /// nothing is sent.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), ClientError> {
        let Some(option) = self.option(name) else {
            let known = self.options.iter().map(|option| option.name.clone()).collect();
            return Err(self.error(Fault::UnknownOption { name: name.to_owned(), known }));
        };
        option.check(value).map_err(|error| self.error(Fault::Option(error)))?;
        let (name, value) = (option.name.clone(), value.map(str::to_owned));
        self.send(&Command::SetOption { name, value });
        Ok(())
    }

    /// Tells that what follows is another game, and waits until the engine is ready for it.
    ///
    /// # Errors
    /// As for [`Client::is_ready`].
    pub fn new_game(&mut self, limit: Duration) -> Result<(), ClientError> {
        self.settle()?;
        self.send(&Command::NewGame);
        self.is_ready(limit)
    }

    /// Waits until the engine has done all that it was told.
    ///
    /// # Errors
    /// When it dies, or is not ready within the limit.
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

    /// Has the engine think about a position, and passes on what it tells meanwhile. A search
    /// without limits of its own goes on until [`Handle::stop`].
    ///
    /// # Errors
    /// When the engine dies, names no move within the limit, or names something that is none.
    /// After a limit has passed the client can still be used: what comes late is thrown away.
    pub fn search(
        &mut self,
        place: &PositionCommand,
        go: &Go,
        limit: Duration,
        mut news: impl FnMut(Info),
    ) -> Result<Answer, ClientError> {
        self.settle()?;
        let start = Instant::now();
        self.handle.write(format!("{place}\n{go}\n"));
        self.owes_move = true;
        loop {
            match self.reply(deadline(start, limit), "bestmove", limit)? {
                (Ok(Reply::Info(info)), _) => news(info),
                (Ok(Reply::BestMove(best)), at) => {
                    self.owes_move = false;
                    return Ok(Answer { best, elapsed: at.saturating_duration_since(start) });
                }
                (Err(ReplyError::BestMove(text)), _) => {
                    self.owes_move = false;
                    return Err(self.error(Fault::BestMove(text)));
                }
                _ => {}
            }
        }
    }

    /// Ends a search that was given up, and gives the move that it found after all.
    ///
    /// # Errors
    /// When the engine dies or names no move within the limit.
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

    /// Asks the engine to end, and ends it if it has not within the limit.
    pub fn quit(self, limit: Duration) {
        self.send(&Command::Quit);
        let deadline = deadline(Instant::now(), limit);
        while self.hear(deadline).is_ok() {}
    }

    fn shake_hands(&mut self, limit: Duration) -> Result<(), ClientError> {
        self.send(&Command::Uci);
        let deadline = deadline(Instant::now(), limit);
        loop {
            match self.reply(deadline, "uciok", limit)?.0 {
                Ok(Reply::IdName(name)) if !name.is_empty() => self.name = Some(name),
                Ok(Reply::IdAuthor(author)) => self.author = Some(author),
                Ok(Reply::Option(option)) if self.options.len() < MOST_OPTIONS => {
                    self.options.push(option);
                }
                Ok(Reply::UciOk) => return Ok(()),
                _ => {}
            }
        }
    }

    /// Sees to it that no move of an earlier search is taken for one of the next.
    fn settle(&mut self) -> Result<(), ClientError> {
        if self.owes_move {
            self.stop(SETTLE)?;
        }
        while let Ok(heard) = self.heard.try_recv() {
            let reply = Reply::parse(&heard.text);
            if matches!(reply, Ok(Reply::BestMove(_)) | Err(ReplyError::BestMove(_))) {
                self.stray_move();
            }
        }
        if self.is_noisy { self.is_ready(SETTLE) } else { Ok(()) }
    }

    /// Notes a move outside of any search: one that was owed, or one that nobody asked for.
    fn stray_move(&mut self) {
        self.is_noisy |= !self.owes_move;
        self.owes_move = false;
    }

    fn send(&self, command: &Command) {
        self.handle.write(format!("{command}\n"));
    }

    /// The next line, understood or not, and when it was read.
    fn reply(
        &mut self,
        deadline: Instant,
        wanted: &'static str,
        limit: Duration,
    ) -> Result<(Result<Reply, ReplyError>, Instant), ClientError> {
        match self.hear(deadline) {
            Ok(heard) => Ok((Reply::parse(&heard.text), heard.at)),
            Err(RecvTimeoutError::Timeout) => Err(self.error(Fault::Silent { wanted, limit })),
            Err(RecvTimeoutError::Disconnected) => {
                let status = lock(&self.handle.process).status();
                Err(self.error(Fault::Died(status)))
            }
        }
    }

    /// Waits for a line that was read before the deadline. One that was counts even if it is heard
    /// later, since the client may have had to wait for a processor.
    fn hear(&self, deadline: Instant) -> Result<Heard, RecvTimeoutError> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.heard.recv_timeout(left) {
            Ok(heard) if heard.at > deadline => Err(RecvTimeoutError::Timeout),
            heard => heard,
        }
    }

    fn error(&self, fault: Fault) -> ClientError {
        ClientError { engine: self.name().to_owned(), fault }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.handle.kill();
    }
}

impl Handle {
    /// Tells the engine to stop thinking.
    pub fn stop(&self) {
        self.write(format!("{}\n", Command::Stop));
    }

    /// Ends the engine and all that it has started. Whoever waits for it learns that it died.
    pub fn kill(&self) {
        lock(&self.process).end();
    }

    fn write(&self, text: String) {
        // An engine that has closed its input is found out when no answer comes.
        let _ = self.commands.send(text);
    }
}

fn lock(process: &Mutex<Process>) -> MutexGuard<'_, Process> {
    process.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A time that is far off rather than out of reach.
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

fn read_all(stdout: impl io::Read, heard: &SyncSender<Heard>) {
    let mut lines = Lines::with_limit(stdout, LONGEST_REPLY);
    while let Ok(Some(Line::Whole(text) | Line::Cut(text))) = lines.read() {
        if heard.send(Heard { text, at: Instant::now() }).is_err() {
            return;
        }
    }
}
