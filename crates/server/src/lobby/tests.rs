//! The lobby's state machine, with the time as an argument.

mod random_steps;
mod several_servers;

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use chess::{ByColor, Color};
use game::{Bonus, GameId, Name, TimeControl, Timestamp};
use store::{AccountId, ServerId};
use wire::lobby::{ChallengeState, LobbyView};

use super::LobbyError;
use super::local::LocalLobby;
use super::offers::{Lot, MAX_CHALLENGES, MAX_SEEKS, Outcome};
use super::ratings::Ratings;
use super::state::{Asker, LobbyState, MEMORY, OfferId, OfferTerms, Page, RatingRange};
use super::state::{Playing, WAY_TO_BOARD};
use crate::live::PlayerNews;

const GRACE: Duration = Duration::from_mins(1);
const NAMES: [&str; 6] = ["Anna", "Ben", "Cleo", "Dan", "Eve", "Finn"];

fn name(text: &str) -> Name {
    Name::new(text).expect("a name")
}

/// Somebody at one page. Their number is their place among the names.
fn asker(who: &str) -> Asker {
    let number = NAMES.iter().position(|name| *name == who).expect("one of them");
    let page = Some(Page(format!("{who}'s page")));
    Asker { id: AccountId(number as i64), name: name(who), page }
}

fn account(who: &str) -> AccountId {
    asker(who).id
}

fn offer(id: &str) -> OfferId {
    OfferId(id.to_owned())
}

fn game(number: u8) -> GameId {
    GameId::from_random([number; GameId::LENGTH])
}

fn lot(number: u8) -> Lot {
    Lot { game: game(number), color: Color::White }
}

fn at(seconds: u64) -> Timestamp {
    Timestamp(1_000_000 + seconds * 1_000)
}

const BLITZ: Option<TimeControl> =
    Some(TimeControl { base: Duration::from_mins(5), bonus: Bonus::None });

fn terms(color: Option<Color>) -> OfferTerms {
    OfferTerms { time: BLITZ, color }
}

/// The lobby of the only server, with what that knows by itself. Without a wait between two steps,
/// everything is shared at once.
struct TestLobby {
    state: LobbyState,
    local: LocalLobby,
}

impl TestLobby {
    fn new() -> TestLobby {
        TestLobby::of(ServerId(1))
    }

    fn of(server: ServerId) -> TestLobby {
        let state = LobbyState::new(GRACE, server);
        TestLobby { state, local: LocalLobby::new(GRACE) }
    }

    /// Another server has stored this lobby, after a change of this one was stored there.
    fn read(&mut self, stored: &LobbyState) {
        let text = stored.to_json().expect("text");
        let state = self.state.read_json(&text).expect("a lobby");
        self.local.adopt(&self.state, &state);
        self.state = state;
    }

    /// Shares what was learned; true when the lobby is different then.
    fn expire(&mut self, now: Timestamp) -> bool {
        let before = self.state.clone();
        self.local.apply(&mut self.state, now, now);
        self.state.expire(now);
        self.state != before
    }

    /// True when others see a difference.
    fn hear(&mut self, asker: &Asker, now: Timestamp) -> bool {
        let is_known = self.state.knows(asker);
        self.local.hear(asker, now);
        self.local.apply(&mut self.state, now, now);
        self.state.hear(asker);
        !is_known
    }

    fn leave(&mut self, account: AccountId, now: Timestamp) {
        self.local.leave(account);
        self.state.leave(account, now);
    }

    fn learn(&mut self, news: PlayerNews, now: Timestamp) {
        self.local.learn(news);
        self.local.apply(&mut self.state, now, now);
    }

    fn join_board(&mut self, account: AccountId, game: &GameId, now: Timestamp) {
        self.learn(PlayerNews::Joined { account, game: game.clone() }, now);
    }

    fn leave_board(&mut self, account: AccountId, game: &GameId, now: Timestamp) {
        self.learn(PlayerNews::Left { account, game: game.clone() }, now);
    }

