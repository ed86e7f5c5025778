//! Lines of the protocol: what they mean, and that what is written reads back the same.

use std::time::Duration;

use chess::Square;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use uci::{
    BestMove, Bound, Command, Go, Info, OptionDeclaration, OptionKind, PositionCommand, Reply,
    Score, Start, UciMove, Value, Wdl,
};

/// Checks that lines are read, and how they are written.
#[track_caller]
fn commands(table: &[(&str, &str)]) {
    for (line, written) in table {
        let command = Command::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(command.to_string(), *written, "{line}");
        assert_eq!(Command::parse(written), Ok(command), "{line}");
    }
}

#[track_caller]
fn replies(table: &[(&str, &str)]) {
    for (line, written) in table {
        let reply = Reply::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(reply.to_string(), *written, "{line}");
        assert_eq!(Reply::parse(written), Ok(reply), "{line}");
    }
}

#[test]
fn commands_are_read_whatever_the_blanks() {
    commands(&[
        ("uci", "uci"),
        ("  isready \t", "isready"),
        ("ucinewgame\r\n", "ucinewgame"),
        ("debug  on", "debug on"),
        ("debug off", "debug off"),
        ("stop now", "stop"),
        ("ponderhit", "ponderhit"),
        ("quit", "quit"),
        ("register later", "register later"),
        ("register", "register"),
        ("setoption name Clear  Hash", "setoption name Clear Hash"),
        ("setoption name Hash value 64", "setoption name Hash value 64"),
        ("setoption name Book File value a  b.bin ", "setoption name Book File value a  b.bin"),
        ("setoption name X value <empty>", "setoption name X value <empty>"),
        ("setoption name X value", "setoption name X value <empty>"),
        ("setoption name X value value y", "setoption name X value value y"),
        ("position startpos", "position startpos"),
        ("position startpos moves", "position startpos"),
        ("position startpos moves e2e4 e7e8Q", "position startpos moves e2e4 e7e8q"),
        ("position fen 8/8  w - - moves e2e4", "position fen 8/8 w - - moves e2e4"),
    ]);
}

#[test]
fn a_search_is_read_in_any_order_and_past_what_means_nothing() {
    commands(&[
        ("go", "go"),
        ("go infinite", "go infinite"),
        ("go btime 5 wtime 7 binc 1 winc 2", "go wtime 7 btime 5 winc 2 binc 1"),
        ("go wtime -300 btime 99999999999999999999", "go wtime 0 btime 1099511627776"),
        ("go depth 5000000000", "go depth 4294967295"),
        ("go depth -3 nodes 10", "go depth 0 nodes 10"),
        ("go depth x nodes 10", "go nodes 10"),
        ("go fast depth 3 please nodes", "go depth 3"),
        ("go depth 3 depth 4", "go depth 4"),
        ("go searchmoves e2e4 d2d4 depth 2", "go depth 2 searchmoves e2e4 d2d4"),
        (
            "go ponder mate 3 movetime 50 movestogo 9 perft 2",
            "go ponder movetime 50 movestogo 9 mate 3 perft 2",
        ),
    ]);
}

#[test]
fn a_line_that_is_no_command_is_quoted() {
    for (line, message) in [
        ("", "the line is empty"),
        ("\n uci", "the line is empty"),
        ("UCI", "unknown command 'UCI'"),
        ("x\0y", "unknown command 'x\\0y'"),
        ("debug", "'' after debug; expected on or off"),
        ("debug maybe", "'maybe' after debug; expected on or off"),
        ("setoption Hash", "'Hash' after setoption; expected, for example, name Hash value 64"),
        (
            "setoption name value 3",
            "'name value 3' after setoption; expected, for example, name Hash value 64",
        ),
        ("position", "'' after position; expected startpos or fen …"),
        ("position fen", "'fen' after position; expected startpos or fen …"),
        ("position e2e4", "'e2e4' after position; expected startpos or fen …"),
        ("position startpos moves e2e4 e9", "'e9' is not a move such as e2e4 or e7e8q"),
    ] {
        assert_eq!(Command::parse(line).unwrap_err().to_string(), message);
    }
}

