//! `tabiya match`, with engines that the tests bring along.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::fake::engine;
use crate::harness::{Folder, Run, run, tabiya};

/// A mate in one for White, who is to move.
const MATE: &str = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1\n7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\n";

/// Runs a match between two engines of `fake`.
fn play(a: &str, b: &str, args: &[&str]) -> Run {
    let (a, b) = (engine(a), engine(b));
    run(&[&["match", &a, &b], args].concat())
}

#[test]
fn the_better_engine_wins_its_pairs() {
    let folder = Folder::new("match-better");
    let (openings, games) = (folder.write("mate.epd", MATE), folder.path("games.pgn"));
    let args = ["--openings", &openings, "--games", "4", "--nodes", "10", "--concurrency", "2"];
    let page = play("mater", "simple", &[&args[..], &["--pgn", &games]].concat()).success();
    assert_eq!(
        page,
        "Mater vs Simple\n\
         games 4  wins 2  draws 2  losses 0  score 75.0 %\n\
         pairs 2  [LL, LD, WL+DD, WD, WW] [0, 0, 0, 2, 0]\n\
         Elo unknown: too few pairs, or all with the same score\n\
         Mater: illegal moves 0  time losses 0  crashes 0\n\
         Simple: illegal moves 0  time losses 0  crashes 0\n"
    );
    let record = folder.read("games.pgn");
    for text in [
        "[White \"Mater\"]\n[Black \"Simple\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"",
        "[Round \"2.2\"]\n[White \"Simple\"]",
        "[TimeControl \"10 nodes per move\"]\n[PlyCount \"1\"]\n[Termination \"normal\"]",
        "{[%eval 0.12] [%depth 3]",
        "{White wins by checkmate} 1-0",
    ] {
        assert!(record.contains(text), "{text} is missing:\n{record}");
    }
    assert!(run(&["pgn", "check", &games]).success().starts_with("games 4 "));
}

#[test]
fn a_match_is_resumed_where_it_was_stopped() {
    let folder = Folder::new("match-resume");
    let openings = folder.write("mate.epd", MATE);
    let games = folder.path("games.pgn");
    let args = ["--openings", &openings, "--each", "--nodes", "10", "--pgn", &games];
    let page = play("mater", "simple", &args).success();
    play("mater", "simple", &args)
        .refused(&format!("'{games}' already exists; use --resume to play its missing games"));

    // One game is complete, and one is cut off in the middle.
    let record = folder.read("games.pgn");
    let second = record.match_indices("[Event").nth(1).expect("a second game").0;
    folder.write("games.pgn", &record[..second + 300]);
    let resumed = [&args[..], &["--resume"]].concat();
    assert_eq!(play("mater", "simple", &resumed).success(), page);
    assert_eq!(play("mater", "simple", &resumed).success(), page);
    assert_eq!(folder.read("games.pgn").matches("[Round \"1.1\"]").count(), 1);

    let stranger = play("simple", "simple", &resumed);
    assert!(stranger.stderr.contains("belongs to a match with different players"), "{stranger:?}");
}

#[test]
fn an_engine_that_misbehaves_loses_and_the_match_goes_on() {
    for (name, limit, fault, termination) in [
        (
            "cheat",
            ["--nodes", "10"],
            "illegal moves 2  time losses 0  crashes 0",
            "rules infraction",
        ),
        ("mortal", ["--depth", "3"], "illegal moves 0  time losses 0  crashes 2", "abandoned"),
        ("sleeper", ["--tc", "0.1+0"], "illegal moves 0  time losses 2  crashes 0", "time forfeit"),
    ] {
        let folder = Folder::new(&format!("match-{name}"));
        let openings = folder.write("one.epd", "7k/8/8/8/8/8/8/KQ6 w - - 0 1");
        let games = folder.path("games.pgn");
        let args =
            ["--openings", &openings, "--each", "--pgn", &games, "--margin", "50", "--name-a", "X"];
        let run = play(name, "mater", &[&args[..], &limit].concat());
        assert_eq!(run.status, 0, "{run:?}");
        assert!(run.stdout.contains("games 2  wins 0  draws 0  losses 2"), "{run:?}");
        assert!(run.stdout.contains(&format!("X: {fault}\n")), "{run:?}");
        assert!(run.stderr.contains("game 1.1: X loses: "), "{run:?}");
        let mark = format!("[Termination \"{termination}\"]");
        assert_eq!(folder.read("games.pgn").matches(&mark).count(), 2);
    }
}

