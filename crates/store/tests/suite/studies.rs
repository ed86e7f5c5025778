//! Rules about studies: whose they are, which save wins, and how they are found again.

use std::sync::Arc;

use game::Timestamp;
use store::{
    AccountId, Direction, RequestId, SecretHash, Store, Study, StudyChange, StudyColumn, StudyId,
    StudyOwner, StudyQuery, StudySave, StudySaveOutcome, StudySummary,
};

use crate::fixtures::id as game;

const ADA: StudyOwner = StudyOwner::Account(AccountId(1));
const BEN: StudyOwner = StudyOwner::Secret(SecretHash([7; 32]));

pub(crate) fn study_id(number: usize) -> StudyId {
    StudyId::new(&format!("study{number:011}")).unwrap()
}

fn request(text: &str) -> RequestId {
    RequestId::new(text).unwrap()
}

/// A save that says by its text and its moment which version it is.
pub(crate) fn save(number: usize, base: u32, by: &str) -> StudySave {
    StudySave {
        id: study_id(number),
        base,
        request: request(by),
        at: Timestamp(1_000 + u64::from(base)),
        name: (base == 0).then(|| format!("Study {number}")),
        summary: StudySummary { plies: base, ..StudySummary::default() },
        pgn: format!("{{{by} upon {base}}} *"),
        owner: ADA,
        source: None,
    }
}

async fn load(store: &Arc<dyn Store>, number: usize) -> Study {
    store.study(&study_id(number)).await.unwrap().expect("it is there")
}

/// The numbers of the studies on a page, in its order, and how many there are on all.
async fn found(store: &Arc<dyn Store>, query: &StudyQuery) -> (Vec<usize>, u64) {
    let page = store.list_studies(query).await.unwrap();
    let number = |id: &StudyId| id.as_str().trim_start_matches("study").parse().unwrap();
    let ids = store.study_ids(query).await.unwrap();
    let on_page = ids.iter().skip(query.offset as usize).take(page.studies.len());
    assert!(on_page.eq(page.studies.iter().map(|metadata| &metadata.id)), "ids of all pages");
    assert_eq!(ids.len() as u64, page.total);
    (page.studies.iter().map(|metadata| number(&metadata.id)).collect(), page.total)
}

pub(crate) async fn a_study_comes_back_as_it_was_saved(store: Arc<dyn Store>) {
    assert_eq!(store.study(&study_id(1)).await, Ok(None));
    let summary = StudySummary {
        white: "Müller, \"A\"".into(),
        black: "李".into(),
        event: "Open; DROP TABLE study".into(),
        plies: 80,
    };
    let first = StudySave { source: Some(game(3)), summary: summary.clone(), ..save(1, 0, "a") };
    assert_eq!(store.save_study(first.clone()).await, Ok(StudySaveOutcome::Written(1)));
    let Study { metadata, pgn } = load(&store, 1).await;
    assert_eq!((metadata.id, metadata.owner, metadata.version), (first.id, ADA, 1));
    assert_eq!((metadata.name.as_str(), metadata.source), ("Study 1", Some(game(3))));
    assert_eq!((metadata.created, metadata.changed), (Timestamp(1_000), Timestamp(1_000)));
    assert_eq!((metadata.shared, metadata.removed, metadata.summary), (false, None, summary));
    assert_eq!(pgn, first.pgn);

    let next = StudySave { owner: BEN, ..save(1, 1, "b") };
    assert_eq!(store.save_study(next.clone()).await, Ok(StudySaveOutcome::Written(2)));
    let Study { metadata, pgn } = load(&store, 1).await;
    assert_eq!((metadata.owner, metadata.source), (ADA, Some(game(3))), "these stay as they were");
    assert_eq!((metadata.name.as_str(), metadata.version), ("Study 1", 2));
    assert_eq!((metadata.created, metadata.changed), (Timestamp(1_000), Timestamp(1_001)));
    assert_eq!((metadata.summary, pgn), (next.summary, next.pgn));
}

pub(crate) async fn a_stale_save_changes_nothing_and_a_repeated_one_is_answered_again(
    store: Arc<dyn Store>,
) {
    let missing = StudySaveOutcome::Stale { version: 0, request: None };
    assert_eq!(store.save_study(save(1, 3, "a")).await, Ok(missing), "there is nothing to change");
    assert_eq!(store.study(&study_id(1)).await, Ok(None));
    store.save_study(save(1, 0, "a")).await.unwrap();
    store.save_study(save(1, 1, "b")).await.unwrap();
    let before = load(&store, 1).await;
    for base in [0, 1, 3] {
        let told = StudySaveOutcome::Stale { version: 2, request: Some(request("b")) };
        assert_eq!(store.save_study(save(1, base, "c")).await, Ok(told), "{base}");
    }
    assert_eq!(store.save_study(save(1, 1, "b")).await, Ok(StudySaveOutcome::Repeated(2)));
    assert_eq!(load(&store, 1).await, before);
}

