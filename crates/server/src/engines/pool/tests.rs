//! The pool with real searches, and with engines that wait or crash.

use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{GameId, Strength};
use wire::ErrorCode;

use super::*;

const SOON: Duration = Duration::from_secs(5);

fn job(number: u8, kind: JobKind) -> Job {
    job_of(1, number, kind)
}

/// A job of the client at an address.
fn job_of(host: u8, number: u8, kind: JobKind) -> Job {
    let game = GameId::from_random([number; GameId::LENGTH]);
    let client = std::net::IpAddr::from([192, 0, 2, host]).into();
    Job { game, client, board: chess::Game::default(), kind }
}

/// This many jobs may wait, also of one client.
fn capacity(total: usize) -> Capacity {
    Capacity { total, per_client: total }
}

fn play(strength: Strength, seed: u64) -> JobKind {
    JobKind::Play { strength, seed, remaining: None }
}

/// An engine that searches until it is stopped, except for evaluations: then it panics.
struct UntilStopped;

impl Thinker for UntilStopped {
    fn think(
        &mut self,
        job: &Job,
        stop: &StopHandle,
        _: OnUpdate,
    ) -> Result<JobResult, EngineError> {
        assert!(job.kind != JobKind::Evaluate, "as the test wants it");
        while !stop.is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
        Err(EngineError::NoMove)
    }
}

fn until_stopped(workers: usize, queue: usize, longest: Duration) -> Engines {
    let factory: Arc<ThinkerFactory> = Arc::new(|| Ok(Box::new(UntilStopped)));
    Engines::with(workers, capacity(queue), longest, &factory).expect("no memory is needed")
}

fn native() -> Engines {
    let config = EngineConfig { workers: Some(1), hash_mb: 1, ..EngineConfig::default() };
    Engines::start(&config).expect("a megabyte")
}

