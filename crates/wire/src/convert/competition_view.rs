//! Competitions as clients show them.

use std::collections::BTreeMap;

use competition::aggregate::MemberId;
use competition::aggregate::{
    Board, Competition, EntrantId, Event, Record, Registration, Round, Source, Standing, Unpaired,
};
use competition::ratings::{self, RatingHistory};

use crate::Sides;
use crate::competition::{
    AbsenceKind, AnnouncedAbsence, BoardView, ClockKind, CompetitionCaller, CompetitionHistory,
    CompetitionView, EntrantView, HistoryEntry, HistoryKind, KindRatings, MemberRatings,
    RatingPoint, ResultSource, RoundView, StandingView, UnpairedReason, UnpairedView,
};

/// How many events the history shows.
const HISTORY_LENGTH: usize = 50;

impl CompetitionView {
    /// A competition as somebody sees it who has no part in it.
    pub fn new(id: &str, competition: &Competition) -> CompetitionView {
        CompetitionView {
            id: id.to_owned(),
            version: competition.version(),
            settings: competition.settings().into(),
            planned_rounds: competition.planned_rounds(),
            entrants: entrants(competition),
            rounds: competition.rounds().iter().map(round).collect(),
            forbidden: competition.forbidden_pairs().map(|(one, other)| [one.0, other.0]).collect(),
            standings: competition.standings().iter().map(standing).collect(),
            finished: competition.is_finished(),
            created_ms: competition.created_at().0,
            caller: CompetitionCaller { organizer: false, entrant: None },
        }
    }
}

fn entrants(competition: &Competition) -> Vec<EntrantView> {
    let numbers: BTreeMap<_, _> = competition.starting_numbers().collect();
    let absences = |id: EntrantId| {
        let rounds = competition.paired_rounds() + 1..=competition.planned_rounds();
        let absence = |round| {
            let (_, kind) = competition.absences(round).find(|(absent, _)| *absent == id)?;
            Some(AnnouncedAbsence { round, kind: kind.into() })
        };
        rounds.filter_map(absence).collect()
    };
    let view = |(id, Registration { entrant, withdrawn, .. }): (EntrantId, &Registration)| {
        let number = numbers.get(&id).map(|number| number.get());
        EntrantView {
            id: id.0,
            name: entrant.name.to_string(),
            group: entrant.group.as_ref().map(ToString::to_string),
            rating: entrant.rating,
            member: entrant.member.is_some(),
            starting_number: number.filter(|_| competition.paired_rounds() > 0),
            withdrawn: *withdrawn,
            absences: absences(id),
        }
    };
    competition.registrations().map(view).collect()
}

fn round(round: &Round) -> RoundView {
    let unpaired = |&(id, why): &(EntrantId, Unpaired)| UnpairedView {
        id: id.0,
        reason: unpaired_reason(why),
    };
    RoundView {
        boards: round.boards.iter().map(board).collect(),
        unpaired: round.unpaired.iter().map(unpaired).collect(),
    }
}

fn board(board: &Board) -> BoardView {
    BoardView {
        players: Sides::from_fn(|color| board.players[color].0),
        result: board.result().map(Into::into),
        source: board.settled.map(|settled| source(settled.source)),
        reports: Sides::from_fn(|color| board.reports[color].map(Into::into)),
        disputed: board.is_disputed(),
        game: board.game.as_ref().map(ToString::to_string),
        fen: board.position.as_ref().map(ToString::to_string),
        advances: board.advances.map(|id| id.0),
    }
}

fn source(source: Source) -> ResultSource {
    match source {
        Source::Pairing => ResultSource::Pairing,
        Source::Players => ResultSource::Players,
        Source::Organizer => ResultSource::Organizer,
        Source::Game => ResultSource::Game,
    }
}

fn unpaired_reason(why: Unpaired) -> UnpairedReason {
    match why {
        Unpaired::Bye => UnpairedReason::Bye,
        Unpaired::Free => UnpairedReason::Free,
        Unpaired::Withdrawn => UnpairedReason::Withdrawn,
        Unpaired::Absent(kind) => match AbsenceKind::from(kind) {
            AbsenceKind::FullPoint => UnpairedReason::FullPoint,
            AbsenceKind::HalfPoint => UnpairedReason::HalfPoint,
            AbsenceKind::ZeroPoint => UnpairedReason::ZeroPoint,
            AbsenceKind::ClubDuty => UnpairedReason::ClubDuty,
            AbsenceKind::Excused => UnpairedReason::Excused,
            AbsenceKind::Unexcused => UnpairedReason::Unexcused,
        },
    }
}

fn standing(standing: &Standing) -> StandingView {
    let value = |value: &Option<_>| value.as_ref().map(ToString::to_string);
    StandingView {
        place: standing.place as u16,
        id: standing.entrant.0,
        points: standing.points.to_string(),
        tie_breaks: standing.tie_breaks.iter().map(value).collect(),
        keizer: standing.keizer.map(|score| {
            let tenths = score.tenths();
            format!("{}.{}", tenths / 10, tenths % 10)
        }),
    }
}

