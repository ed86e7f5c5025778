//! How the values inside events are stored, each as a simple type that serde supports.
//!
//! `#[serde(with = "stored")]` on a field uses its [`StoredAs`] form. Options and pairs of such
//! values have a form too.

use std::time::Duration;

use chess::{ByColor, Color, Position, Quoted};
use game::{GameId, Name, Offer};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value that is stored as a simpler type.
pub(super) trait StoredAs: Sized {
    /// The type it is stored as.
    type Form: Serialize + DeserializeOwned;

    /// Encodes the value.
    fn to_form(&self) -> Self::Form;

    /// Decodes the value, or says what is wrong.
    fn from_form(form: Self::Form) -> Result<Self, String>;
}

pub(super) fn serialize<T: StoredAs, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    value.to_form().serialize(to)
}

pub(super) fn deserialize<'de, T: StoredAs, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    T::from_form(T::Form::deserialize(from)?).map_err(D::Error::custom)
}

impl<T: StoredAs> StoredAs for Option<T> {
    type Form = Option<T::Form>;

    fn to_form(&self) -> Self::Form {
        self.as_ref().map(T::to_form)
    }

    fn from_form(form: Self::Form) -> Result<Self, String> {
        form.map(T::from_form).transpose()
    }
}

impl<T: StoredAs> StoredAs for Box<T> {
    type Form = T::Form;

    fn to_form(&self) -> Self::Form {
        T::to_form(self)
    }

    fn from_form(form: Self::Form) -> Result<Self, String> {
        T::from_form(form).map(Box::new)
    }
}

impl<T: StoredAs> StoredAs for Vec<T> {
    type Form = Vec<T::Form>;

    fn to_form(&self) -> Self::Form {
        self.iter().map(T::to_form).collect()
    }

    fn from_form(form: Self::Form) -> Result<Self, String> {
        form.into_iter().map(T::from_form).collect()
    }
}

impl<A: StoredAs, B: StoredAs> StoredAs for (A, B) {
    type Form = (A::Form, B::Form);

    fn to_form(&self) -> Self::Form {
        (self.0.to_form(), self.1.to_form())
    }

    fn from_form(form: Self::Form) -> Result<Self, String> {
        Ok((A::from_form(form.0)?, B::from_form(form.1)?))
    }
}

/// A value for each side.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pair<T> {
    white: T,
    black: T,
}

impl<T: StoredAs> StoredAs for ByColor<T> {
    type Form = Pair<T::Form>;

    fn to_form(&self) -> Self::Form {
        Pair { white: self[Color::White].to_form(), black: self[Color::Black].to_form() }
    }

    fn from_form(form: Self::Form) -> Result<Self, String> {
        Ok(ByColor::new(T::from_form(form.white)?, T::from_form(form.black)?))
    }
}

impl StoredAs for Duration {
    type Form = u64;

    fn to_form(&self) -> u64 {
        u64::try_from(self.as_millis()).unwrap_or(u64::MAX)
    }

    fn from_form(millis: u64) -> Result<Duration, String> {
        Ok(Duration::from_millis(millis))
    }
}

impl StoredAs for Color {
    type Form = String;

    fn to_form(&self) -> String {
        color_word(*self).to_owned()
    }

    fn from_form(word: String) -> Result<Color, String> {
        let color = Color::ALL.into_iter().find(|color| color_word(*color) == word);
        color.ok_or_else(|| format!("'{}' is neither white nor black", Quoted(&word)))
    }
}

fn color_word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl StoredAs for Offer {
    type Form = String;

    fn to_form(&self) -> String {
        offer_word(*self).to_owned()
    }

    fn from_form(word: String) -> Result<Offer, String> {
        let offers = [Offer::Draw, Offer::Takeback, Offer::Rematch];
        let offer = offers.into_iter().find(|offer| offer_word(*offer) == word);
        offer.ok_or_else(|| format!("'{}' is not draw, takeback or rematch", Quoted(&word)))
    }
}

fn offer_word(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "draw",
        Offer::Takeback => "takeback",
        Offer::Rematch => "rematch",
    }
}

impl StoredAs for Name {
    type Form = String;

    fn to_form(&self) -> String {
        self.as_str().to_owned()
    }

    fn from_form(text: String) -> Result<Name, String> {
        let name = Name::from_file(&text).filter(|name| name.as_str() == text);
        name.ok_or_else(|| format!("'{}' is not a name", Quoted(&text)))
    }
}

impl StoredAs for GameId {
    type Form = String;

    fn to_form(&self) -> String {
        self.as_str().to_owned()
    }

    fn from_form(text: String) -> Result<GameId, String> {
        let invalid =
            || format!("'{}' is not {} letters and digits", Quoted(&text), GameId::LENGTH);
        GameId::new(&text).ok_or_else(invalid)
    }
}

impl StoredAs for Position {
    type Form = String;

    fn to_form(&self) -> String {
        self.to_string()
    }

    fn from_form(fen: String) -> Result<Position, String> {
        fen.parse().map_err(|error| format!("'{}' is not a position: {error}", Quoted(&fen)))
    }
}
