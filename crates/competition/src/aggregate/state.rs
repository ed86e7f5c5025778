//! The state of a competition, and questions about it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use game::Timestamp;
use random::SplitMix64;

use super::{
    AbsenceKind, Board, BoardNumber, CompetitionError, Entrant, EntrantId, Event, Format,
    Numbering, Record, Registration, Round, Settings, SettingsError,
};
use crate::{PlayerNumber, knockout, round_robin};

/// Late entrants renumber the others only until this many rounds are paired (C.04.2 article 2.3).
const LAST_RENUMBERING: u16 = 4;

/// A competition: settings, entrants, rounds and results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Competition {
    pub(crate) version: u32,
    pub(crate) settings: Settings,
    pub(crate) registrations: Vec<Registration>,
    pub(crate) absences: BTreeMap<(u16, EntrantId), AbsenceKind>,
    /// Those who may not meet, the smaller number first.
    pub(crate) forbidden: BTreeSet<(EntrantId, EntrantId)>,
    /// The numbers of a round robin or the seeds of a knockout, from its first pairing on.
    pub(crate) numbers: Vec<EntrantId>,
    pub(crate) rounds: Vec<Round>,
    pub(crate) finished: bool,
    pub(crate) created_at: Timestamp,
    pub(crate) last_at: Timestamp,
}

impl Competition {
    /// The most entrants: report files have four digits for their numbers.
    pub const MAX_ENTRANTS: u16 = PlayerNumber::LARGEST;

    /// The most pairs that may not meet.
    pub const MAX_FORBIDDEN_PAIRS: usize = 500;

    /// A new competition at version 1, as after the first event of its log.
    ///
    /// # Errors
    /// When the settings are invalid.
    pub fn new(settings: Settings, at: Timestamp) -> Result<Competition, SettingsError> {
        settings.check()?;
        Ok(Competition {
            version: 1,
            settings,
            registrations: Vec::new(),
            absences: BTreeMap::new(),
            forbidden: BTreeSet::new(),
            numbers: Vec::new(),
            rounds: Vec::new(),
            finished: false,
            created_at: at,
            last_at: at,
        })
    }

    /// The version: the number of events so far.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Everybody who entered, in that order.
    pub fn registrations(&self) -> impl Iterator<Item = (EntrantId, &Registration)> {
        (1..).map(EntrantId).zip(&self.registrations)
    }

    /// The registration of an entrant.
    pub fn registration(&self, id: EntrantId) -> Option<&Registration> {
        self.registrations.get(id.index()?)
    }

    /// What is known about an entrant.
    pub fn entrant(&self, id: EntrantId) -> Option<&Entrant> {
        self.registration(id).map(|registration| &registration.entrant)
    }

    /// The pairs that may not meet, the smaller number first.
    pub fn forbidden_pairs(&self) -> impl Iterator<Item = (EntrantId, EntrantId)> {
        self.forbidden.iter().copied()
    }

    /// True for two who may not meet.
    pub(crate) fn is_forbidden(&self, one: EntrantId, other: EntrantId) -> bool {
        self.forbidden.contains(&(one.min(other), one.max(other)))
    }

    /// The rounds that are paired, the first one first.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// A paired round, from 1.
    pub fn round(&self, round: u16) -> Option<&Round> {
        self.rounds.get(usize::from(round).checked_sub(1)?)
    }

    /// The board with a number.
    pub fn board(&self, number: BoardNumber) -> Option<&Board> {
        self.round(number.round)?.boards.get(usize::from(number.board).checked_sub(1)?)
    }

    /// The number of the last paired round; 0 before the first pairing.
    pub fn paired_rounds(&self) -> u16 {
        self.rounds.len() as u16
    }

    /// How many rounds there will be. In a round robin and a knockout it depends on the number of
    /// entrants.
    pub fn planned_rounds(&self) -> u16 {
        let players = || match self.numbers.len() {
            0 => self.active().count(),
            numbered => numbered,
        };
        match self.settings.format {
            Format::Swiss { rounds, .. } | Format::Keizer { rounds, .. } => rounds,
            Format::RoundRobin { double, .. } => {
                (round_robin::round_count(players()) * (1 + usize::from(double))) as u16
            }
            Format::Knockout { .. } => knockout::round_count(players()) as u16,
        }
    }

