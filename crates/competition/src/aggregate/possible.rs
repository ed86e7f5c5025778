//! The rules about what can happen in a competition, whoever asks for it. Deciding and replaying
//! both go by them.

use std::collections::BTreeSet;

use chess::Color;

use super::{
    AbsenceKind, Board, BoardNumber, BoardResult, Competition, CompetitionError, Entrant,
    EntrantId, Event, Format, NewBoard, Settings, Unpaired,
};

type Check = Result<(), CompetitionError>;

impl Competition {
    /// Checks that an event is possible now.
    pub(crate) fn check_event(&self, event: &Event) -> Check {
        if !matches!(event, Event::Reopened) {
            self.ensure_open()?;
        }
        match *event {
            Event::Created(_) => Err(CompetitionError::Inconsistent),
            Event::SettingsChanged(ref settings) => self.check_settings(settings),
            Event::Entered { id, ref entrant } => self.check_entry(id, entrant),
            Event::Edited { id, ref entrant } => {
                self.known(id)?;
                self.check_name(entrant, Some(id))
            }
            Event::Withdrawn { id } => {
                ensure(!self.known(id)?.withdrawn, CompetitionError::AlreadyWithdrawn(id))
            }
            Event::Returned { id } => {
                ensure(self.known(id)?.withdrawn, CompetitionError::NotWithdrawn(id))
            }
            Event::AbsenceAnnounced { id, round, kind } => {
                self.known(id)?;
                self.check_unpaired(round)?;
                let fits = kind.fits(&self.settings.format);
                ensure(fits, CompetitionError::AbsenceNotInFormat)
            }
            Event::AbsenceCanceled { id, round } => {
                self.known(id)?;
                let is_announced = self.absences.contains_key(&(round, id));
                ensure(is_announced, CompetitionError::NoAbsence { id, round })?;
                self.check_unpaired(round)
            }
            Event::PairForbidden { first, second } => self.check_ban(first, second),
            Event::PairAllowed { first, second } => {
                ensure(self.is_forbidden(first, second), CompetitionError::Inconsistent)
            }
            Event::NumbersGiven { ref order } => self.check_numbers(order),
            Event::RoundPaired { round, ref boards, ref unpaired } => {
                self.check_pairing(round, boards, unpaired)
            }
            Event::PairingRemoved { round } => self.check_removal(round),
            Event::Exchanged { round, first, second } => self.check_exchange(round, first, second),
            Event::Finished => {
                self.check_complete()?;
                self.first_tie().map_or(Ok(()), |board| Err(CompetitionError::MatchTied(board)))
            }
            Event::Reopened => ensure(self.finished, CompetitionError::NotFinished),
            _ => self.check_board_event(event),
        }
    }

    pub(crate) fn ensure_open(&self) -> Check {
        ensure(!self.finished, CompetitionError::Finished)
    }

    fn check_settings(&self, settings: &Settings) -> Check {
        settings.check()?;
        let paired = self.paired_rounds();
        if paired == 0 {
            return Ok(());
        }
        let fits = self.settings.format.can_become(&settings.format);
        ensure(fits, CompetitionError::FormatFixed)?;
        match settings.format {
            Format::Swiss { rounds, .. } | Format::Keizer { rounds, .. } => {
                ensure(rounds >= paired, CompetitionError::RoundsPaired(paired))
            }
            Format::RoundRobin { .. } | Format::Knockout { .. } => Ok(()),
        }
    }

    fn check_entry(&self, id: EntrantId, entrant: &Entrant) -> Check {
        let is_closed = self.settings.format.is_numbered() && !self.rounds.is_empty();
        ensure(!is_closed, CompetitionError::EntryClosed)?;
        let is_full = self.registrations.len() >= usize::from(Competition::MAX_ENTRANTS);
        ensure(!is_full, CompetitionError::Full(Competition::MAX_ENTRANTS))?;
        self.check_name(entrant, None)?;
        ensure(id == self.next_id(), CompetitionError::Inconsistent)
    }

    /// The number of the next entrant.
    pub(crate) fn next_id(&self) -> EntrantId {
        EntrantId(self.registrations.len() as u16 + 1)
    }

    /// No two entrants have the same name.
    fn check_name(&self, entrant: &Entrant, own: Option<EntrantId>) -> Check {
        let key = entrant.name.key();
        let mut others = self.registrations().filter(|(id, _)| Some(*id) != own);
        match others.find(|(_, registration)| registration.entrant.name.key() == key) {
            Some((_, taken)) => Err(CompetitionError::NameTaken(taken.entrant.name.clone())),
            None => Ok(()),
        }
    }

