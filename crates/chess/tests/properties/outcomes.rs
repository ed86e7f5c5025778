//! How games end: checkmate, stalemate, repetition, move counting and insufficient material.

use proptest::prelude::*;
use proptest::sample::select;
use tabiya_chess::{
    Board, Color, Game, Move, Outcome, Piece, PlayError, Position, Role, Setup, Square,
};

use crate::reference;
use crate::strategies::{
    choices, colors, cornered, hold, legal, pieces, placements, positions, squares, stand, starts,
};

/// A position and all its successors.
fn with_successors(position: Position) -> Vec<Position> {
    let moves = position.legal_moves();
    let successors = moves.iter().map(|&m| position.play(m).unwrap());
    std::iter::once(position).chain(successors).collect()
}

fn near_the_end() -> impl Strategy<Value = Position> {
    prop_oneof![3 => cornered(), 1 => positions()]
}

// req: D13
#[test]
fn check_and_no_move_is_checkmate() {
    hold(near_the_end(), |position| {
        let mut mates = 0;
        for position in with_successors(position) {
            let stuck = reference::legal_moves(&position).is_empty();
            let mate = stuck && reference::is_check(position.board(), position.turn());
            prop_assert_eq!(position.is_checkmate(), mate, "{}", position);
            let winner = Some(Outcome::Checkmate { winner: !position.turn() });
            prop_assert_eq!(position.outcome() == winner, mate, "{}", position);
            mates += usize::from(mate);
        }
        Ok(mates)
    });
}

// req: D14
#[test]
fn no_check_and_no_move_is_stalemate() {
    hold(near_the_end(), |position| {
        let mut stalemates = 0;
        for position in with_successors(position) {
            let stuck = reference::legal_moves(&position).is_empty();
            let stalemate = stuck && !reference::is_check(position.board(), position.turn());
            prop_assert_eq!(position.is_stalemate(), stalemate, "{}", position);
            let drawn = Some(Outcome::Stalemate);
            prop_assert_eq!(position.outcome() == drawn, stalemate, "{}", position);
            stalemates += usize::from(stalemate);
        }
        Ok(stalemates)
    });
}

/// What makes positions the same: the FEN without its counters.
fn identity(position: &Position) -> String {
    position.to_string().rsplitn(3, ' ').last().unwrap().to_owned()
}

/// A move that mostly undoes the mover's last one, and so repeats positions.
fn shuffle(game: &Game, choice: u16) -> Option<Move> {
    let moves = game.position().legal_moves();
    let last = game.moves().iter().rev().nth(1);
    let back = last.map(|m| Move::normal(m.to(), m.from())).filter(|m| moves.contains(m));
    let any = moves.get(usize::from(choice / 8) % moves.len().max(1)).copied();
    if choice.is_multiple_of(8) { any } else { back.or(any) }
}

/// The draw that can be claimed, by counting.
fn claimable(game: &Game, repetitions: usize, halfmoves: u16) -> Option<Outcome> {
    match (repetitions, halfmoves) {
        _ if game.outcome().is_some() => None,
        (3.., _) => Some(Outcome::ThreefoldRepetition),
        (_, 100..) => Some(Outcome::FiftyMoves),
        _ => None,
    }
}

// req: D15
#[test]
fn the_third_occurrence_of_a_position_allows_a_draw() {
    hold((starts(), choices(60)), |(start, choices)| {
        let mut game = Game::new(start);
        let mut claims = 0;
        for choice in choices {
            let here = identity(game.position());
            let occurred = game.positions().iter().filter(|p| identity(p) == here).count();
            prop_assert_eq!(game.repetitions(), occurred);
            let claim = claimable(&game, occurred, game.position().halfmoves());
            prop_assert_eq!(game.claimable_draw(), claim, "{}", game.position());
            claims += usize::from(claim == Some(Outcome::ThreefoldRepetition));
            if occurred >= 5 && game.position().outcome().is_none() {
                prop_assert_eq!(game.outcome(), Some(Outcome::FivefoldRepetition));
            }
            let Some(m) = shuffle(&game, choice) else { break };
            let announced = game.claimable_draw_with(m);
            if game.play(m).is_err() {
                prop_assert_eq!(announced, None, "nothing is claimed once the game is over");
                break;
            }
            let allowed = game.claimable_draw().is_some() && game.repetitions() == 3;
            prop_assert!(!allowed || announced == game.claimable_draw(), "{}", game.position());
        }
        Ok(claims)
    });
}

