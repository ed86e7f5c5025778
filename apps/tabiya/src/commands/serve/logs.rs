//! The log of the server, on stderr.
//!
//! What clients send ends up in the log, so a line stays a line ([`fields`]), and repetitions are
//! counted instead of written ([`sampling`]).

mod fields;
mod sampling;

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

pub(crate) use tracing_subscriber::filter::LevelFilter as Level;

use self::fields::EscapedFields;
use self::sampling::{Clients, Sampled};

/// How much is logged, and in which format.
#[derive(Debug, Args)]
pub(crate) struct Logs {
    /// Log level: off, error, warn, info, debug or trace; per module as in warn,server=debug
    #[arg(long, value_name = "LEVEL", env = "TABIYA_LOG")]
    log: Option<Targets>,

    /// Log format
    #[arg(long, value_name = "FORMAT", default_value = "text", env = "TABIYA_LOG_FORMAT")]
    log_format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Human-readable lines
    Text,
    /// JSON lines
    Json,
}

impl Logs {
    /// Starts logging to stderr, at the default level unless another one was chosen.
    pub(crate) fn start(&self, default: LevelFilter) {
        let filter = self.log.clone().unwrap_or_else(|| Targets::new().with_default(default));
        let lines = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
        let lines = match self.log_format {
            Format::Text => {
                let lines = lines.fmt_fields(EscapedFields);
                lines.event_format(Sampled::new(format::Format::default(), text_note)).boxed()
            }
            // JSON escapes by itself.
            Format::Json => {
                let lines = lines.with_ansi(false).fmt_fields(format::JsonFields::new());
                lines
                    .event_format(Sampled::new(format::Format::default().json(), json_note))
                    .boxed()
            }
        };
        tracing_subscriber::registry().with(Clients.and_then(lines).with_filter(filter)).init();
    }
}

fn text_note(skipped: u64) -> String {
    format!("({skipped} repeated lines were not logged)")
}

fn json_note(skipped: u64) -> String {
    format!("{{\"skipped\":{skipped}}}")
}
