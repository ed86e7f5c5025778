//! Serialization with `serde`: everything is text, in the notation that chess programs use.
//!
//! A [`Move`](crate::Move) means something only in its position, so moves are serialized as
//! [`UciMove`].

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::pgn::GameResult;
use crate::{Board, Color, File, Piece, Position, Rank, Role, Setup, Square, UciMove};

/// A type that is serialized as text.
trait Text: Sized {
    /// What a deserializer says it expected.
    const EXPECTED: &'static str;

    fn write(&self) -> String;

    /// The value, or what is wrong with the text.
    fn read(text: &str) -> Result<Self, String>;
}

/// Implements [`Text`] by `Display` and `FromStr`.
macro_rules! text_by_display {
    ($($type:ty: $expected:literal;)*) => {$(
        impl Text for $type {
            const EXPECTED: &'static str = $expected;

            fn write(&self) -> String {
                self.to_string()
            }

            fn read(text: &str) -> Result<$type, String> {
                text.parse().map_err(|error| format!("{error}"))
            }
        }
    )*};
}

text_by_display! {
    Square: "a square such as e4";
    Board: "the piece placement of a FEN";
    Setup: "a FEN";
    Position: "the FEN of a legal position";
    UciMove: "a move such as e2e4 or e7e8q";
}

/// Implements [`Text`] by the list of all values.
macro_rules! text_by_list {
    ($($type:ty: $expected:literal, $values:expr, $write:expr;)*) => {$(
        impl Text for $type {
            const EXPECTED: &'static str = $expected;

            fn write(&self) -> String {
                let write: fn($type) -> String = $write;
                write(*self)
            }

            fn read(text: &str) -> Result<$type, String> {
                let found = $values.into_iter().find(|value| value.write() == text);
                found.ok_or_else(|| format!("{text:?} is not {}", $expected))
            }
        }
    )*};
}

text_by_list! {
    Color: "white or black", Color::ALL, |color| color.to_string().to_lowercase();
    Role: "a role such as knight", Role::ALL, |role| role.to_string();
    File: "a file from a to h", File::ALL, |file| file.to_string();
    Rank: "a rank from 1 to 8", Rank::ALL, |rank| rank.to_string();
    Piece: "the FEN letter of a piece", pieces(), |piece| piece.char().to_string();
    GameResult: "1-0, 0-1, 1/2-1/2 or *", results(), |result| result.to_string();
}

fn pieces() -> impl Iterator<Item = Piece> {
    Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| role.of(color)))
}

fn results() -> [GameResult; 4] {
    let [white, black] = Color::ALL.map(GameResult::Win);
    [white, black, GameResult::Draw, GameResult::Unknown]
}

macro_rules! serialize_as_text {
    ($($type:ty)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.write())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(TextVisitor(PhantomData))
            }
        }
    )*};
}

serialize_as_text! { Square Board Setup Position UciMove Color Role File Rank Piece GameResult }

struct TextVisitor<T>(PhantomData<T>);

impl<T: Text> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::read(text).map_err(E::custom)
    }
}
