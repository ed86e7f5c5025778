//! Rules about games from files.

use std::sync::Arc;

use game::Timestamp;
use store::{
    AppendOutcome, Column, Direction, Entry, GameToImport, ImportOutcome, Query, Sort, Source,
    SourceFormat, Store, StoreError,
};

use crate::fixtures::{entry, id, import_game, new_game};

// req: C5
pub(crate) async fn a_game_from_a_file_is_kept_with_its_source(store: Arc<dyn Store>) {
    let import = import_game(1);
    assert_eq!(store.import(vec![import.clone()]).await, Ok(vec![ImportOutcome::Added]));
    let loaded = store.load(&id(1)).await.unwrap().unwrap();
    assert_eq!(loaded.records, import.game.records);
    let source = Source { format: SourceFormat::Pgn, text: import.text, records: 4 };
    assert_eq!(loaded.source, Some(source));
    let page = store.list(&Query { limit: 9, ..Query::default() }).await.unwrap();
    assert_eq!(page.games[0].summary, import.game.summary);
    assert!(page.games[0].imported);
    store.create(new_game(2)).await.unwrap();
    let by_id = Sort { column: Column::Id, direction: Direction::Ascending };
    for text in ["", &id(2).to_string()] {
        let query = Query { text: text.into(), sort: by_id, limit: 9, ..Query::default() };
        let page = store.list(&query).await.unwrap();
        assert!(!page.games.last().unwrap().imported, "{text:?}");
    }
    assert_eq!(store.load(&id(2)).await.unwrap().unwrap().source, None);
}

pub(crate) async fn the_same_game_is_kept_once(store: Arc<dyn Store>) {
    let again = |number, as_number| {
        let import = import_game(number);
        let game = store::NewGame { id: id(as_number), ..import.game };
        GameToImport { game, ..import }
    };
    let outcomes = store.import(vec![again(1, 1), again(2, 2), again(1, 3)]).await.unwrap();
    assert_eq!(
        outcomes,
        [ImportOutcome::Added, ImportOutcome::Added, ImportOutcome::Duplicate(id(1))]
    );
    let outcomes = store.import(vec![again(2, 4)]).await.unwrap();
    assert_eq!(outcomes, [ImportOutcome::Duplicate(id(2))]);
    assert_eq!(store.ids(&Query::default()).await.unwrap(), [id(2), id(1)]);
}

pub(crate) async fn a_removed_game_comes_back(store: Arc<dyn Store>) {
    store.import(vec![import_game(1)]).await.unwrap();
    store.remove(&id(1), Some(Timestamp(7))).await.unwrap();
    let import = import_game(1);
    let again = GameToImport { game: store::NewGame { id: id(2), ..import.game }, ..import };
    assert_eq!(store.import(vec![again]).await, Ok(vec![ImportOutcome::Restored(id(1))]));
    assert_eq!(store.ids(&Query::default()).await.unwrap(), [id(1)]);
}

pub(crate) async fn an_import_that_fails_keeps_the_games_before(store: Arc<dyn Store>) {
    store.create(new_game(5)).await.unwrap();
    let outcome = store.import(vec![import_game(4), import_game(5)]).await;
    assert_eq!(outcome, Err(StoreError::Exists(id(5))));
    assert!(store.load(&id(4)).await.unwrap().is_some());
    assert_eq!(store.load(&id(5)).await.unwrap().unwrap().source, None);
}

// req: C2
pub(crate) async fn later_records_follow_the_import(store: Arc<dyn Store>) {
    store.import(vec![import_game(1)]).await.unwrap();
    let later = Entry { ..entry(1, 4) };
    assert_eq!(store.append(later.clone()).await, Ok(AppendOutcome::Written));
    let loaded = store.load(&id(1)).await.unwrap().unwrap();
    let versions: Vec<u32> = loaded.records.iter().map(|record| record.version).collect();
    assert_eq!(versions, [1, 2, 3, 4, 5]);
    assert_eq!(loaded.source.unwrap().records, 4);
    for (base, missed) in [(1, vec![2, 3, 4, 5]), (3, vec![4, 5]), (4, vec![5])] {
        let stale = store.append(entry(1, base)).await.unwrap();
        let AppendOutcome::Stale { version: 5, missed: records } = stale else {
            panic!("{stale:?}")
        };
        assert_eq!(records.iter().map(|record| record.version).collect::<Vec<_>>(), missed);
    }
}
