//! Rules about the library.

use std::sync::Arc;

use chess::pgn::GameResult;
use chess::{ByColor, Color};
use game::{Name, Timestamp};
use store::{
    AccountId, Column, Details, Direction, Entry, ListedGame, NewGame, Opening, PageStart, Query,
    SeatOwner, SecretHash, Sort, Store, StoreError, Summary,
};

use crate::fixtures::{entry, id, name, new_game, summary};

/// White, Black, result, status, plies, last played: game 0 and those after it.
const GAMES: [(&str, &str, GameResult, &str, u32, u64); 7] = [
    ("Anna", "Ben", GameResult::Win(Color::White), "mate", 40, 500),
    ("Ben", "anna", GameResult::Unknown, "playing", 12, 700),
    ("Zoë", "Jürgen", GameResult::Draw, "stalemate", 99, 100),
    ("", "Ben Jonson", GameResult::Unknown, "waiting", 0, 300),
    ("ÉMILE", "O'Neill", GameResult::Win(Color::Black), "resigned", 40, 300),
    ("", "", GameResult::Unknown, "playing", 3, 900),
    ("Per_Cent", "Anna-Lena", GameResult::Win(Color::Black), "flag", 61, 600),
];

async fn fill(store: &Arc<dyn Store>) {
    for (number, (white, black, result, status, plies, last_played)) in (0..).zip(GAMES) {
        let summary = Summary {
            names: ByColor::new(name(white), name(black)),
            result,
            status: status.into(),
            plies,
            created: Timestamp(1_000 - last_played),
            last_played: Timestamp(last_played),
            opening: opening(number),
            ..summary()
        };
        let details = details(number);
        store.create(NewGame { summary, details, ..new_game(number) }).await.unwrap();
    }
}

/// Some games have more to say of themselves.
fn details(number: usize) -> Details {
    let text = |text: &str| Some(text.to_owned());
    match number {
        2 => Details {
            event: text("Hastings Masters"),
            site: text("Hastings"),
            date: text("1895.08.??"),
            round: text("10"),
            ratings: ByColor::new(None, Some(2500)),
        },
        4 => Details {
            event: text("Ärztepokal"),
            site: text("Zürich"),
            date: text("1953.09.01"),
            round: text("9.2"),
            ratings: ByColor::new(Some(2600), Some(1200)),
        },
        _ => Details::default(),
    }
}

fn opening(number: usize) -> Option<Opening> {
    let known = |eco: &str, name: &str| Some(Opening { eco: eco.into(), name: name.into() });
    match number {
        0 => known("C60", "Ruy Lopez"),
        6 => known("B90", ""),
        _ => None,
    }
}

/// The numbers of the games that a query finds, in their order.
async fn found(store: &Arc<dyn Store>, query: Query) -> Vec<usize> {
    let limit = if query.limit == 0 { 100 } else { query.limit };
    let page = store.list(&Query { limit, ..query }).await.unwrap();
    page.games.iter().map(number).collect()
}

fn number(listed: &ListedGame) -> usize {
    listed.id.as_str().trim_start_matches("game").parse().unwrap()
}