// req: D16
#[test]
fn fifty_moves_without_pawn_move_or_capture_allow_a_draw() {
    hold((positions(), 90..150_u16, choices(70)), |(start, halfmoves, choices)| {
        let setup = Setup { halfmoves, ..start.to_setup() };
        let mut game = Game::new(Position::try_from(setup).unwrap());
        let (mut clock, mut claims) = (halfmoves, 0);
        for choice in choices {
            let before = *game.position();
            prop_assert_eq!(before.halfmoves(), clock);
            let claim = claimable(&game, game.repetitions(), clock);
            prop_assert_eq!(game.claimable_draw(), claim, "{}", before);
            claims += usize::from(claim == Some(Outcome::FiftyMoves));
            if clock >= 150 && before.outcome().is_none() && game.repetitions() < 5 {
                prop_assert_eq!(game.outcome(), Some(Outcome::SeventyFiveMoves));
            }
            let moves = before.legal_moves();
            let m = moves.get(usize::from(choice) % moves.len().max(1));
            let Some(&m) = m.filter(|&&m| game.play(m).is_ok()) else { break };
            let pieces = |position: &Position| position.board().occupied().count();
            let is_pawn = before.board().role_at(m.from()) == Some(Role::Pawn);
            let is_progress = is_pawn || pieces(&before) != pieces(game.position());
            clock = if is_progress { 0 } else { clock + 1 };
        }
        Ok(claims)
    });
}

/// Kings with at most one knight, or with all bishops on squares of one color.
fn too_little() -> impl Strategy<Value = Position> {
    let knight = (select(&Square::ALL), colors())
        .prop_map(|(square, color)| vec![(square, Role::Knight.of(color))]);
    let bishop = (select(&Square::ALL), colors())
        .prop_map(|(square, color)| (square, Role::Bishop.of(color)));
    let bishops = (proptest::collection::vec(bishop, 0..5), any::<bool>()).prop_map(
        |(bishops, dark)| -> Vec<(Square, Piece)> {
            bishops.into_iter().filter(|(square, _)| square.is_dark() == dark).collect()
        },
    );
    (squares(2), prop_oneof![knight, bishops], colors())
        .prop_filter_map("not legal", |(kings, pieces, turn)| {
            legal(Setup { board: bare(&kings, &pieces), turn, ..Setup::EMPTY })
        })
}

/// Two kings and some pieces.
fn bare(kings: &[Square], pieces: &[(Square, Piece)]) -> Board {
    let mut board = Board::EMPTY;
    board.put(kings[0], Role::King.of(Color::White));
    board.put(kings[1], Role::King.of(Color::Black));
    stand(&mut board, pieces);
    board
}

// req: D17
#[test]
fn insufficient_material_is_a_draw() {
    hold(too_little(), |position| {
        let drawn = if reference::legal_moves(&position).is_empty() {
            Outcome::Stalemate
        } else {
            Outcome::InsufficientMaterial
        };
        prop_assert_eq!(position.outcome(), Some(drawn), "{}", position);
        let mut game = Game::new(position);
        for &m in &position.legal_moves() {
            prop_assert_eq!(game.play(m), Err(PlayError::GameOver(drawn)));
            prop_assert!(!position.play(m).unwrap().is_checkmate(), "{}", position);
        }
        Ok(1)
    });
}

// req: D17
#[test]
fn one_piece_that_could_help_to_mate_keeps_the_game_alive() {
    let helper = (select(&Square::ALL), select(&[Role::Pawn, Role::Rook, Role::Queen]), colors())
        .prop_map(|(square, role, color)| (square, role.of(color)));
    hold((too_little(), helper), |(position, helper)| {
        let mut board = *position.board();
        stand(&mut board, &[helper]);
        let stands = board != *position.board();
        prop_assert_eq!(board.is_insufficient_material(), !stands, "{:?}", board);
        prop_assert!(!stands || board.can_mate(helper.1.color), "{:?}", board);
        Ok(usize::from(stands))
    });
}

// req: D17
#[test]
fn a_side_that_gives_mate_had_the_material_for_it() {
    let scarce = (squares(2), pieces(3), colors())
        .prop_filter_map("not legal", |(kings, pieces, turn)| {
            legal(Setup { board: bare(&kings, &pieces), turn, ..Setup::EMPTY })
        });
    hold(prop_oneof![scarce, cornered(), placements()], |position| {
        let mut mates = 0;
        for next in with_successors(position).into_iter().filter(Position::is_checkmate) {
            prop_assert!(next.board().can_mate(!next.turn()), "{}", next);
            prop_assert!(!next.board().is_insufficient_material(), "{}", next);
            mates += 1;
        }
        Ok(mates)
    });
}
