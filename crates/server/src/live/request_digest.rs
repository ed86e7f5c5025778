//! What a request was, as a hash. The same id with another digest is another request.

use game::GameError;
use sha2::{Digest, Sha256};
use store::{RequestDigest, StoredRequest};
use wire::Viewer;

use super::RoomError;
use super::message::Action;

/// The digest of what somebody asks for. The version that the client shows is not part of it: a
/// client that repeats a request may have learned of newer events.
pub(super) fn digest(viewer: Viewer, action: &Action) -> RequestDigest {
    // The form on the wire never changes, so neither does the digest.
    let text = match action {
        Action::Move { ply, uci } => serde_json::to_vec(&(viewer, ply, uci)),
        Action::Command(command) => serde_json::to_vec(&(viewer, command)),
    };
    // What came as JSON can be written as JSON.
    let hash = Sha256::digest(text.unwrap_or_default());
    RequestDigest(std::array::from_fn(|index| hash[index]))
}

/// The answer to a request that was answered before: the same again.
pub(super) fn answer_again(stored: StoredRequest, digest: RequestDigest) -> Result<u32, RoomError> {
    if stored.digest.is_some_and(|before| before != digest) {
        return Err(RoomError::RequestIdReused);
    }
    if stored.is_refused { Err(GameError::OutOfTime.into()) } else { Ok(stored.version) }
}
