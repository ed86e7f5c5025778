//! The checker finds what it is there to find: a sound history passes, and each that is broken in
//! one way is reported with the fault it has.

use std::time::Duration;

use chess::{ByColor, Position};
use game::{Player, Record, ReplayError, Seat, Start, Terms, TimeControl, Timestamp};
use store::{RequestId, SeatOwners, StoredRequest};

use super::*;

const BASE: Duration = Duration::from_mins(10);
const GRACE: Duration = Duration::from_secs(5);

/// Two moves, an outage of a minute, and a move after it.
struct Case {
    notes: Vec<Note>,
    stored: StoredGame,
    circumstances: Circumstances,
}

impl Case {
    fn sound() -> Case {
        let moves = ["e2e4", "e7e5", "g1f3"];
        let record = |version, at, uci: &str, clock| {
            let mut position = Position::default();
            for earlier in moves.iter().take_while(|earlier| **earlier != uci) {
                let play = position.parse_uci(earlier).expect("legal");
                position = position.play(play).expect("legal");
            }
            let play = position.parse_uci(uci).expect("legal");
            Record { version, at: Timestamp(at), event: Event::Moved { play, clock: Some(clock) } }
        };
        let resumed = Event::Resumed { clock: Some(BASE), grace: GRACE };
        let late = (BASE + GRACE).saturating_sub(Duration::from_millis(30));
        let records = vec![
            Record { version: 1, at: Timestamp(0), event: Event::Created(Box::new(terms())) },
            record(2, 1_000, "e2e4", BASE),
            record(3, 2_000, "e7e5", BASE),
            Record { version: 4, at: Timestamp(62_000), event: resumed },
            record(5, 62_030, "g1f3", late),
        ];
        let mut notes = Vec::new();
        for (who, ply, version) in [(Who::White, 0, 2), (Who::Black, 1, 3), (Who::White, 2, 5)] {
            let (id, uci) = (format!("m-{ply}"), moves[ply].to_owned());
            notes.push(Note::Sent { who, id: id.clone(), ply, uci: uci.clone() });
            let spectator = Who::Spectator;
            if version == 5 {
                let moves = moves[..2].iter().map(ToString::to_string).collect();
                notes.push(Note::SawAll { who: spectator, version: 4, moves });
            } else if version == 2 {
                notes.push(Note::SawAll { who: spectator, version: 1, moves: Vec::new() });
            }
            notes.push(Note::Saw { who: spectator, version, uci: Some(uci) });
            notes.push(Note::Acked { who, id, version });
        }
        let requests = [(0, 2), (1, 3), (2, 5)]
            .map(|(ply, version)| (id(&format!("m-{ply}")), answered(version)));
        let seat_owners = SeatOwners::default();
        Case {
            notes,
            stored: StoredGame { records, seat_owners, requests: requests.into(), source: None },
            circumstances: Circumstances {
                outages: vec![Outage { gone: Timestamp(2_010), back: Timestamp(61_900) }],
                is_disturbed: false,
            },
        }
    }

    fn check(&self) -> Result<(), Violation> {
        check(&self.notes, Some(&self.stored), &self.circumstances)
    }

    fn set_clock(&mut self, index: usize, shown: Duration) {
        match &mut self.stored.records[index].event {
            Event::Moved { clock, .. } | Event::Resumed { clock, .. } => *clock = Some(shown),
            other => panic!("{other:?} has no clock"),
        }
    }
}

fn terms() -> Terms {
    let person = Seat { name: None, player: Player::Person };
    let time = Some(TimeControl { base: BASE, bonus: game::Bonus::None });
    Terms {
        start: Start::Standard,
        seats: ByColor::new(person.clone(), person),
        time: ByColor::new(time, time),
        shared: false,
        automatic_draws: false,
        takebacks: true,
        abandonment: true,
    }
}

/// A request that was carried out.
fn answered(version: u32) -> StoredRequest {
    StoredRequest { version, digest: None, is_refused: false }
}

fn id(text: &str) -> RequestId {
    RequestId::new(text).expect("an id")
}

type Break = fn(&mut Case);

