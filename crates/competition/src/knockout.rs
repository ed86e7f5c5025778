//! Knockout: the bracket, who meets whom in it, and the places of those who lost.
//!
//! Players are their seeds, numbered from 1 for the strongest. The bracket has as many slots as the
//! next power of two; neighbors meet, and the winner takes the place of both. A slot without a
//! player is a bye, and those go to the strongest.

use std::ops::RangeInclusive;

/// The seeds from top to bottom in a bracket of this size, rounded up to a power of two.
///
/// ```
/// assert_eq!(competition::knockout::seeding(8), [1, 8, 4, 5, 2, 7, 3, 6]);
/// ```
pub fn seeding(size: usize) -> Vec<usize> {
    let mut seeds = vec![1];
    while seeds.len() < size {
        let sum = 2 * seeds.len() + 1;
        seeds = seeds.iter().flat_map(|&seed| [seed, sum - seed]).collect();
    }
    seeds
}

/// The slots of the first round from top to bottom, each with its seed; none is a bye.
pub fn first_slots(players: usize) -> Vec<Option<usize>> {
    let seeds = seeding(players.max(1));
    seeds.into_iter().map(|seed| (seed <= players).then_some(seed)).collect()
}

/// The number of rounds until one player is left.
pub fn round_count(players: usize) -> usize {
    players.max(1).next_power_of_two().ilog2() as usize
}

/// The matches of a round: each two neighbors.
pub fn matches<T: Copy>(slots: &[Option<T>]) -> Vec<[Option<T>; 2]> {
    slots.as_chunks().0.to_vec()
}

/// The places that the losers of a round share, counted by the slots of that round: after the
/// quarterfinals, with eight slots, they are 5 to 8.
pub fn losers_places(slots: usize) -> RangeInclusive<usize> {
    slots / 2 + 1..=slots
}

/// Which of two seeds has White in the first game of their match, by the parity of the better seed:
/// in odd rounds odd ones have White, in even rounds even ones. So a favorite who goes on
/// alternates, and in each round about half of the favorites have White. Rounds count from 1.
///
/// No rule of FIDE fixes these colors.
pub fn white_of(seeds: (usize, usize), round: usize) -> usize {
    let (better, other) = (seeds.0.min(seeds.1), seeds.0.max(seeds.1));
    if better % 2 == round % 2 { better } else { other }
}
