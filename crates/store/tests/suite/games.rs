//! Rules about single games.

use std::collections::BTreeMap;
use std::sync::Arc;

use chess::ByColor;
use game::Timestamp;
use store::{
    AccountId, AppendOutcome, Entry, EntryRequest, GameUpdate, NewGame, RequestDigest, SeatOwner,
    SecretHash, Store, StoreError, StoredGame, StoredRequest, Summary,
};

use crate::fixtures::{
    created, entry, id, import_game, moved, new_game, request, request_id, stored_request, summary,
};

// req: C2
pub(crate) async fn what_was_stored_is_loaded(store: Arc<dyn Store>) {
    let account = Some(AccountId(3));
    let seat_owners = ByColor::new(Some(SeatOwner { secret: SecretHash([7; 32]), account }), None);
    store.create(NewGame { seat_owners, ..new_game(1) }).await.unwrap();
    let records = vec![moved(2, 0), moved(3, 0)];
    let entry = Entry { records, request: request("a"), ..entry(1, 1) };
    assert_eq!(store.append(entry).await, Ok(AppendOutcome::Written));
    let expected = StoredGame {
        source: None,
        records: vec![created(), moved(2, 0), moved(3, 0)],
        seat_owners,
        requests: BTreeMap::from([(request_id("a"), stored_request(3))]),
    };
    assert_eq!(store.load(&id(1)).await, Ok(Some(expected)));
}

pub(crate) async fn what_was_stored_since_is_loaded(store: Arc<dyn Store>) {
    let seat_owners = ByColor::new(
        Some(SeatOwner { secret: SecretHash([7; 32]), account: None }),
        Some(SeatOwner { secret: SecretHash([8; 32]), account: Some(AccountId(3)) }),
    );
    store.create(NewGame { seat_owners, ..new_game(1) }).await.unwrap();
    for (base, name) in (1..).zip(["a", "b", "c"]) {
        let entry = Entry { request: request(name), ..entry(1, base) };
        assert_eq!(store.append(entry).await, Ok(AppendOutcome::Written));
    }
    let records = [created(), moved(2, 0), moved(3, 0), moved(4, 0)];
    let requests = [("a", 2), ("b", 3), ("c", 4)];
    for known in 0..=4 {
        let since = requests.iter().filter(|(_, version)| *version >= known);
        let expected = GameUpdate {
            records: records[known as usize..].to_vec(),
            seat_owners,
            requests: since
                .map(|(name, version)| (request_id(name), stored_request(*version)))
                .collect(),
        };
        assert_eq!(store.load_since(&id(1), known).await, Ok(Some(expected)), "since {known}");
    }
}

pub(crate) async fn many_updates_at_once_are_not_mixed_up(store: Arc<dyn Store>) {
    const GAMES: usize = 60;
    for number in 1..=GAMES {
        store.create(new_game(number)).await.unwrap();
        for base in 1..=(number % 5) as u32 {
            let request = request(&format!("{number}-{base}"));
            store.append(Entry { request, ..entry(number, base) }).await.unwrap();
        }
    }
    store.import(vec![import_game(GAMES + 1)]).await.unwrap();
    // The last one does not exist, and some versions are not reached.
    let asked = (1..=GAMES + 2).flat_map(|number| [(number, 1), (number, 3)]);
    let read = asked.map(|(number, version)| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            let update = store.load_since(&id(number), version).await;
            let game = store.load(&id(number)).await;
            (number, version, update, game)
        })
    });
    for read in read.collect::<Vec<_>>() {
        let (number, version, update, game) = read.await.unwrap();
        let expected = game.unwrap().map(|game| GameUpdate {
            records: game.records.into_iter().filter(|record| record.version > version).collect(),
            seat_owners: game.seat_owners,
            requests: game.requests.into_iter().filter(|(_, it)| it.version >= version).collect(),
        });
        assert_eq!(update, Ok(expected), "game {number} since {version}");
    }
}

