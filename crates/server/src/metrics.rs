//! Metrics in the text format of Prometheus.
//!
//! `prometheus-client` rather than `metrics` and its exporter, because its registry is a value: two
//! servers in one test have separate metrics.

use std::fmt;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// The metrics.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Vec<(&'static str, String)>, Counter>,
    seconds: Histogram,
    connections: Gauge,
    games: Gauge,
    engines_busy: Gauge,
    engines_waiting: Gauge,
    password_checks: Gauge,
    last_backup: Gauge,
    backup_failures: Gauge,
}

/// Gauges that are read on demand.
pub(crate) struct Reading {
    pub(crate) connections: usize,
    pub(crate) games: usize,
    pub(crate) engines_busy: usize,
    pub(crate) engines_waiting: usize,
    pub(crate) password_checks: u64,
    /// When the last backup was made, in seconds since 1970, and how many failed.
    pub(crate) backups: (u64, u64),
}

impl Default for Metrics {
    fn default() -> Metrics {
        /// From a fifth of a millisecond to six seconds.
        const FIRST_BUCKET: f64 = 0.0002;
        const GROWTH: f64 = 2.0;
        const BUCKETS: u16 = 16;
        let mut metrics = Metrics {
            registry: Registry::with_prefix("tabiya"),
            requests: Family::default(),
            seconds: Histogram::new(exponential_buckets(FIRST_BUCKET, GROWTH, BUCKETS)),
            connections: Gauge::default(),
            games: Gauge::default(),
            engines_busy: Gauge::default(),
            engines_waiting: Gauge::default(),
            password_checks: Gauge::default(),
            last_backup: Gauge::default(),
            backup_failures: Gauge::default(),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    fn register(&mut self) {
        let registry = &mut self.registry;
        registry.register("http_requests", "Requests answered", self.requests.clone());
        registry.register("http_request_seconds", "Response time", self.seconds.clone());
        registry.register("connections", "Open connections", self.connections.clone());
        registry.register("games", "Live games", self.games.clone());
        registry.register("engines_busy", "Running searches", self.engines_busy.clone());
        registry.register("engines_waiting", "Waiting searches", self.engines_waiting.clone());
        let checks = self.password_checks.clone();
        registry.register("password_checks", "Passwords checked", checks);
        let last = self.last_backup.clone();
        registry.register("last_backup_seconds", "Time of the last backup, since 1970", last);
        registry.register("backup_failures", "Failed backups", self.backup_failures.clone());
    }

    /// Counts a response. The route is the pattern, because there are too many addresses.
    pub(crate) fn answered(&self, method: &str, route: &str, status: u16, time: Duration) {
        let labels = vec![
            ("method", method.to_owned()),
            ("route", route.to_owned()),
            ("status", status.to_string()),
        ];
        self.requests.get_or_create(&labels).inc();
        self.seconds.observe(time.as_secs_f64());
    }

    /// The metrics as text.
    pub(crate) fn text(&self, now: &Reading) -> Result<String, fmt::Error> {
        let set = |gauge: &Gauge, count| gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
        set(&self.connections, now.connections);
        set(&self.games, now.games);
        set(&self.engines_busy, now.engines_busy);
        set(&self.engines_waiting, now.engines_waiting);
        self.password_checks.set(i64::try_from(now.password_checks).unwrap_or(i64::MAX));
        let (last, failures) = now.backups;
        self.last_backup.set(i64::try_from(last).unwrap_or(i64::MAX));
        self.backup_failures.set(i64::try_from(failures).unwrap_or(i64::MAX));
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}
