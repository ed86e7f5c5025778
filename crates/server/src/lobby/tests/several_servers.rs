//! The lobby of two servers, each of which knows its own pages and boards.

use store::ServerId;

use super::super::offers::Outcome;
use super::super::state::RatingRange;
use super::{GRACE, TestLobby, account, asker, at, game, here, lobby, lot, offer, terms, view};

/// Anna is in the lobby of the first server, and so is her open game. Ben is in that of the second.
fn two_servers() -> (TestLobby, TestLobby) {
    let (mut one, mut other) = (lobby(&["Anna"]), TestLobby::of(ServerId(2)));
    let seek = one.seek(offer("s"), &asker("Anna"), terms(None), RatingRange::default(), at(0));
    assert_eq!(seek, Ok(Outcome::Open));
    other.read(&one);
    other.hear(&asker("Ben"), at(0));
    one.read(&other);
    (one, other)
}

#[test]
fn a_page_is_here_while_any_server_hears_of_it() {
    let (mut one, mut other) = two_servers();
    other.hear(&asker("Anna"), at(40));
    one.read(&other);
    assert!(one.expire(at(60)), "the first has not heard of Anna for long");
    other.read(&one);
    assert_eq!(here(&one), ["Anna", "Ben"]);
    assert_eq!(view(&other, "Ben").seeks.len(), 1, "and so is what she offers");
    other.hear(&asker("Ben"), at(90));
    assert!(other.expire(at(100)));
    assert_eq!((here(&other), view(&other, "Ben").seeks), (vec!["Ben".to_owned()], vec![]));
}

#[test]
fn whoever_logs_out_on_one_server_is_gone_on_all() {
    let (mut one, mut other) = two_servers();
    other.hear(&asker("Anna"), at(1));
    other.leave(account("Anna"), at(2));
    one.read(&other);
    one.expire(at(3));
    assert_eq!((here(&one), view(&one, "Ben").seeks), (vec!["Ben".to_owned()], vec![]));
    one.hear(&asker("Anna"), at(4));
    assert_eq!(here(&one), ["Anna", "Ben"], "another device brings her back");
}

#[test]
fn a_server_that_is_gone_takes_its_pages_and_unfinished_games_along() {
    let (one, mut other) = two_servers();
    other.hear(&asker("Cleo"), at(1));
    other.forget_server(ServerId(1), at(1));
    assert_eq!((here(&other), view(&other, "Ben").seeks.len()), (names(&["Ben", "Cleo"]), 0));

    let (mut one, mut other) = (one, two_servers().1);
    assert!(one.join_seek(&offer("s"), &asker("Ben"), None, lot(2), at(1)).is_ok());
    other.read(&one);
    other.hear(&asker("Anna"), at(1));
    assert!(other.game(account("Ben")).is_some());
    assert_eq!(other.servers(), [ServerId(1), ServerId(2)].into());
    other.forget_server(ServerId(1), at(2));
    assert!(other.playing.is_empty(), "nobody creates the game");
    assert_eq!(other.servers(), [ServerId(2)].into());
}

#[test]
fn a_player_stays_at_a_board_that_another_server_has() {
    let (mut one, mut other) = two_servers();
    one.join_board(account("Anna"), &game(3), at(1));
    other.read(&one);
    other.join_board(account("Anna"), &game(3), at(2));
    one.read(&other);
    one.leave_board(account("Anna"), &game(3), at(3));
    other.read(&one);
    other.hear(&asker("Anna"), at(40));
    other.expire(at(3).after(2 * GRACE));
    assert!(other.game(account("Anna")).is_some());
    other.end_game(&game(3));
    one.read(&other);
    assert!(one.game(account("Anna")).is_none());
}

#[test]
fn a_game_of_another_server_is_over_for_all() {
    let (mut one, mut other) = two_servers();
    one.join_board(account("Anna"), &game(3), at(1));
    other.read(&one);
    other.end_game(&game(3));
    one.read(&other);
    one.expire(at(2));
    assert!(one.game(account("Anna")).is_none(), "though nobody has told the first server");
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}
