//! Requests that were answered. A repeated request gets the same answer, and another request under
//! the same id is recognized.

use game::RequestId;

/// A hash of who sent a request and what it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestDigest(pub [u8; RequestDigest::LENGTH]);

impl RequestDigest {
    /// The number of bytes.
    pub const LENGTH: usize = 16;
}

/// A request that is stored with the records that it caused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryRequest {
    /// Its id.
    pub id: RequestId,
    /// What it was; none when nobody will compare it.
    pub digest: Option<RequestDigest>,
    /// True when the records are not what it asked for: it came too late.
    pub is_refused: bool,
}

impl EntryRequest {
    /// What is known about the request once its records are stored.
    pub(crate) fn stored(&self, version: u32) -> StoredRequest {
        StoredRequest { version, digest: self.digest, is_refused: self.is_refused }
    }
}

impl From<RequestId> for EntryRequest {
    fn from(id: RequestId) -> EntryRequest {
        EntryRequest { id, digest: None, is_refused: false }
    }
}

/// A request that was answered before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredRequest {
    /// The version of the game after it.
    pub version: u32,
    /// What it was; none for requests of older versions of the program.
    pub digest: Option<RequestDigest>,
    /// True when it came too late.
    pub is_refused: bool,
}
