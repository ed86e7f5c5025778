//! What can be broken.

use std::fmt;

use clap::ValueEnum;

use crate::cluster::disk::Area;

/// A kind of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FaultKind {
    /// Kill the primary: with its Patroni, or `PostgreSQL` alone (with --patroni)
    Kill,
    /// Stop the primary with its Patroni, or a server, and let it continue later (with --patroni)
    Stop,
    /// Cut the network of the primary, or between a server and the database (with --patroni)
    Cut,
    /// Let the disk of the primary take up to three seconds for every sync
    SlowDisk,
    /// Let the disk of the primary run full: that of its tables, or of its write-ahead log
    FullDisk,
    /// Set the system clock of a server anew while it runs, or before it is started again
    Skew,
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
    SlowDisk,
    FullDisk(Area),
    /// While the server runs.
    SetClock,
    /// The server is killed, and started with another system clock.
    RestartWithClock,
}

impl FaultKind {
    /// What is broken in turn.
    pub(crate) fn faults(self) -> &'static [Fault] {
        match self {
            FaultKind::Kill => &[Fault::KillNode, Fault::KillPostgres],
            FaultKind::Stop => &[Fault::StopNode, Fault::HangNode, Fault::StopServer],
            FaultKind::Cut => &[Fault::CutNode, Fault::CutServer],
            FaultKind::SlowDisk => &[Fault::SlowDisk],
            FaultKind::FullDisk => &[Fault::FullDisk(Area::Tables), Fault::FullDisk(Area::Log)],
            FaultKind::Skew => &[Fault::SetClock, Fault::RestartWithClock],
        }
    }

    /// Whether there must be several `PostgreSQL`.
    pub(crate) fn needs_patroni(self) -> bool {
        matches!(self, FaultKind::Kill | FaultKind::Stop | FaultKind::Cut)
    }

    /// Whether `PostgreSQL` needs a disk that can be broken.
    pub(crate) fn breaks_disk(self) -> bool {
        matches!(self, FaultKind::SlowDisk | FaultKind::FullDisk)
    }
}

/// As the option names it.
impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
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
            Fault::SlowDisk => "disk slow",
            Fault::FullDisk(Area::Tables) => "disk of the tables full",
            Fault::FullDisk(Area::Log) => "disk of the write-ahead log full",
            Fault::SetClock => "system clock of a server set anew",
            Fault::RestartWithClock => "server restarted with another system clock",
        })
    }
}
