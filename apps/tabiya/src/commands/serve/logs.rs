//! What the server tells its admin while it runs: lines on stderr.

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

pub(crate) use tracing_subscriber::filter::LevelFilter as Level;

/// How much is told, and in which shape.
#[derive(Debug, Args)]
pub(crate) struct Logs {
    /// What to tell on stderr: off, error, warn, info, debug or trace, and more for parts of the
    /// program, as warn,server=debug
    #[arg(long, value_name = "LEVEL", env = "TABIYA_LOG")]
    log: Option<Targets>,

    /// The shape of what is told
    #[arg(long, value_name = "SHAPE", default_value = "text", env = "TABIYA_LOG_FORMAT")]
    log_format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A line to read
    Text,
    /// A line of JSON for other programs
    Json,
}

impl Logs {
    /// Begins to tell, as much as `usual` when nobody said how much.
    pub(crate) fn start(&self, usual: LevelFilter) {
        let wanted = self.log.clone().unwrap_or_else(|| Targets::new().with_default(usual));
        let lines = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
        let lines = match self.log_format {
            Format::Text => lines.boxed(),
            Format::Json => lines.json().boxed(),
        };
        tracing_subscriber::registry().with(lines.with_filter(wanted)).init();
    }
}
