//! What can be broken.

use std::fmt;

/// A kind of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FaultKind {
    /// Kill the primary: with its Patroni, or `PostgreSQL` alone
    Kill,
    /// Stop the primary with its Patroni, or a server, and let it continue later
    Stop,
    /// Cut the network of the primary, or between a server and the database
    Cut,
}

/// What is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    KillNode,
    KillPostgres,
    /// Not for long enough to be replaced.
    StopNode,
    /// For so long that it is replaced. Then its watchdog resets the machine: without one, a
    /// Patroni that wakes up may still take itself for the leader, and be it again.
    HangNode,
    StopServer,
    CutNode,
    CutServer,
}

impl FaultKind {
    /// What is broken in turn.
    pub(crate) fn faults(self) -> &'static [Fault] {
        match self {
            FaultKind::Kill => &[Fault::KillNode, Fault::KillPostgres],
            FaultKind::Stop => &[Fault::StopNode, Fault::HangNode, Fault::StopServer],
            FaultKind::Cut => &[Fault::CutNode, Fault::CutServer],
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Fault::KillNode => "primary and its Patroni killed",
            Fault::KillPostgres => "primary killed",
            Fault::StopNode => "primary stopped for a moment",
            Fault::HangNode => "primary stopped, then reset by its watchdog",
            Fault::StopServer => "server stopped",
            Fault::CutNode => "primary cut off",
            Fault::CutServer => "server cut off",
        })
    }
}
