//! The engine as those see it who drive it: one answer for every task, in the background, however
//! the task ends.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use chess::Move;
use engine::{
    Clock, Engine, Level, Limits, Root, SearchEvent, SearchResult, Settings, Task, Value,
};

/// More than any of these takes on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(20);
/// Long enough to be sure that a thread is waiting.
const A_WHILE: Duration = Duration::from_millis(100);

fn engine() -> Engine {
    Engine::new(&Settings { hash_mb: 1, ..Settings::default() }).expect("a megabyte")
}

/// Starts a task and gives the ends that it reports.
fn go(engine: &mut Engine, task: impl Into<Task>) -> Receiver<SearchResult> {
    let (sender, ends) = mpsc::channel();
    engine.go(task, move |report| {
        if let SearchEvent::Done(result) = report {
            // The receiver may be gone.
            let _ = sender.send(result);
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
        let result = ends.recv_timeout(PATIENCE).expect("an answer");
        let best = result.best().expect("the game is not over");
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
            let result = ends.recv_timeout(PATIENCE).expect("an answer");
            assert_eq!(result.best().is_some(), engine.position().position().has_moves());
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
        let reported: Vec<SearchEvent> = reports.iter().collect();
        let [SearchEvent::Pv(line), SearchEvent::Done(result)] = &reported[..] else {
            panic!("{reported:?}")
        };
        assert_eq!((line.multipv, &result.lines[..]), (1, &[line.clone()][..]), "{fen}");
    }
}

#[test]
fn a_search_that_breaks_down_is_over_and_the_next_one_works() {
    let mut engine = engine();
    let (sender, ends) = mpsc::channel();
    engine.go(Limits::depth(3), move |report| match report {
        SearchEvent::Pv(_) => panic!("on purpose"),
        SearchEvent::Done(result) => sender.send(result).expect("a listener"),
    });
    assert_eq!(ends.recv_timeout(PATIENCE), Ok(SearchResult::default()));
    let ends = go(&mut engine, Limits::depth(3));
    assert!(ends.recv_timeout(PATIENCE).is_ok_and(|result| result.best().is_some()));
}

#[test]
fn a_second_task_ends_the_first_one() {
    let mut engine = engine();
    let first = go(&mut engine, Limits { infinite: true, ..Limits::default() });
    let second = go(&mut engine, Limits::depth(2));
    for ends in [first, second] {
        assert!(ends.recv_timeout(PATIENCE).is_ok_and(|result| result.best().is_some()));
        assert_eq!(ends.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected));
    }
}

/// Positions with something to change one's mind about.
const POSITIONS: [&str; 6] = [
    "r1bq1rk1/1pp1bpp1/p1n1p3/3pP1Pp/3P3P/2P2N2/PP1N1PK1/R1BQ1R2 w - - 1 14",
    "r3k2r/pp2bpp1/2p2q1p/8/1P1P3n/1Q1B3P/P4P1P/R1B2RK1 w kq - 1 16",
    "1r4k1/4bpp1/b1p2n1p/Bp2pP2/p3P3/P1Nr2PP/1P4K1/3R1R2 w - - 0 23",
    "8/6R1/1p2kn2/7p/4P3/5P2/r2BK1PP/8 w - - 5 32",
    "2rq1rk1/pp1bppbp/2np1np1/8/3NP3/1BN1BP2/PPPQ2PP/2KR3R b - - 2 12",
    "5rk1/p1q2ppp/2p1n3/1p2P3/8/1QP3P1/PP4BP/5R1K w - - 1 29",
];

// GUIs show the last line: it has to begin with the move that is played.
#[test]
fn the_last_line_that_is_told_begins_with_the_move_that_is_played() {
    let nodes = [1, 2, 50, 700, 1500, 3000, 5500, 9000, 14_000, 25_000].map(Limits::nodes);
    let depths = [0, 1, 5].map(Limits::depth);
    let times = [1, 7, 23]
        .map(|time| Limits { move_time: Some(Duration::from_millis(time)), ..Limits::default() });
    let until_stopped = [Limits { infinite: true, ..Limits::default() }];
    for (threads, lines) in [(1, 1), (2, 1), (2, 3)] {
        let settings = Settings { hash_mb: 1, threads, multi_pv: lines, ..Settings::default() };
        let mut engine = Engine::new(&settings).expect("a megabyte");
        for fen in POSITIONS {
            engine.set_position(Root::new(fen.parse().expect("a position")));
            for limits in [&nodes[..], &depths, &times, &until_stopped].concat() {
                let (sender, reports) = mpsc::channel();
                engine.go(limits.clone(), move |report| sender.send(report).expect("a listener"));
                if limits.infinite {
                    std::thread::sleep(Duration::from_millis(15));
                    engine.stop();
                }
                check_last_line(reports.iter(), &format!("{fen} {limits:?} {threads} {lines}"));
            }
        }
    }
}

/// Checks that a search reports lines, and last the best one, with the move that it plays.
fn check_last_line(reports: impl Iterator<Item = SearchEvent>, what: &str) {
    let mut reported = None;
    for report in reports {
        match report {
            SearchEvent::Pv(line) if line.multipv == 1 => reported = line.moves.first().copied(),
            SearchEvent::Pv(_) => {}
            SearchEvent::Done(result) => {
                assert!(
                    result.best().is_some() && result.best() == reported,
                    "{what}: {reported:?}"
                );
            }
        }
    }
}

#[test]
fn a_search_for_a_mate_ends_with_and_without_one() {
    let mate = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1";
    for (fen, within, lines, found) in [
        (mate, 1, 1, false),
        (mate, 2, 1, true),
        (mate, 2, 3, true),
        (POSITIONS[0], 2, 1, false),
        (POSITIONS[3], 3, 2, false),
        (POSITIONS[3], 0, 1, false),
    ] {
        let settings = Settings { hash_mb: 1, multi_pv: lines, ..Settings::default() };
        let mut engine = Engine::new(&settings).expect("a megabyte");
        engine.set_position(Root::new(fen.parse().expect("a position")));
        let ends = go(&mut engine, Limits { mate: Some(within), ..Limits::default() });
        let result = ends.recv_timeout(PATIENCE).expect("an answer");
        let value = result.lines[0].value;
        let is_mate = matches!(value, Value::Mate(moves) if moves > 0 && moves <= within as i32);
        assert_eq!(is_mate, found, "{fen} in {within} with {lines}: {value:?}");
    }
}
