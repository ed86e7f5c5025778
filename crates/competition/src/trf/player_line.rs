//! The line of a player, code 001, in both directions.

use chess::Color;

use super::columns::Columns;
use super::{MAX_ROUNDS, TrfProblem};
use crate::{Bye, Entry, Game, GameResult, Player, PlayerNumber, Points, Sex, Title};

/// The column where round 1 begins, and the distance to the next round.
const FIRST_ROUND: usize = 92;
const ROUND_WIDTH: usize = 10;

/// A line as it was read: a cell is `None` where the columns of a round are blank.
pub(super) struct PlayerLine {
    pub(super) player: Player,
    pub(super) points: Option<Points>,
    pub(super) cells: Vec<Option<Entry>>,
}

/// Reads a line that begins with 001.
pub(super) fn read(line: &Columns) -> Result<PlayerLine, TrfProblem> {
    let mut player = Player::new(line.player(5, 8)?, line.text(15, 47));
    player.sex = read_sex(line)?;
    player.title = read_title(line)?;
    player.rating = line.optional(49, 52, "a rating")?.filter(|rating| *rating > 0);
    player.federation = line.text(54, 56);
    player.fide_id = line.text(58, 68);
    player.birth = line.text(70, 79);
    player.rank = line.optional(86, 89, "a place in the standings")?;
    let points = line.optional(81, 84, "a number of points such as 1.5")?;
    Ok(PlayerLine { player, points, cells: read_cells(line)? })
}

fn read_sex(line: &Columns) -> Result<Option<Sex>, TrfProblem> {
    match line.at(10).to_ascii_lowercase() {
        ' ' | '-' => Ok(None),
        'm' => Ok(Some(Sex::Male)),
        'w' | 'f' => Ok(Some(Sex::Female)),
        _ => Err(line.bad(10, 10, "m or w")),
    }
}

const TITLES: [(Title, &str, &str); 8] = [
    (Title::Gm, "GM", "g"),
    (Title::Im, "IM", "m"),
    (Title::Wgm, "WGM", "wg"),
    (Title::Fm, "FM", "f"),
    (Title::Wim, "WIM", "wm"),
    (Title::Cm, "CM", "c"),
    (Title::Wfm, "WFM", "wf"),
    (Title::Wcm, "WCM", "wc"),
];

/// Titles are written in full, or in small letters as in rating lists.
fn read_title(line: &Columns) -> Result<Option<Title>, TrfProblem> {
    let text = line.text(11, 13);
    if text.is_empty() || text == "-" {
        return Ok(None);
    }
    let named = |row: &&(Title, &str, &str)| {
        row.1.eq_ignore_ascii_case(&text) || row.2.eq_ignore_ascii_case(&text)
    };
    let found = TITLES.iter().find(named).map(|row| row.0);
    found.map(Some).ok_or_else(|| line.bad(11, 13, "a title such as GM, WIM or CM"))
}

fn read_cells(line: &Columns) -> Result<Vec<Option<Entry>>, TrfProblem> {
    let mut cells = Vec::new();
    let mut column = FIRST_ROUND;
    while column <= line.len() {
        if cells.len() == MAX_ROUNDS {
            return Err(TrfProblem::TooManyRounds);
        }
        cells.push(read_cell(line, column)?);
        column += ROUND_WIDTH;
    }
    while matches!(cells.last(), Some(None)) {
        cells.pop();
    }
    Ok(cells)
}

fn read_cell(line: &Columns, column: usize) -> Result<Option<Entry>, TrfProblem> {
    let last = column + 7;
    let result = line.at(last);
    if line.text(column, last).is_empty() {
        return Ok(None);
    }
    let opponent =
        line.optional::<u16>(column, column + 3, "a starting number, 0000 or nothing")?;
    match opponent.filter(|number| *number > 0) {
        None => read_bye(result)
            .map(Entry::Bye)
            .map(Some)
            .ok_or_else(|| line.bad(last, last, "H, F, U, Z, + or -, as there is no opponent")),
        Some(number) => {
            let opponent = PlayerNumber::new(number)
                .ok_or_else(|| line.bad(column, column + 3, "a starting number up to 9999"))?;
            let color = read_color(line, column + 5)?;
            let result = read_result(result)
                .ok_or_else(|| line.bad(last, last, "one of 1 = 0 W D L + - or nothing"))?;
            if color.is_none() && result.is_played() {
                return Err(line.bad(column + 5, column + 5, "w or b, as the game was played"));
            }
            Ok(Some(Entry::Game(Game { opponent, color, result })))
        }
    }
}