// req: C3
pub(crate) async fn queries_find_what_they_ask_for(store: Arc<dyn Store>) {
    fill(&store).await;
    let any = || Query {
        sort: Sort { column: Column::Id, direction: Direction::Ascending },
        ..Query::default()
    };
    let text = |text: &str| Query { text: text.into(), ..any() };
    let status = |status: &str| Query { status: Some(status.into()), ..any() };
    let player = |name: &str| Query { player: Some(Name::new(name).unwrap()), ..any() };
    let result = |result| Query { result: Some(result), ..any() };
    let ids = |numbers: &[usize]| Query {
        ids: Some(numbers.iter().map(|number| id(*number)).collect()),
        ..any()
    };
    let between = |since: Option<u64>, until: Option<u64>| Query {
        since: since.map(Timestamp),
        until: until.map(Timestamp),
        ..any()
    };
    for (query, expected) in [
        (any(), vec![0, 1, 2, 3, 4, 5, 6]),
        (text("anna"), vec![0, 1, 6]),
        (text("ANNA ben"), vec![0, 1]),
        (text("  ben  "), vec![0, 1, 3]),
        (text("émile"), vec![4]),
        (text("ZOË"), vec![2]),
        (text("game000005"), vec![5]),
        (text("game000005|anna"), vec![0, 1, 5, 6]),
        (text("game000001 anna"), vec![1]),
        (text("game00000"), vec![]),
        (text("000"), vec![]),
        (text("emile"), vec![4]),
        (text("zoe jurgen"), vec![2]),
        (text("Anná"), vec![0, 1, 6]),
        (text("arztepokal ZURICH"), vec![4]),
        (text("\u{301}"), vec![0, 1, 2, 3, 4, 5, 6]),
        (text("annaben"), vec![]),
        (text("nobody"), vec![]),
        (text("hastings"), vec![2]),
        (text("zoë 1895"), vec![2]),
        (text("ÄRZTE"), vec![4]),
        (text("lopez anna"), vec![0]),
        (text("b90"), vec![6]),
        (text("9.2"), vec![4]),
        (text("ÉMILE|hastings"), vec![2, 4]),
        (text("nobody|anna ben|nobody"), vec![0, 1]),
        (text("|zoë|"), vec![2]),
        (text("zoë |"), vec![2]),
        (text("x0|x1|x2|x3|x4|x5|x6|hastings"), vec![2]),
        (text("x0|x1|x2|x3|x4|x5|x6|x7|hastings"), vec![]),
        (status("playing"), vec![1, 5]),
        (status("play"), vec![]),
        (player("Anna"), vec![0, 1]),
        (player("Ben"), vec![0, 1]),
        (player("émile"), vec![4]),
        (player("emile"), vec![]),
        (result(GameResult::Unknown), vec![1, 3, 5]),
        (result(GameResult::Win(Color::Black)), vec![4, 6]),
        (between(Some(300), None), vec![0, 1, 3, 4, 5, 6]),
        (between(None, Some(300)), vec![2]),
        (between(Some(300), Some(600)), vec![0, 3, 4]),
        (between(Some(u64::MAX), None), vec![]),
        (between(None, Some(u64::MAX)), vec![0, 1, 2, 3, 4, 5, 6]),
        (ids(&[5, 1, 99]), vec![1, 5]),
        (ids(&[]), vec![]),
        (Query { status: Some("waiting".into()), ..ids(&[1, 3]) }, vec![3]),
        (Query { text: "anna".into(), ..ids(&[1, 3, 6]) }, vec![1, 6]),
        (Query { sort: Sort::default(), ..ids(&[0, 1, 2]) }, vec![1, 0, 2]),
        (Query { status: Some("playing".into()), ..text("ben") }, vec![1]),
        (Query { result: Some(GameResult::Win(Color::White)), ..player("ANNA") }, vec![0]),
    ] {
        assert_eq!(found(&store, query.clone()).await, expected, "{query:?}");
        let total = store.list(&query).await.unwrap().total;
        assert_eq!(total, expected.len() as u64, "the total without a page: {query:?}");
    }
}

