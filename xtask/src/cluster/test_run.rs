//! What all tests of a cluster do: play games through its servers, while something breaks, and
//! compare what clients were told with what is stored.

use std::time::{Duration, Instant};

use random::SplitMix64;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::servers::Cluster;
use crate::crash::{Circumstances, LAST_RUN, Ledger, SETTLE_TIME, Totals, check_all, play_games};
use crate::error::TaskError;

/// How many games are played at once, unless the options say otherwise.
const GAMES: usize = 8;

/// Servers that run, and games that are played through them.
pub(crate) struct TestRun {
    pub(crate) cluster: Cluster,
    pub(crate) random: SplitMix64,
    pub(crate) ledger: Ledger,
    games: JoinSet<()>,
    started: Instant,
}

impl TestRun {
    /// Starts all servers and the given number of games.
    pub(crate) fn start(
        mut cluster: Cluster,
        games: Option<usize>,
        seed: u64,
    ) -> Result<TestRun, TaskError> {
        let started = Instant::now();
        cluster.start_all()?;
        let (mut random, ledger) = (SplitMix64::new(seed), Ledger::default());
        let count = games.unwrap_or(GAMES);
        let games = play_games(count, &cluster.addresses(), &ledger, &mut random);
        Ok(TestRun { cluster, random, ledger, games, started })
    }

    /// Waits for a random time.
    pub(crate) async fn wait(&mut self, most_ms: usize) {
        let time = self.random.below(most_ms) as u64;
        sleep(Duration::from_millis(time)).await;
    }

    /// A random server.
    pub(crate) fn any_server(&mut self) -> usize {
        self.random.below(self.cluster.len())
    }

    /// The numbers so far.
    pub(crate) fn totals(&self) -> Totals {
        Totals::of(&self.ledger.copy())
    }

    /// Ends the games, after all requests are answered. Returns when it did.
    pub(crate) async fn end_games(&mut self) -> Instant {
        sleep(LAST_RUN).await;
        let ended = Instant::now();
        self.games.shutdown().await;
        ended
    }

    /// Kills all servers, and compares what clients were told with what is stored.
    pub(crate) async fn check(&mut self, circumstances: &Circumstances) -> Result<(), TaskError> {
        for number in 0..self.cluster.len() {
            self.cluster.kill(number);
        }
        sleep(SETTLE_TIME).await;
        let games = self.ledger.copy();
        check_all(&games, &self.cluster.store().await?, circumstances).await?;
        let totals = Totals::of(&games);
        println!("nothing lost in {:.1} s: {totals}", self.started.elapsed().as_secs_f64());
        match totals.acked {
            0 => Err(TaskError::No("no move was acknowledged".into())),
            _ => Ok(()),
        }
    }
}
