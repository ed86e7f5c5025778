//! What both libraries are asked about a position, in a form that can be compared.

use std::collections::{BTreeMap, BTreeSet};

use chess::{CastlingMode, Color, Position};
use shakmaty::Chess;
use shakmaty::Position as _;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{EnPassantMode, Move};

/// Answers of one library about one position.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Each legal move in UCI notation, with its SAN and the FEN after it.
    pub(crate) moves: BTreeMap<String, (String, String)>,
    fen: String,
    /// The answers to [`QUESTIONS`].
    answers: [bool; QUESTIONS.len()],
}

/// What is answered with yes or no.
const QUESTIONS: [&str; 6] = [
    "check",
    "checkmate",
    "stalemate",
    "White can mate",
    "Black can mate",
    "insufficient material",
];

impl Facts {
    /// Our answers.
    pub(crate) fn ours(position: &Position) -> Facts {
        let moves = position.legal_moves().into_iter().map(|m| {
            let after = position.play_unchecked(m);
            let uci = m.uci(CastlingMode::Chess960).to_string();
            (uci, (position.san(m).to_string(), after.to_string()))
        });
        Facts {
            moves: moves.collect(),
            fen: position.to_string(),
            answers: [
                position.is_check(),
                position.is_checkmate(),
                position.is_stalemate(),
                position.board().can_mate(Color::White),
                position.board().can_mate(Color::Black),
                position.board().is_insufficient_material(),
            ],
        }
    }

    /// The answers of shakmaty.
    pub(crate) fn shakmaty(position: &Chess) -> Facts {
        let moves = position.legal_moves().into_iter().map(|m: Move| {
            let mut after = position.clone();
            let san = SanPlus::from_move_and_play_unchecked(&mut after, m);
            let uci = UciMove::from_move(m, shakmaty::CastlingMode::Chess960).to_string();
            (uci, (san.to_string(), shakmaty_fen(&after)))
        });
        Facts {
            moves: moves.collect(),
            fen: shakmaty_fen(position),
            answers: [
                position.is_check(),
                position.is_checkmate(),
                position.is_stalemate(),
                !position.has_insufficient_material(shakmaty::Color::White),
                !position.has_insufficient_material(shakmaty::Color::Black),
                position.is_insufficient_material(),
            ],
        }
    }

    /// A line for each answer that differs.
    pub(crate) fn differences(&self, theirs: &Facts) -> String {
        let mut lines = Vec::new();
        let mut note = |what: &str, ours: String, theirs: String| {
            if ours != theirs {
                lines.push(format!("{what}: ours {ours}, shakmaty's {theirs}"));
            }
        };
        note("FEN", self.fen.clone(), theirs.fen.clone());
        for (index, question) in QUESTIONS.into_iter().enumerate() {
            note(question, self.answers[index].to_string(), theirs.answers[index].to_string());
        }
        let texts: BTreeSet<&String> = self.moves.keys().chain(theirs.moves.keys()).collect();
        for uci in texts {
            let show = |facts: &Facts| match facts.moves.get(uci) {
                Some((san, fen)) => format!("{san} to {fen}"),
                None => "no such move".into(),
            };
            note(uci, show(self), show(theirs));
        }
        lines.join("\n")
    }
}

/// Checks that what we write about a position we read back as the same.
pub(crate) fn read_back(position: &Position) -> Result<(), String> {
    let fen = position.to_string();
    if fen.parse() != Ok(*position) {
        return Err(format!("the FEN {fen} is read back as {:?}", fen.parse::<Position>()));
    }
    for m in position.legal_moves() {
        let san = position.san(m);
        if position.parse_san(san.as_str()) != Ok(m) {
            return Err(format!("{san} is read back as {:?}", position.parse_san(san.as_str())));
        }
        let uci = m.uci(CastlingMode::Chess960);
        if position.parse_uci(uci.as_str()) != Ok(m) {
            return Err(format!("{uci} is read back as {:?}", position.parse_uci(uci.as_str())));
        }
    }
    Ok(())
}

fn shakmaty_fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}
