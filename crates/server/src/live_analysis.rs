//! Live analysis: an engine searches a position of the analysis board, and the client watches.
//!
//! It gives way to every other search and resumes by itself: the client learns that it waits, and
//! then gets only deeper results. It ends when its time is up, and at once when the client leaves.
//! Each client may have a few analyses, and all together no more than fit into the queue.

use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::sleep;
use wire::analysis::{AnalysisEvent, AnalysisRequest};

use crate::ApiError;
use crate::config::EngineConfig;
use crate::engines::{AnalysisStage, EngineError, Engines, Job, JobKind};
use crate::error;
use crate::listen::Closing;
use crate::live::random_id;
use crate::security::{ClientKey, Permit, PermitError, Permits};

/// How many analyses one client may have at once.
const MAX_PER_CLIENT: usize = 4;
/// When a client with too many analyses may try again.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// The minimum time between two events; people read no faster.
const EVENT_INTERVAL: Duration = Duration::from_millis(100);

/// All live analyses of a server.
pub(crate) struct LiveAnalysis {
    engines: Engines,
    /// The names of the external engines.
    external: Vec<String>,
    time: Duration,
    /// The open analyses.
    open: Permits,
}

impl LiveAnalysis {
    /// Live analysis with these engines.
    pub(crate) fn new(engines: Engines, config: &EngineConfig) -> LiveAnalysis {
        LiveAnalysis {
            engines,
            external: config.externals.iter().map(|engine| engine.name.clone()).collect(),
            time: config.study_time,
            open: Permits::new(config.queue, MAX_PER_CLIENT),
        }
    }

    /// Starts an analysis. It ends when the receiver is dropped, or the server shuts down.
    ///
    /// # Errors
    /// When there is no such position or engine, or too many analyses are open.
    pub(crate) fn start(
        &self,
        request: &AnalysisRequest,
        client: ClientKey,
        closing: &Closing,
    ) -> Result<mpsc::Receiver<AnalysisEvent>, ApiError> {
        let board = request.variation().board()?;
        let engine =
            request.engine.as_ref().map(|name| self.external(name.as_str())).transpose()?;
        let permit = self.admit(client)?;
        let kind = JobKind::Analyze { lines: request.lines.number(), engine, time: self.time };
        let (events, receiver) = mpsc::channel(1);
        let engines = self.engines.clone();
        let job = Job { game: random_id()?, client, board, kind };
        let analysis = Analysis { engines, job, events, _permit: permit };
        let closing = closing.clone();
        tokio::spawn(async move {
            let events = analysis.events.clone();
            tokio::select! {
                () = analysis.run() => {}
                () = events.closed() => {}
                () = closing.begun() => {}
            }
        });
        Ok(receiver)
    }

    /// The external engine of this name.
    fn external(&self, name: &str) -> Result<String, EngineError> {
        let known = self.external.iter().find(|known| *known == name);
        known.cloned().ok_or_else(|| EngineError::Unknown(name.to_owned()))
    }

    fn admit(&self, client: ClientKey) -> Result<Permit, ApiError> {
        self.open.admit(Some(client)).map_err(|error| match error {
            PermitError::Full => EngineError::Busy.into(),
            PermitError::ClientFull => ApiError::TooManyRequests { retry_after: RETRY_AFTER },
        })
    }
}

/// The analysis of one position.
struct Analysis {
    engines: Engines,
    job: Job,
    events: mpsc::Sender<AnalysisEvent>,
    /// Counts the analysis for as long as it lasts.
    _permit: Permit,
}

impl Analysis {
    /// Runs to the end, and sends the last event.
    async fn run(mut self) {
        let last = if self.job.board.outcome().is_some() {
            AnalysisEvent::NoMove {}
        } else {
            self.search().await
        };
        // The client may be gone.
        let _ = self.events.send(last).await;
    }

    /// Searches until the time is up, however often it is preempted; the last event.
    async fn search(&mut self) -> AnalysisEvent {
        let mut min_depth = 0;
        loop {
            let (sender, stages) = watch::channel(AnalysisStage::default());
            let searched = self.engines.analyze(self.job.clone(), sender);
            let (result, progress) = tokio::join!(searched, self.relay(stages, min_depth));
            match result {
                Err(EngineError::Interrupted) => {}
                Ok(_) => return AnalysisEvent::Done {},
                Err(EngineError::NoMove) => return AnalysisEvent::NoMove {},
                Err(error) => return failed(&error),
            }
            min_depth = min_depth.max(progress.depth + 1);
            if !self.spend(progress.time) {
                return AnalysisEvent::Done {};
            }
        }
    }

    /// Subtracts the time of a search; false when none is left.
    fn spend(&mut self, spent: Duration) -> bool {
        let JobKind::Analyze { time, .. } = &mut self.job.kind else { return false };
        *time = time.saturating_sub(spent);
        !time.is_zero()
    }

    /// Sends the latest stage at intervals, but no update below a depth.
    async fn relay(
        &self,
        mut stages: watch::Receiver<AnalysisStage>,
        mut min_depth: u32,
    ) -> Progress {
        let mut progress = Progress::default();
        let mut is_waiting = false;
        while stages.changed().await.is_ok() {
            let stage = stages.borrow_and_update().clone();
            let event = match stage {
                AnalysisStage::Queued => continue,
                AnalysisStage::Waiting => AnalysisEvent::Waiting {},
                AnalysisStage::Searching => AnalysisEvent::Thinking {},
                AnalysisStage::Update(update) => {
                    progress.time = update.time;
                    if update.depth >= min_depth {
                        min_depth = update.depth;
                        progress.depth = min_depth;
                        update.to_wire(&self.job.board)
                    } else if is_waiting {
                        AnalysisEvent::Thinking {}
                    } else {
                        continue;
                    }
                }
            };
            is_waiting = event == AnalysisEvent::Waiting {};
            // If the client is gone, the analysis is about to end.
            let _ = self.events.send(event).await;
            sleep(EVENT_INTERVAL).await;
        }
        progress
    }
}

/// How far one search has come.
#[derive(Default)]
struct Progress {
    /// The depth that was sent last.
    depth: u32,
    /// The time that the search took.
    time: Duration,
}

fn failed(error: &EngineError) -> AnalysisEvent {
    error::log(error);
    let (code, message) = (error.code(), error.to_string());
    AnalysisEvent::Failed {
        error: wire::ErrorBody { code, message, values: Vec::new(), detail: None },
    }
}
