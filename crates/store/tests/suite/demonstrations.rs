//! Demonstration boards and simuls.

use std::sync::Arc;

use chess::Color;
use game::{GameId, Timestamp};
use store::{
    AccountId, Demonstration, DemonstrationId, DemonstrationMetadata, DemonstrationOutcome, Simul,
    SimulBoard, SimulId, SimulState, Store,
};
use tokio::task::JoinSet;

pub(crate) fn demonstration(id: &str, version: u32) -> Demonstration {
    let metadata = DemonstrationMetadata {
        id: DemonstrationId::new(id).unwrap(),
        owner: Some(AccountId(3)),
        version,
        name: "Lucena".to_owned(),
        public: true,
        created: Timestamp(1_000),
        changed: Timestamp(1_000 + u64::from(version)),
    };
    let pgn = "[Event \"?\"]\n\n1. e4 {[%cal Ge2e4]} *\n".to_owned();
    Demonstration { metadata, holder: Some(AccountId(9)), line: "e2e4".into(), flipped: true, pgn }
}

pub(crate) fn simul(id: &str, created: u64) -> Simul {
    let board = |number: u8, color| SimulBoard {
        game: GameId::from_random([number; GameId::LENGTH]),
        opponent: AccountId(i64::from(number)),
        color,
    };
    Simul {
        id: SimulId::new(id).unwrap(),
        owner: None,
        name: "Simul".to_owned(),
        exhibitor: AccountId(1),
        state: SimulState::Running,
        created: Timestamp(created),
        boards: vec![board(4, Color::White), board(5, Color::Black)],
    }
}

/// The last state is there whole, and a removed board is gone.
pub(crate) async fn a_demonstration_comes_back_as_it_was_saved(store: Arc<dyn Store>) {
    let first = demonstration("aaaaaaaaaa", 1);
    let id = first.metadata.id.clone();
    let written = store.save_demonstration(0, first).await;
    assert_eq!(written, Ok(DemonstrationOutcome::Written));
    let mut next = demonstration("aaaaaaaaaa", 3);
    (next.holder, next.line, next.flipped) = (None, String::new(), false);
    (next.metadata.public, next.pgn) = (false, "*\n".to_owned());
    store.save_demonstration(1, next.clone()).await.unwrap();
    assert_eq!(store.demonstration(&id).await, Ok(Some(next.clone())));
    let mut later = demonstration("bbbbbbbbbb", 1);
    (later.metadata.created, later.metadata.owner) = (Timestamp(5_000), None);
    store.save_demonstration(0, later.clone()).await.unwrap();
    assert_eq!(store.demonstrations().await, Ok(vec![later.metadata, next.metadata]));
    assert_eq!(store.remove_demonstration(&id).await, Ok(true));
    assert_eq!(store.remove_demonstration(&id).await, Ok(false));
    assert_eq!(store.demonstration(&id).await, Ok(None));
}

/// A state that builds on another version changes nothing.
pub(crate) async fn a_stale_demonstration_changes_nothing(store: Arc<dyn Store>) {
    let first = demonstration("aaaaaaaaaa", 2);
    let id = first.metadata.id.clone();
    let stale = DemonstrationOutcome::Stale { version: 0 };
    assert_eq!(store.save_demonstration(1, first.clone()).await, Ok(stale));
    store.save_demonstration(0, first.clone()).await.unwrap();
    for base in [0, 1, 3] {
        let stale = DemonstrationOutcome::Stale { version: 2 };
        let other = demonstration("aaaaaaaaaa", 9);
        assert_eq!(store.save_demonstration(base, other).await, Ok(stale));
    }
    assert_eq!(store.demonstration(&id).await, Ok(Some(first)));
}

pub(crate) async fn of_many_demonstrations_at_once_one_wins_each_version(store: Arc<dyn Store>) {
    store.save_demonstration(0, demonstration("aaaaaaaaaa", 1)).await.unwrap();
    let mut writers = JoinSet::new();
    for _ in 0..16 {
        let store = Arc::clone(&store);
        let next = demonstration("aaaaaaaaaa", 2);
        writers.spawn(async move { store.save_demonstration(1, next).await.unwrap() });
    }
    let outcomes = writers.join_all().await;
    let won = outcomes.iter().filter(|outcome| **outcome == DemonstrationOutcome::Written);
    assert_eq!(won.count(), 1);
}

/// A simul and its boards are there whole; only its state changes.
pub(crate) async fn a_simul_comes_back_as_it_was_created(store: Arc<dyn Store>) {
    let (first, second) = (simul("aaaaaaaaaa", 1_000), simul("bbbbbbbbbb", 2_000));
    for simul in [&first, &second] {
        assert_eq!(store.create_simul(simul.clone()).await, Ok(true));
    }
    let other = Simul { boards: Vec::new(), ..first.clone() };
    assert_eq!(store.create_simul(other).await, Ok(false));
    assert_eq!(store.simul(&first.id).await, Ok(Some(first.clone())));
    assert_eq!(store.simuls().await, Ok(vec![second, first.clone()]));
    assert_eq!(store.set_simul_state(&first.id, SimulState::Over).await, Ok(true));
    let over = Simul { state: SimulState::Over, ..first.clone() };
    assert_eq!(store.simul(&first.id).await, Ok(Some(over)));
    let unknown = SimulId::new("cccccccccc").unwrap();
    assert_eq!(store.set_simul_state(&unknown, SimulState::CalledOff).await, Ok(false));
    assert_eq!(store.simul(&unknown).await, Ok(None));
}
