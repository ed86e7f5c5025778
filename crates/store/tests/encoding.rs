//! The stored form of events: it is the same in every version, what is written reads back as it
//! was, and whatever else comes is refused in words.

use std::time::Duration;

use chess::{ByColor, Color, Move, Outcome, Position, Role, Square};
use game::{
    AbandonedResult, Bonus, Event, GameId, Name, Offer, Player, Seat, Start, Strength, Terms,
    TimeControl,
};
use proptest::prelude::*;
use proptest::sample::select;
use store::{decode_event, encode_event};

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn terms() -> Terms {
    let control = TimeControl { base: seconds(180), bonus: Bonus::Increment(seconds(2)) };
    Terms {
        start: Start::Chess960(959),
        seats: ByColor::new(
            Seat { name: Some(Name::new("Zoë").unwrap()), player: Player::Person },
            Seat { name: None, player: Player::Engine(Strength::Rated(1500)) },
        ),
        time: ByColor::new(Some(control), None),
        shared: false,
        automatic_draws: true,
        takebacks: true,
        abandonment: true,
    }
}

// The texts are in people's files. A change here needs a migration, not a new expectation.
#[test]
fn the_stored_form_never_changes() {
    let clock = Some(Duration::from_millis(61_500));
    let moved = |play| Event::Moved { play, clock };
    for (event, text) in [
        (
            Event::Created(Box::new(terms())),
            concat!(
                r#"{"created":{"start":{"chess960":959},"#,
                r#""seats":{"white":{"name":"Zoë","player":"person"},"#,
                r#""black":{"name":null,"player":{"engine":{"rated":1500}}}},"#,
                r#""time":{"white":{"base":180000,"bonus":{"increment":2000}},"black":null},"#,
                r#""shared":false,"automatic_draws":true}}"#,
            ),
        ),
        (moved(Move::normal(Square::E2, Square::E4)), r#"{"moved":{"play":"e2e4","clock":61500}}"#),
        (
            moved(Move::castle(Square::E1, Square::H1)),
            r#"{"moved":{"play":"e1h1 castle","clock":61500}}"#,
        ),
        (
            moved(Move::en_passant(Square::E5, Square::D6)),
            r#"{"moved":{"play":"e5d6 en_passant","clock":61500}}"#,
        ),
        (
            moved(Move::promotion(Square::E7, Square::E8, Role::Knight)),
            r#"{"moved":{"play":"e7e8n","clock":61500}}"#,
        ),
        (
            Event::Offered { by: Color::White, offer: Offer::Takeback },
            r#"{"offered":{"by":"white","offer":"takeback"}}"#,
        ),
        (Event::DrawAgreed, r#""draw_agreed""#),
        (
            Event::Claimed { by: Color::Black, outcome: Outcome::FiftyMoves },
            r#"{"claimed":{"by":"black","outcome":"fifty_moves"}}"#,
        ),
        (
            Event::TakenBack { plies: 2, clocks: ByColor::new(clock, None) },
            r#"{"taken_back":{"plies":2,"clocks":{"white":61500,"black":null}}}"#,
        ),
        (Event::Aborted { by: None }, r#"{"aborted":{"by":null}}"#),
        (
            Event::Resumed { clock: None, grace: seconds(5) },
            r#"{"resumed":{"clock":null,"grace":5000}}"#,
        ),
        (Event::Adjourned { spent: seconds(2) }, r#"{"adjourned":{"spent":2000}}"#),
        (Event::Continued, r#""continued""#),
        (
            Event::Rematched { next: GameId::new("abcdefghij").unwrap() },
            r#"{"rematched":{"next":"abcdefghij"}}"#,
        ),
    ] {
        assert_eq!(encode_event(&event).as_deref(), Ok(text));
        assert_eq!(decode_event(text).as_ref(), Ok(&event));
    }
}

// req: D34
#[test]
fn text_that_is_not_an_event_is_rejected_with_a_reason() {
    for (text, error) in [
        ("", "EOF while parsing"),
        ("7", "expected value"),
        ("{}", "expected value"),
        (r#""flown""#, "unknown variant `flown`"),
        (r#""draw_agreed" "#, ""),
        (r#""draw_agreed"x"#, "trailing characters"),
        (r#"{"moved":{"play":"e2e4"}}"#, "missing field `clock`"),
        (r#"{"moved":{"play":"e2e4","clock":1,"mood":1}}"#, "unknown field `mood`"),
        (r#"{"moved":{"play":"e2e9","clock":1}}"#, "'e2e9' is not a move"),
        (r#"{"moved":{"play":"e7e8k","clock":1}}"#, "'e7e8k' is not a move"),
        (r#"{"moved":{"play":"e2é","clock":1}}"#, "'e2é' is not a move"),
        (r#"{"moved":{"play":"e2e4","clock":-1}}"#, "invalid value: integer `-1`"),
        (r#"{"moved":{"play":"e2e4","clock":1.5}}"#, "invalid type: floating point `1.5`"),
        (r#"{"resigned":{"by":"red"}}"#, "'red' is neither white nor black"),
        (r#"{"offered":{"by":"white","offer":"tea"}}"#, "'tea' is not draw, takeback or rematch"),
        (r#"{"joined":{"color":"white","name":" b"}}"#, "' b' is not a name"),
        (r#"{"rematched":{"next":"short"}}"#, "'short' is not 10 letters and digits"),
        (r#"{"created":{"start":{"chess960":960}}}"#, "integer `960`, expected the number of a"),
        (r#"{"created":{"start":{"position":"8/8 w"}}}"#, "'8/8 w' is not a position"),
    ] {
        let decoded = decode_event(text).map_err(|error| error.to_string());
        match decoded {
            Ok(_) => assert_eq!(error, "", "{text} was read"),
            Err(message) => {
                assert!(!error.is_empty() && message.contains(error), "{text}: {message}");
                assert!(message.starts_with("the event '"), "{message}");
            }
        }
    }
}

fn color() -> impl Strategy<Value = Color> {
    select(&Color::ALL)
}

fn name() -> impl Strategy<Value = Option<Name>> {
    proptest::option::of(
        "[\\p{L}0-9_.'-]{1,32}".prop_filter_map("a name", |text| Name::new(&text).ok()),
    )
}

fn time() -> impl Strategy<Value = Duration> {
    any::<u64>().prop_map(Duration::from_millis)
}

fn clock() -> impl Strategy<Value = Option<Duration>> {
    proptest::option::of(time())
}

fn clocks() -> impl Strategy<Value = ByColor<Option<Duration>>> {
    (clock(), clock()).prop_map(|(white, black)| ByColor::new(white, black))
}

fn chess_move() -> impl Strategy<Value = Move> {
    any::<u16>().prop_filter_map("a move", Move::from_bits)
}

fn offer() -> impl Strategy<Value = Offer> {
    select(&[Offer::Draw, Offer::Takeback, Offer::Rematch])
}

fn outcome() -> impl Strategy<Value = Outcome> {
    select(&[
        Outcome::Checkmate { winner: Color::White },
        Outcome::Checkmate { winner: Color::Black },
        Outcome::Stalemate,
        Outcome::InsufficientMaterial,
        Outcome::FivefoldRepetition,
        Outcome::SeventyFiveMoves,
        Outcome::ThreefoldRepetition,
        Outcome::FiftyMoves,
    ])
}

fn player() -> impl Strategy<Value = Player> {
    let fixed = vec![Strength::Easy, Strength::Medium, Strength::Hard, Strength::Full];
    prop_oneof![
        Just(Player::Open),
        Just(Player::Person),
        select(fixed).prop_map(Player::Engine),
        any::<u16>().prop_map(|rating| Player::Engine(Strength::Rated(rating))),
        any::<String>().prop_map(Player::External),
    ]
}

fn control() -> impl Strategy<Value = Option<TimeControl>> {
    let bonus = prop_oneof![
        Just(Bonus::None),
        time().prop_map(Bonus::Increment),
        time().prop_map(Bonus::Delay),
        time().prop_map(Bonus::Bronstein),
    ];
    proptest::option::of((time(), bonus).prop_map(|(base, bonus)| TimeControl { base, bonus }))
}

/// Any start; the positions are what random moves make of a start of Chess960.
fn start() -> impl Strategy<Value = Start> {
    let number = 0..960_u16;
    let walk = (number.clone(), proptest::collection::vec(any::<prop::sample::Index>(), 0..80));
    prop_oneof![
        Just(Start::Standard),
        number.prop_map(Start::Chess960),
        walk.prop_map(|(number, steps)| {
            let mut position: Position = chess::chess960::start(number).unwrap();
            for step in steps {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(*step.get(&moves)).unwrap();
            }
            Start::Position(Box::new(position))
        }),
    ]
}

fn any_terms() -> impl Strategy<Value = Terms> {
    let seat = || (name(), player()).prop_map(|(name, player)| Seat { name, player });
    let yes_or_no = any::<[bool; 4]>();
    (start(), seat(), seat(), control(), control(), yes_or_no).prop_map(
        |(start, white, black, one, other, [shared, automatic_draws, takebacks, abandonment])| {
            Terms {
                start,
                seats: ByColor::new(white, black),
                time: ByColor::new(one, other),
                shared,
                automatic_draws,
                takebacks,
                abandonment,
            }
        },
    )
}

fn event() -> impl Strategy<Value = Event> {
    let id = "[a-zA-Z0-9]{10}".prop_filter_map("an id", |text| GameId::new(&text));
    prop_oneof![
        any_terms().prop_map(|terms| Event::Created(Box::new(terms))),
        (color(), name()).prop_map(|(color, name)| Event::Joined { color, name }),
        (color(), name()).prop_map(|(color, name)| Event::Renamed { color, name }),
        (chess_move(), clock()).prop_map(|(play, clock)| Event::Moved { play, clock }),
        (color(), offer()).prop_map(|(by, offer)| Event::Offered { by, offer }),
        (color(), offer()).prop_map(|(by, offer)| Event::Declined { by, offer }),
        Just(Event::DrawAgreed),
        (color(), outcome()).prop_map(|(by, outcome)| Event::Claimed { by, outcome }),
        (any::<u16>(), clocks()).prop_map(|(plies, clocks)| Event::TakenBack { plies, clocks }),
        (any::<u16>(), clocks()).prop_map(|(plies, clocks)| Event::Redone { plies, clocks }),
        color().prop_map(|by| Event::Resigned { by }),
        chess_move().prop_map(|play| Event::MoveRecorded { play }),
        proptest::option::of(color()).prop_map(|winner| Event::ResultRecorded { winner }),
        proptest::option::of(color()).prop_map(|by| Event::Aborted { by }),
        color().prop_map(|color| Event::Flagged { color }),
        (color(), any::<bool>()).prop_map(|(by, wins)| Event::Abandoned {
            by,
            result: if wins { AbandonedResult::Win } else { AbandonedResult::Draw },
        }),
        (color(), time()).prop_map(|(to, amount)| Event::TimeGiven { to, amount }),
        (clock(), time()).prop_map(|(clock, grace)| Event::Resumed { clock, grace }),
        time().prop_map(|spent| Event::Adjourned { spent }),
        Just(Event::Continued),
        id.prop_map(|next| Event::Rematched { next }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1024,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_event_reads_back_as_it_was(event in event()) {
        let text = encode_event(&event).unwrap();
        prop_assert_eq!(decode_event(&text), Ok(event), "{}", text);
    }

    #[test]
    fn no_text_breaks_the_reader(text in any::<String>(), event in event(), cut in any::<usize>()) {
        let _ = decode_event(&text);
        let stored = encode_event(&event).unwrap();
        let cut: String = stored.chars().take(cut % stored.chars().count()).collect();
        prop_assert!(decode_event(&cut).is_err(), "{}", cut);
    }
}
