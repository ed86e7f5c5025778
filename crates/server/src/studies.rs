//! Saved studies: access control, and conversion between the board and PGN.
//!
//! A study is private until its owner shares it. The owner is the account that saved it first, or
//! else whoever has the secret that came with that request. The owner of a server that is reachable
//! only from its own computer owns everything on it.

use chess::pgn::{Limits, Reader, Record, Tree};
use store::{Study, StudyId, StudyMetadata, StudyOwner, StudySummary};
use tokio::task::spawn_blocking;
use wire::FileErrorKind;
use wire::session::Permission;
use wire::studies::{StudyName, StudyRow, StudyView};
use wire::study::StudyTree;

use crate::accounts::Caller;
use crate::{ApiError, App, Secret, imports};

/// The limits of a study: everything that can be written can be read again.
const LIMITS: Limits = Limits {
    games: usize::MAX,
    plies: StudyTree::MAX_MOVES,
    depth: StudyTree::MAX_MOVES,
    ..Limits::STRICT
};

/// The PGN tag with the name of a study, as other programs write it too.
const NAME_TAG: &str = "StudyName";

/// What a caller may do with a study; each level includes the ones before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Access {
    /// Nothing: its existence is secret.
    None,
    /// View it.
    Read,
    /// Unshare, remove and restore it.
    Manage,
    /// Change it.
    Own,
}

impl Access {
    /// The access of a caller with this secret, or none.
    pub(crate) fn of(caller: &Caller, secret: Option<&Secret>, metadata: &StudyMetadata) -> Access {
        if caller.is_owner() || owners(caller, secret).contains(&metadata.owner) {
            Access::Own
        } else if caller.may(Permission::ManageStudies) {
            Access::Manage
        } else if metadata.shared && metadata.removed.is_none() {
            Access::Read
        } else {
            Access::None
        }
    }

    /// Requires a level of access. Callers without any do not learn that the study exists.
    ///
    /// # Errors
    /// When the access is lower.
    pub(crate) fn require(self, needed: Access, id: &StudyId) -> Result<(), ApiError> {
        match self {
            Access::None => Err(ApiError::NoStudy(id.to_string())),
            access if access < needed => Err(ApiError::ForeignStudy),
            _ => Ok(()),
        }
    }
}

/// The owners that the caller is. The first one owns new studies.
pub(crate) fn owners(caller: &Caller, secret: Option<&Secret>) -> Vec<StudyOwner> {
    let account = caller.account_id().map(StudyOwner::Account);
    let secret = secret.map(|secret| StudyOwner::Secret(secret.hash()));
    account.into_iter().chain(secret).collect()
}

/// A study, and the caller's access to it.
///
/// # Errors
/// When the access is lower than needed, or there is no such study.
pub(crate) async fn find(
    app: &App,
    id: &StudyId,
    (caller, secret): (&Caller, Option<&Secret>),
    needed: Access,
) -> Result<(Study, Access), ApiError> {
    let found = app.rooms().services().store.study(id).await?;
    let study = found.ok_or_else(|| ApiError::NoStudy(id.to_string()))?;
    let access = Access::of(caller, secret, &study.metadata);
    access.require(needed, id)?;
    Ok((study, access))
}

/// The name of a study, trimmed and on one line.
///
/// # Errors
/// When it is empty.
pub(crate) fn title(name: &StudyName) -> Result<String, ApiError> {
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = name.as_str().chars().map(visible).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() { Err(ApiError::BadTitle) } else { Ok(text) }
}

/// A study as PGN and its summary. The PGN is parsed again, so that nothing unreadable is stored.
///
/// # Errors
/// When the study is invalid or too large.
pub(crate) async fn to_pgn(tree: StudyTree) -> Result<(String, StudySummary), ApiError> {
    // A large tree would block other requests.
    let work = move || {
        let tree = tree.tree()?;
        let text = tree.to_string();
        let again = first_game(text.as_bytes())?;
        if again.plies() != tree.plies() {
            let (written, read) = (tree.plies(), again.plies());
            let cause = format!("a study of {written} moves was read back with {read}");
            return Err(ApiError::Internal(cause));
        }
        Ok((text, summary(&tree)))
    };
    spawn_blocking(work).await?
}

