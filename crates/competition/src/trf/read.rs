//! Reading a report: every line by its code, then everything that needs the whole.

use std::collections::BTreeMap;

use super::columns::Columns;
use super::player_line::{self, PlayerLine};
use super::records::Pending;
use super::{MAX_BYTES, MAX_LINE, Report, TrfError, TrfProblem, check, code};
use crate::{Absence, Bye, Crosstable, Entry, Player, PlayerNumber, Points, VirtualPoints, baku};

/// Reads a report. Lines end with CR, LF or both.
///
/// # Errors
///
/// If a field cannot be read, or lines contradict each other; see [`TrfProblem`].
///
/// # Examples
///
/// ```
/// let text = "012 Club evening\n\
///     142 5\n\
///     001    1      Ada\n\
///     001    2      Ben\n";
/// let report = competition::trf::read(text).unwrap();
/// assert_eq!(report.record("012"), Some("Club evening"));
/// assert_eq!(report.crosstable.planned_rounds, Some(5));
/// assert_eq!(report.crosstable.players[1].name, "Ben");
///
/// let error = competition::trf::read("142 many").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1: columns 4-8 have \"many\"; expected a round from 1 to 200",
/// );
/// ```
pub fn read(text: &str) -> Result<Report, TrfError> {
    if text.len() > MAX_BYTES {
        return Err(TrfError { line: 1, problem: TrfProblem::TooLong("32 megabytes") });
    }
    let mut pending = Pending::default();
    let mut players: Vec<(usize, PlayerLine)> = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    for (index, line) in lines.lines().enumerate() {
        let at_line = |problem| TrfError { line: index + 1, problem };
        if line.len() > 4 * MAX_LINE || players.len() > usize::from(PlayerNumber::LARGEST) {
            return Err(at_line(TrfProblem::TooLong("9999 players or 65536 characters in a line")));
        }
        let line = Columns::new(line.trim_end());
        match line.text(1, 3).as_str() {
            _ if line.len() == 0 => {}
            "001" => players.push((index + 1, player_line::read(&line).map_err(at_line)?)),
            _ => pending.read(index + 1, &line).map_err(at_line)?,
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
    let announced = announced_byes(&pending.report.crosstable);
    for (_, line) in players {
        add_player(&mut pending.report.crosstable, line, rounds, &announced);
    }
    finish(pending, rounds, &stated)
}

/// Byes by player and round.
type AnnouncedByes = BTreeMap<(PlayerNumber, usize), Bye>;

fn announced_byes(table: &Crosstable) -> AnnouncedByes {
    let absences = table.absences.iter();
    absences.map(|absence| ((absence.player, absence.round), absence.bye)).collect()
}

fn paired_rounds(line: &PlayerLine) -> usize {
    let paired = |cell: &Option<Entry>| cell.as_ref().is_some_and(Entry::is_paired);
    line.cells.iter().rposition(paired).map_or(0, |index| index + 1)
}

/// Adds a player. Cells after the paired rounds are announced absences; blank cells before are
/// filled from the announcements.
fn add_player(table: &mut Crosstable, line: PlayerLine, rounds: usize, announced: &AnnouncedByes) {
    let PlayerLine { mut player, mut cells, .. } = line;
    let number = player.number;
    for (index, cell) in cells.iter().enumerate().skip(rounds) {
        if let Some(Entry::Bye(bye)) = *cell {
            table.absences.push(Absence { round: index + 1, player: number, bye });
        }
    }
    cells.resize(rounds, None);
    let bye = |round| announced.get(&(number, round)).copied().unwrap_or(Bye::Zero);
    let entry =
        |(index, cell): (usize, Option<Entry>)| cell.unwrap_or_else(|| Entry::Bye(bye(index + 1)));
    player.entries = cells.into_iter().enumerate().map(entry).collect();
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
    let announced = announced_byes(table);
    for (player, (line, points)) in table.players.iter().zip(stated) {
        let at_line = |problem| TrfError { line: *line, problem };
        check::pairings_agree(table, player).map_err(at_line)?;
        if let Some(points) = points {
            let announced = announced_points(table, player, &announced);
            check::points_agree(table, player, rounds, *points, announced).map_err(at_line)?;
        }
    }
    join_virtual_points(&mut report.crosstable);
    limit_bans(&mut report.crosstable);
    accelerate(&mut report);
    Ok(report)
}

/// `XXP` holds for all rounds, whose number is known only when everything is read.
fn limit_bans(table: &mut Crosstable) {
    let Some(rounds) = table.planned_rounds else { return };
    for ban in &mut table.forbidden {
        if (ban.first_round, ban.last_round) == (1, super::MAX_ROUNDS) {
            ban.last_round = rounds;
        }
    }
}

/// Joins the virtual points of neighbors; `XXA` gives them player by player.
fn join_virtual_points(table: &mut Crosstable) {
    let mut given = std::mem::take(&mut table.virtual_points);
    given.sort_by_key(|one| (one.first_round, one.last_round, one.points, one.first_player));
    let follows = |last: PlayerNumber, first: PlayerNumber| {
        let next = table.index_of(last).and_then(|index| table.players.get(index + 1));
        next.is_some_and(|player| player.number == first)
    };
    let mut joined: Vec<VirtualPoints> = Vec::new();
    for one in given {
        match joined.last_mut() {
            Some(last)
                if last.points == one.points
                    && (last.first_round, last.last_round) == (one.first_round, one.last_round)
                    && follows(last.last_player, one.first_player) =>
            {
                last.last_player = one.last_player;
            }
            _ => joined.push(one),
        }
    }
    table.virtual_points = joined;
}

fn announced_points(table: &Crosstable, player: &Player, announced: &AnnouncedByes) -> Points {
    let own = announced.range((player.number, 0)..=(player.number, usize::MAX));
    own.map(|(_, bye)| table.point_values.of(&Entry::Bye(*bye))).sum()
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
