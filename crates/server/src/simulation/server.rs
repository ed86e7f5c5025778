//! The server of a run, from its start to its end.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use chess::ByColor;
use game::Timestamp;
use random::SplitMix64;
use store::simulation::{Disk, Driver};
use store::{SeatOwner, Store, StoreError};
use tokio::task::spawn_local;
use tokio::time::{sleep, timeout};
use tokio_util::task::TaskTracker;

use super::network::LinkId;
use super::plan::GamePlan;
use super::socket::SimulatedSocket;
use super::world::World;
use crate::engines::Engines;
use crate::live::{
    Clock, Downtime, EndedGames, GameChanges, Players, RoomServices, Rooms, UnstartedGames,
    follow_hints, socket,
};
use crate::start::run_games;
use crate::{Closing, Secret};

/// The system time at the start of a run.
pub(super) const EPOCH_MS: u64 = 1_800_000_000_000;
/// How long a server may take to shut down.
const SHUTDOWN_TIME: Duration = Duration::from_secs(15);

/// A running server.
#[derive(Clone)]
pub(super) struct Server {
    rooms: Rooms,
    closing: Closing,
}

impl Server {
    /// Starts a server on a store. Its clock shows the system time, which may be wrong.
    pub(super) async fn start(
        store: Arc<dyn Store>,
        now: u64,
        clock_error_ms: i64,
    ) -> Result<Server, StoreError> {
        let downtime = Downtime::of(&*store).await?;
        let clock =
            Clock::starting_at(Timestamp((EPOCH_MS + now).saturating_add_signed(clock_error_ms)));
        Ok(Server::new(store, false, clock, downtime))
    }

    /// Starts a server on a store that others use as well.
    pub(super) async fn start_beside(store: Arc<dyn Store>) -> Result<Server, StoreError> {
        let downtime = Downtime::of(&*store).await?;
        let clock = Clock::of(&*store, downtime.is_none()).await?;
        Ok(Server::new(store, true, clock, downtime))
    }

    fn new(
        store: Arc<dyn Store>,
        is_shared: bool,
        clock: Clock,
        downtime: Option<Downtime>,
    ) -> Server {
        let services = RoomServices {
            ended_games: EndedGames::default(),
            players: Players::default(),
            changes: GameChanges::default(),
            store,
            is_shared,
            engines: Engines::none(),
            clock,
            unstarted: UnstartedGames::default(),
            tasks: TaskTracker::new(),
            claim_wait: None,
            engine_pause: Duration::ZERO,
        };
        Server { rooms: Rooms::new(services, downtime), closing: Closing::default() }
    }

    /// Creates a game.
    pub(super) async fn create(&self, plan: &GamePlan) -> bool {
        let owner = |color| {
            let secret = Secret::parse(&plan.secrets[color])?;
            Some(SeatOwner { secret: secret.hash(), account: None })
        };
        let owners = ByColor::from_fn(owner);
        self.rooms.create(plan.terms.clone(), plan.id.clone(), owners).await.is_ok()
    }

    /// Resumes the games, and stores heartbeats.
    pub(super) fn run_games(&self) {
        let rooms = self.rooms.clone();
        spawn_local(async move { match run_games(&rooms).await {} });
        let rooms = self.rooms.clone();
        spawn_local(async move { match follow_hints(&rooms).await {} });
        let rooms = self.rooms.clone();
        spawn_local(async move { match rooms.services().clock.watch().await {} });
    }

    /// Serves a client.
    pub(super) fn accept(&self, world: &Rc<RefCell<World>>, link: LinkId, now: u64) {
        let Some(incoming) = world.borrow_mut().network.accept(now, link) else { return };
        let socket = SimulatedSocket { link, incoming, world: Rc::clone(world) };
        let (server, world) = (self.clone(), Rc::clone(world));
        let token = server.closing.tasks().token();
        spawn_local(async move {
            socket::serve(socket, server.rooms.clone(), &server.closing).await;
            let mut world = world.borrow_mut();
            let now = world.network.now();
            world.network.close_from_server(now, link);
            drop(token);
        });
    }

    /// Shuts down in an orderly way.
    pub(super) async fn shut_down(&self) {
        self.rooms.services().clock.stop();
        self.closing.begin();
        self.closing.tasks().close();
        // Clients that do not read are cut off.
        let _ = timeout(SHUTDOWN_TIME, self.closing.tasks().wait()).await;
        let _ = timeout(SHUTDOWN_TIME, self.rooms.close()).await;
    }
}

/// Runs the jobs of the store for as long as the server lives, as its threads would.
pub(super) fn drive(driver: Driver, disk: &Disk, world: &Rc<RefCell<World>>, random: SplitMix64) {
    let (readable, writable) = (driver.read_queued(), driver.write_queued());
    let driver = Rc::new(RefCell::new(driver));
    let (reader, mut chance) = (Rc::clone(&driver), random.clone());
    spawn_local(async move {
        loop {
            readable.notified().await;
            loop {
                sleep(Duration::from_millis(chance.below(2) as u64)).await;
                if !reader.borrow().read() {
                    break;
                }
            }
        }
    });
    let (disk, world, mut chance) = (disk.clone(), Rc::clone(world), random);
    spawn_local(async move {
        loop {
            writable.notified().await;
            loop {
                sleep(Duration::from_millis(chance.below(2) as u64)).await;
                if !write_group(&driver, &disk, &world).await {
                    break;
                }
            }
        }
    });
}

/// Writes a group of jobs and replies when the disk is done; false when there are none.
async fn write_group(driver: &RefCell<Driver>, disk: &Disk, world: &RefCell<World>) -> bool {
    let is_early = world.borrow().acknowledges_early();
    world.borrow().set_faults(disk, is_early);
    let group = driver.borrow_mut().write();
    let Some(group) = group else { return false };
    let spent = disk.take_time_spent();
    if disk.is_off() {
        world.borrow().power_lost.notify_one();
        return std::future::pending().await;
    }
    if is_early {
        group.reply();
        sleep(spent).await;
        disk.sync_all();
    } else {
        sleep(spent).await;
        group.reply();
    }
    true
}
