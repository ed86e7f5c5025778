//! New secrets for seats: for whoever took a seat while logged in and goes on elsewhere, and for
//! the admin, who may go on with any game.

use chess::{ByColor, Color};
use game::{GameError, Player, Status};
use store::{AccountId, SeatOwner};

use super::RoomError;
use super::room::Room;
use crate::Secret;

/// Which seats somebody wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// Those that this account has taken.
    Own(AccountId),
    /// Those of all people. A seat that is no account's becomes this one's.
    Any(Option<AccountId>),
}

impl Claim {
    /// Who a seat belongs to afterwards. A member whose seat the admin has taken can take it back.
    fn owner(self, before: Option<SeatOwner>) -> Option<AccountId> {
        let owner = before.and_then(|holder| holder.account);
        match self {
            Claim::Own(account) => Some(account),
            Claim::Any(account) => owner.or(account),
        }
    }
}

impl Room {
    /// Gives the seats of a claim new secrets. The old ones are worth nothing from then on, and
    /// whoever sits there by one has to leave.
    pub(super) async fn hand_over(
        &mut self,
        claim: Claim,
    ) -> Result<ByColor<Option<Secret>>, RoomError> {
        if matches!(self.game.status(), Status::Over(_)) {
            return Err(GameError::Over.into());
        }
        let claimed = ByColor::from_fn(|color| self.is_claimed(color, claim));
        if !claimed[Color::White] && !claimed[Color::Black] {
            return Err(RoomError::NoSeat);
        }
        let secrets = self.fresh(claimed)?;
        let seat_owners = ByColor::from_fn(|color| match &secrets[color] {
            Some(secret) => {
                let account = claim.owner(self.seat_owners[color]);
                Some(SeatOwner { secret: secret.hash(), account })
            }
            None => self.seat_owners[color],
        });
        self.ground.store.set_seat_owners(&self.id, seat_owners).await?;
        self.seat_owners = seat_owners;
        self.audience.unseat(claimed);
        Ok(secrets)
    }

    fn is_claimed(&self, color: Color, claim: Claim) -> bool {
        let is_person = self.game.terms().seats[color].player == Player::Person;
        let owner = self.seat_owners[color].and_then(|holder| holder.account);
        match claim {
            Claim::Own(account) => is_person && owner == Some(account),
            Claim::Any(_) => is_person,
        }
    }

    /// New secrets; at one screen both seats have the same.
    fn fresh(&self, claimed: ByColor<bool>) -> Result<ByColor<Option<Secret>>, RoomError> {
        let random = || Secret::random().map_err(|_| RoomError::Closing);
        let white = random()?;
        let black = if self.game.terms().shared { white.clone() } else { random()? };
        let mine = |color: Color, secret: Secret| claimed[color].then_some(secret);
        Ok(ByColor::new(mine(Color::White, white), mine(Color::Black, black)))
    }
}
