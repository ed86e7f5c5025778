//! A Swiss tournament of seven players over four rounds: pairings, results, standings and the
//! report. Run it with `cargo run -p tabiya-competition --example swiss`.

use std::error::Error;

use competition::tiebreaks::{self, Rules, TieBreak};
use competition::trf::{self, Report, code};
use competition::{Absence, Bye, Crosstable, Entry, GameResult, Player, PlayerNumber, dutch};

const PLAYERS: [(&str, u16); 7] = [
    ("Ada", 1900),
    ("Ben", 1850),
    ("Cleo", 1720),
    ("Dan", 1700),
    ("Eve", 1610),
    ("Finn", 1500),
    ("Gus", 1350),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut table = Crosstable {
        players: players().ok_or("a starting number")?,
        planned_rounds: Some(4),
        ..Crosstable::default()
    };
    for round in 1..=4 {
        if round == 3 {
            let player = table.players[3].number;
            table.absences.push(Absence { round, player, bye: Bye::Half });
        }
        let pairing = dutch::pair(&table)?;
        println!("Round {round}");
        for board in &pairing.boards {
            println!("  {} - {}", name(&table, board.white), name(&table, board.black));
        }
        if let Some(player) = pairing.bye {
            println!("  {} has the bye", name(&table, player));
        }
        dutch::add_round(&mut table, &pairing);
        higher_rating_wins(&mut table);
    }
    print_standings(&table)?;
    let mut report = Report { crosstable: table, ..Report::default() };
    report.set_record(code::NAME, "Club evening");
    print!("\n{}", trf::write(&report, trf::Edition::Trf26));
    Ok(())
}

fn players() -> Option<Vec<Player>> {
    let player = |(number, (name, rating)): (u16, (&str, u16))| {
        let mut player = Player::new(PlayerNumber::new(number)?, name);
        player.rating = Some(rating);
        Some(player)
    };
    (1..).zip(PLAYERS).map(player).collect()
}

fn name(table: &Crosstable, number: PlayerNumber) -> &str {
    table.player(number).map_or("nobody", |player| &player.name)
}

/// The better player wins, except that neighbors draw.
fn higher_rating_wins(table: &mut Crosstable) {
    for player in &mut table.players {
        let own = player.number;
        if let Some(Entry::Game(game)) = player.entries.last_mut() {
            game.result = match own.get().abs_diff(game.opponent.get()) {
                1 => GameResult::Draw,
                _ if own < game.opponent => GameResult::Win,
                _ => GameResult::Loss,
            };
        }
    }
}

fn print_standings(table: &Crosstable) -> Result<(), Box<dyn Error>> {
    let by = ["PTS", "BH/C1", "BH", "SB"].map(str::parse::<TieBreak>);
    let by: Vec<TieBreak> = by.into_iter().collect::<Result<_, _>>()?;
    println!("Standings");
    for row in tiebreaks::standings(table, Rules::default(), &by) {
        print!("  {}. {:<5}", row.rank, name(table, row.player));
        for value in row.values {
            print!(" {:>5}", value.map_or("-".into(), |value| value.to_string()));
        }
        println!();
    }
    Ok(())
}
