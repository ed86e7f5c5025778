//! A report that can be read survives writing in both editions, and can be paired or not, without
//! a panic.

#![no_main]

use competition::tiebreaks::{Rules, TieBreak, ranks};
use competition::trf::{self, Edition};
use competition::dutch;
use libfuzzer_sys::fuzz_target;

/// Larger tournaments take too long for a fuzzer.
const MAX_PLAYERS: usize = 24;

fuzz_target!(|bytes: &[u8]| {
    let Ok(report) = trf::read(&trf::decode(bytes)) else { return };
    for edition in [Edition::Trf16, Edition::Trf26] {
        let written = trf::write(&report, edition);
        let again = trf::read(&written).expect("what is written can be read");
        assert_eq!(again.crosstable.players, report.crosstable.players);
        assert_eq!(again.crosstable.absences, report.crosstable.absences);
        assert_eq!(again.records, report.records);
        assert_eq!(trf::write(&again, edition), written);
    }
    if report.crosstable.players.len() <= MAX_PLAYERS {
        let _ = dutch::pair(&report.crosstable);
        let by = [TieBreak::Points, TieBreak::DirectEncounter, TieBreak::PerfectPerformance];
        let _ = ranks(&report.crosstable, Rules::default(), &by);
    }
});