pub(crate) async fn an_unknown_game_is_none(store: Arc<dyn Store>) {
    assert_eq!(store.load(&id(1)).await, Ok(None));
    assert_eq!(store.load_since(&id(1), 1).await, Ok(None));
    assert_eq!(store.append(entry(1, 1)).await, Err(StoreError::Unknown(id(1))));
}

pub(crate) async fn an_id_is_given_once(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    let records = vec![created(), moved(2, 9)];
    let again = store.create(NewGame { records, ..new_game(1) }).await;
    assert_eq!(again, Err(StoreError::Exists(id(1))));
    assert_eq!(versions(&store, 1).await, [1]);
}

pub(crate) async fn an_entry_follows_its_base(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    for base in 1..5 {
        assert_eq!(store.append(entry(1, base)).await, Ok(AppendOutcome::Written));
    }
    assert_eq!(versions(&store, 1).await, [1, 2, 3, 4, 5]);
}

pub(crate) async fn records_are_numbered_without_gaps(store: Arc<dyn Store>) {
    let numbering = |expected, seen| Err(StoreError::Numbering { expected, seen });
    for (records, expected, seen) in [
        (vec![], 1, None),
        (vec![moved(2, 0)], 1, Some(2)),
        (vec![created(), moved(3, 0)], 2, Some(3)),
    ] {
        let created = store.create(NewGame { records, ..new_game(1) }).await;
        assert_eq!(created, numbering(expected, seen));
    }
    store.create(new_game(1)).await.unwrap();
    for (records, expected, seen) in [
        (vec![], 2, None),
        (vec![moved(1, 0)], 2, Some(1)),
        (vec![moved(3, 0)], 2, Some(3)),
        (vec![moved(2, 0), moved(2, 0)], 3, Some(2)),
    ] {
        let appended = store.append(Entry { records, ..entry(1, 1) }).await;
        assert_eq!(appended.map(|_| ()), numbering(expected, seen));
    }
    assert_eq!(versions(&store, 1).await, [1]);
}

pub(crate) async fn a_stale_entry_gets_what_it_missed(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    store.append(entry(1, 1)).await.unwrap();
    store.append(entry(1, 2)).await.unwrap();
    for (base, missed) in [(1, vec![moved(2, 0), moved(3, 0)]), (2, vec![moved(3, 0)]), (9, vec![])]
    {
        let stale = store.append(Entry { request: request("a"), ..entry(1, base) }).await;
        assert_eq!(stale, Ok(AppendOutcome::Stale { version: 3, missed }), "{base}");
    }
    // A refused request was not answered, so it may come again with a better base.
    let better = Entry { request: request("a"), ..entry(1, 3) };
    assert_eq!(store.append(better).await, Ok(AppendOutcome::Written));
}

pub(crate) async fn a_repeated_request_gets_its_first_answer(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    let first = Entry { request: request("a"), ..entry(1, 1) };
    assert_eq!(store.append(first.clone()).await, Ok(AppendOutcome::Written));
    store.append(entry(1, 2)).await.unwrap();
    for again in [first, Entry { request: request("a"), ..entry(1, 3) }] {
        assert_eq!(store.append(again).await, Ok(AppendOutcome::Repeated(stored_request(2))));
    }
    assert_eq!(versions(&store, 1).await, [1, 2, 3]);
}

pub(crate) async fn what_a_request_was_and_how_it_ended_is_stored(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    let cases = [("a", None, false), ("b", Some(RequestDigest([9; 16])), true)];
    for (base, (text, digest, is_refused)) in (1..).zip(cases) {
        let request = Some(EntryRequest { id: request_id(text), digest, is_refused });
        let stored = StoredRequest { version: base + 1, digest, is_refused };
        let entry = Entry { request, ..entry(1, base) };
        assert_eq!(store.append(entry.clone()).await, Ok(AppendOutcome::Written));
        assert_eq!(store.append(entry).await, Ok(AppendOutcome::Repeated(stored)), "{text}");
        let game = store.load(&id(1)).await.unwrap().unwrap();
        assert_eq!(game.requests[&request_id(text)], stored, "{text}");
    }
}

