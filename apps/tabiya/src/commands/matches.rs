//! `tabiya match`: two engines play many games, and the results say which is stronger. The crate
//! `tournament` plays the games; here are options, progress and the report.

mod report;

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::time::{Duration, Instant};

use chess::CastlingMode;
use clap::Args;
use random::SplitMix64;
use tournament::{
    DrawRule, EngineConfig, EngineOption, GameRules, Limit, MatchConfig, MatchError, MatchHeader,
    Opening, PgnFile, Recorder, ResignRule, Results, Runner, Sprt, SprtDecision, TimeControl,
    distinct_names, read_openings,
};

use super::{program_and_arguments, whole_number};
use crate::exit::{CliError, ExitStatus};
use crate::progress::Progress;

const MAX_GAMES: usize = 10_000_000;
const MAX_CONCURRENCY: usize = 1024;
const MAX_MILLISECONDS: u64 = 86_400_000;
/// Milliseconds: a move with a fixed time always comes slightly late.
const MOVETIME_MARGIN: Duration = Duration::from_millis(250);
/// The name that stands for this program.
pub(super) const OURSELVES: &str = "tabiya";
/// The exit status by which shells know a program that was interrupted.
const INTERRUPTED: i32 = 130;
/// `timeout` sends an interrupt to the process and then to its group, so one may arrive twice.
const SAME_INTERRUPT: Duration = Duration::from_millis(500);

/// Play a match between two engines and measure which is stronger
///
/// An engine is a program that speaks UCI, with optional arguments, or the word `tabiya` for this
/// program. Each opening is played twice with colors swapped. With --sprt, the exit status is 1
/// unless H1 was accepted.
#[derive(Debug, Args)]
pub(crate) struct Match {
    /// First engine; results are from its point of view
    a: String,
    /// Second engine
    b: String,
    /// Openings as EPD or PGN, plain, gzip or zip [default: the starting position]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Number of games, must be even
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = whole_number(2..=MAX_GAMES))]
    games: usize,
    /// Play every opening of the file once with each color
    #[arg(long, requires = "openings", conflicts_with = "games")]
    each: bool,
    #[command(flatten)]
    limit: LimitArgs,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole_number(1..=MAX_CONCURRENCY))]
    concurrency: usize,
    /// Hash table size of both engines, in megabytes
    #[arg(long, value_name = "MB", value_parser = whole_number(1..=1_048_576_u32))]
    hash: Option<u32>,
    /// Number of threads of both engines
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1024_u32))]
    threads: Option<u32>,
    /// UCI option of the first engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option_a: Vec<EngineOption>,
    /// UCI option of the second engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option_b: Vec<EngineOption>,
    /// Name of the first engine [default: the name it reports]
    #[arg(long, value_name = "NAME")]
    name_a: Option<String>,
    /// Name of the second engine [default: the name it reports]
    #[arg(long, value_name = "NAME")]
    name_b: Option<String>,
    /// Stop as soon as a sequential probability ratio test decides between two Elo differences
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Adjudicate a draw when all scores stay within CP for PLIES plies, from ply FROM on
    #[arg(long, value_name = "CP,PLIES,FROM")]
    draw: Option<DrawRule>,
    /// Adjudicate a win when both engines agree on a score beyond CP for MOVES moves
    #[arg(long, value_name = "CP,MOVES")]
    resign: Option<ResignRule>,
    /// Milliseconds by which a clock may be overdrawn [default: 0; 250 with --movetime]
    #[arg(long, value_name = "MS", value_parser = whole_number(0..=MAX_MILLISECONDS))]
    margin: Option<u64>,
    /// Seconds after which an engine without a clock counts as hung
    #[arg(long, value_name = "S", default_value_t = 120)]
    #[arg(value_parser = whole_number(1..=86_400_u64))]
    patience: u64,
    /// Play Chess960
    #[arg(long)]
    chess960: bool,
    /// Append the games to this PGN file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Count the games that the PGN file already has, and play the missing ones
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Seed for the order of the openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of games between two lines of progress when stderr is not a terminal
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole_number(1..=u64::MAX))]
    report: u64,
}

/// How long the engines may think.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct LimitArgs {
    /// Nodes per move
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Search depth per move, in plies
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1000_u32))]
    depth: Option<u32>,
    /// Milliseconds per move
    #[arg(long, value_name = "MS", value_parser = whole_number(1..=MAX_MILLISECONDS))]
    movetime: Option<u64>,
    /// Time control in seconds, such as 8+0.08 or 40/60+0.5
    #[arg(long, value_name = "TIME+INC")]
    tc: Option<TimeControl>,
}

impl LimitArgs {
    pub(super) fn limit(&self) -> Limit {
        match (self.nodes, self.depth, self.movetime, self.tc) {
            (Some(nodes), ..) => Limit::Nodes(nodes),
            (_, Some(depth), ..) => Limit::Depth(depth),
            (.., Some(control)) => Limit::Clock(control),
            (.., time, _) => Limit::MoveTime(Duration::from_millis(time.unwrap_or(1))),
        }
    }
}

impl Match {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        if !self.games.is_multiple_of(2) {
            let games = self.games;
            let message = format!("--games {games} is odd, but each opening is played twice");
            return Err(CliError::Message(message));
        }
        let config = self.config()?;
        let games = if self.each { 2 * config.openings.len() } else { self.games };
        let mut results = Results::new(games);
        let pgn = self.pgn.as_deref().map(|path| self.open_pgn(path, &mut results, &config));
        let pgn = pgn.transpose()?;
        let rounds = results.missing();
        let header = MatchHeader::new(&config);
        let mut recorder = Recorder { header, results, pgn, sprt: self.sprt };

