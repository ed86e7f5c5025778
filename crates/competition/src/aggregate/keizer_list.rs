//! A competition by the Keizer system: its rounds as entries, and the list.

use std::collections::BTreeMap;

use chess::ByColor;

use super::{Competition, EntrantId, NewBoard, Round, Unpaired};
use crate::GameResult;
use crate::keizer::{self, Entry, List, Parameters, Player};

/// The entrants in the order of the initial list, and what they have done.
struct Ladder {
    entrants: Vec<EntrantId>,
    players: Vec<Player>,
}

impl Competition {
    /// Everybody in the order of the list, with their scores.
    pub(crate) fn keizer_scores(&self, parameters: &Parameters) -> Vec<(EntrantId, keizer::Score)> {
        let Ladder { entrants, players } = self.ladder();
        let List { order, scores, .. } = keizer::list(&players, parameters);
        order.into_iter().map(|player| (entrants[player], scores[player])).collect()
    }

    /// The boards of the next round, and who has the bye; none when those who may not meet leave no
    /// pairing.
    pub(crate) fn keizer_round(
        &self,
        parameters: &Parameters,
    ) -> Option<(Vec<NewBoard>, Option<EntrantId>)> {
        let Ladder { entrants, players } = self.ladder();
        let round = self.paired_rounds() + 1;
        let mut present = keizer::list(&players, parameters).order;
        present.retain(|&player| !self.is_away(entrants[player], round));
        let may_meet =
            |one: usize, other: usize| !self.is_forbidden(entrants[one], entrants[other]);
        let keizer::Pairing { pairs, bye } =
            keizer::pair(&present, &players, parameters, &may_meet)?;
        let board = |(white, black): (usize, usize)| NewBoard {
            players: ByColor::new(entrants[white], entrants[black]),
            forfeit: None,
        };
        Some((pairs.into_iter().map(board).collect(), bye.map(|player| entrants[player])))
    }

    fn ladder(&self) -> Ladder {
        let entrants = self.by_rating();
        let numbers: BTreeMap<EntrantId, usize> = entrants.iter().copied().zip(0..).collect();
        let player = |&id: &EntrantId| Player {
            rounds: self.rounds.iter().map(|round| entry(round, id, &numbers)).collect(),
            withdrawn: self.is_withdrawn(id),
        };
        let players = entrants.iter().map(player).collect();
        Ladder { entrants, players }
    }
}

/// What somebody did in a round. Who is not mentioned in it had not joined.
fn entry(round: &Round, id: EntrantId, numbers: &BTreeMap<EntrantId, usize>) -> Entry {
    let board = round.boards.iter().find_map(|board| Some((board, board.color_of(id)?)));
    let Some((board, color)) = board else {
        return round.unpaired(id).map_or(Entry::NotJoined, Unpaired::keizer_entry);
    };
    let result = board.result().map_or(GameResult::Pending, |result| result.of(color));
    match numbers.get(&board.players[!color]) {
        Some(&opponent) => Entry::Game { opponent, color, result },
        None => Entry::Absent,
    }
}
