//! Shows how games end: checkmate, automatic draws and draws that a player has to claim.
//!
//! The rules distinguish a threefold repetition, which a player may claim, from a fivefold one,
//! which ends the game. `Game` keeps the history that this needs; `outcome` is what has happened
//! and `claimable_draw` what the side to move could still do.

use tabiya_chess::{Game, Outcome, Position};

fn play(start: &str, moves: &str) -> Result<Game, Box<dyn std::error::Error>> {
    let mut game = Game::new(start.parse::<Position>()?);
    for san in moves.split_whitespace() {
        game.play(game.position().parse_san(san)?)?;
    }
    Ok(game)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Position::default().to_string();
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    for (name, start, moves) in [
        ("fool's mate", start.as_str(), "f3 e5 g4 Qh4#".to_owned()),
        ("twice there and back", &start, shuffle.repeat(2)),
        ("four times there and back", &start, shuffle.repeat(4)),
        ("fifty quiet moves", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "Ra2".into()),
        ("the last pawn falls", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kxe2".into()),
        ("no move left", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7".into()),
    ] {
        let game = play(start, &moves)?;
        let outcome = game.outcome().map_or("not over".into(), |outcome| outcome.to_string());
        let claim = game.claimable_draw().map_or("none".into(), |draw| draw.to_string());
        println!("{name}: {outcome}; claim: {claim}");
    }
    assert_eq!(play(&start, "f3 e5 g4 Qh4#")?.outcome().map(Outcome::result), Some("0-1"));
    Ok(())
}
