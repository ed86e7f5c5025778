//! The engine: searches in a background thread, so that its driver can go on listening.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crate::{HashTooLarge, PvLine, Root, Search, Settings, Signal, Task, Verdict};

/// What the engine reports while it searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// A principal variation, better or deeper than the last.
    Line(PvLine),
    /// The search is over. Every search ends with exactly one of these, even when it panics; the
    /// verdict has no lines then.
    Done(Verdict),
}

/// An engine: set a position, start a search, stop it.
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
    /// Not running.
    Idle(Box<Search>),
    /// In its thread, which returns it when it is done.
    Busy(JoinHandle<Box<Search>>),
    /// Gone: it panicked and could not be created again.
    Lost,
}

impl Engine {
    /// An idle engine at the start position.
    ///
    /// # Errors
    /// When there is not enough memory for the table.
    pub fn new(settings: &Settings) -> Result<Engine, HashTooLarge> {
        Ok(Engine {
            settings: settings.clone(),
            state: State::Idle(Box::new(Search::new(settings)?)),
            signal: Arc::new(Signal::new()),
            root: Root::default(),
        })
    }

    /// The current settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings. A running search is stopped first.
    ///
    /// # Errors
    /// When there is not enough memory for the new table; nothing changes then.
    pub fn set(&mut self, settings: &Settings) -> Result<(), HashTooLarge> {
        self.idle_search()?.set(settings)?;
        self.settings = settings.clone();
        Ok(())
    }

    /// Clears everything, as for a new game. A running search is stopped first.
    ///
    /// # Errors
    /// When the search panicked and there is not enough memory for another.
    pub fn clear(&mut self) -> Result<(), HashTooLarge> {
        self.idle_search()?.clear();
        Ok(())
    }

    /// Sets the position of the next search.
    pub fn set_position(&mut self, root: Root) {
        self.root = root;
    }

    /// The position of the next search.
    pub fn position(&self) -> &Root {
        &self.root
    }

    /// Starts a search; the observer is called from another thread. A running search is stopped
    /// first and reports its end.
    pub fn go(&mut self, task: impl Into<Task>, observer: impl FnMut(Report) + Send + 'static) {
        let mut done = DoneReport { observer, verdict: Verdict::default() };
        let Some(mut search) = self.take() else { return };
        self.signal = Arc::new(Signal::new());
        let (root, signal) = (self.root.clone(), Arc::clone(&self.signal));
        let task = task.into();
        let spawned = thread::Builder::new().name("engine".into()).spawn(move || {
            done.verdict = task.perform(&mut search, &root, &signal, &mut |line| {
                (done.observer)(Report::Line(line.clone()));
            });
            drop(done);
            search
        });
        if let Ok(thread) = spawned {
            self.state = State::Busy(thread);
        }
    }

    /// Stops a running search without waiting for its end.
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

    /// Waits for a running search.
    pub fn wait(&mut self) {
        if let Some(search) = self.join() {
            self.state = State::Idle(search);
        }
    }

    /// The idle search, stopped if need be.
    fn idle_search(&mut self) -> Result<&mut Search, HashTooLarge> {
        self.stop();
        let search = match self.join() {
            Some(search) => search,
            None => Box::new(Search::new(&self.settings)?),
        };
        self.state = State::Idle(search);
        match &mut self.state {
            State::Idle(search) => Ok(search),
            State::Busy(_) | State::Lost => unreachable!("the search was made idle above"),
        }
    }

    /// Takes the search to run it, creating another when it is lost.
    fn take(&mut self) -> Option<Box<Search>> {
        self.stop();
        self.join().or_else(|| Search::new(&self.settings).ok().map(Box::new))
    }

    /// Waits for the thread and takes the search; none when it panicked.
    fn join(&mut self) -> Option<Box<Search>> {
        match std::mem::replace(&mut self.state, State::Lost) {
            State::Idle(search) => Some(search),
            State::Busy(thread) => thread.join().ok(),
            State::Lost => None,
        }
    }
}

/// Reports the end of a search when dropped, so that there is an answer even from a search that
/// panicked or a thread that could not be started.
struct DoneReport<O: FnMut(Report)> {
    observer: O,
    verdict: Verdict,
}

impl<O: FnMut(Report)> Drop for DoneReport<O> {
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
