//! What is logged, as text.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Keeps everything that is logged at any level, as text.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<String>>);

impl Log {
    fn add(&self, fields: impl FnOnce(&mut dyn Visit), target: &str) {
        let mut line = Line(format!("{target}:"));
        fields(&mut line);
        let mut text = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        text.push_str(&line.0);
        text.push('\n');
    }

    pub(crate) fn text(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {field}={value:?}").expect("text can be written");
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.add(|line| span.record(line), span.metadata().target());
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        self.add(|line| values.record(line), "span");
    }

    fn event(&self, event: &Event<'_>) {
        self.add(|line| event.record(line), event.metadata().target());
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
