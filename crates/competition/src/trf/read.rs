//! Reading a report: every line by its code, then everything that needs the whole.

use super::columns::Columns;
use super::player_line::{self, PlayerLine};
use super::records::Pending;
use super::{Report, TrfError, TrfProblem, check, code};
use crate::{Absence, Bye, Entry, Points, baku};

/// Reads a report. Lines end with CR, LF or both.
///
/// ```
/// let text = "012 Club evening\n\
///     001    1      Ada                               1800                             1.0    1     2 w 1\n\
///     001    2      Ben                               1700                             0.0    2     1 b 0\n";
/// let report = competition::trf::read(text).unwrap();
/// assert_eq!(report.record("012"), Some("Club evening"));
/// assert_eq!(report.crosstable.paired_rounds(), 1);
///
/// let error = competition::trf::read("142 many").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1: columns 4-8 have \"many\"; expected a round from 1 to 200",
/// );
/// ```
pub fn read(text: &str) -> Result<Report, TrfError> {
    let mut pending = Pending::default();
    let mut players: Vec<(usize, PlayerLine)> = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    for (index, line) in lines.lines().enumerate() {
        let (number, line) = (index + 1, Columns::new(line.trim_end()));
        let at_line = |problem| TrfError { line: number, problem };
        match line.text(1, 3).as_str() {
            _ if line.len() == 0 => {}
            "001" => players.push((number, player_line::read(&line).map_err(at_line)?)),
            _ => pending.read(number, &line).map_err(at_line)?,
        }
    }
    if players.is_empty() {
        return Err(TrfError {
            line: lines.lines().count().max(1),
            problem: TrfProblem::NoPlayers,
        });
    }
    whole_report(pending, players)
}

/// Text from bytes: UTF-8, or else Windows-1252, which older programs write.
pub fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| windows_1252(*byte)).collect(),
    }
}

fn windows_1252(byte: u8) -> char {
    const FROM_80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => FROM_80[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn whole_report(
    mut pending: Pending,
    mut players: Vec<(usize, PlayerLine)>,
) -> Result<Report, TrfError> {
    players.sort_by_key(|(_, line)| line.player.number);
    for pair in players.windows(2) {
        let number = pair[1].1.player.number;
        if pair[0].1.player.number == number {
            let line = pair[0].0.max(pair[1].0);
            return Err(TrfError { line, problem: TrfProblem::SameNumber(number.get()) });
        }
    }
    let values = &mut pending.report.crosstable.point_values;
    if !pending.bye_value_given {
        values.pairing_allocated_bye = values.win;
    }
    let rounds = players.iter().map(|(_, line)| paired_rounds(line)).max().unwrap_or(0);
    let stated: Vec<(usize, Option<Points>)> =
        players.iter().map(|(number, line)| (*number, line.points)).collect();
    let next = pending.absent_next.clone().into_iter();
    let next = next.map(|player| Absence { round: rounds + 1, player, bye: Bye::Zero });
    pending.report.crosstable.absences.extend(next);
    for (_, line) in players {
        add_player(&mut pending.report, line, rounds);
    }
    finish(pending, rounds, &stated)
}

fn paired_rounds(line: &PlayerLine) -> usize {
    let paired = |cell: &Option<Entry>| cell.as_ref().is_some_and(Entry::is_paired);
    line.cells.iter().rposition(paired).map_or(0, |index| index + 1)
}

/// Adds a player. Cells after the paired rounds are announced absences; blank cells before are
/// filled from the announcements.
fn add_player(report: &mut Report, line: PlayerLine, rounds: usize) {
    let PlayerLine { mut player, mut cells, .. } = line;
    let table = &mut report.crosstable;
    for (index, cell) in cells.iter().enumerate().skip(rounds) {
        if let Some(Entry::Bye(bye)) = *cell {
            table.absences.push(Absence { round: index + 1, player: player.number, bye });
        }
    }
    cells.resize(rounds, None);
    let announced = |round| {
        let absence = table
            .absences
            .iter()
            .find(|absence| absence.player == player.number && absence.round == round);
        absence.map_or(Bye::Zero, |absence| absence.bye)
    };
    let entries = cells.into_iter().enumerate();
    player.entries = entries
        .map(|(index, cell)| cell.unwrap_or_else(|| Entry::Bye(announced(index + 1))))
        .collect();
    table.players.push(player);
}

fn finish(
    pending: Pending,
    rounds: usize,
    stated: &[(usize, Option<Points>)],
) -> Result<Report, TrfError> {
    let mut report = pending.report;
    let table = &mut report.crosstable;
    table.absences.retain(|absence| absence.round > rounds);
    table.absences.sort_by_key(|absence| (absence.round, absence.player));
    table.absences.dedup_by_key(|absence| (absence.round, absence.player));
    for (line, number) in pending.named {
        if table.index_of(number).is_none() {
            return Err(TrfError { line, problem: TrfProblem::NoSuchPlayer(number.get()) });
        }
    }
    let table = &report.crosstable;
    for (player, (line, points)) in table.players.iter().zip(stated) {
        let at_line = |problem| TrfError { line: *line, problem };
        check::pairings_agree(table, player).map_err(at_line)?;
        if let Some(points) = points {
            let announced = announced_points(table, player);
            check::points_agree(table, player, *points, announced).map_err(at_line)?;
        }
    }
    accelerate(&mut report);
    Ok(report)
}

fn announced_points(table: &crate::Crosstable, player: &crate::Player) -> Points {
    let own = table.absences.iter().filter(|absence| absence.player == player.number);
    own.map(|absence| table.point_values.of(&Entry::Bye(absence.bye))).sum()
}

/// A pairing system whose keyword ends with `_BAKU` is accelerated, even if no record says how.
fn accelerate(report: &mut Report) {
    let is_baku = report.record(code::SYSTEM).is_some_and(|system| system.ends_with("_BAKU"));
    let table = &mut report.crosstable;
    if let (true, true, Some(rounds)) =
        (is_baku, table.virtual_points.is_empty(), table.planned_rounds)
    {
        table.virtual_points = baku::virtual_points(table, rounds);
    }
}
