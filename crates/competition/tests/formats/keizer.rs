//! The Keizer system.

use chess::Color;
use competition::GameResult;
use competition::keizer::{
    Entry, Factor, List, Pairing, Parameters, Player, Recalculation, list, pair,
};
use proptest::prelude::*;
use serde_json::Value;

use super::facts;

fn number_of(letter: &Value) -> usize {
    usize::from(letter.as_str().unwrap().as_bytes()[0] - b'A')
}

fn letters(order: &[usize]) -> Vec<String> {
    order.iter().map(|&player| char::from(b'A' + player as u8).to_string()).collect()
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_worked_example_comes_out_in_both_modes() {
    let facts = facts("keizer-example.json");
    for (mode, recalculation) in
        [("onepass", Recalculation::OnePass), ("fixpoint", Recalculation::FixedPoint)]
    {
        let parameters = Parameters { recalculation, ..Parameters::default() };
        let mut players = vec![Player::default(); 8];
        for round in facts[mode]["rounds"].as_array().unwrap() {
            let before = list(&players, &parameters).order;
            assert_eq!(letters(&before), strings(&round["order_before"]));
            check_pairing(&before, &players, round, &parameters);
            play(&mut players, round);
            check_list(&list(&players, &parameters), round);
        }
    }
}

/// Nobody is kept apart.
fn anybody(_: usize, _: usize) -> bool {
    true
}

fn check_pairing(order: &[usize], players: &[Player], round: &Value, parameters: &Parameters) {
    let away = round["away"].as_object().unwrap();
    let is_present = |player: &&usize| !away.contains_key(&letters(&[**player])[0]);
    let present: Vec<usize> = order.iter().filter(is_present).copied().collect();
    let Pairing { pairs, bye } = pair(&present, players, parameters, &anybody).unwrap();
    let expected = round["pairs"].as_array().unwrap().iter();
    let expected: Vec<_> =
        expected.map(|game| (number_of(&game[0]), number_of(&game[1]))).collect();
    assert_eq!(pairs, expected);
    assert_eq!(bye, round["bye"].is_string().then(|| number_of(&round["bye"])));
}

fn play(players: &mut [Player], round: &Value) {
    for game in round["pairs"].as_array().unwrap() {
        let (white, black) = (number_of(&game[0]), number_of(&game[1]));
        let (win, loss) = match game[2].as_str().unwrap() {
            "1-0" => (GameResult::Win, GameResult::Loss),
            "0-1" => (GameResult::Loss, GameResult::Win),
            _ => (GameResult::Draw, GameResult::Draw),
        };
        let entry = |opponent, color, result| Entry::Game { opponent, color, result };
        players[white].rounds.push(entry(black, Color::White, win));
        players[black].rounds.push(entry(white, Color::Black, loss));
    }
    if round["bye"].is_string() {
        players[number_of(&round["bye"])].rounds.push(Entry::Bye);
    }
    for (letter, why) in round["away"].as_object().unwrap() {
        let entry = match why.as_str().unwrap() {
            "club" => Entry::ClubDuty,
            "excused" => Entry::Excused,
            _ => Entry::Absent,
        };
        players[number_of(&Value::from(letter.as_str()))].rounds.push(entry);
    }
}

fn check_list(list: &List, round: &Value) {
    assert_eq!(letters(&list.order), strings(&round["order_after"]));
    assert_eq!(list.passes as u64, round["passes"].as_u64().unwrap());
    for player in 0..8 {
        let letter = &letters(&[player])[0];
        assert_eq!(list.values[player].to_string(), round["values_used"][letter].as_str().unwrap());
        assert_eq!(list.scores[player].to_string(), round["totals"][letter].as_str().unwrap());
    }
}

fn games(players: usize, results: &[(usize, usize, GameResult, GameResult)]) -> Vec<Player> {
    let mut list = vec![Player::default(); players];
    for &(white, black, for_white, for_black) in results {
        let entry = |opponent, color, result| Entry::Game { opponent, color, result };
        list[white].rounds.push(entry(black, Color::White, for_white));
        list[black].rounds.push(entry(white, Color::Black, for_black));
    }
    list
}

#[test]
fn the_published_example_of_six_players_comes_out() {
    use GameResult::{Draw, Loss, Win};
    let players = games(6, &[(0, 1, Draw, Draw), (2, 3, Win, Loss), (4, 5, Loss, Win)]);
    let list = list(&players, &Parameters::default());
    let scores: Vec<String> = list.order.iter().map(|&p| list.scores[p].to_string()).collect();
    assert_eq!(list.order, [0, 1, 2, 5, 3, 4]);
    assert_eq!(scores, ["10", "9 1/2", "9", "5", "4", "3"]);
    assert_eq!(list.scores[1].tenths(), 95);
}

#[test]
fn only_so_many_excused_absences_count() {
    let player = |times| Player { rounds: vec![Entry::Excused; times], withdrawn: false };
    let parameters = Parameters { top: Some(30), excused_max: 2, ..Parameters::default() };
    let score = |times| list(&[player(times)], &parameters).scores[0].to_string();
    assert_eq!([0, 1, 2, 3, 9].map(score), ["30", "40", "50", "50", "50"]);
}

#[test]
fn a_list_that_stays_the_same_is_computed_once() {
    let recalculation = Recalculation::FixedPoint;
    let parameters = Parameters { recalculation, ..Parameters::default() };
    let players = vec![Player { rounds: vec![Entry::Excused], withdrawn: false }; 3];
    assert_eq!(list(&players, &parameters).passes, 1);
}

#[test]
fn withdrawn_players_take_no_place_in_the_list() {
    let mut players = vec![Player::default(); 5];
    players[1].withdrawn = true;
    players[4].withdrawn = true;
    assert_eq!(list(&players, &Parameters::default()).values, [3, 2, 2, 1, 0]);
}

#[test]
fn values_never_fall_below_zero() {
    let parameters = Parameters { top: Some(3), step: 2, ..Parameters::default() };
    assert_eq!(list(&vec![Player::default(); 4], &parameters).values, [3, 1, 0, 0]);
}

#[test]
fn factors_are_small_fractions() {
    for (numerator, denominator, fits) in [
        (2, 3, true),
        (0, 1, true),
        (35, 100, true),
        (1, 0, false),
        (1, 101, false),
        (1001, 1, false),
    ] {
        assert_eq!(Factor::new(numerator, denominator).is_some(), fits);
    }
}

#[test]
fn the_gap_between_two_games_shrinks_when_nobody_else_is_left() {
    use GameResult::{Loss, Win};
    let players = games(2, &[(1, 0, Win, Loss)]);
    let Pairing { pairs, bye } = pair(&[1, 0], &players, &Parameters::default(), &anybody).unwrap();
    assert_eq!((pairs, bye), (vec![(0, 1)], None));
}

#[test]
fn the_bye_goes_to_somebody_else_when_the_others_are_kept_apart() {
    let players = vec![Player::default(); 3];
    let may_meet = |a: usize, b: usize| (a.min(b), a.max(b)) != (0, 1);
    let pairing = pair(&[0, 1, 2], &players, &Parameters::default(), &may_meet);
    assert_eq!(pairing.and_then(|pairing| pairing.bye), Some(1));
}

/// Any way to fill some rounds: the choices pick results and absences.
fn season(choices: &[u8], count: usize, parameters: &Parameters) -> Vec<Player> {
    let mut players = vec![Player::default(); count];
    for round in choices.chunks(count) {
        let order = list(&players, parameters).order;
        let is_here = |player: &&usize| round.get(**player).is_some_and(|choice| choice % 5 > 0);
        let present: Vec<usize> = order.iter().filter(is_here).copied().collect();
        let Pairing { pairs, bye } = pair(&present, &players, parameters, &anybody).unwrap();
        assert_eq!(2 * pairs.len() + usize::from(bye.is_some()), present.len());
        let mut entries = vec![Entry::Excused; count];
        for (white, black) in pairs {
            let (win, loss) = match round[white] % 3 {
                0 => (GameResult::Win, GameResult::Loss),
                1 => (GameResult::Draw, GameResult::Draw),
                _ => (GameResult::ForfeitLoss, GameResult::ForfeitWin),
            };
            entries[white] = Entry::Game { opponent: black, color: Color::White, result: win };
            entries[black] = Entry::Game { opponent: white, color: Color::Black, result: loss };
        }
        if let Some(player) = bye {
            entries[player] = Entry::Bye;
        }
        for (player, entry) in players.iter_mut().zip(entries) {
            player.rounds.push(entry);
        }
    }
    players
}

/// How many rounds lie between two games of a pair, at least.
fn smallest_gap(players: &[Player]) -> Option<usize> {
    let opponent = |entry: &Entry| match entry {
        Entry::Game { opponent, .. } => Some(*opponent),
        _ => None,
    };
    let gap = |player: &Player| {
        let met: Vec<_> = player.rounds.iter().map(opponent).collect();
        let pairs = (0..met.len()).flat_map(|a| (a + 1..met.len()).map(move |b| (a, b)));
        pairs.filter(|&(a, b)| met[a].is_some() && met[a] == met[b]).map(|(a, b)| b - a).min()
    };
    players.iter().filter_map(gap).min()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn everybody_present_is_paired_once_and_the_list_has_everybody(
        count in 1..14_usize,
        choices in proptest::collection::vec(any::<u8>(), 0..150),
        fixed in any::<bool>(),
    ) {
        let recalculation = if fixed { Recalculation::FixedPoint } else { Recalculation::OnePass };
        let parameters = Parameters { recalculation, ..Parameters::default() };
        let players = season(&choices, count, &parameters);
        let list = list(&players, &parameters);
        let mut everybody = list.order.clone();
        everybody.sort_unstable();
        prop_assert_eq!(everybody, (0..count).collect::<Vec<_>>());
        let scores: Vec<_> = list.order.iter().map(|&player| list.scores[player]).collect();
        prop_assert!(scores.windows(2).all(|pair| pair[0] >= pair[1]));
    }

    #[test]
    fn with_enough_players_nobody_meets_again_within_the_gap(
        choices in proptest::collection::vec(1..5_u8, 12 * 8),
    ) {
        let players = season(&choices, 12, &Parameters::default());
        prop_assert!(smallest_gap(&players).is_none_or(|gap| gap > 2));
    }
}
