//! Writes a game as PGN. An imported game is exported as it was read, followed by what was played
//! since; a game that was created here gets every tag that is known.

use std::time::Duration;

use chess::pgn::{Comment, GameResult, NodeId, PgnError, Tags, Tree};
use chess::{Color, IllegalMove};
use game::{Bonus, End, Game, GameId, Player, ReplayError, Start, Status, TimeControl};
use store::{SourceFormat, StoredGame};

use crate::{date, summary, tags};

/// Why a game cannot be exported. Only a damaged store causes it.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Its records do not replay.
    #[error(transparent)]
    Records(#[from] ReplayError),
    /// Its source is not PGN.
    #[error(transparent)]
    Source(#[from] PgnError),
    /// It has an illegal move.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

/// A stored game as PGN, with a trailing empty line.
///
/// # Errors
/// When the stored game is damaged.
pub fn write(id: &GameId, stored: StoredGame) -> Result<String, ExportError> {
    let source = stored.source.filter(|source| source.format == SourceFormat::Pgn);
    match source {
        Some(source) if source.records as usize == stored.records.len() => Ok(source.text),
        source => {
            let game = Game::replay(stored.records)?;
            match source {
                Some(source) => continued(&source.text, &game),
                None => Ok(tree(id, &game)?.to_string()),
            }
        }
    }
}

/// An imported game that was continued. Its moves become the main line, and other moves of the file
/// variations.
fn continued(text: &str, game: &Game) -> Result<String, ExportError> {
    let mut tree: Tree = text.parse()?;
    let mut node = Tree::ROOT;
    for &play in game.board().moves() {
        let known = tree.children(node).find(|&child| tree.played(child) == Some(play));
        node = match known {
            Some(child) => child,
            None => tree.add(node, play)?,
        };
        tree.promote_to_main(node);
    }
    tree.set_result(result(game.status()));
    Ok(tree.to_string())
}

/// The tree of a game that was created here, without moves that were taken back.
fn tree(id: &GameId, game: &Game) -> Result<Tree, IllegalMove> {
    let board = game.board();
    let mut tree = Tree::new(*board.start());
    let mut node = Tree::ROOT;
    for (ply, &play) in board.moves().iter().enumerate() {
        node = tree.add(node, play)?;
        add_clock(&mut tree, node, game, ply);
    }
    tree.set_result(result(game.status()));
    write_tags(tree.tags_mut(), id, game);
    Ok(tree)
}

/// Adds a comment with the mover's clock after the move.
fn add_clock(tree: &mut Tree, node: NodeId, game: &Game, ply: usize) {
    let mover = game.board().positions()[ply].turn();
    if let Some(clock) = game.clock_after(ply + 1, mover) {
        tree.comments_mut(node).push(Comment::new(&format!("[%clk {}]", clock_text(clock))));
    }
}

/// A time as in `[%clk]`: `0:04:59`, with tenths if there are any.
fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let tenths = time.subsec_millis() / 100;
    let [hours, minutes] = [seconds / 3_600, seconds / 60 % 60];
    let whole = format!("{hours}:{minutes:02}:{:02}", seconds % 60);
    if tenths == 0 { whole } else { format!("{whole}.{tenths}") }
}

fn write_tags(tags: &mut Tags, id: &GameId, game: &Game) {
    let mut set = |tag: &str, value: &str| {
        // Fails only for an invalid tag name.
        let _ = tags.set(tag, value);
    };
    let began = game.created_at();
    set("Event", "Casual game");
    set("Site", "Tabiya");
    set("Date", &date::pgn_date(began));
    set("White", &name(game, Color::White));
    set("Black", &name(game, Color::Black));
    for (color, tag) in [(Color::White, "WhiteElo"), (Color::Black, "BlackElo")] {
        if let Player::Engine(game::Strength::Rated(rating)) = game.terms().seats[color].player {
            set(tag, &rating.to_string());
        }
    }
    set("UTCDate", &date::pgn_date(began));
    set("UTCTime", &date::pgn_time(began));
    if matches!(game.terms().start, Start::Chess960(_)) {
        set("Variant", "Chess960");
    }
    if let Some(opening) = summary::opening(game) {
        set("ECO", &opening.eco);
        set("Opening", &opening.name);
    }
    for (tag, value) in time_controls(game) {
        set(tag, &value);
    }
    if let Some(termination) = termination(game.status()) {
        set("Termination", termination);
    }
    set(tags::GAME_ID, id.as_str());
}

/// The time control as one tag, or as one for each side where they differ.
fn time_controls(game: &Game) -> Vec<(&'static str, String)> {
    let [white, black] = Color::ALL.map(|color| time_control(game.terms().time[color]));
    if white == black {
        return vec![("TimeControl", white)];
    }
    vec![("WhiteTimeControl", white), ("BlackTimeControl", black)]
}

/// Seconds and increment. PGN has no notation for delays; they follow a `d`.
fn time_control(control: Option<TimeControl>) -> String {
    let Some(TimeControl { base, bonus }) = control else { return "-".to_owned() };
    let base = base.as_secs();
    match bonus {
        Bonus::None => base.to_string(),
        Bonus::Increment(time) => format!("{base}+{}", time.as_secs()),
        Bonus::Delay(time) | Bonus::Bronstein(time) => format!("{base}d{}", time.as_secs()),
    }
}

/// The `Termination` tag; none when it is not known how the game ended.
fn termination(status: Status) -> Option<&'static str> {
    match status {
        Status::Waiting | Status::Playing | Status::Adjourned => Some("unterminated"),
        Status::Over(End::Board(_) | End::Agreement | End::Resigned { .. }) => Some("normal"),
        Status::Over(End::Flagged { .. }) => Some("time forfeit"),
        Status::Over(End::Abandoned { .. } | End::Aborted) => Some("abandoned"),
        Status::Over(End::Recorded { .. }) => None,
    }
}

fn result(status: Status) -> GameResult {
    match status {
        Status::Waiting | Status::Playing | Status::Adjourned | Status::Over(End::Aborted) => {
            GameResult::Unknown
        }
        Status::Over(end) => end.winner().map_or(GameResult::Draw, GameResult::Win),
    }
}

/// A player's name; an engine without one gets ours.
fn name(game: &Game, color: Color) -> String {
    let seat = &game.terms().seats[color];
    match (&seat.name, &seat.player) {
        (Some(name), _) => name.to_string(),
        (None, Player::Engine(_)) => "Tabiya".to_owned(),
        (None, Player::External(name)) => name.clone(),
        (None, Player::Open | Player::Person) => "?".to_owned(),
    }
}
