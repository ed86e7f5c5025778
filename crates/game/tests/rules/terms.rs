//! Terms that nobody can play by.

use std::time::Duration;

use chess::{ByColor, Color, Outcome};
use game::{
    Bonus, End, Event, Game, Player, Record, Start, Status, Terms, TermsError, TimeControl,
    Timestamp,
};

use crate::table::*;

fn for_black(base: Duration, bonus: Bonus) -> Terms {
    Terms { time: ByColor::new(None, Some(TimeControl { base, bonus })), ..people() }
}

#[test]
fn terms_that_nobody_can_play_by_are_refused() {
    let (black, day, second) = (Color::Black, Duration::from_hours(24), Duration::from_secs(1));
    let ten_minutes = Duration::from_mins(10);
    let chess960 = |number| Terms { start: Start::Chess960(number), ..people() };
    let mut open = screen();
    open.seats[black] = seat(Player::Open);
    let mut engine = against_engine(black);
    engine.shared = true;
    let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    let mated = Outcome::Checkmate { winner: Color::White };
    let fifty = from_fen(people(), "4k3/8/8/8/8/8/8/R3K3 w - - 100 90");
    for (terms, expected) in [
        (people(), None),
        (chess960(959), None),
        (chess960(960), Some(TermsError::NoSuchStart(960))),
        (from_fen(people(), mate), Some(TermsError::StartIsOver(mated))),
        (fifty.clone(), None),
        (
            Terms { automatic_draws: true, ..fifty },
            Some(TermsError::StartIsOver(Outcome::FiftyMoves)),
        ),
        (for_black(day, Bonus::Delay(ten_minutes)), None),
        (for_black(day + second, Bonus::None), Some(TermsError::TooMuchTime(black, day + second))),
        (
            for_black(day, Bonus::Bronstein(ten_minutes + second)),
            Some(TermsError::TooMuchBonus(black, ten_minutes + second)),
        ),
        (for_black(Duration::ZERO, Bonus::Increment(second)), None),
        (for_black(Duration::ZERO, Bonus::Delay(second)), None),
        (for_black(Duration::ZERO, Bonus::Bronstein(second)), Some(TermsError::NoTime(black))),
        (for_black(Duration::ZERO, Bonus::Increment(ms(0))), Some(TermsError::NoTime(black))),
        (for_black(Duration::ZERO, Bonus::None), Some(TermsError::NoTime(black))),
        (open, Some(TermsError::SharedWithoutPerson(black))),
        (engine, Some(TermsError::SharedWithoutPerson(black))),
    ] {
        assert_eq!(Game::new(terms.clone(), Timestamp(0)).err(), expected, "{terms:?}");
    }
}

#[test]
fn a_game_that_was_over_where_it_starts_can_be_kept() {
    let mate = from_fen(people(), "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    let created = Record { version: 1, at: Timestamp(7), event: Event::Created(Box::new(mate)) };
    let game = Game::replay([created]).expect("a valid log");
    let mated = Outcome::Checkmate { winner: Color::White };
    assert_eq!(game.status(), Status::Over(End::Board(mated)));
}

#[test]
fn an_error_names_what_it_saw() {
    for (error, sentence) in [
        (
            TermsError::NoSuchStart(960),
            "there is no Chess960 position 960; they are numbered from 0 to 959",
        ),
        (
            TermsError::StartIsOver(Outcome::Stalemate),
            "the game would be over before the first move: Draw by stalemate",
        ),
        (
            TermsError::TooMuchTime(Color::White, Duration::from_secs(86_401)),
            "86401s for White is too long; at most 24 hours are allowed",
        ),
    ] {
        assert_eq!(error.to_string(), sentence);
    }
}
