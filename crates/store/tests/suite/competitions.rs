//! Competitions: their logs and the list of them.

use std::sync::Arc;

use competition::aggregate::{
    Actor, BoardNumber, BoardResult, Command, Competition, Entrant, Event, Format, Numbering,
    Record, Settings,
};
use game::{Name, Timestamp};
use store::{
    CompetitionEntry, CompetitionId, CompetitionOutcome, CompetitionSummary, RequestId, Store,
    StoreError,
};
use tokio::task::JoinSet;

/// A competition with its log.
pub(crate) struct Evening {
    competition: Competition,
    log: Vec<Record>,
}

impl Evening {
    pub(crate) fn new(name: &str) -> Evening {
        let format = Format::RoundRobin { double: false, numbering: Numbering::Rating };
        let settings = Settings::new(Name::new(name).unwrap(), format);
        let event = Event::Created(Box::new(settings.clone()));
        let competition = Competition::new(settings, Timestamp(1_000)).unwrap();
        Evening { competition, log: vec![Record { version: 1, at: Timestamp(1_000), event }] }
    }

    fn ask(&mut self, command: &Command) -> &mut Evening {
        for event in self.competition.decide(Actor::Organizer, command).unwrap() {
            let at = Timestamp(1_000 + u64::from(self.competition.version()));
            let record = self.competition.record(event, at);
            self.competition.apply(&record).unwrap();
            self.log.push(record);
        }
        self
    }

    pub(crate) fn enter(&mut self, name: &str) -> &mut Evening {
        self.ask(&Command::Enter(Entrant::new(Name::new(name).unwrap())))
    }

    pub(crate) fn entry(
        &self,
        id: &CompetitionId,
        base: u32,
        request: Option<&str>,
    ) -> CompetitionEntry {
        CompetitionEntry {
            id: id.clone(),
            base,
            request: request.map(|text| RequestId::new(text).unwrap()),
            records: self.log[base as usize..].to_vec(),
            summary: CompetitionSummary::from(&self.competition),
        }
    }
}

pub(crate) fn competition_id(text: &str) -> CompetitionId {
    CompetitionId::new(text).unwrap()
}

/// Everything is loaded as it was, in any number of entries, and the list follows.
pub(crate) async fn a_competition_comes_back_as_it_was_stored(store: Arc<dyn Store>) {
    let (first, second) = (competition_id("competitio"), competition_id("otherevent"));
    let mut evening = Evening::new("Club evening");
    let written = store.append_to_competition(evening.entry(&first, 0, None)).await;
    assert_eq!(written, Ok(CompetitionOutcome::Written));
    evening.enter("Ann").enter("Bob").ask(&Command::PairRound);
    let board = BoardNumber { round: 1, board: 1 };
    evening.ask(&Command::SetResult { board, result: BoardResult::Draw });
    store.append_to_competition(evening.entry(&first, 1, Some("a"))).await.unwrap();
    let other = Evening::new("Other");
    store.append_to_competition(other.entry(&second, 0, Some("b"))).await.unwrap();

    let loaded = store.competition(&first).await.unwrap().unwrap();
    assert_eq!(loaded.records, evening.log);
    assert_eq!(loaded.requests, [RequestId::new("a").unwrap()].into());
    assert_eq!(Competition::replay(loaded.records).unwrap(), evening.competition);
    assert_eq!(store.competition(&competition_id("nosuchcomp")).await, Ok(None));
    let expected = [(first, &evening), (second, &other)]
        .map(|(id, evening)| (id, CompetitionSummary::from(&evening.competition)));
    assert_eq!(store.competitions().await.unwrap(), expected);
}

/// Records build on the version they name, and have no gaps.
pub(crate) async fn a_stale_entry_changes_nothing(store: Arc<dyn Store>) {
    let id = competition_id("competitio");
    let mut evening = Evening::new("Club evening");
    evening.enter("Ann");
    store.append_to_competition(evening.entry(&id, 0, None)).await.unwrap();
    let stale = Ok(CompetitionOutcome::Stale { version: 2 });
    assert_eq!(store.append_to_competition(evening.entry(&id, 0, None)).await, stale);
    evening.enter("Bob").enter("Cleo");
    let mut gap = evening.entry(&id, 3, None);
    assert_eq!(store.append_to_competition(gap.clone()).await, stale);
    gap.base = 2;
    let numbering = StoreError::Numbering { expected: 3, seen: Some(4) };
    assert_eq!(store.append_to_competition(gap).await, Err(numbering));
    let unknown =
        store.append_to_competition(evening.entry(&competition_id("nosuchcomp"), 2, None));
    assert_eq!(unknown.await, Ok(CompetitionOutcome::Stale { version: 0 }));
    assert_eq!(store.competition(&id).await.unwrap().unwrap().records, evening.log[..2]);
}

/// A request that comes again writes nothing, whatever it builds on.
pub(crate) async fn a_repeated_request_is_stored_once(store: Arc<dyn Store>) {
    let id = competition_id("competitio");
    let mut evening = Evening::new("Club evening");
    for outcome in [CompetitionOutcome::Written, CompetitionOutcome::Repeated] {
        let seen = store.append_to_competition(evening.entry(&id, 0, Some("first"))).await;
        assert_eq!(seen, Ok(outcome));
    }
    evening.enter("Ann");
    for (request, outcome) in
        [("first", CompetitionOutcome::Repeated), ("second", CompetitionOutcome::Written)]
    {
        let seen = store.append_to_competition(evening.entry(&id, 1, Some(request))).await;
        assert_eq!(seen, Ok(outcome));
    }
    assert_eq!(store.competition(&id).await.unwrap().unwrap().records, evening.log);
}

/// Of organizers who act at once, one wins each version.
pub(crate) async fn of_many_entries_at_once_one_wins_each_version(store: Arc<dyn Store>) {
    let id = competition_id("competitio");
    let evening = Evening::new("Club evening");
    store.append_to_competition(evening.entry(&id, 0, None)).await.unwrap();
    let append = |number: usize| {
        let mut evening = Evening::new("Club evening");
        evening.enter(&format!("Player {number}"));
        let (store, entry) = (Arc::clone(&store), evening.entry(&id, 1, None));
        async move { store.append_to_competition(entry).await.unwrap() }
    };
    let outcomes = (0..16).map(append).collect::<JoinSet<_>>().join_all().await;
    let won = outcomes.iter().filter(|outcome| **outcome == CompetitionOutcome::Written).count();
    assert_eq!(won, 1, "{outcomes:?}");
    assert_eq!(store.competition(&id).await.unwrap().unwrap().records.len(), 2);
}