    fn end_game(&mut self, game: &GameId) {
        self.learn(PlayerNews::Ended { game: game.clone() }, at(0));
    }

    /// Accepts a challenge, whose game is being created from then on.
    fn accept(
        &mut self,
        id: &OfferId,
        by: &Asker,
        lot: Lot,
        now: Timestamp,
    ) -> Result<Outcome, LobbyError> {
        self.local.begin_game(lot.game.clone());
        self.state.accept(id, by, lot, now)
    }

    fn confirm(&mut self, game: &GameId) {
        self.local.confirm_game(game.clone());
        self.state.confirm(game);
    }
}

impl Deref for TestLobby {
    type Target = LobbyState;

    fn deref(&self) -> &LobbyState {
        &self.state
    }
}

impl DerefMut for TestLobby {
    fn deref_mut(&mut self) -> &mut LobbyState {
        &mut self.state
    }
}

/// A lobby in which everybody is at time 0.
fn lobby(names: &[&str]) -> TestLobby {
    let mut lobby = TestLobby::new();
    for who in names {
        assert!(lobby.hear(&asker(who), at(0)));
    }
    lobby
}

fn view(lobby: &LobbyState, who: &str) -> LobbyView {
    lobby.view(Some(account(who)), asker(who).page.as_ref(), &Ratings::default())
}

fn here(lobby: &LobbyState) -> Vec<String> {
    view(lobby, "Anna").members.into_iter().map(|member| member.name).collect()
}

/// Anna challenges Ben at time 0.
fn challenged() -> TestLobby {
    let mut lobby = lobby(&["Anna", "Ben", "Cleo", "Dan"]);
    let anna = asker("Anna");
    let made = lobby.challenge(offer("a"), &anna, &name("ben"), terms(None), lot(1), at(0));
    assert_eq!(made, Ok(Outcome::Open));
    lobby
}

#[test]
fn what_a_server_leaves_out_makes_nobody_silent() {
    let mut anna = lobby(&["Anna"]);
    let shared_now = at(30).after(2 * GRACE);
    anna.local.apply(&mut anna.state, at(30), shared_now);
    assert_eq!(here(&anna), ["Anna"]);
    anna.local.apply(&mut anna.state, at(60), shared_now.after(GRACE));
    assert_eq!(here(&anna), [""; 0]);
}

#[test]
fn somebody_is_here_until_the_grace_time_after_they_were_last_heard_of() {
    let mut lobby = lobby(&["Ben", "Anna"]);
    assert_eq!(here(&lobby), ["Anna", "Ben"], "by name");
    assert!(!lobby.hear(&asker("Anna"), at(40)), "once, from however many pages");
    let other_page = Asker { page: Some(Page("phone".into())), ..asker("Anna") };
    assert!(!lobby.hear(&other_page, at(41)));
    assert!(!lobby.expire(at(59)));
    assert_eq!(here(&lobby), ["Anna", "Ben"], "nobody has to be heard of all the time");
    assert!(lobby.expire(at(60)));
    assert_eq!(here(&lobby), ["Anna"]);
    assert!(lobby.hear(&asker("Ben"), at(61)));
    assert_eq!(here(&lobby), ["Anna", "Ben"]);
    lobby.leave(account("Ben"), at(62));
    assert_eq!(here(&lobby), ["Anna"], "whoever logs out is gone at once");
}

