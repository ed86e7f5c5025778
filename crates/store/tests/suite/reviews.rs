//! Reviews are kept by game, moves, budget and engine.

use std::sync::Arc;

use store::{ReviewKey, Store, StoreError, StoredEvaluation};

use crate::fixtures::{id, new_game};

fn key(game: usize, moves_hash: u64, nodes: u64, engine: &str) -> ReviewKey {
    ReviewKey { game: id(game), moves_hash, nodes, engine: engine.to_owned() }
}

fn kept(ply: u32, text: &str) -> StoredEvaluation {
    StoredEvaluation { ply, text: text.to_owned() }
}

pub(crate) async fn evaluations_come_back_in_order_and_the_last_word_counts(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    let key = key(1, 5, 200_000, "us 1");
    for (ply, text) in [(3, "c"), (0, "a"), (3, "d"), (1, "b")] {
        store.save_evaluation(&key, kept(ply, text)).await.unwrap();
    }
    let all = store.evaluations(&key).await.unwrap();
    assert_eq!(all, [kept(0, "a"), kept(1, "b"), kept(3, "d")]);
}

pub(crate) async fn other_moves_nodes_or_engine_are_another_review(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    store.create(new_game(2)).await.unwrap();
    store.save_evaluation(&key(1, 5, 100, "us 1"), kept(0, "a")).await.unwrap();
    for other in [
        key(2, 5, 100, "us 1"),
        key(1, 6, 100, "us 1"),
        key(1, 5, 200, "us 1"),
        key(1, 5, 100, "us 2"),
    ] {
        assert_eq!(store.evaluations(&other).await.unwrap(), [], "{other:?}");
    }
    let unknown = store.save_evaluation(&key(9, 1, 1, "us"), kept(0, "a")).await;
    assert_eq!(unknown, Err(StoreError::Unknown(id(9))));
}

pub(crate) async fn a_new_evaluation_of_a_position_replaces_the_old_one(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    let (old, new) = (key(1, 5, 100, "us 1"), key(1, 5, 200, "us 2"));
    for ply in 0..3 {
        store.save_evaluation(&old, kept(ply, "a")).await.unwrap();
    }
    store.save_evaluation(&new, kept(1, "b")).await.unwrap();
    assert_eq!(store.evaluations(&old).await.unwrap(), [kept(0, "a"), kept(2, "a")]);
    assert_eq!(store.evaluations(&new).await.unwrap(), [kept(1, "b")]);
}
