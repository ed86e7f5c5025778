//! Playing moves: what changes, what stays the same, and the history.

use proptest::prelude::*;
use tabiya_chess::{Game, Move, PlayError, Position, Role, Square};

use crate::reference;
use crate::strategies::{Verdict, castlings, choices, games, hold, placements, positions};

/// Every move that can be represented.
fn every_move() -> impl Iterator<Item = Move> {
    let pairs = Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to)));
    pairs.flat_map(|(from, to)| {
        let promotions = Role::PROMOTIONS.map(|role| Move::promotion(from, to, role));
        let plain = [Move::normal(from, to), Move::castle(from, to), Move::en_passant(from, to)];
        plain.into_iter().chain(promotions)
    })
}

fn lands(position: &Position) -> Verdict {
    for &m in &position.legal_moves() {
        let piece = position.board().piece_at(m.from()).unwrap();
        let next = position.play(m).unwrap();
        let landed = m.promoted().map_or(piece, |role| role.of(piece.color));
        prop_assert_eq!(
            next.board().piece_at(m.destination()),
            Some(landed),
            "{} {:?}",
            position,
            m
        );
        prop_assert_eq!(*next.board(), reference::board_after(position, m), "{} {:?}", position, m);
    }
    Ok(position.legal_moves().len())
}

// req: D4
#[test]
fn a_legal_move_puts_the_piece_on_its_destination() {
    hold(positions(), |position| lands(&position));
    hold(castlings(), |position| lands(&position));
    hold(placements(), |position| lands(&position));
}

// req: D5
#[test]
fn an_illegal_move_leaves_the_game_unchanged_in_every_field() {
    hold((games(60), 0..4_usize), |(mut game, undone)| {
        for _ in 0..undone {
            game.undo();
        }
        let before = game.clone();
        let legal = game.position().legal_moves();
        let over = game.outcome();
        let mut refused = 0;
        for m in every_move().filter(|m| !legal.contains(m) || over.is_some()) {
            let position = *game.position();
            let reason = position.play(m).err();
            prop_assert_eq!(reason.is_some(), !legal.contains(&m));
            let expected = over.map(PlayError::GameOver).or(reason.map(PlayError::Illegal));
            prop_assert_eq!(game.play(m).err(), expected, "{} {:?}", position, m);
            prop_assert_eq!(game.position(), &position);
            prop_assert_eq!(&position, before.position());
            refused += 1;
        }
        prop_assert_eq!(game, before);
        Ok(refused)
    });
}

// req: D5
#[test]
fn two_squares_find_a_legal_move_or_a_reason() {
    let promotions: Vec<Option<Role>> =
        Role::ALL.into_iter().map(Some).chain(std::iter::once(None)).collect();
    hold(prop_oneof![positions(), castlings()], |position| {
        let (before, legal) = (position, position.legal_moves());
        let mut found = 0;
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to)))
        {
            for &promotion in &promotions {
                let Ok(m) = position.find_move(from, to, promotion) else { continue };
                prop_assert!(legal.contains(&m), "{} {:?}", position, m);
                prop_assert_eq!((m.from(), m.promoted()), (from, promotion));
                prop_assert!(m.to() == to || m.destination() == to);
                found += 1;
            }
        }
        prop_assert!(found >= legal.len(), "{}", position);
        prop_assert_eq!(position, before);
        Ok(found)
    });
}

// req: D6
#[test]
fn turns_alternate() {
    hold(games(80), |game| {
        for (pair, m) in game.positions().windows(2).zip(game.moves()) {
            prop_assert_eq!(pair[0].turn(), !pair[1].turn());
            prop_assert_eq!(pair[0].board().color_at(m.from()), Some(pair[0].turn()));
            prop_assert_eq!(pair[1].ply(), pair[0].ply() + 1);
        }
        Ok(game.moves().len())
    });
}

// req: D7
#[test]
fn a_move_becomes_the_last_entry_of_the_history() {
    hold((games(60), any::<prop::sample::Index>()), |(mut game, index)| {
        let moves = game.position().legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            return Ok(0);
        }
        let (m, before) = (moves[index.index(moves.len())], game.clone());
        let expected = game.position().play(m).unwrap();
        prop_assert!(game.play(m).is_ok());
        prop_assert_eq!(game.moves().last(), Some(&m));
        prop_assert_eq!(game.positions().last(), Some(&expected));
        prop_assert_eq!(&game.moves()[..before.moves().len()], before.moves());
        prop_assert_eq!(&game.positions()[..before.positions().len()], before.positions());
        Ok(1)
    });
}

// req: D27
#[test]
fn the_history_is_in_order() {
    hold(games(80), |game| {
        prop_assert_eq!(game.positions().len(), game.moves().len() + 1);
        prop_assert_eq!(game.positions().first(), Some(game.start()));
        let mut position = *game.start();
        for (m, next) in game.moves().iter().zip(&game.positions()[1..]) {
            position = position.play(*m).unwrap();
            prop_assert_eq!(&position, next);
        }
        prop_assert_eq!(game.position(), &position);
        Ok(game.moves().len())
    });
}

// req: D27
#[test]
fn undo_and_redo_restore_every_field() {
    hold((games(60), choices(20)), |(game, steps)| {
        let mut walked = game.clone();
        let mut ply = game.moves().len();
        for step in &steps {
            let (expected, moved) = if step % 3 == 0 {
                (game.moves().get(ply), walked.redo())
            } else {
                (ply.checked_sub(1).map(|last| &game.moves()[last]), walked.undo())
            };
            prop_assert_eq!(moved.as_ref(), expected);
            ply = match (moved, step % 3 == 0) {
                (None, _) => ply,
                (Some(_), true) => ply + 1,
                (Some(_), false) => ply - 1,
            };
            prop_assert_eq!(walked.position(), &game.positions()[ply]);
            prop_assert_eq!(walked.moves(), &game.moves()[..ply]);
            let undone: Vec<Move> = walked.undone().collect();
            prop_assert_eq!(&undone[..], &game.moves()[ply..]);
        }
        while walked.redo().is_some() {}
        prop_assert_eq!(walked, game);
        Ok(steps.len())
    });
}

// req: D27
#[test]
fn playing_on_keeps_what_can_be_redone_only_along_the_same_way() {
    hold((games(60), 1..6_usize), |(game, back)| {
        let mut walked: Game = game.clone();
        for _ in 0..back {
            walked.undo();
        }
        let Some(next) = walked.undone().next() else { return Ok(0) };
        let mut same = walked.clone();
        prop_assert!(same.play(next).is_ok());
        prop_assert!(same.undone().eq(walked.undone().skip(1)));
        let moves = walked.position().legal_moves();
        if let Some(&other) = moves.iter().find(|&&m| m != next) {
            prop_assert!(walked.play(other).is_ok());
            prop_assert_eq!(walked.undone().count(), 0);
            prop_assert_eq!(walked.redo(), None);
        }
        Ok(2)
    });
}
