//! The game of an opponent who is gone.

use std::time::Duration;

use chess::Color;
use game::{
    AbandonedResult, Absence, Bonus, Command, Departure, End, Event, GameError, Status, Terms,
    Timestamp,
};

use crate::table::*;

/// Gone since the first second, with ten seconds to come back.
const GONE: Absence = Absence { since: Timestamp(1_000), patience: Duration::from_secs(10) };

fn claim(result: AbandonedResult, absence: Option<Absence>) -> Command {
    Command::ClaimAbandoned { result, absence }
}

#[test]
fn whoever_stayed_may_claim_after_a_fair_wait_and_not_before() {
    let win = AbandonedResult::Win;
    for (absence, at, expected) in [
        (None, 100_000, Err(GameError::OpponentPresent)),
        (Some(GONE), 1_000, Err(GameError::OpponentMayReturn)),
        (Some(GONE), 10_999, Err(GameError::OpponentMayReturn)),
        (Some(GONE), 11_000, Ok(vec![Event::Abandoned { by: Color::Black, result: win }])),
    ] {
        let mut table = Table::new(people());
        table.play("e4 e5", 0);
        assert_eq!(table.act(WHITE, &claim(win, absence), at), expected, "{at}");
        assert_eq!(table.is_playing(), expected.is_err());
    }
}

#[test]
fn a_claim_wins_draws_or_is_worth_half_to_whoever_cannot_mate() {
    let bare = "4k3/q7/8/8/8/8/8/4K3 b - - 0 1";
    for (fen, result, winner) in [
        (None, AbandonedResult::Win, Some(Color::White)),
        (None, AbandonedResult::Draw, None),
        (Some(bare), AbandonedResult::Win, None),
    ] {
        let terms = fen.map_or_else(people, |fen| from_fen(people(), fen));
        let mut table = Table::new(terms);
        table.play(if fen.is_some() { "Qd7 Kf2" } else { "e4 e5" }, 0);
        table.act(WHITE, &claim(result, Some(GONE)), 60_000).unwrap();
        let end = End::Abandoned { by: Color::Black, winner };
        assert_eq!(table.game.status(), Status::Over(end));
        assert_eq!(end.result(), if winner.is_some() { "1-0" } else { "1/2-1/2" });
        assert_eq!(game::Game::replay(table.log.clone()).unwrap(), table.game);
    }
}

#[test]
fn engines_and_shared_screens_are_never_abandoned_and_the_unbegun_is_called_off() {
    for (terms, moves, expected) in [
        (against_engine(Color::Black), "e4 e5", GameError::NotAllowed),
        (people(), "e4", GameError::NotAllowed),
        (people(), "f3 e5 g4 Qh4", GameError::Over),
        (Terms { abandonment: false, ..people() }, "e4 e5", GameError::NotAllowed),
    ] {
        let mut table = Table::new(terms);
        table.play(moves, 0);
        let claimed = table.act(WHITE, &claim(AbandonedResult::Win, Some(GONE)), 60_000);
        assert_eq!(claimed, Err(expected), "{moves}");
    }
    let mut table = Table::new(screen());
    let both = game::Actor::Both;
    for san in ["e4", "e5"] {
        let command = table.to_play(san);
        table.act(both, &command, 0).unwrap();
    }
    let claimed = table.act(both, &claim(AbandonedResult::Win, Some(GONE)), 60_000);
    assert_eq!(claimed, Err(GameError::NotAllowed));
}

#[test]
fn a_flag_that_fell_comes_before_a_claim() {
    let mut table = Table::new(timed(people(), 30_000, Bonus::None));
    table.play("e4 e5 Nf3", 0);
    let claimed = table.act(WHITE, &claim(AbandonedResult::Draw, Some(GONE)), 40_000);
    assert_eq!(claimed, Ok(vec![Event::Flagged { color: Color::Black }]));
}

#[test]
fn the_wait_grows_with_the_clock_and_is_shorter_for_whoever_closed_the_page() {
    let (closed, lost) = (Departure::Closed, Departure::Lost);
    for (base, bonus, departure, seconds) in [
        (60, 0, closed, 15),
        (60, 0, lost, 30),
        (180, 2, closed, 26),
        (180, 2, lost, 65),
        (600, 5, closed, 80),
        (600, 5, lost, 200),
        (5_400, 30, closed, 120),
        (5_400, 30, lost, 300),
    ] {
        let bonus = Bonus::Increment(Duration::from_secs(bonus));
        let control = timed(people(), base * 1_000, bonus).time[Color::White];
        assert_eq!(departure.patience(control), Duration::from_secs(seconds), "{base}");
    }
    for departure in [closed, lost] {
        assert_eq!(departure.patience(None), Duration::from_mins(5), "nobody is in a hurry");
    }
}
