//! Every round of the recorded tournaments is paired as recorded.

use competition::dutch::{self, PairingError};
use competition::trf::{self, Report};
use competition::{Absence, Bye, PlayerNumber};

use crate::recorded;

/// Who is absent from the round after the last one, as a comment says.
fn absent_next(report: &Report) -> Vec<PlayerNumber> {
    let mut comments = report.records.iter().filter(|record| record.code == "###");
    let list = comments.find_map(|record| record.text.strip_prefix("absent-next:"));
    let numbers = list.unwrap_or_default().split_whitespace();
    numbers.filter_map(|number| number.parse().ok().and_then(PlayerNumber::new)).collect()
}

fn check(file: &str, rounds: usize, without_pairing: usize) {
    let (mut seen, mut impossible) = (0, 0);
    for recorded in recorded::reports(file) {
        let report = trf::read(&recorded.text).expect("a report");
        assert_eq!(dutch::check(&report.crosstable), [], "{}", recorded.name);
        seen += report.crosstable.paired_rounds();
        if recorded.text.contains("### next-round: none") {
            let mut table = report.crosstable.clone();
            let round = table.paired_rounds() + 1;
            for player in absent_next(&report) {
                table.absences.push(Absence { round, player, bye: Bye::Zero });
            }
            assert_eq!(dutch::pair(&table), Err(PairingError::NoLegalPairing), "{}", recorded.name);
            impossible += 1;
        }
    }
    assert_eq!((seen, impossible), (rounds, without_pairing));
}

// req: C8
#[test]
fn recorded_swiss_rounds_are_paired_as_the_reference_did() {
    check("swiss.trf", 2485, 36);
}

// req: C8
#[test]
fn rounds_that_a_rare_criterion_decides_are_paired_as_the_reference_did() {
    check("swiss-rare.trf", 626, 4);
}

// req: C8
#[test]
fn a_pairing_that_does_not_follow_the_rules_is_reported() {
    let text = "\
142 3
152 W
001    1      A                                 2000                             1.0    1     2 w 1
001    2      B                                 1900                             0.0    3     1 b 0
001    3      C                                 1800                             1.0    2     4 w 1
001    4      D                                 1700                             0.0    4     3 b 0
";
    let table = trf::read(text).expect("a report").crosstable;
    let differences = dutch::check(&table);
    assert_eq!(differences.len(), 1);
    let numbers = |pairs: &[(PlayerNumber, PlayerNumber)]| -> Vec<(u16, u16)> {
        pairs.iter().map(|(white, black)| (white.get(), black.get())).collect()
    };
    assert_eq!(numbers(&differences[0].recorded.pairs), [(1, 2), (3, 4)]);
    let expected = differences[0].expected.as_ref().expect("a pairing");
    let boards: Vec<_> = expected.boards.iter().map(|board| (board.white, board.black)).collect();
    assert_eq!(numbers(&boards), [(1, 3), (4, 2)]);
}

// req: C8
#[test]
fn a_round_without_all_results_is_not_followed_by_another() {
    let text = "\
001    1      A                                 2000                             0.0    1     2 w
001    2      B                                 1900                             0.0    3     1 b
";
    let mut table = trf::read(text).expect("a report").crosstable;
    let error = PairingError::ResultMissing { round: 1, player: 1 };
    assert_eq!(dutch::pair(&table), Err(error));
    table.planned_rounds = Some(1);
    assert_eq!(dutch::pair(&table), Err(PairingError::Finished(1)));
}
