//! Examines a stored library, and repairs a copy of it.
//!
//! The store knows whether its rows are as they were written; this module knows whether they make
//! sense: whether the records of a game can be replayed, whether its row in the library is the one
//! that follows from them, whether studies and demonstration boards are PGN, and whether a
//! competition can be replayed. A repaired game or competition ends with its last intact record;
//! what has none is left out. The original file stays.

use chess::pgn::{Reader, Record as PgnRecord};
use competition::aggregate::Competition;
use game::{Game, GameId, Record};
use store::{
    BackupContents, BackupError, CheckedCompetition, CheckedGame, Checkup, CompetitionSummary,
    DataDirectory, OpenError, Orphans, Repair, Rollback, SalvagedTable, StoreError, Summary,
};

use crate::summary;

/// What an examination found.
#[derive(Debug, Default)]
pub struct Examination {
    /// The number of games.
    pub games: u64,
    /// The number of studies.
    pub studies: u64,
    /// The number of competitions.
    pub competitions: u64,
    /// The number of demonstration boards.
    pub demonstrations: u64,
    /// The number of simuls.
    pub simuls: u64,
    /// How many games have no checksums yet, since an older version of Tabiya wrote them.
    pub unchecked: u64,
    /// Whether an older version of Tabiya wrote the whole library, so that only the structure of
    /// the file could be examined.
    pub is_old: bool,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

/// Something that is wrong with a library.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The structure of the file is damaged.
    #[error("the file is damaged: {0}")]
    Structure(String),
    /// The library is older than it should be.
    #[error("{0}")]
    Rollback(Rollback),
    /// Rows belong to a game that is not there.
    #[error("{rows} rows of the table {table} belong to no game", rows = .0.rows, table = .0.table)]
    Orphans(Orphans),
    /// The end of a game cannot be used.
    #[error("game {id} is damaged after record {intact}: {reason}")]
    Cut {
        /// The game.
        id: String,
        /// How many records are intact.
        intact: usize,
        /// What is wrong with the next.
        reason: String,
    },
    /// An imported game can be read, but is not as it was imported.
    #[error("game {id} may have changed since it was imported; a repair keeps it as it is")]
    Doubtful {
        /// The game.
        id: String,
    },
    /// Nothing of a game can be used.
    #[error("game {id} is damaged from the start: {reason}")]
    Unusable {
        /// The game.
        id: String,
        /// What is wrong.
        reason: String,
    },
    /// The row of a game in the library differs from its records.
    #[error("the list shows a wrong {column} for game {id}")]
    Row {
        /// The game.
        id: String,
        /// What differs.
        column: &'static str,
    },
    /// A study cannot be used.
    #[error("study {id} is damaged: {reason}")]
    Study {
        /// The study.
        id: String,
        /// What is wrong.
        reason: String,
    },
    /// A demonstration board cannot be used.
    #[error("demonstration board {id} is damaged: {reason}")]
    Demonstration {
        /// The board.
        id: String,
        /// What is wrong.
        reason: String,
    },
    /// A simul cannot be used. Its games are examined apart from it.
    #[error("simul {id} is damaged: {reason}")]
    Simul {
        /// The simul.
        id: String,
        /// What is wrong.
        reason: String,
    },
    /// The end of a competition cannot be used.
    #[error("competition {id} is damaged after event {intact}: {reason}")]
    Competition {
        /// The competition.
        id: String,
        /// How many events are intact.
        intact: usize,
        /// What is wrong with the next.
        reason: String,
    },
}

