//! How each fault happens, and how it ends.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use super::kinds::Fault;
use super::{FaultTest, health};
use crate::cluster::agreement;
use crate::cluster::database::Database;
use crate::cluster::disk::{Area, DiskFault};
use crate::cluster::patroni::Patroni;
use crate::cluster::skew::AHEAD_S;
use crate::cluster::unable;
use crate::error::TaskError;
use crate::program::StopSignal;

/// The maximum time before a killed node is started again, or a full disk has space again.
const MAX_DOWN_MS: usize = 2_000;
/// The maximum time for which a server is stopped or cut off, or a disk is slow.
const MAX_HELD_MS: usize = 8_000;
/// The maximum time for which a primary is stopped that shall not be replaced.
const MAX_STOP_MS: usize = 5_000;
/// The time that a slow disk takes for a sync: at least, and how much longer at most.
const SYNC_MS: (usize, usize) = (100, 2_900);
/// Within this, something is rejected because the tables cannot grow.
const REJECTION_TIME: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

impl FaultTest {
    /// Breaks something, and ends that; what is to be said about it.
    pub(super) async fn inflict(&mut self, fault: Fault) -> Result<String, TaskError> {
        let primary = match self.run.cluster.database() {
            Database::Patroni(patroni, _) => patroni.until_complete().await?,
            Database::Single(..) => 0,
        };
        let server = self.run.any_server();
        self.begun.push((fault, Instant::now()));
        let mut note = String::new();
        match fault {
            Fault::KillNode => self.kill_node(primary).await?,
            Fault::KillPostgres => self.kill_postgres(primary).await?,
            Fault::StopNode => self.stop_node(primary).await?,
            Fault::HangNode => self.hang_node(primary).await?,
            Fault::StopServer => self.stop_server(server).await?,
            Fault::CutNode => self.cut_node(primary).await?,
            Fault::CutServer => self.cut_server(server).await,
            Fault::SlowDisk => note = self.slow_disk(primary).await?,
            Fault::FullDisk(Area::Tables) => note = self.fill_tables(primary).await?,
            Fault::FullDisk(Area::Log) => note = self.fill_log(primary).await?,
            Fault::SetClock => note = self.set_clock(server, false).await?,
            Fault::RestartWithClock => note = self.set_clock(server, true).await?,
        }
        Ok(note)
    }

    async fn kill_node(&mut self, primary: usize) -> Result<(), TaskError> {
        self.patroni()?.node(primary).kill()?;
        self.patroni()?.until_replaced(primary).await?;
        self.run.wait(MAX_DOWN_MS).await;
        self.patroni()?.node(primary).start().map_err(unable)
    }

    async fn kill_postgres(&mut self, primary: usize) -> Result<(), TaskError> {
        let killed = self.patroni()?.node(primary).kill_postgres()?;
        self.patroni()?.until_recovered(primary, &killed).await
    }

    async fn stop_node(&mut self, primary: usize) -> Result<(), TaskError> {
        self.patroni()?.node(primary).freeze(true)?;
        self.run.wait(MAX_STOP_MS).await;
        self.patroni()?.node(primary).freeze(false)
    }

    async fn hang_node(&mut self, primary: usize) -> Result<(), TaskError> {
        self.patroni()?.node(primary).freeze(true)?;
        self.patroni()?.until_replaced(primary).await?;
        self.patroni()?.node(primary).kill()?;
        self.patroni()?.node(primary).start().map_err(unable)
    }

    async fn stop_server(&mut self, server: usize) -> Result<(), TaskError> {
        self.run.cluster.signal(server, StopSignal::Stop)?;
        self.run.wait(MAX_HELD_MS).await;
        self.run.cluster.signal(server, StopSignal::Continue)
    }

    async fn cut_node(&mut self, primary: usize) -> Result<(), TaskError> {
        self.patroni()?.node(primary).cut(true);
        self.patroni()?.until_replaced(primary).await?;
        self.run.wait(MAX_DOWN_MS).await;
        self.patroni()?.node(primary).cut(false);
        Ok(())
    }

