//! The stored form of a seat and its player.

use game::{Name, Player, Seat, Strength};
use serde::{Deserialize, Serialize};

use super::stored::{self, StoredAs};

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct StoredSeat(#[serde(with = "SeatForm")] Seat);

impl StoredAs for Seat {
    type Form = StoredSeat;

    fn to_form(&self) -> StoredSeat {
        StoredSeat(self.clone())
    }

    fn from_form(form: StoredSeat) -> Result<Seat, String> {
        Ok(form.0)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Seat", deny_unknown_fields)]
struct SeatForm {
    #[serde(with = "stored")]
    name: Option<Name>,
    #[serde(with = "PlayerForm")]
    player: Player,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Player", rename_all = "snake_case", deny_unknown_fields)]
enum PlayerForm {
    Open,
    Person,
    Engine(#[serde(with = "StrengthForm")] Strength),
    External(String),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Strength", rename_all = "snake_case", deny_unknown_fields)]
enum StrengthForm {
    Easy,
    Medium,
    Hard,
    Rated(u16),
    Full,
}
