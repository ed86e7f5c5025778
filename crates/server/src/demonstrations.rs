//! Demonstration boards: a board that everybody follows, while one has it.
//!
//! Organizers start a board, hand it to a pupil who follows, and take it back. Every change is
//! stored before anybody sees it; followers get the changes as they happen, and the whole board
//! when they connect or have missed something. Each board is loaded on demand and changes under a
//! lock of its own. Servers that share the store tell each other who follows.

mod board;
mod followers;
mod sharing;
mod state;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::{Account, AccountId, DemonstrationId, DemonstrationMetadata, Store};
use tokio::sync::{OnceCell, broadcast, mpsc};
use wire::demonstration::{
    DemonstrationCommand as Command, DemonstrationFollowers, DemonstrationRequest,
    DemonstrationUpdate, DemonstrationView,
};
use wire::session::Permission;
use wire::study::StudyTree;

use self::followers::{Follower, Followers};
use self::state::State;
use crate::ApiError;
use crate::accounts::Caller;
use crate::live::Rooms;
use crate::security::{Permit, PermitError, Permits};

/// How many boards can be open, in total and of one organizer.
const MAX_BOARDS: usize = 64;
const MAX_BOARDS_PER_ORGANIZER: usize = 4;
/// How many may follow boards, in total and from one client. A school may have one address for all.
const MAX_FOLLOWERS: usize = 5000;
const MAX_FOLLOWERS_PER_CLIENT: usize = 300;
/// When a client with too many followers may try again.
const RETRY_AFTER: Duration = Duration::from_secs(5);
/// How many changes a follower may be behind before they get the whole board.
const BACKLOG: usize = 64;

/// All demonstration boards. Clones refer to the same ones.
#[derive(Clone)]
pub(crate) struct Demonstrations(Arc<Inner>);

struct Inner {
    rooms: Rooms,
    open: Mutex<HashMap<DemonstrationId, Slot>>,
    /// Held while a board is started, so that boards are counted right.
    starting: tokio::sync::Mutex<()>,
    permits: Permits,
    /// The boards whose followers have changed here.
    changes: Changes,
}

/// A channel whose receiver waits in it.
type Changes = (
    mpsc::UnboundedSender<DemonstrationId>,
    tokio::sync::Mutex<mpsc::UnboundedReceiver<DemonstrationId>>,
);

/// A board that is loaded or being loaded.
type Slot = Arc<OnceCell<LiveBoard>>;

/// A loaded board.
struct LiveBoard {
    state: tokio::sync::Mutex<State>,
    news: broadcast::Sender<News>,
    followers: Followers,
}

/// What followers learn.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// The board has changed.
    Update(Arc<DemonstrationUpdate>),
    /// The board has changed on another server.
    Reloaded,
    /// Somebody came or left.
    Followers,
    /// The board was ended.
    Ended,
    /// The board is loaded again; its followers have to connect again.
    Closed,
}

/// The stream of a follower.
pub(crate) struct Following {
    slot: Slot,
    news: broadcast::Receiver<News>,
    /// What comes before the next news.
    pending: Vec<FollowedEvent>,
    /// Whether everybody may follow, or else members alone.
    has_account: bool,
    is_organizer: bool,
    _follower: Option<Follower>,
    _permit: Permit,
}

/// What a follower gets.
pub(crate) enum FollowedEvent {
    /// The whole board.
    State(Box<DemonstrationView>),
    /// A change.
    Update(Arc<DemonstrationUpdate>),
    /// Who follows, for organizers.
    Followers(DemonstrationFollowers),
    /// The end of the board.
    Ended,
}

impl Demonstrations {
    /// The boards in the store of these rooms.
    pub(crate) fn new(rooms: Rooms) -> Demonstrations {
        let permits = Permits::new(MAX_FOLLOWERS, MAX_FOLLOWERS_PER_CLIENT);
        let (open, starting) = (Mutex::default(), tokio::sync::Mutex::default());
        let (sender, receiver) = mpsc::unbounded_channel();
        let changes = (sender, tokio::sync::Mutex::new(receiver));
        Demonstrations(Arc::new(Inner { rooms, open, starting, permits, changes }))
    }

