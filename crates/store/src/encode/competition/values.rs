//! The stored form of entrants, boards, results and absences.

use chess::{ByColor, Color};
use competition::Title;
use competition::aggregate::{
    AbsenceKind, BoardNumber, BoardResult, Entrant, EntrantId, MemberId, NewBoard, Source, Unpaired,
};
use game::Name;
use serde::{Deserialize, Serialize};

use super::super::stored::{self, StoredAs};
use super::stored_by_form;

impl StoredAs for MemberId {
    type Form = i64;

    fn to_form(&self) -> i64 {
        self.0
    }

    fn from_form(number: i64) -> Result<MemberId, String> {
        Ok(MemberId(number))
    }
}

impl StoredAs for EntrantId {
    type Form = u16;

    fn to_form(&self) -> u16 {
        self.0
    }

    fn from_form(number: u16) -> Result<EntrantId, String> {
        Ok(EntrantId(number))
    }
}

stored_by_form! {
    Entrant as "EntrantForm" in StoredEntrant;
    Title as "TitleForm" in StoredTitle;
    BoardNumber as "BoardNumberForm" in StoredBoardNumber;
    NewBoard as "NewBoardForm" in StoredBoard;
    BoardResult as "BoardResultForm" in StoredResult;
    Source as "SourceForm" in StoredSource;
    AbsenceKind as "AbsenceKindForm" in StoredAbsence;
    Unpaired as "UnpairedForm" in StoredUnpaired;
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Entrant", deny_unknown_fields)]
struct EntrantForm {
    #[serde(with = "stored")]
    name: Name,
    rating: Option<u16>,
    #[serde(with = "stored")]
    title: Option<Title>,
    #[serde(with = "stored")]
    group: Option<Name>,
    #[serde(with = "stored")]
    member: Option<MemberId>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Title", rename_all = "snake_case")]
enum TitleForm {
    Gm,
    Im,
    Wgm,
    Fm,
    Wim,
    Cm,
    Wfm,
    Wcm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "BoardNumber", deny_unknown_fields)]
struct BoardNumberForm {
    round: u16,
    board: u16,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "NewBoard", deny_unknown_fields)]
struct NewBoardForm {
    #[serde(with = "stored")]
    players: ByColor<EntrantId>,
    #[serde(with = "stored")]
    forfeit: Option<BoardResult>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "BoardResult", rename_all = "snake_case", deny_unknown_fields)]
enum BoardResultForm {
    Win(#[serde(with = "stored")] Color),
    Draw,
    DrawOnlyFor(#[serde(with = "stored")] Color),
    DoubleLoss,
    ForfeitWin(#[serde(with = "stored")] Color),
    DoubleForfeit,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Source", rename_all = "snake_case")]
enum SourceForm {
    Pairing,
    Players,
    Organizer,
    Game,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AbsenceKind", rename_all = "snake_case")]
enum AbsenceKindForm {
    FullPoint,
    HalfPoint,
    ZeroPoint,
    ClubDuty,
    Excused,
    Unexcused,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Unpaired", rename_all = "snake_case", deny_unknown_fields)]
enum UnpairedForm {
    Bye,
    Free,
    Absent(#[serde(with = "stored")] AbsenceKind),
    Withdrawn,
}
