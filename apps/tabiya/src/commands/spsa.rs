//! `tabiya spsa`: tunes the parameters of the search by games against itself. Only a program with
//! the feature `tuning` has it. The crate `tournament` has the method and plays the games.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
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

use super::matches::{LimitArgs, OURSELVES, engine_command, shuffle};
use super::{processors, whole_number};
use crate::exit::{CliError, ExitStatus};
use crate::progress::Progress;

/// What games with fixed nodes say nothing about.
const TIME: &str = "time_";
const HANG_TIMEOUT: Duration = Duration::from_secs(120);
/// How many pairs are played between two writes of the file.
const PAIRS_TO_SAVE: u64 = 50;
/// How the first line of the file begins and ends, with the number of pairs in between.
const TITLE: [&str; 2] = ["tabiya spsa, ", " pairs"];

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
    #[arg(long, value_name = "SHARE", default_value_t = Tuner::RATE)]
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
    /// Pairs that are played, those of earlier runs included.
    played: u64,
    failure: Option<CliError>,
}

impl Spsa {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        let (parameters, played) = self.start()?;
        let mut openings = match &self.openings {
            Some(path) => read_openings(path)?,
            None => vec![Opening::default()],
        };
        shuffle(&mut openings, self.seed);
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_stopped);
        // Without the handler an interrupt ends the program at once, and the last pairs are lost.
        let _ = ctrlc::set_handler(move || stop.store(true, Ordering::Relaxed));
        let shared = Shared {
            options: &self,
            engine: self.engine(),
            rules: self.rules(),
            openings,
            is_stopped,
            state: Mutex::new(State {
                tuner: Tuner::new(parameters, played, self.pairs, self.rate),
                random: SplitMix64::with_stream(self.seed, played),
                played,
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

    /// The parameters to begin with, and how many pairs are behind them.
    fn start(&self) -> Result<(Vec<Parameter>, u64), CliError> {
        let is_chosen = |tunable: &&Tunable| match &self.only[..] {
            [] => !tunable.name.starts_with(TIME),
            only => only.iter().any(|name| tunable.name.starts_with(name.as_str())),
        };
        let mut parameters: Vec<_> = TUNABLES.iter().filter(is_chosen).map(parameter).collect();
        if parameters.is_empty() {
            return Err(CliError::Message("no parameter has such a name".into()));
        }
        if !self.out.exists() {
            return Ok((parameters, 0));
        }
        let played = read(&self.out, &mut parameters).map_err(|reason| {
            CliError::Message(format!("cannot resume '{}': {reason}", self.out.display()))
        })?;
        Ok((parameters, played))
    }

    fn engine(&self) -> EngineConfig {
        let (program, args) = engine_command(OURSELVES);
        let shared_options = vec![("Hash", self.hash)];
        EngineConfig { program, args, shared_options, ..EngineConfig::default() }
    }

    fn rules(&self) -> GameRules {
        GameRules {
            limit: self.limit.limit(),
            margin: Duration::ZERO,
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
        while !self.is_stopped.load(Ordering::Relaxed) {
            let mut state = self.state();
            let State { tuner, random, .. } = &mut *state;
            let Some(trial) = tuner.begin(random) else { break };
            let pair = tuner.begun() as usize;
            let names: Vec<_> = tuner.parameters().iter().map(|it| it.name.clone()).collect();
            drop(state);
            for (competitor, values) in
                [Competitor::A, Competitor::B].into_iter().zip(&trial.values)
            {
                for (name, &value) in names.iter().zip(values) {
                    players.set(competitor, name, value)?;
                }
            }
            let opening = &self.openings[pair % self.openings.len()];
            match players.play(opening, &self.rules) {
                Ok(Some(result)) => self.state().tuner.end(&trial, result),
                Ok(None) | Err(_) => players = start()?,
            }
            self.count()?;
        }
        Ok(())
    }

    /// Counts a pair, and now and then writes the file.
    fn count(&self) -> Result<(), CliError> {
        let mut state = self.state();
        state.played += 1;
        let played = state.played;
        drop(state);
        let progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.update(played, || format!("{played} pairs"));
        if played.is_multiple_of(PAIRS_TO_SAVE) {
            self.save()?;
            if !progress.is_visible() {
                eprintln!("{played} of {} pairs", self.options.pairs);
            }
        }
        Ok(())
    }

    /// Writes the file anew.
    fn save(&self) -> Result<(), CliError> {
        let state = self.state();
        let [before, after] = TITLE;
        let mut text = format!("{before}{}{after}\n", state.played);
        for Parameter { name, value, .. } in state.tuner.parameters() {
            let _ = writeln!(text, "{name} {value:.3}");
        }
        let path = &self.options.out;
        let new = path.with_added_extension("new");
        let written = fs::write(&new, text).and_then(|()| fs::rename(&new, path));
        written.map_err(|error| CliError::Write(path.display().to_string(), error))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn parameter(tunable: &Tunable) -> Parameter {
    let &Tunable { name, default, min, max, .. } = tunable;
    Parameter { name: name.into(), value: default.into(), min, max }
}

/// Reads the values of an earlier run; how many pairs it played.
fn read(path: &Path, parameters: &mut [Parameter]) -> Result<u64, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut lines = text.lines();
    let title = lines.next().and_then(|line| line.strip_prefix(TITLE[0])?.strip_suffix(TITLE[1]));
    let played = title.and_then(|pairs| pairs.parse().ok());
    let played = played.ok_or("it was not written by this command")?;
    let known =
        lines.map(str::split_ascii_whitespace).map(|mut words| (words.next(), words.next()));
    let known: Vec<_> = known.filter_map(|(name, value)| Some((name?, value?))).collect();
    if known.len() != parameters.len() {
        return Err("it has other parameters".into());
    }
    for (parameter, (name, value)) in parameters.iter_mut().zip(known) {
        let value = value.parse().ok().filter(|_| parameter.name == name);
        parameter.value = value.ok_or_else(|| format!("'{name}' was not expected"))?;
    }
    Ok(played)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_other_parameters_is_refused() {
        let directory = std::env::temp_dir().join(format!("tabiya-spsa-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let path = directory.join("values");
        let mut parameters: Vec<_> = TUNABLES.iter().take(2).map(parameter).collect();
        let [first, second] = [parameters[0].name.clone(), parameters[1].name.clone()];
        for (text, expected) in [
            (format!("tabiya spsa, 7 pairs\n{first} 1.5\n{second} 2\n"), Ok(7)),
            (format!("tabiya spsa, 7 pairs\n{second} 2\n{first} 1.5\n"), Err(())),
            (format!("tabiya spsa, 7 pairs\n{first} 1.5\n"), Err(())),
            ("hello".into(), Err(())),
            (String::new(), Err(())),
        ] {
            fs::write(&path, &text).unwrap();
            assert_eq!(read(&path, &mut parameters).map_err(drop), expected, "{text}");
        }
        assert_eq!(parameters[0].value, 1.5);
        fs::remove_dir_all(&directory).unwrap();
    }
}
