//! The engine as those see it who drive it: one answer for every task, in the background, however
//! the task ends.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use chess::Move;
use engine::{Clock, Engine, Level, Limits, Report, Root, Settings, Task, Verdict};

/// More than any of these takes on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(20);
/// Long enough to be sure that somebody waits.
const A_WHILE: Duration = Duration::from_millis(100);

fn engine() -> Engine {
    Engine::new(&Settings { hash_mb: 1, ..Settings::default() }).expect("a megabyte")
}

/// Starts a task and gives the ends that it reports.
fn go(engine: &mut Engine, task: impl Into<Task>) -> Receiver<Verdict> {
    let (sender, ends) = mpsc::channel();
    engine.go(task, move |report| {
        if let Report::Done(verdict) = report {
            // Nobody may be left to listen.
            let _ = sender.send(verdict);
        }
    });
    ends
}

fn level(rating: u16, seed: u64, limits: Limits) -> Task {
    Task::Play { level: Level::new(rating).expect("a rating within the range"), seed, limits }
}

/// Lets a level play a few moves against itself.
fn moves(rating: u16, seed: u64) -> Vec<Move> {
    let (mut engine, mut root) = (engine(), Root::default());
    let mut moves = Vec::new();
    for _ in 0..8 {
        engine.set_position(root.clone());
        let ends = go(&mut engine, level(rating, seed, Limits::default()));
        let verdict = ends.recv_timeout(PATIENCE).expect("an answer");
        let best = verdict.best().expect("the game is not over");
        root.play(best).expect("a legal move");
        moves.push(best);
    }
    moves
}

#[test]
fn a_level_plays_the_same_game_for_the_same_seed() {
    assert_eq!(moves(1000, 7), moves(1000, 7));
    assert!((8..12).any(|seed| moves(1000, seed) != moves(1000, 7)));
}

#[test]
fn a_level_that_is_to_wait_waits() {
    let ponder = Limits { ponder: true, ..Limits::default() };
    let infinite = Limits { infinite: true, ..Limits::default() };
    for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"] {
        let mut engine = engine();
        engine.set_position(Root::new(fen.parse().expect("a position")));
        for limits in [&ponder, &infinite] {
            let ends = go(&mut engine, level(1500, 1, limits.clone()));
            assert_eq!(ends.recv_timeout(A_WHILE), Err(RecvTimeoutError::Timeout), "{fen}");
            if limits.ponder {
                engine.ponder_hit();
            } else {
                engine.stop();
            }
            let verdict = ends.recv_timeout(PATIENCE).expect("an answer");
            assert_eq!(verdict.best().is_some(), engine.position().position().has_moves());
        }
    }
}

#[test]
fn a_level_tells_the_line_it_plays() {
    let mut engine = engine();
    for fen in ["6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] {
        engine.set_position(Root::new(fen.parse().expect("a position")));
        let (sender, reports) = mpsc::channel();
        let clock = Clock { remaining: Duration::from_mins(1), ..Clock::default() };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        engine.go(level(1200, 3, limits), move |report| sender.send(report).expect("a listener"));
        let told: Vec<Report> = reports.iter().collect();
        let [Report::Line(line), Report::Done(verdict)] = &told[..] else { panic!("{told:?}") };
        assert_eq!((line.rank, &verdict.lines[..]), (1, &[line.clone()][..]), "{fen}");
    }
}

#[test]
fn a_search_that_breaks_down_is_over_and_the_next_one_works() {
    let mut engine = engine();
    let (sender, ends) = mpsc::channel();
    engine.go(Limits::depth(3), move |report| match report {
        Report::Line(_) => panic!("on purpose"),
        Report::Done(verdict) => sender.send(verdict).expect("a listener"),
    });
    assert_eq!(ends.recv_timeout(PATIENCE), Ok(Verdict::default()));
    let ends = go(&mut engine, Limits::depth(3));
    assert!(ends.recv_timeout(PATIENCE).is_ok_and(|verdict| verdict.best().is_some()));
}

#[test]
fn a_second_task_ends_the_first_one() {
    let mut engine = engine();
    let first = go(&mut engine, Limits { infinite: true, ..Limits::default() });
    let second = go(&mut engine, Limits::depth(2));
    for ends in [first, second] {
        assert!(ends.recv_timeout(PATIENCE).is_ok_and(|verdict| verdict.best().is_some()));
        assert_eq!(ends.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected));
    }
}
