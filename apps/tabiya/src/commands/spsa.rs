//! `tabiya spsa`: tunes the parameters of the search by games against itself. Only a program with
//! the feature `tuning` has it. The crate `tournament` has the method and plays the games.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use chess::CastlingMode;
use clap::Args;
use engine::{TUNABLES, Tunable};
use random::SplitMix64;
use tournament::{
    Competitor, DrawRule, EngineConfig, GameRules, Opening, PairPlayer, Parameter, ResignRule,
    Spsa as Tuner, read_openings,
};
use uci::ClientError;

use super::matches::{
    LimitArgs, OURSELVES, engine_command, shuffle, stop_on_interrupt, usual_margin,
};
use super::{processors, whole_number};
use crate::exit::{CliError, ExitStatus};
use crate::progress::Progress;

/// What games with fixed nodes say nothing about.
const TIME: &str = "time_";
const HANG_TIMEOUT: Duration = Duration::from_mins(2);
/// How many pairs are played between two writes of the file.
const PAIRS_TO_SAVE: u64 = 50;
/// After as many pairs in a row without a result, something is wrong with the engine.
const MAX_FAILED_PAIRS: u32 = 10;

/// Tune the parameters of the search by games against itself
///
/// The file has the parameters and the number of pairs played; the same command resumes it.
#[derive(Debug, Args)]
pub(crate) struct Spsa {
    /// File to write or resume
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Pairs of games in all
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = whole_number(1..=100_000_000_u64))]
    pairs: u64,
    /// The last step for a point, as a share of the perturbation; short runs need a higher one
    #[arg(long, value_name = "SHARE", default_value_t = Tuner::RATE, value_parser = rate)]
    rate: f64,
    /// Parameters to tune, by the beginnings of their names [default: all but those of time]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Openings as EPD or PGN, plain, gzip or zip [default: the starting position]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    #[command(flatten)]
    limit: LimitArgs,
    /// Number of games played at the same time [default: one per processor]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1024_usize))]
    concurrency: Option<usize>,
    /// Hash table size, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 8)]
    #[arg(value_parser = whole_number(1..=1_048_576_u32))]
    hash: u32,
    /// Adjudicate a draw when all scores stay within CP for PLIES plies, from ply FROM on
    #[arg(long, value_name = "CP,PLIES,FROM")]
    draw: Option<DrawRule>,
    /// Adjudicate a win when both engines agree on a score beyond CP for MOVES moves
    #[arg(long, value_name = "CP,MOVES")]
    resign: Option<ResignRule>,
    /// Seed for the order of the openings and the perturbations
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// What the workers share.
struct Shared<'a> {
    options: &'a Spsa,
    engine: EngineConfig,
    rules: GameRules,
    openings: Vec<Opening>,
    is_stopped: Arc<AtomicBool>,
    state: Mutex<State>,
    progress: Mutex<Progress>,
}

struct State {
    tuner: Tuner,
    random: SplitMix64,
    failure: Option<CliError>,
}

