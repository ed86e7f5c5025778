//! Kills random servers while games are played through all of them.

use std::path::Path;
use std::time::{Duration, Instant};

use random::SplitMix64;
use tokio::time::sleep;

use super::database::Database;
use super::servers::Cluster;
use super::{Options, presence};
use crate::crash::{
    Circumstances, EARLY_KILL, LAST_RUN, Ledger, MAX_LIFE_MS, SETTLE_TIME, Totals, check_all,
    play_games,
};
use crate::error::TaskError;

/// How many games are played at once, unless the options say otherwise.
const GAMES: usize = 8;
/// The maximum time before a killed server is started again.
const MAX_DOWN_MS: usize = 300;
/// A player who was cut off goes on within this time.
const MAX_PAUSE: Duration = Duration::from_secs(3);

/// A run: servers come and go, and the clients outlive them.
pub(crate) struct KillTest {
    cluster: Cluster,
    games: usize,
    random: SplitMix64,
    ledger: Ledger,
}

impl KillTest {
    pub(crate) fn new(options: &Options, program: &Path, seed: u64) -> Result<KillTest, TaskError> {
        let cluster = Cluster::new(options.servers, program, Database::single()?)?;
        let (random, ledger) = (SplitMix64::new(seed), Ledger::default());
        Ok(KillTest { cluster, games: options.games.unwrap_or(GAMES), random, ledger })
    }

    pub(crate) async fn run(mut self, kills: u32) -> Result<(), TaskError> {
        let started = Instant::now();
        self.cluster.start_all()?;
        let servers = self.cluster.addresses();
        let mut games = play_games(self.games, &servers, &self.ledger, &mut self.random);
        let mut killed = 0;
        while killed < kills {
            self.wait(MAX_LIFE_MS).await;
            killed += self.kill_one().await?;
            if killed % 10 == 0 {
                println!("{killed} kills, {}", Totals::of(&self.ledger.copy()));
            }
        }
        sleep(LAST_RUN).await;
        games.shutdown().await;
        presence::check(&mut self.cluster).await?;
        for number in 0..self.cluster.len() {
            self.cluster.kill(number);
        }
        sleep(SETTLE_TIME).await;
        self.judge(started).await
    }

    /// Kills a server and starts it again, sometimes only to be killed before it listens; the
    /// number of kills.
    async fn kill_one(&mut self) -> Result<u32, TaskError> {
        let number = self.random.below(self.cluster.len());
        self.cluster.kill(number);
        self.wait(MAX_DOWN_MS).await;
        let is_killed_early = self.random.below(EARLY_KILL.0) == 0;
        if is_killed_early {
            self.cluster.launch(number)?;
            self.wait(EARLY_KILL.1).await;
            self.cluster.kill(number);
        }
        self.cluster.start(number)?;
        Ok(1 + u32::from(is_killed_early))
    }

    async fn wait(&mut self, most_ms: usize) {
        sleep(Duration::from_millis(self.random.below(most_ms) as u64)).await;
    }

    /// Compares what clients were told with what is stored. There was always a server, so no clock
    /// was ever corrected.
    async fn judge(&self, started: Instant) -> Result<(), TaskError> {
        let games = self.ledger.copy();
        check_all(&games, &self.cluster.store().await?, &Circumstances::default()).await?;
        let totals = Totals::of(&games);
        println!("nothing lost in {:.1} s: {totals}", started.elapsed().as_secs_f64());
        let mut pauses = self.ledger.pauses();
        pauses.sort();
        let (count, longest) = (pauses.len(), pauses.last().copied().unwrap_or_default());
        let median = pauses.get(count / 2).copied().unwrap_or_default();
        println!("{count} times a client was cut off, for {median:.0?} (median) to {longest:.0?}");
        match (totals.acked, count, longest) {
            (0, _, _) => Err(TaskError::No("no move was acknowledged".into())),
            (_, 0, _) => Err(TaskError::No("no client was cut off".into())),
            (_, _, longest) if longest > MAX_PAUSE => {
                Err(TaskError::No(format!("a client was cut off for {longest:.1?}")))
            }
            _ => Ok(()),
        }
    }
}