    async fn cut_server(&mut self, server: usize) {
        self.set_cut(server, true);
        self.run.wait(MAX_HELD_MS).await;
        self.set_cut(server, false);
    }

    async fn slow_disk(&mut self, primary: usize) -> Result<String, TaskError> {
        let sync_ms = SYNC_MS.0 + self.run.random.below(SYNC_MS.1);
        let time = Duration::from_millis(sync_ms as u64);
        let disk = self.run.cluster.database().disk(primary)?;
        disk.inject(DiskFault::Slow(time))?;
        let begun = Instant::now();
        // For long enough that something waits for it.
        sleep(time).await;
        self.run.wait(MAX_HELD_MS).await;
        self.run.cluster.database().disk(primary)?.repair()?;
        match self.run.ledger.longest_silence(begun, Instant::now()) {
            silence if silence < time / 2 => Err(TaskError::No(format!(
                "the disk was slow, but moves waited {silence:.1?} only"
            ))),
            _ => Ok(format!(" ({time:.1?} for a sync)")),
        }
    }

    /// Where tables cannot grow, some moves still find room, and the others are rejected.
    async fn fill_tables(&mut self, primary: usize) -> Result<String, TaskError> {
        let before = self.run.ledger.not_stored();
        let disk = self.run.cluster.database().disk(primary)?;
        disk.inject(DiskFault::Full(Area::Tables))?;
        let deadline = Instant::now() + REJECTION_TIME;
        while self.run.ledger.not_stored() == before && Instant::now() < deadline {
            sleep(POLL_INTERVAL).await;
        }
        self.run.wait(MAX_DOWN_MS).await;
        self.run.cluster.database().disk(primary)?.repair()?;
        match self.run.ledger.not_stored() - before {
            0 => Err(TaskError::No("the disk was full, but no move was rejected".into())),
            rejected => Ok(format!(" ({rejected} moves rejected as not stored)")),
        }
    }

    /// Without its log, `PostgreSQL` goes down, and all servers say that they cannot store.
    async fn fill_log(&mut self, primary: usize) -> Result<String, TaskError> {
        let disk = self.run.cluster.database().disk(primary)?;
        disk.inject(DiskFault::Full(Area::Log))?;
        let said = health::until_all(&self.run.cluster.running(), false).await?;
        if let Database::Patroni(patroni, _) = self.run.cluster.database() {
            patroni.until_replaced(primary).await?;
        }
        self.run.wait(MAX_DOWN_MS).await;
        self.run.cluster.database().disk(primary)?.repair()?;
        self.run.cluster.database().resume().await?;
        Ok(format!(" (every server says so after {said:.1?})"))
    }

    async fn set_clock(&mut self, server: usize, restarts: bool) -> Result<String, TaskError> {
        let ahead = AHEAD_S[self.run.random.below(AHEAD_S.len())];
        let right = || unable("the clocks are those of the system");
        self.clocks.as_ref().ok_or_else(right)?.set(server, ahead)?;
        if restarts {
            self.run.cluster.kill(server);
            self.run.cluster.start(server)?;
        }
        let difference = agreement::check(&self.run.cluster.running()).await?;
        Ok(format!(" ({ahead:+} s; clocks of games differ by {difference:.1?})"))
    }

    /// Waits until everything works again.
    pub(super) async fn until_repaired(&mut self) -> Result<(), TaskError> {
        if let Database::Patroni(patroni, _) = self.run.cluster.database() {
            patroni.until_complete().await?;
        }
        health::until_all(&self.run.cluster.running(), true).await.map(drop)
    }

    fn patroni(&mut self) -> Result<&mut Patroni, TaskError> {
        match self.run.cluster.database() {
            Database::Patroni(patroni, _) => Ok(patroni),
            Database::Single(..) => Err(unable("the database is not under Patroni")),
        }
    }

    fn set_cut(&mut self, server: usize, is_cut: bool) {
        if let Database::Patroni(_, proxies) = self.run.cluster.database() {
            proxies[server].cut(is_cut);
        }
    }
}
