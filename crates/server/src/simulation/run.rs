//! A run of a seed: one server after the other on the same disk, each a process with its own tasks
//! and its own clock, in a world that outlives them.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use store::Store;
use store::simulation::{self, Disk};
use tokio::runtime::Builder;
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{advance, sleep_until};

use super::Options;
use super::network::Due;
use super::plan::{Fault, Stream, stream};
use super::server::{Server, drive};
use super::violation::Violation;
use super::world::World;
use crate::live::STALL;

/// What a run has shown.
#[derive(Debug)]
pub struct Outcome {
    /// The broken promises.
    pub violations: Vec<Violation>,
    /// A number that is equal for equal runs.
    pub fingerprint: u64,
    /// What happened, if it was to be kept.
    pub trace: Vec<String>,
    /// The number of acknowledged requests.
    pub acknowledged: usize,
    /// The number of servers.
    pub servers: usize,
}

/// How a server ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Killed,
    PowerLost,
    ShutDown,
    /// It could not start, because of the disk.
    NotStarted,
    /// The run is over.
    Finished,
}

/// Runs a seed with one server at a time.
pub(super) fn run(seed: u64, options: Options) -> Outcome {
    let disk = simulation::new_library(stream(seed, Stream::Disk).next_u64());
    let world = Rc::new(RefCell::new(World::new(seed, options)));
    loop {
        let end = run_server(&world, &disk);
        let mut world = world.borrow_mut();
        world.note(format_args!("the server ends: {end:?}"));
        if end == End::Finished {
            break;
        }
        world.wait_for_restart(end, &disk);
    }
    run_last_check(&world, &disk);
    let mut world = Rc::into_inner(world).expect("the server is gone").into_inner();
    world.trace.add_number(disk.fingerprint());
    Outcome::of(world)
}

impl Outcome {
    /// What a run has shown that is over.
    pub(super) fn of(mut world: World) -> Outcome {
        let requests = world.history.iter().flat_map(|history| history.requests.values());
        Outcome {
            violations: std::mem::take(&mut world.violations),
            acknowledged: requests.filter(|request| !request.acks.is_empty()).count(),
            servers: world.servers,
            fingerprint: world.trace.fingerprint(),
            trace: world.trace.into_lines(),
        }
    }
}

/// Runs one server until it ends, and leaves the disk as the next one finds it.
fn run_server(world: &Rc<RefCell<World>>, disk: &Disk) -> End {
    let end = run_process(world, disk, live(world, disk));
    match end {
        End::Killed | End::NotStarted => disk.restart_after_kill(),
        End::PowerLost | End::Finished => disk.restart_after_power_loss(),
        End::ShutDown => {}
    }
    end
}

/// Checks what is left after everything.
fn run_last_check(world: &Rc<RefCell<World>>, disk: &Disk) {
    let check = async {
        world.borrow_mut().network.start_clock();
        let opened = open_store(world, disk).await;
        world.borrow_mut().stop();
        opened.map_or_else(|end| end, |_| End::Finished)
    };
    run_process(world, disk, check);
}

/// Runs a process with its own clock. Nothing of it is left afterwards.
fn run_process(world: &Rc<RefCell<World>>, disk: &Disk, process: impl Future<Output = End>) -> End {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.expect("a runtime without threads and sockets");
    let tasks = LocalSet::new();
    let end = tasks.block_on(&runtime, process);
    // The connections to the database notice nothing of a kill.
    if end != End::ShutDown {
        disk.cut_power();
    }
    world.borrow_mut().server = None;
    drop((tasks, runtime));
    end
}

/// The life of one server.
async fn live(world: &Rc<RefCell<World>>, disk: &Disk) -> End {
    world.borrow_mut().network.start_clock();
    let end = match start(world, disk).await {
        Ok(()) => serve(world, disk).await,
        Err(end) => end,
    };
    world.borrow_mut().stop();
    end
}

/// Opens the store, and checks what is in it.
async fn open_store(world: &Rc<RefCell<World>>, disk: &Disk) -> Result<Arc<dyn Store>, End> {
    let (settings, checkpoint, random) = world.borrow_mut().prepare(disk);
    let (store, driver) = match simulation::open(disk, settings, checkpoint) {
        Ok(opened) => opened,
        Err(error) => return Err(world.borrow_mut().not_opened(&error.to_string(), disk)),
    };
    drive(driver, disk, world, random);
    inspect(world, &store).await;
    Ok(Arc::new(store))
}

