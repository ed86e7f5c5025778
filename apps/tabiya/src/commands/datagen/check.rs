//! `tabiya datagen check`: whether files are complete and every game is legal.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{archive_error, open};
use crate::exit::{CliError, ExitStatus};

pub(super) fn run(files: &[PathBuf]) -> Result<ExitStatus, CliError> {
    let mut status = ExitStatus::Success;
    for path in files {
        if check(path)? == ExitStatus::Failure {
            status = ExitStatus::Failure;
        }
    }
    Ok(status)
}

fn check(path: &Path) -> Result<ExitStatus, CliError> {
    let mut reader = open(path)?;
    let mut out = io::stdout().lock();
    let name = path.display();
    let (mut games, mut positions, mut errors) = (0_u64, 0_u64, 0_u64);
    while let Some(records) = reader.next_block().map_err(|error| archive_error(path, error))? {
        for record in records {
            games += 1;
            let opening = usize::from(record.opening);
            if let Err(error) = record.replay(|_, ply| positions += u64::from(ply >= opening)) {
                errors += 1;
                writeln!(out, "{name}: game {games}: {error}")?;
            }
        }
    }
    if reader.is_truncated() {
        writeln!(out, "{name}: the file ends inside a block")?;
    }
    writeln!(out, "{name}: {games} games, {positions} positions, {errors} errors")?;
    Ok(if errors == 0 && !reader.is_truncated() {
        ExitStatus::Success
    } else {
        ExitStatus::Failure
    })
}
