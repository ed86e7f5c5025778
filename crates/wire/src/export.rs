//! Generates the TypeScript types of the web app.

use std::path::Path;

use ts_rs::{Config, ExportError, TS};

use crate::advice::{Evaluation, Hint};
use crate::analysis::{AnalysisEvent, AnalysisRequest};
use crate::audit::{AuditPage, AuditQuery};
use crate::competition::{
    CompetitionChanged, CompetitionCreated, CompetitionHistory, CompetitionRequest, CompetitionRow,
    CompetitionView, MemberRatings, NewCompetition, OwnPairing,
};
use crate::demonstration::{
    DemonstrationCreated, DemonstrationFollowers, DemonstrationRequest, DemonstrationRow,
    DemonstrationUpdate, DemonstrationView, NewDemonstration,
};
use crate::lesson::{GamesChanged, LessonGames, LessonView, NewRules};
use crate::library::{ExportQuery, ImportEvent, LibraryPage, LibraryQuery};
use crate::lobby::{
    AcceptOffer, GameStarted, GamesStarted, LobbyQuery, LobbyView, NewChallenge, NewSeek,
    OfferMade, SeatPairs,
};
use crate::new_game::{GameCreated, JoinGame, NewGame};
use crate::position::{PositionPath, PositionView};
use crate::review::{Review, ReviewedPosition};
use crate::roster::{
    Card, CardLogin, CardsIssued, IssueCards, Member, MemberDetails, NewMember, RosterExportQuery,
    RosterImportQuery, RosterPreview, RosterReport,
};
use crate::service::{BackupState, EngineList, ErrorBody, Health, Usage};
use crate::session::{ChangePassword, Login, NewPassword, Session};
use crate::simul::{NewSimul, OwnSimul, SimulCreated, SimulRow, SimulView};
use crate::studies::{ChangeStudy, SaveStudy, StudyPage, StudyQuery, StudySaved, StudyView};
use crate::study::StudyTree;
use crate::view::GameView;
use crate::{ClientMessage, ServerMessage};

/// Writes every type of the wire into a directory, one file per type.
///
/// # Errors
/// When a file cannot be written.
pub fn export_typescript(directory: &Path) -> Result<(), ExportError> {
    // Times and counts stay far below 2^53, up to where JavaScript numbers are exact.
    let config = Config::new().with_out_dir(directory).with_large_int("number");
    ClientMessage::export_all(&config)?;
    ServerMessage::export_all(&config)?;
    NewGame::export_all(&config)?;
    JoinGame::export_all(&config)?;
    GameCreated::export_all(&config)?;
    GameView::export_all(&config)?;
    ExportQuery::export_all(&config)?;
    LibraryQuery::export_all(&config)?;
    LibraryPage::export_all(&config)?;
    ImportEvent::export_all(&config)?;
    Hint::export_all(&config)?;
    Evaluation::export_all(&config)?;
    PositionPath::export_all(&config)?;
    PositionView::export_all(&config)?;
    AnalysisRequest::export_all(&config)?;
    AnalysisEvent::export_all(&config)?;
    StudyTree::export_all(&config)?;
    SaveStudy::export_all(&config)?;
    StudySaved::export_all(&config)?;
    ChangeStudy::export_all(&config)?;
    StudyView::export_all(&config)?;
    StudyQuery::export_all(&config)?;
    StudyPage::export_all(&config)?;
    Review::export_all(&config)?;
    ReviewedPosition::export_all(&config)?;
    Login::export_all(&config)?;
    Session::export_all(&config)?;
    Member::export_all(&config)?;
    NewMember::export_all(&config)?;
    MemberDetails::export_all(&config)?;
    RosterPreview::export_all(&config)?;
    RosterImportQuery::export_all(&config)?;
    RosterReport::export_all(&config)?;
    RosterExportQuery::export_all(&config)?;
    IssueCards::export_all(&config)?;
    CardsIssued::export_all(&config)?;
    Card::export_all(&config)?;
    CardLogin::export_all(&config)?;
    NewPassword::export_all(&config)?;
    ChangePassword::export_all(&config)?;
    AuditQuery::export_all(&config)?;
    AuditPage::export_all(&config)?;
    NewCompetition::export_all(&config)?;
    CompetitionCreated::export_all(&config)?;
    CompetitionRequest::export_all(&config)?;
    CompetitionRow::export_all(&config)?;
    CompetitionView::export_all(&config)?;
    CompetitionHistory::export_all(&config)?;
    CompetitionChanged::export_all(&config)?;
    OwnPairing::export_all(&config)?;
    MemberRatings::export_all(&config)?;
    LessonView::export_all(&config)?;
    LessonGames::export_all(&config)?;
    GamesChanged::export_all(&config)?;
    NewRules::export_all(&config)?;
    LobbyQuery::export_all(&config)?;
    LobbyView::export_all(&config)?;
    NewChallenge::export_all(&config)?;
    NewSeek::export_all(&config)?;
    AcceptOffer::export_all(&config)?;
    SeatPairs::export_all(&config)?;
    OfferMade::export_all(&config)?;
    GameStarted::export_all(&config)?;
    GamesStarted::export_all(&config)?;
    NewDemonstration::export_all(&config)?;
    DemonstrationCreated::export_all(&config)?;
    DemonstrationRow::export_all(&config)?;
    DemonstrationView::export_all(&config)?;
    DemonstrationRequest::export_all(&config)?;
    DemonstrationUpdate::export_all(&config)?;
    DemonstrationFollowers::export_all(&config)?;
    NewSimul::export_all(&config)?;
    SimulCreated::export_all(&config)?;
    SimulRow::export_all(&config)?;
    SimulView::export_all(&config)?;
    OwnSimul::export_all(&config)?;
    Health::export_all(&config)?;
    EngineList::export_all(&config)?;
    Usage::export_all(&config)?;
    BackupState::export_all(&config)?;
    ErrorBody::export_all(&config)
}
