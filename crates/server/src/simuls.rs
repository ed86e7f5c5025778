//! Simuls: one player against many, with one game per board.
//!
//! The games are the truth: a simul is a list of them, and whether it goes on. While anybody
//! follows a simul, a task watches its games, and sends each board that changes to all followers at
//! once; so an exhibitor needs one connection for sixty boards.

mod pgn;
mod view;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chess::{ByColor, Color};
use game::{GameError, GameId, TimeControl};
use store::{Account, AccountId, SeatOwner, Simul, SimulBoard, SimulId, SimulState, Store};
use tokio::sync::{OnceCell, broadcast};
use tokio_util::task::AbortOnDropHandle;
use wire::simul::{MAX_OPPONENTS, OwnSimul, SimulBoardView, SimulCaller, SimulColors, SimulView};

pub(crate) use self::pgn::pgn;
use crate::accounts::Caller;
use crate::live::{Rooms, random_id};
use crate::security::{Permit, Permits};
use crate::{ApiError, RoomError, Secret};

/// How many simuls may go on, in total and of one organizer.
const MAX_SIMULS: usize = 16;
const MAX_SIMULS_PER_ORGANIZER: usize = 4;
/// How many may follow simuls, in total and from one client. A school may have one address for all.
const MAX_FOLLOWERS: usize = 5000;
const MAX_FOLLOWERS_PER_CLIENT: usize = 300;
/// When a client with too many followers may try again.
const RETRY_AFTER: Duration = Duration::from_secs(5);
/// How many changes a follower may be behind before they get all boards.
const BACKLOG: usize = 256;

/// All simuls. Clones refer to the same ones.
#[derive(Clone)]
pub(crate) struct Simuls(Arc<Inner>);

struct Inner {
    rooms: Rooms,
    open: Mutex<HashMap<SimulId, Slot>>,
    /// Held while a simul is created, so that simuls are counted right.
    creating: tokio::sync::Mutex<()>,
    permits: Permits,
}

/// A simul that is loaded or being loaded.
type Slot = Arc<OnceCell<LiveSimul>>;

/// A loaded simul.
struct LiveSimul {
    simul: Simul,
    /// The exhibitor's name.
    exhibitor: String,
    now: Arc<Mutex<Now>>,
    news: broadcast::Sender<News>,
    /// Watches the games while the simul goes on.
    _watching: Option<AbortOnDropHandle<()>>,
}

/// What changes in a simul.
struct Now {
    state: SimulState,
    boards: Vec<SimulBoardView>,
}

/// What followers learn.
#[derive(Clone, Debug)]
enum News {
    /// A board has changed.
    Board(Arc<SimulBoardView>),
    /// The simul is over or was called off.
    State,
}

/// A simul to create.
pub(crate) struct SimulPlan {
    pub(crate) id: SimulId,
    pub(crate) owner: Option<AccountId>,
    pub(crate) name: String,
    pub(crate) exhibitor: Account,
    pub(crate) opponents: Vec<Account>,
    pub(crate) colors: SimulColors,
    pub(crate) exhibitor_time: Option<TimeControl>,
    pub(crate) opponent_time: Option<TimeControl>,
}

/// The stream of a follower.
pub(crate) struct Following {
    slot: Slot,
    account: Option<AccountId>,
    news: broadcast::Receiver<News>,
    /// Whether all boards come next.
    needs_all: bool,
    _permit: Permit,
}

/// What a follower gets.
pub(crate) enum FollowedEvent {
    /// The whole simul.
    State(Box<SimulView>),
    /// A board.
    Board(Arc<SimulBoardView>),
}

impl Simuls {
    /// The simuls whose games are in these rooms.
    pub(crate) fn new(rooms: Rooms) -> Simuls {
        let permits = Permits::new(MAX_FOLLOWERS, MAX_FOLLOWERS_PER_CLIENT);
        let (open, creating) = (Mutex::default(), tokio::sync::Mutex::default());
        Simuls(Arc::new(Inner { rooms, open, creating, permits }))
    }

    fn store(&self) -> &dyn Store {
        &*self.0.rooms.services().store
    }

