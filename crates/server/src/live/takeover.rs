//! New secrets for seats: for members who continue a game on another device, and for the
//! administrator, who may continue any game.

use chess::{ByColor, Color};
use game::{GameError, Player, Status};
use store::{AccountId, SeatOwner, StoreError};

use super::RoomError;
use super::room::Room;
use crate::Secret;

/// The seats that somebody claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The seats that this account has taken.
    Own(AccountId),
    /// The seats of all people. A seat without an account gets this one.
    Any(Option<AccountId>),
}

impl Claim {
    /// The account that owns a seat afterwards. A member whose seat the administrator has taken
    /// can take it back.
    fn account(self, before: Option<SeatOwner>) -> Option<AccountId> {
        let owner = before.and_then(|owner| owner.account);
        match self {
            Claim::Own(account) => Some(account),
            Claim::Any(account) => owner.or(account),
        }
    }
}

impl Room {
    /// Gives new secrets to the claimed seats. The old secrets become invalid, and clients that
    /// use them are disconnected.
    pub(super) async fn take_seats(
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
        let secrets = self.new_secrets(claimed)?;
        let owners = ByColor::from_fn(|color| match &secrets[color] {
            Some(secret) => {
                let account = claim.account(self.owners[color]);
                Some(SeatOwner { secret: secret.hash(), account })
            }
            None => self.owners[color],
        });
        let stored = self.services.store.set_seat_owners(&self.id, owners).await;
        if let Err(StoreError::Unconfirmed(_)) = stored {
            // If the new owners are stored, those before them must not go on.
            self.refresh().await;
        }
        stored?;
        self.owners = owners;
        self.audience.remove_players(claimed);
        Ok(secrets)
    }

    fn is_claimed(&self, color: Color, claim: Claim) -> bool {
        let is_person = self.game.terms().seats[color].player == Player::Person;
        let owner = self.owners[color].and_then(|owner| owner.account);
        match claim {
            Claim::Own(account) => is_person && owner == Some(account),
            // An admin who plays in the game takes their own seat only.
            Claim::Any(Some(account)) if self.is_player(account) => {
                is_person && owner == Some(account)
            }
            Claim::Any(_) => is_person,
        }
    }

    fn is_player(&self, account: AccountId) -> bool {
        let owns = |color: Color| self.owners[color].and_then(|owner| owner.account);
        Color::ALL.into_iter().any(|color| owns(color) == Some(account))
    }

    /// New secrets; both seats of a pass-and-play game have the same.
    fn new_secrets(&self, claimed: ByColor<bool>) -> Result<ByColor<Option<Secret>>, RoomError> {
        let white = Secret::random()?;
        let black = if self.game.terms().shared { white.clone() } else { Secret::random()? };
        let of = |color: Color, secret: Secret| claimed[color].then_some(secret);
        Ok(ByColor::new(of(Color::White, white), of(Color::Black, black)))
    }
}
