//! A competition as a report for FIDE and other programs.

use std::collections::BTreeMap;

use game::{Bonus, TimeControl};

use super::{Competition, Format};
use crate::PlayerNumber;
use crate::trf::{Report, code};

impl Competition {
    /// The report, from which [`crate::trf::write`] makes a file: the crosstable with the places of
    /// the standings, the name, the time control and the system. Report files have no codes for
    /// what is particular to the Keizer system; its absences are zero-point byes there.
    pub fn report(&self) -> Report {
        let mut report = Report { crosstable: self.crosstable(), records: Vec::new() };
        let places = self.places();
        for player in &mut report.crosstable.players {
            player.rank = places.get(&player.number).copied();
        }
        let settings = &self.settings;
        report.set_record(code::NAME, settings.name.as_str());
        if let Some(control) = settings.time_control {
            report.set_record(code::TIME_CONTROL, &time_control(control));
        }
        if let Some(system) = system(&settings.format) {
            report.set_record(code::SYSTEM, system);
        }
        if !settings.tie_breaks.is_empty() {
            let names: Vec<String> = settings.tie_breaks.iter().map(ToString::to_string).collect();
            report.set_record(code::TIE_BREAKS, &names.join(","));
        }
        report
    }

    fn places(&self) -> BTreeMap<PlayerNumber, u16> {
        let numbers = self.numbers();
        let standings = self.standings().into_iter();
        let place = |standing: super::Standing| {
            Some((*numbers.get(&standing.entrant)?, standing.place as u16))
        };
        standings.filter_map(place).collect()
    }
}

/// A time control as PGN has it: seconds, and the increment of each move.
fn time_control(TimeControl { base, bonus }: TimeControl) -> String {
    match bonus {
        Bonus::None => base.as_secs().to_string(),
        Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => {
            format!("{}+{}", base.as_secs(), time.as_secs())
        }
    }
}

/// The keyword of a format, if there is one.
fn system(format: &Format) -> Option<&'static str> {
    match format {
        Format::Swiss { accelerated: false, .. } => Some("FIDE_DUTCH_2026"),
        Format::Swiss { accelerated: true, .. } => Some("FIDE_DUTCH_2026_BAKU"),
        Format::RoundRobin { double: false, .. } => Some("FIDE_ROUNDROBIN"),
        Format::RoundRobin { double: true, .. } => Some("FIDE_DOUBLEROUNDROBIN"),
        Format::Knockout { .. } => Some("CUSTOM_KNOCKOUT"),
        Format::Keizer { .. } => None,
    }
}
