//! Where the games are played: some workers, each with two engines of its own.
//!
//! Workers take the next game from a common list and send back what came of it. Engines are kept
//! between games and started anew when they have failed. Nothing here polls: a worker waits for its
//! engines, and whoever closes the arena kills them, which wakes the worker.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use chess::ByColor;
use chess::pgn::Tree;
use uci::{Client, ClientError, Handle};

use super::openings::Opening;
use super::play::{self, End, Rules};
use super::players::{Player, READY};
use super::schedule::{Round, Side};
use super::tally::player;

/// A game that is over.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) round: Round,
    pub(super) tree: Tree,
    pub(super) end: End,
    /// When it ended.
    pub(super) time: SystemTime,
}

/// What reaches the one who counts.
#[derive(Debug)]
pub(super) enum Event {
    Finished(Box<Finished>),
    /// A worker has nothing more to do.
    Idle,
    /// An engine cannot be started, so the match cannot go on.
    Failed(ClientError),
    /// The user wants to stop.
    Interrupted,
}

/// What all workers share.
pub(super) struct Arena<'a> {
    pub(super) players: &'a [Player; 2],
    pub(super) openings: &'a [Opening],
    /// Which opening each pair begins from; used again from the start when it is exhausted.
    pub(super) order: &'a [usize],
    pub(super) rules: Rules,
    pub(super) rounds: Vec<Round>,
    next: AtomicUsize,
    closed: AtomicBool,
    /// The engines that are running, two for each worker, to be killed when the arena closes.
    handles: Mutex<Vec<[Option<Handle>; 2]>>,
}

impl<'a> Arena<'a> {
    pub(super) fn new(
        players: &'a [Player; 2],
        openings: &'a [Opening],
        order: &'a [usize],
        rules: Rules,
        rounds: Vec<Round>,
        concurrency: usize,
    ) -> Arena<'a> {
        let (next, closed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let workers = concurrency.min(rounds.len());
        let handles = Mutex::new(vec![[None, None]; workers]);
        Arena { players, openings, order, rules, rounds, next, closed, handles }
    }

    /// How many workers there is room for.
    pub(super) fn workers(&self) -> usize {
        self.lock_handles().len()
    }

    /// The opening of a pair.
    pub(super) fn opening(&self, pair: usize) -> &'a Opening {
        &self.openings[self.order[pair % self.order.len()]]
    }

    /// Ends all games at once.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.lock_handles().iter().flatten().flatten().for_each(Handle::kill);
    }

    /// Plays games until there are no more.
    pub(super) fn work(&self, worker: usize, events: &Sender<Event>) {
        let mut seats = [None, None];
        while let Some(&round) = self.rounds.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if self.is_closed() {
                break;
            }
            let event = match self.game(worker, &mut seats, round) {
                Ok(finished) => Event::Finished(Box::new(finished)),
                Err(error) => Event::Failed(error),
            };
            // An engine that was killed when the arena closed has not lost its game. Nobody hears
            // of what comes after the last game either.
            if self.is_closed() || events.send(event).is_err() {
                break;
            }
        }
        let _ = events.send(Event::Idle);
    }

    fn game(
        &self,
        worker: usize,
        seats: &mut [Option<Client>; 2],
        round: Round,
    ) -> Result<Finished, ClientError> {
        for side in [Side::A, Side::B] {
            self.prepare(&mut seats[side.index()], worker, side)?;
        }
        let [Some(a), Some(b)] = seats else { unreachable!("both engines have been started") };
        let mut colors = match round.white() {
            Side::A => ByColor::new(a, b),
            Side::B => ByColor::new(b, a),
        };
        let (tree, end) = play::play(&mut colors, self.opening(round.pair), &self.rules);
        if let End::Forfeit { loser, .. } = end {
            seats[player(round, loser).index()] = None;
        }
        Ok(Finished { round, tree, end, time: SystemTime::now() })
    }

    /// Sees that an engine is there and ready for a new game.
    fn prepare(
        &self,
        seat: &mut Option<Client>,
        worker: usize,
        side: Side,
    ) -> Result<(), ClientError> {
        if let Some(client) = seat {
            if client.new_game(READY).is_ok() {
                return Ok(());
            }
            *seat = None;
        }
        let client = seat.insert(self.players[side.index()].start()?);
        let mut handles = self.lock_handles();
        handles[worker][side.index()] = Some(client.handle());
        if self.is_closed() {
            client.handle().kill();
        }
        drop(handles);
        client.new_game(READY)
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    fn lock_handles(&self) -> MutexGuard<'_, Vec<[Option<Handle>; 2]>> {
        self.handles.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
