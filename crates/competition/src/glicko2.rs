//! Glicko-2 ratings by Mark Glickman: one rating period as a pure function.
//!
//! A rating goes in with the games of a period, all against ratings as they were at its start, and
//! the rating after the period comes out. Whatever the numbers are, the result is finite and within
//! the limits below: a value outside of them counts as the nearest one inside, and what is not a
//! number as the default.

use std::f64::consts::PI;
use std::ops::RangeInclusive;

/// Rating points per unit of the internal scale.
const SCALE: f64 = 173.7178;

/// The rating that the internal scale counts from, and that newcomers have.
const CENTER: f64 = 1500.0;

/// The iteration for the volatility ends when its interval is this small.
const CONVERGENCE: f64 = 1e-6;

/// More steps than the iteration ever takes.
const MAX_STEPS: u32 = 200;

/// An expected score is never quite certain: without this, the variance would be infinite.
const CERTAINTY: f64 = 1e-9;

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The strength, 1500 for a newcomer.
    pub rating: f64,
    /// The rating deviation: how uncertain the rating is.
    pub deviation: f64,
    /// How much the results vary.
    pub volatility: f64,
}

/// A game against an opponent, who has the rating of the start of the period.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Game {
    /// The opponent.
    pub opponent: Rating,
    /// The score: 1 for a win, ½ for a draw, 0 for a loss.
    pub score: f64,
}

impl Rating {
    /// The ratings that are possible.
    pub const RATINGS: RangeInclusive<f64> = -5000.0..=10_000.0;

    /// The deviations that are possible.
    pub const DEVIATIONS: RangeInclusive<f64> = 1.0..=1000.0;

    /// The volatilities that are possible.
    pub const VOLATILITIES: RangeInclusive<f64> = 1e-4..=1.0;

    /// A newcomer whose strength is guessed, such as from another list.
    pub fn starting_at(rating: f64) -> Rating {
        Rating { rating, ..Rating::default() }.within_limits()
    }

    fn within_limits(self) -> Rating {
        let default = Rating::default();
        Rating {
            rating: limited(self.rating, &Rating::RATINGS, default.rating),
            deviation: limited(self.deviation, &Rating::DEVIATIONS, default.deviation),
            volatility: limited(self.volatility, &Rating::VOLATILITIES, default.volatility),
        }
    }
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: CENTER, deviation: 350.0, volatility: 0.06 }
    }
}

/// How fast volatility changes: the constant τ of the system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tau(f64);

impl Tau {
    /// The values that are possible; sensible ones are 0.3 to 1.2.
    pub const RANGE: RangeInclusive<f64> = 0.1..=2.0;

    /// A value.
    pub fn new(tau: f64) -> Tau {
        Tau(limited(tau, &Tau::RANGE, Tau::default().0))
    }
}

impl Default for Tau {
    fn default() -> Tau {
        Tau(0.5)
    }
}

/// The rating after a period. Without games only the deviation grows.
///
/// ```
/// use competition::glicko2::{Game, Rating, Tau, rate};
///
/// let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
/// let opponent = Rating { rating: 1400.0, deviation: 30.0, volatility: 0.06 };
/// let after = rate(player, &[Game { opponent, score: 1.0 }], Tau::default());
/// assert!(after.rating > 1500.0 && after.deviation < 200.0);
/// ```
pub fn rate(player: Rating, games: &[Game], tau: Tau) -> Rating {
    let player = player.within_limits();
    let mu = (player.rating - CENTER) / SCALE;
    let phi = player.deviation / SCALE;
    let (information, surplus) = evidence(mu, games);
    if games.is_empty() {
        let deviation = SCALE * phi.hypot(player.volatility);
        return Rating { deviation, ..player }.within_limits();
    }
    let variance = 1.0 / information;
    let sigma = new_volatility(player.volatility, variance * surplus, phi, variance, tau.0);
    let phi_after = 1.0 / (1.0 / (phi * phi + sigma * sigma) + information).sqrt();
    let mu_after = mu + phi_after * phi_after * surplus;
    Rating { rating: CENTER + SCALE * mu_after, deviation: SCALE * phi_after, volatility: sigma }
        .within_limits()
}

