//! Reads again what other servers have changed in a shared store, except games, whose rooms do that
//! themselves; and stops reviews that clients no longer want. A lost hint costs time, and nothing
//! else: once in a while everything is read again, and a review that was not stopped is finished.

use std::convert::Infallible;
use std::future::pending;
use std::time::Duration;

use store::{Hint, Topic};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::App;

/// How long something may stay as it was, of which a change was not announced.
const INTERVAL: Duration = Duration::from_mins(1);

/// Follows the hints of the store, forever.
pub(crate) async fn follow_topics(app: &App) -> Infallible {
    let Some(mut hints) = app.rooms().services().store.hints() else { return pending().await };
    let mut looks = interval_at(Instant::now() + INTERVAL, INTERVAL);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let hint = tokio::select! {
            biased;
            hint = hints.recv() => hint,
            _ = looks.tick() => {
                refresh_all(app).await;
                continue;
            }
        };
        match hint {
            Ok(Hint::Changed(topic)) => refresh(app, &topic).await,
            Ok(Hint::Anything | Hint::Lost) | Err(RecvError::Lagged(_)) => {
                refresh_all(app).await;
                app.competitions().look_for_results();
            }
            Ok(Hint::ServerGone(server)) => {
                app.lobby().forget_server(server).await;
                app.demonstrations().forget_server(server).await;
            }
            Ok(Hint::StopReview(stop)) => app.reviews().stop_for(&stop),
            Ok(Hint::Game(..) | Hint::Presence(..)) => {}
            Err(RecvError::Closed) => return pending().await,
        }
    }
}

async fn refresh(app: &App, topic: &Topic) {
    match topic {
        Topic::Competition(id) => app.competitions().refresh(id).await,
        Topic::Demonstration(id) => app.demonstrations().refresh(id).await,
        Topic::Followers(id) => app.demonstrations().refresh_followers(id).await,
        Topic::GroupRules => app.lessons().refresh().await,
        Topic::Lobby => app.lobby().refresh().await,
    }
}

async fn refresh_all(app: &App) {
    app.competitions().refresh_all().await;
    app.demonstrations().refresh_all().await;
    app.lessons().refresh().await;
    app.lobby().refresh().await;
}
