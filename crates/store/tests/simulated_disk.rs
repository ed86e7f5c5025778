//! The store on a simulated disk: what it has acknowledged survives power losses, kills and disk
//! errors, and none of them damages the database.

use std::time::Duration;

use chess::pgn::GameResult;
use chess::{ByColor, Move, Square};
use game::{Event, GameId, Player, Record, Seat, Start, Terms, Timestamp};
use random::SplitMix64;
use store::simulation::{Disk, DiskFaults, Driver, SyncFault, WrittenGroup, new_library, open};
use store::{
    AppendOutcome, Details, Entry, NewGame, Settings, Sqlite, Store, StoreError, StoredGame,
    Summary,
};

const SEEDS: u64 = 40;

fn id() -> GameId {
    GameId::new("game000001").unwrap()
}

fn summary() -> Summary {
    Summary {
        names: ByColor::default(),
        result: GameResult::Unknown,
        status: "playing".into(),
        plies: 0,
        created: Timestamp(1_000),
        last_played: Timestamp(1_000),
        resume_on_start: false,
        fen: "8/8/8/8/8/8/8/8 w - - 0 1".into(),
        opening: None,
    }
}

fn new_game() -> NewGame {
    let seat = Seat { name: None, player: Player::Person };
    let terms = Terms {
        start: Start::Standard,
        seats: ByColor::new(seat.clone(), seat),
        time: ByColor::default(),
        shared: true,
        automatic_draws: false,
        takebacks: true,
        abandonment: true,
    };
    let event = Event::Created(Box::new(terms));
    NewGame {
        id: id(),
        records: vec![Record { version: 1, at: Timestamp(1_000), event }],
        seat_owners: ByColor::default(),
        summary: summary(),
        details: Details::default(),
    }
}

fn entry(base: u32) -> Entry {
    let play = Move::normal(Square::E2, Square::E4);
    let event = Event::Moved { play, clock: Some(Duration::from_mins(1)) };
    let records = vec![Record { version: base + 1, at: Timestamp(2_000), event }];
    Entry { game: id(), base, request: None, records, summary: summary(), seat_owners: None }
}

/// A store and what runs its jobs. The store is dropped first.
struct Running {
    store: Sqlite,
    driver: Driver,
}

impl Running {
    fn open(disk: &Disk) -> Running {
        let (store, driver) = open(disk, Settings::default(), 8).expect("an intact database");
        Running { store, driver }
    }

    /// Waits for something to be written, while the driver runs it.
    async fn write<T>(
        &mut self,
        job: impl AsyncFnOnce(&Sqlite) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let (store, driver) = (&self.store, &mut self.driver);
        tokio::join!(job(store), async { driver.write().map(WrittenGroup::reply) }).0
    }

    async fn load(&self) -> Result<Option<StoredGame>, StoreError> {
        let id = id();
        tokio::join!(self.store.load(&id), async { self.driver.read() }).0
    }

    async fn version(&self) -> u32 {
        let loaded = self.load().await;
        loaded.expect("a game that is intact").expect("a game").records.len() as u32
    }

    async fn append(&mut self, base: u32) -> Result<AppendOutcome, StoreError> {
        self.write(async |store| store.append(entry(base)).await).await
    }
}

/// Appends until the power fails in the middle of something, again and again. The result is how
/// many acknowledged records were lost; a game or database that cannot be read counts as one.
async fn lost_by_power_losses(seed: u64, faults: DiskFaults) -> u32 {
    let mut random = SplitMix64::new(seed);
    let disk = new_library(seed);
    let mut running = Running::open(&disk);
    running.write(async |store| store.create(new_game()).await).await.expect("a new game");
    disk.set_faults(faults);
    let (mut acknowledged, mut lost) = (1, 0);
    for _ in 0..4 {
        disk.fail_power_after(random.below(80) as u64);
        while !disk.is_off() {
            let base = running.version().await;
            match running.append(base).await {
                Ok(appended) => {
                    assert_eq!(appended, AppendOutcome::Written);
                    acknowledged = base + 1;
                }
                Err(_) => disk.set_faults(DiskFaults { is_full: false, ..faults }),
            }
        }
        drop(running);
        disk.set_faults(DiskFaults { ignores_sync: faults.ignores_sync, ..DiskFaults::default() });
        disk.restart_after_power_loss();
        let Ok((store, driver)) = open(&disk, Settings::default(), 8) else { return lost + 1 };
        running = Running { store, driver };
        let Ok(Some(found)) = running.load().await else { return lost + 1 };
        let found = found.records.len() as u32;
        lost += acknowledged.max(found) - found;
        acknowledged = found;
        disk.set_faults(faults);
    }
    lost
}

