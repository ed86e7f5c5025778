//! A competition with its log, and short ways to ask something of it.

use competition::aggregate::{
    Actor, BoardNumber, BoardResult, Command, Competition, CompetitionError, Entrant, EntrantId,
    Event, Format, MatchLength, Numbering, Record, Settings,
};
use competition::keizer;
use game::{Name, Timestamp};

pub(crate) const DRAW: BoardResult = BoardResult::Draw;
pub(crate) const WHITE: BoardResult = BoardResult::WHITE_WINS;
pub(crate) const BLACK: BoardResult = BoardResult::BLACK_WINS;

pub(crate) struct Club {
    pub(crate) competition: Competition,
    pub(crate) log: Vec<Record>,
}

impl Club {
    pub(crate) fn new(format: Format) -> Club {
        Club::with(Settings::new(name("Club evening"), format))
    }

    pub(crate) fn with(settings: Settings) -> Club {
        let created = Event::Created(Box::new(settings.clone()));
        let competition = Competition::new(settings, Timestamp(1)).unwrap();
        Club { competition, log: vec![Record { version: 1, at: Timestamp(1), event: created }] }
    }

    /// A competition of players A, B, C …, each rated lower than the one before.
    pub(crate) fn of(format: Format, players: usize) -> Club {
        let mut club = Club::new(format);
        for index in 0..players {
            club.enter(&letter(index), Some(2000 - 10 * index as u16));
        }
        club
    }

    /// Asks for something, and applies what follows. Deciding itself must change nothing.
    #[expect(clippy::needless_pass_by_value, reason = "most commands are made for the call")]
    pub(crate) fn ask(
        &mut self,
        actor: Actor,
        command: Command,
    ) -> Result<Vec<Event>, CompetitionError> {
        let before = self.competition.clone();
        let answer = self.competition.decide(actor, &command);
        assert_eq!(self.competition, before, "deciding changes nothing");
        for event in answer.clone().unwrap_or_default() {
            let at = Timestamp(u64::from(self.competition.version()) + 1);
            let record = self.competition.record(event, at);
            self.competition.apply(&record).unwrap();
            self.log.push(record);
        }
        answer
    }

    pub(crate) fn order(&mut self, command: Command) -> Vec<Event> {
        self.ask(Actor::Organizer, command).unwrap()
    }

    pub(crate) fn rejects(&mut self, command: Command) -> CompetitionError {
        self.ask(Actor::Organizer, command).unwrap_err()
    }

    pub(crate) fn enter(&mut self, text: &str, rating: Option<u16>) -> EntrantId {
        self.order(Command::Enter(Entrant { rating, ..Entrant::new(name(text)) }));
        EntrantId(self.competition.registrations().count() as u16)
    }

    pub(crate) fn pair(&mut self) {
        self.order(Command::PairRound);
    }

    pub(crate) fn set(&mut self, round: u16, board: u16, result: BoardResult) {
        self.order(Command::SetResult { board: BoardNumber { round, board }, result });
    }

    /// Gives all open boards of the last round a result.
    pub(crate) fn finish_round(&mut self, result: BoardResult) {
        let open = self.competition.boards().filter(|(_, board)| board.settled.is_none());
        for board in open.map(|(number, _)| number).collect::<Vec<_>>() {
            self.order(Command::SetResult { board, result });
        }
    }

    /// The pairs of a round as letters, such as `AD BC`.
    pub(crate) fn pairs(&self, round: u16) -> String {
        let boards = &self.competition.round(round).unwrap().boards;
        let pair = |players: &chess::ByColor<EntrantId>| {
            players.iter().map(|(_, id)| self.letter_of(*id)).collect::<String>()
        };
        boards.iter().map(|board| pair(&board.players)).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn letter_of(&self, id: EntrantId) -> &str {
        self.competition.entrant(id).unwrap().name.as_str()
    }

    /// The standings as letters with places and tenths of points, such as `1A20`.
    pub(crate) fn table(&self) -> String {
        let standings = self.competition.standings();
        let line = |standing: &competition::aggregate::Standing| {
            let points = standing.points.tenths();
            format!("{}{}{points}", standing.place, self.letter_of(standing.entrant))
        };
        standings.iter().map(line).collect::<Vec<_>>().join(" ")
    }

    /// Everything but the version and the time.
    pub(crate) fn state(&self) -> String {
        let competition = &self.competition;
        let entrants: Vec<_> = competition.registrations().collect();
        let absences: Vec<_> =
            (0..300).flat_map(|round| competition.absences(round).collect::<Vec<_>>()).collect();
        let rounds = competition.rounds();
        let numbers: Vec<_> = competition.starting_numbers().collect();
        let settings = competition.settings();
        let is_finished = competition.is_finished();
        format!("{settings:?} {entrants:?} {absences:?} {rounds:?} {numbers:?} {is_finished}")
    }
}

pub(crate) fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

pub(crate) fn id(number: u16) -> EntrantId {
    EntrantId(number)
}

pub(crate) fn board(round: u16, board: u16) -> BoardNumber {
    BoardNumber { round, board }
}

pub(crate) fn letter(index: usize) -> String {
    match char::from_u32(u32::from(b'A') + index as u32) {
        Some(letter) if index < 26 => letter.to_string(),
        _ => format!("P{index}"),
    }
}

pub(crate) fn swiss(rounds: u16) -> Format {
    Format::Swiss { rounds, accelerated: false }
}

pub(crate) fn robin() -> Format {
    Format::RoundRobin { double: false, numbering: Numbering::Rating }
}

pub(crate) fn keizer(rounds: u16) -> Format {
    Format::Keizer { rounds, parameters: Box::new(keizer::Parameters::default()) }
}

pub(crate) fn knockout() -> Format {
    let numbering = Numbering::Rating;
    Format::Knockout { games: MatchLength::One, third_place: false, numbering }
}

pub(crate) fn formats() -> [Format; 7] {
    let numbering = Numbering::Lots(7);
    [
        swiss(5),
        Format::Swiss { rounds: 7, accelerated: true },
        robin(),
        Format::RoundRobin { double: true, numbering },
        keizer(6),
        knockout(),
        Format::Knockout { games: MatchLength::Two, third_place: true, numbering },
    ]
}
