//! Strategies for random games and positions that shrink to fewer moves and fewer pieces.
//!
//! Uniform play rarely castles, promotes or captures en passant. So such moves are chosen more
//! often, some games start from special positions, and some positions are built around one rule.
//! [`hold`] counts how often a property applied, so that none passes for lack of cases.

use std::cell::Cell;
use std::fmt::Debug;

use chess::{
    Bitboard, Board, CastlingSide, Color, File, Game, Move, MoveKind, Piece, Position, Rank, Role,
    Setup, Square, chess960,
};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};

/// The minimum number of random cases for a property, and of cases to which it must apply.
const CASES: u32 = 256;

/// How many times more cases are drawn for a property that rarely applies.
const MOST_ROUNDS: u32 = 40;

/// How often a property applied in one case, or how it failed.
pub(crate) type Verdict = Result<usize, TestCaseError>;

/// Tests a property on random cases, and on more of them until it has applied often enough. Fails
/// when the property does, or when it hardly ever applies.
pub(crate) fn hold<S>(strategy: S, property: impl Fn(S::Value) -> Verdict)
where
    S: Strategy,
    S::Value: Debug,
{
    let mut config = Config { failure_persistence: None, ..Config::default() };
    config.cases = config.cases.max(CASES);
    let met = Cell::new(0);
    for _ in 0..MOST_ROUNDS {
        let tried = TestRunner::new(config.clone()).run(&strategy, |case| {
            met.set(met.get() + property(case)?);
            Ok(())
        });
        if let Err(failure) = tried {
            panic!("{failure}");
        }
        if met.get() >= CASES as usize {
            return;
        }
    }
    panic!("the property applied only {} times", met.get());
}

/// Positions in which several rules interact, as starts for random play.
const SPECIAL: &[&str] = &[
    // Castling: through, out of and into check; b1 attacked; rooks in view of each other.
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/4q3/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/1q6/8/8/R3K2R w KQkq - 0 1",
    "1r2k2r/8/8/8/8/8/6p1/R3K2R w KQk - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/8/8/8/8/6k1/r1RK3R w CH - 0 1",
    "4k3/8/8/8/8/8/8/qR1K2R1 w GB - 0 1",
    // En passant: pins along rank, file and diagonal; the pawn that checks; two capturers.
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "8/8/2k5/8/3Pp3/8/6B1/3K4 b - d3 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "4k3/4r3/8/3pPp2/8/8/8/4K3 w - d6 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
    // Promotions: in corners with castling rights, under pins, with many choices.
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    // Near mate and stalemate, and double checks.
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    "k7/8/1K6/8/8/8/7R/8 w - - 0 1",
    "8/8/8/8/8/4k3/5p2/5K2 b - - 0 1",
    "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1",
    "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
    "3k4/8/8/3q4/8/3B4/3R4/3K4 w - - 0 1",
    // Little material, and counters near their limits.
    "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
    "8/8/4kb2/8/8/3BK3/7p/8 w - - 98 80",
    "4k2r/8/8/8/8/8/8/R3K3 w Qk - 148 150",
];

/// The standard start, the other 959, and the special positions.
pub(crate) fn starts() -> impl Strategy<Value = Position> {
    prop_oneof![
        Just(Position::default()),
        (0..chess960::START_POSITIONS).prop_map(|number| chess960::start(number).unwrap()),
        select(SPECIAL).prop_map(|fen| fen.parse().unwrap()),
    ]
}

/// Games of fewer half-moves than `longest`, unless they end earlier.
pub(crate) fn games(longest: usize) -> impl Strategy<Value = Game> {
    (starts(), choices(longest)).prop_map(|(start, choices)| playout(start, &choices))
}

/// The random numbers for a game of fewer half-moves than `longest`.
pub(crate) fn choices(longest: usize) -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), 0..longest)
}

/// Positions from random games.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    games(120).prop_map(|game| *game.position())
}

/// Plays one move for each choice, until the game is over.
pub(crate) fn playout(start: Position, choices: &[u16]) -> Game {
    let mut game = Game::new(start);
    for &choice in choices {
        let Some(m) = choose(game.position(), choice) else { break };
        if game.play(m).is_err() {
            break;
        }
    }
    game
}

/// The move for a number: one choice in four goes to rare moves, if there are any.
fn choose(position: &Position, choice: u16) -> Option<Move> {
    let moves = position.legal_moves();
    let rare: Vec<Move> = moves.iter().copied().filter(|m| m.kind() != MoveKind::Normal).collect();
    let pool = if choice % 4 == 3 && !rare.is_empty() { &rare } else { &moves[..] };
    pool.get(usize::from(choice / 4) % pool.len().max(1)).copied()
}

/// Pieces on random squares, as long as the position is legal.
pub(crate) fn placements() -> impl Strategy<Value = Position> {
    (squares(2), pieces(22), colors()).prop_filter_map("not legal", |(kings, pieces, turn)| {
        let mut board = Board::EMPTY;
        board.put(kings[0], Role::King.of(Color::White));
        board.put(kings[1], Role::King.of(Color::Black));
        stand(&mut board, &pieces);
        legal(Setup { board, turn, ..Setup::EMPTY })
    })
}