#[tokio::test]
async fn power_losses_lose_nothing_that_was_acknowledged() {
    for seed in 0..SEEDS {
        let lost = lost_by_power_losses(seed, DiskFaults::default()).await;
        assert_eq!(lost, 0, "seed {seed}");
    }
}

#[tokio::test]
async fn disk_errors_before_a_power_loss_lose_nothing_that_was_acknowledged() {
    let working = DiskFaults::default();
    for (name, faults) in [
        ("failed writes", DiskFaults { write_errors: 0.1, ..working }),
        ("failed syncs", DiskFaults { sync_errors: 0.2, ..working }),
        (
            "failed syncs that are forgotten",
            DiskFaults {
                sync_errors: 0.2,
                after_sync_error: SyncFault::DropsDirtyPages,
                ..working
            },
        ),
        ("a full disk", DiskFaults { is_full: true, ..working }),
    ] {
        for seed in 0..SEEDS / 2 {
            let lost = lost_by_power_losses(seed, faults).await;
            assert_eq!(lost, 0, "{name}, seed {seed}");
        }
    }
}

#[tokio::test]
async fn a_disk_that_ignores_syncs_is_found_out() {
    let faults = DiskFaults { ignores_sync: true, ..DiskFaults::default() };
    let mut lost = 0;
    for seed in 0..SEEDS {
        lost += lost_by_power_losses(seed, faults).await;
    }
    assert!(lost > 0, "a simulation that finds no lost record finds nothing");
}

#[tokio::test]
async fn a_killed_process_loses_nothing_that_was_written() {
    let disk = new_library(1);
    let mut running = Running::open(&disk);
    running.write(async |store| store.create(new_game()).await).await.expect("a new game");
    for base in 1..20 {
        running.append(base).await.expect("an append");
        disk.cut_power();
        drop(running);
        disk.restart_after_kill();
        running = Running::open(&disk);
        assert_eq!(running.version().await, base + 1);
    }
}

/// After a failed sync the system may regard data as written that never reaches the disk. A process
/// that is restarted then reads it, and must not build on it before it is durable.
#[tokio::test]
async fn what_a_restart_found_survives_a_power_loss() {
    let failing = DiskFaults {
        sync_errors: 1.0,
        after_sync_error: SyncFault::DropsDirtyPages,
        ..DiskFaults::default()
    };
    for seed in 0..SEEDS {
        let disk = new_library(seed);
        let mut running = Running::open(&disk);
        running.write(async |store| store.create(new_game()).await).await.expect("a new game");
        // How far the log is decides which sync fails: that of its header or that of the commit.
        let base = 1 + (seed % 5) as u32;
        for base in 1..base {
            running.append(base).await.expect("an append");
        }
        disk.set_faults(failing);
        running.append(base).await.expect_err("the sync fails");
        disk.set_faults(DiskFaults::default());
        disk.cut_power();
        drop(running);
        disk.restart_after_kill();
        let running = Running::open(&disk);
        let found = running.version().await;
        disk.cut_power();
        drop(running);
        disk.restart_after_power_loss();
        assert!(Running::open(&disk).version().await >= found, "seed {seed}");
    }
}

#[tokio::test]
async fn equal_seeds_give_equal_operations() {
    let fingerprint = async |seed| {
        let disk = new_library(seed);
        let mut running = Running::open(&disk);
        running.write(async |store| store.create(new_game()).await).await.expect("a new game");
        for base in 1..30 {
            running.append(base).await.expect("an append");
        }
        drop(running);
        disk.fingerprint()
    };
    assert_eq!(fingerprint(5).await, fingerprint(5).await);
}
