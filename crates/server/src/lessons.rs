//! What the members of a group may use in a lesson.
//!
//! An organizer locks features for a group, or for everybody who is not signed in. The rules are in
//! the store and in memory, where every request is compared with them. Nothing is locked for
//! organizers and the admin. A member has one group at most, so at most one rule applies.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use game::{Player, Strength, Terms, Timestamp};
use store::{Feature, GroupRules, RuleScope, Store, StoreError};
use tokio::sync::watch;
use wire::ErrorDetail;
use wire::lesson::{self, Locks};
use wire::session::Role;

use crate::accounts::Caller;
use crate::app::AppState;
use crate::{ApiError, StartError};

/// The rules of all groups.
pub(crate) struct Lessons {
    store: Arc<dyn Store>,
    rules: Mutex<BTreeMap<RuleScope, GroupRules>>,
    /// Held while rules are stored, so that memory and store agree.
    changing: tokio::sync::Mutex<()>,
    changes: watch::Sender<u64>,
}

/// A group, or a visitor, may not use something now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} may not use this now: {:?}; an organizer can change that", who(*.is_visitor), .feature)]
pub struct Locked {
    feature: Feature,
    max_rating: Option<u16>,
    until: Option<Timestamp>,
    is_visitor: bool,
}

fn who(is_visitor: bool) -> &'static str {
    if is_visitor { "visitors" } else { "your group" }
}

impl Locked {
    /// What is locked, for clients with texts of their own.
    pub(crate) fn detail(&self) -> ErrorDetail {
        ErrorDetail::Locked {
            feature: to_wire(self.feature),
            max_rating: self.max_rating,
            until_ms: self.until.map(|until| until.0),
            visitors: self.is_visitor,
        }
    }
}

