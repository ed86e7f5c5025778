//! Studies: watched, interrupted, left, and made by engines of others.

use crate::config::ExternalEngine;
use crate::engines::{AnalysisStage, AnalysisUpdate};

use super::*;

fn analysis(lines: usize, engine: Option<&str>) -> JobKind {
    JobKind::Analyze { lines, engine: engine.map(ToOwned::to_owned), time: Duration::from_mins(1) }
}

/// Begins a analysis; what it finds comes through the channel.
fn watch_analysis(
    engines: &Engines,
    number: u8,
    kind: JobKind,
) -> (tokio::task::JoinHandle<Result<JobResult, EngineError>>, watch::Receiver<AnalysisStage>) {
    let (sender, stages) = watch::channel(AnalysisStage::default());
    let engines = engines.clone();
    (tokio::spawn(async move { engines.analyze(job(number, kind), sender).await }), stages)
}

/// Waits for something that was found at this depth or deeper.
async fn found(heard: &mut watch::Receiver<AnalysisStage>, depth: u32) -> AnalysisUpdate {
    let is_found = |stage: &AnalysisStage| match stage {
        AnalysisStage::Update(update) => update.depth >= depth,
        _ => false,
    };
    let stage = timeout(SOON, heard.wait_for(is_found)).await.expect("soon").expect("an analysis");
    match &*stage {
        AnalysisStage::Update(update) => update.clone(),
        stage => panic!("{stage:?} is nothing found"),
    }
}

#[tokio::test]
async fn a_study_finds_its_lines_ever_deeper_until_nobody_watches() {
    let engines = native();
    for lines in [1, 5] {
        let (analyzing, mut heard) = watch_analysis(&engines, 1, analysis(lines, None));
        let shallow = found(&mut heard, 1).await;
        let deep = found(&mut heard, shallow.depth + 2).await;
        assert!(deep.nodes > shallow.nodes);
        assert_eq!(deep.lines.len(), lines);
        let firsts: std::collections::HashSet<_> =
            deep.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(firsts.len(), lines, "every line begins with another move");
        assert!(deep.lines.is_sorted_by_key(|line| -line.value.ordering_key()));
        analyzing.abort();
        until(&engines, 0, 0).await;
    }
    // A move of a level finds one line again.
    assert!(engines.ask(job(1, play(Strength::Easy, 0))).await.is_ok());
}

#[tokio::test]
async fn a_study_makes_way_for_everything_else_and_comes_back() {
    let (sender, heard) = std::sync::mpsc::channel();
    let factory: Arc<ThinkerFactory> = Arc::new(move || Ok(Box::new(Reporting(sender.clone()))));
    let engines = Engines::with(1, capacity(4), SOON, &factory).expect("no memory is needed");
    for urgent in [JobKind::Review { nodes: 1 }, JobKind::Hint, play(Strength::Full, 0)] {
        let (analyzing, _) = watch_analysis(&engines, 1, analysis(1, None));
        until(&engines, 1, 0).await;
        let asking = engines.clone();
        let other = job(2, urgent.clone());
        let asked = tokio::spawn(async move { asking.ask(other).await });
        let answer = timeout(SOON, analyzing).await.expect("soon").expect("no panic");
        assert_eq!(answer, Err(EngineError::Interrupted), "{urgent:?}");
        until(&engines, 1, 0).await;
        // It stands in line again, and interrupts nobody.
        let (again, mut stages) = watch_analysis(&engines, 1, analysis(1, None));
        until(&engines, 1, 1).await;
        let waits = stages.wait_for(|stage| *stage == AnalysisStage::Waiting);
        assert!(timeout(SOON, waits).await.expect("soon").is_ok());
        asked.abort();
        until(&engines, 1, 0).await;
        again.abort();
        until(&engines, 0, 0).await;
        let order: Vec<_> = heard.try_iter().collect();
        assert_eq!(order, [analysis(1, None), urgent, analysis(1, None)]);
    }
}

#[test]
fn studies_take_turns_when_they_outnumber_the_engines() {
    let queue = Queue::new(capacity(4), 1);
    let push = |number| {
        let stop = Arc::new(StopHandle::default());
        let (started, result) = (oneshot::channel().0, oneshot::channel().0);
        let job = job(number, analysis(1, None));
        let ticket = Ticket { job, stop: Arc::clone(&stop), started, result, stage: None };
        queue.push(ticket).expect("there is room");
        stop
    };
    let first = push(1);
    assert!(queue.take().is_some());
    queue.end_turn(&first);
    assert!(!first.is_stopped(), "nobody waits");
    let second = push(2);
    assert!(!first.is_stopped(), "a analysis does not factory way for one at once");
    queue.end_turn(&first);
    assert!(first.is_interrupted() && !second.is_stopped());
}

