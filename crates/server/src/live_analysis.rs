//! Engines that are watched while they think about a position of somebody's analysis board.
//!
//! A study gives way to everything else and goes on by itself: whoever watches learns that it
//! waits, and is then told only what goes deeper. It ends when its time is up, and at once when
//! nobody watches any more. Few can be had from one address, and all together no more than may
//! stand in line.

use std::net::IpAddr;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::sleep;
use wire::analysis::{AnalysisEvent, AnalysisRequest};

use crate::ApiError;
use crate::config::EngineConfig;
use crate::engines::{EngineError, Engines, Job, JobKind, Stage};
use crate::listen::Closing;
use crate::live::random_id;
use crate::security::{Connections, Pass};

/// How many studies one address can have at once.
const MOST_PER_ADDRESS: usize = 4;
/// When somebody who has too many may try again.
const RETRY: Duration = Duration::from_secs(1);
/// The time between two events: people read no faster.
const PACE: Duration = Duration::from_millis(100);

/// All studies of a server.
pub(crate) struct LiveAnalysis {
    engines: Engines,
    /// The names of the engines of others.
    others: Vec<String>,
    time: Duration,
    most: usize,
    /// Those that are open, counted by address as connections are.
    open: Connections,
}

impl LiveAnalysis {
    /// Studies by these engines; none is open yet.
    pub(crate) fn new(engines: Engines, config: &EngineConfig) -> LiveAnalysis {
        LiveAnalysis {
            engines,
            others: config.externals.iter().map(|engine| engine.name.clone()).collect(),
            time: config.study_time,
            most: config.queue,
            open: Connections::new(config.queue, MOST_PER_ADDRESS),
        }
    }

    /// Begins a study. It ends when the other side of the channel goes, or the server does.
    ///
    /// # Errors
    /// When there is no such position or engine, or too many studies are open.
    pub(crate) fn watch(
        &self,
        request: &AnalysisRequest,
        address: Option<IpAddr>,
        closing: &Closing,
    ) -> Result<mpsc::Receiver<AnalysisEvent>, ApiError> {
        let board = request.variation().board()?;
        let engine = request.engine.as_ref().map(|name| self.known(name.as_str())).transpose()?;
        let pass = self.admit(address)?;
        let wish = JobKind::Study { lines: request.lines.number(), engine, time: self.time };
        let game = random_id().map_err(|_| ApiError::Internal)?;
        let (events, told) = mpsc::channel(1);
        let study =
            Study { engines: self.engines.clone(), job: Job { game, board, wish }, events, pass };
        let closing = closing.clone();
        tokio::spawn(async move {
            let events = study.events.clone();
            tokio::select! {
                () = study.run() => {}
                () = events.closed() => {}
                () = closing.begun() => {}
            }
        });
        Ok(told)
    }

    /// An engine of others that is here.
    fn known(&self, name: &str) -> Result<String, EngineError> {
        let known = self.others.iter().find(|known| *known == name);
        known.cloned().ok_or_else(|| EngineError::Unknown(name.to_owned()))
    }

    fn admit(&self, address: Option<IpAddr>) -> Result<Option<Pass>, ApiError> {
        if self.open.count() >= self.most {
            return Err(EngineError::Busy.into());
        }
        let Some(address) = address else { return Ok(None) };
        let pass = self.open.admit(address, false);
        pass.map(Some).ok_or(ApiError::TooManyRequests { retry_after: RETRY })
    }
}

/// One position that somebody watches.
struct Study {
    engines: Engines,
    job: Job,
    events: mpsc::Sender<AnalysisEvent>,
    /// The right to it, for as long as it lasts.
    #[expect(dead_code, reason = "it is given back when it goes")]
    pass: Option<Pass>,
}

impl Study {
    /// Studies to the end, and tells it.
    async fn run(mut self) {
        let last = if self.job.board.outcome().is_some() {
            AnalysisEvent::NoMove {}
        } else {
            self.think().await
        };
        // Whoever watched may be gone.
        let _ = self.events.send(last).await;
    }

    /// Thinks, as often as something more urgent comes in between. Gives the last event.
    async fn think(&mut self) -> AnalysisEvent {
        let mut floor = 0;
        loop {
            let (news, heard) = watch::channel(Stage::default());
            let asked = self.engines.study(self.job.clone(), news);
            let (answer, relayed) = tokio::join!(asked, self.relay(heard, floor));
            match answer {
                Err(EngineError::Interrupted) => {}
                Ok(_) => return AnalysisEvent::Done {},
                Err(EngineError::NoMove) => return AnalysisEvent::NoMove {},
                Err(error) => return failed(&error),
            }
            floor = floor.max(relayed.depth + 1);
            if !self.spend(relayed.time) {
                return AnalysisEvent::Done {};
            }
        }
    }

    /// Takes time off what is left; false when nothing is.
    fn spend(&mut self, spent: Duration) -> bool {
        let JobKind::Study { time, .. } = &mut self.job.wish else { return false };
        *time = time.saturating_sub(spent);
        !time.is_zero()
    }

    /// Tells what is heard, the newest first and not too often, but nothing below a depth.
    async fn relay(&self, mut heard: watch::Receiver<Stage>, mut floor: u32) -> Relayed {
        let mut relayed = Relayed::default();
        let mut is_waiting = false;
        while heard.changed().await.is_ok() {
            let stage = heard.borrow_and_update().clone();
            let event = match stage {
                Stage::Asked => continue,
                Stage::Waiting => AnalysisEvent::Waiting {},
                Stage::Thinking => AnalysisEvent::Thinking {},
                Stage::Found(insight) => {
                    relayed.time = insight.time;
                    if insight.depth >= floor {
                        floor = insight.depth;
                        relayed.depth = floor;
                        insight.told(&self.job.board)
                    } else if is_waiting {
                        AnalysisEvent::Thinking {}
                    } else {
                        continue;
                    }
                }
            };
            is_waiting = event == AnalysisEvent::Waiting {};
            // Whoever watched may be gone; then this ends at once.
            let _ = self.events.send(event).await;
            sleep(PACE).await;
        }
        relayed
    }
}

/// How far one engine's turn has brought a study.
#[derive(Default)]
struct Relayed {
    /// The depth that was told last.
    depth: u32,
    /// The time that it took.
    time: Duration,
}

fn failed(error: &EngineError) -> AnalysisEvent {
    if let EngineError::Failed(reason) = error {
        tracing::error!("an engine that was watched broke down: {reason}");
    }
    let problem = wire::ErrorBody { code: error.code(), message: error.told(), values: Vec::new() };
    AnalysisEvent::Failed { problem }
}
