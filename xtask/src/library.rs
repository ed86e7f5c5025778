//! `cargo xtask library`: a library of synthetic games in `PostgreSQL`, as large as one likes, and
//! how long its pages, orders and searches take, through the store that the server uses.
//!
//! Games are added in steps, and every step is measured. Filling goes on where an earlier run on
//! the same database has ended.

mod database;
mod import;
mod measure;

use std::time::Instant;

use store::{Postgres, PostgresAddress};

use self::database::Database;
use self::measure::{Kind, Measured};
use crate::error::TaskError;
use crate::table::{Table, grouped};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Sizes of the library to measure, in games
    #[arg(long, value_delimiter = ',', default_value = "10000,100000,1000000")]
    games: Vec<u64>,
    /// Database to fill, of a superuser [default: a private one, removed at the end]
    #[arg(long)]
    database: Option<String>,
    /// Number of queries of every kind
    #[arg(long, default_value_t = 300)]
    queries: usize,
    /// Kinds of queries to measure [default: all]
    #[arg(long, value_delimiter = ',')]
    kinds: Vec<String>,
    /// Number of games to import at the end as a server does
    #[arg(long, default_value_t = 0)]
    pub(crate) import: u64,
    /// Random seed of the queries
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Fills and measures a library.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let mut sizes = options.games.clone();
    sizes.sort_unstable();
    let runtime = tokio::runtime::Runtime::new().map_err(unable)?;
    let database = Database::open(options.database.as_deref())?;
    let address: PostgresAddress = database.url().parse().map_err(unable)?;
    let kinds = measure::kinds(&options.kinds)?;
    let mut growth = Growth::new(&kinds);
    for size in sizes {
        // The store creates the tables.
        drop(runtime.block_on(Postgres::connect(&address)).map_err(unable)?);
        let start = Instant::now();
        database.fill(size)?;
        let filled = start.elapsed();
        let store = runtime.block_on(Postgres::connect(&address)).map_err(unable)?;
        let measured = runtime.block_on(measure::run(&store, &kinds, options))?;
        println!("\n{} games, filled in {:.0} s", grouped(size), filled.as_secs_f64());
        println!("{}", measure::table(&measured));
        growth.add(size, database.bytes()?, &measured);
    }
    println!("\n{}", growth.table);
    if options.import > 0 {
        let store = runtime.block_on(Postgres::connect(&address)).map_err(unable)?;
        import::run(store, options.import, &runtime)?;
    }
    runtime.shutdown_background();
    match growth.missed {
        0 => Ok(()),
        missed => Err(TaskError::No(format!("{missed} goals were missed"))),
    }
}

/// How the figures grow with the library.
struct Growth {
    table: Table,
    missed: usize,
}

impl Growth {
    fn new(kinds: &[&Kind]) -> Growth {
        let headings = kinds.iter().map(|kind| format!("{} p50 / p99 ms", kind.name));
        let headings = ["games".to_owned(), "bytes a game".to_owned()].into_iter().chain(headings);
        Growth { table: Table::new(headings), missed: 0 }
    }

    fn add(&mut self, size: u64, bytes: u64, measured: &[Measured]) {
        let cells = measured.iter().map(|seen| format!("{:.1} / {:.1}", seen.p50(), seen.p99()));
        let head = [grouped(size), grouped(bytes / size.max(1))];
        self.table.row(head.into_iter().chain(cells));
        self.missed += measured.iter().filter(|seen| !seen.meets_goal()).count();
    }
}

fn unable(error: impl std::fmt::Display) -> TaskError {
    TaskError::Unable(error.to_string())
}
