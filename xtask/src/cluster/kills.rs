//! Kills random servers while games are played through all of them.

use std::path::Path;
use std::time::Duration;

use tokio::time::sleep;

use super::database::Database;
use super::servers::Cluster;
use super::test_run::TestRun;
use super::{Options, presence};
use crate::crash::{Circumstances, EARLY_KILL, MAX_LIFE_MS};
use crate::error::TaskError;

/// The maximum time before a killed server is started again.
const MAX_DOWN_MS: usize = 300;
/// How long servers of two releases run beside each other before the next one is upgraded.
const SIDE_BY_SIDE: Duration = Duration::from_secs(5);
/// A player who was cut off goes on within this time.
const MAX_PAUSE: Duration = Duration::from_secs(3);

/// Kills servers, which come and go, while the clients outlive them. Those that begin with another
/// program are upgraded first.
pub(crate) async fn run(options: &Options, program: &Path, seed: u64) -> Result<(), TaskError> {
    let first = options.upgrade_from.as_deref().unwrap_or(program);
    let cluster = Cluster::new(options.servers, first, Database::single(false)?)?;
    let mut run = TestRun::start(cluster, options.games, seed)?;
    if options.upgrade_from.is_some() {
        upgrade(&mut run, program).await?;
    }
    let mut killed = 0;
    while killed < options.kills {
        run.wait(MAX_LIFE_MS).await;
        killed += kill_one(&mut run).await?;
        if killed % 10 == 0 {
            println!("{killed} kills, {}", run.totals());
        }
    }
    run.end_games().await;
    presence::check(&mut run.cluster).await?;
    // There was always a server, so no clock was ever corrected.
    run.check(&Circumstances::default()).await?;
    judge_pauses(run.ledger.pauses())
}

/// Kills one server after the other, and starts it again with another program. After the first one,
/// both programs run beside each other for a while, and the games go on.
async fn upgrade(run: &mut TestRun, program: &Path) -> Result<(), TaskError> {
    for number in 0..run.cluster.len() {
        sleep(SIDE_BY_SIDE).await;
        run.cluster.kill(number);
        run.cluster.set_program(number, program);
        run.cluster.start(number)?;
        println!("server {number} is upgraded, {}", run.totals());
    }
    sleep(SIDE_BY_SIDE).await;
    Ok(())
}

/// Kills a server and starts it again, sometimes only to be killed before it listens; the number of
/// kills.
async fn kill_one(run: &mut TestRun) -> Result<u32, TaskError> {
    let number = run.any_server();
    run.cluster.kill(number);
    run.wait(MAX_DOWN_MS).await;
    let is_killed_early = run.random.below(EARLY_KILL.0) == 0;
    if is_killed_early {
        run.cluster.launch(number)?;
        run.wait(EARLY_KILL.1).await;
        run.cluster.kill(number);
    }
    run.cluster.start(number)?;
    Ok(1 + u32::from(is_killed_early))
}

fn judge_pauses(mut pauses: Vec<Duration>) -> Result<(), TaskError> {
    pauses.sort();
    let (count, longest) = (pauses.len(), pauses.last().copied().unwrap_or_default());
    let median = pauses.get(count / 2).copied().unwrap_or_default();
    println!("{count} times a client was cut off, for {median:.0?} (median) to {longest:.0?}");
    match (count, longest) {
        (0, _) => Err(TaskError::No("no client was cut off".into())),
        (_, longest) if longest > MAX_PAUSE => {
            Err(TaskError::No(format!("a client was cut off for {longest:.1?}")))
        }
        _ => Ok(()),
    }
}
