//! Breaks a database under Patroni, again and again, while games are played through all servers.
//!
//! The next fault waits until the cluster is complete again: Patroni promises nothing when the
//! primary is lost together with its synchronous standby.

mod kinds;
mod pauses;

use std::path::Path;
use std::time::{Duration, Instant};

use random::SplitMix64;
use tokio::time::sleep;

use self::kinds::Fault;
use self::pauses::Pauses;
use super::database::Database;
use super::patroni::{LOOP_WAIT_S, Patroni, TTL_S};
use super::servers::Cluster;
use super::{Options, unable};
use crate::crash::{Circumstances, LAST_RUN, Ledger, SETTLE_TIME, Totals, check_all, play_games};
use crate::error::TaskError;
use crate::program::StopSignal;

pub(crate) use kinds::FaultKind;

/// How many games are played at once, unless the options say otherwise.
const GAMES: usize = 8;
/// The maximum time from a complete cluster to the next fault.
const MAX_LIFE_MS: usize = 3_000;
/// The maximum time before a killed node is started again.
const MAX_DOWN_MS: usize = 2_000;
/// The maximum time for which a server is stopped or cut off.
const MAX_HELD_MS: usize = 8_000;
/// The maximum time for which a primary is stopped that shall not be replaced.
const MAX_STOP_MS: usize = 5_000;
/// Moves are acknowledged again within this time.
const MAX_PAUSE: Duration = Duration::from_mins(1);

/// A run: the database breaks, and servers and clients outlive it.
pub(crate) struct FaultTest {
    cluster: Cluster,
    games: usize,
    faults: Vec<Fault>,
    random: SplitMix64,
    ledger: Ledger,
    /// When each fault began.
    begun: Vec<(Fault, Instant)>,
}

impl FaultTest {
    pub(crate) async fn new(
        options: &Options,
        program: &Path,
        seed: u64,
    ) -> Result<FaultTest, TaskError> {
        println!("three PostgreSQL under Patroni: ttl {TTL_S} s, loop_wait {LOOP_WAIT_S} s");
        let database = Database::patroni(options.servers).await?;
        Ok(FaultTest {
            cluster: Cluster::new(options.servers, program, database)?,
            games: options.games.unwrap_or(GAMES),
            faults: options.faults.iter().flat_map(|kind| kind.faults()).copied().collect(),
            random: SplitMix64::new(seed),
            ledger: Ledger::default(),
            begun: Vec::new(),
        })
    }

    pub(crate) async fn run(mut self, count: u32) -> Result<(), TaskError> {
        let started = Instant::now();
        self.cluster.start_all()?;
        let servers = self.cluster.addresses();
        let mut games = play_games(self.games, &servers, &self.ledger, &mut self.random);
        let order = self.faults.clone();
        for (number, fault) in (1..=count).zip(order.into_iter().cycle()) {
            self.wait(MAX_LIFE_MS).await;
            self.inflict(fault).await?;
            self.patroni()?.until_complete().await?;
            let totals = Totals::of(&self.ledger.copy());
            println!("{number}: {fault}; complete after {:.1?}; {totals}", self.since_fault());
        }
        sleep(LAST_RUN).await;
        let ended = Instant::now();
        games.shutdown().await;
        for number in 0..self.cluster.len() {
            self.cluster.kill(number);
        }
        sleep(SETTLE_TIME).await;
        self.judge(started, ended).await
    }

    async fn inflict(&mut self, fault: Fault) -> Result<(), TaskError> {
        let primary = self.patroni()?.until_complete().await?;
        let server = self.random.below(self.cluster.len());
        self.begun.push((fault, Instant::now()));
        match fault {
            Fault::KillNode => {
                self.patroni()?.node(primary).kill()?;
                self.patroni()?.until_replaced(primary).await?;
                self.wait(MAX_DOWN_MS).await;
                self.patroni()?.node(primary).start().map_err(unable)
            }
            Fault::KillPostgres => {
                self.patroni()?.node(primary).kill_postgres()?;
                self.patroni()?.until_replaced(primary).await.map(drop)
            }
            Fault::StopNode => {
                self.patroni()?.node(primary).freeze(true)?;
                self.wait(MAX_STOP_MS).await;
                self.patroni()?.node(primary).freeze(false)
            }
            Fault::HangNode => {
                self.patroni()?.node(primary).freeze(true)?;
                self.patroni()?.until_replaced(primary).await?;
                self.patroni()?.node(primary).kill()?;
                self.patroni()?.node(primary).start().map_err(unable)
            }
            Fault::StopServer => {
                self.cluster.signal(server, StopSignal::Stop)?;
                self.wait(MAX_HELD_MS).await;
                self.cluster.signal(server, StopSignal::Continue)
            }
            Fault::CutNode => {
                self.patroni()?.node(primary).cut(true);
                self.patroni()?.until_replaced(primary).await?;
                self.wait(MAX_DOWN_MS).await;
                self.patroni()?.node(primary).cut(false);
                Ok(())
            }
            Fault::CutServer => {
                self.cut_server(server, true);
                self.wait(MAX_HELD_MS).await;
                self.cut_server(server, false);
                Ok(())
            }
        }
    }

    fn patroni(&mut self) -> Result<&mut Patroni, TaskError> {
        match self.cluster.database() {
            Database::Patroni(patroni, _) => Ok(patroni),
            Database::Single(_) => Err(unable("the database is not under Patroni")),
        }
    }

    fn cut_server(&mut self, server: usize, is_cut: bool) {
        if let Database::Patroni(_, proxies) = self.cluster.database() {
            proxies[server].cut(is_cut);
        }
    }

    fn since_fault(&self) -> Duration {
        self.begun.last().map(|(_, at)| at.elapsed()).unwrap_or_default()
    }

    async fn wait(&mut self, most_ms: usize) {
        sleep(Duration::from_millis(self.random.below(most_ms) as u64)).await;
    }

    /// Compares what clients were told with what is stored.
    async fn judge(&self, started: Instant, ended: Instant) -> Result<(), TaskError> {
        let games = self.ledger.copy();
        let circumstances = Circumstances { is_disturbed: true, ..Circumstances::default() };
        check_all(&games, &self.cluster.store().await?, &circumstances).await?;
        let totals = Totals::of(&games);
        println!("nothing lost in {:.1} s: {totals}", started.elapsed().as_secs_f64());
        let longest = self.report_pauses(ended);
        match totals.acked {
            0 => Err(TaskError::No("no move was acknowledged".into())),
            _ if longest > MAX_PAUSE => {
                Err(TaskError::No(format!("no move was acknowledged for {longest:.1?}")))
            }
            _ => Ok(()),
        }
    }

    /// Prints for how long no move was acknowledged after faults; the longest time.
    fn report_pauses(&self, ended: Instant) -> Duration {
        let ends = self.begun.iter().skip(1).map(|(_, at)| *at).chain([ended]);
        let pauses: Vec<_> = self
            .begun
            .iter()
            .zip(ends)
            .map(|((fault, from), to)| (*fault, self.ledger.longest_silence(*from, to)))
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