/// Examines a library. `progress` is called with the number of games so far.
///
/// # Errors
/// When the file cannot be read at all.
pub fn examine(
    checkup: &Checkup,
    progress: &mut dyn FnMut(u64),
) -> Result<Examination, StoreError> {
    let structure = checkup.structure()?;
    let is_broken = !structure.is_empty();
    let mut found = Examination {
        problems: structure.into_iter().map(Problem::Structure).collect(),
        ..Examination::default()
    };
    let (version, latest) = checkup.schema_version()?;
    if version < latest {
        found.is_old = true;
        found.games = checkup.game_count()?;
        return Ok(found);
    }
    let read = found.read(checkup, progress);
    // In a broken file, reading may fail anywhere.
    if is_broken { Ok(found) } else { read.map(|()| found) }
}

impl Examination {
    fn read(&mut self, checkup: &Checkup, progress: &mut dyn FnMut(u64)) -> Result<(), StoreError> {
        self.problems.extend(checkup.rollback()?.map(Problem::Rollback));
        self.problems.extend(checkup.orphans()?.into_iter().map(Problem::Orphans));
        checkup.games(&mut |game| {
            self.games += 1;
            self.unchecked += u64::from(!game.is_checked);
            self.problems.extend(Diagnosis::new(&game).problem);
            progress(self.games);
        })?;
        checkup.studies(&mut |id, pgn| {
            self.studies += 1;
            let problem = check_study(pgn).err();
            self.problems.extend(problem.map(|reason| Problem::Study { id, reason }));
        })?;
        checkup.competitions(&mut |stored| {
            self.competitions += 1;
            let (competition, damage) = replay_competition(&stored);
            self.problems.extend(damage.map(|reason| {
                let intact = competition.map_or(0, |competition| competition.version() as usize);
                Problem::Competition { id: stored.id, intact, reason }
            }));
        })?;
        checkup.demonstrations(&mut |id, pgn| {
            self.demonstrations += 1;
            let problem = check_study(pgn).err();
            self.problems.extend(problem.map(|reason| Problem::Demonstration { id, reason }));
        })?;
        checkup.simuls(&mut |id, damage| {
            self.simuls += 1;
            let reason = damage.map(|damage| damage.to_string());
            self.problems.extend(reason.map(|reason| Problem::Simul { id, reason }));
        })
    }
}

/// Replays a competition as far as possible, and says why not further.
fn replay_competition(stored: &CheckedCompetition) -> (Option<Competition>, Option<String>) {
    let damage = || stored.damage.as_ref().map(ToString::to_string);
    let Some((first, rest)) = stored.records.split_first() else {
        return (None, damage().or_else(|| Some("it has no events".to_owned())));
    };
    let mut competition = match Competition::replay([first.clone()]) {
        Ok(competition) => competition,
        Err(error) => return (None, Some(error.to_string())),
    };
    for record in rest {
        if let Err(error) = competition.apply(record) {
            return (Some(competition), Some(error.to_string()));
        }
    }
    (Some(competition), damage())
}

/// What is known about a stored game.
struct Diagnosis {
    /// The game after its usable records.
    game: Option<Game>,
    /// How many records are usable.
    usable: usize,
    problem: Option<Problem>,
}

impl Diagnosis {
    fn new(stored: &CheckedGame) -> Diagnosis {
        let is_doubtful = stored.records.is_empty() && !stored.unverified.is_empty();
        let records = if is_doubtful { &stored.unverified } else { &stored.records };
        let (game, usable, error) = replay(records);
        let is_doubtful = is_doubtful && usable == records.len();
        let reason = error.or_else(|| stored.damage.as_ref().map(ToString::to_string));
        let id = stored.id.clone();
        let problem = match (&game, reason) {
            (None, reason) => {
                let reason = reason.unwrap_or_else(|| "it has no records".to_owned());
                Some(Problem::Unusable { id, reason })
            }
            (Some(_), _) if GameId::new(&id).is_none() => {
                Some(Problem::Unusable { id, reason: "its id cannot be used".to_owned() })
            }
            (Some(_), Some(_)) if is_doubtful => Some(Problem::Doubtful { id }),
            (Some(_), Some(reason)) => Some(Problem::Cut { id, intact: usable, reason }),
            (Some(game), None) => {
                wrong_column(stored, game).map(|column| Problem::Row { id, column })
            }
        };
        Diagnosis { game, usable, problem }
    }

