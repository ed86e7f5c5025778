//! Every recorded tie-break value, and the ranks that follow.

use std::collections::BTreeMap;

use competition::Crosstable;
use competition::tiebreaks::{self, Edition, Format, Rules, TieBreak};
use competition::trf;
use serde_json::Value as Json;

use crate::recorded;

fn tables() -> BTreeMap<String, Crosstable> {
    let files = ["swiss.trf", "tie-breaks.trf"].into_iter().flat_map(recorded::reports);
    files
        .map(|report| (report.name, trf::read(&report.text).expect("a report").crosstable))
        .collect()
}

fn tie_breaks(list: &Json) -> Vec<TieBreak> {
    let names = list.as_array().expect("a list").iter();
    names.map(|name| name.as_str().expect("a name").parse().expect("a tie-break")).collect()
}

fn rules(test: &Json, edition: &str) -> Rules {
    Rules {
        edition: match edition {
            "2024-08" => Edition::August2024,
            _ => Edition::March2026,
        },
        format: match test["kind"].as_str() {
            Some("rr") => Format::RoundRobin,
            _ => Format::Swiss,
        },
    }
}

/// Recorded values have two decimals at most.
fn hundredths(value: &Json) -> Option<i64> {
    value.as_f64().map(|value| (value * 100.0).round() as i64)
}

fn check_values(table: &Crosstable, test: &Json) -> usize {
    let mut seen = 0;
    for (edition, rows) in test["values"].as_object().expect("editions") {
        for (column, tie_break) in tie_breaks(&test["tiebreaks"]).into_iter().enumerate() {
            let values = tiebreaks::values(table, rules(test, edition), tie_break);
            for (player, value) in table.players.iter().zip(values) {
                let expected = hundredths(&rows[player.number.to_string()][column]);
                let computed = value.map(tiebreaks::Value::hundredths);
                let name = &test["name"];
                assert_eq!(computed, expected, "{name} {edition} {tie_break} {}", player.number);
                seen += 1;
            }
        }
    }
    seen
}

fn check_ranks(table: &Crosstable, test: &Json) {
    let rules = rules(test, "2026-03");
    let by = [TieBreak::Points, TieBreak::DirectEncounter];
    for (player, rank) in table.players.iter().zip(tiebreaks::ranks(table, rules, &by)) {
        let expected = test["direct_encounter"][player.number.to_string()].as_u64();
        assert_eq!(Some(rank as u64), expected, "{} {}", test["name"], player.number);
    }
    let standings = tiebreaks::standings(table, rules, &tie_breaks(&test["standings"]["by"]));
    let order: Vec<u64> = standings.iter().map(|row| row.player.get().into()).collect();
    let expected = test["standings"]["order"].as_array().expect("an order").iter();
    assert_eq!(order, expected.map(|number| number.as_u64().unwrap()).collect::<Vec<_>>());
}

// req: C8
#[test]
fn recorded_tie_breaks_and_ranks_are_computed_exactly() {
    let tables = tables();
    let mut seen = 0;
    for line in recorded::file("tie-breaks.jsonl").lines() {
        let test: Json = serde_json::from_str(line).expect("JSON");
        let table = &tables[test["name"].as_str().expect("a name")];
        seen += check_values(table, &test);
        check_ranks(table, &test);
    }
    assert_eq!(seen, 57_183);
}
