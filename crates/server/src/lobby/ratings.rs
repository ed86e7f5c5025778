//! The ratings by which games are open to some and not to others.

use std::collections::HashMap;

use competition::aggregate::MemberId;
use competition::ratings::{ClockKind, RatingHistory};
use game::TimeControl;
use store::{Account, AccountId};

/// The ratings of all members, as they were a moment ago.
#[derive(Debug, Default)]
pub(super) struct Ratings {
    /// From rated games, by kind of clock.
    played: HashMap<(ClockKind, AccountId), u16>,
    /// From the roster, for those without rated games of a kind.
    roster: HashMap<AccountId, u16>,
}

impl Ratings {
    /// The current ratings.
    pub(super) fn new(accounts: &[Account], history: &RatingHistory) -> Ratings {
        let last = |(&(kind, MemberId(number)), points): (&(ClockKind, MemberId), &Vec<_>)| {
            let point: &competition::ratings::RatingPoint = points.last()?;
            // Ratings are far from the limits of the type.
            Some(((kind, AccountId(number)), point.rating.rating.round() as u16))
        };
        let known = |account: &Account| Some((account.id, account.rating?));
        Ratings {
            played: history.iter().filter_map(last).collect(),
            roster: accounts.iter().filter_map(known).collect(),
        }
    }

    /// The rating of a member with a time control; none if neither games nor the roster tell.
    pub(super) fn of(&self, member: AccountId, time: Option<TimeControl>) -> Option<u16> {
        let played = self.played.get(&(ClockKind::of(time), member));
        played.or_else(|| self.roster.get(&member)).copied()
    }
}
