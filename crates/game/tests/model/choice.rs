//! Random games to begin with, and random wishes that often make sense.

use std::time::Duration;

use chess::{ByColor, Color, Move, Position, Square};
use game::{
    AbandonedResult, Absence, Actor, Bonus, Command, GameId, Name, Offer, Player, Seat, Start,
    Strength, Terms, TimeControl, Timestamp,
};
use proptest::prelude::*;
use proptest::sample::select;

use crate::Wish;
use crate::reference::Model;

/// Starts near an end: mate, stalemate, bare kings, fifty and seventy-five moves, promotion.
const STARTS: &[&str] = &[
    "7k/8/8/6Q1/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K3 w Q - 95 90",
    "4k3/8/8/8/8/8/8/R3K3 b - - 145 120",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
];

/// Moments lie around this one, so that there is room on both sides.
const EPOCH: u64 = 10_000_000;

pub(crate) fn model() -> BoxedStrategy<Model> {
    let time = || proptest::option::weighted(0.8, control());
    (start(), company(), time(), time(), any::<bool>())
        .prop_map(|(start, (white, black, shared), first, second, automatic)| {
            // A start whose draw could be claimed at once is no start for automatic draws.
            let tired = matches!(&start, Start::Position(start) if start.halfmoves() >= 100);
            let terms = Terms {
                start,
                seats: ByColor::new(seat(white), seat(black)),
                time: ByColor::new(first, second),
                shared,
                automatic_draws: automatic && !tired,
                takebacks: true,
                abandonment: true,
            };
            Model::new(terms, EPOCH)
        })
        .boxed()
}

fn start() -> impl Strategy<Value = Start> {
    let position = |fen: &str| Start::Position(Box::new(fen.parse::<Position>().unwrap()));
    prop_oneof![
        3 => Just(Start::Standard),
        1 => (0..960_u16).prop_map(Start::Chess960),
        3 => select(STARTS).prop_map(position),
    ]
}

/// White's player, Black's, and whether they share a screen.
fn company() -> impl Strategy<Value = (Player, Player, bool)> {
    let engine = Player::Engine(Strength::Easy);
    let external = Player::External("other".to_owned());
    prop_oneof![
        4 => Just((Player::Person, Player::Person, false)),
        3 => Just((Player::Person, Player::Person, true)),
        2 => Just((Player::Person, engine.clone(), false)),
        2 => Just((external, Player::Person, false)),
        1 => Just((engine.clone(), engine, false)),
        1 => Just((Player::Person, Player::Open, false)),
        1 => Just((Player::Open, Player::Person, false)),
    ]
}

fn seat(player: Player) -> Seat {
    Seat { name: None, player }
}

fn control() -> impl Strategy<Value = TimeControl> {
    let bonus = prop_oneof![
        Just(Bonus::None),
        time(1..5_000).prop_map(Bonus::Increment),
        time(0..5_000).prop_map(Bonus::Delay),
        time(0..5_000).prop_map(Bonus::Bronstein),
    ];
    (time(1_000..120_000), bonus).prop_map(|(base, bonus)| TimeControl { base, bonus })
}

/// Two of three wishes belong to the game's ordinary course, the others may be anybody's for
/// anything.
pub(crate) fn wish(model: &Model) -> BoxedStrategy<Wish> {
    let player = Actor::Player(model.turn());
    let actor = if model.terms.shared { Actor::Both } else { player };
    let lag = prop_oneof![3 => Just(Duration::ZERO), 1 => time(0..3_000)];
    let turn = (play(model), lag).prop_map(|(play, lag)| Command::Move { play, lag });
    let adjourned = model.adjourned.is_some();
    let next = if adjourned { Command::Continue } else { Command::Adjourn };
    let wish = prop_oneof![
        10 => (Just(actor), turn.clone()),
        1 => (anybody(), turn),
        6 => (Just(actor), back_and_forth(model)),
        3 => (color().prop_map(Actor::Player), offers()),
        2 => (anybody(), command(model)),
        if adjourned { 10 } else { 1 } => (arbiter(), select(vec![Command::Continue, next])),
    ];
    (wish, moment(model)).prop_map(|((actor, command), now)| Wish { actor, command, now }).boxed()
}

/// Mostly a little later than the last, sometimes earlier, sometimes just when a clock falls.
fn moment(model: &Model) -> BoxedStrategy<u64> {
    let (last, limit) = (model.clock_now, model.deadline().unwrap_or(model.clock_now));
    prop_oneof![
        40 => (0..3_000_u64).prop_map(move |later| last + later),
        4 => (0..20_000_u64).prop_map(move |earlier| last.saturating_sub(earlier)),
        1 => (0..3_u64).prop_map(move |around| (limit + around).saturating_sub(1)),
        1 => (0..100_000_u64).prop_map(move |later| last + later),
    ]
    .boxed()
}

