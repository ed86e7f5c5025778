//! From commands to events: who may do what, and what happens then.
//!
//! Deciding changes nothing. The checks come in a fixed order: whether the actor may give the
//! command, whether the competition is in the right state, and everything else.

mod pairing;
mod permission;
mod results;

use super::possible::ensure;
use super::{
    AbsenceKind, Actor, Command, Competition, CompetitionError, EntrantId, Event, Unpaired,
};

type Events = Result<Vec<Event>, CompetitionError>;

impl Competition {
    /// The events that a command leads to; none when there is nothing to do. They are not applied
    /// yet: that is for [`Competition::record`] and [`Competition::apply`].
    ///
    /// # Errors
    /// When the actor may not give the command, or it does not fit the competition.
    pub fn decide(&self, actor: Actor, command: &Command) -> Events {
        self.check_permission(actor, command)?;
        let events = self.events(actor, command)?;
        self.check_events(&events)?;
        Ok(events)
    }

    fn events(&self, actor: Actor, command: &Command) -> Events {
        let event = match *command {
            Command::ChangeSettings(ref settings) => {
                Event::SettingsChanged(settings.clone()).unless(**settings == self.settings)
            }
            Command::Enter(ref entrant) => {
                vec![Event::Entered { id: self.next_id(), entrant: entrant.clone() }]
            }
            Command::Edit { id, ref entrant } => Event::Edited { id, entrant: entrant.clone() }
                .unless(self.entrant(id) == Some(entrant)),
            Command::Withdraw(id) => vec![Event::Withdrawn { id }],
            Command::Return(id) => vec![Event::Returned { id }],
            Command::AnnounceAbsence { id, round, kind } => {
                return self.announce(actor, id, round, kind);
            }
            Command::CancelAbsence { id, round } => vec![Event::AbsenceCanceled { id, round }],
            Command::ForbidPair(one, other) => {
                let (first, second) = (one.min(other), one.max(other));
                Event::PairForbidden { first, second }.unless(self.is_forbidden(first, second))
            }
            Command::AllowPair(one, other) => {
                let (first, second) = (one.min(other), one.max(other));
                Event::PairAllowed { first, second }.unless(!self.is_forbidden(first, second))
            }
            Command::PairRound => return self.pair_round(),
            Command::PairByHand { ref pairs, bye } => return self.pair_by_hand(pairs, bye),
            Command::RemovePairing => vec![Event::PairingRemoved { round: self.paired_rounds() }],
            Command::Exchange { first, second } => {
                vec![Event::Exchanged { round: self.paired_rounds(), first, second }]
            }
            Command::Report { board, result } => return self.report_result(actor, board, result),
            Command::SetResult { board, result } => return self.set_result(actor, board, result),
            Command::ClearResult(board) => return self.clear_result(board),
            Command::DecideMatch { board, winner } => return self.decide_match(board, winner),
            Command::LinkGame { board, ref game } => {
                let is_linked = self.known_board(board)?.game.as_ref() == Some(game);
                Event::GameLinked { board, game: game.clone() }.unless(is_linked)
            }
            Command::RecordPosition { board, ref position } => {
                let is_known = self.known_board(board)?.position.as_ref() == Some(position);
                Event::PositionRecorded { board, position: position.clone() }.unless(is_known)
            }
            Command::Finish => vec![Event::Finished],
            Command::Reopen => vec![Event::Reopened],
        };
        Ok(event)
    }

    /// Checks events that follow each other.
    fn check_events(&self, events: &[Event]) -> Result<(), CompetitionError> {
        if let [event] = events {
            return self.check_event(event);
        }
        let mut copy = self.clone();
        events.iter().try_for_each(|event| {
            copy.check_event(event)?;
            copy.change(event);
            Ok(())
        })
    }

    /// An absence in a round to come. The organizer grants more half-point byes than the settings.
    fn announce(&self, actor: Actor, id: EntrantId, round: u16, kind: AbsenceKind) -> Events {
        let is_to_come = round > self.paired_rounds();
        let is_known = is_to_come && self.absences.get(&(round, id)) == Some(&kind);
        if kind == AbsenceKind::HalfPoint && actor != Actor::Organizer && !is_known {
            let max = self.settings.half_point_byes;
            let is_left = self.half_point_byes(id) < usize::from(max);
            ensure(is_left, CompetitionError::NoHalfPointByeLeft(max))?;
        }
        Ok(Event::AbsenceAnnounced { id, round, kind }.unless(is_known))
    }

    /// The half-point byes that somebody has had or announced since entering.
    fn half_point_byes(&self, id: EntrantId) -> usize {
        let is_half = |why| why == Some(Unpaired::Absent(AbsenceKind::HalfPoint));
        let missed = self.registration(id).map_or(0, |entry| entry.entered_after);
        let rounds = self.rounds.iter().skip(missed.into());
        let had = rounds.filter(|round| is_half(round.unpaired(id))).count();
        let announced = self.absences.iter().filter(|((round, other), kind)| {
            *round > self.paired_rounds() && *other == id && **kind == AbsenceKind::HalfPoint
        });
        had + announced.count()
    }
}

impl Event {
    /// The event, unless there is nothing to do.
    fn unless(self, is_done: bool) -> Vec<Event> {
        if is_done { Vec::new() } else { vec![self] }
    }
}
