//! Evaluations as text for the store: `cp 35 18 e2e4 e7e5`, or `mate w 3 18 …`.

use chess::{CastlingMode, Color, Move, Position};
use review::{Evaluation, Score};

pub(super) fn write(evaluation: &Evaluation) -> String {
    let score = match evaluation.score {
        Score::Centipawns(amount) => format!("cp {amount}"),
        Score::Mate { winner, moves } => format!("mate {} {moves}", winner.char()),
    };
    let mut text = format!("{score} {}", evaluation.depth);
    for m in &evaluation.line {
        text.push(' ');
        text.push_str(m.uci(CastlingMode::Chess960).as_str());
    }
    text
}

/// Parses an evaluation of a position; none when the text is not one.
pub(super) fn read(position: &Position, text: &str) -> Option<Evaluation> {
    let mut words = text.split(' ');
    let score = match words.next()? {
        "cp" => Score::Centipawns(words.next()?.parse().ok()?),
        "mate" => {
            let winner = Color::from_char(words.next()?.chars().next()?)?;
            Score::Mate { winner, moves: words.next()?.parse().ok()? }
        }
        _ => return None,
    };
    let depth = words.next()?.parse().ok()?;
    let mut position = *position;
    let line = words.map(|word| {
        let m = find(&position, word)?;
        position = position.play(m).ok()?;
        Some(m)
    });
    Some(Evaluation { score, depth, line: line.collect::<Option<_>>()? })
}

fn find(position: &Position, word: &str) -> Option<Move> {
    let moves = position.legal_moves();
    moves.iter().copied().find(|m| m.uci(CastlingMode::Chess960).as_str() == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let start = Position::default();
        for text in ["cp -35 18 e2e4 e7e5", "cp 0 1", "mate b 3 9 f2f3 e7e5 g2g4 d8h4"] {
            let evaluation = read(&start, text).expect(text);
            assert_eq!(write(&evaluation), text);
        }
        let castling: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("a FEN");
        assert_eq!(write(&read(&castling, "cp 1 2 e1h1").expect("castling")), "cp 1 2 e1h1");
    }

    #[test]
    fn a_malformed_evaluation_is_not_read() {
        for text in
            ["", "cp", "cp x 1", "mate w 1", "mate ? 1 1", "cp 1 1 e2e5", "cp 1 1 e2e4 e2e4"]
        {
            assert_eq!(read(&Position::default(), text), None, "{text}");
        }
    }
}
