//! The records that pairings depend on, other than the players.

use chess::Color;

use super::columns::Columns;
use super::{MAX_NAMED, MAX_RECORDS, Record, Report, TrfProblem};
use crate::{Absence, Bye, Crosstable, ForbiddenPairs, PlayerNumber, Points, VirtualPoints};

/// What has been read so far, with what can only be applied when the whole report is known.
#[derive(Default)]
pub(super) struct Pending {
    pub(super) report: Report,
    /// Players absent from the round that is paired next (`XXZ`).
    pub(super) absent_next: Vec<PlayerNumber>,
    /// Whether the value of the pairing-allocated bye was given; it is that of a win otherwise.
    pub(super) bye_value_given: bool,
    /// Players that records name, with the line.
    pub(super) named: Vec<(usize, PlayerNumber)>,
}

impl Pending {
    /// Reads one record; `line` is its number.
    pub(super) fn read(&mut self, number: usize, line: &Columns) -> Result<(), TrfProblem> {
        let code = line.text(1, 3);
        match code.as_str() {
            "142" | "XXR" => self.table().planned_rounds = Some(line.round(4, line.len())?),
            "152" => {
                let color = initial_color(line);
                let bad = || line.bad(5, line.len().max(5), "W or B");
                self.table().initial_color = Some(color.ok_or_else(bad)?);
            }
            // The record may also say that starting numbers are to be drawn anew.
            "XXC" => match initial_color(line) {
                Some(color) => self.table().initial_color = Some(color),
                None => self.keep(line)?,
            },
            "162" => self.point_values(line)?,
            "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => self.one_point_value(&code, line)?,
            "240" => self.absences(number, line)?,
            "XXZ" => {
                self.absent_next = line.players_from(5)?;
                self.name_all(number, &self.absent_next.clone())?;
            }
            "250" => self.virtual_points(line)?,
            "XXA" => self.virtual_points_by_round(number, line)?,
            "260" => {
                let (first, last) = (line.round(5, 7)?, line.round(9, 11)?);
                self.forbid(number, first, last, line.players_from(13)?)?;
            }
            "XXP" => self.forbid(number, 1, super::MAX_ROUNDS, line.players_from(5)?)?,
            _ => self.keep(line)?,
        }
        Ok(())
    }

    fn table(&mut self) -> &mut Crosstable {
        &mut self.report.crosstable
    }

    /// Remembers which line names a player, to check later that the player exists.
    fn name_all(&mut self, line: usize, players: &[PlayerNumber]) -> Result<(), TrfProblem> {
        self.named.extend(players.iter().map(|player| (line, *player)));
        if self.named.len() > MAX_NAMED {
            return Err(TrfProblem::TooLong("1,000,000 players in records"));
        }
        Ok(())
    }

    fn keep(&mut self, line: &Columns) -> Result<(), TrfProblem> {
        if self.report.records.len() == MAX_RECORDS {
            return Err(TrfProblem::TooLong("100,000 records"));
        }
        let text: String = (4..=line.len()).map(|column| line.at(column)).collect();
        let text = text.strip_prefix(' ').unwrap_or(&text).trim_end().to_owned();
        let code = (1..=3).map(|column| line.at(column)).collect();
        self.report.records.push(Record { code, text });
        Ok(())
    }

    /// Record 162: pairs of a letter and a value, every nine columns.
    fn point_values(&mut self, line: &Columns) -> Result<(), TrfProblem> {
        for column in (6..=line.len()).step_by(9) {
            if line.text(column, column + 4).is_empty() {
                continue;
            }
            let points = line.points(column + 1, column + 4)?;
            let values = &mut self.report.crosstable.point_values;
            match line.at(column).to_ascii_uppercase() {
                'W' => values.win = points,
                'D' => values.draw = points,
                'L' => values.loss = points,
                'A' | 'Z' => {
                    values.absence = points;
                    values.forfeit_loss = points;
                }
                'P' => {
                    values.pairing_allocated_bye = points;
                    self.bye_value_given = true;
                }
                // An adjourned game has no result that counts.
                'X' => {}
                _ => return Err(line.bad(column, column, "one of W D L A P X")),
            }
        }
        Ok(())
    }

