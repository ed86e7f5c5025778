//! What holds for every Swiss pairing, whatever happens in the tournament.

use std::collections::BTreeSet;

use chess::Color;
use competition::dutch::{PairingError, RoundPairing};
use competition::tiebreaks::{self, Rules, TieBreak};
use competition::{Bye, Crosstable, Entry, GameResult, Player, PlayerNumber, Points};
use proptest::prelude::*;

use crate::simulation::{Habits, Random, announce, play_round, start};

fn habits() -> impl Strategy<Value = Habits> {
    (0_u64..=100, 0_u64..20, 0_u64..20).prop_map(|(draws, absences, forfeits)| Habits {
        draws,
        absences,
        forfeits,
    })
}

/// Plays a tournament and passes every round to a check, with the crosstable before it.
fn for_each_round(
    players: u16,
    rounds: usize,
    habits: Habits,
    seed: u64,
    check: impl Fn(&Crosstable, &RoundPairing) -> Result<(), TestCaseError>,
) -> Result<Crosstable, TestCaseError> {
    let mut random = Random::new(seed);
    let mut table = start(players, rounds);
    for _ in 0..rounds {
        announce(&mut table, habits, &mut random);
        let before = table.clone();
        match play_round(&mut table, habits, &mut random) {
            Ok(pairing) => check(&before, &pairing)?,
            Err(PairingError::NoLegalPairing | PairingError::NobodyPresent(_)) => break,
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        }
    }
    Ok(table)
}

fn played_colors(player: &Player) -> Vec<Color> {
    player.entries.iter().filter_map(Entry::played).filter_map(|game| game.color).collect()
}

/// Whether a player may break the rules for colors in the last round.
fn is_last_round(table: &Crosstable) -> bool {
    table.planned_rounds == Some(table.paired_rounds() + 1)
}

fn check_round(before: &Crosstable, pairing: &RoundPairing) -> Result<(), TestCaseError> {
    everybody_present_has_one_place(before, pairing)?;
    for board in &pairing.boards {
        let white = before.player(board.white).unwrap();
        let met = white.entries.iter().filter_map(Entry::played);
        prop_assert!(met.into_iter().all(|game| game.opponent != board.black), "met twice");
        if !is_last_round(before) {
            colors_are_within_the_rules(white, Color::White)?;
            colors_are_within_the_rules(before.player(board.black).unwrap(), Color::Black)?;
        }
    }
    if let Some(player) = pairing.bye {
        let barred = |entry: &Entry| match entry {
            Entry::Bye(bye) => matches!(bye, Bye::PairingAllocated | Bye::Full),
            Entry::Game(game) => game.result == GameResult::ForfeitWin,
        };
        prop_assert!(!before.player(player).unwrap().entries.iter().any(barred), "second bye");
    }
    Ok(())
}

fn everybody_present_has_one_place(
    before: &Crosstable,
    pairing: &RoundPairing,
) -> Result<(), TestCaseError> {
    let round = before.paired_rounds() + 1;
    let absent: BTreeSet<PlayerNumber> = before
        .absences
        .iter()
        .filter(|absence| absence.round == round)
        .map(|absence| absence.player)
        .collect();
    let present = before.players.iter().map(|player| player.number);
    let present: Vec<PlayerNumber> = present.filter(|number| !absent.contains(number)).collect();
    let boards = pairing.boards.iter().flat_map(|board| [board.white, board.black]);
    let mut placed: Vec<PlayerNumber> = boards.chain(pairing.bye).collect();
    placed.sort_unstable();
    prop_assert_eq!(placed, present);
    Ok(())
}

