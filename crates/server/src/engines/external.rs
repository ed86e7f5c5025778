//! Engines of others, through UCI. They are trusted in nothing: what they play is looked at, what
//! they take too long for is stopped, and one that dies is started again for the next job.

mod gather;

use std::collections::HashMap;
use std::time::Duration;

use chess::{CastlingMode, Move, Position};
use engine::Value;
use uci::{Client, ClientError, Go, Info, OptionKind, PositionCommand, Start, UciMove};

use self::gather::Gather;
use super::{EngineError, Job, JobKind, SearchResult, Stop, Tell, Thinker};
use crate::config::{EngineConfig, ExternalEngine};

/// How long a program may take to start.
const START_TIME: Duration = Duration::from_secs(10);
/// How much longer than it was told a program may take before it is given up.
const PATIENCE: Duration = Duration::from_secs(2);

/// The programs, started when they are first needed.
pub(super) struct Externals {
    config: EngineConfig,
    running: HashMap<String, Client>,
}

impl Externals {
    /// None is running yet.
    pub(super) fn new(config: &EngineConfig) -> Externals {
        Externals { config: config.clone(), running: HashMap::new() }
    }

    /// Takes a program that runs, or starts it. Who takes it puts it back if it is still good.
    fn take(&mut self, name: &str) -> Result<Client, EngineError> {
        if let Some(client) = self.running.remove(name) {
            return Ok(client);
        }
        let known = self.config.externals.iter().find(|engine| engine.name == name);
        start(known.ok_or_else(|| EngineError::Unknown(name.to_owned()))?, &self.config)
    }
}

impl Thinker for Externals {
    fn think(&mut self, job: &Job, stop: &Stop, tell: Tell) -> Result<SearchResult, EngineError> {
        let (JobKind::PlayExternal { name, .. } | JobKind::Study { engine: Some(name), .. }) =
            &job.wish
        else {
            return Err(EngineError::Failed("other engines play and study only".to_owned()));
        };
        let time = job.wish.longest(self.config.longest);
        let mut client = self.take(name)?;
        // An engine that failed goes with the error, and its process ends with it.
        let thought = think(&mut client, job, time, stop, tell)?;
        self.running.insert(name.clone(), client);
        Ok(thought)
    }
}

fn start(engine: &ExternalEngine, config: &EngineConfig) -> Result<Client, EngineError> {
    let mut client =
        Client::start(&engine.program, &engine.arguments, START_TIME).map_err(failed)?;
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
    stop: &Stop,
    tell: Tell,
) -> Result<SearchResult, EngineError> {
    let mode = CastlingMode::of(job.board.start());
    if client.option("UCI_Chess960").is_some() {
        let value = (mode == CastlingMode::Chess960).to_string();
        client.set_option("UCI_Chess960", Some(&value)).map_err(failed)?;
    }
    let position = job.board.position();
    let mut gather = Gather::new(position, set_lines(client, job.wish.lines())?);
    let handle = client.handle();
    stop.attach(handle.clone());
    let go = Go { movetime: Some(time), ..Go::default() };
    let mut last = Info::default();
    let answer = client.search(&place(&job.board, mode), &go, time + PATIENCE, |news| {
        // A stop that came just before the search began was said to nobody.
        if stop.is_stopped() {
            handle.stop();
        }
        gather.hear(&news).into_iter().for_each(&mut *tell);
        if news.score.is_some() && news.multipv.is_none_or(|place| place == 1) {
            last = news;
        }
    });
    stop.detach();
    gather.rest().into_iter().for_each(tell);
    let played = answer.map_err(failed)?.best.played.ok_or(EngineError::NoMove)?;
    let play = played
        .resolve(position)
        .map_err(|reason| EngineError::Failed(format!("it played {played}: {reason}")))?;
    Ok(thought(play, position, &last))
}

/// Asks for so many lines, as far as the program can find several; gives how many it will.
fn set_lines(client: &mut Client, lines: usize) -> Result<usize, EngineError> {
    let Some(option) = client.option("MultiPV") else { return Ok(1) };
    let OptionKind::Spin { max, .. } = option.kind else { return Ok(1) };
    let lines = lines.min(usize::try_from(max).unwrap_or(1)).max(1);
    client.set_option("MultiPV", Some(&lines.to_string())).map_err(failed)?;
    Ok(lines)
}

/// The game as the protocol tells it.
fn place(board: &chess::Game, mode: CastlingMode) -> PositionCommand {
    let start = board.start();
    let fen = match mode {
        CastlingMode::Standard => start.to_string(),
        CastlingMode::Chess960 => start.to_setup().shredder_fen().to_string(),
    };
    let moves = board.moves().iter().map(|&m| UciMove::new(m, mode)).collect();
    PositionCommand { start: Start::Fen(fen), moves }
}

/// What the program told about its move. Its line counts as far as it is legal.
fn thought(play: Move, position: &Position, told: &Info) -> SearchResult {
    let mut line = legal(&told.pv, position);
    if line.first() != Some(&play) {
        line = vec![play];
    }
    SearchResult {
        play,
        line,
        value: told.score.map(|score| value(score.value)),
        chances: None,
        depth: told.depth.unwrap_or_default(),
        nodes: told.nodes.unwrap_or_default(),
    }
}

/// The moves of a line as far as they are legal.
fn legal(line: &[UciMove], position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut position = *position;
    for coordinates in line {
        let Ok(m) = coordinates.resolve(&position) else { break };
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
