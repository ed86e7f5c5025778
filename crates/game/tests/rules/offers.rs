//! Draws, takebacks and rematches that one side offers and the other answers.

use chess::Color;
use game::{Actor, Bonus, Command, End, Event, GameError, Offer, Status, rematch_terms};

use crate::table::*;

const OFFERS: [Offer; 3] = [Offer::Draw, Offer::Takeback, Offer::Rematch];

/// Which side has offered what, as `[White's, Black's]`.
fn offered(table: &Table, offer: Offer) -> [bool; 2] {
    Color::ALL.map(|color| table.game.has_offered(color, offer))
}

#[test]
fn an_offer_stands_until_it_is_answered() {
    for offer in [Offer::Draw, Offer::Takeback] {
        for actor in [WHITE, BLACK] {
            let mut table = Table::new(people());
            table.play("e4 e5", 0);
            table.act(BLACK, &Command::Offer(offer), 0).unwrap();
            assert_eq!(offered(&table, offer), [false, true]);
            // The one who made it withdraws it by declining.
            table.act(actor, &Command::Decline(offer), 0).unwrap();
            assert_eq!(offered(&table, offer), [false, false]);
            assert_eq!(table.act(actor, &Command::Decline(offer), 0), Err(GameError::NoOffer));
        }
    }
}

#[test]
fn a_move_of_the_other_side_declines_and_ones_own_does_not() {
    let mut table = Table::new(people());
    table.play("e4 e5", 0);
    table.act(WHITE, &Command::Offer(Offer::Draw), 0).unwrap();
    table.play("Nf3", 0);
    assert_eq!(offered(&table, Offer::Draw), [true, false]);
    table.play("Nc6", 0);
    assert_eq!(offered(&table, Offer::Draw), [false, false]);
    assert_eq!(table.act(BLACK, &Command::Decline(Offer::Draw), 0), Err(GameError::NoOffer));
}

#[test]
fn the_same_is_offered_again_only_after_a_move() {
    let mut table = Table::new(people());
    table.play("e4 e5", 0);
    let offer = Command::Offer(Offer::Draw);
    table.act(WHITE, &offer, 0).unwrap();
    assert_eq!(table.act(WHITE, &offer, 0), Err(GameError::AlreadyOffered));
    table.act(BLACK, &Command::Decline(Offer::Draw), 0).unwrap();
    assert_eq!(table.act(WHITE, &offer, 0), Err(GameError::AlreadyOffered));
    table.play("Nf3", 0);
    assert!(table.act(WHITE, &offer, 0).is_ok());
    table.play("Nc6", 0);
    assert_eq!(table.act(WHITE, &offer, 0), Err(GameError::AlreadyOffered));
}

#[test]
fn offering_what_was_offered_accepts_it() {
    let mut table = Table::new(people());
    table.act(WHITE, &Command::Offer(Offer::Draw), 0).unwrap();
    let answer = table.act(BLACK, &Command::Offer(Offer::Draw), 0);
    assert_eq!(answer, Ok(vec![Event::DrawAgreed]));
    assert_eq!(table.game.status(), Status::Over(End::Agreement));
    assert_eq!(offered(&table, Offer::Draw), [false, false]);
}

#[test]
fn a_takeback_brings_the_last_move_of_the_one_who_asked_off_the_board() {
    for (moves, asker, giver, left) in [
        ("e4 e5", WHITE, BLACK, 0),
        ("e4 e5", BLACK, WHITE, 1),
        ("e4 e5 Nf3", WHITE, BLACK, 2),
        ("e4 e5 Nf3", BLACK, WHITE, 1),
    ] {
        let mut table = Table::new(people());
        table.play(moves, 0);
        table.act(asker, &Command::Offer(Offer::Takeback), 0).unwrap();
        table.act(giver, &Command::Offer(Offer::Takeback), 0).unwrap();
        assert_eq!(table.game.board().moves().len(), left, "{moves} {asker:?}");
        assert_eq!(offered(&table, Offer::Takeback), [false, false]);
    }
}

#[test]
fn a_takeback_gives_no_time_back() {
    let mut table = Table::new(timed(people(), 60_000, Bonus::None));
    table.play("e4 e5", 0).play("Nf3", 10_000);
    table.act(WHITE, &Command::Offer(Offer::Takeback), 11_000).unwrap();
    table.act(BLACK, &Command::Offer(Offer::Takeback), 15_000).unwrap();
    assert_eq!(table.clocks(16_000), [Some(49_000), Some(55_000)]);
}

