//! Competitions: from what organizers and players ask for to commands, and from settings and back.

use chess::Color;
use competition::aggregate::{
    self, BoardNumber, Command, Entrant, EntrantId, Format, MatchLength, Numbering, Settings,
};
use competition::keizer::{Factor, Parameters, Recalculation};
use competition::tiebreaks::TieBreak;
use competition::{self as rules, Points};
use game::{Name, TimeControl};

use super::RequestError;
use crate::competition::{
    AbsenceKind, BoardResult, CompetitionCommand, CompetitionFormat, CompetitionSettings,
    FormatKind, KeizerParameters, NewEntrant, PointValues,
};
use crate::{BoundedString, Sides};

impl CompetitionSettings {
    /// The settings of a new competition, with the color that was drawn for the first player.
    ///
    /// # Errors
    /// When a name or a tie-break is invalid.
    pub fn to_new(&self, initial_color: Color) -> Result<Settings, RequestError> {
        let format = self.format.to_new();
        let usual = Settings::new(Name::new(self.name.as_str())?, format);
        self.applied_to(Settings { initial_color, ..usual })
    }

    /// Changed settings. What clients cannot choose stays as it was.
    ///
    /// # Errors
    /// When a name or a tie-break is invalid.
    pub fn to_changed(&self, old: &Settings) -> Result<Settings, RequestError> {
        let new = self.format.to_new();
        let format = match (&old.format, new) {
            (Format::Keizer { parameters, .. }, Format::Keizer { rounds, .. }) => {
                let chosen = self.format.keizer().map(|chosen| chosen.applied_to(parameters));
                Format::Keizer {
                    rounds,
                    parameters: chosen.map_or_else(|| parameters.clone(), Box::new),
                }
            }
            (&Format::RoundRobin { numbering, .. }, Format::RoundRobin { double, .. }) => {
                Format::RoundRobin { double, numbering }
            }
            (&Format::Knockout { numbering, .. }, Format::Knockout { games, third_place, .. }) => {
                Format::Knockout { games, third_place, numbering }
            }
            (_, new) => new,
        };
        let name = Name::new(self.name.as_str())?;
        self.applied_to(Settings { name, format, ..old.clone() })
    }

    fn applied_to(&self, settings: Settings) -> Result<Settings, RequestError> {
        let tie_breaks = match &self.tie_breaks {
            None => settings.tie_breaks,
            Some(chosen) => chosen.iter().map(tie_break).collect::<Result<_, _>>()?,
        };
        Ok(Settings {
            points: self.points.to_rules(settings.points),
            tie_breaks,
            time_control: self.time.map(TimeControl::from),
            rated: self.rated,
            half_point_byes: self.half_point_byes,
            late_half_points: self.late_half_points,
            ..settings
        })
    }
}

fn tie_break<const MAX: usize>(text: &BoundedString<MAX>) -> Result<TieBreak, RequestError> {
    text.as_str().parse().map_err(|_| RequestError::TieBreak(text.to_string()))
}

impl From<&Settings> for CompetitionSettings {
    fn from(settings: &Settings) -> CompetitionSettings {
        let tie_breaks = settings.tie_breaks.iter().map(ToString::to_string);
        CompetitionSettings {
            name: text(settings.name.as_str()),
            format: (&settings.format).into(),
            time: settings.time_control.map(Into::into),
            rated: settings.rated,
            points: settings.points.into(),
            tie_breaks: Some(tie_breaks.map(|name| text(&name)).collect()),
            half_point_byes: settings.half_point_byes,
            late_half_points: settings.late_half_points,
        }
    }
}

/// Text that is known to be short enough.
fn text<const MAX: usize>(text: &str) -> BoundedString<MAX> {
    BoundedString::try_from(text).unwrap_or_default()
}

impl CompetitionFormat {
    fn to_new(self) -> Format {
        let numbering = Numbering::Rating;
        match self {
            CompetitionFormat::Swiss { rounds, accelerated } => {
                Format::Swiss { rounds, accelerated }
            }
            CompetitionFormat::RoundRobin { double } => Format::RoundRobin { double, numbering },
            CompetitionFormat::Keizer { rounds, parameters } => {
                let usual = Parameters::default();
                let chosen = parameters.map(|chosen| chosen.applied_to(&usual));
                Format::Keizer { rounds, parameters: Box::new(chosen.unwrap_or(usual)) }
            }
            CompetitionFormat::Knockout { games, third_place } => {
                let games = if games > 1 { MatchLength::Two } else { MatchLength::One };
                Format::Knockout { games, third_place, numbering }
            }
        }
    }
}

impl CompetitionFormat {
    fn keizer(self) -> Option<KeizerParameters> {
        match self {
            CompetitionFormat::Keizer { parameters, .. } => parameters,
            _ => None,
        }
    }
}

/// What factors are counted in on the wire.
const FACTOR_PARTS: u16 = 12;

