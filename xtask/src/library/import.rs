//! How fast a file is imported, the way the server does it.

use std::cell::RefCell;
use std::fmt::Write;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use game::{GameId, Timestamp};
use library::import::{self, Context};
use random::SplitMix64;
use store::Postgres;
use tokio::runtime::Runtime;

use super::unable;
use crate::error::TaskError;
use crate::table::grouped;

/// Moves of real games, which the imported games share.
const MOVES: [&str; 3] = [
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 \
     9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 \
     16. Qb8+ Nxb8 17. Rd8#",
    "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 \
     c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5",
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 Nbd7 7. Rc1 c6 8. Bd3 dxc4 9. Bxc4 \
     Nd5 10. Bxe7 Qxe7 11. O-O Nxc3 12. Rxc3 e5 13. dxe5 Nxe5 14. Nxe5 Qxe5 15. f4 Qe7",
];
const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

/// Imports the given number of new games.
pub(super) fn run(store: Postgres, games: u64, runtime: &Runtime) -> Result<(), TaskError> {
    let mut random = SplitMix64::new(Timestamp::default().0 ^ u64::from(std::process::id()));
    let file = file(games, &mut random);
    let random = RefCell::new(random);
    let new_id = || -> io::Result<GameId> {
        let mut random = random.borrow_mut();
        Ok(GameId::from_random(std::array::from_fn(|_| (random.next_u64() >> 32) as u8)))
    };
    let context = Context {
        store: Arc::new(store),
        runtime: runtime.handle().clone(),
        now: Timestamp(1_700_000_000_000),
        new_id: &new_id,
        max_bytes: u64::MAX,
        charge: &|_| true,
    };
    let start = Instant::now();
    let report = import::run(file.as_bytes(), &context, &mut |_| ControlFlow::Continue(()));
    let report = report.map_err(unable)?;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{} games of {} bytes each imported in {seconds:.1} s: {:.0} games a second",
        grouped(report.added),
        file.len() as u64 / games.max(1),
        report.added as f64 / seconds
    );
    Ok(())
}

fn file(games: u64, random: &mut SplitMix64) -> String {
    let mut file = String::new();
    for number in 0..games {
        let (moves, result) = (MOVES[random.below(3)], RESULTS[random.below(3)]);
        let (white, black) = (random.below(300_000), random.below(300_000));
        let (year, month, day) =
            (1950 + random.below(76), 1 + random.below(12), 1 + random.below(28));
        // Writing to a string cannot fail.
        let _ = write!(
            file,
            "[Event \"Import {}\"]\n[Site \"Here\"]\n[Date \"{year}.{month:02}.{day:02}\"]\n\
             [Round \"{}\"]\n[White \"Player {white}\"]\n[Black \"Player {black}\"]\n\
             [Result \"{result}\"]\n[WhiteElo \"{}\"]\n\n{moves} {result}\n\n",
            number / 100,
            number % 100,
            1000 + random.below(1800)
        );
    }
    file
}
