//! Breaks the database, its disk or the clocks of servers, again and again, while games are played
//! through all servers.
//!
//! The next fault waits until everything works again: Patroni promises nothing when the primary is
//! lost together with its synchronous standby.

mod health;
mod inflict;
mod kinds;
mod pauses;

use std::path::Path;
use std::time::{Duration, Instant};

use self::kinds::Fault;
use self::pauses::Pauses;
use super::Options;
use super::database::Database;
use super::patroni::{LOOP_WAIT_S, TTL_S};
use super::presence;
use super::servers::Cluster;
use super::skew::SystemClocks;
use super::test_run::TestRun;
use crate::crash::Circumstances;
use crate::error::TaskError;

pub(crate) use kinds::FaultKind;

/// The maximum time from the end of a fault to the next one.
const MAX_LIFE_MS: usize = 3_000;
/// Moves are acknowledged again within this time.
const MAX_PAUSE: Duration = Duration::from_mins(1);

/// A run: something breaks, and servers and clients outlive it.
pub(crate) struct FaultTest {
    run: TestRun,
    faults: Vec<Fault>,
    /// The system clocks of the servers, where they are part of the test.
    clocks: Option<SystemClocks>,
    /// When each fault began.
    begun: Vec<(Fault, Instant)>,
}

impl FaultTest {
    /// Starts the database, the servers and the games.
    pub(crate) async fn start(
        options: &Options,
        kinds: &[FaultKind],
        program: &Path,
        seed: u64,
    ) -> Result<FaultTest, TaskError> {
        let breaks_disk = kinds.iter().any(|kind| kind.breaks_disk());
        let database = if options.patroni {
            println!("three PostgreSQL under Patroni: ttl {TTL_S} s, loop_wait {LOOP_WAIT_S} s");
            Database::patroni(options.servers, breaks_disk).await?
        } else {
            Database::single(breaks_disk)?
        };
        let mut cluster = Cluster::new(options.servers, program, database)?;
        let is_skewed = kinds.contains(&FaultKind::Skew);
        let clocks = is_skewed.then(|| SystemClocks::new(options.servers)).transpose()?;
        if let Some(clocks) = &clocks {
            cluster.set_variables(|server| clocks.variables(server));
        }
        Ok(FaultTest {
            run: TestRun::start(cluster, options.games, seed)?,
            faults: kinds.iter().flat_map(|kind| kind.faults()).copied().collect(),
            clocks,
            begun: Vec::new(),
        })
    }

    /// Breaks one thing after the other, `count` in all, and judges what clients were told.
    pub(crate) async fn run(mut self, count: u32) -> Result<(), TaskError> {
        let order = self.faults.clone();
        for (number, fault) in (1..=count).zip(order.into_iter().cycle()) {
            self.run.wait(MAX_LIFE_MS).await;
            let note = self.inflict(fault).await?;
            self.until_repaired().await?;
            let time = self.since_fault();
            println!("{number}: {fault}{note}; over after {time:.1?}; {}", self.run.totals());
        }
        let ended = self.run.end_games().await;
        // Wrong system clocks must not change who counts as absent; nothing else here could.
        if self.clocks.is_some() {
            presence::check(&mut self.run.cluster).await?;
        }
        let circumstances = Circumstances { is_disturbed: true, ..Circumstances::default() };
        self.run.check(&circumstances).await?;
        match self.report_pauses(ended) {
            longest if longest > MAX_PAUSE => {
                Err(TaskError::No(format!("no move was acknowledged for {longest:.1?}")))
            }
            _ => Ok(()),
        }
    }

    fn since_fault(&self) -> Duration {
        self.begun.last().map(|(_, at)| at.elapsed()).unwrap_or_default()
    }

    /// Prints for how long no move was acknowledged after faults; the longest time.
    fn report_pauses(&self, ended: Instant) -> Duration {
        let ends = self.begun.iter().skip(1).map(|(_, at)| *at).chain([ended]);
        let pauses: Vec<_> = self
            .begun
            .iter()
            .zip(ends)
            .map(|((fault, from), to)| (*fault, self.run.ledger.longest_silence(*from, to)))
            .collect();
        for fault in &self.faults {
            let of_fault = pauses.iter().filter(|(found, _)| found == fault);
            println!("{fault}: {}", Pauses::of(of_fault.map(|(_, pause)| *pause)));
        }
        let all = Pauses::of(pauses.iter().map(|(_, pause)| *pause));
        println!("all faults: {all}");
        all.longest
    }
}
