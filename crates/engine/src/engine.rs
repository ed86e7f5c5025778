//! The engine: searches in a background thread, so that the caller can keep reading input.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crate::{HashTooLarge, PvLine, Root, Search, SearchResult, Settings, Signal, Task};

/// What the engine reports while it searches, and once it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEvent {
    /// A principal variation: that of a completed depth, or one whose score is only a bound.
    Pv(PvLine),
    /// The search is over. Every search ends with exactly one of these, even if it panics; the
    /// result then has no lines.
    Done(SearchResult),
}

/// An engine: set a position, start a search, stop it.
///
/// ```
/// use std::sync::mpsc;
///
/// use engine::{Engine, Limits, SearchEvent, Root, Settings};
///
/// let mut engine = Engine::new(&Settings::default())?;
/// engine.set_position(Root::new("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1".parse()?));
/// let (sender, events) = mpsc::channel();
/// engine.go(Limits::depth(4), move |event| _ = sender.send(event));
/// let best = events.iter().find_map(|event| match event {
///     SearchEvent::Done(result) => result.best(),
///     SearchEvent::Pv(_) => None,
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
    /// It panicked and has not been created again.
    Crashed,
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
    pub fn go(
        &mut self,
        task: impl Into<Task>,
        observer: impl FnMut(SearchEvent) + Send + 'static,
    ) {
        let mut done = DoneOnDrop { observer, result: SearchResult::default() };
        let Some(mut search) = self.take() else { return };
        self.signal = Arc::new(Signal::new());
        let (root, signal) = (self.root.clone(), Arc::clone(&self.signal));
        let task = task.into();
        let spawned = thread::Builder::new().name("engine".into()).spawn(move || {
            done.result = task.perform(&mut search, &root, &signal, &mut |line| {
                (done.observer)(SearchEvent::Pv(line.clone()));
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
            State::Busy(_) | State::Crashed => unreachable!("the search was made idle above"),
        }
    }

    /// Takes the search to run it, creating another after a crash.
    fn take(&mut self) -> Option<Box<Search>> {
        self.stop();
        self.join().or_else(|| Search::new(&self.settings).ok().map(Box::new))
    }

    /// Waits for the thread and takes the search; none when it panicked.
    fn join(&mut self) -> Option<Box<Search>> {
        match std::mem::replace(&mut self.state, State::Crashed) {
            State::Idle(search) => Some(search),
            State::Busy(thread) => thread.join().ok(),
            State::Crashed => None,
        }
    }
}

/// Reports the end of a search when dropped, so that there is an answer even from a search that
/// panicked or a thread that could not be started.
struct DoneOnDrop<O: FnMut(SearchEvent)> {
    observer: O,
    result: SearchResult,
}

impl<O: FnMut(SearchEvent)> Drop for DoneOnDrop<O> {
    fn drop(&mut self) {
        (self.observer)(SearchEvent::Done(std::mem::take(&mut self.result)));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.join();
    }
}
