//! The long suites: the rules library against positions, moves, keys and games that others
//! published.
//!
//! `testdata` has the files of the quick run; the full run reads larger ones from the folder of its
//! `--data` option. A suite reads its files into cases, works on them with all workers and returns
//! a [`Report`]; this module finds the files, shows progress and sums up.

mod library;
mod perft;
mod pgn;
mod polyglot;
mod rampart;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use crate::error::TaskError;
use crate::table::{Table, grouped};
use crate::workspace;

/// How many failures of one suite are shown in full.
const MAX_SHOWN: usize = 5;

/// What `cargo xtask suites` accepts.
#[derive(Args)]
pub(crate) struct Options {
    /// Stay below a minute: shallow counts, and files of the repository alone
    #[arg(long, conflicts_with = "data")]
    quick: bool,
    /// The folder with the collections of positions and games
    #[arg(long, value_name = "DIR", required_unless_present = "quick")]
    data: Option<PathBuf>,
}

impl Options {
    /// True when the run is long enough to be worth a build with optimization.
    pub(crate) fn is_long(&self) -> bool {
        !self.quick
    }
}

/// How much work a run is worth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Below a minute in a development build.
    Quick,
    /// Everything.
    Full,
}

/// A suite: a name, and what reads its files and runs them.
type Suite = (&'static str, fn(&Data, Effort) -> Result<Report, TaskError>);

const SUITES: [Suite; 8] = [
    ("perft/standard.epd", perft::standard),
    ("perft/chess960.epd", perft::chess960),
    ("perft/tricky.perft", perft::tricky),
    ("perft/rampart/*.json", rampart::moves),
    ("openings/polyglot-key-tests.tsv", polyglot::keys),
    ("pgn/games20k.pgn.gz", pgn::games),
    ("pgn/chess.js, pgn/python-chess", pgn::odd_files),
    ("pgn through a library", library::round_trips),
];

/// The suites whose files are in the repository.
const QUICK_SUITES: [Suite; 5] =
    [SUITES[0], SUITES[1], SUITES[2], SUITES[4], ("files through a library", library::own_files)];

/// The result of a suite.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    /// How many positions or games were tried.
    pub(crate) cases: usize,
    /// How many things were counted or compared in them.
    pub(crate) checked: u64,
    /// What those things are.
    pub(crate) unit: &'static str,
    /// Where our result differs from the published one.
    pub(crate) failures: Vec<String>,
    /// Differences that are known, and not ours.
    pub(crate) slips: usize,
}

/// Runs all suites of a folder, or the quick ones.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    match &options.data {
        Some(folder) => run_all(&Data::open(folder)?, &SUITES, Effort::Full),
        None => run_quick(),
    }
}

/// Runs the suites whose files are in the repository.
pub(crate) fn run_quick() -> Result<(), TaskError> {
    let data = Data(workspace::root().join("testdata"));
    run_all(&data, &QUICK_SUITES, Effort::Quick)
}

/// The text of the collection of real games.
pub(crate) fn real_games(folder: &Path) -> Result<Vec<u8>, TaskError> {
    pgn::collection(&Data::open(folder)?)
}

/// The folder with the test data.
pub(crate) struct Data(PathBuf);

impl Data {
    /// The folder, if it is one.
    pub(crate) fn open(folder: &Path) -> Result<Data, TaskError> {
        if folder.is_dir() {
            return Ok(Data(folder.to_owned()));
        }
        Err(TaskError::Unable(format!("no test data: {} is not a folder", folder.display())))
    }

    /// The path of a file or folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The text of a file.
    pub(crate) fn read(&self, name: &str) -> Result<String, TaskError> {
        let path = self.path(name);
        fs::read_to_string(&path).map_err(|error| TaskError::unreadable(&path, &error))
    }
}

fn run_all(data: &Data, suites: &[Suite], effort: Effort) -> Result<(), TaskError> {
    let mut table = Table::new(["suite", "cases", "checked", "failures", "known slips", "seconds"]);
    let mut failures = 0;
    for (name, suite) in suites {
        print!("{name} … ");
        // If it cannot be flushed, the line appears late.
        let _ = std::io::stdout().flush();
        let begin = Instant::now();
        let report = suite(data, effort)?;
        println!("{}", report.verdict());
        show_failures(&report.failures);
        failures += report.failures.len();
        table.row(report.row(name, begin.elapsed()));
    }
    print!("\n{table}");
    match failures {
        0 => Ok(()),
        _ => Err(TaskError::No(format!("{failures} failures in the suites"))),
    }
}

fn show_failures(failures: &[String]) {
    for failure in failures.iter().take(MAX_SHOWN) {
        println!("  {failure}");
    }
    if failures.len() > MAX_SHOWN {
        println!("  and {} more", failures.len() - MAX_SHOWN);
    }
}

impl Report {
    /// Adds up the results of single cases: how much was checked in each, or how it failed.
    pub(crate) fn from_cases(
        unit: &'static str,
        cases: impl IntoIterator<Item = Result<u64, String>>,
    ) -> Report {
        let mut report = Report { unit, ..Report::default() };
        for case in cases {
            report.cases += 1;
            match case {
                Ok(checked) => report.checked += checked,
                Err(failure) => report.failures.push(failure),
            }
        }
        report
    }

    fn verdict(&self) -> String {
        let slips = match self.slips {
            0 => String::new(),
            1 => ", 1 known slip".into(),
            count => format!(", {count} known slips"),
        };
        match self.failures.len() {
            0 => format!("passed{slips}"),
            count => format!("{count} FAILED{slips}"),
        }
    }

    fn row(&self, name: &str, elapsed: Duration) -> [String; 6] {
        [
            name.into(),
            grouped(self.cases as u64),
            format!("{} {}", grouped(self.checked), self.unit),
            self.failures.len().to_string(),
            self.slips.to_string(),
            format!("{:.1}", elapsed.as_secs_f64()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_adds_up_its_cases() {
        let report = Report::from_cases("nodes", [Ok(20), Err("wrong".into()), Ok(400)]);
        assert_eq!((report.cases, report.checked), (3, 420));
        assert_eq!(report.failures, ["wrong"]);
        assert_eq!(report.verdict(), "1 FAILED");
    }

    #[test]
    fn a_known_slip_is_reported_but_does_not_fail() {
        let report = Report { slips: 1, ..Report::default() };
        assert_eq!(report.verdict(), "passed, 1 known slip");
    }

    #[test]
    fn asked_for_by_name_the_suites_want_their_data() {
        let options = Options { quick: false, data: Some("no/such/folder".into()) };
        assert!(matches!(run(&options), Err(TaskError::Unable(_))));
    }
}
