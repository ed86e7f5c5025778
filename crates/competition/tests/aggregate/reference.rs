//! Whole Swiss tournaments, paired by reference programs: a competition that is told the same
//! absences and results pairs every round alike and ends with the same crosstable.

use std::fs;

use chess::Color;
use competition::aggregate::{
    AbsenceKind, BoardNumber, BoardResult, Command, EntrantId, Settings, Unpaired,
};
use competition::{Bye, Crosstable, Entry, GameResult, Player, trf};

use super::club::{Club, letter, name, swiss};

#[test]
fn reference_tournaments_are_paired_and_scored_alike() {
    let tournaments: Vec<_> =
        ["swiss.trf", "swiss-rare.trf"].into_iter().flat_map(tournaments).collect();
    let plain = tournaments.iter().filter(|(_, table)| is_plain(table));
    let count = plain.inspect(|(title, table)| check(title, table)).count();
    assert!(count > 300, "{count} of {} tournaments", tournaments.len());
}

/// The tournaments of a file, with their names.
fn tournaments(file: &str) -> Vec<(String, Crosstable)> {
    let path = format!("{}/../../testdata/competitions/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    let tournament = |text: &str| {
        let (title, report) = text.split_once('\n').unwrap();
        let mut table = trf::read(report).unwrap().crosstable;
        table.players.iter_mut().flat_map(|player| &mut player.entries).for_each(rate);
        (title.to_owned(), table)
    };
    text.split("### file: ").skip(1).map(tournament).collect()
}

/// A competition does not tell apart games that were too short to be rated.
fn rate(entry: &mut Entry) {
    if let Entry::Game(game) = entry {
        game.result = match game.result {
            GameResult::UnratedWin => GameResult::Win,
            GameResult::UnratedDraw => GameResult::Draw,
            GameResult::UnratedLoss => GameResult::Loss,
            other => other,
        };
    }
}

/// A competition has no forbidden pairs, and no acceleration but that of the rules.
fn is_plain(table: &Crosstable) -> bool {
    table.forbidden.is_empty() && table.virtual_points.is_empty() && table.planned_rounds.is_some()
}

fn check(title: &str, table: &Crosstable) {
    let settings = Settings::new(name("Reference"), swiss(table.planned_rounds.unwrap() as u16));
    let initial_color = table.initial_color.unwrap_or(Color::White);
    let mut club = Club::with(Settings { points: table.point_values, initial_color, ..settings });
    for index in 0..table.players.len() {
        club.enter(&letter(index), Some(9000 - index as u16));
    }
    for round in 1..=table.paired_rounds() as u16 {
        announce_absences(&mut club, table, round);
        club.pair();
        check_round(&club, table, round, title);
        set_results(&mut club, table, round);
    }
    let found = club.competition.crosstable();
    for (found_player, player) in found.players.iter().zip(&table.players) {
        let rounds = table.paired_rounds();
        assert_eq!(found_player.entries, player.entries[..rounds], "{title}");
        assert_eq!(found.points(found_player), table.points(player), "{title}");
    }
}

fn entrant(player: &Player) -> EntrantId {
    EntrantId(player.number.get())
}

fn entry(player: &Player, round: u16) -> Entry {
    player.entries.get(usize::from(round) - 1).copied().unwrap_or(Entry::Bye(Bye::Zero))
}

fn announce_absences(club: &mut Club, table: &Crosstable, round: u16) {
    for player in &table.players {
        let kind = match entry(player, round) {
            Entry::Bye(Bye::Full) => AbsenceKind::FullPoint,
            Entry::Bye(Bye::Half) => AbsenceKind::HalfPoint,
            Entry::Bye(Bye::Zero) => AbsenceKind::ZeroPoint,
            _ => continue,
        };
        club.order(Command::AnnounceAbsence { id: entrant(player), round, kind });
    }
}

fn check_round(club: &Club, table: &Crosstable, round: u16, title: &str) {
    let paired = club.competition.round(round).unwrap();
    for player in &table.players {
        let id = entrant(player);
        match entry(player, round) {
            Entry::Game(game) => {
                let board = paired.boards.iter().find(|board| board.color_of(id).is_some());
                let players = board.unwrap_or_else(|| panic!("{title}, round {round}")).players;
                let color = game.color.unwrap();
                let expected = (id, EntrantId(game.opponent.get()));
                assert_eq!((players[color], players[!color]), expected, "{title}, round {round}");
            }
            Entry::Bye(Bye::PairingAllocated) => {
                assert_eq!(paired.unpaired(id), Some(Unpaired::Bye), "{title}, round {round}");
            }
            Entry::Bye(_) => {}
        }
    }
}

fn set_results(club: &mut Club, table: &Crosstable, round: u16) {
    let boards = club.competition.round(round).unwrap().boards.clone();
    for (board, paired) in (1..).zip(boards) {
        let number = usize::from(paired.players[Color::White].0) - 1;
        let Entry::Game(game) = entry(&table.players[number], round) else { panic!() };
        let black = usize::from(paired.players[Color::Black].0) - 1;
        let Entry::Game(other) = entry(&table.players[black], round) else { panic!() };
        let result = match (game.result, other.result) {
            (GameResult::Win, _) => BoardResult::WHITE_WINS,
            (GameResult::Loss, GameResult::Win) => BoardResult::BLACK_WINS,
            (GameResult::Draw, GameResult::Draw) => BoardResult::Draw,
            (GameResult::Draw, _) => BoardResult::DrawOnlyFor(Color::White),
            (_, GameResult::Draw) => BoardResult::DrawOnlyFor(Color::Black),
            (GameResult::Loss, GameResult::Loss) => BoardResult::DoubleLoss,
            (GameResult::ForfeitWin, _) => BoardResult::ForfeitWin(Color::White),
            (_, GameResult::ForfeitWin) => BoardResult::ForfeitWin(Color::Black),
            _ => BoardResult::DoubleForfeit,
        };
        club.order(Command::SetResult { board: BoardNumber { round, board }, result });
    }
}
