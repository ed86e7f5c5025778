//! `tabiya trf`.

use crate::harness::{Folder, run, run_with_input};

/// Two rounds of five players; the next round is the third of four.
const REPORT: &str = include_str!("../../../../testdata/competitions/five-players.trf");

// req: C8
#[test]
fn the_next_round_is_paired_from_a_file_or_stdin() {
    let expected = "3\n1 2\n5 4\n3 0\n";
    let folder = Folder::new("trf-pair");
    let file = folder.write("five.trf", REPORT);
    assert_eq!(run(&["trf", "pair", &file]).success(), expected);
    assert_eq!(run_with_input(&["trf", "pair"], REPORT.as_bytes()).success(), expected);
    assert_eq!(run_with_input(&["trf", "pair", "-"], REPORT.as_bytes()).success(), expected);
}

// req: C8
#[test]
fn a_round_without_a_legal_pairing_has_status_one_and_no_output() {
    let report = "\
001    1      Ada                                                                1.0    1     2 w 1
001    2      Ben                                                                0.0    2     1 b 0
";
    let output = run_with_input(&["trf", "pair"], report.as_bytes());
    assert_eq!((output.status, output.stdout.as_str()), (1, ""));
    assert!(output.stderr.starts_with("tabiya: no pairing satisfies"), "{output:?}");
}

// req: C8
#[test]
fn tie_breaks_and_ranks_have_a_line_for_each_player() {
    let args = |task| ["trf", task, "2026-03", "swiss", "PTS,BH/C1,ARO"];
    let values = run_with_input(&args("tiebreaks"), REPORT.as_bytes()).success();
    assert_eq!(values, "2 2 1 1676\n1 2 1 1517\n4 1 2 1796\n5 1 2 2063\n3 0 2 1930\n");
    let ranks = ["trf", "rank", "2026-03", "swiss", "PTS,DE"];
    let ranks = run_with_input(&ranks, REPORT.as_bytes()).success();
    assert_eq!(ranks, "1 1\n2 1\n4 3\n5 3\n3 5\n");
}

// req: C8
#[test]
fn rounds_that_differ_from_the_rules_are_listed() {
    assert_eq!(
        run_with_input(&["trf", "check"], REPORT.as_bytes()).success(),
        "rounds 2, equal 2\n"
    );
    let swapped = REPORT.replace("3 w 1     5 b 1", "3 b 1     5 b 1");
    let swapped = swapped.replace("1 b 0     2 b 0", "1 w 0     2 b 0");
    let output = run_with_input(&["trf", "check"], swapped.as_bytes());
    assert_eq!(output.status, 1, "{output:?}");
    assert!(output.stdout.starts_with("round 1 - 3 1\nround 1 + 1 3\n"), "{output:?}");
}

// req: C8
#[test]
fn reports_are_converted_between_the_editions() {
    let newer = run_with_input(&["trf", "convert", "trf26"], REPORT.as_bytes()).success();
    assert!(newer.contains("\n142 4\n152 W\n"), "{newer}");
    let folder = Folder::new("trf-convert");
    let file = folder.write("newer.trf", &newer);
    let output = folder.path("older.trf");
    run(&["trf", "convert", "trf16", &file, "-o", &output]).success();
    assert_eq!(std::fs::read_to_string(output).unwrap(), REPORT);
}

// req: C8
#[test]
fn a_report_that_cannot_be_read_is_refused_with_its_line() {
    let folder = Folder::new("trf-faults");
    let file = folder.write("bad.trf", "012 Bad\n142 many\n");
    run(&["trf", "pair", &file]).refused(&format!(
        "{file}, line 2: columns 4-8 have \"many\"; expected a round from 1 to 200"
    ));
    let output = run_with_input(&["trf", "rank", "2026-03", "swiss", "XX"], b"");
    assert_eq!(output.status, 2);
    assert!(output.stderr.contains("\"XX\" is no tie-break"), "{output:?}");
    let missing = folder.path("missing.trf");
    let output = run(&["trf", "check", &missing]);
    assert!(output.stderr.starts_with(&format!("tabiya: cannot read '{missing}': ")), "{output:?}");
}
