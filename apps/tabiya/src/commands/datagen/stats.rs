//! `tabiya datagen stats`: counts games, positions and results.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use selfplay::GameStatistics;

use super::{archive_error, open};
use crate::exit::{CliError, ExitStatus};

pub(super) fn run(files: &[PathBuf]) -> Result<ExitStatus, CliError> {
    let mut out = io::stdout().lock();
    let (mut total, mut bytes) = (GameStatistics::default(), 0);
    for path in files {
        let mut reader = open(path)?;
        let mut statistics = GameStatistics::default();
        while let Some(records) = reader.next_block().map_err(|error| archive_error(path, error))? {
            for record in &records {
                statistics += GameStatistics::from(record);
            }
        }
        bytes += fs::metadata(path).map_or(0, |metadata| metadata.len());
        writeln!(out, "{}: {} games of {}", path.display(), statistics.games, reader.settings())?;
        total += statistics;
    }
    let GameStatistics { games, positions, usable, white, drawn, black } = total;
    let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
    writeln!(out, "games      {games}")?;
    writeln!(out, "positions  {positions}  {:.1} per game", share(positions, games))?;
    writeln!(out, "usable     {usable}  {:.1} %", 100.0 * share(usable, positions))?;
    let percent = |part| 100.0 * share(part, games);
    let results = (percent(white), percent(drawn), percent(black));
    let (wins, draws, losses) = results;
    writeln!(out, "results    White {wins:.1} %  drawn {draws:.1} %  Black {losses:.1} %")?;
    writeln!(out, "bytes      {bytes}  {:.2} per position", share(bytes, positions))?;
    Ok(ExitStatus::Success)
}
