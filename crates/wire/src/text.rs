//! Text of limited length, so that no request carries more than it needs to.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};
use ts_rs::TS;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{RefOr, schema};
use utoipa::{PartialSchema, ToSchema};

/// Text of at most `MAX` characters. Longer text is rejected before it is processed.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoundedString<const MAX: usize>(String);

impl<const MAX: usize> BoundedString<MAX> {
    /// The maximum number of characters.
    pub const MAX_LENGTH: usize = MAX;

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Text with too many characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{seen} characters of text; at most {most} are allowed")]
pub struct TooLong {
    /// The maximum number of characters.
    pub most: usize,
    /// The number of characters found.
    pub seen: usize,
}

impl<const MAX: usize> TryFrom<&str> for BoundedString<MAX> {
    type Error = TooLong;

    fn try_from(text: &str) -> Result<BoundedString<MAX>, TooLong> {
        match text.chars().count() {
            seen if seen > MAX => Err(TooLong { most: MAX, seen }),
            _ => Ok(BoundedString(text.to_owned())),
        }
    }
}

impl<const MAX: usize> fmt::Display for BoundedString<MAX> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<const MAX: usize> Serialize for BoundedString<MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de, const MAX: usize> Deserialize<'de> for BoundedString<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BoundedString<MAX>, D::Error> {
        deserializer.deserialize_str(Reader::<MAX>)
    }
}

/// Reads borrowed text, so that text that is too long is never copied.
struct Reader<const MAX: usize>;

impl<const MAX: usize> Visitor<'_> for Reader<MAX> {
    type Value = BoundedString<MAX>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "text of at most {MAX} characters")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<BoundedString<MAX>, E> {
        BoundedString::try_from(text).map_err(E::custom)
    }
}

impl<const MAX: usize> TS for BoundedString<MAX> {
    type WithoutGenerics = BoundedString<MAX>;
    type OptionInnerType = BoundedString<MAX>;

    fn name(_: &ts_rs::Config) -> String {
        "string".to_owned()
    }

    fn inline(config: &ts_rs::Config) -> String {
        <Self as TS>::name(config)
    }
}

impl<const MAX: usize> PartialSchema for BoundedString<MAX> {
    fn schema() -> RefOr<Schema> {
        let kind = schema::SchemaType::new(Type::String);
        ObjectBuilder::new().schema_type(kind).max_length(Some(MAX)).into()
    }
}

impl<const MAX: usize> ToSchema for BoundedString<MAX> {
    fn name() -> Cow<'static, str> {
        format!("Text{MAX}").into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_counted_in_characters_and_refused_past_its_limit() {
        for (json, expected) in [
            (r#""""#, Ok("")),
            (r#""abc""#, Ok("abc")),
            (r#""äöü""#, Ok("äöü")),
            (r#""abcd""#, Err("4 characters of text; at most 3 are allowed")),
            ("7", Err("expected text of at most 3 characters")),
        ] {
            let read = serde_json::from_str::<BoundedString<3>>(json);
            match (read, expected) {
                (Ok(text), Ok(expected)) => assert_eq!(text.as_str(), expected, "{json}"),
                (Err(error), Err(part)) => {
                    assert!(error.to_string().contains(part), "{json}: {error}");
                }
                (read, _) => panic!("{json}: {read:?}"),
            }
        }
    }
}
