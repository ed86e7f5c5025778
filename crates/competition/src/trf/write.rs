//! Writing a report, in either edition.

use std::fmt::Write;

use chess::Color;

use super::player_line::{self, bye_letter};
use super::{Edition, MAX_ROUNDS, Report};
use crate::{Bye, Crosstable, Entry, ForbiddenPairs, Player, PlayerNumber, PointValues, Points};

/// Writes a report with line feeds.
pub fn write(report: &Report, edition: Edition) -> String {
    let table = &report.crosstable;
    let mut lines: Vec<String> = Vec::new();
    for record in &report.records {
        lines.push(format!("{:<3} {}", record.code, record.text));
    }
    match edition {
        Edition::Trf16 => extensions(table, &mut lines),
        Edition::Trf26 => announcements(table, &mut lines),
    }
    let rounds = table.paired_rounds();
    for player in &table.players {
        let cells = cells(table, player, rounds, edition);
        lines.push(player_line::write(player, table.points_after(player, rounds), &cells));
    }
    let mut text = String::new();
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The entries of a player; the older format announces absences in the columns of their rounds.
fn cells(
    table: &Crosstable,
    player: &Player,
    rounds: usize,
    edition: Edition,
) -> Vec<Option<Entry>> {
    let mut cells: Vec<Option<Entry>> = player.entries.iter().copied().map(Some).collect();
    cells.truncate(rounds);
    cells.resize(rounds, Some(Entry::Bye(Bye::Zero)));
    if edition == Edition::Trf16 {
        for absence in table.absences.iter().filter(|absence| absence.player == player.number) {
            if (rounds + 1..=MAX_ROUNDS).contains(&absence.round) {
                cells.resize(cells.len().max(absence.round), None);
                cells[absence.round - 1] = Some(Entry::Bye(absence.bye));
            }
        }
    }
    cells
}

/// The records of `TRFx`.
fn extensions(table: &Crosstable, lines: &mut Vec<String>) {
    if let Some(rounds) = table.planned_rounds {
        lines.push(format!("XXR {rounds}"));
    }
    if let Some(color) = table.initial_color {
        let word = if color.is_white() { "white1" } else { "black1" };
        lines.push(format!("XXC {word}"));
    }
    let values = table.point_values;
    let default = PointValues { pairing_allocated_bye: values.win, ..PointValues::default() };
    for (code, value, usual) in [
        ("BBW", values.win, default.win),
        ("BBD", values.draw, default.draw),
        ("BBL", values.loss, default.loss),
        ("BBZ", values.absence, default.absence),
        ("BBF", values.forfeit_loss, default.forfeit_loss),
        ("BBU", values.pairing_allocated_bye, default.pairing_allocated_bye),
    ] {
        if value != usual {
            lines.push(format!("{code} {value:>4}"));
        }
    }
    // `XXP` holds for all rounds; a ban of some rounds is written as TRF26 has it.
    for ban in &table.forbidden {
        let always = ban.first_round == 1 && ban.last_round >= last_round(table);
        lines.push(if always { extension_ban(ban) } else { forbidden(ban) });
    }
    for player in &table.players {
        lines.extend(accelerated(table, player.number));
    }
}

fn last_round(table: &Crosstable) -> usize {
    table.planned_rounds.unwrap_or(MAX_ROUNDS)
}

fn extension_ban(ban: &ForbiddenPairs) -> String {
    let numbers: Vec<String> = ban.players.iter().map(ToString::to_string).collect();
    format!("XXP {}", numbers.join(" "))
}

fn forbidden(ban: &ForbiddenPairs) -> String {
    format!("260 {:03} {:03} {}", ban.first_round, ban.last_round, numbers(&ban.players))
}

fn numbers(players: &[PlayerNumber]) -> String {
    players.iter().map(|player| format!("{:04}", player.get())).collect::<Vec<_>>().join(" ")
}

/// The virtual points of one player, round by round.
fn accelerated(table: &Crosstable, player: PlayerNumber) -> Option<String> {
    let last = table.virtual_points.iter().map(|given| given.last_round).max()?;
    let points: Vec<Points> =
        (1..=last.min(MAX_ROUNDS)).map(|round| table.virtual_points_in(player, round)).collect();
    let used = points.iter().rposition(|points| *points != Points::ZERO)?;
    let mut line = format!("XXA {:>4}", player.get());
    for amount in &points[..=used] {
        write!(line, " {amount:>4}").ok()?;
    }
    Some(line)
}

/// The records of TRF26.
fn announcements(table: &Crosstable, lines: &mut Vec<String>) {
    if let Some(rounds) = table.planned_rounds {
        lines.push(format!("142 {rounds}"));
    }
    if let Some(color) = table.initial_color {
        lines.push(format!("152 {}", if color == Color::White { 'W' } else { 'B' }));
    }
    lines.extend(point_values(&table.point_values));
    for absence in &table.absences {
        let (letter, number) = (bye_letter(absence.bye), absence.player.get());
        lines.push(format!("240 {letter} {:03} {number:04}", absence.round));
    }
    for given in &table.virtual_points {
        lines.push(format!(
            "250      {:>4} {:03} {:03} {:04} {:04}",
            given.points,
            given.first_round,
            given.last_round,
            given.first_player.get(),
            given.last_player.get(),
        ));
    }
    lines.extend(table.forbidden.iter().map(forbidden));
    // TRF26 has one value for absences and forfeits; an older record keeps them apart.
    let values = table.point_values;
    if values.forfeit_loss != values.absence {
        lines.push(format!("BBF {:>4}", values.forfeit_loss));
    }
}

/// Record 162, with the values that are not usual.
fn point_values(values: &PointValues) -> Option<String> {
    let usual = PointValues { pairing_allocated_bye: values.win, ..PointValues::default() };
    let mut line = String::from("162");
    for (letter, value, default) in [
        ('W', values.win, usual.win),
        ('D', values.draw, usual.draw),
        ('L', values.loss, usual.loss),
        ('A', values.absence, usual.absence),
        ('P', values.pairing_allocated_bye, usual.pairing_allocated_bye),
    ] {
        if value != default {
            let gap = if line.len() == 3 { "  " } else { "    " };
            write!(line, "{gap}{letter}{value:>4}").ok()?;
        }
    }
    (line.len() > 3).then_some(line)
}
