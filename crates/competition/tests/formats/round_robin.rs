//! Round robins.

use std::collections::BTreeMap;

use competition::round_robin::{Round, double, round_count, single};

use super::{facts, numbers};

#[test]
fn the_schedules_are_the_published_berger_tables() {
    let facts = facts("berger.json");
    let tables = facts["tables"].as_object().unwrap();
    assert_eq!(tables.len(), 7);
    for (players, table) in tables {
        let players: usize = players.parse().unwrap();
        let rounds: Vec<Vec<(usize, usize)>> =
            table.as_array().unwrap().iter().map(pairs).collect();
        let computed: Vec<_> = single(players).into_iter().map(|round| round.pairs).collect();
        assert_eq!(computed, rounds, "{players} players");
        check_odd(players, &rounds);
    }
}

fn pairs(round: &serde_json::Value) -> Vec<(usize, usize)> {
    let pair = |pair| {
        let pair = numbers(pair);
        (pair[0], pair[1])
    };
    round.as_array().unwrap().iter().map(pair).collect()
}

/// With one player less, the opponent of the last number is free.
fn check_odd(players: usize, table: &[Vec<(usize, usize)>]) {
    for (round, expected) in single(players - 1).iter().zip(table) {
        let free = expected.iter().find(|(white, black)| players == *white || players == *black);
        let (white, black) = *free.unwrap();
        assert_eq!(round.free, Some(white.min(black)));
        let others: Vec<_> = expected.iter().filter(|pair| **pair != (white, black)).collect();
        assert_eq!(round.pairs.iter().collect::<Vec<_>>(), others);
    }
}

#[test]
fn everybody_meets_everybody_once_or_twice_and_has_one_game_a_round() {
    for players in 0..=41 {
        check_meetings(players, &single(players), 1);
        check_meetings(players, &double(players), 2);
    }
}

fn check_meetings(players: usize, rounds: &[Round], times: usize) {
    assert_eq!(rounds.len(), round_count(players) * times);
    let mut met = BTreeMap::new();
    for round in rounds {
        let mut seen: Vec<usize> = round.pairs.iter().flat_map(|pair| [pair.0, pair.1]).collect();
        seen.extend(round.free);
        seen.sort_unstable();
        assert_eq!(seen, (1..=players).collect::<Vec<_>>());
        for &(white, black) in &round.pairs {
            *met.entry((white.min(black), white.max(black))).or_insert(0) += 1;
        }
    }
    assert_eq!(met.len(), players * players.saturating_sub(1) / 2);
    assert!(met.values().all(|&count| count == times), "{players} players");
}

#[test]
fn colors_are_balanced() {
    for players in 2..=40 {
        for (player, colors) in colors(&single(players)) {
            let whites = colors.iter().filter(|white| **white).count();
            let blacks = colors.len() - whites;
            assert!(whites.abs_diff(blacks) <= 1, "{player} of {players}: {colors:?}");
        }
        for (player, colors) in colors(&double(players)) {
            let whites = colors.iter().filter(|white| **white).count();
            assert_eq!(2 * whites, colors.len(), "{player} of {players}");
        }
    }
}

#[test]
fn nobody_has_a_color_three_times_in_a_row_in_a_double_round_robin() {
    for players in (2..=40).step_by(2) {
        for (player, colors) in colors(&double(players)) {
            let is_same = |three: &[bool]| three[0] == three[1] && three[1] == three[2];
            assert!(!colors.windows(3).any(is_same), "{player} of {players}: {colors:?}");
        }
    }
}

/// The colors of each player in order, true for White.
fn colors(rounds: &[Round]) -> BTreeMap<usize, Vec<bool>> {
    let mut colors: BTreeMap<usize, Vec<bool>> = BTreeMap::new();
    for &(white, black) in rounds.iter().flat_map(|round| &round.pairs) {
        colors.entry(white).or_default().push(true);
        colors.entry(black).or_default().push(false);
    }
    colors
}
