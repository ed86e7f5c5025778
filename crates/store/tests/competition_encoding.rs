//! The stored form of the events of competitions: it is the same in every version, what is written
//! reads back as it was, and whatever else comes is refused in words.
// req: C8

use std::time::Duration;

use chess::{ByColor, Color, Position};
use competition::aggregate::{
    AbsenceKind, BoardNumber, BoardResult, Entrant, EntrantId, Event, Format, MatchLength,
    MemberId, NewBoard, Numbering, Settings, Source, Unpaired,
};
use competition::keizer::{Factor, Parameters, Recalculation};
use competition::tiebreaks::{Cuts, Edition, TieBreak};
use competition::{PointValues, Points, Title};
use game::{Bonus, GameId, Name, TimeControl};
use proptest::prelude::*;
use proptest::sample::select;
use store::{decode_competition_event, encode_competition_event};

const BOARD: BoardNumber = BoardNumber { round: 3, board: 1 };

fn id(number: u16) -> EntrantId {
    EntrantId(number)
}

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn created(format: Format) -> Event {
    Event::Created(Box::new(Settings::new(name("Cup"), format)))
}

// The texts are in people's files. A change here needs a migration, not a new expectation.
#[test]
fn the_stored_form_never_changes() {
    for (event, text) in created_rows().into_iter().chain(entrant_rows()).chain(round_rows()) {
        assert_eq!(encode_competition_event(&event).as_deref(), Ok(text));
        assert_eq!(decode_competition_event(text).as_ref(), Ok(&event));
    }
}

fn created_rows() -> Vec<(Event, &'static str)> {
    let numbering = Numbering::Lots(7);
    let parameters = Box::new(Parameters::default());
    vec![
        (
            created(Format::Swiss { rounds: 5, accelerated: false }),
            concat!(
                r#"{"created":{"name":"Cup","format":{"swiss":{"rounds":5,"accelerated":false}},"#,
                r#""points":{"win":10,"draw":5,"loss":0,"absence":0,"forfeit_loss":0,"#,
                r#""pairing_allocated_bye":10},"tie_breaks":["BH/C1","BH","DE","SB","WIN"],"#,
                r#""edition":"2026-03","time_control":null,"rated":false,"initial_color":"white","#,
                r#""half_point_byes":1}}"#,
            ),
        ),
        (
            created(Format::Keizer { rounds: 30, parameters }),
            concat!(
                r#"{"created":{"name":"Cup","format":{"keizer":{"rounds":30,"parameters":{"#,
                r#""top":null,"step":1,"own":"1/1","win":"1/1","draw":"1/2","loss":"0/1","#,
                r#""forfeit_win":"1/1","forfeit_loss":"0/1","bye":"2/3","club_duty":"2/3","#,
                r#""excused":"1/3","excused_max":5,"absent":"0/1","not_joined":"1/3","#,
                r#""repeat_gap":2,"recalculation":"one_pass"}}},"#,
                r#""points":{"win":10,"draw":5,"loss":0,"absence":0,"forfeit_loss":0,"#,
                r#""pairing_allocated_bye":10},"tie_breaks":[],"#,
                r#""edition":"2026-03","time_control":null,"rated":false,"initial_color":"white","#,
                r#""half_point_byes":1}}"#,
            ),
        ),
        (
            created(Format::Knockout { games: MatchLength::Two, third_place: true, numbering }),
            concat!(
                r#"{"created":{"name":"Cup","format":{"knockout":{"games":"two","#,
                r#""third_place":true,"numbering":{"lots":7}}},"#,
                r#""points":{"win":10,"draw":5,"loss":0,"absence":0,"forfeit_loss":0,"#,
                r#""pairing_allocated_bye":10},"tie_breaks":[],"#,
                r#""edition":"2026-03","time_control":null,"rated":false,"initial_color":"white","#,
                r#""half_point_byes":1}}"#,
            ),
        ),
    ]
}

