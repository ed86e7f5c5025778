//! Whole games are looked at, from the outside.

use analysis::{AnalysisSettings, GameAnalyzer, MoveSequence};
use chess::{Color, Position};
use engine::Signal;
use review::{Evaluation, Judgment, Report, Score};

fn sequence(moves: &str) -> MoveSequence {
    let mut position = Position::default();
    let moves = moves.split_whitespace().map(|san| {
        let m = position.parse_san(san).expect(san);
        position = position.play(m).expect(san);
        m
    });
    MoveSequence::new(Position::default(), moves.collect::<Vec<_>>()).expect("legal moves")
}

fn analyzer(threads: usize) -> GameAnalyzer {
    GameAnalyzer::new(&AnalysisSettings { nodes: 3_000, threads, hash_mb: 1 }).expect("memory")
}

#[test]
fn every_position_is_told_once_and_the_last_first() {
    let sequence = sequence("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
    let mut reported = Vec::new();
    analyzer(1).analyze(&sequence, |_| true, &Signal::new(), |index, _| reported.push(index));
    assert_eq!(reported, (0..8).rev().collect::<Vec<_>>());
    reported.clear();
    analyzer(3).analyze(&sequence, |_| true, &Signal::new(), |index, _| reported.push(index));
    reported.sort_unstable();
    assert_eq!(reported, (0..8).collect::<Vec<_>>());
}

#[test]
fn only_what_is_wanted_is_looked_at() {
    let sequence = sequence("e4 e5 Nf3 Nc6");
    let mut reported = Vec::new();
    analyzer(1).analyze(
        &sequence,
        |index| index % 2 == 1,
        &Signal::new(),
        |index, _| reported.push(index),
    );
    assert_eq!(reported, [3, 1]);
}

#[test]
fn a_signal_ends_the_work() {
    // The mate needs no search and is reported at once; the position before it would take minutes.
    let sequence = sequence("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
    let plan = AnalysisSettings { nodes: 1_000_000_000, threads: 1, hash_mb: 1 };
    let mut analyzer = GameAnalyzer::new(&plan).expect("memory");
    let signal = Signal::new();
    let mut reported = Vec::new();
    analyzer.analyze(
        &sequence,
        |index| index == 7 || index == 0,
        &signal,
        |index, _| {
            reported.push(index);
            signal.stop();
        },
    );
    assert_eq!(reported, [7]);
}

#[test]
fn a_game_is_reviewed_from_its_evaluations() {
    let sequence = sequence("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
    let mut evaluations: Vec<Option<Evaluation>> = vec![None; 8];
    analyzer(2).analyze(
        &sequence,
        |_| true,
        &Signal::new(),
        |index, evaluation| {
            evaluations[index] = Some(evaluation);
        },
    );
    let evaluations: Vec<Evaluation> = evaluations.into_iter().flatten().collect();
    let report = Report::new(sequence.positions(), sequence.moves(), &evaluations)
        .expect("they fit together");
    let mate = Score::Mate { winner: Color::White, moves: 1 };
    assert_eq!((report.moves[5].after, report.moves[5].judgment), (mate, Some(Judgment::Blunder)));
    assert_eq!(report.moves[6].after, Score::Mate { winner: Color::White, moves: 0 });
    assert_eq!(report.sides[Color::Black].count(Judgment::Blunder), 1);
    assert!(report.moments.iter().any(|moment| moment.index == 5 && moment.better.len() > 1));
}

#[test]
fn where_the_moves_end_a_draw_that_can_be_claimed_is_one() {
    let start: Position = "6k1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 0 1".parse().expect("a FEN");
    let moves = ["a1a2", "h7h6", "a2a1", "g8h7", "a1a2", "h7g8", "a2a1", "g8h7", "a1a2", "h7g8"];
    let mut sequence = MoveSequence::new(start, []).expect("no moves");
    for (index, uci) in moves.iter().enumerate() {
        let position = sequence.positions()[index];
        let played = sequence.moves().iter().copied().chain(position.parse_uci(uci).ok());
        sequence = MoveSequence::new(start, played.collect::<Vec<_>>()).expect(uci);
        let is_last = index + 1 == moves.len();
        let ended = sequence.final_evaluation(index + 1).map(|evaluation| evaluation.score);
        assert_eq!(ended, is_last.then_some(Score::DRAW), "after {uci}, ply {index}");
    }
    let on = sequence.positions()[moves.len()].parse_uci("a2a8").expect("a legal check");
    let on =
        MoveSequence::new(start, sequence.moves().iter().copied().chain([on]).collect::<Vec<_>>());
    let on = on.expect("legal moves");
    assert_eq!(on.final_evaluation(moves.len()), None, "nobody has claimed it");
    assert_ne!(on.fingerprint(), sequence.fingerprint());

    let fifty: Position = "6k1/8/8/8/8/8/8/Q5K1 w - - 99 80".parse().expect("a FEN");
    let last = fifty.parse_uci("a1a2").expect("a legal move");
    let sequence = MoveSequence::new(fifty, [last]).expect("a legal move");
    assert_eq!(sequence.final_evaluation(0), None);
    assert_eq!(sequence.final_evaluation(1).map(|evaluation| evaluation.score), Some(Score::DRAW));
}
