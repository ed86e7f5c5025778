//! Knockouts.

use competition::knockout::{first_slots, losers_places, matches, round_count, seeding, white_of};

use super::{facts, numbers};

#[test]
fn the_seeding_is_the_standard_one() {
    let facts = facts("knockout.json");
    let brackets = facts["bracket"].as_object().unwrap();
    assert_eq!(brackets.len(), 7);
    for (size, seeds) in brackets {
        assert_eq!(seeding(size.parse().unwrap()), numbers(seeds), "{size}");
    }
}

#[test]
fn eleven_players_have_five_byes_and_three_matches() {
    let example = &facts("knockout.json")["example_11_entrants"];
    let pairs = |name: &str| -> Vec<Vec<usize>> {
        example[name].as_array().unwrap().iter().map(numbers).collect()
    };
    let first = matches(&first_slots(11));
    let seeds: Vec<Vec<usize>> = seeding(11).chunks(2).map(<[usize]>::to_vec).collect();
    assert_eq!(seeds, pairs("first_round"));
    let mut byes = Vec::new();
    let mut played = Vec::new();
    for slots in first {
        match slots {
            [Some(a), Some(b)] => played.push(vec![a, b]),
            [a, b] => byes.extend(a.or(b)),
        }
    }
    byes.sort_unstable();
    assert_eq!(byes, numbers(&example["byes"]));
    assert_eq!(played, pairs("matches_played"));
}

#[test]
fn if_the_better_seed_always_wins_the_best_meet_last() {
    for players in 1..=130 {
        let mut slots = first_slots(players);
        assert_eq!(slots.iter().flatten().count(), players);
        for round in 0..round_count(players) {
            let left = players.next_power_of_two() >> round;
            assert_eq!(losers_places(slots.len()), left / 2 + 1..=left);
            let next = |[a, b]: [Option<usize>; 2]| {
                assert!(a.is_some() || b.is_some(), "a match without a player");
                Some(a.unwrap_or(usize::MAX).min(b.unwrap_or(usize::MAX)))
            };
            slots = matches(&slots).into_iter().map(next).collect();
            let mut best: Vec<usize> = slots.iter().flatten().copied().collect();
            best.sort_unstable();
            assert_eq!(best, (1..=left / 2).collect::<Vec<_>>());
        }
        assert_eq!(slots, [Some(1)]);
    }
}

#[test]
fn the_better_seed_alternates_colors() {
    for (seeds, round, white) in [
        ((1, 8), 1, 1),
        ((8, 1), 2, 8),
        ((4, 1), 2, 4),
        ((1, 2), 3, 1),
        ((2, 7), 1, 7),
        ((2, 3), 2, 2),
    ] {
        assert_eq!(white_of(seeds, round), white, "{seeds:?} in round {round}");
    }
}

#[test]
fn small_brackets_are_no_special_case() {
    assert_eq!(first_slots(0), [None]);
    assert_eq!(first_slots(1), [Some(1)]);
    assert_eq!(first_slots(2), [Some(1), Some(2)]);
    assert_eq!([0, 1, 2, 3, 4, 5].map(round_count), [0, 0, 1, 2, 2, 3]);
}