#[test]
fn an_accepted_challenge_starts_one_game_for_both_and_repeating_it_changes_nothing() {
    let mut lobby = challenged();
    let anna = asker("Anna");
    let again = lobby.challenge(offer("a"), &anna, &name("Ben"), terms(None), lot(9), at(1));
    assert_eq!(again, Ok(Outcome::Open));
    assert_eq!(view(&lobby, "Ben").challenges.len(), 1);
    assert!(view(&lobby, "Cleo").challenges.is_empty(), "it is between the two");

    let accepted = lobby.accept(&offer("a"), &asker("Ben"), lot(2), at(2));
    let Ok(Outcome::Starts(pairing)) = accepted else { panic!("{accepted:?}") };
    assert_eq!((&pairing.game, pairing.time), (&game(2), BLITZ));
    assert_eq!(ids(&pairing.players), both("Anna", "Ben"));
    assert_eq!(view(&lobby, "Anna").started, None, "nobody goes to a game that is not stored");
    lobby.confirm(&game(2));
    for (who, opponent) in [("Anna", "Ben"), ("Ben", "Anna")] {
        let started = view(&lobby, who).started.expect("a game");
        assert_eq!((started.opponent.as_str(), started.here), (opponent, true));
        let elsewhere =
            lobby.view(Some(account(who)), Some(&Page("x".into())), &Ratings::default());
        assert!(!elsewhere.started.expect("a game").here, "one page goes there, the others tell");
    }
    let twice = lobby.accept(&offer("a"), &asker("Ben"), lot(3), at(3));
    assert_eq!(twice, Ok(Outcome::Started(game(2))));
    assert_eq!(lobby.decline(&offer("a"), account("Ben"), at(3)), Err(LobbyError::NoChallenge));
    assert_eq!(lobby.cancel_challenge(&offer("a"), account("Anna")), Ok(()), "too late to matter");
    let again = lobby.challenge(offer("a"), &anna, &name("Ben"), terms(None), lot(9), at(4));
    assert_eq!(again, Ok(Outcome::Started(game(2))));

    lobby.join_board(account("Anna"), &game(2), at(5));
    assert_eq!(view(&lobby, "Anna").started, None, "who is there need not be told");
    let games: Vec<_> =
        view(&lobby, "Cleo").members.into_iter().map(|member| member.game).collect();
    let id = Some(game(2).to_string());
    assert_eq!(games, [id.clone(), id, None, None], "everybody sees who plays what");
}

fn ids(players: &ByColor<(AccountId, Name)>) -> ByColor<AccountId> {
    ByColor::from_fn(|color| players[color].0)
}

fn both(white: &str, black: &str) -> ByColor<AccountId> {
    ByColor::new(account(white), account(black))
}

#[test]
fn colors_are_as_the_challenger_wants_or_by_lot() {
    for (wanted, drawn, expected) in [
        (Some(Color::White), Color::Black, both("Anna", "Ben")),
        (Some(Color::Black), Color::White, both("Ben", "Anna")),
        (None, Color::White, both("Anna", "Ben")),
        (None, Color::Black, both("Ben", "Anna")),
    ] {
        let mut lobby = lobby(&["Anna", "Ben"]);
        let anna = asker("Anna");
        let made = lobby.challenge(offer("a"), &anna, &name("Ben"), terms(wanted), lot(1), at(0));
        assert_eq!(made, Ok(Outcome::Open));
        let lot = Lot { game: game(1), color: drawn };
        let accepted = lobby.accept(&offer("a"), &asker("Ben"), lot, at(1));
        let Ok(Outcome::Starts(pairing)) = accepted else { panic!("{accepted:?}") };
        assert_eq!(ids(&pairing.players), expected, "{wanted:?} {drawn:?}");
    }
}

#[test]
fn two_who_challenge_each_other_alike_play_at_once() {
    for (other, starts) in [
        (terms(None), true),
        (terms(Some(Color::White)), false),
        (OfferTerms { time: None, color: None }, false),
    ] {
        let mut lobby = challenged();
        let ben = asker("Ben");
        let made = lobby.challenge(offer("b"), &ben, &name("Anna"), other, lot(2), at(1));
        assert_eq!(matches!(made, Ok(Outcome::Starts(_))), starts, "{other:?}");
        let open = view(&lobby, "Anna").challenges.len();
        assert_eq!(open, if starts { 0 } else { 2 }, "otherwise each may accept the other's");
        let again = lobby.challenge(offer("b"), &ben, &name("Anna"), other, lot(3), at(1));
        let same = if starts { Outcome::Started(game(2)) } else { Outcome::Open };
        assert_eq!(again, Ok(same));
    }
}

