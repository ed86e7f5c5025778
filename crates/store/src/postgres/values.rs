//! Values that are bound to statements.
//!
//! A text of `PostgreSQL` cannot contain the character NUL, which a file or a browser may send. So
//! it is stored as two other characters, and comes back as it was.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use bytes::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

use crate::StoreError;

/// The first of the two characters: one for private use.
const ESCAPE: char = '\u{F8FF}';

/// A value of a column, or a column of a list of rows.
#[derive(Clone)]
pub(crate) enum Value {
    Null,
    Flag(bool),
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
    Flags(Vec<bool>),
    Numbers(Vec<i64>),
    OptionalNumbers(Vec<Option<i64>>),
    Texts(Vec<Option<String>>),
    ByteStrings(Vec<Option<Vec<u8>>>),
}

/// A list of values.
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        &[$($crate::postgres::values::Value::from($value)),*]
    };
}
pub(super) use values;

impl fmt::Debug for Value {
    /// Keeps passwords and secrets out of logs.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Value(…)")
    }
}

impl Value {
    /// The type of a parameter that is bound to it.
    pub(super) fn kind(&self) -> Type {
        match self {
            Value::Null => Type::UNKNOWN,
            Value::Flag(_) => Type::BOOL,
            Value::Number(_) => Type::INT8,
            Value::Text(_) => Type::TEXT,
            Value::Bytes(_) => Type::BYTEA,
            Value::Flags(_) => Type::BOOL_ARRAY,
            Value::Numbers(_) | Value::OptionalNumbers(_) => Type::INT8_ARRAY,
            Value::Texts(_) => Type::TEXT_ARRAY,
            Value::ByteStrings(_) => Type::BYTEA_ARRAY,
        }
    }
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Flag(flag) => flag.to_sql_checked(kind, out),
            Value::Number(number) => number.to_sql_checked(kind, out),
            Value::Text(text) => text.to_sql_checked(kind, out),
            Value::Bytes(bytes) => bytes.to_sql_checked(kind, out),
            Value::Flags(flags) => flags.to_sql_checked(kind, out),
            Value::Numbers(numbers) => numbers.to_sql_checked(kind, out),
            Value::OptionalNumbers(numbers) => numbers.to_sql_checked(kind, out),
            Value::Texts(texts) => texts.to_sql_checked(kind, out),
            Value::ByteStrings(strings) => strings.to_sql_checked(kind, out),
        }
    }

    /// The value itself says whether it fits.
    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Flag(flag)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Number(number.into())
    }
}

impl From<u16> for Value {
    fn from(number: u16) -> Value {
        Value::Number(number.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(escape(text).into_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::from(text.as_str())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::from(text.as_str())
    }
}

impl<const N: usize> From<[u8; N]> for Value {
    fn from(bytes: [u8; N]) -> Value {
        Value::Bytes(bytes.into())
    }
}

/// A column of a list of rows.
pub(crate) fn texts<'a>(texts: impl Iterator<Item = Option<&'a str>>) -> Value {
    Value::Texts(texts.map(|text| text.map(|text| escape(text).into_owned())).collect())
}

/// A column of a list of rows.
pub(super) fn numbers(numbers: impl Iterator<Item = i64>) -> Value {
    Value::Numbers(numbers.collect())
}

/// A text as it is stored.
fn escape(text: &str) -> Cow<'_, str> {
    if text.contains(['\0', ESCAPE]) {
        let marked = text.replace(ESCAPE, "\u{F8FF}1");
        Cow::Owned(marked.replace('\0', "\u{F8FF}0"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text that was stored.
pub(super) fn unescape(text: String) -> String {
    if text.contains(ESCAPE) {
        text.replace("\u{F8FF}0", "\0").replace("\u{F8FF}1", "\u{F8FF}")
    } else {
        text
    }
}

/// The columns of a row as the types that are stored in them.
pub(crate) trait Columns {
    fn text(&self, column: usize) -> Result<String, StoreError>;
    fn optional_text(&self, column: usize) -> Result<Option<String>, StoreError>;
    fn number<T: TryFrom<i64>>(&self, column: usize) -> Result<T, StoreError>;
    fn optional_number<T: TryFrom<i64>>(&self, column: usize) -> Result<Option<T>, StoreError>;
    fn flag(&self, column: usize) -> Result<bool, StoreError>;
    fn optional_bytes(&self, column: usize) -> Result<Option<Vec<u8>>, StoreError>;
}

impl Columns for tokio_postgres::Row {
    fn text(&self, column: usize) -> Result<String, StoreError> {
        Ok(unescape(self.try_get(column)?))
    }

    fn optional_text(&self, column: usize) -> Result<Option<String>, StoreError> {
        Ok(self.try_get::<_, Option<String>>(column)?.map(unescape))
    }

    fn number<T: TryFrom<i64>>(&self, column: usize) -> Result<T, StoreError> {
        fit(self, column, self.try_get(column)?)
    }

    fn optional_number<T: TryFrom<i64>>(&self, column: usize) -> Result<Option<T>, StoreError> {
        let number: Option<i64> = self.try_get(column)?;
        number.map(|number| fit(self, column, number)).transpose()
    }

    fn flag(&self, column: usize) -> Result<bool, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn optional_bytes(&self, column: usize) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.try_get(column)?)
    }
}

fn fit<T: TryFrom<i64>>(
    row: &tokio_postgres::Row,
    column: usize,
    number: i64,
) -> Result<T, StoreError> {
    let name = row.columns().get(column).map_or("?", |column| column.name());
    let damaged = |_| StoreError::Database(format!("column {name} has the value {number}"));
    T::try_from(number).map_err(damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_comes_back_as_it_was() {
        for text in ["", "Zoë", "a\0b", "\0\0", "\u{F8FF}", "\u{F8FF}0", "\u{F8FF}1\0\u{F8FF}"] {
            let stored = escape(text).into_owned();
            assert!(!stored.contains('\0'), "{text:?}");
            assert_eq!(unescape(stored), text);
        }
    }

    #[test]
    fn a_value_is_never_printed() {
        let [secret] = values!["secret"];
        assert_eq!(format!("{secret:?}"), "Value(…)");
    }
}
