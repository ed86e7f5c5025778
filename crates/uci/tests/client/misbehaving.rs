//! Engines with faults: each is found out in time, by name, and harms nobody.

use std::time::{Duration, Instant};

use uci::{Client, ClientError, ClientErrorKind, PositionCommand, Start};

use crate::{BRIEF, PATIENT, nodes, start, startpos, try_start};

fn search(client: &mut Client, limit: Duration) -> Result<String, ClientError> {
    let answer = client.search(&startpos(), &nodes(1), limit, |_| {})?;
    Ok(answer.best.to_string())
}

/// Searches with an engine that will not do it.
#[track_caller]
fn fails(name: &str, limit: Duration, message: &str) {
    let mut client = start(name);
    let begin = Instant::now();
    let error = search(&mut client, limit).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
    drop(client);
    assert!(begin.elapsed() < limit + Duration::from_secs(10), "it took too long");
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let error = Client::start("no-such-engine", [""; 0], PATIENT).unwrap_err();
    assert!(matches!(error.kind, ClientErrorKind::Start(_)));
    let text = error.to_string();
    assert!(text.starts_with("engine 'no-such-engine': cannot be started: "), "{text}");
}

#[test]
fn an_engine_that_does_not_start_is_given_up() {
    let error = try_start("stillborn", PATIENT).unwrap_err().to_string();
    assert!(error.contains("exited unexpectedly with exit status: 3"), "{error}");
    // It may not even come to say its name in so short a time.
    let error = try_start("mute", BRIEF).unwrap_err().to_string();
    assert!(error.ends_with(": no uciok within 100ms"), "{error}");
}

#[test]
fn an_engine_that_dies_is_found_dead() {
    fails("mortal", PATIENT, "engine 'Fake 1': exited unexpectedly with exit status: 7");
}

#[test]
fn an_engine_that_is_silent_is_given_up() {
    fails("thinker", BRIEF, "engine 'Fake 1': no bestmove within 100ms");
    let error = start("unready").is_ready(BRIEF).unwrap_err().to_string();
    assert_eq!(error, "engine 'Fake 1': no readyok within 100ms");
}

#[test]
fn an_engine_that_floods_is_given_up() {
    fails("endless_line", BRIEF, "no bestmove within");
    fails("endless_lines", BRIEF, "no bestmove within");
}

#[test]
fn an_engine_that_does_not_listen_blocks_nobody() {
    let mut client = start("deaf");
    let e2e4 = "e2e4".parse().unwrap();
    let huge = PositionCommand { start: Start::Startpos, moves: vec![e2e4; 100_000] };
    let error = client.search(&huge, &nodes(1), BRIEF, |_| {}).unwrap_err();
    assert!(matches!(error.kind, ClientErrorKind::Timeout { .. }), "{error}");
}

#[test]
fn a_move_that_is_none_is_quoted() {
    fails("liar", PATIENT, "engine 'Fake 1': played 'castles', which is not a move");
}

#[test]
fn nonsense_is_skipped() {
    assert_eq!(search(&mut start("babbler"), PATIENT).unwrap(), "bestmove a2a3");
}

#[test]
fn a_second_move_is_not_taken_for_the_next_one() {
    let mut client = start("doubler");
    for _ in 0..5 {
        assert_eq!(search(&mut client, PATIENT).unwrap(), "bestmove e2e4");
        client.is_ready(PATIENT).unwrap();
    }
}

#[test]
fn a_late_move_is_not_taken_for_the_next_one() {
    let mut client = start("late");
    assert!(search(&mut client, BRIEF).is_err());
    assert_eq!(search(&mut client, PATIENT).unwrap(), "bestmove e2e4 ponder e7e5");
}
