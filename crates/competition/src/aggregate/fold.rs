//! The fold: how each event changes a competition. A competition changes nowhere else.
//!
//! An event carries its results, such as the pairs of a round, so nothing is computed twice and a
//! competition always replays the same way, even when the rules of pairing change.

use chess::{ByColor, Color};

use super::{
    AbsenceKind, Board, BoardNumber, Competition, CompetitionError, Entrant, EntrantId, Event,
    Format, NewBoard, Record, Registration, Round, SettingsError, Settled, Source, Unpaired,
};

impl Competition {
    /// Replays a competition from its log.
    ///
    /// # Errors
    /// When the log does not start with the creation of the competition, has a gap, or contains an
    /// impossible event.
    pub fn replay(records: impl IntoIterator<Item = Record>) -> Result<Competition, ReplayError> {
        let mut records = records.into_iter();
        let first = records.next().ok_or(ReplayError::NotCreated)?;
        in_order(first.version, 1)?;
        let Event::Created(settings) = first.event else { return Err(ReplayError::NotCreated) };
        let mut competition =
            Competition::new(*settings, first.at).map_err(ReplayError::Settings)?;
        records.try_for_each(|record| competition.apply(&record))?;
        Ok(competition)
    }

    /// Applies the next event.
    ///
    /// # Errors
    /// When it is not the next one or is impossible; the competition stays unchanged.
    pub fn apply(&mut self, record: &Record) -> Result<(), ReplayError> {
        let Record { version, at, event } = record;
        in_order(*version, self.version + 1)?;
        self.check_event(event)
            .map_err(|reason| ReplayError::Impossible { version: *version, reason })?;
        self.change(event);
        self.version = *version;
        self.last_at = *at;
        Ok(())
    }

    /// Applies an event that was found to be possible.
    pub(crate) fn change(&mut self, event: &Event) {
        match *event {
            Event::Created(_) => {}
            Event::SettingsChanged(ref settings) => self.settings = (**settings).clone(),
            Event::Entered { ref entrant, .. } => self.enter(entrant),
            Event::Edited { id, ref entrant } => {
                self.update(id, |registration| registration.entrant = entrant.clone());
            }
            Event::Withdrawn { id } => {
                self.update(id, |registration| registration.withdrawn = true);
            }
            Event::Returned { id } => {
                self.update(id, |registration| registration.withdrawn = false);
            }
            Event::AbsenceAnnounced { id, round, kind } => {
                self.absences.insert((round, id), kind);
            }
            Event::AbsenceCanceled { id, round } => {
                self.absences.remove(&(round, id));
            }
            Event::PairForbidden { first, second } => {
                self.forbidden.insert((first, second));
            }
            Event::PairAllowed { first, second } => {
                self.forbidden.remove(&(first, second));
            }
            Event::NumbersGiven { ref order } => self.numbers.clone_from(order),
            Event::RoundPaired { ref boards, ref unpaired, .. } => {
                self.start_round(boards, unpaired);
            }
            Event::PairingRemoved { .. } => self.remove_round(),
            Event::Exchanged { first, second, .. } => self.exchange_players(first, second),
            Event::Finished => self.finished = true,
            Event::Reopened => self.finished = false,
            Event::Reported { board, .. }
            | Event::ResultSet { board, .. }
            | Event::ResultCleared { board }
            | Event::MatchDecided { board, .. }
            | Event::GameLinked { board, .. }
            | Event::PositionRecorded { board, .. } => {
                if let Some(board) = self.board_mut(board) {
                    change_board(board, event);
                }
            }
        }
    }

    /// Enters somebody. The rounds that they have missed may be worth half a point each.
    fn enter(&mut self, entrant: &Entrant) {
        let id = self.next_id();
        self.registrations.push(Registration {
            entrant: entrant.clone(),
            entered_after: self.paired_rounds(),
            withdrawn: false,
        });
        let is_swiss = matches!(self.settings.format, Format::Swiss { .. });
        if is_swiss && self.settings.late_half_points {
            let missed = Unpaired::Absent(AbsenceKind::HalfPoint);
            self.rounds.iter_mut().for_each(|round| round.unpaired.push((id, missed)));
        }
    }