impl KeizerParameters {
    fn applied_to(self, old: &Parameters) -> Parameters {
        // What did not change stays as it was stored.
        let factor = |new: u8, old: Factor| match Factor::new(new.into(), FACTOR_PARTS) {
            Some(factor) if twelfths(old) != new => factor,
            _ => old,
        };
        Parameters {
            top: self.top,
            bye: factor(self.bye, old.bye),
            club_duty: factor(self.club_duty, old.club_duty),
            excused: factor(self.excused, old.excused),
            excused_max: self.excused_max,
            not_joined: factor(self.not_joined, old.not_joined),
            repeat_gap: self.repeat_gap,
            recalculation: if self.repeated {
                Recalculation::FixedPoint
            } else {
                Recalculation::OnePass
            },
            ..old.clone()
        }
    }
}

impl From<&Parameters> for KeizerParameters {
    fn from(parameters: &Parameters) -> KeizerParameters {
        KeizerParameters {
            top: parameters.top,
            bye: twelfths(parameters.bye),
            club_duty: twelfths(parameters.club_duty),
            excused: twelfths(parameters.excused),
            excused_max: parameters.excused_max,
            not_joined: twelfths(parameters.not_joined),
            repeat_gap: parameters.repeat_gap,
            repeated: parameters.recalculation == Recalculation::FixedPoint,
        }
    }
}

/// A factor in twelfths, rounded.
fn twelfths(factor: Factor) -> u8 {
    let parts = u32::from(factor.numerator()) * u32::from(FACTOR_PARTS);
    let rounded =
        (2 * parts + u32::from(factor.denominator())) / (2 * u32::from(factor.denominator()));
    u8::try_from(rounded).unwrap_or(u8::MAX)
}

impl From<&Format> for CompetitionFormat {
    fn from(format: &Format) -> CompetitionFormat {
        match *format {
            Format::Swiss { rounds, accelerated } => {
                CompetitionFormat::Swiss { rounds, accelerated }
            }
            Format::RoundRobin { double, .. } => CompetitionFormat::RoundRobin { double },
            Format::Keizer { rounds, ref parameters } => CompetitionFormat::Keizer {
                rounds,
                parameters: Some(KeizerParameters::from(&**parameters)),
            },
            Format::Knockout { games, third_place, .. } => {
                CompetitionFormat::Knockout { games: games.games() as u8, third_place }
            }
        }
    }
}

impl From<&Format> for FormatKind {
    fn from(format: &Format) -> FormatKind {
        match format {
            Format::Swiss { .. } => FormatKind::Swiss,
            Format::RoundRobin { .. } => FormatKind::RoundRobin,
            Format::Keizer { .. } => FormatKind::Keizer,
            Format::Knockout { .. } => FormatKind::Knockout,
        }
    }
}

impl PointValues {
    fn to_rules(self, old: rules::PointValues) -> rules::PointValues {
        let tenths = |tenths: u16| Points::from_tenths(tenths.into());
        rules::PointValues {
            win: tenths(self.win),
            draw: tenths(self.draw),
            loss: tenths(self.loss),
            pairing_allocated_bye: tenths(self.bye),
            ..old
        }
    }
}

impl From<rules::PointValues> for PointValues {
    fn from(points: rules::PointValues) -> PointValues {
        // The settings of a competition allow nothing below 0 or above 10 points.
        let tenths = |points: Points| u16::try_from(points.tenths()).unwrap_or_default();
        PointValues {
            win: tenths(points.win),
            draw: tenths(points.draw),
            loss: tenths(points.loss),
            bye: tenths(points.pairing_allocated_bye),
        }
    }
}

impl NewEntrant {
    /// A guest.
    ///
    /// # Errors
    /// When a name is invalid.
    pub fn to_entrant(&self) -> Result<Entrant, RequestError> {
        let group = super::name(self.group.as_ref())?;
        let name = Name::new(self.name.as_str())?;
        Ok(Entrant { rating: self.rating, group, ..Entrant::new(name) })
    }
}