    /// The announced absences of a round.
    pub fn absences(&self, round: u16) -> impl Iterator<Item = (EntrantId, AbsenceKind)> {
        let range = (round, EntrantId(0))..=(round, EntrantId(u16::MAX));
        self.absences.range(range).map(|(&(_, id), &kind)| (id, kind))
    }

    /// True after the end.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// The games whose players have reported different results.
    pub fn disputes(&self) -> impl Iterator<Item = BoardNumber> {
        self.boards().filter(|(_, board)| board.is_disputed()).map(|(number, _)| number)
    }

    /// All boards of all rounds, with their numbers.
    pub fn boards(&self) -> impl Iterator<Item = (BoardNumber, &Board)> {
        (1..).zip(&self.rounds).flat_map(|(round, paired)| {
            let number = move |board| BoardNumber { round, board };
            (1..).map(number).zip(&paired.boards)
        })
    }

    /// When the first event happened.
    pub fn created_at(&self) -> Timestamp {
        self.created_at
    }

    /// When the last event happened.
    pub fn last_at(&self) -> Timestamp {
        self.last_at
    }

    /// The record of the next event.
    pub fn record(&self, event: Event, at: Timestamp) -> Record {
        Record { version: self.version + 1, at, event }
    }
}

/// Queries of the rules.
impl Competition {
    /// Those who have not withdrawn.
    pub(crate) fn active(&self) -> impl Iterator<Item = EntrantId> {
        let active = self.registrations().filter(|(_, registration)| !registration.withdrawn);
        active.map(|(id, _)| id)
    }

    pub(crate) fn is_withdrawn(&self, id: EntrantId) -> bool {
        self.registration(id).is_some_and(|registration| registration.withdrawn)
    }

    /// True if somebody will not play in a round.
    pub(crate) fn is_away(&self, id: EntrantId, round: u16) -> bool {
        self.is_withdrawn(id) || self.absences.contains_key(&(round, id))
    }

    pub(crate) fn known(&self, id: EntrantId) -> Result<&Registration, CompetitionError> {
        self.registration(id).ok_or(CompetitionError::UnknownEntrant(id))
    }

    pub(crate) fn known_board(&self, number: BoardNumber) -> Result<&Board, CompetitionError> {
        self.board(number).ok_or(CompetitionError::UnknownBoard(number))
    }

    /// The entrants by starting number: as they were given, or else by the initial ranking.
    pub(crate) fn starting_order(&self) -> Vec<EntrantId> {
        if self.numbers.is_empty() { self.initial_ranking() } else { self.numbers.clone() }
    }

    /// The initial ranking of a Swiss (C.04.2 article 2.2). Those who enter when the numbers cannot
    /// change any more come last.
    fn initial_ranking(&self) -> Vec<EntrantId> {
        let mut order = self.by_rating();
        let is_late = |id: &EntrantId| {
            self.registration(*id).is_some_and(|entry| entry.entered_after >= LAST_RENUMBERING)
        };
        order.sort_by_key(|id| if is_late(id) { id.0 } else { 0 });
        order
    }

    /// Everybody by rating, title and name.
    pub(crate) fn by_rating(&self) -> Vec<EntrantId> {
        let mut order: Vec<_> = self.registrations().collect();
        order.sort_by_cached_key(|(id, Registration { entrant, .. })| {
            let has_no_title = entrant.title.is_none();
            (Reverse(entrant.rating), has_no_title, entrant.title, entrant.name.key(), *id)
        });
        order.into_iter().map(|(id, _)| id).collect()
    }

    /// The numbers that those who have not withdrawn get.
    pub(crate) fn draw_numbers(&self, numbering: Numbering) -> Vec<EntrantId> {
        let mut order = self.by_rating();
        order.retain(|&id| !self.is_withdrawn(id));
        if let Numbering::Lots(seed) = numbering {
            order.sort_by_key(|id| SplitMix64::with_stream(seed, id.0.into()).next_u64());
        }
        order
    }

    /// True if two entrants have met at the board in a round before.
    pub(crate) fn have_met(&self, a: EntrantId, b: EntrantId, before: u16) -> bool {
        let earlier = &self.rounds[..usize::from(before).saturating_sub(1).min(self.rounds.len())];
        earlier
            .iter()
            .flat_map(|round| &round.boards)
            .any(|board| board.has(a) && board.has(b) && board.is_played())
    }
}
