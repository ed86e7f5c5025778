//! Colors of the pairs (article 5.2) and the order of the boards (C.04.2, 3.6).

use std::cmp::Reverse;

use chess::Color;

use super::player_state::{Preference, Strength};
use super::{Board, PlayerState, Round, RoundPairing};

/// The boards for pairs of places; a pair with itself is the bye.
pub(super) fn boards(round: &Round, pairs: &[(usize, Option<usize>)]) -> RoundPairing {
    let mut pairing = RoundPairing::default();
    let mut games: Vec<(&PlayerState, &PlayerState)> = Vec::new();
    for (one, other) in pairs {
        match other {
            // Places are in the order of score and number, so the first is the higher one.
            Some(other) => {
                let (high, low) = (*one.min(other), *one.max(other));
                games.push((&round.players[high], &round.players[low]));
            }
            None => pairing.bye = Some(round.players[*one].number),
        }
    }
    games.sort_by_key(|(one, other)| board_key(one, other));
    pairing.boards = games.into_iter().map(|(high, low)| board(round, high, low)).collect();
    pairing
}

/// Higher score of the better player, sum of both, smaller number of the better player. Virtual
/// points do not count.
fn board_key(
    one: &PlayerState,
    other: &PlayerState,
) -> (Reverse<crate::Points>, Reverse<crate::Points>, u16) {
    let rank = |player: &PlayerState| (Reverse(player.points), player.number.get());
    let (better, worse) = if rank(one) < rank(other) { (one, other) } else { (other, one) };
    (Reverse(better.points), Reverse(worse.points), better.number.get())
}

fn board(round: &Round, high: &PlayerState, low: &PlayerState) -> Board {
    match color_of_higher(high, low, round.initial_color) {
        Color::White => Board { white: high.number, black: low.number },
        Color::Black => Board { white: low.number, black: high.number },
    }
}

/// The color of the higher-ranked player of a pair.
fn color_of_higher(high: &PlayerState, low: &PlayerState, initial: Color) -> Color {
    match (high.preference, low.preference) {
        (None, None) if high.is_odd => initial,
        (None, None) => !initial,
        (Some(preference), None) => preference.color,
        (None, Some(preference)) => !preference.color,
        (Some(preference), Some(other)) if preference.color != other.color => preference.color,
        (Some(preference), Some(other)) => {
            let prevails = stronger(high, preference, low, other);
            prevails.or_else(|| last_difference(high, low)).unwrap_or(preference.color)
        }
    }
}

/// Two equal preferences: the stronger one is granted; between absolute ones, the one with the
/// greater color difference.
fn stronger(
    high: &PlayerState,
    preference: Preference,
    low: &PlayerState,
    other: Preference,
) -> Option<Color> {
    let imbalance = |player: &PlayerState, strength| {
        if strength == Strength::Absolute { player.color_difference.abs() } else { 0 }
    };
    let weight = |player: &PlayerState, preference: Preference| {
        (preference.strength, imbalance(player, preference.strength))
    };
    match weight(high, preference).cmp(&weight(low, other)) {
        std::cmp::Ordering::Greater => Some(preference.color),
        std::cmp::Ordering::Less => Some(!preference.color),
        std::cmp::Ordering::Equal => None,
    }
}

/// The opposite of what the higher player had when their colors last differed.
fn last_difference(high: &PlayerState, low: &PlayerState) -> Option<Color> {
    let mut together = high.colors.iter().rev().zip(low.colors.iter().rev());
    together.find(|(one, other)| one != other).map(|(one, _)| !*one)
}
