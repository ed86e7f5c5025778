//! Rules about lessons: the games in play, and what groups may use.

use std::sync::Arc;

use chess::ByColor;
use game::Timestamp;
use store::{
    AccountId, Feature, GroupName, GroupRules, NewGame, OwnedGame, RuleScope, SeatOwner,
    SecretHash, Store, Summary,
};

use super::fixtures::{id, new_game, summary};

pub(crate) async fn games_in_play_are_found_with_the_accounts_of_their_players(
    store: Arc<dyn Store>,
) {
    let secret = SecretHash([1; 32]);
    let visitor = Some(SeatOwner::without_account(secret));
    let member = Some(SeatOwner { secret, account: Some(AccountId(7)) });
    let game = |number, status: &str, white, black| NewGame {
        seat_owners: ByColor::new(white, black),
        summary: Summary { status: status.to_owned(), ..summary() },
        ..new_game(number)
    };
    for game in [
        game(1, "playing", member, visitor),
        game(2, "adjourned", visitor, member),
        game(3, "playing", None, visitor),
        game(4, "playing", None, None),
        game(5, "over", member, member),
        game(6, "playing", member, member),
    ] {
        store.create(game).await.unwrap();
    }
    store.remove(&id(6), Some(Timestamp(9))).await.unwrap();
    let owned =
        |number, white, black| OwnedGame { id: id(number), accounts: ByColor::new(white, black) };
    let seven = Some(AccountId(7));
    let playing = vec![owned(1, seven, None), owned(3, None, None)];
    assert_eq!(store.owned_games("playing").await, Ok(playing));
    assert_eq!(store.owned_games("adjourned").await, Ok(vec![owned(2, None, seven)]));
}

pub(crate) async fn the_rules_of_a_group_come_back_until_they_are_deleted(store: Arc<dyn Store>) {
    assert_eq!(store.rules().await, Ok(vec![]));
    let group = RuleScope::Group(GroupName::new("5a").unwrap());
    let some = GroupRules {
        locked: [Feature::Hints, Feature::Opponents].into(),
        max_rating: Some(1200),
        until: Some(Timestamp(9_000)),
    };
    let all = GroupRules { locked: Feature::ALL.into(), max_rating: None, until: None };
    store.set_rules(group.clone(), Some(all.clone())).await.unwrap();
    store.set_rules(RuleScope::Visitors, Some(all.clone())).await.unwrap();
    store.set_rules(group.clone(), Some(some.clone())).await.unwrap();
    let both = vec![(RuleScope::Visitors, all.clone()), (group.clone(), some.clone())];
    assert_eq!(store.rules().await, Ok(both));
    store.set_rules(group.clone(), None).await.unwrap();
    store.set_rules(group, None).await.unwrap();
    assert_eq!(store.rules().await, Ok(vec![(RuleScope::Visitors, all.clone())]));
    for (now, expected) in [(8_999, true), (9_000, false)] {
        assert_eq!(some.are_in_force(Timestamp(now)), expected);
        assert!(all.are_in_force(Timestamp(now)));
    }
}
