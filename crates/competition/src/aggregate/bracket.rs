//! The bracket of a knockout: who is in which slot of a round, who goes on, and the places.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use chess::{ByColor, Color};

use super::{
    Board, BoardNumber, BoardResult, Competition, CompetitionError, EntrantId, Format, MatchLength,
    NewBoard, Unpaired,
};
use crate::{GameResult, knockout};

/// A slot of the bracket; nobody is in an empty one.
type Slot = Option<EntrantId>;

/// The boards of a round, and those without an opponent.
pub(crate) type Paired = (Vec<NewBoard>, Vec<(EntrantId, Unpaired)>);

/// How a match ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Advance {
    /// It is not played yet, or tied.
    Pending,
    /// Nobody goes on, since nobody came.
    Nobody,
    /// A player goes on.
    Player(EntrantId),
}

impl Competition {
    /// The slots of a round, from 1; none while a match before it is pending.
    fn slots(&self, round: u16) -> Option<Vec<Slot>> {
        let seeds = knockout::first_slots(self.numbers.len());
        let mut slots: Vec<Slot> = seeds.into_iter().map(|seed| self.seeded(seed?)).collect();
        for before in 1..round {
            slots = knockout::matches(&slots)
                .into_iter()
                .map(|slots| match self.advance(before, slots) {
                    Advance::Pending => None,
                    Advance::Nobody => Some(None),
                    Advance::Player(id) => Some(Some(id)),
                })
                .collect::<Option<_>>()?;
        }
        Some(slots)
    }

    fn seeded(&self, seed: usize) -> Slot {
        self.numbers.get(seed - 1).copied()
    }

    fn seed_of(&self, id: EntrantId) -> usize {
        self.numbers.iter().position(|&other| other == id).map_or(usize::MAX, |index| index + 1)
    }

    fn advance(&self, round: u16, slots: [Slot; 2]) -> Advance {
        match slots {
            [None, None] => Advance::Nobody,
            [Some(id), None] | [None, Some(id)] => Advance::Player(id),
            [Some(a), Some(b)] => self.winner(round, a, b),
        }
    }

    /// The winner of a match by its games, or if it is tied by decision.
    fn winner(&self, round: u16, a: EntrantId, b: EntrantId) -> Advance {
        let boards: Vec<&Board> = self.match_boards(round, a, b).collect();
        if boards.is_empty() || boards.iter().any(|board| board.settled.is_none()) {
            return Advance::Pending;
        }
        let score = |id| boards.iter().map(|board| half_points(board, id)).sum::<u32>();
        let nobody_came =
            boards.iter().all(|board| board.result() == Some(BoardResult::DoubleForfeit));
        let decided = boards[0].advances.map(Advance::Player);
        match score(a).cmp(&score(b)) {
            Ordering::Greater => Advance::Player(a),
            Ordering::Less => Advance::Player(b),
            Ordering::Equal if nobody_came => decided.unwrap_or(Advance::Nobody),
            Ordering::Equal => decided.unwrap_or(Advance::Pending),
        }
    }

    fn match_boards(&self, round: u16, a: EntrantId, b: EntrantId) -> impl Iterator<Item = &Board> {
        let boards = self.round(round).into_iter().flat_map(|round| &round.boards);
        boards.filter(move |board| board.has(a) && board.has(b))
    }

    /// The first board of the match that a board belongs to.
    pub(crate) fn match_board(&self, number: BoardNumber) -> Option<BoardNumber> {
        let Format::Knockout { .. } = self.settings.format else { return None };
        let players = &self.board(number)?.players;
        let boards = &self.round(number.round)?.boards;
        let is_match = |board: &Board| players.iter().all(|(_, id)| board.has(*id));
        let first = boards.iter().position(is_match)?;
        Some(BoardNumber { board: first as u16 + 1, ..number })
    }

    /// True if the games of a match give no winner.
    pub(crate) fn is_tied(&self, number: BoardNumber) -> bool {
        let Some(board) = self.board(number) else { return false };
        let players = board.players;
        let (a, b) = (players[Color::White], players[Color::Black]);
        let boards: Vec<&Board> = self.match_boards(number.round, a, b).collect();
        let score = |id| boards.iter().map(|board| half_points(board, id)).sum::<u32>();
        boards.iter().all(|board| board.settled.is_some()) && score(a) == score(b)
    }

    /// Those who go on from a round, in the order of the bracket; none while a match is pending.
    pub(crate) fn going_on(&self, round: u16) -> Option<Vec<Option<EntrantId>>> {
        self.slots(round + 1)
    }

