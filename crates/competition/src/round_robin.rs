//! Berger tables: the schedule of a round robin, in which everybody meets everybody.
//!
//! Numbers of players go in, and the pairs of every round come out, in the order of the tables that
//! FIDE publishes (C.05 annex 1). Nothing here knows players or results.

/// One round of a schedule. Players are numbered from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The pairs in board order, White first.
    pub pairs: Vec<(usize, usize)>,
    /// The player without an opponent, if their number is odd.
    pub free: Option<usize>,
}

/// The schedule in which every pair meets once. Fewer than two players have no rounds.
///
/// ```
/// let rounds = competition::round_robin::single(4);
/// assert_eq!(rounds[0].pairs, [(1, 4), (2, 3)]);
/// assert_eq!(rounds[1].pairs, [(4, 3), (1, 2)]);
/// assert_eq!(rounds.len(), 3);
/// ```
pub fn single(players: usize) -> Vec<Round> {
    let count = round_count(players);
    (0..count).map(|round| berger_round(players, round)).collect()
}

/// The schedule in which every pair meets twice, with either color. The last two rounds of the first
/// cycle are played in reverse order: otherwise somebody would get a color three times in a row.
pub fn double(players: usize) -> Vec<Round> {
    let mut first = single(players);
    let second: Vec<Round> = first.iter().map(with_colors_swapped).collect();
    if let [.., last_but_one, last] = &mut first[..] {
        std::mem::swap(last_but_one, last);
    }
    first.extend(second);
    first
}

/// The number of rounds in which every pair meets once.
pub fn round_count(players: usize) -> usize {
    if players < 2 { 0 } else { even(players) - 1 }
}

/// The number of places in the table: a player without an opponent meets an empty one.
fn even(players: usize) -> usize {
    players.next_multiple_of(2)
}

/// A round, counted from 0. The last place stays, and the others move around it by half a table.
fn berger_round(players: usize, round: usize) -> Round {
    let places = even(players);
    let circle = places - 1;
    let start = round * (places / 2) % circle;
    let fixed = if round.is_multiple_of(2) { (start + 1, places) } else { (places, start + 1) };
    let others = (1..places / 2)
        .map(|board| ((start + board) % circle + 1, (start + circle - board) % circle + 1));
    let mut pairs: Vec<(usize, usize)> = std::iter::once(fixed).chain(others).collect();
    let free = (places > players).then(|| start + 1);
    if free.is_some() {
        pairs.remove(0);
    }
    Round { pairs, free }
}

fn with_colors_swapped(round: &Round) -> Round {
    let pairs = round.pairs.iter().map(|&(white, black)| (black, white)).collect();
    Round { pairs, free: round.free }
}
