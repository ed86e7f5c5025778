//! External engines over UCI. They are not trusted: their moves are validated, a search that takes
//! too long is stopped, and an engine that exits is restarted for the next job.

mod collector;

use std::collections::HashMap;
use std::time::Duration;

use chess::{CastlingMode, Move, Position};
use engine::Value;
use uci::{Client, ClientError, Go, Info, OptionKind, PositionCommand, Start, UciMove};

use self::collector::LineCollector;
use super::{EngineError, Job, JobKind, JobResult, OnUpdate, StopHandle, Thinker};
use crate::config::{EngineConfig, ExternalEngine};

/// How long an engine may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(10);
/// How much longer than its time limit an engine may take before it is given up.
const GRACE: Duration = Duration::from_secs(2);

/// The external engines, started when they are first needed.
pub(super) struct ExternalEngines {
    config: EngineConfig,
    running: HashMap<String, Client>,
}

impl ExternalEngines {
    /// Engines from the configuration; none is running yet.
    pub(super) fn new(config: &EngineConfig) -> ExternalEngines {
        ExternalEngines { config: config.clone(), running: HashMap::new() }
    }

    /// Takes a running engine, or starts it. The caller puts it back unless it failed.
    fn take(&mut self, name: &str) -> Result<Client, EngineError> {
        if let Some(client) = self.running.remove(name) {
            return Ok(client);
        }
        let known = self.config.externals.iter().find(|engine| engine.name == name);
        start(known.ok_or_else(|| EngineError::Unknown(name.to_owned()))?, &self.config)
    }
}

impl Thinker for ExternalEngines {
    fn think(
        &mut self,
        job: &Job,
        stop: &StopHandle,
        on_update: OnUpdate,
    ) -> Result<JobResult, EngineError> {
        let (JobKind::PlayExternal { name, .. } | JobKind::Analyze { engine: Some(name), .. }) =
            &job.kind
        else {
            let reason = format!("bug: {:?} is not for an external engine", job.kind);
            return Err(EngineError::Failed(reason));
        };
        let time = job.kind.time_limit(self.config.longest);
        let mut client = self.take(name)?;
        // An engine that failed is dropped, which ends its process.
        let result = think(&mut client, job, time, stop, on_update)?;
        self.running.insert(name.clone(), client);
        Ok(result)
    }
}

fn start(engine: &ExternalEngine, config: &EngineConfig) -> Result<Client, EngineError> {
    let mut client =
        Client::start(&engine.program, &engine.arguments, START_TIMEOUT).map_err(failed)?;
    let (hash, threads) = (config.hash_mb.to_string(), config.threads.to_string());
    for (option, value) in [("Hash", &*hash), ("Threads", &threads), ("UCI_ShowWDL", "true")] {
        if client.option(option).is_some() {
            client.set_option(option, Some(value)).map_err(failed)?;
        }
    }
    Ok(client)
}

fn think(
    client: &mut Client,
    job: &Job,
    time: Duration,
    stop: &StopHandle,
    on_update: OnUpdate,
) -> Result<JobResult, EngineError> {
    let mode = CastlingMode::of(job.board.start());
    if client.option("UCI_Chess960").is_some() {
        let value = (mode == CastlingMode::Chess960).to_string();
        client.set_option("UCI_Chess960", Some(&value)).map_err(failed)?;
    }
    let position = job.board.position();
    let mut collector = LineCollector::new(position, set_lines(client, job.kind.lines())?);
    let handle = client.handle();
    stop.attach(handle.clone());
    let go = Go { movetime: Some(time), ..Go::default() };
    let mut last = Info::default();
    let answer = client.search(&position_command(&job.board, mode), &go, time + GRACE, |info| {
        // A stop that came just before the search started did not reach the engine.
        if stop.is_stopped() {
            handle.stop();
        }
        collector.add(&info).into_iter().for_each(&mut *on_update);
        if info.score.is_some() && info.multipv.is_none_or(|rank| rank == 1) {
            last = info;
        }
    });
    stop.detach();
    collector.flush().into_iter().for_each(on_update);
    let played = answer.map_err(failed)?.best.played.ok_or(EngineError::NoMove)?;
    let play = played
        .to_move(position)
        .map_err(|reason| EngineError::Failed(format!("it played {played}: {reason}")))?;
    Ok(job_result(play, position, &last))
}

/// Sets the number of lines, if the engine supports several; the result is the number in effect.
fn set_lines(client: &mut Client, lines: usize) -> Result<usize, EngineError> {
    let Some(option) = client.option("MultiPV") else { return Ok(1) };
    let OptionKind::Spin { max, .. } = option.kind else { return Ok(1) };
    let lines = lines.min(usize::try_from(max).unwrap_or(1)).max(1);
    client.set_option("MultiPV", Some(&lines.to_string())).map_err(failed)?;
    Ok(lines)
}

/// The UCI `position` command for a game.
fn position_command(board: &chess::Game, mode: CastlingMode) -> PositionCommand {
    let start = board.start();
    let fen = match mode {
        CastlingMode::Standard => start.to_string(),
        CastlingMode::Chess960 => start.to_setup().shredder_fen().to_string(),
    };
    let moves = board.moves().iter().map(|&m| UciMove::new(m, mode)).collect();
    PositionCommand { start: Start::Fen(fen), moves }
}

/// The result of a search, from the last `info` line.
fn job_result(play: Move, position: &Position, info: &Info) -> JobResult {
    let mut line = legal_prefix(&info.pv, position);
    if line.first() != Some(&play) {
        line = vec![play];
    }
    JobResult {
        play,
        line,
        value: info.score.map(|score| value(score.value)),
        chances: None,
        depth: info.depth.unwrap_or_default(),
        nodes: info.nodes.unwrap_or_default(),
    }
}

/// The moves of a line up to the first illegal one.
fn legal_prefix(line: &[UciMove], position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut position = *position;
    for coordinates in line {
        let Ok(m) = coordinates.to_move(&position) else { break };
        position = position.play_unchecked(m);
        moves.push(m);
    }
    moves
}

fn value(value: uci::Value) -> Value {
    match value {
        uci::Value::Centipawns(centipawns) => Value::Centipawns(centipawns),
        uci::Value::Mate(moves) => Value::Mate(moves),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "made for `map_err`")]
fn failed(error: ClientError) -> EngineError {
    EngineError::Failed(error.to_string())
}
