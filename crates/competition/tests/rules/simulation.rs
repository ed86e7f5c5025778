//! Tournaments with results from a seed.

use competition::dutch::{self, PairingError, RoundPairing};
use competition::{Absence, Bye, Crosstable, Entry, GameResult, Player, PlayerNumber};

/// A small generator of random numbers (xorshift), so that a seed is all a test needs.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below another one.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }
}

/// What a simulated tournament is like, in percent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    pub(crate) draws: u64,
    pub(crate) absences: u64,
    pub(crate) forfeits: u64,
}

pub(crate) fn start(players: u16, rounds: usize) -> Crosstable {
    let player = |number| Player::new(PlayerNumber::new(number).unwrap(), "Player");
    Crosstable {
        players: (1..=players).map(player).collect(),
        planned_rounds: Some(rounds),
        ..Crosstable::default()
    }
}

/// Announces absences of the next round.
pub(crate) fn announce(table: &mut Crosstable, habits: Habits, random: &mut Random) {
    let round = table.paired_rounds() + 1;
    for player in &table.players {
        if random.below(100) < habits.absences {
            let bye = if random.below(2) == 0 { Bye::Half } else { Bye::Zero };
            table.absences.push(Absence { round, player: player.number, bye });
        }
    }
}

/// Pairs the next round and plays it.
pub(crate) fn play_round(
    table: &mut Crosstable,
    habits: Habits,
    random: &mut Random,
) -> Result<RoundPairing, PairingError> {
    let pairing = dutch::pair(table)?;
    dutch::add_round(table, &pairing);
    for board in &pairing.boards {
        let (white, black) = result(habits, random);
        for (number, result) in [(board.white, white), (board.black, black)] {
            let index = table.index_of(number).unwrap();
            if let Some(Entry::Game(game)) = table.players[index].entries.last_mut() {
                game.result = result;
            }
        }
    }
    Ok(pairing)
}

fn result(habits: Habits, random: &mut Random) -> (GameResult, GameResult) {
    if random.below(100) < habits.forfeits {
        return (GameResult::ForfeitLoss, GameResult::ForfeitWin);
    }
    if random.below(100) < habits.draws {
        return (GameResult::Draw, GameResult::Draw);
    }
    match random.below(2) {
        0 => (GameResult::Win, GameResult::Loss),
        _ => (GameResult::Loss, GameResult::Win),
    }
}
