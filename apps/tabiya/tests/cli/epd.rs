//! `tabiya epd`.

use std::path::Path;

use crate::harness::{Folder, run, run_with_input};

const SUITE: &str = "\
# Three that are easy and one whose answer is wrong.

7k/R7/6K1/8/8/8/8/8 w - - bm Ra8#; id \"mate\";
7k/R7/6K1/8/8/8/8/8 w - - bm #1;
7k/R7/6K1/8/8/8/8/8 w - - am Ra1; id \"avoid\";
7k/R7/6K1/8/8/8/8/8 w - - bm Rb7; id \"wrong\"; c8 \"9 4\"; c9 \"a7b7 a7a8\";
";

#[test]
fn each_position_has_a_line_and_the_last_one_counts() {
    let folder = Folder::new("epd-suite");
    let file = folder.write("suite.epd", SUITE);
    let options: [&[&str]; 3] = [&["--nodes", "2000"], &["--depth", "4"], &["--concurrency", "3"]];
    for options in options {
        let page = run(&[&["epd", &file], options].concat()).success();
        let lines: Vec<&str> = page.lines().collect();
        let starts = ["mate ", "line 4 ", "avoid ", "wrong "];
        assert_eq!(lines.len(), 7, "{page}");
        for (line, start) in lines.iter().zip(starts) {
            assert!(line.starts_with(start), "{line}");
        }
        let fields: Vec<&str> = lines[0].split_whitespace().collect();
        assert_eq!(fields[..5], ["mate", "ok", "Ra8#", "#1", "depth"]);
        assert_eq!(fields[6], "nodes");
        assert!(lines[3].contains("  --  Ra8#"), "{page}");
        assert_eq!(lines[4..], ["shortest mates 1 / 1", "points 4 / 9", "solved 3 / 4"]);
    }
}

#[test]
fn the_result_does_not_depend_on_who_solves_it() {
    let args = |workers| ["epd", "-", "--nodes", "3000", "--concurrency", workers];
    let one = run_with_input(&args("1"), SUITE.as_bytes()).success();
    assert_eq!(run_with_input(&args("4"), SUITE.as_bytes()).success(), one);
}

#[test]
fn a_suite_without_a_line_that_can_be_read_is_refused() {
    let folder = Folder::new("epd-faults");
    let table = [
        ("", " has no positions"),
        ("\n8/8 w - - bm e4;\n", ", line 2: the board '8/8' has fewer than 8 ranks"),
        (
            "7k/R7/6K1/8/8/8/8/8 w - - bm Ra9;\n",
            ", line 1: bm: 'Ra9' is not a move such as Nf3, exd5 or O-O",
        ),
        (
            "7k/R7/6K1/8/8/8/8/8 w - - id \"1\";\n",
            ", line 1: nothing to solve: expected bm, am, dm or wdl",
        ),
    ];
    for (text, fault) in table {
        let file = folder.write("faulty.epd", text);
        run(&["epd", &file]).refused(&format!("{file}{fault}"));
    }
    let missing = folder.path("missing.epd");
    let output = run(&["epd", &missing]);
    assert!(output.stderr.starts_with(&format!("tabiya: cannot read '{missing}': ")), "{output:?}");
    assert_eq!(output.status, 2);
}

#[test]
fn a_line_that_cannot_be_read_is_named_and_left_out() {
    let folder = Folder::new("epd-left-out");
    let good = "7k/R7/6K1/8/8/8/8/8 w - - bm Ra8#; id \"good\";";
    let odd = "7k/R7/6K1/8/8/8/8/8 w - - 0 1 bm Ra8 +, Rb7 id \"odd\"";
    let text = format!(
        "\u{feff}; a comment\r\n{good}\r\n8/8 w - - bm e4;\r\n{odd}\r\n// another\r\n\
         7k/R7/6K1/8/8/8/8/8 w - - bm Ra9;\r\n{good}\0\r\n\u{1a}"
    );
    let file = folder.write("suite.epd", text);
    let run = run(&["epd", &file, "--nodes", "500"]);
    assert_eq!(
        run.stderr,
        format!(
            "tabiya: {file}, line 3: the board '8/8' has fewer than 8 ranks\n\
             tabiya: {file}, line 6: bm: 'Ra9' is not a move such as Nf3, exd5 or O-O\n"
        )
    );
    assert!(run.stdout.ends_with("lines skipped 2\nsolved 3 / 3\n"), "{}", run.stdout);
    assert_eq!(run.status, 1);
}

#[test]
fn bad_options_are_refused_by_name() {
    let folder = Folder::new("epd-options");
    let file = folder.write("suite.epd", SUITE);
    let tables = folder.path("no-tables");
    let output = run(&["epd", &file, "--syzygy", &tables]);
    assert!(output.stderr.contains(&tables) && output.status == 2, "{output:?}");
    run(&["epd", &file, "--nodes", "0"]).refused(
        "invalid value '0' for '--nodes <N>': expected a whole number from 1 to 1000000000000 \
         (try --help)",
    );
    let both = run(&["epd", &file, "--nodes", "1", "--movetime", "1"]);
    assert!(both.stderr.contains("cannot be used with"), "{both:?}");
    assert_eq!(both.status, 2);
}

#[test]
fn all_styles_of_published_suites_are_understood() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/epd");
    for name in ["tactics.epd", "endgames.epd", "graded-moves.epd", "mates.epd"] {
        let path = folder.join(name);
        let file = path.to_str().expect("a path in UTF-8");
        let page = run(&["epd", file, "--nodes", "1", "--hash", "1"]).success();
        let last = page.lines().last().expect("a last line");
        assert!(last.starts_with("solved ") && last.ends_with(" / 5"), "{name}: {last}");
    }
}
