//! Faults that a simulation must find, or it would not be worth its time. None of them touches the
//! code of the server: two are faults of the disk, one is a message that is changed on its way, and
//! two are answers of a shared store, as if a room did not care what other servers have stored.

use std::fmt;
use std::str::FromStr;

/// A fault on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlantedFault {
    /// Requests are acknowledged before the transaction is on the disk.
    AcknowledgeBeforeCommit,
    /// The disk reports a sync that it did not do.
    DropSync,
    /// Requests are carried out on whatever the game has become.
    ForgetVersionCheck,
    /// A room goes on as if it had won every race against another server.
    IgnoreLostRace,
    /// A room never reads what another server has stored.
    ReadNoNews,
}

impl PlantedFault {
    /// All of them.
    pub const ALL: [PlantedFault; 5] = [
        PlantedFault::AcknowledgeBeforeCommit,
        PlantedFault::DropSync,
        PlantedFault::ForgetVersionCheck,
        PlantedFault::IgnoreLostRace,
        PlantedFault::ReadNoNews,
    ];

    /// How many servers it takes to find it.
    pub fn servers(self) -> usize {
        match self {
            PlantedFault::IgnoreLostRace | PlantedFault::ReadNoNews => 2,
            _ => 1,
        }
    }

    fn name(self) -> &'static str {
        match self {
            PlantedFault::AcknowledgeBeforeCommit => "acknowledge-before-commit",
            PlantedFault::DropSync => "drop-sync",
            PlantedFault::ForgetVersionCheck => "forget-version-check",
            PlantedFault::IgnoreLostRace => "ignore-lost-race",
            PlantedFault::ReadNoNews => "read-no-news",
        }
    }
}

impl fmt::Display for PlantedFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for PlantedFault {
    type Err = String;

    fn from_str(text: &str) -> Result<PlantedFault, String> {
        let found = PlantedFault::ALL.into_iter().find(|fault| fault.name() == text);
        let names = PlantedFault::ALL.map(PlantedFault::name).join(", ");
        found.ok_or_else(|| format!("{text:?} is not a planted fault; there are {names}"))
    }
}
