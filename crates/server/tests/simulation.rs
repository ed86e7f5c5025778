//! The server on simulated time, disks, networks and clients: whatever goes wrong, it keeps its
//! promises. `cargo xtask simulate` runs many more seeds.

use server::simulation::{Options, PlantedFault, Promise, run};

/// The seeds of every test run.
const SEEDS: u64 = 200;
/// Seeds that have found something:
/// - 221: clocks ran while the server took its time to shut down.
/// - 1119: a spectator that read again after a write had timed out missed that event.
/// - 7457: a move that came after a hello was charged until the hello was answered, and until its
///   room was opened.
/// - 7107: a move was charged for a pause of the process that was too short for a stall.
/// - 8608: a room that closed in doubt forgot how long the last move had taken to store.
const FINDERS: [u64; 5] = [221, 1_119, 7_457, 7_107, 8_608];
/// The seeds of every test run with two servers.
const SEEDS_FOR_TWO: u64 = 40;
/// Seeds with two servers that have found something:
/// - 76: the first move after a stall was dated before it, so another server charged the opponent
///   for the stall.
/// - 166: a hint was lost, and the opponent waited forever.
/// - 509: a client that waited for a game to be opened got a room of its own, because it could not
///   be opened for another client just before.
/// - 1118: as 166, with a player who was connected to both servers.
const FINDERS_WITH_TWO: [u64; 4] = [76, 166, 509, 1_118];
/// A planted fault has to be found by one of this many seeds.
const SEEDS_FOR_PLANTED: u64 = 1_000;

#[test]
fn no_seed_breaks_a_promise() {
    let mut acknowledged = 0;
    for seed in (0..SEEDS).chain(FINDERS) {
        let outcome = run(seed, Options::default());
        assert_eq!(outcome.violations, [], "cargo xtask simulate --seed {seed} --verbose");
        acknowledged += outcome.acknowledged;
    }
    assert!(acknowledged > SEEDS as usize, "too little has happened: {acknowledged}");
}

#[test]
fn a_seed_always_runs_the_same_way() {
    for seed in 0..10 {
        let fingerprint = || run(seed, Options::default()).fingerprint;
        assert_eq!(fingerprint(), fingerprint(), "seed {seed}");
    }
    let fingerprint = |seed| run(seed, Options::default()).fingerprint;
    assert_ne!(fingerprint(0), fingerprint(1));
}

#[test]
fn no_seed_with_two_servers_breaks_a_promise() {
    let mut acknowledged = 0;
    for seed in (0..SEEDS_FOR_TWO).chain(FINDERS_WITH_TWO) {
        let outcome = run(seed, two_servers());
        let again = "cargo xtask simulate --servers 2 --verbose --seed";
        assert_eq!(outcome.violations, [], "{again} {seed}");
        acknowledged += outcome.acknowledged;
    }
    assert!(acknowledged > SEEDS_FOR_TWO as usize, "too little has happened: {acknowledged}");
}

#[test]
fn a_seed_with_two_servers_always_runs_the_same_way() {
    for seed in 0..5 {
        let fingerprint = || run(seed, two_servers()).fingerprint;
        assert_eq!(fingerprint(), fingerprint(), "seed {seed}");
    }
}

fn two_servers() -> Options {
    Options { has_two_servers: true, ..Options::default() }
}

#[test]
fn planted_faults_are_found() {
    for planted in PlantedFault::ALL {
        let broken = match planted {
            PlantedFault::AcknowledgeBeforeCommit | PlantedFault::DropSync => {
                [Promise::AcknowledgedIsStored, Promise::SeenIsStored, Promise::StoredIsKept]
                    .as_slice()
            }
            PlantedFault::ForgetVersionCheck => &[Promise::BuildsOnWhatWasSeen],
            PlantedFault::IgnoreLostRace => &[Promise::AcknowledgedIsStored, Promise::SeenIsStored],
            PlantedFault::ReadNoNews => &[Promise::GamesGoOn],
        };
        let finds = |seed: &u64| {
            let has_two_servers = planted.servers() == 2;
            let options = Options { planted: Some(planted), keeps_trace: false, has_two_servers };
            let outcome = run(*seed, options);
            outcome.violations.iter().any(|violation| broken.contains(&violation.promise))
        };
        assert!((0..SEEDS_FOR_PLANTED).any(|seed| finds(&seed)), "{planted} was not found");
    }
}