fn entrant_rows() -> Vec<(Event, &'static str)> {
    let zoe = Entrant {
        rating: Some(1500),
        title: Some(Title::Wfm),
        group: Some(name("4b")),
        member: Some(MemberId(12)),
        ..Entrant::new(name("Zoë"))
    };
    let kind = AbsenceKind::HalfPoint;
    vec![
        (
            Event::Entered { id: id(7), entrant: zoe },
            concat!(
                r#"{"entered":{"id":7,"entrant":{"name":"Zoë","rating":1500,"title":"wfm","#,
                r#""group":"4b","member":12}}}"#,
            ),
        ),
        (Event::Withdrawn { id: id(7) }, r#"{"withdrawn":{"id":7}}"#),
        (
            Event::AbsenceAnnounced { id: id(7), round: 2, kind },
            r#"{"absence_announced":{"id":7,"round":2,"kind":"half_point"}}"#,
        ),
        (Event::NumbersGiven { order: vec![id(2), id(1)] }, r#"{"numbers_given":{"order":[2,1]}}"#),
    ]
}

fn round_rows() -> Vec<(Event, &'static str)> {
    let forfeit = Some(BoardResult::ForfeitWin(Color::Black));
    let boards = vec![
        NewBoard { players: ByColor::new(id(1), id(2)), forfeit: None },
        NewBoard { players: ByColor::new(id(4), id(3)), forfeit },
    ];
    let unpaired = vec![(id(5), Unpaired::Bye), (id(6), Unpaired::Absent(AbsenceKind::ClubDuty))];
    let source = Source::Players;
    vec![
        (
            Event::RoundPaired { round: 3, boards, unpaired },
            concat!(
                r#"{"round_paired":{"round":3,"boards":["#,
                r#"{"players":{"white":1,"black":2},"forfeit":null},"#,
                r#"{"players":{"white":4,"black":3},"forfeit":{"forfeit_win":"black"}}],"#,
                r#""unpaired":[[5,"bye"],[6,{"absent":"club_duty"}]]}}"#,
            ),
        ),
        (
            Event::Reported { board: BOARD, by: id(1), result: BoardResult::Draw },
            r#"{"reported":{"board":{"round":3,"board":1},"by":1,"result":"draw"}}"#,
        ),
        (
            Event::ResultSet { board: BOARD, result: BoardResult::WHITE_WINS, source },
            concat!(
                r#"{"result_set":{"board":{"round":3,"board":1},"result":{"win":"white"},"#,
                r#""source":"players"}}"#,
            ),
        ),
        (
            Event::GameLinked { board: BOARD, game: GameId::new("abcdefghij").unwrap() },
            r#"{"game_linked":{"board":{"round":3,"board":1},"game":"abcdefghij"}}"#,
        ),
        (Event::Finished, r#""finished""#),
    ]
}

#[test]
fn text_that_is_not_an_event_is_rejected_with_a_reason() {
    for (text, error) in [
        ("", "EOF while parsing"),
        (r#""paused""#, "unknown variant `paused`"),
        (r#""finished"x"#, "trailing characters"),
        (r#"{"withdrawn":{}}"#, "missing field `id`"),
        (r#"{"withdrawn":{"id":1,"why":1}}"#, "unknown field `why`"),
        (r#"{"withdrawn":{"id":70000}}"#, "invalid value: integer `70000`"),
        (r#"{"absence_canceled":{"id":1,"round":-1}}"#, "invalid value: integer `-1`"),
        (
            r#"{"reported":{"board":{"round":1,"board":1},"by":1,"result":{"win":"red"}}}"#,
            "'red' is neither white nor black",
        ),
    ] {
        let message = decode_competition_event(text).unwrap_err().to_string();
        assert!(message.contains(error) && message.starts_with("the event '"), "{message}");
    }
    let keizer = created_rows().remove(1).1;
    for (old, new, error) in [
        (r#""2/3""#, r#""2/0""#, "'2/0' is not a fraction"),
        (r#""2/3""#, r#""0.7""#, "'0.7' is not a fraction"),
        (r#""tie_breaks":[]"#, r#""tie_breaks":["XX"]"#, "'XX' is not a tie-break"),
        ("2026-03", "2027-01", "unknown variant `2027-01`"),
    ] {
        let message = decode_competition_event(&keizer.replace(old, new)).unwrap_err().to_string();
        assert!(message.contains(error), "{message}");
    }
}

fn any_id() -> impl Strategy<Value = EntrantId> {
    any::<u16>().prop_map(EntrantId)
}

fn any_name() -> impl Strategy<Value = Name> {
    "[\\p{L}0-9_.'-]{1,32}".prop_filter_map("a name", |text| Name::new(&text).ok())
}

fn any_color() -> impl Strategy<Value = Color> {
    select(&Color::ALL)
}

fn any_board() -> impl Strategy<Value = BoardNumber> {
    any::<(u16, u16)>().prop_map(|(round, board)| BoardNumber { round, board })
}

fn any_result() -> impl Strategy<Value = BoardResult> {
    prop_oneof![
        any_color().prop_map(BoardResult::Win),
        Just(BoardResult::Draw),
        any_color().prop_map(BoardResult::DrawOnlyFor),
        Just(BoardResult::DoubleLoss),
        any_color().prop_map(BoardResult::ForfeitWin),
        Just(BoardResult::DoubleForfeit),
    ]
}

fn any_kind() -> impl Strategy<Value = AbsenceKind> {
    use AbsenceKind::{ClubDuty, Excused, FullPoint, HalfPoint, Unexcused, ZeroPoint};
    select(&[FullPoint, HalfPoint, ZeroPoint, ClubDuty, Excused, Unexcused])
}

fn any_unpaired() -> impl Strategy<Value = Unpaired> {
    prop_oneof![
        select(&[Unpaired::Bye, Unpaired::Free, Unpaired::Withdrawn]),
        any_kind().prop_map(Unpaired::Absent),
    ]
}

fn any_entrant() -> impl Strategy<Value = Entrant> {
    use Title::{Cm, Fm, Gm, Im, Wcm, Wfm, Wgm, Wim};
    let title = proptest::option::of(select(&[Gm, Im, Wgm, Fm, Wim, Cm, Wfm, Wcm]));
    let group = proptest::option::of(any_name());
    (any_name(), any::<Option<u16>>(), title, group, any::<Option<i64>>()).prop_map(
        |(name, rating, title, group, member)| {
            let member = member.map(MemberId);
            Entrant { name, rating, title, group, member }
        },
    )
}

fn any_factor() -> impl Strategy<Value = Factor> {
    (0..=1000_u16, 1..=100_u16).prop_filter_map("a factor", |(a, b)| Factor::new(a, b))
}

fn any_parameters() -> impl Strategy<Value = Box<Parameters>> {
    let numbers = any::<(Option<u16>, u16, u16, u16, bool)>();
    (numbers, proptest::collection::vec(any_factor(), 4)).prop_map(|(numbers, factors)| {
        let (top, step, excused_max, repeat_gap, is_fixed) = numbers;
        let recalculation =
            if is_fixed { Recalculation::FixedPoint } else { Recalculation::OnePass };
        Box::new(Parameters {
            top,
            step,
            excused_max,
            repeat_gap,
            recalculation,
            own: factors[0],
            loss: factors[1],
            bye: factors[2],
            excused: factors[3],
            ..Parameters::default()
        })
    })
}

fn any_numbering() -> impl Strategy<Value = Numbering> {
    prop_oneof![Just(Numbering::Rating), any::<u64>().prop_map(Numbering::Lots)]
}

fn any_format() -> impl Strategy<Value = Format> {
    let games = select(&[MatchLength::One, MatchLength::Two]);
    prop_oneof![
        any::<(u16, bool)>()
            .prop_map(|(rounds, accelerated)| Format::Swiss { rounds, accelerated }),
        (any::<bool>(), any_numbering())
            .prop_map(|(double, numbering)| Format::RoundRobin { double, numbering }),
        (any::<u16>(), any_parameters())
            .prop_map(|(rounds, parameters)| Format::Keizer { rounds, parameters }),
        (games, any::<bool>(), any_numbering()).prop_map(|(games, third_place, numbering)| {
            Format::Knockout { games, third_place, numbering }
        }),
    ]
}

fn any_tie_break() -> impl Strategy<Value = TieBreak> {
    prop_oneof![
        select(&[TieBreak::Points, TieBreak::RoundsPlayed, TieBreak::Koya, TieBreak::Rating]),
        (0..=99_u8).prop_map(|low| TieBreak::Buchholz(Cuts { low, high: 0 })),
        (1..=99_u8).prop_map(|cut| TieBreak::SonnebornBerger(Cuts { low: cut, high: cut })),
        (0..=99_u8).prop_map(TieBreak::ProgressiveScore),
    ]
}

fn any_time() -> impl Strategy<Value = Option<TimeControl>> {
    let time = || any::<u32>().prop_map(|millis| Duration::from_millis(millis.into()));
    let control = (time(), time())
        .prop_map(|(base, more)| TimeControl { base, bonus: Bonus::Increment(more) });
    proptest::option::of(control)
}

fn any_settings() -> impl Strategy<Value = Box<Settings>> {
    let tie_breaks = proptest::collection::vec(any_tie_break(), 0..5);
    let edition = select(&[Edition::August2024, Edition::March2026]);
    let plain = (any_time(), any::<bool>(), any_color(), any::<u16>(), any::<i32>());
    (any_name(), any_format(), tie_breaks, edition, plain).prop_map(
        |(name, format, tie_breaks, edition, plain)| {
            let (time_control, rated, initial_color, half_point_byes, tenths) = plain;
            let points = PointValues { win: Points::from_tenths(tenths), ..PointValues::default() };
            Box::new(Settings {
                name,
                format,
                points,
                tie_breaks,
                edition,
                time_control,
                rated,
                initial_color,
                half_point_byes,
                late_half_points: rated,
            })
        },
    )
}

fn any_pairing() -> impl Strategy<Value = Event> {
    let board = (any_id(), any_id(), proptest::option::of(any_result())).prop_map(
        |(white, black, forfeit)| NewBoard { players: ByColor::new(white, black), forfeit },
    );
    let boards = proptest::collection::vec(board, 0..5);
    let unpaired = proptest::collection::vec((any_id(), any_unpaired()), 0..5);
    (any::<u16>(), boards, unpaired).prop_map(|(round, boards, unpaired)| Event::RoundPaired {
        round,
        boards,
        unpaired,
    })
}

fn any_event() -> impl Strategy<Value = Event> {
    let game = "[a-zA-Z0-9]{10}".prop_filter_map("an id", |text| GameId::new(&text));
    let source = select(&[Source::Pairing, Source::Players, Source::Organizer, Source::Game]);
    prop_oneof![
        any_settings().prop_map(Event::Created),
        any_settings().prop_map(Event::SettingsChanged),
        (any_id(), any_entrant()).prop_map(|(id, entrant)| Event::Entered { id, entrant }),
        (any_id(), any_entrant()).prop_map(|(id, entrant)| Event::Edited { id, entrant }),
        any_id().prop_map(|id| Event::Withdrawn { id }),
        any_id().prop_map(|id| Event::Returned { id }),
        (any_id(), any::<u16>(), any_kind())
            .prop_map(|(id, round, kind)| Event::AbsenceAnnounced { id, round, kind }),
        (any_id(), any::<u16>()).prop_map(|(id, round)| Event::AbsenceCanceled { id, round }),
        (any_id(), any_id()).prop_map(|(first, second)| Event::PairForbidden { first, second }),
        (any_id(), any_id()).prop_map(|(first, second)| Event::PairAllowed { first, second }),
        proptest::collection::vec(any_id(), 0..5).prop_map(|order| Event::NumbersGiven { order }),
        any_pairing(),
        any::<u16>().prop_map(|round| Event::PairingRemoved { round }),
        (any::<u16>(), any_id(), any_id()).prop_map(|(round, first, second)| Event::Exchanged {
            round,
            first,
            second
        }),
        (any_board(), any_id(), any_result()).prop_map(|(board, by, result)| Event::Reported {
            board,
            by,
            result
        }),
        (any_board(), any_result(), source).prop_map(|(board, result, source)| Event::ResultSet {
            board,
            result,
            source
        }),
        any_board().prop_map(|board| Event::ResultCleared { board }),
        (any_board(), any_id()).prop_map(|(board, winner)| Event::MatchDecided { board, winner }),
        (any_board(), game).prop_map(|(board, game)| Event::GameLinked { board, game }),
        any_board().prop_map(|board| {
            Event::PositionRecorded { board, position: Box::new(Position::default()) }
        }),
        select(vec![Event::Finished, Event::Reopened]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1024,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_event_reads_back_as_it_was(event in any_event()) {
        let text = encode_competition_event(&event).unwrap();
        prop_assert_eq!(decode_competition_event(&text), Ok(event), "{}", text);
    }

    #[test]
    fn no_text_breaks_the_reader(
        text in any::<String>(),
        event in any_event(),
        cut in any::<usize>(),
    ) {
        let _ = decode_competition_event(&text);
        let stored = encode_competition_event(&event).unwrap();
        let cut: String = stored.chars().take(cut % stored.chars().count()).collect();
        prop_assert!(decode_competition_event(&cut).is_err(), "{}", cut);
    }
}
