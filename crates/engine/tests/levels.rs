//! What every opponent keeps to, over random positions: its moves are legal, mates in one are
//! given, and the same seed gives the same move.

#[allow(dead_code)]
#[path = "../../chess/tests/strategies/mod.rs"]
mod strategies;

use std::cell::RefCell;
use std::collections::BTreeSet;

use chess::{ByColor, Color, Game, Position};
use engine::{Choice, Level, Limits, Reason, Root, Search, Settings, Signal, Strength, Value};
use proptest::prelude::*;

use strategies::{cornered, games, hold, positions};

fn search() -> Search {
    Search::new(&Settings { hash_mb: 1, ..Settings::default() }).expect("a megabyte")
}

fn level(rating: u16) -> Level {
    Level::new(rating).expect("a rating within the range")
}

fn rated(rating: u16) -> Strength {
    Strength::Rated(level(rating))
}

// req: D18, D31
#[test]
fn the_move_of_every_opponent_is_legal() {
    let opponents =
        [rated(400), rated(900), rated(1300), rated(1800), Strength::Easy, Strength::Hard];
    let search = RefCell::new(search());
    hold((games(80), 0..opponents.len(), any::<u64>()), |(game, opponent, seed)| {
        let root = Root::from(&game);
        let choice =
            opponents[opponent].choose(&mut search.borrow_mut(), &root, seed, &Signal::default());
        match choice.chosen {
            Some(m) => prop_assert!(game.position().is_legal(m), "{m:?} in {}", game.position()),
            None => prop_assert!(!game.position().has_moves(), "{}", game.position()),
        }
        Ok(1)
    });
}

// req: D18
#[test]
fn the_move_of_a_small_search_is_legal() {
    let search = RefCell::new(search());
    hold((positions(), 1..300_u64), |(position, nodes)| {
        let mut search = search.borrow_mut();
        let limits = Limits::nodes(nodes);
        let best =
            search.run(&Root::new(position), &limits, &Signal::default(), &mut |_| {}).best();
        match best {
            Some(m) => prop_assert!(position.is_legal(m), "{m:?} in {position}"),
            None => prop_assert!(!position.has_moves(), "{position}"),
        }
        Ok(1)
    });
}

fn has_mate_in_one(position: &Position) -> bool {
    position.legal_moves().iter().any(|&m| position.play_unchecked(m).is_checkmate())
}

// req: D20, D31
#[test]
fn mate_in_one_is_given_by_every_search_by_named_levels_and_by_ratings_from_900() {
    let opponents = [
        rated(900),
        rated(1100),
        rated(1500),
        rated(2000),
        Strength::Easy,
        Strength::Medium,
        Strength::Hard,
    ];
    let search = RefCell::new(search());
    let mating = prop_oneof![3 => cornered(), 1 => positions()];
    hold((mating, 0..=opponents.len(), any::<u64>()), |(position, opponent, seed)| {
        if !has_mate_in_one(&position) {
            return Ok(0);
        }
        let (mut search, root) = (search.borrow_mut(), Root::new(position));
        let signal = Signal::default();
        let play = match opponents.get(opponent) {
            Some(opponent) => opponent.choose(&mut search, &root, seed, &signal).chosen,
            None => search.run(&root, &Limits::nodes(2_000), &signal, &mut |_| {}).best(),
        };
        let mates = play.is_some_and(|m| position.play_unchecked(m).is_checkmate());
        prop_assert!(mates, "{opponent} plays {play:?} in {position}");
        Ok(1)
    });
}