    /// What to do about it.
    fn fix(self, stored: &CheckedGame) -> Option<Fix> {
        let id = GameId::new(&stored.id);
        match (self.problem, self.game, id) {
            (Some(Problem::Unusable { id, .. }), ..) => Some(Fix::Leave(id)),
            (Some(_), Some(game), Some(id)) => {
                Some(Fix::Rewrite(id, self.usable as u32, Box::new(row(stored, &game))))
            }
            (None, _, Some(id)) if !stored.is_checked => Some(Fix::AddChecksums(id)),
            _ => None,
        }
    }
}

/// Replays records as far as possible: the game, how many were applied, and why not the next.
fn replay(records: &[Record]) -> (Option<Game>, usize, Option<String>) {
    let Some((first, rest)) = records.split_first() else { return (None, 0, None) };
    let mut game = match Game::replay([first.clone()]) {
        Ok(game) => game,
        Err(error) => return (None, 0, Some(error.to_string())),
    };
    for (applied, record) in (1..).zip(rest) {
        if let Err(error) = game.apply(record) {
            return (Some(game), applied, Some(error.to_string()));
        }
    }
    (Some(game), records.len(), None)
}

/// The column of the row that differs from the records, if any. The opening is not compared: a file
/// may have named another one. An imported game has the time of the import.
fn wrong_column(stored: &CheckedGame, game: &Game) -> Option<&'static str> {
    let Ok(listed) = &stored.row else { return Some("value") };
    let (row, expected) = (&listed.summary, summary::summary(game));
    let has_other_time = !stored.is_imported && row.last_played != expected.last_played;
    [
        ("player", row.names != expected.names),
        ("result", row.result != expected.result),
        ("status", row.status != expected.status),
        ("number of moves", row.plies != expected.plies),
        ("date", row.created != expected.created || has_other_time),
        ("position", row.fen != expected.fen),
    ]
    .into_iter()
    .find_map(|(column, differs)| differs.then_some(column))
}

/// The row that follows from the records. An imported game keeps its opening and the time of the
/// import.
fn row(stored: &CheckedGame, game: &Game) -> Summary {
    let mut row = summary::summary(game);
    if let (true, Ok(listed)) = (stored.is_imported, &stored.row) {
        row.opening.clone_from(&listed.summary.opening);
        row.last_played = listed.summary.last_played;
    }
    row
}

fn check_study(pgn: Result<String, StoreError>) -> Result<(), String> {
    let pgn = pgn.map_err(|error| error.to_string())?;
    let mut record = PgnRecord::default();
    match Reader::new(pgn.as_bytes()).read_record(&mut record) {
        Err(error) => Err(error.to_string()),
        Ok(false) => Err("it is empty".to_owned()),
        Ok(true) => match record.errors.iter().find(|error| !error.kind.is_harmless()) {
            Some(error) => Err(error.to_string()),
            None => Ok(()),
        },
    }
}

/// A change to the copy of a library.
enum Fix {
    Rewrite(GameId, u32, Box<Summary>),
    AddChecksums(GameId),
    Leave(String),
    LeaveStudy(String),
    LeaveDemonstration(String),
    LeaveSimul(String),
    CutCompetition(String, Option<Box<Competition>>),
}

impl Fix {
    fn apply(&self, repair: &Repair) -> Result<(), StoreError> {
        match self {
            Fix::Rewrite(id, version, summary) => repair.rewrite_game(id, *version, summary),
            Fix::AddChecksums(id) => repair.add_checksums(id),
            Fix::Leave(id) => repair.remove_game(id),
            Fix::LeaveStudy(id) => repair.remove_study(id),
            Fix::LeaveDemonstration(id) => repair.remove_demonstration(id),
            Fix::LeaveSimul(id) => repair.remove_simul(id),
            Fix::CutCompetition(id, None) => repair.cut_competition(id, 0, None),
            Fix::CutCompetition(id, Some(competition)) => {
                let summary = CompetitionSummary::from(&**competition);
                repair.cut_competition(id, competition.version(), Some(&summary))
            }
        }
    }
}

