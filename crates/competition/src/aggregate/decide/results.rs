//! Results: reports of the players, and what the organizer or the game on the server says.

use super::super::possible::ensure;
use super::super::{
    Actor, BoardNumber, BoardResult, Competition, CompetitionError, EntrantId, Event, Format,
    Round, Source,
};
use super::Events;

impl Competition {
    /// A report settles the result when it agrees with that of the opponent; otherwise it waits, or
    /// is a dispute that the organizer decides.
    pub(super) fn report_result(
        &self,
        actor: Actor,
        number: BoardNumber,
        result: BoardResult,
    ) -> Events {
        let Actor::Player(by) = actor else { return Err(CompetitionError::NotAllowed) };
        self.ensure_open()?;
        let board = self.known_board(number)?;
        let color = board.color_of(by).ok_or(CompetitionError::NotYourGame(number))?;
        if board.result() == Some(result) || board.reports[color] == Some(result) {
            return Ok(Vec::new());
        }
        let mut events = vec![Event::Reported { board: number, by, result }];
        if board.reports[!color] == Some(result) {
            events.push(Event::ResultSet { board: number, result, source: Source::Players });
        }
        Ok(events)
    }

    /// The organizer sets and corrects everything. A game on the server settles only what is open.
    pub(super) fn set_result(
        &self,
        actor: Actor,
        number: BoardNumber,
        result: BoardResult,
    ) -> Events {
        let board = self.known_board(number)?;
        if board.result() == Some(result) {
            return Ok(Vec::new());
        }
        let source = if actor == Actor::Server { Source::Game } else { Source::Organizer };
        let is_free = source == Source::Organizer || board.settled.is_none();
        ensure(is_free, CompetitionError::ResultKnown(number))?;
        self.with_bracket(number, Event::ResultSet { board: number, result, source })
    }

    /// In a knockout, a result on which later pairings rest cannot be removed.
    pub(super) fn clear_result(&self, number: BoardNumber) -> Events {
        let is_knockout = matches!(self.settings.format, Format::Knockout { .. });
        let is_last = number.round >= self.paired_rounds();
        self.known_board(number)?;
        ensure(is_last || !is_knockout, CompetitionError::ChangesBracket(number))?;
        Ok(vec![Event::ResultCleared { board: number }])
    }

    pub(super) fn decide_match(&self, number: BoardNumber, winner: EntrantId) -> Events {
        self.known_board(number)?;
        let first = self.match_board(number).ok_or(CompetitionError::NotTied(number))?;
        if self.known_board(first)?.advances == Some(winner) {
            return Ok(Vec::new());
        }
        self.with_bracket(first, Event::MatchDecided { board: first, winner })
    }

    /// An event that may change who goes on in a knockout. If the next round is paired but has not
    /// started, it is paired again.
    fn with_bracket(&self, number: BoardNumber, event: Event) -> Events {
        let is_knockout = matches!(self.settings.format, Format::Knockout { .. });
        let next = number.round + 1;
        if !is_knockout || next > self.paired_rounds() {
            return Ok(vec![event]);
        }
        self.check_event(&event)?;
        let mut copy = self.clone();
        copy.change(&event);
        if copy.going_on(number.round) == self.going_on(number.round) {
            return Ok(vec![event]);
        }
        let is_last = next == self.paired_rounds();
        let is_started = self.round(next).is_some_and(Round::is_started);
        ensure(is_last && !is_started, CompetitionError::ChangesBracket(number))?;
        let removed = Event::PairingRemoved { round: next };
        copy.change(&removed);
        let mut events = vec![event, removed];
        events.extend(copy.pair_round()?);
        Ok(events)
    }
}
