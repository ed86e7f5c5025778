//! One review while it is made: what is found, and who wants to know.

use std::sync::{Mutex, MutexGuard, PoisonError};

use analysis::MoveSequence;
use review::Evaluation;
use store::ReviewKey;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// The evaluations of a game as they come.
pub(crate) struct ReviewJob {
    key: ReviewKey,
    course: MoveSequence,
    found: Mutex<Found>,
    /// Counts the changes, for those who follow.
    changes: watch::Sender<usize>,
    cancel: CancellationToken,
}

#[derive(Default)]
struct Found {
    evaluations: Vec<Option<Evaluation>>,
    /// The positions in the order in which they came.
    order: Vec<usize>,
    has_ended: bool,
}

impl ReviewJob {
    /// A sheet with nothing on it but the end of the game, if the rules brought it about.
    pub(super) fn new(key: ReviewKey, board: &chess::Game) -> ReviewJob {
        let course = MoveSequence::from(board);
        let last = course.positions().len() - 1;
        let evaluations = vec![None; last + 1];
        let sheet = ReviewJob {
            key,
            course,
            found: Mutex::new(Found { evaluations, ..Found::default() }),
            changes: watch::Sender::new(0),
            cancel: CancellationToken::new(),
        };
        if let Some(evaluation) = sheet.course.final_evaluation(last) {
            sheet.add(last, evaluation);
        }
        sheet
    }

    pub(super) fn key(&self) -> &ReviewKey {
        &self.key
    }

    pub(super) fn course(&self) -> &MoveSequence {
        &self.course
    }

    /// Writes an evaluation down, unless there is one already.
    pub(super) fn add(&self, ply: usize, evaluation: Evaluation) {
        let mut found = self.lock();
        if let Some(place @ None) = found.evaluations.get_mut(ply) {
            *place = Some(evaluation);
            found.order.push(ply);
            drop(found);
            self.changes.send_modify(|count| *count += 1);
        }
    }

    /// The positions that nobody has looked at, the last one first.
    pub(super) fn missing(&self) -> Vec<usize> {
        let found = self.lock();
        (0..found.evaluations.len()).rev().filter(|&ply| found.evaluations[ply].is_none()).collect()
    }

    /// Nothing more will come.
    pub(super) fn end(&self) {
        self.lock().has_ended = true;
        self.changes.send_modify(|count| *count += 1);
    }

    pub(super) fn cancel(&self) {
        self.cancel.cancel();
    }

    pub(super) async fn cancelled(&self) {
        self.cancel.cancelled().await;
    }

    /// True when nothing more will come.
    pub(crate) fn has_ended(&self) -> bool {
        self.lock().has_ended
    }

    /// What is found, by position.
    pub(super) fn evaluations(&self) -> Vec<Option<Evaluation>> {
        self.lock().evaluations.clone()
    }

    /// The position that came as the `nth`, and its evaluation.
    pub(super) fn nth(&self, nth: usize) -> Option<(usize, Evaluation)> {
        let found = self.lock();
        let ply = *found.order.get(nth)?;
        Some((ply, found.evaluations[ply].clone()?))
    }

    /// Tells when something has changed.
    pub(crate) fn follow(&self) -> watch::Receiver<usize> {
        self.changes.subscribe()
    }

    fn lock(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
