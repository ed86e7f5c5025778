//! Our own engine.

use std::time::Duration;

use engine::{Bound, HashTooLarge, Level, Limits, PvLine, Root, Search, Settings};
use game::Strength;

use super::{EngineError, FoundLine, Insight, Job, JobKind, SearchResult, Stop, Tell, Thinker};
use crate::config::EngineConfig;

/// How long the engine at its best thinks about a move when it has no clock.
const MOVE_TIME: Duration = Duration::from_secs(3);
/// The part of its clock that it uses for a move when it has one.
const SHARE: u32 = 30;
/// What a hint may cost: a moment's thought.
const HINT_TIME: Duration = Duration::from_secs(1);
/// What an evaluation may cost.
const EVALUATION_TIME: Duration = Duration::from_secs(2);

/// A search with its table.
pub(super) struct Native {
    search: Search,
    longest: Duration,
    nodes: u64,
}

impl Native {
    /// An engine with the memory and threads that the server gives it.
    pub(super) fn new(config: &EngineConfig) -> Result<Native, HashTooLarge> {
        let settings = Settings {
            hash_mb: config.hash_mb,
            threads: config.threads,
            tablebase: config.tables.clone(),
            ..Settings::default()
        };
        let search = Search::new(&settings)?;
        Ok(Native { search, longest: config.longest, nodes: config.nodes })
    }

    /// The move of an opponent. It wipes the table first, so that the same seed gives the same
    /// move whatever was thought about before. Endgame tables are kept from it: they would make a
    /// master of a beginner.
    fn play(
        &mut self,
        root: &Root,
        level: engine::Strength,
        seed: u64,
        stop: &Stop,
    ) -> Option<PvLine> {
        let usual = self.search.settings().clone();
        // The memory stays as it is, so neither change can fail.
        let _ = self.search.set(&Settings { tablebase: None, ..usual.clone() });
        let choice = level.choose(&mut self.search, root, seed, stop.signal());
        let _ = self.search.set(&usual);
        choice.line()
    }

    fn search(&mut self, root: &Root, time: Duration, stop: &Stop) -> Option<PvLine> {
        self.search.clear();
        let limits = Limits { move_time: Some(time), ..Limits::nodes(self.nodes) };
        let verdict = self.search.run(root, &limits, stop.signal(), &mut |_| {});
        verdict.lines.into_iter().next()
    }
}

impl Native {
    /// Looks at a position of a game that is reviewed. The table stays as it is: the position
    /// after this one was looked at just before.
    fn review(
        &mut self,
        root: &Root,
        nodes: u64,
        stop: &Stop,
    ) -> Result<SearchResult, EngineError> {
        let line = analysis::best_line(&mut self.search, root, nodes, stop.signal());
        line.ok_or(EngineError::Interrupted)
            .and_then(|line| thought(line).ok_or(EngineError::NoMove))
    }

    /// Looks ever deeper at a position, and tells its lines at every depth. The table stays as it
    /// is, since whoever studies goes from a position to its neighbors.
    fn study(&mut self, root: &Root, time: Duration, stop: &Stop, tell: Tell) -> Option<PvLine> {
        let limits = Limits { move_time: Some(time), ..Limits::default() };
        let wanted = self.search.settings().multi_pv.min(root.position().legal_moves().len());
        let mut found: Vec<PvLine> = Vec::with_capacity(wanted);
        let verdict = self.search.run(root, &limits, stop.signal(), &mut |line| {
            // A failure of the window is no news: what it means comes a moment later.
            if line.bound != Bound::Exact {
                return;
            }
            if line.rank == 1 {
                found.clear();
            }
            found.push(line.clone());
            if found.len() == wanted {
                tell(insight(&found));
            }
        });
        verdict.lines.into_iter().next()
    }

    /// Finds so many lines from now on.
    fn find(&mut self, lines: usize) -> Result<(), EngineError> {
        let settings = self.search.settings();
        if settings.multi_pv == lines {
            return Ok(());
        }
        let settings = Settings { multi_pv: lines, ..settings.clone() };
        self.search.set(&settings).map_err(|error| EngineError::Failed(error.to_string()))
    }
}

impl Thinker for Native {
    fn think(&mut self, job: &Job, stop: &Stop, tell: Tell) -> Result<SearchResult, EngineError> {
        let root = Root::from(&job.board);
        let longest = job.wish.longest(self.longest);
        self.find(job.wish.lines())?;
        let line = match &job.wish {
            JobKind::Play { strength, seed, remaining } => {
                let time = remaining.map_or(MOVE_TIME, |remaining| remaining / SHARE);
                match opponent(*strength)? {
                    Some(level) => self.play(&root, level, *seed, stop),
                    None => self.search(&root, longest.min(time), stop),
                }
            }
            JobKind::Hint => self.search(&root, longest.min(HINT_TIME), stop),
            JobKind::Evaluate => self.search(&root, longest.min(EVALUATION_TIME), stop),
            JobKind::Review { nodes } => return self.review(&root, *nodes, stop),
            JobKind::PlayExternal { name, .. } | JobKind::Study { engine: Some(name), .. } => {
                return Err(EngineError::Unknown(name.clone()));
            }
            JobKind::Study { engine: None, time, .. } => self.study(&root, *time, stop, tell),
        };
        line.and_then(thought).ok_or(EngineError::NoMove)
    }
}

/// The opponent of a strength; none for the engine at its best, which just searches.
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

fn thought(line: PvLine) -> Option<SearchResult> {
    Some(SearchResult {
        play: *line.moves.first()?,
        value: Some(line.value),
        chances: Some(line.wdl),
        depth: line.depth,
        nodes: line.nodes,
        line: line.moves,
    })
}

/// All lines of a depth.
fn insight(lines: &[PvLine]) -> Insight {
    let last = lines.last();
    Insight {
        depth: lines.first().map_or(0, |best| best.depth),
        nodes: last.map_or(0, |line| line.nodes),
        time: last.map_or(Duration::ZERO, |line| line.time),
        lines: lines.iter().map(found_line).collect(),
    }
}

fn found_line(line: &PvLine) -> FoundLine {
    FoundLine { value: line.value, chances: Some(line.wdl), moves: line.moves.clone() }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use engine::{Tablebase, Value};
    use game::GameId;

    use super::*;

    /// Endgame tables of up to four pieces, where they lie beside the checkout.
    const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");

    #[test]
    fn only_the_engine_at_its_best_knows_endgame_tables() {
        if !Path::new(TABLES).exists() {
            eprintln!("skipped: no endgame tables are beside the checkout");
            return;
        }
        let tables = Some(Arc::new(Tablebase::open(TABLES).expect("tables")));
        let config = EngineConfig { tables, hash_mb: 1, ..EngineConfig::default() };
        let mut native = Native::new(&config).expect("memory");
        // A pawn on its last step draws against a queen whose king is far away.
        let board = chess::Game::new("7K/8/8/8/8/8/pk6/4Q3 w - - 0 1".parse().expect("a FEN"));
        let mut value = |strength| {
            let game = GameId::from_random([7; GameId::LENGTH]);
            let wish = JobKind::Play { strength, seed: 1, remaining: None };
            let job = Job { game, board: board.clone(), wish };
            native.think(&job, &Stop::default(), &mut |_| {}).expect("a move").value
        };
        for (strength, knows) in
            [(Strength::Easy, false), (Strength::Full, true), (Strength::Hard, false)]
        {
            assert_eq!(value(strength) == Some(Value::Centipawns(0)), knows, "{strength:?}");
        }
    }
}
