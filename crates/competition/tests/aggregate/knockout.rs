//! Knockouts: who goes on, ties, corrections, and places.

use competition::aggregate::{Command, CompetitionError, Event, Format, MatchLength, Numbering};

use super::club::{BLACK, Club, DRAW, WHITE, board, id, knockout};

fn format(games: MatchLength, third_place: bool) -> Format {
    Format::Knockout { games, third_place, numbering: Numbering::Rating }
}

#[test]
fn the_better_seeds_have_the_byes_and_winners_meet() {
    let mut club = Club::of(knockout(), 6);
    club.pair();
    assert_eq!(club.pairs(1), "ED CF");
    club.finish_round(WHITE);
    club.pair();
    assert_eq!(club.pairs(2), "EA BC");
    club.finish_round(WHITE);
    club.pair();
    assert_eq!(club.pairs(3), "EB");
    club.finish_round(BLACK);
    assert_eq!(club.table(), "1B20 2E20 3A0 3C10 5D0 5F0");
    club.order(Command::Finish);
}

#[test]
fn a_tied_match_is_decided_before_the_next_round() {
    let mut club = Club::of(knockout(), 4);
    club.pair();
    club.finish_round(DRAW);
    assert_eq!(club.rejects(Command::PairRound), CompetitionError::MatchTied(board(1, 1)));
    let decide = |number, winner| Command::DecideMatch { board: number, winner: id(winner) };
    let stranger = CompetitionError::NotPaired { id: id(2), round: 1 };
    assert_eq!(club.rejects(decide(board(1, 1), 2)), stranger);
    club.order(decide(board(1, 1), 4));
    club.order(decide(board(1, 2), 2));
    assert_eq!(club.order(decide(board(1, 2), 2)), []);
    club.pair();
    assert_eq!(club.pairs(2), "BD");
    club.set(2, 1, WHITE);
    let error = club.rejects(decide(board(2, 1), 2));
    assert_eq!(error, CompetitionError::NotTied(board(2, 1)));
}

#[test]
fn two_games_with_either_color_make_a_match() {
    let mut club = Club::of(format(MatchLength::Two, true), 4);
    club.pair();
    assert_eq!(club.pairs(1), "AD DA CB BC");
    for (number, result) in [(1, DRAW), (2, BLACK), (3, WHITE), (4, WHITE)] {
        club.set(1, number, result);
    }
    assert_eq!(club.rejects(Command::PairRound), CompetitionError::MatchTied(board(1, 3)));
    club.order(Command::DecideMatch { board: board(1, 4), winner: id(3) });
    club.pair();
    assert_eq!(club.pairs(2), "CA AC BD DB");
    for (number, result) in [(1, WHITE), (2, BLACK), (3, DRAW), (4, WHITE)] {
        club.set(2, number, result);
    }
    assert_eq!(club.table(), "1C30 2A15 3D20 4B15");
}

#[test]
fn a_correction_that_changes_who_goes_on_pairs_the_next_round_again() {
    let mut club = Club::of(format(MatchLength::One, true), 4);
    club.pair();
    assert_eq!(club.pairs(1), "AD CB");
    club.finish_round(WHITE);
    club.pair();
    assert_eq!(club.pairs(2), "CA BD");
    let correct = |result| Command::SetResult { board: board(1, 1), result };
    let events = club.order(correct(BLACK));
    assert!(matches!(
        events[..],
        [Event::ResultSet { .. }, Event::PairingRemoved { round: 2 }, Event::RoundPaired { .. }]
    ));
    assert_eq!(club.pairs(2), "DC BA");
    club.set(2, 2, DRAW);
    assert_eq!(club.rejects(correct(WHITE)), CompetitionError::ChangesBracket(board(1, 1)));
    let clear = Command::ClearResult(board(1, 1));
    assert_eq!(club.rejects(clear), CompetitionError::ChangesBracket(board(1, 1)));
    // Winning by forfeit instead changes nothing in the bracket.
    let forfeit = competition::aggregate::BoardResult::ForfeitWin(chess::Color::Black);
    assert_eq!(club.order(correct(forfeit)).len(), 1);
}

#[test]
fn a_correction_to_a_tie_needs_a_decision_first() {
    let mut club = Club::of(knockout(), 4);
    club.pair();
    club.finish_round(WHITE);
    club.pair();
    let before = club.state();
    let error = club.rejects(Command::SetResult { board: board(1, 1), result: DRAW });
    assert_eq!(error, CompetitionError::MatchTied(board(1, 1)));
    assert_eq!(club.state(), before);
    club.order(Command::RemovePairing);
    club.set(1, 1, DRAW);
    club.order(Command::DecideMatch { board: board(1, 1), winner: id(4) });
    club.pair();
    assert_eq!(club.pairs(2), "DC");
}

#[test]
fn the_opponent_of_somebody_who_withdraws_goes_on() {
    let mut club = Club::of(knockout(), 4);
    club.pair();
    club.finish_round(WHITE);
    club.order(Command::Withdraw(id(1)));
    club.pair();
    assert_eq!(club.pairs(2), "CA");
    club.order(Command::Finish);
    assert_eq!(club.table(), "1C20 2A10 3B0 3D0");
}

#[test]
fn nobody_goes_on_from_a_match_to_which_nobody_came() {
    let mut club = Club::of(knockout(), 4);
    club.pair();
    club.set(1, 1, competition::aggregate::BoardResult::DoubleForfeit);
    club.set(1, 2, WHITE);
    club.pair();
    assert_eq!(club.pairs(2), "");
    club.order(Command::Finish);
    assert_eq!(club.table(), "1C10 3A0 3B0 3D0");
}

#[test]
fn players_exchanged_in_the_first_round_keep_their_new_place() {
    let mut club = Club::of(knockout(), 5);
    club.pair();
    assert_eq!(club.pairs(1), "ED");
    club.order(Command::Exchange { first: id(1), second: id(4) });
    assert_eq!(club.pairs(1), "EA");
    club.set(1, 1, BLACK);
    club.pair();
    assert_eq!(club.pairs(2), "AD BC");
}