fn anybody() -> impl Strategy<Value = Actor> {
    prop_oneof![
        3 => color().prop_map(Actor::Player),
        1 => Just(Actor::Both),
        1 => Just(Actor::Server),
    ]
}

/// The server for an arbiter, or somebody who poses as one.
fn arbiter() -> impl Strategy<Value = Actor> {
    prop_oneof![4 => Just(Actor::Server), 1 => anybody()]
}

/// Undo and redo where they are free, the way of asking where they are not.
fn back_and_forth(model: &Model) -> BoxedStrategy<Command> {
    if model.terms.shared || model.engines() == 1 {
        select(vec![Command::Undo, Command::Redo]).boxed()
    } else {
        Just(Command::Offer(Offer::Takeback)).boxed()
    }
}

/// Draws are declined more often than agreed to, so that games go on.
fn offers() -> impl Strategy<Value = Command> {
    let offer = || select(vec![Offer::Draw, Offer::Takeback, Offer::Takeback, Offer::Rematch]);
    prop_oneof![offer().prop_map(Command::Offer), offer().prop_map(Command::Decline)]
}

fn command(model: &Model) -> impl Strategy<Value = Command> + use<> {
    let last = model.clock_now;
    let name = || select(vec![None, Name::new("Ada").ok(), Name::new("Max").ok()]);
    let next = any::<[u8; GameId::LENGTH]>().prop_map(GameId::from_random);
    prop_oneof![
        2 => next.prop_map(|next| Command::Rematch { next }),
        8 => proptest::option::of(play(model)).prop_map(|with| Command::Claim { with }),
        2 => Just(Command::Undo),
        2 => Just(Command::Redo),
        1 => claim_abandoned(last),
        1 => Just(Command::Resign),
        1 => Just(Command::Abort),
        4 => time(500..20_000).prop_map(Command::GiveTime),
        1 => time(3_599_000..3_601_000).prop_map(Command::GiveTime),
        4 => Just(Command::Flag),
        8 => (0..30_000_u64, time(0..5_000)).prop_map(move |(back, grace)| Command::Resume {
            last: Timestamp((last + 5_000).saturating_sub(back)),
            grace,
        }),
        4 => (color(), name()).prop_map(|(color, name)| Command::Join { color, name }),
        2 => (color(), name()).prop_map(|(color, name)| Command::Rename { color, name }),
    ]
}

/// A claim against somebody who is there, who has just gone, or who is gone for long enough.
fn claim_abandoned(last: u64) -> impl Strategy<Value = Command> {
    let absence = (0..40_000_u64, time(0..20_000)).prop_map(move |(ago, patience)| Absence {
        since: Timestamp(last.saturating_sub(ago)),
        patience,
    });
    let result = select(vec![AbandonedResult::Win, AbandonedResult::Draw]);
    (result, proptest::option::weighted(0.8, absence))
        .prop_map(|(result, absence)| Command::ClaimAbandoned { result, absence })
}

fn color() -> impl Strategy<Value = Color> {
    select(&Color::ALL[..])
}

fn time(millis: std::ops::Range<u64>) -> impl Strategy<Value = Duration> {
    millis.prop_map(Duration::from_millis)
}

/// A legal move most of the time; often the one that was taken back, or one that goes back where
/// the piece came from, so that positions repeat.
fn play(model: &Model) -> BoxedStrategy<Move> {
    let square = || (0..64_usize).prop_map(|index| Square::ALL[index]);
    let wild = (square(), square()).prop_map(|(from, to)| Move::normal(from, to)).boxed();
    let position = model.position();
    let legal: Vec<Move> = position.legal_moves().iter().copied().collect();
    if legal.is_empty() {
        return wild;
    }
    let undone = model.line.get(model.played).copied();
    let back = model.played.checked_sub(2).map(|ply| model.line[ply]);
    let back = back.map(|play| Move::normal(play.to(), play.from()));
    let back = back.filter(|play| position.is_legal(*play));
    let first = legal[0];
    prop_oneof![
        6 => select(legal),
        3 => Just(back.unwrap_or(first)),
        if undone.is_some() { 12 } else { 1 } => Just(undone.unwrap_or(first)),
        1 => wild,
    ]
    .boxed()
}
