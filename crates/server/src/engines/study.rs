//! How somebody watches an engine think: the wait for a free one, the turns that studies take, and
//! an engine that says nothing.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use super::pool::Place;
use super::{EngineError, Engines, Job, SearchResult, Stage, Stop};

/// A wait that is not worth mentioning.
const MOMENT: Duration = Duration::from_millis(150);
/// How long a study has an engine for itself when others wait for one.
const TURN: Duration = Duration::from_secs(2);
/// How long an engine may be silent at first. One of others may have to read a large network.
const SILENCE: Duration = Duration::from_secs(10);
/// How much longer than it was told an engine may think.
const GRACE: Duration = Duration::from_secs(1);

impl Engines {
    /// Has an engine think about a position that somebody studies, and tells how far it has come.
    /// Who stops waiting, by dropping the future, stops the thinking.
    ///
    /// # Errors
    /// When too many wait, the engine fails, or something more urgent needs it: then ask again.
    pub async fn study(
        &self,
        job: Job,
        news: watch::Sender<Stage>,
    ) -> Result<SearchResult, EngineError> {
        let longest = self.longest(&job) + GRACE;
        let mut place = self.stand_in_line(job, Arc::new(Stop::default()), Some(news.clone()))?;
        begin(&mut place, &news).await;
        let start = Instant::now();
        let answer = loop {
            if let Ok(answer) = timeout(TURN, &mut place.answered).await {
                break answer.unwrap_or(Err(EngineError::Closed));
            }
            let is_late = start.elapsed() >= longest;
            if is_late || is_silent(&news) && start.elapsed() >= SILENCE {
                place.waiter.stop();
            } else {
                place.waiter.take_turns();
            }
        };
        match answer {
            Err(EngineError::Failed(reason)) => Err(EngineError::Failed(reason)),
            _ if place.waiter.is_interrupted() => Err(EngineError::Interrupted),
            Ok(_) if is_silent(&news) => Err(EngineError::Failed("it told no score".to_owned())),
            answer => answer,
        }
    }
}

/// True as long as nothing was found.
fn is_silent(news: &watch::Sender<Stage>) -> bool {
    !matches!(*news.borrow(), Stage::Found(_))
}

/// Waits until an engine has begun, and mentions it when that takes long.
async fn begin(place: &mut Place, news: &watch::Sender<Stage>) {
    // A closed channel means that the job was thrown away; the answer's channel says the same.
    if timeout(MOMENT, &mut place.begun).await.is_ok() {
        return;
    }
    news.send_replace(Stage::Waiting);
    let _ = (&mut place.begun).await;
    // The engine may have found something already.
    news.send_if_modified(|stage| {
        let is_waiting = *stage == Stage::Waiting;
        if is_waiting {
            *stage = Stage::Thinking;
        }
        is_waiting
    });
}
