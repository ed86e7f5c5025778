//! Public games: reviewed here, recomputed by a script; and one long game against the clock.

use std::fs::File;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use analysis::{AnalysisSettings, GameAnalyzer, MoveSequence};
use chess::pgn::Reader;
use chess::{CastlingMode, Color, Move};
use flate2::read::GzDecoder;
use review::{Evaluation, Report, Score};
use serde_json::{Value, json};

use super::Options;
use crate::error::TaskError;
use crate::games::RandomGame;
use crate::python;
use crate::suites::Data;

const ORACLE: &str = include_str!("oracle.py");

/// Games shorter than this say little.
const SHORTEST: usize = 30;
/// The length of the long game in plies, and the time limit for its review.
const LONG_GAME: usize = 80;
const LONGEST: Duration = Duration::from_secs(10);
const FIRST_RESULT: Duration = Duration::from_secs(1);

/// Reviews games and has a script compute the same from the same evaluations.
pub(super) fn recompute(data: &Data, options: &Options) -> Result<(), TaskError> {
    let mut analyzer = analyzer(options)?;
    let mut lines = String::new();
    for sequence in public_games(data)?.take(options.games) {
        let evaluations = evaluate(&mut analyzer, &sequence, || {});
        lines.push_str(&to_json(&sequence, &evaluations)?.to_string());
        lines.push('\n');
    }
    let python = python::provide().unwrap_or_else(|| "python3".into());
    compare(&python, &lines)
}

/// Has the script compute reviews again, one a line.
fn compare(python: &str, lines: &str) -> Result<(), TaskError> {
    let mut oracle = Command::new(python)
        .args(["-c", ORACLE])
        .stdin(Stdio::piped())
        .spawn()
        .map_err(|error| TaskError::Unable(format!("{python} cannot be run: {error}")))?;
    let written = oracle.stdin.take().map(|mut input| input.write_all(lines.as_bytes()));
    let status = oracle.wait().map_err(|error| TaskError::Unable(error.to_string()))?;
    match (written, status.success()) {
        (Some(Ok(())), true) => Ok(()),
        _ => Err(TaskError::No("a review differs from what the script makes of it".into())),
    }
}

/// Reviews a long game against the clock.
pub(super) fn time(options: &Options) -> Result<(), TaskError> {
    let mut analyzer = analyzer(options)?;
    let sequence = long_game()?;
    let (begun, mut first) = (Instant::now(), None);
    evaluate(&mut analyzer, &sequence, || {
        first.get_or_insert_with(|| begun.elapsed());
    });
    let (whole, first) = (begun.elapsed(), first.unwrap_or_default());
    println!("{LONG_GAME} half-moves: {whole:.2?} in all, the first position after {first:.2?}");
    if whole < LONGEST && first < FIRST_RESULT {
        return Ok(());
    }
    Err(TaskError::No(format!("it may take {LONGEST:?}, and {FIRST_RESULT:?} to begin with")))
}

fn analyzer(options: &Options) -> Result<GameAnalyzer, TaskError> {
    let plan = AnalysisSettings {
        nodes: options.nodes,
        threads: options.threads,
        ..AnalysisSettings::default()
    };
    GameAnalyzer::new(&plan).map_err(|error| TaskError::Unable(error.to_string()))
}

fn evaluate(
    analyzer: &mut GameAnalyzer,
    sequence: &MoveSequence,
    mut on_evaluation: impl FnMut(),
) -> Vec<Evaluation> {
    let mut found: Vec<Option<Evaluation>> = vec![None; sequence.positions().len()];
    analyzer.analyze(
        sequence,
        |_| true,
        &engine::Signal::new(),
        |index, evaluation| {
            found[index] = Some(evaluation);
            on_evaluation();
        },
    );
    found.into_iter().flatten().collect()
}

fn public_games(data: &Data) -> Result<impl Iterator<Item = MoveSequence>, TaskError> {
    let path = data.path("pgn/games20k.pgn.gz");
    let file = File::open(&path).map_err(|error| TaskError::unreadable(&path, &error))?;
    let records = Reader::new(GzDecoder::new(file)).records().map_while(Result::ok);
    let sequences = records.filter_map(|record| {
        let moves: Vec<Move> = record.tree.moves().collect();
        MoveSequence::new(*record.tree.start(), moves).ok()
    });
    Ok(sequences.filter(|sequence| sequence.moves().len() >= SHORTEST))
}