#[test]
fn a_challenge_that_is_over_cannot_be_accepted() {
    let mut lobby = challenged();
    assert_eq!(lobby.cancel_challenge(&offer("a"), account("Cleo")), Err(LobbyError::NoChallenge));
    assert_eq!(lobby.cancel_challenge(&offer("a"), account("Anna")), Ok(()));
    assert_eq!(lobby.cancel_challenge(&offer("a"), account("Anna")), Ok(()));
    let late = lobby.accept(&offer("a"), &asker("Ben"), lot(1), at(1));
    assert_eq!(late, Err(LobbyError::NoChallenge));

    let mut lobby = challenged();
    for who in ["Anna", "Cleo"] {
        let foreign = lobby.accept(&offer("a"), &asker(who), lot(1), at(1));
        assert_eq!(foreign, Err(LobbyError::NoChallenge), "{who}");
        let foreign = lobby.decline(&offer("a"), account(who), at(1));
        assert_eq!(foreign, Err(LobbyError::NoChallenge), "{who}");
    }
    assert_eq!(lobby.decline(&offer("a"), account("Ben"), at(1)), Ok(()));
    assert_eq!(lobby.decline(&offer("a"), account("Ben"), at(2)), Ok(()));
    let late = lobby.accept(&offer("a"), &asker("Ben"), lot(1), at(2));
    assert_eq!(late, Err(LobbyError::NoChallenge));
    assert!(view(&lobby, "Ben").challenges.is_empty());
    assert_eq!(view(&lobby, "Anna").challenges[0].state, ChallengeState::Declined);
    lobby.hear(&asker("Anna"), at(50));
    assert!(lobby.expire(at(1).after(MEMORY)));
    assert!(view(&lobby, "Anna").challenges.is_empty(), "the answer is shown for a while");
}

#[test]
fn a_challenge_ends_when_one_of_both_has_left() {
    let mut lobby = challenged();
    lobby.hear(&asker("Ben"), at(50));
    assert!(lobby.expire(at(60)), "the challenger is gone");
    assert!(view(&lobby, "Ben").challenges.is_empty());
    let late = lobby.accept(&offer("a"), &asker("Ben"), lot(1), at(60));
    assert_eq!(late, Err(LobbyError::NoChallenge));

    let mut lobby = challenged();
    lobby.hear(&asker("Anna"), at(50));
    assert!(lobby.expire(at(60)), "the opponent is gone");
    assert_eq!(view(&lobby, "Anna").challenges[0].state, ChallengeState::Expired);
    let gone =
        lobby.challenge(offer("b"), &asker("Anna"), &name("Ben"), terms(None), lot(1), at(61));
    assert_eq!(gone, Err(LobbyError::NotHere("Ben".into())));
}

#[test]
fn whoever_plays_is_left_alone_until_the_game_is_over() {
    let mut lobby = challenged();
    let cleo = asker("Cleo");
    let made = lobby.challenge(offer("c"), &cleo, &name("Ben"), terms(None), lot(1), at(0));
    assert_eq!(made, Ok(Outcome::Open));
    let seek = lobby.seek(offer("s"), &asker("Ben"), terms(None), RatingRange::default(), at(0));
    assert_eq!(seek, Ok(Outcome::Open));
    assert!(lobby.accept(&offer("a"), &asker("Ben"), lot(2), at(1)).is_ok());
    assert!(view(&lobby, "Dan").seeks.is_empty(), "nobody waits there any more");
    assert_eq!(view(&lobby, "Cleo").challenges[0].state, ChallengeState::Expired);
    let late = lobby.accept(&offer("c"), &asker("Ben"), lot(3), at(2));
    assert_eq!(late, Err(LobbyError::NoChallenge));
    let busy = || Err(LobbyError::InGame("Ben".into()));
    assert_eq!(
        lobby.challenge(offer("d"), &cleo, &name("Ben"), terms(None), lot(3), at(2)),
        busy()
    );
    let ben = asker("Ben");
    assert_eq!(lobby.challenge(offer("e"), &ben, &name("Dan"), terms(None), lot(3), at(2)), busy());
    assert_eq!(lobby.seek(offer("f"), &ben, terms(None), RatingRange::default(), at(2)), busy());

    lobby.end_game(&game(2));
    let made = lobby.challenge(offer("d"), &cleo, &name("Ben"), terms(None), lot(3), at(3));
    assert_eq!(made, Ok(Outcome::Open));
}

