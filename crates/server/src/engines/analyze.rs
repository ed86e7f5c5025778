//! Live analysis: waiting for a free engine, taking turns with other analyses, and giving up on an
//! engine that stays silent.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use super::pool::QueuedJob;
use super::{AnalysisStage, EngineError, Engines, Job, JobResult, StopHandle};

/// A shorter wait for an engine is not reported.
const UNREPORTED_WAIT: Duration = Duration::from_millis(150);
/// How long an analysis may use an engine while others wait.
const TURN: Duration = Duration::from_secs(2);
/// How long an engine may be silent at first. An external one may have to load a large network.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(10);
/// How much longer than its time limit an engine may search.
const GRACE: Duration = Duration::from_secs(1);

impl Engines {
    /// Analyzes a position and reports progress to `stage`. Dropping the future stops the search.
    ///
    /// # Errors
    /// When the queue is full, the engine fails, or something more urgent needs it: then ask again.
    pub async fn analyze(
        &self,
        job: Job,
        stage: watch::Sender<AnalysisStage>,
    ) -> Result<JobResult, EngineError> {
        let time_limit = self.time_limit(&job) + GRACE;
        let mut queued = self.enqueue(job, Arc::new(StopHandle::default()), Some(stage.clone()))?;
        wait_for_start(&mut queued, &stage).await;
        let start = Instant::now();
        let result = loop {
            if let Ok(result) = timeout(TURN, &mut queued.result).await {
                break result.unwrap_or(Err(EngineError::Closed));
            }
            let is_late = start.elapsed() >= time_limit;
            if is_late || is_silent(&stage) && start.elapsed() >= SILENCE_TIMEOUT {
                queued.guard.stop();
            } else {
                queued.guard.end_turn();
            }
        };
        match result {
            Err(EngineError::Failed(reason)) => Err(EngineError::Failed(reason)),
            _ if queued.guard.is_interrupted() => Err(EngineError::Interrupted),
            Ok(_) if is_silent(&stage) => {
                Err(EngineError::Failed("it reported no score".to_owned()))
            }
            result => result,
        }
    }
}

/// True until the first update.
fn is_silent(stage: &watch::Sender<AnalysisStage>) -> bool {
    !matches!(*stage.borrow(), AnalysisStage::Update(_))
}

/// Waits until an engine has started, and reports a long wait.
async fn wait_for_start(queued: &mut QueuedJob, stage: &watch::Sender<AnalysisStage>) {
    // If the job was dropped the channel is closed, and the channel of the result reports it.
    if timeout(UNREPORTED_WAIT, &mut queued.started).await.is_ok() {
        return;
    }
    stage.send_replace(AnalysisStage::Waiting);
    let _ = (&mut queued.started).await;
    // There may be an update already.
    stage.send_if_modified(|stage| {
        let is_waiting = *stage == AnalysisStage::Waiting;
        if is_waiting {
            *stage = AnalysisStage::Searching;
        }
        is_waiting
    });
}