/// Starts a server.
async fn start(world: &Rc<RefCell<World>>, disk: &Disk) -> Result<(), End> {
    let store = open_store(world, disk).await?;
    let (now, clock_error) = world.borrow().start_time();
    let started = Server::start(store, now, clock_error).await;
    let server = started.map_err(|_| End::NotStarted)?;
    create_games(world, &server).await?;
    server.run_games();
    world.borrow_mut().started(server);
    Ok(())
}

/// Compares everything that was seen with what is stored.
async fn inspect(world: &Rc<RefCell<World>>, store: &dyn Store) {
    let games = world.borrow().plan.games.len();
    for game in 0..games {
        let id = world.borrow().plan.games[game].id.clone();
        let loaded = store.load(&id).await;
        world.borrow_mut().check(game, loaded);
    }
}

/// The first server gets the games.
async fn create_games(world: &Rc<RefCell<World>>, server: &Server) -> Result<(), End> {
    if world.borrow().servers > 1 {
        return Ok(());
    }
    let games = std::mem::take(&mut world.borrow_mut().plan.games);
    let mut created = true;
    for game in &games {
        created &= server.create(game).await;
    }
    world.borrow_mut().plan.games = games;
    if created { Ok(()) } else { Err(End::NotStarted) }
}

/// Has everything happen that is due, until the server ends.
async fn serve(world: &Rc<RefCell<World>>, disk: &Disk) -> End {
    loop {
        while let Some((at, due)) = next_due(world) {
            happen(world, disk, at, due);
            stall(world, disk).await;
        }
        let (next, changed, power_lost) = {
            let mut world = world.borrow_mut();
            if let Some(end) = world.is_over() {
                return end;
            }
            let next = world.network.next_time().and_then(|at| world.network.instant(at));
            (next, Rc::clone(&world.network.changed), Rc::clone(&world.power_lost))
        };
        let due = async {
            if let Some(next) = next {
                sleep_until(next).await;
            }
        };
        tokio::select! {
            biased;
            () = power_lost.notified() => world.borrow_mut().end.get_or_insert(End::PowerLost),
            () = changed.notified() => continue,
            () = due => continue,
        };
    }
}

fn next_due(world: &RefCell<World>) -> Option<(u64, Due)> {
    let mut world = world.borrow_mut();
    let now = world.network.now();
    let is_running = world.end.is_none();
    is_running.then(|| world.network.pop(now)).flatten()
}

/// The process stands still. What arrives meanwhile may wait in its sockets when it goes on, or
/// come a moment later. A stall that is too short to be noticed counts as a slow server.
async fn stall(world: &Rc<RefCell<World>>, disk: &Disk) {
    let (begin, ms, arrives_first) = {
        let mut world = world.borrow_mut();
        let Some(ms) = world.stall_ms.take() else { return };
        (world.network.now(), ms, world.random.below(2) == 0)
    };
    if arrives_first {
        while let Some((at, due)) = { world.borrow_mut().network.pop(begin + ms) } {
            happen(world, disk, at, due);
        }
    }
    advance(Duration::from_millis(ms)).await;
    if Duration::from_millis(ms) > STALL {
        world.borrow_mut().downtime.add_stall(begin, begin + ms);
    }
}

/// Has something happen.
fn happen(world: &Rc<RefCell<World>>, disk: &Disk, at: u64, due: Due) {
    match due {
        Due::Connect(link) => {
            let server = world.borrow().server.clone().filter(|_| world.borrow().end.is_none());
            match server {
                Some(server) => server.accept(world, link, at),
                None => world.borrow_mut().network.close_from_server(at, link),
            }
        }
        Due::Fault(Fault::Restart) => restart(world),
        due => world.borrow_mut().happen(disk, at, due),
    }
}

/// Shuts the server down in an orderly way, now: a server that stands still is told late.
fn restart(world: &Rc<RefCell<World>>) {
    let Some(server) = world.borrow().server.clone() else { return };
    let now = world.borrow().network.now();
    world.borrow_mut().downtime.begin(now);
    let world = Rc::clone(world);
    spawn_local(async move {
        server.shut_down().await;
        drop(server);
        let mut world = world.borrow_mut();
        world.end.get_or_insert(End::ShutDown);
        world.power_lost.notify_one();
    });
}
