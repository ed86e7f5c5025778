//! The Keizer system: a ladder for clubs whose members come and go.
//!
//! Every player has a value by the place in the list, and a game is worth the value of the
//! opponent. After each round all rounds are valued anew with the values of the list, so an old win
//! gains when the opponent rises. No federation fixes the rules: what clubs do differently is in
//! [`Parameters`].
//!
//! Players are numbered from 0 in the order of the initial list. Scores are exact: integers over
//! the common denominator of the parameters.

mod factor;
mod pairing;

use std::cmp::Reverse;

use chess::Color;

pub use factor::{Factor, Score};
pub use pairing::{Pairing, pair};

use crate::GameResult;

/// What clubs choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The value of the first in the list; none is 3(n − 1)/2 rounded down, for n players who have
    /// not withdrawn, so that the first is worth about three times as much as the last.
    pub top: Option<u16>,
    /// The difference between the values of neighbors in the list.
    pub step: u16,
    /// What a player starts with, of their own value.
    pub own: Factor,
    /// A win, of the opponent's value.
    pub win: Factor,
    /// A draw, of the opponent's value.
    pub draw: Factor,
    /// A loss, of the opponent's value.
    pub loss: Factor,
    /// A win by forfeit, of the opponent's value.
    pub forfeit_win: Factor,
    /// A loss by forfeit, of the opponent's value.
    pub forfeit_loss: Factor,
    /// A round in which the number of players was odd, of one's own value.
    pub bye: Factor,
    /// An evening for the club, such as a team match, of one's own value.
    pub club_duty: Factor,
    /// An absence with notice, of one's own value.
    pub excused: Factor,
    /// How many absences with notice count; the further ones are worth nothing.
    pub excused_max: u16,
    /// An absence without notice, of one's own value.
    pub absent: Factor,
    /// A round before the player joined, of one's own value.
    pub not_joined: Factor,
    /// How many rounds must lie between two games of the same players, if that is possible.
    pub repeat_gap: u16,
    /// How often the list is computed after a round.
    pub recalculation: Recalculation,
}

/// How often the list is computed after a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recalculation {
    /// Once, with the values of the list before the round.
    #[default]
    OnePass,
    /// Until the list no longer changes, but at most 20 times.
    FixedPoint,
}

/// The most passes of [`Recalculation::FixedPoint`].
const MAX_PASSES: usize = 20;

impl Default for Parameters {
    fn default() -> Parameters {
        let third = Factor::of(1, 3);
        let two_thirds = Factor::of(2, 3);
        Parameters {
            top: None,
            step: 1,
            own: Factor::ONE,
            win: Factor::ONE,
            draw: Factor::of(1, 2),
            loss: Factor::ZERO,
            forfeit_win: Factor::ONE,
            forfeit_loss: Factor::ZERO,
            bye: two_thirds,
            club_duty: two_thirds,
            excused: third,
            excused_max: 5,
            absent: Factor::ZERO,
            not_joined: third,
            repeat_gap: 2,
            recalculation: Recalculation::OnePass,
        }
    }
}

impl Parameters {
    /// The denominator of every score: the least common one of all factors.
    fn denominator(&self) -> i128 {
        self.factors().into_iter().fold(1, |common, factor| factor.common_denominator(common))
    }

    fn factors(&self) -> [Factor; 11] {
        [
            self.own,
            self.win,
            self.draw,
            self.loss,
            self.forfeit_win,
            self.forfeit_loss,
            self.bye,
            self.club_duty,
            self.excused,
            self.absent,
            self.not_joined,
        ]
    }
}

/// What a player did in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A game.
    Game {
        /// The opponent's number.
        opponent: usize,
        /// The player's color.
        color: Color,
        /// The result for the player.
        result: GameResult,
    },
    /// No opponent, because the number of players was odd.
    Bye,
    /// An evening for the club.
    ClubDuty,
    /// An absence with notice.
    Excused,
    /// An absence without notice.
    Absent,
    /// A round before the player joined.
    NotJoined,
}

/// A player of the initial list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The rounds so far.
    pub rounds: Vec<Entry>,
    /// Withdrawn players do not take a place in the list.
    pub withdrawn: bool,
}

/// The list after a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// The players from first to last.
    pub order: Vec<usize>,
    /// The values by which the scores were computed, by player.
    pub values: Vec<u32>,
    /// The scores, by player.
    pub scores: Vec<Score>,
    /// How often the list was computed.
    pub passes: usize,
}

