//! Reading a file of games with every move checked and played.

use std::io::Cursor;
use std::ops::ControlFlow;

use chess::pgn;
use pgn_reader::SanPlus;
use shakmaty::{Chess, Position as _};

use super::race::Lineup;

/// We against pgn-reader with the rules of shakmaty. The sum is the number of moves.
pub(crate) fn lineup(text: &[u8]) -> Lineup<'_> {
    [Some(Box::new(|| read(text))), None, Some(Box::new(|| read_with_shakmaty(text))), None, None]
}

fn read(text: &[u8]) -> u64 {
    struct Moves(u64);

    impl pgn::Visitor for Moves {
        fn play(&mut self, _: chess::Move, _after: &chess::Position) {
            self.0 += 1;
        }
    }

    let mut moves = Moves(0);
    let mut reader = pgn::Reader::new(text);
    while reader.read_game(&mut moves).is_ok_and(|more| more) {}
    moves.0
}

fn read_with_shakmaty(text: &[u8]) -> u64 {
    struct Moves(u64);

    impl pgn_reader::Visitor for Moves {
        type Tags = ();
        type Movetext = Chess;
        type Output = ();

        fn begin_tags(&mut self) -> ControlFlow<(), ()> {
            ControlFlow::Continue(())
        }

        fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
            ControlFlow::Continue(Chess::default())
        }

        fn san(&mut self, position: &mut Chess, text: SanPlus) -> ControlFlow<()> {
            let Ok(m) = text.san.to_move(position) else { return ControlFlow::Break(()) };
            position.play_unchecked(m);
            self.0 += 1;
            ControlFlow::Continue(())
        }

        fn end_game(&mut self, _: Chess) {}
    }

    let mut moves = Moves(0);
    let mut reader = pgn_reader::Reader::new(Cursor::new(text));
    while reader.read_game(&mut moves).is_ok_and(|game| game.is_some()) {}
    moves.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_readers_play_all_moves() {
        let text = b"[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n1. d4 {first} d5 *\n";
        assert_eq!(read(text), 6);
        assert_eq!(read_with_shakmaty(text), 6);
    }
}
