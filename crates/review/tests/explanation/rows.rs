//! The table of positions, read from its file.

use chess::{Color, Move, Position, Square};
use review::explanation::BadMove;
use review::{Evaluation, Score};

/// A bad move, an engine's word about it, and the sentence that is expected.
#[derive(Clone)]
pub(crate) struct Row {
    pub(crate) position: Position,
    pub(crate) played: Move,
    pub(crate) before: Evaluation,
    pub(crate) after: Evaluation,
    pub(crate) says: String,
}

pub(crate) fn all() -> Vec<Row> {
    parse(include_str!("rows.txt"))
}

/// Two hundred puzzles with an engine's lines, as `cargo xtask review --rows` writes them.
pub(crate) fn puzzles() -> Vec<Row> {
    parse(include_str!("puzzles.txt"))
}

fn parse(text: &str) -> Vec<Row> {
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    lines.chunks(5).map(read).collect()
}

fn read(lines: &[&str]) -> Row {
    let field = |index: usize, name: &str| {
        let text = lines[index].strip_prefix(name);
        text.unwrap_or_else(|| panic!("'{}' should begin with {name}", lines[index])).trim()
    };
    let position: Position = field(0, "fen").parse().expect("a position");
    let played = position.parse_san(field(1, "played")).expect("a move");
    let next = position.play(played).expect("a legal move");
    Row {
        position,
        played,
        before: evaluation(&position, field(2, "best")),
        after: evaluation(&next, field(3, "reply")),
        says: field(4, "says").to_owned(),
    }
}

/// Reads a score and a line.
fn evaluation(start: &Position, text: &str) -> Evaluation {
    let (score, line) = text.split_once(' ').unwrap_or((text, ""));
    let mut position = *start;
    let line = line.split_whitespace().map(|san| {
        let m = position.parse_san(san).unwrap_or_else(|error| panic!("{text}: {error}"));
        position = position.play(m).expect("a legal move");
        m
    });
    Evaluation { line: line.collect(), score: score_of(score), depth: 0 }
}

fn score_of(text: &str) -> Score {
    match text.strip_prefix('#') {
        Some(moves) => {
            let winner = if moves.starts_with('-') { Color::Black } else { Color::White };
            Score::Mate { winner, moves: moves.trim_start_matches('-').parse().expect("moves") }
        }
        None => Score::Centipawns((text.parse::<f64>().expect("pawns") * 100.0).round() as i32),
    }
}

impl Row {
    pub(crate) fn bad_move(&self) -> BadMove<'_> {
        BadMove {
            position: &self.position,
            played: self.played,
            before: &self.before,
            after: &self.after,
        }
    }

    pub(crate) fn fen(&self) -> String {
        self.position.to_string()
    }

    pub(crate) fn san(&self) -> String {
        self.position.san(self.played).to_string()
    }

    /// The same with colors and ranks exchanged.
    pub(crate) fn turned(&self) -> Row {
        let turn = |evaluation: &Evaluation| Evaluation {
            score: match evaluation.score {
                Score::Centipawns(amount) => Score::Centipawns(-amount),
                Score::Mate { winner, moves } => Score::Mate { winner: !winner, moves },
            },
            line: evaluation.line.iter().copied().map(turned_move).collect(),
            depth: 0,
        };
        Row {
            position: turned_position(&self.position),
            played: turned_move(self.played),
            before: turn(&self.before),
            after: turn(&self.after),
            says: turned_text(&self.says),
        }
    }
}

fn turned_position(position: &Position) -> Position {
    let mut setup = position.to_setup();
    setup.board = position
        .board()
        .iter()
        .map(|(square, piece)| (square.flip_rank(), piece.role.of(!piece.color)))
        .collect();
    setup.turn = !setup.turn;
    let mut castling = chess::CastlingRights::NONE;
    for (color, side, rook) in setup.castling.iter() {
        castling.set(!color, side, Some(rook.file()));
    }
    setup.castling = castling;
    setup.en_passant = setup.en_passant.map(Square::flip_rank);
    Position::try_from(setup).expect("a turned position")
}

fn turned_move(m: Move) -> Move {
    let (from, to) = (m.from().flip_rank(), m.to().flip_rank());
    match m.kind() {
        chess::MoveKind::Normal => Move::normal(from, to),
        chess::MoveKind::Castle => Move::castle(from, to),
        chess::MoveKind::EnPassant => Move::en_passant(from, to),
        chess::MoveKind::Promotion(role) => Move::promotion(from, to, role),
    }
}

/// The sentence with the ranks of its squares turned round.
fn turned_text(text: &str) -> String {
    let turn = |word: &str| match word.trim_end_matches(['.', ',']).parse::<Square>() {
        Ok(square) => word.replace(&square.to_string(), &square.flip_rank().to_string()),
        Err(_) => word.to_owned(),
    };
    text.split(' ').map(turn).collect::<Vec<_>>().join(" ")
}