// req: C3
pub(crate) async fn every_column_sorts_both_ways(store: Arc<dyn Store>) {
    fill(&store).await;
    // Each column with the games that have nothing in it, which come last in both directions.
    for (column, mut expected, blank) in [
        (Column::Id, vec![0, 1, 2, 3, 4, 5, 6], vec![]),
        (Column::White, vec![0, 1, 6, 2, 4], vec![3, 5]),
        (Column::Black, vec![1, 6, 0, 3, 2, 4], vec![5]),
        (Column::Result, vec![1, 3, 5, 4, 6, 0, 2], vec![]),
        (Column::Plies, vec![3, 5, 1, 0, 4, 6, 2], vec![]),
        (Column::Created, vec![5, 1, 6, 0, 3, 4, 2], vec![]),
        (Column::LastPlayed, vec![2, 3, 4, 0, 6, 1, 5], vec![]),
        (Column::Status, vec![6, 0, 1, 5, 4, 2, 3], vec![]),
        (Column::Event, vec![2, 4], vec![0, 1, 3, 5, 6]),
        (Column::Site, vec![2, 4], vec![0, 1, 3, 5, 6]),
        (Column::Date, vec![2, 4], vec![0, 1, 3, 5, 6]),
        (Column::Round, vec![4, 2], vec![0, 1, 3, 5, 6]),
        (Column::WhiteRating, vec![4], vec![0, 1, 2, 3, 5, 6]),
        (Column::BlackRating, vec![4, 2], vec![0, 1, 3, 5, 6]),
        (Column::Opening, vec![6, 0], vec![1, 2, 3, 4, 5]),
    ] {
        let mut blank: Vec<usize> = blank;
        for direction in [Direction::Ascending, Direction::Descending] {
            let sorted = Query { sort: Sort { column, direction }, ..Query::default() };
            let whole = [expected.clone(), blank.clone()].concat();
            assert_eq!(found(&store, sorted.clone()).await, whole, "{column:?}");
            let ids = store.ids(&sorted).await.unwrap();
            assert_eq!(ids, whole.iter().map(|number| id(*number)).collect::<Vec<_>>());
            // The same among the games with words: all but one.
            let words = Query { text: "anna|ben|zoe|emile".into(), ..sorted };
            let some: Vec<_> = whole.into_iter().filter(|number| *number != 5).collect();
            assert_eq!(pages_forward(&store, &Query { limit: 2, ..words }).await, some);
            expected.reverse();
            blank.reverse();
        }
    }
}

pub(crate) async fn removed_games_are_listed_apart_and_come_back_whole(store: Arc<dyn Store>) {
    fill(&store).await;
    let removed = || Query { removed: true, ..Query::default() };
    let before = (found(&store, Query::default()).await, store.load(&id(1)).await);
    for at in [10, 20] {
        store.remove(&id(1), Some(Timestamp(at))).await.unwrap();
        assert_eq!(found(&store, removed()).await, [1]);
        assert!(!found(&store, Query::default()).await.contains(&1));
        assert_eq!(store.list(&Query::default()).await.unwrap().total, 6);
    }
    for _ in 0..2 {
        store.remove(&id(1), None).await.unwrap();
        let after = (found(&store, Query::default()).await, store.load(&id(1)).await);
        assert_eq!(after, before);
        assert!(found(&store, removed()).await.is_empty());
    }
    assert_eq!(store.remove(&id(9), None).await, Err(StoreError::Unknown(id(9))));
}

// req: C7
pub(crate) async fn an_account_finds_the_games_in_which_it_owns_a_seat(store: Arc<dyn Store>) {
    let holder =
        |account| SeatOwner { secret: SecretHash([1; 32]), account: Some(AccountId(account)) };
    for (number, white, black) in [(0, 1, 2), (1, 2, 1), (2, 2, 3)] {
        let seat_owners = ByColor::new(Some(holder(white)), Some(holder(black)));
        store.create(NewGame { seat_owners, ..new_game(number) }).await.unwrap();
    }
    store.create(new_game(3)).await.unwrap();
    for (account, expected) in [(1, vec![1, 0]), (2, vec![2, 1, 0]), (3, vec![2]), (4, vec![])] {
        let query = Query { owner: Some(AccountId(account)), ..Query::default() };
        assert_eq!(found(&store, query).await, expected, "{account}");
    }
}

/// The pages of a query from its first game to its last, each beginning after the one before.
async fn pages_forward(store: &Arc<dyn Store>, query: &Query) -> Vec<usize> {
    let (mut start, mut found) = (PageStart::First, Vec::new());
    loop {
        let page = store.list(&Query { start, ..query.clone() }).await.unwrap();
        found.extend(page.games.iter().map(number));
        let Some(last) = page.games.last() else { return found };
        start = PageStart::After(query.sort.cursor(last));
    }
}