impl CompetitionHistory {
    /// The latest events of a competition, the last one first. The records are all of them.
    pub fn new(competition: &Competition, records: &[Record]) -> CompetitionHistory {
        let latest = records.iter().rev().take(HISTORY_LENGTH);
        let entry = |record: &Record| HistoryEntry {
            undoable: competition.undo(records, record.version).is_some(),
            ..history_entry(record)
        };
        CompetitionHistory { entries: latest.map(entry).collect() }
    }
}

/// What an event is about.
fn history_entry(Record { version, at, event }: &Record) -> HistoryEntry {
    let entry = |kind, ids: &[EntrantId]| HistoryEntry {
        version: *version,
        at_ms: at.0,
        kind,
        ids: ids.iter().map(|id| id.0).collect(),
        round: None,
        board: None,
        result: None,
        undoable: false,
    };
    let in_round = |round, entry| HistoryEntry { round: Some(round), ..entry };
    let on_board = |board: competition::aggregate::BoardNumber, entry| HistoryEntry {
        round: Some(board.round),
        board: Some(board.board),
        ..entry
    };
    match *event {
        Event::Created(_) => entry(HistoryKind::Created, &[]),
        Event::SettingsChanged(_) => entry(HistoryKind::SettingsChanged, &[]),
        Event::Entered { id, .. } => entry(HistoryKind::Entered, &[id]),
        Event::Edited { id, .. } => entry(HistoryKind::Edited, &[id]),
        Event::Withdrawn { id } => entry(HistoryKind::Withdrawn, &[id]),
        Event::Returned { id } => entry(HistoryKind::Returned, &[id]),
        Event::AbsenceAnnounced { id, round, .. } => {
            in_round(round, entry(HistoryKind::AbsenceAnnounced, &[id]))
        }
        Event::AbsenceCanceled { id, round } => {
            in_round(round, entry(HistoryKind::AbsenceCanceled, &[id]))
        }
        Event::PairForbidden { first, second } => {
            entry(HistoryKind::PairForbidden, &[first, second])
        }
        Event::PairAllowed { first, second } => entry(HistoryKind::PairAllowed, &[first, second]),
        Event::NumbersGiven { .. } => entry(HistoryKind::NumbersGiven, &[]),
        Event::RoundPaired { round, .. } => in_round(round, entry(HistoryKind::RoundPaired, &[])),
        Event::PairingRemoved { round } => in_round(round, entry(HistoryKind::PairingRemoved, &[])),
        Event::Exchanged { round, first, second } => {
            in_round(round, entry(HistoryKind::Exchanged, &[first, second]))
        }
        Event::Reported { board, by, result } => HistoryEntry {
            result: Some(result.into()),
            ..on_board(board, entry(HistoryKind::Reported, &[by]))
        },
        Event::ResultSet { board, result, .. } => HistoryEntry {
            result: Some(result.into()),
            ..on_board(board, entry(HistoryKind::ResultSet, &[]))
        },
        Event::ResultCleared { board } => on_board(board, entry(HistoryKind::ResultCleared, &[])),
        Event::MatchDecided { board, winner } => {
            on_board(board, entry(HistoryKind::MatchDecided, &[winner]))
        }
        Event::GameLinked { board, .. } => on_board(board, entry(HistoryKind::GameLinked, &[])),
        Event::PositionRecorded { board, .. } => {
            on_board(board, entry(HistoryKind::PositionRecorded, &[]))
        }
        Event::Finished => entry(HistoryKind::Finished, &[]),
        Event::Reopened => entry(HistoryKind::Reopened, &[]),
    }
}

impl MemberRatings {
    /// The ratings of a member in the history of everybody's; none without rated games.
    pub fn new(name: &str, member: MemberId, history: &RatingHistory) -> Option<MemberRatings> {
        let own = history.iter().filter(|((_, owner), _)| *owner == member);
        let kinds: Vec<_> = own.map(|((kind, _), points)| kind_ratings(*kind, points)).collect();
        (!kinds.is_empty()).then(|| MemberRatings { name: name.to_owned(), kinds })
    }
}

fn kind_ratings(kind: ratings::ClockKind, points: &[ratings::RatingPoint]) -> KindRatings {
    let kind = match kind {
        ratings::ClockKind::Bullet => ClockKind::Bullet,
        ratings::ClockKind::Blitz => ClockKind::Blitz,
        ratings::ClockKind::Rapid => ClockKind::Rapid,
        ratings::ClockKind::Classical => ClockKind::Classical,
    };
    let point = |point: &ratings::RatingPoint| RatingPoint {
        day_ms: point.day.0,
        rating: point.rating.rating,
        deviation: point.rating.deviation,
        games: point.games,
    };
    KindRatings { kind, points: points.iter().map(point).collect() }
}