pub(crate) async fn of_many_saves_at_once_one_wins_each_version(store: Arc<dyn Store>) {
    store.save_study(save(1, 0, "first")).await.unwrap();
    for base in 1..6 {
        let writers: Vec<_> = (0..8)
            .map(|writer| {
                let store = Arc::clone(&store);
                let save = save(1, base, &format!("{writer}-{base}"));
                tokio::spawn(async move { (save.pgn.clone(), store.save_study(save).await) })
            })
            .collect();
        let mut won = Vec::new();
        for writer in writers {
            let (pgn, answer) = writer.await.unwrap();
            match answer.unwrap() {
                StudySaveOutcome::Written(version) => won.push((pgn, version)),
                told => {
                    assert!(
                        matches!(told, StudySaveOutcome::Stale { version, .. } if version > base)
                    );
                }
            }
        }
        assert_eq!(won, [(load(&store, 1).await.pgn, base + 1)]);
    }
}

pub(crate) async fn names_links_and_removal_change_no_version(store: Arc<dyn Store>) {
    store.save_study(save(1, 0, "a")).await.unwrap();
    for change in [
        StudyChange::Rename("Sicilian".into()),
        StudyChange::Share(true),
        StudyChange::Remove(Some(Timestamp(9))),
    ] {
        assert_eq!(store.change_study(&study_id(2), change.clone()).await, Ok(false));
        assert_eq!(store.change_study(&study_id(1), change).await, Ok(true));
    }
    let Study { metadata, .. } = load(&store, 1).await;
    assert_eq!((metadata.name.as_str(), metadata.version), ("Sicilian", 1));
    assert_eq!((metadata.shared, metadata.removed), (true, Some(Timestamp(9))));
    let removed = StudyQuery { removed: true, ..StudyQuery::default() };
    assert_eq!(found(&store, &StudyQuery::default()).await, (vec![], 0));
    assert_eq!(found(&store, &removed).await, (vec![1], 1));
    let renamed = StudyQuery { text: "SICI".into(), ..removed };
    assert_eq!(found(&store, &renamed).await, (vec![1], 1));
    store.change_study(&study_id(1), StudyChange::Remove(None)).await.unwrap();
    assert_eq!(found(&store, &StudyQuery::default()).await, (vec![1], 1));
    let changed = StudySave { name: Some("Najdorf".into()), ..save(1, 1, "b") };
    assert_eq!(store.save_study(changed).await, Ok(StudySaveOutcome::Written(2)));
    assert_eq!(load(&store, 1).await.metadata.name, "Najdorf");
}

pub(crate) async fn studies_are_found_by_owner_and_words_and_in_order(store: Arc<dyn Store>) {
    for (number, owner, name, white, at) in [
        (1, ADA, "Zugzwang", "Réti", 30),
        (2, BEN, "apex", "Réti, R.", 10),
        (3, ADA, "Opening", "Tal", 20),
    ] {
        let summary = StudySummary { white: white.into(), plies: at, ..StudySummary::default() };
        let name = Some(name.to_owned());
        let at = Timestamp(at.into());
        let one = StudySave { owner, name, summary, at, ..save(number, 0, "a") };
        store.save_study(one).await.unwrap();
    }
    let all = StudyQuery::default();
    let words = |text: &str| StudyQuery { text: text.into(), ..all.clone() };
    let of = |owners: &[StudyOwner]| StudyQuery { owners: Some(owners.to_vec()), ..all.clone() };
    let by = |column, direction| StudyQuery { column, direction, ..all.clone() };
    for (query, expected) in [
        (all.clone(), vec![1, 3, 2]),
        (words("rÉTI"), vec![1, 2]),
        (words("réti apex"), vec![2]),
        (words("reti"), vec![1, 2]),
        (words("' OR 1 = 1 --"), vec![]),
        (of(&[ADA]), vec![1, 3]),
        (of(&[BEN]), vec![2]),
        (of(&[ADA, BEN]), vec![1, 3, 2]),
        (of(&[StudyOwner::Secret(SecretHash([8; 32]))]), vec![]),
        (of(&[]), vec![]),
        (by(StudyColumn::Name, Direction::Ascending), vec![2, 3, 1]),
        (by(StudyColumn::Plies, Direction::Descending), vec![1, 3, 2]),
        (by(StudyColumn::Created, Direction::Ascending), vec![2, 3, 1]),
        (by(StudyColumn::Changed, Direction::Ascending), vec![2, 3, 1]),
    ] {
        let total = expected.len() as u64;
        assert_eq!(found(&store, &query).await, (expected, total), "{query:?}");
    }
    let second = StudyQuery { offset: 1, limit: 1, ..all };
    assert_eq!(found(&store, &second).await, (vec![3], 3));
}
