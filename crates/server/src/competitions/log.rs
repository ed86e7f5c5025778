//! The log of one competition, and how it grows: commands are decided on a copy, the events are
//! stored, and only then does the log change.

use std::collections::BTreeSet;
use std::sync::Arc;

use competition::aggregate::{Actor, Command, Competition, Event, Record, Settings};
use game::{GameId, RequestId, Timestamp};
use store::{
    CompetitionEntry, CompetitionId, CompetitionOutcome, CompetitionSummary, Store, StoreError,
};
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;
use wire::competition::CompetitionView;

use super::RejectedCommand;
use crate::live::RoomServices;
use crate::{ApiError, RoomError};

/// The log of a competition.
pub(super) struct Log {
    id: CompetitionId,
    competition: Competition,
    records: Vec<Record>,
    /// The requests that were answered.
    requests: BTreeSet<RequestId>,
    /// What everybody sees; none until it is computed for this version.
    view: Option<Arc<CompetitionView>>,
    /// True when the store may know more.
    is_doubtful: bool,
}

impl Log {
    /// Stores a new competition; none when the request has created it before.
    pub(super) async fn create(
        store: &dyn Store,
        id: CompetitionId,
        competition: Competition,
        request: RequestId,
    ) -> Result<Option<Log>, ApiError> {
        let (at, settings) = (competition.created_at(), competition.settings().clone());
        let records = vec![created(settings, at)];
        let entry = CompetitionEntry {
            id: id.clone(),
            base: 0,
            request: Some(request.clone()),
            records: records.clone(),
            summary: CompetitionSummary::from(&competition),
        };
        match store.append_to_competition(entry).await? {
            CompetitionOutcome::Written => {
                let requests = BTreeSet::from([request]);
                let (view, is_doubtful) = (None, false);
                Ok(Some(Log { id, competition, records, requests, view, is_doubtful }))
            }
            CompetitionOutcome::Repeated => Ok(None),
            CompetitionOutcome::Stale { .. } => Err(RoomError::RequestIdReused.into()),
        }
    }

    /// Loads a competition, if it exists.
    pub(super) async fn load(
        store: &dyn Store,
        id: &CompetitionId,
    ) -> Result<Option<Log>, ApiError> {
        let Some(stored) = store.competition(id).await? else { return Ok(None) };
        let competition = Competition::replay(stored.records.iter().cloned()).map_err(|error| {
            tracing::error!(competition = %id, "a stored competition cannot be replayed: {error}");
            RoomError::Damaged(id.to_string())
        })?;
        let (records, requests) = (stored.records, stored.requests);
        let (id, view, is_doubtful) = (id.clone(), None, false);
        Ok(Some(Log { id, competition, records, requests, view, is_doubtful }))
    }

    pub(super) fn competition(&self) -> &Competition {
        &self.competition
    }

    /// The competition and its records, for work that takes long.
    pub(super) fn snapshot(&self) -> (Competition, Vec<Record>) {
        (self.competition.clone(), self.records.clone())
    }

    /// Whether a request was answered before.
    pub(super) fn has_answered(&self, request: &RequestId) -> bool {
        self.requests.contains(request)
    }

    /// Whether the log must be loaded again.
    pub(super) fn is_doubtful(&self) -> bool {
        self.is_doubtful
    }

    /// All games on the server that were ever started for a board, aborted ones included.
    pub(super) fn games(&self) -> impl Iterator<Item = GameId> {
        self.records.iter().filter_map(|record| match &record.event {
            Event::GameLinked { game, .. } => Some(game.clone()),
            _ => None,
        })
    }

    /// The games on the server whose results were never set or removed.
    pub(super) fn games_without_result(&self) -> Vec<GameId> {
        let is_news = |event: &Event, number| match event {
            Event::ResultSet { board, .. } | Event::ResultCleared { board } => *board == number,
            _ => false,
        };
        let is_waiting = |number, game: &GameId| {
            let linked = self.records.iter().rposition(|record| links(&record.event, game));
            let since = linked.map_or(&[][..], |linked| &self.records[linked..]);
            !since.iter().any(|record| is_news(&record.event, number))
        };
        let open = self.competition.boards().filter(|(_, board)| board.settled.is_none());
        let linked = open.filter_map(|(number, board)| Some((number, board.game.clone()?)));
        linked.filter(|(number, game)| is_waiting(*number, game)).map(|(_, game)| game).collect()
    }

    /// What everybody sees. It is computed once for every version, since tie-breaks take a while.
    pub(super) async fn view(log: &Mutex<Log>) -> Result<Arc<CompetitionView>, ApiError> {
        let mut log = log.lock().await;
        if let Some(view) = &log.view {
            return Ok(Arc::clone(view));
        }
        let (id, competition) = (log.id.to_string(), log.competition.clone());
        let view = spawn_blocking(move || CompetitionView::new(&id, &competition)).await?;
        let view = Arc::new(view);
        log.view = Some(Arc::clone(&view));
        Ok(view)
    }

    /// Carries out commands, all or none.
    pub(super) async fn execute(
        &mut self,
        services: &RoomServices,
        actor: Actor,
        commands: Vec<Command>,
        request: Option<RequestId>,
    ) -> Result<(), ApiError> {
        if request.as_ref().is_some_and(|request| self.has_answered(request)) {
            return Ok(());
        }
        let at = services.clock.shared_now().max(self.competition.last_at());
        let before = self.competition.clone();
        // A pairing may take seconds.
        let decided = spawn_blocking(move || decide(before, actor, &commands, at)).await?;
        let (after, records) = decided?;
        if records.is_empty() {
            return Ok(());
        }
        self.store(services, &after, &records, request.clone()).await?;
        self.competition = after;
        self.records.extend(records);
        self.requests.extend(request);
        self.view = None;
        Ok(())
    }

    async fn store(
        &mut self,
        services: &RoomServices,
        after: &Competition,
        records: &[Record],
        request: Option<RequestId>,
    ) -> Result<(), ApiError> {
        let entry = CompetitionEntry {
            id: self.id.clone(),
            base: self.competition.version(),
            request,
            records: records.to_vec(),
            summary: CompetitionSummary::from(after),
        };
        match services.store.append_to_competition(entry).await {
            Ok(CompetitionOutcome::Written) => Ok(()),
            Ok(CompetitionOutcome::Repeated | CompetitionOutcome::Stale { .. }) => {
                self.is_doubtful = true;
                Err(RoomError::Stale.into())
            }
            Err(error) => {
                self.is_doubtful = matches!(error, StoreError::Unconfirmed(_));
                Err(error.into())
            }
        }
    }
}

fn links(event: &Event, to: &GameId) -> bool {
    matches!(event, Event::GameLinked { game, .. } if game == to)
}

fn created(settings: Settings, at: Timestamp) -> Record {
    Record { version: 1, at, event: Event::Created(Box::new(settings)) }
}

/// The competition after commands, and the records that lead there.
fn decide(
    mut competition: Competition,
    actor: Actor,
    commands: &[Command],
    at: Timestamp,
) -> Result<(Competition, Vec<Record>), ApiError> {
    let mut records = Vec::new();
    for command in commands {
        let events = competition.decide(actor, command);
        let events = events.map_err(|error| RejectedCommand::new(error, &competition))?;
        for event in events {
            let record = competition.record(event, at);
            competition.apply(&record).map_err(|error| {
                ApiError::Internal(format!("an event does not fit its competition: {error}"))
            })?;
            records.push(record);
        }
    }
    Ok((competition, records))
}