fn read_color(line: &Columns, column: usize) -> Result<Option<Color>, TrfProblem> {
    match line.at(column).to_ascii_lowercase() {
        'w' => Ok(Some(Color::White)),
        'b' => Ok(Some(Color::Black)),
        '-' | ' ' => Ok(None),
        _ => Err(line.bad(column, column, "w, b or -")),
    }
}

/// A result without an opponent. Older reports have `+` for the full-point bye and `-` or
/// nothing for an absence.
fn read_bye(result: char) -> Option<Bye> {
    match result.to_ascii_uppercase() {
        'U' => Some(Bye::PairingAllocated),
        'F' | '+' => Some(Bye::Full),
        'H' => Some(Bye::Half),
        'Z' | '-' | ' ' => Some(Bye::Zero),
        _ => None,
    }
}

fn read_result(result: char) -> Option<GameResult> {
    Some(match result.to_ascii_uppercase() {
        '1' => GameResult::Win,
        '=' => GameResult::Draw,
        '0' => GameResult::Loss,
        'W' => GameResult::UnratedWin,
        'D' => GameResult::UnratedDraw,
        'L' => GameResult::UnratedLoss,
        '+' => GameResult::ForfeitWin,
        '-' => GameResult::ForfeitLoss,
        ' ' => GameResult::Pending,
        _ => return None,
    })
}

/// Writes the line of a player with cells for the given entries.
pub(super) fn write(player: &Player, points: Points, cells: &[Option<Entry>]) -> String {
    let sex = match player.sex {
        None => ' ',
        Some(Sex::Male) => 'm',
        Some(Sex::Female) => 'w',
    };
    let title = player.title.and_then(|title| TITLES.iter().find(|row| row.0 == title));
    let blank_or = |number: Option<u16>| number.map_or(String::new(), |number| number.to_string());
    let mut line = format!(
        "001 {:>4} {sex}{:>3} {} {:>4} {} {:>11} {} {:>4} {:>4}",
        player.number.get(),
        title.map_or("", |row| row.1),
        clipped(&player.name, 33),
        fitting(&blank_or(player.rating), 4),
        clipped(&player.federation, 3),
        clipped(&player.fide_id, 11).trim_end(),
        clipped(&player.birth, 10),
        fitting(&points.to_string(), 4),
        fitting(&blank_or(player.rank), 4),
    );
    for cell in cells {
        line.push_str("  ");
        line.push_str(&cell.map_or_else(|| " ".repeat(8), write_cell));
    }
    line.truncate(line.trim_end().len());
    line
}

/// Text, or nothing if it is too long for its columns.
fn fitting(text: &str, width: usize) -> &str {
    if text.len() <= width { text } else { "" }
}

/// Text that fills exactly some columns. Line breaks would end the record.
fn clipped(text: &str, width: usize) -> String {
    let one_line = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    format!("{:<width$}", one_line.take(width).collect::<String>())
}

fn write_cell(entry: Entry) -> String {
    match entry {
        Entry::Bye(bye) => format!("0000 - {}", bye_letter(bye)),
        Entry::Game(game) => {
            let color = game.color.map_or('-', Color::char);
            format!("{:>4} {color} {}", game.opponent.get(), result_letter(game.result))
        }
    }
}

/// The letter of a bye.
pub(super) fn bye_letter(bye: Bye) -> char {
    match bye {
        Bye::PairingAllocated => 'U',
        Bye::Full => 'F',
        Bye::Half => 'H',
        Bye::Zero => 'Z',
    }
}

fn result_letter(result: GameResult) -> char {
    match result {
        GameResult::Pending => ' ',
        GameResult::Win => '1',
        GameResult::Draw => '=',
        GameResult::Loss => '0',
        GameResult::UnratedWin => 'W',
        GameResult::UnratedDraw => 'D',
        GameResult::UnratedLoss => 'L',
        GameResult::ForfeitWin => '+',
        GameResult::ForfeitLoss => '-',
    }
}
