//! Who follows a demonstration board, on this server and on those that share the store with it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use store::{AccountId, DemonstrationId, ServerId};
use tokio::sync::{broadcast, mpsc};
use wire::demonstration::DemonstrationFollowers;

use super::News;
use crate::accounts::Caller;

/// The followers of a board. Clones refer to the same ones.
#[derive(Clone)]
pub(super) struct Followers(Arc<Inner>);

struct Inner {
    board: DemonstrationId,
    counts: Mutex<Counts>,
    news: broadcast::Sender<News>,
    /// Gets the board when a follower comes or leaves here.
    changes: mpsc::UnboundedSender<DemonstrationId>,
}

#[derive(Debug, Default)]
struct Counts {
    /// How many devices each member follows with here, and the names of the members.
    members: BTreeMap<AccountId, (String, u32)>,
    visitors: u32,
    /// Who follows on other servers.
    elsewhere: BTreeMap<ServerId, FollowerReport>,
}

/// What a server tells others about the followers of a board. The format is read by the releases
/// before and after.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FollowerReport {
    #[serde(default)]
    members: BTreeMap<i64, String>,
    #[serde(default)]
    visitors: u32,
}

impl FollowerReport {
    /// Whether nobody follows.
    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty() && self.visitors == 0
    }
}

/// Counts a follower for as long as it exists.
pub(crate) struct Follower {
    followers: Followers,
    account: Option<AccountId>,
}

impl Followers {
    /// Nobody follows yet.
    pub(super) fn new(
        board: DemonstrationId,
        news: broadcast::Sender<News>,
        changes: mpsc::UnboundedSender<DemonstrationId>,
    ) -> Followers {
        Followers(Arc::new(Inner { board, counts: Mutex::default(), news, changes }))
    }

    /// Adds a follower, and announces it.
    pub(super) fn add(&self, caller: &Caller) -> Follower {
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
        self.announce();
        Follower { followers: self.clone(), account: account.map(|account| account.id) }
    }

    /// Whether a member follows, on any server.
    pub(super) fn contains(&self, account: AccountId) -> bool {
        let counts = self.lock();
        let AccountId(number) = account;
        counts.members.contains_key(&account)
            || counts.elsewhere.values().any(|report| report.members.contains_key(&number))
    }

    /// The followers on this server.
    pub(super) fn report(&self) -> FollowerReport {
        let counts = self.lock();
        let member =
            |(AccountId(number), (name, _)): (&AccountId, &(String, u32))| (*number, name.clone());
        FollowerReport {
            members: counts.members.iter().map(member).collect(),
            visitors: counts.visitors,
        }
    }

    /// These follow on other servers.
    pub(super) fn set_elsewhere(&self, elsewhere: BTreeMap<ServerId, FollowerReport>) {
        let mut counts = self.lock();
        if counts.elsewhere == elsewhere {
            return;
        }
        counts.elsewhere = elsewhere;
        drop(counts);
        self.send_news();
    }

    /// A server is gone, and its followers with it.
    pub(super) fn forget_server(&self, server: ServerId) {
        if self.lock().elsewhere.remove(&server).is_some() {
            self.send_news();
        }
    }

    /// The followers for organizers.
    pub(super) fn to_wire(&self) -> DemonstrationFollowers {
        let here = self.report();
        let counts = self.lock();
        let reports = || counts.elsewhere.values().chain([&here]);
        // A member may follow on several servers.
        let members: BTreeMap<_, _> = reports().flat_map(|report| &report.members).collect();
        let mut members: Vec<_> = members.into_values().cloned().collect();
        members.sort();
        let visitors = reports().map(|report| report.visitors).fold(0, u32::saturating_add);
        DemonstrationFollowers { members, visitors }
    }

    fn announce(&self) {
        self.send_news();
        // The server may be ending.
        let _ = self.0.changes.send(self.0.board.clone());
    }

    fn send_news(&self) {
        // Nobody may be listening.
        let _ = self.0.news.send(News::Followers);
    }

    /// A panic cannot leave the counts half changed.
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.counts.lock().unwrap_or_else(PoisonError::into_inner)
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
        self.followers.announce();
    }
}