#[test]
fn two_who_come_at_once_get_two_engines() {
    let queue = Queue::new(capacity(4), 2);
    let push = |number, kind| {
        let stop = Arc::new(StopHandle::default());
        let (started, result) = (oneshot::channel().0, oneshot::channel().0);
        let job = job(number, kind);
        let ticket = Ticket { job, stop: Arc::clone(&stop), started, result, stage: None };
        queue.push(ticket).expect("there is room");
        stop
    };
    let analyzing = push(1, analysis(1, None));
    assert!(queue.take().is_some());
    // The second engine is free but has not woken up yet when the second hint comes.
    push(2, JobKind::Hint);
    assert!(!analyzing.is_stopped());
    push(3, JobKind::Hint);
    assert!(analyzing.is_interrupted());
}

#[cfg(unix)]
fn scripted(script: &str) -> Engines {
    let parrot = ExternalEngine {
        name: "Parrot".into(),
        program: "/bin/sh".into(),
        arguments: vec!["-c".into(), script.into()],
    };
    let config = EngineConfig {
        workers: Some(1),
        hash_mb: 1,
        externals: vec![parrot],
        ..EngineConfig::default()
    };
    Engines::start(&config).expect("a megabyte")
}

/// Finds as many lines as it was told to, and says so.
#[cfg(unix)]
const SEVERAL: &str = r#"lines=0; while read word rest; do case "$word $rest" in
    uci*) echo option name MultiPV type spin default 1 min 1 max 3; echo uciok;;
    isready*) echo readyok;;
    "setoption name MultiPV value "*) lines=${rest##* };;
    go*) say="info depth 5 nodes 900 time 100 score cp"
        [ $lines -ge 1 ] && echo $say 30 multipv 1 pv e2e4 e7e5 e7e5
        [ $lines -ge 2 ] && echo $say 20 multipv 2 pv d2d4
        [ $lines -ge 3 ] && echo $say 10 multipv 3 pv c2c4
        echo bestmove e2e4;;
    quit*) exit;; esac; done"#;

#[cfg(unix)]
#[tokio::test]
async fn an_engine_of_others_finds_as_many_lines_as_it_can_and_one_in_games() {
    let engines = scripted(SEVERAL);
    for (wanted, expected) in [(5, 3), (2, 2), (1, 1)] {
        let (analyzing, mut heard) = watch_analysis(&engines, 1, analysis(wanted, Some("Parrot")));
        let update = found(&mut heard, 5).await;
        assert_eq!(update.lines.len(), expected, "{wanted}");
        assert_eq!(update.lines[0].moves.len(), 2, "the third move is not legal");
        assert!(analyzing.await.expect("no panic").is_ok());
    }
    let (analyzing, _) = watch_analysis(&engines, 1, analysis(3, Some("Parrot")));
    assert!(analyzing.await.expect("no panic").is_ok());
    let game = JobKind::PlayExternal { name: "Parrot".into(), remaining: None };
    let result = engines.ask(job(1, game)).await.expect("a move");
    assert_eq!(result.value, Some(engine::Value::Centipawns(30)), "the first line counts");
}

#[cfg(unix)]
#[tokio::test]
async fn an_engine_of_others_that_cannot_study_fails_with_a_word() {
    const HELLO: &str = "read word; echo uciok; while read word rest; do case $word in go)";
    for (what, answer) in [
        ("it tells no score", "echo bestmove e2e4"),
        ("it plays what is no move", "echo info depth 1 score cp 3 pv e2e4; echo bestmove e2e9"),
        ("it dies", "exit 3"),
    ] {
        let engines = scripted(&format!("{HELLO} {answer};; esac; done"));
        let (analyzing, _) = watch_analysis(&engines, 1, analysis(2, Some("Parrot")));
        let answer = timeout(SOON, analyzing).await.expect("soon").expect("no panic");
        let error = answer.expect_err(what);
        assert_eq!(error.code(), ErrorCode::EngineFailed, "{what}: {error}");
        assert_eq!(error.to_string(), "the engine crashed");
        until(&engines, 0, 0).await;
    }
}

#[cfg(unix)]
#[tokio::test]
async fn an_engine_of_others_that_does_not_stop_keeps_nobody_waiting() {
    let engines = scripted("read word; echo uciok; while read word; do :; done");
    let (analyzing, _) = watch_analysis(&engines, 1, analysis(1, Some("Parrot")));
    until(&engines, 1, 0).await;
    analyzing.abort();
    until(&engines, 0, 0).await;
    assert!(engines.ask(job(1, play(Strength::Easy, 0))).await.is_ok());
}

/// The clock of the test runs ahead whenever everybody waits; the program's own patience does not.
#[cfg(unix)]
#[tokio::test(start_paused = true)]
async fn an_engine_of_others_that_says_nothing_is_given_up() {
    let engines = scripted("read word; echo uciok; while read word; do :; done");
    let (analyzing, _) = watch_analysis(&engines, 1, analysis(1, Some("Parrot")));
    let error = analyzing.await.expect("no panic").expect_err("it says nothing");
    assert_eq!(error.code(), ErrorCode::EngineFailed, "{error}");
}
