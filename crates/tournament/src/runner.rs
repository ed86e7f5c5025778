//! Plays the games of a match on several threads, each with two engines of its own.
//!
//! Workers take the next game from a common list and send back its result. Engines are reused
//! between games and restarted after a forfeit. Nothing here polls: a worker waits for its engines,
//! and stopping the match kills them, which wakes the worker.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::SystemTime;

use chess::pgn::Tree;
use uci::{Client, ClientError, Handle};

use crate::engine::{EngineConfig, READY_TIMEOUT};
use crate::error::MatchError;
use crate::game::{self, Ending, GameRules};
use crate::openings::Opening;
use crate::recorder::Recorder;
use crate::schedule::{Competitor, Round};

/// Who plays, from which openings, and by which rules.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// Engines A and B.
    pub engines: [EngineConfig; 2],
    /// The openings in the order of the pairs; reused from the first one when there are more pairs.
    pub openings: Vec<Opening>,
    /// The rules of every game.
    pub rules: GameRules,
    /// How many games are played at the same time.
    pub concurrency: usize,
}

impl MatchConfig {
    /// The opening of a pair.
    pub(crate) fn opening(&self, pair: usize) -> &Opening {
        &self.openings[pair % self.openings.len()]
    }
}

/// A game that has ended.
#[derive(Debug)]
pub struct FinishedGame {
    /// Its number.
    pub round: Round,
    /// Its moves with comments, without tags.
    pub tree: Tree,
    /// How it ended.
    pub ending: Ending,
    /// When it ended.
    pub ended: SystemTime,
}

/// Plays a match.
pub struct Runner<'a> {
    workers: Workers<'a>,
    sender: Sender<Event>,
    events: Receiver<Event>,
}

/// Stops a match from another thread.
#[derive(Clone, Debug)]
pub struct Interrupter(Sender<Event>);

impl Interrupter {
    /// Ends the match after the games that have been recorded. False when it is over already.
    pub fn interrupt(&self) -> bool {
        self.0.send(Event::Interrupted).is_ok()
    }
}

impl<'a> Runner<'a> {
    /// A runner for some games of a match. The match must have at least one opening.
    pub fn new(config: &'a MatchConfig, rounds: Vec<Round>) -> Runner<'a> {
        let (sender, events) = mpsc::channel();
        Runner { workers: Workers::new(config, rounds), sender, events }
    }

    /// A way to stop the match.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.sender.clone())
    }

    /// Plays until all games are recorded, the sequential test has decided, or the match is
    /// interrupted. Calls `on_game` after each game.
    ///
    /// # Errors
    /// When an engine cannot be started, or a game cannot be recorded.
    pub fn run(
        self,
        recorder: &mut Recorder,
        on_game: impl FnMut(&FinishedGame, &Recorder),
    ) -> Result<(), MatchError> {
        let Runner { workers, sender, events } = self;
        let count = workers.count();
        thread::scope(|scope| {
            for worker in 0..count {
                let (workers, sender) = (&workers, sender.clone());
                scope.spawn(move || workers.work(worker, &sender));
            }
            let finished = record_all(recorder, &events, count, on_game);
            workers.stop();
            finished
        })
    }
}

/// Records games until no worker is left or no more games are needed.
fn record_all(
    recorder: &mut Recorder,
    events: &Receiver<Event>,
    mut workers: usize,
    mut on_game: impl FnMut(&FinishedGame, &Recorder),
) -> Result<(), MatchError> {
    while workers > 0 && !recorder.is_decided() {
        match events.recv() {
            Ok(Event::Finished(game)) => {
                recorder.record(&game)?;
                on_game(&game, recorder);
            }
            Ok(Event::WorkerDone) => workers -= 1,
            Ok(Event::Failed(error)) => return Err(error.into()),
            Ok(Event::Interrupted) | Err(mpsc::RecvError) => break,
        }
    }
    Ok(())
}

/// What reaches the thread that records.
#[derive(Debug)]
enum Event {
    Finished(Box<FinishedGame>),
    /// A worker has no more games to play.
    WorkerDone,
    /// An engine cannot be started, so the match cannot continue.
    Failed(ClientError),
    /// The user wants to stop.
    Interrupted,
}

/// What all workers share.
struct Workers<'a> {
    config: &'a MatchConfig,
    rounds: Vec<Round>,
    next: AtomicUsize,
    is_stopped: AtomicBool,
    /// The running engines, two for each worker, to be killed when the match stops.
    handles: Mutex<Vec<[Option<Handle>; 2]>>,
}

impl<'a> Workers<'a> {
    fn new(config: &'a MatchConfig, rounds: Vec<Round>) -> Workers<'a> {
        let handles = Mutex::new(vec![[None, None]; config.concurrency.min(rounds.len())]);
        let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        Workers { config, rounds, next, is_stopped, handles }
    }

    fn count(&self) -> usize {
        self.lock_handles().len()
    }

    /// Ends all games at once.
    fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        self.lock_handles().iter().flatten().flatten().for_each(Handle::kill);
    }

    /// Plays games until there are no more.
    fn work(&self, worker: usize, events: &Sender<Event>) {
        let mut clients = [None, None];
        while let Some(&round) = self.rounds.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if self.is_stopped() {
                break;
            }
            let event = match self.play(worker, &mut clients, round) {
                Ok(game) => Event::Finished(Box::new(game)),
                Err(error) => Event::Failed(error),
            };
            // An engine that was killed because the match stopped has not lost its game.
            if self.is_stopped() || events.send(event).is_err() {
                break;
            }
        }
        // Nobody listens after the last game.
        let _ = events.send(Event::WorkerDone);
    }

    fn play(
        &self,
        worker: usize,
        clients: &mut [Option<Client>; 2],
        round: Round,
    ) -> Result<FinishedGame, ClientError> {
        for competitor in [Competitor::A, Competitor::B] {
            self.prepare(&mut clients[competitor.index()], worker, competitor)?;
        }
        let [Some(a), Some(b)] = clients else { unreachable!("both engines have been started") };
        let mut engines = round.by_color(a, b);
        let opening = self.config.opening(round.pair);
        let (tree, ending) = game::play(&mut engines, opening, &self.config.rules);
        if let Ending::Forfeit { loser, .. } = ending {
            clients[round.competitor(loser).index()] = None;
        }
        Ok(FinishedGame { round, tree, ending, ended: SystemTime::now() })
    }

    /// Makes sure that an engine runs and is ready for a new game.
    fn prepare(
        &self,
        slot: &mut Option<Client>,
        worker: usize,
        competitor: Competitor,
    ) -> Result<(), ClientError> {
        if let Some(client) = slot {
            if client.new_game(READY_TIMEOUT).is_ok() {
                return Ok(());
            }
            *slot = None;
        }
        let client = slot.insert(self.config.engines[competitor.index()].start()?);
        let mut handles = self.lock_handles();
        handles[worker][competitor.index()] = Some(client.handle());
        if self.is_stopped() {
            client.handle().kill();
        }
        drop(handles);
        client.new_game(READY_TIMEOUT)
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    fn lock_handles(&self) -> MutexGuard<'_, Vec<[Option<Handle>; 2]>> {
        self.handles.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
