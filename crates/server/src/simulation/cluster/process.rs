//! The process of one of several servers: a runtime with its own tasks and its own clock.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use store::{ServerId, Store};
use tokio::runtime::{Builder, Runtime};
use tokio::task::LocalSet;
use tokio::time::{Instant, advance, sleep_until};

use super::database::Database;
use super::store::SharedStore;
use crate::simulation::PlantedFault;
use crate::simulation::network::LinkId;
use crate::simulation::plan::GamePlan;
use crate::simulation::server::Server;
use crate::simulation::world::World;

/// The process of a server.
pub(super) struct Process {
    pub(super) id: ServerId,
    /// It stands still until then.
    pub(super) stalled_until: u64,
    /// When it began, and its clock then.
    pub(super) began: (u64, Instant),
    tasks: LocalSet,
    runtime: Runtime,
    server: Rc<RefCell<Option<Server>>>,
    has_ended: Rc<Cell<bool>>,
}

impl Process {
    /// Starts a process. Its server serves when it has joined the others.
    pub(super) fn start(
        id: ServerId,
        now: u64,
        database: &Database,
        planted: Option<PlantedFault>,
        games: Vec<GamePlan>,
    ) -> Process {
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
        let runtime = runtime.expect("a runtime without threads and sockets");
        let began = (now, runtime.block_on(async { Instant::now() }));
        let store = Arc::new(SharedStore::new(database.clone(), id, began, planted));
        let (server, has_ended) = (Rc::default(), Rc::default());
        let process = Process {
            id,
            stalled_until: 0,
            began,
            tasks: LocalSet::new(),
            runtime,
            server: Rc::clone(&server),
            has_ended: Rc::clone(&has_ended),
        };
        process.tasks.spawn_local(async move {
            match begin(store, &games).await {
                Some(started) => *server.borrow_mut() = Some(started),
                None => has_ended.set(true),
            }
        });
        process
    }

    /// Whether it has shut down, or could not start.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended.get()
    }

    /// Whether it accepts connections.
    pub(super) fn serves(&self) -> bool {
        self.server.borrow().is_some()
    }

    /// Runs its tasks until a time of the run. A process that stood still finds the time changed.
    pub(super) fn run_until(&self, from: u64, until: u64) {
        let (begun, clock) = self.began;
        let end = clock + Duration::from_millis(until - begun);
        let running = async {
            let missed = Duration::from_millis(from - begun).saturating_sub(clock.elapsed());
            if !missed.is_zero() {
                advance(missed).await;
            }
            sleep_until(end).await;
        };
        self.runtime.block_on(self.tasks.run_until(running));
    }

    /// Serves a client.
    pub(super) fn accept(&self, world: &Rc<RefCell<World>>, link: LinkId, now: u64) {
        let _context = (self.runtime.enter(), self.tasks.enter());
        if let Some(server) = &*self.server.borrow() {
            server.accept(world, link, now);
        }
    }

    /// Shuts down in an orderly way.
    pub(super) fn shut_down(&self) {
        let Some(server) = self.server.borrow_mut().take() else { return };
        let has_ended = Rc::clone(&self.has_ended);
        self.tasks.spawn_local(async move {
            server.shut_down().await;
            has_ended.set(true);
        });
    }
}

/// Joins the servers that run; none when the database cannot be reached. The first server finds
/// games to play.
async fn begin(store: Arc<SharedStore>, games: &[GamePlan]) -> Option<Server> {
    let server = Server::start_beside(store as Arc<dyn Store>).await.ok()?;
    for game in games {
        server.create(game).await;
    }
    server.run_games();
    Some(server)
}
