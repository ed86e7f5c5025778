//! `tabiya datagen check`: whether files of games are whole, and every game is one by the rules.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{archive_error, open};
use crate::exit::{Answer, CliError};

pub(super) fn run(files: &[PathBuf]) -> Result<Answer, CliError> {
    let mut answer = Answer::Yes;
    for path in files {
        if check(path)? == Answer::No {
            answer = Answer::No;
        }
    }
    Ok(answer)
}

fn check(path: &Path) -> Result<Answer, CliError> {
    let mut reader = open(path)?;
    let mut out = io::stdout().lock();
    let name = path.display();
    let (mut games, mut positions, mut faults) = (0_u64, 0_u64, 0_u64);
    while let Some(records) = reader.next_block().map_err(|error| archive_error(path, error))? {
        for record in records {
            games += 1;
            let opening = usize::from(record.opening);
            if let Err(fault) = record.replay(|_, ply| positions += u64::from(ply >= opening)) {
                faults += 1;
                writeln!(out, "{name}: game {games}: {fault}")?;
            }
        }
    }
    if reader.is_cut() {
        writeln!(out, "{name}: the end is cut off inside a block")?;
    }
    writeln!(out, "{name}: {games} games, {positions} positions, {faults} faults")?;
    Ok(if faults == 0 && !reader.is_cut() { Answer::Yes } else { Answer::No })
}