    /// Checks that a round comes, but is not paired yet.
    fn check_unpaired(&self, round: u16) -> Check {
        ensure(round > self.paired_rounds(), CompetitionError::RoundPaired(round))?;
        ensure(round <= self.planned_rounds(), CompetitionError::UnknownRound(round))
    }

    fn check_ban(&self, first: EntrantId, second: EntrantId) -> Check {
        self.known(first)?;
        self.known(second)?;
        ensure(first != second, CompetitionError::SamePlayer)?;
        ensure(first < second, CompetitionError::Inconsistent)?;
        ensure(!self.settings.format.is_numbered(), CompetitionError::FixedOpponents)?;
        let is_full = self.forbidden.len() >= Competition::MAX_FORBIDDEN_PAIRS;
        ensure(!is_full, CompetitionError::TooManyForbiddenPairs(Competition::MAX_FORBIDDEN_PAIRS))
    }

    fn check_numbers(&self, order: &[EntrantId]) -> Check {
        let can = self.settings.format.is_numbered() && self.rounds.is_empty();
        let distinct: BTreeSet<_> = order.iter().collect();
        ensure(can && distinct.len() == order.len(), CompetitionError::Inconsistent)?;
        order.iter().try_for_each(|&id| self.known(id).map(drop))
    }

    fn check_pairing(
        &self,
        round: u16,
        boards: &[NewBoard],
        unpaired: &[(EntrantId, Unpaired)],
    ) -> Check {
        self.check_next_round()?;
        ensure(round == self.paired_rounds() + 1, CompetitionError::Inconsistent)?;
        let mut pairs = BTreeSet::new();
        for NewBoard { players, forfeit } in boards {
            let (white, black) = (players[Color::White], players[Color::Black]);
            let is_forfeit = forfeit.is_none_or(|result| !result.is_played());
            ensure(white != black && is_forfeit, CompetitionError::Inconsistent)?;
            pairs.insert([white.min(black), white.max(black)]);
        }
        let ids = pairs.into_iter().flatten().chain(unpaired.iter().map(|(id, _)| *id));
        self.check_everybody_once(ids)
    }

    /// Everybody has one opponent or none. The two games of a match count as one.
    fn check_everybody_once(&self, ids: impl Iterator<Item = EntrantId>) -> Check {
        let mut seen = BTreeSet::new();
        for id in ids {
            self.known(id)?;
            ensure(seen.insert(id), CompetitionError::Inconsistent)?;
        }
        Ok(())
    }

    /// Checks that all results are there and another round can be paired.
    pub(crate) fn check_next_round(&self) -> Check {
        self.check_complete()?;
        let planned = self.planned_rounds();
        ensure(self.paired_rounds() < planned, CompetitionError::AllRoundsPaired(planned))
    }

    /// Checks that no result is missing.
    fn check_complete(&self) -> Check {
        let missing = (1..).zip(&self.rounds).map(|(round, paired)| (round, paired.missing()));
        match missing.into_iter().find(|(_, missing)| *missing > 0) {
            Some((round, missing)) => Err(CompetitionError::ResultsMissing { round, missing }),
            None => Ok(()),
        }
    }

    fn check_removal(&self, round: u16) -> Check {
        let last = self.rounds.last().ok_or(CompetitionError::NothingPaired)?;
        ensure(round == self.paired_rounds(), CompetitionError::Inconsistent)?;
        ensure(!last.has_results(), CompetitionError::RoundHasResults(round))
    }

    fn check_exchange(&self, round: u16, first: EntrantId, second: EntrantId) -> Check {
        let last = self.rounds.last().ok_or(CompetitionError::NothingPaired)?;
        ensure(round == self.paired_rounds(), CompetitionError::Inconsistent)?;
        ensure(!last.is_started(), CompetitionError::RoundStarted(round))?;
        ensure(first != second, CompetitionError::SamePlayer)?;
        for id in [first, second] {
            self.known(id)?;
            ensure(self.is_exchangeable(id), CompetitionError::NotPaired { id, round })?;
        }
        if last.boards.iter().any(|board| board.has(first) && board.has(second)) {
            return Ok(());
        }
        match self.settings.format {
            Format::RoundRobin { .. } => Err(CompetitionError::FixedOpponents),
            Format::Knockout { .. } => ensure(round == 1, CompetitionError::FixedOpponents),
            Format::Swiss { .. } => self.check_new_opponents(round, first, second),
            Format::Keizer { .. } => self.check_allowed(round, first, second),
        }
    }

