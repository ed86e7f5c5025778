//! Passwords, hashed and verified with Argon2id.
//!
//! One hash takes 19 MiB and tens of milliseconds by design, so only a few are computed at once, on
//! blocking threads, and only a limited number may wait.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc};
use argon2::{Algorithm, Argon2, Params, Version};
use game::Name;
use store::PasswordHash;
use tokio::sync::Semaphore;

use super::weak_password;
use crate::ApiError;

/// The parameters of Argon2id.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const SALT: usize = 16;
/// How many hashes are computed at once.
const CONCURRENCY: usize = 2;
/// How many may be computed or wait.
const CAPACITY: usize = 64;

/// A password: 8 to 128 characters of any kind, and not among those that are guessed first.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// The minimum number of characters.
    pub const MIN: usize = 8;
    /// The maximum number of characters.
    pub const MAX: usize = 128;

    /// Checks a password as it was typed.
    ///
    /// # Errors
    /// When it is too short, too long or too common.
    pub fn new(text: &str) -> Result<Password, PasswordError> {
        let length = text.chars().count();
        if !(Password::MIN..=Password::MAX).contains(&length) {
            Err(PasswordError::Length(length))
        } else if weak_password::is_weak(text) {
            Err(PasswordError::Common)
        } else {
            Ok(Password(text.to_owned()))
        }
    }

    /// Checks that the password is not the name of its account.
    ///
    /// # Errors
    /// When it is.
    pub(super) fn check_for(&self, name: &Name) -> Result<(), PasswordError> {
        if weak_password::is_name(&self.0, name) { Err(PasswordError::Common) } else { Ok(()) }
    }

    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Why a password is not accepted. The error never contains the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// It is too short or too long; this is the number of its characters.
    #[error("a password has {min} to {max} characters; this one has {0}",
        min = Password::MIN, max = Password::MAX)]
    Length(usize),
    /// It is among those that are guessed first.
    #[error("this password is easy to guess; choose one that is not common and not a name")]
    Common,
}

/// Hashes and verifies passwords.
pub(super) struct Passwords {
    /// The hash that is verified when there is no account.
    dummy: PasswordHash,
    working: Arc<Semaphore>,
    waiting: Semaphore,
    checks: AtomicU64,
}

impl Passwords {
    /// # Errors
    /// When the system has no random numbers or no memory.
    pub(super) async fn new() -> Result<Passwords, ApiError> {
        let mut passwords = Passwords {
            dummy: PasswordHash(String::new()),
            working: Arc::new(Semaphore::new(CONCURRENCY)),
            waiting: Semaphore::new(CAPACITY),
            checks: AtomicU64::new(0),
        };
        let mut unknown = [0; SALT];
        getrandom::fill(&mut unknown)?;
        passwords.dummy = passwords.work(move || hash(&unknown)).await?;
        Ok(passwords)
    }

    /// The hash of a password.
    ///
    /// # Errors
    /// When too many are waiting.
    pub(super) async fn hash(&self, password: &Password) -> Result<PasswordHash, ApiError> {
        let password = password.clone();
        self.work(move || hash(password.0.as_bytes())).await
    }

    /// Whether a password matches a hash. Without a hash, it takes as long to say no.
    ///
    /// # Errors
    /// When too many are waiting.
    pub(super) async fn verify(
        &self,
        password: &str,
        hash: Option<PasswordHash>,
    ) -> Result<bool, ApiError> {
        self.checks.fetch_add(1, Ordering::Relaxed);
        let is_known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.dummy.clone());
        let password = password.to_owned();
        let fits = self.work(move || Ok(verify(password.as_bytes(), &hash))).await?;
        Ok(fits && is_known)
    }

    /// The number of passwords checked.
    pub(super) fn checks(&self) -> u64 {
        self.checks.load(Ordering::Relaxed)
    }

    /// Runs slow work on a blocking thread. It counts until it is done, even if the caller is gone.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _waiting = self.waiting.try_acquire().map_err(|_| ApiError::Busy)?;
        let working = Arc::clone(&self.working);
        let permit = working.acquire_owned().await.map_err(internal)?;
        let task = tokio::task::spawn_blocking(move || {
            let outcome = work();
            drop(permit);
            outcome
        });
        task.await?
    }
}

fn hash(password: &[u8]) -> Result<PasswordHash, ApiError> {
    let mut salt = [0; SALT];
    getrandom::fill(&mut salt)?;
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(internal)?;
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let hash = argon.hash_password_with_salt(password, &salt).map_err(internal)?;
    Ok(PasswordHash(hash.to_string()))
}

fn internal(error: impl fmt::Display) -> ApiError {
    ApiError::Internal(format!("a password cannot be hashed: {error}"))
}

/// Verifies with the parameters that the hash was made with.
fn verify(password: &[u8], kept: &PasswordHash) -> bool {
    let parsed = phc::PasswordHash::new(&kept.0);
    parsed.is_ok_and(|hash| Argon2::default().verify_password(password, &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_has_8_to_128_characters_and_is_never_printed() {
        for (length, accepted) in [(0, false), (7, false), (8, true), (128, true), (129, false)] {
            let text: String = "üäöxéßyà".chars().cycle().take(length).collect();
            assert_eq!(Password::new(&text).is_ok(), accepted, "{length}");
        }
        let password = Password::new("correct horse").expect("a password");
        assert_eq!(format!("{password:?}"), "Password(…)");
        let error = Password::new("short").expect_err("too short").to_string();
        assert_eq!(error, "a password has 8 to 128 characters; this one has 5");
        assert_eq!(Password::new("Password1"), Err(PasswordError::Common));
    }

    #[tokio::test]
    async fn a_hash_is_argon2id_and_fits_its_own_password_only() {
        let passwords = Passwords::new().await.expect("memory");
        let password = Password::new("correct horse").expect("a password");
        let kept = passwords.hash(&password).await.expect("a hash");
        assert!(kept.0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", kept.0);
        let again = passwords.hash(&password).await.expect("a hash");
        assert!(kept != again, "every hash has a salt of its own");
        for (typed, kept, expected) in [
            ("correct horse", Some(kept.clone()), true),
            ("Correct horse", Some(kept.clone()), false),
            ("", Some(kept), false),
            ("correct horse", None, false),
            ("correct horse", Some(PasswordHash("nonsense".into())), false),
        ] {
            assert_eq!(passwords.verify(typed, kept).await, Ok(expected), "{typed:?}");
        }
        assert_eq!(passwords.checks(), 5, "also where there is nothing to compare with");
    }

    #[tokio::test]
    async fn too_many_at_once_are_rejected() {
        let passwords = Passwords::new().await.expect("memory");
        let _all = passwords.waiting.acquire_many(CAPACITY as u32).await.expect("places");
        assert_eq!(passwords.verify("anything", None).await, Err(ApiError::Busy));
    }
}
