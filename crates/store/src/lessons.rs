//! What the members of a group may use in a lesson.
//!
//! The rules of a group are stored as they were last set, also after their time: whoever applies
//! them compares it with the clock.

use std::collections::BTreeSet;

use async_trait::async_trait;
use game::Timestamp;

use crate::{GroupName, StoreError};

/// Whom rules are for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleScope {
    /// Everybody who is not signed in.
    Visitors,
    /// The members of a group.
    Group(GroupName),
}

/// Something that a group may use or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Hints in games.
    Hints,
    /// Takebacks against the computer.
    Takebacks,
    /// Evaluations of positions by the engine.
    Evaluation,
    /// The analysis board.
    Analysis,
    /// Reviews of finished games.
    Reviews,
    /// New games against the computer.
    Opponents,
}

impl Feature {
    /// Every feature.
    pub const ALL: [Feature; 6] = [
        Feature::Hints,
        Feature::Takebacks,
        Feature::Evaluation,
        Feature::Analysis,
        Feature::Reviews,
        Feature::Opponents,
    ];

    /// The feature as it is stored.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Feature::Hints => "hints",
            Feature::Takebacks => "takebacks",
            Feature::Evaluation => "evaluation",
            Feature::Analysis => "analysis",
            Feature::Reviews => "reviews",
            Feature::Opponents => "opponents",
        }
    }
}

/// The rules of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupRules {
    /// What is locked.
    pub locked: BTreeSet<Feature>,
    /// The strongest computer opponent that stays allowed where [`Feature::Opponents`] is locked;
    /// none for no opponent at all.
    pub max_rating: Option<u16>,
    /// Until when; none until it is changed.
    pub until: Option<Timestamp>,
}

impl GroupRules {
    /// Whether they hold at a time.
    pub fn are_in_force(&self, now: Timestamp) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// The name of a group, which is never empty; visitors have none.
pub(crate) fn rule_key(scope: &RuleScope) -> &str {
    match scope {
        RuleScope::Visitors => "",
        RuleScope::Group(name) => name.as_str(),
    }
}

/// Features as a list of words.
pub(crate) fn words(features: &BTreeSet<Feature>) -> String {
    let words: Vec<_> = features.iter().map(|feature| feature.as_str()).collect();
    words.join(" ")
}

/// The features of a list of words. One that is not known any more is left out.
pub(crate) fn features(words: &str) -> BTreeSet<Feature> {
    let known = |word| Feature::ALL.into_iter().find(|feature| feature.as_str() == word);
    words.split(' ').filter_map(known).collect()
}

/// Storage of the rules of groups, with the guarantees of [`Store`](crate::Store).
#[async_trait]
pub trait Lessons: Send + Sync {
    /// Sets the rules of a group, or deletes them.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn set_rules(
        &self,
        scope: RuleScope,
        rules: Option<GroupRules>,
    ) -> Result<(), StoreError>;

    /// All rules.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn rules(&self) -> Result<Vec<(RuleScope, GroupRules)>, StoreError>;
}