#[test]
fn a_position_is_resolved_or_its_first_bad_move_named() {
    let resolve = |line: &str| match Command::parse(line) {
        Ok(Command::Position(place)) => place.resolve(),
        other => panic!("{other:?}"),
    };
    let (start, moves) = resolve("position startpos moves e2e4 e7e5 g1f3").unwrap();
    assert_eq!((start, moves.len()), (chess::Position::default(), 3));
    let castled = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8a8";
    assert!(resolve(castled).unwrap().1.iter().all(|m| m.is_castle()));
    for (line, message) in [
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", ""),
        ("position fen x w", "the board 'x' "),
        ("position startpos moves e2e4 e2e4 e7e5", "move 2, e2e4: "),
    ] {
        let error = resolve(line).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn replies_are_read() {
    replies(&[
        ("id name Stockfish 15.1", "id name Stockfish 15.1"),
        ("id author the developers", "id author the developers"),
        ("uciok", "uciok"),
        ("readyok", "readyok"),
        ("bestmove e2e4 ponder e7e5", "bestmove e2e4 ponder e7e5"),
        ("bestmove e2e4 ponder (none)", "bestmove e2e4"),
        ("bestmove (none)", "bestmove (none)"),
        ("bestmove 0000", "bestmove (none)"),
        ("copyprotection ok", "copyprotection ok"),
        ("registration checking", "registration checking"),
        ("info", "info"),
        ("info string  hello  there ", "info string hello  there"),
        ("info depth 3 string depth 4", "info depth 3 string depth 4"),
        ("info pv e2e4 e7e5 depth 9", "info depth 9 pv e2e4 e7e5"),
        ("info score cp -5 upperbound nodes 7", "info score cp -5 upperbound nodes 7"),
        ("info score lowerbound mate -3", "info score mate -3 lowerbound"),
        ("info score cp 99999999999 wdl 1 2 997", "info score cp 2147483647 wdl 1 2 997"),
        ("info score cp x depth 2", "info depth 2"),
        ("info currmove e2e4 currmovenumber 1 cpuload 5", "info currmove e2e4 currmovenumber 1"),
        (
            "info depth 1 seldepth 2 multipv 3 nodes 4 nps 5 hashfull 6 tbhits 7 time 8",
            "info depth 1 seldepth 2 multipv 3 nodes 4 nps 5 hashfull 6 tbhits 7 time 8",
        ),
    ]);
    for line in ["", "hello", "id", "id rank 3", "option", "option name X", "option name type spin"]
    {
        assert!(Reply::parse(line).is_err(), "{line}");
    }
    let error = Reply::parse("bestmove resign").unwrap_err().to_string();
    assert_eq!(error, "bestmove 'resign' is not a move such as e2e4 or e7e8q");
}

#[test]
fn option_declarations_are_read() {
    replies(&[
        (
            "option name Ponder type check default true",
            "option name Ponder type check default true",
        ),
        ("option name Ponder type check", "option name Ponder type check default false"),
        (
            "option name Hash type spin max 9 min 1 default 3",
            "option name Hash type spin default 3 min 1 max 9",
        ),
        ("option name Clear Hash type button", "option name Clear Hash type button"),
        (
            "option name Style type combo default Very Solid var Very Solid var Risky",
            "option name Style type combo default Very Solid var Very Solid var Risky",
        ),
        (
            "option name File type string default <empty>",
            "option name File type string default <empty>",
        ),
        ("option name File type string", "option name File type string default <empty>"),
        (
            "option name A type type string default a default b",
            "option name A type type string default a default b",
        ),
    ]);
}

#[test]
fn an_option_takes_what_it_declares() {
    let option = |line: &str| match Reply::parse(line) {
        Ok(Reply::Option(option)) => option,
        other => panic!("{other:?}"),
    };
    for (line, value, message) in [
        ("option name C type check", Some("true"), ""),
        (
            "option name C type check",
            Some("yes"),
            "option C cannot be 'yes'; expected true or false",
        ),
        ("option name S type spin min 1 max 9", Some("9"), ""),
        (
            "option name S type spin min 1 max 9",
            Some("10"),
            "option S cannot be '10'; expected a number from 1 to 9",
        ),
        (
            "option name S type spin min 1 max 9",
            None,
            "option S needs a value: a number from 1 to 9",
        ),
        ("option name O type combo var A var B", Some("b"), ""),
        (
            "option name O type combo var A var B",
            Some("c"),
            "option O cannot be 'c'; expected one of A, B",
        ),
        ("option name B type button", None, ""),
        (
            "option name B type button",
            Some("1"),
            "option B cannot be '1'; expected no value, as it is a button",
        ),
        ("option name T type string", Some(""), ""),
        (
            "option name T type string",
            Some("a\nquit"),
            "option T cannot be 'a\\nquit'; expected one line of text",
        ),
    ] {
        let told =
            option(line).check(value).map_or_else(|error| error.to_string(), |()| String::new());
        assert_eq!(told, message, "{line}");
    }
}

fn coordinates() -> impl Strategy<Value = UciMove> {
    let promotions = option::weighted(0.2, prop::sample::select(vec!['n', 'b', 'r', 'q']));
    let square = || prop::sample::select(Square::ALL.to_vec());
    (square(), square(), promotions).prop_map(|(from, to, letter)| UciMove {
        from,
        to,
        promotion: letter.and_then(chess::Role::from_char),
    })
}

fn time() -> impl Strategy<Value = Option<Duration>> {
    option::of((0_u64..1 << 40).prop_map(Duration::from_millis))
}

/// Words of a name, none of which ends it.
fn name() -> impl Strategy<Value = String> {
    vec("[A-Z][a-z0-9_]{0,8}", 1..4).prop_map(|words| words.join(" "))
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[!-;=-~]([ -~]{0,20}[!-~])?"]
}

fn go() -> impl Strategy<Value = Go> {
    let clocks = (time(), time(), time(), time(), time());
    let small = || option::of(any::<u32>());
    let limits = (small(), small(), small(), small(), option::of(any::<u64>()));
    (vec(coordinates(), 0..4), any::<(bool, bool)>(), clocks, limits).prop_map(
        |(searchmoves, (ponder, infinite), clocks, limits)| {
            let (wtime, btime, winc, binc, movetime) = clocks;
            let (movestogo, depth, mate, perft, nodes) = limits;
            Go {
                searchmoves,
                ponder,
                wtime,
                btime,
                winc,
                binc,
                movestogo,
                depth,
                nodes,
                mate,
                movetime,
                infinite,
                perft,
            }
        },
    )
}

fn place() -> impl Strategy<Value = PositionCommand> {
    let fen = vec("[a-l/0-9KQ-]{1,9}", 1..6).prop_map(|words| Start::Fen(words.join(" ")));
    (prop_oneof![Just(Start::Startpos), fen], vec(coordinates(), 0..9))
        .prop_map(|(start, moves)| PositionCommand { start, moves })
}

fn info() -> impl Strategy<Value = Info> {
    let small = || option::of(any::<u32>());
    let large = || option::of(any::<u64>());
    let bound = prop::sample::select(vec![Bound::Exact, Bound::Lower, Bound::Upper]);
    let number =
        prop_oneof![any::<i32>().prop_map(Value::Centipawns), any::<i32>().prop_map(Value::Mate)];
    let score = option::of((number, bound).prop_map(|(value, bound)| Score { value, bound }));
    let wdl = any::<(u32, u32, u32)>().prop_map(|(win, draw, loss)| Wdl { win, draw, loss });
    let counts = (small(), small(), small(), small(), small(), large(), large(), large());
    let rest = (option::of(coordinates()), vec(coordinates(), 0..9), option::of(value()));
    (counts, score, option::of(wdl), time(), rest).prop_map(|(counts, score, wdl, time, rest)| {
        let (depth, seldepth, multipv, hashfull, currmovenumber, nodes, nps, tbhits) = counts;
        let (currmove, pv, string) = rest;
        Info {
            depth,
            seldepth,
            multipv,
            score,
            wdl,
            nodes,
            nps,
            hashfull,
            tbhits,
            time,
            currmove,
            currmovenumber,
            pv,
            string,
        }
    })
}

fn kind() -> impl Strategy<Value = OptionKind> {
    prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<(i64, i64, i64)>().prop_map(|(default, min, max)| OptionKind::Spin {
            default,
            min,
            max
        }),
        (name(), vec(name(), 0..4))
            .prop_map(|(default, choices)| OptionKind::Combo { default, choices }),
        Just(OptionKind::Button),
        value().prop_map(|default| OptionKind::String { default }),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        (name(), option::of(value())).prop_map(|(name, value)| Command::SetOption { name, value }),
        place().prop_map(Command::Position),
        go().prop_map(Command::Go),
        any::<bool>().prop_map(Command::Debug),
    ]
}

fn reply() -> impl Strategy<Value = Reply> {
    prop_oneof![
        value().prop_map(Reply::IdName),
        (name(), kind()).prop_map(|(name, kind)| Reply::Option(OptionDeclaration { name, kind })),
        (option::of(coordinates()), option::of(coordinates()))
            .prop_map(|(played, ponder)| Reply::BestMove(BestMove { played, ponder })),
        info().prop_map(Reply::Info),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_command_reads_back_the_same(command in command()) {
        prop_assert_eq!(Command::parse(&command.to_string()), Ok(command));
    }

    #[test]
    fn a_reply_reads_back_the_same(reply in reply()) {
        prop_assert_eq!(Reply::parse(&reply.to_string()), Ok(reply));
    }

    #[test]
    fn no_text_does_harm(
        word in "(go|position|setoption name|info|option name|bestmove|id name)? ?",
        text in "\\PC*|[a-h1-8 ]*|(moves |fen |value |type spin |pv |score cp |[0-9-]{1,30} )*",
    ) {
        let line = format!("{word}{text}");
        if let Ok(command) = Command::parse(&line) {
            prop_assert_eq!(Command::parse(&command.to_string()), Ok(command));
        }
        if let Ok(reply) = Reply::parse(&line) {
            prop_assert_eq!(Reply::parse(&reply.to_string()), Ok(reply));
        }
    }
}
