//! Whether servers say that they can store.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use hyper::{Method, StatusCode};
use tokio::time::{sleep, timeout};

use crate::client::ApiClient;
use crate::error::TaskError;

/// Within this, every server knows.
const TIME: Duration = Duration::from_mins(1);
const ANSWER_TIME: Duration = Duration::from_secs(5);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Waits until every server has said that it can store, or that it cannot; how long that took.
pub(crate) async fn until_all(
    servers: &[SocketAddr],
    can_store: bool,
) -> Result<Duration, TaskError> {
    let started = Instant::now();
    for server in servers {
        while timeout(ANSWER_TIME, says(*server)).await.ok().flatten() != Some(can_store) {
            if started.elapsed() > TIME {
                let what = if can_store { "can" } else { "cannot" };
                let text = format!("{server} does not say within {TIME:?} that it {what} store");
                return Err(TaskError::No(text));
            }
            sleep(POLL_INTERVAL).await;
        }
    }
    Ok(started.elapsed())
}

/// What a server says; none when it says something else, or nothing.
async fn says(server: SocketAddr) -> Option<bool> {
    let mut client = ApiClient::connect(server).await.ok()?;
    let asked = client.request(Method::GET, "/health", Vec::new());
    let (status, body) = asked.await.ok()?;
    can_store(status, &String::from_utf8_lossy(&body))
}

fn can_store(status: StatusCode, body: &str) -> Option<bool> {
    match status {
        StatusCode::OK => Some(true),
        StatusCode::SERVICE_UNAVAILABLE if body.contains("cannot_store") => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_answer_counts() {
        let away = StatusCode::SERVICE_UNAVAILABLE;
        for (status, body, expected) in [
            (StatusCode::OK, "ok", Some(true)),
            (away, "cannot_store", Some(false)),
            (away, "shutting_down", None),
            (StatusCode::INTERNAL_SERVER_ERROR, "cannot_store", None),
        ] {
            assert_eq!(can_store(status, body), expected, "{status} {body}");
        }
    }
}