    fn update(&mut self, id: EntrantId, change: impl FnOnce(&mut Registration)) {
        let index = id.index().unwrap_or(usize::MAX);
        if let Some(registration) = self.registrations.get_mut(index) {
            change(registration);
        }
    }

    fn start_round(&mut self, boards: &[NewBoard], unpaired: &[(EntrantId, Unpaired)]) {
        let boards = boards.iter().copied().map(new_board).collect();
        self.rounds.push(Round { boards, unpaired: unpaired.to_vec() });
    }

    fn remove_round(&mut self) {
        self.rounds.pop();
        if self.rounds.is_empty() {
            self.numbers.clear();
        }
    }

    /// Puts two players in each other's place. In a knockout that is also their place in the
    /// bracket, unless they meet each other.
    fn exchange_players(&mut self, first: EntrantId, second: EntrantId) {
        let Some(round) = self.rounds.last_mut() else { return };
        let meet = round.boards.iter().any(|board| board.has(first) && board.has(second));
        for board in &mut round.boards {
            for color in Color::ALL {
                exchange(&mut board.players[color], first, second);
            }
        }
        for (id, _) in &mut round.unpaired {
            exchange(id, first, second);
        }
        if matches!(self.settings.format, Format::Knockout { .. }) && !meet {
            for id in &mut self.numbers {
                exchange(id, first, second);
            }
        }
    }

    fn board_mut(&mut self, number: BoardNumber) -> Option<&mut Board> {
        let round = self.rounds.get_mut(usize::from(number.round).checked_sub(1)?)?;
        round.boards.get_mut(usize::from(number.board).checked_sub(1)?)
    }
}

fn new_board(board: NewBoard) -> Board {
    let settled = |result| Settled { result, source: Source::Pairing };
    Board {
        players: board.players,
        settled: board.forfeit.map(settled),
        reports: ByColor::new(None, None),
        game: None,
        position: None,
        advances: None,
    }
}

fn exchange(id: &mut EntrantId, first: EntrantId, second: EntrantId) {
    if *id == first {
        *id = second;
    } else if *id == second {
        *id = first;
    }
}

/// Applies an event about one board.
fn change_board(board: &mut Board, event: &Event) {
    match *event {
        Event::Reported { by, result, .. } => {
            if let Some(color) = board.color_of(by) {
                board.reports[color] = Some(result);
            }
        }
        Event::ResultSet { result, source, .. } => board.settled = Some(Settled { result, source }),
        Event::ResultCleared { .. } => {
            board.settled = None;
            board.reports = ByColor::new(None, None);
            board.position = None;
            board.advances = None;
        }
        Event::MatchDecided { winner, .. } => board.advances = Some(winner),
        Event::GameLinked { ref game, .. } => board.game = Some(game.clone()),
        Event::PositionRecorded { ref position, .. } => board.position = Some(position.clone()),
        _ => {}
    }
}

fn in_order(found: u32, expected: u32) -> Result<(), ReplayError> {
    if found == expected { Ok(()) } else { Err(ReplayError::Version { expected, found }) }
}

/// Why a log cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The first event does not create a competition.
    #[error("the log does not start with the creation of the competition")]
    NotCreated,
    /// The competition was created with invalid settings.
    #[error("the settings of the competition are invalid: {0}")]
    Settings(SettingsError),
    /// An event is missing or duplicated.
    #[error("expected event {expected}, found event {found}")]
    Version {
        /// The version that comes next.
        expected: u32,
        /// The version that was found.
        found: u32,
    },
    /// An event is impossible in the competition so far.
    #[error("event {version} is impossible: {reason}")]
    Impossible {
        /// The version of the event.
        version: u32,
        /// Why it is impossible.
        reason: CompetitionError,
    },
}
