//! `tabiya move-database`: copies a library between a data folder and `PostgreSQL`.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use store::{ConnectError, DatabasePlace, TransferProgress, transfer};

use super::interruptible;
use crate::exit::{CliError, ExitStatus};
use crate::progress::Progress;

/// Parameters of the connection strings of libpq.
const PARAMETERS: [&str; 8] =
    ["host", "hostaddr", "port", "dbname", "user", "password", "service", "sslmode"];

/// Copy a library between a data folder and `PostgreSQL`, in either direction
///
/// Everything is copied and then compared value by value. No server may use either of the two
/// meanwhile. An interrupted copy continues when the same command is run again; nothing else can
/// use it before it is finished. The games of the source stay as they are, but its tables are
/// updated to this version of Tabiya.
#[derive(Debug, Args)]
pub(crate) struct MoveDatabase {
    /// Data folder, or the address of a `PostgreSQL` database
    #[arg(env = "TABIYA_MOVE_FROM", hide_env_values = true)]
    from: String,

    /// Empty folder, or the address of an empty `PostgreSQL` database, e.g.
    /// `postgres://user@host/tabiya`
    #[arg(env = "TABIYA_MOVE_TO", hide_env_values = true)]
    to: String,
}

impl MoveDatabase {
    /// Copies, and prints how many rows there are.
    pub(super) fn run(&self) -> Result<ExitStatus, CliError> {
        let (from, to) = (place(&self.from)?, place(&self.to)?);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime =
            runtime.map_err(|error| CliError::Message(format!("cannot start: {error}")))?;
        let signal = interruptible();
        let mut bar = None;
        let mut each = |progress: TransferProgress| {
            show(bar.get_or_insert_with(|| Progress::new("copy", Some(progress.total))), progress);
            if signal.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let copied = runtime.block_on(transfer(&from, &to, &mut each));
        drop(bar);
        let rows = copied.map_err(|error| CliError::Message(error.to_string()))?;
        writeln!(io::stdout(), "copied {rows} rows from {} to {}", shown(&from), shown(&to))?;
        writeln!(io::stdout(), "and compared them: both are equal")?;
        Ok(ExitStatus::Success)
    }
}

/// Where a database is. An error never repeats an address, which may have a password.
fn place(text: &str) -> Result<DatabasePlace, CliError> {
    if !is_address(text) {
        return Ok(DatabasePlace::Folder(PathBuf::from(text)));
    }
    let invalid = |error: ConnectError| CliError::Message(error.to_string());
    Ok(DatabasePlace::Postgres(text.parse().map_err(invalid)?))
}

/// Whether a text is meant as an address, also with a mistake in it: a folder of that name would
/// have the password in its path.
fn is_address(text: &str) -> bool {
    text.contains("://")
        || ["postgres:", "postgresql:"].iter().any(|word| text.starts_with(word))
        || has_parameter(text)
}

/// Whether a text has a parameter of `PostgreSQL`, as in `host=db password=secret`.
fn has_parameter(text: &str) -> bool {
    let name = |before: &str| before.split_whitespace().next_back().map(str::to_ascii_lowercase);
    text.match_indices('=')
        .filter_map(|(place, _)| name(&text[..place]))
        .any(|name| PARAMETERS.contains(&name.as_str()))
}

fn shown(place: &DatabasePlace) -> String {
    match place {
        DatabasePlace::Folder(path) => path.display().to_string(),
        DatabasePlace::Postgres(address) => address.to_string(),
    }
}

fn show(bar: &Progress, progress: TransferProgress) {
    let doing = if progress.is_comparing { "comparing" } else { "copying" };
    bar.update(progress.done, || format!("{doing} {}", progress.table));
}
