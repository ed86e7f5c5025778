//! `tabiya pgn check`, `convert` and `stats`. How PGN is read is tested where that is written;
//! here, what the commands make of it.

use random::SplitMix64;

use crate::harness::{Folder, Run, run, run_with_input, tabiya};

/// Two games that could be tidier, and no fault in them.
const UNTIDY: &str = "\
[White \"Morphy\"]
[Black \"Allies\"]
[Date \"1858.11.02\"]
[ECO \"C41\"]
1.e4 e5 2.Nf3 d6 (2...Nc6 3.Bb5) 3.d4 1-0


[White \"Allies\"]\r
[Black \"Nobody\"]\r
[Result \"1/2-1/2\"]\r
[Date \"1858.??.??\"]\r
1. d2-d4!  d5 {quiet} 1/2-1/2\r
";

/// The same, tidy.
const TIDY: &str = "\
[Event \"?\"]
[Site \"?\"]
[Date \"1858.11.02\"]
[Round \"?\"]
[White \"Morphy\"]
[Black \"Allies\"]
[Result \"1-0\"]
[ECO \"C41\"]

1. e4 e5 2. Nf3 d6 (2... Nc6 3. Bb5) 3. d4 1-0

[Event \"?\"]
[Site \"?\"]
[Date \"1858.??.??\"]
[Round \"?\"]
[White \"Allies\"]
[Black \"Nobody\"]
[Result \"1/2-1/2\"]

1. d4 $1 d5 {quiet} 1/2-1/2

";

/// A king that moves too far in the first of two games.
const FAULTY: &str = "1. e4 e5 2. Ke3 Nc6 *\n\n1. d4 d5 *\n";

/// Bytes that are no PGN, the same every time.
fn garbage() -> Vec<u8> {
    let mut random = SplitMix64::new(1);
    (0..100_000).map(|_| random.below(256) as u8).collect()
}

/// Expects lines that each begin with `NAME:LINE:COLUMN: `.
#[track_caller]
fn assert_errors(lines: &[&str], name: &str) {
    for line in lines {
        let rest = line.strip_prefix(&format!("{name}:")).unwrap_or_else(|| panic!("{line}"));
        let mut parts = rest.splitn(3, ':');
        let mut number = || parts.next().and_then(|part| part.parse::<usize>().ok());
        assert!(number().is_some_and(|line| line > 0), "{line}");
        assert!(number().is_some_and(|column| column > 0), "{line}");
        assert!(parts.next().is_some_and(|message| message.len() > 1), "{line}");
    }
}

#[test]
fn a_sound_file_is_counted() {
    for (content, last) in [
        ("", "games 0  moves 0  errors 0\n"),
        (UNTIDY, "games 2  moves 9  errors 0\n"),
        (TIDY, "games 2  moves 9  errors 0\n"),
    ] {
        let file = Folder::new("sound").write("games.pgn", content);
        assert_eq!(run(&["pgn", "check", &file]).success(), last);
        assert_eq!(run_with_input(&["pgn", "check", "-"], content.as_bytes()).success(), last);
    }
}

#[test]
fn a_fault_is_listed_with_its_place_and_the_answer_is_no() {
    let file = Folder::new("faulty").write("games.pgn", FAULTY);
    for (name, Run { status, stdout, stderr }) in [
        (file.as_str(), run(&["pgn", "check", &file])),
        ("-", run_with_input(&["pgn", "check", "-"], FAULTY.as_bytes())),
    ] {
        let lines: Vec<&str> = stdout.lines().collect();
        assert!(lines[0].starts_with(&format!("{name}:1:13: ")), "{stdout}");
        assert_eq!(lines[1..], ["games 2  moves 4  errors 1"]);
        assert_eq!((status, stderr.as_str()), (1, ""));
    }
}

#[test]
fn garbage_has_faults_and_does_no_harm() {
    let folder = Folder::new("garbage");
    let file = folder.write("games.pgn", garbage());
    let Run { status, stdout, stderr } = run(&["pgn", "check", &file]);
    let lines: Vec<&str> = stdout.lines().collect();
    let (last, errors) = lines.split_last().unwrap();
    assert_errors(errors, &file);
    assert!(last.ends_with(&format!("  errors {}", errors.len())), "{last}");
    assert_eq!((status, stderr.as_str()), (1, ""));

    let converted = run(&["pgn", "convert", &file]);
    assert_errors(&converted.stderr.lines().collect::<Vec<_>>(), &file);
    assert_eq!(converted.status, 1);
    run(&["pgn", "stats", &file]).success();
}

#[test]
fn a_reader_who_leaves_has_had_the_answer() {
    for (content, status) in [(TIDY, 0), (FAULTY, 1)] {
        let file = Folder::new("leaves").write("games.pgn", content);
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = tabiya().args(["pgn", "check", &file]).stdout(writer).output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(status), vec![]));
    }
}

#[test]
fn a_file_that_cannot_be_read_is_refused() {
    let folder = Folder::new("unreadable");
    let (missing, directory) = (folder.path("missing.pgn"), folder.path("."));
    for task in ["check", "convert", "stats"] {
        for (file, reason) in [(&missing, "No such file"), (&directory, "Is a directory")] {
            let Run { status, stdout, stderr } = run(&["pgn", task, file]);
            let expected = format!("tabiya: cannot read '{file}': {reason}");
            assert!(stderr.starts_with(&expected), "{stderr}");
            assert_eq!((status, stdout.as_str(), stderr.lines().count()), (2, "", 1));
        }
    }
}

#[test]
fn conversion_tidies_up_once_and_for_all() {
    let file = Folder::new("tidy").write("games.pgn", UNTIDY);
    assert_eq!(run(&["pgn", "convert", &file]).success(), TIDY);
    assert_eq!(run_with_input(&["pgn", "convert", "-"], TIDY.as_bytes()).success(), TIDY);
    assert_eq!(run_with_input(&["pgn", "convert", "-"], b"").success(), "");
}

#[test]
fn conversion_writes_what_could_be_read() {
    let Run { status, stdout, stderr } =
        run_with_input(&["pgn", "convert", "-"], FAULTY.as_bytes());
    assert!(stdout.contains("\n1. e4 e5 {Ke3 Nc6} *\n"), "{stdout}");
    assert!(stdout.contains("\n1. d4 d5 *\n"), "{stdout}");
    assert!(stderr.starts_with("-:1:13: "), "{stderr}");
    assert_eq!((status, stderr.lines().count()), (1, 1));
}

#[test]
fn a_new_file_takes_its_place_when_it_is_complete() {
    let folder = Folder::new("place");
    let input = folder.write("in.pgn", UNTIDY);
    let output = folder.path("out.pgn");
    // Where nothing was, where something was, and onto itself.
    assert_eq!(run(&["pgn", "convert", &input, "-o", &output]).success(), "");
    assert_eq!(folder.read("out.pgn"), TIDY);
    folder.write("out.pgn", "something older, and longer than what comes now\n".repeat(100));
    assert_eq!(run(&["pgn", "convert", &input, "--output", &output]).success(), "");
    assert_eq!(folder.read("out.pgn"), TIDY);
    assert_eq!(run(&["pgn", "convert", "-o", &input, &input]).success(), "");
    assert_eq!(folder.read("in.pgn"), TIDY);
    assert_eq!(folder.names(), ["in.pgn", "out.pgn"]);
}

#[test]
fn what_was_there_stays_when_the_conversion_fails() {
    let folder = Folder::new("stays");
    let output = folder.write("out.pgn", "precious\n");
    let unreadable = folder.path(".");
    assert_eq!(run(&["pgn", "convert", &unreadable, "-o", &output]).status, 2);
    assert_eq!(folder.read("out.pgn"), "precious\n");
    assert_eq!(folder.names(), ["out.pgn"]);
}

#[test]
fn a_file_is_not_replaced_by_less_of_itself() {
    let folder = Folder::new("less");
    let text = "1. e4 e5 2. Ke3 Nc6 *\n";
    let file = folder.write("in.pgn", text);
    let Run { status, stdout, stderr } = run(&["pgn", "convert", &file, "-o", &file]);
    let expected = format!("tabiya: '{file}' is not replaced because data would be lost");
    assert!(stderr.starts_with(&expected), "{stderr}");
    assert_eq!((status, stdout.as_str(), stderr.lines().count()), (2, "", 1));
    assert_eq!(folder.read("in.pgn"), text);
    assert_eq!(folder.names(), ["in.pgn"]);
    // What can be made good is.
    folder.write("in.pgn", "1. e4 e5 (1... c5");
    assert_eq!(run(&["pgn", "convert", &file, "-o", &file]).status, 1);
    assert!(folder.read("in.pgn").contains("1. e4 e5 (1... c5) *"));
}

#[test]
fn a_place_that_cannot_be_written_is_refused() {
    let folder = Folder::new("unwritable");
    let input = folder.write("in.pgn", UNTIDY);
    for (output, reason) in
        [(folder.path("missing/out.pgn"), "No such file"), (folder.path("."), "is a directory")]
    {
        let Run { status, stdout, stderr } = run(&["pgn", "convert", &input, "-o", &output]);
        let expected = format!("tabiya: cannot write '{output}': {reason}");
        assert!(stderr.starts_with(&expected), "{stderr}");
        assert_eq!((status, stdout.as_str(), stderr.lines().count()), (2, "", 1));
    }
    assert_eq!(folder.names(), ["in.pgn"]);
}

#[test]
#[cfg(unix)]
fn links_and_permissions_survive_a_conversion() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("links");
    let file = folder.write("games.pgn", UNTIDY);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path("link.pgn");
    std::os::unix::fs::symlink("games.pgn", &link).unwrap();
    run(&["pgn", "convert", &link, "-o", &link]).success();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(folder.read("games.pgn"), TIDY);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);

    fs::set_permissions(&file, fs::Permissions::from_mode(0o440)).unwrap();
    let refusal = format!("cannot write '{file}': permission denied");
    run(&["pgn", "convert", &file, "-o", &file]).refused(&refusal);

    // A device is written to, not replaced.
    run(&["pgn", "convert", &file, "-o", "/dev/null"]).success();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn statistics_fill_one_page() {
    let no_moves = "[White \"Morphy\"]\n[Black \"?\"]\n[Date \"1900.01.01\"]\n\n*\n";
    let from_a_setup = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n";
    let file = [UNTIDY, no_moves, from_a_setup, FAULTY].join("\n");
    let page = run_with_input(&["pgn", "stats", "-"], file.as_bytes()).success();
    assert_eq!(
        page,
        "\
games           6
results         1-0      1   16.7 %
                0-1      0    0.0 %
                1/2-1/2  1   16.7 %
                *        4   66.7 %
average length  1.2 moves
shortest        1 move  ? - ? (line 20)
longest         3 moves  Morphy - Allies, 1858.11.02 (line 1)
players         3
dates           1858.??.?? to 1900.01.01
openings        1. d4 d5            2   33.3 %
                1. e4 e5            1   16.7 %
                1. e4 e5 2. Nf3 d6  1   16.7 %
ECO             C41  1   16.7 %
errors          1
"
    );
    assert!(run_with_input(&["pgn", "stats", "-"], b"").success().starts_with("games           0"));
}