    fn store(&self) -> &dyn Store {
        &*self.0.rooms.services().store
    }

    /// Whether other servers may share the store.
    fn is_shared(&self) -> bool {
        self.0.rooms.services().is_shared
    }

    /// The boards that a caller may follow, the last started one first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) async fn list(
        &self,
        caller: &Caller,
    ) -> Result<Vec<DemonstrationMetadata>, ApiError> {
        let all = self.store().demonstrations().await?;
        Ok(all.into_iter().filter(|board| board.public || is_member(caller)).collect())
    }

    /// Starts a board. The same request again finds the one it has started.
    ///
    /// # Errors
    /// When the moves are impossible, too many boards are open, or it cannot be stored.
    pub(crate) async fn start(
        &self,
        metadata: DemonstrationMetadata,
        tree: StudyTree,
        current: Option<u32>,
    ) -> Result<(), ApiError> {
        let _starting = self.0.starting.lock().await;
        let open = self.store().demonstrations().await?;
        if open.iter().any(|board| board.id == metadata.id) {
            return Ok(());
        }
        let own = open.iter().filter(|board| board.owner == metadata.owner).count();
        for (count, most) in [(own, MAX_BOARDS_PER_ORGANIZER), (open.len(), MAX_BOARDS)] {
            if count >= most {
                return Err(ApiError::TooManyDemonstrations(most));
            }
        }
        let mut state = State::new(metadata, tree, current).await?;
        state.create(self.store()).await?;
        Ok(())
    }

    /// A board as a caller sees it.
    ///
    /// # Errors
    /// When there is no such board, or the caller may not follow it.
    pub(crate) async fn view(
        &self,
        id: &DemonstrationId,
        caller: &Caller,
    ) -> Result<DemonstrationView, ApiError> {
        let slot = self.open(id).await?;
        let view = loaded(&slot)?.state.lock().await.view();
        require_follower(caller, view.public)?;
        Ok(view)
    }

    /// Carries out a command, and announces the change.
    ///
    /// # Errors
    /// When the caller may not, the board has changed, or the change cannot be stored.
    pub(crate) async fn execute(
        &self,
        id: &DemonstrationId,
        caller: &Caller,
        DemonstrationRequest { base, command }: DemonstrationRequest,
    ) -> Result<DemonstrationUpdate, ApiError> {
        let slot = self.open(id).await?;
        let live = loaded(&slot)?;
        let pupil = self.pupil(id, live, (caller, &command)).await?;
        let mut state = live.state.lock().await;
        require_follower(caller, state.metadata.public)?;
        let organizer = caller.may(Permission::OrganizeCompetitions);
        let mut next = state.clone();
        let change = match command {
            Command::Hand { .. } => next.hand(pupil),
            Command::TakeBack {} => next.hand(None),
            Command::Share { public } => next.share(public),
            command => {
                state.require_holder(caller, organizer)?;
                if matches!(command, Command::Replace { .. }) {
                    caller.require(Permission::OrganizeCompetitions)?;
                }
                if base != state.metadata.version {
                    return Err(ApiError::DemonstrationChanged);
                }
                next.change(command).await?
            }
        };
        let now = self.0.rooms.services().clock.shared_now();
        let update = next.save(self.store(), change, now).await.inspect_err(|_| {
            // The store may know more than the board, which is loaded again.
            self.forget(id, &slot);
            let _ = live.news.send(News::Closed);
        })?;
        *state = next;
        // Nobody may be listening.
        let _ = live.news.send(News::Update(Arc::new(update.clone())));
        Ok(update)
    }

    /// The pupil that a command hands the board to. Only organizers hand, take back and share.
    async fn pupil(
        &self,
        board: &DemonstrationId,
        live: &LiveBoard,
        (caller, command): (&Caller, &Command),
    ) -> Result<Option<(AccountId, String)>, ApiError> {
        if matches!(command, Command::Hand { .. } | Command::TakeBack {} | Command::Share { .. }) {
            caller.require(Permission::OrganizeCompetitions)?;
        }
        let Command::Hand { member } = command else { return Ok(None) };
        let name = game::Name::new(member.as_str()).map_err(wire::RequestError::from)?;
        let account = self.store().account(&name).await?;
        let Account { id, name, .. } =
            account.ok_or_else(|| ApiError::NoMember(member.to_string()))?;
        if !live.followers.contains(id) {
            // Who has just come to another server may not be known here yet.
            self.read_followers(board, live).await?;
        }
        if !live.followers.contains(id) {
            return Err(ApiError::NotFollowing(name.to_string()));
        }
        Ok(Some((id, name.to_string())))
    }

    /// Ends a board.
    ///
    /// # Errors
    /// When there is no such board, or the store cannot be written.
    pub(crate) async fn end(&self, id: &DemonstrationId) -> Result<(), ApiError> {
        let slot = self.open(id).await?;
        let live = loaded(&slot)?;
        let state = live.state.lock().await;
        self.store().remove_demonstration(id).await?;
        self.forget(id, &slot);
        drop(state);
        let _ = live.news.send(News::Ended);
        Ok(())
    }

    /// Follows a board.
    ///
    /// # Errors
    /// When there is no such board, the caller may not follow it, or too many do.
    pub(crate) async fn follow(
        &self,
        id: &DemonstrationId,
        caller: &Caller,
    ) -> Result<Following, ApiError> {
        let slot = self.open(id).await?;
        let live = loaded(&slot)?;
        let permit = self.0.permits.admit(Some(caller.client())).map_err(|error| match error {
            PermitError::Full | PermitError::ClientFull => {
                ApiError::TooManyRequests { retry_after: RETRY_AFTER }
            }
        })?;
        let is_organizer = caller.may(Permission::OrganizeCompetitions);
        if is_organizer {
            // Hints about them count from when the board was loaded.
            sharing::log(id, &self.read_followers(id, live).await);
        }
        let state = live.state.lock().await;
        require_follower(caller, state.metadata.public)?;
        let follower = (!is_organizer).then(|| live.followers.add(caller));
        let mut pending = vec![FollowedEvent::State(Box::new(state.view()))];
        if is_organizer {
            pending.insert(0, FollowedEvent::Followers(live.followers.to_wire()));
        }
        let news = live.news.subscribe();
        drop(state);
        let has_account = is_member(caller);
        Ok(Following {
            slot,
            news,
            pending,
            has_account,
            is_organizer,
            _follower: follower,
            _permit: permit,
        })
    }

    /// Reads what another server has stored, if a board is loaded here.
    pub(crate) async fn refresh(&self, id: &DemonstrationId) {
        let slot = self.lock().get(id).cloned();
        let Some(slot) = slot else { return };
        let Some(live) = slot.get() else { return };
        let mut state = live.state.lock().await;
        let news = match self.load_state(id).await {
            Ok(stored) if stored.is_newer_than(&state) => {
                *state = stored;
                News::Reloaded
            }
            Ok(_) => return,
            Err(ApiError::NoDemonstration(_)) => {
                self.forget(id, &slot);
                News::Ended
            }
            Err(error) => {
                tracing::error!(demonstration = %id, "it cannot be read again: {error}");
                self.forget(id, &slot);
                News::Closed
            }
        };
        drop(state);
        // Nobody may be listening.
        let _ = live.news.send(news);
    }

    /// Reads all loaded boards again.
    pub(crate) async fn refresh_all(&self) {
        let open: Vec<_> = self.lock().keys().cloned().collect();
        for id in &open {
            self.refresh(id).await;
        }
        if self.is_shared() {
            self.refresh_all_followers(&open).await;
        }
    }

    /// The board of an id, which is loaded if necessary.
    async fn open(&self, id: &DemonstrationId) -> Result<Slot, ApiError> {
        let slot = Arc::clone(self.lock().entry(id.clone()).or_default());
        match slot.get_or_try_init(|| self.load(id)).await {
            Ok(_) => Ok(Arc::clone(&slot)),
            Err(error) => {
                self.forget(id, &slot);
                Err(error)
            }
        }
    }

    async fn load(&self, id: &DemonstrationId) -> Result<LiveBoard, ApiError> {
        let state = tokio::sync::Mutex::new(self.load_state(id).await?);
        let (news, _) = broadcast::channel(BACKLOG);
        let followers = Followers::new(id.clone(), news.clone(), self.0.changes.0.clone());
        Ok(LiveBoard { state, news, followers })
    }

    async fn load_state(&self, id: &DemonstrationId) -> Result<State, ApiError> {
        let stored = self.store().demonstration(id).await?;
        let stored = stored.ok_or_else(|| ApiError::NoDemonstration(id.to_string()))?;
        let holder = match stored.holder {
            // A member who was removed does not have the board any more.
            Some(holder) => self.store().accounts().await?.into_iter().find(|a| a.id == holder),
            None => None,
        };
        let holder = holder.map(|account| (account.id, account.name.to_string()));
        State::restore(stored, holder).await
    }

    /// Removes a board from the map, unless it has been replaced already.
    fn forget(&self, id: &DemonstrationId, slot: &Slot) {
        let mut open = self.lock();
        if open.get(id).is_some_and(|current| Arc::ptr_eq(current, slot)) {
            open.remove(id);
        }
    }

    /// A panic cannot leave the map half changed.
    fn lock(&self) -> MutexGuard<'_, HashMap<DemonstrationId, Slot>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Following {
    /// The next event; none when there are no more.
    pub(crate) async fn next(&mut self) -> Option<FollowedEvent> {
        loop {
            if let Some(event) = self.pending.pop() {
                return Some(event);
            }
            let live = self.slot.get()?;
            match self.news.recv().await {
                Ok(News::Update(update)) => return Some(FollowedEvent::Update(update)),
                Ok(News::Followers) if self.is_organizer => {
                    return Some(FollowedEvent::Followers(live.followers.to_wire()));
                }
                Ok(News::Followers) => {}
                Ok(News::Ended) => return Some(FollowedEvent::Ended),
                Ok(News::Reloaded) | Err(broadcast::error::RecvError::Lagged(_)) => {
                    let state = live.state.lock().await;
                    if !self.has_account && !state.metadata.public {
                        return None;
                    }
                    self.news = self.news.resubscribe();
                    self.pending.push(FollowedEvent::State(Box::new(state.view())));
                }
                Ok(News::Closed) | Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    }

    /// Whether the follower may see what comes after an event.
    pub(crate) fn goes_on_after(&self, event: &FollowedEvent) -> bool {
        use wire::demonstration::DemonstrationChange as Change;
        match event {
            FollowedEvent::Ended => false,
            FollowedEvent::Update(update) => {
                self.has_account || update.change != Change::Shared { public: false }
            }
            FollowedEvent::State(_) | FollowedEvent::Followers(_) => true,
        }
    }
}

/// The board of a slot that was opened.
fn loaded(slot: &Slot) -> Result<&LiveBoard, ApiError> {
    slot.get().ok_or_else(|| ApiError::Internal("a demonstration board is not loaded".to_owned()))
}

/// Whether somebody has an account, or owns the server.
fn is_member(caller: &Caller) -> bool {
    caller.account_id().is_some() || caller.is_owner()
}

fn require_follower(caller: &Caller, public: bool) -> Result<(), ApiError> {
    if public || is_member(caller) { Ok(()) } else { Err(ApiError::LoginNeeded) }
}
