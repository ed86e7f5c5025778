//! Studies that are kept: who may do what to one, and how it goes between the board and its text.
//!
//! A study is its owner's alone until they share it. The owner is the account that was logged in
//! when it was saved first, or else whoever has the secret that was shown then. Who sits at the
//! computer of a server that nobody else can reach owns everything on it.

use chess::pgn::{Limits, Reader, Record, Tree};
use store::{Study, StudyId, StudyMetadata, StudyOwner, StudySummary};
use tokio::task::spawn_blocking;
use wire::session::Permission;
use wire::studies::{StudyName, StudyRow, StudyView};
use wire::study::StudyTree;

use crate::accounts::Caller;
use crate::{ApiError, App, Secret};

/// What may be in a study: all that can be written can be read again.
const LIMITS: Limits = Limits {
    games: usize::MAX,
    plies: StudyTree::MOST_MOVES,
    depth: StudyTree::MOST_MOVES,
    ..Limits::STRICT
};

/// The tag that carries the name of a study in files, as other programs write it too.
const NAME_TAG: &str = "StudyName";

/// What somebody may do to a study; each may what those before it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Access {
    /// Not even know that it is there.
    None,
    /// Look at it.
    Read,
    /// Stop its sharing, take it off the list and put it back.
    Manage,
    /// Change it.
    Own,
}

impl Access {
    /// What a caller who shows a secret, or none, may do to a study.
    pub(crate) fn of(caller: &Caller, secret: Option<&Secret>, metadata: &StudyMetadata) -> Access {
        if caller.is_home() || owners(caller, secret).contains(&metadata.owner) {
            Access::Own
        } else if caller.may(Permission::ManageStudies) {
            Access::Manage
        } else if metadata.shared && metadata.removed.is_none() {
            Access::Read
        } else {
            Access::None
        }
    }

    /// Refuses those who may not do something. Who may not even look is not told that there is
    /// something to look at.
    ///
    /// # Errors
    /// When they may not.
    pub(crate) fn require(self, needed: Access, id: &StudyId) -> Result<(), ApiError> {
        match self {
            Access::None => Err(ApiError::NoStudy(id.to_string())),
            access if access < needed => Err(ApiError::ForeignStudy),
            _ => Ok(()),
        }
    }
}

/// Whose studies are the caller's own. The first owns what they save for the first time.
pub(crate) fn owners(caller: &Caller, secret: Option<&Secret>) -> Vec<StudyOwner> {
    let account = caller.account_id().map(StudyOwner::Account);
    let secret = secret.map(|secret| StudyOwner::Secret(secret.hash()));
    account.into_iter().chain(secret).collect()
}

/// A study that the caller may do something to, and what they may.
///
/// # Errors
/// When they may not, or there is none.
pub(crate) async fn find(
    app: &App,
    id: &StudyId,
    (caller, secret): (&Caller, Option<&Secret>),
    needed: Access,
) -> Result<(Study, Access), ApiError> {
    let found = app.rooms().ground().store.study(id).await?;
    let study = found.ok_or_else(|| ApiError::NoStudy(id.to_string()))?;
    let access = Access::of(caller, secret, &study.metadata);
    access.require(needed, id)?;
    Ok((study, access))
}

/// The name of a study, without blanks around it and on one line.
///
/// # Errors
/// When nothing is left of it.
pub(crate) fn title(name: &StudyName) -> Result<String, ApiError> {
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = name.as_str().chars().map(visible).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() { Err(ApiError::BadTitle) } else { Ok(text) }
}

/// What is on a board as the text to keep, and what lists say of it. Nothing is kept that could
/// not be read again.
///
/// # Errors
/// When it is no game, or one that is too large.
pub(crate) async fn written(tree: StudyTree) -> Result<(String, StudySummary), ApiError> {
    // A large tree takes a while, in which others want to be served.
    let work = move || {
        let tree = tree.tree()?;
        let text = tree.to_string();
        let again = first_game(text.as_bytes()).map_err(ApiError::BadImport)?;
        if again.plies() != tree.plies() {
            tracing::error!("a study of {} moves was read as {}", tree.plies(), again.plies());
            return Err(ApiError::Internal);
        }
        Ok((text, summary(&tree)))
    };
    spawn_blocking(work).await.map_err(|_| ApiError::Internal)?
}

/// A study for the board of somebody with this access.
///
/// # Errors
/// When its text cannot be read.
pub(crate) async fn view(app: &App, study: Study, access: Access) -> Result<StudyView, ApiError> {
    let (row, version) = (row(app, &study.metadata, access), study.metadata.version);
    let tree = parsed(study).await?;
    Ok(StudyView { row, version, tree: StudyTree::from(&tree) })
}

/// A study as a file of its own, with its name.
///
/// # Errors
/// When its text cannot be read.
pub(crate) async fn file(study: Study) -> Result<String, ApiError> {
    let name = study.metadata.name.clone();
    let mut tree = parsed(study).await?;
    tree.tags_mut().set(NAME_TAG, &name).map_err(|_| ApiError::Internal)?;
    Ok(tree.to_string())
}

/// What a list says of a study to somebody with this access.
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

/// Where others find a study.
pub(crate) fn link(app: &App, id: &StudyId) -> String {
    format!("{}/study/{id}", app.origins().shown())
}

/// The first game of a text, or what is wrong with it. What was missing and lost nothing is not
/// wrong.
pub(crate) fn first_game(text: &[u8]) -> Result<Tree, String> {
    let mut record = Record::default();
    match Reader::with_limits(text, LIMITS).read_record(&mut record) {
        Err(error) => Err(error.to_string()),
        Ok(false) => Err("there is no game in it".to_owned()),
        Ok(true) => match record.errors.iter().find(|fault| !fault.kind.is_harmless()) {
            Some(fault) => Err(fault.to_string()),
            None => Ok(record.tree),
        },
    }
}

async fn parsed(study: Study) -> Result<Tree, ApiError> {
    let id = study.metadata.id;
    let read = spawn_blocking(move || first_game(study.pgn.as_bytes())).await;
    read.map_err(|_| ApiError::Internal)?.map_err(|fault| {
        tracing::error!(%id, fault, "a study cannot be read");
        ApiError::Internal
    })
}

/// What the tags of a game say, where they say something.
fn summary(tree: &Tree) -> StudySummary {
    let tag = |name: &str| {
        let text = tree.tags().get(name).unwrap_or_default().trim();
        if text == "?" { String::new() } else { text.to_owned() }
    };
    let plies = u32::try_from(tree.main_line().count()).unwrap_or(u32::MAX);
    StudySummary { white: tag("White"), black: tag("Black"), event: tag("Event"), plies }
}