/// The list after the last round, computed from the first round on. Players without as many rounds
/// as others were absent in the missing ones.
///
/// ```
/// use competition::keizer::{Entry, Parameters, Player, list};
///
/// let newcomer = Player { rounds: vec![Entry::NotJoined], withdrawn: false };
/// let present = Player { rounds: vec![Entry::Bye], withdrawn: false };
/// let list = list(&[newcomer.clone(), present, newcomer], &Parameters::default());
/// assert_eq!(list.order, [0, 1, 2]);
/// assert_eq!(list.scores[0].to_string(), "4");
/// assert_eq!(list.scores[1].to_string(), "3 1/3");
/// ```
pub fn list(players: &[Player], parameters: &Parameters) -> List {
    let rounds = players.iter().map(|player| player.rounds.len()).max().unwrap_or(0);
    let initial: Vec<usize> = (0..players.len()).collect();
    let mut list = compute(&initial, players, 0, parameters);
    list.order = initial;
    for round in 1..=rounds {
        list = next_list(&list.order, players, round, parameters);
    }
    list
}

/// The list after a round, from the order before it.
fn next_list(before: &[usize], players: &[Player], round: usize, parameters: &Parameters) -> List {
    let passes = match parameters.recalculation {
        Recalculation::OnePass => 1,
        Recalculation::FixedPoint => MAX_PASSES,
    };
    let mut list = compute(before, players, round, parameters);
    let mut is_settled = list.order == before;
    while !is_settled && list.passes < passes {
        let next = compute(&list.order, players, round, parameters);
        is_settled = next.order == list.order;
        list = List { passes: list.passes + 1, ..next };
    }
    list
}

/// One pass: values by an order, scores by the values, and the order by the scores.
fn compute(order: &[usize], players: &[Player], rounds: usize, parameters: &Parameters) -> List {
    let values = values(order, players, parameters);
    let denominator = parameters.denominator();
    let scores: Vec<Score> = (0..players.len())
        .map(|player| score(player, players, rounds, &values, parameters, denominator))
        .collect();
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by_key(|&player| Reverse(scores[player]));
    List { order, values, scores, passes: 1 }
}

/// The value of each player. A player who has withdrawn has the value of the place without taking
/// it, and no value is less than 0.
fn values(order: &[usize], players: &[Player], parameters: &Parameters) -> Vec<u32> {
    let active = players.iter().filter(|player| !player.withdrawn).count() as u32;
    let top = parameters.top.map_or(3 * active.saturating_sub(1) / 2, u32::from);
    let mut values = vec![0; players.len()];
    let mut place = 0_u32;
    for &player in order {
        values[player] = top.saturating_sub(place.saturating_mul(parameters.step.into()));
        place += u32::from(!players[player].withdrawn);
    }
    values
}

fn score(
    player: usize,
    players: &[Player],
    rounds: usize,
    values: &[u32],
    parameters: &Parameters,
    denominator: i128,
) -> Score {
    let worth = |factor: Factor, player: usize| factor.of_value(values[player], denominator);
    let mut numerator = worth(parameters.own, player);
    let mut excused = 0;
    let entries = &players[player].rounds;
    for round in 0..rounds {
        let entry = entries.get(round).copied().unwrap_or(Entry::Absent);
        excused += u16::from(entry == Entry::Excused);
        numerator += match entry {
            Entry::Game { opponent, result, .. } if opponent < players.len() => {
                worth(parameters.of_result(result), opponent)
            }
            Entry::Excused if excused > parameters.excused_max => 0,
            _ => worth(parameters.without_opponent(entry), player),
        };
    }
    Score::new(numerator, denominator)
}

impl Parameters {
    /// What a game counts, of the opponent's value.
    fn of_result(&self, result: GameResult) -> Factor {
        match result {
            GameResult::Win | GameResult::UnratedWin => self.win,
            GameResult::Draw | GameResult::UnratedDraw => self.draw,
            GameResult::Loss | GameResult::UnratedLoss => self.loss,
            GameResult::ForfeitWin => self.forfeit_win,
            GameResult::ForfeitLoss => self.forfeit_loss,
            GameResult::Pending => Factor::ZERO,
        }
    }

    /// What a round without an opponent counts, of one's own value.
    fn without_opponent(&self, entry: Entry) -> Factor {
        match entry {
            Entry::Bye => self.bye,
            Entry::ClubDuty => self.club_duty,
            Entry::Excused => self.excused,
            Entry::NotJoined => self.not_joined,
            Entry::Absent | Entry::Game { .. } => self.absent,
        }
    }
}