/// A study for a caller with this access.
///
/// # Errors
/// When its PGN cannot be parsed.
pub(crate) async fn view(app: &App, study: Study, access: Access) -> Result<StudyView, ApiError> {
    let (row, version) = (row(app, &study.metadata, access), study.metadata.version);
    let tree = parsed(study).await?;
    Ok(StudyView { row, version, tree: StudyTree::from(&tree) })
}

/// A study as a PGN file with its name.
///
/// # Errors
/// When its PGN cannot be parsed.
pub(crate) async fn file(study: Study) -> Result<String, ApiError> {
    let name = study.metadata.name.clone();
    let mut tree = parsed(study).await?;
    let named = tree.tags_mut().set(NAME_TAG, &name);
    named.map_err(|error| ApiError::Internal(format!("a study cannot be named: {error}")))?;
    Ok(tree.to_string())
}

/// The row of a study in a list, for a caller with this access.
pub(crate) fn row(app: &App, metadata: &StudyMetadata, access: Access) -> StudyRow {
    let StudySummary { white, black, event, plies } = metadata.summary.clone();
    StudyRow {
        id: metadata.id.to_string(),
        name: metadata.name.clone(),
        white,
        black,
        event,
        moves: plies.div_ceil(2),
        source: metadata.source.as_ref().map(ToString::to_string),
        changed_ms: metadata.changed.0,
        shared: metadata.shared,
        link: link(app, &metadata.id),
        editable: access == Access::Own,
        removed: metadata.removed.is_some(),
    }
}

/// The link to a study.
pub(crate) fn link(app: &App, id: &StudyId) -> String {
    format!("{}/study/{id}", app.origins().shown())
}

/// The first game of a PGN, or why it cannot be read. Harmless errors are ignored.
pub(crate) fn first_game(text: &[u8]) -> Result<Tree, ApiError> {
    let mut record = Record::default();
    let read = Reader::with_limits(text, LIMITS).read_record(&mut record);
    let found = read.map_err(|error| {
        let reason = error.to_string();
        imports::bad_file(reason.clone(), FileErrorKind::Unreadable { reason })
    })?;
    if !found {
        return Err(imports::no_game());
    }
    match record.errors.iter().find(|error| !error.kind.is_harmless()) {
        Some(error) => {
            Err(ApiError::BadImport { message: error.to_string(), detail: error.into() })
        }
        None => Ok(record.tree),
    }
}

/// The tree of a PGN that this server has written.
///
/// # Errors
/// When it cannot be parsed.
pub(crate) async fn from_pgn(pgn: String) -> Result<StudyTree, ApiError> {
    let parse = move || first_game(pgn.as_bytes()).map(|tree| StudyTree::from(&tree));
    let parsed = spawn_blocking(parse).await?;
    parsed.map_err(|error| ApiError::Internal(format!("stored moves are damaged: {error}")))
}

async fn parsed(study: Study) -> Result<Tree, ApiError> {
    let id = study.metadata.id;
    let parsed = spawn_blocking(move || first_game(study.pgn.as_bytes())).await?;
    parsed.map_err(|error| ApiError::Internal(format!("the study {id} is damaged: {error}")))
}

/// The summary of a study from its tags.
fn summary(tree: &Tree) -> StudySummary {
    let tag = |name: &str| {
        let text = tree.tags().get(name).unwrap_or_default().trim();
        if text == "?" { String::new() } else { text.to_owned() }
    };
    let plies = u32::try_from(tree.main_line().count()).unwrap_or(u32::MAX);
    StudySummary { white: tag("White"), black: tag("Black"), event: tag("Event"), plies }
}
