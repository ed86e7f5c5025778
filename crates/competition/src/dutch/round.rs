//! One round from top to bottom: who is there, who can get the bye, and bracket after bracket.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use chess::Color;

use super::bracket::{self, Bracket, Paired};
use super::player_state::PlayerState;
use super::possible::{self, PossiblePairs};
use super::{MAX_PLAYERS, PairingError};
use crate::{Crosstable, Entry, GameResult, PlayerNumber, Points};

/// A round that is to be paired.
pub(super) struct Round {
    /// The players to be paired, by score and number; their place in this list names them.
    pub(super) players: Vec<PlayerState>,
    pub(super) is_topscorer: Vec<bool>,
    pub(super) possible: PossiblePairs,
    pub(super) initial_color: Color,
    pub(super) rounds_played: usize,
}

impl Round {
    pub(super) fn new(table: &Crosstable) -> Result<Round, PairingError> {
        let rounds_played = table.paired_rounds();
        check(table, rounds_played)?;
        let round = rounds_played + 1;
        let absent: BTreeSet<PlayerNumber> = table
            .absences
            .iter()
            .filter(|absence| absence.round == round)
            .map(|absence| absence.player)
            .collect();
        let mut players = Vec::new();
        // A player who has never been part of a pairing does not count for odd and even.
        let mut counted = 0;
        for player in &table.players {
            // An entry after the last paired round announces an absence as well.
            let is_announced = player.entries.len() > rounds_played;
            let is_present = !is_announced && !absent.contains(&player.number);
            if is_present || player.entries.iter().any(Entry::is_paired) {
                counted += 1;
            }
            if is_present {
                let mut state = PlayerState::new(table, player, rounds_played);
                state.is_odd = counted % 2 == 1;
                players.push(state);
            }
        }
        if players.is_empty() {
            return Err(PairingError::NobodyPresent(round));
        }
        players.sort_by_key(|player| (Reverse(player.score), player.number));
        let is_topscorer: Vec<bool> = players
            .iter()
            .map(|player| possible::is_topscorer(table, player.score, rounds_played))
            .collect();
        let possible = PossiblePairs::new(table, &players, round, &is_topscorer);
        let initial_color = table.initial_color.unwrap_or(Color::White);
        Ok(Round { players, is_topscorer, possible, initial_color, rounds_played })
    }

    /// The pairs of places, and the one without an opponent.
    pub(super) fn pairs(&self) -> Result<Vec<(usize, Option<usize>)>, PairingError> {
        self.pairs_by(bracket::pair)
    }

    fn pairs_by(
        &self,
        pair_bracket: impl Fn(&Bracket) -> Result<Paired, PairingError>,
    ) -> Result<Vec<(usize, Option<usize>)>, PairingError> {
        let bye_score = self.bye_score()?;
        let mut pairs = Vec::new();
        let mut moved_down: Vec<usize> = Vec::new();
        let mut begin = 0;
        while begin < self.players.len() {
            let end = self.group_end(begin);
            let bracket = Bracket {
                round: self,
                bye_score,
                moved_down,
                residents: begin..end,
                next: end..self.group_end(end),
            };
            let paired = pair_bracket(&bracket)?;
            pairs.extend(paired.pairs.iter().map(|(one, other)| (*one, Some(*other))));
            moved_down = paired.floaters;
            begin = end;
        }
        // One player is left if their number is odd.
        pairs.extend(moved_down.into_iter().map(|place| (place, None)));
        Ok(pairs)
    }

    /// The end of the score group that begins at a place.
    fn group_end(&self, begin: usize) -> usize {
        let group = self.players.get(begin..).unwrap_or_default();
        let same = |player: &&PlayerState| player.score == group[0].score;
        begin + group.iter().take_while(same).count()
    }

    /// The lowest score with which somebody can get the bye (C5); `None` if nobody needs it.
    fn bye_score(&self) -> Result<Option<Points>, PairingError> {
        let everybody: Vec<usize> = (0..self.players.len()).collect();
        let leftovers = self.possible.possible_leftovers(&everybody);
        let leftovers = leftovers.ok_or(PairingError::NoLegalPairing)?;
        if self.players.len().is_multiple_of(2) {
            return Ok(None);
        }
        let eligible = leftovers.iter().map(|place| &self.players[*place]);
        let scores = eligible.filter(|player| player.bye_is_possible).map(|player| player.score);
        scores.min().map(Some).ok_or(PairingError::NoLegalPairing)
    }

    /// Whether a player may get the bye of a round whose bye score is known (C2, C5).
    pub(super) fn may_get_bye(&self, place: usize, bye_score: Option<Points>) -> bool {
        let player = &self.players[place];
        player.bye_is_possible && bye_score.is_some_and(|score| player.score <= score)
    }
}

fn check(table: &Crosstable, rounds_played: usize) -> Result<(), PairingError> {
    if table.players.len() > MAX_PLAYERS {
        return Err(PairingError::TooManyPlayers(table.players.len()));
    }
    if let Some(planned) = table.planned_rounds.filter(|planned| rounds_played >= *planned) {
        return Err(PairingError::Finished(planned));
    }
    for player in &table.players {
        let is_pending =
            |entry: &Entry| entry.game().is_some_and(|game| game.result == GameResult::Pending);
        if let Some(index) = player.entries.iter().position(is_pending) {
            let player = player.number.get();
            return Err(PairingError::ResultMissing { round: index + 1, player });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dutch::add_round;
    use crate::{Player, PlayerNumber};

    /// Gives every pending game a result by some bits.
    fn play(table: &mut Crosstable, bits: u64) {
        for index in 0..table.players.len() {
            let number = table.players[index].number;
            let Some(Entry::Game(game)) = table.players[index].entries.last_mut() else { continue };
            let board = u64::from(number.get().min(game.opponent.get()));
            game.result = match (bits.rotate_left((board * 7 % 64) as u32) % 3, game.color) {
                (0, _) => GameResult::Draw,
                (1, Some(Color::White)) | (2, Some(Color::Black)) => GameResult::Win,
                _ => GameResult::Loss,
            };
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Lower players are left out of the matching of a bracket where that makes no difference.
        #[test]
        fn brackets_are_paired_alike_with_and_without_lower_players(
            count in 4_u16..24,
            results in prop::collection::vec(any::<u64>(), 1..9),
        ) {
            let player = |number| Player::new(PlayerNumber::new(number).unwrap(), "Player");
            let mut table =
                Crosstable { players: (1..=count).map(player).collect(), ..Crosstable::default() };
            for bits in results {
                let Ok(round) = Round::new(&table) else { break };
                let Ok(pairs) = round.pairs() else { break };
                prop_assert_eq!(&pairs, &round.pairs_by(bracket::pair_whole).unwrap());
                add_round(&mut table, &super::super::colors::boards(&round, &pairs));
                play(&mut table, bits);
            }
        }
    }
}
