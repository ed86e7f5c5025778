//! Server-sent events.

use axum::response::sse::Event;
use serde::Serialize;

/// Whether proxies may buffer the response.
pub(super) const BUFFERING: &str = "x-accel-buffering";

/// An event with a value as JSON; none when there is a bug and it cannot be serialized.
pub(super) fn event(value: &impl Serialize) -> Option<Event> {
    let event = Event::default().json_data(value);
    event.inspect_err(|error| tracing::error!("bug: an event cannot be serialized: {error}")).ok()
}
