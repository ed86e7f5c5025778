//! Who follows a demonstration board.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::AccountId;
use tokio::sync::broadcast;
use wire::demonstration::DemonstrationFollowers;

use super::News;
use crate::accounts::Caller;

/// The followers of a board. Clones refer to the same ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Followers(Arc<Mutex<Counts>>);

#[derive(Debug, Default)]
struct Counts {
    /// How many devices each member follows with, and the names of the members.
    members: BTreeMap<AccountId, (String, u32)>,
    visitors: u32,
}

/// Counts a follower for as long as it exists.
pub(crate) struct Follower {
    followers: Followers,
    account: Option<AccountId>,
    news: broadcast::Sender<News>,
}

impl Followers {
    /// Adds a follower, and announces it.
    pub(super) fn add(&self, caller: &Caller, news: &broadcast::Sender<News>) -> Follower {
        let account = caller.account();
        let mut counts = self.lock();
        match account {
            None => counts.visitors += 1,
            Some(account) => {
                let name = account.name.to_string();
                counts.members.entry(account.id).or_insert((name, 0)).1 += 1;
            }
        }
        drop(counts);
        // Nobody listens to the first one.
        let _ = news.send(News::Followers);
        let account = account.map(|account| account.id);
        Follower { followers: self.clone(), account, news: news.clone() }
    }

    /// Whether a member follows.
    pub(super) fn contains(&self, account: AccountId) -> bool {
        self.lock().members.contains_key(&account)
    }

    /// The followers for organizers.
    pub(super) fn to_wire(&self) -> DemonstrationFollowers {
        let counts = self.lock();
        let mut members: Vec<_> = counts.members.values().map(|(name, _)| name.clone()).collect();
        members.sort();
        DemonstrationFollowers { members, visitors: counts.visitors }
    }

    /// A panic cannot leave the counts half changed.
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let mut counts = self.followers.lock();
        match self.account {
            None => counts.visitors -= 1,
            Some(account) => {
                if let Some((_, devices)) = counts.members.get_mut(&account) {
                    *devices -= 1;
                    if *devices == 0 {
                        counts.members.remove(&account);
                    }
                }
            }
        }
        drop(counts);
        let _ = self.news.send(News::Followers);
    }
}
