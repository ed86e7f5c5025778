//! Compares this library with shakmaty and cozy-chess.
//!
//! Every answer must agree for random games and random placements: legal moves, SAN, FEN, check,
//! mate, stalemate and material. Different ways to ask this library the same question must agree
//! too.

// The strategies are shared with tests of other crates, which know this one as `chess`.
extern crate tabiya_chess as chess;

mod strategies;

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::select;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{EnPassantMode, FromSetup, Position as _, PositionErrorKinds};
use tabiya_chess::SetupError::{TooManyCheckers, TooManyPieces};
use tabiya_chess::{
    Board, CastlingMode, CastlingRights, CastlingSide, Color, FenError, File, Move, MoveFilter,
    Position, Role, Setup, Square, chess960,
};

use strategies::{
    Verdict, castlings, cornered, games, hold, pawn_fights, placements, playout, positions,
};

/// The same position in shakmaty, which rejects checks that no last move can have given and bishops
/// that all come from promotions.
fn in_shakmaty(position: &Position) -> shakmaty::Chess {
    let fen: Fen = position.to_string().parse().unwrap();
    fen.into_position(shakmaty::CastlingMode::Chess960)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .unwrap_or_else(|error| panic!("{position}: {error:?}"))
}

/// The same position in cozy-chess, if it accepts it, without counters.
fn in_cozy(position: &Position) -> Option<cozy_chess::Board> {
    let setup = Setup { halfmoves: 0, fullmoves: 1, ..position.to_setup() };
    cozy_chess::Board::from_fen(&setup.shredder_fen().to_string(), true).ok()
}

/// Our legal moves in UCI, with their SAN.
fn our_moves(position: &Position) -> BTreeMap<String, String> {
    let moves = position.legal_moves();
    let text = |&m: &Move| (m.uci(CastlingMode::Chess960).to_string(), position.san(m).to_string());
    moves.iter().map(text).collect()
}

fn shakmaty_moves(position: &shakmaty::Chess) -> BTreeMap<String, String> {
    let uci = |m| UciMove::from_chess960(m).to_string();
    let san = |m| SanPlus::from_move(position.clone(), m).to_string();
    position.legal_moves().into_iter().map(|m| (uci(m), san(m))).collect()
}

fn cozy_moves(board: &cozy_chess::Board) -> Vec<String> {
    let mut moves = Vec::new();
    board.generate_moves(|pieces| {
        moves.extend(pieces.into_iter().map(|m| m.to_string()));
        false
    });
    moves.sort_unstable();
    moves
}

/// Compares all answers of the three libraries about one position.
fn agree(position: &Position) -> Result<(), TestCaseError> {
    let theirs = in_shakmaty(position);
    let ours = our_moves(position);
    prop_assert_eq!(&ours, &shakmaty_moves(&theirs), "{}", position);
    let fen = Fen::from_position(&theirs, EnPassantMode::Legal).to_string();
    prop_assert_eq!(position.to_string(), fen);
    prop_assert_eq!(position.is_check(), theirs.is_check(), "{}", position);
    prop_assert_eq!(position.is_checkmate(), theirs.is_checkmate(), "{}", position);
    prop_assert_eq!(position.is_stalemate(), theirs.is_stalemate(), "{}", position);
    for (color, their) in Color::ALL.into_iter().zip(shakmaty::Color::ALL) {
        let cannot_mate = theirs.has_insufficient_material(their);
        prop_assert_eq!(position.board().can_mate(color), !cannot_mate, "{}", position);
    }
    prop_assert_eq!(
        position.board().is_insufficient_material(),
        theirs.is_insufficient_material(),
        "{}",
        position
    );
    prop_assert_eq!(position.checkers().0, u64::from(theirs.checkers()), "{}", position);
    if let Some(board) = in_cozy(position) {
        let moves: Vec<String> = ours.into_keys().collect();
        prop_assert_eq!(moves, cozy_moves(&board), "{}", position);
        prop_assert_eq!(position.checkers().0, board.checkers().0, "{}", position);
        prop_assert_eq!(
            position.pinned().0,
            (board.pinned() & board.colors(board.side_to_move())).0
        );
    }
    Ok(())
}

#[test]
fn three_libraries_agree_on_every_position_of_random_games() {
    hold(games(100), |game| {
        for position in game.positions() {
            agree(position)?;
        }
        Ok(game.positions().len())
    });
}

#[test]
fn three_libraries_agree_on_games_from_every_start() {
    let mut known_to_cozy = 0;
    for number in 0..chess960::START_POSITIONS {
        let start = chess960::start(number).unwrap();
        let cozy = cozy_chess::Board::chess960_startpos(u32::from(number));
        assert_eq!(start.to_setup().shredder_fen().to_string(), format!("{cozy:#}"));
        let choices: Vec<u16> = (1..16).map(|step| number.wrapping_mul(step * 4057)).collect();
        for position in playout(start, &choices).positions() {
            agree(position).unwrap_or_else(|error| panic!("{error}"));
            known_to_cozy += usize::from(in_cozy(position).is_some());
        }
    }
    assert!(known_to_cozy > 10_000, "cozy-chess took only {known_to_cozy} positions");
}