/// Waits until the pool is as busy as expected.
async fn until(engines: &Engines, busy: usize, waiting: usize) {
    let start = Instant::now();
    while (engines.load().busy, engines.load().waiting) != (busy, waiting) {
        assert!(start.elapsed() < SOON, "{:?}", engines.load());
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

// req: A8
#[tokio::test]
async fn a_search_that_nobody_waits_for_ends_at_once() {
    let engines = native();
    let asking = engines.clone();
    let waiting = tokio::spawn(async move { asking.ask(job(1, play(Strength::Full, 0))).await });
    until(&engines, 1, 0).await;
    let start = Instant::now();
    waiting.abort();
    until(&engines, 0, 0).await;
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    let again = engines.ask(job(1, play(Strength::Easy, 0))).await;
    assert!(again.is_ok(), "{again:?}");
}

#[tokio::test]
async fn a_search_that_is_stopped_answers_with_what_it_has() {
    let engines = native();
    let (asking, stop) = (engines.clone(), Arc::new(StopHandle::default()));
    let other = Arc::clone(&stop);
    let waiting =
        tokio::spawn(async move { asking.ask_until(job(1, play(Strength::Full, 0)), other).await });
    until(&engines, 1, 0).await;
    stop.stop();
    let result = timeout(SOON, waiting).await.expect("soon").expect("no panic");
    assert!(result.is_ok(), "{result:?}");
}

#[tokio::test]
async fn a_full_queue_rejects_jobs_and_a_game_has_one() {
    let engines = until_stopped(1, 1, SOON);
    let ask = |number| {
        let engines = engines.clone();
        tokio::spawn(async move { engines.ask(job(number, JobKind::Hint)).await })
    };
    let first = ask(1);
    until(&engines, 1, 0).await;
    let second = ask(2);
    until(&engines, 1, 1).await;
    assert_eq!(engines.ask(job(3, JobKind::Hint)).await, Err(EngineError::Busy));
    assert_eq!(engines.ask(job(1, JobKind::Hint)).await, Err(EngineError::Thinking));
    assert_eq!(engines.ask(job(2, JobKind::Hint)).await, Err(EngineError::Thinking));
    second.abort();
    until(&engines, 1, 0).await;
    first.abort();
    until(&engines, 0, 0).await;
}

#[tokio::test]
async fn no_thought_takes_longer_than_it_may() {
    let engines = until_stopped(1, 4, Duration::from_millis(50));
    let answer = timeout(SOON, engines.ask(job(1, JobKind::Hint))).await.expect("soon");
    assert_eq!(answer, Err(EngineError::NoMove));
}

#[tokio::test]
async fn an_engine_that_panics_is_replaced() {
    let engines = until_stopped(1, 4, Duration::from_millis(20));
    for _ in 0..3 {
        let broken = engines.ask(job(1, JobKind::Evaluate)).await;
        assert_eq!(broken, Err(EngineError::Failed("it panicked: as the test wants it".into())));
        assert_eq!(engines.ask(job(1, JobKind::Hint)).await, Err(EngineError::NoMove));
    }
    until(&engines, 0, 0).await;
}

// req: B5
#[tokio::test]
async fn the_same_seed_gives_the_same_move_and_every_wish_a_legal_one() {
    let engines = native();
    for kind in [play(Strength::Easy, 1), play(Strength::Rated(800), 7), JobKind::Hint] {
        let first = engines.ask(job(1, kind.clone())).await.expect("a move");
        assert!(chess::Position::default().is_legal(first.play), "{kind:?}");
        if matches!(kind, JobKind::Play { .. }) {
            let second = engines.ask(job(2, kind.clone())).await.expect("a move");
            assert_eq!(first.play, second.play, "{kind:?}");
        }
    }
}

#[tokio::test]
async fn what_no_engine_can_do_has_a_code() {
    let engines = native();
    let external = |name: &str| JobKind::PlayExternal { name: name.to_owned(), remaining: None };
    for (kind, code) in [
        (play(Strength::Rated(100), 0), ErrorCode::BadRating),
        (external("nobody"), ErrorCode::UnknownEngine),
    ] {
        let error = engines.ask(job(1, kind)).await.expect_err("cannot be done");
        assert_eq!(error.code(), code);
    }
    let mut over = job(1, JobKind::Hint);
    over.board = chess::Game::new("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".parse().expect("mate"));
    assert_eq!(engines.ask(over).await, Err(EngineError::NoMove));
}

#[cfg(unix)]
#[tokio::test]
async fn an_engine_of_others_that_dies_takes_nobody_with_it() {
    let externals = ["/bin/false", "/nowhere/at/all"].map(|program| {
        let name = program.to_owned();
        crate::config::ExternalEngine { name, program: program.into(), arguments: Vec::new() }
    });
    let config = EngineConfig {
        workers: Some(1),
        hash_mb: 1,
        externals: externals.to_vec(),
        ..EngineConfig::default()
    };
    let engines = Engines::start(&config).expect("a megabyte");
    for engine in externals {
        let kind = JobKind::PlayExternal { name: engine.name, remaining: None };
        let error = engines.ask(job(1, kind)).await.expect_err("it is dead");
        assert_eq!(error.code(), ErrorCode::EngineFailed, "{error}");
        assert!(engines.ask(job(1, play(Strength::Easy, 0))).await.is_ok());
    }
}

/// The same, but it reports its jobs.
struct Reporting(std::sync::mpsc::Sender<JobKind>);

impl Thinker for Reporting {
    fn think(
        &mut self,
        job: &Job,
        stop: &StopHandle,
        on_update: OnUpdate,
    ) -> Result<JobResult, EngineError> {
        // The test may be done.
        let _ = self.0.send(job.kind.clone());
        UntilStopped.think(job, stop, on_update)
    }
}

#[tokio::test]
async fn a_move_goes_before_advice_and_each_has_its_own_lane() {
    let (sender, heard) = std::sync::mpsc::channel();
    let factory: Arc<ThinkerFactory> = Arc::new(move || Ok(Box::new(Reporting(sender.clone()))));
    let engines = Engines::with(1, capacity(2), SOON, &factory).expect("no memory is needed");
    let ask = |number, kind| {
        let engines = engines.clone();
        tokio::spawn(async move { engines.ask(job(number, kind)).await })
    };
    let first = ask(1, JobKind::Hint);
    until(&engines, 1, 0).await;
    let _hints = [ask(2, JobKind::Hint), ask(3, JobKind::Hint)];
    until(&engines, 1, 2).await;
    assert_eq!(engines.ask(job(4, JobKind::Hint)).await, Err(EngineError::Busy));
    let _playing = ask(5, play(Strength::Full, 0));
    until(&engines, 1, 3).await;
    first.abort();
    until(&engines, 1, 2).await;
    assert_eq!(heard.iter().nth(1), Some(play(Strength::Full, 0)));
}

#[tokio::test]
async fn a_review_makes_way_for_a_move_and_for_advice() {
    let (sender, heard) = std::sync::mpsc::channel();
    let factory: Arc<ThinkerFactory> = Arc::new(move || Ok(Box::new(Reporting(sender.clone()))));
    let engines = Engines::with(1, capacity(2), SOON, &factory).expect("no memory is needed");
    let ask = |number, kind| {
        let engines = engines.clone();
        tokio::spawn(async move { engines.ask(job(number, kind)).await })
    };
    let review = JobKind::Review { nodes: 1 };
    let first = ask(1, review.clone());
    until(&engines, 1, 0).await;
    // A game may have several positions in line, and they stand in nobody's way.
    let waiting = ask(1, review.clone());
    until(&engines, 1, 1).await;
    let hint = ask(1, JobKind::Hint);
    first.await.expect("no panic").expect_err("it was interrupted");
    until(&engines, 1, 1).await;
    assert_eq!(heard.iter().take(2).collect::<Vec<_>>(), [review, JobKind::Hint]);
    waiting.abort();
    until(&engines, 1, 0).await;
    hint.abort();
    until(&engines, 0, 0).await;
}

mod analysis;
mod fairness;
