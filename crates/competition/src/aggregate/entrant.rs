//! Those who take part.

use std::fmt;

use game::Name;

use crate::Title;

/// The number under which somebody entered, from 1. It never changes, unlike the starting number of
/// the pairing rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrantId(pub u16);

impl EntrantId {
    /// The index in the list of entrants.
    pub(crate) fn index(self) -> Option<usize> {
        usize::from(self.0).checked_sub(1)
    }
}

impl fmt::Display for EntrantId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number of a member of the club, which never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemberId(pub i64);

/// What is known about somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The name; no two entrants have the same one.
    pub name: Name,
    /// The rating, by which the starting numbers are given.
    pub rating: Option<u16>,
    /// The FIDE title, which decides between equal ratings.
    pub title: Option<Title>,
    /// The class or team.
    pub group: Option<Name>,
    /// The member who plays; none for guests.
    pub member: Option<MemberId>,
}

impl Entrant {
    /// An entrant of whom only the name is known.
    pub fn new(name: Name) -> Entrant {
        Entrant { name, rating: None, title: None, group: None, member: None }
    }
}

/// An entrant in a competition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    /// Who it is.
    pub entrant: Entrant,
    /// How many rounds were paired when they entered.
    pub entered_after: u16,
    /// True for those who have withdrawn and did not come back.
    pub withdrawn: bool,
}
