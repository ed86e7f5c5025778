//! The `arbitrary` feature: bytes become legal games and positions, and any setup at all.

use arbitrary::{Arbitrary, Unstructured};
use proptest::prelude::*;
use tabiya_chess::{Bitboard, Game, Move, Position, Setup, UciMove};

fn from_bytes<'a, T: Arbitrary<'a>>(bytes: &'a [u8]) -> T {
    Unstructured::new(bytes).arbitrary().expect("missing bytes count as zeros")
}

proptest! {
    #[test]
    fn games_and_positions_are_legal(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let game: Game = from_bytes(&bytes);
        let mut replay = Game::new(*game.start());
        for &m in game.moves() {
            prop_assert!(replay.play(m).is_ok());
        }
        let position: Position = from_bytes(&bytes);
        prop_assert_eq!(Position::try_from(position.to_setup()), Ok(position));
    }

    #[test]
    fn a_setup_is_rejected_or_legal(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let setup: Setup = from_bytes(&bytes);
        if let Ok(position) = Position::try_from(setup) {
            prop_assert_eq!(position.board(), &setup.board);
        }
    }
}

#[test]
fn different_bytes_give_different_values() {
    let bytes: Vec<u8> = (0..=255).cycle().take(2_000).collect();
    assert!(from_bytes::<Game>(&bytes[150..]).moves().len() > 10);
    assert_ne!(from_bytes::<Game>(&bytes[1..]), from_bytes::<Game>(&bytes[90..]));
    assert_ne!(from_bytes::<Bitboard>(&bytes[1..]), from_bytes::<Bitboard>(&bytes[9..]));
    assert_ne!(from_bytes::<Move>(&bytes[1..]), from_bytes::<Move>(&bytes[9..]));
    assert_ne!(from_bytes::<UciMove>(&bytes[1..]), from_bytes::<UciMove>(&bytes[9..]));
}
