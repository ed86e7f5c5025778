//! Rounds without an opponent: announced absences, byes, and those who have left.

use super::Format;
use crate::{Bye, keizer};

/// What an absence is called and worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AbsenceKind {
    /// A bye worth a win (Swiss).
    FullPoint,
    /// A bye worth a draw (Swiss).
    HalfPoint,
    /// An absence worth nothing. In a round robin or knockout the game is lost by forfeit.
    ZeroPoint,
    /// An evening for the club, such as a team match (Keizer).
    ClubDuty,
    /// An absence with notice (Keizer).
    Excused,
    /// An absence without notice (Keizer).
    Unexcused,
}

impl AbsenceKind {
    /// True if a format has absences of this kind.
    pub fn fits(self, format: &Format) -> bool {
        use AbsenceKind::{ClubDuty, Excused, FullPoint, HalfPoint, Unexcused, ZeroPoint};
        match format {
            Format::Swiss { .. } => matches!(self, FullPoint | HalfPoint | ZeroPoint),
            Format::Keizer { .. } => matches!(self, ClubDuty | Excused | Unexcused),
            Format::RoundRobin { .. } | Format::Knockout { .. } => self == ZeroPoint,
        }
    }

    /// True if entrants may announce it themselves; the others are the organizer's to give.
    pub fn is_for_players(self) -> bool {
        !matches!(self, AbsenceKind::FullPoint | AbsenceKind::ClubDuty)
    }

    fn bye(self) -> Bye {
        match self {
            AbsenceKind::FullPoint => Bye::Full,
            AbsenceKind::HalfPoint => Bye::Half,
            _ => Bye::Zero,
        }
    }

    fn keizer_entry(self) -> keizer::Entry {
        match self {
            AbsenceKind::ClubDuty => keizer::Entry::ClubDuty,
            AbsenceKind::Excused => keizer::Entry::Excused,
            _ => keizer::Entry::Absent,
        }
    }
}

/// Why somebody has no opponent in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unpaired {
    /// The number of players was odd: the pairing-allocated bye.
    Bye,
    /// The round of a round robin in which a player is free, or of a knockout in which the slot
    /// beside is empty. It is worth nothing.
    Free,
    /// An absence.
    Absent(AbsenceKind),
    /// The player has withdrawn.
    Withdrawn,
}

impl Unpaired {
    /// The bye of the crosstable.
    pub(crate) fn bye(self) -> Bye {
        match self {
            Unpaired::Bye => Bye::PairingAllocated,
            Unpaired::Absent(kind) => kind.bye(),
            Unpaired::Free | Unpaired::Withdrawn => Bye::Zero,
        }
    }

    /// The entry of the Keizer system.
    pub(crate) fn keizer_entry(self) -> keizer::Entry {
        match self {
            Unpaired::Bye => keizer::Entry::Bye,
            Unpaired::Absent(kind) => kind.keizer_entry(),
            Unpaired::Free | Unpaired::Withdrawn => keizer::Entry::Absent,
        }
    }
}
