//! The stored form of the terms of a game.

use std::time::Duration;

use chess::{ByColor, Position};
use game::{Bonus, Seat, Start, Terms, TimeControl};
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};

use super::stored::{self, StoredAs};

/// The number of Chess960 starting positions.
const STARTS: u16 = 960;

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct StoredTerms(#[serde(with = "TermsForm")] Terms);

impl StoredAs for Terms {
    type Form = StoredTerms;

    fn to_form(&self) -> StoredTerms {
        StoredTerms(self.clone())
    }

    fn from_form(form: StoredTerms) -> Result<Terms, String> {
        Ok(form.0)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Terms", deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "as the terms have them")]
struct TermsForm {
    #[serde(with = "StartForm")]
    start: Start,
    #[serde(with = "stored")]
    seats: ByColor<Seat>,
    #[serde(with = "stored")]
    time: ByColor<Option<TimeControl>>,
    shared: bool,
    automatic_draws: bool,
    /// Games from before this term allow it, as most do.
    #[serde(default = "allowed", skip_serializing_if = "is_allowed")]
    takebacks: bool,
    #[serde(default = "allowed", skip_serializing_if = "is_allowed")]
    abandonment: bool,
}

fn allowed() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_allowed(term: &bool) -> bool {
    *term
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Start", rename_all = "snake_case", deny_unknown_fields)]
enum StartForm {
    Standard,
    Chess960(#[serde(deserialize_with = "start_number")] u16),
    Position(#[serde(with = "stored")] Box<Position>),
}

fn start_number<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    let number = u16::deserialize(from)?;
    if number < STARTS {
        return Ok(number);
    }
    let seen = Unexpected::Unsigned(number.into());
    Err(D::Error::invalid_value(seen, &"the number of a Chess960 start, below 960"))
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct StoredTime(#[serde(with = "TimeForm")] TimeControl);

impl StoredAs for TimeControl {
    type Form = StoredTime;

    fn to_form(&self) -> StoredTime {
        StoredTime(*self)
    }

    fn from_form(form: StoredTime) -> Result<TimeControl, String> {
        Ok(form.0)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TimeControl", deny_unknown_fields)]
struct TimeForm {
    #[serde(with = "stored")]
    base: Duration,
    #[serde(with = "BonusForm")]
    bonus: Bonus,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Bonus", rename_all = "snake_case", deny_unknown_fields)]
enum BonusForm {
    None,
    Increment(#[serde(with = "stored")] Duration),
    Delay(#[serde(with = "stored")] Duration),
    Bronstein(#[serde(with = "stored")] Duration),
}
