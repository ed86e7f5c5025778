//! Creates a simul with the games of its boards.

use std::collections::HashSet;

use chess::{ByColor, Color};
use game::{GameId, TimeControl};
use store::{Account, AccountId, SeatOwner, Simul, SimulBoard, SimulId, SimulState};
use wire::simul::{MAX_OPPONENTS, SimulColors};

use super::{Simuls, view};
use crate::live::random_id;
use crate::{ApiError, Secret};

/// How many simuls may go on, in total and of one organizer.
const MAX_SIMULS: usize = 16;
const MAX_SIMULS_PER_ORGANIZER: usize = 4;

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

impl Simuls {
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
            created: self.0.rooms.services().clock.shared_now(),
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
