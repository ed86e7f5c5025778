//! A competition as a crosstable, on which the pairing rules, tie-breaks and report files work.

use std::collections::BTreeMap;

use super::{Competition, EntrantId, Format, MatchLength, Round, Unpaired};
use crate::{
    Absence, Bye, Crosstable, Entry, ForbiddenPairs, Game, GameResult, Player, PlayerNumber,
    VirtualPoints, baku,
};

/// The starting numbers.
pub(crate) type Numbers = BTreeMap<EntrantId, PlayerNumber>;

impl Competition {
    /// The crosstable of the competition. A knockout with two games in a match has two rounds in it
    /// for each of its own.
    pub fn crosstable(&self) -> Crosstable {
        let numbers = self.numbers();
        let planned = usize::from(self.planned_rounds()) * self.games_per_round();
        let mut table = Crosstable {
            players: self.players(&numbers),
            planned_rounds: Some(planned).filter(|&rounds| rounds > 0),
            initial_color: Some(self.settings.initial_color),
            point_values: self.settings.points,
            absences: self.coming_absences(&numbers),
            forbidden: self.bans(&numbers),
            ..Crosstable::default()
        };
        if let Format::Swiss { accelerated: true, .. } = self.settings.format {
            table.virtual_points = self.virtual_points(&table, &numbers);
        }
        table
    }

    /// The starting number of everybody who has one, from 1.
    pub fn starting_numbers(&self) -> impl Iterator<Item = (EntrantId, PlayerNumber)> {
        self.numbers().into_iter()
    }

    pub(crate) fn numbers(&self) -> Numbers {
        let order = self.starting_order().into_iter();
        order.zip((1..).filter_map(PlayerNumber::new)).collect()
    }

    fn games_per_round(&self) -> usize {
        match self.settings.format {
            Format::Knockout { games, .. } => games.games(),
            _ => MatchLength::One.games(),
        }
    }

    fn players(&self, numbers: &Numbers) -> Vec<Player> {
        let mut players: Vec<Player> =
            numbers.iter().filter_map(|(&id, &number)| self.player(id, number, numbers)).collect();
        players.sort_by_key(|player| player.number);
        players
    }

    fn player(&self, id: EntrantId, number: PlayerNumber, numbers: &Numbers) -> Option<Player> {
        let entrant = self.entrant(id)?;
        let mut player = Player::new(number, entrant.name.as_str());
        player.rating = entrant.rating;
        player.title = entrant.title;
        for round in &self.rounds {
            let games = 0..self.games_per_round();
            player.entries.extend(games.map(|game| entry(round, id, game, numbers)));
        }
        Some(player)
    }

    /// Who is absent in the rounds to come, and what they get for it. Where the format fixes
    /// opponents, the absent lose by forfeit instead.
    fn coming_absences(&self, numbers: &Numbers) -> Vec<Absence> {
        if self.settings.format.is_numbered() {
            return Vec::new();
        }
        let next = self.paired_rounds() + 1;
        let to_come = next..=self.planned_rounds();
        let withdrawn = self.registrations().filter(|(_, registration)| registration.withdrawn);
        let withdrawn = withdrawn.map(|(id, _)| (next, id, Bye::Zero));
        let announced = self.absences.iter().filter(|((_, id), _)| !self.is_withdrawn(*id));
        let announced =
            announced.map(|(&(round, id), &kind)| (round, id, Unpaired::Absent(kind).bye()));
        let all = withdrawn.chain(announced).filter(|(round, ..)| to_come.contains(round));
        let absence = |(round, id, bye): (u16, EntrantId, Bye)| {
            Some(Absence { round: round.into(), player: *numbers.get(&id)?, bye })
        };
        all.filter_map(absence).collect()
    }

    /// The pairs that may not meet, for all rounds.
    fn bans(&self, numbers: &Numbers) -> Vec<ForbiddenPairs> {
        if self.settings.format.is_numbered() {
            return Vec::new();
        }
        let ban = |(first, second): (EntrantId, EntrantId)| {
            let mut players = vec![*numbers.get(&first)?, *numbers.get(&second)?];
            players.sort_unstable();
            Some(ForbiddenPairs {
                first_round: 1,
                last_round: self.planned_rounds().into(),
                players,
            })
        };
        self.forbidden_pairs().filter_map(ban).collect()
    }

    /// Baku acceleration. Those who enter after the first pairing get nothing (C.04.7).
    fn virtual_points(&self, table: &Crosstable, numbers: &Numbers) -> Vec<VirtualPoints> {
        let is_late = |player: &Player| {
            self.registrations().any(|(id, registration)| {
                registration.entered_after > 0 && numbers.get(&id) == Some(&player.number)
            })
        };
        let players = table.players.iter().filter(|player| !is_late(player)).cloned().collect();
        let punctual = Crosstable { players, ..table.clone() };
        let given = baku::virtual_points(&punctual, self.planned_rounds().into());
        let numbers: Vec<PlayerNumber> = punctual.players.iter().map(|it| it.number).collect();
        given.into_iter().flat_map(|points| without_gaps(points, &numbers)).collect()
    }
}

/// The same points for runs of neighboring numbers among some.
fn without_gaps(points: VirtualPoints, numbers: &[PlayerNumber]) -> Vec<VirtualPoints> {
    let range = points.first_player..=points.last_player;
    let given: Vec<PlayerNumber> =
        numbers.iter().copied().filter(|number| range.contains(number)).collect();
    let runs = given.chunk_by(|one, other| one.get() + 1 == other.get());
    let run = |run: &[PlayerNumber]| {
        let (&first_player, &last_player) = run.first().zip(run.last())?;
        Some(VirtualPoints { first_player, last_player, ..points })
    };
    runs.filter_map(run).collect()
}

/// What happened to somebody in a round; the game counts from 0 within a match.
fn entry(round: &Round, id: EntrantId, game: usize, numbers: &Numbers) -> Entry {
    let mut boards = round.boards.iter().filter_map(|board| Some((board, board.color_of(id)?)));
    let Some((board, color)) = boards.nth(game) else {
        return Entry::Bye(round.unpaired(id).map_or(Bye::Zero, Unpaired::bye));
    };
    let Some(&opponent) = numbers.get(&board.players[!color]) else {
        return Entry::Bye(Bye::Zero);
    };
    let result = board.result().map_or(GameResult::Pending, |result| result.of(color));
    Entry::Game(Game { opponent, color: Some(color), result })
}