    /// Nobody gets an opponent whom they may not meet.
    fn check_allowed(&self, round: u16, first: EntrantId, second: EntrantId) -> Check {
        let new = [(first, second), (second, first)];
        let pairs =
            new.into_iter().filter_map(|(id, other)| Some((id, self.opponent(round, other)?)));
        match pairs.into_iter().find(|&(id, opponent)| self.is_forbidden(id, opponent)) {
            Some((id, opponent)) => Err(CompetitionError::ForbiddenPair(id, opponent)),
            None => Ok(()),
        }
    }

    /// True for those who play or have the bye in the last round. Forfeits of those who are absent
    /// cannot be given to others.
    fn is_exchangeable(&self, id: EntrantId) -> bool {
        let Some(round) = self.rounds.last() else { return false };
        let plays = |board: &Board| board.has(id) && board.settled.is_none();
        let is_free = matches!(round.unpaired(id), Some(Unpaired::Bye | Unpaired::Free));
        is_free || round.boards.iter().any(plays)
    }

    /// In a Swiss nobody meets the same opponent twice, nor gets points without a game twice.
    fn check_new_opponents(&self, round: u16, first: EntrantId, second: EntrantId) -> Check {
        self.check_allowed(round, first, second)?;
        for (id, other) in [(first, second), (second, first)] {
            match self.opponent(round, other) {
                Some(opponent) if self.have_met(id, opponent, round) => {
                    return Err(CompetitionError::MetBefore(id, opponent));
                }
                None if self.has_had_bye(id, round) => {
                    return Err(CompetitionError::HasHadBye(id));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// True for those who may not get the pairing-allocated bye, because they had one before a
    /// round or won without a game (C.04.1 article 4).
    fn has_had_bye(&self, id: EntrantId, before: u16) -> bool {
        let full = Unpaired::Absent(AbsenceKind::FullPoint);
        let earlier = self.rounds.iter().take(usize::from(before).saturating_sub(1));
        earlier.into_iter().any(|round| {
            let won = |board: &Board| {
                board
                    .color_of(id)
                    .is_some_and(|color| board.result() == Some(BoardResult::ForfeitWin(color)))
            };
            let why = round.unpaired(id);
            why == Some(Unpaired::Bye) || why == Some(full) || round.boards.iter().any(won)
        })
    }

    /// The opponent of somebody in a round.
    pub(crate) fn opponent(&self, round: u16, id: EntrantId) -> Option<EntrantId> {
        let boards = &self.round(round)?.boards;
        boards.iter().find_map(|board| Some(board.players[!board.color_of(id)?]))
    }

    fn check_board_event(&self, event: &Event) -> Check {
        match *event {
            Event::Reported { board, by, result } => self.check_report(board, by, result),
            Event::ResultCleared { board } => {
                let known = self.known_board(board)?;
                ensure(
                    known.has_news() || known.settled.is_some(),
                    CompetitionError::NoResult(board),
                )
            }
            Event::MatchDecided { board, winner } => self.check_decision(board, winner),
            Event::GameLinked { board, ref game } => {
                self.known_board(board)?;
                let mut others = self.boards().filter(|(number, _)| *number != board);
                let is_taken = others.any(|(_, other)| other.game.as_ref() == Some(game));
                ensure(!is_taken, CompetitionError::GameTaken(game.clone()))
            }
            Event::ResultSet { board, .. } | Event::PositionRecorded { board, .. } => {
                self.known_board(board).map(drop)
            }
            _ => Err(CompetitionError::Inconsistent),
        }
    }

    fn check_report(&self, number: BoardNumber, by: EntrantId, result: BoardResult) -> Check {
        let board = self.known_board(number)?;
        ensure(board.has(by), CompetitionError::NotYourGame(number))?;
        ensure(board.settled.is_none(), CompetitionError::ResultKnown(number))?;
        ensure(result.is_for_players(), CompetitionError::OrganizersResult)
    }

    fn check_decision(&self, number: BoardNumber, winner: EntrantId) -> Check {
        let board = self.known_board(number)?;
        self.known(winner)?;
        ensure(board.has(winner), CompetitionError::NotPaired { id: winner, round: number.round })?;
        let is_first = self.match_board(number) == Some(number);
        ensure(is_first && self.is_tied(number), CompetitionError::NotTied(number))
    }
}

/// An error, unless a condition holds.
pub(crate) fn ensure(condition: bool, error: CompetitionError) -> Check {
    if condition { Ok(()) } else { Err(error) }
}