    /// All simuls, the last created one first.
    ///
    /// # Errors
    /// When the store or a game cannot be read.
    pub(crate) async fn list(&self) -> Result<Vec<Simul>, ApiError> {
        let mut simuls = self.store().simuls().await?;
        // The last game may have ended while nobody followed.
        for simul in simuls.iter_mut().filter(|simul| simul.state == SimulState::Running) {
            let slot = self.open(&simul.id).await?;
            simul.state = loaded(&slot)?.lock().state;
        }
        Ok(simuls)
    }

    /// Creates a simul and its games. The same request again finds the one it has created.
    ///
    /// # Errors
    /// When the opponents or clocks are impossible, too many simuls go on, or something cannot be
    /// stored.
    pub(crate) async fn create(&self, plan: SimulPlan) -> Result<(), ApiError> {
        let _creating = self.0.creating.lock().await;
        if self.store().simul(&plan.id).await?.is_some() {
            return Ok(());
        }
        check_opponents(&plan)?;
        let going = self.list().await?;
        let going: Vec<_> = going.iter().filter(|s| s.state == SimulState::Running).collect();
        let own = going.iter().filter(|simul| simul.owner == plan.owner).count();
        for (count, most) in [(own, MAX_SIMULS_PER_ORGANIZER), (going.len(), MAX_SIMULS)] {
            if count >= most {
                return Err(ApiError::TooManySimuls(most));
            }
        }
        let mut boards = Vec::with_capacity(plan.opponents.len());
        for (index, opponent) in plan.opponents.iter().enumerate() {
            match self.create_game(&plan, index, opponent).await {
                Ok(board) => boards.push(board),
                Err(error) => {
                    self.abort_all(&boards).await;
                    return Err(error);
                }
            }
        }
        let simul = Simul {
            id: plan.id,
            owner: plan.owner,
            name: plan.name,
            exhibitor: plan.exhibitor.id,
            state: SimulState::Running,
            created: self.0.rooms.services().clock.now(),
            boards,
        };
        self.store().create_simul(simul).await?;
        Ok(())
    }

    /// Creates the game of a board. The secrets of its seats are known to nobody: players take
    /// their seats by their accounts.
    async fn create_game(
        &self,
        plan: &SimulPlan,
        index: usize,
        opponent: &Account,
    ) -> Result<SimulBoard, ApiError> {
        let color = Color::from(plan.colors.on(index));
        let times = (plan.exhibitor_time, plan.opponent_time);
        let terms = view::terms(color, (&plan.exhibitor.name, &opponent.name), times)?;
        let owner = |side| -> Result<_, ApiError> {
            let account = if side == color { plan.exhibitor.id } else { opponent.id };
            Ok(Some(SeatOwner { secret: Secret::random()?.hash(), account: Some(account) }))
        };
        let owners = ByColor::new(owner(Color::White)?, owner(Color::Black)?);
        let game: GameId = random_id()?;
        self.0.rooms.create(terms, game.clone(), owners).await?;
        Ok(SimulBoard { game, opponent: opponent.id, color })
    }

    /// A simul as it is stored.
    ///
    /// # Errors
    /// When there is no such simul.
    pub(crate) async fn stored(&self, id: &SimulId) -> Result<Simul, ApiError> {
        let stored = self.store().simul(id).await?;
        stored.ok_or_else(|| ApiError::NoSimul(id.to_string()))
    }

    /// A simul as somebody sees it.
    ///
    /// # Errors
    /// When there is no such simul, or a game cannot be loaded.
    pub(crate) async fn view(
        &self,
        id: &SimulId,
        account: Option<AccountId>,
    ) -> Result<SimulView, ApiError> {
        let slot = self.open(id).await?;
        let live = loaded(&slot)?;
        live.refresh(&self.0.rooms).await?;
        Ok(live.view(account))
    }