#[test]
fn accepting_while_in_another_game_is_rejected() {
    let mut lobby = challenged();
    // Ben plays by an invitation, of which the lobby learns from the board.
    let start = lobby.start_for(name("Finn"), Color::White, None);
    lobby.playing.insert(account("Ben"), vec![Playing::starting(game(7), start, at(0))]);
    let accepted = lobby.accept(&offer("a"), &asker("Ben"), lot(2), at(1));
    assert_eq!(accepted, Err(LobbyError::InGame("Ben".into())));
    assert_eq!(lobby.playing.len(), 1, "nothing has changed");
}

#[test]
fn whoever_stays_away_from_a_board_plays_no_more() {
    let mut lobby = challenged();
    assert!(lobby.accept(&offer("a"), &asker("Ben"), lot(2), at(0)).is_ok());
    lobby.confirm(&game(2));
    lobby.join_board(account("Anna"), &game(2), at(1));
    let hear_all = |lobby: &mut TestLobby, now| {
        for who in ["Anna", "Ben"] {
            lobby.hear(&asker(who), now);
        }
    };
    let before_end = at(0).after(WAY_TO_BOARD * 9 / 10);
    hear_all(&mut lobby, before_end);
    lobby.expire(before_end);
    assert!(view(&lobby, "Ben").started.is_some(), "Ben has some time to come");
    let end = at(0).after(WAY_TO_BOARD);
    lobby.expire(end);
    assert!(lobby.game(account("Ben")).is_none());
    assert!(lobby.game(account("Anna")).is_some());
    lobby.leave_board(account("Anna"), &game(2), end);
    lobby.leave_board(account("Anna"), &game(2), end.after(Duration::from_secs(30)));
    lobby.expire(end.after(GRACE * 9 / 10));
    assert!(lobby.game(account("Anna")).is_some(), "a lost connection is no departure");
    lobby.join_board(account("Anna"), &game(2), end.after(GRACE));
    lobby.expire(end.after(GRACE * 3));
    assert!(lobby.game(account("Anna")).is_some());
}

#[test]
fn a_game_that_cannot_be_stored_frees_both_and_the_offer_is_gone() {
    let mut lobby = challenged();
    assert!(lobby.accept(&offer("a"), &asker("Ben"), lot(2), at(1)).is_ok());
    lobby.revoke(&game(2));
    assert!(lobby.playing.is_empty() && lobby.challenges.is_empty());
    let made =
        lobby.challenge(offer("a"), &asker("Anna"), &name("Ben"), terms(None), lot(3), at(2));
    assert_eq!(made, Ok(Outcome::Open));
}

