//! The entries of a club file one by one, so that memory does not depend on the size of the file.

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufReader, Read};

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::ClubFileError;
use crate::import::FatalImportError;

/// The maximum size of an entry. Those of the club's program have a few kilobytes.
const MAX_ENTRY: u64 = 1 << 20;

/// The field with the games.
const GAMES: &str = "games";

/// Reads the entries of a club file and passes each to `take`, until that fails.
pub(super) fn entries<E>(
    input: impl Read,
    mut take: impl FnMut(Value) -> Result<(), E>,
) -> Result<(), E>
where
    E: From<ClubFileError> + From<io::Error>,
{
    let left = Cell::new(MAX_ENTRY);
    let input = EntryReader { input: BufReader::new(input), left: &left };
    let mut refused = None;
    let mut reader = serde_json::Deserializer::from_reader(input);
    let mut on_entry = |entry| {
        left.set(MAX_ENTRY);
        take(entry).map_err(|error| refused = Some(error)).is_ok()
    };
    let file = File(&mut on_entry).deserialize(&mut reader).and_then(|()| reader.end());
    match (refused, file) {
        (Some(error), _) => Err(error),
        (None, Err(error)) if error.is_io() => Err(io::Error::from(error).into()),
        (None, Err(error)) => Err(ClubFileError::Unreadable(error.to_string()).into()),
        (None, Ok(())) => Ok(()),
    }
}

/// Reads up to a number of bytes that is set anew for every entry.
struct EntryReader<'a, R> {
    input: R,
    left: &'a Cell<u64>,
}

impl<R: Read> Read for EntryReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        match self.left.get().checked_sub(count as u64) {
            Some(left) => self.left.set(left),
            None => return Err(FatalImportError::from(ClubFileError::GameTooLarge).into()),
        }
        Ok(count)
    }
}

/// Takes an entry; false to stop.
type OnEntry<'a> = &'a mut dyn FnMut(Value) -> bool;

/// The object that a club file is.
struct File<'a>(OnEntry<'a>);

impl<'de> DeserializeSeed<'de> for File<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for File<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object with games")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut has_games = false;
        while let Some(name) = fields.next_key::<String>()? {
            if name != GAMES {
                fields.next_value::<IgnoredAny>()?;
            } else if has_games {
                return Err(A::Error::duplicate_field(GAMES));
            } else {
                has_games = true;
                fields.next_value_seed(Games(&mut *self.0))?;
            }
        }
        if has_games { Ok(()) } else { Err(A::Error::missing_field(GAMES)) }
    }
}

/// The list of games.
struct Games<'a>(OnEntry<'a>);

impl<'de> DeserializeSeed<'de> for Games<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Games<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of games")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some(entry) = entries.next_element()? {
            if !(self.0)(entry) {
                return Err(A::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}
