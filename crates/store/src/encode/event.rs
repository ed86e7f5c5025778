//! The form of an event. The compiler compares it with the type in `game`: a new kind of event
//! does not build until it has a form here.

use std::time::Duration;

use chess::{ByColor, Color, Move, Outcome};
use game::{AbandonedResult, Event, GameId, Name, Offer, Terms};
use serde::{Deserialize, Serialize};

use super::leaf;

#[derive(Serialize, Deserialize)]
#[serde(remote = "Event", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum EventForm {
    Created(#[serde(with = "leaf")] Box<Terms>),
    Joined {
        #[serde(with = "leaf")]
        color: Color,
        #[serde(with = "leaf")]
        name: Option<Name>,
    },
    Renamed {
        #[serde(with = "leaf")]
        color: Color,
        #[serde(with = "leaf")]
        name: Option<Name>,
    },
    Moved {
        #[serde(with = "leaf")]
        play: Move,
        #[serde(with = "leaf")]
        clock: Option<Duration>,
    },
    Offered {
        #[serde(with = "leaf")]
        by: Color,
        #[serde(with = "leaf")]
        offer: Offer,
    },
    Declined {
        #[serde(with = "leaf")]
        by: Color,
        #[serde(with = "leaf")]
        offer: Offer,
    },
    DrawAgreed,
    Claimed {
        #[serde(with = "leaf")]
        by: Color,
        #[serde(with = "OutcomeForm")]
        outcome: Outcome,
    },
    TakenBack {
        plies: u16,
        #[serde(with = "leaf")]
        clocks: ByColor<Option<Duration>>,
    },
    Redone {
        plies: u16,
        #[serde(with = "leaf")]
        clocks: ByColor<Option<Duration>>,
    },
    Resigned {
        #[serde(with = "leaf")]
        by: Color,
    },
    Aborted {
        #[serde(with = "leaf")]
        by: Option<Color>,
    },
    Flagged {
        #[serde(with = "leaf")]
        color: Color,
    },
    Abandoned {
        #[serde(with = "leaf")]
        by: Color,
        #[serde(with = "AbandonedResultForm")]
        result: AbandonedResult,
    },
    TimeGiven {
        #[serde(with = "leaf")]
        to: Color,
        #[serde(with = "leaf")]
        amount: Duration,
    },
    Resumed {
        #[serde(with = "leaf")]
        clock: Option<Duration>,
        #[serde(with = "leaf")]
        grace: Duration,
    },
    ResultRecorded {
        #[serde(with = "leaf")]
        winner: Option<Color>,
    },
    Rematched {
        #[serde(with = "leaf")]
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
        #[serde(with = "leaf")]
        winner: Color,
    },
    Stalemate,
    InsufficientMaterial,
    FivefoldRepetition,
    SeventyFiveMoves,
    ThreefoldRepetition,
    FiftyMoves,
}