impl Spsa {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        let tuner = self.tuner()?;
        let mut openings = match &self.openings {
            Some(path) => read_openings(path)?,
            None => vec![Opening::default()],
        };
        shuffle(&mut openings, self.seed);
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_stopped);
        stop_on_interrupt(move || !stop.swap(true, Ordering::Relaxed));
        let shared = Shared {
            options: &self,
            engine: self.engine(),
            rules: self.rules(),
            openings,
            is_stopped,
            state: Mutex::new(State {
                random: SplitMix64::with_stream(self.seed, tuner.ended()),
                tuner,
                failure: None,
            }),
            progress: Mutex::new(Progress::new("spsa", Some(self.pairs))),
        };
        thread::scope(|scope| {
            for _ in 0..self.concurrency.unwrap_or_else(processors) {
                scope.spawn(|| shared.work());
            }
        });
        shared.save()?;
        let failure = shared.state().failure.take();
        failure.map_or(Ok(ExitStatus::Success), Err)
    }

    /// The parameters to begin or to go on with.
    fn tuner(&self) -> Result<Tuner, CliError> {
        let begins_with = |tunable: &Tunable, name: &String| tunable.name.starts_with(name);
        let is_unknown =
            |name: &&String| !TUNABLES.iter().any(|tunable| begins_with(tunable, name));
        if let Some(name) = self.only.iter().find(is_unknown) {
            return Err(CliError::Message(format!("no parameter begins with '{name}'")));
        }
        let is_chosen = |tunable: &&Tunable| match &self.only[..] {
            [] => !tunable.name.starts_with(TIME),
            only => only.iter().any(|name| begins_with(tunable, name)),
        };
        let parameters: Vec<_> = TUNABLES.iter().filter(is_chosen).map(parameter).collect();
        let mut tuner = Tuner::new(parameters, self.pairs, self.rate);
        if self.out.exists() {
            let path = || self.out.display().to_string();
            let text =
                fs::read_to_string(&self.out).map_err(|error| CliError::Read(path(), error))?;
            let resumed = tuner.resume(&text);
            resumed.map_err(|reason| CliError::Message(format!("'{}': {reason}", path())))?;
        }
        Ok(tuner)
    }

    fn engine(&self) -> EngineConfig {
        let (program, args) = engine_command(OURSELVES);
        let shared_options = vec![("Hash", self.hash)];
        EngineConfig { program, args, shared_options, ..EngineConfig::default() }
    }

    fn rules(&self) -> GameRules {
        let limit = self.limit.limit();
        GameRules {
            limit,
            margin: usual_margin(limit),
            hang_timeout: HANG_TIMEOUT,
            castling: CastlingMode::Standard,
            draw: self.draw,
            resign: self.resign,
        }
    }
}

impl Shared<'_> {
    /// Plays pairs until there are no more.
    fn work(&self) {
        if let Err(error) = self.play_pairs() {
            self.is_stopped.store(true, Ordering::Relaxed);
            self.state().failure.get_or_insert(error);
        }
    }

    fn play_pairs(&self) -> Result<(), CliError> {
        let start = || PairPlayer::start(&self.engine);
        let mut players = start()?;
        let mut failed = 0;
        while !self.is_stopped.load(Ordering::Relaxed) {
            let mut state = self.state();
            let State { tuner, random, .. } = &mut *state;
            let Some(trial) = tuner.begin(random) else { break };
            let pair = tuner.begun() as usize;
            let names: Vec<_> = tuner.parameters().iter().map(|it| it.name.clone()).collect();
            drop(state);
            let opening = &self.openings[pair % self.openings.len()];
            let result = set_all(&mut players, &names, &trial.values)
                .and_then(|()| players.play(opening, &self.rules));
            if let Ok(Some(result)) = result {
                let ended = self.state().tuner.end(&trial, result);
                self.report(ended)?;
                failed = 0;
            } else {
                failed += 1;
                if failed == MAX_FAILED_PAIRS {
                    let text = format!("{failed} pairs in a row were forfeited or broken off");
                    return Err(CliError::Message(text));
                }
                players = start()?;
            }
        }
        Ok(())
    }

    /// Shows the progress, and now and then writes the file.
    fn report(&self, ended: u64) -> Result<(), CliError> {
        let progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.update(ended, || format!("{ended} pairs"));
        if ended.is_multiple_of(PAIRS_TO_SAVE) {
            self.save()?;
            if !progress.is_visible() {
                eprintln!("{ended} of {} pairs", self.options.pairs);
            }
        }
        Ok(())
    }

    /// Writes the file anew.
    fn save(&self) -> Result<(), CliError> {
        let text = self.state().tuner.to_string();
        let path = &self.options.out;
        let new = path.with_added_extension("new");
        let written = fs::write(&new, text).and_then(|()| fs::rename(&new, path));
        written.map_err(|error| CliError::Write(path.display().to_string(), error))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Gives each engine its values of the parameters.
fn set_all(
    players: &mut PairPlayer,
    names: &[String],
    values: &[Vec<i32>; 2],
) -> Result<(), ClientError> {
    for (competitor, values) in [Competitor::A, Competitor::B].into_iter().zip(values) {
        for (name, &value) in names.iter().zip(values) {
            players.set(competitor, name, value)?;
        }
    }
    Ok(())
}

/// Reads a positive rate.
fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0);
    rate.ok_or_else(|| "expected a positive number".into())
}

fn parameter(tunable: &Tunable) -> Parameter {
    let &Tunable { name, default, min, max, .. } = tunable;
    Parameter { name: name.into(), value: default.into(), min, max }
}
