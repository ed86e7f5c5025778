//! Management of members, by organizers and the admin.
//!
//! An organizer manages ordinary members; organizers are managed by the admin, who alone gives
//! roles. The administrator's account is not on the roster.

use std::collections::HashSet;

use game::{Name, Timestamp};
use store::{Account, AccountId, GroupName, NewAccount, Role, RosterDetails};
use wire::roster::RosterReport;
use wire::session::Permission;

use super::{Accounts, Caller, Password, names};
use crate::roster::{Plan, Sheet, plan};
use crate::{ApiError, RoomError};

/// A member to add.
pub(crate) struct NewMember {
    pub(crate) details: RosterDetails,
    pub(crate) password: Option<Password>,
}

/// What an import has done.
pub(crate) struct Imported {
    pub(crate) report: RosterReport,
    /// False when everything was there already.
    pub(crate) has_changed: bool,
}

impl Accounts {
    /// All members and organizers, sorted by name.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn roster(&self) -> Result<Vec<Account>, ApiError> {
        let mut accounts = self.store.accounts().await?;
        accounts.retain(|account| account.role != Role::Admin);
        Ok(accounts)
    }

    /// The accounts that have a card.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn with_card(&self) -> Result<HashSet<AccountId>, ApiError> {
        Ok(self.store.cards().await?.into_iter().map(|card| card.account).collect())
    }

    /// The account of a member whom the caller manages.
    ///
    /// # Errors
    /// When there is no such member, or only the admin manages them.
    pub(super) async fn managed(&self, caller: &Caller, name: &Name) -> Result<Account, ApiError> {
        let found = self.store.account(name).await?;
        let member = found.filter(|account| account.role != Role::Admin);
        let member = member.ok_or_else(|| ApiError::NoMember(name.to_string()))?;
        check_role(caller, member.role)?;
        Ok(member)
    }

    /// Adds a member. The administrator's names are reserved, even where there is no admin yet.
    ///
    /// # Errors
    /// When the name is taken or reserved, the password is the name, or the caller may not give the
    /// role.
    pub(crate) async fn add_member(
        &self,
        caller: &Caller,
        new: NewMember,
        now: Timestamp,
    ) -> Result<(), ApiError> {
        let RosterDetails { name, role, group, rating } = new.details;
        check_role(caller, role)?;
        check_reserved(&name)?;
        let password = match &new.password {
            Some(password) => {
                password.check_for(&name)?;
                Some(self.passwords.hash(password).await?)
            }
            None => None,
        };
        let account = NewAccount { name, role, password, group, rating, created: now };
        self.store.add_account(account).await?;
        Ok(())
    }

    /// Changes the details of a member; the result is what they were. An organizer has no card.
    ///
    /// # Errors
    /// When there is no such member, the name is taken or reserved, or the caller may not give the
    /// role.
    pub(crate) async fn change_member(
        &self,
        caller: &Caller,
        name: &Name,
        details: RosterDetails,
    ) -> Result<Account, ApiError> {
        let _changing = self.roster.lock().await;
        let account = self.managed(caller, name).await?;
        check_role(caller, details.role)?;
        // An old account may have a name that is reserved now.
        if details.name != account.name {
            check_reserved(&details.name)?;
        }
        let role = details.role;
        if !self.store.update_account(account.id, details).await? {
            return Err(ApiError::NoMember(name.to_string()));
        }
        if role != Role::Member {
            self.store.revoke_card(account.id).await?;
        }
        Ok(account)
    }

    /// Resets a member's password and ends all their sessions.
    ///
    /// # Errors
    /// When there is no such member, or the password is the name.
    pub(crate) async fn reset(
        &self,
        caller: &Caller,
        name: &Name,
        password: &Password,
    ) -> Result<(), ApiError> {
        let account = self.managed(caller, name).await?;
        password.check_for(&account.name)?;
        let hash = self.passwords.hash(password).await?;
        self.store.change_password(account.id, hash).await?;
        Ok(())
    }

    /// Removes a member. Their games stay.
    ///
    /// # Errors
    /// When there is no such member.
    pub(crate) async fn remove(&self, caller: &Caller, name: &Name) -> Result<(), ApiError> {
        let _changing = self.roster.lock().await;
        let account = self.managed(caller, name).await?;
        self.store.remove_account(account.id).await?;
        Ok(())
    }

    /// What the import of a file would do.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn plan_import(
        &self,
        caller: &Caller,
        sheet: &Sheet,
        now: Timestamp,
    ) -> Result<Plan, ApiError> {
        let accounts = self.store.accounts().await?;
        Ok(plan(sheet, &accounts, caller.may(Permission::ManageMembers), now))
    }

    /// Imports a file as its preview said. When everything in it is there already, as after an
    /// import whose answer was lost, nothing happens.
    ///
    /// # Errors
    /// When a row is wrong, or the import would do something else than the preview said.
    pub(crate) async fn import_roster(
        &self,
        caller: &Caller,
        sheet: &Sheet,
        previewed: &str,
        now: Timestamp,
    ) -> Result<Imported, ApiError> {
        let _changing = self.roster.lock().await;
        let plan = self.plan_import(caller, sheet, now).await?;
        if plan.has_errors() {
            return Err(ApiError::BadRows);
        }
        let (report, has_changed) = (plan.report(), !plan.is_done());
        if has_changed {
            if plan.digest() != previewed {
                return Err(ApiError::RosterChanged);
            }
            self.store.import_roster(plan.import).await?;
        }
        Ok(Imported { report, has_changed })
    }
}

/// Only the admin manages organizers and makes them.
fn check_role(caller: &Caller, role: Role) -> Result<(), ApiError> {
    match role {
        Role::Member => caller.require(Permission::ManageRoster),
        Role::Organizer | Role::Admin => caller.require(Permission::ManageMembers),
    }
}

fn check_reserved(name: &Name) -> Result<(), ApiError> {
    if names::is_reserved(name) {
        return Err(RoomError::NameReserved(name.to_string()).into());
    }
    Ok(())
}

/// The details of a member as they were typed.
///
/// # Errors
/// When one of them is invalid.
pub(crate) fn parse_details(
    name: &str,
    role: Role,
    group: Option<&str>,
    rating: Option<u16>,
) -> Result<RosterDetails, ApiError> {
    let name = Name::new(name).map_err(wire::RequestError::Name)?;
    let group = group.filter(|text| !text.trim().is_empty());
    let group = group.map(|text| GroupName::new(text).ok_or(ApiError::BadGroup)).transpose()?;
    let in_range =
        |rating| crate::roster::rating_in_range(rating).ok_or(ApiError::BadRating(rating));
    let rating = rating.map(in_range).transpose()?;
    Ok(RosterDetails { name, role, group, rating })
}