// req: C2
#[test]
fn a_sound_history_passes_and_every_broken_one_is_found() {
    assert_eq!(Case::sound().check(), Ok(()));
    let cases: [(&str, Break, Violation); 13] = [
        (
            "an acknowledged move is lost",
            |case| {
                case.stored.records.truncate(4);
                case.stored.requests.remove(&id("m-2"));
            },
            Violation::AckLost { id: "m-2".into(), version: 5, stored: None },
        ),
        (
            "an acknowledged move is stored elsewhere",
            |case| case.stored.requests.extend([(id("m-2"), answered(4))]),
            Violation::AckLost { id: "m-2".into(), version: 5, stored: Some(4) },
        ),
        (
            "a move is stored that answers no request",
            |case| {
                case.notes.retain(|note| !matches!(note, Note::Acked { id, .. } if id == "m-1"));
                case.stored.requests.remove(&id("m-1"));
            },
            Violation::NotSentOnce { version: 3, requests: 0 },
        ),
        (
            "one move answers two requests",
            |case| case.stored.requests.extend([(id("m-9"), answered(3))]),
            Violation::NotSentOnce { version: 3, requests: 2 },
        ),
        (
            "a move is doubled",
            |case| {
                let mut again = case.stored.records[4].clone();
                again.version = 6;
                case.stored.records.push(again);
            },
            Violation::InvalidLog(ReplayError::Impossible {
                version: 6,
                reason: game::GameError::Illegal(chess::IllegalMove::EmptySquare(
                    chess::Square::G1,
                )),
            }),
        ),
        (
            "a record is missing",
            |case| drop(case.stored.records.remove(2)),
            Violation::InvalidLog(ReplayError::Version { expected: 3, found: 4 }),
        ),
        (
            "another move is stored than was sent",
            |case| {
                if let Note::Sent { uci, .. } = &mut case.notes[0] {
                    *uci = "d2d4".into();
                }
            },
            Violation::Changed { id: "m-0".into(), version: 2 },
        ),
        (
            "a rejected move is stored",
            |case| {
                let (id, code) = ("m-1".into(), "stale".into());
                case.notes.push(Note::Rejected { who: Who::Black, id, code });
            },
            Violation::RejectedButStored { id: "m-1".into(), version: 3 },
        ),
        (
            "a move was shown that is not stored",
            |case| {
                let uci = Some("b8c6".into());
                case.notes.push(Note::Saw { who: Who::Spectator, version: 6, uci });
            },
            Violation::Phantom { who: Who::Spectator, version: 6 },
        ),
        (
            "a spectator was not shown an event",
            |case| case.notes.retain(|note| !matches!(note, Note::SawAll { version: 4, .. })),
            Violation::Skipped { who: Who::Spectator, after: 3, version: 5 },
        ),
        (
            "the outage is charged to the side to move",
            |case| case.set_clock(3, BASE.saturating_sub(Duration::from_mins(1))),
            Violation::Clock { version: 4, charged_ms: 60_000, most_ms: 15 },
        ),
        (
            "a clock gains time",
            |case| case.set_clock(4, BASE + GRACE + Duration::from_millis(1)),
            Violation::Clock { version: 5, charged_ms: -1, most_ms: 35 },
        ),
        (
            "time is given though the server was there",
            |case| case.circumstances.outages.clear(),
            Violation::NeedlessGrace { version: 4 },
        ),
    ];
    for (what, spoil, expected) in cases {
        let mut case = Case::sound();
        spoil(&mut case);
        assert_eq!(case.check(), Err(expected), "{what}");
    }
}

#[test]
fn a_game_that_is_gone_is_found() {
    assert_eq!(check(&[], None, &Circumstances::default()), Err(Violation::GameLost));
}

#[test]
fn only_an_interruption_explains_a_refusal() {
    let needless =
        |code: &str| Err(Violation::NeedlessRejection { id: "m-7".into(), code: code.to_owned() });
    for (code, is_disturbed, expected) in [
        ("stale", false, Ok(())),
        ("illegal", true, needless("illegal")),
        ("not_stored", false, needless("not_stored")),
        ("not_stored", true, Ok(())),
    ] {
        let mut case = Case::sound();
        case.circumstances.is_disturbed = is_disturbed;
        let (id, code) = ("m-7".into(), code.into());
        case.notes.push(Note::Rejected { who: Who::White, id, code });
        assert_eq!(case.check(), expected);
    }
}

#[test]
fn a_server_that_stood_still_may_give_time_but_takes_none() {
    let mut case = Case::sound();
    case.circumstances = Circumstances { outages: Vec::new(), is_disturbed: true };
    assert_eq!(case.check(), Ok(()));
    case.set_clock(3, BASE + Duration::from_millis(1));
    assert!(matches!(case.check(), Err(Violation::Clock { version: 4, .. })), "a clock gains time");
}
