//! Tabiya as an engine of the server.

use std::time::Duration;

use engine::{Bound, HashTooLarge, Level, Limits, PvLine, Root, Search, Settings};
use game::Strength;

use super::{
    AnalysisLine, AnalysisUpdate, EngineError, Job, JobKind, JobResult, OnUpdate, StopHandle,
    Thinker,
};
use crate::config::EngineConfig;

/// The time for a move at full strength without a clock.
const MOVE_TIME: Duration = Duration::from_secs(3);
/// A move at full strength takes the remaining time divided by this.
const CLOCK_SHARE: u32 = 30;
/// The time for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);
/// The nodes for an evaluation, as for a position of a review.
const EVALUATION_NODES: u64 = analysis::DEFAULT_NODES;

/// A search with its transposition table.
pub(super) struct NativeEngine {
    search: Search,
    max_time: Duration,
    max_nodes: u64,
}

impl NativeEngine {
    /// An engine with the memory and threads of the configuration.
    pub(super) fn new(config: &EngineConfig) -> Result<NativeEngine, HashTooLarge> {
        let settings = Settings {
            hash_mb: config.hash_mb,
            threads: config.threads,
            tablebase: config.tables.clone(),
            ..Settings::default()
        };
        let search = Search::new(&settings)?;
        Ok(NativeEngine { search, max_time: config.longest, max_nodes: config.nodes })
    }

    /// The move of a level. It clears the hash table first, so that the same seed always gives the
    /// same move, and uses no endgame tables, which would make a beginner play perfectly.
    fn play(
        &mut self,
        root: &Root,
        level: engine::Strength,
        seed: u64,
        stop: &StopHandle,
    ) -> Result<Option<PvLine>, EngineError> {
        let usual = self.search.settings().clone();
        self.set(&Settings { tablebase: None, ..usual.clone() })?;
        let choice = level.choose(&mut self.search, root, seed, stop.signal());
        self.set(&usual)?;
        Ok(choice.line())
    }

    fn search(&mut self, root: &Root, time: Duration, stop: &StopHandle) -> Option<PvLine> {
        self.search.clear();
        let limits = Limits { move_time: Some(time), ..Limits::nodes(self.max_nodes) };
        let result = self.search.run(root, &limits, stop.signal(), &mut |_| {});
        result.lines.into_iter().next()
    }

    /// Evaluates a position. A fixed number of nodes, one thread and a cleared hash table always
    /// give the same verdict on the same position.
    fn evaluate(&mut self, root: &Root, stop: &StopHandle) -> Result<JobResult, EngineError> {
        let usual = self.search.settings().clone();
        self.set(&Settings { threads: 1, ..usual.clone() })?;
        self.search.clear();
        let result = self.review(root, EVALUATION_NODES, stop);
        self.set(&usual)?;
        result
    }

    /// Searches a position of a game under review. The hash table is kept, because the position
    /// after this one was searched just before.
    fn review(
        &mut self,
        root: &Root,
        nodes: u64,
        stop: &StopHandle,
    ) -> Result<JobResult, EngineError> {
        let line = analysis::best_line(&mut self.search, root, nodes, stop.signal());
        line.ok_or(EngineError::Interrupted)
            .and_then(|line| job_result(line).ok_or(EngineError::NoMove))
    }

    /// Searches a position ever deeper and reports its lines at every depth. The hash table is
    /// kept, because the next position is usually a neighbor.
    fn analyze(
        &mut self,
        root: &Root,
        time: Duration,
        stop: &StopHandle,
        on_update: OnUpdate,
    ) -> Option<PvLine> {
        let limits = Limits { move_time: Some(time), ..Limits::default() };
        let expected = self.search.settings().multi_pv.min(root.position().legal_moves().len());
        let mut lines: Vec<PvLine> = Vec::with_capacity(expected);
        let result = self.search.run(root, &limits, stop.signal(), &mut |line| {
            // After a fail high or low, the exact score follows.
            if line.bound != Bound::Exact {
                return;
            }
            if line.multipv == 1 {
                lines.clear();
            }
            lines.push(line.clone());
            if lines.len() == expected {
                on_update(update(&lines));
            }
        });
        result.lines.into_iter().next()
    }

    /// Sets the number of lines to search.
    fn set_lines(&mut self, lines: usize) -> Result<(), EngineError> {
        let settings = self.search.settings();
        if settings.multi_pv == lines {
            return Ok(());
        }
        self.set(&Settings { multi_pv: lines, ..settings.clone() })
    }

    fn set(&mut self, settings: &Settings) -> Result<(), EngineError> {
        self.search.set(settings).map_err(|error| EngineError::Failed(error.to_string()))
    }
}