    /// The simuls that go on in which a member plays, except on a board that is over.
    ///
    /// # Errors
    /// When a simul cannot be loaded.
    pub(crate) async fn own(&self, account: AccountId) -> Result<Vec<OwnSimul>, ApiError> {
        let mut own = Vec::new();
        for simul in self.store().simuls().await? {
            let plays = simul.exhibitor == account
                || simul.boards.iter().any(|board| board.opponent == account);
            if simul.state == SimulState::Running && plays {
                let slot = self.open(&simul.id).await?;
                own.extend(loaded(&slot)?.own(account));
            }
        }
        Ok(own)
    }

    /// Calls a simul off, and aborts its games.
    ///
    /// # Errors
    /// When a move was made already, or something cannot be stored.
    pub(crate) async fn call_off(&self, id: &SimulId) -> Result<(), ApiError> {
        let slot = self.open(id).await?;
        let live = loaded(&slot)?;
        live.refresh(&self.0.rooms).await?;
        // One that was called off may have games that could not be aborted then.
        let begun = |now: &Now| {
            now.state == SimulState::Over || now.boards.iter().any(|board| board.plies > 0)
        };
        if begun(&live.lock()) {
            return Err(ApiError::SimulBegun);
        }
        // First the state, or the simul would be over when its last game is.
        self.store().set_simul_state(id, SimulState::CalledOff).await?;
        live.lock().state = SimulState::CalledOff;
        self.abort_all(&live.simul.boards).await;
        live.refresh(&self.0.rooms).await?;
        self.forget(id, &slot);
        let _ = live.news.send(News::State);
        Ok(())
    }

