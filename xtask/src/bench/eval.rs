//! What it costs to judge a position: by hand, and by a network.
//!
//! A search judges a position and then what its moves lead to, so that is measured, and beside it
//! positions that have nothing to do with each other, which a network has to add up from far. How
//! good a network is does not matter to its speed, so one of chance is taken.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use chess::Position;
use clap::Args;
use engine::Network;
use engine::eval::Evaluator;

use crate::games::RandomGame;
use crate::table::Table;

/// What `cargo xtask bench eval` accepts.
#[derive(Args)]
pub(crate) struct Options {
    /// Number of runs; the best time counts
    #[arg(long, value_name = "N", default_value_t = 200)]
    rounds: usize,
}

const SEED: u64 = 1;
const GAMES: u64 = 20;
/// One position in this many plies of a game is taken, with the positions after its moves.
const STRIDE: usize = 20;

/// Positions with their plies, in the order in which they are judged.
type Sample = Vec<(Position, usize)>;

/// Measures and prints the table.
pub(crate) fn run(options: &Options) {
    let (near, far) = (near(), far());
    println!("{} positions near each other, {} far apart", near.len(), far.len());
    let network = Arc::new(Network::random(SEED, 1));
    let mut contests = [("by hand", None), ("by a network", Some(&network))]
        .map(|(name, network)| (name, Evaluator::new(network), [f64::INFINITY; 2]));
    for _ in 0..options.rounds.max(1) {
        for (_, evaluator, best) in &mut contests {
            for (best, sample) in best.iter_mut().zip([&near, &far]) {
                *best = best.min(nanoseconds(evaluator, sample));
            }
        }
    }
    let mut table = Table::new(["ns a position", "near", "far"]);
    for (name, _, best) in &contests {
        let [near, far] = best.map(|time| format!("{time:.1}"));
        table.row([name, &near[..], &far]);
    }
    print!("{table}");
}

/// Positions of games, each followed by all that one move makes of it.
fn near() -> Sample {
    let games = (0..GAMES).map(|number| RandomGame::new(SEED, number));
    let positions = games.flat_map(|game| game.step_by(STRIDE).map(|(position, _)| position));
    positions
        .flat_map(|position| {
            let moves = position.legal_moves();
            let after = moves.iter().map(|&m| (position.play_unchecked(m), 1)).collect::<Vec<_>>();
            [(position, 0)].into_iter().chain(after)
        })
        .collect()
}

/// A position of each game in turn.
fn far() -> Sample {
    let mut games: Vec<_> = (0..GAMES)
        .map(|number| RandomGame::new(SEED, number).step_by(STRIDE).map(|(position, _)| position))
        .collect();
    let mut sample = Sample::new();
    loop {
        let before = sample.len();
        sample.extend(games.iter_mut().filter_map(Iterator::next).map(|position| (position, 0)));
        if sample.len() == before {
            return sample;
        }
    }
}

fn nanoseconds(evaluator: &mut Evaluator, sample: &Sample) -> f64 {
    let begin = Instant::now();
    for (position, ply) in sample {
        black_box(evaluator.evaluate(black_box(position), *ply));
    }
    begin.elapsed().as_secs_f64() * 1e9 / sample.len() as f64
}
