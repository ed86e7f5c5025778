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
    (0..round_count(players)).filter_map(|round| single_round(players, round)).collect()
}

/// The schedule in which every pair meets twice, with either color. The last two rounds of the
/// first cycle are played in reverse order: otherwise somebody would get a color three times in a
/// row.
pub fn double(players: usize) -> Vec<Round> {
    (0..2 * round_count(players)).filter_map(|round| double_round(players, round)).collect()
}

/// A round of [`single`], counted from 0; none after the last one.
pub fn single_round(players: usize, round: usize) -> Option<Round> {
    (round < round_count(players)).then(|| berger_round(players, round))
}

/// A round of [`double`], counted from 0; none after the last one.
pub fn double_round(players: usize, round: usize) -> Option<Round> {
    let cycle = round_count(players);
    match round.checked_sub(cycle) {
        Some(again) => single_round(players, again).as_ref().map(with_colors_swapped),
        None if cycle >= 2 && round == cycle - 2 => single_round(players, cycle - 1),
        None if cycle >= 2 && round == cycle - 1 => single_round(players, cycle - 2),
        None => single_round(players, round),
    }
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