    /// Ends a simul: games that are still being played are aborted, and have no result.
    ///
    /// # Errors
    /// When there is no such simul, or a game cannot be aborted.
    pub(crate) async fn end(&self, id: &SimulId) -> Result<(), ApiError> {
        let slot = self.open(id).await?;
        let live = loaded(&slot)?;
        live.refresh(&self.0.rooms).await?;
        for board in live.unfinished() {
            match self.0.rooms.abort(&board.game).await {
                // The players may have ended it in the meantime.
                Ok(()) | Err(RoomError::Game(GameError::Over)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    async fn abort_all(&self, boards: &[SimulBoard]) {
        for board in boards {
            if let Err(error) = self.abort_unstarted(&board.game).await {
                tracing::warn!(game = %board.game, "a game of a simul goes on: {error}");
            }
        }
    }

    /// Aborts a game, unless a move was made just now.
    async fn abort_unstarted(&self, id: &GameId) -> Result<(), RoomError> {
        let game = self.0.rooms.view(id, None).await?.game;
        let is_unstarted =
            game.board().moves().is_empty() && game.status() == game::Status::Playing;
        if is_unstarted { self.0.rooms.abort(id).await } else { Ok(()) }
    }

    /// Follows a simul.
    ///
    /// # Errors
    /// When there is no such simul, or too many follow.
    pub(crate) async fn follow(
        &self,
        id: &SimulId,
        caller: &Caller,
    ) -> Result<Following, ApiError> {
        let permit = self.0.permits.admit(Some(caller.client()));
        let permit = permit.map_err(|_| ApiError::TooManyRequests { retry_after: RETRY_AFTER })?;
        let slot = self.open(id).await?;
        let live = loaded(&slot)?;
        let news = live.news.subscribe();
        live.refresh(&self.0.rooms).await?;
        let account = caller.account_id();
        Ok(Following { slot, account, news, needs_all: true, _permit: permit })
    }

    /// The simul of an id, which is loaded if necessary. One that does not go on is loaded for
    /// every caller, since nothing changes in it.
    async fn open(&self, id: &SimulId) -> Result<Slot, ApiError> {
        let slot = Arc::clone(self.lock().entry(id.clone()).or_default());
        let opened = slot.get_or_try_init(|| self.load(id)).await;
        let is_running = opened.as_ref().is_ok_and(|live| live.lock().state == SimulState::Running);
        if !is_running {
            self.forget(id, &slot);
        }
        opened.map(|_| Arc::clone(&slot))
    }

    async fn load(&self, id: &SimulId) -> Result<LiveSimul, ApiError> {
        let simul = self.stored(id).await?;
        // Before the boards are read, so that no change is missed.
        let changes = self.0.rooms.services().changes.subscribe();
        let boards = boards(&self.0.rooms, &simul).await?;
        let exhibitor = match simul.boards.first() {
            Some(board) => {
                let game = self.0.rooms.view(&board.game, None).await?.game;
                let name = game.terms().seats[board.color].name.as_ref();
                name.map(ToString::to_string).unwrap_or_default()
            }
            None => String::new(),
        };
        let now = Arc::new(Mutex::new(Now { state: simul.state, boards }));
        let (news, _) = broadcast::channel(BACKLOG);
        let watched = Watched {
            simuls: Arc::downgrade(&self.0),
            simul: simul.clone(),
            now: Arc::clone(&now),
            news: news.clone(),
        };
        let is_over = watched.end_if_over(&self.0).await?;
        let watching = (!is_over && simul.state == SimulState::Running)
            .then(|| AbortOnDropHandle::new(tokio::spawn(watched.run(changes))));
        Ok(LiveSimul { simul, exhibitor, now, news, _watching: watching })
    }

    /// Removes a simul from the map, unless it has been replaced already.
    fn forget(&self, id: &SimulId, slot: &Slot) {
        let mut open = self.lock();
        if open.get(id).is_some_and(|current| Arc::ptr_eq(current, slot)) {
            open.remove(id);
        }
    }

    /// A panic cannot leave the map half changed.
    fn lock(&self) -> MutexGuard<'_, HashMap<SimulId, Slot>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The games of a simul that goes on.
struct Watched {
    simuls: std::sync::Weak<Inner>,
    simul: Simul,
    now: Arc<Mutex<Now>>,
    news: broadcast::Sender<News>,
}

impl Watched {
    /// Sends every board that changes, until all are over.
    async fn run(self, mut changes: broadcast::Receiver<GameId>) {
        loop {
            let boards = match changes.recv().await {
                Ok(game) => {
                    let index = self.simul.boards.iter().position(|board| board.game == game);
                    index.map_or(0..0, |index| index..index + 1)
                }
                // Any board may have changed.
                Err(broadcast::error::RecvError::Lagged(_)) => 0..self.simul.boards.len(),
                Err(broadcast::error::RecvError::Closed) => return,
            };
            let Some(inner) = self.simuls.upgrade() else { return };
            if boards.is_empty() {
                continue;
            }
            for index in boards {
                let board = &self.simul.boards[index];
                match view::board(&inner.rooms, index as u32 + 1, board).await {
                    Ok(board) => self.take(index, board),
                    Err(error) => tracing::error!(game = %board.game, "a board is lost: {error}"),
                }
            }
            match self.end_if_over(&inner).await {
                Ok(false) => {}
                Ok(true) => return,
                Err(error) => tracing::error!(simul = %self.simul.id, "it does not end: {error}"),
            }
        }
    }

    fn take(&self, index: usize, board: SimulBoardView) {
        lock(&self.now).boards[index] = board.clone();
        // Nobody may be listening.
        let _ = self.news.send(News::Board(Arc::new(board)));
    }

    /// Ends the simul when all games are over; true when they are.
    async fn end_if_over(&self, inner: &Inner) -> Result<bool, ApiError> {
        let is_over = {
            let now = lock(&self.now);
            now.state == SimulState::Running && now.boards.iter().all(view::is_over)
        };
        if is_over {
            let store = &inner.rooms.services().store;
            store.set_simul_state(&self.simul.id, SimulState::Over).await?;
            lock(&self.now).state = SimulState::Over;
            let _ = self.news.send(News::State);
        }
        Ok(is_over)
    }
}

impl LiveSimul {
    fn lock(&self) -> MutexGuard<'_, Now> {
        lock(&self.now)
    }

    /// Reads all boards again: their clocks run.
    async fn refresh(&self, rooms: &Rooms) -> Result<(), ApiError> {
        let fresh = boards(rooms, &self.simul).await?;
        let mut now = self.lock();
        for (known, fresh) in now.boards.iter_mut().zip(fresh) {
            if fresh.version >= known.version {
                *known = fresh;
            }
        }
        Ok(())
    }

    fn view(&self, account: Option<AccountId>) -> SimulView {
        let now = self.lock();
        SimulView {
            id: self.simul.id.to_string(),
            name: self.simul.name.clone(),
            exhibitor: self.exhibitor.clone(),
            state: wire_state(now.state),
            boards: now.boards.clone(),
            caller: SimulCaller {
                exhibitor: account == Some(self.simul.exhibitor),
                board: self.board_of(account).map(|index| index as u32 + 1),
            },
        }
    }

    /// The boards whose games are still being played.
    fn unfinished(&self) -> Vec<&SimulBoard> {
        let now = self.lock();
        let boards = self.simul.boards.iter().zip(&now.boards);
        boards.filter(|(_, view)| !view::is_over(view)).map(|(board, _)| board).collect()
    }

    fn board_of(&self, account: Option<AccountId>) -> Option<usize> {
        self.simul.boards.iter().position(|board| Some(board.opponent) == account)
    }

    /// What a player of the simul is reminded of, unless their game is over.
    fn own(&self, account: AccountId) -> Option<OwnSimul> {
        let now = self.lock();
        let index = self.board_of(Some(account));
        let board = index.and_then(|index| now.boards.get(index));
        if now.state != SimulState::Running || board.is_some_and(view::is_over) {
            return None;
        }
        let color = index.map(|index| !self.simul.boards[index].color);
        Some(OwnSimul {
            id: self.simul.id.to_string(),
            name: self.simul.name.clone(),
            exhibitor: self.exhibitor.clone(),
            board: board.map(|board| board.number),
            game: board.map(|board| board.game.clone()),
            color: color.map(Into::into),
        })
    }
}

impl Following {
    /// The next event; none when there are no more.
    pub(crate) async fn next(&mut self) -> Option<FollowedEvent> {
        let live = self.slot.get()?;
        if std::mem::take(&mut self.needs_all) {
            return Some(FollowedEvent::State(Box::new(live.view(self.account))));
        }
        match self.news.recv().await {
            Ok(News::Board(board)) => Some(FollowedEvent::Board(board)),
            Ok(News::State) | Err(broadcast::error::RecvError::Lagged(_)) => {
                Some(FollowedEvent::State(Box::new(live.view(self.account))))
            }
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

/// All boards of a simul, as they are now.
async fn boards(rooms: &Rooms, simul: &Simul) -> Result<Vec<SimulBoardView>, ApiError> {
    let mut boards = Vec::with_capacity(simul.boards.len());
    for (index, board) in simul.boards.iter().enumerate() {
        boards.push(view::board(rooms, index as u32 + 1, board).await?);
    }
    Ok(boards)
}

/// Between one opponent and sixty, each of them once, and not the exhibitor.
fn check_opponents(plan: &SimulPlan) -> Result<(), ApiError> {
    let ids: HashSet<_> = plan.opponents.iter().map(|account| account.id).collect();
    let count = plan.opponents.len();
    let fits = (1..=MAX_OPPONENTS).contains(&count)
        && ids.len() == count
        && !ids.contains(&plan.exhibitor.id);
    if fits { Ok(()) } else { Err(ApiError::BadOpponents(MAX_OPPONENTS)) }
}

/// The state of a simul for clients.
pub(crate) fn wire_state(state: SimulState) -> wire::simul::SimulState {
    match state {
        SimulState::Running => wire::simul::SimulState::Running,
        SimulState::Over => wire::simul::SimulState::Over,
        SimulState::CalledOff => wire::simul::SimulState::CalledOff,
    }
}

/// The simul of a slot that was opened.
fn loaded(slot: &Slot) -> Result<&LiveSimul, ApiError> {
    slot.get().ok_or_else(|| ApiError::Internal("a simul is not loaded".to_owned()))
}

/// A panic cannot leave the boards half changed.
fn lock(now: &Mutex<Now>) -> MutexGuard<'_, Now> {
    now.lock().unwrap_or_else(PoisonError::into_inner)
}
