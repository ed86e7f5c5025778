//! The pairing of a round of the Keizer system: neighbors in the list meet, unless they have met
//! lately.

use chess::Color;

use super::{Entry, Parameters, Player};
use crate::matching::unweighted::Matching;

/// A round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    /// The pairs, the highest in the list first, White before Black.
    pub pairs: Vec<(usize, usize)>,
    /// The player without an opponent, if the number of those present is odd.
    pub bye: Option<usize>,
}

/// Pairs the players that are present, in the order of the list.
///
/// If the number is odd, the lowest of those with the fewest byes gets the bye. Then the highest
/// meets the next highest possible one. Players who met within the last rounds do not meet again,
/// by as many rounds as the parameters say or as is possible. None when too many may not meet at
/// all.
pub fn pair(
    present: &[usize],
    players: &[Player],
    parameters: &Parameters,
    may_meet: &dyn Fn(usize, usize) -> bool,
) -> Option<Pairing> {
    let byes = bye_candidates(present, players);
    byes.into_iter().find_map(|bye| pair_without(bye, present, players, parameters, may_meet))
}

/// Pairs those who are present without the one who gets the bye.
fn pair_without(
    bye: Option<usize>,
    present: &[usize],
    players: &[Player],
    parameters: &Parameters,
    may_meet: &dyn Fn(usize, usize) -> bool,
) -> Option<Pairing> {
    let seated: Vec<usize> =
        present.iter().copied().filter(|&player| Some(player) != bye).collect();
    let round = players.iter().map(|player| player.rounds.len()).max().unwrap_or(0);
    let gaps = (0..=usize::from(parameters.repeat_gap)).rev();
    let mate = gaps.into_iter().find_map(|gap| {
        let allowed = |a: usize, b: usize| {
            let met = last_meeting(&players[seated[a]], seated[b]);
            may_meet(seated[a], seated[b]) && met.is_none_or(|met| round - met > gap)
        };
        Matching::first_perfect(seated.len(), &allowed)
    });
    let mate = mate?;
    let pairs = (0..mate.len()).filter(|&upper| upper < mate[upper]);
    let pairs = pairs.map(|upper| with_colors(seated[upper], seated[mate[upper]], players));
    Some(Pairing { pairs: pairs.collect(), bye })
}

/// Who may get the bye if the number is odd: those with the fewest byes first, and of these the
/// lowest. The next one gets it only if the others cannot be paired.
fn bye_candidates(present: &[usize], players: &[Player]) -> Vec<Option<usize>> {
    if present.len().is_multiple_of(2) {
        return vec![None];
    }
    let byes =
        |player: usize| players[player].rounds.iter().filter(|entry| **entry == Entry::Bye).count();
    let mut candidates: Vec<usize> = present.iter().rev().copied().collect();
    // A stable sort: of equal ones the lowest stays first.
    candidates.sort_by_key(|&player| byes(player));
    candidates.into_iter().map(Some).collect()
}

/// The index of the round in which two players were paired last.
fn last_meeting(player: &Player, other: usize) -> Option<usize> {
    player.rounds.iter().rposition(|entry| match entry {
        Entry::Game { opponent, .. } => *opponent == other,
        _ => false,
    })
}

/// Who has White. The one with fewer white games; then who had Black when they met last; then who
/// had Black last; then the lower one.
fn with_colors(upper: usize, lower: usize, players: &[Player]) -> (usize, usize) {
    let (balance_up, last_up) = colors(&players[upper]);
    let (balance_low, last_low) = colors(&players[lower]);
    let upper_has_white = if balance_up != balance_low {
        balance_up < balance_low
    } else if let Some(color) = last_color_against(&players[upper], lower) {
        color == Color::Black
    } else {
        matches!((last_up, last_low), (Some(Color::Black), Some(Color::White)))
    };
    if upper_has_white { (upper, lower) } else { (lower, upper) }
}

/// White games less black ones, and the last color.
fn colors(player: &Player) -> (i32, Option<Color>) {
    let games = player.rounds.iter().filter_map(played);
    games.fold((0, None), |(balance, _), (_, color)| match color {
        Color::White => (balance + 1, Some(color)),
        Color::Black => (balance - 1, Some(color)),
    })
}

fn last_color_against(player: &Player, other: usize) -> Option<Color> {
    let mut games = player.rounds.iter().rev().filter_map(played);
    games.find(|&(opponent, _)| opponent == other).map(|(_, color)| color)
}

/// The opponent and the color of a game that was played.
fn played(entry: &Entry) -> Option<(usize, Color)> {
    match *entry {
        Entry::Game { opponent, color, result } if result.is_played() => Some((opponent, color)),
        _ => None,
    }
}
