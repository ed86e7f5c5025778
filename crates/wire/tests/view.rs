//! Games as clients see them.

use std::time::Duration;

use chess::{ByColor, Color};
use game::{End, Event, GameId, Name, Offer, Player, Record, Seat, Start, Terms, Timestamp};
use serde_json::{Value, json};
use wire::{Snapshot, convert};

fn seat(name: &str) -> Seat {
    Seat { name: Name::new(name).ok(), player: Player::Person }
}

fn terms() -> Terms {
    Terms {
        start: Start::Standard,
        seats: ByColor::new(seat("Ada"), seat("Bob")),
        time: ByColor::new(None, None),
        shared: false,
        automatic_draws: true,
        takebacks: true,
        abandonment: true,
    }
}

fn board(fen: Option<&str>, sans: &[&str]) -> chess::Game {
    let start = fen.map(|fen| fen.parse().expect("a FEN")).unwrap_or_default();
    let mut board = chess::Game::new(start);
    for san in sans {
        let m = board.position().parse_san(san).expect("a move");
        board.play(m).expect("a legal one");
    }
    board
}

/// Shows what a snapshot of a board looks like as JSON, after `change` has been made to it.
fn shown(board: &chess::Game, change: impl Fn(&mut Snapshot, &mut Terms)) -> Value {
    let id = GameId::from_random([0; GameId::LENGTH]);
    let (agreed, mut changed) = (terms(), terms());
    let mut snapshot = Snapshot {
        id: &id,
        version: 5,
        terms: &agreed,
        board,
        clocks: ByColor::new(Some(Duration::from_millis(61_500)), None),
        running: Some(Color::White),
        offers: &[(Color::Black, Offer::Draw)],
        is_adjourned: false,
        end: None,
        next: None,
    };
    change(&mut snapshot, &mut changed);
    snapshot.terms = &changed;
    serde_json::to_value(snapshot.view()).expect("writable")
}

// req: A3, B3
#[test]
fn a_view_has_everything_that_a_screen_needs() {
    let view = shown(&board(None, &["e4", "e5", "Nf3"]), |_, _| {});
    assert_eq!(view["id"], "AAAAAAAAAA");
    assert_eq!(view["version"], 5);
    assert_eq!(view["seats"]["black"], json!({"name": "Bob", "player": {"type": "person"}}));
    assert_eq!(view["start_fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(view["moves"][2], json!({"uci": "g1f3", "san": "Nf3"}));
    let state = &view["state"];
    assert_eq!(state["turn"], "black");
    assert_eq!(state["check"], Value::Null);
    assert_eq!(state["legal"]["destinations"]["b8"], json!(["a6", "c6"]));
    assert_eq!(state["legal"]["promotions"], json!([]));
    assert_eq!(
        state["clocks"],
        json!({"remaining_ms": {"white": 61_500, "black": null}, "running": "white"})
    );
    assert_eq!(state["offers"], json!([{"by": "black", "offer": "draw"}]));
    assert_eq!(state["status"], json!({"type": "playing"}));
}

// req: A6
#[test]
fn castling_and_promotion_are_shown_as_a_board_plays_them() {
    for (fen, from, to, promotions) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "g1", json!([])),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1", "h1", json!([])),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7", "a8", json!(["a7a8"])),
        ("1r6/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7", "b8", json!(["a7a8", "a7b8"])),
    ] {
        let legal = shown(&board(Some(fen), &[]), |_, _| {})["state"]["legal"].take();
        let targets = legal["destinations"][from].as_array().expect("a piece that can move");
        assert_eq!(targets.iter().filter(|target| *target == to).count(), 1, "{fen}");
        let mut found = legal["promotions"].as_array().expect("a list").clone();
        found.sort_by_key(ToString::to_string);
        assert_eq!(Value::from(found), promotions, "{fen}");
    }
}

