//! What a seed decides before a run: the games, who takes part, and what goes wrong when.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chess::{ByColor, Color};
use game::{Bonus, GameId, Player, Seat, Start, Terms, TimeControl};
use random::SplitMix64;
use store::simulation::SyncFault;

use super::network::Conditions;
use crate::Secret;

/// Independent sources of randomness.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stream {
    Plan,
    Disk,
    Network,
    Server,
    /// The client of this number, counted from here.
    FirstClient,
    /// Servers that share a store. There are fewer clients.
    Cluster = 1_000_000,
}

/// The generator for a purpose.
pub(super) fn stream(seed: u64, purpose: Stream) -> SplitMix64 {
    SplitMix64::with_stream(seed, purpose as u64)
}

/// The generator of a client.
pub(super) fn client_stream(seed: u64, client: usize) -> SplitMix64 {
    SplitMix64::with_stream(seed, Stream::FirstClient as u64 + client as u64)
}

/// Something that goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The process is killed.
    Kill,
    /// The machine loses its power.
    PowerLoss,
    /// The machine loses its power during a write, after this many more operations of the disk.
    PowerLossDuringWrite { operations: u64 },
    /// Somebody restarts the server in an orderly way.
    Restart,
    /// The process stands still.
    Stall { ms: u64 },
    /// Every sync takes up to this long.
    SlowDisk { ms: u64 },
    /// Syncs fail.
    SyncErrors(SyncFault),
    /// Writes fail.
    WriteErrors,
    /// The disk is full.
    FullDisk,
    /// All connections are cut.
    CutAll,
    /// The system clock is wrong by this much from the next start on.
    WrongClock { ms: i64 },
    /// Everything works from now on.
    AllIsWell,
}

/// Who takes part in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Player(Color),
    /// Plays both sides on one device.
    Both,
    Spectator,
    /// Has the secret of a seat and no manners.
    Hostile(Color),
}

/// A game to be played.
#[derive(Clone)]
pub(super) struct GamePlan {
    pub(super) id: GameId,
    pub(super) terms: Terms,
    pub(super) secrets: ByColor<String>,
    pub(super) roles: Vec<Role>,
}

impl GamePlan {
    /// The secret of a role; none for spectators.
    pub(super) fn secret(&self, role: Role) -> Option<String> {
        match role {
            Role::Player(color) | Role::Hostile(color) => Some(self.secrets[color].clone()),
            Role::Both => Some(self.secrets[Color::White].clone()),
            Role::Spectator => None,
        }
    }
}

/// Everything that a seed decides beforehand.
pub(super) struct Plan {
    pub(super) games: Vec<GamePlan>,
    /// What goes wrong, and how long it lasts.
    pub(super) faults: Vec<(u64, Fault, u64)>,
    /// When everything works again.
    pub(super) length_ms: u64,
    pub(super) conditions: Conditions,
    pub(super) settings: store::Settings,
    /// The pages of the log before it is moved into the database.
    pub(super) checkpoint: u32,
}

impl Plan {
    pub(super) fn new(seed: u64) -> Plan {
        let random = &mut stream(seed, Stream::Plan);
        let length_ms = 6_000 + random.below(12_000) as u64;
        let games = (0..=random.below(3)).map(|_| game(random)).collect();
        let faults = (0..=random.below(4)).map(|_| fault(random, length_ms)).collect();
        Plan {
            games,
            faults,
            length_ms,
            conditions: conditions(random),
            settings: store::Settings {
                queue: [3, 16, 4_096][random.below(3)],
                group: [1, 3, 256][random.below(3)],
                ..store::Settings::default()
            },
            checkpoint: [4, 20, 1_000][random.below(3)],
        }
    }
}

fn conditions(random: &mut SplitMix64) -> Conditions {
    Conditions {
        delay_ms: [5, 50, 300][random.below(3)],
        late: [0, 100, 20][random.below(3)],
        cuts: [0, 200, 60][random.below(3)],
        silences: [0, 0, 150][random.below(3)],
    }
}

fn game(random: &mut SplitMix64) -> GamePlan {
    let shared = random.below(6) == 0;
    let seat = Seat { name: None, player: Player::Person };
    let control = time_control(random);
    let mut roles = vec![Role::Player(Color::White), Role::Player(Color::Black)];
    if shared {
        roles = vec![Role::Both];
    }
    roles.extend((0..random.below(3)).map(|_| Role::Spectator));
    if random.below(3) == 0 {
        roles.push(Role::Hostile(if random.below(2) == 0 { Color::White } else { Color::Black }));
    }
    let white = secret(random);
    let black = if shared { white.clone() } else { secret(random) };
    GamePlan {
        id: GameId::from_random(std::array::from_fn(|_| random.below(256) as u8)),
        terms: Terms {
            start: Start::Standard,
            seats: ByColor::new(seat.clone(), seat),
            time: ByColor::new(control, control),
            shared,
            automatic_draws: random.below(2) == 0,
            takebacks: true,
            abandonment: true,
        },
        secrets: ByColor::new(white, black),
        roles,
    }
}

fn time_control(random: &mut SplitMix64) -> Option<TimeControl> {
    let bonus = Duration::from_millis(100 * random.below(20) as u64);
    let bonus = match random.below(5) {
        0 => Bonus::Delay(bonus),
        1 => Bonus::Bronstein(bonus),
        2 => Bonus::Increment(bonus),
        _ => Bonus::None,
    };
    let base = Duration::from_millis(1_000 + random.below(20_000) as u64);
    (random.below(6) > 0).then_some(TimeControl { base, bonus })
}

fn secret(random: &mut SplitMix64) -> String {
    let bytes: [u8; 16] = std::array::from_fn(|_| random.below(256) as u8);
    let text = URL_SAFE_NO_PAD.encode(bytes);
    debug_assert!(Secret::parse(&text).is_some());
    text
}

fn fault(random: &mut SplitMix64, length_ms: u64) -> (u64, Fault, u64) {
    let at = 500 + random.below(length_ms as usize - 500) as u64;
    let lasts = 200 + random.below(4_000) as u64;
    let fault = match random.below(13) {
        0 | 1 => Fault::Kill,
        2 | 3 => Fault::PowerLoss,
        4 | 5 => Fault::PowerLossDuringWrite { operations: random.below(60) as u64 },
        6 => Fault::Restart,
        7 => Fault::Stall { ms: 50 + random.below(10_000) as u64 },
        8 => Fault::SlowDisk { ms: 20 + random.below(1_500) as u64 },
        9 if random.below(2) == 0 => Fault::SyncErrors(SyncFault::KeepsDirtyPages),
        9 => Fault::SyncErrors(SyncFault::DropsDirtyPages),
        10 if random.below(2) == 0 => Fault::WriteErrors,
        10 => Fault::FullDisk,
        11 => Fault::CutAll,
        _ => Fault::WrongClock { ms: [-3_600_000, 86_400_000 * 400][random.below(2)] },
    };
    (at, fault, lasts)
}