    /// The boards of the next round of a knockout, and those without an opponent.
    pub(crate) fn knockout_round(
        &self,
        games: MatchLength,
        third_place: bool,
    ) -> Result<Paired, CompetitionError> {
        let round = self.paired_rounds() + 1;
        let slots = self.slots(round).ok_or_else(|| self.pending_match())?;
        let mut boards = Vec::new();
        let mut free = Vec::new();
        for slots in knockout::matches(&slots) {
            match slots {
                [Some(a), Some(b)] => boards.extend(self.new_match(round, a, b, games)),
                [a, b] => free.extend(a.or(b).map(|id| (id, Unpaired::Free))),
            }
        }
        let is_final = round == self.planned_rounds();
        if let Some([a, b]) = self.semifinal_losers().filter(|_| third_place && is_final) {
            boards.extend(self.new_match(round, a, b, games));
        }
        Ok((boards, free))
    }

    /// The games of a match. Who is absent loses them.
    fn new_match(
        &self,
        round: u16,
        a: EntrantId,
        b: EntrantId,
        games: MatchLength,
    ) -> impl Iterator<Item = NewBoard> {
        let seeds = (self.seed_of(a), self.seed_of(b));
        let white = knockout::white_of(seeds, round.into());
        let (white, black) = if white == seeds.0 { (a, b) } else { (b, a) };
        let pairs = [(white, black), (black, white)].into_iter().take(games.games());
        pairs.map(move |(white, black)| self.new_board(round, white, black))
    }

    /// A board of a format that fixes opponents: whoever is absent loses by forfeit.
    pub(crate) fn new_board(&self, round: u16, white: EntrantId, black: EntrantId) -> NewBoard {
        let forfeit = match (self.is_away(white, round), self.is_away(black, round)) {
            (false, false) => None,
            (true, true) => Some(BoardResult::DoubleForfeit),
            (true, false) => Some(BoardResult::ForfeitWin(Color::Black)),
            (false, true) => Some(BoardResult::ForfeitWin(Color::White)),
        };
        NewBoard { players: ByColor::new(white, black), forfeit }
    }

    /// The losers of both semifinals, once the final is the next round or was paired.
    fn semifinal_losers(&self) -> Option<[EntrantId; 2]> {
        let semifinals = self.planned_rounds().checked_sub(1).filter(|&round| round > 0)?;
        let matches = knockout::matches(&self.slots(semifinals)?);
        let losers: Vec<EntrantId> = matches
            .into_iter()
            .filter_map(|slots| match (slots, self.advance(semifinals, slots)) {
                ([Some(a), Some(b)], Advance::Player(winner)) => {
                    Some(if winner == a { b } else { a })
                }
                _ => None,
            })
            .collect();
        losers.try_into().ok()
    }

    /// The first match that is tied and not decided.
    pub(crate) fn first_tie(&self) -> Option<BoardNumber> {
        let mut boards = self.boards().filter(|(number, _)| {
            self.match_board(*number) == Some(*number) && self.is_tied(*number)
        });
        let is_pending = |(number, board): &(BoardNumber, &Board)| {
            let players = &board.players;
            let winner = self.winner(number.round, players[Color::White], players[Color::Black]);
            winner == Advance::Pending
        };
        boards.find(is_pending).map(|(number, _)| number)
    }

    /// The error of a round whose players are not known yet.
    fn pending_match(&self) -> CompetitionError {
        self.first_tie().map_or(CompetitionError::Inconsistent, CompetitionError::MatchTied)
    }

    /// The place of everybody in a knockout. Those who are still in it share the first one.
    pub(crate) fn knockout_places(&self) -> BTreeMap<EntrantId, usize> {
        let mut places: BTreeMap<EntrantId, usize> =
            self.numbers.iter().map(|&id| (id, 1)).collect();
        for round in 1..=self.paired_rounds() {
            let Some(slots) = self.slots(round) else { break };
            let place = *knockout::losers_places(slots.len()).start();
            for slots in knockout::matches(&slots) {
                let advance = self.advance(round, slots);
                let is_out =
                    |id: &EntrantId| advance != Advance::Pending && advance != Advance::Player(*id);
                places.extend(slots.into_iter().flatten().filter(is_out).map(|id| (id, place)));
            }
        }
        self.decide_third_place(&mut places);
        places
    }

    fn decide_third_place(&self, places: &mut BTreeMap<EntrantId, usize>) {
        let Format::Knockout { third_place: true, .. } = self.settings.format else { return };
        let Some([a, b]) = self.semifinal_losers() else { return };
        if let Advance::Player(winner) = self.winner(self.planned_rounds(), a, b) {
            places.insert(if winner == a { b } else { a }, 4);
        }
    }
}

/// What a game counts in a match, in half points.
fn half_points(board: &Board, id: EntrantId) -> u32 {
    let color = board.color_of(id);
    match board.result().zip(color).map(|(result, color)| result.of(color)) {
        Some(GameResult::Win | GameResult::ForfeitWin) => 2,
        Some(GameResult::Draw) => 1,
        _ => 0,
    }
}
