//! The stored form of the settings of a competition. Points are tenths, tie-breaks their acronyms,
//! and the factors of the Keizer system fractions such as `2/3`.

use chess::{Color, Quoted};
use competition::aggregate::{Format, MatchLength, Numbering, Settings};
use competition::keizer::{Factor, Parameters, Recalculation};
use competition::tiebreaks::{Edition, TieBreak};
use competition::{PointValues, Points};
use game::{Name, TimeControl};
use serde::{Deserialize, Serialize};

use super::super::stored::{self, StoredAs};
use super::stored_by_form;

stored_by_form! {
    Settings as "SettingsForm" in StoredSettings;
    Parameters as "ParametersForm" in StoredParameters;
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Settings", deny_unknown_fields)]
struct SettingsForm {
    #[serde(with = "stored")]
    name: Name,
    #[serde(with = "FormatForm")]
    format: Format,
    #[serde(with = "PointValuesForm")]
    points: PointValues,
    #[serde(with = "stored")]
    tie_breaks: Vec<TieBreak>,
    #[serde(with = "EditionForm")]
    edition: Edition,
    #[serde(with = "stored")]
    time_control: Option<TimeControl>,
    rated: bool,
    #[serde(with = "stored")]
    initial_color: Color,
    half_point_byes: u16,
    // Older competitions have none of these.
    #[serde(default, skip_serializing_if = "is_false")]
    late_half_points: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Format", rename_all = "snake_case", deny_unknown_fields)]
enum FormatForm {
    Swiss {
        rounds: u16,
        accelerated: bool,
    },
    RoundRobin {
        double: bool,
        #[serde(with = "NumberingForm")]
        numbering: Numbering,
    },
    Keizer {
        rounds: u16,
        #[serde(with = "stored")]
        parameters: Box<Parameters>,
    },
    Knockout {
        #[serde(with = "MatchLengthForm")]
        games: MatchLength,
        third_place: bool,
        #[serde(with = "NumberingForm")]
        numbering: Numbering,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Numbering", rename_all = "snake_case", deny_unknown_fields)]
enum NumberingForm {
    Rating,
    Lots(u64),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MatchLength", rename_all = "snake_case")]
enum MatchLengthForm {
    One,
    Two,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Edition")]
enum EditionForm {
    #[serde(rename = "2024-08")]
    August2024,
    #[serde(rename = "2026-03")]
    March2026,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PointValues", deny_unknown_fields)]
struct PointValuesForm {
    #[serde(with = "stored")]
    win: Points,
    #[serde(with = "stored")]
    draw: Points,
    #[serde(with = "stored")]
    loss: Points,
    #[serde(with = "stored")]
    absence: Points,
    #[serde(with = "stored")]
    forfeit_loss: Points,
    #[serde(with = "stored")]
    pairing_allocated_bye: Points,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Parameters", deny_unknown_fields)]
struct ParametersForm {
    top: Option<u16>,
    step: u16,
    #[serde(with = "stored")]
    own: Factor,
    #[serde(with = "stored")]
    win: Factor,
    #[serde(with = "stored")]
    draw: Factor,
    #[serde(with = "stored")]
    loss: Factor,
    #[serde(with = "stored")]
    forfeit_win: Factor,
    #[serde(with = "stored")]
    forfeit_loss: Factor,
    #[serde(with = "stored")]
    bye: Factor,
    #[serde(with = "stored")]
    club_duty: Factor,
    #[serde(with = "stored")]
    excused: Factor,
    excused_max: u16,
    #[serde(with = "stored")]
    absent: Factor,
    #[serde(with = "stored")]
    not_joined: Factor,
    repeat_gap: u16,
    #[serde(with = "RecalculationForm")]
    recalculation: Recalculation,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Recalculation", rename_all = "snake_case")]
enum RecalculationForm {
    OnePass,
    FixedPoint,
}

impl StoredAs for Points {
    type Form = i32;

    fn to_form(&self) -> i32 {
        self.tenths()
    }

    fn from_form(tenths: i32) -> Result<Points, String> {
        Ok(Points::from_tenths(tenths))
    }
}

impl StoredAs for TieBreak {
    type Form = String;

    fn to_form(&self) -> String {
        self.to_string()
    }

    fn from_form(text: String) -> Result<TieBreak, String> {
        let invalid = || format!("'{}' is not a tie-break", Quoted(&text));
        text.parse().ok().filter(|it: &TieBreak| it.to_string() == text).ok_or_else(invalid)
    }
}

impl StoredAs for Factor {
    type Form = String;

    fn to_form(&self) -> String {
        format!("{}/{}", self.numerator(), self.denominator())
    }

    fn from_form(text: String) -> Result<Factor, String> {
        let parse = || {
            let (numerator, denominator) = text.split_once('/')?;
            Factor::new(numerator.parse().ok()?, denominator.parse().ok()?)
        };
        parse().ok_or_else(|| format!("'{}' is not a fraction such as 2/3", Quoted(&text)))
    }
}