// req: A4, B1
#[test]
fn check_and_moves_taken_back_are_shown() {
    let mut played = board(None, &["f3", "e5", "g4", "Qh4#"]);
    let mate = End::Board(played.outcome().expect("mate"));
    let view = shown(&played, |snapshot, _| snapshot.end = Some(mate));
    assert_eq!(view["state"]["check"], "e1");
    assert_eq!(view["state"]["legal"]["destinations"], json!({}));
    assert_eq!(
        view["state"]["status"],
        json!({
            "type": "over", "winner": "black", "result": "0-1", "reason": "checkmate",
            "message": "Black wins by checkmate", "next": null,
        })
    );
    played.undo();
    played.undo();
    assert_eq!(shown(&played, |_, _| {})["state"]["undone"], 2);
}

// req: A5
#[test]
fn every_end_has_a_word_and_a_sentence() {
    for (end, reason, message) in [
        (End::Agreement, "agreement", "Draw by agreement"),
        (End::Board(chess::Outcome::Stalemate), "stalemate", "Stalemate! It's a draw"),
        (End::Resigned { by: Color::White }, "resignation", "White resigned; Black wins"),
        (
            End::Flagged { color: Color::Black, winner: Some(Color::White) },
            "time",
            "Black ran out of time; White wins",
        ),
        (
            End::Flagged { color: Color::Black, winner: None },
            "time",
            "Black ran out of time, but White cannot mate: draw",
        ),
        (
            End::Abandoned { by: Color::Black, winner: Some(Color::White) },
            "abandoned",
            "Black left the game; White wins",
        ),
        (
            End::Abandoned { by: Color::Black, winner: None },
            "abandoned",
            "Black left the game: draw",
        ),
        (End::Aborted, "aborted", "Game aborted"),
        (End::Recorded { winner: Some(Color::White) }, "recorded", "White wins"),
        (End::Recorded { winner: None }, "recorded", "Draw"),
    ] {
        let view = shown(&board(None, &[]), |snapshot, _| snapshot.end = Some(end));
        let status = &view["state"]["status"];
        assert_eq!((&status["reason"], &status["message"]), (&json!(reason), &json!(message)));
    }
}

#[test]
fn nobody_moves_while_a_seat_is_open() {
    let view = shown(&board(None, &[]), |_, terms| {
        terms.seats[Color::Black] = Seat { name: None, player: Player::Open };
    });
    assert_eq!(view["state"]["status"], json!({"type": "waiting"}));
    assert_eq!(view["state"]["legal"]["destinations"], json!({}));
}

#[test]
fn events_say_what_happened_and_where_the_game_stands() {
    let id = GameId::from_random([1; GameId::LENGTH]);
    let (agreed, played) = (terms(), board(None, &["e4", "e5"]));
    let snapshot = Snapshot {
        id: &id,
        version: 3,
        terms: &agreed,
        board: &played,
        clocks: ByColor::new(None, None),
        running: None,
        offers: &[],
        is_adjourned: false,
        end: None,
        next: None,
    };
    let play = played.moves()[1];
    let clocks = ByColor::new(None, None);
    for (event, expected) in [
        (
            Event::Moved { play, clock: None },
            json!({"type": "moved", "ply": 2, "uci": "e7e5", "san": "e5"}),
        ),
        (
            Event::Redone { plies: 2, clocks },
            json!({"type": "redone", "played": [
                {"uci": "e2e4", "san": "e4"}, {"uci": "e7e5", "san": "e5"},
            ]}),
        ),
        (Event::TakenBack { plies: 1, clocks }, json!({"type": "taken_back", "plies": 1})),
        (
            Event::Offered { by: Color::White, offer: Offer::Rematch },
            json!({"type": "offered", "by": "white", "offer": "rematch"}),
        ),
        (Event::Aborted { by: None }, json!({"type": "aborted", "by": null})),
        (
            Event::TimeGiven { to: Color::Black, amount: Duration::from_secs(15) },
            json!({"type": "time_given", "to": "black", "ms": 15_000}),
        ),
    ] {
        let record = Record { version: 3, at: Timestamp(77), event };
        let message = serde_json::to_value(convert::event(&record, &snapshot)).expect("writable");
        assert_eq!(message["type"], "event");
        assert_eq!((&message["version"], &message["at_ms"]), (&json!(3), &json!(77)));
        assert_eq!(message["event"], expected);
        assert_eq!(message["state"]["turn"], "white");
    }
}