        let runner = Runner::new(&config, rounds);
        let interrupter = runner.interrupter();
        stop_on_interrupt(move || interrupter.interrupt());
        let progress = Progress::new("match", Some(games as u64));
        let played = runner.run(&mut recorder, |game, recorder| {
            report::show_game(&progress, self.report, game, recorder);
        });
        drop(progress);
        report::summary(&mut io::stdout().lock(), &recorder)?;
        played?;
        match recorder.decision() {
            None | Some(SprtDecision::H1) => Ok(ExitStatus::Success),
            Some(SprtDecision::H0 | SprtDecision::Undecided) => Ok(ExitStatus::Failure),
        }
    }

    fn config(&self) -> Result<MatchConfig, CliError> {
        let mut openings = match &self.openings {
            Some(path) => read_openings(path)?,
            None => vec![Opening::default()],
        };
        shuffle(&mut openings, self.seed);
        let (rules, concurrency) = (self.rules(), self.concurrency);
        Ok(MatchConfig { engines: self.engines()?, openings, rules, concurrency })
    }

    fn open_pgn(
        &self,
        path: &Path,
        results: &mut Results,
        config: &MatchConfig,
    ) -> Result<PgnFile, CliError> {
        if self.resume {
            return Ok(PgnFile::resume(path, results, config)?);
        }
        PgnFile::create(path).map_err(|error| match error {
            MatchError::PgnExists(_) => {
                CliError::Message(format!("{error}; use --resume to play its missing games"))
            }
            error => error.into(),
        })
    }

    fn rules(&self) -> GameRules {
        let limit = self.limit.limit();
        let castling = if self.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        GameRules {
            limit,
            margin: self.margin.map_or_else(|| usual_margin(limit), Duration::from_millis),
            hang_timeout: Duration::from_secs(self.patience),
            castling,
            draw: self.draw,
            resign: self.resign,
        }
    }

    /// Both engines. Each is started once, so that a mistake shows before the first game.
    fn engines(&self) -> Result<[EngineConfig; 2], CliError> {
        let mut engines =
            [self.engine(&self.a, &self.option_a), self.engine(&self.b, &self.option_b)];
        let clients = [engines[0].start()?, engines[1].start()?];
        let chosen = [self.name_a.clone(), self.name_b.clone()];
        let names = distinct_names(chosen, [clients[0].name(), clients[1].name()]);
        for (engine, name) in engines.iter_mut().zip(names) {
            engine.name = name;
        }
        Ok(engines)
    }

    fn engine(&self, command: &str, options: &[EngineOption]) -> EngineConfig {
        let (program, args) = engine_command(command);
        let hash = self.hash.map(|size| ("Hash", size));
        let threads = self.threads.map(|count| ("Threads", count));
        EngineConfig {
            program,
            args,
            name: String::new(),
            options: options.to_vec(),
            shared_options: hash.into_iter().chain(threads).collect(),
            chess960: self.chess960,
        }
    }
}

/// The program and arguments of an engine: `tabiya`, a file, or a command line.
pub(super) fn engine_command(command: &str) -> (OsString, Vec<OsString>) {
    if command == OURSELVES {
        let program = env::current_exe().map_or(OURSELVES.into(), OsString::from);
        return (program, vec!["uci".into()]);
    }
    let (program, arguments) = program_and_arguments(command);
    (program.into(), arguments.into_iter().map(OsString::from).collect())
}

/// Puts openings into an order that depends on the seed alone.
pub(super) fn shuffle<T>(openings: &mut [T], seed: u64) {
    let mut random = SplitMix64::new(seed);
    for last in (1..openings.len()).rev() {
        // The remainder favors small numbers by less than one in a billion.
        let chosen = random.next_u64() % (last as u64 + 1);
        openings.swap(last, chosen as usize);
    }
}

/// How late a move may be, unless an option says otherwise.
pub(super) fn usual_margin(limit: Limit) -> Duration {
    match limit {
        Limit::MoveTime(_) => MOVETIME_MARGIN,
        Limit::Nodes(_) | Limit::Depth(_) | Limit::Clock(_) => Duration::ZERO,
    }
}

/// Stops the games on the first interrupt, and the program at once on the second, or when there was
/// nothing left to stop.
pub(super) fn stop_on_interrupt(stop: impl Fn() -> bool + Send + 'static) {
    let mut first: Option<Instant> = None;
    // Without the handler an interrupt ends the program at once, which is no worse.
    let _ = ctrlc::set_handler(move || {
        let exits = match first {
            None => !stop(),
            Some(first) => first.elapsed() > SAME_INTERRUPT,
        };
        first.get_or_insert_with(Instant::now);
        if exits {
            process::exit(INTERRUPTED);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_this_program_or_a_command() {
        let (program, args) = engine_command("wrapper --engine x");
        assert_eq!((program, args.len()), ("wrapper".into(), 2));
        assert_eq!(engine_command("tabiya").1, ["uci"]);
    }

    #[test]
    fn openings_are_shuffled_by_the_seed_alone() {
        let shuffled = |seed| {
            let mut openings: Vec<usize> = (0..1000).collect();
            shuffle(&mut openings, seed);
            openings
        };
        let mut openings = shuffled(7);
        assert_eq!(openings, shuffled(7));
        assert_ne!(openings, shuffled(8));
        openings.sort_unstable();
        assert_eq!(openings, (0..1000).collect::<Vec<_>>());
        shuffle::<usize>(&mut [], 1);
    }
}
