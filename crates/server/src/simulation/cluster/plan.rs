//! What a seed decides about servers that share a store, and what goes wrong with them.

use random::SplitMix64;

use super::SERVERS;

/// Something that goes wrong. Servers are named by their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A process is killed, or its machine is gone without a word.
    Kill { place: usize, is_silent: bool },
    /// Somebody restarts a server in an orderly way.
    Restart { place: usize },
    /// A process stands still.
    Stall { place: usize, ms: u64 },
    /// A server cannot reach the database.
    CutOff { place: usize },
    /// No server can.
    DatabaseDown,
    /// The database takes up to this long for every answer.
    SlowDatabase { ms: usize },
    /// All connections of clients are cut.
    CutAll,
}

/// How hints get to other servers.
#[derive(Clone, Copy, Debug)]
pub(super) struct HintConditions {
    /// The most milliseconds that a hint takes.
    pub(super) delay_ms: usize,
    /// One hint in this many is lost; none when zero.
    pub(super) lost: usize,
    /// One hint in this many comes twice; none when zero.
    pub(super) doubled: usize,
}

/// Hints without faults.
pub(super) const CALM: HintConditions = HintConditions { delay_ms: 20, lost: 0, doubled: 0 };
/// How long the database takes at most when it is not slow.
pub(super) const LATENCY_MS: usize = 4;

pub(super) fn hint_conditions(random: &mut SplitMix64) -> HintConditions {
    HintConditions {
        delay_ms: [5, 50, 1_500][random.below(3)],
        lost: [0, 50, 5][random.below(3)],
        doubled: [0, 10][random.below(2)],
    }
}

/// When something goes wrong, what, and for how long.
pub(super) fn faults(random: &mut SplitMix64, length_ms: u64) -> Vec<(u64, Fault, u64)> {
    (0..=random.below(5)).map(|_| fault(random, length_ms)).collect()
}

/// How wrong a clock may be that is set from the database.
pub(super) fn clock_error_ms(faults: &[(u64, Fault, u64)]) -> u64 {
    let slowest = faults.iter().map(|(_, fault, _)| match fault {
        Fault::SlowDatabase { ms } => *ms as u64,
        _ => 0,
    });
    slowest.max().unwrap_or_default() / 2
}

fn fault(random: &mut SplitMix64, length_ms: u64) -> (u64, Fault, u64) {
    let at = 500 + random.below(length_ms as usize - 500) as u64;
    let lasts = 200 + random.below(9_000) as u64;
    let place = random.below(SERVERS);
    let fault = match random.below(10) {
        0..3 => Fault::Kill { place, is_silent: random.below(2) == 0 },
        3 => Fault::Restart { place },
        4 | 5 => Fault::Stall { place, ms: 50 + random.below(10_000) as u64 },
        6 | 7 => Fault::CutOff { place },
        8 if random.below(2) == 0 => Fault::DatabaseDown,
        8 => Fault::SlowDatabase { ms: 20 + random.below(800) },
        _ => Fault::CutAll,
    };
    (at, fault, lasts)
}