impl CompetitionCommand {
    /// The command for a competition with these settings. None for those that need more than the
    /// competition: entering members, starting games and undoing.
    ///
    /// # Errors
    /// When something in it is invalid.
    pub fn to_command(&self, old: &Settings) -> Result<Option<Command>, RequestError> {
        let command = match *self {
            CompetitionCommand::ChangeSettings { ref settings } => {
                Command::ChangeSettings(Box::new(settings.to_changed(old)?))
            }
            CompetitionCommand::Edit { id, ref entrant } => {
                Command::Edit { id: EntrantId(id), entrant: entrant.to_entrant()? }
            }
            CompetitionCommand::Withdraw { id } => Command::Withdraw(EntrantId(id)),
            CompetitionCommand::Return { id } => Command::Return(EntrantId(id)),
            CompetitionCommand::AnnounceAbsence { id, round, kind } => {
                Command::AnnounceAbsence { id: EntrantId(id), round, kind: kind.into() }
            }
            CompetitionCommand::CancelAbsence { id, round } => {
                Command::CancelAbsence { id: EntrantId(id), round }
            }
            CompetitionCommand::ForbidPair { first, second } => {
                Command::ForbidPair(EntrantId(first), EntrantId(second))
            }
            CompetitionCommand::AllowPair { first, second } => {
                Command::AllowPair(EntrantId(first), EntrantId(second))
            }
            CompetitionCommand::PairRound {} => Command::PairRound,
            CompetitionCommand::PairByHand { ref pairs, bye } => {
                let pair = |pair: &Sides<u16>| (EntrantId(pair.white), EntrantId(pair.black));
                let pairs = pairs.iter().map(pair).collect();
                Command::PairByHand { pairs, bye: bye.map(EntrantId) }
            }
            CompetitionCommand::RemovePairing {} => Command::RemovePairing,
            CompetitionCommand::Exchange { first, second } => {
                Command::Exchange { first: EntrantId(first), second: EntrantId(second) }
            }
            CompetitionCommand::Report { round, board, result } => {
                Command::Report { board: BoardNumber { round, board }, result: result.into() }
            }
            CompetitionCommand::SetResult { round, board, result } => {
                Command::SetResult { board: BoardNumber { round, board }, result: result.into() }
            }
            CompetitionCommand::ClearResult { round, board } => {
                Command::ClearResult(BoardNumber { round, board })
            }
            CompetitionCommand::DecideMatch { round, board, winner } => {
                let board = BoardNumber { round, board };
                Command::DecideMatch { board, winner: EntrantId(winner) }
            }
            CompetitionCommand::RecordPosition { round, board, ref fen } => {
                let position = Box::new(fen.as_str().parse()?);
                Command::RecordPosition { board: BoardNumber { round, board }, position }
            }
            CompetitionCommand::Finish {} => Command::Finish,
            CompetitionCommand::Reopen {} => Command::Reopen,
            CompetitionCommand::Enter { .. }
            | CompetitionCommand::StartGames { .. }
            | CompetitionCommand::Undo { .. } => return Ok(None),
        };
        Ok(Some(command))
    }
}

impl From<AbsenceKind> for aggregate::AbsenceKind {
    fn from(kind: AbsenceKind) -> aggregate::AbsenceKind {
        match kind {
            AbsenceKind::FullPoint => aggregate::AbsenceKind::FullPoint,
            AbsenceKind::HalfPoint => aggregate::AbsenceKind::HalfPoint,
            AbsenceKind::ZeroPoint => aggregate::AbsenceKind::ZeroPoint,
            AbsenceKind::ClubDuty => aggregate::AbsenceKind::ClubDuty,
            AbsenceKind::Excused => aggregate::AbsenceKind::Excused,
            AbsenceKind::Unexcused => aggregate::AbsenceKind::Unexcused,
        }
    }
}

impl From<aggregate::AbsenceKind> for AbsenceKind {
    fn from(kind: aggregate::AbsenceKind) -> AbsenceKind {
        match kind {
            aggregate::AbsenceKind::FullPoint => AbsenceKind::FullPoint,
            aggregate::AbsenceKind::HalfPoint => AbsenceKind::HalfPoint,
            aggregate::AbsenceKind::ZeroPoint => AbsenceKind::ZeroPoint,
            aggregate::AbsenceKind::ClubDuty => AbsenceKind::ClubDuty,
            aggregate::AbsenceKind::Excused => AbsenceKind::Excused,
            aggregate::AbsenceKind::Unexcused => AbsenceKind::Unexcused,
        }
    }
}

impl From<BoardResult> for aggregate::BoardResult {
    fn from(result: BoardResult) -> aggregate::BoardResult {
        use aggregate::BoardResult as Rules;
        match result {
            BoardResult::WhiteWins => Rules::WHITE_WINS,
            BoardResult::BlackWins => Rules::BLACK_WINS,
            BoardResult::Draw => Rules::Draw,
            BoardResult::WhiteWinsByForfeit => Rules::ForfeitWin(Color::White),
            BoardResult::BlackWinsByForfeit => Rules::ForfeitWin(Color::Black),
            BoardResult::DoubleForfeit => Rules::DoubleForfeit,
            BoardResult::DrawForWhiteOnly => Rules::DrawOnlyFor(Color::White),
            BoardResult::DrawForBlackOnly => Rules::DrawOnlyFor(Color::Black),
            BoardResult::DoubleLoss => Rules::DoubleLoss,
        }
    }
}

impl From<aggregate::BoardResult> for BoardResult {
    fn from(result: aggregate::BoardResult) -> BoardResult {
        use aggregate::BoardResult as Rules;
        match result {
            Rules::Win(Color::White) => BoardResult::WhiteWins,
            Rules::Win(Color::Black) => BoardResult::BlackWins,
            Rules::Draw => BoardResult::Draw,
            Rules::ForfeitWin(Color::White) => BoardResult::WhiteWinsByForfeit,
            Rules::ForfeitWin(Color::Black) => BoardResult::BlackWinsByForfeit,
            Rules::DoubleForfeit => BoardResult::DoubleForfeit,
            Rules::DrawOnlyFor(Color::White) => BoardResult::DrawForWhiteOnly,
            Rules::DrawOnlyFor(Color::Black) => BoardResult::DrawForBlackOnly,
            Rules::DoubleLoss => BoardResult::DoubleLoss,
        }
    }
}