#[test]
fn the_first_to_join_an_open_game_plays_it() {
    let mut lobby = lobby(&["Anna", "Ben", "Cleo"]);
    let any = RatingRange::default();
    let color = terms(Some(Color::Black));
    assert_eq!(lobby.seek(offer("s"), &asker("Anna"), color, any, at(0)), Ok(Outcome::Open));
    assert_eq!(lobby.seek(offer("s"), &asker("Anna"), color, any, at(0)), Ok(Outcome::Open));
    let seen = view(&lobby, "Ben").seeks;
    assert_eq!((seen.len(), seen[0].by.as_str(), seen[0].may_join), (1, "Anna", true));
    assert!(!view(&lobby, "Anna").seeks[0].may_join);
    let own = lobby.join_seek(&offer("s"), &asker("Anna"), None, lot(1), at(1));
    assert_eq!(own, Err(LobbyError::SamePlayer));
    let joined = lobby.join_seek(&offer("s"), &asker("Ben"), None, lot(2), at(1));
    let Ok(Outcome::Starts(pairing)) = joined else { panic!("{joined:?}") };
    assert_eq!(ids(&pairing.players), both("Ben", "Anna"));
    let again = lobby.join_seek(&offer("s"), &asker("Ben"), None, lot(3), at(2));
    assert_eq!(again, Ok(Outcome::Started(game(2))));
    let late = lobby.join_seek(&offer("s"), &asker("Cleo"), None, lot(3), at(2));
    assert_eq!(late, Err(LobbyError::NoSeek));
    let host = lobby.seek(offer("s"), &asker("Anna"), color, any, at(3));
    assert_eq!(host, Ok(Outcome::Started(game(2))));
    assert_eq!(lobby.cancel_seek(&offer("s"), account("Cleo")), Err(LobbyError::NoSeek));
    assert_eq!(lobby.cancel_seek(&offer("s"), account("Anna")), Ok(()));
}

#[test]
fn an_open_game_may_be_for_some_ratings_only() {
    let range = |min, max| RatingRange { min, max };
    for (range, rating, admitted) in [
        (range(None, None), None, true),
        (range(None, None), Some(800), true),
        (range(Some(1000), None), Some(1000), true),
        (range(Some(1000), None), Some(999), false),
        (range(None, Some(1200)), Some(1201), false),
        (range(Some(1000), Some(1200)), Some(1100), true),
        (range(Some(1000), Some(1200)), None, false),
    ] {
        let mut lobby = lobby(&["Anna", "Ben"]);
        let made = lobby.seek(offer("s"), &asker("Anna"), terms(None), range, at(0));
        assert_eq!(made, Ok(Outcome::Open));
        let joined = lobby.join_seek(&offer("s"), &asker("Ben"), rating, lot(1), at(1));
        assert_eq!(joined.is_ok(), admitted, "{range:?} {rating:?}");
        if !admitted {
            assert_eq!(joined, Err(LobbyError::NotEligible));
        }
    }
}

#[test]
fn nobody_fills_the_lobby() {
    let names: Vec<String> = (0..=MAX_CHALLENGES).map(|n| format!("Member {n}")).collect();
    let mut lobby = lobby(&["Anna"]);
    for (number, text) in names.iter().enumerate() {
        let id = AccountId(100 + number as i64);
        lobby.hear(&Asker { id, name: name(text), page: None }, at(0));
    }
    let anna = asker("Anna");
    for (number, text) in names.iter().enumerate() {
        let made = lobby.challenge(offer(text), &anna, &name(text), terms(None), lot(1), at(0));
        assert_eq!(made.is_ok(), number < MAX_CHALLENGES, "{number}");
    }
    let first = &names[0];
    let again = lobby.challenge(offer("new"), &anna, &name(first), terms(None), lot(1), at(1));
    assert_eq!(
        again,
        Ok(Outcome::Open),
        "a second challenge to the same member replaces the first"
    );
    assert_eq!(lobby.challenges.len(), MAX_CHALLENGES);
    let itself = lobby.challenge(offer("x"), &anna, &name("Anna"), terms(None), lot(1), at(1));
    assert_eq!(itself, Err(LobbyError::SamePlayer));
    for number in 0..=MAX_SEEKS {
        let id = offer(&format!("s{number}"));
        let made = lobby.seek(id, &anna, terms(None), RatingRange::default(), at(0));
        let expected = if number < MAX_SEEKS { Ok(Outcome::Open) } else { Err(LobbyError::Full) };
        assert_eq!(made, expected);
    }
}

