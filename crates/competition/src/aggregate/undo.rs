//! Undoing what was done by mistake: the command that takes an event back.
//!
//! An undo is a command like any other, so nothing in the log is lost. What has changed again since
//! cannot be undone, because that would take back the later change instead.

use super::{Actor, Board, Command, Competition, Event, Record};

impl Competition {
    /// The command that takes back the event of this version; none when there is none, or when the
    /// organizer could not give it now. The records are those of this competition, from the first.
    pub fn undo(&self, records: &[Record], version: u32) -> Option<Command> {
        let index = usize::try_from(version).ok()?.checked_sub(1)?;
        let Record { event, .. } = records.get(index)?;
        let before = Competition::replay(records[..index].iter().cloned()).ok()?;
        let is_last = !records[index + 1..].iter().any(|later| changes_pairing(&later.event));
        let command = self.opposite(event, &before, is_last)?;
        let events = self.decide(Actor::Organizer, &command).ok()?;
        (!events.is_empty()).then_some(command)
    }

    /// The opposite of an event that still stands, which happened in a state.
    fn opposite(&self, event: &Event, before: &Competition, is_last: bool) -> Option<Command> {
        match *event {
            Event::SettingsChanged(ref settings) => (self.settings == **settings)
                .then(|| Command::ChangeSettings(Box::new(before.settings.clone()))),
            // A player who may have been paired has to withdraw instead.
            Event::Entered { id, .. } => {
                (self.paired_rounds() == 0).then_some(Command::Withdraw(id))
            }
            Event::Returned { id } => Some(Command::Withdraw(id)),
            Event::Edited { id, ref entrant } => {
                let old = before.entrant(id)?.clone();
                (self.entrant(id)? == entrant).then_some(Command::Edit { id, entrant: old })
            }
            Event::Withdrawn { id } => Some(Command::Return(id)),
            Event::AbsenceAnnounced { id, round, kind } => {
                let still_stands = self.absences.get(&(round, id)) == Some(&kind);
                still_stands.then(|| match before.absences.get(&(round, id)) {
                    Some(&kind) => Command::AnnounceAbsence { id, round, kind },
                    None => Command::CancelAbsence { id, round },
                })
            }
            Event::AbsenceCanceled { id, round } => {
                let kind = *before.absences.get(&(round, id))?;
                let still_stands = !self.absences.contains_key(&(round, id));
                still_stands.then_some(Command::AnnounceAbsence { id, round, kind })
            }
            Event::PairForbidden { first, second } => Some(Command::AllowPair(first, second)),
            Event::PairAllowed { first, second } => Some(Command::ForbidPair(first, second)),
            Event::RoundPaired { .. } => is_last.then_some(Command::RemovePairing),
            Event::Exchanged { first, second, .. } => {
                is_last.then_some(Command::Exchange { first, second })
            }
            Event::ResultSet { board, result, .. } => {
                let still_stands = self.board(board)?.result() == Some(result);
                still_stands.then(|| match before.board(board).and_then(Board::result) {
                    Some(result) => Command::SetResult { board, result },
                    None => Command::ClearResult(board),
                })
            }
            Event::ResultCleared { board } => {
                let result = before.board(board)?.result()?;
                let still_stands = self.board(board)?.settled.is_none();
                still_stands.then_some(Command::SetResult { board, result })
            }
            Event::Finished => Some(Command::Reopen),
            Event::Reopened => Some(Command::Finish),
            Event::Created(_)
            | Event::NumbersGiven { .. }
            | Event::PairingRemoved { .. }
            | Event::Reported { .. }
            | Event::MatchDecided { .. }
            | Event::GameLinked { .. }
            | Event::PositionRecorded { .. } => None,
        }
    }
}

fn changes_pairing(event: &Event) -> bool {
    matches!(
        event,
        Event::RoundPaired { .. } | Event::PairingRemoved { .. } | Event::Exchanged { .. }
    )
}