#[test]
fn a_sequential_test_ends_early_and_its_verdict_is_the_status() {
    let folder = Folder::new("match-sprt");
    let openings = folder.write("mate.epd", MATE);
    let args = ["--openings", &openings, "--nodes", "10", "--sprt", "0,200", "--games"];
    let won = play("mater", "simple", &[&args[..], &["2000"]].concat());
    assert_eq!(won.status, 0, "{won:?}");
    assert!(won.stdout.contains("H1 accepted") && !won.stdout.contains("games 2000"), "{won:?}");
    let open = play("mater", "simple", &[&args[..], &["2"]].concat());
    assert_eq!(open.status, 1, "{open:?}");
    assert!(open.stdout.contains("undecided"), "{open:?}");
}

#[test]
fn invalid_options_are_rejected_before_the_first_game() {
    let folder = Folder::new("match-refused");
    let bad = folder.write("bad.epd", "8/8/8/8/8/8/8/8 w - - 0 1\n");
    let simple = engine("simple");
    let table: [(&[&str], &str); 9] = [
        (
            &[],
            "the following required arguments were not provided: \
               <--nodes <N>|--depth <N>|--movetime <MS>|--tc <TIME+INC>> (try --help)",
        ),
        (
            &["--nodes", "0"],
            "invalid value '0' for '--nodes <N>': expected a whole number from 1 \
                             to 18446744073709551615 (try --help)",
        ),
        (
            &["--nodes", "1", "--tc", "1+0"],
            "the argument '--nodes <N>' cannot be used with '--tc <TIME+INC>' (try --help)",
        ),
        (
            &["--tc", "fast"],
            "invalid value 'fast' for '--tc <TIME+INC>': expected seconds, such as \
                             8+0.08 or 40/60+0.5 (try --help)",
        ),
        (&["--nodes", "1", "--games", "3"], "--games 3 is odd, but each opening is played twice"),
        (
            &["--nodes", "1", "--option-b", "Nerve=1"],
            "engine 'Simple': no option 'Nerve'; it has Hash, UCI_Chess960",
        ),
        (
            &["--nodes", "1", "--hash", "10"],
            "engine 'Simple': option Hash cannot be '10'; expected a number from 1 to 9",
        ),
        (
            &["--nodes", "1", "--sprt", "5,0"],
            "invalid value '5,0' for '--sprt <ELO0,ELO1[,ALPHA,BETA]>': expected two Elo \
          differences, smaller first, and optionally two error rates, such as 0,5 or 0,5,0.05,0.05 \
          (try --help)",
        ),
        (
            &["--nodes", "1", "--resume"],
            "the following required arguments were not provided: --pgn <FILE> (try --help)",
        ),
    ];
    for (args, line) in table {
        run(&[&["match", &simple, &simple], args].concat()).refused(line);
    }
    let run = run(&["match", &simple, &simple, "--nodes", "1", "--openings", &bad]);
    assert!(run.stderr.starts_with(&format!("tabiya: '{bad}': line 1: ")), "{run:?}");
    assert_eq!(run.status, 2);
}

#[test]
fn a_missing_engine_is_named() {
    let simple = engine("simple");
    let run = run(&["match", "./no-such-engine", &simple, "--nodes", "1"]);
    assert!(run.stderr.starts_with("tabiya: engine './no-such-engine': cannot be started: "));
    assert_eq!((run.status, run.stderr.lines().count()), (2, 1));
}

#[test]
#[cfg(unix)]
fn an_interrupted_match_keeps_and_summarizes_its_games() {
    let folder = Folder::new("match-interrupted");
    let games = folder.path("games.pgn");
    let mut child = tabiya()
        .args(["match", &engine("simple"), &engine("simple"), "--depth", "1", "--games", "1000000"])
        .args(["--report", "1", "--pgn", &games])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert!(line.starts_with("1/1000000  "), "{line}");
    // Twice at once, as `timeout` does it: the second does not mean impatience.
    for _ in 0..2 {
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
    }
    // Its progress lines must be read until the signal arrives.
    std::thread::spawn(move || stderr.lines().count());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let page = String::from_utf8(output.stdout).unwrap();
    let count = folder.read("games.pgn").matches("[Event ").count();
    assert!(page.contains(&format!("\ngames {count}  wins ")), "{count} games:\n{page}");
}
