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
fn planted_faults_are_found() {
    for planted in PlantedFault::ALL {
        let broken = match planted {
            PlantedFault::AcknowledgeBeforeCommit | PlantedFault::DropSync => {
                [Promise::AcknowledgedIsStored, Promise::SeenIsStored, Promise::StoredIsKept]
                    .as_slice()
            }
            PlantedFault::ForgetVersionCheck => &[Promise::BuildsOnWhatWasSeen],
        };
        let finds = |seed: &u64| {
            let outcome = run(*seed, Options { planted: Some(planted), ..Options::default() });
            outcome.violations.iter().any(|violation| broken.contains(&violation.promise))
        };
        assert!((0..SEEDS_FOR_PLANTED).any(|seed| finds(&seed)), "{planted} was not found");
    }
}