    fn one_point_value(&mut self, code: &str, line: &Columns) -> Result<(), TrfProblem> {
        let points = line.points(4, line.len().max(4))?;
        let values = &mut self.report.crosstable.point_values;
        match code {
            "BBW" => values.win = points,
            "BBD" => values.draw = points,
            "BBL" => values.loss = points,
            "BBZ" => values.absence = points,
            "BBF" => values.forfeit_loss = points,
            _ => {
                values.pairing_allocated_bye = points;
                self.bye_value_given = true;
            }
        }
        Ok(())
    }

    fn absences(&mut self, number: usize, line: &Columns) -> Result<(), TrfProblem> {
        let bye = match line.at(5).to_ascii_uppercase() {
            'F' => Bye::Full,
            'H' => Bye::Half,
            'Z' => Bye::Zero,
            _ => return Err(line.bad(5, 5, "F, H or Z")),
        };
        let round = line.round(7, 9)?;
        let players = line.players_from(11)?;
        self.name_all(number, &players)?;
        let absences = players.into_iter().map(|player| Absence { round, player, bye });
        self.report.crosstable.absences.extend(absences);
        Ok(())
    }

    fn virtual_points(&mut self, line: &Columns) -> Result<(), TrfProblem> {
        let given = VirtualPoints {
            points: line.points(10, 13)?,
            first_round: line.round(15, 17)?,
            last_round: line.round(19, 21)?,
            first_player: line.player(23, 26)?,
            last_player: line.player(28, 31)?,
        };
        self.table().virtual_points.push(given);
        Ok(())
    }

    /// Record `XXA`: one amount per round for one player.
    fn virtual_points_by_round(&mut self, number: usize, line: &Columns) -> Result<(), TrfProblem> {
        let player = line.player(5, 8)?;
        self.name_all(number, &[player])?;
        for (index, column) in (10..=line.len()).step_by(5).enumerate() {
            if index == super::MAX_ROUNDS {
                return Err(TrfProblem::TooManyRounds);
            }
            if line.text(column, column + 3).is_empty() {
                continue;
            }
            self.add_virtual_points(player, index + 1, line.points(column, column + 3)?);
        }
        Ok(())
    }

    /// Adds points of one round, which may continue those of the round before.
    fn add_virtual_points(&mut self, player: PlayerNumber, round: usize, points: Points) {
        if points == Points::ZERO {
            return;
        }
        let given = &mut self.report.crosstable.virtual_points;
        match given.last_mut() {
            Some(last)
                if last.first_player == player
                    && last.last_player == player
                    && last.last_round + 1 == round
                    && last.points == points =>
            {
                last.last_round = round;
            }
            _ => given.push(VirtualPoints {
                points,
                first_round: round,
                last_round: round,
                first_player: player,
                last_player: player,
            }),
        }
    }

    fn forbid(
        &mut self,
        line: usize,
        first_round: usize,
        last_round: usize,
        mut players: Vec<PlayerNumber>,
    ) -> Result<(), TrfProblem> {
        self.name_all(line, &players)?;
        players.sort_unstable();
        players.dedup();
        self.table().forbidden.push(ForbiddenPairs { first_round, last_round, players });
        Ok(())
    }
}

/// Record 152 has `W` or `B`; `XXC` has `white1` or `black1`, among other words.
fn initial_color(line: &Columns) -> Option<Color> {
    let text = line.text(4, line.len().max(4)).to_ascii_lowercase();
    text.split_whitespace().find_map(|word| match word {
        "w" | "white" | "white1" => Some(Color::White),
        "b" | "black" | "black1" => Some(Color::Black),
        _ => None,
    })
}