impl Lessons {
    /// The rules in a store.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) async fn open(store: Arc<dyn Store>) -> Result<Lessons, StartError> {
        let rules = store.rules().await;
        let rules = rules.map_err(|error| StartError::Accounts(error.to_string()))?;
        Ok(Lessons {
            store,
            rules: Mutex::new(rules.into_iter().collect()),
            changing: tokio::sync::Mutex::default(),
            changes: watch::Sender::new(0),
        })
    }

    /// Sets the rules of a group, or deletes them.
    ///
    /// # Errors
    /// When they cannot be stored.
    pub(crate) async fn set(
        &self,
        scope: RuleScope,
        rules: Option<GroupRules>,
    ) -> Result<(), ApiError> {
        let _changing = self.changing.lock().await;
        let stored = self.store.set_rules(scope.clone(), rules.clone()).await;
        if let Err(StoreError::Unconfirmed(_)) = stored {
            // If they are stored, they apply on every other server.
            self.read_again().await;
        }
        stored?;
        match rules {
            Some(rules) => drop(self.rules().insert(scope, rules)),
            None => drop(self.rules().remove(&scope)),
        }
        self.changes.send_modify(|changes| *changes += 1);
        Ok(())
    }

    /// Reads what another server has stored.
    pub(crate) async fn refresh(&self) {
        let _changing = self.changing.lock().await;
        self.read_again().await;
    }

    /// Reads the rules, while nobody else changes them.
    async fn read_again(&self) {
        match self.store.rules().await {
            Ok(rules) => {
                let rules = rules.into_iter().collect();
                let before = std::mem::replace(&mut *self.rules(), rules);
                if before != *self.rules() {
                    self.changes.send_modify(|changes| *changes += 1);
                }
            }
            Err(error) => tracing::error!("the rules of groups cannot be read again: {error}"),
        }
    }

    /// Follows changes of any rules.
    pub(crate) fn follow(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// What a group may not use now.
    pub(crate) fn locks(&self, scope: &RuleScope, now: Timestamp) -> Option<Locks> {
        let rules = self.in_force(scope, now)?;
        Some(Locks {
            locked: rules.locked.iter().copied().map(to_wire).collect(),
            max_rating: rules.max_rating,
            until_ms: rules.until.map(|until| until.0),
            remaining_ms: rules.until.map(|until| until.since(now).as_millis() as u64),
        })
    }

    /// What the caller may not use now.
    pub(crate) fn locks_of(&self, caller: &Caller, now: Timestamp) -> Option<Locks> {
        self.locks(&scope_of(caller)?, now)
    }

    /// Checks that the caller may use a feature.
    ///
    /// # Errors
    /// When it is locked.
    fn check(&self, caller: &Caller, feature: Feature, now: Timestamp) -> Result<(), Locked> {
        self.lock_of(caller, feature, now).map_or(Ok(()), Err)
    }

    /// Checks that the caller may play the computer opponents of a game.
    ///
    /// # Errors
    /// When one is too strong, or all are locked.
    pub(crate) fn check_opponents(
        &self,
        caller: &Caller,
        terms: &Terms,
        now: Timestamp,
    ) -> Result<(), Locked> {
        let Some(locked) = self.lock_of(caller, Feature::Opponents, now) else { return Ok(()) };
        let is_allowed = |player: &Player| match (rating(player), locked.max_rating) {
            (None, _) => true,
            (Some(rating), max) => max.is_some_and(|max| rating <= max),
        };
        let all_allowed = terms.seats.iter().all(|(_, seat)| is_allowed(&seat.player));
        if all_allowed { Ok(()) } else { Err(locked) }
    }

    fn lock_of(&self, caller: &Caller, feature: Feature, now: Timestamp) -> Option<Locked> {
        let scope = scope_of(caller)?;
        let rules = self.in_force(&scope, now)?;
        let is_visitor = scope == RuleScope::Visitors;
        let GroupRules { locked, max_rating, until } = rules;
        locked.contains(&feature).then_some(Locked { feature, max_rating, until, is_visitor })
    }

    fn in_force(&self, scope: &RuleScope, now: Timestamp) -> Option<GroupRules> {
        self.rules().get(scope).filter(|rules| rules.are_in_force(now)).cloned()
    }

    /// A panic cannot leave the rules half changed.
    fn rules(&self) -> MutexGuard<'_, BTreeMap<RuleScope, GroupRules>> {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AppState {
    /// Checks that the caller may use a feature.
    ///
    /// # Errors
    /// When it is locked for their group, or for visitors.
    pub(crate) fn check_lock(&self, caller: &Caller, feature: Feature) -> Result<(), Locked> {
        self.lessons().check(caller, feature, self.rooms().services().clock.shared_now())
    }
}

/// The rules that apply to a caller, if any do.
fn scope_of(caller: &Caller) -> Option<RuleScope> {
    match caller.role() {
        Role::Visitor => Some(RuleScope::Visitors),
        Role::Member => caller.account()?.group.clone().map(RuleScope::Group),
        Role::Organizer | Role::Admin => None,
    }
}

/// The rating as which a computer opponent counts; none for people. Full strength and external
/// engines are above every limit.
fn rating(player: &Player) -> Option<u16> {
    match player {
        Player::Open | Player::Person => None,
        Player::Engine(Strength::Easy) => engine::Strength::Easy.rating(),
        Player::Engine(Strength::Medium) => engine::Strength::Medium.rating(),
        Player::Engine(Strength::Hard) => engine::Strength::Hard.rating(),
        Player::Engine(Strength::Rated(rating)) => Some(*rating),
        Player::Engine(Strength::Full) | Player::External(_) => Some(u16::MAX),
    }
}

fn to_wire(feature: Feature) -> lesson::Feature {
    match feature {
        Feature::Hints => lesson::Feature::Hints,
        Feature::Takebacks => lesson::Feature::Takebacks,
        Feature::Evaluation => lesson::Feature::Evaluation,
        Feature::Analysis => lesson::Feature::Analysis,
        Feature::Reviews => lesson::Feature::Reviews,
        Feature::Opponents => lesson::Feature::Opponents,
    }
}

/// A feature as clients name it.
pub(crate) fn from_wire(feature: lesson::Feature) -> Feature {
    let found = Feature::ALL.into_iter().find(|known| to_wire(*known) == feature);
    found.expect("every feature is in the list")
}
