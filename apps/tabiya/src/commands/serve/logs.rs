//! The log of the server, on stderr.

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

pub(crate) use tracing_subscriber::filter::LevelFilter as Level;

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
            Format::Text => lines.boxed(),
            Format::Json => lines.json().boxed(),
        };
        tracing_subscriber::registry().with(lines.with_filter(filter)).init();
    }
}