/// No color three times running, no difference of more than two.
fn colors_are_within_the_rules(player: &Player, color: Color) -> Result<(), TestCaseError> {
    let mut colors = played_colors(player);
    colors.push(color);
    let whites = colors.iter().filter(|color| color.is_white()).count() as i32;
    let difference = 2 * whites - colors.len() as i32;
    prop_assert!(difference.abs() <= 2, "{:?}", colors);
    let three = colors.len() >= 3 && colors[colors.len() - 3..].iter().all(|last| *last == color);
    prop_assert!(!three, "{:?}", colors);
    Ok(())
}

/// Every game gives one point, every bye what it is worth.
fn points_are_conserved(table: &Crosstable) -> Result<(), TestCaseError> {
    let total: Points = table.players.iter().map(|player| table.points(player)).sum();
    let mut expected = Points::ZERO;
    for entry in table.players.iter().flat_map(|player| &player.entries) {
        expected += match entry {
            Entry::Game(_) | Entry::Bye(Bye::Half) => Points::HALF,
            Entry::Bye(Bye::PairingAllocated | Bye::Full) => Points::ONE,
            Entry::Bye(Bye::Zero) => Points::ZERO,
        };
    }
    prop_assert_eq!(total, expected);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    // req: C8
    #[test]
    fn pairings_follow_the_absolute_rules(
        players in 2_u16..30,
        rounds in 1_usize..10,
        habits in habits(),
        seed in any::<u64>(),
    ) {
        let table = for_each_round(players, rounds, habits, seed, check_round)?;
        points_are_conserved(&table)?;
    }

    // req: C8
    #[test]
    fn boards_are_in_the_order_of_scores(players in 2_u16..40, seed in any::<u64>()) {
        let habits = Habits { draws: 30, absences: 5, forfeits: 5 };
        for_each_round(players, 6, habits, seed, |before, pairing| {
            let points = |number| before.points(before.player(number).unwrap());
            let key = |board: &competition::dutch::Board| {
                let both = [points(board.white), points(board.black)];
                (both[0].max(both[1]), both[0].min(both[1]))
            };
            let keys: Vec<_> = pairing.boards.iter().map(key).collect();
            prop_assert!(keys.is_sorted_by(|one, other| one >= other), "{:?}", keys);
            Ok(())
        })?;
    }

    // req: C8
    #[test]
    fn forbidden_pairs_do_not_meet(players in 6_u16..20, seed in any::<u64>()) {
        let habits = Habits { draws: 30, absences: 0, forfeits: 0 };
        let mut random = Random::new(seed);
        let mut table = start(players, 4);
        let family: Vec<PlayerNumber> =
            table.players.iter().map(|player| player.number).filter(|number| number.get() % 3 == 0)
                .collect();
        table.forbidden.push(competition::ForbiddenPairs {
            first_round: 1,
            last_round: 4,
            players: family.clone(),
        });
        while let Ok(pairing) = play_round(&mut table, habits, &mut random) {
            for board in pairing.boards {
                prop_assert!(!(family.contains(&board.white) && family.contains(&board.black)));
            }
        }
    }

    // req: C8
    #[test]
    fn ranks_count_up_and_ties_share_them(players in 2_u16..30, seed in any::<u64>()) {
        let habits = Habits { draws: 40, absences: 10, forfeits: 5 };
        let table = for_each_round(players, 5, habits, seed, |_, _| Ok(()))?;
        let by: Vec<TieBreak> =
            ["PTS", "BH/C1", "BH", "DE", "SB", "WIN"].map(|name| name.parse().unwrap()).into();
        let mut ranks = tiebreaks::ranks(&table, Rules::default(), &by);
        ranks.sort_unstable();
        for (index, rank) in ranks.iter().enumerate() {
            let is_shared = index > 0 && ranks[index - 1] == *rank;
            prop_assert!(is_shared || *rank == index + 1, "{:?}", ranks);
        }
        let standings = tiebreaks::standings(&table, Rules::default(), &by);
        let points: Vec<_> = standings.iter().map(|standing| standing.values[0]).collect();
        prop_assert!(points.is_sorted_by(|one, other| one >= other));
    }
}
