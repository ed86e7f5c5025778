//! The form of what is agreed before the first move.

use std::time::Duration;

use chess::{ByColor, Position};
use game::{Bonus, Seat, Start, Terms, TimeControl};
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};

use super::leaf::{self, Leaf};

/// How many starts Chess960 has.
const STARTS: u16 = 960;

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct StoredTerms(#[serde(with = "TermsForm")] Terms);

impl Leaf for Terms {
    type Form = StoredTerms;

    fn form(&self) -> StoredTerms {
        StoredTerms(self.clone())
    }

    fn read(form: StoredTerms) -> Result<Terms, String> {
        Ok(form.0)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Terms", deny_unknown_fields)]
struct TermsForm {
    #[serde(with = "StartForm")]
    start: Start,
    #[serde(with = "leaf")]
    seats: ByColor<Seat>,
    #[serde(with = "leaf")]
    time: ByColor<Option<TimeControl>>,
    shared: bool,
    automatic_draws: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Start", rename_all = "snake_case", deny_unknown_fields)]
enum StartForm {
    Standard,
    Chess960(#[serde(deserialize_with = "start_number")] u16),
    Position(#[serde(with = "leaf")] Box<Position>),
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

impl Leaf for TimeControl {
    type Form = StoredTime;

    fn form(&self) -> StoredTime {
        StoredTime(*self)
    }

    fn read(form: StoredTime) -> Result<TimeControl, String> {
        Ok(form.0)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TimeControl", deny_unknown_fields)]
struct TimeForm {
    #[serde(with = "leaf")]
    base: Duration,
    #[serde(with = "BonusForm")]
    bonus: Bonus,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Bonus", rename_all = "snake_case", deny_unknown_fields)]
enum BonusForm {
    None,
    Increment(#[serde(with = "leaf")] Duration),
    Delay(#[serde(with = "leaf")] Duration),
    Bronstein(#[serde(with = "leaf")] Duration),
}
