//! Programs that say anything at all: whatever was sent, every `go` gets its one move, every
//! `isready` its answer, and the program goes on listening.

use random::SplitMix64;
use uci::{Command, Line, Lines};

use crate::dialogue::Dialogue;

fn pick<'a>(random: &mut SplitMix64, words: &[&'a str]) -> &'a str {
    random.choose(words).expect("some words")
}

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "40",
    "-1",
    "-7",
    "+5",
    "1.5",
    "1e9",
    "0x10",
    "2147483648",
    "4294967296",
    "-9223372036854775809",
    "18446744073709551616",
    "99999999999999999999999999",
    "٣",
    "NaN",
];

const UCI: &[&str] = &[
    "uci",
    "isready",
    "debug",
    "on",
    "setoption",
    "name",
    "value",
    "Hash",
    "Clear",
    "Threads",
    "MultiPV",
    "Ponder",
    "UCI_Elo",
    "UCI_LimitStrength",
    "Seed",
    "true",
    "false",
    "<empty>",
    "register",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "e1h1",
    "e7e8q",
    "0000",
    "go",
    "go",
    "go",
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
    "stop",
    "ponderhit",
    "quitt",
    "8/8/8/8/8/8/8/8",
    "w",
    "-",
    "7k/5KQ1/8/8/8/8/8/8",
    "b",
    "é",
    "\u{0}",
];

const PIPE: &[&str] = &[
    "INIT",
    "DEPTH",
    "MOVES",
    "MOVE",
    "AI_MOVE",
    "STATUS",
    "status",
    "e2",
    "e2e4",
    "e7e5",
    "e7e8q",
    "i9",
    "STATUS\u{0}",
    "é",
    "QUITT",
];

/// Words of a protocol and numbers, in any order, the first of a line more often a sensible one.
fn babble(random: &mut SplitMix64, words: &[&str], numbers: &[&str]) -> Vec<u8> {
    let mut text = String::new();
    for _ in 0..150 {
        for _ in 0..random.below(7) {
            let word = if random.below(3) == 0 { numbers } else { words };
            text.push_str(pick(random, word));
            text.push_str(pick(random, &[" ", " ", " ", "\t", "  "]));
        }
        text.push_str(pick(random, &["\n", "\n", "\r\n", "\n\n"]));
    }
    text.into_bytes()
}

/// Sentences that mean something, but with numbers and words that do not fit, and half said.
fn sentences(random: &mut SplitMix64) -> Vec<u8> {
    const STARTS: &[&str] = &[
        "go depth",
        "go nodes",
        "go movetime",
        "go wtime",
        "go mate",
        "go perft",
        "go infinite",
        "go ponder wtime",
        "setoption name Hash value",
        "setoption name Threads value",
        "setoption name MultiPV value",
        "setoption name UCI_Elo value",
        "setoption name Seed value",
        "setoption name UCI_LimitStrength value true",
        "position startpos moves e2e4",
        "position fen",
        "position fen 7k/5KQ1/8/8/8/8/8/8 b - -",
        "isready",
        "stop",
        "ponderhit",
        "ucinewgame",
    ];
    let mut text = Vec::new();
    for _ in 0..150 {
        let line = format!("{} {}", pick(random, STARTS), pick(random, NUMBERS));
        let whole = random.below(8) > 0;
        let end = if whole { line.len() } else { random.below(line.len()) };
        text.extend_from_slice(&line.as_bytes()[..end]);
        text.push(b'\n');
    }
    text
}

fn noise(random: &mut SplitMix64, length: usize) -> Vec<u8> {
    (0..length).map(|_| random.below(256) as u8).collect()
}

/// A line that is longer than anybody reads.
fn long_line(random: &mut SplitMix64) -> Vec<u8> {
    const LENGTH: usize = 2 << 20;
    let word =
        pick(random, &["go depth 1 ", "position startpos moves e2e4 ", "isready ", "\u{0}", "é"]);
    let mut line = word.repeat(LENGTH / word.len());
    line.push('\n');
    line.into_bytes()
}

fn streams(words: &[&str], numbers: &[&str]) -> Vec<Vec<u8>> {
    let mut random = SplitMix64::new(20);
    let mut streams: Vec<Vec<u8>> = (0..8).map(|_| babble(&mut random, words, numbers)).collect();
    streams.extend((0..3).map(|_| noise(&mut random, 50_000)));
    streams.extend((0..3).map(|_| long_line(&mut random)));
    streams.push(vec![0; 5_000]);
    streams.push(b"\n".repeat(5_000));
    streams
}

/// How many moves and how many signs of life a stream asks for.
fn asked(stream: &[u8]) -> (usize, usize) {
    let (mut moves, mut signs) = (0, 0);
    let mut lines = Lines::new(stream);
    while let Some(line) = lines.read().expect("memory can be read") {
        let Line::Whole(line) = line else { continue };
        match Command::parse(&line) {
            Ok(Command::Go(go)) if go.perft.is_none() => moves += 1,
            Ok(Command::IsReady) => signs += 1,
            _ => {}
        }
    }
    (moves, signs)
}

#[test]
fn every_go_has_its_move_whatever_else_is_said() {
    let mut random = SplitMix64::new(77);
    let mut streams = streams(UCI, NUMBERS);
    streams.extend((0..8).map(|_| sentences(&mut random)));
    for (index, stream) in streams.iter().enumerate() {
        let mut dialogue = Dialogue::start("uci");
        dialogue.send(stream);
        dialogue.say("\nstop\nno-more");
        let mut output = dialogue.until("info string error: unknown command 'no-more'");
        output.extend(dialogue.ask("isready", "readyok"));
        dialogue.say("quit");
        output.extend(dialogue.end());
        let count = |start: &str| output.iter().filter(|line| line.starts_with(start)).count();
        let (moves, signs) = asked(stream);
        assert_eq!(count("bestmove "), moves, "stream {index}: {}", stream.escape_ascii());
        assert_eq!(count("readyok"), signs + 1, "stream {index}: {}", stream.escape_ascii());
    }
}

#[test]
fn the_line_protocol_goes_on_whatever_is_said() {
    // A depth that is refused is as good as any; one of 64 would take its time.
    let numbers = ["0", "1", "2", "65", "-1", "1.5", "99999999999999999999", "٣"];
    for (index, stream) in streams(PIPE, &numbers).iter().enumerate() {
        let mut dialogue = Dialogue::start("pipe");
        dialogue.send(stream);
        dialogue.say("\nINIT\nSTATUS\nQUIT");
        let output = dialogue.end();
        let last = &output[output.len() - 2..];
        assert_eq!(last, ["OK", "STATUS white playing"], "stream {index}");
    }
}
