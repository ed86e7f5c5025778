//! Writing and reading moves and positions, on a sample from random games.

use std::fmt::Write;
use std::hint::black_box;

use chess::Position;
use cozy_chess::Board;
use cozy_chess::util::{display_san_move, parse_san_move};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position as _};

use super::peers::Rules;
use super::race::Lineup;
use crate::games::RandomGame;

/// Which random games the sample is from.
const SEED: u64 = 1;

/// One position in this many plies of a game is taken.
const STRIDE: usize = 7;

/// The largest move counter that every library reads.
const MOST_HALFMOVES: u16 = 100;

/// Positions of ordinary games with their moves, as text.
pub(crate) struct Sample {
    positions: Vec<(String, Vec<String>)>,
}

impl Sample {
    /// Positions from a number of games.
    pub(crate) fn new(games: u64) -> Sample {
        // Even numbers are games of ordinary chess.
        let games = (0..games).map(|game| RandomGame::new(SEED, 2 * game));
        let positions = games.flat_map(|game| game.step_by(STRIDE).map(|(position, _)| position));
        let positions = positions.filter(|position| position.halfmoves() <= MOST_HALFMOVES);
        Sample { positions: positions.map(|position| describe(&position)).collect() }
    }

    /// How many positions there are.
    pub(crate) fn positions(&self) -> usize {
        self.positions.len()
    }

    /// How many moves there are in all of them.
    pub(crate) fn moves(&self) -> usize {
        self.positions.iter().map(|(_, moves)| moves.len()).sum()
    }

    /// The positions as a library holds them, each with its moves as text.
    fn read<R: Rules>(&self) -> impl Iterator<Item = (R, &[String])> {
        self.positions.iter().filter_map(|(fen, moves)| Some((R::read(fen)?, moves.as_slice())))
    }

    /// Every legal move is written in SAN. The sum is the length of all texts.
    pub(crate) fn san_writing(&self) -> Lineup<'_> {
        let ours: Vec<_> = self.read::<Position>().map(|(p, _)| (p, p.legal_moves())).collect();
        let cozy: Vec<(Board, Vec<_>)> = self.read::<Board>().map(|(b, _)| with_moves(b)).collect();
        let shakmaty: Vec<_> = self
            .read::<Chess>()
            .map(|(position, _)| {
                let moves = position.legal_moves();
                (position, moves)
            })
            .collect();
        let mut text = String::new();
        let mut cozy_text = String::new();
        let mut shakmaty_text = String::new();
        [
            Some(Box::new(move || {
                text.clear();
                for (position, moves) in &ours {
                    moves.iter().for_each(|m| text.push_str(position.san(*m).as_str()));
                }
                text.len() as u64
            })),
            Some(Box::new(move || {
                cozy_text.clear();
                for (board, moves) in &cozy {
                    for m in moves {
                        // Writing to a string never fails.
                        let _ = write!(cozy_text, "{}", display_san_move(board, *m));
                    }
                }
                cozy_text.len() as u64
            })),
            Some(Box::new(move || {
                shakmaty_text.clear();
                for (position, moves) in &shakmaty {
                    for m in moves {
                        SanPlus::from_move(position.clone(), *m)
                            .append_to_string(&mut shakmaty_text);
                    }
                }
                shakmaty_text.len() as u64
            })),
            None,
            None,
        ]
    }

    /// Every legal move is read from its SAN. The sum is how many were understood.
    pub(crate) fn san_reading(&self) -> Lineup<'_> {
        let ours: Vec<_> = self.read::<Position>().collect();
        let cozy: Vec<_> = self.read::<Board>().collect();
        let shakmaty: Vec<_> = self.read::<Chess>().collect();
        [
            Some(Box::new(move || understood(&ours, |position, san| position.parse_san(san).ok()))),
            Some(Box::new(move || understood(&cozy, |board, san| parse_san_move(board, san).ok()))),
            Some(Box::new(move || {
                understood(&shakmaty, |position, san| {
                    SanPlus::from_ascii(san.as_bytes()).ok()?.san.to_move(position).ok()
                })
            })),
            None,
            None,
        ]
    }

    /// Every position is read from its FEN. The sum is how many were understood.
    pub(crate) fn fen_reading(&self) -> Lineup<'_> {
        [
            Some(Box::new(|| self.readable::<Position>())),
            Some(Box::new(|| self.readable::<Board>())),
            Some(Box::new(|| self.readable::<Chess>())),
            None,
            None,
        ]
    }

    fn readable<R: Rules>(&self) -> u64 {
        let fens = self.positions.iter().map(|(fen, _)| fen);
        fens.filter(|fen| black_box(R::read(fen)).is_some()).count() as u64
    }
}

/// A position and its legal moves, as text.
fn describe(position: &Position) -> (String, Vec<String>) {
    let moves = position.legal_moves().into_iter();
    (position.to_string(), moves.map(|m| position.san(m).to_string()).collect())
}

fn with_moves(board: Board) -> (Board, Vec<cozy_chess::Move>) {
    let mut all = Vec::new();
    board.generate_moves(|moves| {
        all.extend(moves);
        false
    });
    (board, all)
}

/// How many texts become moves.
fn understood<P, M>(games: &[(P, &[String])], read: impl Fn(&P, &str) -> Option<M>) -> u64 {
    let count = |(position, texts): &(P, &[String])| {
        texts.iter().filter(|san| black_box(read(position, san)).is_some()).count()
    };
    games.iter().map(count).sum::<usize>() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::race::race;

    #[test]
    fn all_libraries_read_and_write_the_whole_sample() {
        let sample = Sample::new(8);
        assert!(sample.positions() > 50);
        for lineup in [sample.san_reading(), sample.san_writing(), sample.fen_reading()] {
            assert!(race(1, lineup).unwrap().seconds[2].is_some());
        }
        assert_eq!(sample.san_reading()[1].as_mut().unwrap()(), sample.moves() as u64);
    }
}