/// A game of a period between two players, who are indices of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PeriodGame {
    /// The player with the white pieces.
    pub white: usize,
    /// The player with the black pieces.
    pub black: usize,
    /// White's score: 1 for a win, ½ for a draw, 0 for a loss.
    pub score: f64,
}

/// The ratings of all players after a period, in which nobody's rating changes before its end. The
/// order of the games makes no difference. Games of players who are not in the list are left out,
/// and so are those of a player against himself.
pub fn rate_period(ratings: &[Rating], games: &[PeriodGame], tau: Tau) -> Vec<Rating> {
    let mut played: Vec<Vec<(usize, f64)>> = vec![Vec::new(); ratings.len()];
    for &PeriodGame { white, black, score } in games {
        if white != black && white.max(black) < ratings.len() {
            let score = limited(score, &(0.0..=1.0), 0.5);
            played[white].push((black, score));
            played[black].push((white, 1.0 - score));
        }
    }
    let after = |(&player, mut played): (&Rating, Vec<(usize, f64)>)| {
        // Sums of floating-point numbers depend on their order.
        played.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let game = |(opponent, score)| Game { opponent: ratings[opponent], score };
        rate(player, &played.into_iter().map(game).collect::<Vec<_>>(), tau)
    };
    ratings.iter().zip(played).map(after).collect()
}

/// The expected score of a player against an opponent, from 0 to 1.
pub fn expected_score(player: Rating, opponent: Rating) -> f64 {
    let player = player.within_limits();
    let (_, expected) = expectation((player.rating - CENTER) / SCALE, opponent);
    expected
}

/// What the games say: the sum of g²E(1 − E), which is the inverse of the variance, and the sum of
/// g(s − E).
fn evidence(mu: f64, games: &[Game]) -> (f64, f64) {
    games.iter().fold((0.0, 0.0), |(information, surplus), game| {
        let (weight, expected) = expectation(mu, game.opponent);
        let score = limited(game.score, &(0.0..=1.0), 0.5);
        let information = information + weight * weight * expected * (1.0 - expected);
        (information, surplus + weight * (score - expected))
    })
}

/// The weight g of an opponent and the expected score E against them.
fn expectation(mu: f64, opponent: Rating) -> (f64, f64) {
    let opponent = opponent.within_limits();
    let phi = opponent.deviation / SCALE;
    let weight = 1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt();
    let lead = mu - (opponent.rating - CENTER) / SCALE;
    let expected = 1.0 / (1.0 + (-weight * lead).exp());
    (weight, expected.clamp(CERTAINTY, 1.0 - CERTAINTY))
}

/// The volatility after the period: the zero of a decreasing function, by the Illinois method.
fn new_volatility(sigma: f64, delta: f64, phi: f64, variance: f64, tau: f64) -> f64 {
    let start = (sigma * sigma).ln();
    let known = phi * phi + variance;
    let excess = delta * delta - known;
    let f = |x: f64| {
        let power = x.exp();
        let total = known + power;
        power * (excess - power) / (2.0 * total * total) - (x - start) / (tau * tau)
    };
    let mut a = start;
    let mut b = if excess > 0.0 { excess.ln() } else { lower_bound(start, tau, f) };
    let (mut f_a, mut f_b) = (f(a), f(b));
    for _ in 0..MAX_STEPS {
        let c = a + (a - b) * f_a / (f_b - f_a);
        if (b - a).abs() <= CONVERGENCE || !c.is_finite() {
            break;
        }
        let f_c = f(c);
        if f_c * f_b <= 0.0 {
            (a, f_a) = (b, f_b);
        } else {
            f_a /= 2.0;
        }
        (b, f_b) = (c, f_c);
    }
    limited((a / 2.0).exp(), &Rating::VOLATILITIES, sigma)
}

/// A point below the start at which the function is not negative.
fn lower_bound(start: f64, tau: f64, f: impl Fn(f64) -> f64) -> f64 {
    let point = |step: u32| start - f64::from(step) * tau;
    (1..MAX_STEPS).map(point).find(|&x| f(x) >= 0.0).unwrap_or(point(MAX_STEPS))
}

/// A number within a range; the default for what is not a number.
fn limited(number: f64, range: &RangeInclusive<f64>, default: f64) -> f64 {
    if number.is_nan() { default } else { number.clamp(*range.start(), *range.end()) }
}
