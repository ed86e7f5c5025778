//! Pairing the next round.

use std::collections::BTreeSet;

use chess::ByColor;

use super::super::bracket::Paired;
use super::super::possible::ensure;
use super::super::{Competition, CompetitionError, EntrantId, Event, Format, NewBoard, Unpaired};
use super::Events;
use crate::dutch::{self, PairingError};
use crate::{PlayerNumber, round_robin};

impl Competition {
    /// The pairing of the next round, with the numbers of the players where the format needs them.
    pub(super) fn pair_round(&self) -> Events {
        self.ensure_open()?;
        let Some(numbers) = self.missing_numbers() else {
            self.check_enough_players()?;
            self.check_next_round()?;
            return Ok(vec![self.round_paired()?]);
        };
        ensure(numbers.len() >= 2, CompetitionError::TooFewPlayers(numbers.len()))?;
        let event = Event::NumbersGiven { order: numbers };
        let mut copy = self.clone();
        copy.change(&event);
        Ok(vec![event, copy.round_paired()?])
    }

    /// A pairing that the organizer made.
    pub(super) fn pair_by_hand(
        &self,
        pairs: &[(EntrantId, EntrantId)],
        bye: Option<EntrantId>,
    ) -> Events {
        self.ensure_open()?;
        ensure(!self.settings.format.is_numbered(), CompetitionError::FixedOpponents)?;
        self.check_next_round()?;
        self.check_by_hand(pairs, bye)?;
        let board = |&(white, black): &(EntrantId, EntrantId)| NewBoard {
            players: ByColor::new(white, black),
            forfeit: None,
        };
        let boards = pairs.iter().map(board).collect();
        let unpaired = bye.map(|id| (id, Unpaired::Bye)).into_iter().collect();
        Ok(vec![self.with_others(boards, unpaired)])
    }

    /// Everybody who is there has one place, and nobody else.
    fn check_by_hand(
        &self,
        pairs: &[(EntrantId, EntrantId)],
        bye: Option<EntrantId>,
    ) -> Result<(), CompetitionError> {
        let round = self.paired_rounds() + 1;
        let mut seen = BTreeSet::new();
        for id in pairs.iter().flat_map(|pair| [pair.0, pair.1]).chain(bye) {
            self.known(id)?;
            ensure(!self.is_away(id, round), CompetitionError::Away { id, round })?;
            ensure(seen.insert(id), CompetitionError::PairedTwice(id))?;
        }
        let mut present = self.active().filter(|&id| !self.is_away(id, round));
        match present.find(|id| !seen.contains(id)) {
            Some(id) => Err(CompetitionError::LeftOut(id)),
            None => self.check_enough_players(),
        }
    }

    /// The numbers that a round robin or knockout gives before its first round. Numbers without a
    /// round are given anew: somebody may have entered since.
    fn missing_numbers(&self) -> Option<Vec<EntrantId>> {
        match self.settings.format {
            Format::RoundRobin { numbering, .. } | Format::Knockout { numbering, .. }
                if self.rounds.is_empty() =>
            {
                Some(self.draw_numbers(numbering))
            }
            _ => None,
        }
    }

    /// A Swiss or Keizer round needs two players who are there.
    fn check_enough_players(&self) -> Result<(), CompetitionError> {
        let round = self.paired_rounds() + 1;
        let present = self.active().filter(|&id| !self.is_away(id, round)).count();
        let is_enough = self.settings.format.is_numbered() || present >= 2;
        ensure(is_enough, CompetitionError::TooFewPlayers(present))
    }

    fn round_paired(&self) -> Result<Event, CompetitionError> {
        let (boards, unpaired) = match self.settings.format {
            Format::Swiss { .. } => self.swiss_round()?,
            Format::RoundRobin { double, .. } => self.robin_round(double),
            Format::Keizer { ref parameters, .. } => {
                let paired = self.keizer_round(parameters);
                let none = || self.no_pairing(PairingError::NoLegalPairing);
                let (boards, bye) = paired.ok_or_else(none)?;
                (boards, bye.map(|id| (id, Unpaired::Bye)).into_iter().collect())
            }
            Format::Knockout { games, third_place, .. } => {
                self.knockout_round(games, third_place)?
            }
        };
        Ok(self.with_others(boards, unpaired))
    }

    /// The event of a pairing. Where players may come and go, it names everybody.
    fn with_others(
        &self,
        boards: Vec<NewBoard>,
        mut unpaired: Vec<(EntrantId, Unpaired)>,
    ) -> Event {
        if !self.settings.format.is_numbered() {
            unpaired.extend(self.others(&boards, &unpaired));
        }
        Event::RoundPaired { round: self.paired_rounds() + 1, boards, unpaired }
    }

    /// Those who are neither paired nor have the bye, with the reason.
    fn others(
        &self,
        boards: &[NewBoard],
        unpaired: &[(EntrantId, Unpaired)],
    ) -> Vec<(EntrantId, Unpaired)> {
        let round = self.paired_rounds() + 1;
        let paired = boards.iter().flat_map(|board| board.players.iter().map(|(_, id)| *id));
        let seen: BTreeSet<_> = paired.chain(unpaired.iter().map(|(id, _)| *id)).collect();
        let others = self.registrations().filter(|(id, _)| !seen.contains(id));
        let why = |id| match self.absences.get(&(round, id)) {
            Some(&kind) if !self.is_withdrawn(id) => Unpaired::Absent(kind),
            _ => Unpaired::Withdrawn,
        };
        others.map(|(id, _)| (id, why(id))).collect()
    }

    /// A round by the FIDE Dutch system.
    fn swiss_round(&self) -> Result<Paired, CompetitionError> {
        let order = self.starting_order();
        let id = |number: PlayerNumber| order[usize::from(number.get()) - 1];
        let paired = dutch::pair(&self.crosstable()).map_err(|error| self.no_pairing(error))?;
        let board = |board: &dutch::Board| NewBoard {
            players: ByColor::new(id(board.white), id(board.black)),
            forfeit: None,
        };
        let bye = paired.bye.map(|number| (id(number), Unpaired::Bye));
        Ok((paired.boards.iter().map(board).collect(), bye.into_iter().collect()))
    }

    fn no_pairing(&self, error: PairingError) -> CompetitionError {
        match error {
            PairingError::NoLegalPairing => {
                CompetitionError::NoLegalPairing(self.paired_rounds() + 1)
            }
            PairingError::TooManyPlayers(_) => CompetitionError::TooManyPlayers(dutch::MAX_PLAYERS),
            PairingError::NobodyPresent(_)
            | PairingError::ResultMissing { .. }
            | PairingError::Finished(_) => CompetitionError::Inconsistent,
        }
    }

    /// A round of the Berger table.
    fn robin_round(&self, double: bool) -> Paired {
        let round = self.paired_rounds() + 1;
        let table = if double { round_robin::double_round } else { round_robin::single_round };
        let pairs = table(self.numbers.len(), self.rounds.len()).unwrap_or_default();
        let id = |number: usize| self.numbers[number - 1];
        let board = |(white, black)| self.new_board(round, id(white), id(black));
        let free = pairs.free.map(|number| (id(number), Unpaired::Free));
        (pairs.pairs.into_iter().map(board).collect(), free.into_iter().collect())
    }
}