#[test]
fn three_libraries_agree_on_random_placements() {
    let both = |position: Position| -> Verdict {
        agree(&position)?;
        Ok(usize::from(in_cozy(&position).is_some()))
    };
    hold(placements(), both);
    hold(castlings(), both);
    hold(pawn_fights(), both);
    hold(cornered(), both);
}

#[test]
fn three_libraries_agree_after_every_double_step() {
    hold(pawn_fights(), |position| {
        let mut offered = 0;
        for &m in &position.legal_moves() {
            let next = position.play(m).unwrap();
            agree(&next)?;
            offered += usize::from(next.en_passant().is_some());
        }
        Ok(offered)
    });
}

/// Every kind of random position.
fn all_kinds() -> impl Strategy<Value = Position> {
    prop_oneof![positions(), placements(), castlings(), pawn_fights(), cornered()]
}

#[test]
fn a_position_equals_its_own_fen_in_every_field() {
    hold(games(100), |game| {
        for position in game.positions() {
            let read: Position = position.to_string().parse().unwrap();
            prop_assert_eq!(&read, position);
            let shredder = position.to_setup().shredder_fen().to_string();
            prop_assert_eq!(&shredder.parse::<Position>().unwrap(), position);
            prop_assert_eq!(Position::try_from(position.to_setup()), Ok(*position));
        }
        Ok(game.positions().len())
    });
    hold(all_kinds(), |position| {
        let moves = position.legal_moves();
        for &m in &moves {
            let next = position.play(m).unwrap();
            prop_assert_eq!(next.to_string().parse(), Ok(next), "{}", next);
        }
        Ok(moves.len())
    });
}

#[test]
fn two_orders_of_the_same_moves_meet_in_the_same_key() {
    hold((all_kinds(), any::<[prop::sample::Index; 3]>()), |(start, choices)| {
        let Some([a, b, c]) = three_moves(&start, choices) else { return Ok(0) };
        let other_order = [c, b, a]
            .into_iter()
            .try_fold(start, |position, m| position.play(m).ok().filter(|_| !m.is_castle()));
        let Some(other) = other_order else { return Ok(0) };
        let this = [a, b, c].into_iter().fold(start, |position, m| position.play(m).unwrap());
        let same_pieces = this.board() == other.board();
        let same_rights = this.castling_rights() == other.castling_rights();
        let same = same_pieces && same_rights && this.en_passant() == other.en_passant();
        prop_assert_eq!(this.key() == other.key(), same, "{} and {}", this, other);
        prop_assert_eq!(this.repeats(&other), same, "{} and {}", this, other);
        Ok(usize::from(same))
    });
}

/// Three moves in a row, chosen at random.
fn three_moves(start: &Position, choices: [prop::sample::Index; 3]) -> Option<[Move; 3]> {
    let mut position = *start;
    let mut played = Vec::new();
    for choice in choices {
        let moves = position.legal_moves();
        let m = *moves.get(choice.index(moves.len().max(1)))?;
        position = position.play(m).ok()?;
        played.push(m);
    }
    played.try_into().ok()
}

/// The moves, sorted.
fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves
}

#[test]
fn all_ways_to_ask_for_moves_agree() {
    hold((all_kinds(), any::<u64>(), any::<u64>()), |(position, some, others)| {
        let all = position.legal_moves();
        let legal = sorted(&all);
        prop_assert_eq!(position.count_moves(), all.len());
        prop_assert_eq!(position.has_moves(), !all.is_empty());
        prop_assert_eq!(tabiya_chess::perft::count(&position, 1), all.len() as u64);
        let (captures, quiets) = (position.captures(), position.quiets());
        prop_assert!(captures.iter().all(|&m| position.is_capture(m)), "{}", position);
        prop_assert!(!quiets.iter().any(|&m| position.is_capture(m)), "{}", position);
        prop_assert_eq!(sorted(&[&captures[..], &quiets[..]].concat()), &legal[..]);
        let by_square = Square::ALL.map(|square| position.moves_from(square).to_vec()).concat();
        prop_assert_eq!(sorted(&by_square), &legal[..]);
        let by_role = Role::ALL.map(|role| position.moves_of(role).to_vec()).concat();
        prop_assert_eq!(sorted(&by_role), &legal[..]);
        let (some, others) = (tabiya_chess::Bitboard(some), tabiya_chess::Bitboard(others));
        let filtered = |keeps: &dyn Fn(&Move) -> bool| -> Vec<Move> {
            legal.iter().copied().filter(keeps).collect()
        };
        let from = MoveFilter::ALL.from(some);
        let expected = filtered(&|m| some.contains(m.from()));
        prop_assert_eq!(sorted(&position.moves(from)), expected);
        let expected = filtered(&|m| some.contains(m.from()) && others.contains(m.to()));
        prop_assert_eq!(sorted(&position.moves(from.to(others))), expected);
        Ok(1)
    });
}

