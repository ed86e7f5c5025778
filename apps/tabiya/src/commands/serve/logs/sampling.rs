//! Samples repeated lines, so that no client can fill the disk.
//!
//! Of the lines that one place in the code writes with the same error code about the same client,
//! the first few in an interval are written, and the others are counted. There is a higher limit
//! for all clients together. The counts of an interval that has ended are written before the next
//! line of any kind.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tracing::callsite::Identifier;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// How long lines are counted together.
const INTERVAL: Duration = Duration::from_secs(10);
/// How many lines of a kind about one client are written in an interval.
const MAX_PER_CLIENT: u32 = 5;
/// How many lines of a kind are written in an interval.
const MAX_PER_KIND: u32 = 100;
/// How many kinds and clients are distinguished in an interval. What comes after that counts as of
/// one client.
const MAX_KEYS: usize = 10_000;

/// Writes the first of repeated lines in another format.
#[derive(Debug)]
pub(super) struct Sampled<F> {
    format: F,
    /// The line with the number of lines that were not written.
    note: fn(u64) -> String,
    sampler: Mutex<Sampler<Kind>>,
}

impl<F> Sampled<F> {
    pub(super) fn new(format: F, note: fn(u64) -> String) -> Sampled<F> {
        Sampled { format, note, sampler: Mutex::default() }
    }
}

impl<S, N, F> FormatEvent<S, N> for Sampled<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'w> FormatFields<'w> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut seen = Seen::default();
        event.record(&mut seen);
        let mut spans = context.event_scope().into_iter().flatten();
        let from_span = spans.find_map(|span| span.extensions().get::<Client>().cloned());
        let client = seen.client.or(from_span.map(|Client(client)| client));
        let kind = Kind { callsite: event.metadata().callsite(), code: seen.code };
        let mut sampler = self.sampler.lock().unwrap_or_else(PoisonError::into_inner);
        let (is_written, skipped) = sampler.count(kind, client, Instant::now());
        drop(sampler);
        if skipped > 0 {
            writeln!(writer, "{}", (self.note)(skipped))?;
        }
        if is_written { self.format.format_event(context, writer, event) } else { Ok(()) }
    }
}

/// What lines of one kind have in common: their place in the code, and the code of the error.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Kind {
    callsite: Identifier,
    code: Option<String>,
}

/// Counts the lines of the current interval by kind and client.
#[derive(Debug)]
struct Sampler<K> {
    since: Option<Instant>,
    written: HashMap<(K, Option<String>), u32>,
    skipped: u64,
}

impl<K> Default for Sampler<K> {
    fn default() -> Sampler<K> {
        Sampler { since: None, written: HashMap::new(), skipped: 0 }
    }
}

impl<K: Clone + Eq + Hash> Sampler<K> {
    /// Whether a line is written, and how many of the interval before were not.
    fn count(&mut self, kind: K, client: Option<String>, now: Instant) -> (bool, u64) {
        let is_over = self.since.is_none_or(|since| now.duration_since(since) >= INTERVAL);
        let mut skipped = 0;
        if is_over {
            skipped = std::mem::take(&mut self.skipped);
            *self = Sampler { since: Some(now), ..Sampler::default() };
        }
        let of_all = self.add(kind.clone(), None) <= MAX_PER_KIND;
        // Lines that are about no client are not caused by one.
        let is_written = match client {
            Some(client) => self.add(kind, Some(client)) <= MAX_PER_CLIENT && of_all,
            None => of_all,
        };
        self.skipped += u64::from(!is_written);
        (is_written, skipped)
    }

    fn add(&mut self, kind: K, client: Option<String>) -> u32 {
        let key = (kind, client);
        let is_full = self.written.len() >= MAX_KEYS && !self.written.contains_key(&key);
        let key = if is_full { (key.0, Some(String::new())) } else { key };
        let count = self.written.entry(key).or_default();
        *count += 1;
        *count
    }
}

/// The client that a span is about.
#[derive(Clone, Debug)]
struct Client(String);

/// Keeps the client of each span for the lines in it.
#[derive(Debug)]
pub(super) struct Clients;

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Clients {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut seen = Seen::default();
        attributes.record(&mut seen);
        keep(seen, id, &context);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let mut seen = Seen::default();
        values.record(&mut seen);
        keep(seen, id, &context);
    }
}

fn keep<S: Subscriber + for<'a> LookupSpan<'a>>(seen: Seen, id: &Id, context: &Context<'_, S>) {
    if let (Some(client), Some(span)) = (seen.client, context.span(id)) {
        span.extensions_mut().replace(Client(client));
    }
}

/// The fields by which lines are told apart.
#[derive(Default)]
struct Seen {
    client: Option<String>,
    code: Option<String>,
}

impl Visit for Seen {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        match field.name() {
            "client" | "from" | "peer" => self.client = Some(format!("{value:?}")),
            "code" => self.code = Some(format!("{value:?}")),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_repeats_itself_is_counted_and_others_are_still_heard() {
        let mut sampler = Sampler::default();
        let start = Instant::now();
        let mut write = |code, client: &str, at| sampler.count(code, Some(client.into()), at);
        let written = (0..1_000).filter(|_| write("bad_body", "a", start).0).count();
        assert_eq!(written, MAX_PER_CLIENT as usize);
        assert_eq!(write("bad_body", "b", start), (true, 0), "another client");
        assert_eq!(write("not_json", "a", start), (true, 0), "another error");
        let skipped = 1_000 - u64::from(MAX_PER_CLIENT);
        assert_eq!(write("bad_body", "a", start + INTERVAL), (true, skipped));
        assert_eq!(write("bad_body", "a", start + INTERVAL), (true, 0), "counts are told once");
    }

    #[test]
    fn many_clients_together_are_limited_too() {
        let mut sampler = Sampler::default();
        let now = Instant::now();
        let written = |number: u32| sampler.count("busy", Some(number.to_string()), now).0;
        assert_eq!((0..50_000).map(written).filter(|written| *written).count(), 100);
        assert!(sampler.written.len() <= MAX_KEYS + 1, "and so is the memory for them");
    }
}
