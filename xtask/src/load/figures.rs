//! What is counted while games are played.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::latency::{Latency, Percentiles, millis};
use super::report::Report;
use crate::error::TaskError;
use crate::table::grouped;

/// What is counted. Clones are one.
#[derive(Clone, Debug)]
pub(crate) struct Figures {
    /// From when a move was due to its acknowledgment.
    pub(crate) acks: Latency,
    /// From when it was really sent.
    pub(crate) answers: Latency,
    /// From when it was due until the other player saw it.
    pub(crate) receipts: Latency,
    time: Duration,
    rejections: Arc<Mutex<BTreeMap<String, u64>>>,
}

/// Counted when no answer came.
const NO_ANSWER: &str = "no answer";

impl Figures {
    /// Nothing was counted yet; the counting will take so long.
    pub(crate) fn new(time: Duration) -> Result<Figures, TaskError> {
        let (acks, answers, receipts) = (Latency::new()?, Latency::new()?, Latency::new()?);
        Ok(Figures { acks, answers, receipts, time, rejections: Arc::default() })
    }

    /// A move was rejected.
    pub(crate) fn reject(&self, code: &str) {
        let mut rejections = self.rejections.lock().unwrap_or_else(PoisonError::into_inner);
        *rejections.entry(code.to_owned()).or_default() += 1;
    }

    /// A move was not answered at all.
    pub(crate) fn give_up(&self) {
        self.reject(NO_ANSWER);
    }

    /// How many moves got no answer.
    pub(crate) fn unanswered(&self) -> u64 {
        let rejections = self.rejections.lock().unwrap_or_else(PoisonError::into_inner);
        rejections.get(NO_ANSWER).copied().unwrap_or_default()
    }

    /// Acknowledged moves a second.
    pub(crate) fn rate(&self) -> f64 {
        self.acks.count() as f64 / self.time.as_secs_f64()
    }

    /// Writes down what has no goal of its own.
    pub(crate) fn add_to(&self, report: &mut Report) {
        report.figure("due to ack, p50 / p99 / longest", self.acks.percentiles().to_string());
        report.figure("sent to ack", self.answers.percentiles().to_string());
        report.figure("due to the opponent", self.receipts.percentiles().to_string());
        report.figure("rejections", self.rejections());
    }

    fn rejections(&self) -> String {
        let rejections = self.rejections.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = rejections.iter().map(|(code, count)| format!("{} {code}", grouped(*count)));
        let shown: Vec<String> = shown.collect();
        if shown.is_empty() { "none".into() } else { shown.join(", ") }
    }
}

/// Puts a limit on a time into a report.
pub(crate) fn limit(report: &mut Report, what: &str, seen: Duration, most: Duration) {
    report.goal(what, millis(seen), format!("at most {}", millis(most)), seen <= most);
}

/// Puts a rate into a report; nearly all of the target must be reached.
pub(crate) fn rate(report: &mut Report, figures: &Figures, wanted: usize) {
    let seen = figures.rate();
    let least = wanted as f64 * 0.98;
    report.goal("moves acked a second", format!("{seen:.0}"), wanted.to_string(), seen >= least);
}

/// Puts the baselines of a rate into a report.
pub(crate) fn baselines(report: &mut Report, commits: Percentiles, echoes: Percentiles) {
    report.figure("baseline: the store alone, same commits", commits.to_string());
    report.figure("baseline: empty echo on loopback", echoes.to_string());
}
