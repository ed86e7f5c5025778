//! The stored form of events. The compiler compares it with the type in `game`: a new kind of event
//! does not build until it has a form here.

use std::time::Duration;

use chess::{ByColor, Color, Move, Outcome};
use game::{AbandonedResult, Event, GameId, Name, Offer, Terms};
use serde::{Deserialize, Serialize};

use super::stored;

#[derive(Serialize, Deserialize)]
#[serde(remote = "Event", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum EventForm {
    Created(#[serde(with = "stored")] Box<Terms>),
    Joined {
        #[serde(with = "stored")]
        color: Color,
        #[serde(with = "stored")]
        name: Option<Name>,
    },
    Renamed {
        #[serde(with = "stored")]
        color: Color,
        #[serde(with = "stored")]
        name: Option<Name>,
    },
    Moved {
        #[serde(with = "stored")]
        play: Move,
        #[serde(with = "stored")]
        clock: Option<Duration>,
    },
    Offered {
        #[serde(with = "stored")]
        by: Color,
        #[serde(with = "stored")]
        offer: Offer,
    },
    Declined {
        #[serde(with = "stored")]
        by: Color,
        #[serde(with = "stored")]
        offer: Offer,
    },
    DrawAgreed,
    Claimed {
        #[serde(with = "stored")]
        by: Color,
        #[serde(with = "OutcomeForm")]
        outcome: Outcome,
    },
    TakenBack {
        plies: u16,
        #[serde(with = "stored")]
        clocks: ByColor<Option<Duration>>,
    },
    Redone {
        plies: u16,
        #[serde(with = "stored")]
        clocks: ByColor<Option<Duration>>,
    },
    Resigned {
        #[serde(with = "stored")]
        by: Color,
    },
    Aborted {
        #[serde(with = "stored")]
        by: Option<Color>,
    },
    Flagged {
        #[serde(with = "stored")]
        color: Color,
    },
    Abandoned {
        #[serde(with = "stored")]
        by: Color,
        #[serde(with = "AbandonedResultForm")]
        result: AbandonedResult,
    },
    TimeGiven {
        #[serde(with = "stored")]
        to: Color,
        #[serde(with = "stored")]
        amount: Duration,
    },
    Resumed {
        #[serde(with = "stored")]
        clock: Option<Duration>,
        #[serde(with = "stored")]
        grace: Duration,
    },
    Adjourned {
        #[serde(with = "stored")]
        spent: Duration,
    },
    Continued,
    MoveRecorded {
        #[serde(with = "stored")]
        play: Move,
    },
    ResultRecorded {
        #[serde(with = "stored")]
        winner: Option<Color>,
    },
    Rematched {
        #[serde(with = "stored")]
        next: GameId,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AbandonedResult", rename_all = "snake_case")]
enum AbandonedResultForm {
    Win,
    Draw,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Outcome", rename_all = "snake_case", deny_unknown_fields)]
enum OutcomeForm {
    Checkmate {
        #[serde(with = "stored")]
        winner: Color,
    },
    Stalemate,
    InsufficientMaterial,
    FivefoldRepetition,
    SeventyFiveMoves,
    ThreefoldRepetition,
    FiftyMoves,
}