#[test]
fn a_move_is_legal_when_it_is_among_the_legal_moves() {
    hold(all_kinds(), |position| {
        let legal = position.legal_moves();
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to)))
        {
            let promotions = Role::PROMOTIONS.map(|role| Move::promotion(from, to, role));
            let plain =
                [Move::normal(from, to), Move::castle(from, to), Move::en_passant(from, to)];
            for m in plain.into_iter().chain(promotions) {
                prop_assert_eq!(position.is_legal(m), legal.contains(&m), "{} {:?}", position, m);
            }
        }
        Ok(legal.len())
    });
}

/// Setups with no regard for the rules.
fn random_setups() -> impl Strategy<Value = Setup> {
    let piece = (select(&Square::ALL), select(&Role::ALL), select(&Color::ALL))
        .prop_map(|(square, role, color)| (square, role.of(color)));
    let board = proptest::collection::vec(piece, 0..40).prop_map(Board::from_iter);
    (board, fields()).prop_map(|(board, fields)| Setup { board, ..fields })
}

/// Positions with some fields replaced and perhaps a piece added or removed.
fn mutated_positions() -> impl Strategy<Value = Setup> {
    let change = (select(&Square::ALL), select(&Role::ALL), select(&Color::ALL));
    let damage = proptest::collection::vec((change, any::<bool>()), 0..3);
    (all_kinds(), fields(), 0..32_u8, damage).prop_map(|(position, fields, keep, damage)| {
        let mut setup = position.to_setup();
        let replaced = |bit: u8| keep & 1 << bit == 0;
        if replaced(0) {
            setup.turn = fields.turn;
        }
        if replaced(1) {
            setup.castling = fields.castling;
        }
        if replaced(2) {
            setup.en_passant = fields.en_passant;
        }
        for ((square, role, color), added) in damage {
            setup.board.take(square);
            if added {
                setup.board.put(square, role.of(color));
            }
        }
        setup
    })
}

/// Any fields around an empty board.
fn fields() -> impl Strategy<Value = Setup> {
    let right = || prop::option::of(select(&File::ALL));
    let square = prop::option::of(select(&Square::ALL));
    let rights = [right(), right(), right(), right()];
    (select(&Color::ALL), rights, square, any::<u16>(), any::<u16>()).prop_map(
        |(turn, rights, en_passant, halfmoves, fullmoves)| {
            let mut castling = CastlingRights::NONE;
            let wings = Color::ALL
                .into_iter()
                .flat_map(|color| CastlingSide::ALL.into_iter().map(move |side| (color, side)));
            for ((color, side), rook) in wings.zip(rights) {
                castling.set(color, side, rook);
            }
            Setup { turn, castling, en_passant, halfmoves, fullmoves, ..Setup::EMPTY }
        },
    )
}

/// Every position reached from an accepted setup must be accepted too.
fn plays_on(setup: &Setup) -> Verdict {
    let Ok(position) = Position::try_from(*setup) else { return Ok(0) };
    let moves = position.legal_moves();
    prop_assert!(moves.len() <= 218, "{} has {} moves", position, moves.len());
    for &m in &moves {
        let next = position.play(m).unwrap();
        prop_assert_eq!(Position::try_from(next.to_setup()), Ok(next), "{} {:?}", position, m);
    }
    Ok(moves.len())
}

#[test]
fn any_setup_is_rejected_or_plays_on() {
    hold(random_setups(), |setup| {
        // Nearly all of these break a rule; each must be accepted or rejected without a panic.
        plays_on(&setup)?;
        let reason = Position::try_from(setup).err().map(|reason| reason.to_string());
        Ok(usize::from(reason.is_some()))
    });
    hold(mutated_positions(), |setup| plays_on(&setup));
}

/// Why shakmaty rejects the setup of a FEN, except for checks that no last move can have given and
/// bishops that all come from promotions, which we accept.
fn rejection_by_shakmaty(fen: Fen) -> PositionErrorKinds {
    let taken = shakmaty::Chess::from_setup(fen.into_setup(), shakmaty::CastlingMode::Chess960)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .or_else(shakmaty::PositionError::ignore_too_much_material);
    taken.err().map_or(PositionErrorKinds::empty(), |error| error.kinds())
}

#[test]
fn shakmaty_rejects_the_same_setups() {
    hold(mutated_positions(), |setup| {
        let text = setup.to_string();
        let theirs = rejection_by_shakmaty(text.parse().unwrap());
        match text.parse::<Position>() {
            Ok(_) => prop_assert_eq!(theirs, PositionErrorKinds::empty(), "{}", text),
            Err(FenError::Invalid(TooManyCheckers(_) | TooManyPieces(_))) => {}
            Err(reason) => prop_assert!(!theirs.is_empty(), "{}: {}", text, reason),
        }
        Ok(1)
    });
}