pub(crate) async fn a_request_belongs_to_its_game(store: Arc<dyn Store>) {
    for number in [1, 2] {
        store.create(new_game(number)).await.unwrap();
        let entry = Entry { request: request("a"), ..entry(number, 1) };
        assert_eq!(store.append(entry).await, Ok(AppendOutcome::Written));
    }
}

pub(crate) async fn seat_owners_change_only_with_an_entry_that_names_them(store: Arc<dyn Store>) {
    let white = SeatOwner::without_account(SecretHash([1; 32]));
    let black = SeatOwner { secret: SecretHash([2; 32]), account: Some(AccountId(1)) };
    let alone = ByColor::new(Some(white), None);
    let both = ByColor::new(Some(white), Some(black));
    store.create(NewGame { seat_owners: alone, ..new_game(1) }).await.unwrap();
    for (base, seat_owners, expected) in [(1, None, alone), (2, Some(both), both), (3, None, both)]
    {
        store.append(Entry { seat_owners, ..entry(1, base) }).await.unwrap();
        assert_eq!(store.load(&id(1)).await.unwrap().unwrap().seat_owners, expected, "{base}");
    }
    let swapped = ByColor::new(Some(black), None);
    store.set_seat_owners(&id(1), swapped).await.unwrap();
    let game = store.load(&id(1)).await.unwrap().unwrap();
    assert_eq!((game.seat_owners, game.records.len()), (swapped, 4), "and when they are changed");
    assert_eq!(store.set_seat_owners(&id(9), swapped).await, Err(StoreError::Unknown(id(9))));
}

pub(crate) async fn games_to_resume_are_found(store: Arc<dyn Store>) {
    let waking = |resume_on_start| Summary { resume_on_start, ..summary() };
    for number in [3, 1, 2] {
        let game = NewGame { summary: waking(number != 2), ..new_game(number) };
        store.create(game).await.unwrap();
    }
    assert_eq!(store.games_to_resume().await, Ok(vec![id(1), id(3)]));
    store.append(Entry { summary: waking(false), ..entry(1, 1) }).await.unwrap();
    store.append(Entry { summary: waking(true), ..entry(2, 1) }).await.unwrap();
    assert_eq!(store.games_to_resume().await, Ok(vec![id(2), id(3)]));
}

pub(crate) async fn games_that_nobody_has_begun_are_found(store: Arc<dyn Store>) {
    let owner = SeatOwner::without_account(SecretHash([1; 32]));
    let seats = ByColor::new(Some(owner), None);
    let game = |number, seat_owners, status: &str, plies, created| {
        let (status, created) = (status.to_owned(), Timestamp(created));
        let summary = Summary { status, plies, created, ..summary() };
        NewGame { seat_owners, summary, ..new_game(number) }
    };
    for game in [
        game(1, seats, "playing", 0, 1_000),
        game(2, seats, "waiting", 0, 1_000),
        game(3, seats, "playing", 1, 1_000),
        game(4, seats, "over", 0, 1_000),
        game(5, seats, "playing", 0, 1_001),
        game(6, ByColor::default(), "playing", 0, 1_000),
        game(7, seats, "adjourned", 0, 1_000),
    ] {
        store.create(game).await.unwrap();
    }
    let mut found = store.unstarted_games(Timestamp(1_000), 9).await.unwrap();
    found.sort();
    assert_eq!(found, [id(1), id(2)]);
    assert_eq!(store.unstarted_games(Timestamp(1_000), 1).await.map(|games| games.len()), Ok(1));
}

pub(crate) async fn the_last_heartbeat_counts(store: Arc<dyn Store>) {
    assert_eq!(store.last_heartbeat().await, Ok(None));
    for at in [5, 7, 9] {
        store.heartbeat(Timestamp(at)).await.unwrap();
        assert_eq!(store.last_heartbeat().await, Ok(Some(Timestamp(at))));
    }
}

pub(crate) async fn versions(store: &Arc<dyn Store>, number: usize) -> Vec<u32> {
    let game = store.load(&id(number)).await.unwrap().unwrap();
    game.records.iter().map(|record| record.version).collect()
}
