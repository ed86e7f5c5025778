//! Limited strength: a game by its seed, and analysis at full strength all the same.

use super::{MATED, dialogues};
use crate::dialogue::Dialogue;

const LIMITED: &str =
    "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000";

/// The first moves of a game of the level against itself, with what was told before it.
fn game(dialogue: &mut Dialogue) -> (String, Vec<String>) {
    dialogue.say("ucinewgame");
    let mut moves = Vec::new();
    let mut level = String::new();
    for _ in 0..6 {
        dialogue.say(&format!("position startpos moves {}", moves.join(" ")));
        let output = dialogue.ask("go wtime 600000 btime 600000", "bestmove");
        if moves.is_empty() {
            level.clone_from(&output[0]);
        }
        let number = if moves.is_empty() { 3 } else { 2 };
        assert!(
            output.len() == number && output[number - 2].contains(" multipv 1 "),
            "{output:#?}"
        );
        moves.push(output[number - 1].split(' ').nth(1).expect("a move").to_owned());
    }
    (level, moves)
}

#[test]
fn a_game_can_be_played_again_by_its_seed() {
    let mut dialogue = Dialogue::start("uci");
    dialogue.say(LIMITED);
    let (level, moves) = game(&mut dialogue);
    let seed = level.strip_prefix("info string level 1000 seed ").expect("the seed is output");
    dialogue.say(&format!("setoption name Seed value {seed}"));
    assert_eq!(game(&mut dialogue), (level.clone(), moves.clone()));
    // Nor does it matter what the large table holds.
    dialogue.say("setoption name UCI_LimitStrength value false\nsetoption name Hash value 4");
    dialogue.ask("go depth 6", "bestmove");
    dialogue.say("setoption name UCI_LimitStrength value true\nsetoption name Threads value 2");
    assert_eq!(game(&mut dialogue), (level.clone(), moves));
    dialogue.say("setoption name Seed value 0");
    assert!((0..3).any(|_| game(&mut dialogue).0 != level));
    dialogue.end();
}

#[test]
fn analysis_is_never_limited() {
    let mut dialogue = Dialogue::start("uci");
    dialogue.say(LIMITED);
    for analysis in ["go infinite", "go searchmoves e2e4 d2d4 depth 12", "go depth 12 mate 3"] {
        dialogue.ask(analysis, "info depth 5 ");
        dialogue.ask("stop", "bestmove");
    }
    dialogue.say("setoption name UCI_AnalyseMode value true");
    dialogue.ask("go depth 6", "info depth 6 ");
    dialogue.end();
}

#[test]
fn a_level_keeps_to_the_protocol() {
    let setup = format!("> {}", LIMITED.replace('\n', "\n > "));
    dialogues(&[
        &format!(
            "{setup}\n > go ponder wtime 900 btime 900\n < info depth \n . \n \
                  > ponderhit\n = bestmove \n ."
        ),
        &format!(
            "{setup}\n > go ponder wtime 900 btime 900\n < info depth \n > isready\n \
                  = readyok\n > stop\n = bestmove \n > stop\n ."
        ),
        &format!(
            "{setup}\n > {MATED}\n > go wtime 9 btime 9\n = info string level 1000 \n \
                  = info depth 0 score mate 0\n = bestmove (none)\n ."
        ),
        &format!(
            "{setup}\n > go wtime 1 btime 1\n < bestmove \n > go movetime 0\n < bestmove \n ."
        ),
        &format!("{setup}\n > go depth 3\n > go depth 3\n < bestmove \n < bestmove \n ."),
        &format!(
            "{setup}\n > position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\n > go depth 3\n \
                  < info depth 1 seldepth 1 multipv 1 score mate 1 \n = bestmove a1a8"
        ),
        &format!("{setup}\n > go ponder"),
    ]);
}