/// A game of the length that is asked for; random ones are long enough.
fn long_game() -> Result<MoveSequence, TaskError> {
    let sequence = (0..).find_map(|number| {
        let moves: Vec<Move> =
            RandomGame::new(1, 4 * number).filter_map(|(_, m)| m).take(LONG_GAME).collect();
        let sequence = MoveSequence::new(chess::Position::default(), moves).ok()?;
        (sequence.moves().len() == LONG_GAME).then_some(sequence)
    });
    sequence.ok_or_else(|| TaskError::Unable("no game is long enough".into()))
}

/// A review as the script reads it.
fn to_json(sequence: &MoveSequence, evaluations: &[Evaluation]) -> Result<Value, TaskError> {
    let report = Report::new(sequence.positions(), sequence.moves(), evaluations)
        .ok_or_else(|| TaskError::Unable("not every position was searched".into()))?;
    let word = |color: Color| color.to_string().to_lowercase();
    let score = |evaluation: &Evaluation| match evaluation.score {
        Score::Centipawns(amount) => json!(amount),
        Score::Mate { winner, .. } => json!(word(winner)),
    };
    let uci = |m: Move| m.uci(CastlingMode::Standard).to_string();
    let sides =
        |tell: fn(&review::SideReport) -> Value| Color::ALL.map(|side| tell(&report.sides[side]));
    Ok(json!({
        "first": word(sequence.positions()[0].turn()),
        "scores": evaluations.iter().map(score).collect::<Vec<_>>(),
        "played": sequence.moves().iter().copied().map(uci).collect::<Vec<_>>(),
        "best": evaluations.iter().map(|one| one.best().map(uci)).collect::<Vec<_>>(),
        "accuracy": sides(|side| json!(side.accuracy)),
        "loss": sides(|side| json!(side.average_centipawn_loss)),
        "judgments": report
            .moves
            .iter()
            .map(|one| one.judgment.map(|judgment| judgment.to_string()))
            .collect::<Vec<_>>(),
    }))
}

#[cfg(test)]
mod tests {
    use std::env;

    use random::SplitMix64;

    use super::*;

    /// Any evaluation, mates and quiet positions among them.
    fn evaluation(position: &chess::Position, random: &mut SplitMix64) -> Evaluation {
        let moves = position.legal_moves();
        let line: Vec<Move> = random.choose(&moves).copied().into_iter().collect();
        let score = match random.below(12) {
            0 => Score::Mate { winner: Color::White, moves: 1 + random.below(9) as u32 },
            1 => Score::Mate { winner: Color::Black, moves: 1 + random.below(9) as u32 },
            2 => Score::Centipawns(random.below(4_000) as i32 - 2_000),
            _ => Score::Centipawns(random.below(400) as i32 - 200),
        };
        Evaluation { score, line, depth: 1 }
    }

    #[test]
    fn a_script_of_its_own_comes_to_the_same_reviews() {
        let python = env::var(python::VARIABLE).unwrap_or_else(|_| "python3".into());
        if Command::new(&python).arg("--version").output().is_err() {
            eprintln!("passed over: {python} is not here");
            return;
        }
        let mut lines = String::new();
        for number in 0..40 {
            let mut random = SplitMix64::new(number);
            let moves = RandomGame::new(5, number).filter_map(|(_, m)| m);
            let moves = moves.take(random.below(120) + 2);
            let (start, _) = RandomGame::new(5, number).next().expect("a game has a start");
            let sequence = MoveSequence::new(start, moves).expect("legal moves");
            let found: Vec<Evaluation> =
                sequence.positions().iter().map(|one| evaluation(one, &mut random)).collect();
            lines += &to_json(&sequence, &found).expect("all are there").to_string();
            lines.push('\n');
        }
        compare(&python, &lines).expect("equal");
        let wrong = lines.replacen("\"blunder\"", "\"mistake\"", 1);
        compare(&python, &wrong).expect_err("the script notices");
    }
}
