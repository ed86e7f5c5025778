//! Requests that may come again: their ids, and the ids of what they create.

use game::{GameId, RequestId};
use sha2::{Digest, Sha256};
use store::AccountId;

use crate::{ApiError, RoomError};

/// The id of a request as a client has chosen it.
pub(super) fn request_id(text: &str) -> Result<RequestId, ApiError> {
    RequestId::new(text).ok_or_else(|| RoomError::RequestId(text.to_owned()).into())
}

/// The letters of the id of what a request creates: always the same for the same request, and
/// others for every account and every kind of thing. All ids look like those of games.
pub(super) fn id_letters(kind: &str, account: Option<AccountId>, request: &RequestId) -> String {
    let digest = Sha256::digest(format!("{kind}{account:?} {}", request.as_str()));
    GameId::from_random(std::array::from_fn(|index| digest[index])).to_string()
}
