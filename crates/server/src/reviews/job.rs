//! A running review: its evaluations so far, and the clients who want it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use analysis::MoveSequence;
use review::Evaluation;
use store::ReviewKey;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::security::ClientKey;

/// A review in progress.
pub(crate) struct ReviewJob {
    key: ReviewKey,
    moves: MoveSequence,
    state: Mutex<State>,
    /// Counts the changes, for followers.
    changes: watch::Sender<usize>,
    clients: Mutex<Clients>,
    cancel: CancellationToken,
    /// Canceled when it is known which server makes the review.
    unplaced: CancellationToken,
    is_made_here: AtomicBool,
}

/// The clients who want a review.
#[derive(Default)]
struct Clients {
    /// Those who have asked for it.
    owners: Vec<ClientKey>,
    /// Those who follow it, once for every connection.
    followers: Vec<ClientKey>,
}

/// Follows a review for as long as it exists.
pub(crate) struct Follower {
    job: Arc<ReviewJob>,
    client: ClientKey,
}

impl Follower {
    /// A client that follows a review from now on.
    pub(crate) fn new(job: Arc<ReviewJob>, client: ClientKey) -> Follower {
        job.clients().followers.push(client);
        Follower { job, client }
    }

    /// The review.
    pub(crate) fn job(&self) -> &Arc<ReviewJob> {
        &self.job
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let followers = &mut self.job.clients().followers;
        if let Some(index) = followers.iter().position(|client| *client == self.client) {
            followers.swap_remove(index);
        }
    }
}

#[derive(Default)]
struct State {
    evaluations: Vec<Option<Evaluation>>,
    /// The plies in the order in which they were evaluated.
    order: Vec<usize>,
    has_ended: bool,
}

impl ReviewJob {
    /// A review without evaluations, except that of a final position by the rules.
    pub(super) fn new(key: ReviewKey, board: &chess::Game) -> ReviewJob {
        let moves = MoveSequence::from(board);
        let last = moves.positions().len() - 1;
        let evaluations = vec![None; last + 1];
        let job = ReviewJob {
            key,
            moves,
            state: Mutex::new(State { evaluations, ..State::default() }),
            changes: watch::Sender::new(0),
            clients: Mutex::default(),
            cancel: CancellationToken::new(),
            unplaced: CancellationToken::new(),
            is_made_here: AtomicBool::default(),
        };
        if let Some(evaluation) = job.moves.final_evaluation(last) {
            job.add(last, evaluation);
        }
        job
    }

    pub(super) fn key(&self) -> &ReviewKey {
        &self.key
    }

    pub(super) fn moves(&self) -> &MoveSequence {
        &self.moves
    }

    /// Adds clients who have asked for the review.
    pub(super) fn add_owners(&self, clients: impl IntoIterator<Item = ClientKey>) {
        let owners = &mut self.clients().owners;
        for client in clients {
            if !owners.contains(&client) {
                owners.push(client);
            }
        }
    }

    /// Removes such a client; false when it has not asked for the review.
    pub(super) fn remove_owner(&self, is_client: impl Fn(ClientKey) -> bool) -> bool {
        let owners = &mut self.clients().owners;
        let count = owners.len();
        owners.retain(|owner| !is_client(*owner));
        owners.len() < count
    }

    /// Whether nobody has asked for the review on this server.
    pub(super) fn is_unwanted(&self) -> bool {
        self.clients().owners.is_empty()
    }

    /// Whether somebody on this server has asked for the review, or follows it.
    pub(super) fn is_wanted(&self) -> bool {
        self.is_wanted_by_others(|_| false)
    }

    /// A client that follows the review does not want it any more.
    pub(super) fn discount_follower(&self, is_client: impl Fn(ClientKey) -> bool) {
        self.clients().followers.retain(|follower| !is_client(*follower));
    }

    /// Whether other clients have asked for the review, or follow it.
    pub(super) fn is_wanted_by_others(&self, is_client: impl Fn(ClientKey) -> bool) -> bool {
        let clients = self.clients();
        clients.owners.iter().chain(&clients.followers).any(|other| !is_client(*other))
    }

    fn clients(&self) -> MutexGuard<'_, Clients> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an evaluation, unless there is one already.
    pub(super) fn add(&self, ply: usize, evaluation: Evaluation) {
        let mut state = self.lock();
        if let Some(slot @ None) = state.evaluations.get_mut(ply) {
            *slot = Some(evaluation);
            state.order.push(ply);
            drop(state);
            self.changes.send_modify(|count| *count += 1);
        }
    }

    /// The plies without an evaluation, last first.
    pub(super) fn missing(&self) -> Vec<usize> {
        let state = self.lock();
        (0..state.evaluations.len()).rev().filter(|&ply| state.evaluations[ply].is_none()).collect()
    }

    /// It is known which server makes the review: this one, or another.
    pub(super) fn place(&self, is_here: bool) {
        self.is_made_here.store(is_here, Ordering::Relaxed);
        self.unplaced.cancel();
    }

    /// Whether this server makes the review, rather than following another one.
    pub(super) fn is_made_here(&self) -> bool {
        self.is_made_here.load(Ordering::Relaxed)
    }

    /// Waits until it is known which server makes the review: from then on, all of them find it.
    pub(super) async fn placed(&self) {
        self.unplaced.cancelled().await;
    }

    /// Ends the review: there will be no more evaluations.
    pub(super) fn end(&self) {
        self.unplaced.cancel();
        self.lock().has_ended = true;
        self.changes.send_modify(|count| *count += 1);
    }

    pub(super) fn cancel(&self) {
        self.cancel.cancel();
    }

    pub(super) async fn cancelled(&self) {
        self.cancel.cancelled().await;
    }

    /// True when there will be no more evaluations.
    pub(crate) fn has_ended(&self) -> bool {
        self.lock().has_ended
    }

    /// The evaluations by ply.
    pub(super) fn evaluations(&self) -> Vec<Option<Evaluation>> {
        self.lock().evaluations.clone()
    }

    /// The ply that was evaluated as the `nth`, and its evaluation.
    pub(super) fn nth(&self, nth: usize) -> Option<(usize, Evaluation)> {
        let state = self.lock();
        let ply = *state.order.get(nth)?;
        Some((ply, state.evaluations[ply].clone()?))
    }

    /// Notifies about changes.
    pub(crate) fn follow(&self) -> watch::Receiver<usize> {
        self.changes.subscribe()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
