//! The stored form of the events of competitions. As with those of games, the compiler compares it
//! with the types: a new kind of event does not build until it has a form here.

mod settings;
mod values;

use chess::Position;
use competition::aggregate::{
    AbsenceKind, BoardNumber, BoardResult, Entrant, EntrantId, Event, NewBoard, Settings, Source,
    Unpaired,
};
use game::GameId;
use serde::{Deserialize, Serialize};

use super::stored;

/// Types whose form is derived for a remote type, so that they can stand in options and lists.
macro_rules! stored_by_form {
    ($($type:ty as $form:literal in $stored:ident;)*) => {$(
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub(in crate::encode) struct $stored(#[serde(with = $form)] $type);

        impl crate::encode::stored::StoredAs for $type {
            type Form = $stored;

            fn to_form(&self) -> $stored {
                $stored(ToOwned::to_owned(self))
            }

            fn from_form(form: $stored) -> Result<$type, String> {
                Ok(form.0)
            }
        }
    )*};
}

use stored_by_form;

#[derive(Serialize, Deserialize)]
#[serde(remote = "Event", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum EventForm {
    Created(#[serde(with = "stored")] Box<Settings>),
    SettingsChanged(#[serde(with = "stored")] Box<Settings>),
    Entered {
        #[serde(with = "stored")]
        id: EntrantId,
        #[serde(with = "stored")]
        entrant: Entrant,
    },
    Edited {
        #[serde(with = "stored")]
        id: EntrantId,
        #[serde(with = "stored")]
        entrant: Entrant,
    },
    Withdrawn {
        #[serde(with = "stored")]
        id: EntrantId,
    },
    Returned {
        #[serde(with = "stored")]
        id: EntrantId,
    },
    AbsenceAnnounced {
        #[serde(with = "stored")]
        id: EntrantId,
        round: u16,
        #[serde(with = "stored")]
        kind: AbsenceKind,
    },
    AbsenceCanceled {
        #[serde(with = "stored")]
        id: EntrantId,
        round: u16,
    },
    PairForbidden {
        #[serde(with = "stored")]
        first: EntrantId,
        #[serde(with = "stored")]
        second: EntrantId,
    },
    PairAllowed {
        #[serde(with = "stored")]
        first: EntrantId,
        #[serde(with = "stored")]
        second: EntrantId,
    },
    NumbersGiven {
        #[serde(with = "stored")]
        order: Vec<EntrantId>,
    },
    RoundPaired {
        round: u16,
        #[serde(with = "stored")]
        boards: Vec<NewBoard>,
        #[serde(with = "stored")]
        unpaired: Vec<(EntrantId, Unpaired)>,
    },
    PairingRemoved {
        round: u16,
    },
    Exchanged {
        round: u16,
        #[serde(with = "stored")]
        first: EntrantId,
        #[serde(with = "stored")]
        second: EntrantId,
    },
    Reported {
        #[serde(with = "stored")]
        board: BoardNumber,
        #[serde(with = "stored")]
        by: EntrantId,
        #[serde(with = "stored")]
        result: BoardResult,
    },
    ResultSet {
        #[serde(with = "stored")]
        board: BoardNumber,
        #[serde(with = "stored")]
        result: BoardResult,
        #[serde(with = "stored")]
        source: Source,
    },
    ResultCleared {
        #[serde(with = "stored")]
        board: BoardNumber,
    },
    MatchDecided {
        #[serde(with = "stored")]
        board: BoardNumber,
        #[serde(with = "stored")]
        winner: EntrantId,
    },
    GameLinked {
        #[serde(with = "stored")]
        board: BoardNumber,
        #[serde(with = "stored")]
        game: GameId,
    },
    PositionRecorded {
        #[serde(with = "stored")]
        board: BoardNumber,
        #[serde(with = "stored")]
        position: Box<Position>,
    },
    Finished,
    Reopened,
}