#[test]
fn a_hanging_queen_is_taken_from_900_on() {
    let position: Position =
        "rnb1kbnr/pppp1ppp/8/4p1q1/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 3".parse().unwrap();
    let takes = position.parse_uci("f3g5").unwrap();
    let mut search = search();
    for rating in [900, 1000, 1200, 1600] {
        for seed in 0..20 {
            let root = Root::new(position);
            let choice = level(rating).choose(&mut search, &root, seed, &Signal::default());
            let other = position.parse_uci("c1g5").unwrap();
            assert!([Some(takes), Some(other)].contains(&choice.chosen), "{rating}, {seed}");
            assert_eq!(choice.reason, Reason::HangingQueen);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_move_whatever_was_searched_before() {
    let mut game = Game::default();
    for text in ["e2e4", "e7e5", "g1f3"] {
        game.play(game.position().parse_uci(text).unwrap()).unwrap();
    }
    let root = Root::from(&game);
    let mut used = search();
    let rated = [400, 1000, 1600, 2200].map(rated);
    for opponent in rated.into_iter().chain([Strength::Easy, Strength::Medium, Strength::Hard]) {
        let choose =
            |search: &mut Search, seed| opponent.choose(search, &root, seed, &Signal::default());
        let fresh = choose(&mut search(), 5);
        choose(&mut used, 6);
        assert_eq!(choose(&mut used, 5).chosen, fresh.chosen, "{opponent:?}");
    }
    let weak = |seed| level(400).choose(&mut search(), &root, seed, &Signal::default()).chosen;
    let first = weak(0);
    assert!((1..20).any(|seed| weak(seed) != first), "seeds make no difference");
}

#[test]
fn settings_are_as_before_after_a_choice() {
    let mut search =
        Search::new(&Settings { hash_mb: 1, threads: 2, ..Settings::default() }).unwrap();
    level(400).choose(&mut search, &Root::default(), 1, &Signal::default());
    assert_eq!((search.settings().multi_pv, search.settings().threads), (1, 2));
}

#[test]
fn levels_reach_from_400_to_2800_and_beyond() {
    assert_eq!(Level::new(399), None);
    assert_eq!(Level::new(2801), None);
    assert_eq!(Level::new(400), Some(Level::MIN));
    assert_eq!(Level::FULL_STRENGTH.rating(), None);
    assert!(
        Level::FULL_STRENGTH > Level::MAX_RATED
            && Level::FULL_STRENGTH.nodes() > Level::MAX_RATED.nodes()
    );
}

// req: A1
#[test]
fn named_levels_look_2_4_and_6_plies_ahead_and_have_a_rating() {
    let position: Position =
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 5 12".parse().unwrap();
    for (opponent, depth, rating) in
        [(Strength::Easy, 2, 700), (Strength::Medium, 4, 1100), (Strength::Hard, 6, 1600)]
    {
        assert_eq!((opponent.depth(), opponent.rating()), (Some(depth), Some(rating)));
        let root = Root::new(position);
        let choice = opponent.choose(&mut search(), &root, 1, &Signal::default());
        assert!(choice.lines.len() > 1 && choice.lines.iter().all(|line| line.depth == depth));
    }
    assert_eq!((rated(1500).depth(), rated(1500).rating()), (None, Some(1500)));
}

/// The first five moves of one side in a game of an opponent against itself.
fn first_moves(opponent: Strength, color: Color, seeds: ByColor<u64>) -> Vec<chess::Move> {
    const PLIES: usize = 10;
    let (mut search, mut game) = (search(), Game::default());
    while game.moves().len() < PLIES && game.position().has_moves() {
        let seed = seeds[game.position().turn()];
        let choice = opponent.choose(&mut search, &Root::from(&game), seed, &Signal::default());
        game.play(choice.chosen.expect("a move")).expect("a legal one");
    }
    game.moves().iter().copied().skip(usize::from(!color.is_white())).step_by(2).collect()
}

#[test]
fn opponents_vary_their_openings() {
    const GAMES: u64 = 20;
    const DIFFERENT: usize = 8;
    for opponent in [Strength::Easy, Strength::Medium, Strength::Hard, rated(2400)] {
        for color in Color::ALL {
            // The other side always has the same seed, so all variety is that of this one.
            let seeds = |seed| ByColor::from_fn(|side| if side == color { seed } else { GAMES });
            let mut openings = BTreeSet::new();
            let mut games = 0..GAMES;
            while openings.len() < DIFFERENT {
                let seed = games.next().unwrap_or_else(|| panic!("{opponent:?}: {openings:?}"));
                openings.insert(format!("{:?}", first_moves(opponent, color, seeds(seed))));
            }
        }
    }
}

#[test]
fn a_strong_level_varies_only_among_good_opening_moves() {
    const MARGIN: i32 = 50;
    let (mut search, mut chosen) = (search(), BTreeSet::new());
    for seed in 0..20 {
        let choice =
            Level::MAX_RATED.choose(&mut search, &Root::default(), seed, &Signal::default());
        assert!(value(&choice.lines[0]) - value(&choice.line().expect("a line")) < MARGIN);
        chosen.insert(format!("{:?}", choice.chosen));
    }
    assert!(chosen.len() >= 3, "{chosen:?}");
}

#[test]
fn full_strength_plays_its_best_move_from_any_seed() {
    let Choice { chosen, reason, .. } = best_in_opening(1);
    assert_eq!((best_in_opening(2).chosen, reason), (chosen, Reason::Best));
}

fn best_in_opening(seed: u64) -> Choice {
    Level::FULL_STRENGTH.choose(&mut search(), &Root::default(), seed, &Signal::default())
}

fn value(line: &engine::PvLine) -> i32 {
    match line.value {
        Value::Centipawns(centipawns) => centipawns,
        Value::Mate(_) => panic!("no mate in the first move"),
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mated: Position = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".parse().unwrap();
    let root = Root::new(mated);
    for opponent in [rated(400), rated(2000), Strength::Medium] {
        let choice = opponent.choose(&mut search(), &root, 1, &Signal::default());
        assert_eq!(choice.chosen, None);
    }
}