/// Kings and rooks with castling rights, standard or Chess960, and some other pieces.
pub(crate) fn castlings() -> impl Strategy<Value = Position> {
    (home(), home(), pieces(8), colors()).prop_filter_map(
        "not legal",
        |(white, black, pieces, turn)| {
            let mut setup = Setup { turn, ..Setup::EMPTY };
            for (color, (king, rooks)) in [(Color::White, white), (Color::Black, black)] {
                let rank = color.back_rank();
                setup.board.put(Square::new(king, rank), Role::King.of(color));
                for (side, rook) in CastlingSide::ALL.into_iter().zip(rooks) {
                    setup.board.put(Square::new(rook, rank), Role::Rook.of(color));
                    setup.castling.set(color, side, Some(rook));
                }
            }
            stand(&mut setup.board, &pieces);
            legal(setup)
        },
    )
}

/// Pawns on their start rank and enemy pawns that could capture them en passant.
pub(crate) fn pawn_fights() -> impl Strategy<Value = Position> {
    let ranks = proptest::collection::vec((0..3_usize, 0..3_usize), 8);
    (squares(2), ranks, pieces(5), colors()).prop_filter_map(
        "not legal",
        |(kings, ranks, pieces, turn)| {
            let mut board = Board::EMPTY;
            board.put(kings[0], Role::King.of(Color::White));
            board.put(kings[1], Role::King.of(Color::Black));
            let pawns = File::ALL.into_iter().zip(ranks).flat_map(|(file, (white, black))| {
                let white = [None, Some(Rank::Second), Some(Rank::Fifth)][white];
                let black = [None, Some(Rank::Seventh), Some(Rank::Fourth)][black];
                let pawn = move |color| move |rank| (Square::new(file, rank), Role::Pawn.of(color));
                white.map(pawn(Color::White)).into_iter().chain(black.map(pawn(Color::Black)))
            });
            stand(&mut board, &pawns.chain(pieces).collect::<Vec<_>>());
            legal(Setup { board, turn, ..Setup::EMPTY })
        },
    )
}

/// A nearly bare king at the edge and White's queen and rook nearby: many mates and stalemates.
pub(crate) fn cornered() -> impl Strategy<Value = Position> {
    let edge = select(&Square::ALL).prop_filter("not at the edge", |square| {
        matches!(square.file(), File::A | File::H) || Bitboard::BACK_RANKS.contains(*square)
    });
    (edge, squares(3), pieces(2)).prop_filter_map("not legal", |(cornered, white, pieces)| {
        let mut board = Board::EMPTY;
        board.put(white[0], Role::Queen.of(Color::White));
        board.put(white[1], Role::Rook.of(Color::White));
        board.put(white[2], Role::King.of(Color::White));
        board.put(cornered, Role::King.of(Color::Black));
        stand(&mut board, &pieces);
        legal(Setup { board, ..Setup::EMPTY })
    })
}

/// The files of a king and its rooks, the king-side rook first: standard in half of the cases.
fn home() -> impl Strategy<Value = (File, [File; 2])> {
    let anywhere = (1..7_usize)
        .prop_flat_map(|king| (Just(king), king + 1..8, 0..king))
        .prop_map(|(king, right, left)| (File::ALL[king], [File::ALL[right], File::ALL[left]]));
    prop_oneof![Just((File::E, [File::H, File::A])), anywhere]
}

/// Either color.
pub(crate) fn colors() -> impl Strategy<Value = Color> {
    select(&Color::ALL)
}

/// A number of different squares.
pub(crate) fn squares(count: usize) -> impl Strategy<Value = Vec<Square>> {
    proptest::sample::subsequence(Square::ALL.to_vec(), count).prop_shuffle()
}

/// Up to `most` pieces other than kings, each with a square.
pub(crate) fn pieces(most: usize) -> impl Strategy<Value = Vec<(Square, Piece)>> {
    let piece = (select(&Square::ALL), select(&Role::ALL[..5]), colors())
        .prop_map(|(square, role, color)| (square, role.of(color)));
    proptest::collection::vec(piece, 0..=most)
}

/// Puts pieces on free squares that are allowed for them.
pub(crate) fn stand(board: &mut Board, pieces: &[(Square, Piece)]) {
    for &(square, piece) in pieces {
        let misplaced = piece.role == Role::Pawn && Bitboard::BACK_RANKS.contains(square);
        if !board.occupied().contains(square) && !misplaced {
            board.put(square, piece);
        }
    }
}

/// The position of a setup, with the other side to move if only that is legal.
pub(crate) fn legal(setup: Setup) -> Option<Position> {
    let passed = Setup { turn: !setup.turn, ..setup };
    Position::try_from(setup).or_else(|_| Position::try_from(passed)).ok()
}