/// The pages of a query from the one above a game to its first game.
async fn pages_backward(store: &Arc<dyn Store>, query: &Query, from: &ListedGame) -> Vec<usize> {
    let (mut from, mut found) = (from.clone(), Vec::new());
    loop {
        let start = PageStart::Before(query.sort.cursor(&from));
        let page = store.list(&Query { start, ..query.clone() }).await.unwrap();
        found.splice(0..0, page.games.iter().map(number));
        match page.games.first() {
            Some(first) => from = first.clone(),
            None => return found,
        }
    }
}

fn every_order() -> impl Iterator<Item = Sort> {
    let directions = [Direction::Ascending, Direction::Descending];
    Column::ALL.into_iter().flat_map(move |column| {
        directions.into_iter().map(move |direction| Sort { column, direction })
    })
}

// req: C3
pub(crate) async fn pages_together_are_the_whole(store: Arc<dyn Store>) {
    fill(&store).await;
    let by_ids = Some((0..7).map(id).collect());
    let queries = every_order().flat_map(|sort| {
        [None, by_ids.clone()].map(|ids| Query { sort, ids, limit: 100, ..Query::default() })
    });
    for all in queries {
        let sort = all.sort;
        let whole = found(&store, all.clone()).await;
        let last = store.list(&all).await.unwrap().games.pop().unwrap();
        for limit in 1..=8 {
            let query = Query { limit, ..all.clone() };
            assert_eq!(store.list(&query).await.unwrap().total, 7);
            assert_eq!(pages_forward(&store, &query).await, whole, "{limit} a page, {sort:?}");
            let above = pages_backward(&store, &query, &last).await;
            assert_eq!(above, whole[..6], "{limit} a page, backward, {sort:?}");
        }
    }
}

pub(crate) async fn a_page_passes_over_games(store: Arc<dyn Store>) {
    fill(&store).await;
    for sort in every_order() {
        let all = Query { sort, limit: 100, ..Query::default() };
        let games = store.list(&all).await.unwrap().games;
        let whole: Vec<_> = games.iter().map(number).collect();
        let cursor = |index: usize| sort.cursor(&games[index]);
        for (start, expected) in [
            (PageStart::First, &whole[2..4]),
            (PageStart::After(cursor(1)), &whole[4..6]),
            (PageStart::After(cursor(4)), &[]),
            (PageStart::Before(cursor(6)), &whole[2..4]),
            (PageStart::Before(cursor(3)), &whole[..1]),
        ] {
            let query = Query { start, skip: 2, limit: 2, ..all.clone() };
            assert_eq!(found(&store, query.clone()).await, expected, "{query:?}");
        }
    }
    let beyond = Query { skip: u32::MAX, limit: u32::MAX, ..Query::default() };
    assert!(found(&store, beyond).await.is_empty());
}

pub(crate) async fn equal_games_are_on_one_page_each(store: Arc<dyn Store>) {
    for number in 0..10 {
        store.create(new_game(number)).await.unwrap();
    }
    for sort in every_order() {
        let query = Query { sort, limit: 3, ..Query::default() };
        let mut expected: Vec<_> = (0..10).collect();
        if sort.direction == Direction::Descending {
            expected.reverse();
        }
        assert_eq!(pages_forward(&store, &query).await, expected, "{sort:?}");
    }
}