/// A repaired library.
#[derive(Debug)]
pub struct Repaired {
    /// Where the original is now.
    pub original: std::path::PathBuf,
    /// What the library contains.
    pub contents: BackupContents,
    /// What could be read of the original.
    pub tables: Vec<SalvagedTable>,
    /// How many games and competitions were cut or had their row rewritten.
    pub rewritten: usize,
    /// Games, studies, competitions, boards and simuls of which nothing was intact. Only the
    /// original has them.
    pub left_out: Vec<String>,
    /// How many games got checksums.
    pub sealed: usize,
}

/// Why a library could not be repaired. It is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum RepairError {
    /// The copy cannot be written or read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The copy cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The repaired copy is not intact, or cannot take the place of the original.
    #[error(transparent)]
    Finish(#[from] BackupError),
}

/// Repairs the library in a directory. The original is kept beside it; its name ends with `label`.
///
/// # Errors
/// When the library cannot be repaired; it is unchanged.
pub fn repair(
    directory: &DataDirectory,
    label: &str,
    progress: &mut dyn FnMut(u64),
) -> Result<Repaired, RepairError> {
    let (repair, tables) = Repair::start(directory)?;
    let fixes = fixes(&Checkup::open(repair.path())?, progress)?;
    repair.change(|repair| {
        fixes.iter().try_for_each(|fix| fix.apply(repair))?;
        repair.remove_orphans()
    })?;
    let (original, contents) = repair.finish(label)?;
    let count = |is_kind: fn(&Fix) -> bool| fixes.iter().filter(|fix| is_kind(fix)).count();
    let (rewritten, sealed) = (
        count(|fix| matches!(fix, Fix::Rewrite(..) | Fix::CutCompetition(_, Some(_)))),
        count(|fix| matches!(fix, Fix::AddChecksums(_))),
    );
    let left_out = fixes.into_iter().filter_map(|fix| match fix {
        Fix::Leave(id)
        | Fix::LeaveStudy(id)
        | Fix::LeaveDemonstration(id)
        | Fix::LeaveSimul(id)
        | Fix::CutCompetition(id, None) => Some(id),
        Fix::Rewrite(..) | Fix::AddChecksums(_) | Fix::CutCompetition(_, Some(_)) => None,
    });
    let left_out = left_out.collect();
    Ok(Repaired { original, contents, tables, rewritten, left_out, sealed })
}

/// What has to be done to a copy.
fn fixes(checkup: &Checkup, progress: &mut dyn FnMut(u64)) -> Result<Vec<Fix>, StoreError> {
    let (mut fixes, mut games) = (Vec::new(), 0);
    checkup.games(&mut |game| {
        fixes.extend(Diagnosis::new(&game).fix(&game));
        games += 1;
        progress(games);
    })?;
    checkup.studies(&mut |id, pgn| {
        if check_study(pgn).is_err() {
            fixes.push(Fix::LeaveStudy(id));
        }
    })?;
    checkup.competitions(&mut |stored| {
        let (competition, damage) = replay_competition(&stored);
        if damage.is_some() {
            fixes.push(Fix::CutCompetition(stored.id, competition.map(Box::new)));
        }
    })?;
    checkup.demonstrations(&mut |id, pgn| {
        if check_study(pgn).is_err() {
            fixes.push(Fix::LeaveDemonstration(id));
        }
    })?;
    checkup.simuls(&mut |id, damage| fixes.extend(damage.map(|_| Fix::LeaveSimul(id))))?;
    Ok(fixes)
}
