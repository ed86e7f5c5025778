//! How long random queries of a library take, one after the other.

use std::time::{Duration, Instant};

use chess::Color;
use chess::pgn::GameResult;
use game::GameId;
use random::SplitMix64;
use store::{
    Column, Cursor, Direction, ListedGame, PageStart, Postgres, Query, Sort, SortKey, Store,
};

use super::{Options, unable};
use crate::error::TaskError;
use crate::table::Table;

/// The goal for 99 of 100 queries.
const GOAL: Duration = Duration::from_millis(100);
/// What the web app asks for at once.
const PAGE: u32 = 100;

/// A kind of query, made from the game at a random place of the library.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// Whether the goal applies to it.
    has_goal: bool,
    query: fn(&ListedGame, &mut SplitMix64) -> Query,
}

static KINDS: [Kind; 6] = [
    Kind { name: "page", has_goal: true, query: page },
    Kind { name: "sort", has_goal: true, query: sorted },
    Kind { name: "filter", has_goal: true, query: filtered },
    Kind { name: "search", has_goal: true, query: searched },
    Kind { name: "frequent-word", has_goal: false, query: frequent },
    Kind { name: "jump", has_goal: false, query: jump },
];

/// The kinds of these names; all of them without any.
pub(super) fn kinds(names: &[String]) -> Result<Vec<&'static Kind>, TaskError> {
    if names.is_empty() {
        return Ok(KINDS.iter().collect());
    }
    let known = || KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
    let find = |name: &String| {
        let kind = KINDS.iter().find(|kind| kind.name == name);
        kind.ok_or_else(|| unable(format!("{name:?} is no kind of query; there are {}", known())))
    };
    names.iter().map(find).collect()
}

/// What was measured of a kind.
pub(super) struct Measured {
    kind: &'static Kind,
    /// In ascending order.
    times: Vec<Duration>,
}

impl Measured {
    pub(super) fn p50(&self) -> f64 {
        self.percentile(0.5)
    }

    pub(super) fn p99(&self) -> f64 {
        self.percentile(0.99)
    }

    pub(super) fn meets_goal(&self) -> bool {
        !self.kind.has_goal || self.p99() <= millis(GOAL)
    }

    fn percentile(&self, part: f64) -> f64 {
        let index = (self.times.len() as f64 * part) as usize;
        self.times.get(index.min(self.times.len().saturating_sub(1))).copied().map_or(0.0, millis)
    }
}

/// Runs queries of these kinds.
pub(super) async fn run(
    store: &Postgres,
    kinds: &[&'static Kind],
    options: &Options,
) -> Result<Vec<Measured>, TaskError> {
    let mut measured = Vec::new();
    for (&kind, stream) in kinds.iter().zip(0..) {
        let mut random = SplitMix64::with_stream(options.seed, stream);
        let mut times = Vec::with_capacity(options.queries);
        for _ in 0..options.queries {
            let query = (kind.query)(&some_game(store, &mut random).await?, &mut random);
            let start = Instant::now();
            store.list(&query).await.map_err(unable)?;
            times.push(start.elapsed());
        }
        times.sort_unstable();
        measured.push(Measured { kind, times });
    }
    Ok(measured)
}

/// The figures as a table.
pub(super) fn table(measured: &[Measured]) -> Table {
    let mut table = Table::new(["query", "p50 ms", "p99 ms", "max ms", "goal ms", "met"]);
    for seen in measured {
        let figures = [seen.p50(), seen.p99(), seen.percentile(1.0)].map(|ms| format!("{ms:.1}"));
        let goal = if seen.kind.has_goal { format!("{:.0}", millis(GOAL)) } else { String::new() };
        let met = match (seen.kind.has_goal, seen.meets_goal()) {
            (false, _) => "",
            (true, true) => "yes",
            (true, false) => "no",
        };
        let cells = [seen.kind.name.to_owned()].into_iter().chain(figures);
        table.row(cells.chain([goal, met.to_owned()]));
    }
    table
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// A game at a random place.
async fn some_game(store: &Postgres, random: &mut SplitMix64) -> Result<ListedGame, TaskError> {
    let text = format!("{:010x}", random.next_u64() & 0xff_ffff_ffff);
    let id = GameId::new(&text).ok_or_else(|| unable(&text))?;
    let sort = Sort { column: Column::Id, direction: Direction::Ascending };
    let after = PageStart::After(Cursor { key: SortKey::Id, id });
    for start in [after, PageStart::First] {
        let query = Query { sort, start, limit: 1, ..Query::default() };
        if let Some(game) = store.list(&query).await.map_err(unable)?.games.pop() {
            return Ok(game);
        }
    }
    Err(unable("the library is empty"))
}

fn random_sort(random: &mut SplitMix64) -> Sort {
    let directions = [Direction::Ascending, Direction::Descending];
    Sort {
        column: Column::ALL[random.below(Column::ALL.len())],
        direction: directions[random.below(2)],
    }
}

/// A page in the middle of an order.
fn page(game: &ListedGame, random: &mut SplitMix64) -> Query {
    let sort = random_sort(random);
    let cursor = sort.cursor(game);
    let start =
        if random.below(4) == 0 { PageStart::Before(cursor) } else { PageStart::After(cursor) };
    Query { sort, start, limit: PAGE, ..Query::default() }
}

/// The first page of an order.
fn sorted(_: &ListedGame, random: &mut SplitMix64) -> Query {
    Query { sort: random_sort(random), limit: PAGE, ..Query::default() }
}

/// A page of an order with a filter.
fn filtered(game: &ListedGame, random: &mut SplitMix64) -> Query {
    let results = [GameResult::Draw, GameResult::Win(Color::White), GameResult::Win(Color::Black)];
    let query = page(game, random);
    match random.below(3) {
        0 => Query { result: random.choose(&results).copied(), ..query },
        1 => Query { status: Some("over".into()), ..query },
        _ => Query { status: Some("playing".into()), start: PageStart::First, ..query },
    }
}

/// A search for the family name of a player, for the whole name, or for a name and an event; most
/// often in the usual order.
fn searched(game: &ListedGame, random: &mut SplitMix64) -> Query {
    let color = Color::ALL[random.below(2)];
    let name = game.summary.names[color].as_ref().map_or("", |name| name.as_str());
    let family = name.split(',').next().unwrap_or(name);
    let event = game.details.event.as_deref().unwrap_or_default();
    let text = match random.below(4) {
        0 | 1 => family.to_owned(),
        2 => name.to_owned(),
        _ => format!("{family} {}", event.split(' ').next().unwrap_or(event)),
    };
    let sort = if random.below(4) == 0 { random_sort(random) } else { Sort::default() };
    Query { text, sort, limit: PAGE, ..Query::default() }
}

/// A search for a word that many games have: a place, a year or an opening.
fn frequent(game: &ListedGame, random: &mut SplitMix64) -> Query {
    let details = &game.details;
    let opening = game.summary.opening.as_ref().map_or("", |opening| opening.name.as_str());
    let year = details.date.as_deref().and_then(|date| date.split('.').next());
    let words = [details.site.as_deref(), year, opening.split(' ').next()];
    let text = words[random.below(words.len())].unwrap_or_default().to_owned();
    Query { text, limit: PAGE, ..Query::default() }
}

/// A jump far down the list, as by the scroll bar.
fn jump(_: &ListedGame, random: &mut SplitMix64) -> Query {
    let skip = random.below(Query::MAX_SKIP as usize) as u32;
    Query { sort: random_sort(random), skip, limit: PAGE, ..Query::default() }
}