// A page begins where the last one ended, whatever was added, removed or played between them.
pub(crate) async fn pages_go_on_where_they_ended_when_games_come_and_go(store: Arc<dyn Store>) {
    fill(&store).await;
    let query = Query { limit: 3, ..Query::default() };
    let first = store.list(&query).await.unwrap().games;
    assert_eq!(first.iter().map(number).collect::<Vec<_>>(), [5, 1, 6]);
    let last = query.sort.cursor(&first[2]);
    let next = Query { start: PageStart::After(last.clone()), ..query.clone() };

    store.create(NewGame { summary: played_at(10_000), ..new_game(7) }).await.unwrap();
    assert_eq!(found(&store, next.clone()).await, [0, 4, 3], "a game was added above");
    store.remove(&id(5), Some(Timestamp(1))).await.unwrap();
    assert_eq!(found(&store, next.clone()).await, [0, 4, 3], "a game was removed above");
    store.remove(&id(6), Some(Timestamp(1))).await.unwrap();
    assert_eq!(found(&store, next.clone()).await, [0, 4, 3], "the last game was removed");
    store.remove(&id(0), Some(Timestamp(1))).await.unwrap();
    assert_eq!(found(&store, next.clone()).await, [4, 3, 2], "the next game was removed");
    store.append(Entry { summary: played_at(20_000), ..entry(4, 1) }).await.unwrap();
    assert_eq!(found(&store, next.clone()).await, [3, 2], "the next game was played on");
    let back = Query { start: PageStart::Before(last), ..query.clone() };
    assert_eq!(found(&store, back).await, [4, 7, 1], "the page above has what came");
    assert_eq!(store.list(&next).await.unwrap().total, 5, "of all pages");
}

fn played_at(last_played: u64) -> Summary {
    Summary { last_played: Timestamp(last_played), ..summary() }
}

pub(crate) async fn hostile_text_is_only_text(store: Arc<dyn Store>) {
    fill(&store).await;
    let many_words = "anna ".repeat(10_000);
    for text in [
        "' OR 1=1 --",
        "'; DROP TABLE game; --",
        "%",
        "a%a",
        "*",
        "\"",
        "\\",
        "\0",
        "?1",
        ":id",
        many_words.as_str(),
    ] {
        let query = Query { text: text.into(), ..Query::default() };
        let expected = if text == many_words { 3 } else { 0 };
        assert_eq!(found(&store, query).await.len(), expected, "{text:?}");
        let query = Query { status: Some(text.into()), ..Query::default() };
        assert!(found(&store, query).await.is_empty(), "{text:?}");
    }
    assert_eq!(found(&store, Query { text: "_".into(), ..Query::default() }).await, [6]);
    assert_eq!(found(&store, Query { text: "'".into(), ..Query::default() }).await, [4]);
}

// req: C3
pub(crate) async fn the_row_follows_the_last_entry(store: Arc<dyn Store>) {
    store.create(NewGame { details: details(2), ..new_game(1) }).await.unwrap();
    let over = Summary {
        names: ByColor::new(name("Clara"), None),
        result: GameResult::Win(Color::Black),
        status: "resigned".into(),
        plies: 1,
        last_played: Timestamp(2_000),
        fen: "8/8/8/8/8/8/8/8 b - - 0 1".into(),
        opening: opening(0),
        ..summary()
    };
    store.append(Entry { summary: over.clone(), ..entry(1, 1) }).await.unwrap();
    let page = store.list(&Query { limit: 1, ..Query::default() }).await.unwrap();
    let expected = ListedGame { id: id(1), summary: over, details: details(2), imported: false };
    assert_eq!(page.games, [expected]);
    for text in ["hastings", "ruy"] {
        assert_eq!(found(&store, Query { text: text.into(), ..Query::default() }).await, [1]);
    }
    assert_eq!(found(&store, Query { text: "clara".into(), ..Query::default() }).await, [1]);
    assert!(found(&store, Query { text: "anna".into(), ..Query::default() }).await.is_empty());
}

pub(crate) async fn ids_are_those_of_all_pages(store: Arc<dyn Store>) {
    fill(&store).await;
    store.remove(&id(1), Some(Timestamp(10))).await.unwrap();
    for query in [
        Query::default(),
        Query { text: "anna".into(), ..Query::default() },
        Query { removed: true, ..Query::default() },
        Query {
            sort: Sort { column: Column::White, direction: Direction::Ascending },
            ..Query::default()
        },
    ] {
        let page = store.list(&Query { limit: 100, ..query.clone() }).await.unwrap();
        let listed: Vec<_> = page.games.into_iter().map(|listed| listed.id).collect();
        let narrow = Query { limit: 1, skip: 2, ..query };
        assert_eq!(store.ids(&narrow).await.unwrap(), listed, "{narrow:?}");
    }
}