#[test]
fn an_organizer_seats_all_pairs_or_none() {
    let pair = |white, black, number| (ByColor::new(name(white), name(black)), game(number));
    let mut lobby = lobby(&["Anna", "Ben", "Cleo", "Dan"]);
    for (pairs, error) in [
        (vec![pair("Anna", "Ben", 1), pair("Cleo", "Eve", 2)], LobbyError::NotHere("Eve".into())),
        (vec![pair("Anna", "Ben", 1), pair("Cleo", "Ben", 2)], LobbyError::SamePlayer),
        (vec![pair("Anna", "anna", 1)], LobbyError::SamePlayer),
    ] {
        assert_eq!(lobby.seat(offer("r"), pairs, None, at(1)), Err(error));
        assert!(lobby.playing.is_empty());
    }
    let pairs = || vec![pair("Anna", "Ben", 1), pair("Dan", "Cleo", 2)];
    let (games, pairings) = lobby.seat(offer("r"), pairs(), None, at(1)).expect("two games");
    assert_eq!((games.len(), pairings.len()), (2, 2));
    assert_eq!(ids(&pairings[1].players), both("Dan", "Cleo"));
    lobby.confirm(&game(2));
    let started = view(&lobby, "Cleo").started.expect("a game");
    assert!(started.here, "the page that Cleo opened last goes there");
    let again = lobby.seat(offer("r"), pairs(), None, at(2));
    assert_eq!(again, Ok((games, Vec::new())));
    let other = lobby.seat(offer("q"), vec![pair("Anna", "Dan", 3)], None, at(2));
    assert_eq!(other, Err(LobbyError::InGame("Anna".into())));
}

#[test]
fn a_lobby_comes_back_from_json_as_it_was() {
    let mut lobby = challenged();
    let range = RatingRange { min: Some(1_000), max: None };
    assert!(lobby.seek(offer("s"), &asker("Cleo"), terms(None), range, at(1)).is_ok());
    assert!(lobby.seek(offer("t"), &asker("Dan"), terms(None), range, at(1)).is_ok());
    assert!(lobby.join_seek(&offer("t"), &asker("Cleo"), Some(1_200), lot(3), at(2)).is_ok());
    assert!(lobby.accept(&offer("a"), &asker("Ben"), lot(2), at(1)).is_ok());
    lobby.join_board(account("Anna"), &game(2), at(3));
    lobby.confirm(&game(2));
    let text = lobby.to_json().expect("text");
    assert_eq!(lobby.read_json(&text).expect("a lobby"), lobby.state);
    assert_eq!(lobby.read_json("").expect("a lobby"), lobby.emptied(), "at first it is empty");
    assert_eq!(lobby.read_json("{}").expect("a lobby"), lobby.emptied(), "fields may be missing");
    let newer = text.replacen('{', "{\"added\":1,", 1);
    assert_eq!(lobby.read_json(&newer).expect("a lobby"), lobby.state, "or new");
}

#[test]
fn a_game_whose_creation_came_to_nothing_is_revoked() {
    let mut lobby = challenged();
    assert!(lobby.accept(&offer("a"), &asker("Ben"), lot(2), at(1)).is_ok());
    assert!(!lobby.expire(at(2)), "it is being created");
    lobby.local.revoke_game(&game(2));
    assert!(lobby.expire(at(3)));
    assert!(lobby.playing.is_empty());
    let mut lobby = challenged();
    assert!(lobby.accept(&offer("a"), &asker("Ben"), lot(2), at(1)).is_ok());
    lobby.local.confirm_game(game(2));
    lobby.local.revoke_game(&game(2));
    lobby.expire(at(3));
    assert!(view(&lobby, "Ben").started.is_some(), "it is stored");
    assert!(!lobby.expire(at(4)));
}
