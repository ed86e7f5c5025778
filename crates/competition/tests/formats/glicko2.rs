//! Glicko-2.

use competition::glicko2::{Game, PeriodGame, Rating, Tau, expected_score, rate, rate_period};
use proptest::prelude::*;
use serde_json::Value;

use super::facts;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn games(list: &Value) -> Vec<Game> {
    let game = |game: &Value| Game {
        opponent: Rating {
            rating: number(&game[0]),
            deviation: number(&game[1]),
            volatility: 0.06,
        },
        score: number(&game[2]),
    };
    list.as_array().unwrap().iter().map(game).collect()
}

fn is_close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
}

#[test]
fn the_example_of_the_paper_comes_out() {
    let facts = facts("glicko2.json");
    let input = &facts["input"];
    let player = Rating {
        rating: number(&input["rating"]),
        deviation: number(&input["rd"]),
        volatility: number(&input["vol"]),
    };
    let after = rate(player, &games(&input["games"]), Tau::new(number(&input["tau"])));
    for (expected, tolerance) in [(&facts["published"], 0.02), (&facts["computed"], 1e-9)] {
        is_close(after.rating, number(&expected["rating"]), tolerance);
        is_close(after.deviation, number(&expected["rd"]), tolerance);
    }
    is_close(after.volatility, number(&facts["computed"]["sigma"]), 1e-12);
}

#[test]
fn the_further_examples_come_out() {
    for example in facts("glicko2.json")["more"].as_array().unwrap() {
        let input = &example["input"];
        let player = Rating {
            rating: number(&input[0]),
            deviation: number(&input[1]),
            volatility: number(&input[2]),
        };
        let after = rate(player, &games(&input[3]), Tau::default());
        is_close(after.rating, number(&example["rating"]), 1e-4);
        is_close(after.deviation, number(&example["rd"]), 1e-4);
        is_close(after.volatility, number(&example["vol"]), 1e-8);
    }
}

#[test]
fn a_period_without_games_makes_the_rating_less_certain() {
    let example = &facts("glicko2.json")["no_games"]["example"];
    let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
    let after = rate(player, &[], Tau::default());
    is_close(after.deviation, number(&example["rd_after"]), 1e-9);
    assert_eq!((after.rating, after.volatility), (1500.0, 0.06));
}

#[test]
fn a_period_rates_everybody_by_the_ratings_at_its_start() {
    let facts = facts("glicko2.json");
    let input = &facts["input"];
    let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
    let opponents = games(&input["games"]);
    let mut ratings = vec![player];
    ratings.extend(opponents.iter().map(|game| game.opponent));
    let game = |(black, game): (usize, &Game)| PeriodGame { white: 0, black, score: game.score };
    let mut period: Vec<PeriodGame> = (1..).zip(&opponents).map(game).collect();
    let stray = |white, black| PeriodGame { white, black, score: 1.0 };
    period.extend([stray(0, 0), stray(0, 9), stray(9, 1)]);
    let after = rate_period(&ratings, &period, Tau::new(0.5));
    is_close(after[0].rating, number(&facts["computed"]["rating"]), 1e-9);
    for (index, opponent) in (1..).zip(&opponents) {
        let game = Game { opponent: player, score: 1.0 - opponent.score };
        assert_eq!(after[index], rate(opponent.opponent, &[game], Tau::new(0.5)));
    }
    period.reverse();
    assert_eq!(rate_period(&ratings, &period, Tau::new(0.5)), after);
}

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>(),
        -1e4..1e4,
        Just(0.0),
        Just(f64::NAN),
        Just(f64::INFINITY),
        Just(f64::NEG_INFINITY),
    ]
}

fn any_rating() -> impl Strategy<Value = Rating> {
    (any_number(), any_number(), any_number()).prop_map(|(rating, deviation, volatility)| Rating {
        rating,
        deviation,
        volatility,
    })
}

fn any_games() -> impl Strategy<Value = Vec<Game>> {
    let game = (any_rating(), any_number()).prop_map(|(opponent, score)| Game { opponent, score });
    proptest::collection::vec(game, 0..8)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_input_leads_to_a_rating_outside_the_limits(
        player in any_rating(),
        games in any_games(),
        tau in any_number(),
    ) {
        let after = rate(player, &games, Tau::new(tau));
        prop_assert!(Rating::RATINGS.contains(&after.rating), "{after:?}");
        prop_assert!(Rating::DEVIATIONS.contains(&after.deviation), "{after:?}");
        prop_assert!(Rating::VOLATILITIES.contains(&after.volatility), "{after:?}");
        prop_assert!(games.iter().all(|game| expected_score(player, game.opponent).is_finite()));
    }

    #[test]
    fn a_win_never_lowers_a_rating_and_a_loss_never_raises_it(
        rating in 0.0..3000.0,
        other in 0.0..3000.0,
        deviation in 30.0..350.0,
    ) {
        let player = Rating { rating, deviation, ..Rating::default() };
        let game = |score| [Game { opponent: Rating::starting_at(other), score }];
        let after = |score| rate(player, &game(score), Tau::default()).rating;
        prop_assert!(after(0.0) <= rating && rating <= after(1.0));
        prop_assert!(after(0.0) <= after(0.5) && after(0.5) <= after(1.0));
    }
}