impl Thinker for NativeEngine {
    fn think(
        &mut self,
        job: &Job,
        stop: &StopHandle,
        on_update: OnUpdate,
    ) -> Result<JobResult, EngineError> {
        let root = Root::from(&job.board);
        let limit = job.kind.time_limit(self.max_time);
        self.set_lines(job.kind.lines())?;
        let line = match &job.kind {
            JobKind::Play { strength, seed, remaining } => {
                let time = remaining.map_or(MOVE_TIME, |remaining| remaining / CLOCK_SHARE);
                match opponent(*strength)? {
                    Some(level) => self.play(&root, level, *seed, stop)?,
                    None => self.search(&root, limit.min(time), stop),
                }
            }
            JobKind::Hint => self.search(&root, limit.min(HINT_TIME), stop),
            JobKind::Evaluate => return self.evaluate(&root, stop),
            JobKind::Review { nodes } => return self.review(&root, *nodes, stop),
            JobKind::PlayExternal { name, .. } | JobKind::Analyze { engine: Some(name), .. } => {
                return Err(EngineError::Unknown(name.clone()));
            }
            JobKind::Analyze { engine: None, time, .. } => {
                self.analyze(&root, *time, stop, on_update)
            }
        };
        line.and_then(job_result).ok_or(EngineError::NoMove)
    }
}

/// The level of a strength; none at full strength, which is a plain search.
fn opponent(strength: Strength) -> Result<Option<engine::Strength>, EngineError> {
    Ok(Some(match strength {
        Strength::Easy => engine::Strength::Easy,
        Strength::Medium => engine::Strength::Medium,
        Strength::Hard => engine::Strength::Hard,
        Strength::Rated(rating) => {
            let level = Level::new(rating).ok_or(EngineError::Rating(rating))?;
            engine::Strength::Rated(level)
        }
        Strength::Full => return Ok(None),
    }))
}

fn job_result(line: PvLine) -> Option<JobResult> {
    Some(JobResult {
        play: *line.moves.first()?,
        value: Some(line.value),
        chances: Some(line.wdl),
        depth: line.depth,
        nodes: line.nodes,
        line: line.moves,
    })
}

/// All lines of a depth.
fn update(lines: &[PvLine]) -> AnalysisUpdate {
    let last = lines.last();
    AnalysisUpdate {
        depth: lines.first().map_or(0, |best| best.depth),
        nodes: last.map_or(0, |line| line.nodes),
        time: last.map_or(Duration::ZERO, |line| line.time),
        lines: lines.iter().map(analysis_line).collect(),
    }
}

fn analysis_line(line: &PvLine) -> AnalysisLine {
    AnalysisLine { value: line.value, chances: Some(line.wdl), moves: line.moves.clone() }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::{Tablebase, Value};
    use game::GameId;

    use super::*;

    /// What an engine says about a position.
    fn think(native: &mut NativeEngine, board: &chess::Game, kind: JobKind) -> JobResult {
        let game = GameId::from_random([7; GameId::LENGTH]);
        let client = crate::security::ClientKey::Nobody;
        let job = Job { game, client, board: board.clone(), kind };
        native.think(&job, &StopHandle::default(), &mut |_| {}).expect("a result")
    }

    fn board(fen: &str) -> chess::Game {
        chess::Game::new(fen.parse().expect("a FEN"))
    }

    const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/syzygy");

    #[test]
    fn only_the_engine_at_its_best_knows_endgame_tables() {
        let tables = Some(Arc::new(Tablebase::open(TABLES).expect("tables")));
        let config = EngineConfig { tables, hash_mb: 1, ..EngineConfig::default() };
        let mut native = NativeEngine::new(&config).expect("memory");
        // A pawn on its last step draws against a queen whose king is far away.
        let board = board("7K/8/8/8/8/8/pk6/4Q3 w - - 0 1");
        let mut value = |strength| {
            think(&mut native, &board, JobKind::Play { strength, seed: 1, remaining: None }).value
        };
        for (strength, knows) in
            [(Strength::Easy, false), (Strength::Full, true), (Strength::Hard, false)]
        {
            assert_eq!(value(strength) == Some(Value::Centipawns(0)), knows, "{strength:?}");
        }
    }

    #[test]
    fn an_evaluation_does_not_depend_on_what_was_searched_before() {
        let config = EngineConfig { threads: 2, hash_mb: 1, ..EngineConfig::default() };
        let mut native = NativeEngine::new(&config).expect("memory");
        let [one, next] = [
            "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4",
            "r1bqkb1r/ppp2ppp/2n2n2/3pp1N1/2B1P3/8/PPPP1PPP/RNBQK2R w KQkq - 0 5",
        ]
        .map(board);
        let fresh = think(&mut native, &one, JobKind::Evaluate);
        think(&mut native, &next, JobKind::Review { nodes: EVALUATION_NODES });
        assert_eq!(think(&mut native, &one, JobKind::Evaluate), fresh);
        assert_eq!(native.search.settings().threads, 2, "as before");
    }
}