#[test]
fn a_takeback_is_asked_of_people_who_have_a_move_to_give_back() {
    let ask = Command::Offer(Offer::Takeback);
    let mut table = Table::new(people());
    assert_eq!(table.act(WHITE, &ask, 0), Err(GameError::NothingToUndo));
    table.play("e4", 0);
    assert_eq!(table.act(BLACK, &ask, 0), Err(GameError::NothingToUndo));

    let mut table = Table::new(against_engine(Color::Black));
    table.play("e4 e5", 0);
    assert_eq!(table.act(WHITE, &ask, 0), Err(GameError::NotAllowed));
    let mut table = Table::new(screen());
    table.play("e4 e5", 0);
    assert_eq!(table.act(Actor::Both, &ask, 0), Err(GameError::NotAllowed));
}

#[test]
fn a_draw_at_one_screen_is_agreed_at_once() {
    let mut table = Table::new(screen());
    let answer = table.act(Actor::Both, &Command::Offer(Offer::Draw), 0);
    assert_eq!(answer, Ok(vec![Event::DrawAgreed]));
}

#[test]
fn an_engine_answers_like_anybody() {
    let mut table = Table::new(against_engine(Color::Black));
    table.act(WHITE, &Command::Offer(Offer::Draw), 0).unwrap();
    table.act(BLACK, &Command::Decline(Offer::Draw), 0).unwrap();
    assert!(table.is_playing());
    table.play("e4", 0);
    table.act(WHITE, &Command::Offer(Offer::Draw), 0).unwrap();
    table.act(BLACK, &Command::Offer(Offer::Draw), 0).unwrap();
    assert_eq!(table.game.status(), Status::Over(End::Agreement));
}

#[test]
fn offers_fit_the_stage_of_the_game() {
    let mut table = Table::new(people());
    table.play("e4 e5", 0);
    assert_eq!(table.act(WHITE, &Command::Offer(Offer::Rematch), 0), Err(GameError::NotOver));
    table.act(BLACK, &Command::Offer(Offer::Draw), 0).unwrap();
    table.act(WHITE, &Command::Resign, 0).unwrap();
    for offer in OFFERS {
        assert_eq!(offered(&table, offer), [false, false]);
    }
    for offer in [Offer::Draw, Offer::Takeback] {
        assert_eq!(table.act(WHITE, &Command::Offer(offer), 0), Err(GameError::Over));
    }
}

#[test]
fn a_rematch_needs_an_offer_among_people_and_happens_once() {
    let rematch = || Command::Rematch { next: id("abcdefghij") };
    let mut table = Table::new(people());
    assert_eq!(table.act(WHITE, &rematch(), 0), Err(GameError::NotOver));
    table.act(WHITE, &Command::Abort, 0).unwrap();
    assert_eq!(table.act(WHITE, &rematch(), 0), Err(GameError::NoOffer));
    table.act(WHITE, &Command::Offer(Offer::Rematch), 0).unwrap();
    assert_eq!(table.act(WHITE, &rematch(), 0), Err(GameError::NoOffer));
    table.act(BLACK, &rematch(), 0).unwrap();
    assert_eq!(table.game.next(), Some(&id("abcdefghij")));
    assert_eq!(offered(&table, Offer::Rematch), [false, false]);
    assert_eq!(table.act(WHITE, &rematch(), 0), Err(GameError::Rematched));
    assert_eq!(table.act(BLACK, &Command::Offer(Offer::Rematch), 0), Err(GameError::Rematched));
}

#[test]
fn a_rematch_needs_no_offer_where_one_decides_alone() {
    for (terms, actor) in [(screen(), Actor::Both), (against_engine(Color::White), BLACK)] {
        let mut table = Table::new(terms);
        table.act(actor, &Command::Resign, 0).unwrap();
        assert!(table.act(actor, &Command::Rematch { next: id("abcdefghij") }, 0).is_ok());
    }
}

#[test]
fn a_rematch_swaps_colors_and_clocks_go_with_the_players() {
    let mut terms = timed(against_engine(Color::Black), 60_000, Bonus::None);
    terms.time[Color::Black] = None;
    let next = rematch_terms(&Table::new(terms.clone()).game);
    for color in Color::ALL {
        assert_eq!(next.seats[color], terms.seats[!color]);
        assert_eq!(next.time[color], terms.time[!color]);
    }
    assert_eq!(next.start, terms.start);
}
