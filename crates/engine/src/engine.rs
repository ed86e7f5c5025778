//! The engine as a whole: searches in the background, so that whoever drives it can go on
//! listening.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crate::{Line, Root, Search, Settings, Signal, TableTooLarge, Task, Verdict};

/// What the engine tells while it thinks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// A line, better or deeper than the last.
    Line(Line),
    /// The search is over. The last report of every search, and there is exactly one, even where
    /// the search broke down; then the verdict has no lines.
    Done(Verdict),
}

/// An engine: give it a position, let it go, and stop it.
///
/// ```
/// use std::sync::mpsc;
///
/// use engine::{Engine, Limits, Report, Root, Settings};
///
/// let mut engine = Engine::new(&Settings::default())?;
/// engine.set_position(Root::new("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1".parse()?));
/// let (sender, reports) = mpsc::channel();
/// engine.go(Limits::depth(4), move |report| _ = sender.send(report));
/// let best = reports.iter().find_map(|report| match report {
///     Report::Done(verdict) => verdict.best(),
///     Report::Line(_) => None,
/// });
/// assert_eq!(
///     best.map(|m| m.uci(chess::CastlingMode::Standard).to_string()),
///     Some("a1a8".into()),
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    settings: Settings,
    state: State,
    signal: Arc<Signal>,
    root: Root,
}

/// Where the search is.
enum State {
    /// At rest, with everything it has learnt.
    Idle(Box<Search>),
    /// In another thread, which gives it back when it is done.
    Busy(JoinHandle<Box<Search>>),
    /// Nowhere: it broke down and could not be made again.
    Lost,
}

impl Engine {
    /// An engine at rest, at the start of a game.
    ///
    /// # Errors
    /// When there is not enough memory for the table.
    pub fn new(settings: &Settings) -> Result<Engine, TableTooLarge> {
        Ok(Engine {
            settings: settings.clone(),
            state: State::Idle(Box::new(Search::new(settings)?)),
            signal: Arc::new(Signal::new()),
            root: Root::default(),
        })
    }

    /// What it works with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Works with other settings from now on. A search that is running ends first.
    ///
    /// # Errors
    /// When there is not enough memory for the new table; then nothing has changed.
    pub fn set(&mut self, settings: &Settings) -> Result<(), TableTooLarge> {
        self.rest()?.set(settings)?;
        self.settings = settings.clone();
        Ok(())
    }

    /// Forgets everything, as for a new game. A search that is running ends first.
    ///
    /// # Errors
    /// When the search broke down and there is not enough memory for another.
    pub fn clear(&mut self) -> Result<(), TableTooLarge> {
        self.rest()?.clear();
        Ok(())
    }

    /// The next search thinks about this.
    pub fn set_position(&mut self, root: Root) {
        self.root = root;
    }

    /// The position that the next search thinks about.
    pub fn position(&self) -> &Root {
        &self.root
    }

    /// Starts to think; the observer is told from another thread. A search that is still running
    /// is stopped first and reports its end.
    pub fn go(&mut self, task: impl Into<Task>, observer: impl FnMut(Report) + Send + 'static) {
        let mut teller = Teller { observer, verdict: Verdict::default() };
        let Some(mut search) = self.take() else { return };
        self.signal = Arc::new(Signal::new());
        let (root, signal) = (self.root.clone(), Arc::clone(&self.signal));
        let task = task.into();
        let thinking = thread::Builder::new().name("engine".into()).spawn(move || {
            teller.verdict = task.perform(&mut search, &root, &signal, &mut |line| {
                (teller.observer)(Report::Line(line.clone()));
            });
            drop(teller);
            search
        });
        if let Ok(thread) = thinking {
            self.state = State::Busy(thread);
        }
    }

    /// Ends the search that is running, if there is one, and returns at once.
    pub fn stop(&self) {
        self.signal.stop();
    }

    /// The opponent has played the expected move: the search goes on by the clock.
    pub fn ponder_hit(&self) {
        self.signal.ponder_hit();
    }

    /// True while a search is running.
    pub fn is_thinking(&self) -> bool {
        matches!(&self.state, State::Busy(thread) if !thread.is_finished())
    }

    /// Waits for the search that is running, if there is one.
    pub fn wait(&mut self) {
        if let Some(search) = self.join() {
            self.state = State::Idle(search);
        }
    }

    /// The search at rest, stopped if need be.
    fn rest(&mut self) -> Result<&mut Search, TableTooLarge> {
        self.stop();
        let search = match self.join() {
            Some(search) => search,
            None => Box::new(Search::new(&self.settings)?),
        };
        self.state = State::Idle(search);
        match &mut self.state {
            State::Idle(search) => Ok(search),
            State::Busy(_) | State::Lost => unreachable!("the search was put to rest above"),
        }
    }

    /// Takes the search to use it, making another when it is lost.
    fn take(&mut self) -> Option<Box<Search>> {
        self.stop();
        self.join().or_else(|| Search::new(&self.settings).ok().map(Box::new))
    }

    /// Waits for the thread and takes the search; nothing when it broke down.
    fn join(&mut self) -> Option<Box<Search>> {
        match std::mem::replace(&mut self.state, State::Lost) {
            State::Idle(search) => Some(search),
            State::Busy(thread) => thread.join().ok(),
            State::Lost => None,
        }
    }
}

/// Tells the end of a search when it goes, however it comes to that: who waits for an answer gets
/// one also from a search that broke down and from a thread that could not be started.
struct Teller<O: FnMut(Report)> {
    observer: O,
    verdict: Verdict,
}

impl<O: FnMut(Report)> Drop for Teller<O> {
    fn drop(&mut self) {
        (self.observer)(Report::Done(std::mem::take(&mut self.verdict)));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.join();
    }
}
